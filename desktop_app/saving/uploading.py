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

from desktop_app.core.changes import CheckBegan, OutcomeSettled
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
    is_clear_refusal,
    traits,
)
from desktop_app.core.model import (
    FileState,
    RecordRef,
    RecordState,
    SaveStage,
    Settled,
    UploadedFile,
)
from desktop_app.core.run import RunFile
from desktop_app.saving import gate
from desktop_app.saving.attempt import Attempt
from desktop_app.saving.progress import FileWatch, QuietTimes
from desktop_app.workflow import AbortSignal, Failed, Mode, map_with_concurrency

_log = logging.getLogger(__name__)

_LISTING = -1
"""The place of the listing among the files whose silence is expected."""


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
    await attempt.opened.change_files(await gate.confirmed_differences(attempt, listing))
    blocked = gate.blocked_by(attempt)
    if blocked is not None:
        raise ServiceError(blocked)
    return attempt.run.uploaded()


@dataclass(frozen=True, slots=True)
class _Unanswered:
    """A file of which nobody said what became of it."""

    error: ErrorInfo
    send_again: bool


class _Upload:
    def __init__(self, attempt: Attempt, record: RecordRef, quiet: QuietTimes) -> None:
        self._attempt = attempt
        self._opened = attempt.opened
        self._record = record
        self._quiet = quiet
        self._batch = _Batch()
        self._unknown: dict[int, _Unanswered] = {}
        self._watches: dict[int, FileWatch] = {}
        self._looking = asyncio.Lock()

    async def send_all(self, signal: AbortSignal) -> None:
        """Send every file that waits, the unanswered ones twice at most."""
        await self._send(self._attempt.run.in_state(FileState.WAITING), signal)
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

    async def _send(self, files: Sequence[RunFile], signal: AbortSignal) -> None:
        try:
            outcomes = await map_with_concurrency(
                self._claims(files),
                self._send_one,
                limit=self._attempt.slots,
                mode=Mode.COLLECT_ALL,
                signal=signal,
            )
        finally:
            await self._remember_unfinished()
        signal.raise_if_aborted()
        for outcome in outcomes:
            if isinstance(outcome, Failed):
                raise outcome.error

    async def _remember_unfinished(self) -> None:
        """Commit which files were begun and did not end: what they left at the service is ours."""
        await self._opened.flush()
        unfinished, self._watches = self._watches, {}
        await self._opened.change_files(
            _as_measured(self._file(n), watch)
            for n, watch in unfinished.items()
            if self._file(n).state is not FileState.CONFIRMED
        )

    def _claims(self, files: Sequence[RunFile]) -> Iterator[RunFile]:
        """Yield files until something concerns them all."""
        for one in files:
            if self._batch.stop is not None:
                return
            yield one

    async def _send_one(self, one: RunFile, signal: AbortSignal) -> None:
        watch = self._watches[one.n] = FileWatch(self._opened, one.n, self._quiet)
        try:
            uploaded = await self._converge(one, signal, watch)
            self._opened.confirm(one.n, uploaded, watch.attempt)
        except JournalError as error:
            self._batch.stop = error
        except Exception as error:  # noqa: BLE001 - a defect with one file ends no other file
            await self._failed(one, error, watch)
        finally:
            watch.end()

    async def _converge(self, one: RunFile, signal: AbortSignal, watch: FileWatch) -> UploadedFile:
        """Send one file, again with a new token if the present one is refused."""
        attempt = self._attempt
        while True:
            await attempt.sign_in.pause()
            token = attempt.sign_in.token
            source = attempt.tools.source_factory(self._file(one.n))
            try:
                self._opened.unwritten.leaving(SaveStage.UPLOAD_FILES)
                uploaded = await attempt.service.upload_file(self._record.id, source, signal, watch)
            except ServiceError as error:
                if error.kind is not ErrorKind.SIGN_IN:
                    raise
                watch.pause()
                await attempt.sign_in.refused(error, token)
            else:
                return _checked(self._file(one.n), uploaded)

    async def _failed(self, one: RunFile, error: Exception, watch: FileWatch) -> None:
        """Decide what a failure concerns: the batch, nobody yet, or this row."""
        why = error_info(error)
        of_kind = traits(why.kind)
        if not isinstance(error, SendoffError):
            _log.error("uploading failed with %s", type(error).__name__, exc_info=error)
        if not isinstance(error, SendoffError) or error.verdict is Verdict.UNKNOWN_OUTCOME:
            self._unknown[one.n] = _Unanswered(why, send_again=True)
        elif of_kind.concerns_batch and not isinstance(error, FileError):
            self._stop(error)
        elif of_kind.may_have_acted:
            self._unknown[one.n] = _Unanswered(why, send_again=False)
        elif of_kind.concerns_record and await self._record_is_lost():
            return
        elif isinstance(error, ServiceError) and not is_clear_refusal(error):
            self._unknown[one.n] = _Unanswered(why, send_again=False)
        else:
            await self._opened.change_files(
                (_failed_row(_as_measured(self._file(one.n), watch), why),)
            )

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
            if traits(error.kind).gone:
                self._stop(ServiceError(info(ErrorKind.GONE, record=self._record.id)))
            return
        if record.state is not RecordState.DRAFT:
            self._stop(ServiceError(info(ErrorKind.CONFLICT, state=record.state)))

    async def _settle(self, *, last: bool = False) -> tuple[RunFile, ...]:
        """Ask the listing about the files without an answer; return those to be sent again.

        With `last` none is: they were sent twice, and neither was confirmed.
        """
        opened, stage = self._opened, SaveStage.UPLOAD_FILES
        unknown, self._unknown = self._unknown, {}
        await opened.commit(CheckBegan(stage, opened.wall_time(), len(unknown)))
        self._quiet.expect_any(_LISTING)
        try:
            listing = await gate.read_listing(self._attempt)
        except SendoffError:
            await opened.commit(OutcomeSettled(stage, Settled.UNKNOWN, self._record))
            raise
        finally:
            self._quiet.moved(_LISTING)
        only = frozenset(unknown)
        await gate.reconcile_listing(self._attempt, listing, read=True, only=only)
        missing = [n for n in unknown if self._file(n).state is not FileState.CONFIRMED]
        settled = Settled.NOT_DONE if missing else Settled.DONE
        await opened.commit(OutcomeSettled(stage, settled, self._record))
        given_up = [n for n in missing if last or not unknown[n].send_again]
        await opened.change_files(_failed_row(self._file(n), unknown[n].error) for n in given_up)
        return tuple(self._file(n) for n in missing if n not in given_up)

    def _file(self, n: int) -> RunFile:
        return self._attempt.run.files[n]


def _checked(one: RunFile, uploaded: UploadedFile) -> UploadedFile:
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


def _as_measured(one: RunFile, watch: FileWatch) -> RunFile:
    return replace(
        one,
        attempts=watch.attempt,
        acknowledged=max(one.acknowledged, watch.acknowledged_bytes),
    )


def _failed_row(one: RunFile, error: ErrorInfo) -> RunFile:
    return replace(one, state=FileState.FAILED, error=error, attempts=max(one.attempts, 1))
