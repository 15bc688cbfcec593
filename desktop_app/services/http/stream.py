"""The socket under the HTTP library: counts what the system took, sees an answer that comes early.

The library sends a whole body before it looks for an answer. Here a write ends as soon as a final
answer is in the receive buffer, so that a 413 or 401 is read instead of a broken pipe or a stall.
A write returns when the operating system has taken all of it, so progress is never overstated.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import select
import socket
import ssl
import struct
import sys
from dataclasses import dataclass
from typing import Any

import httpcore

_READ_HIGH_WATER = 1 << 20
"""Bytes that wait to be read before the socket is paused: a whole piece of a download."""
_HEAD_END = b"\r\n\r\n"


@dataclass(slots=True)
class Traffic:
    """What the sockets of one connection count, and what they are to do with the next write.

    Attributes:
        tls_layers: layers of TLS below which nothing is a request yet, but the making of a tunnel.
        hold_head: keep the next head back until the first bytes of its body.
        request_begins: the next write is the head of a request: nothing may have arrived before it.
        sent: request bytes handed to sockets.
        received: bytes that came back.
    """

    tls_layers: int = 0
    hold_head: bool = False
    request_begins: bool = False
    sent: int = 0
    received: int = 0


class SocketStream(asyncio.Protocol, httpcore.AsyncNetworkStream):
    """One connection."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._written = False
        self._head = b""
        self._ended = False
        self._gone = False
        self._error: Exception | None = None
        self._closed = asyncio.get_running_loop().create_future()
        self._write_waiter: asyncio.Future[None] | None = None
        self._read_waiter: asyncio.Future[None] | None = None
        self._paused = False
        self._reading = True
        self._layers = 0

    # asyncio's side

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the transport; every write waits until the system took it."""
        assert isinstance(transport, asyncio.Transport)
        self._use(transport)

    def data_received(self, data: bytes) -> None:
        """Keep what arrived; an early answer ends a write that waits."""
        self._traffic.received += len(data)
        self._received += data
        if len(self._received) > _READ_HIGH_WATER and self._reading and self._transport:
            self._reading = False
            self._transport.pause_reading()
        _wake(self._read_waiter)
        if self._write_waiter is not None and self._answered():
            _wake(self._write_waiter)

    def eof_received(self) -> bool:
        """Stay open for the rest of a write (TLS cannot)."""
        self._ended = True
        _wake(self._read_waiter)
        return not self._layers

    def pause_writing(self) -> None:
        """Note that the system has not taken everything yet."""
        self._paused = True

    def resume_writing(self) -> None:
        """Note that the system has taken everything."""
        self._paused = False
        _wake(self._write_waiter)

    def connection_lost(self, exc: Exception | None) -> None:
        """Keep an answer that is in the system's buffer behind a failed write."""
        # Not under TLS: those bytes are encrypted, and the library that could read them is gone.
        if exc is not None and not self._layers:
            self._salvage()
        self._ended = True
        self._gone = True
        self._error = exc
        _wake(self._read_waiter)
        _wake(self._write_waiter)
        if not self._closed.done():
            self._closed.set_result(None)

    # the HTTP library's side

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return what arrived, b"" at the end.

        Raises:
            httpcore.ReadError: the connection broke.
        """
        del timeout
        while not self._received and not self._ended:
            self._read_waiter = asyncio.get_running_loop().create_future()
            try:
                await self._read_waiter
            finally:
                self._read_waiter = None
        if self._received:
            data = bytes(memoryview(self._received)[:max_bytes])
            del self._received[:max_bytes]
            self._resume_reading()
            return data
        if self._error is not None:
            raise httpcore.ReadError from self._error
        return b""

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Return when the system has taken all of `buffer`.

        Raises:
            httpcore.WriteError: the connection broke, or a final answer came before the end.
            httpcore.RemoteProtocolError: something arrived before the request left; it cannot be
                an answer to it.
        """
        del timeout
        if self._traffic.request_begins and self._layers >= self._traffic.tls_layers:
            self._traffic.request_begins = False
            self._refuse_unrequested()
        if self._traffic.hold_head and self._layers >= self._traffic.tls_layers:
            self._traffic.hold_head = False
            self._head = buffer
            return
        buffer, self._head = self._head + buffer if self._head else buffer, b""
        if not buffer:
            return
        transport = self._transport
        if transport is None or self._gone or transport.is_closing():
            raise httpcore.WriteError from self._error
        if self._written and self._answered():
            raise httpcore.WriteError
        if self._layers >= self._traffic.tls_layers:
            self._traffic.sent += len(buffer)
        self._written = True
        transport.write(buffer)
        if not self._paused:
            # A write that the system took whole never waits: give the loop its turn, or one fast
            # upload would keep the window and all other uploads from moving.
            await asyncio.sleep(0)
        while self._paused and not self._gone and not self._answered():
            self._write_waiter = asyncio.get_running_loop().create_future()
            try:
                await self._write_waiter
            finally:
                self._write_waiter = None
        if self._gone or self._paused:
            raise httpcore.WriteError from self._error

    async def aclose(self) -> None:
        """Close at once; whatever was not sent is not sent."""
        self.drop()
        await asyncio.shield(self._closed)

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Speak TLS from here on.

        Raises:
            httpcore.ConnectError: caused by the TLS library's or the system's own error.
            httpcore.RemoteProtocolError: plain bytes are there already; they would pass for
                encrypted ones.
        """
        del timeout
        assert self._transport is not None
        self._refuse_unrequested()
        self._layers += 1
        try:
            encrypted = await asyncio.get_running_loop().start_tls(
                self._transport, self, ssl_context, server_hostname=server_hostname
            )
        except (OSError, ssl.SSLError) as error:
            self.drop()
            raise httpcore.ConnectError from error
        if encrypted is None:
            raise httpcore.ConnectError from ConnectionResetError(errno.ECONNRESET, "closed")
        self._use(encrypted)
        return self

    def get_extra_info(self, info: str) -> Any:
        """Answer the two questions that the library asks."""
        if info == "is_readable":
            return bool(self._received) or self._ended or _readable(self._socket())
        return self._transport.get_extra_info(info) if self._transport is not None else None

    # what the connection asks

    def waiting_bytes(self) -> int:
        """Return how many bytes have not left this machine, as far as the system says."""
        if self._transport is None or self._gone:
            return 0
        return self._transport.get_write_buffer_size() + _unsent(self._socket())

    def drop(self) -> None:
        """Cut the connection; with bytes still under way it is reset, so that they stop too."""
        if self._transport is None or self._gone:
            return
        raw = self._socket()
        if raw is not None and self.waiting_bytes() > 0:
            with contextlib.suppress(OSError):
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._transport.abort()

    def _refuse_unrequested(self) -> None:
        if self._received:
            self.drop()
            raise httpcore.RemoteProtocolError("bytes before any request")

    def _use(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._paused = False
        # Nothing is buffered in asyncio: `pause_writing` then means "the system has not taken it".
        transport.set_write_buffer_limits(high=1, low=0)

    def _socket(self) -> Any:
        return self._transport.get_extra_info("socket") if self._transport is not None else None

    def _resume_reading(self) -> None:
        if not self._reading and self._transport is not None and not self._ended:
            self._reading = True
            self._transport.resume_reading()

    def _answered(self) -> bool:
        """Return whether a final status (not 1xx) is in the buffer."""
        start = 0
        while self._received.startswith(b"HTTP/1.", start):
            if self._received[start + 9 : start + 10] != b"1":
                return len(self._received) >= start + 12
            end = self._received.find(_HEAD_END, start)
            if end < 0:
                return False
            start = end + len(_HEAD_END)
        return False

    def _salvage(self) -> None:
        """Read what the peer sent before it broke off: asyncio drops it with the connection."""
        raw = self._socket()
        if raw is None:
            return
        with contextlib.suppress(OSError), raw.dup() as copy:
            copy.setblocking(False)
            while len(self._received) < _READ_HIGH_WATER and (data := copy.recv(65536)):
                self._traffic.received += len(data)
                self._received += data


def _wake(waiter: asyncio.Future[None] | None) -> None:
    if waiter is not None and not waiter.done():
        waiter.set_result(None)


def _readable(raw: Any) -> bool:
    """Whether the system has bytes, or the end, that the loop has not handed over yet."""
    if raw is None or raw.fileno() < 0:
        return False
    if not hasattr(select, "poll"):  # Windows; elsewhere `select` fails on descriptors above 1023
        return bool(select.select([raw.fileno()], [], [], 0)[0])
    poll = select.poll()
    poll.register(raw.fileno(), select.POLLIN)
    return bool(poll.poll(0))


def _unsent(raw: Any) -> int:
    """Return how many bytes of the socket's queue the peer has not acknowledged; 0 if unknown."""
    if raw is None or raw.fileno() < 0 or not sys.platform.startswith("linux"):
        return 0
    import fcntl  # noqa: PLC0415 - exists on POSIX systems only
    import termios  # noqa: PLC0415 - the same

    try:
        answer = fcntl.ioctl(raw.fileno(), termios.TIOCOUTQ, b"\0" * 4)
    except OSError:
        return 0
    return int.from_bytes(answer, sys.byteorder)
