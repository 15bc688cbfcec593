"""T60: an answer and its connection may disagree about where the answer ends.

Bytes behind the end of an answer would pass for the answer to the next request. The answer before
them counts, the connection is not used again.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Iterator

import httpcore
import pytest

from desktop_app.services.http import Request
from desktop_app.services.http.connection import SocketBackend
from desktop_app.services.http.stream import SocketStream
from tests.raw_server import Connection, RawServer, Step, answer_bytes, respond
from tests.services.driver import (
    anything,
    as_json,
    client,
    get,
    play,
    post,
    put,
    refused,
)

JSON = {"content-type": "application/json"}
FORGED = answer_bytes(403, {"message": "forged"})
UNASKED = answer_bytes(408, b"", {"Connection": "close"})
CHUNKED = {"transfer-encoding": "chunked", **JSON}
TRUE = respond(200, {"true": 1})
BODY = b"2\r\n{}\r\n0\r\n"
DELETE = Request("DELETE", "/thing", frozenset({204, 304}), repeatable=True)
HEAD = Request("HEAD", "/thing", frozenset({200}), repeatable=True)


def writes(*parts: bytes) -> Step:
    """Return a step that reads everything and answers with `parts`, one write each."""

    async def step(c: Connection) -> None:
        await c.read_body()
        for part in parts:
            await c.send(part)

    return step


WAYS = {
    "a forged answer": (get(), answer_bytes(200, {}) + FORGED),
    "two answers": (get(), answer_bytes(200, {}) + answer_bytes(200, {"second": 1})),
    "half a forged head": (get(), answer_bytes(200, {}) + b"HTTP/1.1 403 No\r\nX-Rest: "),
    "an unasked 408": (get(), answer_bytes(200, {}) + UNASKED),
    "empty lines": (get(), answer_bytes(200, {}) + b"\r\n\r\n"),
    "a short length": (get(), answer_bytes(200, b"{}" + FORGED, JSON, length=2)),
    "a chunked answer": (get(), answer_bytes(200, BODY + b"\r\n" + FORGED, CHUNKED)),
    "trailers": (get(), answer_bytes(200, BODY + b"X-A: b\r\n\r\n" + FORGED, CHUNKED)),
    "a body behind 204": (DELETE, answer_bytes(204) + FORGED),
    "a body behind 304": (DELETE, answer_bytes(304) + FORGED),
    "a body behind HEAD": (HEAD, answer_bytes(200, FORGED)),
    "a refusal": (get(), answer_bytes(404, {}) + FORGED),
    "an interim answer": (get(), b"HTTP/1.1 102 P\r\n\r\n" + answer_bytes(200, {}) + FORGED),
}


@pytest.mark.parametrize("way", WAYS)
def test_T60_bytes_behind_an_answer_are_not_the_next_answer(way: str) -> None:
    request, sent = WAYS[way]

    async def main() -> None:
        async with RawServer(writes(sent), TRUE) as server:
            http = client(server)
            if way == "a refusal":
                assert (await refused(http, request)).status == 404
            else:
                assert (await http.call(request, anything)).status in request.expect
            assert await http.call(get("/next"), as_json) == {"true": 1}
            await http.aclose()
        assert server.connections == 2
        assert server.seen[1].path == "/next"

    play(main())


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (DELETE, answer_bytes(204, b"", {"content-length": str(len(FORGED))})),
        (DELETE, answer_bytes(304, b"", {"content-length": str(len(FORGED))})),
        (DELETE, answer_bytes(204, b"", CHUNKED)),
        (get(), answer_bytes(200, BODY + b"\r\n", {**CHUNKED, "content-length": "2"})),
    ],
)
def test_T60_an_announced_body_that_may_still_come_ends_the_connection(
    request_: Request, answer: bytes
) -> None:
    """Nothing is behind the answer yet: what it says of itself is enough."""

    async def main() -> None:
        async with RawServer(writes(answer), TRUE) as server:
            http = client(server)
            await http.call(request_, anything)
            assert await http.call(get("/next"), as_json) == {"true": 1}
            await http.aclose()
        assert server.connections == 2

    play(main())


def test_T60_what_is_whole_is_used_again() -> None:
    """Trailers, interim answers, HEAD with a length and 204 are no disagreement."""
    whole = (
        (get(), answer_bytes(200, BODY + b"X-A: b\r\n\r\n", CHUNKED)),
        (HEAD, answer_bytes(200, b"", length=17)),
        (DELETE, answer_bytes(204)),
        (get(), b"HTTP/1.1 102 P\r\n\r\n" + answer_bytes(200, {})),
        (put(b"abc"), answer_bytes(201, {})),
    )

    async def main() -> None:
        async with RawServer(*(writes(sent) for _, sent in whole), TRUE) as server:
            http = client(server)
            for request, _ in whole:
                await http.call(request, anything)
            assert await http.call(get(), as_json) == {"true": 1}
            await http.aclose()
        assert server.connections == 1

    play(main())


def test_T60_a_publish_that_was_carried_out_is_not_refused_by_the_answer_before() -> None:
    async def main() -> None:
        listing = writes(answer_bytes(200, {}) + FORGED)
        async with RawServer(listing, respond(201, {"state": "published"})) as server:
            http = client(server)
            await http.call(get("/files"), as_json)
            assert await http.call(post("/publish"), as_json) == {"state": "published"}
            await http.aclose()
        assert [seen.path for seen in server.seen] == ["/files", "/publish"]

    play(main())


def test_T60_behind_a_redirect_too() -> None:
    async def main() -> None:
        moved = answer_bytes(307, b"", {"Location": "/moved"})
        async with RawServer(writes(moved + FORGED), TRUE) as server:
            http = client(server)
            assert await http.call(get(), as_json) == {"true": 1}
            await http.aclose()
        assert server.connections == 2

    play(main())


def test_T60_behind_a_download_too() -> None:
    async def main() -> None:
        async with RawServer(writes(answer_bytes(200, b"abc") + FORGED), TRUE) as server:
            http = client(server)
            async with http.download("/file") as pieces:
                assert b"".join([piece async for piece in pieces]) == b"abc"
            assert await http.call(get(), as_json) == {"true": 1}
            await http.aclose()

    play(main())


def test_T60_bytes_that_come_while_a_connection_is_idle_end_it() -> None:
    """A 408 in the pause between two calls belongs to neither."""

    async def main() -> None:
        sent = asyncio.Event()

        async def late(c: Connection) -> None:
            await c.answer(200, {})
            await c.server.released.wait()
            await c.send(UNASKED)
            sent.set()

        async with RawServer(late, TRUE) as server:
            http = client(server)
            await http.call(get(), as_json)
            server.release()
            await sent.wait()
            assert await http.call(get("/next"), as_json) == {"true": 1}
            await http.aclose()
        assert server.connections == 2

    play(main())


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def test_T60_bytes_that_only_the_system_has_are_seen_before_reuse(
    listener: socket.socket,
) -> None:
    """They arrived, and no turn of the loop has passed since."""

    async def main() -> None:
        stream = await SocketBackend().connect_tcp("127.0.0.1", listener.getsockname()[1])
        assert isinstance(stream, SocketStream)
        peer = listener.accept()[0]
        with peer:
            assert not stream.get_extra_info("is_readable")
            peer.sendall(UNASKED)
            assert stream.get_extra_info("is_readable")
            await stream.aclose()

    play(main())


def test_T60_an_answer_that_was_there_before_the_request_is_none(
    listener: socket.socket,
) -> None:
    async def main() -> None:
        backend = SocketBackend()
        stream = await backend.connect_tcp("127.0.0.1", listener.getsockname()[1])
        assert isinstance(stream, SocketStream)
        with listener.accept()[0]:
            stream.data_received(FORGED)
            backend.traffic.request_begins = True
            with pytest.raises(httpcore.RemoteProtocolError):
                await stream.write(b"GET / HTTP/1.1\r\n\r\n")
            assert backend.traffic.sent == 0
            await stream.aclose()

    play(main())


def test_T60_plain_bytes_before_encryption_do_not_pass_for_encrypted_ones(
    listener: socket.socket,
) -> None:
    """A proxy sends them behind its answer to CONNECT, in a write of their own."""

    async def main() -> None:
        stream = await SocketBackend(tls_layers=1).connect_tcp(
            "127.0.0.1", listener.getsockname()[1]
        )
        assert isinstance(stream, SocketStream)
        with listener.accept()[0]:
            stream.data_received(FORGED)
            with pytest.raises(httpcore.RemoteProtocolError):
                await stream.start_tls(ssl.create_default_context(), "records.example")
            await stream.aclose()

    play(main())
