"""One run from intent to end: the state machine, drawn once.

    save ---> [intent journaled] ---> CREATE --ok--> UPLOAD --ok--> gate --ok--> FINALIZE --> DONE
                                        |  |           |  |          |            |   |
       no files: no upload stage        |  |           |  |       FAILED          |   |
       not asked to: DRAFT_READY        |  |           |  |   (listing differs,   |   |
       before FINALIZE                  |  |           |  |    files are held)    |   |
                                        |  |           |  |                       |   |
             clear refusal              |  |           |  |                       |   |
    FAILED <----------------------------+--|-----------+--|-----------------------+   |
             lost answer, limit            v              v                           v
                                        CHECKING      CHECKING                     CHECKING
             (reconcile: only reads)       |              |                           |
             done: go on as if answered <--+--------------+---------------------------+
             not done: FAILED (may be sent again, same key) | unknown: UNKNOWN
    STOPPED <-- Cancel, where the stage is abortable; or before the next stage

    Later attempts (`flows`) ask the server first and go on at the right stage.
    Late outcome: work that ran on has ended: journaled, told; DONE, or offered as RESUME.

A run is held (file lock) while its attempt runs and while work of it is still detached.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from desktop_app.core.errors import (
    ErrorInfo,
    ErrorKind,
    JournalError,
    SendoffError,
    error_info,
    info,
    is_of_this_computer,
)
from desktop_app.core.model import (
    FileState,
    NextAction,
    OutcomeKind,
    RunReport,
    SaveStage,
    StageState,
)
from desktop_app.saving import flows
from desktop_app.saving.attempt import Attempt, AttemptEnded, Tools, is_clear_refusal
from desktop_app.saving.events import (
    FileFailed,
    FileSkipped,
    LateOutcome,
    OnEvent,
    RunDone,
    RunStarted,
    RunStopped,
)
from desktop_app.saving.intent import FILE_SKIPPED, reason_of
from desktop_app.saving.ledger import Ledger
from desktop_app.saving.recovery import UNREADABLE
from desktop_app.saving.report import report_of, stages_of
from desktop_app.services.base import RecordService
from desktop_app.storage.journal import HistoryEntry, JournaledRun, RunEnd, RunLock
from desktop_app.workflow import (
    CancelReason,
    ConcurrencyLimit,
    DetachedWork,
    Failed,
    StageCancelledError,
)
from desktop_app.workflow import LateOutcome as LateWork

_log = logging.getLogger(__name__)

Flow = Callable[[Attempt], Awaitable[RunEnd]]

_ENDED_WELL = (OutcomeKind.DONE, OutcomeKind.DRAFT_READY, OutcomeKind.DISCARDED)


def _given_up(outcome: LateWork[object]) -> bool:
    """Whether late work was ended only because Sendoff ends: that says nothing of the server."""
    error = outcome.error if isinstance(outcome, Failed) else None
    return isinstance(error, StageCancelledError) and error.reason is CancelReason.SHUTDOWN


class SaveRun:
    """Holds one run: its lock, its ledger, the attempt that goes on, and what still runs."""

    def __init__(
        self,
        tools: Tools,
        lock: RunLock,
        known: JournaledRun,
        on_event: OnEvent,
        slots: Callable[[RecordService, str], ConcurrencyLimit],
        released: Callable[[str], None],
    ) -> None:
        self._tools = tools
        self._lock = lock
        self._slots = slots
        self._released = released
        self._late: dict[SaveStage, LateWork[object]] = {}
        self._late_tasks: set[asyncio.Task[None]] = set()
        self._detached = DetachedWork(
            schedule_timeout=tools.schedule_timeout, grace_s=tools.limits.quit_grace_s
        )
        self._attempts: list[Attempt] = []
        self._attempt: Attempt | None = None
        self._stop: CancelReason | None = None
        self._let_go_done = False
        self._closing = False
        self.ledger = Ledger(
            tools.journal,
            known,
            on_event,
            clock=tools.clock,
            schedule=tools.schedule_timeout,
            fresh_id=tools.fresh_id,
        )

    @property
    def going_on(self) -> bool:
        """Whether an attempt is being made now."""
        return self._attempt is not None

    @property
    def finished(self) -> bool:
        """Whether there is nothing left to do: done, or discarded."""
        return self.ledger.entry.outcome in {OutcomeKind.DONE, OutcomeKind.DISCARDED}

    @property
    def account_id(self) -> str:
        """Whose service the run uses."""
        return self.ledger.entry.account.id

    def request_cancel(self, reason: CancelReason) -> bool:
        """Ask the active stage, or the asking between stages, to stop."""
        return self._attempt is not None and self._attempt.request_cancel(reason)

    def stop_before_next_stage(self, reason: CancelReason) -> None:
        """Begin no other stage in this attempt."""
        self._stop = reason
        if self._attempt is not None:
            self._attempt.stop_before_next_stage(reason)

    def provide_token(self) -> None:
        """A new token stands there."""
        if self._attempt is not None:
            self._attempt.sign_in.provide()

    async def go(self, service: RecordService, flow: Flow) -> RunReport:
        """Make one attempt by `flow` and return how it ended."""
        attempt = Attempt(
            self._tools,
            self.ledger,
            service,
            detached=self._detached,
            slots=self._slots(service, self.account_id),
            late=self._late,
            on_late=self._work_ended_late,
        )
        self.ledger.wrote = False
        self._attempts.append(attempt)
        self._attempt = attempt
        if self._stop is not None:
            attempt.stop_before_next_stage(self._stop)
        try:
            return await self._ended(attempt, await self._flow_to_end(attempt, flow))
        finally:
            self._attempt = self._stop = None
            await self.let_go_if_idle()

    async def fail(self, error: ErrorInfo) -> RunReport:
        """End an attempt that could not even open its service."""
        try:
            return await self._write_end(
                RunEnd(OutcomeKind.FAILED, self.ledger.next_stage(), error), twin=None
            )
        finally:
            await self.let_go_if_idle()

    async def leave_as_it_is(self) -> RunReport:
        """Tell again how a finished run ended; nobody is asked and nothing is written."""
        report = self.ledger.report()
        self.ledger.tell(RunDone(self.ledger.run, self.ledger.now(), report))
        await self.let_go_if_idle()
        return report

    async def close(self, within_s: float) -> None:
        """Give detached work `within_s`, then cancel it; let go of everything."""
        self._closing = True
        await self._detached.close(within_s)
        while self._late_tasks:
            await asyncio.wait(self._late_tasks)
        await self._let_go()

    def tell_started(self, stages_told: tuple[SaveStage, ...] | None = None) -> None:
        """Tell that an attempt begins, with what earlier ones confirmed."""
        ledger = self.ledger
        known = ledger.known()
        sent = [one for one in ledger.files if one.error is None and not one.left_out]
        ledger.tell(
            RunStarted(
                ledger.run,
                ledger.now(),
                ledger.entry.account,
                ledger.entry.title,
                stages_of(known) if stages_told is None else stages_told,
                len(ledger.files),
                sum(one.fingerprint.size for one in sent),
                tuple(one.key for one in ledger.in_state(FileState.CONFIRMED)),
            )
        )
        looked_at_again = UNREADABLE if ledger.entry.attempts > 1 else ()
        for one in ledger.in_state(FileState.SKIPPED):
            if one.error is not None and one.error.kind not in looked_at_again:
                ledger.tell(FileFailed(ledger.run, ledger.now(), one.key, one.error))

    def tell_skipped(self, history: Sequence[HistoryEntry]) -> None:
        """Tell what of the chosen folders is no file to send."""
        ledger = self.ledger
        for one in history:
            if one.what == FILE_SKIPPED and one.error is not None:
                reason = reason_of(one.error)
                ledger.tell(FileSkipped(ledger.run, ledger.now(), one.reason, reason, one.error))

    # ends

    async def _flow_to_end(self, attempt: Attempt, flow: Flow) -> RunEnd:
        try:
            return await flow(attempt)
        except AttemptEnded as ended:
            return ended.end
        except StageCancelledError as stopped:  # while asking between stages
            error = info(ErrorKind.STOPPED, reason=stopped.reason)
            return RunEnd(
                OutcomeKind.STOPPED, self.ledger.next_stage(), error, stopped.reason.value
            )
        except JournalError as error:
            return self._not_journaled(error.info)
        except SendoffError as error:
            return RunEnd(OutcomeKind.FAILED, self.ledger.next_stage(), error.info)
        except asyncio.CancelledError:
            await self._ended(attempt, self._cut_off())
            raise
        except Exception as error:  # noqa: BLE001 - a defect of ours ends the run as one, in words
            _log.error("run %s failed", self.ledger.run, exc_info=error)
            return RunEnd(OutcomeKind.FAILED, self.ledger.next_stage(), error_info(error))

    def _not_journaled(self, error: ErrorInfo) -> RunEnd:
        """Return the end of an attempt whose journal failed.

        What left and is not written down is unknown, whatever was answered: the next attempt asks.
        """
        ledger = self.ledger
        if ledger.is_open:
            return RunEnd(OutcomeKind.UNKNOWN, ledger.open_stage(), error)
        return RunEnd(OutcomeKind.FAILED, ledger.next_stage(), error)

    def _cut_off(self) -> RunEnd:
        """Return the end of an attempt whose task was cancelled: what had begun is unknown."""
        reason = CancelReason.SHUTDOWN
        running = bool(self._detached.stages)
        active = [
            stage for stage in SaveStage if self.ledger.stage(stage).state is StageState.ACTIVE
        ]
        if not active:
            error = info(ErrorKind.STOPPED, reason=reason)
            return RunEnd(OutcomeKind.STOPPED, self.ledger.next_stage(), error, reason.value)
        error = info(ErrorKind.STILL_RUNNING if running else ErrorKind.STOPPED, reason=reason)
        outcome = OutcomeKind.UNKNOWN if running else OutcomeKind.STOPPED
        return RunEnd(outcome, active[0], error, reason.value, running)

    async def _ended(self, attempt: Attempt, end: RunEnd) -> RunReport:
        return await self._write_end(end, twin=attempt.twin)

    async def _write_end(self, end: RunEnd, *, twin: ErrorInfo | None) -> RunReport:
        """Journal the end and tell it; a journal that fails makes it FAILED or UNKNOWN."""
        ledger = self.ledger
        if twin is not None and end.error is None:
            end = RunEnd(end.outcome, end.failed_stage, twin)
        of_this_attempt = end.error is not ledger.entry.error  # a check keeps what it found
        try:
            if self._changes_nothing(end):
                ledger.end_in_memory(end)
            else:
                await ledger.end(end)
        except JournalError as failure:
            if end.outcome in _ENDED_WELL or end.error is None:
                end, of_this_attempt = self._not_journaled(failure.info), True
            ledger.end_in_memory(end)
        known = ledger.known()
        report = await self._tools.off_loop(lambda: report_of(known, busy=False))
        report = replace(report, record=ledger.heard or report.record)
        if report.error is not None and report.error.kind is ErrorKind.JOURNAL_GONE:
            look = NextAction.OPEN_RECORD if report.record else NextAction.NONE
            report = replace(report, next_action=look, others=())  # no list holds it any more
        error = report.error if of_this_attempt and not ledger.wrote else None
        if error is not None and is_of_this_computer(error):
            report = replace(report, error=error.but(sent="no"))
        ended = RunDone if end.outcome in _ENDED_WELL else RunStopped
        ledger.tell(ended(ledger.run, ledger.now(), report))
        return report

    def _changes_nothing(self, end: RunEnd) -> bool:
        """Whether a save was finished before and a look has not shown anything else.

        A look that got no answer takes nothing back: it is only reported.
        """
        finished = self.ledger.entry.outcome is OutcomeKind.DONE
        return finished and end.outcome in (OutcomeKind.DONE, OutcomeKind.UNKNOWN)

    # what ends after its time

    def _work_ended_late(self, stage: SaveStage, outcome: LateWork[object]) -> None:
        """Write it down and tell it; once the run was let go, its next holder asks the server."""
        if self._let_go_done:
            return
        self._late[stage] = outcome
        if self._attempt is not None:
            self._attempt.wake()
        if _given_up(outcome):
            return
        task = asyncio.create_task(self._tell_late(stage, outcome), name=f"late {stage}")
        self._late_tasks.add(task)
        task.add_done_callback(self._late_tasks.discard)

    async def _tell_late(self, stage: SaveStage, outcome: LateWork[object]) -> None:
        """Journal and tell how late work ended; if nobody goes on with the run, end it anew."""
        ledger = self.ledger
        error = error_info(outcome.error) if isinstance(outcome, Failed) else None
        try:
            await ledger.note(stage, "late_failure" if error else "late_success", error=error)
            ledger.tell(LateOutcome(ledger.run, ledger.now(), stage, error))
            if self._attempt is None and not self.finished:
                await self._end_late(stage, outcome)
        except JournalError as failure:
            _log.warning("a late outcome was not journaled: %s", failure.kind)
        if self._attempt is None:
            await self.let_go_if_idle()

    async def _end_late(self, stage: SaveStage, outcome: LateWork[object]) -> None:
        """Say how the run stands now: done, to be continued, refused, or as unknown as before."""
        ledger = self.ledger
        before = ledger.entry
        if isinstance(outcome, Failed):
            refused = is_clear_refusal(outcome.error)
            error = error_info(outcome.error)
            await ledger.set_stage(
                stage, StageState.FAILED if refused else StageState.UNKNOWN, reason="late"
            )
            kind = OutcomeKind.FAILED if refused else before.outcome
            await self._write_end(RunEnd(kind, stage, error, before.cancel_reason), twin=None)
            return
        if stage is SaveStage.FINALIZE_RECORD:
            await self._check_late()
            return
        await ledger.set_stage(stage, StageState.DONE, reason="late")
        await self._write_end(RunEnd(None, ledger.next_stage()), twin=None)

    async def _check_late(self) -> None:
        """A finalize that was answered after all is a promise: ask what is so, unless we end."""
        if self._closing or not self._attempts:
            return
        attempt = self._attempt = self._attempts[-1]
        try:
            await self._ended(attempt, await self._flow_to_end(attempt, flows.check))
        finally:
            self._attempt = None

    async def let_go_if_idle(self) -> None:
        """Release the run unless an attempt or late work still needs it."""
        me = asyncio.current_task()
        telling = any(task is not me for task in self._late_tasks)
        if self._attempt is None and not self._detached.stages and not telling:
            await self._let_go()

    async def _let_go(self) -> None:
        if self._let_go_done:
            return
        self._let_go_done = True
        self.ledger.close()
        attempts, self._attempts = self._attempts, []
        for attempt in attempts:
            await attempt.close()
        self._lock.release()
        self._released(self.ledger.run)
