"""A sliding pool: an item is claimed only when a slot is free, and every item has an outcome.

It does not use `TaskGroup`: a child that cleans up must not be cancelled a second time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Sized
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from desktop_app.workflow.cancellation import (
    AbortController,
    AbortSignal,
    CancelReason,
    OperationAborted,
    on_this_loop,
)
from desktop_app.workflow.detached import outcome_of
from desktop_app.workflow.limits import ConcurrencyLimit
from desktop_app.workflow.outcomes import (
    Aborted,
    Failed,
    NotStarted,
    Outcome,
    Succeeded,
    UnaskedCancelError,
    left_running,
)
from desktop_app.workflow.timers import first_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

I = TypeVar("I")  # noqa: E741 - an item
T = TypeVar("T")


class Mode(StrEnum):
    """What a pool promises to its caller."""

    COLLECT_ALL = "collect_all"
    """Every item gets an answer; failures are outcomes."""
    FAIL_FAST = "fail_fast"
    """All succeed, or the first failure ends it and is raised."""
    FIRST_SUCCESS = "first_success"
    """One success ends it; only if all fail, all failures are raised."""


class PoolError(Exception, Generic[T]):
    """A pool could not keep its promise.

    Attributes:
        first_error: the first failure, or `OperationAborted` where the signal came first.
        outcomes: what became of each item, in input order.
    """

    def __init__(self, first_error: BaseException, outcomes: list[Outcome[T]]) -> None:
        succeeded = sum(isinstance(outcome, Succeeded) for outcome in outcomes)
        super().__init__(f"{type(first_error).__name__}; {succeeded} of {len(outcomes)} succeeded")
        self.first_error = first_error
        self.outcomes = outcomes


async def map_with_concurrency(
    items: Iterable[I] | AsyncIterable[I],
    mapper: Callable[[I, AbortSignal], Awaitable[T]],
    *,
    limit: int | ConcurrencyLimit,
    mode: Mode,
    signal: AbortSignal | None = None,
) -> list[Outcome[T]]:
    """Run `mapper(item, signal)` for each item, at most `limit` at once.

    Items are pulled only as slots free up. The outcomes are in input order: one per item where
    `items` has a length, else one per item pulled. When the pool stops early (by its mode, by
    `signal`, or because its caller is cancelled), each child is asked once and waited for.

    Raises:
        PoolError: FAIL_FAST met a failure; or, unless COLLECT_ALL, `signal` cut the pool short.
        ExceptionGroup: FIRST_SUCCESS, and all items failed.
        ValueError: `limit` is an int below 1, or FIRST_SUCCESS got no item at all.
        asyncio.CancelledError: the caller's own task was cancelled.
        Exception: whatever `items` raised when it was pulled.
    """
    if isinstance(limit, int):
        if limit < 1:
            raise ValueError("a pool needs at least one slot")
        limit = ConcurrencyLimit(limit)
    pool = _Pool(_Source(items), mapper, limit, mode, signal)
    unbind = signal.on_abort(on_this_loop(pool.heed_signal)) if signal else lambda: None
    try:
        await pool.run()
    finally:
        unbind()
    return pool.result()


class _Source(Generic[I]):
    """Pulls items one by one from any kind of iterable."""

    def __init__(self, items: Iterable[I] | AsyncIterable[I]) -> None:
        self.length = len(items) if isinstance(items, Sized) else None
        self.exhausted = False
        self._items: Iterator[I] | AsyncIterator[I] = (
            aiter(items) if isinstance(items, AsyncIterable) else iter(items)
        )

    async def pull(self, stopped: asyncio.Future[None]) -> tuple[I] | None:
        """Return the next item in a tuple, or None at the end or once `stopped` is done."""
        try:
            if isinstance(self._items, Iterator):
                return (next(self._items),)
            return await self._pull_async(self._items, stopped)
        except (StopIteration, StopAsyncIteration):
            self.exhausted = True
            return None

    async def close(self) -> None:
        """Close an async generator that was not read to its end."""
        if not self.exhausted and hasattr(self._items, "aclose"):
            await self._items.aclose()

    async def _pull_async(
        self, items: AsyncIterator[I], stopped: asyncio.Future[None]
    ) -> tuple[I] | None:
        async def pull() -> tuple[I]:
            return (await anext(items),)

        task = asyncio.create_task(pull(), name="pool pull")
        try:
            await first_of(task, stopped)
        finally:
            if not task.done():
                task.cancel()
                await _ended(task)
        if not task.cancelled():
            return task.result()
        if stopped.done():
            return None
        raise UnaskedCancelError("items")


class _Pool(Generic[I, T]):
    """One call of `map_with_concurrency`. `stop` decides that it ends early, once."""

    def __init__(
        self,
        source: _Source[I],
        mapper: Callable[[I, AbortSignal], Awaitable[T]],
        limit: ConcurrencyLimit,
        mode: Mode,
        signal: AbortSignal | None,
    ) -> None:
        self._source = source
        self._mapper = mapper
        self._limit = limit
        self._mode = mode
        self._signal = signal
        self._children = AbortController(on_touch=signal.touch if signal else None)
        self._running: dict[asyncio.Task[T], int] = {}
        self._begun: set[int] = set()
        self._asked: set[int] = set()
        self._outcomes: list[Outcome[T] | None] = []
        self._first_error: BaseException | None = None
        self._won = False
        self._stopped: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._reason = CancelReason.SUPERSEDED

    async def run(self) -> None:
        """Return when no child is left; raise what ended the pool from outside its outcomes."""
        try:
            await self._claim_all()
        except asyncio.CancelledError:
            self.stop(CancelReason.SHUTDOWN)
            raise
        except BaseException:
            self.stop(CancelReason.SUPERSEDED)
            raise
        finally:
            await self._drain()
            await self._source.close()

    def heed_signal(self) -> None:
        """Stop because the caller's signal was aborted."""
        if self._signal is not None and self._signal.reason is not None:
            self.stop(self._signal.reason)

    def stop(self, reason: CancelReason) -> None:
        """Claim no more items, and ask each child that is in flight once."""
        if self._stopped.done():
            return
        self._reason = reason
        self._stopped.set_result(None)
        self._children.abort(reason)
        for task, index in self._running.items():
            if not task.done():
                self._asked.add(index)
                self._limit.note_cancel(reason)
                task.cancel()

    def result(self) -> list[Outcome[T]]:
        """Return the outcomes, or raise what the mode promises instead."""
        outcomes = self._all_outcomes()
        match self._mode:
            case Mode.COLLECT_ALL:
                return outcomes
            case Mode.FAIL_FAST if self._first_error is None and not self._cut_short(outcomes):
                return outcomes
            case Mode.FIRST_SUCCESS if self._won:
                return outcomes
            case Mode.FIRST_SUCCESS if not self._cut_short(outcomes):
                raise _all_failed(outcomes)
        first_error = self._first_error or OperationAborted(self._reason)
        raise PoolError(first_error, outcomes) from first_error

    async def _claim_all(self) -> None:
        while await self._claim_slot():
            pulled = None
            try:
                pulled = await self._source.pull(self._stopped)
            finally:
                if pulled is None:
                    self._limit.release()
            if pulled is None:
                return
            self._start(pulled[0])

    async def _claim_slot(self) -> bool:
        """Return whether a slot is ours; False once the pool was stopped."""
        ticket = self._limit.request()
        claimed = False
        try:
            if not ticket.done():
                await first_of(ticket, self._stopped)
            claimed = not self._stopped.done()
        finally:
            if not claimed:
                self._limit.withdraw(ticket)
        return claimed

    def _start(self, item: I) -> None:
        """Start `item`, unless the pool was stopped while it was pulled."""
        if self._stopped.done():
            self._outcomes.append(NotStarted(self._reason))
            self._limit.release()
            return
        index = len(self._outcomes)
        self._outcomes.append(None)
        task = asyncio.create_task(self._map(index, item), name=f"pool item {index}")
        self._running[task] = index
        task.add_done_callback(self._child_done)

    async def _map(self, index: int, item: I) -> T:
        self._begun.add(index)
        return await self._mapper(item, self._children.signal)

    def _child_done(self, task: asyncio.Task[T]) -> None:
        index = self._running.pop(task)
        outcome = self._outcomes[index] = self._judge(index, outcome_of(task))
        if index in self._asked:
            self._limit.note_cancelled_end()
        if isinstance(outcome, Failed):
            self._first_error = self._first_error or outcome.error
            if self._mode is Mode.FAIL_FAST:
                self.stop(CancelReason.SUPERSEDED)
        elif isinstance(outcome, Succeeded) and self._mode is Mode.FIRST_SUCCESS:
            self._won = True
            self.stop(CancelReason.SUPERSEDED)
        self._begun.discard(index)
        self._limit.release()

    def _judge(self, index: int, outcome: Succeeded[T] | Failed) -> Outcome[T]:
        """Return what counts: once asked to stop, or beaten by a winner, it was aborted."""
        if index not in self._asked and not (self._won and isinstance(outcome, Succeeded)):
            return outcome
        if index not in self._begun:
            return NotStarted(self._reason)
        return Aborted(self._reason, isinstance(outcome, Failed) and left_running(outcome.error))

    async def _drain(self) -> None:
        """Wait for every child; a cancellation meanwhile asks them (once) and is raised after."""
        cancelled: asyncio.CancelledError | None = None
        while self._running:
            try:
                await asyncio.wait(self._running)
            except asyncio.CancelledError as error:
                cancelled = cancelled or error
                self.stop(CancelReason.SHUTDOWN)
        if cancelled is not None:
            raise cancelled

    def _all_outcomes(self) -> list[Outcome[T]]:
        settled = [outcome for outcome in self._outcomes if outcome is not None]
        unclaimed = max((self._source.length or 0) - len(settled), 0)
        return settled + [NotStarted(self._reason)] * unclaimed

    def _cut_short(self, outcomes: list[Outcome[T]]) -> bool:
        known_end = self._source.exhausted or self._source.length is not None
        return not known_end or any(isinstance(item, NotStarted | Aborted) for item in outcomes)


async def _ended(task: asyncio.Task[Any]) -> None:
    """Wait for a task that was cancelled; a cancellation meanwhile is raised after."""
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await first_of(task)
        except asyncio.CancelledError as error:
            cancelled = cancelled or error
    if cancelled is not None:
        raise cancelled


def _all_failed(outcomes: list[Outcome[T]]) -> Exception:
    """Return the group of all failures (which holds no `CancelledError` bare)."""
    errors = [outcome.error for outcome in outcomes if isinstance(outcome, Failed)]
    if not errors:
        return ValueError("there was no item that could succeed")
    return ExceptionGroup("every item failed", [_as_exception(error) for error in errors])


def _as_exception(error: BaseException) -> Exception:
    if isinstance(error, Exception):
        return error
    wrapped = UnaskedCancelError("item")
    wrapped.__cause__ = error
    return wrapped
