"""The two stages of one request each: create the record, finalize it.

Both: key journaled -> stage journaled *active* -> request -> result journaled -> told. An end that
is no clear refusal goes to `reconcile`; nothing here repeats a write that may have been applied,
save a create with the same key to a service that honours keys, once, after it was asked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import NoReturn, TypeVar

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
from desktop_app.core.model import (
    RecordRef,
    RecordState,
    SavePartialOutputs,
    SaveStage,
    Settled,
    StageState,
    UploadedFile,
)
from desktop_app.saving import absence, attached, gate, reconcile
from desktop_app.saving.attempt import NOT_SENT, Attempt, cause_of, is_clear_refusal
from desktop_app.saving.endings import (
    check_may_begin,
    completed,
    ended_unsettled,
    failed,
    forgiving,
    stopped,
    told,
)
from desktop_app.saving.form import send_form
from desktop_app.saving.reconcile import Settlement
from desktop_app.saving.uploading import upload_files
from desktop_app.services.base import RecordDraft
from desktop_app.workflow import (
    AbortSignal,
    StageCancelledError,
    StagedWorkflowError,
    StageTimeoutError,
)

T = TypeVar("T")

_BEYOND_TRANSPORT = 1.5
"""The transport drops a silent connection after the stall limit and tries again; the stage ends
only where nothing has moved in spite of that."""

ASK_FIRST = (StageState.ACTIVE, StageState.UNKNOWN, StageState.STOPPED)
"""States that an earlier attempt may have left: the request may have been applied."""


async def create_record(attempt: Attempt) -> RecordRef:
    """Return the run's record, creating it if there is none.

    Raises:
        AttemptEnded: it failed, stays unknown, or was stopped.
    """
    ledger, stage = attempt.ledger, SaveStage.CREATE_RECORD
    if ledger.entry.record is not None and ledger.stage(stage).state is StageState.DONE:
        return ledger.entry.record
    begun = ledger.now()
    if ledger.entry.record is not None:
        return await completed(attempt, stage, begun, ledger.entry.record)
    if _may_be_there_by_now(attempt):
        settlement = await reconcile.settle_create(attempt)
        if settlement.settled is not Settled.NOT_DONE:
            return await _created(attempt, begun, settlement)
    operation = _attach if ledger.entry.attach_to else _create
    may_send_again = attempt.service.capabilities.honours_keys
    while True:
        try:
            record = await _run_single(attempt, stage, lambda signal: operation(attempt, signal))
        except StagedWorkflowError as error:
            settlement = await _unsettled_create(attempt, cause_of(error), begun)
            if settlement.settled is Settled.NOT_DONE and may_send_again:
                may_send_again = False
                continue
            return await _created(attempt, begun, settlement)
        return await completed(attempt, stage, begun, record)


def _may_be_there_by_now(attempt: Attempt) -> bool:
    """Whether a second create has to look first: an earlier one may have come too late."""
    keys = attempt.service.capabilities.honours_keys
    return attempt.ledger.entry.draft_doubt and not keys and not attempt.looked_for_draft


async def _create(attempt: Attempt, signal: AbortSignal) -> RecordRef:
    ledger = attempt.ledger
    entry = ledger.entry
    body = (entry.title, entry.metadata, entry.client_ref)
    key = await ledger.key_for(SaveStage.CREATE_RECORD, *body)
    signal.raise_if_aborted()
    ledger.leaving(SaveStage.CREATE_RECORD)
    record = await attempt.service.create_record(RecordDraft(*body, idempotency_key=key), signal)
    await ledger.set_record(record, "created")
    return record


async def _attach(attempt: Attempt, _signal: AbortSignal) -> RecordRef:
    record = await attempt.service.get_record(attempt.ledger.entry.attach_to)
    if record.state is not RecordState.DRAFT:
        reason = "published" if record.state is RecordState.FINALIZED else record.state
        raise ServiceError(info(ErrorKind.CONFLICT, reason=reason, record=record.id))
    await attached.note_what_was_there(attempt, record.id)
    await attempt.ledger.set_record(record, "attached to")
    return record


async def _unsettled_create(attempt: Attempt, cause: BaseException, begun: float) -> Settlement:
    """Settle a create that did not end well; ends the attempt if there is nothing to settle.

    Raises:
        JournalError: the answer may be there, and could not be written down.
    """
    stage = SaveStage.CREATE_RECORD
    if isinstance(cause, JournalError):
        raise cause
    if isinstance(cause, StageCancelledError):
        await stopped(attempt, stage, begun, cause, _read_back_create)
    if is_clear_refusal(cause):
        refused = error_info(cause)
        attempt.ledger.wrote = refused.kind not in NOT_SENT  # it is the first write of an attempt
        await failed(attempt, stage, begun, refused)
    if attempt.ledger.entry.attach_to:  # only reads: nothing can have happened
        await failed(attempt, stage, begun, told(attempt, cause))
    await absence.note_unanswered(attempt, stage, cause)
    settlement = await reconcile.settle_create(attempt)
    return replace(settlement, error=settlement.error or told(attempt, cause))


async def _created(attempt: Attempt, begun: float, settlement: Settlement) -> RecordRef:
    """Go on with a record that was found; else end the attempt."""
    stage = SaveStage.CREATE_RECORD
    if settlement.settled is Settled.DONE and settlement.record is not None:
        if settlement.record.state is RecordState.DRAFT:
            await send_form(attempt, stage)
        return await completed(attempt, stage, begun, attempt.ledger.entry.record)
    return await ended_unsettled(attempt, stage, begun, settlement)


async def _read_back_create(attempt: Attempt) -> None:
    """After Cancel: one look whether the draft is there after all, so that it can be said.

    Raises:
        ServiceError: it is not there, but may still come; or nobody could say.
    """
    marker = attempt.ledger.entry.client_ref
    if attempt.ledger.entry.record is None and not attempt.ledger.entry.attach_to:
        await attempt.ledger.doubt_draft()
        found = await attempt.ask(
            lambda service: service.find_by_client_ref(marker),
            within_s=attempt.tools.limits.control_s,
        )
        if found:
            await attempt.ledger.set_record(found[0], "found by its marker after Cancel")
        elif await absence.believed_in_s(attempt, SaveStage.CREATE_RECORD) > 0:
            raise ServiceError(info(ErrorKind.STILL_RUNNING, verdict=Verdict.UNKNOWN_OUTCOME))


async def upload(attempt: Attempt, record: RecordRef) -> None:
    """Send the files that are not confirmed yet.

    Raises:
        AttemptEnded: files failed, something ended the batch, or it was stopped.
    """
    ledger, stage = attempt.ledger, SaveStage.UPLOAD_FILES
    begun = ledger.now()
    check_may_begin(attempt, stage)
    await _earlier_upload_ended(attempt, begun)
    await ledger.set_stage(stage, StageState.ACTIVE)
    try:
        await attempt.staged.stage(
            stage,
            lambda signal: upload_files(attempt, record, signal),
            outputs=SavePartialOutputs(record),
            timeout_s=None,
            abortable=stage in attempt.service.capabilities.abortable,
            stall_s=_BEYOND_TRANSPORT * attempt.tools.limits.stall_s,
        )
    except StagedWorkflowError as error:
        await _upload_ended(attempt, begun, cause_of(error))
    ledger.settled(stage)  # by the listing that ended it
    await completed(attempt, stage, begun, None)


async def _earlier_upload_ended(attempt: Attempt, begun: float) -> None:
    """Wait, with patience, for uploads that an earlier attempt could not stop.

    Raises:
        AttemptEnded: UNKNOWN; they still go on, and must not be sent beside themselves.
    """
    stage = SaveStage.UPLOAD_FILES
    if not attempt.detached.running(stage):
        return
    limit_s = attempt.tools.limits.reconcile_s
    try:
        await attempt.bounded("late_uploads", lambda _: attempt.detached.wait(stage), limit_s)
    except (StageTimeoutError, StageCancelledError):
        await forgiving(attempt, _read_back_files)
        await _still_running(attempt, stage, begun)


async def _check_nothing_runs_on(attempt: Attempt, stage: SaveStage) -> None:
    """Go on unless an earlier request of `stage` still runs: the two would race.

    Raises:
        AttemptEnded: UNKNOWN, to be checked again.
    """
    if attempt.detached.running(stage):
        await _still_running(attempt, stage, attempt.ledger.now())


async def _still_running(attempt: Attempt, stage: SaveStage, begun: float) -> NoReturn:
    error = info(ErrorKind.STILL_RUNNING, verdict=Verdict.UNKNOWN_OUTCOME)
    unknown = Settlement(Settled.UNKNOWN, attempt.ledger.entry.record, error)
    await ended_unsettled(attempt, stage, begun, unknown)


async def _upload_ended(attempt: Attempt, begun: float, cause: BaseException) -> NoReturn:
    ledger, stage = attempt.ledger, SaveStage.UPLOAD_FILES
    if isinstance(cause, JournalError):
        raise cause
    if isinstance(cause, StageCancelledError):
        await stopped(attempt, stage, begun, cause, _read_back_files)
    if not isinstance(cause, StageTimeoutError):
        error = error_info(cause)
        if error.kind is ErrorKind.GONE:
            await ledger.set_record(None, "gone")
        await failed(attempt, stage, begun, error)
    await forgiving(attempt, _read_back_files)
    if cause.still_running:
        unknown = Settlement(Settled.UNKNOWN, ledger.entry.record, told(attempt, cause))
        await ended_unsettled(attempt, stage, begun, unknown, still_running=True)
    await failed(attempt, stage, begun, told(attempt, cause))


async def _read_back_files(attempt: Attempt) -> None:
    """One bounded look at what the service has, so that the report says what remains there."""
    listing = await gate.read_listing(attempt, within_s=attempt.tools.limits.control_s)
    await gate.adopt(attempt, listing, read=False)


async def finalize_record(attempt: Attempt, files: tuple[UploadedFile, ...]) -> RecordRef:
    """Finalize the record, which holds exactly `files` (the gate said so); return it read back.

    What the service answers is a promise: done is what the record says when it is asked for. The
    stage is not completed here, for the listing has not been read back yet.

    Raises:
        AttemptEnded: it failed, or stays unknown.
    """
    ledger, stage = attempt.ledger, SaveStage.FINALIZE_RECORD
    record = ledger.entry.record
    assert record is not None
    begun = ledger.now()

    async def operation(signal: AbortSignal) -> RecordRef:
        entry = ledger.entry
        body = (record.id, entry.title, entry.metadata, _plain(files))
        key = await ledger.key_for(stage, *body)
        signal.raise_if_aborted()
        ledger.leaving(stage)
        done = await attempt.service.finalize(record.id, files, key, signal)
        await ledger.set_record(replace(done, state=RecordState.PROCESSING), "promised")
        return done

    try:
        await _run_single(attempt, stage, operation)
    except StagedWorkflowError as error:
        cause = cause_of(error)
        if isinstance(cause, JournalError):
            raise cause from None
        if isinstance(cause, StageCancelledError):
            await stopped(attempt, stage, begun, cause, _read_back_record)
        if is_clear_refusal(cause):
            await _name_what_differs(attempt, error_info(cause))
            await failed(attempt, stage, begun, error_info(cause))
        await absence.note_unanswered(attempt, stage, cause)
        return await _settled_finalize(attempt, begun, cause)
    await forgiving(attempt, _read_back_record)
    if (done := ledger.entry.record) is not None and done.state is RecordState.FINALIZED:
        return done
    return await _settled_finalize(attempt, begun, None)


async def _name_what_differs(attempt: Attempt, error: ErrorInfo) -> None:
    """Name the files that finalize was refused for, where the service's listing says which.

    Raises:
        AttemptEnded: FAILED, with these files: they are to be sent again.
    """
    if error.kind is not ErrorKind.NOT_CONFIRMED or not await forgiving(attempt, _differing):
        return
    held = gate.held_by(attempt)
    if held is not None:
        await attempt.ledger.set_stage(SaveStage.UPLOAD_FILES, StageState.FAILED, reason="differs")
        await failed(attempt, SaveStage.FINALIZE_RECORD, attempt.ledger.now(), held)


async def _differing(attempt: Attempt) -> None:
    listing = await gate.read_listing(attempt, within_s=attempt.tools.limits.control_s)
    await attempt.ledger.set_files(await gate.confirmed_differences(attempt, listing))


async def _settled_finalize(
    attempt: Attempt, begun: float, cause: BaseException | None
) -> RecordRef:
    """Ask whether the record was finalized; return it if so. No `cause`: it was promised.

    Raises:
        AttemptEnded: it was not, or that could not be learnt.
    """
    settlement = await reconcile.settle_finalize(attempt, promised=cause is None)
    if settlement.settled is Settled.DONE and settlement.record is not None:
        return settlement.record
    if cause is not None:
        settlement = replace(settlement, error=settlement.error or told(attempt, cause))
    return await ended_unsettled(attempt, SaveStage.FINALIZE_RECORD, begun, settlement)


async def _read_back_record(attempt: Attempt) -> None:
    record = attempt.ledger.entry.record
    assert record is not None
    found = await attempt.ask(
        lambda service: service.get_record(record.id), within_s=attempt.tools.limits.control_s
    )
    # The receipt names the requests that wrote: not this one, which only looked.
    await attempt.ledger.set_record(replace(found, request_id=""), "read back")


async def _run_single(
    attempt: Attempt, stage: SaveStage, operation: Callable[[AbortSignal], Awaitable[T]]
) -> T:
    """Run a stage of one request; a refused token is waited for outside the stage's limit."""
    limits, service = attempt.tools.limits, attempt.service
    while True:
        token = attempt.sign_in.token
        check_may_begin(attempt, stage)
        await _check_nothing_runs_on(attempt, stage)
        await attempt.ledger.set_stage(stage, StageState.ACTIVE)
        attempt.late.pop(stage, None)
        try:
            return await attempt.staged.stage(
                stage,
                operation,
                outputs=attempt.ledger.outputs(),
                timeout_s=(
                    limits.create_s
                    if stage is SaveStage.CREATE_RECORD
                    else limits.finalize_s or service.capabilities.finalize_s
                ),
                abortable=stage in service.capabilities.abortable,
            )
        except StagedWorkflowError as error:
            cause = cause_of(error)
            if not isinstance(cause, ServiceError) or cause.kind is not ErrorKind.SIGN_IN:
                raise
            await attempt.ledger.set_stage(stage, StageState.FAILED, error=cause.info)
            try:
                await attempt.new_token(cause, token)
            except StageCancelledError as stopped:
                raise error from stopped
            except SendoffError as final:
                raise error from final


def _plain(files: tuple[UploadedFile, ...]) -> list[list[object]]:
    return [[one.key, one.size, one.checksum] for one in files]
