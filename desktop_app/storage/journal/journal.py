"""The journal's verbs. Each write resolves after its commit; nothing here blocks the loop."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from desktop_app.core.changes import Change, HistoryLine
from desktop_app.core.clock import WallClock, utc_now
from desktop_app.core.errors import JournalError
from desktop_app.core.run import Run
from desktop_app.storage.journal import rows
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

    async def begin(self, run: Run) -> None:
        """Write the intent: the run, its marker and every file with its key."""
        at = self.now()
        await self._write(lambda db: rows.begin(db, run, at))

    async def commit(self, before: Run, after: Run, change: Change) -> None:
        """Write what `change` made of a run.

        `before` is what the journal has, `after` is `apply(before, change)`.
        """
        at = self.now()
        sync = Sync.DURABLE if change.durable else Sync.GROUPED
        await self._write(lambda db: rows.commit(db, before, after, change, at), sync)

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

    async def load(self, run: str) -> Run | None:
        """Return one run, None if the journal does not know it."""
        return await self._read(lambda db: rows.load(db, run))

    async def history(self, run: str) -> tuple[HistoryLine, ...]:
        """Return the history of a run, oldest first."""
        return await self._read(lambda db: rows.history(db, run))

    async def summaries(
        self, shape: Callable[[Run], T], *, unfinished_only: bool = False
    ) -> tuple[T, ...]:
        """Return `shape(run)` of each run, oldest first.

        `shape` runs in the journal's thread: a long list is made beside the loop, and of one
        run at a time.
        """
        return await self._read(
            lambda db: tuple(shape(run) for run in rows.runs(db, unfinished_only=unfinished_only))
        )

    def _write(
        self, job: Callable[[sqlite3.Connection], T], sync: Sync = Sync.DURABLE
    ) -> Awaitable[T]:
        return self._writer.submit(job, sync)

    def _read(self, job: Callable[[sqlite3.Connection], T]) -> Awaitable[T]:
        return self._writer.submit(job, Sync.READ)


__all__ = ["Journal", "JournalError"]
