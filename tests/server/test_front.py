"""The front of a connection: however the bytes are cut, the same requests come out behind it."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import httptools
import pytest

from desktop_app.server import front
from desktop_app.server.direct import NAME, Bodies, DirectBody

HOST = b"Host: h\r\n"
Request = tuple[bytes, bytes, list[tuple[bytes, bytes]], bytes]


def sized(content: bytes) -> bytes:
    return b"PUT /s HTTP/1.1\r\n%bContent-Length: %d\r\n\r\n%b" % (HOST, len(content), content)


def chunked(*chunks: bytes, trailer: bytes = b"") -> bytes:
    body = b"".join(b"%x\r\n%b\r\n" % (len(one), one) for one in chunks)
    head = b"POST /c HTTP/1.1\r\n%bTransfer-Encoding: chunked\r\n\r\n" % HOST
    return head + body + b"0\r\n" + trailer + b"\r\n"


PLAIN = b"GET /p?q=1 HTTP/1.1\r\n" + HOST + b"\r\n"
ABSOLUTE = b"GET http://h/a?b HTTP/1.1\r\n" + HOST + b"\r\n"
LAST = b"GET /last HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
UPGRADE = b"GET /u HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n"


class Transport:
    """A connection that only remembers what was written and whether it is closed."""

    def __init__(self) -> None:
        self.written = b""
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        return

    def resume_reading(self) -> None:
        return


class Behind:
    """What an HTTP server would understand of what is handed on."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.bodies = Bodies()
        self.direct: dict[int, DirectBody] = {}
        self._parser = httptools.HttpRequestParser(self)

    def take(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_message_begin(self) -> None:
        self._target, self._fields, self._body = b"", [], b""  # type: ignore[var-annotated]  # below

    def on_url(self, url: bytes) -> None:
        self._target += url

    def on_header(self, name: bytes, value: bytes) -> None:
        self._fields.append((name, value))

    def on_body(self, body: bytes) -> None:
        self._body += body

    def on_message_complete(self) -> None:
        method = self._parser.get_method()
        body = self.bodies.claim(dict(self._fields).get(NAME, b"").decode())
        if body is not None:
            self.direct[len(self.requests)] = body
        self.requests.append((method, self._target, self._fields, self._body))


def through(pieces: list[bytes]) -> tuple[list[Request], Transport]:
    """Send pieces over one connection; return what came out behind it."""

    async def run() -> tuple[list[Request], Transport]:
        transport, behind = Transport(), Behind()
        requests: Any = front._Requests(transport, behind.take, behind.bodies, 30.0)  # type: ignore[arg-type]  # all that it asks for
        for piece in pieces:
            requests.feed(piece)
        requests.end()
        for number, body in behind.direct.items():
            content = bytearray(body.size)
            assert await body.fill(memoryview(content), lambda _: None)
            behind.requests[number] = (*behind.requests[number][:3], bytes(content))
        return behind.requests, transport

    return asyncio.run(run())


STREAMS = {
    "plain": PLAIN * 3,
    "sized": sized(b"") + sized(b"1") + sized(b"12345") + PLAIN,
    "chunked": chunked(b"1", b"23456") + PLAIN + chunked(),
    "trailers": chunked(b"x", trailer=b"Host: elsewhere\r\nX: y\r\n") + sized(b"abc"),
    "empty lines": PLAIN + b"\r\n\r\n" + sized(b"abc") + b"\r\n" + PLAIN,
    "absolute": ABSOLUTE + PLAIN,
    "the last": sized(b"abc") + LAST + PLAIN,
    "an upgrade": sized(b"abc") + UPGRADE + b"\x00\x01 whatever",
}


@pytest.mark.parametrize("stream", STREAMS.values(), ids=STREAMS.keys())
def test_the_same_requests_come_out_wherever_the_stream_is_cut(stream: bytes) -> None:
    whole, _ = through([stream])
    assert whole
    for at in range(1, len(stream)):
        assert through([stream[:at], stream[at:]])[0] == whole, at
    assert through([stream[at : at + 1] for at in range(len(stream))])[0] == whole


@pytest.mark.parametrize("size", [65_535, 65_536, 65_537, 262_144, 1_000_000])
def test_bodies_around_each_threshold_come_out_as_they_were(size: int) -> None:
    content = random.Random(size).randbytes(size)
    stream = sized(content) + PLAIN + chunked(content) + sized(content[:7])
    for step in (size + 1, 65_536, 4_099):
        found, transport = through([stream[n : n + step] for n in range(0, len(stream), step)])
        assert [body for *_, body in found] == [content, b"", content, content[:7]]
        assert (transport.written, transport.closed) == (b"", False)


def only(stream: bytes) -> Request:
    (one,), _ = through([stream])
    return one


def test_what_comes_out_is_written_anew() -> None:
    assert only(chunked(b"x", trailer=b"Host: elsewhere\r\n"))[2] == [
        (b"Host", b"h"),
        (b"Transfer-Encoding", b"chunked"),
    ]
    assert only(ABSOLUTE)[1] == b"/a?b"
    fields = only(UPGRADE)[2]
    assert (b"Connection", b"close") in fields
    assert b"Upgrade" not in [name for name, _ in fields]


def test_a_field_of_the_front_itself_is_taken_from_nobody() -> None:
    forged = b"PUT /f HTTP/1.1\r\n" + HOST + b"%b: 1\r\n\r\n" % NAME.title()
    assert only(forged)[2] == [(b"Host", b"h")]


@pytest.mark.parametrize(
    ("bad", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        (b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx", 400),
        (b"PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 70_000, 431),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 70_000 + b"\r\n\r\n", 431),
        (b"\x16\x03\x01\x00", 400),
    ],
)
def test_a_head_that_is_refused_is_answered_and_nothing_of_it_handed_on(
    bad: bytes, status: int
) -> None:
    for pieces in (
        [PLAIN + bad + PLAIN],
        [PLAIN, *(bad[n : n + 1000] for n in range(0, len(bad), 1000)), PLAIN],
    ):
        found, transport = through(pieces)
        assert len(found) == 1, "the sound request before it"
        assert transport.written.startswith(b"HTTP/1.1 %d " % status)
        assert transport.written.count(b"HTTP/1.1") == 1
