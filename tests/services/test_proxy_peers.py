"""Proxies that others wrote: squid and tinyproxy on the way out, nginx before the service.

Each is started with a configuration of the test's own; skipped with its name where it is missing.
Loopback never goes by a proxy, so for the forward ones the rule that knows it is switched off.
"""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest

from desktop_app.core.errors import ErrorKind, Verdict
from desktop_app.core.settings import ProxyMode
from desktop_app.services.http import (
    HttpClient,
    HttpSettings,
    Proxy,
    RetryPolicy,
    at,
    settings,
)
from desktop_app.services.tus import Content as TusContent
from desktop_app.services.tus import Listener, Tus
from tests.certificates import self_signed
from tests.raw_server import Connection, RawServer, respond
from tests.services.driver import DIRECT, MIB, TOKEN, Content, as_json, get, put, refused

pytestmark = pytest.mark.peer
OK = respond(200, {"ok": True})


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def running(command: list[str], port: int, log: Path) -> Iterator[None]:
    """Run a server until the end of the context, which begins when its port answers."""
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, stdin=subprocess.DEVNULL)
        try:
            for _ in range(200):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                assert process.poll() is None, log.read_text(errors="replace")
                time.sleep(0.05)  # a foreign process says in no other way that it listens
            yield
        finally:
            process.terminate()
            process.wait(10)


@contextmanager
def tinyproxy(folder: Path) -> Iterator[int]:
    port = free_port()
    config = folder / "tinyproxy.conf"
    config.write_text(
        f"Port {port}\nListen 127.0.0.1\nTimeout 60\nMaxClients 20\nAllow 127.0.0.1\n"
        "BasicAuth user pass\nLogLevel Warning\n"
    )
    with running(["tinyproxy", "-d", "-c", str(config)], port, folder / "log"):
        yield port


@contextmanager
def squid(_folder: Path) -> Iterator[int]:
    port = free_port()
    with tempfile.TemporaryDirectory() as readable_by_its_user:
        folder = Path(readable_by_its_user)
        folder.chmod(0o777)
        with _squid(folder, port):
            yield port


def _squid(folder: Path, port: int) -> AbstractContextManager[None]:
    password = folder / "passwords"
    digest = subprocess.run(
        ["openssl", "passwd", "-apr1", "pass"], capture_output=True, text=True, check=True
    ).stdout.strip()
    password.write_text(f"user:{digest}\n")
    password.chmod(0o644)
    config = folder / "squid.conf"
    config.write_text(
        f"http_port 127.0.0.1:{port}\npid_filename none\ncache deny all\n"
        f"auth_param basic program /usr/lib/squid/basic_ncsa_auth {password}\n"
        "acl known proxy_auth REQUIRED\nhttp_access allow known\nhttp_access deny all\n"
        f"cache_log {folder}/cache.log\naccess_log none\ncoredump_dir {folder}\n"
        "shutdown_lifetime 0 seconds\nvisible_hostname test\n"
    )
    return running(["squid", "-N", "-f", str(config)], port, folder / "log")


Started = Callable[[Path], AbstractContextManager[int]]
FORWARD = [
    pytest.param(tinyproxy, marks=needs("tinyproxy"), id="tinyproxy"),
    pytest.param(squid, marks=needs("squid"), id="squid"),
]


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("start", FORWARD)
def test_a_forward_proxy_with_authentication_works_or_explains_itself(
    start: Started,
    scheme: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "is_loopback", lambda _host: False)
    host = "127.0.0.1"
    folder, certificates = tmp_path_factory.mktemp("proxy"), tmp_path_factory.mktemp("tls")
    tls, authority = self_signed(certificates, host)

    async def main(port: int) -> None:
        def by(username: str, password: str) -> HttpClient:
            by_proxy = HttpSettings(
                ca_file=str(authority),
                proxy_mode=ProxyMode.MANUAL,
                proxy=Proxy(f"http://127.0.0.1:{port}", username, password),
            )
            token = TOKEN if scheme == "https" else ""
            return HttpClient(at(f"{scheme}://{host}:{server.port}", token), settings=by_proxy)

        content = Content(3 * MIB + 1)
        async with RawServer(
            OK, respond(201, {}), tls=tls if scheme == "https" else None, host=host
        ) as server:
            http = by("user", "pass")
            assert await http.call(get(), as_json) == {"ok": True}
            await http.call(put(content.body()), as_json)
            await http.aclose()
            assert server.seen[1].digest == content.sha256()
            for username, password in (("", ""), ("user", "wrong")):
                http = by(username, password)
                error = await refused(http, get(), RetryPolicy(attempts=5))
                await http.aclose()
                assert (error.kind, error.verdict) == (ErrorKind.PROXY_AUTH, Verdict.PERMANENT)
            await server.stop()
            http = by("user", "pass")
            error = await refused(http, get())
            await http.aclose()
            assert error.kind in (ErrorKind.PROXY, ErrorKind.SERVER_FAULT, ErrorKind.OVERLOADED)

    with start(folder) as port:
        asyncio.run(main(port))


