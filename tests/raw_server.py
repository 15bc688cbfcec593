"""The HTTP/1.1 server of all tests: nothing is normalised, and anything can be broken.

`Listener` accepts connections and cleans up. `WireServer` hands each request to a handler, as the
double of InvenioRDM and the proxies before it do. `RawServer` plays one step per request and
remembers what it saw; `in_a_thread` runs one beside a test that waits for a process.

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
import contextlib
import hashlib
import json
import socket
import ssl
import struct
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, unquote

_PIECE = 1 << 16
_HEAD_LIMIT = 1 << 18

KEPT = 1 << 20
"""Bytes of a body that are remembered as they are; the rest is counted and hashed."""


class BodyCutError(Exception):
    """The sender left before the end of its body. `chunked` says how it was framed."""

    def __init__(self, *, chunked: bool) -> None:
        super().__init__()
        self.chunked = chunked


@dataclass(slots=True)
class Head:
    """The first line and headers of a message; header names in lower case."""

    first: str
    headers: dict[str, str]
    raw: bytes


async def read_head(reader: asyncio.StreamReader) -> Head | None:
    """Read a message head, or return None at the end of the connection."""
    try:
        raw = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *lines = raw.decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines if line)
    return Head(first, {name.lower(): value.strip() for name, _, value in pairs}, raw)


async def read_body(
    reader: asyncio.StreamReader, headers: dict[str, str]
) -> AsyncGenerator[bytes, None]:
    """Yield a body's bytes as its headers frame it.

    Raises:
        BodyCutError: the connection ended first.
    """
    if headers.get("transfer-encoding", "").lower() == "chunked":
        try:
            while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
                yield await reader.readexactly(size)
                await reader.readexactly(2)
            await reader.readuntil(b"\r\n")
        except (asyncio.IncompleteReadError, ConnectionError, ValueError) as error:
            raise BodyCutError(chunked=True) from error
        return
    left = int(headers.get("content-length", "0"))
    while left:
        try:
            data = await reader.read(min(_PIECE, left))
        except ConnectionError as error:
            raise BodyCutError(chunked=False) from error
        if not data:
            raise BodyCutError(chunked=False)
        left -= len(data)
        yield data


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
        head = await read_head(self._reader)
        if head is None:
            return False
        method, _, rest = head.first.partition(" ")
        target = rest.rpartition(" ")[0].encode("latin-1")
        self.seen = Seen(method, target, head.headers, head.raw, self.number)
        self.seen.complete = not (
            int(head.headers.get("content-length", "0")) or "transfer-encoding" in head.headers
        )
        self._body = read_body(self._reader, head.headers)
        self.server.seen.append(self.seen)
        self.server.note()
        return True

    async def read_body(self, most: int | None = None) -> bool:
        """Read the body, or at least `most` more bytes of it; return whether it is complete."""
        seen = self.seen
        until = None if most is None else seen.length + most
        try:
            while not seen.complete and (until is None or seen.length < until):
                part = await anext(self._body, b"")
                seen.complete = not part
                self._take(part)
        except BodyCutError:
            return False
        return seen.complete

    async def drop_body(self) -> None:
        """Read no more of this request's body."""
        await self._body.aclose()

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


Step = Callable[[Connection], Awaitable[None]]


@dataclass(slots=True)
class Request:
    """One request as it arrived; `target` is the raw request target."""

    method: str
    target: str
    headers: dict[str, str]
    body: AsyncIterator[bytes]

    @property
    def path(self) -> str:
        """The raw path, still percent-encoded."""
        return self.target.partition("?")[0]

    @property
    def segments(self) -> tuple[str, ...]:
        """The decoded segments of the path."""
        return tuple(unquote(segment) for segment in self.path.strip("/").split("/"))

    @property
    def query(self) -> dict[str, str]:
        """The decoded query."""
        return dict(parse_qsl(self.target.partition("?")[2], keep_blank_values=True))

    async def content(self) -> bytes:
        """Read the whole body."""
        return b"".join([part async for part in self.body])


