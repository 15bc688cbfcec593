"""The way to the service: addresses, names, certificates, proxies, and what opens the door."""

from __future__ import annotations

import asyncio
import codecs
import logging
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography import x509

from desktop_app.core.errors import BadInputError, ErrorInfo, ErrorKind, SendoffError, Verdict
from desktop_app.core.model import SaveLimits
from desktop_app.core.settings import ProxyMode
from desktop_app.core.tokens import clean_token, is_loopback
from desktop_app.core.words import say
from desktop_app.core.words.errors import error_words
from desktop_app.services.http import (
    Endpoint,
    HttpSettings,
    Proxy,
    RetryPolicy,
    Trust,
    origin_of,
    proxy_for,
    transport_error,
)
from tests.certificates import self_signed
from tests.raw_server import (
    Connection,
    RawServer,
    Step,
    closed_port,
    early,
    hang_up,
    html,
    respond,
    stall,
)
from tests.services.driver import (
    DIRECT,
    MIB,
    TOKEN,
    Content,
    as_json,
    client,
    get,
    pass_time,
    play,
    post,
    put,
    refused,
)
from tests.virtual_time import ManualClock

OK = respond(200, {"ok": True})


# H24: certificate, name and refused connection are three different things


def test_H24_a_refused_connection_is_told_as_such_and_nothing_was_sent() -> None:
    async def main() -> None:
        async with closed_port() as port:
            http = client(f"http://127.0.0.1:{port}")
            error = await refused(http, post())
            await http.aclose()
        assert (error.kind, error.verdict) == (ErrorKind.REFUSED, Verdict.TRANSIENT)
        assert error.get("host") == "127.0.0.1"

    play(main())


def test_H24_a_name_that_does_not_exist_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async def nobody(*_args: object, **_more: object) -> list[object]:
            raise __import__("socket").gaierror(-2, "Name or service not known")

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", nobody)
        http = client("https://no-such-host.invalid", token="")
        error = await refused(http, post())
        await http.aclose()
        assert (error.kind, error.verdict) == (ErrorKind.DNS, Verdict.TRANSIENT)
        assert error.get("host") == "no-such-host.invalid"

    play(main())


def test_H24_an_unknown_certificate_is_told_never_retried_and_its_authority_can_be_set(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        tls, authority = self_signed(tmp_path, "localhost", "127.0.0.1")
        async with RawServer(OK, tls=tls) as server:
            http = client(server)
            error = await refused(http, get(), RetryPolicy(attempts=5, outage_s=600))
            await http.aclose()
            assert (error.kind, error.verdict) == (ErrorKind.CERTIFICATE, Verdict.PERMANENT)
            assert error.get("reason")
            assert not server.seen, "nothing was sent"
            trusting = HttpSettings(ca_file=str(authority), proxy_mode=ProxyMode.NONE)
            http = client(server, settings=trusting)
            assert await http.call(get(), as_json) == {"ok": True}
            await http.aclose()

    play(main(), handshake_fails=True)


def test_a_certificate_for_another_name_is_refused(tmp_path: Path) -> None:
    """Neighbour of H24."""

    async def main() -> None:
        tls, authority = self_signed(tmp_path, "other.example")
        trusting = HttpSettings(ca_file=str(authority), proxy_mode=ProxyMode.NONE)
        async with RawServer(tls=tls) as server:
            http = client(server, settings=trusting)
            error = await refused(http, get())
            await http.aclose()
        assert error.kind is ErrorKind.CERTIFICATE

    play(main(), handshake_fails=True)


CERTIFICATES = {
    "expired": ("127.0.0.1", (-40, -10), "ended on {end}"),
    "not yet valid": ("127.0.0.1", (10, 40), "begins on {begin}"),
    "of another host": (
        "other.example",
        (-1, 1),
        "as 127.0.0.1 has a certificate for other.example",
    ),
    "of another address": ("10.1.2.3", (-1, 1), "as 127.0.0.1 has a certificate for 10.1.2.3"),
}


@pytest.mark.parametrize("what", CERTIFICATES)
def test_T22_a_certificate_that_is_refused_says_why(tmp_path: Path, what: str) -> None:
    """No text of these is about choosing a certificate file: that would not help."""
    name, days, expected = CERTIFICATES[what]

    async def main() -> None:
        tls, authority = self_signed(tmp_path, name, valid_days=days)
        trusting = HttpSettings(ca_file=str(authority), proxy_mode=ProxyMode.NONE)
        async with RawServer(tls=tls) as server:
            http = client(server, settings=trusting)
            error = await refused(http, get())
            await http.aclose()
        assert (error.kind, error.verdict) == (ErrorKind.CERTIFICATE, Verdict.PERMANENT)
        shown = x509.load_pem_x509_certificate(authority.read_bytes())
        begin, end = (
            f"{shown.not_valid_before_utc:%Y-%m-%d %H:%M} UTC",
            f"{shown.not_valid_after_utc:%Y-%m-%d %H:%M} UTC",
        )
        text = said(error)
        wanted = expected.format(begin=begin, end=end)
        assert wanted in text
        assert ("the clock of this computer says" in text) is (days != (-1, 1))
        assert "trusted here" not in text
        assert "certificate file" not in text
        assert "Nothing was sent." in text

    play(main(), handshake_fails=True)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (10, "ended on another day"),
        (9, "begins on another day"),
        (64, "has a certificate for another name"),
        (0x800B0101, "ended on another day"),
        (-67602, "has a certificate for another name"),
        (18, "its certificate is not trusted here"),
    ],
)
def test_T22_without_the_certificate_itself_the_reason_is_said_all_the_same(
    code: int, words: str
) -> None:
    """On other systems, and with a TLS library that does not show it."""
    error = ssl.SSLCertVerificationError("refused")
    error.verify_code, error.verify_message = code, "a text of the library"
    value = transport_error(error, host="x.example", sent=False, repeatable=True)
    assert words in said(value)


