"""One save, top to bottom: create the record, upload the files, pass the gate, finalize.

    save -> create -> upload -> gate -> finalize      (`resuming` enters it at the right step)

Each step returns what it made, or how it ended the attempt (`Ended`). A write is journaled before
its request leaves (key, then *active*), and its result before anything else happens. An end that is
no clear refusal goes to `reconcile`, which only reads; nothing here repeats a write that may have
been applied, but a create with the same key to a service that honours keys, once, after asking.
`docs/architecture.md` draws the states.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from desktop_app.core.changes import Ended
from desktop_app.core.errors import (
    ErrorKind,
    ServiceError,
    info,
    is_clear_refusal,
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
from desktop_app.saving import discarding, ends, gate, look_back, reconcile, recovery
from desktop_app.saving.attempt import Attempt
from desktop_app.saving.intent import Answers
from desktop_app.saving.recovery import send_form
from desktop_app.saving.uploading import upload_files
from desktop_app.services.base import RecordDraft
from desktop_app.workflow import AbortSignal, Failed, StageCancelledError, StageTimeoutError

_CREATE, _UPLOAD, _FINALIZE = SaveStage

_BEYOND_TRANSPORT = 1.5
"""The transport drops a silent connection after the stall limit and tries again; the stage ends
only where nothing has moved in spite of that."""


# a new save


async def save(attempt: Attempt) -> Ended:
    """Create, upload, finalize."""
    record = await create(attempt)
    if isinstance(record, Ended):
        return record
    if record.state is RecordState.FINALIZED:
        return await look_back.found_finalized(attempt, record)
    return await upload_and_finalize(attempt, record, Answers())


async def upload_and_finalize(attempt: Attempt, record: RecordRef, answers: Answers) -> Ended:
    """Send what is to be sent, then finalize, if that was asked for."""
    run = attempt.run
    to_send = run.files and (not run.is_done(_UPLOAD) or gate.blocked_by(attempt) is not None)
    if to_send and (ended := await upload(attempt, record)):
        return ended
    if not run.finalize:
        if any(one.left_out for one in run.files):  # it may be finalized on the service's own page
            await gate.remove_left_out(attempt, await gate.read_listing(attempt))
        await discarding.look_for_duplicates(attempt)
        return Ended(OutcomeKind.DRAFT_READY)
    return await finalize(attempt, answers)


# step 1: create the record


async def create(attempt: Attempt) -> RecordRef | Ended:
    """Return the run's record, creating it if there is none."""
    run, begun = attempt.run, attempt.now()
    if run.record is not None:
        if run.is_done(_CREATE):
            return run.record
        return await ends.completed(attempt, _CREATE, begun)
    if _may_be_there_by_now(attempt):
        settlement = await reconcile.settle_create(attempt)
        if settlement.settled is not Settled.NOT_DONE:
            return await _created(attempt, begun, settlement)
    operation = partial(_attach if run.attached else _create, attempt)
    may_send_again = attempt.service.capabilities.honours_keys
    while True:
        made = await attempt.run_stage(_CREATE, operation, timeout_s=attempt.tools.limits.create_s)
        if isinstance(made, Ended):
            return made
        if not isinstance(made, Failed):
            return await ends.completed(attempt, _CREATE, begun, made.value)
        if ended := await _create_refused(attempt, begun, made.error):
            return ended
        await reconcile.note_unanswered(attempt, _CREATE, made.error)
        settlement = await reconcile.settle_create(attempt)
        if settlement.settled is Settled.NOT_DONE and may_send_again:
            may_send_again = False
            continue
        why = settlement.error or ends.cause_info(attempt, made.error)
        return await _created(attempt, begun, replace(settlement, error=why))


def _may_be_there_by_now(attempt: Attempt) -> bool:
    """Whether a second create has to look first: an earlier one may have come too late."""
    keys = attempt.service.capabilities.honours_keys
    return attempt.run.create_unconfirmed and not keys and not attempt.looked_for_draft


