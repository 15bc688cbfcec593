"""A journal that is damaged, foreign, newer, locked, or on a disk that is full or read-only."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import ErrorKind, JournalError
from desktop_app.core.words import say
from desktop_app.core.words.errors import error_words
from desktop_app.storage.journal import Journal, schema
from tests.storage.test_journal import commit, entry, files, name, note, play

JOURNAL = "journal.sqlite"


async def fill(journal: Journal) -> None:
    await journal.begin(entry(files=files(300)))


def truncate(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


def scribble(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:12288] = b"\xaa" * 8192
    path.write_bytes(bytes(content))


def foreign_database(path: Path) -> None:
    path.unlink()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE notes(text)")
    other.commit()
    other.close()


def lose_a_table(path: Path) -> None:
    ours = sqlite3.connect(path)
    ours.execute("DROP TABLE history")
    ours.commit()
    ours.close()


def scribble_on_the_header(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[44:48] = b"\xaa" * 4  # the schema format
    path.write_bytes(bytes(content))


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "truncated": truncate,
    "cut in the header": lambda path: path.write_bytes(path.read_bytes()[:50]),
    "overwritten inside": scribble,
    "no database": lambda path: path.write_bytes(b"%PDF-1.7 something else" * 100),
    "another program's": foreign_database,
    "a table is missing": lose_a_table,
    "overwritten in the header": scribble_on_the_header,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_journal_is_set_aside_told_and_replaced(tmp_path: Path, damage: str) -> None:
    play(tmp_path, fill)
    DAMAGE[damage](tmp_path / JOURNAL)
    damaged = (tmp_path / JOURNAL).read_bytes()

    async def scene(journal: Journal) -> None:
        (kept,) = await journal.set_aside()
        assert (tmp_path / kept).read_bytes() == damaged, "nothing is thrown away"
        assert await journal.summaries(name) == ()
        await journal.begin(entry(files=files()))

    play(tmp_path, scene)

    async def later(journal: Journal) -> None:
        assert await journal.set_aside() == (), "told once"
        assert len(await journal.summaries(name)) == 1

    play(tmp_path, later)


class Unwell(sqlite3.Connection):
    """A connection to which SQLite answers with a plain error, `times` times."""

    times = 0

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if "quick_check" in sql and Unwell.times:
            Unwell.times -= 1
            return super().execute("SELECT no_such_function()")
        return super().execute(sql, parameters)


@pytest.fixture
def unwell(monkeypatch: pytest.MonkeyPatch) -> type[Unwell]:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Unwell))
    monkeypatch.setattr(Unwell, "times", 0)
    return Unwell


def test_an_error_that_passes_leaves_the_journal_where_it_is(
    tmp_path: Path, unwell: type[Unwell]
) -> None:
    play(tmp_path, fill)
    unwell.times = 2

    async def scene(journal: Journal) -> None:
        assert await journal.set_aside() == ()
        assert list(await journal.summaries(name)) == ["run-1"]

    play(tmp_path, scene)


def test_an_error_that_stays_is_told_and_the_journal_left_untouched(
    tmp_path: Path, unwell: type[Unwell], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "_OPEN_WAIT_S", 0.1)
    play(tmp_path, fill)
    before = (tmp_path / JOURNAL).read_bytes()
    unwell.times = 10_000

    async def scene(journal: Journal) -> None:
        with pytest.raises(JournalError) as refusal:
            await journal.summaries(name)
        assert refusal.value.kind is ErrorKind.JOURNAL_UNUSABLE
        unwell.times = 0
        assert list(await journal.summaries(name)) == ["run-1"], "the next use tries again"

    play(tmp_path, scene)
    assert (tmp_path / JOURNAL).read_bytes() == before
    assert not list(tmp_path.glob("journal.damaged-*"))


def test_two_damaged_journals_are_both_kept(tmp_path: Path) -> None:
    for _ in range(2):
        play(tmp_path, fill)
        (tmp_path / JOURNAL).write_bytes(b"")

        async def scene(journal: Journal) -> None:
            assert len(await journal.set_aside()) == 1

        play(tmp_path, scene)
    assert len(list(tmp_path.glob("journal.damaged-*.sqlite"))) == 2


def test_a_newer_journal_is_refused_and_left_untouched(tmp_path: Path) -> None:
    play(tmp_path, fill)
    newer = sqlite3.connect(tmp_path / JOURNAL)
    newer.execute(f"PRAGMA user_version={len(schema.MIGRATIONS) + 1}")
    newer.close()
    before = (tmp_path / JOURNAL).read_bytes()

    async def scene(journal: Journal) -> None:
        with pytest.raises(JournalError) as refusal:
            await journal.summaries(name)
        assert refusal.value.kind is ErrorKind.JOURNAL_NEWER
        with pytest.raises(JournalError):
            await journal.begin(entry("run-2"))

    play(tmp_path, scene)
    assert (tmp_path / JOURNAL).read_bytes() == before


def test_an_older_journal_is_migrated_in_one_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path, fill)

    def next_version(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE runs ADD COLUMN note TEXT")

    known = len(schema.MIGRATIONS)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, next_version))

    async def scene(journal: Journal) -> None:
        assert len(await journal.summaries(name)) == 1

    play(tmp_path, scene)
    stored = sqlite3.connect(tmp_path / JOURNAL)
    assert stored.execute("PRAGMA user_version").fetchone() == (known + 1,)
    assert stored.execute("SELECT note FROM runs").fetchone() == (None,)
    stored.close()


def test_a_journal_is_not_moved_while_another_process_has_it_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "_OPEN_WAIT_S", 0.1)

    async def scene(journal: Journal) -> None:
        await journal.begin(entry(files=files()))
        (tmp_path / JOURNAL).rename(tmp_path / "moved")
        (tmp_path / JOURNAL).write_bytes(b"")
        second = Journal(tmp_path)
        with pytest.raises(JournalError) as busy:
            await second.summaries(name)
        assert busy.value.kind is ErrorKind.JOURNAL_BUSY
        await second.close()

    play(tmp_path, scene)


def test_a_write_lock_that_somebody_keeps_is_said_to_be_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "_BUSY_MS", 50)

    async def scene(journal: Journal) -> None:
        await journal.begin(entry())
        other = sqlite3.connect(tmp_path / JOURNAL, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError) as busy:
            await commit(journal, entry(), note("x"))
        assert busy.value.kind is ErrorKind.JOURNAL_BUSY
        assert len(await journal.summaries(name)) == 1, "reading goes on"
        other.execute("ROLLBACK")
        other.close()
        await commit(journal, entry(), note("x"))

    play(tmp_path, scene)


@pytest.mark.parametrize("inline", [False, True], ids=["thread", "inline"])
def test_a_full_database_writes_nothing_and_says_so(tmp_path: Path, inline: bool) -> None:
    """A quota in the file itself: works for every user, on every system."""

    async def scene(journal: Journal) -> None:
        await journal.begin(entry())
        opened = journal._writer._connected._opened  # type: ignore[attr-defined] # of both writers
        pages = opened.connection.execute("PRAGMA page_count").fetchone()[0]
        opened.connection.execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(JournalError) as full:
            await journal.begin(entry("run-2", files=files(3000)))
        assert full.value.kind is ErrorKind.DISK_FULL
        opened.connection.execute(f"PRAGMA max_page_count={pages + 10_000}")
        assert list(await journal.summaries(name)) == ["run-1"]
        await journal.begin(entry("run-2", files=files(3000)))

    play(tmp_path, scene, inline=inline)


needs_mounts = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("mount") is None,
    reason="needs root and mount",
)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)],
        check=False,
        capture_output=True,
    )
    if mounted.returncode != 0:
        pytest.skip("this root may not mount a tmpfs")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def fill_up(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file:
        while os.statvfs(ballast.parent).f_bavail:
            file.write(b"\0" * 4096)


@pytest.mark.root
@needs_mounts
def test_a_full_disk_writes_nothing_and_says_so(small_disk: Path) -> None:
    async def scene(journal: Journal) -> None:
        await journal.begin(entry())
        fill_up(small_disk / "ballast")
        with pytest.raises(JournalError) as full:
            await journal.begin(entry("run-2", files=files(2000)))
        assert full.value.kind is ErrorKind.DISK_FULL
        (small_disk / "ballast").unlink()
        await commit(journal, entry(), note("there is room again"))
        assert list(await journal.summaries(name)) == ["run-1"]

    play(small_disk, scene)


@pytest.mark.root
@needs_mounts
def test_a_read_only_folder_is_said_to_be_one(small_disk: Path) -> None:
    play(small_disk, fill)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)

    async def scene(journal: Journal) -> None:
        with pytest.raises(JournalError) as refusal:
            await journal.begin(entry("run-2"))
        assert refusal.value.kind is ErrorKind.JOURNAL_READ_ONLY
        with pytest.raises(JournalError) as refusal:
            await journal.lock("run-2")
        assert refusal.value.kind is ErrorKind.JOURNAL_READ_ONLY

    play(small_disk, scene)


def test_a_folder_that_cannot_be_made_is_said_to_be_read_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    async def main() -> None:
        journal = Journal(tmp_path / "file" / "data")
        with pytest.raises(JournalError) as refusal:
            await journal.summaries(name)
        assert refusal.value.kind is ErrorKind.JOURNAL_READ_ONLY
        await journal.close()

    asyncio.run(main())


def test_damage_met_in_use_is_not_told_as_set_aside(tmp_path: Path) -> None:
    """Only the next start sets it aside: nothing of that is claimed before."""

    async def scene(journal: Journal) -> None:
        await journal.summaries(name)
        with closing(sqlite3.connect(tmp_path / JOURNAL)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = (tmp_path / JOURNAL).stat().st_size
        (tmp_path / JOURNAL).write_bytes(b"\xff" * size)
        with pytest.raises(JournalError) as refusal:
            await journal.summaries(name)
        error = refusal.value.info
        assert (error.kind, error.get("reason")) == (ErrorKind.JOURNAL_DAMAGED, "in_use")
        said = " ".join(say(words) for words in error_words(error))
        assert "was set aside" not in said
        assert "was begun" not in said

    play(tmp_path, scene)
    assert not list(tmp_path.glob("journal.damaged-*"))


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PROTOCOL])
def test_what_else_sqlite_says_in_use_is_no_damage(tmp_path: Path, code: int) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    assert schema.journal_error(error, tmp_path / JOURNAL).kind is ErrorKind.JOURNAL_UNUSABLE


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit of open files")
def test_t74_out_of_descriptors_is_not_said_to_be_a_folder_that_cannot_be_written(
    tmp_path: Path,
) -> None:
    import resource

    async def scene(journal: Journal) -> None:
        for opened in (False, True):
            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            try:
                if opened:  # the file is open, its lock of a run is not
                    await journal.summaries(name)
                taken = os.open(os.curdir, os.O_RDONLY)
                os.close(taken)
                resource.setrlimit(resource.RLIMIT_NOFILE, (taken, hard))
                with pytest.raises(JournalError) as refusal:
                    await (journal.lock("run-1") if opened else journal.summaries(name))
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            said = " ".join(say(words) for words in error_words(refusal.value.info))
            assert "too many files open" in said
            assert "folder" not in said

    play(tmp_path, scene)
    path = tmp_path / JOURNAL
    full = OSError(errno.ENFILE, "Too many open files in system")
    assert schema.journal_error(full, path).info.get("reason") == "too_many_open"


def test_t31_a_folder_that_cannot_be_written_is_named_with_the_way_out(tmp_path: Path) -> None:
    error = schema.journal_error(PermissionError(errno.EACCES, "no"), tmp_path / JOURNAL)
    said = " ".join(say(words) for words in error_words(error.info))
    assert str(tmp_path) in said
    assert "SENDOFF_HOME" in said


def emptied(folder: Path) -> None:
    (folder / JOURNAL).write_bytes(b"")


def begun_but_empty(folder: Path) -> None:
    """A database of SQLite's without any table: what a full disk leaves of a first start."""
    begun = sqlite3.connect(folder / JOURNAL)
    begun.execute("PRAGMA journal_mode=WAL")
    begun.close()