def test_T22_a_window_of_dates_in_the_future_is_not_called_expired() -> None:
    """Windows has one code for both."""
    error = ssl.SSLCertVerificationError("refused")
    error.verify_code = 0x800B0101
    error.certificate = {  # type: ignore[attr-defined]
        "notBefore": "Jan  5 09:34:43 2050 GMT",
        "notAfter": "Jan  5 09:34:43 2051 GMT",
    }
    value = transport_error(error, host="x.example", sent=False, repeatable=True)
    assert "begins on 2050-01-05 09:34 UTC" in said(value)


def test_a_server_that_speaks_no_tls_is_not_the_service() -> None:
    """Neighbour of H24: https to a plain port."""

    async def says_400(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async def main() -> None:
        server = await asyncio.start_server(says_400, "127.0.0.1", 0)
        http = client(f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        error = await refused(http, get())
        await http.aclose()
        server.close()
        assert error.kind is ErrorKind.NOT_THE_SERVICE

    play(main())


UNUSABLE: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: None,
    "garbage": lambda path: path.write_text("no certificate"),
    "unreadable": lambda path: path.mkdir(),
}


@pytest.mark.parametrize("what", UNUSABLE)
def test_H24_an_authority_file_that_is_no_good_is_named_and_may_be_mended(
    tmp_path: Path, what: str
) -> None:
    """Told as what it is: not as a server whose certificate is not trusted."""
    path = tmp_path / "own" / "ca.pem"
    path.parent.mkdir()
    UNUSABLE[what](path)

    async def main() -> None:
        tls, authority = self_signed(tmp_path, "127.0.0.1")
        async with RawServer(OK, tls=tls) as server:
            settings = HttpSettings(ca_file=str(path), proxy_mode=ProxyMode.NONE)
            http = client(server, settings=settings)
            with pytest.raises(BadInputError) as caught:
                await http.call(get(), as_json)
            error = caught.value.info
            assert (error.kind, error.get("reason")) == (ErrorKind.CERTIFICATE, f"file_{what}")
            assert str(path) in said(error)
            assert "trusted" not in said(error)
            if path.is_dir():
                path.rmdir()
            path.write_bytes(authority.read_bytes())
            assert await http.call(get(), as_json) == {"ok": True}
            await http.aclose()

    play(main())


def test_a_byte_order_mark_hides_no_authority(tmp_path: Path) -> None:
    """Editors write one."""
    path = tmp_path / "own.pem"

    async def main() -> None:
        tls, authority = self_signed(tmp_path, "127.0.0.1")
        path.write_bytes(codecs.BOM_UTF8 + "# für uns\n".encode() + authority.read_bytes())
        async with RawServer(OK, OK, tls=tls) as server:
            for content in (path.read_bytes(), codecs.BOM_UTF8 + authority.read_bytes()):
                path.write_bytes(content)
                settings = HttpSettings(ca_file=str(path), proxy_mode=ProxyMode.NONE)
                http = client(server, settings=settings)
                assert await http.call(get(), as_json) == {"ok": True}
                await http.aclose()

    play(main())


@pytest.mark.parametrize(
    ("what", "reason"),
    [("missing", "missing"), ("garbage", "unusable"), ("unreadable", "unusable")],
)
def test_H23_a_variable_that_names_no_certificates_is_named_and_is_no_proxy_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, reason: str
) -> None:
    path = tmp_path / "stale.pem"
    UNUSABLE[what](path)
    monkeypatch.setenv("SSL_CERT_FILE", str(path))

    async def main() -> None:
        with pytest.raises(BadInputError) as caught:
            await Trust().context()
        error = caught.value.info
        assert (error.kind, error.get("reason")) == (ErrorKind.CERTIFICATE, f"variable_{reason}")
        assert "SSL_CERT_FILE" in said(error)
        assert "proxy" not in said(error)

    play(main())


