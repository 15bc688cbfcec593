"""What routes return: small answers in one piece, and files in blocks."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from desktop_app.server.idempotency import Stored
from desktop_app.server.problems import Cancelled, Kind, Problem
from desktop_app.server.rows import as_json

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from desktop_app.server.call import Call

BLOCK = 1 << 20


def json_answer(
    status: int, value: Any, headers: dict[str, str] | None = None, media: str = "application/json"
) -> Response:
    """Return `value` as JSON."""
    return Response(as_json(value), status, headers, media)


def empty(status: int = 204, headers: dict[str, str] | None = None) -> Response:
    """Return an answer without a body."""
    return Response(b"", status, headers)


def stored_answer(call: Call, stored: Stored) -> Response:
    """Return a stored answer; a replayed one says so, and is counted."""
    headers = dict(stored.headers)
    if stored.replayed:
        headers["Idempotency-Replayed"] = "true"
        call.service.metrics.add("replays_total", route=call.route)
        call.service.metrics.add("retries_seen_total", route=call.route)
    media = "application/json" if stored.body else None
    return Response(stored.body, stored.status, headers, media)


def problem_answer(call: Call, problem: Problem) -> Response:
    """Return a refusal as its problem document (RFC 9457), counted."""
    call.service.metrics.add("refused_total", reason=problem.kind.value)
    if problem.kind in {Kind.IN_PROGRESS, Kind.IDEMPOTENCY_KEY_REUSED}:
        call.service.metrics.add("retries_seen_total", route=call.route)
    document = problem.document(call.request_id)
    return json_answer(problem.status, document, problem.headers, "application/problem+json")


class FileAnswer(Response):
    """A range of an open file, sent in blocks that are read in a thread.

    Closes the descriptor whatever happens. It breaks off where the client goes away or takes
    nothing for `body_idle_s`, or the deadline passes; then uvicorn closes the connection.
    """

    def __init__(
        self, call: Call, fd: int, start: int, length: int, status: int, headers: dict[str, str]
    ) -> None:
        super().__init__(None, status, {**headers, "Content-Length": str(length)})
        self._call = call
        self._fd = fd
        self._start = start
        self._length = length
        self._reading: asyncio.Future[bytes] | None = None

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send the whole answer."""
        call = self._call
        start = {"type": "http.response.start", "status": self.status_code}
        try:
            await send({**start, "headers": self.raw_headers})
            if call.method != "HEAD":
                await self._send_content(send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except Cancelled as cancelled:
            reason = cancelled.reason
            call.service.metrics.add("cancelled_total", route=call.route, reason=reason)
        finally:
            self._close()

    async def _send_content(self, send: Send) -> None:
        call, sent = self._call, 0
        call.watch()
        while sent < self._length:
            self._reading = call.service.in_read_thread(
                _read_at, self._fd, min(BLOCK, self._length - sent), self._start + sent
            )
            block = await call.hold(self._reading)
            if not block:
                raise OSError("a stored file is shorter than its row says")
            sent += len(block)
            if sent >= self._length:
                await call.unwatch()  # whoever has it all may go
            await _taken(call, send, block)

    def _close(self) -> None:
        """Close, but not under a thread that still reads: the number may be another file's then."""
        if self._reading is None or self._reading.done():
            os.close(self._fd)
        else:
            self._reading.add_done_callback(lambda _: os.close(self._fd))


async def _taken(call: Call, send: Send, block: bytes) -> None:
    """Send a block; a client that takes nothing of what was sent before it is given up."""
    try:
        async with asyncio.timeout(call.service.limits.body_idle_s):
            await send({"type": "http.response.body", "body": block, "more_body": True})
    except TimeoutError:
        call.cancel("client_gone")
        raise Cancelled("client_gone") from None


def _read_at(fd: int, size: int, offset: int) -> bytes:
    """Read from a descriptor that one answer has for itself (Windows has no `pread`)."""
    os.lseek(fd, offset, os.SEEK_SET)
    return os.read(fd, size)
