"""The publish gate: the service's own listing against what this run confirmed.

    for each file of ours      in the listing            then
    confirmed                  same size and digest      it stays confirmed
    confirmed                  missing or different      it is not confirmed any more
    not confirmed              same size and digest      it is taken: nothing is sent again
    left out                   there                     it is removed (it is ours)
    (not ours)                 there                     it is shown; nothing is removed

"Same" where the service gives no digest means the same size; the receipt says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from desktop_app.core.errors import (
    ErrorInfo,
    ErrorKind,
    FileError,
    ServiceError,
    info,
    traits,
)
from desktop_app.core.model import FileState, RecordState, RemoteFile, UploadedFile, same_name
from desktop_app.core.run import Run, RunFile
from desktop_app.saving.attempt import Attempt

HELD = (
    FileState.FAILED,
    FileState.SKIPPED,
    FileState.WAITING,
    FileState.READING,
    FileState.SENDING,
    FileState.WAITING_FOR_SERVER,
)
"""States of a file without which finalize is held, unless the person left it out by name."""


class Match(Enum):
    """How a local file and an entry of the listing compare."""

    MISSING = auto()
    UNFINISHED = auto()
    SAME = auto()
    DIFFERENT = auto()
    UNREAD = auto()
    """Same size, but the local digest is not known without reading the file."""


_AS_LISTED = (ErrorKind.NOT_CONFIRMED, ErrorKind.DIFFERENT_CONTENT)
"""Kinds that say what a listing shows: the next listing may show something else."""
_AS_CONFIRMED = (Match.SAME, Match.UNREAD)
"""A digest that came later than the confirmation cannot be compared; the size still agrees."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The service's own listing, and what of it is not this run's."""

    remote: dict[str, RemoteFile]
    foreign: tuple[RemoteFile, ...]


async def read_listing(attempt: Attempt, *, within_s: float | None = None) -> Listing:
    """Return the service's listing of the run's record.

    Raises:
        ServiceError: it could not be read. GONE: the draft is not there any more, as committed.
        StageCancelledError: somebody asked to stop.
    """
    record = attempt.run.record
    assert record is not None
    try:
        files = await attempt.ask(lambda service: service.list_files(record.id), within_s=within_s)
    except ServiceError as error:
        if not traits(error.kind).gone or record.state is not RecordState.DRAFT:
            raise
        # Nothing is counted as safe there from now on, and going on makes a new draft.
        await attempt.opened.see_record(None, "gone")
        raise ServiceError(info(ErrorKind.GONE, record=record.id)) from error
    ours = {same_name(one.key): one.key for one in attempt.run.files}
    return Listing(
        {ours.get(same_name(one.key), one.key): one for one in files},
        tuple(one for one in files if same_name(one.key) not in ours),
    )


def match(size: int, digest: str, remote: RemoteFile | None) -> Match:
    """Compare a local file with `remote`; `digest` in the service's algorithm, "" if unknown."""
    if remote is None:
        return Match.MISSING
    if not remote.complete or remote.size is None:
        return Match.UNFINISHED
    if remote.size != size:
        return Match.DIFFERENT
    if not remote.checksum:
        return Match.SAME
    if not digest:
        return Match.UNREAD
    return Match.SAME if digest == remote.checksum else Match.DIFFERENT


async def reconcile_listing(
    attempt: Attempt,
    listing: Listing,
    *,
    read: bool,
    only: frozenset[int] | None = None,
    keep_reasons: bool = False,
) -> None:
    """Take the listing as the truth about every file of the run (or the places in `only`).

    `read` allows reading local files to learn a digest (not after Cancel). A local file that is
    missing or changed is left for the upload to report. `keep_reasons`: nothing is sent after this,
    so a failed file that is still not there stays failed for its reason.
    """
    changed = []
    for one in attempt.run.files:
        await yield_to_loop(one.n)
        if only is not None and one.n not in only:
            continue
        remote = listing.remote.get(one.key)
        verdict = await _verdict(attempt, one, remote, read=read)
        if one.state is FileState.CONFIRMED:
            if verdict not in _AS_CONFIRMED:
                changed.append(_unconfirmed(one))
        elif one.state is FileState.SKIPPED or one.left_out:
            continue
        elif verdict is Match.SAME and remote is not None:
            changed.append(_confirmed_as_listed(attempt, one, remote))
        elif not (keep_reasons and one.state is FileState.FAILED):
            changed.append(_still_waiting(attempt, one, remote))
    await attempt.opened.change_files(changed)


