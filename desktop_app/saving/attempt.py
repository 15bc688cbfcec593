"""One attempt of one run: what its stages share. The service at hand, how to ask it, how to stop.

Knows the engine and the ledger; the stages themselves are in `stages` and `uploading`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from desktop_app.core.clock import Clock, LoopClock, WallClock, utc_now
from desktop_app.core.errors import (
    ErrorInfo,
    ErrorKind,
    SendoffError,
    ServiceError,
    Verdict,
    error_info,
)
from desktop_app.core.model import (
    Account,
    Fingerprint,
    PlannedFile,
    RecordRef,
    SaveLimits,
    SavePartialOutputs,
    SaveStage,
)
from desktop_app.core.threads import in_thread
from desktop_app.saving.disk import fingerprint_of
from desktop_app.saving.events import SignInNeeded, StageStarted
from desktop_app.saving.ledger import Ledger, NewId, new_id
from desktop_app.saving.sign_in import SignIn
from desktop_app.services.base import RecordService, UploadSource
from desktop_app.storage.journal import Journal, RunEnd
from desktop_app.workflow import (
    AbortSignal,
    CancelReason,
    ConcurrencyLimit,
    DetachedWork,
    Failed,
    LateOutcome,
    ScheduleTimeout,
    StageCallbacks,
    StagedRun,
    StagedWorkflowError,
    StageTimeoutError,
    loop_schedule_timeout,
    with_stage_timeout,
)
from desktop_app.workflow.timers import Alarm, first_of

_log = logging.getLogger(__name__)
T = TypeVar("T")

SourceFactory = Callable[[PlannedFile, str], UploadSource]
"""`(planned, key) -> source`: makes the reader of a local file."""


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


class AttemptEnded(Exception):  # noqa: N818 - how a stage ends its attempt; not seen outside
    """The attempt ends here, as `end` says."""

    def __init__(self, end: RunEnd) -> None:
        super().__init__(str(end.outcome))
        self.end = end


class Attempt:
    """The shared part of one attempt. Made by `run`, used by the stages."""

    def __init__(
        self,
        tools: Tools,
        ledger: Ledger,
        service: RecordService,
        *,
        detached: DetachedWork,
        slots: ConcurrencyLimit,
        late: dict[SaveStage, LateOutcome[object]],
        on_late: Callable[[SaveStage, LateOutcome[object]], None],
    ) -> None:
        self.tools = tools
        self.ledger = ledger
        self.service = service
        self.detached = detached
        self.slots = slots
        self.late = late
        self.twin: ErrorInfo | None = None
        """Another record with this run's marker, which only a person may judge."""
        self.refusal: ErrorInfo | None = None
        """Why a finalize of an earlier attempt was not done, learnt in this one."""
        self.looked_for_draft = False
        """Whether this attempt has just seen that no draft carries the run's marker."""
        self.stop_reason: CancelReason | None = None
        self.sign_in = SignIn(interactive=tools.interactive, ask=self._ask_token, renew=self._renew)
        self._opened = [service]
        self._cancel: Callable[[CancelReason], bool] | None = None
        self._woken: asyncio.Future[None] | None = None
        self.staged: StagedRun[SaveStage, SavePartialOutputs] = StagedRun(
            callbacks=StageCallbacks(on_stage_start=self._stage_started, on_late_outcome=on_late),
            schedule_timeout=tools.schedule_timeout,
            detached=detached,
            grace_s=tools.limits.grace_s,
            quit_grace_s=tools.limits.quit_grace_s,
            clock=tools.clock,
        )

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
        host = urlsplit(self.ledger.entry.account.address).hostname
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

    def source(self, planned: PlannedFile) -> UploadSource:
        """Return a reader of a local file."""
        return self.tools.source_factory(planned, planned.key)

    # stopping

    def request_cancel(self, reason: CancelReason) -> bool:
        """Ask what runs now to stop: a stage, or the asking between stages."""
        if self.staged.active_stage is not None:
            return self.staged.request_cancel(reason)
        return self._cancel is not None and self._cancel(reason)

    def stop_before_next_stage(self, reason: CancelReason) -> None:
        """Begin no other stage; the first reason stays."""
        self.stop_reason = self.stop_reason or reason
        self.staged.stop_before_next_stage(reason)

    async def close(self) -> None:
        """Close every service that was opened for this attempt; errors are logged."""
        opened, self._opened = self._opened, []
        for service in opened:
            try:
                await service.aclose()
            except (SendoffError, OSError) as error:
                _log.warning("a service did not close: %s", error_info(error).kind)

    # what the engine and the sign-in tell

    def _stage_started(self, stage: SaveStage, abortable: bool) -> None:
        self.ledger.tell(StageStarted(self.ledger.run, self.ledger.now(), stage, abortable))

    def _ask_token(self, error: ErrorInfo) -> None:
        ledger = self.ledger
        ledger.tell(SignInNeeded(ledger.run, ledger.now(), ledger.entry.account, error))

    async def _renew(self) -> None:
        self.service = await self.tools.provider.open(self.ledger.entry.account)
        self._opened.append(self.service)


NOT_SENT = frozenset(
    {
        ErrorKind.DNS,
        ErrorKind.REFUSED,
        ErrorKind.LOCAL_SERVICE,
        ErrorKind.CERTIFICATE,
        ErrorKind.OFFLINE,
        ErrorKind.PROXY,
        ErrorKind.PROXY_AUTH,
        ErrorKind.BAD_PROXY_SETTING,
        ErrorKind.PLAIN_HTTP,
        ErrorKind.RATE_LIMITED,
        ErrorKind.LOCKED,
    }
)
"""Kinds after which a request cannot have taken effect."""


NO_ANSWER = frozenset(
    {
        ErrorKind.NOT_THE_SERVICE,
        ErrorKind.BAD_ANSWER,
        ErrorKind.CONNECTION_LOST,
        ErrorKind.TIMED_OUT,
        ErrorKind.STALLED,
        ErrorKind.SERVER_FAULT,
    }
)
"""Kinds that never say what became of a write, whatever they say about asking again."""


def is_clear_refusal(error: BaseException) -> bool:
    """Whether `error` says for certain that a write was not applied.

    What is not ours (a defect in an adapter) is never clear: the request may have left. Nor is an
    outage that came after an attempt which may have acted.
    """
    if not isinstance(error, SendoffError) or error.verdict is Verdict.UNKNOWN_OUTCOME:
        return False
    if error.kind in NOT_SENT:
        return True
    return error.verdict is Verdict.PERMANENT and error.kind not in NO_ANSWER


def cause_of(error: StagedWorkflowError[SaveStage, SavePartialOutputs]) -> BaseException:
    """Return why a stage ended badly."""
    return error.__cause__ or error


def late_record(outcome: LateOutcome[object] | None) -> RecordRef | None:
    """Return the record with which late work ended well, if it did."""
    if outcome is None or isinstance(outcome, Failed):
        return None
    return outcome.value if isinstance(outcome.value, RecordRef) else None