def said(error: ErrorInfo) -> str:
    """Return the words of an error, as they are before translation."""
    return " ".join(say(words) for words in error_words(error))


def test_the_tls_context_is_built_once_and_off_the_loops_thread(tmp_path: Path) -> None:
    async def main() -> None:
        tls, authority = self_signed(tmp_path, "127.0.0.1")
        builders: list[int] = []

        def build(ca_file: str) -> ssl.SSLContext:
            builders.append(threading.get_ident())
            return ssl.create_default_context(cafile=ca_file)

        trust = Trust(str(authority), build=build)
        async with RawServer(OK, OK, OK, tls=tls) as server:
            clients = [client(server, trust=trust) for _ in range(3)]
            await asyncio.gather(*(http.call(get(), as_json) for http in clients))
            for http in clients:
                await http.aclose()
        assert len(builders) == 1
        assert builders[0] != threading.get_ident()

    play(main())


def test_H22_http_2_is_not_spoken_without_negotiation_either() -> None:
    """Neighbour: a server that begins with HTTP/2 frames on a plain connection (an h2c port)."""

    async def frames(c: Connection) -> None:
        settings = bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
        goaway = bytes((0, 0, 8, 7, 0, 0, 0, 0, 0)) + bytes(8)
        await c.send(settings + goaway)
        c.close()

    async def main() -> None:
        async with RawServer(otherwise=frames) as server:
            http = client(server)
            error = await refused(http, post())
            await http.aclose()
        assert (error.kind, error.verdict) == (ErrorKind.BAD_ANSWER, Verdict.UNKNOWN_OUTCOME)
        assert server.seen[0].raw_head.startswith(b"POST ")
        assert b"Upgrade" not in server.seen[0].raw_head
        assert len(server.seen) == 1, "what may have been done is not done again"

    play(main())


def test_H22_http_2_is_never_spoken_even_where_it_is_offered(tmp_path: Path) -> None:
    spoken: list[str | None] = []

    async def step(c: Connection) -> None:
        spoken.append(c._writer.get_extra_info("ssl_object").selected_alpn_protocol())
        await c.answer(200, {"ok": True})

    async def main() -> None:
        tls, authority = self_signed(tmp_path, "127.0.0.1")
        tls.set_alpn_protocols(["h2", "http/1.1"])
        trusting = HttpSettings(ca_file=str(authority), proxy_mode=ProxyMode.NONE)
        async with RawServer(step, tls=tls) as server:
            http = client(server, settings=trusting)
            await http.call(get(), as_json)
            await http.aclose()
        assert spoken == ["http/1.1"]

    play(main())


@pytest.mark.parametrize("then", ["hold", "close"])
def test_an_early_answer_is_read_over_tls_too(tmp_path: Path, then: str) -> None:
    async def main() -> None:
        tls, authority = self_signed(tmp_path, "127.0.0.1")
        trusting = HttpSettings(ca_file=str(authority), proxy_mode=ProxyMode.NONE)
        step = early(413, {"message": "no"}, after=MIB, then=then)
        async with RawServer(step, tls=tls) as server:
            http = client(server, settings=trusting)
            error = await refused(http, put(Content(64 * MIB).body()))
            assert error.status == 413
            server.release()
            await http.aclose()

    play(main())


