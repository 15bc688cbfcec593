"""What a save does when its own journal fails: it stops before it would lie."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from desktop_app.core.errors import ErrorKind, JournalError, info
from desktop_app.core.model import NextAction, OutcomeKind, RecordState
from desktop_app.saving.events import (
    FileConfirmed,
    FileFailed,
    Reconciling,
    RunDone,
    RunStarted,
    RunStopped,
    SaveEvent,
    StageCompleted,
    StageFailed,
    StageStarted,
)
from desktop_app.storage.journal import Journal
from desktop_app.storage.journal.writer import Sync
from tests.fakes import lost, refused
from tests.saving.harness import World, play

T = TypeVar("T")


class FillingJournal(Journal):
    """The disk is full from the nth write on, until there is room again."""

    room = 10**9

    def _write(
        self, job: Callable[[sqlite3.Connection], T], sync: Sync = Sync.DURABLE
    ) -> Awaitable[T]:
        if FillingJournal.room == 0:
            raise JournalError(info(ErrorKind.DISK_FULL, path="journal.sqlite"))
        FillingJournal.room -= 1
        return super()._write(job, sync)


def count_writes(folder: Path) -> int:
    FillingJournal.room = 10**6

    async def scene(world: World) -> None:
        world.make_journal = FillingJournal
        world.start()
        await world.save(*world.files(3))

    play(scene, folder / "whole")
    return 10**6 - FillingJournal.room


def test_a_disk_that_fills_up_at_any_write_stops_the_save_resumably(folder: Path) -> None:
    writes = count_writes(folder)
    assert writes > 8
    for room in range(1, writes):

        async def scene(world: World, room: int = room) -> None:
            FillingJournal.room = room
            world.make_journal = FillingJournal
            world.start()
            report = await world.save(*world.files(3))
            assert report.outcome in (OutcomeKind.FAILED, OutcomeKind.UNKNOWN)
            assert report.error is not None
            assert report.error.kind is ErrorKind.DISK_FULL
            assert isinstance(world.events[-1], RunStopped)
            assert not world.of(RunDone), "what is not written down is not told as done"

            FillingJournal.room = 10**6
            await world.restart()
            (known,) = await world.session.runs(unfinished_only=True)
            report = await world.run(world.session.resume(known.run, world.listen))
            assert report.outcome is OutcomeKind.DONE
            assert world.server.only_record().state is RecordState.FINALIZED
            assert world.remote() == world.local()

        play(scene, folder / str(room))


def test_an_intent_that_cannot_be_written_sends_nothing(folder: Path) -> None:
    async def scene(world: World) -> None:
        FillingJournal.room = 0
        world.make_journal = FillingJournal
        world.start()
        with pytest.raises(JournalError) as full:
            await world.save(*world.files(1))
        assert full.value.kind is ErrorKind.DISK_FULL
        assert world.server.log == []
        FillingJournal.room = 10**6

    play(scene, folder)


def test_a_journal_that_was_set_aside_is_told_and_the_program_goes_on(folder: Path) -> None:
    (folder / "journal.sqlite").write_bytes(b"what is this")

    async def scene(world: World) -> None:
        (notice,) = await world.session.notices()
        assert notice.kind is ErrorKind.JOURNAL_DAMAGED
        assert (folder / notice.get("kept_as")).read_bytes() == b"what is this"
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.DONE

    play(scene, folder)


def test_a_newer_journal_stops_saves_with_words(folder: Path) -> None:
    async def fill(world: World) -> None:
        await world.save()

    play(fill, folder)
    newer = sqlite3.connect(folder / "journal.sqlite")
    newer.execute("PRAGMA user_version=99")
    newer.close()

    async def scene(world: World) -> None:
        for work in (world.session.runs, world.save):
            with pytest.raises(JournalError) as refusal:
                await work()
            assert refusal.value.kind is ErrorKind.JOURNAL_NEWER
        assert world.server.log == []

    play(scene, folder)


def test_no_secret_and_no_whole_address_of_an_upload_is_in_the_journal(folder: Path) -> None:
    async def scene(world: World) -> None:
        await world.save(*world.files(2))

    play(scene, folder)
    stored = sqlite3.connect(folder / "journal.sqlite")
    columns: list[Any] = [
        (table, column[1])
        for (table,) in stored.execute("SELECT name FROM sqlite_master WHERE type='table'")
        for column in stored.execute(f"PRAGMA table_info({table})")
    ]
    stored.close()
    assert not [name for _, name in columns if "token" in name or "secret" in name]


def test_what_is_listed_after_a_crash_is_interrupted_and_can_go_on(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(1), finalize=False)
        stored = sqlite3.connect(folder / "journal.sqlite")
        stored.execute("UPDATE runs SET outcome=NULL")
        stored.execute("UPDATE stages SET state='active' WHERE stage='upload_files'")
        stored.commit()
        stored.close()
        (known,) = await world.session.runs(unfinished_only=True)
        assert known.run == report.run
        assert known.outcome is None
        assert not known.busy
        assert known.next_action is NextAction.RESUME
        assert [stage.state for stage in known.stages] == ["done", "unknown"]

    play(scene, folder)


STAGE_IS = "SELECT state FROM stages WHERE stage=?"
FILE_IS = "SELECT state FROM files WHERE key=?"
IN_THE_JOURNAL: dict[type, tuple[str, str, str]] = {
    RunStarted: ("SELECT title FROM runs WHERE run=?", "run", "A title"),
    StageStarted: (STAGE_IS, "stage", "active"),
    FileConfirmed: (FILE_IS, "key", "confirmed"),
    FileFailed: (FILE_IS, "key", "failed"),
    Reconciling: (STAGE_IS, "stage", "unknown"),
    StageCompleted: (STAGE_IS, "stage", "done"),
    StageFailed: (STAGE_IS, "stage", "failed"),
    RunDone: ("SELECT outcome FROM runs WHERE run=?", "run", "done"),
    RunStopped: ("SELECT outcome FROM runs WHERE run=?", "run", "failed"),
}


def test_every_event_is_told_after_the_journal_has_it(folder: Path) -> None:
    async def scene(world: World) -> None:
        checked: set[type] = set()
        wrong: list[tuple[SaveEvent, object]] = []

        def listen(event: SaveEvent) -> None:
            if (known := IN_THE_JOURNAL.get(type(event))) is None:
                return
            question, about, expected = known
            stored = sqlite3.connect(folder / "journal.sqlite")
            found = stored.execute(question, (getattr(event, about),)).fetchone()
            stored.close()
            checked.add(type(event))
            if found != (expected,):
                wrong.append((event, found))

        world.server.fail("create_record", lost(), after=True)
        world.server.fail("upload_file", refused(ErrorKind.QUOTA), target="file-1.txt")
        report = await world.run(world.session.save(world.request(*world.files(3)), listen))
        await world.run(world.session.resume(report.run, listen))
        assert wrong == []
        assert checked == set(IN_THE_JOURNAL)

    play(scene, folder)
