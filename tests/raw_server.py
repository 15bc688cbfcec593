"""A scripted server on raw sockets: plays one step per request and remembers what it saw.

A step is an async function over a `Connection`, whose head has been read. `respond` and its
neighbours make the common ones; anything else is written out:

    async def half_then_reset(c: Connection) -> None:
        await c.read_body(1_000_000)
        c.reset()

    async with RawServer(half_then_reset, respond(201, b'{"size": 5}')) as server:
        ...                       # server.url, server.seen[0].target, server.seen[0].length

It never waits for time: a step that holds its connection does so until the test (or the end of
the server) lets it go.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

KEPT = 1 << 20
"""Bytes of a body that are remembered as they are; the rest is counted and hashed."""


@dataclass
class Seen:
    """One request as it came over the wire."""

    method: str
    target: bytes
    headers: dict[str, str]
    raw_head: bytes
    connection: int
    length: int = 0
    """Body bytes that arrived (chunked framing not counted)."""
    body: bytes = b""
    complete: bool = False
    """Whether the whole body arrived."""
    hasher: Any = field(default_factory=hashlib.sha256)

    @property
    def path(self) -> str:
        """The target without its query."""
        return self.target.decode("latin-1").partition("?")[0]

    @property
    def digest(self) -> str:
        """`sha256:<hex>` of the body bytes that arrived."""
        return "sha256:" + str(self.hasher.hexdigest())

    def json(self) -> Any:
        """The body, parsed."""
        return json.loads(self.body)


class Connection:
    """What a step works with."""

    def __init__(
        self, server: RawServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.server = server
        self.number = server.connections
        self._reader = reader
        self._writer = writer
        self.seen: Seen
        self.open = True

    async def read_head(self) -> bool:
        """Read the next request's head; False if the client closed instead."""
        try:
            raw = await self._reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            return False
        lines = raw.decode("latin-1").split("\r\n")
        method, _, rest = lines[0].partition(" ")
        target = rest.rpartition(" ")[0].encode("latin-1")
        headers: dict[str, str] = {}
        for line in filter(None, lines[1:]):
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        self.seen = Seen(method, target, headers, raw, self.number)
        self.seen.complete = not (
            int(headers.get("content-length", "0")) or "transfer-encoding" in headers
        )
        self.server.seen.append(self.seen)
        self.server.note()
        return True

    async def read_body(self, most: int | None = None) -> bool:
        """Read the body, or at least `most` more bytes of it; return whether it is complete."""
        seen = self.seen
        until = None if most is None else seen.length + most
        while not seen.complete and (until is None or seen.length < until):
            if "transfer-encoding" in seen.headers:
                part = await self._chunk()
            else:
                part = await self._some(int(seen.headers["content-length"]) - seen.length)
            if part is None:
                return False
            self._take(part)
        return seen.complete

    async def send(self, data: bytes) -> None:
        """Send raw bytes."""
        self._writer.write(data)
        try:
            await self._writer.drain()
        except ConnectionError:
            self.open = False

    async def answer(
        self,
        status: int,
        body: bytes | Mapping[str, Any] | list[Any] = b"",
        headers: Mapping[str, str] | None = None,
        *,
        length: int | None = None,
    ) -> None:
        """Send an answer; `length` lies about its size, JSON is labelled as such."""
        await self.send(answer_bytes(status, body, headers, length=length))

    async def interim(self, status: int = 100) -> None:
        """Send an interim answer."""
        await self.send(f"HTTP/1.1 {status} Interim\r\n\r\n".encode())

    async def hold(self) -> None:
        """Keep the connection as it is, reading nothing, until `server.release()`."""
        self.server.holding.set()
        await self.server.released.wait()

    def half_close(self) -> None:
        """Say that no more will be sent."""
        self._writer.write_eof()

    def close(self) -> None:
        """Close in an orderly way."""
        self.open = False
        self._writer.close()

    def reset(self) -> None:
        """Break the connection off; the client sees a reset."""
        self.open = False
        raw: socket.socket = self._writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()

    async def closed_by_client(self) -> None:
        """Return when the client has closed or reset the connection; what it sends is dropped."""
        try:
            while await self._reader.read(1 << 16):
                pass
        except ConnectionError:
            return

    def _take(self, part: bytes) -> None:
        seen = self.seen
        seen.length += len(part)
        seen.hasher.update(part)
        seen.body += part[: max(0, KEPT - len(seen.body))]
        seen.complete = seen.complete or (
            "transfer-encoding" not in seen.headers
            and seen.length >= int(seen.headers["content-length"])
        )
        self.server.note()

    async def _some(self, most: int) -> bytes | None:
        try:
            return await self._reader.read(min(most, 1 << 16)) or None
        except ConnectionError:
            return None

    async def _chunk(self) -> bytes | None:
        try:
            size = int((await self._reader.readuntil(b"\r\n")).partition(b";")[0], 16)
            part = await self._reader.readexactly(size + 2)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        self.seen.complete = size == 0
        return part[:-2]


