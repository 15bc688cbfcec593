"""Who may come in: requests in flight (all, and per token), a bounded waiting room, a rate.

Refusals are clear and early: 429 with `RateLimit` fields for the rate, 503 for a full or too
long waiting room. Both say when to come again.
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


class Rate:
    """A token bucket per token name. Constant memory per name."""

    def __init__(self, per_s: float, burst: float) -> None:
        self._per_s = per_s
        self._burst = burst
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, name: str) -> None:
        """Take one request.

        Raises:
            Problem: `rate-limited`, with `Retry-After` and `RateLimit` fields.
        """
        now = time.monotonic()
        level, at = self._levels.get(name, (self._burst, now))
        level = min(self._burst, level + (now - at) * self._per_s)
        if level < 1.0:
            self._levels[name] = (level, now)
            wait = max(1, math.ceil((1.0 - level) / self._per_s))
            window = max(1, math.ceil(self._burst / self._per_s))
            raise Problem(
                Kind.RATE_LIMITED,
                headers={
                    "Retry-After": str(wait),
                    "RateLimit-Policy": f'"burst";q={int(self._burst)};w={window}',
                    "RateLimit": f'"burst";r=0;t={wait}',
                },
            )
        self._levels[name] = (level - 1.0, now)


class Gate:
    """Bounds the requests in flight; the rest waits, in order, for a bounded time."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: deque[tuple[str, asyncio.Future[None]]] = deque()
        self._by_token: dict[str, int] = {}
        self.in_flight = 0
        self.waiting_peak = 0
        self.awaited = 0
        """How many requests wait for their bodies."""
        self.closed = False

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return len(self._waiting)

    def _admits(self, token: str) -> bool:
        return (
            self.in_flight < self._limits.in_flight
            and self._by_token.get(token, 0) < self._limits.in_flight_per_token
        )

    def _enter(self, token: str) -> None:
        self.in_flight += 1
        self._by_token[token] = self._by_token.get(token, 0) + 1

    def _leave(self, token: str) -> None:
        self.in_flight -= 1
        self._by_token[token] -= 1
        if not self._by_token[token]:
            del self._by_token[token]
        for waiter in list(self._waiting):
            name, future = waiter
            if not future.done() and self._admits(name):
                self._enter(name)
                future.set_result(None)
                self._waiting.remove(waiter)
                return

    def await_body(self, token: str, *, first: bool) -> None:
        """Count a request among those that wait for bodies, no more among those at work.

        Raises:
            Problem: `overloaded`, only where it waits for its `first` bytes.
        """
        if first and self.awaited >= self._limits.bodies:
            raise Problem(Kind.OVERLOADED, reason="bodies")
        self.awaited += 1
        self._leave(token)

    def go_on(self, token: str) -> None:
        """Count a request among those at work again."""
        self._enter(token)
        self.awaited -= 1

    @asynccontextmanager
    async def admitted(self, token: str, longest_s: float) -> AsyncIterator[Place]:
        """Hold a place while the request is worked on; wait for it at most `longest_s`.

        Raises:
            Problem: `overloaded`, or `shutting-down` once closed.
        """
        if self.closed:
            raise Problem(Kind.SHUTTING_DOWN, headers={"Connection": "close"})
        if not self._waiting and self._admits(token):
            self._enter(token)
        else:
            await self._wait(token, min(longest_s, self._limits.longest_wait_s))
        try:
            yield Place(self, token)
        finally:
            self._leave(token)

    async def _wait(self, token: str, longest_s: float) -> None:
        if len(self._waiting) >= self._limits.waiting_room:
            raise Problem(Kind.OVERLOADED, reason="waiting room full")
        waiter = (token, asyncio.get_running_loop().create_future())
        self._waiting.append(waiter)
        self.waiting_peak = max(self.waiting_peak, len(self._waiting))
        try:
            await asyncio.wait({waiter[1]}, timeout=max(0.0, longest_s))
        except asyncio.CancelledError:
            if waiter[1].done():
                self._leave(token)
            raise
        finally:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
        if not waiter[1].done():
            raise Problem(Kind.OVERLOADED, reason="waited too long")
        if self.closed:
            self._leave(token)
            raise Problem(Kind.SHUTTING_DOWN, headers={"Connection": "close"})


class Place:
    """The place of one request among those at work."""

    def __init__(self, gate: Gate, token: str) -> None:
        self._gate = gate
        self._token = token
        self._begun = False

    @contextmanager
    def awaiting_body(self) -> Iterator[None]:
        """Give the place up while the body is waited for: that holds up no other.

        It is taken back at once, also beyond the limit: what has begun is not refused halfway.

        Raises:
            Problem: `overloaded`: the bodies of so many others are waited for.
        """
        self._gate.await_body(self._token, first=not self._begun)
        self._begun = True
        try:
            yield
        finally:
            self._gate.go_on(self._token)
