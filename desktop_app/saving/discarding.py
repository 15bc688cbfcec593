"""What is removed at the service: a run's draft when it is discarded, and late duplicates of it.

Everything here removes only drafts of ours, and notes it in the history before it asks.
"""

from __future__ import annotations

from dataclasses import replace

from desktop_app.core.changes import DuplicateSeen, Ended, StageEnded
from desktop_app.core.errors import (
    ErrorInfo,
    ErrorKind,
    JournalError,
    SendoffError,
    ServiceError,
    Verdict,
    info,
    is_clear_refusal,
    traits,
)
from desktop_app.core.model import (
    FileState,
    OutcomeKind,
    RecordRef,
    RecordState,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.saving import ends, gate, reconcile
from desktop_app.saving.attempt import Attempt
from desktop_app.saving.gate import Listing

_CREATE, _UPLOAD, _FINALIZE = SaveStage


async def discard(attempt: Attempt) -> Ended:
    """Remove the run's draft and what hangs on it; say in the end's error if it could not be.

    A draft that the person had attached files to stays; only this run's files are removed.
    """
    before = attempt.run
    stage = before.failed_stage or _CREATE
    kept = before.outcome or OutcomeKind.STOPPED
    if kept is OutcomeKind.DONE:  # not asked: nothing is said of the server
        kept = OutcomeKind.UNKNOWN
    asked = before.stage(_CREATE).state in reconcile.ASK_FIRST
    if before.record is None and asked and not before.attached:
        settlement = await reconcile.settle_create(attempt)
        if settlement.settled is Settled.UNKNOWN:
            return Ended(OutcomeKind.UNKNOWN, stage, settlement.error)
    try:
        return await _discard_remote(attempt)
    except JournalError:
        raise
    except SendoffError as error:
        return Ended(kept, stage, error.info)


async def _discard_remote(attempt: Attempt) -> Ended:
    record = attempt.run.record
    if record is not None:
        now = await existing(attempt, record.id)
        if now is None and attempt.run.outcome is OutcomeKind.DONE:
            await gate.take_finalized(attempt, Listing({}, ()))
            return Ended(OutcomeKind.FAILED, _FINALIZE, info(ErrorKind.GONE, record=record.id))
        if now is not None and now.state is not RecordState.DRAFT:
            await attempt.opened.see_record(now, "read back")
            error = info(ErrorKind.CONFLICT, state=now.state, record=now.id)
            if now.state is RecordState.FINALIZED:
                return await _cannot_discard(attempt, error)
            return Ended(OutcomeKind.UNKNOWN, _FINALIZE, error)
        if now is not None:
            await _remove(attempt, now)
    if attempt.run.create_unconfirmed:
        await delete_all_drafts(attempt)
    return Ended(OutcomeKind.DISCARDED)


async def _remove(attempt: Attempt, draft: RecordRef) -> None:
    """Remove the draft, or this run's files from it; meanwhile nobody can say what is there.

    Raises:
        ServiceError: it was not removed, or nobody knows.
        StageCancelledError: somebody asked to stop.
    """
    await attempt.opened.see_record(replace(draft, state=RecordState.BEING_REMOVED), "discarding")
    try:
        if attempt.run.attached:
            await _remove_ours(attempt)
        else:
            await delete_draft(attempt, draft.id)
    except ServiceError as error:
        if is_clear_refusal(error) and not attempt.run.attached:
            await attempt.opened.see_record(draft, "not removed")
        raise


async def _cannot_discard(attempt: Attempt, error: ErrorInfo) -> Ended:
    """The record is finalized: nothing is removed. Say what its listing says of our files."""
    different = await gate.take_finalized(attempt, await gate.read_listing(attempt))
    if different is not None:
        at = attempt.opened.wall_time()
        await attempt.opened.commit(
            StageEnded(_FINALIZE, StageState.FAILED, at, reason="found", error=different)
        )
        return Ended(OutcomeKind.FAILED, _FINALIZE, different)
    if not attempt.run.is_done(_FINALIZE):
        await ends.set_stage(attempt.opened, _FINALIZE, StageState.DONE, "found")
    return Ended(OutcomeKind.DONE, error=error)


async def _remove_ours(attempt: Attempt) -> None:
    """Remove from the person's draft what this run has put there, and nothing else.

    Raises:
        ServiceError: the listing could not be read, or a file not removed.
        StageCancelledError: somebody asked to stop.
    """
    record = attempt.run.record
    assert record is not None
    listing = await gate.read_listing(attempt)
    await gate.reconcile_listing(attempt, listing, read=True)
    for one in attempt.run.files:
        remote = listing.remote.get(one.key)
        if remote is None or one.key in attempt.run.kept:
            continue
        begun = one.attempts > 0 and not remote.complete
        if one.state is FileState.CONFIRMED or begun:
            await gate.delete_file(attempt, record.id, remote.key, "taken_out")


async def look_for_duplicates(attempt: Attempt) -> None:
    """After a create without an answer: look once more for a draft with the run's marker.

    The journaled one stays. Another came too late: it is published, and removed only if it is a
    draft, and empty. The save is done whatever becomes of this look; the next check looks again.
    """
    if attempt.run.create_unconfirmed and attempt.run.record is not None:
        await ends.looked(attempt, _look)


async def _look(attempt: Attempt) -> None:
    run = attempt.run
    assert run.record is not None
    for other in await attempt.ask(lambda service: service.find_by_client_ref(run.marker)):
        if other.id == run.record.id:
            continue
        empty = await _is_empty_draft(attempt, other)
        if empty:
            await delete_draft(attempt, other.id)
        error = info(
            ErrorKind.CONFLICT,
            reason="late_draft_removed" if empty else "late_draft",
            twin=other.id,
            record=other.id,
            state=other.state,
        )
        attempt.duplicate = error
        await attempt.opened.commit(DuplicateSeen(other.id, error))


async def _is_empty_draft(attempt: Attempt, record: RecordRef) -> bool:
    if record.state is not RecordState.DRAFT:
        return False
    return not await attempt.ask(lambda service: service.list_files(record.id))


async def existing(attempt: Attempt, record_id: str) -> RecordRef | None:
    """Return a record as it stands now; None if it is gone."""
    try:
        return await attempt.ask(lambda service: service.get_record(record_id))
    except ServiceError as error:
        if traits(error.kind).gone:
            return None
        raise


async def delete_draft(attempt: Attempt, record_id: str) -> None:
    """Delete; after a lost answer look whether it is gone, and ask once more if it is not."""
    await attempt.opened.note("discarding", record_id)
    attempt.opened.unwritten.leaving()
    try:
        await attempt.ask(lambda service: service.delete_draft(record_id))
    except ServiceError as error:
        if error.verdict is not Verdict.UNKNOWN_OUTCOME:
            raise
        if await existing(attempt, record_id) is not None:
            await attempt.ask(lambda service: service.delete_draft(record_id))


async def delete_all_drafts(attempt: Attempt) -> None:
    """Delete every draft that carries the run's marker."""
    marker = attempt.run.marker
    for other in await attempt.ask(lambda service: service.find_by_client_ref(marker)):
        if other.state is RecordState.DRAFT:
            await delete_draft(attempt, other.id)
