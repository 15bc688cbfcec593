"""A session that plays scripts: what a test says happens, happens, and nothing else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from desktop_app.core.changes import (
    AttemptBegun,
    Change,
    CheckBegan,
    FilesChanged,
    FilesConfirmed,
    OutcomeSettled,
    RunBegun,
    StageBegan,
    StageEnded,
    apply,
)
from desktop_app.core.errors import BadInputError, ErrorInfo, ErrorKind, info
from desktop_app.core.measured import (
    FileMoved,
    Measured,
    News,
    Observation,
    OperationStarted,
    StopAccepted,
    TokenRefused,
    TokenRenewed,
    measure,
)
from desktop_app.core.model import (
    LOCAL_ACCOUNT,
    Account,
    FileState,
    OutcomeKind,
    RecordRef,
    RecordState,
    RemoteFile,
    SavePartialOutputs,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.core.run import Run, RunFile, SaveRequest, StageStatus
from desktop_app.saving.events import OnUpdate, Update
from desktop_app.saving.intent import Answers
from desktop_app.saving.receipt import Receipt, receipt_of
from desktop_app.services.base import Capabilities
from desktop_app.workflow import CancelReason

Script = Callable[["Play"], Awaitable[Run]]


_STARTED = "2026-01-02T03:04:05.000+00:00"


@dataclass
class Play:
    """One call of the session: what a script reads, and what it says happens.

    Attributes:
        verb: "save", "resume", "retry_finalize", "check" or "discard".
        known: the run as it is now; changes go through the same `apply` as in a real session.
        cancelled: set once the window asked for a stop.
    """

    verb: str
    known: Run
    on_update: OnUpdate
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    answers: Answers | None = None
    measured: Measured = field(default_factory=Measured)

    @property
    def run(self) -> str:
        """The run's id."""
        return self.known.id

    @property
    def request(self) -> SaveRequest:
        """The intent."""
        known = self.known
        return SaveRequest(
            account=known.account,
            title=known.title,
            metadata=known.metadata,
            files=known.files,
            finalize=known.finalize,
            attach_to=known.attach_to,
        )

    def commit(self, change: Change) -> None:
        """Apply a change and publish it."""
        before = self.known
        self.known = apply(before, change)
        self._publish(before, change)

    def publish(self, observation: Observation) -> None:
        """Publish what is measured or observed."""
        self._publish(self.known, observation)

    def _publish(self, before: Run, news: News) -> None:
        t = time.monotonic()
        self.measured = measure(self.measured, news, t)
        self.on_update(Update(before, self.known, self.measured, news, t))

    def started(self, *confirmed: str) -> None:
        """The run begins; `confirmed` are on the server already."""
        ours = (one for one in self.known.files if one.key in confirmed)
        self.known = apply(self.known, FilesChanged(tuple(_confirmed(one) for one in ours)))
        again = self.verb != "save"
        self.commit(AttemptBegun() if again else RunBegun())

    def begin(self, stage: SaveStage, *, abortable: bool = True) -> None:
        """A stage begins."""
        self.commit(StageBegan(stage, _STARTED))
        self.publish(OperationStarted(stage, abortable))

    def complete(self, stage: SaveStage, elapsed_s: float = 1.0) -> None:
        """A stage is done."""
        self.commit(StageEnded(stage, StageState.DONE, _STARTED, elapsed_s))

    def progress(
        self,
        file: RunFile,
        *,
        sent: int = 0,
        acknowledged: int | None = None,
        state: FileState = FileState.SENDING,
    ) -> None:
        """A file moved."""
        self.publish(FileMoved(file.n, state, sent, acknowledged))

    def confirm(self, file: RunFile) -> None:
        """The server confirmed a file."""
        self.commit(FilesConfirmed((_confirmed(file),)))

    def fail_file(self, file: RunFile, error: ErrorInfo) -> None:
        """A file will not be sent any more."""
        self.commit(FilesChanged((replace(file, state=FileState.FAILED, error=error),)))

    def fail(self, stage: SaveStage, error: ErrorInfo) -> None:
        """A stage ended badly."""
        self.commit(StageEnded(stage, StageState.FAILED, _STARTED, 1.0, error=error))

    def reconciling(self, stage: SaveStage) -> None:
        """The server is being asked."""
        self.commit(CheckBegan(stage, _STARTED))

    def reconciled(self, stage: SaveStage, settled: Settled) -> None:
        """The answer."""
        self.commit(OutcomeSettled(stage, settled))

    def refuse_token(self, error: ErrorInfo) -> None:
        """The service refuses the token: the queue waits for another."""
        self.publish(TokenRefused(error))


def _confirmed(one: RunFile) -> RunFile:
    return replace(
        one,
        state=FileState.CONFIRMED,
        error=None,
        acknowledged=one.size,
        checksum="sha256:00",
        local_checksum="sha256:00",
    )


