"""What is shown of a run: stage lines, totals, files. Functions of the run and what is measured.

Window, terminal and QA call these, so they show the same numbers; nobody counts events. Knows no
Qt. Bytes are never mixed: `received` is what the server acknowledged or confirmed, `unconfirmed`
what was only sent. Times are the session's monotonic seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.measured import FileMoved, Measured
from desktop_app.core.model import FileState, SaveStage, StageState
from desktop_app.core.run import Run, RunFile, StageStatus

_NOTHING = Measured()
_TO_BE_TRIED_AGAIN = (StageState.FAILED, StageState.STOPPED)
"""How a stage ended in an earlier attempt; in this one it is still to come."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts and bytes of the files that a run is about."""

    files: int = 0
    bytes: int = 0
    confirmed: int = 0
    failed: int = 0
    received: int = 0
    unconfirmed: int = 0


def totals_of(run: Run, measured: Measured = _NOTHING) -> Totals:
    """Return the totals of a run as it is now."""
    counted = run.counted
    moving = [one for n, one in measured.moving.items() if not run.files[n].confirmed]
    held = sum(one.acknowledged for one in counted if one.n not in measured.moving or one.confirmed)
    return Totals(
        files=len(counted),
        bytes=sum(one.size for one in counted),
        confirmed=sum(one.confirmed for one in counted),
        failed=sum(one.state is FileState.FAILED for one in counted),
        received=held + sum(one.acknowledged or 0 for one in moving),
        unconfirmed=sum(one.sent for one in moving if one.acknowledged is None),
    )


@dataclass(frozen=True, slots=True)
class StageLine:
    """One stage as shown: state, when it began, how long it took."""

    stage: SaveStage
    state: StageState = StageState.PENDING
    started_at: float | None = None
    elapsed_s: float = 0.0
    error: ErrorInfo | None = None

    def seconds(self, now: float) -> float:
        """How long the stage has taken so far."""
        running = max(0.0, now - self.started_at) if self.started_at is not None else 0.0
        return self.elapsed_s + running


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages of one run as shown, what is measured, and the totals."""

    lines: tuple[StageLine, ...] = tuple(StageLine(stage) for stage in SaveStage)
    measured: Measured = _NOTHING
    totals: Totals = field(default_factory=Totals)

    @property
    def active(self) -> SaveStage | None:
        """The stage whose operation runs now."""
        return None if self.measured.checking is not None else self.measured.active

    @property
    def checking(self) -> SaveStage | None:
        """The stage whose outcome the server is being asked for."""
        return self.measured.checking

    def line(self, stage: SaveStage) -> StageLine:
        """Return the line of a stage."""
        return next(line for line in self.lines if line.stage is stage)


def stages_of(run: Run, measured: Measured = _NOTHING) -> Stages:
    """Return the stages of a run as they are shown now."""
    lines = tuple(_line(run, one, measured) for one in run.shown_stages)
    return Stages(lines, measured, totals_of(run, measured))


def _line(run: Run, status: StageStatus, measured: Measured) -> StageLine:
    stage = status.stage
    if measured.checking is stage:
        return StageLine(stage, StageState.UNKNOWN, measured.since, status.elapsed_s)
    if measured.active is stage:
        return StageLine(stage, StageState.ACTIVE, measured.since, status.elapsed_s)
    state = status.state
    error = measured.ended.get(stage) or (run.error if stage is run.failed_stage else None)
    if run.busy and error is None and state in _TO_BE_TRIED_AGAIN:
        state = StageState.PENDING
    return StageLine(stage, state, elapsed_s=status.elapsed_s, error=error)


@dataclass(frozen=True, slots=True)
class FileLine:
    """One file as shown; `acknowledged` None: the service reports no offset."""

    state: FileState
    sent: int = 0
    acknowledged: int | None = None
    error: ErrorInfo | None = None


def file_line(one: RunFile, moved: FileMoved | None = None) -> FileLine:
    """Return how a file is shown, `moved` being what is measured of it now."""
    if moved is not None and one.state is FileState.WAITING:
        return FileLine(moved.state, moved.sent, moved.acknowledged)
    return FileLine(one.shown_state, 0, one.acknowledged or None, one.error)