def test_a_large_body_is_exact_over_tls(tmp_path: Path) -> None:
    async def main() -> None:
        tls, authority = self_signed(tmp_path, "127.0.0.1")
        trusting = HttpSettings(ca_file=str(authority), proxy_mode=ProxyMode.NONE)
        content = Content(20 * MIB + 1)
        async with RawServer(respond(201, {}), tls=tls) as server:
            http = client(server, settings=trusting)
            await http.call(put(content.body()), as_json)
            await http.aclose()
        assert server.seen[0].digest == content.sha256()

    play(main())


def test_H24_an_outage_is_waited_out_without_a_hot_loop_and_the_call_goes_on() -> None:
    async def main() -> None:
        clock, waits = ManualClock(), list[tuple[float, ErrorKind]]()
        server = RawServer(respond(201, {"id": 1}))
        await server.listen()
        await server.stop()  # the port is known, and nobody listens
        http = client(server, clock)
        policy = RetryPolicy(
            attempts=2, outage_s=600, on_wait=lambda s, e: waits.append((s, e.kind))
        )
        task = asyncio.ensure_future(http.call(post(), as_json, policy))
        await pass_time(clock, lambda: len(waits) >= 12)
        assert not task.done(), "many more failures than attempts, but nothing was sent"
        await server.listen()
        await pass_time(clock, task.done)
        assert await task == {"id": 1}
        assert {kind for _, kind in waits} == {ErrorKind.REFUSED}
        assert sum(seconds for seconds, _ in waits) > 12, "no hot loop"
        assert max(seconds for seconds, _ in waits) <= 15
        await http.aclose()
        await server.stop()

    play(main())


def test_an_outage_that_does_not_end_is_told_after_its_limit() -> None:
    async def main() -> None:
        clock = ManualClock()
        async with closed_port() as port:
            http = client(f"http://127.0.0.1:{port}", clock)
            task = asyncio.ensure_future(
                refused(http, get(), RetryPolicy(attempts=5, outage_s=600.0))
            )
            await pass_time(clock, task.done)
            error = await task
            await http.aclose()
        assert error.kind is ErrorKind.REFUSED
        assert 500 < clock.monotonic() - 1000 < 620, "once, not once for each attempt"

    play(main())


# A service that moves, a token that is renewed


def test_a_service_that_came_back_on_another_port_is_found_again() -> None:
    async def main() -> None:
        clock = ManualClock()
        async with RawServer(OK) as first, RawServer(OK) as second:
            places = [first.url, second.url]

            async def locate() -> Endpoint:
                return Endpoint(places[0], TOKEN)

            http = client(first, clock)
            http._locate = locate
            await http.call(get(), as_json)
            await first.stop()
            places.pop(0)
            policy = RetryPolicy(attempts=2, outage_s=60)
            assert await clock.run(http.call(get(), as_json, policy)) == {"ok": True}
            await http.aclose()
        assert len(second.seen) == 1

    play(main())


def test_H01_after_a_401_the_next_call_asks_for_the_token_anew() -> None:
    async def checks(c: Connection) -> None:
        await c.read_body()
        good = c.seen.headers["authorization"] == "Bearer new-token"
        await c.answer(200 if good else 401, {"ok": good})

    async def main() -> None:
        tokens = ["old-token"]
        async with RawServer(otherwise=checks) as server:

            async def locate() -> Endpoint:
                return Endpoint(server.url, tokens[-1])

            http = client(server)
            http._locate = locate
            content = Content(3 * MIB)
            error = await refused(http, put(content.body()), RetryPolicy(attempts=5))
            assert (error.kind, error.verdict) == (ErrorKind.SIGN_IN, Verdict.PERMANENT)
            tokens.append("new-token")
            await http.call(put(content.body()), as_json)
            await http.aclose()
        assert len(server.seen) == 2, "asked once, no hammering"
        assert server.seen[1].digest == content.sha256()

    play(main())


# C11: no secret leaves


