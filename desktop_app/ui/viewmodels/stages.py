"""What the stage panel shows, worked out from events. Knows no Qt: a table of inputs tests it.

    pending --StageStarted--> active --StageCompleted--> done
                              active --StageFailed-----> failed | unknown | stopped
                              any ----Reconciling------> unknown --Reconciled--> done | pending

Bytes are never mixed: `received` is what the server acknowledged or confirmed, `unconfirmed` what
was only sent. Times are the session's monotonic seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from desktop_app.core.errors import ErrorInfo, ErrorKind, Verdict
from desktop_app.core.model import (
    FileState,
    RunReport,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.saving.events import (
    FileConfirmed,
    FileFailed,
    FileProgress,
    LateOutcome,
    Reconciled,
    Reconciling,
    RunStarted,
    SaveEvent,
    SignInNeeded,
    StageCompleted,
    StageFailed,
    StageStarted,
    Waiting,
)


@dataclass(slots=True)
class StageLine:
    """One stage as shown: state, when it began, how long it took."""

    stage: SaveStage
    state: StageState = StageState.PENDING
    started_at: float | None = None
    elapsed_s: float = 0.0
    error: ErrorInfo | None = None

    def seconds(self, now: float) -> float:
        """How long the stage has taken so far."""
        if self.started_at is not None:
            return self.elapsed_s + max(0.0, now - self.started_at)
        return self.elapsed_s


@dataclass(frozen=True, slots=True)
class Countdown:
    """The next attempt begins at `until`, because of `error`. `key` "" means the stage."""

    until: float
    error: ErrorInfo
    key: str


@dataclass(slots=True)
class _Measured:
    size: int
    sent: int = 0
    acknowledged: int | None = None


@dataclass(slots=True)
class Stages:
    """The state of one run's stages and what has been measured."""

    lines: tuple[StageLine, ...] = field(
        default_factory=lambda: tuple(StageLine(stage) for stage in SaveStage)
    )
    active: SaveStage | None = None
    fresh: bool = True
    """Whether the run is a new one: then its first event says which stages there are."""
    abortable: bool = False
    checking: SaveStage | None = None
    """The stage whose outcome the server is being asked for."""
    stopping: bool = False
    """Cancel was accepted; what is in flight is being ended."""
    countdown: Countdown | None = None
    waits_for_sign_in: bool = False
    total_files: int = 0
    total_bytes: int = 0
    confirmed_files: int = 0
    failed_files: int = 0
    received_at: float | None = None
    sent_at: float | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)
    """Sizes by key: what `RunStarted.confirmed` stands for in bytes."""
    _confirmed_bytes: int = 0
    _moving: dict[str, _Measured] = field(default_factory=dict)
    _confirmed: set[str] = field(default_factory=set)

    @property
    def can_cancel(self) -> bool:
        """Whether the cancel button stands there now."""
        return not self.stopping and (self.checking is not None or self._stage_can_stop)

    @property
    def _stage_can_stop(self) -> bool:
        return self.active is not None and self.abortable

    @property
    def received(self) -> int:
        """Bytes that the server has acknowledged or confirmed."""
        return self._confirmed_bytes + sum(m.acknowledged or 0 for m in self._moving.values())

    @property
    def unconfirmed(self) -> int:
        """Bytes sent where the server reports no offset: nobody knows yet whether they arrived."""
        return sum(m.sent for m in self._moving.values() if m.acknowledged is None)

    def line(self, stage: SaveStage) -> StageLine:
        """Return the line of a stage."""
        return next(line for line in self.lines if line.stage is stage)

    def apply(self, event: SaveEvent) -> None:
        """Take over one event."""
        match event:
            case RunStarted():
                self._begin(event)
            case StageStarted():
                self._stage_started(event)
            case StageCompleted():
                self._end_line(event.stage, StageState.DONE, event.elapsed_s)
            case StageFailed():
                self._stage_failed(event)
            case Reconciling():
                self._checking(event)
            case Reconciled():
                self._checked(event)
            case Waiting():
                self.countdown = Countdown(event.t + event.seconds, event.error, event.key)
            case SignInNeeded():
                self.waits_for_sign_in = True
            case LateOutcome() if event.error is None:
                self.line(event.stage).state = StageState.DONE
            case _:
                pass

    def apply_files(self, events: Iterable[FileProgress | FileConfirmed | FileFailed]) -> None:
        """Take over what happened to files."""
        for event in events:
            match event:
                case FileProgress():
                    self._progress(event)
                case FileConfirmed() if event.key not in self._confirmed:
                    self._confirmed.add(event.key)
                    self._moving.pop(event.key, None)
                    self.confirmed_files += 1
                    self._confirmed_bytes += event.size
                    self.received_at = event.t
                case FileFailed():
                    self._moving.pop(event.key, None)
                    self.failed_files += 1
                    self._unconfirm(event.key)

    def signed_in(self) -> None:
        """A token was given: the queue goes on."""
        self.waits_for_sign_in = False

    def end(self, report: RunReport) -> None:
        """Show how a run ended, or how it stands in the journal."""
        self.active = None
        self.checking = None
        self.countdown = None
        self.fresh = False
        self.abortable = self.stopping = self.waits_for_sign_in = False
        reported = {stage.stage: stage for stage in report.stages}
        self.lines = tuple(
            StageLine(
                stage,
                reported[stage].state if stage in reported else StageState.PENDING,
                elapsed_s=reported[stage].elapsed_s if stage in reported else 0.0,
                error=report.error if stage is report.failed_stage else None,
            )
            for stage in SaveStage
            if stage in reported or not reported
        )
        sent = [file for file in report.files if file.state is not FileState.SKIPPED]
        self.total_files = len(sent)
        self.total_bytes = sum(file.size for file in sent)
        self.confirmed_files = len(report.confirmed)
        self._confirmed = {file.key for file in report.confirmed}
        self._confirmed_bytes = sum(file.size for file in report.confirmed)
        self._moving = {
            file.key: _Measured(file.size, acknowledged=file.acknowledged)
            for file in sent
            if file.state is not FileState.CONFIRMED and file.acknowledged
        }

    # inside

    def _begin(self, event: RunStarted) -> None:
        old = {} if self.fresh else {line.stage: line for line in self.lines}
        self.lines = tuple(
            old[stage]
            if stage in old and (stage not in event.stages or old[stage].state is StageState.DONE)
            else StageLine(stage)
            for stage in SaveStage
            if stage in event.stages or stage in old
        )
        self.fresh = False
        self.total_files = event.total_files
        self.total_bytes = event.total_bytes
        self._confirmed = set(event.confirmed)
        self._confirmed_bytes = sum(self.sizes.get(key, 0) for key in self._confirmed)
        self.confirmed_files = len(self._confirmed)
        self.failed_files = 0
        self._moving.clear()
        self.received_at = self.sent_at = None

    def _stage_started(self, event: StageStarted) -> None:
        self.active, self.abortable = event.stage, event.abortable
        self.checking = self.countdown = None
        self.stopping = False
        line = self.line(event.stage)
        line.state, line.started_at, line.error = StageState.ACTIVE, event.t, None
        line.elapsed_s = 0.0

    def _stage_failed(self, event: StageFailed) -> None:
        line = self.line(event.stage)
        line.error = event.error
        self._end_line(event.stage, _failed_state(event), line.seconds(event.t))

    def _end_line(self, stage: SaveStage, state: StageState, elapsed_s: float) -> None:
        line = self.line(stage)
        line.state, line.started_at, line.elapsed_s = state, None, elapsed_s
        if self.active is stage:
            self.active = None
        if self.checking is stage:
            self.checking = None
        self.countdown = None
        self.fresh = False
        self.abortable = self.stopping = False

    def _checking(self, event: Reconciling) -> None:
        line = self.line(event.stage)
        line.state = StageState.UNKNOWN
        if line.started_at is None:
            line.started_at = event.t
        self.active = None
        self.checking = event.stage
        self.countdown = None
        self.stopping = False

    def _checked(self, event: Reconciled) -> None:
        line = self.line(event.stage)
        elapsed = line.seconds(event.t)
        state = {
            Settled.DONE: StageState.DONE,
            Settled.NOT_DONE: StageState.FAILED,
            Settled.UNKNOWN: StageState.UNKNOWN,
        }[event.settled]
        self._end_line(event.stage, state, elapsed)

    def _unconfirm(self, key: str) -> None:
        """Count a file no more that the service's listing does not have as it was confirmed."""
        if key in self._confirmed:
            self._confirmed.discard(key)
            self.confirmed_files -= 1
            self._confirmed_bytes -= self.sizes.get(key, 0)

    def _progress(self, event: FileProgress) -> None:
        if event.key in self._confirmed:
            return
        waits = self.countdown
        if waits is not None and (waits.key in ("", event.key) or event.t >= waits.until):
            self.countdown = None  # what others in flight still do ends no waiting of a file
        measured = self._moving.setdefault(event.key, _Measured(event.size))
        if (event.acknowledged or 0) > (measured.acknowledged or 0):
            self.received_at = event.t
        if event.sent > measured.sent:
            self.sent_at = event.t
        measured.sent, measured.acknowledged = event.sent, event.acknowledged


def _failed_state(event: StageFailed) -> StageState:
    if event.error.kind is ErrorKind.STOPPED:
        return StageState.STOPPED
    if event.still_running or event.error.verdict is Verdict.UNKNOWN_OUTCOME:
        return StageState.UNKNOWN
    return StageState.FAILED
