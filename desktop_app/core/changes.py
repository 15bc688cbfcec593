"""What can happen to a run: small frozen values, and the one function that applies them.

    begin(Run) --> AttemptBegun* --> StageBegan/StageEnded ... --> RunEnded
                   facts in between: KeyIssued, RecordSeen, CreateUnconfirmed, FormEdited,
                   DraftReplaced, FilesConfirmed, FilesChanged, UploadOpened, PersonsFiles,
                   FinalizeWanted, Settlement, LateEnded, Noted

`apply` is total and pure: it never fails, reads no clock and draws no random number; what a change
needs of either is a field of it. A change is journaled before it is applied, so the run in memory
is always the one that a restart would load. Each change also says what it leaves in the history.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import (
    FileState,
    OutcomeKind,
    RecordRef,
    RecordState,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.core.run import IssuedKey, Run, RunFile, StageStatus

UNANSWERED = "unanswered"
"""History word of a request that got no answer; its reason is for how long it may take effect."""


FILE_SKIPPED = "file_skipped"
"""History word of what of a chosen folder is no file to send; its reason is its key."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of a run's history: `what` is a short fixed word, `reason` safe text.

    `at` is the wall-clock time, "" until it is journaled.
    """

    what: str
    stage: SaveStage | None = None
    reason: str = ""
    error: ErrorInfo | None = None
    request_id: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class RunBegun:
    """The intent was written down; the run as a whole is the first thing that is known of it."""

    durable: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class AttemptBegun:
    """Another attempt at the run begins; how the last one ended is history.

    `stages` are those that it can reach: all, or the finalization alone.
    """

    durable: ClassVar[bool] = True
    stages: tuple[SaveStage, ...] = ()


@dataclass(frozen=True, slots=True)
class KeyIssued:
    """An idempotency key belongs to a body from now on; committed before the request leaves."""

    durable: ClassVar[bool] = True
    key: IssuedKey


@dataclass(frozen=True, slots=True)
class StageBegan:
    """A stage's operation begins at wall-clock time `at`."""

    durable: ClassVar[bool] = True
    stage: SaveStage
    at: str


@dataclass(frozen=True, slots=True)
class StageEnded:
    """A stage left its last state for `state`, after `elapsed_s` more seconds.

    Attributes:
        reason: what else than the end of its operation changed it (an answer that was read back,
            a token that was refused); such a change is not announced as an end.
        error: why its operation ended badly.
        still_running: its work goes on although nobody waits for it any more.
    """

    durable: ClassVar[bool] = True
    stage: SaveStage
    state: StageState
    at: str
    elapsed_s: float = 0.0
    reason: str = ""
    error: ErrorInfo | None = None
    still_running: bool = False


@dataclass(frozen=True, slots=True)
class RequestUnanswered:
    """The request of a stage ended without an answer; its effect may come within `absence_s`."""

    durable: ClassVar[bool] = True
    stage: SaveStage
    at: str
    absence_s: float


@dataclass(frozen=True, slots=True)
class CheckBegan:
    """The outcome of a stage is unknown: the server is being asked.

    `files`: of how many files of a stage that otherwise goes on; 0 where the stage has ended.
    """

    durable: ClassVar[bool] = True
    stage: SaveStage
    at: str
    files: int = 0


@dataclass(frozen=True, slots=True)
class OutcomeSettled:
    """What the server's answer says about a stage whose outcome was unknown."""

    durable: ClassVar[bool] = True
    stage: SaveStage
    settled: Settled
    record: RecordRef | None = None
    error: ErrorInfo | None = None


@dataclass(frozen=True, slots=True)
class RecordSeen:
    """The service's answer about the run's record; None: it is gone."""

    durable: ClassVar[bool] = True
    record: RecordRef | None
    reason: str


@dataclass(frozen=True, slots=True)
class CreateUnconfirmed:
    """A create was left without an answer: a duplicate of the draft may turn up."""

    durable: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class FormEdited:
    """Title and metadata as they are now; `pending`: the draft still has the old ones."""

    durable: ClassVar[bool] = True
    title: str
    metadata: str
    pending: bool


@dataclass(frozen=True, slots=True)
class FinalizeWanted:
    """The person asked for the finalization of a draft that was kept as one."""

    durable: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class DraftReplaced:
    """The draft was removed by somebody: the run begins anew under another marker.

    What the person left out stays left out.
    """

    durable: ClassVar[bool] = True
    marker: str


