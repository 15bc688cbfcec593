"""One run as the journal has it, and the order that keeps every promise: journal, then tell.

The only place of the save workflow that writes to the journal and the only one that tells events.
Memory follows the journal, never the other way round.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from uuid import uuid4

from desktop_app.core.clock import Clock
from desktop_app.core.errors import ErrorInfo, JournalError
from desktop_app.core.model import (
    FileState,
    RecordRef,
    RecordState,
    RunReport,
    SavePartialOutputs,
    SaveStage,
    StageState,
    UploadedFile,
)
from desktop_app.saving.confirmed_group import ConfirmedGroup
from desktop_app.saving.events import FileConfirmed, FileFailed, OnEvent, SaveEvent
from desktop_app.saving.journaled_files import unsent, uploaded_of
from desktop_app.saving.report import report_of
from desktop_app.storage.journal import (
    UNANSWERED,
    FileConfirmation,
    FileEntry,
    Journal,
    JournaledRun,
    LastSent,
    RunEnd,
    RunEntry,
    StageEntry,
)
from desktop_app.workflow import ScheduleTimeout

_log = logging.getLogger(__name__)
_OPEN = (StageState.ACTIVE, StageState.UNKNOWN)

NewId = Callable[[], str]


def new_id() -> str:
    """Return a random UUID as text: markers and idempotency keys."""
    return str(uuid4())


class Ledger:
    """What is known of one run, written down before it is told.

    Every coroutine may raise `JournalError`; then neither memory nor anybody has heard of it.
    """

    def __init__(
        self,
        journal: Journal,
        known: JournaledRun,
        on_event: OnEvent,
        *,
        clock: Clock,
        schedule: ScheduleTimeout,
        fresh_id: NewId = new_id,
    ) -> None:
        self.entry: RunEntry = known.entry
        self._journal = journal
        self._stages = {stage: known.stage(stage) for stage in SaveStage}
        self._files = list(known.files)
        self._on_event = on_event
        self._clock = clock
        self._fresh_id = fresh_id
        self._confirming = ConfirmedGroup(self._write_confirmed, schedule)
        self.wrote = False
        """Whether a write left for the service in this attempt."""
        self.heard: RecordRef | None = None
        """What the service answered and the journal could not take; for the report only."""
        self._unwritten: set[SaveStage | None] = {
            stage for stage, entry in self._stages.items() if entry.state in _OPEN
        }

    @property
    def run(self) -> str:
        """The run's id."""
        return self.entry.run

    @property
    def files(self) -> Sequence[FileEntry]:
        """All files, in the order of the table."""
        return self._files

    def file(self, n: int) -> FileEntry:
        """Return file `n` as it is now."""
        return self._files[n]

    def stage(self, stage: SaveStage) -> StageEntry:
        """Return a stage as it is now."""
        return self._stages[stage]

    def in_state(self, *states: FileState) -> tuple[FileEntry, ...]:
        """Return the files in one of `states` that were not left out."""
        return tuple(one for one in self._files if one.state in states and not one.left_out)

    def next_stage(self) -> SaveStage:
        """Return the first stage that is not done."""
        for stage in SaveStage:
            needed = stage is not SaveStage.UPLOAD_FILES or bool(self._files)
            if needed and self._stages[stage].state is not StageState.DONE:
                return stage
        return SaveStage.FINALIZE_RECORD

    def outputs(self) -> SavePartialOutputs:
        """Return what the completed stages produced, for a snapshot."""
        return SavePartialOutputs(self.entry.record, self.uploaded())

    def uploaded(self) -> tuple[UploadedFile, ...]:
        """Return the confirmed files."""
        return tuple(uploaded_of(one) for one in self.in_state(FileState.CONFIRMED))

    def known(self) -> JournaledRun:
        """Return the run as it is now, without its history."""
        return JournaledRun(self.entry, tuple(self._stages.values()), tuple(self._files))

    def report(self, *, busy: bool = False) -> RunReport:
        """Return everything known of the run; with many files `report_of` is for a thread."""
        return report_of(self.known(), busy=busy)

    # writes to the service whose answers the journal does not have

    def leaving(self, stage: SaveStage | None = None) -> None:
        """Remember that a write leaves for the service now; None: it is no stage's own."""
        self.wrote = True
        self._unwritten.add(stage)

    def settled(self, stage: SaveStage | None) -> None:
        """Forget the writes of `stage`: the service was asked what became of them."""
        self._unwritten.discard(stage)

    @property
    def is_open(self) -> bool:
        """Whether a write may have taken effect of which the journal says nothing."""
        return bool(self._unwritten)

    def open_stage(self) -> SaveStage | None:
        """Return the last stage with such a write."""
        return next((one for one in reversed(SaveStage) if one in self._unwritten), None)

    # telling

    def listen(self, on_event: OnEvent) -> None:
        """Tell `on_event` from now on."""
        self._on_event = on_event

    def now(self) -> float:
        """Return monotonic seconds, the `t` of events."""
        return self._clock.monotonic()

    def tell(self, event: SaveEvent) -> None:
        """Tell an event; one who raises while listening is logged and isolated."""
        try:
            self._on_event(event)
        except Exception as error:  # noqa: BLE001 - a listener's defect must not end a save
            _log.error("a listener failed on %s", type(event).__name__, exc_info=error)

    def close(self) -> None:
        """Take no more confirmations: the run was let go, and what still comes is learnt anew."""
        self._confirming.close()

    # the run

    async def begin_attempt(self) -> None:
        """Count another attempt."""
        await self._journal.begin_attempt(self.run)
        self.entry = replace(
            self.entry,
            attempts=self.entry.attempts + 1,
            outcome=None,
            failed_stage=None,
            error=None,
            cancel_reason="",
            still_running=False,
            ended="",
        )

    async def end(self, end: RunEnd) -> None:
        """Write how the attempt ended, confirmations that still wait first."""
        await self._confirming.flush()
        await self._journal.end(self.run, end)
        self.end_in_memory(end)

    def end_in_memory(self, end: RunEnd) -> None:
        """Let the report say how it ended though the journal could not be written."""
        self.entry = replace(
            self.entry,
            outcome=end.outcome,
            failed_stage=end.failed_stage,
            error=end.error,
            cancel_reason=end.cancel_reason,
            still_running=end.still_running,
            ended=self._journal.now() if end.outcome else "",
        )

    async def form(self, title: str, metadata: str, *, pending: bool) -> None:
        """Write a mended form; `pending` says that the draft has still the old one."""
        await self._journal.form(self.run, title, metadata, pending=pending)
        self.entry = replace(self.entry, title=title, metadata=metadata, form_pending=pending)
        self.settled(None)

    async def wish_to_finalize(self) -> None:
        """Write that a draft which was kept as one is to be finalized after all."""
        if not self.entry.finalize:
            await self._journal.wish_to_finalize(self.run)
            self.entry = replace(self.entry, finalize=True)

    async def key_for(self, stage: SaveStage, *body: object) -> str:
        """Return the idempotency key that belongs to `body`, journaled before this returns."""
        text = json.dumps(body, ensure_ascii=True, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        return await self._journal.key_for(self.run, stage, digest, self._fresh_id())

    # stages

    async def set_stage(
        self,
        stage: SaveStage,
        state: StageState,
        *,
        reason: str = "",
        elapsed_s: float = 0.0,
        error: ErrorInfo | None = None,
    ) -> None:
        """Write a stage's transition."""
        await self._confirming.flush()
        await self._journal.stage(
            self.run, stage, state, reason=reason, elapsed_s=elapsed_s, error=error
        )
        before = self._stages[stage]
        self._stages[stage] = StageEntry(
            stage,
            state,
            before.attempts + (state is StageState.ACTIVE),
            before.elapsed_s + elapsed_s,
            self._journal.now(),
        )
        self.settled(None)
        if state in (StageState.DONE, StageState.FAILED):
            self.settled(stage)

    async def set_record(self, record: RecordRef | None, reason: str) -> None:
        """Write which record the run has; None: it is gone, and with it what it held."""
        if record is None or record != self.entry.record:
            self.heard = record
            await self._journal.record(self.run, record, reason)
            self.entry = replace(self.entry, record=record, record_gone=record is None)
            if record is None:
                await self.set_files(unsent(one) for one in self.in_state(FileState.CONFIRMED))
        self.heard = None
        self.settled(SaveStage.CREATE_RECORD)
        if record is None or record.state is RecordState.FINALIZED:
            self.settled(SaveStage.FINALIZE_RECORD)

    async def doubt_draft(self) -> None:
        """Write that a create was left without an answer: a twin may turn up."""
        if not self.entry.draft_doubt:
            await self._journal.doubt_draft(self.run, doubt=True)
            self.entry = replace(self.entry, draft_doubt=True)

    async def new_draft(self) -> None:
        """Begin anew under another marker, after the draft was removed by somebody."""
        client_ref = f"urn:uuid:{self._fresh_id()}"
        await self._journal.new_draft(self.run, client_ref)
        self.entry = replace(
            self.entry,
            client_ref=client_ref,
            record=None,
            record_gone=False,
            draft_doubt=False,
            form_pending=False,
            attach_to="",
        )
        self._stages = {
            stage: replace(entry, state=StageState.PENDING) for stage, entry in self._stages.items()
        }
        self._files = [
            one if one.state is FileState.SKIPPED else replace(unsent(one), upload_ref="")
            for one in self._files
        ]

    async def note(
        self, stage: SaveStage | None, what: str, reason: str = "", error: ErrorInfo | None = None
    ) -> None:
        """Append to the run's history."""
        await self._journal.note(self.run, stage, what, reason, error)

    async def left_unanswered(self, stage: SaveStage, absence_s: float) -> None:
        """Write that a request got no answer; its effect may come within `absence_s` from now."""
        await self.note(stage, UNANSWERED, f"{absence_s:g}")

    async def last_sent(self, stage: SaveStage) -> LastSent | None:
        """Return when the last request of `stage` was begun, or was left without an answer."""
        return await self._journal.last_sent(self.run, stage)

    # files

    def confirm(self, n: int, uploaded: UploadedFile, attempts: int) -> None:
        """Queue a confirmation; it is told once the journal has it (at most 0.1 s later)."""
        self._confirming.add(
            FileConfirmation(
                n,
                uploaded.size,
                uploaded.checksum,
                uploaded.local_checksum,
                attempts,
                uploaded.request_id,
            )
        )

    async def flush(self) -> None:
        """Return when every queued confirmation is journaled and told."""
        await self._confirming.flush()

    async def set_files(self, entries: Iterable[FileEntry]) -> None:
        """Write files as they are now; those that failed or were found confirmed are told.

        Of those that are equal only what is not journaled is kept: when they were last changed.
        """
        changed = []
        for one in entries:
            if one != self._files[one.n]:
                changed.append(one)
            else:
                self._files[one.n] = one
        if not changed:
            return
        try:
            await self._journal.files(self.run, tuple(changed))
        except JournalError:
            self._unwritten.add(None)  # what is in memory is older than what the service said
            raise
        self.settled(None)
        for one in changed:
            before, self._files[one.n] = self._files[one.n], one
            if one.state is FileState.FAILED and one.error is not None:
                self.tell(FileFailed(self.run, self.now(), one.key, one.error))
            elif one.state is FileState.CONFIRMED and before.state is not FileState.CONFIRMED:
                size, checksum = one.acknowledged, one.checksum
                self.tell(FileConfirmed(self.run, self.now(), one.key, size, checksum))

    async def upload_ref(self, n: int, upload_ref: str) -> None:
        """Write where a file's unfinished upload lives."""
        await self._journal.upload_ref(self.run, n, upload_ref)
        self._files[n] = replace(self._files[n], upload_ref=upload_ref)

    def note_progress(self, n: int, *, acknowledged: int | None, attempts: int) -> None:
        """Remember (not journal) how far a file is: the service's offset is asked anyway."""
        one = self._files[n]
        offset = one.acknowledged if acknowledged is None else acknowledged
        self._files[n] = replace(one, acknowledged=offset, attempts=attempts)

    async def _write_confirmed(self, group: Sequence[FileConfirmation]) -> None:
        await self._journal.confirm_files(self.run, group)
        for one in group:
            before = self._files[one.n]
            self._files[one.n] = replace(
                before,
                state=FileState.CONFIRMED,
                acknowledged=one.size,
                checksum=one.checksum,
                local_checksum=one.local_checksum,
                attempts=one.attempts,
                upload_ref="",
                error=None,
                request_id=one.request_id,
            )
            self.tell(FileConfirmed(self.run, self.now(), before.key, one.size, one.checksum))
