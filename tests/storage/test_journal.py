"""The journal keeps what it was told, whatever happens around it."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest

from desktop_app.core.errors import ErrorKind, FieldError, JournalError, Verdict, info
from desktop_app.core.model import (
    Account,
    FileState,
    Fingerprint,
    OutcomeKind,
    RecordRef,
    RecordState,
    SaveStage,
    StageState,
)
from desktop_app.storage.journal import (
    FileConfirmation,
    FileEntry,
    Journal,
    JournaledRun,
    RunEnd,
    RunEntry,
)

START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ACCOUNT = Account("acct-1", "invenio", "Ours", "https://repository.example")


def entry(run: str = "run-1", started: str = "2026-01-02T03:04:05+00:00") -> RunEntry:
    return RunEntry(
        run=run,
        account=ACCOUNT,
        title="Ein Titel mit 💫",
        metadata='{"a": 1}',
        finalize=True,
        attach_to="",
        client_ref=f"urn:uuid:{run}",
        started=started,
        version="1.0",
    )


def files(count: int = 3) -> tuple[FileEntry, ...]:
    return tuple(
        FileEntry(n, f"/home/a/{n}.txt", f"{n}.txt", Fingerprint(5 << 32, n, 2**64 - 1))
        for n in range(count)
    )


def name(known: JournaledRun) -> str:
    return known.entry.run


def play(
    folder: Path, scene: Callable[[Journal], Awaitable[None]], *, inline: bool = False
) -> None:
    async def main() -> None:
        journal = Journal(folder, wall_clock=lambda: START, inline=inline)
        try:
            await scene(journal)
        finally:
            await journal.close()

    asyncio.run(main())


@pytest.mark.parametrize("inline", [False, True], ids=["thread", "inline"])
def test_what_was_written_is_read_back_by_another_process(tmp_path: Path, inline: bool) -> None:
    record = RecordRef("r1", RecordState.DRAFT, "T", "https://repository.example/r1", "3")
    refusal = info(
        ErrorKind.VALIDATION,
        verdict=Verdict.PERMANENT,
        server_text="nein",
        status=400,
        fields=(FieldError("metadata.title", ("too short",)),),
        retry_after_s=1.5,
        host="h",
    )

    async def write(journal: Journal) -> None:
        await journal.create_run(entry(), files())
        await journal.stage("run-1", SaveStage.CREATE_RECORD, StageState.ACTIVE)
        await journal.record("run-1", record, "created")
        await journal.stage("run-1", SaveStage.CREATE_RECORD, StageState.DONE, elapsed_s=1.25)
        await journal.confirm_files("run-1", [FileConfirmation(1, 5 << 32, "md5:a", "md5:a", 2)])
        await journal.upload_ref("run-1", 2, "/uploads/7")
        await journal.file("run-1", replace(files()[0], state=FileState.FAILED, error=refusal))
        await journal.end("run-1", RunEnd(OutcomeKind.FAILED, SaveStage.UPLOAD_FILES, refusal))

    async def read(journal: Journal) -> None:
        known = await journal.load("run-1", history=True)
        assert known is not None
        assert known.entry.account == ACCOUNT
        assert known.entry.title == "Ein Titel mit 💫"
        assert known.entry.record == record
        assert known.entry.error == refusal
        assert known.entry.outcome is OutcomeKind.FAILED
        stage = known.stage(SaveStage.CREATE_RECORD)
        assert (stage.state, stage.attempts, stage.elapsed_s) == (StageState.DONE, 1, 1.25)
        failed, confirmed, waiting = known.files
        assert (failed.state, failed.error) == (FileState.FAILED, refusal)
        assert failed.fingerprint == Fingerprint(5 << 32, 0, 2**64 - 1)
        assert (confirmed.state, confirmed.acknowledged) == (FileState.CONFIRMED, 5 << 32)
        assert waiting.upload_ref == "/uploads/7"
        assert [step.what for step in known.history] == ["active", "record", "done", "failed"]

    play(tmp_path, write, inline=inline)
    play(tmp_path, read)


def test_an_idempotency_key_belongs_to_one_body_and_is_never_replaced(tmp_path: Path) -> None:
    async def scene(journal: Journal) -> None:
        await journal.create_run(entry(), ())
        stage = SaveStage.CREATE_RECORD
        assert await journal.key_for("run-1", stage, "body a", "key 1") == "key 1"
        assert await journal.key_for("run-1", stage, "body a", "key 2") == "key 1"
        assert await journal.key_for("run-1", stage, "body b", "key 3") == "key 3"
        assert await journal.key_for("run-1", stage, "body a", "key 4") == "key 1"

    play(tmp_path, scene)


def test_runs_are_listed_oldest_first_and_unfinished_ones_alone(tmp_path: Path) -> None:
    async def scene(journal: Journal) -> None:
        for number, outcome in enumerate(
            (
                OutcomeKind.DONE,
                OutcomeKind.UNKNOWN,
                None,
                OutcomeKind.DISCARDED,
                OutcomeKind.STOPPED,
            )
        ):
            run = f"run-{number}"
            await journal.create_run(entry(run, f"2026-01-0{number + 1}T00:00:00+00:00"), ())
            if outcome is not None:
                await journal.end(run, RunEnd(outcome))
        listed = list(await journal.runs(name))
        assert listed == ["run-0", "run-1", "run-2", "run-3", "run-4"]
        unfinished = list(await journal.runs(name, unfinished_only=True))
        assert unfinished == ["run-1", "run-2", "run-4"]

    play(tmp_path, scene)


def test_retention_forgets_only_what_is_finished_and_old(tmp_path: Path) -> None:
    now = START

    async def main() -> None:
        nonlocal now
        journal = Journal(tmp_path, wall_clock=lambda: now)
        for run, outcome in (
            ("done", OutcomeKind.DONE),
            ("failed", OutcomeKind.FAILED),
            ("gone", OutcomeKind.DISCARDED),
        ):
            await journal.create_run(entry(run), files())
            await journal.end(run, RunEnd(outcome))
        now = START + timedelta(days=10)
        assert await journal.forget_ended_before(20) == ()
        assert set(await journal.forget_ended_before(5)) == {"done", "gone"}
        assert list(await journal.runs(name)) == ["failed"]
        await journal.forget("failed")
        await journal.close()
        stored = sqlite3.connect(tmp_path / "journal.sqlite")
        for table in ("runs", "stages", "keys", "files", "history"):
            assert stored.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
        stored.close()

    asyncio.run(main())


def test_many_writes_at_once_are_committed_together_and_in_order(tmp_path: Path) -> None:
    async def scene(journal: Journal) -> None:
        await journal.create_run(entry(), files(200))
        await asyncio.gather(
            *(
                journal.confirm_files("run-1", [FileConfirmation(n, n, "", "", 1)])
                for n in range(200)
            ),
            *(journal.note("run-1", None, f"step {n}") for n in range(50)),
        )
        known = await journal.load("run-1", history=True)
        assert known is not None
        assert all(one.state is FileState.CONFIRMED for one in known.files)
        assert [step.what for step in known.history] == [f"step {n}" for n in range(50)]

    play(tmp_path, scene)


def test_one_bad_write_of_a_group_takes_no_other_with_it(tmp_path: Path) -> None:
    async def scene(journal: Journal) -> None:
        await journal.create_run(entry(), ())
        answers = await asyncio.gather(
            journal.note("run-1", None, "first"),
            journal.note("no such run", None, "lost"),
            journal.note("run-1", None, "last"),
            return_exceptions=True,
        )
        assert isinstance(answers[1], JournalError)
        known = await journal.load("run-1", history=True)
        assert known is not None
        assert [step.what for step in known.history] == ["first", "last"]

    play(tmp_path, scene)


def test_a_waiter_that_is_cancelled_does_not_take_its_write_back(tmp_path: Path) -> None:
    async def scene(journal: Journal) -> None:
        await journal.create_run(entry(), ())
        task = asyncio.ensure_future(journal.note("run-1", None, "kept"))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        known = await journal.load("run-1", history=True)
        assert known is not None
        assert [step.what for step in known.history] == ["kept"]

    play(tmp_path, scene)


def test_nothing_of_a_kill_is_lost_that_was_answered(tmp_path: Path) -> None:
    """kill -9 right after the last answer, in a process of its own."""
    script = f"""