@dataclass(frozen=True, slots=True)
class PersonsFiles:
    """Keys under which a draft of the person's held whole files before any was sent."""

    durable: ClassVar[bool] = True
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class FilesConfirmed:
    """The service confirmed files; each as it is now. Written in groups."""

    durable: ClassVar[bool] = False
    files: tuple[RunFile, ...]


@dataclass(frozen=True, slots=True)
class FilesChanged:
    """Files as they are now: found, failed, left out, to be sent again."""

    durable: ClassVar[bool] = True
    files: tuple[RunFile, ...]


@dataclass(frozen=True, slots=True)
class UploadOpened:
    """Where a file's unfinished upload lives, before its first byte is sent."""

    durable: ClassVar[bool] = False
    n: int
    upload_ref: str


@dataclass(frozen=True, slots=True)
class StoredAs:
    """The service gave file `n` another key than the one that was asked for."""

    durable: ClassVar[bool] = True
    n: int
    key: str


@dataclass(frozen=True, slots=True)
class DuplicateSeen:
    """Another record carries the run's marker: it came too late. `error` says what became of it."""

    durable: ClassVar[bool] = True
    record_id: str
    error: ErrorInfo


@dataclass(frozen=True, slots=True)
class Noted:
    """A line for the history alone."""

    durable: ClassVar[bool] = True
    line: HistoryLine


@dataclass(frozen=True, slots=True)
class LateEnded:
    """Work that went on after we stopped waiting has ended; `error` None: well."""

    durable: ClassVar[bool] = True
    stage: SaveStage
    error: ErrorInfo | None


@dataclass(frozen=True, slots=True)
class Ended:
    """How an attempt ended; `outcome` None: it only looked, the run can go on."""

    outcome: OutcomeKind | None
    stage: SaveStage | None = None
    error: ErrorInfo | None = None
    cancel_reason: str = ""
    still_running: bool = False


@dataclass(frozen=True, slots=True)
class RunEnded:
    """An attempt ended, at wall-clock time `at`."""

    durable: ClassVar[bool] = True
    end: Ended
    at: str = ""


Change = (
    RunBegun
    | AttemptBegun
    | KeyIssued
    | StageBegan
    | StageEnded
    | RequestUnanswered
    | CheckBegan
    | OutcomeSettled
    | RecordSeen
    | CreateUnconfirmed
    | FormEdited
    | FinalizeWanted
    | DraftReplaced
    | PersonsFiles
    | FilesConfirmed
    | FilesChanged
    | UploadOpened
    | StoredAs
    | DuplicateSeen
    | Noted
    | LateEnded
    | RunEnded
)


def apply(run: Run, change: Change) -> Run:  # noqa: C901, PLR0912 - a table, one row a change
    """Return the run as it is after `change`."""
    match change:
        case AttemptBegun():
            return replace(_unended(run), attempts=run.attempts + 1)
        case KeyIssued(key=key):
            known = run.key_of(key.stage, key.body)
            return run if known else replace(run, keys=run.keys | {key})
        case StageBegan(stage=stage, at=at):
            before = run.stage(stage)
            began = replace(before, state=StageState.ACTIVE, attempts=before.attempts + 1, at=at)
            return _with_stage(run, replace(began, sent_at=at, absence_s=None))
        case StageEnded(stage=stage, state=state, at=at, elapsed_s=seconds):
            before = run.stage(stage)
            elapsed = before.elapsed_s + seconds
            return _with_stage(run, replace(before, state=state, elapsed_s=elapsed, at=at))
        case RequestUnanswered(stage=stage, at=at, absence_s=absence_s):
            return _with_stage(run, replace(run.stage(stage), sent_at=at, absence_s=absence_s))
        case CheckBegan(stage=stage, at=at, files=0):
            return _with_stage(run, replace(run.stage(stage), state=StageState.UNKNOWN, at=at))
        case RecordSeen(record=None):
            return _without_record(run)
        case RecordSeen(record=RecordRef(state=RecordState.BEING_REMOVED) as record):
            return replace(_unended(run), record=record)  # how it ended before counts no more
        case RecordSeen(record=record):
            return replace(run, record=record, record_gone=False)
        case CreateUnconfirmed():
            return replace(run, create_unconfirmed=True)
        case FormEdited(title=title, metadata=metadata, pending=pending):
            return replace(run, title=title, metadata=metadata, form_pending=pending)
        case FinalizeWanted():
            return replace(run, finalize=True)
        case DraftReplaced(marker=marker):
            return _begun_anew(run, marker)
        case PersonsFiles(keys=keys):
            return replace(run, kept=run.kept | keys)
        case FilesConfirmed(files=files) | FilesChanged(files=files):
            return _with_files(run, files)
        case UploadOpened(n=n, upload_ref=upload_ref):
            return _with_files(run, (replace(run.files[n], upload_ref=upload_ref),))
        case RunEnded(end=end, at=at):
            return replace(
                run,
                outcome=end.outcome,
                failed_stage=end.stage,
                error=end.error,
                cancel_reason=end.cancel_reason,
                still_running=end.still_running,
                ended=at if end.outcome else "",
            )
        case StoredAs(n=n, key=key):
            return _with_files(run, (replace(run.files[n], key=key),))
        case RunBegun() | CheckBegan() | OutcomeSettled() | DuplicateSeen() | Noted() | LateEnded():
            return run