@pytest.mark.parametrize("left", [emptied, begun_but_empty])
def test_t08_what_a_first_start_on_a_full_disk_left_is_begun_again_without_a_word(
    tmp_path: Path, left: Callable[[Path], None]
) -> None:
    left(tmp_path)

    async def scene(journal: Journal) -> None:
        assert await journal.set_aside() == ()
        assert await journal.kept_damaged() == ()
        await journal.begin(entry(files=files()))
        assert list(await journal.summaries(name)) == ["run-1"]

    play(tmp_path, scene)
    assert not list(tmp_path.glob("journal.damaged-*"))


def a_log(folder: Path) -> None:
    (folder / f"{JOURNAL}-wal").write_bytes(b"what was committed")


def a_lock_of_a_run(folder: Path) -> None:
    (folder / "locks").mkdir()
    (folder / "locks" / "run-1.lock").write_bytes(b"")


def an_earlier_one(folder: Path) -> None:
    (folder / "journal.damaged-20260102-030405.sqlite").write_bytes(b"damaged before")


def a_use_before(folder: Path) -> None:
    play(folder, fill)
    emptied(folder)


@pytest.mark.parametrize("trace", [a_log, a_lock_of_a_run, an_earlier_one, a_use_before])
def test_t08_an_empty_journal_beside_any_trace_of_saves_is_set_aside_and_said(
    tmp_path: Path, trace: Callable[[Path], None]
) -> None:
    emptied(tmp_path)
    trace(tmp_path)

    async def scene(journal: Journal) -> None:
        (kept,) = await journal.set_aside()
        assert (tmp_path / kept).exists()
        if trace is a_log:
            assert (tmp_path / f"{kept}-wal").read_bytes() == b"what was committed"

    play(tmp_path, scene)