import asyncio, os, signal, sys
sys.path.insert(0, {str(Path.cwd())!r})
from tests.storage.test_journal import *

async def main():
    journal = Journal({str(tmp_path)!r})
    await journal.create_run(entry(), files())
    await journal.lock("run-1")
    await journal.stage("run-1", SaveStage.CREATE_RECORD, StageState.ACTIVE)
    await journal.confirm_files("run-1", [FileConfirmation(0, 5, "", "", 1)])
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""
    process = subprocess.run([sys.executable, "-c", script], check=False, timeout=60)
    assert process.returncode == -9

    async def scene(journal: Journal) -> None:
        known = await journal.load("run-1")
        assert known is not None
        assert known.entry.outcome is None
        assert known.stage(SaveStage.CREATE_RECORD).state is StageState.ACTIVE
        assert known.files[0].state is FileState.CONFIRMED
        assert await journal.busy() == frozenset(), "the lock ended with its process"
        (await journal.lock("run-1")).release()

    play(tmp_path, scene)


def test_a_power_cut_may_lose_only_the_tail_after_the_last_durable_write(tmp_path: Path) -> None:
    """The sync rules, tried by dropping what NORMAL had not yet synced from the log."""

    async def scene(journal: Journal) -> None:
        await journal.create_run(entry(), files())
        await journal.stage("run-1", SaveStage.UPLOAD_FILES, StageState.ACTIVE)
        durable = (tmp_path / "journal.sqlite-wal").stat().st_size
        await journal.confirm_files("run-1", [FileConfirmation(0, 5, "", "", 1)])
        log = (tmp_path / "journal.sqlite-wal").read_bytes()
        assert len(log) > durable
        after = tmp_path / "after"
        after.mkdir()
        (after / "journal.sqlite").write_bytes((tmp_path / "journal.sqlite").read_bytes())
        (after / "journal.sqlite-wal").write_bytes(log[: durable + 100])

    play(tmp_path, scene)

    async def later(journal: Journal) -> None:
        assert await journal.set_aside() == ()
        known = await journal.load("run-1")
        assert known is not None
        assert known.stage(SaveStage.UPLOAD_FILES).state is StageState.ACTIVE
        assert known.files[0].state is FileState.WAITING

    play(tmp_path / "after", later)


