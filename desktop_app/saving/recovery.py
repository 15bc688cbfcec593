"""Going on after an interruption: what the person answered, local files that changed, the form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_app.core.changes import Ended, FormEdited, PersonsFiles
from desktop_app.core.errors import (
    BadInputError,
    ErrorInfo,
    ErrorKind,
    FileError,
    ServiceError,
    info,
    traits,
)
from desktop_app.core.measured import StillUnreadable
from desktop_app.core.model import (
    FileState,
    Fingerprint,
    OutcomeKind,
    RecordRef,
    SaveStage,
)
from desktop_app.core.run import RunFile
from desktop_app.files.disk import file_changed, same_file
from desktop_app.files.names import printable
from desktop_app.saving import ends, gate
from desktop_app.saving.attempt import Attempt
from desktop_app.saving.gate import Listing
from desktop_app.saving.intent import Answers, Changed
from desktop_app.services.base import RecordDraft

# answers


async def take_answers(attempt: Attempt, answers: Answers) -> None:
    """Journal which files the person left out by name; the gate removes what was sent of them.

    A name counts as it is stored, or else as it is printed: nobody can type every name.
    """
    named = frozenset(answers.leave_out)
    as_printed = named.difference(one.key for one in attempt.run.files)
    await attempt.opened.change_files(
        replace(one, left_out=True)
        for one in attempt.run.files
        if one.key in named or printable(one.key) in as_printed
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
        await attempt.opened.see_record(record, "from the snapshot")


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
            if _is_lost_otherwise(one):  # the upload meets it, and says why as it is now
                usable.append(one.file.unsent())
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


def _is_lost_otherwise(look: _Look) -> bool:
    """Whether a file that could not be sent before cannot be read now for another reason."""
    before, now = look.file.skip, look.error
    return before is not None and now is not None and _reason(before) != _reason(now)


def _reason(error: ErrorInfo) -> tuple[ErrorKind, str]:
    return error.kind, error.reason


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
        digest = await attempt.tools.source_factory(replace(one, fingerprint=found)).digest(
            algorithm
        )
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


async def edit_form(attempt: Attempt, answers: Answers) -> None:
    """Commit edited form fields; a draft that exists is changed by `send_form`.

    Only called when no write of the old form is left without an answer.

    Raises:
        BadInputError: the draft is one that the person had before: its form is not ours, and what
            we know of it would replace what the draft holds.
    """
    run = attempt.run
    title = run.title if answers.title is None else answers.title.strip()
    metadata = run.metadata if answers.metadata is None else answers.metadata
    if (title, metadata) != (run.title, run.metadata):
        if run.attached:
            raise BadInputError(info(ErrorKind.BAD_FIELD, field="title", reason="attached"))
        await attempt.opened.commit(FormEdited(title, metadata, pending=run.record is not None))


async def send_form(attempt: Attempt, stage: SaveStage = SaveStage.FINALIZE_RECORD) -> Ended | None:
    """Give the draft the journaled form, if it is not known to have it. Repeatable.

    Returns how the attempt ended, if the service refused it or could not be asked.
    """
    run = attempt.run
    if not run.form_pending or run.record is None:
        return None
    record_id, begun = run.record.id, attempt.now()
    key = await attempt.opened.key_for(
        SaveStage.FINALIZE_RECORD, "form", record_id, run.title, run.metadata
    )
    draft = RecordDraft(run.title, run.metadata, run.marker, key)
    attempt.opened.unwritten.leaving()
    try:
        changed = await attempt.ask(lambda service: service.update_record(record_id, draft))
    except ServiceError as error:
        return await ends.failed(attempt, stage, begun, error.info)
    await attempt.opened.see_record(changed, "form sent")
    await attempt.opened.commit(FormEdited(run.title, run.metadata, pending=False))
    return None
