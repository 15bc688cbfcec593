"""Going on with a save: ask the server what is true first, then enter the steps at the right one.

resume          ask (record, listing) -> create -> upload -> gate -> finalize, from where it is
retry_finalize  ask -> gate -> finalize; creates and uploads nothing
"""

from __future__ import annotations

from desktop_app.core.changes import DraftReplaced, Ended
from desktop_app.core.errors import ErrorKind, info
from desktop_app.core.model import RecordRef, RecordState, SavePartialOutputs, SaveStage
from desktop_app.saving import ends, gate, look_back, recovery, steps
from desktop_app.saving.attempt import Attempt
from desktop_app.saving.intent import Answers
from desktop_app.saving.recovery import edit_form, send_form

_CREATE, _UPLOAD, _FINALIZE = SaveStage


async def resume(attempt: Attempt, answers: Answers) -> Ended:
    """Ask the server what is true, then go on at the right step."""
    if attempt.run.record_gone:
        if attempt.run.attached:  # it was to be that draft, and no other
            return await ends.failed(attempt, _CREATE, attempt.now(), info(ErrorKind.GONE))
        marker = f"urn:uuid:{attempt.opened.fresh_id()}"
        await attempt.opened.commit(DraftReplaced(marker))
    await recovery.take_answers(attempt, answers)
    record = await look_back.catch_up(attempt)
    if record is None:
        record = await _create(attempt, answers)
    if isinstance(record, Ended):
        return record
    if record.state is RecordState.FINALIZED:
        return await look_back.found_finalized(attempt, record)
    return await _into_draft(attempt, record, answers)


async def _create(attempt: Attempt, answers: Answers) -> RecordRef | Ended:
    """Create the record that no earlier attempt made, with what was answered since."""
    if ended := await recovery.look_at_sources(attempt, answers):
        return ended
    await edit_form(attempt, answers)
    return await steps.create(attempt)


async def _into_draft(attempt: Attempt, record: RecordRef, answers: Answers) -> Ended:
    """Compare the draft with what is here, act on the answers, then send and finalize."""
    listing = await gate.read_listing(attempt)
    await gate.reconcile_listing(attempt, listing, read=True)
    if ended := await recovery.look_at_sources(attempt, answers, listing):
        return ended
    recovery.publish_still_unreadable(attempt)
    await recovery.replace_remote(attempt, listing, answers)
    await edit_form(attempt, answers)
    if ended := await send_form(attempt):
        return ended
    return await steps.upload_and_finalize(attempt, record, answers)


async def retry_finalize(attempt: Attempt, snapshot: SavePartialOutputs | None) -> Ended:
    """Finalize from the snapshot, even where a draft was asked for; creates and uploads nothing."""
    if snapshot is not None and snapshot.record is not None:
        await recovery.take_snapshot(attempt, snapshot.record)
    if attempt.run.record is None:
        kind = ErrorKind.GONE if attempt.run.record_gone else ErrorKind.NOT_FOUND
        return await ends.failed(attempt, _FINALIZE, attempt.now(), info(kind))
    record = await look_back.catch_up(attempt)
    if isinstance(record, Ended):
        return record
    assert record is not None
    if record.state is RecordState.FINALIZED:
        return await look_back.found_finalized(attempt, record)
    if ended := await send_form(attempt):
        return ended
    return await steps.finalize(attempt, Answers())
