"""A session that plays scripts: what a test says happens, happens, and nothing else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from desktop_app.core.errors import BadInputError, ErrorInfo, ErrorKind, info
from desktop_app.core.model import (
    Account,
    FileReport,
    FileState,
    Fingerprint,
    NextAction,
    OutcomeKind,
    PlannedFile,
    RecordRef,
    RecordState,
    RemoteFile,
    RunReport,
    SavePartialOutputs,
    SaveRequest,
    SaveStage,
    StageReport,
    StageState,
    UploadedFile,
)
from desktop_app.saving.events import (
    FileConfirmed,
    FileFailed,
    FileProgress,
    OnEvent,
    Reconciled,
    Reconciling,
    RunStarted,
    StageCompleted,
    StageFailed,
    StageStarted,
)
from desktop_app.saving.session import Answers, SaveSession
from desktop_app.services.base import Capabilities
from desktop_app.workflow import CancelReason

Script = Callable[["Play"], Awaitable[RunReport]]


@dataclass
class Play:
    """One call of the session: what a script reads and tells.

    Attributes:
        verb: "save", "resume", "retry_finalize", "check" or "discard".
        cancelled: set once the window asked for a stop.
    """

    verb: str
    run: str
    request: SaveRequest
    tell: OnEvent
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    answers: Answers | None = None
    abortable: bool = False
    report: RunReport | None = None

    def started(self, *confirmed: str) -> None:
        """Tell that the run begins."""
        files = self.request.files
        stages = tuple(stage for stage in SaveStage if files or stage is not SaveStage.UPLOAD_FILES)
        total = sum(file.fingerprint.size for file in files)
        self.tell(
            RunStarted(
                self.run,
                time.monotonic(),
                self.request.account,
                self.request.title,
                stages,
                len(files),
                total,
                confirmed,
            )
        )

    def begin(self, stage: SaveStage, *, abortable: bool = True) -> None:
        """Tell that a stage begins."""
        self.abortable = abortable
        self.tell(StageStarted(self.run, time.monotonic(), stage, abortable))

    def complete(self, stage: SaveStage, elapsed_s: float = 1.0) -> None:
        """Tell that a stage is done."""
        self.abortable = False
        self.tell(StageCompleted(self.run, time.monotonic(), stage, elapsed_s))

    def progress(
        self,
        file: PlannedFile,
        *,
        sent: int = 0,
        acknowledged: int | None = None,
        state: FileState = FileState.SENDING,
    ) -> None:
        """Tell that a file moved."""
        size = file.fingerprint.size
        now = time.monotonic()
        self.tell(FileProgress(self.run, now, file.key, state, size, sent, acknowledged))

    def confirm(self, file: PlannedFile) -> None:
        """Tell that the server confirmed a file."""
        now = time.monotonic()
        self.tell(FileConfirmed(self.run, now, file.key, file.fingerprint.size, "sha256:00"))

    def fail_file(self, file: PlannedFile, error: ErrorInfo) -> None:
        """Tell that a file will not be sent any more."""
        self.tell(FileFailed(self.run, time.monotonic(), file.key, error))

    def fail(self, stage: SaveStage, error: ErrorInfo) -> None:
        """Tell that a stage ended badly."""
        self.abortable = False
        now = time.monotonic()
        self.tell(StageFailed(self.run, now, stage, error, (), SavePartialOutputs()))

    def reconciling(self, stage: SaveStage) -> None:
        """Tell that the server is being asked."""
        self.abortable = True
        self.tell(Reconciling(self.run, time.monotonic(), stage))

    def reconciled(self, event: Reconciled) -> None:
        """Tell the answer."""
        self.tell(event)


def report_of(
    play: Play,
    outcome: OutcomeKind | None,
    *,
    states: tuple[StageState, ...] = (StageState.DONE, StageState.DONE, StageState.DONE),
    confirmed: int | None = None,
    error: ErrorInfo | None = None,
    failed_stage: SaveStage | None = None,
    next_action: NextAction = NextAction.NONE,
    others: tuple[NextAction, ...] = (),
    record: RecordRef | None = None,
    file_error: ErrorInfo | None = None,
) -> RunReport:
    """Return a report for a script's end; the first `confirmed` files are on the server."""
    files = play.request.files
    safe = len(files) if confirmed is None else confirmed
    reports = tuple(
        FileReport(
            file.key,
            file.path,
            file.fingerprint.size,
            FileState.CONFIRMED
            if place < safe
            else (FileState.FAILED if file_error is not None else FileState.WAITING),
            local_checksum="sha256:00" if place < safe else "",
            checksum="sha256:00" if place < safe else "",
            error=file_error if place >= safe else None,
        )
        for place, file in enumerate(files)
    )
    stages = [stage for stage in SaveStage if files or stage is not SaveStage.UPLOAD_FILES]
    pairs = dict(zip(SaveStage, states, strict=True))
    now = datetime.now(UTC).isoformat()
    uploaded = tuple(UploadedFile(one.key, one.size) for one in reports[:safe])
    return RunReport(
        run=play.run,
        account=play.request.account,
        title=play.request.title,
        metadata=play.request.metadata,
        started=now,
        ended=now if outcome is not None else "",
        outcome=outcome,
        record=record,
        partial_outputs=SavePartialOutputs(record, uploaded),
        stages=tuple(StageReport(stage, pairs[stage], 1.0, 1) for stage in stages),
        files=reports,
        failed_stage=failed_stage,
        error=error,
        next_action=next_action,
        others=others,
    )


