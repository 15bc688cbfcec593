"""uvicorn's HTTP protocol with two differences: headers have limits, large bodies cost less.

Headers are counted while they arrive, before the parser has kept them all, and have to arrive in
time. Of a large body of known length the parser sees the beginning only; the rest goes from the
socket straight into the memory of who asks for it (`straight.Straight`), or, where nobody does,
past the parser in reads of 1 MiB.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httptools
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from desktop_app.server.framing import TARGET
from desktop_app.server.straight import STRAIGHT

READ_BYTES = 1 << 20
HEADER_BYTES = 256 * 1024
"""Where the connection is cut; what is larger than the service's own limit gets a 431."""
LARGE = 256 * 1024
"""Bytes of a body that still have to come, from which on they go past the parser."""


class Protocol(HttpToolsProtocol):
    """One connection; it is closed where the headers of a request do not arrive in `headers_s`."""

    headers_s = 30.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Read in larger pieces, where the loop's transport has a size."""
        super().connection_made(transport)
        self._header_bytes = 0
        """Bytes that came since the last request began, or since the last byte of a body."""
        self._in_body = False
        self._requests = 0
        self._deaf = False
        self._unparsed = 0
        """Bytes of the body that the parser has not seen and, from `LARGE` on, will not see."""
        self._past_parser = False
        self._filling: _Filling | None = None
        self._too_late: asyncio.TimerHandle | None = None
        self._expect_headers()
        self._selects = hasattr(transport, "max_size")
        if self._selects:
            transport.max_size = READ_BYTES  # type: ignore[attr-defined]  # asked just above

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave no timer behind, and nobody who waits."""
        self._have_headers()
        super().connection_lost(exc)
        if self._filling is not None:
            self._filling.end()

    def data_received(self, data: bytes) -> None:
        """Parse, but for the rest of a large body; cut the connection where headers do not end."""
        if self._past_parser:
            body, data = data[: self._unparsed], data[self._unparsed :]
            self.on_body(body)
            if self._unparsed == 0:
                self._end_body()
            if not data:
                return
        if self._deaf:
            return
        super().data_received(data)
        if self.parser is None or self.transport.is_closing():
            return
        if self._in_body:
            self._past_parser = self._unparsed >= LARGE
        if not self._in_body or (
            self.cycle.response_complete and self.timeout_keep_alive_task is None
        ):
            self._expect_headers()
        self._header_bytes += len(data)
        if self._header_bytes > HEADER_BYTES + READ_BYTES:
            self.transport.close()

    def on_body(self, body: bytes) -> None:
        """As uvicorn's, but a piece that is alone is handed on as it is: two copies fewer."""
        self._unparsed -= len(body)
        self._header_bytes = 0
        cycle = self.cycle
        if cycle.response_complete:
            return
        if not cycle.body:
            cycle.body = body  # type: ignore[assignment]  # bytes do as well
        elif isinstance(cycle.body, bytearray):
            cycle.body += body
        else:
            cycle.body = bytearray(cycle.body + body)
        if len(cycle.body) > HIGH_WATER_LIMIT:
            self.flow.pause_reading()
        cycle.message_event.set()

    def on_message_begin(self) -> None:
        """A new request: its headers count from here."""
        super().on_message_begin()
        self._header_bytes = 0
        self._in_body = False
        self._requests += 1
        body = _Body(self, self._requests)
        self.scope["extensions"] = {STRAIGHT: body}  # type: ignore[dict-item]  # an object, not a table

    def on_header(self, name: bytes, value: bytes) -> None:
        """As uvicorn's, but what follows a body in chunks is no header of the request."""
        if not self._in_body:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """From here on it is the body, which has its own limits.

        Raises:
            ValueError: a body behind an upgrade, which the parser would take for none; it is
                answered with 400.
        """
        self._in_body = True
        self._have_headers()
        headers = dict(self.headers)
        in_chunks = b"transfer-encoding" in headers
        self._unparsed = 0 if in_chunks else int(headers.get(b"content-length", 0))
        self.scope["extensions"][TARGET] = self.url  # type: ignore[assignment]  # bytes, as above
        upgrade = self.parser.should_upgrade()
        if upgrade and (in_chunks or self._unparsed):
            raise ValueError("a body behind an upgrade")
        super().on_headers_complete()
        if upgrade:
            self.cycle.keep_alive = False

    def _unsupported_upgrade_warning(self) -> None:
        """Go on as if no other protocol had been asked for; what follows cannot be parsed."""
        self._deaf = True

    # Straight

    def ready(self, request: int) -> bool:
        """Whether the next bytes of the connection are of the body of this request, and large."""
        cycle = self.cycle
        return (
            self._past_parser
            and self._requests == request
            and self._selects
            and not cycle.body
            and not cycle.disconnected
            and not cycle.response_complete
            and not cycle.waiting_for_100_continue
        )

    async def fill(self, room: memoryview, arrived: Callable[[int], None]) -> bool:
        """Fill `room` from the socket; return whether more of the body will follow."""
        filling = self._filling = _Filling(self, room[: self._unparsed], arrived)
        self.transport.set_protocol(filling)
        self.flow.resume_reading()
        try:
            await filling.ended
        finally:
            self._filling = None
            self.transport.set_protocol(self)
            self.flow.pause_reading()
        return self._unparsed > 0

    def came_straight(self, count: int) -> None:
        """Count bytes of the body that were filled in."""
        self._unparsed -= count
        if self._unparsed == 0:
            self._end_body()

    def _end_body(self) -> None:
        """Go on with a new parser: the old one still waits for a body."""
        self._past_parser = False
        self.parser = httptools.HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self.on_message_complete()

    def _expect_headers(self) -> None:
        if self._too_late is None:
            self._too_late = self.loop.call_later(self.headers_s, self.timeout_keep_alive_handler)

    def _have_headers(self) -> None:
        if self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None


class _Body:
    """The `Straight` of one request: those behind it on the connection have their own."""

    __slots__ = ("_owner", "_request")

    def __init__(self, owner: Protocol, request: int) -> None:
        self._owner = owner
        self._request = request

    def ready(self) -> bool:
        """Whether the next bytes can come this way."""
        return self._owner.ready(self._request)

    async def fill(self, room: memoryview, arrived: Callable[[int], None]) -> bool:
        """Fill `room`; return whether more of the body will follow."""
        return await self._owner.fill(room, arrived)


class _Filling(asyncio.BufferedProtocol):
    """Stands in for the protocol of a connection while memory is filled from its socket."""

    def __init__(self, owner: Protocol, room: memoryview, arrived: Callable[[int], None]) -> None:
        self._owner = owner
        self._room = room
        self._arrived = arrived
        self.ended = owner.loop.create_future()

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return what is to be filled."""
        del sizehint
        return self._room

    def buffer_updated(self, nbytes: int) -> None:
        """Note what came; at the end, read no more."""
        self._room = self._room[nbytes:]
        self._arrived(nbytes)
        self._owner.came_straight(nbytes)
        if not self._room:
            self._owner.flow.pause_reading()
            self.end()

    def end(self) -> None:
        """Wait no longer."""
        if not self.ended.done():
            self.ended.set_result(None)

    def eof_received(self) -> None:
        """As the protocol itself."""
        return self._owner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """As the protocol itself."""
        self._owner.connection_lost(exc)

    def pause_writing(self) -> None:
        """As the protocol itself."""
        self._owner.pause_writing()

    def resume_writing(self) -> None:
        """As the protocol itself."""
        self._owner.resume_writing()