FAILURES: dict[str, Step] = {
    "401": respond(401, {"message": f"token {TOKEN} is no good"}),
    "500 with the token": respond(500, f"bad: {TOKEN}".encode(), {"Content-Type": "text/plain"}),
    "html": html(200),
    "reset": hang_up(reset=True),
    "redirect": respond(302, b"", {"Location": f"https://elsewhere.example/x?token={TOKEN}"}),
    "cut": respond(200, b"{", {"Content-Type": "application/json"}, length=9, then_close=True),
    "field": respond(
        400, {"message": "no", "errors": [{"field": "a", "messages": [f"x {TOKEN}"]}]}
    ),
    "ok": OK,
}


@pytest.fixture
def everything_logged(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.DEBUG):
        yield caplog


@pytest.mark.parametrize("name", FAILURES)
def test_C11_the_token_is_in_no_log_and_no_error(
    name: str, everything_logged: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    async def main() -> str:
        async with RawServer(FAILURES[name]) as server:
            http = client(server)
            told = ""
            try:
                await http.call(post("/things?signature=sIgNeD"), as_json)
            except SendoffError as error:
                told = f"{error} {error!r} {error.info!r} {error.__cause__!r}"
            await http.aclose()
        assert server.seen[0].headers["authorization"] == f"Bearer {TOKEN}"
        return told

    told = asyncio.run(main())
    captured = capfd.readouterr()
    for text in (told, everything_logged.text, captured.out, captured.err):
        assert TOKEN not in text
        assert "sIgNeD" not in text
    assert "POST /things" in everything_logged.text


@pytest.mark.parametrize("token", ["SECRET2\n", " SECRET2 ", "\tSECRET2\r\n"])
def test_C11_a_pasted_token_is_stripped(token: str) -> None:
    assert clean_token(token) == "SECRET2"


@pytest.mark.parametrize("token", ["SEC RET", "SEC\nRET", "SÉCRET", "", "  ", "SEC\x00RET"])
def test_C11_a_token_that_cannot_stand_in_a_header_is_refused_and_not_quoted(token: str) -> None:
    with pytest.raises(BadInputError) as caught:
        clean_token(token)
    assert caught.value.kind is ErrorKind.BAD_TOKEN
    assert "SEC" not in f"{caught.value} {caught.value.info}"


def test_a_token_is_never_sent_over_plain_http_except_to_this_computer() -> None:
    with pytest.raises(BadInputError) as caught:
        origin_of(Endpoint("http://repository.example", TOKEN))
    assert caught.value.kind is ErrorKind.PLAIN_HTTP
    for url in ("http://127.0.0.1:5000", "http://localhost", "http://[::1]:80", "https://x.org"):
        assert origin_of(Endpoint(url, TOKEN)).token == TOKEN
    assert TOKEN not in repr(origin_of(Endpoint("https://x.org", TOKEN)))
    assert TOKEN not in repr(Endpoint("https://x.org", TOKEN))


@pytest.mark.parametrize(
    "url", ["", "nonsense", "ftp://x.org", "https://", "https://u:p@x.org", "https://x.org:99999"]
)
def test_an_address_that_is_none_is_told(url: str) -> None:
    with pytest.raises(BadInputError) as caught:
        origin_of(Endpoint(url))
    assert caught.value.kind is ErrorKind.BAD_ADDRESS


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("localhost", True),
        ("LOCALHOST", True),
        ("evil.localhost", False),
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("10.0.0.1", False),
        ("localhost.example", False),
        ("127.0.0.1.example", False),
    ],
)
def test_what_counts_as_this_computer(host: str, here: bool) -> None:
    assert is_loopback(host) is here


def test_a_prefix_of_the_address_stands_before_every_target() -> None:
    async def main() -> None:
        async with RawServer(OK) as server:
            http = client(f"{server.url}/api/")
            await http.call(get("/records?q=a%20b"), as_json)
            await http.aclose()
        assert server.seen[0].target == b"/api/records?q=a%20b"

    play(main())


@pytest.mark.parametrize("target", ["/records/..", "/records/%2E./x", "/./records", "records"])
def test_a_target_that_steps_out_of_its_place_is_refused(target: str) -> None:
    """A server may name a record or a file `..`."""

    async def main() -> None:
        async with RawServer(OK) as server:
            http = client(f"{server.url}/api")
            error = await refused(http, get(target))
            await http.aclose()
        assert error.kind is ErrorKind.BAD_ANSWER
        assert not server.seen, "nothing was asked"

    play(main())


