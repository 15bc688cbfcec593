"""*Checking with the server*: after a lost answer, ask what is true before anything else happens.

    Reconciling --> look --+--> done       take what is there
                    ^      +--> not done   the same request, same key, may be offered again
                    |      +--> not clear yet: pause, look again, until the time is over
                    +------+                                   `--> unknown

A service that honours keys is simply sent the same again. Any other may carry a request out after
its answer was lost: that nothing is there is believed only by a look that begins after a while
(`believed_in_s`), and that look is waited for. The while counts from when the answer was given up,
by the wall clock and journaled, so that the time between two starts counts too.

Only reads. Cancel ends the asking (the outcome stays unknown), never the save.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from desktop_app.core.changes import (
    CheckBegan,
    CreateUnconfirmed,
    FormEdited,
    OutcomeSettled,
    RequestUnanswered,
)
from desktop_app.core.errors import (
    ErrorInfo,
    ErrorKind,
    SendoffError,
    ServiceError,
    Verdict,
    is_clear_refusal,
    traits,
)
from desktop_app.core.model import (
    RecordRef,
    RecordState,
    SaveLimits,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.saving import gate
from desktop_app.saving.attempt import Attempt, late_record
from desktop_app.workflow import Failed, StageCancelledError, StageTimeoutError

ASK_FIRST = (StageState.ACTIVE, StageState.UNKNOWN, StageState.STOPPED)
"""States that an earlier attempt may have left: the request may have been applied."""
_GATEWAY = frozenset({502, 503, 504})
"""Answered in the service's place: it may not even have begun."""
_TIME_PASSED = frozenset({ErrorKind.TIMED_OUT, ErrorKind.STALLED})
_PAUSES_S = (1.0, 2.0, 5.0, 10.0, 15.0)
_SEARCH_S = 120.0
"""How long one search for a draft may take: an index that lags is waited for in it."""
_TIMER_S = 0.01
"""By how much a timer may be early: a look that began too early would cost another one."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the server says.

    Attributes:
        settled: done, not done or unknown.
        record: the record, where it is known.
        error: why it could not be learnt, or why it was not done.
        gone: the record does not exist any more.
        look_in_s: when the next look can settle it, where that is known.
        answered: unknown, though the server has answered: it is too early to say.
    """

    settled: Settled
    record: RecordRef | None = None
    error: ErrorInfo | None = None
    gone: bool = False
    look_in_s: float = math.inf
    answered: bool = False


Look = Callable[[], Awaitable[Settlement]]
"""One look at the server; UNKNOWN asks for another one."""


async def settle_create(attempt: Attempt) -> Settlement:
    """Find out whether the draft of this run was created, and take it."""
    clock = attempt.tools.clock
    await note_create_unconfirmed(attempt)
    believed_at = clock.monotonic() + believed_in_s(attempt, SaveStage.CREATE_RECORD)

    async def look() -> Settlement:
        began = clock.monotonic()
        late = late_record(attempt.late.get(SaveStage.CREATE_RECORD))
        if record := attempt.run.record or late:
            return Settlement(Settled.DONE, record)
        found = await attempt.service.find_by_client_ref(attempt.run.marker)
        if found:
            return Settlement(Settled.DONE, found[0])
        if attempt.detached.running(SaveStage.CREATE_RECORD):
            return Settlement(Settled.UNKNOWN)
        if began < believed_at:
            return Settlement(Settled.UNKNOWN, look_in_s=believed_at - clock.monotonic())
        return Settlement(Settled.NOT_DONE)

    settlement = await _settle(attempt, SaveStage.CREATE_RECORD, look, believed_at)
    if settlement.settled is Settled.DONE:
        await _send_form_again(attempt)
        await attempt.opened.see_record(settlement.record, "found by its marker")
    attempt.looked_for_draft = settlement.settled is Settled.NOT_DONE
    return await _publish(attempt, SaveStage.CREATE_RECORD, settlement)


