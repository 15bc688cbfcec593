"""The sockets themselves, with a peer that acts between two turns of the loop."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Iterator

import httpcore
import pytest

from desktop_app.services.http.connection import SocketBackend
from desktop_app.services.http.stream import SocketStream, Traffic
from tests.raw_server import answer_bytes
from tests.services.driver import MIB, play


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


async def connected(
    backend: SocketBackend, listener: socket.socket
) -> tuple[SocketStream, socket.socket]:
    stream = await backend.connect_tcp("127.0.0.1", listener.getsockname()[1])
    assert isinstance(stream, SocketStream)
    return stream, listener.accept()[0]


def break_off(peer: socket.socket) -> None:
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    peer.close()


def received_until_reset(peer: socket.socket) -> int:
    received = 0
    try:
        while part := peer.recv(MIB):
            received += len(part)
    except ConnectionResetError:
        return received
    raise AssertionError("the connection ended as if all had been sent")


def test_an_answer_behind_a_broken_connection_is_still_read(listener: socket.socket) -> None:
    """The peer answers and breaks off before the loop has looked: the next write fails first."""

    async def main() -> None:
        stream, peer = await connected(SocketBackend(), listener)
        await stream.write(b"PUT / HTTP/1.1\r\n\r\n")
        answer = answer_bytes(413, b"too large")
        peer.recv(100)
        peer.sendall(answer)
        break_off(peer)
        with pytest.raises(httpcore.WriteError):
            await stream.write(b"x" * MIB)
        assert await stream.read(1 << 16) == answer
        await stream.aclose()

    play(main())


def test_what_the_system_has_not_sent_is_not_sent_after_a_drop(listener: socket.socket) -> None:
    async def main() -> None:
        stream, peer = await connected(SocketBackend(), listener)
        with peer:
            writing = asyncio.ensure_future(stream.write(b"x" * (64 * MIB)))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert stream.waiting_bytes() > 0
            await stream.aclose()
            with pytest.raises(httpcore.WriteError):
                await writing
            assert received_until_reset(peer) < 32 * MIB

    play(main())


def test_what_moved_is_counted_by_what_the_peer_took(listener: socket.socket) -> None:
    async def main() -> None:
        backend = SocketBackend()
        stream, peer = await connected(backend, listener)
        with peer:
            writing = asyncio.ensure_future(stream.write(b"x" * (64 * MIB)))
            await asyncio.sleep(0)
            stuck = backend.moved()
            assert stuck < 64 * MIB
            assert backend.moved() == stuck, "nothing moves while the peer does not read"
            received = 0
            while received < 32 * MIB:
                received += len(peer.recv(MIB))
                await asyncio.sleep(0)
            assert backend.moved() > stuck
            await stream.aclose()
            await asyncio.gather(writing, return_exceptions=True)

    play(main())


@pytest.mark.parametrize(
    ("arrived", "answered"),
    [
        (b"", False),
        (b"HTTP/1.1 4", False),
        (b"HTTP/1.1 413", True),
        (b"HTTP/1.1 100 Continue\r\n\r\n", False),
        (b"HTTP/1.1 100 Continue\r\n", False),
        (b"HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.1 102 P\r\n\r\n", False),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\n", True),
    ],
)
def test_an_interim_answer_is_not_the_answer(arrived: bytes, answered: bool) -> None:
    async def main() -> None:
        stream = SocketStream(Traffic())
        stream.data_received(arrived)
        assert stream._answered() is answered

    play(main())


def test_an_answer_that_comes_early_ends_the_write_at_once(listener: socket.socket) -> None:
    """The peer refuses and reads no more, but keeps the connection: nothing else would end it."""

    async def main() -> None:
        stream, peer = await connected(SocketBackend(), listener)
        with peer:
            writing = asyncio.ensure_future(stream.write(b"x" * (64 * MIB)))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert stream.waiting_bytes() > 0
            answer = answer_bytes(413, b"too large")
            peer.sendall(answer)
            with pytest.raises(httpcore.WriteError):
                await writing
            assert await stream.read(1 << 16) == answer
            await stream.aclose()

    play(main())
