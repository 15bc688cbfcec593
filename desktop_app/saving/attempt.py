"""One attempt at a run: what its steps share. The service at hand, how to ask it, how to stop.

Knows the engine and the open run; what is done in which order is in `steps`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from desktop_app.core.changes import Ended, StageBegan, StageEnded
from desktop_app.core.clock import Clock, LoopClock, WallClock, utc_now
from desktop_app.core.errors import (
    ErrorInfo,
    ErrorKind,
    JournalError,
    SendoffError,
    ServiceError,
    Verdict,
    error_info,
    info,
)
from desktop_app.core.measured import OperationStarted, RetryWaits, TokenRefused, TokenRenewed
from desktop_app.core.model import (
    Account,
    Fingerprint,
    OutcomeKind,
    RecordRef,
    SaveLimits,
    SavePartialOutputs,
    SaveStage,
    StageState,
)
from desktop_app.core.run import Run, RunFile
from desktop_app.core.threads import in_thread
from desktop_app.files.disk import fingerprint_of
from desktop_app.saving.open_run import NewId, OpenRun, new_id
from desktop_app.saving.sign_in import SignIn
from desktop_app.services.base import RecordService, UploadSource
from desktop_app.storage.journal import Journal
from desktop_app.workflow import (
    AbortSignal,
    CancelReason,
    ConcurrencyLimit,
    DetachedWork,
    Failed,
    LateOutcome,
    ScheduleTimeout,
    StageCallbacks,
    StageCancelledError,
    StagedRun,
    StagedWorkflowError,
    StageTimeoutError,
    Succeeded,
    loop_schedule_timeout,
    with_stage_timeout,
)
from desktop_app.workflow.timers import Alarm, first_of

_log = logging.getLogger(__name__)
T = TypeVar("T")

SourceFactory = Callable[[RunFile], UploadSource]
"""Makes the reader of a local file."""

_READ_GRACE_S = 0.2
"""What asking gets to end on quit: it leaves nothing behind that would have to be cleaned up."""


class ServiceProvider(Protocol):
    """Opens the service of an account (starting the built-in one where needed)."""

    async def open(self, account: Account) -> RecordService:
        """Return a service with fresh connections; the caller closes it.

        Raises:
            SendoffError: no such account, no token, bad address, plain HTTP beyond loopback.
        """
        ...


class OffLoop(Protocol):
    """Runs blocking work beside the loop."""

    async def __call__(self, work: Callable[[], T], /) -> T:
        """Return what `work()` returns."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """Everything that a session was given; its runs share it."""

    journal: Journal
    provider: ServiceProvider
    source_factory: SourceFactory
    limits: SaveLimits = field(default_factory=SaveLimits)
    interactive: bool = True
    clock: Clock = field(default_factory=LoopClock)
    schedule_timeout: ScheduleTimeout = loop_schedule_timeout
    wall_clock: WallClock = utc_now
    fingerprint: Callable[[str], Fingerprint] = fingerprint_of
    off_loop: OffLoop = in_thread
    fresh_id: NewId = new_id
    version: str = ""


class Attempt:
    """The shared part of one attempt. Made by `active_run`, used by the steps."""

    def __init__(
        self,
        tools: Tools,
        opened: OpenRun,
        service: RecordService,
        *,
        detached: DetachedWork,
        slots: ConcurrencyLimit,
        late: dict[SaveStage, LateOutcome[object]],
        on_late: Callable[[SaveStage, LateOutcome[object]], None],
        interactive: bool,
    ) -> None:
        self.tools = tools
        self.opened = opened
        self.service = service
        self.detached = detached
        self.slots = slots
        self.late = late
        self.duplicate: ErrorInfo | None = None
        """Another record with this run's marker, which only a person may judge."""
        self.refusal: ErrorInfo | None = None
        """Why a finalize of an earlier attempt was not done, learnt in this one."""
        self.looked_for_draft = False
        """Whether this attempt has just seen that no draft carries the run's marker."""
        self.stop_reason: CancelReason | None = None
        self.sign_in = SignIn(
            interactive=interactive,
            ask=lambda error: opened.publish(TokenRefused(error)),
            renew=self._renew,
        )
        self._services = [service]
        service.report_waits(self._service_waits)
        self._cancel: Callable[[CancelReason], bool] | None = None
        self._woken: asyncio.Future[None] | None = None
        self._staged: StagedRun[SaveStage, SavePartialOutputs] = StagedRun(
            callbacks=StageCallbacks(
                on_stage_start=lambda stage, abortable: opened.publish(
                    OperationStarted(stage, abortable)
                ),
                on_late_outcome=on_late,
            ),
            schedule_timeout=tools.schedule_timeout,
            detached=detached,
            grace_s=tools.limits.grace_s,
            quit_grace_s=tools.limits.quit_grace_s,
            clock=tools.clock,
        )

    @property
    def run(self) -> Run:
        """The run as it is now."""
        return self.opened.run

    def now(self) -> float:
        """Return monotonic seconds."""
        return self.opened.now()

    # stages

    async def run_stage(
        self,
        stage: SaveStage,
        operation: Callable[[AbortSignal], Awaitable[T]],
        *,
        timeout_s: float | None,
        stall_s: float | None = None,
        awaits_token: bool = True,
    ) -> Succeeded[T] | Failed | Ended:
        """Run a stage: what its operation returned, or why it ended, or why it was not begun.

        Unless its operation does so itself, a refused token is waited for here, outside of the
        stage's limit, and the stage run again.

        Raises:
            JournalError: the answer may be there, and could not be written down.
        """
        while True:
            if (ended := await self.may_begin(stage)) is not None:
                return ended
            token = self.sign_in.token
            await self.opened.commit(StageBegan(stage, self.opened.wall_time()))
            self.late.pop(stage, None)
            try:
                value = await self._staged.stage(
                    stage,
                    operation,
                    outputs=SavePartialOutputs(self.run.record, self.run.uploaded()),
                    timeout_s=timeout_s,
                    abortable=stage in self.service.capabilities.abortable,
                    stall_s=stall_s,
                )
            except StagedWorkflowError as error:
                ended_by = error.__cause__ or error
            else:
                return Succeeded(value)
            cause = await self._token_awaited(stage, ended_by, token) if awaits_token else ended_by
            if isinstance(cause, JournalError):
                raise cause
            if cause is not None:
                return Failed(cause)

    async def may_begin(self, stage: SaveStage) -> Ended | None:
        """Return why `stage` may not begin now: somebody asked to stop, or it still runs."""
        if (reason := self.stop_reason) is not None:
            error = info(ErrorKind.STOPPED, reason=reason)
            return Ended(OutcomeKind.STOPPED, stage, error, reason.value)
        if self.detached.running(stage):  # the two would race
            error = info(ErrorKind.STILL_RUNNING, verdict=Verdict.UNKNOWN_OUTCOME)
            at = self.opened.wall_time()
            await self.opened.commit(
                StageEnded(stage, StageState.UNKNOWN, at, error=error, still_running=True)
            )
            return Ended(OutcomeKind.UNKNOWN, stage, error, still_running=True)
        return None

    async def _token_awaited(
        self, stage: SaveStage, cause: BaseException, token: int
    ) -> BaseException | None:
        """Return None once the token whose refusal ended the stage is renewed, else the cause."""
        if not isinstance(cause, ServiceError) or cause.kind is not ErrorKind.SIGN_IN:
            return cause
        at = self.opened.wall_time()
        await self.opened.commit(
            StageEnded(stage, StageState.FAILED, at, reason="token refused", error=cause.info)
        )
        try:
            await self.new_token(cause, token)
        except (StageCancelledError, SendoffError) as final:
            return final
        return None

    # asking the service

    async def ask(
        self, call: Callable[[RecordService], Awaitable[T]], *, within_s: float | None = None
    ) -> T:
        """Return the answer to a call that may be repeated; Cancel ends the asking.

        Without `within_s` a lost network is waited for, and a refused token for its successor.

        Raises:
            ServiceError: what the adapter raised, or TIMED_OUT.
            StageCancelledError: somebody asked to stop.
        """
        limits = self.tools.limits
        bound = limits.outage_s + limits.control_s if within_s is None else within_s
        while True:
            token = self.sign_in.token
            try:
                return await self.bounded("ask", lambda _: call(self.service), bound)
            except StageTimeoutError as error:
                raise ServiceError(self.silence(Verdict.TRANSIENT)) from error
            except ServiceError as error:
                if within_s is not None:
                    raise
                await self.new_token(error, token)

    def silence(
        self, verdict: Verdict = Verdict.UNKNOWN_OUTCOME, kind: ErrorKind = ErrorKind.TIMED_OUT
    ) -> ErrorInfo:
        """Return that the run's service did not answer (or nothing moved) in time."""
        host = urlsplit(self.run.account.address).hostname
        facts = {"host": host} if host else {}
        return ErrorInfo(kind, tuple(facts.items()), verdict=verdict)

    async def new_token(self, error: ServiceError, token: int) -> None:
        """Return once `token`, which was refused with `error`, has been replaced.

        Raises:
            ServiceError: `error`, if it is of another kind or nobody can be asked.
            StageCancelledError: somebody asked to stop instead.
        """
        if error.kind is not ErrorKind.SIGN_IN:
            raise error
        await self.bounded("sign_in", lambda _: self.sign_in.refused(error, token), None)

    async def bounded(
        self,
        name: str,
        operation: Callable[[AbortSignal], Awaitable[T]],
        seconds: float | None,
    ) -> T:
        """Run `operation` outside of any stage: within `seconds`, and Cancel stops it.

        Raises:
            StageTimeoutError, StageCancelledError: it was stopped, and has ended.
        """
        outer = self._cancel
        try:
            return await with_stage_timeout(
                name,
                operation,
                timeout_s=seconds,
                abortable=True,
                grace_s=self.tools.limits.grace_s,
                quit_grace_s=min(_READ_GRACE_S, self.tools.limits.quit_grace_s),
                schedule_timeout=self.tools.schedule_timeout,
                bind_cancel=self._bind if outer is None else None,
            )
        finally:
            self._cancel = outer

    def _bind(self, cancel: Callable[[CancelReason], bool]) -> None:
        self._cancel = cancel

    async def pause(self, seconds: float) -> None:
        """Return after `seconds`, or as soon as late work has ended."""
        self._woken = asyncio.get_running_loop().create_future()
        alarm = Alarm(seconds, self.tools.schedule_timeout)
        try:
            await first_of(alarm.rung, self._woken)
        finally:
            alarm.cancel()
            self._woken = None

    def wake(self) -> None:
        """End a `pause`: something has happened."""
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    # stopping

    def request_cancel(self, reason: CancelReason) -> bool:
        """Ask what runs now to stop: a stage, or the asking between stages."""
        if self._staged.active_stage is not None:
            return self._staged.request_cancel(reason)
        return self._cancel is not None and self._cancel(reason)

    def stop_before_next_stage(self, reason: CancelReason) -> None:
        """Begin no other stage; the first reason stays."""
        self.stop_reason = self.stop_reason or reason
        self._staged.stop_before_next_stage(reason)

    def _service_waits(self, seconds: float, error: ErrorInfo) -> None:
        """Publish a pause of a call that belongs to no file."""
        active = self._staged.active_stage
        if active is None and self._cancel is None:
            return  # detached work of an attempt that is over
        stage = active.name if active is not None else self.opened.measured.checking
        self.opened.publish(RetryWaits(stage or self.run.next_stage, seconds, error))

    async def close(self) -> None:
        """Close every service that was opened for this attempt; errors are logged."""
        services, self._services = self._services, []
        for service in services:
            try:
                await service.aclose()
            except (SendoffError, OSError) as error:
                _log.warning("a service did not close: %s", error_info(error).kind)

    async def _renew(self) -> None:
        self.service = await self.tools.provider.open(self.run.account)
        self.service.report_waits(self._service_waits)
        self._services.append(self.service)
        self.opened.publish(TokenRenewed())


def late_record(outcome: LateOutcome[object] | None) -> RecordRef | None:
    """Return the record with which late work ended well, if it did."""
    if outcome is None or isinstance(outcome, Failed):
        return None
    return outcome.value if isinstance(outcome.value, RecordRef) else None
