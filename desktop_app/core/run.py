"""One run: a person's intent and everything known of it, as one frozen value.

The journal stores it, the session changes it (only by `core.changes.apply`), and everything that
is shown of a save is worked out from it: window, terminal, lists, receipts, QA. Sizes and offsets
are bytes, times of day ISO 8601 UTC, digests `"<algorithm>:<lower-case hex>"`.

What is only measured while bytes move (sent, acknowledged, countdowns) is not part of it: see
`core.measured`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from desktop_app.core.errors import ErrorInfo, ErrorKind, traits
from desktop_app.core.model import (
    Account,
    FileState,
    Fingerprint,
    OutcomeKind,
    RecordRef,
    SavePartialOutputs,
    SaveStage,
    StageState,
    UploadedFile,
)

FINISHED = (OutcomeKind.DONE, OutcomeKind.DISCARDED)
"""Outcomes after which a run is not changed any more."""


@dataclass(frozen=True, slots=True)
class RunFile:
    """One file of a save, from the moment it is chosen until the server's listing confirms it.

    Attributes:
        path: of the local file; a plain string (a `pathlib.Path` takes twice the memory).
        key: the name under which it is stored at the service.
        fingerprint: what the local file was when it was chosen.
        state: how it stands. Before the start WAITING, or SKIPPED with `error` saying why it
            cannot be sent; afterwards what the service's answers have confirmed.
        error: why it failed or was skipped.
        n: its place in the run, from 0; the journal's name for it.
        local_checksum, checksum: digest computed here, and the one the service gave.
        acknowledged: bytes that the service is known to hold.
        upload_ref: path of an unfinished upload at the service (never a whole URL), or "".
        attempts: how often sending it was begun, over all attempts of the run.
        left_out: the person chose to finalize without it.
        request_id: of the request whose answer confirmed it, "" where that is not known.
    """

    path: str
    key: str
    fingerprint: Fingerprint
    state: FileState = FileState.WAITING
    error: ErrorInfo | None = None
    n: int = 0
    local_checksum: str = ""
    checksum: str = ""
    acknowledged: int = 0
    upload_ref: str = ""
    attempts: int = 0
    left_out: bool = False
    request_id: str = ""

    @property
    def size(self) -> int:
        """Bytes of the local file when it was chosen."""
        return self.fingerprint.size

    @property
    def skip(self) -> ErrorInfo | None:
        """Why it cannot be sent, as seen before the start."""
        return self.error if self.state is FileState.SKIPPED else None

    @property
    def confirmed(self) -> bool:
        """Whether the service's own listing agreed."""
        return self.state is FileState.CONFIRMED and not self.left_out

    @property
    def held_back(self) -> bool:
        """Whether the save cannot be finalized because of it."""
        stopped = self.state in (FileState.FAILED, FileState.SKIPPED)
        return stopped and not self.left_out and self.error is not None

    @property
    def shown_state(self) -> FileState:
        """How it is shown: a file that was left out is skipped, whatever became of it."""
        return FileState.SKIPPED if self.left_out else self.state

    def with_skip(self, error: ErrorInfo | None) -> RunFile:
        """Return it, before the start, as one that is not sent for the reason `error`, if any."""
        state = FileState.WAITING if error is None else FileState.SKIPPED
        return replace(self, state=state, error=error)

    def unsent(self, fingerprint: Fingerprint | None = None) -> RunFile:
        """Return it as one that is still to be sent; `fingerprint` if the local file changed."""
        return replace(
            self,
            fingerprint=fingerprint or self.fingerprint,
            state=FileState.WAITING,
            error=None,
            local_checksum="" if fingerprint else self.local_checksum,
            checksum="",
            acknowledged=0,
            upload_ref="" if fingerprint else self.upload_ref,
            request_id="",
        )

    def uploaded(self) -> UploadedFile:
        """Return a confirmed file in the terms of a service."""
        return UploadedFile(
            self.key, self.acknowledged, self.checksum, self.local_checksum, self.request_id
        )


@dataclass(frozen=True, slots=True)
class SkippedEntry:
    """Something below a chosen folder that is no file to send, or must not be sent.

    `error.reason` says why in one word: "pipe", "own_data", "left_behind", ...
    """

    key: str
    error: ErrorInfo


@dataclass(frozen=True, slots=True)
class SaveRequest:
    """One intent of a person.

    Attributes:
        account: where the record goes.
        title: of the record, stripped, not empty.
        metadata: the service's own metadata object as JSON text ("{}" when none).
        files: in the order of the table; keys unique and accepted by the service's rules.
        finalize: whether the save ends with a finalized record or with a draft.
        attach_to: id of an existing draft to attach the files to instead of creating one, or "".
    """

    account: Account
    title: str
    metadata: str = "{}"
    files: tuple[RunFile, ...] = ()
    finalize: bool = True
    attach_to: str = ""


@dataclass(frozen=True, slots=True)
class StageStatus:
    """How one stage of a run stands.

    Attributes:
        attempts: how often it was begun.
        elapsed_s: seconds over all attempts.
        at: wall-clock time of its last transition, "" before the first.
        sent_at: when its last request was begun, or was left without an answer.
        absence_s: how long after `sent_at` its effect may still come; None where no answer was
            waited for to the end.
    """

    stage: SaveStage
    state: StageState = StageState.PENDING
    attempts: int = 0
    elapsed_s: float = 0.0
    at: str = ""
    sent_at: str = ""
    absence_s: float | None = None


@dataclass(frozen=True, slots=True)
class IssuedKey:
    """An idempotency key, and the one body (by its sha256) that it belongs to."""

    stage: SaveStage
    body: str
    key: str


def _is_no_file(one: RunFile) -> bool:
    return one.skip is not None and traits(one.skip.kind).no_file


