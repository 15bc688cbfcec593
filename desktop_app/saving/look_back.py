"""What the server says about what earlier requests did: before going on, after Cancel, on *Check*.

Reads only, but for committing what was learnt.
"""

from __future__ import annotations

from dataclasses import replace

from desktop_app.core.changes import Ended
from desktop_app.core.errors import (
    ErrorInfo,
    ErrorKind,
    ServiceError,
    Verdict,
    error_info,
    info,
    traits,
)
from desktop_app.core.model import (
    OutcomeKind,
    RecordRef,
    RecordState,
    SaveStage,
    Settled,
    StageState,
    UploadedFile,
)
from desktop_app.core.run import Run
from desktop_app.saving import discarding, ends, gate, reconcile
from desktop_app.saving.attempt import Attempt
from desktop_app.saving.rehash import rehash
from desktop_app.workflow import StageCancelledError, StageTimeoutError

_CREATE, _UPLOAD, _FINALIZE = SaveStage


def create_in_doubt(run: Run) -> bool:
    """Whether a draft may be there that nobody has seen yet."""
    begun = run.stage(_CREATE).state in reconcile.ASK_FIRST or run.create_unconfirmed
    return run.record is None and begun and not run.attached


async def check(attempt: Attempt) -> Ended:
    """Ask the server what is true and say so; nothing remote is written."""
    before = attempt.run
    if before.outcome is OutcomeKind.DONE:
        return await _check_done(attempt)
    record = await catch_up(attempt)
    if isinstance(record, Ended):
        return record
    if record is None:
        unknown = before.outcome is OutcomeKind.UNKNOWN
        outcome = OutcomeKind.FAILED if unknown else before.outcome
        return Ended(outcome, _CREATE, _still_true(before.error), before.cancel_reason)
    try:
        await rehash(attempt, record)
    except ServiceError as error:  # no new evidence; what is listed is evidence all the same
        await attempt.opened.note("rehash_failed", error=error.info)
    if record.state is RecordState.FINALIZED:
        return await found_finalized(attempt, record)
    listing = await gate.read_listing(attempt)
    if before.outcome is OutcomeKind.DRAFT_READY:  # each file was confirmed: say what became of it
        await attempt.opened.change_files(await gate.confirmed_differences(attempt, listing))
    await gate.reconcile_listing(attempt, listing, read=True, keep_reasons=True)
    if await gate.name_lost(attempt, listing):
        await ends.set_stage(attempt.opened, _UPLOAD, StageState.FAILED, "lost on the server")
        return Ended(OutcomeKind.FAILED, _UPLOAD, gate.blocked_by(attempt))
    return await _as_it_stands(attempt)


async def _check_done(attempt: Attempt) -> Ended:
    """Ask about a save that is finished: the record, then its listing."""
    try:
        record = await catch_up(attempt)
        if isinstance(record, Ended):
            return record
        assert record is not None
        if record.state is not RecordState.FINALIZED:
            error = info(ErrorKind.CONFLICT, state=record.state, record=record.id)
            return Ended(OutcomeKind.FAILED, _FINALIZE, error)
        await rehash(attempt, record)
        return await found_finalized(attempt, record)
    except (ServiceError, StageCancelledError) as error:
        return Ended(OutcomeKind.UNKNOWN, None, error_info(error))


async def catch_up(attempt: Attempt) -> RecordRef | Ended | None:
    """Return the run's record as it stands now; None if it was never created."""
    begun = attempt.now()
    if attempt.run.record is None and (ended := await _learn_of_create(attempt, begun)):
        return ended
    record = attempt.run.record
    if record is None:
        return None
    if not attempt.run.is_done(_CREATE):
        await ends.completed(attempt, _CREATE, begun, record)
    if attempt.run.stage(_FINALIZE).state not in reconcile.ASK_FIRST:
        return await _record_now(attempt, record, begun)
    settlement = await reconcile.settle_finalize(attempt)
    if settlement.settled is Settled.UNKNOWN or settlement.gone:
        return await ends.unsettled(attempt, _FINALIZE, begun, settlement)
    if settlement.settled is Settled.NOT_DONE:
        attempt.refusal = settlement.error
        await ends.set_stage(attempt.opened, _FINALIZE, StageState.FAILED, "not done")
    return settlement.record


async def found_finalized(
    attempt: Attempt, record: RecordRef, manifest: tuple[UploadedFile, ...] | None = None
) -> Ended:
    """The record says that it is finalized: read its listing back, and say what is so.

    `manifest`: what this attempt asked to be finalized; without it only our own files count.
    """
    begun = attempt.now()
    try:
        listing = await gate.read_listing(attempt)
    except ServiceError as error:
        if attempt.run.outcome is OutcomeKind.DONE:
            raise
        unread = reconcile.Settlement(Settled.UNKNOWN, record, error.info)
        return await ends.unsettled(attempt, _FINALIZE, begun, unread)
    different = await gate.take_finalized(attempt, listing)
    if different is None and manifest is not None and (keys := gate.unlike(listing, manifest)):
        different = gate.not_as_sent(len(keys), keys[0])
    if different is not None and manifest is None:
        return await ends.found_different(attempt, different)
    if different is not None:
        return await ends.failed(attempt, _FINALIZE, begun, different)
    await _upload_is_done(attempt, "found finalized")
    if not attempt.run.is_done(_FINALIZE):
        await ends.completed(attempt, _FINALIZE, begun, record)
    await discarding.look_for_duplicates(attempt)
    return Ended(OutcomeKind.DONE)