def test_t69_a_journal_that_was_set_aside_is_named_until_it_is_acknowledged(tmp_path: Path) -> None:
    play(tmp_path, fill)
    emptied(tmp_path)

    async def first(journal: Journal) -> None:
        assert len(await journal.kept_damaged()) == 1

    async def later(journal: Journal) -> None:
        assert await journal.set_aside() == ()
        (kept,) = await journal.kept_damaged()
        assert await journal.acknowledge_damaged() == (kept,)
        assert await journal.kept_damaged() == ()
        assert (tmp_path / kept).exists()

    async def at_last(journal: Journal) -> None:
        assert await journal.kept_damaged() == ()
        assert await journal.acknowledge_damaged() == ()

    for scene in (first, later, at_last):
        play(tmp_path, scene)


@pytest.mark.root
@needs_mounts
def test_t08_a_first_start_on_a_full_disk_is_no_damage_later(small_disk: Path) -> None:
    fill_up(small_disk / "ballast")

    async def full(journal: Journal) -> None:
        with pytest.raises(JournalError) as refusal:
            await journal.begin(entry())
        assert refusal.value.kind is ErrorKind.DISK_FULL

    play(small_disk, full)
    (small_disk / "ballast").unlink()

    async def later(journal: Journal) -> None:
        assert await journal.kept_damaged() == ()
        await journal.begin(entry())

    play(small_disk, later)