async def _create(attempt: Attempt, signal: AbortSignal) -> RecordRef:
    run = attempt.run
    body = (run.title, run.metadata, run.marker)
    key = await attempt.opened.key_for(_CREATE, *body)
    signal.raise_if_aborted()
    attempt.opened.unwritten.leaving(_CREATE)
    record = await attempt.service.create_record(RecordDraft(*body, idempotency_key=key), signal)
    await attempt.opened.see_record(record, "created")
    return record


async def _attach(attempt: Attempt, _signal: AbortSignal) -> RecordRef:
    record = await attempt.service.get_record(attempt.run.attach_to)
    if record.state is not RecordState.DRAFT:
        reason = "published" if record.state is RecordState.FINALIZED else record.state
        raise ServiceError(info(ErrorKind.CONFLICT, reason=reason, record=record.id))
    await recovery.remember_persons_files(attempt, record.id)
    await attempt.opened.see_record(record, "attached to")
    return record


async def _create_refused(attempt: Attempt, begun: float, cause: BaseException) -> Ended | None:
    """Return the end of a create that needs no asking; None if its outcome is unknown."""
    if isinstance(cause, StageCancelledError):
        return await ends.stopped(attempt, _CREATE, begun, cause, look_back.read_back_create)
    refused = is_clear_refusal(cause)
    if not refused and not attempt.run.attached:
        return None
    error = ends.cause_info(attempt, cause)
    if refused:  # it is the first write of an attempt
        attempt.opened.unwritten.wrote = traits(error.kind).sent
    return await ends.failed(attempt, _CREATE, begun, error)  # attached: it has only read


async def _created(
    attempt: Attempt, begun: float, settlement: reconcile.Settlement
) -> RecordRef | Ended:
    """Go on with a record that was found; else end."""
    if settlement.settled is not Settled.DONE or settlement.record is None:
        return await ends.unsettled(attempt, _CREATE, begun, settlement)
    is_draft = settlement.record.state is RecordState.DRAFT
    if is_draft and (ended := await send_form(attempt, _CREATE)):
        return ended
    return await ends.completed(attempt, _CREATE, begun)


# step 2: upload the files


async def upload(attempt: Attempt, record: RecordRef) -> Ended | None:
    """Send the files that are not confirmed yet; None if all are, or were left out."""
    begun = attempt.now()
    if ended := await look_back.earlier_upload_ended(attempt, begun):
        return ended
    sent = await attempt.run_stage(
        _UPLOAD,
        partial(upload_files, attempt, record),
        timeout_s=None,
        stall_s=_BEYOND_TRANSPORT * attempt.tools.limits.stall_s,
        awaits_token=False,
    )
    if isinstance(sent, Ended):
        return sent
    if isinstance(sent, Failed):
        return await _upload_failed(attempt, begun, sent.error)
    attempt.opened.unwritten.settled(_UPLOAD)  # by the listing that ended it
    await ends.completed(attempt, _UPLOAD, begun)
    return None


async def _upload_failed(attempt: Attempt, begun: float, cause: BaseException) -> Ended:
    if isinstance(cause, StageCancelledError):
        return await ends.stopped(attempt, _UPLOAD, begun, cause, look_back.read_back_files)
    error = ends.cause_info(attempt, cause)
    if not isinstance(cause, StageTimeoutError):
        if error.kind is ErrorKind.GONE:
            await attempt.opened.see_record(None, "gone")
        return await ends.failed(attempt, _UPLOAD, begun, error)
    await ends.looked(attempt, look_back.read_back_files)
    if not cause.still_running:
        return await ends.failed(attempt, _UPLOAD, begun, error)
    unknown = reconcile.Settlement(Settled.UNKNOWN, attempt.run.record, error)
    return await ends.unsettled(attempt, _UPLOAD, begun, unknown, still_running=True)


