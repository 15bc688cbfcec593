"""The facade of a save: what the window, the command line and the QA runner call.

One session per process. It owns its runs' tasks, the journal's writes before and after each
request, and the order of events; callers get values and never a service.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from desktop_app.core.clock import Clock, LoopClock, WallClock, utc_now
from desktop_app.core.errors import (
    BadInputError,
    ErrorInfo,
    ErrorKind,
    JournalError,
    SendoffError,
    info,
)
from desktop_app.core.log import Redactor
from desktop_app.core.model import (
    Account,
    Fingerprint,
    OutcomeKind,
    RecordRef,
    RemoteFile,
    SaveLimits,
    SavePartialOutputs,
    SaveStage,
)
from desktop_app.core.run import Run, SaveRequest
from desktop_app.core.threads import in_thread
from desktop_app.files.disk import fingerprint_of
from desktop_app.saving import look_back, resuming, steps
from desktop_app.saving.active_run import ActiveRun, Flow
from desktop_app.saving.attempt import OffLoop, ServiceProvider, SourceFactory, Tools
from desktop_app.saving.discarding import discard
from desktop_app.saving.events import OnUpdate, Update
from desktop_app.saving.intent import (
    Answers,
    Changed,
    check_against,
    check_form,
    check_request,
    intent_of,
)
from desktop_app.saving.open_run import NewId, new_id
from desktop_app.saving.receipt import Receipt, receipt_of, support_log_of
from desktop_app.services.base import Capabilities, RecordService
from desktop_app.storage.journal import Journal, RunLock
from desktop_app.workflow import (
    CancelReason,
    ConcurrencyLimit,
    ScheduleTimeout,
    loop_schedule_timeout,
)
from desktop_app.workflow.timers import Alarm, first_of

__all__ = ["Answers", "Changed", "SaveSession", "ServiceProvider"]


class SaveSession:
    """Runs saves and answers for them. All methods on one event loop.

    Args:
        journal: closed by `close`.
        provider: opens services; one that is interactive has a person who can sign in again.
        source_factory: makes the reader of a local file.
        interactive: whether SIGN_IN pauses a run until `provide_token`; else it fails.
        clock, schedule_timeout: monotonic time and timers.
        wall_clock: for display and ids.
        fingerprint: looks at a local file now; raises `FileError`.
        off_loop: runs blocking work beside the loop.
        fresh_id: makes markers and idempotency keys.
        version: of the program, for receipts.
        redact: masks secrets in support logs.

    Raises (every coroutine that names a run): `SendoffError` of kind RUN_UNKNOWN or RUN_BUSY, and
    `JournalError` if the journal cannot be used.
    """

    def __init__(
        self,
        *,
        journal: Journal,
        provider: ServiceProvider,
        source_factory: SourceFactory,
        limits: SaveLimits | None = None,
        interactive: bool = True,
        clock: Clock | None = None,
        schedule_timeout: ScheduleTimeout = loop_schedule_timeout,
        wall_clock: WallClock = utc_now,
        fingerprint: Callable[[str], Fingerprint] = fingerprint_of,
        off_loop: OffLoop = in_thread,
        fresh_id: NewId = new_id,
        version: str = "",
        redact: Redactor | None = None,
    ) -> None:
        self._tools = Tools(
            journal=journal,
            provider=provider,
            source_factory=source_factory,
            limits=limits or SaveLimits(),
            interactive=interactive,
            clock=clock or LoopClock(),
            schedule_timeout=schedule_timeout,
            wall_clock=wall_clock,
            fingerprint=fingerprint,
            off_loop=off_loop,
            fresh_id=fresh_id,
            version=version,
        )
        self._redact = redact or Redactor()
        self._journal = journal
        self._held: dict[str, ActiveRun] = {}
        self._tasks: set[asyncio.Task[Run]] = set()
        self._slots: dict[str, ConcurrencyLimit] = {}

    def use_limits(self, limits: SaveLimits) -> None:
        """Take other limits for the runs that begin from now on."""
        self._tools = replace(self._tools, limits=limits)

    async def save(self, request: SaveRequest, on_update: OnUpdate) -> Run:
        """Run a new save to its end and return how it ended.

        Raises:
            BadInputError: before anything is journaled or sent.
            JournalError: the intent could not be written: nothing was sent.
        """
        check_request(request)
        return await self._own(self._save(request, on_update))

    async def resume(self, run: str, on_update: OnUpdate, answers: Answers | None = None) -> Run:
        """Go on at the right stage: asks the server first, sends no confirmed file again.

        Raises:
            BadInputError: an edited title or metadata is none; nothing was done.
        """
        answered = answers or Answers()
        check_form(answered.title, answered.metadata)
        return await self._own(
            self._go_on(
                run,
                on_update,
                lambda attempt: resuming.resume(attempt, answered),
                finalize=answered.finalize,
            )
        )

    async def retry_finalize(
        self, run: str, on_update: OnUpdate, partial_outputs: SavePartialOutputs | None = None
    ) -> Run:
        """Finalize from the snapshot (default: the journaled one); creates, uploads nothing."""
        return await self._own(
            self._go_on(
                run,
                on_update,
                lambda attempt: resuming.retry_finalize(attempt, partial_outputs),
                (SaveStage.FINALIZE_RECORD,),
                finalize=True,
            )
        )

    async def check(self, run: str, on_update: OnUpdate) -> Run:
        """Only ask the server what is true, and say so."""
        return await self._own(self._look(run, on_update, look_back.check))

    async def discard(self, run: str) -> Run:
        """Remove the remote draft and what hangs on it; says in `error` if it could not."""
        return await self._own(self._look(run, ignore_update, discard, heard=False))

    async def forget(self, run: str) -> None:
        """Remove a run from the journal (never anything remote)."""
        if run in self._held:
            raise JournalError(info(ErrorKind.RUN_BUSY, run=run))
        lock = await self._journal.lock(run)
        try:
            await self._journal.forget(run)
        finally:
            lock.release()

    async def retention(self, days: float) -> tuple[str, ...]:
        """Forget runs that were done or discarded more than `days` ago; return their ids."""
        return await self._journal.forget_ended_before(days)

    def request_cancel(self, run: str, reason: CancelReason = CancelReason.USER) -> bool:
        """Ask the active stage to stop; False (and nothing happens) if it can't be."""
        held = self._held.get(run)
        return held is not None and held.request_cancel(reason)

    def stop_before_next_stage(self, run: str, reason: CancelReason) -> None:
        """Remember to stop when the active stage has ended."""
        if run in self._held:
            self._held[run].stop_before_next_stage(reason)

    def provide_token(self, account_id: str) -> None:
        """There is a new token in the keychain (or session): paused queues go on."""
        for held in self._held.values():
            if held.run.account.id == account_id:
                held.provide_token()

    async def runs(self, *, unfinished_only: bool = False) -> tuple[Run, ...]:
        """Return the journaled runs, oldest first."""
        busy = await self._journal.busy()
        known = await self._journal.summaries(
            lambda run: replace(run, busy=run.outcome is None and run.id in busy),
            unfinished_only=unfinished_only,
        )
        return tuple(self._as_it_is(run) for run in known)

    async def run(self, run: str) -> Run:
        """Return one run."""
        known = await self._known(run)
        busy = known.outcome is None and run in await self._journal.busy()
        return self._as_it_is(replace(known, busy=busy))

    async def receipt(self, run: str) -> Receipt:
        """Return what can be said for certain about a run, file by file."""
        known, history = await self._known(run), await self._journal.history(run)
        version, redact = self._tools.version, self._redact
        return await self._tools.off_loop(
            lambda: receipt_of(known, history, version=version, redact=redact)
        )

    async def support_log(self, run: str) -> dict[str, object]:
        """Return the redacted facts of a run for a support request: one JSON object."""
        known, history = await self._known(run), await self._journal.history(run)
        return support_log_of(known, history, version=self._tools.version, redact=self._redact)

    async def notices(self, *, new_only: bool = False) -> tuple[ErrorInfo, ...]:
        """Return what a person should know of the journal: damaged ones that were set aside.

        `new_only`: those that this process set aside; else all that nobody has acknowledged.
        """
        journal = self._journal
        kept = await (journal.set_aside() if new_only else journal.kept_damaged())
        return tuple(info(ErrorKind.JOURNAL_DAMAGED, kept_as=name) for name in kept)

    async def acknowledge_notices(self) -> tuple[str, ...]:
        """Show the notices no more; return the names under which damaged journals are kept."""
        return await self._journal.acknowledge_damaged()

    async def capabilities(self, account: Account) -> Capabilities:
        """Return what the account's service can do (opens and closes it)."""
        service = await self._tools.provider.open(account)
        try:
            return service.capabilities
        finally:
            await service.aclose()

    async def record_contents(
        self, account: Account, record_id: str
    ) -> tuple[RecordRef, tuple[RemoteFile, ...]]:
        """Return a record and its files as the service has them now."""
        service = await self._tools.provider.open(account)
        try:
            return await service.get_record(record_id), await service.list_files(record_id)
        finally:
            await service.aclose()

    async def close(self, within_s: float) -> None:
        """Stop what is abortable, journal the rest as unknown, release everything.

        Takes at most about `within_s` and two of the short graces of a quit, whatever the
        service does.
        """
        for held in self._held.values():
            held.stop_before_next_stage(CancelReason.SHUTDOWN)
            held.request_cancel(CancelReason.SHUTDOWN)
        await self._wait_within(within_s)
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await asyncio.gather(*(held.close(0.0) for held in tuple(self._held.values())))
        await self._journal.close()

    # running

    async def _save(self, request: SaveRequest, on_update: OnUpdate) -> Run:
        service = await self._open(request.account)
        if isinstance(service, BadInputError):
            raise service
        try:
            if not isinstance(service, SendoffError):
                check_against(request, service.capabilities)
            held = await self._begin(self._intent(request), on_update)
        except BaseException:
            if not isinstance(service, SendoffError):
                await service.aclose()
            raise
        held.begun()
        if isinstance(service, SendoffError):
            return await held.fail(service.info)
        return await held.go(service, steps.save)

    async def _begin(self, known: Run, on_update: OnUpdate) -> ActiveRun:
        """Take the run and journal its intent; from here on it is never lost."""
        lock = await self._journal.lock(known.id)
        try:
            await self._journal.begin(known)
        except BaseException:
            lock.release()
            raise
        return self._hold(lock, known, on_update)

    async def _go_on(
        self,
        run: str,
        on_update: OnUpdate,
        flow: Flow,
        stages: tuple[SaveStage, ...] = (),
        *,
        finalize: bool,
    ) -> Run:
        held = await self._take(run, on_update)
        if held.run.finished:
            return await held.repeat_end()
        await held.begin_attempt(stages, finalize=finalize)
        service = await self._open(held.run.account)
        if isinstance(service, SendoffError):
            return await held.fail(service.info)
        return await held.go(service, flow)

    async def _look(self, run: str, on_update: OnUpdate, flow: Flow, *, heard: bool = True) -> Run:
        """Run a flow that is no new attempt at saving."""
        held = await self._take(run, on_update)
        if held.run.outcome is OutcomeKind.DISCARDED:
            return await held.repeat_end()
        service = await self._open(held.run.account)
        if isinstance(service, SendoffError):
            await held.let_go_if_idle()
            known = replace(held.run, error=service.info)
            if known.outcome is OutcomeKind.DONE:  # not asked: nothing is said of the server
                known = replace(known, outcome=OutcomeKind.UNKNOWN)
            return known
        return await held.go(service, flow, heard=heard)

    async def _own(self, work: Awaitable[Run]) -> Run:
        """Run `work` in a task of the session; a caller that is cancelled stops it in order."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.done():
                task.cancel()
                await asyncio.wait({task})
            raise

    async def _open(self, account: Account) -> RecordService | SendoffError:
        """Return the service, or why it cannot be opened now."""
        try:
            return await self._tools.provider.open(account)
        except SendoffError as error:
            return error

    async def _take(self, run: str, on_update: OnUpdate) -> ActiveRun:
        """Return the run, held by this process for a new attempt."""
        held = self._held.get(run)
        if held is not None:
            if held.in_progress:
                raise JournalError(info(ErrorKind.RUN_BUSY, run=run))
            held.subscribe(on_update)
            return held
        lock = await self._journal.lock(run)
        try:
            known = await self._known(run)
        except BaseException:
            lock.release()
            raise
        return self._hold(lock, known, on_update)

    def _hold(self, lock: RunLock, known: Run, on_update: OnUpdate) -> ActiveRun:
        held = ActiveRun(self._tools, lock, known, on_update, self._slots_of, self._released)
        self._held[known.id] = held
        return held

    def _released(self, run: str) -> None:
        self._held.pop(run, None)

    def _slots_of(self, service: RecordService, account_id: str) -> ConcurrencyLimit:
        """Return the budget of files in flight to one service, shared by all runs to it."""
        count = min(self._tools.limits.parallel_files, service.capabilities.parallel_files)
        slots = self._slots.setdefault(account_id, ConcurrencyLimit(0, clock=self._tools.clock))
        slots.resize(max(count, 1))
        return slots

    async def _known(self, run: str) -> Run:
        known = await self._journal.load(run)
        if known is None:
            raise JournalError(info(ErrorKind.RUN_UNKNOWN, run=run))
        return known

    def _as_it_is(self, run: Run) -> Run:
        """Return the present of a run that this session is making an attempt at."""
        held = self._held.get(run.id)
        in_progress = held is not None and held.in_progress
        return replace(held.run, busy=True) if held is not None and in_progress else run

    def _intent(self, request: SaveRequest) -> Run:
        tools = self._tools
        return intent_of(
            request,
            marker=f"urn:uuid:{tools.fresh_id()}",
            wall_clock=tools.wall_clock,
            version=tools.version,
        )

    async def _wait_within(self, seconds: float) -> None:
        """Return when no run of ours goes on any more, or after `seconds`."""
        alarm = Alarm(seconds, self._tools.schedule_timeout)
        try:
            while self._tasks and not alarm.rung.done():
                await first_of(*self._tasks, alarm.rung)
        finally:
            alarm.cancel()


def ignore_update(_update: Update) -> None:
    """Hear nothing of a run."""
