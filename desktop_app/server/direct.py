"""Large bodies of known size, from the socket straight into the memory of whoever asks for them.

uvicorn would copy each byte four times on its way to the application: a quarter of a core for each
GB in a second, and of the rate (`docs/decisions/0004-service-sockets.md`). So the front hands it
such a request without its body, and with a field `NAME` that no client can send; by that the call
takes its body from `Bodies`. Public interfaces of asyncio are all that this needs.

    nobody asks: what comes is kept; reading is paused once that is more than `KEPT`
    `fill`:      what was kept, then from the socket into the room given, until it is full
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

NAME = b"sendoff-body"
LARGE = 256 * 1024
"""Bytes that a body has to have to come this way."""
KEPT = 256 * 1024
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class DirectBody:
    """The body of one request.

    Args:
        transport: of its connection.
        size: of the body.
        permission: the client waits for it before it sends.
    """

    def __init__(self, transport: asyncio.Transport, size: int, *, permission: bool) -> None:
        self.transport = transport
        self.size = size
        self.permission = permission
        self._missing = size
        """Bytes that have not come."""
        self._kept = bytearray()
        self._room: memoryview | None = None
        self._arrived: Callable[[int], None] | None = None
        self._waiting: asyncio.Future[None] | None = None
        self._lost = False

    # The side of the connection

    @property
    def complete(self) -> bool:
        """Whether all of it has come."""
        return self._missing == 0

    @property
    def room(self) -> memoryview | None:
        """Where the next bytes are to be read to; None where nobody asks."""
        return self._room

    def read(self, count: int) -> None:
        """Note that `count` bytes were read into `room`."""
        assert self._room is not None
        assert self._arrived is not None
        self._missing -= count
        self._room = self._room[count:]
        self._arrived(count)
        if not self._room:
            self._end()

    def take(self, data: bytes) -> bytes:
        """Keep what is of the body while nobody asks; return what is behind it."""
        body, rest = data[: self._missing], data[self._missing :]
        self._missing -= len(body)
        self._kept += body
        if self._missing and len(self._kept) > KEPT and not self.transport.is_closing():
            self.transport.pause_reading()
        return rest

    def lose(self) -> None:
        """No more will come."""
        self._lost = True
        self._end()

    def _end(self) -> None:
        self._room = None
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    # The side of the call

    @property
    def taken(self) -> bool:
        """Whether all of it was given out."""
        return self.complete and not self._kept

    async def fill(self, room: memoryview, arrived: Callable[[int], None]) -> bool:
        """Fill `room`, or what is left of the body, and say each time how many bytes came.

        Cancelling keeps what came. Returns whether the connection is still there.
        """
        if self.permission:
            self.permission = False
            self.transport.write(CONTINUE)
        count = min(len(room), len(self._kept))
        room[:count] = self._kept[:count]
        del self._kept[:count]
        arrived(count)
        room = room[count : count + self._missing]
        if room and not self._lost and not self.transport.is_closing():
            await self._read(room, arrived)
        return self.taken or not (self._lost or self.transport.is_closing())

    async def _read(self, room: memoryview, arrived: Callable[[int], None]) -> None:
        self._room, self._arrived = room, arrived
        self._waiting = asyncio.get_running_loop().create_future()
        try:
            self.transport.resume_reading()
            await self._waiting
        finally:
            self._room = None
            if self._missing and not self.transport.is_closing():
                self.transport.pause_reading()


class Bodies:
    """The bodies of requests that have not reached their calls yet."""

    def __init__(self) -> None:
        self._bodies: dict[str, DirectBody] = {}
        self._made = 0

    def add(self, body: DirectBody) -> bytes:
        """Keep a body; return what names it."""
        self._made += 1
        self._bodies[str(self._made)] = body
        return str(self._made).encode()

    def forget(self, transport: asyncio.Transport) -> None:
        """Drop what came by a connection that is lost."""
        for name in [one for one, body in self._bodies.items() if body.transport is transport]:
            del self._bodies[name]

    def claim(self, name: str | None) -> DirectBody | None:
        """Return the body of a request, once."""
        return None if name is None else self._bodies.pop(name, None)
