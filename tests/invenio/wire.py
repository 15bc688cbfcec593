"""HTTP/1.1 on asyncio streams, just enough for a protocol double and a proxy that breaks things.

Nothing here normalises: the request target, the header bytes and the end of a body are seen as
they came, and an answer can be cut at any byte.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, unquote

_CHUNK = 256 * 1024
_HEAD_LIMIT = 256 * 1024


class BodyCutError(Exception):
    """The sender left before the end of its body. `chunked` tells how it was framed."""

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


async def read_body(reader: asyncio.StreamReader, headers: dict[str, str]) -> AsyncIterator[bytes]:
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
            data = await reader.read(min(_CHUNK, left))
        except ConnectionError as error:
            raise BodyCutError(chunked=False) from error
        if not data:
            raise BodyCutError(chunked=False)
        left -= len(data)
        yield data


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


@dataclass(slots=True)
class Answer:
    """One answer. `json` wins over `body`."""

    status: int
    json: Any = None
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    def encoded(self) -> bytes:
        """Return the bytes of the whole message."""
        body = self.body if self.json is None else json.dumps(self.json).encode()
        kind = "text/html" if self.json is None else "application/json"
        head = {"Content-Type": kind, **self.headers, "Content-Length": str(len(body))}
        try:
            phrase = HTTPStatus(self.status).phrase
        except ValueError:
            phrase = "Odd"
        lines = [f"HTTP/1.1 {self.status} {phrase}", *(f"{k}: {v}" for k, v in head.items())]
        return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


Handler = Callable[[Request], Awaitable[Answer | None]]
"""Answers a request; None drops the connection without a word."""


class WireServer:
    """Listens on a free loopback port and hands every request to a handler."""

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def handle(self, request: Request) -> Answer | None:
        """Answer one request; overridden."""
        raise NotImplementedError

    @property
    def port(self) -> int:
        """Where it listens."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def url(self) -> str:
        """The root address."""
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(
            self._accept, "127.0.0.1", self._port, limit=_HEAD_LIMIT
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connected(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(ConnectionError):
                await self.serve(reader, writer)
        finally:
            await _close(writer)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection until it ends."""
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


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()