def test_a_run_is_locked_by_one_owner_who_can_be_named(tmp_path: Path) -> None:
    async def scene(journal: Journal) -> None:
        lock = await journal.lock("run-1")
        other = Journal(tmp_path)
        assert await other.busy() == {"run-1"}
        with pytest.raises(JournalError) as busy:
            await other.lock("run-1")
        assert busy.value.kind is ErrorKind.RUN_BUSY
        assert busy.value.info.get("pid").isdigit()
        lock.release()
        lock.release()
        again = await other.lock("run-1")
        again.release()
        assert await other.busy() == frozenset()
        await other.close()

    play(tmp_path, scene)


def test_two_processes_write_side_by_side(tmp_path: Path) -> None:
    async def scene(journal: Journal) -> None:
        other = Journal(tmp_path, wall_clock=lambda: START)
        await asyncio.gather(
            *(journal.create_run(entry(f"a-{n}"), files()) for n in range(20)),
            *(other.create_run(entry(f"b-{n}"), files()) for n in range(20)),
        )
        assert len(await journal.runs(name)) == 40
        assert len(await other.runs(name)) == 40
        await other.close()

    play(tmp_path, scene)


def test_no_row_is_big(tmp_path: Path) -> None:
    """50,000 files cost little on disk and in memory."""

    async def scene(journal: Journal) -> None:
        await journal.create_run(entry(), files(20_000))
        known = await journal.load("run-1")
        assert known is not None
        assert len(known.files) == 20_000

    play(tmp_path, scene)
    assert (tmp_path / "journal.sqlite").stat().st_size / 20_000 < 400