Step = Callable[[Connection], Awaitable[None]]


class RawServer:
    """Listens on a free port of 127.0.0.1 (or `host`) while its context is open.

    Args:
        steps: one per request, in order of arrival over all connections.
        otherwise: the step for every request beyond them; None: they are `unexpected`.
        tls: serve under this context.
        host: address to listen on.
    """

    def __init__(
        self,
        *steps: Step,
        otherwise: Step | None = None,
        tls: ssl.SSLContext | None = None,
        host: str = "127.0.0.1",
    ) -> None:
        self.steps = list(steps)
        self.otherwise = otherwise
        self.seen: list[Seen] = []
        self.unexpected: list[Seen] = []
        self.connections = 0
        self.released = asyncio.Event()
        self.holding = asyncio.Event()
        self._tls = tls
        self._host = host
        self._waiting: list[asyncio.Future[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    async def __aenter__(self) -> Self:
        await self.listen()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.released.set()
        await self.stop()
        if kind is None:
            assert not self.unexpected, [(s.method, s.target) for s in self.unexpected]

    @property
    def url(self) -> str:
        """`scheme://host:port`."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"{'https' if self._tls else 'http'}://{host}:{self.port}"

    async def listen(self) -> None:
        """Begin (or begin again, on the same port) to accept connections."""
        self._server = await asyncio.start_server(
            self._connected, self._host, self.port, ssl=self._tls, limit=1 << 16
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Accept no more, and cut what is open."""
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def release(self) -> None:
        """Let every step go on that holds its connection."""
        self.released.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until `condition()` holds; it is looked at whenever something arrives."""
        while not condition():
            waiter = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            await waiter

    def note(self) -> None:
        """Tell `until` that something arrived."""
        waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            if not waiter.done():
                waiter.set_result(None)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        connection = Connection(self, reader, writer)
        try:
            await self._play(connection)
        except asyncio.CancelledError:
            writer.transport.abort()
        finally:
            self._tasks.discard(task)
            if connection.open:
                writer.close()

    async def _play(self, connection: Connection) -> None:
        while connection.open and await connection.read_head():
            step = self.steps.pop(0) if self.steps else self.otherwise
            if step is None:
                self.unexpected.append(connection.seen)
                step = respond(599)
            await step(connection)
            if not connection.seen.complete:
                return


def answer_bytes(
    status: int,
    body: bytes | Mapping[str, Any] | list[Any] = b"",
    headers: Mapping[str, str] | None = None,
    *,
    length: int | None = None,
) -> bytes:
    """Return the bytes of an answer."""
    given = {name.lower(): value for name, value in (headers or {}).items()}
    if not isinstance(body, bytes):
        body = json.dumps(body).encode()
        given.setdefault("content-type", "application/json")
    if status not in (204, 304) and "transfer-encoding" not in given:
        given.setdefault("content-length", str(len(body) if length is None else length))
    lines = [f"HTTP/1.1 {status} Scripted", *(f"{n}: {v}" for n, v in given.items()), "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def respond(
    status: int,
    body: bytes | Mapping[str, Any] | list[Any] = b"",
    headers: Mapping[str, str] | None = None,
    *,
    length: int | None = None,
    then_close: bool = False,
) -> Step:
    """Return a step: read everything, answer."""

    async def step(c: Connection) -> None:
        await c.read_body()
        await c.answer(status, body, headers, length=length)
        if then_close:
            c.close()

    return step


def html(status: int, text: str = "<html><body>Sign in to the network</body></html>") -> Step:
    """Return a step that answers with a page for people."""
    return respond(status, text.encode(), {"Content-Type": "text/html; charset=utf-8"})


def early(
    status: int,
    body: bytes | Mapping[str, Any] = b"",
    headers: Mapping[str, str] | None = None,
    *,
    after: int = 0,
    then: str = "hold",
) -> Step:
    """Return a step that answers after `after` bytes of the body and reads no more.

    `then`: "hold" the connection open unread, "close" it, or "reset" it.
    """

    async def step(c: Connection) -> None:
        if after:
            await c.read_body(after)
        await c.answer(status, body, headers)
        if then == "hold":
            await c.hold()
        elif then == "close":
            c.close()
        else:
            c.reset()

    return step


def hang_up(*, after: int | None = None, reset: bool = False) -> Step:
    """Return a step that breaks off without an answer: after `after` bytes, None: the body."""

    async def step(c: Connection) -> None:
        await c.read_body(after)
        if reset:
            c.reset()
        else:
            c.close()

    return step


def stall(*, after: int | None = None) -> Step:
    """Return a step that falls silent: after `after` bytes of the body, None: after all of it."""

    async def step(c: Connection) -> None:
        await c.read_body(after)
        await c.hold()

    return step


@asynccontextmanager
async def closed_port() -> AsyncIterator[int]:
    """Give a port of 127.0.0.1 on which nobody listens, and keep it so."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]