async def earlier_upload_ended(attempt: Attempt, begun: float) -> Ended | None:
    """Wait, with patience, for uploads that an earlier attempt could not stop.

    While they go on, nothing is sent beside them: then the end is UNKNOWN.
    """
    if not attempt.detached.running(_UPLOAD):
        return None
    limit_s = attempt.tools.limits.reconcile_s
    try:
        await attempt.bounded("late_uploads", lambda _: attempt.detached.wait(_UPLOAD), limit_s)
    except (StageTimeoutError, StageCancelledError):
        await ends.looked(attempt, read_back_files)
        error = info(ErrorKind.STILL_RUNNING, verdict=Verdict.UNKNOWN_OUTCOME)
        unknown = reconcile.Settlement(Settled.UNKNOWN, attempt.run.record, error)
        return await ends.unsettled(attempt, _UPLOAD, begun, unknown)
    return None


# one bounded look, so that it can be said what remains there


async def read_back_create(attempt: Attempt) -> None:
    """Look whether the draft is there after all.

    Raises:
        ServiceError: it is not there, but may still come; or nobody could say.
    """
    run = attempt.run
    if run.record is not None or run.attached:
        return
    await reconcile.note_create_unconfirmed(attempt)
    found = await attempt.ask(
        lambda service: service.find_by_client_ref(run.marker),
        within_s=attempt.tools.limits.control_s,
    )
    if found:
        await attempt.opened.see_record(found[0], "found by its marker after Cancel")
    elif reconcile.believed_in_s(attempt, _CREATE) > 0:
        raise ServiceError(info(ErrorKind.STILL_RUNNING, verdict=Verdict.UNKNOWN_OUTCOME))


async def read_back_files(attempt: Attempt) -> None:
    """Look which files the service has.

    Raises:
        ServiceError: it has asked for a pause, and is not asked during it; or gave no answer.
    """
    if attempt.now() < attempt.opened.measured.asked_to_wait_until:
        raise ServiceError(info(ErrorKind.RATE_LIMITED))
    listing = await gate.read_listing(attempt, within_s=attempt.tools.limits.control_s)
    await gate.reconcile_listing(attempt, listing, read=False)


async def read_back_record(attempt: Attempt) -> None:
    """Look how the record stands."""
    record = attempt.run.record
    assert record is not None
    found = await attempt.ask(
        lambda service: service.get_record(record.id), within_s=attempt.tools.limits.control_s
    )
    # The receipt names the requests that wrote: not this one, which only looked.
    await attempt.opened.see_record(replace(found, request_id=""), "read back")


async def differing(attempt: Attempt) -> None:
    """Look which confirmed files the service does not have as confirmed."""
    listing = await gate.read_listing(attempt, within_s=attempt.tools.limits.control_s)
    await attempt.opened.change_files(await gate.confirmed_differences(attempt, listing))


# inside


async def _learn_of_create(attempt: Attempt, begun: float) -> Ended | None:
    """Find out about a create that an earlier attempt began."""
    if attempt.run.stage(_CREATE).state not in reconcile.ASK_FIRST or attempt.run.attached:
        return None
    settlement = await reconcile.settle_create(attempt)
    if settlement.settled is Settled.UNKNOWN:
        return await ends.unsettled(attempt, _CREATE, begun, settlement)
    if settlement.settled is Settled.NOT_DONE:
        await ends.set_stage(attempt.opened, _CREATE, StageState.FAILED, "not done")
    return None


async def _record_now(attempt: Attempt, known: RecordRef, begun: float) -> RecordRef | Ended:
    try:
        record = await attempt.ask(lambda service: service.get_record(known.id))
    except ServiceError as error:
        if not traits(error.kind).gone:
            raise
        gone = info(ErrorKind.GONE, record=known.id)
        if known.state is RecordState.FINALIZED:
            # It was published: going on must never make another one, so its id is kept.
            await gate.take_finalized(attempt, gate.Listing({}, ()))
            return Ended(OutcomeKind.FAILED, _FINALIZE, gone)
        await attempt.opened.see_record(None, "gone")
        return await ends.failed(attempt, attempt.run.next_stage, begun, gone)
    await attempt.opened.see_record(record, "read back")
    return record


async def _as_it_stands(attempt: Attempt) -> Ended:
    """Return the end that the facts allow, for a draft that was only looked at."""
    before = attempt.run
    blocked = gate.blocked_by(attempt)
    if blocked is None:
        await _upload_is_done(attempt, "checked")
        if not before.finalize:
            return Ended(OutcomeKind.DRAFT_READY)
    elif before.outcome is OutcomeKind.DRAFT_READY:
        # It had ended: somebody changed the draft since, and nothing was interrupted.
        await ends.set_stage(attempt.opened, _UPLOAD, StageState.FAILED, "changed on the server")
        return Ended(OutcomeKind.FAILED, _UPLOAD, blocked)
    stage = attempt.run.next_stage
    if before.outcome in {OutcomeKind.FAILED, OutcomeKind.STOPPED}:
        return Ended(before.outcome, stage, before.error, before.cancel_reason)
    if stage is _FINALIZE and attempt.run.stage(stage).attempts:
        error = attempt.refusal or _still_true(before.error) or attempt.silence(Verdict.TRANSIENT)
        return Ended(OutcomeKind.FAILED, stage, error)
    return Ended(None, stage)


def _still_true(error: ErrorInfo | None) -> ErrorInfo | None:
    """Return why it is not done, now that this is known: no step is under way any more."""
    if error is not None and error.kind is ErrorKind.STILL_RUNNING:
        return info(ErrorKind.TIMED_OUT, reason="no_effect", verdict=Verdict.TRANSIENT)
    return error


async def _upload_is_done(attempt: Attempt, reason: str) -> None:
    """Commit that the upload stage is done, as the listing says, unless that is known."""
    if attempt.run.files and not attempt.run.is_done(_UPLOAD):
        await ends.set_stage(attempt.opened, _UPLOAD, StageState.DONE, reason)
