"""One stage: an operation, its limits, and exactly one end."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from desktop_app.workflow.cancellation import AbortController, AbortSignal, CancelReason
from desktop_app.workflow.detached import DetachedWork, outcome_of, stopped
from desktop_app.workflow.isolation import notify
from desktop_app.workflow.outcomes import (
    StageCancelledError,
    StageStillRunningError,
    StageTimeoutError,
    TimeoutKind,
    UnaskedCancelError,
)
from desktop_app.workflow.timers import (
    Alarm,
    ScheduleTimeout,
    StallTimer,
    first_of,
    loop_schedule_timeout,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from desktop_app.workflow.outcomes import LateOutcome

S = TypeVar("S", bound=str)
T = TypeVar("T")

GRACE_S = 5.0
"""Seconds that work which was asked to stop has to clean up."""


async def with_stage_timeout(
    stage: S,
    operation: Callable[[AbortSignal], Awaitable[T]],
    *,
    timeout_s: float | None,
    abortable: bool = False,
    stall_s: float | None = None,
    grace_s: float = GRACE_S,
    quit_grace_s: float | None = None,
    schedule_timeout: ScheduleTimeout = loop_schedule_timeout,
    detached: DetachedWork | None = None,
    on_late_outcome: Callable[[S, LateOutcome[Any]], None] | None = None,
    bind_cancel: Callable[[Callable[[CancelReason], bool]], None] | None = None,
) -> T:
    """Run `operation(signal)` and return its value, or raise how the stage ended.

    Args:
        stage: its name, for errors and for `detached`.
        operation: starts the work; feeds the stall limit with `signal.touch()`.
        timeout_s: seconds for all of it, or None.
        abortable: the work really stops when it is asked to; else it is only left alone.
        stall_s: seconds without a `touch()`, or None.
        grace_s: seconds that work which was asked to stop has to end.
        quit_grace_s: the same where everything ends: asked with `SHUTDOWN`, or the caller's own
            task is cancelled, even while a longer grace runs; None, or more, for `grace_s`.
        schedule_timeout: where all three timers run.
        detached: who takes work that runs on; None for a registry of this call's own.
        on_late_outcome: called with the outcome of work that ended after this call's was fixed.
        bind_cancel: is given `request_cancel(reason) -> bool` before the work begins.

    Raises:
        StageTimeoutError: a limit fired before the operation's task was done.
        StageCancelledError: `request_cancel` came first.
        UnaskedCancelError: the operation ended in `CancelledError` though no stop was asked for.
        StageStillRunningError: an earlier operation of `stage` is still in `detached`.
        asyncio.CancelledError: the caller's own task was cancelled.
        Exception: whatever the operation raised.
    """
    work = DetachedWork(schedule_timeout=schedule_timeout) if detached is None else detached
    if work.running(stage):
        raise StageStillRunningError(stage)
    wait = _StageWait(stage, operation, abortable, schedule_timeout, work, on_late_outcome)
    if bind_cancel is not None:
        bind_cancel(wait.request_cancel)
    quitting_s = grace_s if quit_grace_s is None else min(quit_grace_s, grace_s)
    return await wait.run(timeout_s, stall_s, grace_s, quitting_s)


class _StageWait(Generic[S, T]):
    """The wait for one operation. `_fix` decides the end, once; the rest carries it out."""

    def __init__(
        self,
        stage: S,
        operation: Callable[[AbortSignal], Awaitable[T]],
        abortable: bool,
        schedule: ScheduleTimeout,
        detached: DetachedWork,
        on_late_outcome: Callable[[S, LateOutcome[Any]], None] | None,
    ) -> None:
        self._stage = stage
        self._operation = operation
        self._abortable = abortable
        self._schedule = schedule
        self._detached = detached
        self._on_late_outcome = on_late_outcome
        self._controller = AbortController()
        self._task: asyncio.Task[T] | None = None
        self._begun = False
        self._asked = False
        self._fixed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._reason = CancelReason.SHUTDOWN
        self._error: Callable[[bool], Exception] | None = None

    def request_cancel(self, reason: CancelReason) -> bool:
        """Ask abortable work to stop; return whether this call fixed the outcome.

        It is asked at once: after this returned True the work takes no step that knows of no stop.
        """
        if not (self._abortable and self._fix_cancelled(reason)):
            return False
        if self._task is not None:
            self._ask(self._task)
        return True

    async def run(
        self, timeout_s: float | None, stall_s: float | None, grace_s: float, quit_grace_s: float
    ) -> T:
        """Wait for the end and carry it out."""
        cancelled: asyncio.CancelledError | None = None
        with contextlib.ExitStack() as timers:
            self._arm(timers, timeout_s, stall_s)
            task = self._task = asyncio.create_task(self._operate(), name=f"stage {self._stage}")
            try:
                if not self._fixed.done():
                    await first_of(task, self._fixed)
            except asyncio.CancelledError as error:
                cancelled = error
                self._fix_cancelled(CancelReason.SHUTDOWN)
        if self._error is None and cancelled is None:
            return self._value(task)
        if self._abortable or not self._begun:
            quitting = cancelled is not None or self._reason is CancelReason.SHUTDOWN
            first_s = quit_grace_s if quitting else grace_s
            meanwhile = await self._ask_to_stop(task, first_s, quit_grace_s)
            cancelled = cancelled or meanwhile
        still_running = self._let_go(task)
        ending = None if self._error is None else self._error(still_running)
        if cancelled is not None:
            raise cancelled from ending
        assert ending is not None
        raise ending

    def _arm(
        self, timers: contextlib.ExitStack, timeout_s: float | None, stall_s: float | None
    ) -> None:
        if timeout_s is not None:
            expire = partial(self._expire, timeout_s, TimeoutKind.TOTAL)
            timers.callback(self._schedule(expire, timeout_s))
        if stall_s is not None:
            stall = StallTimer(
                partial(self._expire, stall_s, TimeoutKind.STALL), stall_s, self._schedule
            )
            stall.start()
            timers.callback(stall.cancel)
            self._controller = AbortController(on_touch=stall.restart)

    async def _operate(self) -> T:
        self._begun = True
        return await self._operation(self._controller.signal)

    def _value(self, task: asyncio.Task[T]) -> T:
        try:
            return task.result()
        except asyncio.CancelledError as error:
            raise UnaskedCancelError(self._stage) from error

    def _fix(self, reason: CancelReason, error: Callable[[bool], Exception]) -> bool:
        """Decide the end, unless it is decided or the operation's task is done."""
        if self._error is not None or (self._task is not None and self._task.done()):
            return False
        self._reason = reason
        self._error = error
        self._fixed.set_result(None)
        return True

    def _fix_cancelled(self, reason: CancelReason) -> bool:
        return self._fix(reason, partial(StageCancelledError, self._stage, reason))

    def _expire(self, limit_s: float, kind: TimeoutKind) -> None:
        self._fix(CancelReason.DEADLINE, partial(StageTimeoutError, self._stage, limit_s, kind))

    def _ask(self, task: asyncio.Task[T]) -> None:
        """Set the signal and cancel the task, once."""
        if not self._asked:
            self._asked = True
            self._controller.abort(self._reason)
            task.cancel()

    async def _ask_to_stop(
        self, task: asyncio.Task[T], grace_s: float, quit_grace_s: float
    ) -> asyncio.CancelledError | None:
        """Ask once and wait `grace_s`; return the caller's own cancellation, if it came.

        After that the work has at most `quit_grace_s` more.
        """
        self._ask(task)
        cancelled: asyncio.CancelledError | None = None
        alarm = Alarm(grace_s, self._schedule)
        try:
            while not (task.done() or alarm.rung.done()):
                try:
                    await first_of(task, alarm.rung)
                except asyncio.CancelledError as error:
                    if cancelled is None and quit_grace_s < grace_s:
                        alarm.cancel()
                        alarm = Alarm(quit_grace_s, self._schedule)
                    cancelled = cancelled or error
        finally:
            alarm.cancel()
        return cancelled

    def _let_go(self, task: asyncio.Task[T]) -> bool:
        """Report what ended late, or hand over what runs on; return whether it runs on."""
        if not task.done():
            self._detached.take_over(self._stage, task, self._controller, self._on_late_outcome)
            return True
        outcome = outcome_of(task)
        if not (self._controller.signal.aborted and stopped(outcome)):
            notify(self._on_late_outcome, self._stage, outcome)
        return False
