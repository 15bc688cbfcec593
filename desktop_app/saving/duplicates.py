"""Drafts that carry a run's marker beside its own one, and discarding: what is removed remotely.

Everything here removes only drafts of ours, and notes it in the history before it asks.
"""

from __future__ import annotations

from desktop_app.core.changes import DuplicateSeen
from desktop_app.core.errors import ErrorKind, ServiceError, Verdict, info, traits
from desktop_app.core.model import RecordRef, RecordState
from desktop_app.saving import ends
from desktop_app.saving.attempt import Attempt


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
