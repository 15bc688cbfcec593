"""HTTP/1.1 as a proxy sees it: heads, the framing of bodies, the stage a request belongs to."""

from __future__ import annotations

import asyncio
import re
import socket
import struct
from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from urllib.parse import unquote

from desktop_app.core.model import SaveStage

PIECE = 16 << 10
LARGEST_HEAD = 64 << 10
_NO_BODY = frozenset({204, 304})
_CREATE = re.compile(r"/(?:api/)?records/?")
_FINALIZE = re.compile(r".*/(?:finalize|actions/publish)")
_FILE = re.compile(r".*/(?:draft/)?files/(.+?)(?:/content|/commit)?")
_UPLOADS = re.compile(r".*/(?:uploads|draft/files)(?:/.*)?")


class BrokenError(ConnectionError):
    """The peer went away in the middle of a message."""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a request or an answer; `first` is its first line, without the line end."""

    first: str
    headers: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        """Return a header's value (`name` in lower case), or ""."""
        return next((value for key, value in self.headers if key.lower() == name), "")

    def replaced(self, **headers: str) -> Head:
        """Return the head with other values for headers that it has."""
        wanted = {name.replace("_", "-"): value for name, value in headers.items()}
        pairs = tuple((key, wanted.get(key.lower(), value)) for key, value in self.headers)
        return replace(self, headers=pairs)

    @property
    def length(self) -> int | None:
        """Bytes of the body; None where it is chunked, or lasts to the end of the connection."""
        value = self.get("content-length")
        return int(value) if value.isdigit() and not self.chunked else None

    @property
    def chunked(self) -> bool:
        """Whether the body comes in chunks."""
        return "chunked" in self.get("transfer-encoding").lower()

    @property
    def method(self) -> str:
        """Of a request."""
        return self.first.partition(" ")[0]

    @property
    def path(self) -> str:
        """Of a request: percent-decoded, without the query."""
        return unquote(self.first.split(" ")[1].partition("?")[0])

    @property
    def status(self) -> int:
        """Of an answer."""
        return int(self.first.split(" ")[1])

    @property
    def keeps_alive(self) -> bool:
        """Whether the connection can be used again."""
        return self.get("connection").lower() != "close"

    def encoded(self) -> bytes:
        """Return the head as it goes over the wire."""
        lines = [self.first, *(f"{name}: {value}" for name, value in self.headers), "", ""]
        return "\r\n".join(lines).encode("latin-1")


async def read_head(reader: asyncio.StreamReader) -> Head | None:
    """Return the next head; None if the peer closed before its first byte.

    Raises:
        BrokenError: it closed in the middle, or it is none.
    """
    try:
        raw = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        if not error.partial:
            return None
        raise BrokenError from error
    except (asyncio.LimitOverrunError, ConnectionError) as error:
        raise BrokenError from error
    first, *rest = raw.decode("latin-1").rstrip("\r\n").split("\r\n")
    if first.count(" ") < 1:
        raise BrokenError
    pairs = (line.partition(":") for line in rest)
    return Head(first, tuple((name, value.strip()) for name, _, value in pairs))


async def body_pieces(
    reader: asyncio.StreamReader, head: Head, *, answer_to: str = ""
) -> AsyncGenerator[bytes, None]:
    """Yield the body that follows `head`, in raw pieces (chunk framing included).

    Args:
        answer_to: the method that `head` answers; "" where it is a request's.

    Raises:
        BrokenError: it ended early.
    """
    if answer_to and (answer_to == "HEAD" or head.status in _NO_BODY):
        return
    try:
        if head.chunked:
            async for piece in _chunks(reader):
                yield piece
        elif head.length is not None:
            left = head.length
            while left:
                piece = await reader.read(min(left, PIECE))
                if not piece:
                    raise BrokenError
                left -= len(piece)
                yield piece
        elif answer_to:
            while piece := await reader.read(PIECE):
                yield piece
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError) as error:
        raise BrokenError from error


async def _chunks(reader: asyncio.StreamReader) -> AsyncGenerator[bytes, None]:
    while True:
        line = await reader.readuntil(b"\r\n")
        size = int(line.partition(b";")[0], 16)
        if size == 0:
            yield line + await reader.readuntil(b"\r\n")
            return
        yield line + await reader.readexactly(size + 2)


def stage_of(method: str, path: str) -> SaveStage | None:
    """Return the stage of a save whose own work a request is; reading is of no stage."""
    if method == "POST" and _CREATE.fullmatch(path):
        return SaveStage.CREATE_RECORD
    if method == "POST" and _FINALIZE.fullmatch(path):
        return SaveStage.FINALIZE_RECORD
    sends = method in ("PUT", "PATCH", "POST")
    if sends and (_FILE.fullmatch(path) or _UPLOADS.fullmatch(path)):
        return SaveStage.UPLOAD_FILES
    return None


def key_of(path: str) -> str:
    """Return the key of the file that a path names, or ""."""
    found = _FILE.fullmatch(path)
    return found[1] if found else ""


def answer(
    status: int, headers: tuple[tuple[str, str], ...] = (), body: bytes = b"", reason: str = "QA"
) -> bytes:
    """Return an answer that the proxy makes up; it closes the connection afterwards."""
    given = {name.lower() for name, _ in headers}
    length = () if "content-length" in given else (("Content-Length", str(len(body))),)
    head = Head(f"HTTP/1.1 {status} {reason}", (*headers, *length, ("Connection", "close")))
    return head.encoded() + body


def reset(writer: asyncio.StreamWriter) -> None:
    """Break a connection off, so that the peer sees a reset."""
    raw = writer.get_extra_info("socket")
    if raw is not None and raw.fileno() >= 0:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
