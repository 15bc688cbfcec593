"""Going on after an interruption: answers, changed local files, duplicate drafts, discarding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_app.core.changes import Ended, PersonsFiles
from desktop_app.core.errors import (
    BadInputError,
    ErrorInfo,
    ErrorKind,
    FileError,
    SendoffError,
    ServiceError,
    Verdict,
    info,
)
from desktop_app.core.measured import StillUnreadable
from desktop_app.core.model import (
    FileState,
    Fingerprint,
    OutcomeKind,
    RecordRef,
    RecordState,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.core.run import RunFile
from desktop_app.core.traits import traits
from desktop_app.saving import ends, gate, look_back, reconcile
from desktop_app.saving.answers import Answers, Changed
from desktop_app.saving.attempt import Attempt
from desktop_app.saving.disk import file_changed, same_file
from desktop_app.saving.gate import Listing
from desktop_app.saving.names import printable

# answers


async def take_answers(attempt: Attempt, answers: Answers) -> None:
    """Journal which files the person left out by name (confirmed ones are never left out so).

    A name counts as it is stored, or else as it is printed: nobody can type every name.
    """
    named = frozenset(answers.leave_out)
    as_printed = named.difference(one.key for one in attempt.run.files)
    await attempt.opened.change_files(
        replace(one, left_out=True)
        for one in attempt.run.files
        if (one.key in named or printable(one.key) in as_printed)
        and one.state is not FileState.CONFIRMED
    )


async def take_snapshot(attempt: Attempt, record: RecordRef) -> None:
    """Check that a snapshot's record is this run's; the journal is the truth about files.

    Raises:
        BadInputError: it is another record.
    """
    known = attempt.run.record
    if known is not None and known.id != record.id:
        raise BadInputError(info(ErrorKind.CONFLICT, record=record.id))
    if known is None:
        await ends.see_record(attempt, record, "from the snapshot")


# local files that changed


@dataclass(frozen=True, slots=True)
class _Look:
    file: RunFile
    found: Fingerprint | None
    error: ErrorInfo | None = None


async def look_at_sources(
    attempt: Attempt, answers: Answers, listing: Listing | None = None
) -> Ended | None:
    """Compare the local files with what was chosen, and act on the answer about changed ones.

    A file that is missing is left to the upload to report; a confirmed one is not needed any more.
    Where files changed and nobody has answered yet, the attempt ends FAILED with SOURCE_CHANGED.
    """
    changed: list[_Look] = []
    usable: list[RunFile] = []
    for one in await _look_at_all(attempt):
        await gate.yield_to_loop(one.file.n)
        if one.found is None:
            continue
        is_changed = await _is_changed(attempt, one)
        if is_changed:
            changed.append(one)
        if one.file.state is FileState.SKIPPED:
            usable.append(one.file.unsent(one.found))
        elif not is_changed:
            usable.append(replace(one.file, fingerprint=one.found, error=None))
    await attempt.opened.change_files(usable)
    if not changed:
        return None
    if answers.changed is Changed.ASK:
        return await _ask_about(attempt, changed)
    if answers.changed is Changed.LEAVE_OUT:
        await attempt.opened.change_files(_left_out(one.file) for one in changed)
        return None
    ours = [one.file.key for one in changed if one.file.key not in attempt.run.kept]
    await _remove_remote(attempt, listing, ours)
    await attempt.opened.change_files(one.file.unsent(one.found) for one in changed)
    return None


def publish_still_unreadable(attempt: Attempt) -> None:
    """Publish the files that this attempt has looked for again in vain."""
    missing = tuple(
        one.n
        for one in attempt.run.in_state(FileState.SKIPPED)
        if one.error is not None and traits(one.error.kind).may_come_back
    )
    if missing:
        attempt.opened.publish(StillUnreadable(missing))


async def replace_remote(attempt: Attempt, listing: Listing, answers: Answers) -> None:
    """Remove other content that stands under keys of ours, where the person allowed it by name."""
    named = frozenset(answers.take_remote)
    waiting = [one.key for one in attempt.run.in_state(FileState.WAITING) if one.key in named]
    await _remove_remote(attempt, listing, waiting)


async def _remove_remote(attempt: Attempt, listing: Listing | None, keys: Sequence[str]) -> None:
    record = attempt.run.record
    for key in keys:
        if record is not None and listing is not None and key in listing.remote:
            await gate.delete_file(attempt, record.id, key, "replaced")


async def _look_at_all(attempt: Attempt) -> list[_Look]:
    """Look at every file that is not left out, beside the loop."""
    files = [
        one
        for one in attempt.run.files
        if not one.left_out
        and (
            one.state is not FileState.SKIPPED
            or (one.error is not None and traits(one.error.kind).may_come_back)
        )
    ]

    def look() -> list[_Look]:
        found = []
        for one in files:
            try:
                found.append(_Look(one, attempt.tools.fingerprint(one.path)))
            except FileError as error:
                found.append(_Look(one, None, error.info))
        return found

    return await attempt.tools.off_loop(look)


async def _is_changed(attempt: Attempt, look: _Look) -> bool:
    """Whether the file is another one; a copy with the same digest is not."""
    one, found = look.file, look.found
    assert found is not None
    if one.state is FileState.SKIPPED or not same_file(one.fingerprint, found):
        return False
    algorithm, _, known = one.local_checksum.partition(":")
    if not known or found.size != one.fingerprint.size:
        return True
    try:
        digest = await attempt.source(replace(one, fingerprint=found)).digest(algorithm)
    except FileError:
        return True
    return digest != one.local_checksum


async def _ask_about(attempt: Attempt, changed: Sequence[_Look]) -> Ended:
    rows = []
    for look in changed:
        one, found = look.file, look.found
        assert found is not None
        error = file_changed(one.path, same_file(one.fingerprint, found))
        state = FileState.CONFIRMED if one.state is FileState.CONFIRMED else FileState.FAILED
        rows.append(replace(one, error=error, state=state))
    await attempt.opened.change_files(rows)
    first = changed[0].file
    error = info(ErrorKind.SOURCE_CHANGED, count=len(changed), key=first.key)
    return Ended(OutcomeKind.FAILED, SaveStage.UPLOAD_FILES, error)


def _left_out(one: RunFile) -> RunFile:
    if one.state is FileState.CONFIRMED:
        return replace(one, error=None)
    return replace(one, left_out=True)


# drafts that the person had before


async def remember_persons_files(attempt: Attempt, record_id: str) -> None:
    """Commit which whole files the draft holds under keys of this run, before any is sent."""
    ours = {one.key for one in attempt.run.files}
    listed = await attempt.service.list_files(record_id)
    keys = frozenset(one.key for one in listed if one.key in ours and one.complete)
    if keys:
        await attempt.opened.commit(PersonsFiles(keys))


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
            await gate.delete_file(attempt, record.id, one.key, "taken_out")


# duplicates of a draft


async def remove_duplicates(attempt: Attempt) -> None:
    """After a create without an answer: look once for a second draft with the run's marker.

    The journaled one stays. Another is removed only if it is a draft and empty; else it is shown.
    """
    run = attempt.run
    if not run.create_unconfirmed or run.record is None:
        return
    found = await attempt.ask(lambda service: service.find_by_client_ref(run.marker))
    for other in found:
        if other.id == run.record.id:
            continue
        if await _is_empty_draft(attempt, other):
            await _delete_draft(attempt, other.id)
        else:
            attempt.duplicate = info(ErrorKind.CONFLICT, twin=other.id, state=other.state)
            await attempt.opened.note("twin_shown", other.id, attempt.duplicate)


async def _is_empty_draft(attempt: Attempt, record: RecordRef) -> bool:
    if record.state is not RecordState.DRAFT:
        return False
    return not await attempt.ask(lambda service: service.list_files(record.id))


# discarding


async def discard(attempt: Attempt) -> Ended:
    """Remove the run's draft and what hangs on it; say in the end's error if it could not be.

    A draft that the person had attached files to stays; only this run's files are removed.
    """
    before = attempt.run
    stage = before.failed_stage or SaveStage.CREATE_RECORD
    kept = before.outcome or OutcomeKind.STOPPED
    asked = before.stage(SaveStage.CREATE_RECORD).state in look_back.ASK_FIRST
    if before.record is None and asked and not before.attached:
        settlement = await reconcile.settle_create(attempt)
        if settlement.settled is Settled.UNKNOWN:
            return Ended(OutcomeKind.UNKNOWN, stage, settlement.error)
    try:
        return await _discard_remote(attempt)
    except SendoffError as error:
        return Ended(kept, stage, error.info)


async def _discard_remote(attempt: Attempt) -> Ended:
    record = attempt.run.record
    if record is not None:
        now = await _existing(attempt, record.id)
        if now is not None and now.state is not RecordState.DRAFT:
            await ends.see_record(attempt, now, "read back")
            error = info(ErrorKind.CONFLICT, state=now.state, record=now.id)
            if now.state is RecordState.FINALIZED:
                stage = SaveStage.FINALIZE_RECORD
                await ends.set_stage(attempt.opened, stage, StageState.DONE, "found")
                return Ended(OutcomeKind.DONE, error=error)
            return Ended(OutcomeKind.UNKNOWN, SaveStage.FINALIZE_RECORD, error)
        if now is not None and attempt.run.attached:
            await _remove_ours(attempt)
        elif now is not None:
            await _delete_draft(attempt, record.id)
    if attempt.run.create_unconfirmed:
        await _delete_all_drafts(attempt)
    return Ended(OutcomeKind.DISCARDED)


async def _existing(attempt: Attempt, record_id: str) -> RecordRef | None:
    try:
        return await attempt.ask(lambda service: service.get_record(record_id))
    except ServiceError as error:
        if traits(error.kind).gone:
            return None
        raise


async def _delete_draft(attempt: Attempt, record_id: str) -> None:
    """Delete; after a lost answer look whether it is gone, and ask once more if it is not."""
    await attempt.opened.note("discarding", record_id)
    try:
        await attempt.ask(lambda service: service.delete_draft(record_id))
    except ServiceError as error:
        if error.verdict is not Verdict.UNKNOWN_OUTCOME:
            raise
        if await _existing(attempt, record_id) is not None:
            await attempt.ask(lambda service: service.delete_draft(record_id))


async def _delete_all_drafts(attempt: Attempt) -> None:
    marker = attempt.run.marker
    for other in await attempt.ask(lambda service: service.find_by_client_ref(marker)):
        if other.state is RecordState.DRAFT:
            await _delete_draft(attempt, other.id)
