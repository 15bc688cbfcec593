"""Timers as a dependency: schedule a call, get back the function that cancels it."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Any

from desktop_app.workflow.cancellation import on_this_loop

ScheduleTimeout = Callable[[Callable[[], None], float], Callable[[], None]]
"""`(callback, seconds) -> cancel`; the callback is never called from within the scheduling call."""


def loop_schedule_timeout(callback: Callable[[], None], seconds: float) -> Callable[[], None]:
    """Schedule on the running loop's monotonic clock."""
    return asyncio.get_running_loop().call_later(seconds, callback).cancel


class Alarm:
    """A future, `rung`, that is done after `seconds` unless it is cancelled before."""

    def __init__(self, seconds: float, schedule: ScheduleTimeout) -> None:
        self.rung: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._cancel_timer = schedule(self._ring, seconds)

    def cancel(self) -> None:
        """Leave no timer behind; `rung` stays as it is."""
        self._cancel_timer()

    def _ring(self) -> None:
        if not self.rung.done():
            self.rung.set_result(None)


async def first_of(*futures: asyncio.Future[Any]) -> None:
    """Return when one of `futures` is done; none of them is ever cancelled by this."""
    await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)


class StallTimer:
    """Calls `callback` once when `restart` was not called for `seconds`.

    On the running loop's own clock a restart only notes the time, and the timer looks at the note
    when it is due: restarts come with every block of a body, and qasync keeps each cancelled timer
    until it would have fired. Any other scheduler has no clock to read: there a restart cancels and
    schedules anew.
    """

    def __init__(
        self, callback: Callable[[], None], seconds: float, schedule: ScheduleTimeout
    ) -> None:
        self._callback = callback
        self._seconds = seconds
        self._schedule = schedule
        self._cancel_timer: Callable[[], None] | None = None
        self._due = -math.inf
        self._now = asyncio.get_running_loop().time
        on_loop_time = schedule is loop_schedule_timeout
        self.restart = self._postpone if on_loop_time else on_this_loop(self._schedule_anew)
        """Starts the wait anew; callable from any thread."""

    def start(self) -> None:
        """Begin to wait."""
        self._cancel_timer = self._schedule(self._fired, self._seconds)

    def cancel(self) -> None:
        """Never call back from now on."""
        if self._cancel_timer is not None:
            self._cancel_timer()
            self._cancel_timer = None

    def _postpone(self) -> None:
        self._due = self._now() + self._seconds

    def _schedule_anew(self) -> None:
        if self._cancel_timer is not None:
            self._cancel_timer()
            self.start()

    def _fired(self) -> None:
        left = self._due - self._now()
        if left > 0:
            self._cancel_timer = self._schedule(self._fired, left)
            return
        self._cancel_timer = None
        self._callback()