@dataclass(frozen=True, slots=True)
class Whole:
    """A request that was read to its end, and may be carried out later, or twice."""

    method: str
    target: str
    headers: dict[str, str]
    content: bytes

    def request(self) -> Request:
        """Return it as one that just arrived."""

        async def body() -> AsyncIterator[bytes]:
            yield self.content

        return Request(self.method, self.target, self.headers, body())


@dataclass(slots=True)
class Answer:
    """One answer. `json` wins over `body`."""

    status: int
    json: Any = None
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    def encoded(self) -> bytes:
        """Return the bytes of the whole message."""
        if self.json is not None:
            return answer_bytes(self.status, json.dumps(self.json).encode(), _JSON | self.headers)
        return answer_bytes(self.status, self.body, _HTML | self.headers)


_JSON = {"Content-Type": "application/json"}
_HTML = {"Content-Type": "text/html"}


class Listener:
    """Listens on a free port of 127.0.0.1 (or `host`) while its context is open."""

    def __init__(
        self, *, port: int = 0, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None
    ) -> None:
        self.port = port
        self._host = host
        self._tls = tls
        self._tasks: set[asyncio.Task[Any]] = set()
        self._server: asyncio.Server | None = None
        self._waiting: list[asyncio.Future[None]] = []

    async def __aenter__(self) -> Self:
        await self.listen()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    @property
    def url(self) -> str:
        """`scheme://host:port`."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"{'https' if self._tls else 'http'}://{host}:{self.port}"

    async def listen(self) -> None:
        """Begin (or begin again, on the same port) to accept connections."""
        self._server = await asyncio.start_server(
            self._accepted, self._host, self.port, ssl=self._tls, limit=_HEAD_LIMIT
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Accept no more, and cut what is open."""
        assert self._server is not None
        self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0)  # transports close in the next turn

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until it ends; overridden."""
        raise NotImplementedError

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until `condition()` holds; it is looked at whenever something arrives."""
        while not condition():
            waiter = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            await waiter

    def note(self) -> None:
        """Let `until` look again: something arrived."""
        waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            if not waiter.done():
                waiter.set_result(None)

    def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connected(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(ConnectionError):
                await self.serve(reader, writer)
        except asyncio.CancelledError:
            writer.transport.abort()
            raise
        finally:
            writer.close()


Handler = Callable[[Request], Awaitable[Answer | None]]
"""Answers a request; None drops the connection without a word."""


class WireServer(Listener):
    """Hands every request to a handler."""

    async def handle(self, request: Request) -> Answer | None:
        """Answer one request; overridden."""
        raise NotImplementedError

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await read_head(reader):
            method, target, _ = head.first.split(" ", 2)
            body = read_body(reader, head.headers)
            answer = await self.handle(Request(method, target, head.headers, body))
            if answer is None:
                return
            writer.write(answer.encoded())
            await writer.drain()
            with contextlib.suppress(BodyCutError):
                async for _rest in body:
                    pass


class RawServer(Listener):
    """Plays steps.

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
        super().__init__(host=host, tls=tls)
        self.steps = list(steps)
        self.otherwise = otherwise
        self.seen: list[Seen] = []
        self.unexpected: list[Seen] = []
        self.connections = 0
        self.released = asyncio.Event()
        self.holding = asyncio.Event()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.released.set()
        await super().__aexit__(kind, error, trace)
        if kind is None:
            assert not self.unexpected, [(s.method, s.target) for s in self.unexpected]

    def release(self) -> None:
        """Let every step go on that holds its connection."""
        self.released.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        connection = Connection(self, reader, writer)
        while connection.open and await connection.read_head():
            step = self.steps.pop(0) if self.steps else self.otherwise
            if step is None:
                self.unexpected.append(connection.seen)
                step = respond(599)
            try:
                await step(connection)
            finally:
                await connection.drop_body()
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


@contextmanager
def in_a_thread(server: RawServer) -> Iterator[RawServer]:
    """Serve on a loop of its own beside a test that waits for a process."""
    ready, loop, over = threading.Event(), asyncio.new_event_loop(), asyncio.Event()

    async def serve() -> None:
        async with server:
            ready.set()
            await over.wait()

    def work() -> None:
        with contextlib.closing(loop):
            loop.run_until_complete(serve())

    thread = threading.Thread(target=work, name="server", daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
