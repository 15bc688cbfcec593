"""The journal's values and their form in rows. All frozen; the package has the schema."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field

from desktop_app.core.errors import ErrorInfo, ErrorKind, FieldError, Verdict
from desktop_app.core.model import (
    Account,
    FileState,
    Fingerprint,
    OutcomeKind,
    RecordRef,
    RecordState,
    SaveStage,
    StageState,
)


@dataclass(frozen=True, slots=True)
class RunEntry:
    """The intent of one save, as it was journaled before anything was sent, and what is known."""

    run: str
    account: Account
    title: str
    metadata: str
    finalize: bool
    attach_to: str
    client_ref: str
    started: str
    version: str = ""
    record: RecordRef | None = None
    record_gone: bool = False
    draft_doubt: bool = False
    form_pending: bool = False
    outcome: OutcomeKind | None = None
    failed_stage: SaveStage | None = None
    error: ErrorInfo | None = None
    cancel_reason: str = ""
    still_running: bool = False
    ended: str = ""
    attempts: int = 1


@dataclass(frozen=True, slots=True)
class StageEntry:
    """One stage of a run; `at` is the wall time of its last transition."""

    stage: SaveStage
    state: StageState = StageState.PENDING
    attempts: int = 0
    elapsed_s: float = 0.0
    at: str = ""


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One file of a run: the local file that was chosen, and how far it is. `n` is its place."""

    n: int
    path: str
    key: str
    fingerprint: Fingerprint
    state: FileState = FileState.WAITING
    local_checksum: str = ""
    checksum: str = ""
    acknowledged: int = 0
    upload_ref: str = ""
    attempts: int = 0
    error: ErrorInfo | None = None
    left_out: bool = False
    """The person answered that finalize may go on without it."""
    request_id: str = ""
    """Of the request whose answer confirmed it."""


@dataclass(frozen=True, slots=True)
class FileConfirmation:
    """What the service confirmed of file `n`."""

    n: int
    size: int
    checksum: str
    local_checksum: str
    attempts: int
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One transition. `what` is a short fixed word, `reason` safe text."""

    at: str
    stage: SaveStage | None
    what: str
    reason: str = ""
    error: ErrorInfo | None = None
    request_id: str = ""


UNANSWERED = "unanswered"
"""History: a request ended without an answer; its reason is how long its effect may still come."""


@dataclass(frozen=True, slots=True)
class LastSent:
    """When a stage's last request was begun, or was left without an answer (ISO 8601).

    `absence_s`: how long after that its effect may come; None where no answer was waited for to
    the end.
    """

    at: str
    absence_s: float | None = None


@dataclass(frozen=True, slots=True)
class RunEnd:
    """How an attempt of a run ended; `outcome` None: it only looked, the run can go on."""

    outcome: OutcomeKind | None
    failed_stage: SaveStage | None = None
    error: ErrorInfo | None = None
    cancel_reason: str = ""
    still_running: bool = False


@dataclass(frozen=True, slots=True)
class JournaledRun:
    """All that the journal knows of one run."""

    entry: RunEntry
    stages: tuple[StageEntry, ...] = ()
    files: tuple[FileEntry, ...] = ()
    history: tuple[HistoryEntry, ...] = field(default=())

    def stage(self, stage: SaveStage) -> StageEntry:
        """Return the entry of `stage`; a pending one where it never began."""
        return next((one for one in self.stages if one.stage is stage), StageEntry(stage))


def error_to_text(error: ErrorInfo | None) -> str | None:
    """Return `error` as JSON, None for None."""
    return None if error is None else json.dumps(asdict(error), ensure_ascii=False)


def error_from_text(text: str | None) -> ErrorInfo | None:
    """Return the error of `error_to_text`; a kind of a later version becomes OTHER."""
    if text is None:
        return None
    data = json.loads(text)
    return ErrorInfo(
        kind=_kind(data["kind"]),
        detail=tuple((name, value) for name, value in data["detail"]),
        server_text=data["server_text"],
        status=data["status"],
        request_id=data["request_id"],
        retry_after_s=data["retry_after_s"],
        fields=tuple(
            FieldError(one["field"], tuple(one["messages"]), _kind(one["kind"]))
            for one in data["fields"]
        ),
        verdict=Verdict(data["verdict"]),
    )


def _kind(value: str) -> ErrorKind:
    try:
        return ErrorKind(value)
    except ValueError:
        return ErrorKind.OTHER


def record_to_text(record: RecordRef | None) -> str | None:
    """Return `record` as JSON, None for None."""
    return None if record is None else json.dumps(asdict(record), ensure_ascii=False)


def record_from_text(text: str | None) -> RecordRef | None:
    """Return the record of `record_to_text`."""
    if text is None:
        return None
    data = json.loads(text)
    return RecordRef(**{**data, "state": RecordState(data["state"])})
