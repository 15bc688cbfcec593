"""Three brakes, configured apart: how many at once, how many per second, how many may wait."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, TypeVar

from desktop_app.core.clock import Clock, LoopClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from desktop_app.workflow.cancellation import CancelReason

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Gauges:
    """A look at a concurrency limit.

    Attributes:
        running: slots in use.
        waiting: pools that wait for a slot.
        longest_wait_s: the longest wait for a slot so far, waits still going on included.
        cancelled: how many running items were asked to stop, by reason.
        running_after_cancel: how many of those have not ended yet.
    """

    running: int
    waiting: int
    longest_wait_s: float
    cancelled: Mapping[CancelReason, int]
    running_after_cancel: int


class ConcurrencyLimit:
    """How many items may be in flight, over all who share it. First come, first served.

    `limit` may be 0 (a pause) and be changed while in use; what runs is left to end.
    All members belong to the loop's thread.

    Raises:
        ValueError: `limit` is negative.
    """

    def __init__(self, limit: int, *, clock: Clock | None = None) -> None:
        self._clock = clock or LoopClock()
        self._running = 0
        self._queue: deque[tuple[asyncio.Future[None], float]] = deque()
        self._longest_wait_s = 0.0
        self._cancelled: Counter[CancelReason] = Counter()
        self._running_after_cancel = 0
        self._limit = 0
        self.resize(limit)

    @property
    def limit(self) -> int:
        """How many may be in flight."""
        return self._limit

    def resize(self, limit: int) -> None:
        """Allow `limit` items from now on; 0 starts no more."""
        if limit < 0:
            raise ValueError("a concurrency limit cannot be negative")
        self._limit = limit
        self._grant()

    def request(self) -> asyncio.Future[None]:
        """Queue for a slot; the future is done when the slot is taken.

        Give each request back, with `release` once it is granted, else with `withdraw`.
        """
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append((ticket, self._clock.monotonic()))
        self._grant()
        return ticket

    def withdraw(self, ticket: asyncio.Future[None]) -> None:
        """Leave the queue, or give back the slot if it has been granted meanwhile."""
        if ticket.done():
            self.release()
            return
        self._queue = deque(entry for entry in self._queue if entry[0] is not ticket)

    def release(self) -> None:
        """Give a slot back."""
        self._running -= 1
        self._grant()

    def note_cancel(self, reason: CancelReason) -> None:
        """Count a running item that was asked to stop."""
        self._cancelled[reason] += 1
        self._running_after_cancel += 1

    def note_cancelled_end(self) -> None:
        """Count the end of an item that had been asked to stop."""
        self._running_after_cancel -= 1

    def gauges(self) -> Gauges:
        """Return a look at the present."""
        now = self._clock.monotonic()
        return Gauges(
            running=self._running,
            waiting=len(self._queue),
            longest_wait_s=max((self._longest_wait_s, *(now - since for _, since in self._queue))),
            cancelled=MappingProxyType(dict(self._cancelled)),
            running_after_cancel=self._running_after_cancel,
        )

    def _grant(self) -> None:
        while self._queue and self._running < self._limit:
            ticket, since = self._queue.popleft()
            if ticket.cancelled():
                continue
            self._running += 1
            self._longest_wait_s = max(self._longest_wait_s, self._clock.monotonic() - since)
            ticket.set_result(None)


class TokenBucket:
    """How many may start per second: `per_second` on average, `burst` at once. In order of asking.

    Raises:
        ValueError: a value is not positive (`burst` may not be below 1).
    """

    def __init__(self, clock: Clock, *, per_second: float, burst: int = 1) -> None:
        if per_second <= 0 or burst < 1:
            raise ValueError("a token bucket needs a positive rate and room for one token")
        self._clock = clock
        self._per_second = per_second
        self._burst = burst
        self._tokens = float(burst)
        self._filled_at = clock.monotonic()
        self._turn = asyncio.Lock()

    async def take(self) -> None:
        """Return when a start is due. A caller that is cancelled while it waits takes nothing."""
        async with self._turn:
            while (missing := 1.0 - self._fill()) > 1e-9:  # no sleep for a rounding error
                await self._clock.sleep(missing / self._per_second)
            self._tokens -= 1.0

    def _fill(self) -> float:
        now = self._clock.monotonic()
        gained = (now - self._filled_at) * self._per_second
        self._filled_at = now
        self._tokens = min(float(self._burst), self._tokens + gained)
        return self._tokens


class WhenFull(StrEnum):
    """What a full queue does with one more item."""

    WAIT = "wait"
    """The producer waits for room: backpressure."""
    REJECT = "reject"
    """`put` raises `QueueFullError`."""
    DROP_OLDEST = "drop_oldest"
    """The item that waited longest makes room and is counted as dropped."""


class QueueFullError(Exception):
    """The queue holds all it may, and its action is to reject."""


class QueueClosedError(Exception):
    """`put` on a queue that takes nothing more."""


class BoundedQueue(Generic[T]):
    """How many items may wait, and what a full queue does. Iterate it, or hand it to a pool.

    Iteration ends after `close`, when the queue is empty.

    Raises:
        ValueError: `max_waiting` is below 1.
    """

    def __init__(self, max_waiting: int, when_full: WhenFull) -> None:
        if max_waiting < 1:
            raise ValueError("a queue needs room for one item")
        self._max_waiting = max_waiting
        self._when_full = when_full
        self._items: deque[T] = deque()
        self._closed = False
        self._changed = asyncio.Condition()
        self.dropped = 0
        """How many items made room for newer ones."""

    @property
    def waiting(self) -> int:
        """How many items wait (not `len`: to a pool that would be the number of its items)."""
        return len(self._items)

    async def put(self, item: T) -> None:
        """Add `item`, or do what a full queue does.

        Raises:
            QueueFullError: it is full and rejects.
            QueueClosedError: it was closed, perhaps while this call waited for room.
        """
        async with self._changed:
            if len(self._items) >= self._max_waiting and not self._closed:
                await self._make_room()
            if self._closed:
                raise QueueClosedError
            self._items.append(item)
            self._changed.notify_all()

    async def close(self) -> None:
        """Take nothing more; what waits is still handed out."""
        async with self._changed:
            self._closed = True
            self._changed.notify_all()

    def __aiter__(self) -> AsyncIterator[T]:
        return self

    async def __anext__(self) -> T:
        async with self._changed:
            await self._changed.wait_for(lambda: self._items or self._closed)
            if not self._items:
                raise StopAsyncIteration
            item = self._items.popleft()
            self._changed.notify_all()
            return item

    async def _make_room(self) -> None:
        if self._when_full is WhenFull.REJECT:
            raise QueueFullError
        if self._when_full is WhenFull.DROP_OLDEST:
            self._items.popleft()
            self.dropped += 1
            return
        await self._changed.wait_for(lambda: len(self._items) < self._max_waiting or self._closed)