async def note_create_unconfirmed(attempt: Attempt) -> None:
    """Commit that a create was left without an answer, unless that is known."""
    if not attempt.run.create_unconfirmed:
        await attempt.opened.commit(CreateUnconfirmed())


async def _send_form_again(attempt: Attempt) -> None:
    """Commit that the draft is to be given its form once more: its answer never arrived.

    Such an answer says which values were dropped. With keys a service takes all or nothing.
    """
    run = attempt.run
    answered = run.record or late_record(attempt.late.get(SaveStage.CREATE_RECORD))
    if answered is None and not attempt.service.capabilities.honours_keys:
        await attempt.opened.commit(FormEdited(run.title, run.metadata, pending=True))


async def settle_finalize(attempt: Attempt, *, promised: bool = False) -> Settlement:
    """Find out whether the record was finalized.

    `promised`: the service has accepted it; then a draft says no more than *not yet*.
    """
    clock = attempt.tools.clock
    believed_at = clock.monotonic() + believed_in_s(attempt, SaveStage.FINALIZE_RECORD)

    async def look() -> Settlement:
        known = attempt.run.record
        assert known is not None
        began = clock.monotonic()
        try:
            record = await attempt.service.get_record(known.id)
        except ServiceError as error:
            if not traits(error.kind).gone:
                raise
            if not promised:
                return Settlement(Settled.NOT_DONE, None, error.info, gone=True)
            record = known
        if promised and record.state is not RecordState.FINALIZED:
            return Settlement(Settled.UNKNOWN, record)
        too_early = began < believed_at
        return _judge_finalize(attempt, record, believed_at - clock.monotonic(), too_early)

    settlement = await _settle(attempt, SaveStage.FINALIZE_RECORD, look, believed_at)
    known = attempt.run.record
    published = known is not None and known.state is RecordState.FINALIZED
    if settlement.record is not None or (settlement.gone and not published):
        await attempt.opened.see_record(settlement.record, "read back")
    elif settlement.gone:  # its id is kept, so that it is not made again; its files are gone
        await gate.take_finalized(attempt, gate.Listing({}, ()))
    return await _publish(attempt, SaveStage.FINALIZE_RECORD, settlement)


def _judge_finalize(
    attempt: Attempt, record: RecordRef, look_in_s: float, too_early: bool
) -> Settlement:
    """Return what a record that was read back says about its finalization."""
    if record.state is RecordState.FINALIZED:
        return Settlement(Settled.DONE, record)
    if (refusal := _late_refusal(attempt)) is not None:
        return Settlement(Settled.NOT_DONE, record, refusal)
    running = attempt.detached.running(SaveStage.FINALIZE_RECORD)
    if running or record.state is RecordState.PROCESSING:
        return Settlement(Settled.UNKNOWN, record)
    if too_early:
        return Settlement(Settled.UNKNOWN, record, look_in_s=look_in_s)
    return Settlement(Settled.NOT_DONE, record)


async def _settle(attempt: Attempt, stage: SaveStage, look: Look, believed_at: float) -> Settlement:
    """Look until it is settled, patience is over, or somebody stops the asking."""
    await attempt.opened.flush()
    await attempt.opened.commit(CheckBegan(stage, attempt.opened.wall_time()))
    last = _LastLook()
    while True:
        token = attempt.sign_in.token
        try:
            return await _look_within_patience(attempt, stage, look, believed_at, last)
        except (StageTimeoutError, StageCancelledError):
            return last.settlement()
        except ServiceError as error:
            try:
                await attempt.new_token(error, token)
            except StageCancelledError:
                return Settlement(Settled.UNKNOWN, last.record, error.info)
            except SendoffError as final:
                return Settlement(Settled.UNKNOWN, last.record, final.info)


