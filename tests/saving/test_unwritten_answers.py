"""T07: the journal fails after a request left: no claim that nobody checked, and nothing twice.

Every write of the journal fails once in turn, for good or only that time, while the service does
what it was asked for. What is compared is what a person reads and a script gets with what the
server holds at that moment.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import ClassVar, TypeVar

import pytest

from desktop_app.cli.exits import Exit, exit_of, exit_of_error
from desktop_app.cli.output import next_step
from desktop_app.core.errors import ErrorKind, JournalError, info
from desktop_app.core.model import OutcomeKind, RecordState
from desktop_app.core.run import Run
from desktop_app.core.words import outcome_words, say
from desktop_app.saving.events import RunDone, RunStopped
from desktop_app.saving.intent import Answers, Changed
from desktop_app.services.base import Capabilities
from desktop_app.storage.journal.writer import Sync
from tests.fakes import FakeServer, lost
from tests.saving.harness import CheckedJournal, World, play

T = TypeVar("T")
KEYS = Capabilities("local", honours_keys=True, checksum="sha256")
NO_KEYS = Capabilities("invenio", honours_keys=False, checksum="sha256")
MANY = 10**6


class FailingJournal(CheckedJournal):
    """The write number `fails_at` fails, and with `for_good` every one behind it."""

    kind: ClassVar[ErrorKind] = ErrorKind.DISK_FULL
    fails_at: ClassVar[int] = MANY
    for_good: ClassVar[bool] = True
    written: ClassVar[int] = 0

    @classmethod
    def break_at(cls, kind: ErrorKind, fails_at: int, *, for_good: bool = True) -> None:
        cls.kind, cls.fails_at, cls.for_good, cls.written = kind, fails_at, for_good, 0

    def _write(
        self, job: Callable[[sqlite3.Connection], T], sync: Sync = Sync.DURABLE
    ) -> Awaitable[T]:
        cls = FailingJournal
        number, cls.written = cls.written, cls.written + 1
        if number == cls.fails_at or (cls.for_good and number > cls.fails_at):
            raise JournalError(info(cls.kind, path="journal.sqlite"))
        return super()._write(job, sync)


def sentences(report: Run) -> str:
    words = outcome_words(report)
    return " ".join(say(one) for one in (words.headline, words.what, words.meaning))


def assert_true(report: Run, server: FakeServer) -> None:
    """Compare each claim about the server with the server."""
    said, code = sentences(report), exit_of(report)
    there = list(server.records.values())
    stored = len(there[0].files) if there else 0
    published = any(one.state is RecordState.FINALIZED for one in there)
    if published:
        assert "Nothing was published" not in said, said
        assert "could not be finalized" not in said, said
    if there:
        assert "Nothing was saved" not in said, said
    else:
        assert "is on the server" not in said, said
    if stored:
        assert "draft without files" not in said, said
    if "Safe on the server" in said:
        assert f"Safe on the server: {stored} of" in said, said
    if server.writes():
        assert code in (Exit.FAILED, Exit.UNKNOWN), (code, said)
    else:
        assert code is Exit.UNUSABLE, (code, said)
    if code is Exit.FAILED:
        assert report.record is not None, "with exit code 3 it is known what is there"


def count_writes(folder: Path, capabilities: Capabilities, **more: bool) -> int:
    FailingJournal.break_at(ErrorKind.DISK_FULL, MANY)

    async def scene(world: World) -> None:
        await one_save(world, **more)

    play(scene, folder, capabilities=capabilities)
    return FailingJournal.written


async def one_save(world: World, *, answer_lost: bool = False) -> Run:
    world.make_journal = FailingJournal
    world.start()
    if answer_lost:
        world.server.fail("create_record", lost(), after=True)
        world.server.fail("upload_file", lost(), after=True)
        world.server.fail("finalize", lost(), after=True)
    return await world.save(*world.files(3))


@pytest.mark.parametrize("for_good", [True, False], ids=["for good", "once"])
@pytest.mark.parametrize("kind", [ErrorKind.DISK_FULL, ErrorKind.JOURNAL_READ_ONLY])
@pytest.mark.parametrize("answer_lost", [False, True], ids=["answered", "answers lost"])
@pytest.mark.parametrize("capabilities", [KEYS, NO_KEYS], ids=["keys", "no keys"])
def test_t07_whichever_journal_write_fails_nothing_untrue_is_said_and_nothing_done_twice(
    folder: Path, capabilities: Capabilities, answer_lost: bool, kind: ErrorKind, for_good: bool
) -> None:
    writes = count_writes(folder / "whole", capabilities, answer_lost=answer_lost)
    assert writes > 8
    codes = set()
    for number in range(1, writes):

        async def scene(world: World, number: int = number) -> None:
            FailingJournal.break_at(kind, number, for_good=for_good)
            report = await one_save(world, answer_lost=answer_lost)
            if report.outcome is OutcomeKind.DONE:
                assert not for_good, "what is not written down is not told as done"
                return
            assert not world.of(RunDone)
            assert report.error is not None
            assert_true(report, world.server)
            codes.add(exit_of(report))

            FailingJournal.break_at(kind, MANY)
            await world.restart()
            created = len(world.server.calls("create_record"))
            world.server.log.clear()
            (known,) = await world.session.runs(unfinished_only=True)
            ended = await world.run(world.session.resume(known.id, world.listen))
            if created and world.server.calls("create_record"):
                names = [call.name for call in world.server.log]
                assert names.index("find_by_client_ref") < names.index("create_record")
            assert ended.outcome is OutcomeKind.DONE, ended
            assert world.server.only_record().state is RecordState.FINALIZED
            assert world.remote() == world.local()

        play(scene, folder / str(number), capabilities=capabilities)
    assert {Exit.UNKNOWN, Exit.UNUSABLE} <= codes


def test_t07_the_answer_that_could_not_be_written_down_is_shown(folder: Path) -> None:
    async def scene(world: World) -> None:
        FailingJournal.break_at(ErrorKind.DISK_FULL, MANY)
        world.make_journal = FailingJournal
        world.start()

        def full(name: str, after: bool, _target: str) -> None:
            if (name, after) == ("create_record", True):
                FailingJournal.break_at(ErrorKind.DISK_FULL, 0)

        world.server.hook = full
        report = await world.save(*world.files(1))
        assert exit_of(report) is Exit.UNKNOWN
        assert report.record is not None
        assert report.record.url == f"https://repository.example/{report.record.id}"
        FailingJournal.break_at(ErrorKind.DISK_FULL, MANY)

    play(scene, folder)


@pytest.mark.parametrize("for_good", [True, False], ids=["for good", "once"])
def test_t07_a_discard_whose_answer_is_not_journaled_claims_no_draft(
    folder: Path, for_good: bool
) -> None:
    for number in range(6):

        async def scene(world: World, number: int = number) -> None:
            FailingJournal.break_at(ErrorKind.DISK_FULL, MANY)
            world.make_journal = FailingJournal
            world.start()
            saved = await world.save(*world.files(2), finalize=False)
            world.server.log.clear()
            FailingJournal.break_at(ErrorKind.DISK_FULL, number, for_good=for_good)
            report = await world.run(world.session.discard(saved.id))
            FailingJournal.break_at(ErrorKind.DISK_FULL, MANY)
            if world.server.records:
                assert report.outcome is not OutcomeKind.DISCARDED
            elif report.outcome is not OutcomeKind.DISCARDED:
                assert exit_of(report) is Exit.UNKNOWN
                assert "server: 2 of" not in sentences(report)
                await world.restart()
                again = await world.run(world.session.discard(saved.id))
                assert again.outcome is OutcomeKind.DISCARDED

        play(scene, folder / str(number))


def test_t07_a_file_that_was_taken_back_is_not_claimed_to_be_there(folder: Path) -> None:
    """Other writes of a resume: the removal of a changed file, before anything is sent again."""
    for number in range(1, 14):

        async def scene(world: World, number: int = number) -> None:
            FailingJournal.break_at(ErrorKind.DISK_FULL, MANY)
            world.make_journal = FailingJournal
            world.start()
            world.server.fail("finalize", lost())
            saved = await world.save(*world.files(2))
            world.disk.write("/home/a/file-0.txt", b"another content")
            world.server.log.clear()
            answers = Answers(changed=Changed.SEND_NEW, title="Another title")
            FailingJournal.break_at(ErrorKind.DISK_FULL, number)
            report = await world.run(world.session.resume(saved.id, world.listen, answers))
            FailingJournal.break_at(ErrorKind.DISK_FULL, MANY)
            if report.outcome is not OutcomeKind.DONE:
                assert_true(report, world.server)
                await world.restart()
                report = await world.run(world.session.resume(saved.id, world.listen, answers))
            assert report.outcome is OutcomeKind.DONE
            assert world.remote() == world.local()

        play(scene, folder / str(number))


GONE_AT = {
    "the draft was created": ("create_record", Exit.UNKNOWN),
    "a file was stored": ("upload_file", Exit.FAILED),
    "the files were listed": ("list_files", Exit.FAILED),
    "it was published": ("finalize", Exit.UNKNOWN),
}


@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
@pytest.mark.parametrize("when", GONE_AT)
def test_t68_a_journal_that_is_deleted_while_a_save_runs_is_noticed_before_the_next_stage(
    folder: Path, when: str, replaced: bool
) -> None:
    call, code = GONE_AT[when]

    async def scene(world: World) -> None:
        def delete(name: str, after: bool, _target: str) -> None:
            if (name, after) == (call, True):
                for path in folder.glob("journal.sqlite*"):
                    path.unlink()
                if replaced:
                    (folder / "journal.sqlite").write_bytes(b"")

        world.server.hook = delete
        report = await world.save(*world.files(2))
        world.server.hook = lambda _name, _after, _target: None
        assert not world.of(RunDone)
        assert exit_of(report) is code
        record = world.server.only_record()
        assert (record.state is RecordState.FINALIZED) is (call == "finalize")
        said = sentences(report)
        assert record.id in said
        assert f"https://repository.example/{record.id}" in said
        (stopped,) = world.of(RunStopped)
        assert stopped.report.record is not None
        assert stopped.report.record.url.endswith(record.id)
        assert "sendoff resume" not in " ".join(next_step(report)), "no list holds it"

    play(scene, folder)


def test_t68_nothing_is_begun_with_a_journal_that_is_gone(folder: Path) -> None:
    async def scene(world: World) -> None:
        await world.save(*world.files(1))
        (folder / "journal.sqlite").unlink()
        world.server.log.clear()
        with pytest.raises(JournalError) as gone:
            await world.save(*world.files(1))
        assert exit_of_error(gone.value) is Exit.UNUSABLE
        assert world.server.writes() == []

    play(scene, folder)
