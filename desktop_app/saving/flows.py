"""What an attempt does, from its first question to its last write; `run` draws the whole picture.

    save            create -> upload -> gate -> finalize
    resume          ask the server (record, listing) -> adopt -> go on at the right stage
    retry_finalize  ask -> gate -> finalize; creates and uploads nothing
    check           ask, and say so; writes nothing remote

Each returns how the attempt ended, or raises `AttemptEnded` where a stage ended it.
"""

from __future__ import annotations

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict, error_info, info
from desktop_app.core.model import (
    OutcomeKind,
    RecordRef,
    RecordState,
    SavePartialOutputs,
    SaveStage,
    Settled,
    StageState,
    UploadedFile,
)
from desktop_app.saving import attached, endings, form, gate, reconcile, recovery, stages
from desktop_app.saving.answers import Answers
from desktop_app.saving.attempt import Attempt, AttemptEnded
from desktop_app.saving.rehash import rehash
from desktop_app.storage.journal import RunEnd
from desktop_app.workflow import StageCancelledError

_CREATE, _UPLOAD, _FINALIZE = SaveStage


async def save(attempt: Attempt) -> RunEnd:
    """Create, upload, finalize."""
    record = await stages.create_record(attempt)
    if record.state is RecordState.FINALIZED:
        return await _found_finalized(attempt, record)
    return await _upload_and_finalize(attempt, record, Answers())


async def resume(attempt: Attempt, answers: Answers) -> RunEnd:
    """Ask the server what is true, then go on at the right stage."""
    ledger = attempt.ledger
    if answers.finalize:
        await ledger.wish_to_finalize()
    if ledger.entry.record_gone:
        if ledger.entry.attach_to:  # it was to be that draft, and no other
            await endings.failed(attempt, _CREATE, ledger.now(), info(ErrorKind.GONE))
        await ledger.new_draft()
    await recovery.take_answers(attempt, answers)
    record = await _catch_up(attempt)
    if record is None:
        await recovery.look_at_sources(attempt, answers)
        await form.mend_form(attempt, answers)
        record = await stages.create_record(attempt)
    if record.state is RecordState.FINALIZED:
        return await _found_finalized(attempt, record)
    listing = await gate.read_listing(attempt)
    await gate.adopt(attempt, listing, read=True)
    await recovery.take_answers(attempt, answers)  # once more: now it is known what is confirmed
    await recovery.look_at_sources(attempt, answers, listing)
    recovery.tell_still_unreadable(attempt)
    await recovery.replace_remote(attempt, listing, answers)
    await form.mend_form(attempt, answers)
    await form.send_form(attempt)
    return await _upload_and_finalize(attempt, record, answers)


async def retry_finalize(attempt: Attempt, snapshot: SavePartialOutputs | None) -> RunEnd:
    """Finalize from the snapshot; creates and uploads nothing. Asking for it is the wish."""
    ledger = attempt.ledger
    await ledger.wish_to_finalize()
    if snapshot is not None and snapshot.record is not None:
        await recovery.take_snapshot(attempt, snapshot.record)
    if ledger.entry.record is None:
        kind = ErrorKind.GONE if ledger.entry.record_gone else ErrorKind.NOT_FOUND
        await endings.failed(attempt, _FINALIZE, ledger.now(), info(kind))
    record = await _catch_up(attempt)
    assert record is not None
    if record.state is RecordState.FINALIZED:
        return await _found_finalized(attempt, record)
    await form.send_form(attempt)
    return await _finalize(attempt, Answers())


