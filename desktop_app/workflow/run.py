"""One run of a staged job: its stages in order, what has been completed, and how to stop it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from desktop_app.core.clock import Clock, LoopClock
from desktop_app.workflow.detached import DetachedWork
from desktop_app.workflow.isolation import notify
from desktop_app.workflow.outcomes import (
    StageCancelledError,
    StagedWorkflowError,
    StageStillRunningError,
    UnaskedCancelError,
)
from desktop_app.workflow.stage import GRACE_S, with_stage_timeout
from desktop_app.workflow.timers import ScheduleTimeout, loop_schedule_timeout

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from desktop_app.workflow.cancellation import AbortSignal, CancelReason
    from desktop_app.workflow.outcomes import LateOutcome

S = TypeVar("S", bound=str)
P = TypeVar("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCallbacks(Generic[S, P]):
    """Callbacks for the stages of a run; each is optional, and called through `isolation.notify`.

    Attributes:
        on_stage_start: `(stage, abortable)`.
        on_stage_complete: `(stage, elapsed_s)`, after the operation resolved.
        on_stage_error: `(stage, error, partial_outputs)`, for every other end of a begun stage.
        on_late_outcome: `(stage, outcome)`, when an operation ends that was no longer waited for.
    """

    on_stage_start: Callable[[S, bool], None] | None = None
    on_stage_complete: Callable[[S, float], None] | None = None
    on_stage_error: Callable[[S, BaseException, P], None] | None = None
    on_late_outcome: Callable[[S, LateOutcome[Any]], None] | None = None


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StageInfo(Generic[S]):
    """The stage that runs now.

    Attributes:
        name: which one.
        abortable: whether a cancel request would stop it.
        started_at: seconds on the run's monotonic clock.
    """

    name: S
    abortable: bool
    started_at: float


class StagedRun(Generic[S, P]):
    """Runs stages one after another and reports to `callbacks` exactly once how each ended.

    Args:
        callbacks: called when stages begin and end.
        schedule_timeout: where the timers of the stages run.
        detached: who takes work that runs on; share one among the runs of one job.
        grace_s: seconds that work which was asked to stop has to end.
        quit_grace_s: the same on quit (`SHUTDOWN`, or the caller is cancelled); None: `grace_s`.
        clock: measures `started_at` and `elapsed_s`.
    """

    def __init__(
        self,
        *,
        callbacks: StageCallbacks[S, P] | None = None,
        schedule_timeout: ScheduleTimeout = loop_schedule_timeout,
        detached: DetachedWork | None = None,
        grace_s: float = GRACE_S,
        quit_grace_s: float | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._callbacks: StageCallbacks[S, P] = callbacks or StageCallbacks()
        self._schedule = schedule_timeout
        self._detached = detached or DetachedWork(schedule_timeout=schedule_timeout)
        self._grace_s = grace_s
        self._quit_grace_s = quit_grace_s
        self._clock = clock or LoopClock()
        self._completed: tuple[S, ...] = ()
        self._active: StageInfo[S] | None = None
        self._cancel_active: Callable[[CancelReason], bool] | None = None
        self._stop_reason: CancelReason | None = None

    @property
    def completed_stages(self) -> tuple[S, ...]:
        """The stages whose operations resolved, in order."""
        return self._completed

    @property
    def active_stage(self) -> StageInfo[S] | None:
        """The stage that runs now."""
        return self._active

    @property
    def detached(self) -> DetachedWork:
        """Work of this run that is no longer waited for."""
        return self._detached

    def request_cancel(self, reason: CancelReason) -> bool:
        """Ask the active stage to stop.

        Return True once, if it is abortable and its outcome is open; else nothing happens.
        """
        return self._cancel_active is not None and self._cancel_active(reason)

    def stop_before_next_stage(self, reason: CancelReason) -> None:
        """Let the active stage end as it will, and begin no other; the first reason stays."""
        self._stop_reason = self._stop_reason or reason

    async def stage(
        self,
        stage: S,
        operation: Callable[[AbortSignal], Awaitable[T]],
        *,
        outputs: P,
        timeout_s: float | None,
        abortable: bool = False,
        stall_s: float | None = None,
    ) -> T:
        """Run one stage; arguments as in `with_stage_timeout`.

        `outputs` is the snapshot from before the stage, which a failure exposes.

        Raises:
            StagedWorkflowError: the stage ended badly, or was not begun because of
                `stop_before_next_stage`; `__cause__` says which.
            StageStillRunningError: its earlier operation is still detached.
            RuntimeError: another stage of this run is active.
            asyncio.CancelledError: the caller's own task was cancelled.
        """
        self._check_may_begin(stage, outputs)
        started_at = self._clock.monotonic()
        self._active = StageInfo(stage, abortable, started_at)
        try:
            value = await with_stage_timeout(
                stage,
                operation,
                timeout_s=timeout_s,
                abortable=abortable,
                stall_s=stall_s,
                grace_s=self._grace_s,
                quit_grace_s=self._quit_grace_s,
                schedule_timeout=self._schedule,
                detached=self._detached,
                on_late_outcome=self._notify_late_outcome,
                bind_cancel=partial(self._begin, stage, abortable),
            )
        except BaseException as error:
            self._active = None
            notify(self._callbacks.on_stage_error, stage, error, outputs)
            if not isinstance(error, Exception):
                raise
            cause = error.__cause__ if isinstance(error, UnaskedCancelError) else error
            raise StagedWorkflowError(stage, self._completed, outputs) from cause
        finally:
            self._active = None
            self._cancel_active = None
        self._completed += (stage,)
        notify(self._callbacks.on_stage_complete, stage, self._clock.monotonic() - started_at)
        return value

    def _check_may_begin(self, stage: S, outputs: P) -> None:
        if self._active is not None:
            raise RuntimeError(f"{stage}: stage {self._active.name} of this run is active")
        if self._stop_reason is not None:
            raise StagedWorkflowError(stage, self._completed, outputs) from StageCancelledError(
                stage, self._stop_reason, still_running=False
            )
        if self._detached.running(stage):
            raise StageStillRunningError(stage)

    def _begin(self, stage: S, abortable: bool, cancel: Callable[[CancelReason], bool]) -> None:
        self._cancel_active = cancel
        notify(self._callbacks.on_stage_start, stage, abortable)

    def _notify_late_outcome(self, stage: S, outcome: LateOutcome[Any]) -> None:
        notify(self._callbacks.on_late_outcome, stage, outcome)
