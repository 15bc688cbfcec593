"""One request: its headers, its body, its deadline, and whether anyone still waits for it.

A call is given up for one reason: `deadline`, `client_gone` or `shutdown`. Work that belongs to
it asks `check()` before it writes and before it commits. Once `accept()`ed, a call of a route
that must complete is not given up because its client went away or the service shuts down: a
closed connection only means that the answer cannot be delivered.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qsl

from desktop_app.server import framing, json_bodies
from desktop_app.server.problems import Cancelled, Kind, Problem
from desktop_app.server.straight import STRAIGHT

if TYPE_CHECKING:
    from starlette.types import Receive, Scope

    from desktop_app.server.blocks import Block
    from desktop_app.server.faults import Rule
    from desktop_app.server.straight import Straight

T = TypeVar("T")
STOP_WITHIN_S = 0.1
"""Cancelled work that stops within this time counts as stopped at once."""
COMMIT_WITHIN_S = 5.0
"""How long after its deadline a write is waited for: its commit may have begun, and then counts."""
QUIET_S = 0.02
"""Work shorter than this is not watched for a client that goes away: nothing could be saved."""
_REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,128}")


class Work(StrEnum):
    """What may become of a route's work when nobody waits for it any more."""

    CANCELLABLE = "cancellable"
    MUST_COMPLETE = "must_complete"