async def confirmed_differences(attempt: Attempt, listing: Listing) -> tuple[RunFile, ...]:
    """Return the confirmed files that the listing does not have as confirmed, now failed."""
    found = []
    for one in attempt.run.in_state(FileState.CONFIRMED):
        await yield_to_loop(one.n)
        remote = listing.remote.get(one.key)
        verdict = await _verdict(attempt, one, remote, read=False)
        if verdict not in _AS_CONFIRMED:
            error = _not_confirmed(one, remote)
            if verdict is Match.DIFFERENT and remote is not None:
                theirs = remote.checksum
                error = info(ErrorKind.DIFFERENT_CONTENT, key=one.key, checksum=theirs)
            found.append(replace(one, state=FileState.FAILED, acknowledged=0, error=error))
    return tuple(found)


async def take_finalized(attempt: Attempt, listing: Listing) -> ErrorInfo | None:
    """Take the listing of a finalized record as the truth; return why it is not as it was sent.

    Nothing can be sent there any more: each file that it lacks, or has otherwise, is failed. One
    that was left out too late is in it all the same: it counts as a difference, however it looks.
    """
    rows, in_spite = [], []
    for one in attempt.run.files:
        await yield_to_loop(one.n)
        remote = listing.remote.get(one.key)
        if one.left_out and remote is not None and _is_ours(attempt.run, one):
            in_spite.append(one.key)
        if one.left_out or one.state is FileState.SKIPPED:
            continue
        verdict = await _verdict(attempt, one, remote, read=True)
        if one.state is FileState.CONFIRMED and verdict in _AS_CONFIRMED:
            continue
        if verdict is Match.SAME and remote is not None:
            again = _confirmed_as_listed(attempt, one, remote)
            # Its own digest stays: what the server said once proves nothing about the local file.
            rows.append(replace(again, local_checksum=one.local_checksum or again.local_checksum))
        else:
            rows.append(_not_in_record(one, verdict, remote))
    await attempt.opened.change_files(rows)
    held = attempt.run.in_state(*HELD)
    if any((remote := listing.remote.get(one.key)) and remote.lost for one in held):
        return info(ErrorKind.CONFLICT, count=len(held), key=held[0].key, reason="lost")
    keys = [*(one.key for one in held), *in_spite]
    return not_as_sent(len(keys), keys[0]) if keys else None


def not_as_sent(count: int, key: str) -> ErrorInfo:
    """Return that a finalized record differs from what was sent, in `count` files."""
    return info(
        ErrorKind.CONFLICT, reason="listing", state=RecordState.FINALIZED, count=count, key=key
    )


def unlike(listing: Listing, manifest: Sequence[UploadedFile]) -> tuple[str, ...]:
    """Return the keys under which the listing of a finalized record is not its manifest."""
    wanted = {one.key: one for one in manifest}
    return tuple(
        key
        for key in sorted(wanted.keys() | listing.remote.keys())
        if not _is_it(wanted.get(key), listing.remote.get(key))
    )


def _is_it(wanted: UploadedFile | None, remote: RemoteFile | None) -> bool:
    if wanted is None or remote is None:
        return False
    algorithm = wanted.checksum.partition(":")[0]
    comparable = bool(algorithm) and remote.checksum.startswith(f"{algorithm}:")
    same = not comparable or remote.checksum == wanted.checksum
    return remote.complete and remote.size == wanted.size and same


def _not_in_record(one: RunFile, verdict: Match, remote: RemoteFile | None) -> RunFile:
    """Return a file that a finalized record does not hold; why it was not sent is kept."""
    error = info(ErrorKind.NOT_CONFIRMED, key=one.key, reason="not_in_record")
    if remote is not None and remote.lost:
        error = _not_confirmed(one, remote)
    elif verdict is Match.DIFFERENT and remote is not None:
        error = info(ErrorKind.DIFFERENT_CONTENT, key=one.key, checksum=remote.checksum)
    elif one.error is not None and one.error.kind not in _AS_LISTED:
        error = one.error
    return replace(one, state=FileState.FAILED, acknowledged=0, error=error)


async def name_lost(attempt: Attempt, listing: Listing) -> bool:
    """Let each file of ours that the service has lost say so; return whether there is any."""
    lost = [
        replace(_unconfirmed(one), state=FileState.FAILED, error=_not_confirmed(one, remote))
        for one in attempt.run.in_state(*HELD, FileState.CONFIRMED)
        if (remote := listing.remote.get(one.key)) is not None and remote.lost
    ]
    await attempt.opened.change_files(lost)
    return bool(lost)


def _not_confirmed(one: RunFile, remote: RemoteFile | None) -> ErrorInfo:
    if remote is not None and remote.lost:
        return info(ErrorKind.NOT_CONFIRMED, key=one.key, reason=remote.lost)
    return info(ErrorKind.NOT_CONFIRMED, key=one.key)


