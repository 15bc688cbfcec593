"""One timer for the timeouts of all calls of a client, instead of one per call.

qasync keeps a cancelled timer until it would have fired: with a timer for each read they fired in
bursts later (measured: the window froze for 27 to 64 ms). Knows no HTTP: what is watched says
itself when it is overdue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType

from desktop_app.core.clock import Clock
from desktop_app.workflow.timers import ScheduleTimeout

Timeout = Callable[[float], float | None]
"""Given the present, returns when to check again, or None if it took too long already."""


def deadline(clock: Clock, seconds: float) -> Timeout:
    """Return the timeout that is over `seconds` from now, whatever happens."""
    end = clock.monotonic() + seconds
    return lambda now: end if now < end else None


class OverdueError(Exception):
    """What was watched took too long; the work inside was cancelled."""


class Watch:
    """Cancels the task that entered it once its timeout is over, and raises `OverdueError`."""

    def __init__(self, watchdog: Watchdog, timeout: Timeout) -> None:
        self._watchdog = watchdog
        self._timeout = timeout
        self._task: asyncio.Task[object] | None = None
        self._cancels_before = 0
        self._overdue = False

    def __enter__(self) -> None:
        self._task = asyncio.current_task()
        assert self._task is not None
        self._cancels_before = self._task.cancelling()
        self._watchdog.add(self)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._watchdog.remove(self)
        if not self._overdue or self._task is None:
            return
        # As in `asyncio.timeout`: if somebody else cancelled the task too, theirs must win.
        only_ours = self._task.uncancel() <= self._cancels_before
        if only_ours and kind is not None and issubclass(kind, asyncio.CancelledError):
            raise OverdueError from error

    def check(self, now: float) -> float | None:
        """Return when to check again, or None after cancelling the work."""
        due = self._timeout(now)
        if due is None and self._task is not None:
            self._overdue = True
            self._task.cancel()
        return due


class Watchdog:
    """Checks each watch when it is due. Lives on one event loop; `close` leaves no timer."""

    def __init__(self, clock: Clock, schedule: ScheduleTimeout) -> None:
        self._clock = clock
        self._schedule = schedule
        self._due: dict[Watch, float] = {}
        self._armed_for = float("inf")
        self._disarm: Callable[[], None] | None = None

    def watch(self, timeout: Timeout) -> Watch:
        """Return a context that ends in `OverdueError` when `timeout` says None."""
        return Watch(self, timeout)

    def add(self, watch: Watch) -> None:
        """Begin to check `watch`."""
        due = watch.check(self._clock.monotonic())
        if due is not None:
            self._due[watch] = due
            self._arm(due)

    def remove(self, watch: Watch) -> None:
        """Check `watch` no more. The timer stays for the next one."""
        self._due.pop(watch, None)

    def close(self) -> None:
        """Cancel the timer."""
        if self._disarm is not None:
            self._disarm()
        self._disarm = None
        self._armed_for = float("inf")

    def _arm(self, due: float) -> None:
        if due >= self._armed_for:
            return
        self.close()
        self._armed_for = due
        self._disarm = self._schedule(self._fire, max(0.0, due - self._clock.monotonic()))

    def _fire(self) -> None:
        self._disarm = None
        self._armed_for = float("inf")
        now = self._clock.monotonic()
        for watch, due in list(self._due.items()):
            if due > now:
                continue
            later = watch.check(now)
            if later is None:
                self._due.pop(watch, None)
            else:
                self._due[watch] = later
        if self._due:
            self._arm(min(self._due.values()))
