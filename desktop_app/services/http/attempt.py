"""One attempt of one request over one connection: sent, watched, answered, or made an error."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import httpx

from desktop_app import __version__
from desktop_app.core.clock import Clock
from desktop_app.core.errors import ErrorKind, ServiceError, Verdict, info
from desktop_app.core.model import SaveLimits
from desktop_app.services.http.answer import Answer
from desktop_app.services.http.connection import Connection
from desktop_app.services.http.errors import (
    TRANSPORT_ERRORS,
    Arrived,
    UnreachableError,
    classify,
    transport_error,
)
from desktop_app.services.http.request import Body, BodyStream, Pace, Request
from desktop_app.services.http.settings import place
from desktop_app.services.http.timeouts import OverdueError, Timeout, Watchdog, deadline

LARGEST_REFUSAL = 1 << 20
"""Bytes of a refusal that are read: its status counts, and the text at its start."""
_HEADERS = {
    "Accept": "application/json",
    "Accept-Encoding": "identity",  # so that the length of a body is the length of a file
    "User-Agent": f"sendoff/{__version__}",  # always the same: InvenioRDM counts requests by it
}
_JOINED = 256 << 10
"""Bodies up to this size leave together with their head: one packet less for a small file."""
_LONGEST_CHECK_S = 5.0
_MOST_REDIRECTS = 5
# Followed here and not by the HTTP library: httpx turns a PUT into a GET on 302 and 303, whose 200
# looks like a success with nothing stored.
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class ClientContext:
    """What all attempts of a client share."""

    clock: Clock
    limits: SaveLimits
    watchdog: Watchdog
    pace: Pace | None


class Attempt:
    """One attempt. Uses its connection alone; the caller drops it unless all went well.

    Args:
        request: what to send.
        connection: over which, and so where to and with which token.
        context: of the client.
        request_id: for both logs.
        touch: called while bytes move or an answer is rightly waited for.
    """

    def __init__(
        self,
        request: Request,
        connection: Connection,
        context: ClientContext,
        *,
        request_id: str,
        touch: Callable[[], None] = lambda: None,
    ) -> None:
        self._request = request
        self._connection = connection
        self._origin = connection.origin
        self._context = context
        self._request_id = request_id
        self._touch = touch
        self._stream: BodyStream | None = None
        self._outside = sys.exception()
        self._sent_before = connection.backend.traffic.sent

    @property
    def sent(self) -> bool:
        """Whether any byte of the request may have left."""
        return self._connection.backend.traffic.sent != self._sent_before

    async def answer(self) -> Answer:
        """Send, and read the whole answer, whatever its status.

        Raises:
            ServiceError: no whole answer came, or it leads elsewhere.
            FileError: from the body.
        """
        target = self._request.target
        for _ in range(_MOST_REDIRECTS):
            try:
                with self._context.watchdog.watch(self._limit()):
                    answer = await self._one_answer(target)
            except OverdueError as error:
                raise self._overdue() from error
            except TRANSPORT_ERRORS as error:
                raise self._broken(error) from error
            if answer.status not in _REDIRECTS or answer.status in self._request.expect:
                return answer
            target = self._redirected(answer)
        raise self._error(ErrorKind.REDIRECTED, Verdict.PERMANENT, reason="loop")

    @asynccontextmanager
    async def download(self) -> AsyncIterator[tuple[Answer, AsyncIterator[bytes]]]:
        """Send, and give the head of the answer (its body empty) and the body's pieces.

        Raises:
            ServiceError: as `answer`; while iterating, where the body breaks off.
        """
        try:
            with self._context.watchdog.watch(self._limit()):
                response = await self._connection.handle_async_request(
                    self._built(self._request.target, None)
                )
        except OverdueError as error:
            raise self._overdue() from error
        except TRANSPORT_ERRORS as error:
            raise self._broken(error) from error
        try:
            async with aclosing(self._pieces(response)) as pieces:
                yield self._head(response), pieces
        finally:
            await response.aclose()

    async def _one_answer(self, target: str) -> Answer:
        async with self._content() as content:
            response = await self._connection.handle_async_request(self._built(target, content))
            try:
                parts = bytearray()
                expected = response.status_code in self._request.expect
                async for part in response.aiter_raw():
                    parts += part
                    if not expected and len(parts) > LARGEST_REFUSAL:
                        break
                    if len(parts) > self._request.most:
                        raise self._too_long()
            finally:
                await response.aclose()
        head = self._head(response)
        if self._stream is not None:
            self._connection.piece = self._stream.piece
        unsent = self._stream is not None and not self._stream.finished
        if unsent and 200 <= head.status < 300 and not self._request.early_success:
            raise self._error(ErrorKind.BAD_ANSWER, self._verdict_broken(), reason="early")
        return Answer(head.status, head.headers, bytes(parts), self._request_id)

    async def _pieces(self, response: httpx.Response) -> AsyncGenerator[bytes, None]:
        parts = response.aiter_raw()
        while True:
            try:
                with self._context.watchdog.watch(
                    deadline(self._context.clock, self._context.limits.stall_s)
                ):
                    part = await anext(parts, b"")
            except OverdueError as error:
                raise self._error(ErrorKind.STALLED, self._verdict_broken()) from error
            except TRANSPORT_ERRORS as error:
                raise self._broken(error) from error
            if not part:
                return
            yield part

    def _content(self) -> AbstractAsyncContextManager[Any]:
        body = self._request.body
        if not isinstance(body, Body):
            return nullcontext(body)
        self._stream = BodyStream(
            body, self._context.clock, self._context.pace, self._connection.piece
        )
        return aclosing(self._stream.pieces())

    def _built(self, target: str, content: Any) -> httpx.Request:
        body = self._request.body
        length = body.length if isinstance(body, Body) else len(body or b"")
        headers = {
            **_HEADERS,
            "X-Request-ID": self._request_id,
            **self._request.headers,
            **self._request.attempt_headers(),
        }
        # Always a length: without one httpx sends chunks, and a reader that ended early would look
        # like a whole file (measured with httpx 0.28.1: 200, and 0 bytes stored).
        if body is not None or self._request.method in ("PUT", "POST", "PATCH"):
            headers["Content-Length"] = str(length)
        if self._origin.token:
            headers["Authorization"] = f"Bearer {self._origin.token}"
        self._connection.backend.traffic.hold_head = 0 < length <= _JOINED
        return httpx.Request(
            self._request.method, self._origin.url(target), headers=headers, content=content
        )

    def _head(self, response: httpx.Response) -> Answer:
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status_code, headers, request_id=self._request_id)

    # Limits

    def _limit(self) -> Timeout:
        if isinstance(self._request.body, Body):
            return self._while_moving()
        limit_s = self._request.limit_s or self._context.limits.control_s
        return deadline(self._context.clock, limit_s)

    def _while_moving(self) -> Timeout:
        """No total limit: connect, then bytes, then the answer have to come in time.

        What arrives once the request is on its way does not prolong the wait: it may drip for ever.
        """
        limits = self._context.limits
        answer_s = self._request.limit_s or limits.answer_s
        backend = self._connection.backend
        seen, since = -1, self._context.clock.monotonic()

        def timeout(now: float) -> float | None:
            nonlocal seen, since
            stream = self._stream
            moved = backend.moved() - (backend.traffic.received if self.sent else 0)
            if moved != seen or (stream is not None and stream.reading):
                seen, since = moved, now
            finished = stream is not None and stream.finished
            limit = answer_s if finished else limits.stall_s if self.sent else limits.control_s
            if since == now or finished:
                self._touch()
            left = since + limit - now
            return now + min(left, limit / 4, _LONGEST_CHECK_S) if left > 0 else None

        return timeout

    # Errors

    def _redirected(self, answer: Answer) -> str:
        """Return the target to try next.

        Raises:
            ServiceError: REDIRECTED; `location` is the origin to use instead.
        """
        here = self._origin.url(self._request.target)
        location = answer.headers.get("location", "")
        try:
            there = here.join(location)
        except (httpx.InvalidURL, ValueError):
            location, there = "", here
        if not location or there.scheme not in ("http", "https") or not there.host:
            raise self._error(
                ErrorKind.REDIRECTED, Verdict.PERMANENT, answer.status, reason="no_address"
            )
        reads = self._request.method in ("GET", "HEAD")
        if not self._origin.same(there):
            raise self._error(
                ErrorKind.REDIRECTED, Verdict.PERMANENT, answer.status, location=place(there)
            )
        raw = there.raw_path.decode("ascii")
        if not raw.startswith(self._origin.prefix) or (answer.status == 303 and not reads):
            raise self._error(
                ErrorKind.REDIRECTED, Verdict.PERMANENT, answer.status, reason="same_host"
            )
        return raw[len(self._origin.prefix) :]

    def _overdue(self) -> ServiceError:
        if not self.sent:
            verdict = classify(Arrived.NOT_SENT, None, repeatable=self._request.repeatable)
            return self._error(ErrorKind.TIMED_OUT, verdict, unreachable=True)
        stalled = self._stream is not None and not self._stream.finished
        kind = ErrorKind.STALLED if stalled else ErrorKind.TIMED_OUT
        return self._error(kind, self._verdict_broken())

    def _broken(self, error: Exception) -> ServiceError:
        value = transport_error(
            error,
            host=self._origin.host,
            proxy=self._connection.proxy,
            sent=self.sent,
            repeatable=self._request.repeatable,
            request_id=self._request_id,
            outside=self._outside,
        )
        lost = not self.sent and value.verdict is Verdict.TRANSIENT
        return UnreachableError(value) if lost else ServiceError(value)

    def _too_long(self) -> ServiceError:
        verdict = classify(Arrived.UNREADABLE, None, repeatable=self._request.repeatable)
        return self._error(ErrorKind.BAD_ANSWER, verdict, reason="length")

    def _verdict_broken(self) -> Verdict:
        return classify(Arrived.BROKEN, None, repeatable=self._request.repeatable)

    def _error(
        self,
        kind: ErrorKind,
        verdict: Verdict,
        status: int | None = None,
        *,
        unreachable: bool = False,
        **facts: Any,
    ) -> ServiceError:
        value = info(
            kind,
            verdict=verdict,
            status=status,
            request_id=self._request_id,
            host=self._origin.host,
            **facts,
        )
        return UnreachableError(value) if unreachable else ServiceError(value)
