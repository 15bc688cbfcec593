"""*Checking with the server*: after a lost answer, ask what is true before anything else happens.

    Reconciling --> look --+--> done       adopt what is there
                    ^      +--> not done   the same request, same key, may be offered again
                    |      +--> cannot tell yet: pause, look again, until patience is over
                    +------+                                   `--> unknown

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
    RecordSeen,
)
from desktop_app.core.errors import ErrorInfo, SendoffError, ServiceError, Verdict
from desktop_app.core.model import RecordRef, RecordState, SaveStage, Settled
from desktop_app.core.traits import is_clear_refusal, traits
from desktop_app.saving.attempt import Attempt, late_record
from desktop_app.workflow import Failed, StageCancelledError, StageTimeoutError

_PAUSES_S = (1.0, 2.0, 5.0, 10.0, 15.0)
_QUIET_SHARE = 0.9
"""The part of the patience after which a lost request is taken not to take effect any more."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the server says.

    Attributes:
        settled: done, not done or unknown.
        record: the record, where it is known.
        error: why it could not be learnt, or why it was not done.
        gone: the record does not exist any more.
        look_in_s: when the next look can settle it at the latest, where that is known.
    """

    settled: Settled
    record: RecordRef | None = None
    error: ErrorInfo | None = None
    gone: bool = False
    look_in_s: float = math.inf


Look = Callable[[], Awaitable[Settlement]]
"""One look at the server; UNKNOWN asks for another one."""


async def settle_create(attempt: Attempt) -> Settlement:
    """Find out whether the draft of this run was created, and adopt it."""
    await doubt_create(attempt)

    async def look() -> Settlement:
        late = late_record(attempt.late.get(SaveStage.CREATE_RECORD))
        if record := attempt.run.record or late:
            return Settlement(Settled.DONE, record)
        marker = attempt.run.marker
        found = await attempt.service.find_by_client_ref(marker)
        if found:
            return Settlement(Settled.DONE, found[0])
        if attempt.detached.running(SaveStage.CREATE_RECORD):
            return Settlement(Settled.UNKNOWN)
        return Settlement(Settled.NOT_DONE)

    settlement = await _settle(attempt, SaveStage.CREATE_RECORD, look)
    if settlement.settled is Settled.DONE:
        await _doubt_form(attempt)
        await _see(attempt, settlement.record, "found by its marker")
    return await _publish(attempt, SaveStage.CREATE_RECORD, settlement)


async def doubt_create(attempt: Attempt) -> None:
    """Commit that a create was left without an answer, unless that is known."""
    if not attempt.run.create_unconfirmed:
        await attempt.opened.commit(CreateUnconfirmed())


async def _see(attempt: Attempt, record: RecordRef | None, reason: str) -> None:
    if record is None or record != attempt.run.record:
        await attempt.opened.commit(RecordSeen(record, reason))


async def _doubt_form(attempt: Attempt) -> None:
    """Commit that the draft is to be given its form once more: its answer never arrived.

    Such an answer says which values were dropped. With keys a service takes all or nothing.
    """
    run = attempt.run
    answered = run.record or late_record(attempt.late.get(SaveStage.CREATE_RECORD))
    if answered is None and not attempt.service.capabilities.honours_keys:
        await attempt.opened.commit(FormEdited(run.title, run.metadata, pending=True))


async def settle_finalize(attempt: Attempt) -> Settlement:
    """Find out whether the record was finalized."""
    quiet_at = attempt.tools.clock.monotonic() + _quiet_after(attempt)

    async def look() -> Settlement:
        known = attempt.run.record
        assert known is not None
        try:
            record = await attempt.service.get_record(known.id)
        except ServiceError as error:
            if traits(error.kind).gone:
                return Settlement(Settled.NOT_DONE, None, error.info, gone=True)
            raise
        return _judge_finalize(attempt, record, quiet_at - attempt.tools.clock.monotonic())

    settlement = await _settle(attempt, SaveStage.FINALIZE_RECORD, look)
    if settlement.gone or settlement.record is not None:
        await _see(attempt, settlement.record, "read back")
    return await _publish(attempt, SaveStage.FINALIZE_RECORD, settlement)


def _judge_finalize(attempt: Attempt, record: RecordRef, quiet_in_s: float) -> Settlement:
    """Return what a record that was read back says about its finalization."""
    if record.state is RecordState.FINALIZED:
        return Settlement(Settled.DONE, record)
    if (refusal := _late_refusal(attempt)) is not None:
        return Settlement(Settled.NOT_DONE, record, refusal)
    running = attempt.detached.running(SaveStage.FINALIZE_RECORD)
    if running or record.state is RecordState.PROCESSING:
        return Settlement(Settled.UNKNOWN, record)
    if quiet_in_s > 0:
        return Settlement(Settled.UNKNOWN, record, look_in_s=quiet_in_s)
    return Settlement(Settled.NOT_DONE, record)


def _quiet_after(attempt: Attempt) -> float:
    """Return after how many seconds a lost finalize is taken not to have any effect any more.

    With keys at once: the same key sent again cannot do it twice. Without, only time tells.
    """
    if attempt.service.capabilities.honours_keys:
        return 0.0
    begun_s = _seconds_since(attempt, SaveStage.FINALIZE_RECORD)
    return _QUIET_SHARE * attempt.tools.limits.reconcile_s - begun_s


async def _settle(attempt: Attempt, stage: SaveStage, look: Look) -> Settlement:
    """Look until it is settled, patience is over, or somebody stops the asking."""
    await attempt.opened.flush()
    await attempt.opened.commit(CheckBegan(stage, attempt.opened.wall_time()))
    last = _LastLook()
    while True:
        token = attempt.sign_in.token
        try:
            return await attempt.bounded(
                f"check_{stage}",
                lambda _: _look_until_settled(attempt, look, last),
                attempt.tools.limits.reconcile_s,
            )
        except (StageTimeoutError, StageCancelledError):
            return Settlement(Settled.UNKNOWN, last.record, last.error)
        except ServiceError as error:
            try:
                await attempt.new_token(error, token)
            except StageCancelledError:
                return Settlement(Settled.UNKNOWN, last.record, error.info)
            except SendoffError as final:
                return Settlement(Settled.UNKNOWN, last.record, final.info)


async def _publish(attempt: Attempt, stage: SaveStage, settlement: Settlement) -> Settlement:
    await attempt.opened.commit(
        OutcomeSettled(stage, settlement.settled, settlement.record, settlement.error)
    )
    return settlement


@dataclass(slots=True)
class _LastLook:
    record: RecordRef | None = None
    error: ErrorInfo | None = None


async def _look_until_settled(attempt: Attempt, look: Look, last: _LastLook) -> Settlement:
    """Return a settled look.

    Raises:
        ServiceError: a refusal that will not go away by asking again.
    """
    pauses = iter(_PAUSES_S)
    while True:
        look_in_s = math.inf
        try:
            settlement = await look()
        except ServiceError as error:
            if error.verdict is Verdict.PERMANENT:
                raise
            last.error = error.info
        else:
            if settlement.settled is not Settled.UNKNOWN:
                return settlement
            last.record, last.error = settlement.record, settlement.error
            look_in_s = settlement.look_in_s
        await attempt.pause(min(next(pauses, _PAUSES_S[-1]), look_in_s))


def _late_refusal(attempt: Attempt) -> ErrorInfo | None:
    """Return the clear refusal with which a late finalize ended, if it did."""
    outcome = attempt.late.get(SaveStage.FINALIZE_RECORD)
    if isinstance(outcome, Failed) and is_clear_refusal(outcome.error):
        return outcome.error.info if isinstance(outcome.error, SendoffError) else None
    return None


def _seconds_since(attempt: Attempt, stage: SaveStage) -> float:
    """Return how long ago the stage last changed, by the wall clock; 0 if that went back."""
    at = attempt.run.stage(stage).at
    if not at:
        return 0.0
    return max(0.0, (attempt.tools.wall_clock() - datetime.fromisoformat(at)).total_seconds())