async def remove_left_out(attempt: Attempt, listing: Listing) -> None:
    """Remove what this run sent of files that the person left out since.

    In a draft of our own everything under our keys is ours; in one that the person had before,
    only what this run is known to have sent, and never what the draft held before.
    """
    record = attempt.run.record
    assert record is not None
    for one in attempt.run.files:
        if one.left_out and one.key in listing.remote and _is_ours(attempt.run, one):
            stored = listing.remote[one.key].key
            await delete_file(attempt, record.id, stored, "leftover_removed")


def _is_ours(run: Run, one: RunFile) -> bool:
    """Whether what a record holds under the file's key was sent by this run."""
    return not run.attach_to or (one.attempts > 0 and one.key not in run.kept)


async def delete_file(attempt: Attempt, record_id: str, key: str, why: str) -> None:
    """Remove a file of a draft (one that is gone already is fine), noted before it is asked."""
    await attempt.opened.note(why, key)
    attempt.opened.unwritten.leaving()
    await attempt.ask(lambda service: service.delete_file(record_id, key))


def blocked_by(attempt: Attempt) -> ErrorInfo | None:
    """Return why finalize is held: the files that are not confirmed and were not left out."""
    held = attempt.run.in_state(*HELD)
    if not held:
        return None
    first = held[0]
    return info(
        ErrorKind.FILES_FAILED,
        count=len(held),
        total=len(attempt.run.files),
        key=first.key,
        reason=first.error.kind.value if first.error else "",
    )


def unasked_foreign(attempt: Attempt, listing: Listing, keep: Sequence[str]) -> ErrorInfo | None:
    """Return what stands in a draft of ours that nobody here put there or agreed to publish.

    In a draft that the person chose to attach files to, what stood there stays.
    """
    asked = frozenset(keep)
    strange = [one.key for one in listing.foreign if one.key not in asked]
    if not strange or attempt.run.attach_to:
        return None
    return info(ErrorKind.CONFLICT, count=len(strange), key=strange[0], reason="foreign")


def manifest(attempt: Attempt, listing: Listing) -> tuple[UploadedFile, ...]:
    """Return what the record will hold: the confirmed files and those that it held before."""
    sent = attempt.run.uploaded()
    kept = [
        one
        for key in sorted(attempt.run.kept - {file.key for file in sent})
        if (one := listing.remote.get(key))
    ]
    there = (
        UploadedFile(one.key, one.size or 0, one.checksum) for one in (*listing.foreign, *kept)
    )
    return (*sent, *there)


async def yield_to_loop(n: int) -> None:
    """Let others run now and then: a listing of 50,000 files is compared on their loop."""
    if n % 250 == 249:
        await asyncio.sleep(0)


async def _verdict(
    attempt: Attempt, one: RunFile, remote: RemoteFile | None, *, read: bool
) -> Match:
    size = one.acknowledged if one.state is FileState.CONFIRMED else one.fingerprint.size
    algorithm = remote.checksum.partition(":")[0] if remote is not None else ""
    verdict = match(size, _known_digest(attempt, one, algorithm), remote)
    if verdict is not Match.UNREAD or not read:
        return verdict
    try:
        digest = await attempt.tools.source_factory(one).digest(algorithm)
    except FileError:
        return verdict
    return match(size, digest, remote)


def _known_digest(attempt: Attempt, one: RunFile, algorithm: str) -> str:
    for known in (one.local_checksum, one.checksum):
        if algorithm and known.startswith(f"{algorithm}:"):
            return known
    if not algorithm or one.state is FileState.CONFIRMED:
        return ""
    return attempt.tools.source_factory(one).known_digest(algorithm)


def _unconfirmed(one: RunFile) -> RunFile:
    return replace(
        one, state=FileState.WAITING, acknowledged=0, checksum="", upload_ref="", request_id=""
    )


def _confirmed_as_listed(attempt: Attempt, one: RunFile, remote: RemoteFile) -> RunFile:
    algorithm = remote.checksum.partition(":")[0] or "sha256"
    return replace(
        one,
        state=FileState.CONFIRMED,
        acknowledged=one.fingerprint.size,
        checksum=remote.checksum,
        local_checksum=_known_digest(attempt, one, algorithm),
        upload_ref="",
        error=None,
        attempts=max(one.attempts, 1),
        request_id=one.request_id if one.state is FileState.CONFIRMED else remote.request_id,
    )


def _still_waiting(attempt: Attempt, one: RunFile, remote: RemoteFile | None) -> RunFile:
    unfinished = remote is not None and not remote.complete
    begun = int(unfinished and not attempt.run.attached)  # by whom, in a draft of the person's?
    return replace(
        one,
        state=FileState.WAITING,
        acknowledged=remote.offset if remote is not None and unfinished else 0,
        upload_ref=(remote.upload_ref if remote is not None else "") or one.upload_ref,
        error=None,
        attempts=max(one.attempts, begun),
    )
