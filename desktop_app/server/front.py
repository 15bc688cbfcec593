"""What stands before uvicorn on each connection, and sees what ASGI does not show.

A head has to arrive in time and within a size, the connections are counted, and a head that two
readers could take for two requests is refused (RFC 9110, RFC 9112). uvicorn gets each request anew,
as this end understood it: no upgrade, no absolute target, no field behind a body that would be
taken for a header. Bodies pass through: only their beginning is looked at, where its size is known;
large ones go past uvicorn (see `direct`).

    HEAD --- complete and sound ---> BODY of known size, or in chunks --- its end ---> HEAD
      |
      +--- too late: closed; too large, doubtful, no HTTP: answered, then closed

Built on `asyncio.BufferedProtocol`; of uvicorn's protocol it calls what `asyncio` would call.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from desktop_app.server.direct import LARGE, NAME, Bodies, DirectBody
from desktop_app.server.gate import Connections
from desktop_app.server.head import Field, Fields, is_chunked, origin_form
from desktop_app.server.problems import Kind, Problem

HEAD_BYTES = 64 * 1024
"""Bytes of a head: far more than anybody needs, too few to hurt."""
READ_OUT = 1 << 20
LINGER_S = 0.3
"""How much of what follows a refusal is read, and for how long."""
READ_BYTES = 256 * 1024


class Front(asyncio.BufferedProtocol):
    """One connection: what comes is cut into requests, and handed to uvicorn.

    Args:
        behind: uvicorn's protocol.
        connections: counts this one, or refuses it.
        bodies: gets the large bodies.
        room: where all else is read to; shared by all, since it is used up at once.
        head_s: within which a head has to arrive.
    """

    def __init__(
        self,
        behind: asyncio.Protocol,
        connections: Connections,
        bodies: Bodies,
        room: memoryview,
        head_s: float,
    ) -> None:
        self._behind = behind
        self._connections = connections
        self._bodies = bodies
        self._room = room
        self._head_s = head_s
        self._requests: _Requests | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Count the connection, or refuse it."""
        if self._connections.admit(transport):
            self._behind.connection_made(transport)
            self._requests = _Requests(
                transport, self._behind.data_received, self._bodies, self._head_s
            )

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return where to read to."""
        del sizehint
        return self._direct_room() or self._room

    def buffer_updated(self, nbytes: int) -> None:
        """Take what came."""
        if self._requests is None:
            return
        if self._direct_room() is None:
            self._requests.feed(bytes(self._room[:nbytes]))
        else:
            self._requests.read_direct(nbytes)

    def _direct_room(self) -> memoryview | None:
        body = None if self._requests is None else self._requests.direct
        return None if body is None else body.room

    def eof_received(self) -> None:
        """Let uvicorn know."""
        if self._requests is not None:
            self._behind.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        if self._requests is not None:
            self._requests.end()
            self._connections.lost()
            self._behind.connection_lost(exc)

    def pause_writing(self) -> None:
        """Let uvicorn know."""
        if self._requests is not None:
            self._behind.pause_writing()

    def resume_writing(self) -> None:
        """Let uvicorn know."""
        if self._requests is not None:
            self._behind.resume_writing()


def front(connections: Connections, bodies: Bodies, head_s: float) -> type[asyncio.Protocol]:
    """Return what uvicorn calls for each connection, as its documented `Config(http=...)`."""
    room = memoryview(bytearray(READ_BYTES))

    def made(**arguments: Any) -> Front:
        return Front(HttpToolsProtocol(**arguments), connections, bodies, room, head_s)

    return cast(type[asyncio.Protocol], made)  # it is only called


class _Requests:
    """Cuts what comes on a connection into requests, and hands each on as it was understood.

    The methods named `on_...` are those that httptools calls.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        hand_on: Callable[[bytes], None],
        bodies: Bodies,
        head_s: float,
    ) -> None:
        self._transport = transport
        self._bodies = bodies
        self.direct: DirectBody | None = None
        """A large body that comes now, past uvicorn."""
        self._hand_on = hand_on
        self._head_s = head_s
        self._too_late: asyncio.TimerHandle | None = None
        self._deaf = False
        """Nothing more is taken from this connection."""
        self._last = False
        """The request under way said that it is the last."""
        self._parser = httptools.HttpRequestParser(self)
        self._in_body = False
        self._left = 0
        """Bytes of a body of known size that are still to come."""
        self._chunked = False
        self._unknown = 0
        """Bytes since the last that belonged to a body."""
        self._fields: list[Field] = []
        self._target = b""
        self._begin_head()

    def feed(self, data: bytes) -> None:
        """Take what came, hand on what is a request."""
        if self._deaf or self._transport.is_closing():
            self._unknown += len(data)
            if self._unknown > READ_OUT:
                self._transport.close()
            return
        if self._in_body and not self._chunked:
            data = self._pass_body(data)
        elif not self._in_body and not self._target:
            data = data.lstrip(b"\r\n")  # some send an empty line behind a body: it begins nothing
        if not data or self._deaf:
            return
        self._unknown += len(data)
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._deaf = True  # what follows is of another protocol, or nothing
        except httptools.HttpParserError as error:
            if self._deaf:
                return  # behind what was the last request
            known = error.__context__
            self._refuse(known if isinstance(known, Problem) else Problem(Kind.BAD_HEADER))
        if self._unknown > HEAD_BYTES and not self._deaf:
            self._refuse(Problem(Kind.HEADERS_TOO_LARGE, limit=HEAD_BYTES))

    def end(self) -> None:
        """Leave no timer behind, and nobody who waits."""
        self._deaf = True
        self._bodies.forget(self._transport)
        if self.direct is not None:
            self.direct.lose()
        self._have_head()

    def read_direct(self, count: int) -> None:
        """Note what was read into the room of the large body."""
        assert self.direct is not None
        self.direct.read(count)
        self._end_direct()

    def _end_direct(self) -> None:
        if self.direct is not None and self.direct.complete:
            self.direct = None
            self.on_message_complete()
            self._parser = httptools.HttpRequestParser(self)  # the old one still waits for the body
            if not self._transport.is_closing():
                self._transport.resume_reading()

    def _pass_body(self, data: bytes) -> bytes:
        """Hand on what is of the body; return what is behind it."""
        if self.direct is not None:
            rest = self.direct.take(data)
            self._end_direct()
            return rest
        body, rest = data[: self._left], data[self._left :]  # no copy where all is of the body
        self._left -= len(body)
        self._hand_on(body)
        if not self._left:
            self.on_message_complete()
            self._parser = httptools.HttpRequestParser(self)  # the old one still waits for the body
        return rest

    # Called by the parser

    def on_message_begin(self) -> None:
        """A request begins."""
        self._fields, self._target = [], b""
        self._in_body = self._chunked = False
        if self._too_late is None:
            self._begin_head()

    def on_url(self, url: bytes) -> None:
        """A piece of the target."""
        self._target += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """A field of the head; those behind a body are nobody's."""
        if not self._in_body:
            self._fields.append((name, value))

    def on_headers_complete(self) -> None:
        """The head is complete: check it and hand it on.

        Raises:
            Problem: it is not sound.
        """
        if sum(len(name) + len(value) for name, value in self._fields) > HEAD_BYTES:
            raise Problem(Kind.HEADERS_TOO_LARGE, limit=HEAD_BYTES)
        version = self._parser.get_http_version()
        fields = Fields(self._fields)
        self._chunked = is_chunked(version, fields)
        self._left = int(fields.one(b"content-length") or 0)
        upgrade = self._parser.should_upgrade()
        if upgrade and (self._chunked or self._left):
            raise Problem(Kind.BAD_HEADER, field="Upgrade")  # the parser would take it for no body
        method = self._parser.get_method()
        if method == b"CONNECT":
            raise Problem(Kind.BAD_HEADER, field="target")
        target = origin_form(version, self._target, fields)
        self._have_head()
        self._last = not self._parser.should_keep_alive()
        self._in_body = self._chunked or self._left > 0
        left_out = {b"upgrade", NAME}
        lines = [b"%b %b HTTP/%b" % (method, target, version.encode())]
        if self._left >= LARGE:
            permission = fields.members(b"expect") == [b"100-continue"]
            self.direct = DirectBody(self._transport, self._left, permission=permission)
            lines += [b"%b: %b" % (NAME, self._bodies.add(self.direct))]
            left_out |= {b"content-length", b"expect"}
        lines += [b"%b: %b" % field for field in self._fields if field[0].lower() not in left_out]
        lines += [b"Connection: close"] if upgrade else []
        self._hand_on(b"\r\n".join([*lines, b"", b""]))

    def on_body(self, body: bytes) -> None:
        """A piece of a body in chunks, or the beginning of one of known size."""
        self._unknown = 0
        if self.direct is not None:
            self.direct.take(body)
            return
        if self._chunked:
            body = b"%x\r\n%b\r\n" % (len(body), body)
        else:
            self._left -= len(body)
        self._hand_on(body)

    def on_message_complete(self) -> None:
        """A request ends."""
        self.direct = None
        if self._chunked:
            self._hand_on(b"0\r\n\r\n")
        self._in_body = self._chunked = False
        self._target = b""
        self._unknown = 0
        self._deaf = self._deaf or self._last

    # Heads

    def _begin_head(self) -> None:
        self._unknown = 0
        loop = asyncio.get_running_loop()
        self._too_late = loop.call_later(self._head_s, self._transport.close)

    def _have_head(self) -> None:
        self._unknown = 0
        if self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None

    def _refuse(self, problem: Problem) -> None:
        """Answer and close: nobody can say where the next request would begin.

        Not at once: what is still unread then would make the system take the answer back.
        """
        self._deaf = True
        self._unknown = 0
        content = json.dumps(problem.document("-")).encode()
        head = [
            f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}",
            "Content-Type: application/problem+json",
            f"Content-Length: {len(content)}",
            "Connection: close",
        ]
        self._transport.write("\r\n".join([*head, "", ""]).encode() + content)
        asyncio.get_running_loop().call_later(LINGER_S, self._transport.close)