async def happy(play: Play) -> RunReport:
    """A script: everything works at once."""
    play.started()
    play.begin(SaveStage.CREATE_RECORD)
    play.complete(SaveStage.CREATE_RECORD)
    if play.request.files:
        play.begin(SaveStage.UPLOAD_FILES)
        for file in play.request.files:
            play.confirm(file)
        play.complete(SaveStage.UPLOAD_FILES)
    play.begin(SaveStage.FINALIZE_RECORD, abortable=False)
    play.complete(SaveStage.FINALIZE_RECORD)
    record = RecordRef("rec-1", RecordState.FINALIZED, play.request.title)
    return report_of(play, OutcomeKind.DONE, next_action=NextAction.OPEN_RECORD, record=record)


class FakeSession(SaveSession):
    """A session that plays scripts, in order; the last one is played again and again.

    Attributes:
        plays: every call so far.
        capabilities_of: what every account's service says of itself.
        tokens_for: account ids for which a new token was announced.
    """

    def __init__(self, *scripts: Script, capabilities: Capabilities | None = None) -> None:
        # the real one's constructor is left out on purpose: nothing of it is used
        self._scripts = list(scripts) or [happy]
        self.plays: list[Play] = []
        self.capabilities_of = capabilities or Capabilities("local")
        self.journal: dict[str, RunReport] = {}
        self.tokens_for: list[str] = []
        self.token_given = asyncio.Event()
        self.closed = False

    async def save(self, request: SaveRequest, on_event: OnEvent) -> RunReport:
        """Play the next script for a new run."""
        run = f"run-{len(self.plays) + 1}"
        return await self._play(Play("save", run, request, on_event))

    async def resume(
        self, run: str, on_event: OnEvent, answers: Answers | None = None
    ) -> RunReport:
        """Play the next script for a journaled run."""
        return await self._again("resume", run, on_event, answers)

    async def retry_finalize(
        self,
        run: str,
        on_event: OnEvent,
        partial_outputs: SavePartialOutputs | None = None,  # noqa: ARG002 - the facade's signature
    ) -> RunReport:
        """Play the next script for a journaled run."""
        return await self._again("retry_finalize", run, on_event)

    async def check(self, run: str, on_event: OnEvent) -> RunReport:
        """Play the next script for a journaled run."""
        return await self._again("check", run, on_event)

    async def discard(self, run: str) -> RunReport:
        """Mark the run as discarded."""
        known = self._journaled(run)
        report = replace(known, outcome=OutcomeKind.DISCARDED, next_action=NextAction.NONE)
        self.journal[run] = replace(report, others=())
        return self.journal[run]

    async def forget(self, run: str) -> None:
        """Forget the run."""
        self.journal.pop(self._journaled(run).run)

    def request_cancel(
        self,
        run: str,
        reason: CancelReason = CancelReason.USER,  # noqa: ARG002 - the facade's signature
    ) -> bool:
        """Set `cancelled` of the run's play, if its stage is abortable."""
        for play in reversed(self.plays):
            if play.run == run and play.abortable and not play.cancelled.is_set():
                play.cancelled.set()
                return True
        return False

    def stop_before_next_stage(self, run: str, reason: CancelReason) -> None:
        """Accepted; scripts decide themselves."""

    def provide_token(self, account_id: str) -> None:
        """Remember that a token was announced."""
        self.tokens_for.append(account_id)
        self.token_given.set()

    async def runs(self, *, unfinished_only: bool = False) -> tuple[RunReport, ...]:
        """Return what scripts have ended with."""
        ended = (OutcomeKind.DONE, OutcomeKind.DISCARDED)
        runs = self.journal.values()
        return tuple(run for run in runs if not unfinished_only or run.outcome not in ended)

    async def run(self, run: str) -> RunReport:
        """Return one run."""
        return self._journaled(run)

    async def capabilities(self, account: Account) -> Capabilities:  # noqa: ARG002 - as above
        """Return `capabilities_of`."""
        return self.capabilities_of

    async def retention(self, days: float) -> tuple[str, ...]:  # noqa: ARG002 - as above
        """Forget nothing."""
        return ()

    async def notices(self, *, new_only: bool = False) -> tuple[ErrorInfo, ...]:  # noqa: ARG002 - as above
        """Return nothing."""
        return ()

    async def acknowledge_notices(self) -> tuple[str, ...]:
        """Return nothing."""
        return ()

    async def record_contents(
        self,
        account: Account,  # noqa: ARG002 - as above
        record_id: str,
    ) -> tuple[RecordRef, tuple[RemoteFile, ...]]:
        """Return the files of the last play, one turn of the loop later."""
        await asyncio.sleep(0)
        files = self.plays[-1].request.files if self.plays else ()
        return RecordRef(record_id, RecordState.FINALIZED), tuple(
            RemoteFile(file.key, file.fingerprint.size, "sha256:00") for file in files
        )

    async def support_log(self, run: str) -> dict[str, object]:
        """Return a few facts."""
        report = self._journaled(run)
        return {"run": run, "outcome": report.outcome, "failed_stage": report.failed_stage}

    async def close(self, within_s: float) -> None:  # noqa: ARG002 - as above
        """Remember that the session was closed."""
        self.closed = True

    async def _again(
        self, verb: str, run: str, on_event: OnEvent, answers: Answers | None = None
    ) -> RunReport:
        known = self._journaled(run)
        files = tuple(
            PlannedFile(file.path, file.key, _fingerprint(file.size)) for file in known.files
        )
        request = SaveRequest(known.account, known.title, known.metadata, files)
        play = Play(verb, run, request, on_event, answers=answers, report=known)
        return await self._play(play)

    async def _play(self, play: Play) -> RunReport:
        script = self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]
        self.plays.append(play)
        report = await script(play)
        self.journal[report.run] = report
        return report

    def _journaled(self, run: str) -> RunReport:
        if run not in self.journal:
            raise BadInputError(info(ErrorKind.RUN_UNKNOWN, run=run))
        return self.journal[run]


def _fingerprint(size: int) -> Fingerprint:
    return Fingerprint(size, 0, 0)