@contextmanager
def nginx(folder: Path, upstream: int, rate: str = "1000r/s") -> Iterator[tuple[int, Path]]:
    port = free_port()
    _, public = self_signed(folder, "localhost", "127.0.0.1")
    config = folder / "nginx.conf"
    paths = "".join(
        f"{name}_temp_path {folder}/{name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config.write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error;"
        f"events {{}} http {{ access_log off; {paths}"
        f"limit_req_zone $binary_remote_addr zone=z:1m rate={rate}; limit_req_status 429;"
        f"server {{ listen 127.0.0.1:{port} ssl; client_max_body_size 1m; limit_req zone=z;"
        f"ssl_certificate {public}; ssl_certificate_key {folder}/server.key;"
        f"location / {{ proxy_pass http://127.0.0.1:{upstream}; proxy_http_version 1.1; }} }} }}"
    )
    with running(["nginx", "-c", str(config), "-e", f"{folder}/early"], port, folder / "log"):
        yield port, public


@needs("nginx")
def test_nginx_with_a_private_authority_a_413_and_a_429(tmp_path: Path) -> None:
    async def main() -> None:
        with ExitStack() as stack:
            async with RawServer(OK) as server:
                port, authority = stack.enter_context(nginx(tmp_path, server.port))
                url = f"https://localhost:{port}"
                http = HttpClient(at(url, TOKEN), settings=DIRECT)
                error = await refused(http, get())
                await http.aclose()
                assert error.kind is ErrorKind.CERTIFICATE
                trusting = HttpSettings(ca_file=str(authority), proxy_mode=ProxyMode.NONE)
                http = HttpClient(at(url, TOKEN), settings=trusting)
                assert await http.call(get(), as_json) == {"ok": True}
                error = await refused(http, put(Content(32 * MIB).body()), RetryPolicy(attempts=5))
                assert (error.kind, error.verdict) == (ErrorKind.TOO_LARGE, Verdict.PERMANENT)
                await http.aclose()
                assert len(server.seen) == 1

    asyncio.run(main())


@needs("nginx")
def test_nginx_that_limits_the_rate_is_told_and_may_be_asked_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with RawServer(otherwise=OK) as server:
            with nginx(tmp_path, server.port, rate="1r/m") as (port, authority):
                trusting = HttpSettings(ca_file=str(authority), proxy_mode=ProxyMode.NONE)
                http = HttpClient(at(f"https://localhost:{port}"), settings=trusting)
                await http.call(get(), as_json)
                error = await refused(http, get())
                await http.aclose()
                assert (error.kind, error.verdict) == (ErrorKind.RATE_LIMITED, Verdict.TRANSIENT)

    asyncio.run(main())


@needs("nginx")
def test_a_resumable_upload_fits_itself_to_the_limit_of_nginx(tmp_path: Path) -> None:
    """Chunks of 16 MiB are refused with 413; in smaller ones the file arrives all the same."""
    stored = bytearray()

    async def tus(c: Connection) -> None:
        if c.seen.method == "POST":
            await c.answer(201, b"", {"Location": "/files/1"})
        elif c.seen.method == "HEAD":
            await c.answer(200, b"", {"Upload-Offset": str(len(stored))})
        else:
            await c.read_body()
            stored.extend(c.seen.body)
            await c.answer(204, b"", {"Upload-Offset": str(len(stored))})

    async def main() -> None:
        content = Content(20 * MIB)
        async with RawServer(otherwise=tus) as server:
            with nginx(tmp_path, server.port) as (port, authority):
                trusting = HttpSettings(ca_file=str(authority), proxy_mode=ProxyMode.NONE)
                http = HttpClient(at(f"https://localhost:{port}"), settings=trusting)
                client, policy = Tus(http), RetryPolicy(attempts=5)
                upload = await client.create("/files", content.size, {}, policy)
                whole = TusContent(content.size, content.open)
                await client.send(upload, whole, policy, Listener())
                await http.aclose()
        assert f"sha256:{hashlib.sha256(stored).hexdigest()}" == content.sha256()

    asyncio.run(main())
