"""A real service process and a plain blocking client for it. No asserts in here."""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.ports import free_port

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TUS = {"Tus-Resumable": "1.0.0"}
CHUNK = {**TUS, "Content-Type": "application/offset+octet-stream"}


def repr_digest(content: bytes) -> str:
    return f"sha-256=:{base64.b64encode(hashlib.sha256(content).digest()).decode()}:"


def digest(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def tus_metadata(**pairs: str) -> str:
    return ",".join(f"{k} {base64.b64encode(v.encode()).decode()}" for k, v in pairs.items())


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def kind(self) -> str:
        """The problem's kind, or ""."""
        if self.headers.get("content-type") != "application/problem+json":
            return ""
        return str(self.json["type"]).removeprefix("urn:sendoff:problem:")


class Client:
    """One keep-alive connection."""

    def __init__(self, url: str, token: str, *, timeout: float = 30.0) -> None:
        self.host = url.removeprefix("http://")
        self.token = token
        self.timeout = timeout
        self._connection = http.client.HTTPConnection(self.host, timeout=timeout)

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send a request; header names use `_` for `-`, a dict or list becomes JSON."""
        if isinstance(body, (dict, list)):
            body = json.dumps(body).encode()
        sent = {"Authorization": f"Bearer {self.token}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            self._connection.request(method, path, body, sent)
            answer = self._connection.getresponse()
            content = answer.read()
        except BaseException:
            self._connection.close()
            raise
        return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, content)

    def record(self, key: str = "k", **fields: Any) -> dict[str, Any]:
        """Create a record and return it."""
        made: dict[str, Any] = self(
            "POST", "/records", {"title": "A record", **fields}, Idempotency_Key=key
        ).json
        return made

    def put(self, record: dict[str, Any], key: str, content: bytes, **headers: str) -> Answer:
        return self("PUT", f"{record['links']['files']}/{key}", content, **headers)

    def finalize(self, record: dict[str, Any], key: str = "fin", **headers: str) -> Answer:
        """Finalize with the manifest of what is stored."""
        items = self("GET", record["links"]["files"]).json["items"]
        manifest = [{n: i[n] for n in ("key", "size", "digest")} for i in items]
        return self(
            "POST",
            record["links"]["finalize"],
            {"files": manifest},
            Idempotency_Key=key,
            **headers,
        )

    def upload(self, record: dict[str, Any], key: str, size: int, **more: str) -> str:
        """Create a tus upload and return its path."""
        headers = {
            **TUS,
            "Upload-Length": str(size),
            "Upload-Metadata": tus_metadata(key=key, **more),
        }
        return self("POST", record["links"]["uploads"], None, **headers).headers["location"]

    def append(self, upload: str, offset: int, content: bytes, **headers: str) -> Answer:
        return self("PATCH", upload, content, **{**CHUNK, "Upload-Offset": str(offset), **headers})

    def metric(self, name: str, **labels: str) -> float:
        """Return the sum of a metric over all series that have these labels."""
        total = 0.0
        for line in self("GET", "/metrics").body.decode().splitlines():
            series, _, value = line.rpartition(" ")
            if series.split("{")[0] == f"sendoff_{name}" and all(
                f'{k}="{v}"' in series for k, v in labels.items()
            ):
                total += float(value)
        return total

    def close(self) -> None:
        self._connection.close()


def eventually(met: Callable[[], bool], within_s: float = 10.0) -> bool:
    """Ask the service again and again, as any client would, until `met` or too late."""
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        if met():
            return True
    return False


class ServiceUnderTest:
    """A service process on one data folder; may be killed and started again on the same port."""

    def __init__(
        self, folder: str, *options: str, qa: bool = True, prefix: tuple[str, ...] = ()
    ) -> None:
        self.folder = folder
        self._prefix = prefix
        self._options = [*options, *(["--qa"] if qa else [])]
        self._clients: list[Client] = []
        self.port = free_port()
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [
                *self._prefix,
                sys.executable,
                "-m",
                "desktop_app.server",
                "--data",
                self.folder,
                "--port",
                str(self.port),
                "--exit-with-parent",
                *self._options,
            ],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.facts = json.loads(line)
        self.url: str = self.facts["url"]
        with open(self.facts["token_file"], encoding="ascii") as file:
            self.token = file.read()

    def client(self, **options: Any) -> Client:
        made = Client(self.url, self.token, **options)
        self._clients.append(made)
        return made

    def qa(self, method: str, path: str, body: Any = None) -> Answer:
        with open(self.facts["qa_token_file"], encoding="ascii") as file:
            client = Client(self.url, file.read())
        try:
            return client(method, path, body)
        finally:
            client.close()

    def rule(self, what: str, **more: Any) -> None:
        answer = self.qa("POST", "/qa/rules", {"what": what, **more})
        if answer.status != 201:
            raise AssertionError(answer)

    def kill(self) -> None:
        self.process.kill()
        self._reap()

    def wait_for_end(self) -> int:
        """Wait for a process that ends by itself; return its exit code."""
        self.process.wait(20)
        return self._reap()

    def restart(self) -> None:
        self.kill()
        self.start()

    def _reap(self) -> int:
        code = self.process.wait(20)
        self.errors = self.process.stderr.read() if self.process.stderr else b""
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
        return code

    def terminate(self) -> int:
        """End by SIGTERM; return the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._reap()

    def close(self) -> None:
        for client in self._clients:
            client.close()
        if self.process.stdout is not None and not self.process.stdout.closed:
            self.process.kill()
            self._reap()


def head(service: ServiceUnderTest, method: str, path: str, **headers: Any) -> bytes:
    """Return the head of a request; header names use `_` for `-`."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {service.url.removeprefix('http://')}"]
    lines += [f"Authorization: Bearer {service.token}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def connect(service: ServiceUnderTest) -> socket.socket:
    """Return a plain connection."""
    return socket.create_connection(("127.0.0.1", service.port), timeout=30)


def statuses(connection: socket.socket, count: int) -> list[int]:
    """Read `count` answers; returns their status codes."""
    stream = connection.makefile("rb")
    found = []
    for _ in range(count):
        found.append(int(stream.readline().split()[1]))
        length = 0
        while line := stream.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        stream.read(length)
    return found


def raw(
    service: ServiceUnderTest, method: str, path: str, body: bytes, **headers: str
) -> socket.socket:
    """Send a request on a plain connection and return that, the answer unread."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection = connect(service)
    connection.sendall(
        head(service, method, path, **{"Content-Length": str(len(body)), **named}) + body
    )
    return connection
