"""The journal's promises about power cuts and owners, seen where SQLite is asked for them."""

from __future__ import annotations

import shutil
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import ErrorKind, JournalError
from desktop_app.storage.journal import Journal, lock
from desktop_app.storage.journal.lock import RunLock
from tests.storage.test_journal import entry, files, play

NORMAL, FULL = 1, 2
JOURNAL = "journal.sqlite"
RUN = "run-1"


def test_what_is_set_aside_takes_its_log_with_it(tmp_path: Path) -> None:
    """A log that stays behind would be played into the journal that comes next."""
    kept = tmp_path / "kept"
    kept.mkdir()

    async def fill(journal: Journal) -> None:
        await journal.begin(entry(files=files()))
        shutil.copy(tmp_path / f"{JOURNAL}-wal", kept / "wal")

    play(tmp_path, fill)
    (tmp_path / JOURNAL).write_bytes(b"")
    log = (kept / "wal").read_bytes()
    (tmp_path / f"{JOURNAL}-wal").write_bytes(log)

    async def scene(journal: Journal) -> None:
        (aside,) = await journal.set_aside()
        assert (tmp_path / f"{aside}-wal").read_bytes() == log
        assert await journal.summaries(lambda known: known) == ()

    play(tmp_path, scene)


def test_a_drive_that_fails_for_a_moment_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = [1, 2]

    class Failing(sqlite3.Connection):
        def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
            if "quick_check" in sql and failures:
                failures.pop()
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR
                raise error
            return super().execute(sql, *more)

    async def fill(journal: Journal) -> None:
        await journal.begin(entry(files=files()))

    play(tmp_path, fill)
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Failing))

    async def scene(journal: Journal) -> None:
        assert await journal.set_aside() == ()
        assert [known.id for known in await journal.summaries(lambda one: one)] == [RUN]

    play(tmp_path, scene)
    assert not failures


def test_of_a_write_that_fails_half_way_nothing_stays(tmp_path: Path) -> None:
    """The run's row is in, and one of its files is refused."""

    async def scene(journal: Journal) -> None:
        await journal.begin(entry(files=files()))
        twice = (*files(), files()[0])
        with pytest.raises(JournalError):
            await journal.begin(entry("run-2", files=twice))
        assert await journal.load("run-2") is None
        assert await journal.load(RUN) is not None

    play(tmp_path, scene)


def test_a_lock_that_its_last_owner_removed_is_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last owner lets go, and another one comes, between our opening and our locking."""
    path = tmp_path / "run-1.lock"
    last = RunLock.take(path)
    real, third = lock.try_lock, list[RunLock]()

    def late(handle: int, *, exclusive: bool) -> bool:
        if not third:
            monkeypatch.setattr(lock, "try_lock", real)
            last.release()
            third.append(RunLock.take(path))
        return real(handle, exclusive=exclusive)

    monkeypatch.setattr(lock, "try_lock", late)
    with pytest.raises(JournalError) as caught:
        RunLock.take(path)
    assert caught.value.kind is ErrorKind.RUN_BUSY
    third[0].release()
