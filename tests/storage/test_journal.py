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

from desktop_app.core.changes import (
    AttemptBegun,
    Change,
    CheckBegan,
    CreateUnconfirmed,
    DraftReplaced,
    DuplicateSeen,
    Ended,
    FilesChanged,
    FilesConfirmed,
    FinalizeWanted,
    FormEdited,
    HistoryLine,
    KeyIssued,
    LateEnded,
    Noted,
    OutcomeSettled,
    PersonsFiles,
    RecordSeen,
    RequestUnanswered,
    RunEnded,
    StageBegan,
    StageEnded,
    StoredAs,
    UploadOpened,
    apply,
)
from desktop_app.core.errors import ErrorKind, FieldError, JournalError, Verdict, info
from desktop_app.core.model import (
    Account,
    FileState,
    Fingerprint,
    OutcomeKind,
    RecordRef,
    RecordState,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.core.run import IssuedKey, Run, RunFile, StageStatus
from desktop_app.storage.journal import Journal

AT = "2026-01-02T03:04:05.000+00:00"
START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ACCOUNT = Account("acct-1", "invenio", "Ours", "https://repository.example")


def entry(
    run: str = "run-1",
    started: str = "2026-01-02T03:04:05+00:00",
    files: tuple[RunFile, ...] = (),
) -> Run:
    return Run(
        id=run,
        account=ACCOUNT,
        title="Ein Titel mit 💫",
        metadata='{"a": 1}',
        marker=f"urn:uuid:{run}",
        started=started,
        version="1.0",
        files=files,
    )


def files(count: int = 3) -> tuple[RunFile, ...]:
    return tuple(
        RunFile(f"/home/a/{n}.txt", f"{n}.txt", Fingerprint(5 << 32, n, 2**64 - 1), n=n)
        for n in range(count)
    )


def confirmed(one: RunFile) -> RunFile:
    return replace(
        one,
        state=FileState.CONFIRMED,
        acknowledged=one.size,
        checksum="md5:a",
        local_checksum="md5:a",
        attempts=2,
    )


def note(what: str) -> Noted:
    return Noted(HistoryLine(what))


def name(run: Run) -> str:
    return run.id


async def begin(journal: Journal, run: Run, *changes: Change) -> Run:
    """Journal a run and what happens to it, one change after the other."""
    await journal.begin(run)
    return await commit(journal, run, *changes)


async def commit(journal: Journal, run: Run, *changes: Change) -> Run:
    for change in changes:
        after = apply(run, change)
        await journal.commit(run, after, change)
        run = after
    return run


async def steps(journal: Journal, run: str = "run-1") -> list[str]:
    return [line.what for line in await journal.history(run)]


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

    create, upload, _finalize = SaveStage
    first, second, _third = files()
    changes: tuple[Change, ...] = (
        KeyIssued(IssuedKey(create, "body", "key-1")),
        StageBegan(create, AT),
        CreateUnconfirmed(),
        RecordSeen(record, "created"),
        PersonsFiles(frozenset({"0.txt", "2.txt"})),
        StageEnded(create, StageState.DONE, AT, 1.25),
        FilesConfirmed((confirmed(second),)),
        UploadOpened(2, "/uploads/7"),
        FilesChanged((replace(first, state=FileState.FAILED, error=refusal),)),
        FormEdited("Another", "{}", pending=True),
        FinalizeWanted(),
        RunEnded(Ended(OutcomeKind.FAILED, upload, refusal), AT),
    )
    written: list[Run] = []

    async def write(journal: Journal) -> None:
        written.append(await begin(journal, entry(files=files()), *changes))

    async def read(journal: Journal) -> None:
        known = await journal.load("run-1")
        assert known == written[0], "memory is what a restart loads"
        assert known.record == record
        assert known.error == refusal
        assert known.stage(create) == StageStatus(create, StageState.DONE, 1, 1.25, AT, AT)
        assert known.files[1].acknowledged == 5 << 32
        assert known.files[2].upload_ref == "/uploads/7"
        assert [what for what in await steps(journal) if what != "was_there"] == [
            "active", "record", "done", "form", "wish_to_finalize", "failed",
        ]  # fmt: skip

    play(tmp_path, write, inline=inline)
    play(tmp_path, read)


def test_an_idempotency_key_belongs_to_one_body_and_is_never_replaced(tmp_path: Path) -> None:
    stage = SaveStage.CREATE_RECORD

    async def scene(journal: Journal) -> None:
        keys = [IssuedKey(stage, body, key) for body, key in ("a1", "a2", "b3", "a4")]
        run = await begin(journal, entry(), *map(KeyIssued, keys))
        known = await journal.load("run-1")
        assert known == run
        assert (known.key_of(stage, "a"), known.key_of(stage, "b")) == ("1", "3")

    play(tmp_path, scene)


def test_a_draft_that_is_made_anew_keeps_what_was_left_out(tmp_path: Path) -> None:
    """T01: memory and journal disagreed, and a file that was left out was published."""

    async def scene(journal: Journal) -> None:
        first, second, third = files()
        failed = replace(first, state=FileState.FAILED, error=info(ErrorKind.QUOTA), left_out=True)
        run = await begin(
            journal,
            entry(files=files()),
            FilesChanged((failed, confirmed(second), replace(third, upload_ref="/uploads/7"))),
            RecordSeen(None, "gone"),
            DraftReplaced("urn:uuid:2"),
        )
        known = await journal.load("run-1")
        assert known == run
        assert known.files[0].left_out
        assert [one.key for one in known.in_state(FileState.WAITING)] == ["1.txt", "2.txt"]
        assert not any(one.upload_ref for one in known.files)

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
            ends = (RunEnded(Ended(outcome), AT),) if outcome is not None else ()
            await begin(journal, entry(run, f"2026-01-0{number + 1}T00:00:00+00:00"), *ends)
        listed = list(await journal.summaries(name))
        assert listed == ["run-0", "run-1", "run-2", "run-3", "run-4"]
        unfinished = list(await journal.summaries(name, unfinished_only=True))
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
            await begin(journal, entry(run, files=files()), RunEnded(Ended(outcome), AT))
        now = START + timedelta(days=10)
        assert await journal.forget_ended_before(20) == ()
        assert set(await journal.forget_ended_before(5)) == {"done", "gone"}
        assert list(await journal.summaries(name)) == ["failed"]
        await journal.forget("failed")
        await journal.close()
        stored = sqlite3.connect(tmp_path / "journal.sqlite")
        for table in ("runs", "stages", "keys", "files", "history"):
            assert stored.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
        stored.close()

    asyncio.run(main())


def test_many_writes_at_once_are_committed_together_and_in_order(tmp_path: Path) -> None:
    async def scene(journal: Journal) -> None:
        run = await begin(journal, entry(files=files(200)))
        await asyncio.gather(
            *(commit(journal, run, FilesConfirmed((confirmed(one),))) for one in run.files),
            *(commit(journal, run, note(f"step {n}")) for n in range(50)),
        )
        known = await journal.load("run-1")
        assert known is not None
        assert all(one.state is FileState.CONFIRMED for one in known.files)
        assert await steps(journal) == [f"step {n}" for n in range(50)]

    play(tmp_path, scene)


def test_one_bad_write_of_a_group_takes_no_other_with_it(tmp_path: Path) -> None:
    async def scene(journal: Journal) -> None:
        run = await begin(journal, entry())
        answers = await asyncio.gather(
            commit(journal, run, note("first")),
            commit(journal, entry("no such run"), note("lost")),
            commit(journal, run, note("last")),
            return_exceptions=True,
        )
        assert isinstance(answers[1], JournalError)
        assert await steps(journal) == ["first", "last"]

    play(tmp_path, scene)


def test_a_waiter_that_is_cancelled_does_not_take_its_write_back(tmp_path: Path) -> None:
    async def scene(journal: Journal) -> None:
        run = await begin(journal, entry())
        task = asyncio.ensure_future(commit(journal, run, note("kept")))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await steps(journal) == ["kept"]

    play(tmp_path, scene)


def test_nothing_of_a_kill_is_lost_that_was_answered(tmp_path: Path) -> None:
    """kill -9 right after the last answer, in a process of its own."""
    script = f"""
import asyncio, os, signal, sys
sys.path.insert(0, {str(Path.cwd())!r})
from tests.storage.test_journal import *

async def main():
    journal = Journal({str(tmp_path)!r})
    run = await begin(journal, entry(files=files()), StageBegan(SaveStage.CREATE_RECORD, AT))
    await journal.lock("run-1")
    await commit(journal, run, FilesConfirmed((confirmed(run.files[0]),)))
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""
    process = subprocess.run([sys.executable, "-c", script], check=False, timeout=60)
    assert process.returncode == -9

    async def scene(journal: Journal) -> None:
        known = await journal.load("run-1")
        assert known is not None
        assert known.outcome is None
        assert known.stage(SaveStage.CREATE_RECORD).state is StageState.ACTIVE
        assert known.files[0].state is FileState.CONFIRMED
        assert await journal.busy() == frozenset(), "the lock ended with its process"
        (await journal.lock("run-1")).release()

    play(tmp_path, scene)


def test_a_power_cut_may_lose_only_the_tail_after_the_last_durable_write(tmp_path: Path) -> None:
    """The sync rules, tried by dropping what NORMAL had not yet synced from the log."""

    async def scene(journal: Journal) -> None:
        run = await begin(journal, entry(files=files()), StageBegan(SaveStage.UPLOAD_FILES, AT))
        durable = (tmp_path / "journal.sqlite-wal").stat().st_size
        await commit(journal, run, FilesConfirmed((confirmed(run.files[0]),)))
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
            *(journal.begin(entry(f"a-{n}", files=files())) for n in range(20)),
            *(other.begin(entry(f"b-{n}", files=files())) for n in range(20)),
        )
        assert len(await journal.summaries(name)) == 40
        assert len(await other.summaries(name)) == 40
        await other.close()

    play(tmp_path, scene)


def test_no_row_is_big(tmp_path: Path) -> None:
    """50,000 files cost little on disk and in memory."""

    async def scene(journal: Journal) -> None:
        await journal.begin(entry(files=files(20_000)))
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
GROUPED: tuple[Change, ...] = (FilesConfirmed(files()[:1]), UploadOpened(0, "/uploads/1"))
DURABLE: tuple[Change, ...] = (
    AttemptBegun(),
    KeyIssued(IssuedKey(SaveStage.CREATE_RECORD, "b", "k")),
    StageBegan(SaveStage.CREATE_RECORD, AT),
    StageEnded(SaveStage.CREATE_RECORD, StageState.DONE, AT),
    RequestUnanswered(SaveStage.CREATE_RECORD, AT, 60.0),
    CheckBegan(SaveStage.CREATE_RECORD, AT),
    OutcomeSettled(SaveStage.CREATE_RECORD, Settled.UNKNOWN),
    RecordSeen(RECORD, "created"),
    CreateUnconfirmed(),
    FormEdited("T", "{}", pending=True),
    FinalizeWanted(),
    DraftReplaced("urn:uuid:another"),
    PersonsFiles(frozenset({"a"})),
    FilesChanged(files()),
    StoredAs(0, "other"),
    DuplicateSeen("r2", info(ErrorKind.CONFLICT, reason="late_draft")),
    note("x"),
    LateEnded(SaveStage.CREATE_RECORD, None),
    RunEnded(Ended(OutcomeKind.FAILED), AT),
)


@pytest.mark.parametrize("inline", [False, True], ids=["thread", "inline"])
@pytest.mark.parametrize("change", [*DURABLE, *GROUPED], ids=lambda one: type(one).__name__)
def test_e4_what_a_power_cut_must_not_take_is_committed_with_full_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Change, inline: bool
) -> None:
    """A fault that wrote all of it with synchronous=NORMAL went unnoticed."""
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))
    level = NORMAL if change in GROUPED else FULL

    async def scene(journal: Journal) -> None:
        run = await begin(journal, entry(files=files()))
        assert Watched.levels[-1] == FULL, "the intent"
        for before in (GROUPED[0], note("before")):  # whatever the level was before
            run = await commit(journal, run, before)
            Watched.levels.clear()
            run = await commit(journal, run, change)
            assert Watched.levels == [level]

    play(tmp_path, scene, inline=inline)


def test_e4_a_grouped_write_that_is_committed_beside_a_durable_one_is_as_sure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))

    async def scene(journal: Journal) -> None:
        run = await begin(journal, entry(files=files()), GROUPED[0])
        Watched.levels.clear()
        await asyncio.gather(commit(journal, run, GROUPED[0]), commit(journal, run, note("x")))
        assert FULL in Watched.levels

    play(tmp_path, scene)
