"""How work ends: outcomes as values that can be stored, counted and shown, and the engine's errors.

None of these shows outputs, addresses or foreign texts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from desktop_app.workflow.cancellation import CancelReason

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Succeeded(Generic[T]):
    """It resolved with `value` (which stays out of the repr: it may be a signed address)."""

    value: T = field(repr=False)


@dataclass(frozen=True, slots=True)
class Failed:
    """It ended with `error`, of which the repr shows the class only."""

    error: BaseException

    def __repr__(self) -> str:
        return f"Failed({type(self.error).__name__})"


@dataclass(frozen=True, slots=True)
class NotStarted:
    """It was never begun, so it cannot have taken effect."""

    reason: CancelReason


@dataclass(frozen=True, slots=True)
class Aborted:
    """It was in flight when it was asked to stop, and may have taken effect.

    Attributes:
        reason: why it was asked.
        still_running: it outlived the request and runs on somewhere.
    """

    reason: CancelReason
    still_running: bool


Outcome = Succeeded[T] | Failed | NotStarted | Aborted
"""The outcome of one item of a pool."""

LateOutcome = Succeeded[T] | Failed
"""The outcome of an operation that was no longer waited for."""


S = TypeVar("S", bound=str)
P = TypeVar("P")


class TimeoutKind(StrEnum):
    """Which limit of a stage fired."""

    TOTAL = "total"
    STALL = "stall"


class StageTimeoutError(TimeoutError):
    """The caller stopped waiting.

    Attributes:
        stage: the name of the stage.
        timeout_s: the limit that fired, in seconds.
        kind: `total` (the whole stage) or `stall` (no sign of life).
        still_running: the operation runs on and may yet take effect.
    """

    def __init__(
        self, stage: str, timeout_s: float, kind: TimeoutKind, still_running: bool
    ) -> None:
        super().__init__(f"{stage}: {kind} limit of {timeout_s:g} s{_running(still_running)}")
        self.stage = stage
        self.timeout_s = timeout_s
        self.kind = kind
        self.still_running = still_running


class StageCancelledError(Exception):
    """Somebody asked to stop.

    Attributes:
        stage: the name of the stage.
        reason: who or what asked.
        still_running: the operation runs on and may yet take effect.
    """

    def __init__(self, stage: str, reason: CancelReason, still_running: bool) -> None:
        super().__init__(f"{stage}: cancelled, {reason}{_running(still_running)}")
        self.stage = stage
        self.reason = reason
        self.still_running = still_running


class UnaskedCancelError(Exception):
    """An operation ended in `CancelledError` (its `__cause__`) though no stop was asked for."""


class StageStillRunningError(RuntimeError):
    """The stage is not begun: its earlier operation is still detached, and the two would race."""

    def __init__(self, stage: str) -> None:
        super().__init__(f"{stage}: the earlier operation is still running")
        self.stage = stage


class StagedWorkflowError(Exception, Generic[S, P]):
    """A stage ended badly; `__cause__` says how.

    Attributes:
        failed_stage: the stage that failed, or was not begun.
        completed_stages: the stages before it that resolved, in order.
        partial_outputs: the snapshot from before the stage.
    """

    def __init__(
        self, failed_stage: S, completed_stages: tuple[S, ...], partial_outputs: P
    ) -> None:
        super().__init__(f"stage {failed_stage} failed after {len(completed_stages)} completed")
        self.failed_stage = failed_stage
        self.completed_stages = completed_stages
        self.partial_outputs = partial_outputs


def left_running(error: BaseException) -> bool:
    """Return whether `error`, or what it came from, says that work runs on."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, StageTimeoutError | StageCancelledError):
            return seen.still_running
        seen = seen.__cause__
    return False


def _running(still_running: bool) -> str:
    return ", still running" if still_running else ""