@pytest.mark.parametrize(("host", "name"), [("::1", "[::1]"), ("127.0.0.1", "localhost")])
def test_S13_each_loopback_is_reached_by_its_names(host: str, name: str) -> None:
    async def main() -> None:
        async with RawServer(OK, host=host) as server:
            http = client(f"http://{name}:{server.port}")
            assert await http.call(get(), as_json) == {"ok": True}
            await http.aclose()

    play(main())


# The cases of H23 are about proxies


@pytest.mark.parametrize(
    ("environment", "host", "expected"),
    [
        ({"https": "http://p:3128"}, "x.org", "http://p:3128"),
        ({"https": "p:3128"}, "x.org", "http://p:3128"),
        ({"all": "http://p:3128"}, "x.org", "http://p:3128"),
        ({"https": "http://[fe80::1]:3128"}, "x.org", "http://[fe80::1]:3128"),
        ({"https": "http://p:3128", "no": "localhost,[::1]"}, "x.org", "http://p:3128"),
        ({"https": "http://p:3128", "no": "fe11::/16"}, "x.org", "http://p:3128"),
        ({"https": "http://p:3128", "no": "x.org"}, "x.org", None),
        ({"https": "http://p:3128", "no": ".x.org"}, "api.x.org", None),
        ({"https": "http://p:3128", "no": "*"}, "x.org", None),
        ({"https": "http://p:3128"}, "127.0.0.1", None),
        ({"https": "http://p:3128"}, "localhost", None),
        ({"all": "socks://127.0.0.1:1"}, "localhost", None),
        ({}, "x.org", None),
    ],
)
def test_H23_the_environment_is_read_and_loopback_never_goes_by_a_proxy(
    environment: dict[str, str], host: str, expected: str | None
) -> None:
    found = proxy_for(HttpSettings(), "https", host, environment=environment)
    assert (found.url if found else None) == expected


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("all", "socks://127.0.0.1:1"),
        ("https", "http://"),
        ("https", "http://p:port"),
        ("https", "http://p:99999"),
        ("https", "http://user:SECRET@pro xy:1"),
    ],
)
def test_H23_a_bad_variable_is_named_and_its_value_is_not_quoted(variable: str, value: str) -> None:
    with pytest.raises(BadInputError) as caught:
        proxy_for(HttpSettings(), "https", "x.org", environment={variable: value})
    assert caught.value.kind is ErrorKind.BAD_PROXY_SETTING
    assert caught.value.info.get("name") == f"{variable}_proxy"
    assert "SECRET" not in repr(caught.value.info)


def test_H23_a_bad_environment_never_stops_the_client_from_being_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks://127.0.0.1:1")
    monkeypatch.setenv("NO_PROXY", "localhost,[::1]")
    monkeypatch.setenv("SSL_CERT_FILE", "/no/such/file.pem")

    async def main() -> None:
        http = client("https://repository.example", settings=HttpSettings())
        with pytest.raises(BadInputError) as caught:
            await http.call(get(), as_json)
        assert caught.value.info.get("name") == "all_proxy"
        await http.aclose()
        http = client("https://repository.example", settings=DIRECT)
        with pytest.raises(BadInputError) as caught:
            await http.call(get(), as_json)
        assert caught.value.info.get("name") == "SSL_CERT_FILE"
        await http.aclose()

    play(main())


@pytest.mark.parametrize(
    "address",
    ["http://user:p%40ss%23w%2Frd%25@proxy:3128", "http://user:p@ss#w/rd%25@proxy:3128"],
)
def test_H23_a_password_with_special_characters_is_understood(address: str) -> None:
    found = proxy_for(HttpSettings(), "https", "x.org", environment={"https": address})
    assert found is not None
    assert (found.url, found.username, found.password) == (
        "http://proxy:3128",
        "user",
        "p@ss#w/rd%",
    )
    assert "p@ss" not in repr(found)