def report_of(
    play: Play,
    outcome: OutcomeKind | None,
    *,
    states: tuple[StageState, ...] = (StageState.DONE, StageState.DONE, StageState.DONE),
    confirmed: int | None = None,
    error: ErrorInfo | None = None,
    failed_stage: SaveStage | None = None,
    record: RecordRef | None = None,
    file_error: ErrorInfo | None = None,
) -> Run:
    """Return the run as a script ends it; the first `confirmed` files are on the server."""
    known = play.known
    safe = len(known.files) if confirmed is None else confirmed
    waiting = (
        one.unsent()
        if file_error is None
        else replace(one, state=FileState.FAILED, error=file_error)
        for one in known.files[safe:]
    )
    stages = (StageStatus(s, state, 1, 1.0) for s, state in zip(SaveStage, states, strict=True))
    return replace(
        known,
        started=_STARTED,
        ended=_STARTED if outcome is not None else "",
        outcome=outcome,
        record=record,
        stages=tuple(stages),
        files=(*(_confirmed(one) for one in known.files[:safe]), *waiting),
        failed_stage=failed_stage,
        error=error,
    )


async def happy(play: Play) -> Run:
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
    return report_of(play, OutcomeKind.DONE, record=record)


class FakeSession:
    """Plays scripts, in order, the last one again and again. Implements `Session`.

    Attributes:
        plays: every call so far.
        capabilities_of: what every account's service says of itself.
        tokens_for: account ids for which a new token was announced.
    """

    def __init__(self, *scripts: Script, capabilities: Capabilities | None = None) -> None:
        self._scripts = list(scripts) or [happy]
        self.plays: list[Play] = []
        self.capabilities_of = capabilities or Capabilities(LOCAL_ACCOUNT.kind)
        self.journal: dict[str, Run] = {}
        self.tokens_for: list[str] = []
        self.token_given = asyncio.Event()
        self.closed = False

    async def save(self, request: SaveRequest, on_update: OnUpdate) -> Run:
        """Play the next script for a new run."""
        run = Run(
            id=f"run-{len(self.plays) + 1}",
            account=request.account,
            title=request.title,
            metadata=request.metadata,
            finalize=request.finalize,
            attach_to=request.attach_to,
            started=_STARTED,
            files=tuple(replace(one, n=n) for n, one in enumerate(request.files)),
        )
        return await self._play(Play("save", run, on_update))

    async def resume(self, run: str, on_update: OnUpdate, answers: Answers | None = None) -> Run:
        """Play the next script for a journaled run."""
        return await self._again("resume", run, on_update, answers)

    async def retry_finalize(
        self,
        run: str,
        on_update: OnUpdate,
        partial_outputs: SavePartialOutputs | None = None,  # noqa: ARG002 - the facade's signature
    ) -> Run:
        """Play the next script for a journaled run."""
        return await self._again("retry_finalize", run, on_update)

    async def check(self, run: str, on_update: OnUpdate) -> Run:
        """Play the next script for a journaled run."""
        return await self._again("check", run, on_update)

    async def discard(self, run: str) -> Run:
        """Mark the run as discarded."""
        self.journal[run] = replace(self._journaled(run), outcome=OutcomeKind.DISCARDED)
        return self.journal[run]

    async def forget(self, run: str) -> None:
        """Forget the run."""
        self.journal.pop(self._journaled(run).id)

    def request_cancel(
        self,
        run: str,
        reason: CancelReason = CancelReason.USER,  # noqa: ARG002 - the facade's signature
    ) -> bool:
        """Set `cancelled` of the run's play, if its stage is abortable."""
        for play in reversed(self.plays):
            if play.run == run and play.measured.can_cancel and not play.cancelled.is_set():
                play.cancelled.set()
                play.publish(StopAccepted())
                return True
        return False

    def stop_before_next_stage(self, run: str, reason: CancelReason) -> None:
        """Accepted; scripts decide themselves."""

    def provide_token(self, account_id: str) -> None:
        """Remember that a token was announced."""
        self.tokens_for.append(account_id)
        self.token_given.set()
        for play in self.plays[-1:]:
            play.publish(TokenRenewed())

    async def runs(self, *, unfinished_only: bool = False) -> tuple[Run, ...]:
        """Return what scripts have ended with."""
        ended = (OutcomeKind.DONE, OutcomeKind.DISCARDED)
        runs = self.journal.values()
        return tuple(run for run in runs if not unfinished_only or run.outcome not in ended)

    async def run(self, run: str) -> Run:
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

    async def receipt(self, run: str) -> Receipt:
        """Return the receipt of a run, without a history."""
        return receipt_of(self._journaled(run), (), version="test")

    async def support_log(self, run: str) -> dict[str, object]:
        """Return a few facts."""
        report = self._journaled(run)
        return {"run": run, "outcome": report.outcome, "failed_stage": report.failed_stage}

    async def close(self, within_s: float) -> None:  # noqa: ARG002 - as above
        """Remember that the session was closed."""
        self.closed = True

    async def _again(
        self, verb: str, run: str, on_update: OnUpdate, answers: Answers | None = None
    ) -> Run:
        return await self._play(Play(verb, self._journaled(run), on_update, answers=answers))

    async def _play(self, play: Play) -> Run:
        script = self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]
        self.plays.append(play)
        report = await script(play)
        self.journal[report.id] = report
        return report

    def _journaled(self, run: str) -> Run:
        if run not in self.journal:
            raise BadInputError(info(ErrorKind.RUN_UNKNOWN, run=run))
        return self.journal[run]
