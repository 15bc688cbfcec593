"""A run held by this process: its attempts one after the other, and what ends after its time.

A run is held (file lock) while its attempt runs and while work of it is still detached. Late work
that has ended is committed and published; if nobody goes on with the run, it is ended anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from desktop_app.core.changes import AttemptBegun, Ended, LateEnded, RunBegun
from desktop_app.core.errors import (
    ErrorInfo,
    ErrorKind,
    JournalError,
    SendoffError,
    error_info,
    info,
    is_clear_refusal,
    is_of_this_computer,
)
from desktop_app.core.measured import EndRepeated, StopAccepted
from desktop_app.core.model import OutcomeKind, SaveStage, StageState
from desktop_app.core.run import Run
from desktop_app.saving import ends, look_back
from desktop_app.saving.attempt import Attempt, Tools
from desktop_app.saving.events import ENDED_WELL, OnUpdate
from desktop_app.saving.open_run import OpenRun
from desktop_app.services.base import RecordService
from desktop_app.storage.journal import RunLock
from desktop_app.workflow import (
    CancelReason,
    ConcurrencyLimit,
    DetachedWork,
    Failed,
    StageCancelledError,
)
from desktop_app.workflow import LateOutcome as LateWork

_log = logging.getLogger(__name__)

Flow = Callable[[Attempt], Awaitable[Ended]]
SlotsOf = Callable[[RecordService, str], ConcurrencyLimit]


class ActiveRun:
    """Holds one run: its lock, its present value, the attempt being made, and what still runs."""

    def __init__(
        self,
        tools: Tools,
        lock: RunLock,
        run: Run,
        on_update: OnUpdate,
        slots: SlotsOf,
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
        self._opened = OpenRun(
            tools.journal,
            run,
            on_update,
            clock=tools.clock,
            schedule=tools.schedule_timeout,
            fresh_id=tools.fresh_id,
        )

    @property
    def run(self) -> Run:
        """The run as it is now."""
        return self._opened.run

    @property
    def in_progress(self) -> bool:
        """Whether an attempt is being made now."""
        return self._attempt is not None

    def subscribe(self, on_update: OnUpdate) -> None:
        """Publish to `on_update` from now on."""
        self._opened.subscribe(on_update)

    def request_cancel(self, reason: CancelReason) -> bool:
        """Ask the active stage, or the asking between stages, to stop."""
        accepted = self._attempt is not None and self._attempt.request_cancel(reason)
        if accepted:
            self._opened.publish(StopAccepted())
        return accepted

    def stop_before_next_stage(self, reason: CancelReason) -> None:
        """Begin no other stage in this attempt."""
        self._stop = reason
        if self._attempt is not None:
            self._attempt.stop_before_next_stage(reason)

    def provide_token(self) -> None:
        """There is a new token."""
        if self._attempt is not None:
            self._attempt.sign_in.provide()

    def begun(self) -> None:
        """Publish a run whose intent was just journaled."""
        self._opened.publish_begun(RunBegun())

    async def begin_attempt(self, stages: tuple[SaveStage, ...]) -> None:
        """Commit that another attempt begins, which can reach `stages` (none named: all)."""
        try:
            await self._opened.commit(AttemptBegun(stages))
        except BaseException:
            await self.let_go_if_idle()
            raise

    async def go(self, service: RecordService, flow: Flow, *, heard: bool = True) -> Run:
        """Make one attempt by `flow` and return the run as it is then.

        `heard`: somebody hears of it, and can be asked for a new token.
        """
        attempt = Attempt(
            self._tools,
            self._opened,
            service,
            detached=self._detached,
            slots=self._slots(service, self.run.account.id),
            late=self._late,
            on_late=self._work_ended_late,
            interactive=heard and self._tools.interactive,
        )
        self._opened.unwritten.wrote = False
        self._attempts.append(attempt)
        self._attempt = attempt
        if self._stop is not None:
            attempt.stop_before_next_stage(self._stop)
        try:
            return await self._end_of(attempt, flow)
        finally:
            self._attempt = self._stop = None
            await self.let_go_if_idle()

    async def fail(self, error: ErrorInfo) -> Run:
        """End an attempt that could not even open its service."""
        try:
            return await self._end(Ended(OutcomeKind.FAILED, self.run.next_stage, error))
        finally:
            await self.let_go_if_idle()

    async def repeat_end(self) -> Run:
        """Say again how a finished run ended; nobody is asked and nothing is written."""
        self._opened.publish(EndRepeated())
        await self.let_go_if_idle()
        return self.run

    async def close(self, within_s: float) -> None:
        """Give detached work `within_s`, then cancel it; let go of everything."""
        self._closing = True
        await self._detached.close(within_s)
        while self._late_tasks:
            await asyncio.wait(self._late_tasks)
        await self._let_go()

    # ends

    async def _end_of(self, attempt: Attempt, flow: Flow) -> Run:
        end = await self._flow_to_end(attempt, flow)
        if attempt.duplicate is not None and end.error is None:
            end = replace(end, error=attempt.duplicate)
        return await self._end(end)

    async def _flow_to_end(self, attempt: Attempt, flow: Flow) -> Ended:
        try:
            return await flow(attempt)
        except StageCancelledError as stopped:  # while asking between stages
            error = info(ErrorKind.STOPPED, reason=stopped.reason)
            stage = self.run.next_stage
            return Ended(OutcomeKind.STOPPED, stage, error, stopped.reason.value)
        except JournalError as error:
            return self._not_journaled(error.info)
        except SendoffError as error:
            return self._broken_off(error.info)
        except asyncio.CancelledError:
            await self._end(self._cut_off())
            raise
        except Exception as error:  # noqa: BLE001 - a defect of ours ends the run as one, in words
            _log.error("run %s failed", self.run.id, exc_info=error)
            return self._broken_off(error_info(error))

    def _broken_off(self, error: ErrorInfo) -> Ended:
        """Return the end of an attempt that an error broke off; a finalization may be done."""
        outcome = OutcomeKind.UNKNOWN if self.run.listed_before_finalizing else OutcomeKind.FAILED
        return Ended(outcome, self.run.next_stage, error)

    def _cut_off(self) -> Ended:
        """Return the end of an attempt whose task was cancelled: what had begun is unknown."""
        reason = CancelReason.SHUTDOWN
        running = bool(self._detached.stages)
        active = [one.stage for one in self.run.stages if one.state is StageState.ACTIVE]
        if not active:
            error = info(ErrorKind.STOPPED, reason=reason)
            unsettled = [one.stage for one in self.run.stages if one.state is StageState.UNKNOWN]
            if unsettled:  # it was being asked about: as unknown as before
                return Ended(OutcomeKind.UNKNOWN, unsettled[-1], error, reason.value)
            if look_back.create_in_doubt(self.run):
                error = error.but(remains="unknown")
            return Ended(OutcomeKind.STOPPED, self.run.next_stage, error, reason.value)
        error = info(ErrorKind.STILL_RUNNING if running else ErrorKind.STOPPED, reason=reason)
        if not running and look_back.create_in_doubt(self.run):
            error = error.but(remains="unknown")
        outcome = OutcomeKind.UNKNOWN if running else OutcomeKind.STOPPED
        return Ended(outcome, active[0], error, reason.value, running)

    def _not_journaled(self, error: ErrorInfo) -> Ended:
        """Return the end of an attempt whose journal failed.

        What left and is not written down is unknown, whatever was answered: the next attempt asks.
        """
        unwritten = self._opened.unwritten
        if unwritten:
            return Ended(OutcomeKind.UNKNOWN, unwritten.stage, error)
        return Ended(OutcomeKind.FAILED, self.run.next_stage, error)

    async def _end(self, end: Ended) -> Run:
        """Commit the end; a journal that fails makes it FAILED or UNKNOWN, never done."""
        of_this_attempt = end.error is not self.run.error  # a check keeps what it found
        if of_this_attempt:
            end = self._said_of(end)
        if self.run.outcome is OutcomeKind.DONE and not _speaks_of_the_record(end):
            end = Ended(OutcomeKind.UNKNOWN, None, end.error)
        if self._changes_nothing(end):
            return self._opened.report_end(end)
        try:
            await self._opened.end(end)
        except JournalError as failure:
            if end.outcome in ENDED_WELL or end.error is None:
                end = self._said_of(self._not_journaled(failure.info))
            return self._opened.report_end(end)
        return self.run

    def _said_of(self, end: Ended) -> Ended:
        """Return an end that also says so where this computer failed before anything was sent."""
        wrote, error = self._opened.unwritten.wrote, end.error
        if wrote or error is None or not is_of_this_computer(error):
            return end
        return replace(end, error=error.but(sent="no"))

    def _changes_nothing(self, end: Ended) -> bool:
        """Whether a save was finished before and a look has not shown anything else.

        A look that got no answer takes nothing back: it is only reported.
        """
        finished = self.run.outcome is OutcomeKind.DONE
        return finished and end.outcome in (OutcomeKind.DONE, OutcomeKind.UNKNOWN)

    # what ends after its time

    def _work_ended_late(self, stage: SaveStage, outcome: LateWork[object]) -> None:
        """Commit and publish it; once the run was let go, its next holder asks the server."""
        if self._let_go_done:
            return
        self._late[stage] = outcome
        if self._attempt is not None:
            self._attempt.wake()
        if _ended_by_quit(outcome):
            return
        task = asyncio.create_task(self._commit_late(stage, outcome), name=f"late {stage}")
        self._late_tasks.add(task)
        task.add_done_callback(self._late_tasks.discard)

    async def _commit_late(self, stage: SaveStage, outcome: LateWork[object]) -> None:
        """Commit how late work ended; if nobody goes on with the run, end it anew."""
        error = error_info(outcome.error) if isinstance(outcome, Failed) else None
        try:
            await self._opened.commit(LateEnded(stage, error))
            if self._attempt is None and not self.run.finished:
                await self._end_late(stage, outcome)
        except JournalError as failure:
            _log.warning("a late outcome was not journaled: %s", failure.kind)
        if self._attempt is None:
            await self.let_go_if_idle()

    async def _end_late(self, stage: SaveStage, outcome: LateWork[object]) -> None:
        """Say how the run stands now: done, to be continued, refused, or as unknown as before."""
        before = self.run
        if isinstance(outcome, Failed):
            refused = is_clear_refusal(outcome.error)
            state = StageState.FAILED if refused else StageState.UNKNOWN
            await ends.set_stage(self._opened, stage, state, "late")
            kind = OutcomeKind.FAILED if refused else before.outcome
            await self._end(Ended(kind, stage, error_info(outcome.error), before.cancel_reason))
            return
        if stage is SaveStage.FINALIZE_RECORD:
            await self._check_late()
            return
        await ends.set_stage(self._opened, stage, StageState.DONE, "late")
        await self._end(Ended(None, self.run.next_stage))

    async def _check_late(self) -> None:
        """A finalize that was answered after all is a promise: ask what is so, unless we end."""
        if self._closing or not self._attempts:
            return
        attempt = self._attempt = self._attempts[-1]
        try:
            await self._end_of(attempt, look_back.check)
        finally:
            self._attempt = None

    async def let_go_if_idle(self) -> None:
        """Release the run unless an attempt or late work still needs it."""
        me = asyncio.current_task()
        committing = any(task is not me for task in self._late_tasks)
        if self._attempt is None and not self._detached.stages and not committing:
            await self._let_go()

    async def _let_go(self) -> None:
        if self._let_go_done:
            return
        self._let_go_done = True
        await self._opened.close()
        attempts, self._attempts = self._attempts, []
        for attempt in attempts:
            await attempt.close()
        self._lock.release()
        self._released(self.run.id)


def _speaks_of_the_record(end: Ended) -> bool:
    """Whether the service itself has said how a finished save stands now: nobody else can."""
    kind = end.error.kind if end.error is not None else None
    taken_back = end.outcome is OutcomeKind.FAILED and kind in (ErrorKind.CONFLICT, ErrorKind.GONE)
    return end.outcome in ENDED_WELL or taken_back


def _ended_by_quit(outcome: LateWork[object]) -> bool:
    """Whether late work was ended only because Sendoff ends: that says nothing of the server."""
    error = outcome.error if isinstance(outcome, Failed) else None
    return isinstance(error, StageCancelledError) and error.reason is CancelReason.SHUTDOWN
