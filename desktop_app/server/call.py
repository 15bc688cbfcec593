"""One request: Starlette's `Request`, with its deadline and whether anyone still waits for it.

A call is given up for one reason: `deadline`, `client_gone` or `shutdown`. Work that belongs to
it asks `check()` before it writes and before it commits. Once `accept()`ed, a call of a route
that completes is not given up because its client went away or the service shuts down: a closed
connection only means that the answer cannot be delivered.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.requests import Request
from starlette.types import Message, Receive, Scope

from desktop_app.server import direct, wire
from desktop_app.server.blocks import Block
from desktop_app.server.problems import Cancelled, Kind, Problem

if TYPE_CHECKING:
    from desktop_app.server.direct import DirectBody
    from desktop_app.server.faults import Rule
    from desktop_app.server.service import Service

T = TypeVar("T")
STOP_WITHIN_S = 0.1
"""Cancelled work that stops within this time counts as stopped at once."""
COMMIT_WITHIN_S = 5.0
"""How long after its deadline a write is waited for: its commit may have begun, and then counts."""
QUIET_S = 0.02
"""Work shorter than this is not watched for a client that goes away: nothing could be saved."""
_PIECE = 64 * 1024
_REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,128}")


class Call(Request):
    """One request, from its headers to its answer.

    Attributes:
        route: the route's name, once it is found.
        completes: whether its work runs to its end once it is accepted, whoever waits.
        key: the file key in its path.
        cancelled: why it was given up.
        body_received: bytes of the body so far.
        rules: QA rules that strike in it.
    """

    def __init__(self, scope: Scope, receive: Receive, service: Service) -> None:
        super().__init__(scope, receive)
        self.service = service
        self.route = "unmatched"
        self.completes = False
        self.key = ""
        self.cancelled: str | None = None
        self.gone_at: float | None = None
        self.accepted = False
        self.body_received = 0
        self.rules: tuple[Rule, ...] = ()
        self.crash_before_commit: Callable[[], None] | None = None
        self.awaiting_body: Callable[[], AbstractContextManager[None]] = nullcontext
        """Entered while the body is waited for: that is no work, and holds up no other."""
        self.deadline: float = time.monotonic() + service.limits.route_s
        self._direct = service.bodies.claim(self.headers.get(direct.NAME.decode()))
        """The body, where it comes past uvicorn."""
        self._received_all = self.content_length() == 0
        self._piece = memoryview(b"")
        """What was received and not taken yet."""
        self._given_up: asyncio.Future[None] | None = None
        self._reading: asyncio.Timeout | None = None
        self._read_no_more: str | None = None
        self._watcher: asyncio.Task[None] | None = None
        asked = self.headers.get("x-request-id", "")
        self.request_id = asked if _REQUEST_ID.fullmatch(asked) else secrets.token_hex(8)

    @property
    def path(self) -> str:
        """The path as it was sent, percent-encoded."""
        return str(self.scope["path"])

    def content_length(self) -> int | None:
        """Return the declared size of the body; None where it is chunked."""
        if self._direct is not None:
            return self._direct.size
        value = self.headers.get("content-length")
        if value is None:
            return None if "transfer-encoding" in self.headers else 0
        return int(value)

    @property
    def body_complete(self) -> bool:
        """Whether the whole body was taken (or there is none)."""
        return self._received_all and not self._piece

    def continue_was_asked(self) -> bool:
        """Whether the client waits for permission before it sends its body, and had none."""
        if self._direct is not None:
            return self._direct.permission
        return self.body_received == 0 and "100-continue" in self.headers.get("expect", "").lower()

    # Giving up

    def set_deadline(self, limit_s: float) -> None:
        """Let the call end within `limit_s` seconds, or earlier where the client asks for that.

        Raises:
            Problem: `bad-header`.
        """
        asked = self.headers.get("request-deadline-ms")
        if asked is not None:
            if not (asked.isascii() and asked.isdigit()):
                raise Problem(Kind.BAD_HEADER, field="Request-Deadline-Ms")
            limit_s = min(limit_s, int(asked[:12]) / 1000)
        self.deadline = time.monotonic() + limit_s

    def left_s(self) -> float:
        """Return the seconds until the deadline."""
        return max(0.0, self.deadline - time.monotonic())

    def accept(self) -> None:
        """From here on the work runs to its end, whoever waits."""
        self.check()
        self.accepted = True

    def cancel(self, reason: str) -> None:
        """Give the call up, unless its work was accepted and completes."""
        if reason == "client_gone" and self.gone_at is None:
            self.gone_at = time.monotonic()
        must_run = self.accepted and self.completes and reason != "deadline"
        if self.cancelled is None and not must_run:
            self.cancelled = reason
            if self._given_up is not None and not self._given_up.done():
                self._given_up.set_result(None)

    def read_no_more(self, reason: str) -> None:
        """End the reading of the body, now and from now on; what came before can be kept.

        For `superseded` (its client has come back by another connection) and `shutdown`.
        """
        self._read_no_more = reason
        if self._reading is not None and not self._reading.expired():
            self._reading.reschedule(asyncio.get_running_loop().time())

    def check(self) -> None:
        """Raise where the call was given up. Safe on any thread.

        Raises:
            Cancelled: with the reason.
        """
        if self.cancelled is None and time.monotonic() > self.deadline:
            self.cancelled = "deadline"
        if self.cancelled is not None:
            raise Cancelled(self.cancelled)

    # Waiting for work

    async def hold(self, future: asyncio.Future[T], stop_within_s: float = STOP_WITHIN_S) -> T:
        """Wait for work that asks `check()`; stop waiting soon after the call was given up.

        Raises:
            Cancelled: the call was given up and the work stopped (or did not within
                `stop_within_s`; then it is measured as still running).
        """
        await self._wait(future)
        if not future.done():
            self.cancel("deadline")
            await asyncio.wait({future}, timeout=stop_within_s)
        if not future.done():
            future.add_done_callback(_forget)
            raise Cancelled(self.cancelled or "deadline")
        return future.result()

    async def hold_write(self, future: asyncio.Future[T]) -> T:
        """Wait for a write: given up before its commit it is undone, after that its answer counts.

        Raises:
            Cancelled: it was undone (or is stuck in a commit for `COMMIT_WITHIN_S`).
        """
        return await self.hold(future, COMMIT_WITHIN_S)

    async def hold_accepted(self, work: asyncio.Task[T]) -> T:
        """Wait for work that runs to its end by itself.

        Raises:
            Cancelled: the deadline passed first; the work goes on.
        """
        await self._wait(work)
        if not work.done():
            raise Cancelled("deadline")
        return work.result()

    async def _wait(self, future: asyncio.Future[T]) -> None:
        """Return when `future` is done, the call is given up, or its deadline has passed."""
        await asyncio.wait({future}, timeout=min(QUIET_S, self.left_s()))
        if future.done():
            return
        if self.body_complete:
            self.watch()
        if self._given_up is None:
            self._given_up = asyncio.get_running_loop().create_future()
            if self.cancelled is not None:
                self._given_up.set_result(None)
        either: set[asyncio.Future[Any]] = {future, self._given_up}
        await asyncio.wait(either, timeout=self.left_s(), return_when=asyncio.FIRST_COMPLETED)

    # The body

    async def fill(self, block: Block, size: int | None = None) -> None:
        """Receive into `block` until it is full, or holds `size` bytes, or the body is complete.

        Less where that many did not come within the limit of silence.

        Raises:
            Cancelled: the client went away, was silent, the deadline passed, or no more is to be
                read; what came before is in `block`.
        """
        before = block.filled
        async with self._timed(lambda: block.filled > before):
            while not self.body_complete and (room := block.room(size)):
                if self._direct is not None and not self._piece:
                    await self._fill_direct(self._direct, room, block.add)
                    continue
                if not self._piece:
                    await self._next_piece()
                self._piece = self._piece[block.take(self._piece[: len(room)]) :]

    async def json_object(self, limit: int, read: Callable[[dict[str, Any]], T]) -> tuple[bytes, T]:
        """Return the body and what `read` makes of the JSON object in it (perhaps in a thread).

        Raises:
            Problem: `too-large`, `bad-json`, or what `read` refuses.
        """
        pieces = bytearray()
        declared = self.content_length() or 0
        while not self.body_complete and max(declared, len(pieces)) <= limit:
            async with self._timed(lambda: False):
                await self._next_piece()
            pieces += self._piece
            self._piece = memoryview(b"")
        if max(declared, len(pieces)) > limit:
            raise Problem(Kind.TOO_LARGE, limit=limit)
        raw = bytes(pieces)
        return raw, await wire.read_json(raw, read)

    async def _next_piece(self) -> None:
        """Receive the next piece of the body.

        Raises:
            Cancelled: the client went away.
        """
        if self._direct is not None:
            piece = Block(_PIECE)
            await self._fill_direct(self._direct, piece.room(), piece.add)
            self._piece = piece.content
            return
        message = await self.receive()
        if message["type"] == "http.disconnect":
            self.cancel("client_gone")
            raise Cancelled("client_gone")
        self._piece = memoryview(self._count(message))

    async def _fill_direct(
        self, body: DirectBody, room: memoryview, arrived: Callable[[int], None]
    ) -> None:
        def came(count: int) -> None:
            self.body_received += count
            self._received_all = self.body_received == body.size
            arrived(count)

        if not await body.fill(room, came):
            self.cancel("client_gone")
            raise Cancelled("client_gone")

    def _count(self, message: Message) -> bytes:
        body: bytes = message.get("body", b"")
        if self._direct is None:
            self.body_received += len(body)
            self._received_all = not message.get("more_body", False)
        return body

    @asynccontextmanager
    async def _timed(self, anything: Callable[[], bool]) -> AsyncIterator[None]:
        """Bound the reading inside by the limit of silence and the deadline.

        Raises:
            Cancelled: nothing came in time, or no more is to be read.
        """
        if self._read_no_more is not None:
            raise Cancelled(self._read_no_more)
        within_s = min(self.left_s(), self.service.limits.body_idle_s)
        try:
            with self.awaiting_body():
                async with asyncio.timeout(within_s) as self._reading:
                    yield
        except TimeoutError:
            if self._read_no_more is not None:
                raise Cancelled(self._read_no_more) from None
            if not anything() or not self.left_s():
                self.cancel("deadline")
                raise Cancelled("deadline") from None
        finally:
            self._reading = None

    def watch(self) -> None:
        """Notice from now on when the client goes away. The body must have been read."""
        if self._watcher is None:
            self._watcher = asyncio.create_task(self._until_gone())

    async def _until_gone(self) -> None:
        while True:
            message = await self.receive()
            if message["type"] == "http.disconnect":
                self.cancel("client_gone")
                return
            self._count(message)

    async def unwatch(self) -> None:
        """Stop noticing: the answer is about to be complete."""
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.wait({self._watcher})
            self._watcher = None

    async def drain(self, limit: int, within_s: float) -> None:
        """Read out what the client still sends, up to `limit` bytes and `within_s` seconds."""
        most = self.body_received + limit
        try:
            async with asyncio.timeout(within_s):
                while not self._received_all and self.body_received < most:
                    await self._next_piece()
        except (TimeoutError, Cancelled):
            return
        finally:
            self._piece = memoryview(b"")


def _forget(future: asyncio.Future[Any]) -> None:
    """Take the outcome of work that nobody waits for; its effect, if any, is in the database."""
    if not future.cancelled():
        future.exception()
