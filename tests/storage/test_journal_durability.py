"""The journal's promises about power cuts and owners, seen where SQLite is asked for them."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import ErrorKind, JournalError
from desktop_app.core.model import OutcomeKind, RecordRef, SaveStage, StageState
from desktop_app.storage.journal import FileConfirmation, Journal, RunEnd, lock
from desktop_app.storage.journal.lock import RunLock
from tests.storage.test_journal import entry, files, play

NORMAL, FULL = 1, 2
JOURNAL = "journal.sqlite"
RUN = "run-1"


class Commits:
    """Watches every connection: how sure each commit was; holds the first transaction back."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sure: list[int] = []
        self.begun = threading.Event()
        self.go = threading.Event()
        self.go.set()
        commits = self

        class Watched(sqlite3.Connection):
            def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
                if sql == "COMMIT":
                    commits.sure.append(super().execute("PRAGMA synchronous").fetchone()[0])
                if sql.startswith("BEGIN"):
                    commits.begun.set()
                    assert commits.go.wait(30)
                return super().execute(sql, *more)

        monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))


Write = Callable[[Journal], Awaitable[object]]
DURABLE: dict[str, Write] = {
    "attempt": lambda j: j.begin_attempt(RUN),
    "key": lambda j: j.key_for(RUN, SaveStage.CREATE_RECORD, "body", "fresh"),
    "stage": lambda j: j.stage(RUN, SaveStage.CREATE_RECORD, StageState.ACTIVE),
    "record": lambda j: j.record(RUN, RecordRef("r1"), "created"),
    "new draft": lambda j: j.new_draft(RUN, "urn:uuid:other"),
    "form": lambda j: j.form(RUN, "T", "{}", pending=True),
    "files": lambda j: j.files(RUN, files()),
    "end": lambda j: j.end(RUN, RunEnd(OutcomeKind.DONE)),
}
GROUPED: dict[str, Write] = {
    "confirmations": lambda j: j.confirm_files(RUN, [FileConfirmation(0, 5, "", "", 1)]),
}


@pytest.mark.parametrize("what", [*DURABLE, *GROUPED])
def test_each_write_is_as_sure_as_its_kind_asks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Intent, keys and transitions survive a power cut; confirmations are learnt again."""
    commits = Commits(monkeypatch)

    async def scene(journal: Journal) -> None:
        await journal.create_run(entry(), files())
        assert commits.sure[-1] == FULL, "the intent"
        await GROUPED["confirmations"](journal)
        await (DURABLE | GROUPED)[what](journal)
        assert commits.sure[-1] == (FULL if what in DURABLE else NORMAL)

    play(tmp_path, scene)


def test_a_durable_write_stays_one_beside_a_grouped_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits = Commits(monkeypatch)

    async def scene(journal: Journal) -> None:
        await journal.create_run(entry(), files())
        commits.begun.clear()
        commits.go.clear()
        first = asyncio.ensure_future(GROUPED["confirmations"](journal))
        await asyncio.to_thread(commits.begun.wait, 30)
        both = [asyncio.ensure_future(one(journal)) for one in (DURABLE["key"], *GROUPED.values())]
        await asyncio.sleep(0)
        before = len(commits.sure)
        commits.go.set()
        await asyncio.gather(first, *both)
        assert commits.sure[before:] == [NORMAL, FULL], "the two were committed together"

    play(tmp_path, scene)


def test_what_is_set_aside_takes_its_log_with_it(tmp_path: Path) -> None:
    """A log that stays behind would be played into the journal that comes next."""
    kept = tmp_path / "kept"
    kept.mkdir()

    async def fill(journal: Journal) -> None:
        await journal.create_run(entry(), files())
        shutil.copy(tmp_path / f"{JOURNAL}-wal", kept / "wal")

    play(tmp_path, fill)
    (tmp_path / JOURNAL).write_bytes(b"")
    log = (kept / "wal").read_bytes()
    (tmp_path / f"{JOURNAL}-wal").write_bytes(log)

    async def scene(journal: Journal) -> None:
        (aside,) = await journal.set_aside()
        assert (tmp_path / f"{aside}-wal").read_bytes() == log
        assert await journal.runs(lambda known: known) == ()

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
        await journal.create_run(entry(), files())

    play(tmp_path, fill)
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Failing))

    async def scene(journal: Journal) -> None:
        assert await journal.set_aside() == ()
        assert [known.entry.run for known in await journal.runs(lambda one: one)] == [RUN]

    play(tmp_path, scene)
    assert not failures


def test_of_a_write_that_fails_half_way_nothing_stays(tmp_path: Path) -> None:
    """The run's row is in, and one of its files is refused."""

    async def scene(journal: Journal) -> None:
        await journal.create_run(entry(), files())
        twice = (*files(), files()[0])
        with pytest.raises(JournalError):
            await journal.create_run(entry("run-2"), twice)
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