async def check(attempt: Attempt) -> RunEnd:
    """Ask the server what is true and say so; nothing remote is written."""
    ledger = attempt.ledger
    before = ledger.entry
    if before.outcome is OutcomeKind.DONE:
        return await _check_done(attempt)
    record = await _catch_up(attempt)
    if record is None:
        unknown = before.outcome is OutcomeKind.UNKNOWN
        outcome = OutcomeKind.FAILED if unknown else before.outcome
        return RunEnd(outcome, _CREATE, before.error, before.cancel_reason)
    await rehash(attempt, record)
    if record.state is RecordState.FINALIZED:
        return await _found_finalized(attempt, record)
    listing = await gate.read_listing(attempt)
    await gate.adopt(attempt, listing, read=True)
    if await gate.name_lost(attempt, listing):
        await ledger.set_stage(_UPLOAD, StageState.FAILED, reason="lost on the server")
        return RunEnd(OutcomeKind.FAILED, _UPLOAD, gate.held_by(attempt))
    return await _as_it_stands(attempt)


async def _check_done(attempt: Attempt) -> RunEnd:
    """Ask about a save that is finished: the record, then its listing."""
    try:
        record = await _catch_up(attempt)
        assert record is not None
        if record.state is not RecordState.FINALIZED:
            error = info(ErrorKind.CONFLICT, state=record.state, record=record.id)
            return RunEnd(OutcomeKind.FAILED, _FINALIZE, error)
        await rehash(attempt, record)
        return await _found_finalized(attempt, record)
    except (ServiceError, StageCancelledError) as error:
        return RunEnd(OutcomeKind.UNKNOWN, None, error_info(error))


async def _as_it_stands(attempt: Attempt) -> RunEnd:
    """Return the end that the facts allow, for a draft that was only looked at."""
    ledger = attempt.ledger
    before = ledger.entry
    if gate.held_by(attempt) is None:
        await _upload_is_done(attempt, "checked")
        if not before.finalize:
            return RunEnd(OutcomeKind.DRAFT_READY)
    stage = ledger.next_stage()
    if before.outcome in {OutcomeKind.FAILED, OutcomeKind.STOPPED}:
        return RunEnd(before.outcome, stage, before.error, before.cancel_reason)
    if stage is _FINALIZE and ledger.stage(stage).attempts:
        error = attempt.refusal or before.error or attempt.silence(Verdict.TRANSIENT)
        return RunEnd(OutcomeKind.FAILED, stage, error)
    return RunEnd(None, stage)


async def _upload_is_done(attempt: Attempt, reason: str) -> None:
    """Write that the upload stage is done, as the listing says, unless that is known."""
    ledger = attempt.ledger
    if ledger.files and ledger.stage(_UPLOAD).state is not StageState.DONE:
        await ledger.set_stage(_UPLOAD, StageState.DONE, reason=reason)


async def _catch_up(attempt: Attempt) -> RecordRef | None:
    """Return the run's record as it stands now; None if it was never created.

    Raises:
        AttemptEnded: UNKNOWN if that cannot be learnt, FAILED if the record is gone.
    """
    ledger = attempt.ledger
    begun = ledger.now()
    if ledger.entry.record is None:
        await _learn_of_create(attempt, begun)
    record = ledger.entry.record
    if record is None:
        return None
    if ledger.stage(_CREATE).state is not StageState.DONE:
        await endings.completed(attempt, _CREATE, begun, record)
    if ledger.stage(_FINALIZE).state not in stages.ASK_FIRST:
        return await _record_now(attempt, record, begun)
    settlement = await reconcile.settle_finalize(attempt)
    if settlement.settled is Settled.UNKNOWN or settlement.gone:
        await endings.ended_unsettled(attempt, _FINALIZE, begun, settlement)
    if settlement.settled is Settled.NOT_DONE:
        attempt.refusal = settlement.error
        await ledger.set_stage(_FINALIZE, StageState.FAILED, reason="not done")
    return settlement.record


async def _learn_of_create(attempt: Attempt, begun: float) -> None:
    """Find out about a create that an earlier attempt began."""
    ledger = attempt.ledger
    if ledger.stage(_CREATE).state not in stages.ASK_FIRST or ledger.entry.attach_to:
        return
    settlement = await reconcile.settle_create(attempt)
    if settlement.settled is Settled.UNKNOWN:
        await endings.ended_unsettled(attempt, _CREATE, begun, settlement)
    if settlement.settled is Settled.NOT_DONE:
        await ledger.set_stage(_CREATE, StageState.FAILED, reason="not done")


