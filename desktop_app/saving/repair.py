"""*Repair draft* as window and command line use it: list, examine, repair.

Knows no back end.

No step of it is journaled: the draft itself says what is left to do, and a repair looks before each
step, so that one which was cut off is simply done again. That it was cut off is reported: a mark is
on disk while a draft is repaired.
"""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import cast

from desktop_app.core.errors import (
    BadInputError,
    ErrorInfo,
    ErrorKind,
    JournalError,
    ServiceError,
    Verdict,
    info,
)
from desktop_app.core.measured import state_while_sending
from desktop_app.core.model import (
    Account,
    EntryFinding,
    EntryState,
    FileState,
    RecordRef,
    RecordState,
)
from desktop_app.core.run import Run, RunFile
from desktop_app.core.threads import in_thread
from desktop_app.saving.attempt import ServiceProvider, SourceFactory
from desktop_app.saving.sessions import KnownRuns
from desktop_app.services.base import DraftService, UploadSource
from desktop_app.storage.repair_marks import Repair, RepairMarks
from desktop_app.workflow import AbortSignal

_TO_REPAIR = (EntryState.PENDING, EntryState.STALE, EntryState.MISSING)


@dataclass(frozen=True, slots=True)
class DraftLook:
    """How a draft stands against local files, by the service's own listing."""

    record: RecordRef
    entries: tuple[EntryFinding, ...]

    @property
    def to_repair(self) -> tuple[EntryFinding, ...]:
        """What a repair changes without being asked about it by name."""
        return tuple(one for one in self.entries if one.state in _TO_REPAIR)

    @property
    def different(self) -> tuple[EntryFinding, ...]:
        """What is replaced only where the person names it."""
        return tuple(one for one in self.entries if one.state is EntryState.DIFFERENT)

    @property
    def sound(self) -> bool:
        """Whether the draft holds every local file as it is here, and nothing unfinished."""
        return not self.to_repair and not self.different


@dataclass(frozen=True, slots=True)
class RepairProgress:
    """What happens to one file while a draft is repaired; `sent` bytes are not confirmed yet."""

    key: str
    state: FileState
    size: int
    sent: int = 0
    error: ErrorInfo | None = None
    """Why it waits."""


OnProgress = Callable[[RepairProgress], None]


