"""What routes return: small answers in one piece, and files in blocks."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from desktop_app.server.idempotency import Stored
from desktop_app.server.problems import Cancelled
from desktop_app.server.records import as_json

if TYPE_CHECKING:
    from starlette.types import Send

    from desktop_app.server.call import Call
    from desktop_app.server.service import Service

BLOCK = 1 << 20


def json_answer(
    status: int, value: Any, headers: dict[str, str] | None = None, media: str = "application/json"
) -> Response:
    """Return `value` as JSON."""
    return Response(as_json(value), status, headers, media)


def empty(status: int = 204, headers: dict[str, str] | None = None) -> Response:
    """Return an answer without a body."""
    return Response(b"", status, headers)


def stored_answer(stored: Stored) -> Response:
    """Return a stored answer; a replayed one says so."""
    headers = dict(stored.headers)
    if stored.replayed:
        headers["Idempotency-Replayed"] = "true"
    media = "application/json" if stored.body else None
    return Response(stored.body, stored.status, headers, media)


class FileAnswer(Response):
    """A range of an open file, sent in blocks that are read in a thread.

    Closes the descriptor whatever happens. Raises `Cancelled` from `stream` when the client
    goes away, takes nothing for `body_idle_s`, or the deadline passes.
    """

    def __init__(self, fd: int, start: int, length: int, status: int, headers: dict[str, str]):
        super().__init__(None, status, {**headers, "Content-Length": str(length)})
        self._fd = fd
        self._start = start
        self._length = length
        self._reading: asyncio.Future[bytes] | None = None

    async def stream(self, service: Service, call: Call, send: Send) -> None:
        """Send the whole answer."""
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": self.status_code,
                    "headers": self.raw_headers,
                }
            )
            left = 0 if call.method == "HEAD" else self._length
            call.watch()
            while left > 0:
                self._reading = service.in_read_thread(
                    _read_at, self._fd, min(BLOCK, left), self._at(left)
                )
                block = await call.hold(self._reading)
                left -= len(block)
                if not block:
                    raise OSError("a stored file is shorter than its row says")
                if left <= 0:
                    await call.unwatch()
                await _taken(call, send, block, left > 0, service.limits.body_idle_s)
            if call.method == "HEAD" or self._length == 0:
                await call.unwatch()
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._close()

    def _close(self) -> None:
        """Close, but not under a thread that still reads: the number may be another file's then."""
        if self._reading is None or self._reading.done():
            os.close(self._fd)
        else:
            self._reading.add_done_callback(lambda _: os.close(self._fd))

    def _at(self, left: int) -> int:
        return self._start + self._length - left


async def _taken(call: Call, send: Send, block: bytes, more: bool, within_s: float) -> None:
    """Send a block; a client that takes nothing of what was sent before it is given up."""
    try:
        async with asyncio.timeout(within_s):
            await send({"type": "http.response.body", "body": block, "more_body": more})
    except TimeoutError:
        call.cancel("client_gone")
        raise Cancelled("client_gone") from None


def _read_at(fd: int, size: int, offset: int) -> bytes:
    """Read from a descriptor that one answer has for itself (Windows has no `pread`)."""
    os.lseek(fd, offset, os.SEEK_SET)
    return os.read(fd, size)