# step 3: the gate, then finalize


async def finalize(attempt: Attempt, answers: Answers) -> Ended:
    """Finalize the record, which then holds exactly what the gate has seen.

    What the service answers is a promise: done is what record and listing say when read back.
    """
    files = await _pass_gate(attempt, answers)
    if isinstance(files, Ended):
        return files
    begun = attempt.now()
    limit_s = attempt.tools.limits.finalize_s or attempt.service.capabilities.finalize_s
    asked = await attempt.run_stage(
        _FINALIZE, partial(_finalize, attempt, files), timeout_s=limit_s
    )
    if isinstance(asked, Ended):
        return asked
    cause = asked.error if isinstance(asked, Failed) else None
    if cause is not None:
        if ended := await _finalize_refused(attempt, begun, cause):
            return ended
        await reconcile.note_unanswered(attempt, _FINALIZE, cause)
    else:
        await ends.looked(attempt, look_back.read_back_record)
    record = attempt.run.record
    if cause is None and record is not None and record.state is RecordState.FINALIZED:
        return await look_back.found_finalized(attempt, record, files)
    settlement = await reconcile.settle_finalize(attempt, promised=cause is None)
    if settlement.settled is Settled.DONE and settlement.record is not None:
        return await look_back.found_finalized(attempt, settlement.record, files)
    if cause is not None:
        why = settlement.error or ends.cause_info(attempt, cause)
        settlement = replace(settlement, error=why)
    return await ends.unsettled(attempt, _FINALIZE, begun, settlement)


async def _pass_gate(attempt: Attempt, answers: Answers) -> tuple[UploadedFile, ...] | Ended:
    """Return what the record holds, if that is exactly what this run confirmed."""
    begun = attempt.now()
    if ended := await attempt.may_begin(_FINALIZE):
        return ended
    listing = await gate.read_listing(attempt)
    await gate.remove_left_out(attempt, listing)
    different = await gate.confirmed_differences(attempt, listing)
    if different:
        await attempt.opened.change_files(different)
        await ends.set_stage(attempt.opened, _UPLOAD, StageState.FAILED, "the listing differs")
    refused = gate.blocked_by(attempt) or gate.unasked_foreign(
        attempt, listing, answers.keep_remote
    )
    if refused is not None:
        return await ends.failed(attempt, _FINALIZE, begun, refused)
    return gate.manifest(attempt, listing)


async def _finalize(
    attempt: Attempt, files: tuple[UploadedFile, ...], signal: AbortSignal
) -> RecordRef:
    run = attempt.run
    assert run.record is not None
    plain = [[one.key, one.size, one.checksum] for one in files]
    key = await attempt.opened.key_for(_FINALIZE, run.record.id, run.title, run.metadata, plain)
    signal.raise_if_aborted()
    attempt.opened.unwritten.leaving(_FINALIZE)
    done = await attempt.service.finalize(run.record.id, files, key, signal)
    await attempt.opened.see_record(replace(done, state=RecordState.PROCESSING), "promised")
    return done


async def _finalize_refused(attempt: Attempt, begun: float, cause: BaseException) -> Ended | None:
    """Return the end of a finalize that needs no asking; None if its outcome is unknown."""
    if isinstance(cause, StageCancelledError):
        return await ends.stopped(attempt, _FINALIZE, begun, cause, look_back.read_back_record)
    if not is_clear_refusal(cause):
        return None
    error = ends.cause_info(attempt, cause)
    if error.kind is ErrorKind.NOT_CONFIRMED and await ends.looked(attempt, look_back.differing):
        blocked = gate.blocked_by(attempt)
        if blocked is not None:  # the listing names the files: they are to be sent again
            await ends.set_stage(attempt.opened, _UPLOAD, StageState.FAILED, "differs")
            error = blocked
    return await ends.failed(attempt, _FINALIZE, begun, error)