class DraftRepair:
    """Lists drafts and repairs them, each call with a service of its own.

    Every coroutine may raise `ServiceError`, and `BadInputError` of kind NO_ACCOUNT where the
    service shows no drafts.

    Args:
        session: is asked whether a save fills the draft at this moment.
        provider: opens services.
        source_factory: makes the reader of a local file.
        lists_drafts: whether a kind of service does.
        marks: keeps which drafts are being repaired; None keeps nothing.
    """

    def __init__(
        self,
        session: KnownRuns,
        provider: ServiceProvider,
        source_factory: SourceFactory,
        lists_drafts: Callable[[str], bool] = lambda _kind: False,
        marks: RepairMarks | None = None,
    ) -> None:
        self._marks = marks
        self._session = session
        self._provider = provider
        self._source_of = source_factory
        self._lists_drafts = lists_drafts

    def offered_for(self, run: Run) -> bool:
        """Whether what a save left behind is a draft that can be repaired; asks nobody."""
        is_draft = run.record is not None and run.record.state is RecordState.DRAFT
        return is_draft and not run.busy and self._lists_drafts(run.account.kind)

    async def drafts(self, account: Account) -> tuple[RecordRef, ...]:
        """Return the person's newest drafts, newest first."""
        async with self._opened(account) as service:
            return await service.drafts()

    async def draft(self, account: Account, record_id: str) -> RecordRef:
        """Return one draft as it stands now.

        Raises:
            ServiceError: CONFLICT with reason "published": it is no draft any more.
        """
        async with self._opened(account) as service:
            return await _draft(service, record_id)

    async def examine(
        self, account: Account, record_id: str, files: Sequence[RunFile]
    ) -> DraftLook:
        """Compare a draft with local files; changes nothing.

        Raises:
            FileError: a local file cannot be read.
            ServiceError: CONFLICT with reason "published".
        """
        async with self._opened(account) as service:
            record = await _draft(service, record_id)
            look = DraftLook(record, await service.examine(record_id, self._sources(files)))
        await self.forget_cut(account, record_id)
        return look

    async def repair(
        self,
        account: Account,
        record_id: str,
        files: Sequence[RunFile],
        signal: AbortSignal,
        on_progress: OnProgress,
        *,
        replace: frozenset[str] = frozenset(),
    ) -> DraftLook:
        """Finish, send and remove what is needed; return how the draft stands then.

        Content that differs is replaced under the keys in `replace` only.

        Raises:
            JournalError: RUN_BUSY: a save fills this draft now; its uploads look unfinished.
            FileError: a local file cannot be read.
            OperationAborted: the signal was aborted; what was repaired before stays so.
        """
        await self._refuse_while_filled(account, record_id)
        sources = self._sources(files)
        sizes = {source.key: source.size for source in sources}
        repair = Repair(account, record_id)
        async with self._marked(repair), self._opened(account) as service:
            record = await _draft(service, record_id)
            try:
                entries = await service.repair(
                    record_id,
                    sources,
                    signal,
                    lambda key: _Report(key, sizes[key], on_progress),
                    replace=replace,
                )
            except ServiceError as error:
                if error.verdict is not Verdict.UNKNOWN_OUTCOME:
                    raise
                look = DraftLook(record, await service.examine(record_id, sources))
                if look.to_repair or any(one.key in replace for one in look.different):
                    raise
                return look
        await self.forget_cut(account, record_id)
        return DraftLook(record, entries)

    async def cut_off(self) -> tuple[ErrorInfo, ...]:
        """Return a REPAIR_CUT for each repair whose process was gone before it ended.

        One is reported until its draft is examined again, or `forget_cut` is called for it.
        """
        left = await in_thread(self._marks.cut_off) if self._marks is not None else ()
        return tuple(
            info(
                ErrorKind.REPAIR_CUT,
                record=one.record,
                account=one.account.label or one.account.id,
            )
            for one in dict.fromkeys(left)
        )

    async def forget_cut(self, account: Account | None = None, record_id: str = "") -> None:
        """Report no more the repairs of a draft that were cut off, or all of them."""
        if self._marks is None:
            return
        left = await in_thread(self._marks.cut_off)
        known = [one for one in left if account is None or one == Repair(account, record_id)]
        if known:
            await in_thread(self._marks.forget, *known)

    @asynccontextmanager
    async def _marked(self, repair: Repair) -> AsyncIterator[None]:
        """Keep a mark while the draft is repaired.

        Raises:
            JournalError: it cannot be written; nothing was sent.
        """
        if self._marks is None:
            yield
            return
        try:
            mark = await in_thread(self._marks.begin, repair)
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            kind = ErrorKind.DISK_FULL if full else ErrorKind.JOURNAL_READ_ONLY
            raise JournalError(info(kind)) from error
        try:
            yield
        finally:
            mark.end()  # at once: a task that is cancelled may get no other turn

    @asynccontextmanager
    async def _opened(self, account: Account) -> AsyncIterator[DraftService]:
        service = await self._provider.open(account)
        try:
            if not service.capabilities.lists_drafts:
                name = account.label or account.id
                raise BadInputError(info(ErrorKind.NO_ACCOUNT, account=name, reason="no_drafts"))
            yield cast(DraftService, service)
        finally:
            await service.aclose()

    async def _refuse_while_filled(self, account: Account, record_id: str) -> None:
        for run in await self._session.runs(unfinished_only=True):
            same = run.record is not None and run.record.id == record_id
            if run.busy and same and run.account.address == account.address:
                raise JournalError(info(ErrorKind.RUN_BUSY, run=run.id))

    def _sources(self, files: Sequence[RunFile]) -> tuple[UploadSource, ...]:
        return tuple(self._source_of(one) for one in files if one.skip is None)


class _Report:
    """One file's `UploadReport`. Whole-file uploads are never resumed: nothing is remembered."""

    upload_ref = ""

    def __init__(self, key: str, size: int, on_progress: OnProgress) -> None:
        self._now = RepairProgress(key, FileState.WAITING, size)
        self._on_progress = on_progress

    async def remember_upload(self, upload_ref: str) -> None:
        """Keep it for this upload only."""
        self.upload_ref = upload_ref

    async def stored_as(self, key: str) -> None:
        """Nothing is journaled of a repair; it goes by the name that the person knows."""

    def state(self, state: FileState) -> None:
        self._publish(state, self._now.sent)

    def sent(self, total: int) -> None:
        self._publish(state_while_sending(total, self._now.size), total)

    def acknowledged(self, offset: int) -> None:
        self._publish(FileState.SENDING, offset)

    def waiting(self, seconds: float, error: ErrorInfo) -> None:  # noqa: ARG002 - the error says it
        self._now = RepairProgress(self._now.key, FileState.WAITING, self._now.size, 0, error)
        self._on_progress(self._now)

    def _publish(self, state: FileState, sent: int) -> None:
        self._now = RepairProgress(self._now.key, state, self._now.size, sent)
        self._on_progress(self._now)


async def _draft(service: DraftService, record_id: str) -> RecordRef:
    record = await service.get_record(record_id)
    if record.state is RecordState.FINALIZED:
        raise ServiceError(info(ErrorKind.CONFLICT, reason="published", record=record_id))
    return record
