"""The sockets under the HTTP library: counts what the socket took, sees an answer that comes early.

The library sends a whole body before it looks for an answer. Here a write ends as soon as a final
answer stands in the receive buffer, so that a 413 or 401 is read instead of a broken pipe or a
stall. A write returns when the operating system has taken all of it, so counts are honest.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import re
import select
import socket
import ssl
import struct
import sys
from collections.abc import Iterable
from typing import Any

import httpcore

_READ_HIGH_WATER = 1 << 20
_ERRNO = re.compile(r"\[Errno (-?\d+)\]")
_HEAD_END = b"\r\n\r\n"
_NEXT_ADDRESS_S = 0.25
"""After so long the next address of a name is tried too."""


class Wire(httpcore.AsyncNetworkBackend):
    """Makes the sockets of one lane and counts over them.

    Args:
        layers: of TLS below which nothing is a request yet, but the making of a tunnel.

    Attributes:
        join_head: keep the next head back until the first bytes of its body.
        begins: the next write is the head of a request, so nothing may have arrived before it.
        out: request bytes handed to sockets.
        received: bytes that came back.
    """

    def __init__(self, layers: int = 0) -> None:
        self.layers = layers
        self.join_head = False
        self.begins = False
        self.out = 0
        self.received = 0
        self.stream: WireStream | None = None

    def moved(self) -> int:
        """Return a count that changes whenever a byte left this machine or arrived."""
        waiting = self.stream.waiting_bytes() if self.stream is not None else 0
        return self.out - waiting + self.received

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect; times are the caller's business.

        Raises:
            httpcore.ConnectError: caused by the operating system's own error.
        """
        del timeout, local_address, socket_options
        loop = asyncio.get_running_loop()
        try:
            _, connected = await loop.create_connection(
                lambda: WireStream(self),
                host,
                port,
                happy_eyeballs_delay=None if _is_address(host) else _NEXT_ADDRESS_S,
            )
        except OSError as error:
            raise httpcore.ConnectError from _one_of(error)
        except UnicodeError as error:
            raise httpcore.ConnectError from socket.gaierror(socket.EAI_NONAME, str(error))
        self.stream = connected
        return connected

    def drop(self) -> None:
        """Cut the connection now; what the operating system has not sent is not sent."""
        if self.stream is not None:
            self.stream.drop()


class WireStream(asyncio.Protocol, httpcore.AsyncNetworkStream):
    """One connection."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
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
        self._wire.received += len(data)
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
        """Save an answer that stands in the system's buffer behind a failed write."""
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
        if self._wire.begins and self._layers >= self._wire.layers:
            self._wire.begins = False
            self._refuse_unasked()
        if self._wire.join_head and self._layers >= self._wire.layers:
            self._wire.join_head = False
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
        if self._layers >= self._wire.layers:
            self._wire.out += len(buffer)
        self._written = True
        transport.write(buffer)
        if not self._paused:
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
        self._refuse_unasked()
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

    # what the lane asks

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

    def _refuse_unasked(self) -> None:
        if self._received:
            self.drop()
            raise httpcore.RemoteProtocolError("bytes that nobody asked for")

    def _use(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._paused = False
        transport.set_write_buffer_limits(high=1, low=0)

    def _socket(self) -> Any:
        return self._transport.get_extra_info("socket") if self._transport is not None else None

    def _resume_reading(self) -> None:
        if not self._reading and self._transport is not None and not self._ended:
            self._reading = True
            self._transport.resume_reading()

    def _answered(self) -> bool:
        """Return whether a final status (not 1xx) stands in the buffer."""
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
        with contextlib.suppress(OSError), raw.dup() as twin:
            twin.setblocking(False)
            while len(self._received) < _READ_HIGH_WATER and (data := twin.recv(65536)):
                self._wire.received += len(data)
                self._received += data


def _wake(waiter: asyncio.Future[None] | None) -> None:
    if waiter is not None and not waiter.done():
        waiter.set_result(None)


def _readable(raw: Any) -> bool:
    """Whether the system has bytes, or the end, that the loop has not handed over yet."""
    if raw is None or raw.fileno() < 0:
        return False
    if not hasattr(select, "poll"):
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


def _is_address(host: str) -> bool:
    """Whether there is nothing to choose: asyncio's race loses its socket when it is cancelled."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _one_of(error: OSError) -> OSError:
    """Return one error where asyncio joined those of several addresses into a text."""
    if error.errno is None and (found := _ERRNO.findall(str(error))):
        return OSError(int(found[-1]), errno.errorcode.get(int(found[-1]), ""))
    return error