class Call:
    """One request, from its headers to its answer."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self.method: str = scope["method"]
        self.path: bytes = scope["raw_path"]
        self._scope = scope
        self._query: bytes = scope["query_string"]
        self._headers = dict(scope["headers"])
        self.header_bytes = sum(len(name) + len(value) for name, value in scope["headers"])
        self._receive = receive
        self.route = "unmatched"
        self.work = Work.CANCELLABLE
        self.params: tuple[str, ...] = ()
        self.key = ""
        self.cancelled: str | None = None
        self.gone_at: float | None = None
        self.accepted = False
        self.body_received = 0
        self._all_in = self.content_length() == 0
        self._over = memoryview(b"")
        self._straight: Straight | None = scope.get("extensions", {}).get(STRAIGHT)
        self.awaiting_body: Callable[[], AbstractContextManager[None]] = nullcontext
        """Entered while the body is waited for: that is no work, and holds up no other."""
        self.rules: tuple[Rule, ...] = ()
        self.crash_before_commit: Callable[[], None] | None = None
        self._stopped: asyncio.Future[None] | None = None
        self._reading: asyncio.Timeout | None = None
        self._no_more: str | None = None
        self._watcher: asyncio.Task[None] | None = None
        self.deadline: float = time.monotonic() + 3600.0
        asked = self.header("x-request-id") or ""
        self.request_id = asked if _REQUEST_ID.fullmatch(asked) else secrets.token_hex(8)

    def header(self, name: str) -> str | None:
        """Return the header `name` (lower case), or None."""
        value = self._headers.get(name.encode())
        return None if value is None else value.decode("latin-1")

    def check_head(self) -> None:
        """Go on if the head can be understood in one way only.

        Raises:
            Problem: `bad-header` or `not-implemented`.
        """
        target = self._scope.get("extensions", {}).get(framing.TARGET, self.path)
        framing.check(self._scope["http_version"], target, self._scope["headers"])

    def query(self) -> dict[str, str]:
        """Return the query; of a repeated name the last value counts.

        Raises:
            Problem: `bad-field` for more than 50 fields.
        """
        try:
            return dict(parse_qsl(self._query.decode("latin-1"), True, max_num_fields=50))
        except ValueError as error:
            raise Problem(Kind.BAD_FIELD, field="query") from error

    def content_length(self) -> int | None:
        """Return the declared size of the body; None where it is chunked."""
        value = self.header("content-length")
        if value is None:
            return None if self.header("transfer-encoding") else 0
        return int(value) if value.isascii() and value.isdigit() else 0

    @property
    def body_complete(self) -> bool:
        """Whether the whole body was taken (or there is none)."""
        return self._all_in and not self._over

    def continue_was_asked(self) -> bool:
        """Whether the client waits for permission before it sends its body, and had none."""
        return self.body_received == 0 and "100-continue" in (self.header("expect") or "").lower()

    # Giving up

    def accept(self) -> None:
        """From here on the work runs to its end, whoever waits."""
        self.check()
        self.accepted = True

    def cancel(self, reason: str) -> None:
        """Give the call up, unless its work was accepted and must complete."""
        if reason == "client_gone" and self.gone_at is None:
            self.gone_at = time.monotonic()
        must_run = self.accepted and self.work is Work.MUST_COMPLETE and reason != "deadline"
        if self.cancelled is None and not must_run:
            self.cancelled = reason
            if self._stopped is not None and not self._stopped.done():
                self._stopped.set_result(None)

    def read_no_more(self, reason: str) -> None:
        """End the reading of the body, now and from now on; what came before can be kept.

        For `superseded` (its client has come back by another connection) and `shutdown`.
        """
        self._no_more = reason
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
        await asyncio.wait({future}, timeout=min(QUIET_S, self._left_s()))
        if future.done():
            return
        if self.body_complete:
            self.watch()
        if self._stopped is None:
            self._stopped = asyncio.get_running_loop().create_future()
            if self.cancelled is not None:
                self._stopped.set_result(None)
        either: set[asyncio.Future[Any]] = {future, self._stopped}
        await asyncio.wait(either, timeout=self._left_s(), return_when=asyncio.FIRST_COMPLETED)

    def _left_s(self) -> float:
        return max(0.0, self.deadline - time.monotonic())

    # The body

    async def fill(self, block: Block, idle_s: float, size: int | None = None) -> None:
        """Receive into `block` until it is full, or holds `size` bytes, or the body is complete.

        Less where that many did not come within `idle_s`.

        Raises:
            Cancelled: the client went away, was silent for `idle_s`, the deadline passed, or
                no more is to be read; what came before is in `block`.
        """
        before = block.filled
        async with self._timed(idle_s, lambda: block.filled > before):
            while not self.body_complete and (room := block.room(size)):
                if not self._over and self._straight is not None and self._straight.ready():
                    await self._receive_straight(block, room)
                else:
                    self._over = self._over or memoryview(await self._piece())
                    self._over = self._over[block.take(self._over[: len(room)]) :]

    async def _receive_straight(self, block: Block, room: memoryview) -> None:
        """Let the connection fill `room`: no piece of memory in between."""
        assert self._straight is not None
        before = block.filled

        def arrived(count: int) -> None:
            block.filled += count

        try:
            self._all_in = not await self._straight.fill(room, arrived)
        finally:
            self.body_received += block.filled - before

    async def _piece(self) -> bytes:
        """Return the next piece of the body.

        Raises:
            Cancelled: the client went away.
        """
        message = await self._receive()
        if message["type"] == "http.disconnect":
            self.cancel("client_gone")
            raise Cancelled("client_gone")
        body: bytes = message.get("body", b"")
        self.body_received += len(body)
        self._all_in = not message.get("more_body", False)
        return body

    @asynccontextmanager
    async def _timed(self, idle_s: float, anything: Callable[[], bool]) -> AsyncIterator[None]:
        """Bound the reading inside by `idle_s` and the deadline; silence is not the client's wish.

        Raises:
            Cancelled: nothing came in time, or no more is to be read.
        """
        if self._no_more is not None:
            raise Cancelled(self._no_more)
        until = min(self.deadline, time.monotonic() + idle_s)
        try:
            with self.awaiting_body():
                async with asyncio.timeout(max(0.0, until - time.monotonic())) as self._reading:
                    yield
        except TimeoutError:
            if self._no_more is not None:
                raise Cancelled(self._no_more) from None
            if not anything() or time.monotonic() >= self.deadline:
                self.cancel("deadline")
                raise Cancelled("deadline") from None
        finally:
            self._reading = None

    async def json(
        self, limit: int, idle_s: float, read: Callable[[dict[str, Any]], T]
    ) -> tuple[bytes, T]:
        """Return the body and what `read` makes of the JSON object in it (perhaps in a thread).

        Raises:
            Problem: `too-large`, `bad-json`, or what `read` refuses.
        """
        declared = self.content_length()
        if declared is not None and declared > limit:
            raise Problem(Kind.TOO_LARGE, limit=limit)
        pieces = bytearray()
        while not self.body_complete and len(pieces) <= limit:
            async with self._timed(idle_s, lambda: False):
                pieces += await self._piece()
        raw = bytes(pieces)
        if len(raw) > limit:
            raise Problem(Kind.TOO_LARGE, limit=limit)
        return raw, await json_bodies.read_as(raw, read)

    def watch(self) -> None:
        """Notice from now on when the client goes away. The body must have been read."""
        if self._watcher is None:
            self._watcher = asyncio.create_task(self._until_gone())

    async def _until_gone(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                self.cancel("client_gone")
                return
            self.body_received += len(message.get("body", b""))
            self._all_in = not message.get("more_body", False)

    async def unwatch(self) -> None:
        """Stop noticing: the answer is about to be complete."""
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.wait({self._watcher})
            self._watcher = None

    async def drain(self, limit: int, within_s: float) -> None:
        """Read out what the client still sends, up to `limit` bytes and `within_s` seconds."""
        self._over = memoryview(b"")
        start = self.body_received
        until = time.monotonic() + within_s
        while not self.body_complete and self.body_received - start < limit:
            try:
                async with asyncio.timeout(max(0.0, until - time.monotonic())):
                    message = await self._receive()
            except TimeoutError:
                return
            if message["type"] == "http.disconnect":
                return
            self.body_received += len(message.get("body", b""))
            self._all_in = not message.get("more_body", False)


def _forget(future: asyncio.Future[Any]) -> None:
    """Take the outcome of work that nobody waits for; its effect, if any, is in the database."""
    if not future.cancelled():
        future.exception()
