"""Time as a dependency: schedule a call and get back what cancels it; budgets of time, nested."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from desktop_app.workflow.cancellation import on_this_loop

if TYPE_CHECKING:
    from desktop_app.core.clock import Clock

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


class NotEnoughTimeError(TimeoutError):
    """A budget holds less than the next call sensibly needs, so the call was not begun."""

    def __init__(self, remaining_s: float, needed_s: float) -> None:
        super().__init__(f"{remaining_s:g} s left, {needed_s:g} s needed")
        self.remaining_s = remaining_s
        self.needed_s = needed_s


class Deadline:
    """A point on `clock` by which something must have ended.

    `seconds` from now; `math.inf` for no limit.
    """

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._at = clock.monotonic() + seconds

    def remaining(self) -> float:
        """Return the seconds left, never below zero; what a control call says to its server."""
        return max(0.0, self._at - self._clock.monotonic())

    @property
    def expired(self) -> bool:
        """Whether nothing is left."""
        return self.remaining() <= 0.0

    def child(self, seconds: float) -> Deadline:
        """Return a budget of `seconds` that never outlasts this one."""
        return Deadline(self._clock, min(seconds, self.remaining()))

    def require(self, seconds: float) -> None:
        """Raise `NotEnoughTimeError` if less than `seconds`, or nothing, is left."""
        left = self.remaining()
        if left <= 0.0 or left < seconds:
            raise NotEnoughTimeError(left, seconds)