_UNBEGUN = tuple(StageStatus(stage) for stage in SaveStage)


@dataclass(frozen=True, slots=True)
class Run:
    """Everything known of one save.

    Attributes:
        id: sortable by time, unique.
        account, title, metadata, finalize, attach_to: the intent, as in `SaveRequest`.
        marker: what the record carries so that it can be found again (`client_ref`).
        record_gone: the record was there and was removed by somebody.
        create_unconfirmed: a create was once left without an answer: a duplicate may turn up.
        form_pending: title and metadata here are newer than those of the draft.
        outcome: how the last attempt ended; None while it runs or was interrupted.
        failed_stage, error: where and why it stopped, if it did.
        still_running: work went on at client or server after we stopped waiting.
        stages: always all three, in order; `shown_stages` are those that the run has.
        keys: idempotency keys, each journaled before its request left.
        skipped: what of the chosen folders is no file to send.
        kept: keys under which the draft that files were attached to held files before.
        busy: some window or process is working on it now; a fact of the lock, not journaled.
    """

    id: str
    account: Account
    title: str
    metadata: str = "{}"
    finalize: bool = True
    attach_to: str = ""
    marker: str = ""
    started: str = ""
    version: str = ""
    record: RecordRef | None = None
    record_gone: bool = False
    create_unconfirmed: bool = False
    form_pending: bool = False
    outcome: OutcomeKind | None = None
    failed_stage: SaveStage | None = None
    error: ErrorInfo | None = None
    cancel_reason: str = ""
    still_running: bool = False
    ended: str = ""
    attempts: int = 1
    stages: tuple[StageStatus, ...] = _UNBEGUN
    files: tuple[RunFile, ...] = ()
    skipped: tuple[SkippedEntry, ...] = ()
    keys: frozenset[IssuedKey] = frozenset()
    kept: frozenset[str] = frozenset()
    busy: bool = field(default=False, compare=False)

    def stage(self, stage: SaveStage) -> StageStatus:
        """Return how `stage` stands."""
        return next(one for one in self.stages if one.stage is stage)

    def is_done(self, stage: SaveStage) -> bool:
        """Whether `stage` has been completed."""
        return self.stage(stage).state is StageState.DONE

    def key_of(self, stage: SaveStage, body: str) -> str:
        """Return the journaled idempotency key that belongs to a body, or ""."""
        found = (one.key for one in self.keys if one.stage is stage and one.body == body)
        return next(found, "")

    def is_unseen(self, stage: SaveStage) -> bool:
        """Whether `stage` was begun, and nobody has seen how it ended."""
        return self.stage(stage).state in (StageState.ACTIVE, StageState.UNKNOWN)

    @property
    def listed_before_finalizing(self) -> bool:
        """Whether its files were last listed before a finalization that nobody saw the end of.

        A service may alter what it publishes: until record and listing are read back, nobody knows.
        """
        return self.is_unseen(SaveStage.FINALIZE_RECORD)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return self.outcome in FINISHED

    @property
    def attached(self) -> bool:
        """Whether its files go to a draft that the person had before."""
        return bool(self.attach_to)

    @property
    def shown_record(self) -> RecordRef | None:
        """The record that a person can look at: none where it was published and is gone.

        Its id is kept all the same: going on must never make another one.
        """
        gone = self.error is not None and self.error.kind is ErrorKind.GONE
        return None if gone else self.record

    @property
    def shown_stages(self) -> tuple[StageStatus, ...]:
        """The stages that the run has, as they are shown.

        None for uploading without files, none for a finalization that nobody asked for; one that
        was begun by a process that is gone is *unknown*.
        """
        there = {SaveStage.CREATE_RECORD}
        if self.files:
            there.add(SaveStage.UPLOAD_FILES)
        if self.finalize or self.stage(SaveStage.FINALIZE_RECORD).attempts:
            there.add(SaveStage.FINALIZE_RECORD)
        return tuple(
            replace(one, state=StageState.UNKNOWN)
            if one.state is StageState.ACTIVE and not self.busy
            else one
            for one in self.stages
            if one.stage in there
        )

    @property
    def completed_stages(self) -> tuple[SaveStage, ...]:
        """The stages that resolved, in order."""
        return tuple(one.stage for one in self.shown_stages if one.state is StageState.DONE)

    @property
    def next_stage(self) -> SaveStage:
        """The first stage that is not done."""
        for one in self.stages:
            needed = one.stage is not SaveStage.UPLOAD_FILES or bool(self.files)
            if needed and one.state is not StageState.DONE:
                return one.stage
        return SaveStage.FINALIZE_RECORD

    @property
    def counted(self) -> tuple[RunFile, ...]:
        """The files that the save is about: not what was left out, nor what is no file to send."""
        return tuple(one for one in self.files if not one.left_out and not _is_no_file(one))

    def in_state(self, *states: FileState) -> tuple[RunFile, ...]:
        """Return the files in one of `states` that were not left out."""
        return tuple(one for one in self.files if one.state in states and not one.left_out)

    @property
    def confirmed(self) -> tuple[RunFile, ...]:
        """The files that the server's listing confirmed."""
        return self.in_state(FileState.CONFIRMED)

    def uploaded(self) -> tuple[UploadedFile, ...]:
        """Return the confirmed files in the terms of a service."""
        return tuple(one.uploaded() for one in self.confirmed)

    @property
    def partial_outputs(self) -> SavePartialOutputs:
        """What the completed stages produced: after a failed upload, the record only."""
        if not self.is_done(SaveStage.UPLOAD_FILES):
            return SavePartialOutputs(self.shown_record)
        return SavePartialOutputs(self.shown_record, self.uploaded())
