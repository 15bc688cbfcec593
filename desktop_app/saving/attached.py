"""A draft that the person had before: what stood in it stays, whatever becomes of the run."""

from __future__ import annotations

from desktop_app.core.model import FileState, SaveStage
from desktop_app.saving import gate
from desktop_app.saving.attempt import Attempt

_WAS_THERE = "was_there"


async def note_what_was_there(attempt: Attempt, record_id: str) -> None:
    """Journal which whole files the draft holds under keys of this run, before any is sent."""
    keys = {one.key for one in attempt.ledger.files}
    for one in await attempt.service.list_files(record_id):
        if one.key in keys and one.complete:
            await attempt.ledger.note(SaveStage.CREATE_RECORD, _WAS_THERE, one.key)


async def keys_of_the_person(attempt: Attempt) -> frozenset[str]:
    """Return the keys under which the draft held files before; none in a draft of our own."""
    if not attempt.ledger.entry.attach_to:
        return frozenset()
    known = await attempt.tools.journal.load(attempt.ledger.run, history=True)
    assert known is not None
    return frozenset(one.reason for one in known.history if one.what == _WAS_THERE)


async def remove_ours(attempt: Attempt) -> None:
    """Remove from the draft what this run has put there, and nothing else.

    Raises:
        ServiceError: the listing could not be read, or a file not removed.
        StageCancelledError: somebody asked to stop.
    """
    record = attempt.ledger.entry.record
    assert record is not None
    theirs = await keys_of_the_person(attempt)
    listing = await gate.read_listing(attempt)
    await gate.adopt(attempt, listing, read=True)
    for one in attempt.ledger.files:
        remote = listing.remote.get(one.key)
        if remote is None or one.key in theirs:
            continue
        begun = one.attempts > 0 and not remote.complete
        if one.state is FileState.CONFIRMED or begun:
            await gate.delete_file(attempt, record.id, one.key, "taken_out")