async def _look_within_patience(
    attempt: Attempt, stage: SaveStage, look: Look, believed_at: float, last: _LastLook
) -> Settlement:
    """Look for as long as patience lasts, and at least until absence is believed.

    Without keys a look that has begun by then is let end: an allowed patience can always settle.
    """
    limits, now = attempt.tools.limits, attempt.tools.clock.monotonic()
    patience_s = max(limits.reconcile_s, believed_at - now)
    until = now + patience_s
    if not attempt.service.capabilities.honours_keys:
        patience_s += _SEARCH_S if stage is SaveStage.CREATE_RECORD else limits.control_s
    return await attempt.bounded(
        f"check_{stage}",
        lambda _: _look_until_settled(attempt, look, last, until),
        patience_s,
    )


async def _publish(attempt: Attempt, stage: SaveStage, settlement: Settlement) -> Settlement:
    await attempt.opened.commit(
        OutcomeSettled(stage, settlement.settled, settlement.record, settlement.error)
    )
    return settlement


@dataclass(slots=True)
class _LastLook:
    record: RecordRef | None = None
    error: ErrorInfo | None = None
    answered: bool = False

    def settlement(self) -> Settlement:
        """Return that it stays unknown, and what is known nevertheless."""
        return Settlement(Settled.UNKNOWN, self.record, self.error, answered=self.answered)


async def _look_until_settled(
    attempt: Attempt, look: Look, last: _LastLook, until: float
) -> Settlement:
    """Return a settled look, or what is known once the time `until` has come.

    Beyond it only the look is waited for that is known to settle it.

    Raises:
        ServiceError: a refusal that will not go away by asking again.
    """
    pauses, clock = iter(_PAUSES_S), attempt.tools.clock
    while True:
        look_in_s, began = math.inf, clock.monotonic()
        try:
            settlement = await look()
        except ServiceError as error:
            if error.verdict is Verdict.PERMANENT:
                raise
            last.error, last.answered = error.info, False
        else:
            if settlement.settled is not Settled.UNKNOWN:
                return settlement
            last.record, last.error = settlement.record, settlement.error
            last.answered, look_in_s = True, settlement.look_in_s + _TIMER_S
        now = clock.monotonic()
        if now >= until and look_in_s == math.inf:
            return last.settlement()
        pause_s = min(next(pauses, _PAUSES_S[-1]), look_in_s, max(until - now, 0.0) or math.inf)
        if now - began >= look_in_s:  # another look as slow as this one would begin too early
            pause_s = look_in_s
        await attempt.pause(max(pause_s, 0.0))


def _late_refusal(attempt: Attempt) -> ErrorInfo | None:
    """Return the clear refusal with which a late finalize ended, if it did."""
    outcome = attempt.late.get(SaveStage.FINALIZE_RECORD)
    if isinstance(outcome, Failed) and is_clear_refusal(outcome.error):
        return outcome.error.info if isinstance(outcome.error, SendoffError) else None
    return None


# how long the effect of a request without an answer may still come


def _absence_s(limits: SaveLimits, cause: BaseException) -> float:
    """Return for how long after `cause` the effect of the request may still come."""
    slow = isinstance(cause, StageTimeoutError)
    if isinstance(cause, SendoffError):
        slow = cause.info.status in _GATEWAY or cause.kind in _TIME_PASSED
    return limits.absence_gateway_s if slow else limits.absence_s


async def note_unanswered(attempt: Attempt, stage: SaveStage, cause: BaseException) -> None:
    """Commit that the request of `stage` ended without an answer."""
    seconds = _absence_s(attempt.tools.limits, cause)
    await attempt.opened.commit(RequestUnanswered(stage, attempt.opened.wall_time(), seconds))


def believed_in_s(attempt: Attempt, stage: SaveStage) -> float:
    """Return in how many seconds *not there* is believed; 0 where it is already.

    A clock that was set back makes it longer, never shorter.
    """
    sent = attempt.run.stage(stage)
    if attempt.service.capabilities.honours_keys or not sent.sent_at:
        return 0.0
    now = attempt.tools.wall_clock()
    passed_s = max(0.0, (now - datetime.fromisoformat(sent.sent_at)).total_seconds())
    limit_s = attempt.tools.limits.absence_s if sent.absence_s is None else sent.absence_s
    return max(0.0, limit_s - passed_s)
