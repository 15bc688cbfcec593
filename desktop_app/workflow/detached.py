"""Operations that are no longer waited for, kept until they end.

One registry belongs to one job (a run and its retries): a stage is known by its name only.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from desktop_app.workflow.cancellation import AbortController, CancelReason, OperationAborted
from desktop_app.workflow.isolation import notify
from desktop_app.workflow.outcomes import Failed, LateOutcome, StageCancelledError, Succeeded
from desktop_app.workflow.timers import Alarm, ScheduleTimeout, first_of, loop_schedule_timeout

if TYPE_CHECKING:
    from collections.abc import Callable

_with_work: set[DetachedWork] = set()
"""Registries that hold running work, so that work outlives a caller who kept no registry."""


@dataclass(eq=False, slots=True)
class _Item:
    stage: str
    task: asyncio.Task[Any]
    controller: AbortController
    on_late_outcome: Callable[[Any, LateOutcome[Any]], None] | None
    outcome: LateOutcome[Any] | None = None
    reported: asyncio.Event = field(default_factory=asyncio.Event)


class DetachedWork:
    """Holds each detached operation, takes its late result or exception, and reports it.

    `close` waits on `schedule_timeout`, twice: for work to end by itself, and, for at most
    `grace_s`, for cancelled work to clean up.
    """

    def __init__(
        self, *, schedule_timeout: ScheduleTimeout = loop_schedule_timeout, grace_s: float = 5.0
    ) -> None:
        self._schedule = schedule_timeout
        self._grace_s = grace_s
        self._items: dict[asyncio.Task[Any], _Item] = {}

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages of what is still running, oldest first."""
        return tuple(item.stage for item in self._items.values())

    def running(self, stage: str) -> bool:
        """Return whether an operation of `stage` has not yet ended and been reported."""
        return stage in self.stages

    def take_over(
        self,
        stage: str,
        task: asyncio.Task[Any],
        controller: AbortController,
        on_late_outcome: Callable[[Any, LateOutcome[Any]], None] | None = None,
    ) -> None:
        """Take over `task`; its outcome goes to `on_late_outcome(stage, outcome)`."""
        self._items[task] = _Item(stage, task, controller, on_late_outcome)
        _with_work.add(self)
        task.add_done_callback(self._ended)

    async def wait(self, stage: str | None = None) -> tuple[LateOutcome[Any], ...]:
        """Wait until what runs now (of `stage`, or all) has ended and was reported."""
        items = [item for item in self._items.values() if stage in {None, item.stage}]
        for item in items:
            await item.reported.wait()
        return tuple(item.outcome for item in items if item.outcome is not None)

    async def close(self, within_s: float) -> tuple[str, ...]:
        """Wait `within_s`, then cancel what is left; return the stages that were left.

        The only place that cancels detached work. What was cancelled before (it ignored the
        request of its stage) is not cancelled again, which would cut its clean-up short, and has
        had its grace.
        """
        await self._wait_within(within_s)
        left = list(self._items.values())
        asked_now = [item for item in left if item.controller.abort(CancelReason.SHUTDOWN)]
        for item in asked_now:
            item.task.cancel()
        if asked_now:
            await self._wait_within(self._grace_s)
        return tuple(item.stage for item in left)

    async def _wait_within(self, seconds: float) -> None:
        """Return when nothing is left, or after `seconds`."""
        if not self._items:
            return
        alarm = Alarm(seconds, self._schedule)
        try:
            while self._items and not alarm.rung.done():
                await first_of(*self._items, alarm.rung)
        finally:
            alarm.cancel()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        item = self._items.pop(task)
        if not self._items:
            _with_work.discard(self)
        item.outcome = late_outcome(item.stage, task, item.controller.signal.reason)
        notify(item.on_late_outcome, item.stage, item.outcome)
        item.reported.set()


def outcome_of(task: asyncio.Task[Any]) -> LateOutcome[Any]:
    """Return how a task that is done ended, its own `CancelledError` as a failure."""
    try:
        return Succeeded(task.result())
    except BaseException as error:  # noqa: BLE001 - an ended task's error is a value here
        return Failed(error)


def stopped(outcome: LateOutcome[Any]) -> bool:
    """Return whether an outcome is what obeying a request to stop looks like."""
    return isinstance(outcome, Failed) and isinstance(
        outcome.error, asyncio.CancelledError | OperationAborted
    )


def late_outcome(
    stage: str, task: asyncio.Task[Any], reason: CancelReason | None
) -> LateOutcome[Any]:
    """Return the outcome of late work; a stop that was asked for bears its reason."""
    outcome = outcome_of(task)
    if reason is None or not stopped(outcome):
        return outcome
    return Failed(StageCancelledError(stage, reason, still_running=False))
