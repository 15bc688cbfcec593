"""The upload stage: many files at once, each with an answer of its own, then the listing.

    waiting --slot--> sending --confirmed--> (journal) confirmed
                         |--clear refusal--> failed                     the rest goes on
                         |--sign in -------> pause of the whole queue, then the same file again
                         |--batch-wide ----> no more files are begun; the stage fails with that
                         `--no answer -----> unknown: settled together by one listing; what is
                                             not there is sent once more (unless the adapter
                                             has tried enough), then failed

`Mode.COLLECT_ALL`: every file gets its answer, and one that fails stops no other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from desktop_app.core.errors import (
    ErrorInfo,
    ErrorKind,
    FileError,
    JournalError,
    SendoffError,
    ServiceError,
    Verdict,
    error_info,
    info,
)
from desktop_app.core.model import (
    FileState,
    RecordRef,
    RecordState,
    SaveStage,
    Settled,
    UploadedFile,
)
from desktop_app.saving import gate
from desktop_app.saving.attempt import NO_ANSWER, Attempt, is_clear_refusal
from desktop_app.saving.events import Reconciled, Reconciling
from desktop_app.saving.journaled_files import planned_of
from desktop_app.saving.progress import FileWatch, QuietTimes
from desktop_app.storage.journal import FileEntry
from desktop_app.workflow import AbortSignal, Failed, Mode, map_with_concurrency

_log = logging.getLogger(__name__)

_LISTING = -1
"""The place of the listing among the files whose silence is expected."""

_OF_THE_BATCH = frozenset(
    {
        ErrorKind.SIGN_IN,
        ErrorKind.OFFLINE,
        ErrorKind.DNS,
        ErrorKind.REFUSED,
        ErrorKind.LOCAL_SERVICE,
        ErrorKind.CERTIFICATE,
        ErrorKind.PROXY,
        ErrorKind.PROXY_AUTH,
        ErrorKind.BAD_PROXY_SETTING,
        ErrorKind.PLAIN_HTTP,
        ErrorKind.NOT_THE_SERVICE,
        ErrorKind.REDIRECTED,
        ErrorKind.MAINTENANCE,
    }
)
"""Kinds that every other file would meet too."""

_MAYBE_THE_RECORD = frozenset(
    {ErrorKind.NOT_FOUND, ErrorKind.GONE, ErrorKind.CONFLICT, ErrorKind.PERMISSION}
)
"""Kinds that may concern the record itself: it is looked at before the row is blamed."""


@dataclass(slots=True)
class _Batch:
    """What concerns all files of the stage."""

    stop: SendoffError | None = None
    looked: bool = False


async def upload_files(
    attempt: Attempt, record: RecordRef, signal: AbortSignal
) -> tuple[UploadedFile, ...]:
    """Send what is not confirmed; return all confirmed files, as the listing has them.

    Raises:
        ServiceError: FILES_FAILED, or what ended the whole batch.
        JournalError: the journal could not be written; no further file was begun.
    """
    quiet = QuietTimes(attempt.tools, signal)
    try:
        stage = _Upload(attempt, record, quiet)
        await stage.send_all(signal)
        quiet.expect_any(_LISTING)
        listing = await gate.read_listing(attempt)
    finally:
        quiet.stop()
    await attempt.ledger.set_files(await gate.confirmed_differences(attempt, listing))
    held = gate.held_by(attempt)
    if held is not None:
        raise ServiceError(held)
    return attempt.ledger.uploaded()


@dataclass(frozen=True, slots=True)
class _Unanswered:
    """A file of which nobody said what became of it."""

    error: ErrorInfo
    send_again: bool


class _Upload:
    def __init__(self, attempt: Attempt, record: RecordRef, quiet: QuietTimes) -> None:
        self._attempt = attempt
        self._ledger = attempt.ledger
        self._record = record
        self._quiet = quiet
        self._batch = _Batch()
        self._unknown: dict[int, _Unanswered] = {}
        self._looking = asyncio.Lock()

    async def send_all(self, signal: AbortSignal) -> None:
        """Send every file that waits, the unanswered ones twice at most."""
        await self._send(self._ledger.in_state(FileState.WAITING), signal)
        self._raise_stop()
        if self._unknown:
            await self._send(await self._settle(), signal)
            self._raise_stop()
        if self._unknown:
            await self._settle(last=True)

    def _raise_stop(self) -> None:
        """Files without an answer stay so: going on asks the service first."""
        if self._batch.stop is not None:
            raise self._batch.stop

    async def _send(self, files: Sequence[FileEntry], signal: AbortSignal) -> None:
        outcomes = await map_with_concurrency(
            self._claims(files),
            self._send_one,
            limit=self._attempt.slots,
            mode=Mode.COLLECT_ALL,
            signal=signal,
        )
        signal.raise_if_aborted()
        await self._ledger.flush()
        for outcome in outcomes:
            if isinstance(outcome, Failed):
                raise outcome.error

    def _claims(self, files: Sequence[FileEntry]) -> Iterator[FileEntry]:
        """Yield files until something concerns them all."""
        for one in files:
            if self._batch.stop is not None:
                return
            yield one

    async def _send_one(self, one: FileEntry, signal: AbortSignal) -> None:
        watch = FileWatch(self._ledger, one.n, self._quiet)
        try:
            uploaded = await self._converge(one, signal, watch)
            self._ledger.confirm(one.n, uploaded, watch.attempt)
        except JournalError as error:
            self._batch.stop = error
        except Exception as error:  # noqa: BLE001 - a defect with one file ends no other file
            await self._failed(one, error, watch.attempt)
        finally:
            watch.end()

    async def _converge(
        self, one: FileEntry, signal: AbortSignal, watch: FileWatch
    ) -> UploadedFile:
        """Send one file, again with a new token if the present one is refused."""
        attempt = self._attempt
        while True:
            await attempt.sign_in.pause()
            token = attempt.sign_in.token
            source = attempt.source(planned_of(self._ledger.file(one.n)))
            try:
                self._ledger.leaving(SaveStage.UPLOAD_FILES)
                uploaded = await attempt.service.upload_file(self._record.id, source, signal, watch)
            except ServiceError as error:
                if error.kind is not ErrorKind.SIGN_IN:
                    raise
                watch.pause()
                await attempt.sign_in.refused(error, token)
            else:
                return _checked(self._ledger.file(one.n), uploaded)

    async def _failed(self, one: FileEntry, error: Exception, attempts: int) -> None:
        """Decide what a failure concerns: the batch, nobody yet, or this row."""
        told = error_info(error)
        if not isinstance(error, SendoffError):
            _log.error("uploading failed with %s", type(error).__name__, exc_info=error)
        if not isinstance(error, SendoffError) or error.verdict is Verdict.UNKNOWN_OUTCOME:
            self._unknown[one.n] = _Unanswered(told, send_again=True)
        elif told.kind in _OF_THE_BATCH and not isinstance(error, FileError):
            self._stop(error)
        elif told.kind in NO_ANSWER:
            self._unknown[one.n] = _Unanswered(told, send_again=False)
        elif told.kind in _MAYBE_THE_RECORD and await self._record_is_lost():
            return
        elif isinstance(error, ServiceError) and not is_clear_refusal(error):
            self._unknown[one.n] = _Unanswered(told, send_again=False)
        else:
            await self._ledger.set_files((_row(self._ledger.file(one.n), told, attempts),))

    def _stop(self, error: SendoffError) -> None:
        if self._batch.stop is None:
            self._batch.stop = error

    async def _record_is_lost(self) -> bool:
        """Look, once for all files, whether the record is still a draft; if not, end the batch."""
        async with self._looking:
            if not self._batch.looked:
                self._batch.looked = True
                await self._look_at_record()
        return self._batch.stop is not None

    async def _look_at_record(self) -> None:
        try:
            record = await self._attempt.service.get_record(self._record.id)
        except ServiceError as error:
            if error.kind in {ErrorKind.NOT_FOUND, ErrorKind.GONE}:
                self._stop(ServiceError(info(ErrorKind.GONE, record=self._record.id)))
            return
        if record.state is not RecordState.DRAFT:
            self._stop(ServiceError(info(ErrorKind.CONFLICT, state=record.state)))

    async def _settle(self, *, last: bool = False) -> tuple[FileEntry, ...]:
        """Ask the listing about the files without an answer; return those to be sent again.

        With `last` none is: they were sent twice, and neither was confirmed.
        """
        ledger, stage = self._ledger, SaveStage.UPLOAD_FILES
        unknown, self._unknown = self._unknown, {}
        await ledger.note(stage, "checking", f"{len(unknown)} files")
        ledger.tell(Reconciling(ledger.run, ledger.now(), stage))
        self._quiet.expect_any(_LISTING)
        try:
            listing = await gate.read_listing(self._attempt)
        except SendoffError:
            ledger.tell(Reconciled(ledger.run, ledger.now(), stage, Settled.UNKNOWN, self._record))
            raise
        finally:
            self._quiet.moved(_LISTING)
        await gate.adopt(self._attempt, listing, read=True, only=frozenset(unknown))
        missing = [n for n in unknown if ledger.file(n).state is not FileState.CONFIRMED]
        settled = Settled.NOT_DONE if missing else Settled.DONE
        ledger.tell(Reconciled(ledger.run, ledger.now(), stage, settled, self._record))
        given_up = [n for n in missing if last or not unknown[n].send_again]
        await ledger.set_files(
            _row(ledger.file(n), unknown[n].error, ledger.file(n).attempts) for n in given_up
        )
        return tuple(ledger.file(n) for n in missing if n not in given_up)


def _checked(one: FileEntry, uploaded: UploadedFile) -> UploadedFile:
    """Return `uploaded` if it is this file; never trust a success that says otherwise."""
    same = uploaded.key == one.key and uploaded.size == one.fingerprint.size
    if not same or (uploaded.checksum and uploaded.local_checksum and not uploaded.verified):
        raise ServiceError(
            info(
                ErrorKind.DIFFERENT_CONTENT,
                key=one.key,
                size=one.fingerprint.size,
                stored=uploaded.size,
            )
        )
    return uploaded


def _row(one: FileEntry, error: ErrorInfo, attempts: int) -> FileEntry:
    return replace(one, state=FileState.FAILED, error=error, attempts=max(attempts, 1))
