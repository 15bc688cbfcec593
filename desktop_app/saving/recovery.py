"""Going on after an interruption: answers, changed local files, twins of a draft, discarding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_app.core.errors import (
    BadInputError,
    ErrorInfo,
    ErrorKind,
    FileError,
    JournalError,
    SendoffError,
    ServiceError,
    Verdict,
    info,
)
from desktop_app.core.model import (
    FileState,
    Fingerprint,
    OutcomeKind,
    PlannedFile,
    RecordRef,
    RecordState,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.saving import attached, endings, gate, reconcile, stages
from desktop_app.saving.answers import Answers, Changed
from desktop_app.saving.attempt import Attempt, AttemptEnded
from desktop_app.saving.disk import file_changed, same_file
from desktop_app.saving.events import FileFailed, LateOutcome
from desktop_app.saving.gate import Listing
from desktop_app.saving.journaled_files import unsent
from desktop_app.saving.names import printable
from desktop_app.storage.journal import FileEntry, RunEnd

UNREADABLE = (ErrorKind.FILE_MISSING, ErrorKind.FILE_UNREADABLE)
"""Why a file was skipped that the next attempt looks at again: it may be back."""


# answers


async def take_answers(attempt: Attempt, answers: Answers) -> None:
    """Journal which files the person left out by name (confirmed ones are never left out so).

    A name counts as it is stored, or else as it is printed: nobody can type every name.
    """
    named = frozenset(answers.leave_out)
    as_printed = named.difference(one.key for one in attempt.ledger.files)
    await attempt.ledger.set_files(
        replace(one, left_out=True)
        for one in attempt.ledger.files
        if (one.key in named or printable(one.key) in as_printed)
        and one.state is not FileState.CONFIRMED
    )


async def take_snapshot(attempt: Attempt, record: RecordRef) -> None:
    """Check that a snapshot's record is this run's; the journal is the truth about files.

    Raises:
        BadInputError: it is another record.
    """
    known = attempt.ledger.entry.record
    if known is not None and known.id != record.id:
        raise BadInputError(info(ErrorKind.CONFLICT, record=record.id))
    if known is None:
        await attempt.ledger.set_record(record, "from the snapshot")


# local files that changed


@dataclass(frozen=True, slots=True)
class _Look:
    entry: FileEntry
    found: Fingerprint | None
    error: ErrorInfo | None = None


async def look_at_sources(
    attempt: Attempt, answers: Answers, listing: Listing | None = None
) -> None:
    """Compare the local files with what was chosen, and act on the answer about changed ones.

    A file that is missing is left to the upload to report; a confirmed one is not needed any more.

    Raises:
        AttemptEnded: FAILED with SOURCE_CHANGED, if files changed and nobody has answered yet.
    """
    changed, mended = [], []
    for one in await _look_at_all(attempt):
        await gate.breathe(one.entry.n)
        if one.found is None:
            continue
        is_changed = await _is_changed(attempt, one)
        if is_changed:
            changed.append(one)
        if one.entry.state is FileState.SKIPPED:
            mended.append(unsent(one.entry, one.found))
        elif not is_changed:
            mended.append(replace(one.entry, fingerprint=one.found, error=None))
    await attempt.ledger.set_files(mended)
    if not changed:
        return
    if answers.changed is Changed.ASK:
        await _ask_about(attempt, changed)
    elif answers.changed is Changed.LEAVE_OUT:
        await attempt.ledger.set_files(_left_out(one.entry) for one in changed)
    else:
        theirs = await attached.keys_of_the_person(attempt)
        ours = [one.entry.key for one in changed if one.entry.key not in theirs]
        await _remove_remote(attempt, listing, ours)
        await attempt.ledger.set_files(unsent(one.entry, one.found) for one in changed)


def tell_still_unreadable(attempt: Attempt) -> None:
    """Tell of the files that this attempt has looked for again in vain."""
    ledger = attempt.ledger
    for one in ledger.in_state(FileState.SKIPPED):
        if one.error is not None and one.error.kind in UNREADABLE:
            ledger.tell(FileFailed(ledger.run, ledger.now(), one.key, one.error))


async def replace_remote(attempt: Attempt, listing: Listing, answers: Answers) -> None:
    """Remove other content that stands under keys of ours, where the person allowed it by name."""
    named = frozenset(answers.take_remote)
    waiting = [one.key for one in attempt.ledger.in_state(FileState.WAITING) if one.key in named]
    await _remove_remote(attempt, listing, waiting)


async def _remove_remote(attempt: Attempt, listing: Listing | None, keys: Sequence[str]) -> None:
    record = attempt.ledger.entry.record
    for key in keys:
        if record is not None and listing is not None and key in listing.remote:
            await gate.delete_file(attempt, record.id, key, "replaced")


async def _look_at_all(attempt: Attempt) -> list[_Look]:
    """Look at every file that is not left out, beside the loop."""
    files = [
        one
        for one in attempt.ledger.files
        if not one.left_out
        and (
            one.state is not FileState.SKIPPED
            or (one.error is not None and one.error.kind in UNREADABLE)
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
    one, found = look.entry, look.found
    assert found is not None
    if one.state is FileState.SKIPPED or not same_file(one.fingerprint, found):
        return False
    algorithm, _, known = one.local_checksum.partition(":")
    if not known or found.size != one.fingerprint.size:
        return True
    try:
        digest = await attempt.source(PlannedFile(one.path, one.key, found)).digest(algorithm)
    except FileError:
        return True
    return digest != one.local_checksum


async def _ask_about(attempt: Attempt, changed: Sequence[_Look]) -> None:
    rows = []
    for look in changed:
        one, found = look.entry, look.found
        assert found is not None
        told = file_changed(one.path, same_file(one.fingerprint, found))
        confirmed = one.state is FileState.CONFIRMED
        rows.append(replace(one, error=told, state=one.state if confirmed else FileState.FAILED))
    await attempt.ledger.set_files(rows)
    first = changed[0].entry
    error = info(ErrorKind.SOURCE_CHANGED, count=len(changed), key=first.key)
    raise AttemptEnded(RunEnd(OutcomeKind.FAILED, SaveStage.UPLOAD_FILES, error))


def _left_out(one: FileEntry) -> FileEntry:
    if one.state is FileState.CONFIRMED:
        return replace(one, error=None)
    return replace(one, left_out=True)


# twins of a draft


async def tell_late_drafts(attempt: Attempt) -> None:
    """After a create without an answer: look once more for a draft with the run's marker.

    The journaled one stays. Another came too late: it is told, and removed only if it is a draft,
    and empty. The save is done whatever becomes of this look; the next check looks again.
    """
    if attempt.ledger.entry.draft_doubt and attempt.ledger.entry.record is not None:
        await endings.forgiving(attempt, _look_for_late_drafts)


async def _look_for_late_drafts(attempt: Attempt) -> None:
    ledger = attempt.ledger
    entry = ledger.entry
    assert entry.record is not None
    for twin in await attempt.ask(lambda service: service.find_by_client_ref(entry.client_ref)):
        if twin.id == entry.record.id:
            continue
        empty = await _is_empty_draft(attempt, twin)
        if empty:
            await _delete_draft(attempt, twin.id)
        error = info(
            ErrorKind.CONFLICT,
            reason="late_draft_removed" if empty else "late_draft",
            twin=twin.id,
            record=twin.id,
            state=twin.state,
        )
        attempt.twin = error
        await ledger.note(None, error.get("reason"), twin.id, error)
        ledger.tell(LateOutcome(ledger.run, ledger.now(), SaveStage.CREATE_RECORD, error))


async def _is_empty_draft(attempt: Attempt, twin: RecordRef) -> bool:
    if twin.state is not RecordState.DRAFT:
        return False
    return not await attempt.ask(lambda service: service.list_files(twin.id))


# discarding


async def discard(attempt: Attempt) -> RunEnd:
    """Remove the run's draft and what hangs on it; say in the end's error if it could not be.

    A draft that the person had attached files to stays; only this run's files are removed.
    """
    ledger = attempt.ledger
    before = ledger.entry
    stage = before.failed_stage or SaveStage.CREATE_RECORD
    kept = before.outcome or OutcomeKind.STOPPED
    if kept is OutcomeKind.DONE:  # not asked: nothing is said of the server
        kept = OutcomeKind.UNKNOWN
    asked = ledger.stage(SaveStage.CREATE_RECORD).state in stages.ASK_FIRST
    if before.record is None and asked and not before.attach_to:
        settlement = await reconcile.settle_create(attempt)
        if settlement.settled is Settled.UNKNOWN:
            return RunEnd(OutcomeKind.UNKNOWN, stage, settlement.error)
    try:
        return await _discard_remote(attempt)
    except JournalError:
        raise
    except SendoffError as error:
        return RunEnd(kept, stage, error.info)


async def _discard_remote(attempt: Attempt) -> RunEnd:
    ledger = attempt.ledger
    record = ledger.entry.record
    if record is not None:
        now = await _existing(attempt, record.id)
        if now is None and ledger.entry.outcome is OutcomeKind.DONE:
            await gate.take_finalized(attempt, Listing({}, ()))
            gone = info(ErrorKind.GONE, record=record.id)
            return RunEnd(OutcomeKind.FAILED, SaveStage.FINALIZE_RECORD, gone)
        if now is not None and now.state is not RecordState.DRAFT:
            await ledger.set_record(now, "read back")
            error = info(ErrorKind.CONFLICT, state=now.state, record=now.id)
            if now.state is RecordState.FINALIZED:
                return await _cannot_discard(attempt, error)
            return RunEnd(OutcomeKind.UNKNOWN, SaveStage.FINALIZE_RECORD, error)
        if now is not None and ledger.entry.attach_to:
            await attached.remove_ours(attempt)
        elif now is not None:
            await _delete_draft(attempt, record.id)
    if ledger.entry.draft_doubt:
        await _delete_all_drafts(attempt)
    return RunEnd(OutcomeKind.DISCARDED)


async def _cannot_discard(attempt: Attempt, error: ErrorInfo) -> RunEnd:
    """The record is finalized: nothing is removed. Say what its listing says of our files."""
    ledger, stage = attempt.ledger, SaveStage.FINALIZE_RECORD
    different = await gate.take_finalized(attempt, await gate.read_listing(attempt))
    if different is not None:
        await ledger.set_stage(stage, StageState.FAILED, error=different)
        return RunEnd(OutcomeKind.FAILED, stage, different)
    if ledger.stage(stage).state is not StageState.DONE:
        await ledger.set_stage(stage, StageState.DONE, reason="found")
    return RunEnd(OutcomeKind.DONE, error=error)


async def _existing(attempt: Attempt, record_id: str) -> RecordRef | None:
    try:
        return await attempt.ask(lambda service: service.get_record(record_id))
    except ServiceError as error:
        if error.kind in {ErrorKind.NOT_FOUND, ErrorKind.GONE}:
            return None
        raise


async def _delete_draft(attempt: Attempt, record_id: str) -> None:
    """Delete; after a lost answer look whether it is gone, and ask once more if it is not."""
    await attempt.ledger.note(None, "discarding", record_id)
    attempt.ledger.leaving()
    try:
        await attempt.ask(lambda service: service.delete_draft(record_id))
    except ServiceError as error:
        if error.verdict is not Verdict.UNKNOWN_OUTCOME:
            raise
        if await _existing(attempt, record_id) is not None:
            await attempt.ask(lambda service: service.delete_draft(record_id))


async def _delete_all_drafts(attempt: Attempt) -> None:
    marker = attempt.ledger.entry.client_ref
    for twin in await attempt.ask(lambda service: service.find_by_client_ref(marker)):
        if twin.state is RecordState.DRAFT:
            await _delete_draft(attempt, twin.id)