def by_proxy(proxy: RawServer) -> HttpSettings:
    """Settings whose proxy is `proxy`; the host is none of this computer's names."""
    return HttpSettings(proxy_mode=ProxyMode.MANUAL, proxy=Proxy(proxy.url, "user", "p@ss#w/rd%ü"))


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_H23_a_407_asks_for_the_proxys_credentials_not_for_the_token(scheme: str) -> None:
    async def main() -> None:
        async with RawServer(respond(407, b"", {"Proxy-Authenticate": "Basic"})) as proxy:
            http = client(f"{scheme}://repository.example", settings=by_proxy(proxy), token="")
            error = await refused(http, post(), RetryPolicy(attempts=5))
            await http.aclose()
        assert error.kind is ErrorKind.PROXY_AUTH
        assert error.verdict is Verdict.PERMANENT
        assert proxy.seen[0].headers["proxy-authorization"].startswith("Basic ")
        expected = {"http": "POST", "https": "CONNECT"}
        assert proxy.seen[0].method == expected[scheme]

    play(main())


def test_a_proxy_that_cannot_reach_the_service_is_told_as_the_proxy() -> None:
    async def main() -> None:
        async with RawServer(respond(503)) as proxy:
            http = client("https://repository.example", settings=by_proxy(proxy))
            error = await refused(http, post())
            await http.aclose()
        assert (error.kind, error.verdict) == (ErrorKind.PROXY, Verdict.TRANSIENT)
        assert TOKEN not in str(proxy.seen[0].raw_head), "the proxy never sees the token"

    play(main())


def test_a_proxy_that_hangs_up_leaves_nothing_unknown() -> None:
    """The tunnel was never made: not one byte of the request can have been acted on."""

    async def main() -> None:
        async with RawServer(hang_up(reset=True)) as proxy:
            http = client("https://repository.example", settings=by_proxy(proxy))
            error = await refused(http, post())
            await http.aclose()
        assert error.verdict is Verdict.TRANSIENT

    play(main())


def test_a_service_that_never_answers_the_connection_is_given_up_in_time() -> None:
    """A tunnel that is never made: the connection's own limit holds, for a stream too."""

    async def main() -> None:
        clock = ManualClock()
        async with RawServer(stall()) as proxy:
            http = client(
                "https://repository.example",
                clock,
                settings=by_proxy(proxy),
                limits=SaveLimits(control_s=20.0),
            )
            request = put(Content(9 * MIB).body(), repeatable=False)
            task = asyncio.ensure_future(refused(http, request))
            await proxy.holding.wait()
            await clock.advance(30.0)
            error = await task
            assert (error.kind, error.verdict) == (ErrorKind.TIMED_OUT, Verdict.TRANSIENT)
            proxy.release()
            await http.aclose()

    play(main())


def test_a_call_goes_through_a_tunnel_and_arrives(tmp_path: Path) -> None:
    async def main() -> None:
        tls, authority = self_signed(tmp_path, "repository.example")
        async with RawServer(OK, tls=tls) as service:

            async def tunnel(c: Connection) -> None:
                await c.send(b"HTTP/1.1 200 Connected\r\n\r\n")
                there_reader, there = await asyncio.open_connection("127.0.0.1", service.port)
                forward = asyncio.ensure_future(_pump(c._reader, there))
                await _pump(there_reader, c._writer)
                forward.cancel()
                there.close()
                c.open = False

            async with RawServer(tunnel) as proxy:
                settings = HttpSettings(
                    ca_file=str(authority),
                    proxy_mode=ProxyMode.MANUAL,
                    proxy=Proxy(proxy.url, "user", "secret"),
                )
                http = client("https://repository.example", settings=settings)
                assert await http.call(get(), as_json) == {"ok": True}
                await http.aclose()
            assert proxy.seen[0].target == b"repository.example:443"
            assert service.seen[0].headers["authorization"] == f"Bearer {TOKEN}"
            assert "proxy-authorization" not in service.seen[0].headers

    play(main())


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(1 << 16):
            target.write(data)
            await target.drain()
    except ConnectionError:
        pass
    target.close()


def test_warming_up_in_a_thread_loads_what_the_first_request_needs() -> None:
    """C12: the loop that also draws a window must not import while it sends."""
    check = (
        "import sys, threading\n"
        "from desktop_app.services.http import warm_up\n"
        "thread = threading.Thread(target=warm_up); thread.start(); thread.join()\n"
        "sys.exit('anyio._backends._asyncio' not in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