class Watched(sqlite3.Connection):
    """A connection that remembers how sure each of its commits was."""

    levels: ClassVar[list[int]] = []

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if sql == "COMMIT":
            Watched.levels.append(super().execute("PRAGMA synchronous").fetchone()[0])
        return super().execute(sql, parameters)


NORMAL, FULL = 1, 2
RECORD = RecordRef("r1", RecordState.DRAFT)
CONFIRMED = FileConfirmation(0, 0, "", "", 1)
WRITES: dict[str, tuple[int, Callable[[Journal], Awaitable[object]]]] = {
    "create_run": (FULL, lambda journal: journal.create_run(entry("run-2"), files())),
    "key_for": (FULL, lambda journal: journal.key_for("run-1", SaveStage.CREATE_RECORD, "b", "k")),
    "begin_attempt": (FULL, lambda journal: journal.begin_attempt("run-1")),
    "stage": (
        FULL,
        lambda journal: journal.stage("run-1", SaveStage.CREATE_RECORD, StageState.ACTIVE),
    ),
    "record": (FULL, lambda journal: journal.record("run-1", RECORD, "created")),
    "new_draft": (FULL, lambda journal: journal.new_draft("run-1", "urn:uuid:another")),
    "doubt_draft": (FULL, lambda journal: journal.doubt_draft("run-1", doubt=True)),
    "form": (FULL, lambda journal: journal.form("run-1", "T", "{}", pending=True)),
    "file": (FULL, lambda journal: journal.file("run-1", files()[0])),
    "files": (FULL, lambda journal: journal.files("run-1", files())),
    "note": (FULL, lambda journal: journal.note("run-1", None, "x")),
    "end": (FULL, lambda journal: journal.end("run-1", RunEnd(OutcomeKind.FAILED))),
    "confirm_files": (NORMAL, lambda journal: journal.confirm_files("run-1", [CONFIRMED])),
    "upload_ref": (NORMAL, lambda journal: journal.upload_ref("run-1", 0, "/uploads/1")),
}


@pytest.mark.parametrize("inline", [False, True], ids=["thread", "inline"])
@pytest.mark.parametrize("verb", WRITES)
def test_e4_what_a_power_cut_must_not_take_is_committed_with_full_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str, inline: bool
) -> None:
    """A fault that wrote all of it with synchronous=NORMAL went unnoticed."""
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))
    level, write = WRITES[verb]

    async def scene(journal: Journal) -> None:
        await journal.create_run(entry(), files())
        for before in ("confirm_files", "note"):  # whatever the level was before
            await WRITES[before][1](journal)
            Watched.levels.clear()
            await write(journal)
            assert Watched.levels == [level]

    if verb == "create_run":  # a second time its row is there

        async def scene(journal: Journal) -> None:
            await journal.create_run(entry(), files())
            assert Watched.levels[-1] == FULL
            await WRITES["confirm_files"][1](journal)
            assert Watched.levels[-1] == NORMAL
            await write(journal)
            assert Watched.levels[-1] == FULL

    play(tmp_path, scene, inline=inline)


def test_e4_a_grouped_write_that_is_committed_beside_a_durable_one_is_as_sure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))

    async def scene(journal: Journal) -> None:
        await journal.create_run(entry(), files())
        await journal.confirm_files("run-1", [CONFIRMED])
        Watched.levels.clear()
        waiting = [journal.confirm_files("run-1", [CONFIRMED]), journal.note("run-1", None, "x")]
        await asyncio.gather(*waiting)
        assert FULL in Watched.levels

    play(tmp_path, scene)
