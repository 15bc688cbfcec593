"""One HTTP/1.1 connection: h11 over a pair of streams, with a view of the socket below them."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import sys
from collections.abc import AsyncGenerator
from typing import TypeAlias

import h11

PIECE = 16 << 10
LARGEST_HEAD = 64 << 10
Part: TypeAlias = h11.Data | h11.EndOfMessage
"""What follows a head: pieces of the body, then its end (with trailers, if there are any)."""

_LOOK_S = 0.02
_ESTABLISHED = 1


class BrokenError(ConnectionError):
    """The peer left in the middle of a message, or does not speak HTTP."""


class ServiceGoneError(BrokenError):
    """That peer is the service."""


class Wire:
    """One connection.

    Args:
        role: `h11.SERVER` towards a client, `h11.CLIENT` towards the service.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        role: type[h11.CLIENT | h11.SERVER],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._http = h11.Connection(role, max_incomplete_event_size=LARGEST_HEAD)
        self._broken = BrokenError if role is h11.SERVER else ServiceGoneError

    async def event(self) -> object:
        """Return h11's next event.

        Raises:
            BrokenError: the peer left in the middle of a message, or this is no HTTP.
        """
        try:
            while (event := self._http.next_event()) is h11.NEED_DATA:
                self._http.receive_data(await self._reader.read(PIECE))
        except (h11.RemoteProtocolError, ConnectionError) as error:
            raise self._broken from error
        return event

    async def parts(self) -> AsyncGenerator[Part, None]:
        """Yield what follows the head that was read last.

        Raises:
            BrokenError: see `event`.
        """
        event = None
        while not isinstance(event, h11.EndOfMessage):
            event = await self.event()
            if not isinstance(event, h11.Data | h11.EndOfMessage):
                raise self._broken
            yield event

    def encoded(self, event: h11.Event) -> bytes:
        """Return the bytes of an event that is sent next.

        Raises:
            BrokenError: it cannot be sent now.
        """
        try:
            return self._http.send(event) or b""
        except h11.LocalProtocolError as error:
            raise self._broken from error

    async def send(self, event: h11.Event) -> None:
        """Send an event.

        Raises:
            BrokenError: the peer is gone.
        """
        await self.send_bytes(self.encoded(event))

    async def send_bytes(self, data: bytes) -> None:
        """Send bytes past h11: a fault may lie about a length, or stop anywhere.

        Raises:
            BrokenError: the peer is gone.
        """
        if not data:
            return
        try:
            self._writer.write(data)
            await self._writer.drain()
        except ConnectionError as error:
            raise self._broken from error

    def begin_next(self) -> bool:
        """Get ready for another request; False where the connection cannot carry one."""
        http = self._http
        if http.our_state is not h11.DONE or http.their_state is not h11.DONE:
            return False
        http.start_next_cycle()
        return True

    @property
    def open(self) -> bool:
        """Whether the peer can still send and be sent to, as far as is known."""
        return not (self._reader.at_eof() or self._writer.is_closing())

    def half_close(self) -> None:
        """Announce that nothing more will be sent."""
        if self._writer.can_write_eof():
            self._writer.write_eof()

    def reset(self) -> None:
        """Break the connection off, so that the peer sees a reset."""
        raw = self._writer.get_extra_info("socket")
        if raw is not None and raw.fileno() >= 0:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()

    async def close(self) -> None:
        """Close in an orderly way."""
        with contextlib.suppress(ConnectionError):
            self._writer.close()
            await self._writer.wait_closed()

    async def gone(self) -> None:
        """Return once the peer has closed or reset the connection, unread bytes or not.

        Polls the socket's state: asyncio reports a peer's close only to a reader, and while a
        fault holds the exchange nothing may be read.
        """
        while not self._is_gone():  # noqa: ASYNC110 - the socket's state raises no event
            await asyncio.sleep(_LOOK_S)

    def _is_gone(self) -> bool:
        if not self.open:
            return True
        raw = self._writer.get_extra_info("socket")
        if raw is None or raw.fileno() < 0:
            return True
        if not sys.platform.startswith("linux"):
            return False
        state: bytes = raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)
        return state[0] != _ESTABLISHED
