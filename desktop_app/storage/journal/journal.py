"""The journal's verbs. Each write resolves after its commit; nothing here blocks the loop."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from desktop_app.core.clock import WallClock, utc_now
from desktop_app.core.errors import ErrorInfo, JournalError
from desktop_app.core.model import RecordRef, SaveStage, StageState
from desktop_app.storage.journal import rows
from desktop_app.storage.journal.entries import (
    FileConfirmation,
    FileEntry,
    HistoryEntry,
    JournaledRun,
    LastSent,
    RunEnd,
    RunEntry,
)
from desktop_app.storage.journal.lock import RunLock, is_locked
from desktop_app.storage.journal.schema import OpenedJournal, journal_error, open_journal
from desktop_app.storage.journal.writer import InlineWriter, Sync, ThreadWriter, Writer

T = TypeVar("T")
_SEEN = ".seen"
"""Ends the name of an empty file beside a damaged journal that a person knows of."""


class Journal:
    """The record on disk of all saves of one data folder.

    Opened by its first use, in the writer's thread. Every coroutine may raise `JournalError`
    (JOURNAL_NEWER, JOURNAL_READ_ONLY, JOURNAL_BUSY, JOURNAL_DAMAGED, JOURNAL_UNUSABLE,
    DISK_FULL); then nothing of the call was written.
    """

    def __init__(
        self, folder: str | Path, *, wall_clock: WallClock = utc_now, inline: bool = False
    ) -> None:
        self._folder = Path(folder)
        self._path = self._folder / "journal.sqlite"
        self._wall_clock = wall_clock
        self._set_aside: list[str] = []
        writer: type[ThreadWriter | InlineWriter] = InlineWriter if inline else ThreadWriter
        self._writer: Writer = writer(self._path, self._open)

    def _open(self) -> OpenedJournal:
        opened = open_journal(self._path, self._wall_clock)
        if opened.set_aside:
            self._set_aside.append(opened.set_aside)
        return opened

    def now(self) -> str:
        """Return the wall clock as ISO 8601 UTC, to milliseconds."""
        return self._wall_clock().isoformat(timespec="milliseconds")

    async def set_aside(self) -> tuple[str, ...]:
        """Return the names under which damaged journals were kept since this one was opened."""
        await self._read(lambda _connection: None)
        return tuple(self._set_aside)

    async def kept_damaged(self) -> tuple[str, ...]:
        """Return the names of damaged journals that were set aside, by whomever, and are unseen."""
        await self._read(lambda _connection: None)
        return await self._off_loop(self._unseen)

    async def acknowledge_damaged(self) -> tuple[str, ...]:
        """Note that a person has seen which damaged journals are kept; return their names."""

        def note() -> tuple[str, ...]:
            names = self._unseen()
            for name in names:
                (self._folder / f"{name}{_SEEN}").touch(mode=0o600)
            return names

        return await self._off_loop(note)

    def _unseen(self) -> tuple[str, ...]:
        kept = sorted(self._folder.glob(f"{self._path.stem}.damaged-*.sqlite"))
        return tuple(one.name for one in kept if not one.with_name(f"{one.name}{_SEEN}").exists())

    async def close(self) -> None:
        """Finish what is queued and close the file."""
        await self._off_loop(self._writer.close)

    def close_now(self) -> None:
        """The same, blocking, for the end of a process that has no loop any more."""
        self._writer.close()

    # one owner per run

    async def lock(self, run: str) -> RunLock:
        """Take the run for this process; release it when its work has ended.

        Raises:
            JournalError: RUN_BUSY if another window or process has it.
        """
        return await self._off_loop(lambda: RunLock.take(self._lock_path(run)))

    async def busy(self) -> frozenset[str]:
        """Return the runs that some process (this one too) is running now."""
        locks = self._folder / "locks"
        return await self._off_loop(
            lambda: frozenset(path.stem for path in locks.glob("*.lock") if is_locked(path))
        )

    def _lock_path(self, run: str) -> Path:
        return self._folder / "locks" / f"{run}.lock"

    async def _off_loop(self, work: Callable[[], T]) -> T:
        try:
            if isinstance(self._writer, InlineWriter):
                return work()
            return await asyncio.to_thread(work)
        except OSError as error:
            raise journal_error(error, self._path) from error

    # writing

    async def create_run(
        self,
        entry: RunEntry,
        files: Sequence[FileEntry],
        history: Sequence[HistoryEntry] = (),
    ) -> None:
        """Write the intent: the run, its marker, every file with its key, what was left out."""
        await self._write(lambda db: rows.insert_run(db, entry, files, history))

    async def key_for(self, run: str, stage: SaveStage, body: str, fresh: str) -> str:
        """Return the idempotency key of `body`: the journaled one, else `fresh`, now journaled."""
        at = self.now()
        return await self._write(lambda db: rows.key_for(db, run, stage, body, fresh, at))

    async def begin_attempt(self, run: str) -> None:
        """Count another attempt of the run and forget how the last one ended."""
        await self._write(lambda db: rows.begin_attempt(db, run))

    async def stage(
        self,
        run: str,
        stage: SaveStage,
        state: StageState,
        *,
        reason: str = "",
        elapsed_s: float = 0.0,
        error: ErrorInfo | None = None,
    ) -> None:
        """Write a stage's transition; to ACTIVE it counts an attempt, else adds `elapsed_s`."""
        at = self.now()
        await self._write(
            lambda db: rows.stage(db, run, stage, state, reason, elapsed_s, error, at)
        )

    async def record(self, run: str, record: RecordRef | None, reason: str) -> None:
        """Write which record the run has; None: it is gone at the service."""
        at = self.now()
        await self._write(lambda db: rows.record(db, run, record, reason, at))

    async def new_draft(self, run: str, client_ref: str) -> None:
        """The draft is gone and the person wants another: a new marker, all files wait again."""
        at = self.now()
        await self._write(lambda db: rows.new_draft(db, run, client_ref, at))

    async def doubt_draft(self, run: str, *, doubt: bool) -> None:
        """Write whether a create was left without an answer, so that a twin may turn up."""
        await self._write(lambda db: rows.doubt_draft(db, run, doubt=doubt))

    async def form(self, run: str, title: str, metadata: str, *, pending: bool) -> None:
        """Write a mended form; `pending` says that the draft has still the old one."""
        at = self.now()
        await self._write(lambda db: rows.form(db, run, title, metadata, pending=pending, at=at))

    async def confirm_files(self, run: str, confirmed: Sequence[FileConfirmation]) -> None:
        """Write a group of confirmations."""
        await self._write(lambda db: rows.confirm_files(db, run, confirmed), Sync.GROUPED)

    async def file(self, run: str, entry: FileEntry) -> None:
        """Write a file's new state as a whole."""
        await self._write(lambda db: rows.update_files(db, run, (entry,)))

    async def files(self, run: str, entries: Sequence[FileEntry]) -> None:
        """Write several files' new states."""
        await self._write(lambda db: rows.update_files(db, run, entries))

    async def upload_ref(self, run: str, n: int, upload_ref: str) -> None:
        """Write the path of a file's unfinished upload, before the first byte of it is sent."""
        await self._write(lambda db: rows.upload_ref(db, run, n, upload_ref), Sync.GROUPED)

    async def note(
        self,
        run: str,
        stage: SaveStage | None,
        what: str,
        reason: str = "",
        error: ErrorInfo | None = None,
    ) -> None:
        """Append to the run's history."""
        at = self.now()
        await self._write(lambda db: rows.note(db, run, stage, what, reason, error, at))

    async def end(self, run: str, end: RunEnd) -> None:
        """Write how the attempt ended."""
        at = self.now()
        await self._write(lambda db: rows.end(db, run, end, at))

    async def forget(self, run: str) -> None:
        """Remove everything about the run; unknown runs are fine."""
        await self._write(lambda db: rows.forget(db, run))

    async def forget_ended_before(self, days: float) -> tuple[str, ...]:
        """Remove runs that were done or discarded more than `days` ago; return their ids.

        Unfinished runs stay however old they are: they may have something at a service.
        """
        before = (self._wall_clock() - timedelta(days=days)).isoformat(timespec="milliseconds")
        return await self._write(lambda db: rows.forget_ended_before(db, before))

    # reading

    async def load(self, run: str, *, history: bool = False) -> JournaledRun | None:
        """Return one run, None if the journal does not know it."""
        return await self._read(lambda db: rows.load(db, run, history=history))

    async def last_sent(self, run: str, stage: SaveStage) -> LastSent | None:
        """Return when the last request of `stage` was sent or left without an answer."""
        return await self._read(lambda db: rows.last_sent(db, run, stage))

    async def wish_to_finalize(self, run: str) -> None:
        """Write that a draft which was kept as one is to be finalized after all."""
        at = self.now()
        await self._write(lambda db: rows.wish_to_finalize(db, run, at))

    async def runs(
        self, shape: Callable[[JournaledRun], T], *, unfinished_only: bool = False
    ) -> tuple[T, ...]:
        """Return `shape(run)` of each run, oldest first, without its history.

        `shape` runs in the journal's thread: a long list is made beside the loop, and of one
        run at a time.
        """
        return await self._read(
            lambda db: tuple(
                shape(known) for known in rows.runs(db, unfinished_only=unfinished_only)
            )
        )

    def _write(
        self, job: Callable[[sqlite3.Connection], T], sync: Sync = Sync.DURABLE
    ) -> Awaitable[T]:
        return self._writer.submit(job, sync)

    def _read(self, job: Callable[[sqlite3.Connection], T]) -> Awaitable[T]:
        return self._writer.submit(job, Sync.READ)


__all__ = ["Journal", "JournalError"]
