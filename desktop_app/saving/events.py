"""What scripts and logs hear of a save: events, derived from changes of the run in one table.

`t` is monotonic seconds of the session's clock, `run` the run's id. The class names in snake case
are the event names of `--json`, a public contract (`SignInNeeded` is for people only).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from desktop_app.core.changes import (
    AttemptBegun,
    CheckBegan,
    DuplicateSeen,
    FilesChanged,
    FilesConfirmed,
    LateEnded,
    OutcomeSettled,
    RunBegun,
    RunEnded,
    StageEnded,
    StoredAs,
)
from desktop_app.core.errors import ErrorInfo, traits
from desktop_app.core.measured import (
    EndRepeated,
    EndReported,
    FileMoved,
    Measured,
    News,
    OperationStarted,
    RetryWaits,
    StillUnreadable,
    TokenRefused,
)
from desktop_app.core.model import (
    Account,
    FileState,
    OutcomeKind,
    RecordRef,
    SavePartialOutputs,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.core.run import Run, RunFile


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A run begins or goes on; `confirmed` are the keys that earlier attempts confirmed."""

    run: str
    t: float
    account: Account
    title: str
    stages: tuple[SaveStage, ...]
    total_files: int
    total_bytes: int
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage's operation begins."""

    run: str
    t: float
    stage: SaveStage
    abortable: bool


@dataclass(frozen=True, slots=True)
class FileProgress:
    """One file moved. `sent` is of this attempt, `acknowledged` is the server's own offset.

    `acknowledged` is None where the service reports no offset: then nothing but `sent` is known.
    """

    run: str
    t: float
    key: str
    state: FileState
    size: int
    sent: int = 0
    acknowledged: int | None = None
    attempt: int = 1
    stored_as: str | None = None
    """The key that the service gave the file in place of `key`: further events have that one."""


@dataclass(frozen=True, slots=True)
class FileConfirmed:
    """The server's own answer agreed in size and (where it gives one) checksum."""

    run: str
    t: float
    key: str
    size: int
    checksum: str


@dataclass(frozen=True, slots=True)
class FileFailed:
    """A file will not be sent (any more) in this run."""

    run: str
    t: float
    key: str
    error: ErrorInfo


@dataclass(frozen=True, slots=True)
class FileSkipped:
    """Something below a folder is no file to send, or must not be sent; published as a run begins.

    `reason` is a word for scripts ("pipe", "socket", "empty_folder", "own_data", "left_behind",
    "file_link_out", ...); `error` has the sentence.
    """

    run: str
    t: float
    key: str
    reason: str
    error: ErrorInfo


@dataclass(frozen=True, slots=True)
class StageCompleted:
    """A stage's operation resolved."""

    run: str
    t: float
    stage: SaveStage
    elapsed_s: float
    record: RecordRef | None = None


@dataclass(frozen=True, slots=True)
class StageFailed:
    """A stage ended badly; `still_running` says that its work goes on without us."""

    run: str
    t: float
    stage: SaveStage
    error: ErrorInfo
    completed_stages: tuple[SaveStage, ...]
    partial_outputs: SavePartialOutputs
    still_running: bool = False


@dataclass(frozen=True, slots=True)
class Reconciling:
    """The outcome of `stage` is unknown; the server is being asked."""

    run: str
    t: float
    stage: SaveStage


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The server's answer; `record` where it is known."""

    run: str
    t: float
    stage: SaveStage
    settled: Settled
    record: RecordRef | None = None


@dataclass(frozen=True, slots=True)
class LateOutcome:
    """Work that went on after we stopped waiting has ended; `error` is None if it ended well."""

    run: str
    t: float
    stage: SaveStage
    error: ErrorInfo | None


@dataclass(frozen=True, slots=True)
class Waiting:
    """The next attempt begins in `seconds`; a countdown that Cancel ends. `key` "" = the stage."""

    run: str
    t: float
    stage: SaveStage
    key: str
    seconds: float
    error: ErrorInfo


@dataclass(frozen=True, slots=True)
class SignInNeeded:
    """The queue pauses until `provide_token` is called for the account (asked once)."""

    run: str
    t: float
    account: Account
    error: ErrorInfo


@dataclass(frozen=True, slots=True)
class RunDone:
    """The run reached what was asked for (`report.outcome` DONE or DRAFT_READY)."""

    run: str
    t: float
    report: Run


@dataclass(frozen=True, slots=True)
class RunStopped:
    """The run ended before that: failed, unknown, or stopped on request."""

    run: str
    t: float
    report: Run


SaveEvent = (
    RunStarted
    | StageStarted
    | FileProgress
    | FileConfirmed
    | FileFailed
    | FileSkipped
    | StageCompleted
    | StageFailed
    | Reconciling
    | Reconciled
    | LateOutcome
    | Waiting
    | SignInNeeded
    | RunDone
    | RunStopped
)


