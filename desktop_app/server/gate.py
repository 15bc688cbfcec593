"""Who may come in: connections, a rate, requests at work, a waiting room, bodies waited for.

Refusals are clear and early: 429 with `RateLimit` fields for the rate, 503 for a full or too
long waiting room. Both say when to come again. There is one token, so that what holds for all
holds for each. Connections are capped so that a file can always be opened for those that are
served: each takes a file descriptor, and the rest of the process's limit is for files.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import math
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from desktop_app.server.limits import Limits
from desktop_app.server.problems import Kind, Problem

BURST_S = 3.0
"""Seconds' worth of requests that may come at once."""


LEAST = 8
OWN = 72
"""Descriptors of the service itself: databases, logs, readers, and connections being refused."""
QUIET_S = 60.0
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"Content-Type: application/problem+json\r\n"
    b"Retry-After: 1\r\nConnection: close\r\nContent-Length: 91\r\n\r\n"
    b'{"type":"urn:sendoff:problem:overloaded","title":"overloaded","status":503,"reason":"full"}'
)
log = logging.getLogger(__name__)


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


def cap(most: int, in_flight: int) -> int:
    """Return how many connections fit, if each of `in_flight` has two files open as well.

    The process's limit is raised as far as it may.
    """
    if sys.platform == "win32":
        return most
    import resource  # noqa: PLC0415 - there is no such module on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + OWN + 2 * in_flight
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return most
    room = soft - OWN
    return max(LEAST, min(most, max(room // 3, room - 2 * in_flight)))


class Connections:
    """Counts connections, and says once a minute, not each time, that there are too many.

    Args:
        most: how many there may be.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.open = 0
        self._said = -QUIET_S

    def admit(self, transport: asyncio.Transport) -> bool:
        """Count a connection; one too many is answered and closed, and is not to be used."""
        if self.open < self._most:
            self.open += 1
            return True
        self._say("the most connections are open: %d", self._most)
        transport.write(REFUSAL)
        transport.close()
        return False

    def lost(self) -> None:
        """Count a connection that was admitted no more."""
        self.open -= 1

    def _say(self, text: str, *facts: object) -> None:
        now = time.monotonic()
        if now - self._said >= QUIET_S:
            self._said = now
            log.warning(text, *facts)

    def handle(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle what the loop reports: no traceback for each connection that finds no room."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in {errno.EMFILE, errno.ENFILE}:
            self._say("no file can be opened any more: %s", error.strerror)
        else:
            loop.default_exception_handler(context)
