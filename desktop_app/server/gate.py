"""Who may come in: requests at work, bodies waited for, a bounded waiting room, a rate.

Refusals are clear and early: 429 with `RateLimit` fields for the rate, 503 for a full or too
long waiting room. Both say when to come again. There is one token, so that what holds for all
holds for each.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from desktop_app.server.limits import Limits
from desktop_app.server.problems import Kind, Problem

BURST_S = 3.0
"""Seconds' worth of requests that may come at once."""


class Rate:
    """A token bucket."""

    def __init__(self, per_s: float) -> None:
        self._per_s = per_s
        self._burst = self._level = per_s * BURST_S
        self._at = time.monotonic()

    def take(self) -> None:
        """Take one request.

        Raises:
            Problem: `rate-limited`, with `Retry-After` and `RateLimit` fields.
        """
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._at) * self._per_s)
        self._at = now
        if self._level < 1.0:
            wait = max(1, math.ceil((1.0 - self._level) / self._per_s))
            raise Problem(
                Kind.RATE_LIMITED,
                headers={
                    "Retry-After": str(wait),
                    "RateLimit-Policy": f'"burst";q={int(self._burst)};w={int(BURST_S)}',
                    "RateLimit": f'"burst";r=0;t={wait}',
                },
            )
        self._level -= 1.0


class Gate:
    """Bounds the requests at work; the rest waits, in order, for a bounded time.

    Attributes:
        working: requests that hold a place.
        awaited: requests whose bodies are waited for; they hold none.
        waiting_peak: most requests ever in the waiting room.
        closed: nobody is let in any more.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: deque[asyncio.Future[None]] = deque()
        self.working = 0
        self.awaited = 0
        self.waiting_peak = 0
        self.closed = False

    @property
    def waiting(self) -> int:
        """How many requests wait for a place."""
        return len(self._waiting)

    @asynccontextmanager
    async def admitted(self, longest_s: float) -> AsyncIterator[Place]:
        """Hold a place while the request is worked on; wait for it at most `longest_s`.

        Raises:
            Problem: `overloaded`, or `shutting-down` once closed.
        """
        self._check_open()
        if self._waiting or self.working >= self._limits.in_flight:
            await self._wait(min(longest_s, self._limits.longest_wait_s))
        else:
            self.working += 1
        try:
            self._check_open()
            yield Place(self)
        finally:
            self._leave()

    def _check_open(self) -> None:
        if self.closed:
            raise Problem(Kind.SHUTTING_DOWN, headers={"Connection": "close"})

    async def _wait(self, longest_s: float) -> None:
        """Return with a place, which whoever left has counted already."""
        if len(self._waiting) >= self._limits.waiting_room:
            raise Problem(Kind.OVERLOADED, reason="waiting room full")
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self.waiting_peak = max(self.waiting_peak, len(self._waiting))
        try:
            await asyncio.wait({turn}, timeout=longest_s)
        except asyncio.CancelledError:
            if turn.done():
                self._leave()
            raise
        finally:
            if not turn.done():
                self._waiting.remove(turn)
        if not turn.done():
            raise Problem(Kind.OVERLOADED, reason="waited too long")

    def _leave(self) -> None:
        self.working -= 1
        if self._waiting and self.working < self._limits.in_flight:
            self.working += 1
            self._waiting.popleft().set_result(None)

    def await_body(self, *, first: bool) -> None:
        """Count a request among those whose bodies are waited for, no more among those at work.

        Raises:
            Problem: `overloaded`, only where it waits for its `first` bytes.
        """
        if first and self.awaited >= self._limits.bodies:
            raise Problem(Kind.OVERLOADED, reason="bodies")
        self.awaited += 1
        self._leave()

    def go_on(self) -> None:
        """Count a request among those at work again."""
        self.working += 1
        self.awaited -= 1


class Place:
    """The place of one request among those at work."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._begun = False

    @contextmanager
    def awaiting_body(self) -> Iterator[None]:
        """Give the place up while the body is waited for: that holds up no other.

        It is taken back at once, also beyond the limit: what has begun is not refused halfway.

        Raises:
            Problem: `overloaded`: the bodies of so many others are waited for.
        """
        self._gate.await_body(first=not self._begun)
        self._begun = True
        try:
            yield
        finally:
            self._gate.go_on()