def history_line(change: Change) -> HistoryLine | None:  # noqa: C901, PLR0912 - a table, too
    """Return what `change` leaves in the run's history, None where that is nothing."""
    match change:
        case StageBegan(stage=stage, at=at):
            return HistoryLine(StageState.ACTIVE.value, stage, at=at)
        case StageEnded(stage=stage, state=state, reason=reason, error=error):
            return HistoryLine(state.value, stage, reason, error)
        case RequestUnanswered(stage=stage, at=at, absence_s=absence_s):
            return HistoryLine(UNANSWERED, stage, f"{absence_s:g}", at=at)
        case CheckBegan(stage=stage, files=0):
            return HistoryLine(StageState.UNKNOWN.value, stage, "checking with the server")
        case CheckBegan(stage=stage, files=files):
            return HistoryLine("checking", stage, f"{files} files")
        case OutcomeSettled(stage=stage, settled=settled, error=error):
            return HistoryLine(f"settled_{settled}", stage, error=error)
        case RecordSeen(record=None, reason=reason):
            return HistoryLine("record_gone", reason=reason)
        case RecordSeen(record=RecordRef(request_id=request_id), reason=reason):
            return HistoryLine("record", reason=reason, request_id=request_id)
        case FormEdited(pending=pending):
            return HistoryLine("form", reason="pending" if pending else "")
        case FinalizeWanted():
            return HistoryLine("wish_to_finalize")
        case DraftReplaced():
            return HistoryLine("new_draft")
        case DuplicateSeen(record_id=record_id, error=error):
            return HistoryLine(error.get("reason"), reason=record_id, error=error)
        case Noted(line=line):
            return line
        case LateEnded(stage=stage, error=error):
            return HistoryLine("late_failure" if error else "late_success", stage, error=error)
        case RunEnded(end=end):
            what = end.outcome.value if end.outcome else "looked"
            return HistoryLine(what, end.stage, end.cancel_reason, end.error)
    return None


def changed_files(change: Change) -> frozenset[int] | None:
    """Return the places of the files that `change` may touch; None: any of them.

    So that a group of 50 confirmations in a run of 50,000 files costs 50 comparisons.
    """
    match change:
        case FilesConfirmed(files=files) | FilesChanged(files=files):
            return frozenset(one.n for one in files)
        case UploadOpened(n=n) | StoredAs(n=n):
            return frozenset({n})
        case DraftReplaced() | RecordSeen(record=None):
            return None
    return frozenset()


def _unended(run: Run) -> Run:
    return replace(
        run,
        outcome=None,
        failed_stage=None,
        error=None,
        cancel_reason="",
        still_running=False,
        ended="",
    )


def _with_stage(run: Run, status: StageStatus) -> Run:
    stages = tuple(status if one.stage is status.stage else one for one in run.stages)
    return replace(run, stages=stages)


def _with_files(run: Run, files: Iterable[RunFile]) -> Run:
    changed = list(run.files)
    for one in files:
        changed[one.n] = one
    return replace(run, files=tuple(changed))


def _without_record(run: Run) -> Run:
    """Return the run without its record, and so without what that held."""
    files = tuple(one.unsent() if one.confirmed else one for one in run.files)
    return replace(run, record=None, record_gone=True, files=files)


def _begun_anew(run: Run, marker: str) -> Run:
    """Return the run under another marker: nothing of the old draft counts any more."""
    return replace(
        run,
        marker=marker,
        record=None,
        record_gone=False,
        create_unconfirmed=False,
        form_pending=False,
        attach_to="",
        kept=frozenset(),
        stages=tuple(replace(one, state=StageState.PENDING) for one in run.stages),
        files=tuple(
            one if one.state is FileState.SKIPPED else replace(one.unsent(), upload_ref="")
            for one in run.files
        ),
    )