@dataclass(frozen=True, slots=True)
class Update:
    """What subscribers of a session get: the run and what is measured, before and after `news`.

    Every change in it is in the journal already.
    """

    before: Run
    run: Run
    measured: Measured
    news: News
    t: float


OnUpdate = Callable[[Update], None]
"""Called synchronously on the session's loop; one that raises is logged and isolated."""

ENDED_WELL = (OutcomeKind.DONE, OutcomeKind.DRAFT_READY, OutcomeKind.DISCARDED)


def events_of(update: Update) -> Iterator[SaveEvent]:  # noqa: C901, PLR0912 - a table
    """Yield the events that an update is for scripts and logs, in order."""
    run, t, news = update.run, update.t, update.news
    match news:
        case RunBegun() | AttemptBegun():
            yield from _started(run, t, news)
        case OperationStarted(stage=stage, abortable=abortable):
            yield StageStarted(run.id, t, stage, abortable)
        case StageEnded(reason=""):
            yield _stage_ended(update, news)
        case FilesConfirmed(files=files) | FilesChanged(files=files):
            yield from _files(update, files)
        case FileMoved():
            one = run.files[news.n]
            yield FileProgress(
                run.id, t, one.key, news.state, one.size, news.sent, news.acknowledged, news.attempt
            )
        case StillUnreadable(places=places):
            yield from _skipped(run, t, [run.files[n] for n in places])
        case CheckBegan(stage=stage):
            yield Reconciling(run.id, t, stage)
        case OutcomeSettled(stage=stage, settled=settled, record=record):
            yield Reconciled(run.id, t, stage, settled, record)
        case LateEnded(stage=stage, error=error):
            yield LateOutcome(run.id, t, stage, error)
        case RetryWaits(stage=stage, seconds=seconds, error=error, n=n):
            key = "" if n is None else run.files[n].key
            yield Waiting(run.id, t, stage, key, seconds, error)
        case TokenRefused(error=error):
            yield SignInNeeded(run.id, t, run.account, error)
        case DuplicateSeen(error=error):
            yield LateOutcome(run.id, t, SaveStage.CREATE_RECORD, error)
        case StoredAs(n=n, key=key):
            yield _stored_as(update, n, key)
        case RunEnded() | EndRepeated() | EndReported():
            ended = RunDone if run.outcome in ENDED_WELL else RunStopped
            yield ended(run.id, t, run)


def _started(run: Run, t: float, news: RunBegun | AttemptBegun) -> Iterator[SaveEvent]:
    again = isinstance(news, AttemptBegun)
    stages = news.stages if isinstance(news, AttemptBegun) else ()
    sent = [one for one in run.files if one.error is None and not one.left_out]
    yield RunStarted(
        run.id,
        t,
        run.account,
        run.title,
        stages or tuple(one.stage for one in run.shown_stages),
        len(run.files),
        sum(one.size for one in sent),
        tuple(one.key for one in run.confirmed),
    )
    if not again:
        for entry in run.skipped:
            yield FileSkipped(run.id, t, entry.key, entry.error.reason, entry.error)
    skipped = run.in_state(FileState.SKIPPED)
    yield from _skipped(run, t, [one for one in skipped if not (again and _may_come_back(one))])


def _may_come_back(one: RunFile) -> bool:
    """Whether the attempt looks at it again, and only then says why it is not sent."""
    return one.error is not None and traits(one.error.kind).may_come_back


def _skipped(run: Run, t: float, files: Iterable[RunFile]) -> Iterator[SaveEvent]:
    for one in files:
        if one.error is not None:
            yield FileFailed(run.id, t, one.key, one.error)


def _stored_as(update: Update, n: int, key: str) -> FileProgress:
    """Return the event that says, under the key before, which one the service gave the file."""
    moved = update.measured.moving.get(n) or FileMoved(n, FileState.WAITING)
    before = update.before.files[n]
    return FileProgress(
        update.run.id,
        update.t,
        before.key,
        moved.state,
        before.size,
        moved.sent,
        moved.acknowledged,
        moved.attempt,
        key,
    )


def _stage_ended(update: Update, end: StageEnded) -> SaveEvent:
    run, before, t = update.run, update.before, update.t
    if end.state is StageState.DONE or end.error is None:
        return StageCompleted(run.id, t, end.stage, end.elapsed_s, run.record)
    return StageFailed(
        run.id,
        t,
        end.stage,
        end.error,
        tuple(one for one in before.completed_stages if one is not end.stage),
        before.partial_outputs,
        end.still_running,
    )


def _files(update: Update, files: tuple[RunFile, ...]) -> Iterator[SaveEvent]:
    run, t = update.run, update.t
    for one in files:
        before = update.before.files[one.n]
        if one.state is FileState.FAILED and one.error is not None:
            yield FileFailed(run.id, t, one.key, one.error)
        elif one.state is FileState.CONFIRMED and before.state is not FileState.CONFIRMED:
            yield FileConfirmed(run.id, t, one.key, one.acknowledged, one.checksum)