async def _record_now(attempt: Attempt, known: RecordRef, begun: float) -> RecordRef:
    ledger = attempt.ledger
    try:
        record = await attempt.ask(lambda service: service.get_record(known.id))
    except ServiceError as error:
        if error.kind not in {ErrorKind.NOT_FOUND, ErrorKind.GONE}:
            raise
        gone = info(ErrorKind.GONE, record=known.id)
        if known.state is RecordState.FINALIZED:
            # It was published: going on must never make another one, so its id is kept.
            await gate.take_finalized(attempt, gate.Listing({}, ()))
            raise AttemptEnded(RunEnd(OutcomeKind.FAILED, _FINALIZE, gone)) from error
        await ledger.set_record(None, "gone")
        await endings.failed(attempt, ledger.next_stage(), begun, gone)
    await ledger.set_record(record, "read back")
    return record


async def _found_finalized(
    attempt: Attempt, record: RecordRef, manifest: tuple[UploadedFile, ...] | None = None
) -> RunEnd:
    """The record says that it is finalized: read its listing back, and say what is so.

    `manifest`: what this attempt asked to be finalized; without it only our own files count.
    """
    ledger, begun = attempt.ledger, attempt.ledger.now()
    try:
        listing = await gate.read_listing(attempt)
    except ServiceError as error:
        if ledger.entry.outcome is OutcomeKind.DONE:
            raise
        unread = reconcile.Settlement(Settled.UNKNOWN, record, error.info)
        await endings.ended_unsettled(attempt, _FINALIZE, begun, unread)
    different = await gate.take_finalized(attempt, listing)
    if different is None and manifest is not None and (keys := gate.unlike(listing, manifest)):
        different = gate.not_as_sent(len(keys), keys[0])
    if different is not None:
        await endings.failed(attempt, _FINALIZE, begun, different)
    await _upload_is_done(attempt, "found finalized")
    if ledger.stage(_FINALIZE).state is not StageState.DONE:
        await endings.completed(attempt, _FINALIZE, begun, record)
    await recovery.tell_late_drafts(attempt)
    return RunEnd(OutcomeKind.DONE)


async def _upload_and_finalize(attempt: Attempt, record: RecordRef, answers: Answers) -> RunEnd:
    ledger = attempt.ledger
    done = ledger.stage(_UPLOAD).state is StageState.DONE
    if ledger.files and (not done or gate.held_by(attempt) is not None):
        await stages.upload(attempt, record)
    if not ledger.entry.finalize:
        await recovery.tell_late_drafts(attempt)
        return RunEnd(OutcomeKind.DRAFT_READY)
    return await _finalize(attempt, answers)


async def _finalize(attempt: Attempt, answers: Answers) -> RunEnd:
    files = await _pass_gate(attempt, answers)
    record = await stages.finalize_record(attempt, files)
    return await _found_finalized(attempt, record, files)


async def _pass_gate(attempt: Attempt, answers: Answers) -> tuple[UploadedFile, ...]:
    """Return what the record holds, if that is exactly what this run confirmed.

    Raises:
        AttemptEnded: FAILED; finalize is not begun.
    """
    ledger, begun = attempt.ledger, attempt.ledger.now()
    endings.check_may_begin(attempt, _FINALIZE)
    listing = await gate.read_listing(attempt)
    theirs = await attached.keys_of_the_person(attempt)
    await gate.remove_left_out(attempt, listing, theirs)
    different = await gate.confirmed_differences(attempt, listing)
    if different:
        await ledger.set_files(different)
        await ledger.set_stage(_UPLOAD, StageState.FAILED, reason="the listing differs")
    refused = gate.held_by(attempt) or gate.unasked_foreign(attempt, listing, answers.keep_remote)
    if refused is not None:
        await endings.failed(attempt, _FINALIZE, begun, refused)
    return gate.manifest(attempt, listing, theirs)
