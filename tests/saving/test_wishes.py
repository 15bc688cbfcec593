"""What a person asked for is done, or it is said why not: left out, kept, finalized, discarded."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.cli.output import PlainOutput
from desktop_app.core.changes import AttemptBegun, Change
from desktop_app.core.errors import BadInputError, ErrorKind, FileError, JournalError, info
from desktop_app.core.log import Redactor
from desktop_app.core.model import OutcomeKind, RecordState
from desktop_app.core.next_step import is_past_changing
from desktop_app.core.printing import Printer
from desktop_app.core.run import Run, RunFile
from desktop_app.core.words import outcome_words, say
from desktop_app.saving.events import FileFailed, Update
from desktop_app.saving.intent import Answers
from desktop_app.services.base import RecordDraft
from tests.fakes import FakeServer, lost, refused, without_keys
from tests.saving.harness import CheckedJournal, World, play
from tests.saving.test_attached import NO_KEYS, their_draft
from tests.saving.test_read_back import elsewhere

ONE = Answers(leave_out=("file-1.txt",))
OTHERS = {"file-0.txt", "file-2.txt"}


# leaving out what is confirmed


def test_a_confirmed_file_that_is_left_out_is_not_published(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.PERMISSION))
        report = await world.save(*world.files(3))
        assert len(report.confirmed) == 3
        report = await world.run(world.session.resume(report.id, world.listen, ONE))
        assert report.outcome is OutcomeKind.DONE
        assert set(world.remote()) == OTHERS
        receipt = await world.session.receipt(report.id)
        assert [one.verdict.value for one in receipt.files] == ["verified", "left out", "verified"]

    play(scene, folder)


def test_a_confirmed_file_that_is_left_out_of_a_kept_draft_is_not_in_it(folder: Path) -> None:
    """Whoever finalizes the draft on the service's own page publishes what is in it."""

    async def scene(world: World) -> None:
        world.server.fail("upload_file", refused(ErrorKind.QUOTA), times=9, target="file-0.txt")
        report = await world.save(*world.files(3), finalize=False)
        world.server.faults.clear()
        report = await world.run(world.session.resume(report.id, world.listen, ONE))
        assert report.outcome is OutcomeKind.DRAFT_READY
        assert set(world.remote()) == OTHERS

    play(scene, folder)


def test_a_kept_draft_is_finalized_without_what_is_left_out_of_it(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(3), finalize=False)
        answers = replace(ONE, finalize=True)
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE
        assert world.server.only_record().state is RecordState.FINALIZED
        assert set(world.remote()) == OTHERS

    play(scene, folder)


def test_what_cannot_be_removed_from_the_draft_is_not_published_in_spite_of_that(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.PERMISSION))
        report = await world.save(*world.files(3))
        world.server.fail("delete_file", refused(ErrorKind.PERMISSION))
        report = await world.run(world.session.resume(report.id, world.listen, ONE))
        assert report.outcome is OutcomeKind.FAILED
        assert world.server.only_record().state is RecordState.DRAFT
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert set(world.remote()) == OTHERS

    play(scene, folder)


def test_a_file_that_is_left_out_after_it_was_published_is_named(folder: Path) -> None:
    """The answer of the publish was lost: whoever leaves a file out then hears that it is in."""

    async def scene(world: World) -> None:
        world.server.fail("finalize", lost(), after=True)
        world.server.fail("get_record", refused(ErrorKind.PERMISSION))
        report = await world.save(*world.files(3))
        assert report.outcome is OutcomeKind.UNKNOWN
        report = await world.run(world.session.resume(report.id, world.listen, ONE))
        assert report.outcome is OutcomeKind.FAILED
        assert "differs" in say(outcome_words(report).headline)
        assert set(world.remote()) == OTHERS | {"file-1.txt"}

    play(scene, folder, capabilities=without_keys())


# a wish to finalize


class DiesAtAttempt(CheckedJournal):
    """A process that ends before it has written down that an attempt begins."""

    async def commit(self, before: Run, after: Run, change: Change) -> None:
        if isinstance(change, AttemptBegun):
            raise JournalError(info(ErrorKind.DISK_FULL))
        await super().commit(before, after, change)


@pytest.mark.parametrize("how", ["resume", "retry_finalize"])
def test_the_wish_to_finalize_is_written_down_before_its_attempt(folder: Path, how: str) -> None:
    """However soon the process ends, what it was asked for is known to the next one."""

    async def scene(world: World) -> None:
        report = await world.save(*world.files(1), finalize=False)
        world.make_journal = DiesAtAttempt
        await world.restart()
        go_on: dict[str, Callable[[], Awaitable[Run]]] = {
            "resume": lambda: world.session.resume(report.id, world.listen, Answers(finalize=True)),
            "retry_finalize": lambda: world.session.retry_finalize(report.id, world.listen),
        }
        with pytest.raises(JournalError):
            await go_on[how]()
        world.make_journal = CheckedJournal
        await world.restart()
        assert (await world.session.run(report.id)).finalize
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.server.only_record().state is RecordState.FINALIZED

    play(scene, folder)


# files that are lost here


def test_a_lost_file_that_became_something_else_says_what_it_is_now(folder: Path) -> None:
    async def scene(world: World) -> None:
        missing = info(ErrorKind.FILE_MISSING, path="/home/a/file-0.txt")
        first, second = world.files(2)
        report = await world.save(first.with_skip(missing), second)
        loop = info(ErrorKind.FILE_SPECIAL, path=first.path, reason="loop")
        world.disk.files.pop(first.path)
        become(world, first, FileError(loop))
        world.events.clear()
        report = await world.run(world.session.resume(report.id, world.listen))
        (named,) = [one for one in report.files if one.error is not None]
        assert named.error == loop
        assert [one.error for one in world.of(FileFailed)] == [loop]
        assert report.outcome is OutcomeKind.FAILED
        assert world.server.only_record().state is RecordState.DRAFT

    play(scene, folder)


def become(world: World, file: RunFile, error: FileError) -> None:
    """Whoever looks at or opens the local file meets `error`."""
    look, source = world.disk.fingerprint, world.disk.source

    def fingerprint(path: str) -> object:
        if path == file.path:
            raise error
        return look(path)

    world.disk.fingerprint = fingerprint  # type: ignore[method-assign,assignment]

    def opened(planned: RunFile) -> object:
        found = source(planned)
        if planned.path == file.path:
            found._content = raising(error)  # type: ignore[method-assign]
        return found

    world.disk.source = opened  # type: ignore[method-assign,assignment]
    world.session._tools = replace(
        world.session._tools,
        fingerprint=fingerprint,  # type: ignore[arg-type]
        source_factory=opened,  # type: ignore[arg-type]
    )


def raising(error: FileError) -> Callable[[], bytes]:
    def content() -> bytes:
        raise error

    return content


@pytest.mark.parametrize("finalize", [True, False])
def test_a_save_whose_rows_are_all_no_files_is_refused_before_anything_is_sent(
    folder: Path, finalize: bool
) -> None:
    async def scene(world: World) -> None:
        pipe = info(ErrorKind.FILE_SPECIAL, path="/home/a/file-0.txt", reason="pipe")
        rows = [one.with_skip(pipe) for one in world.files(2)]
        with pytest.raises(BadInputError) as refusal:
            await world.save(*rows, finalize=finalize)
        assert refusal.value.info.reason == "nothing_to_send"
        assert world.server.writes() == []
        assert await world.session.runs() == ()

    play(scene, folder, capabilities=without_keys())


def test_a_save_without_any_row_is_still_a_record_without_files(folder: Path) -> None:
    async def scene(world: World) -> None:
        assert (await world.save()).outcome is OutcomeKind.DONE

    play(scene, folder)


# what is said of an end


class Said:
    """What the terminal says of a run."""

    def __init__(self) -> None:
        self._text = io.StringIO()
        self.output = PlainOutput(Printer(Redactor(), self._text))

    def update(self, update: Update) -> None:
        self.output.update(update)

    @property
    def text(self) -> str:
        return self._text.getvalue()


def test_a_check_that_finds_files_gone_does_not_say_that_it_finalized(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(2))
        elsewhere(world, file_0=None)
        said = Said()
        report = await world.run(world.session.check(report.id, said.update))
        said.output.ended(report)
        assert report.outcome is OutcomeKind.FAILED
        assert "Finalizing the record" not in said.text
        assert "The record differs from what was sent" in said.text
        assert "file-0.txt" in said.text

    play(scene, folder)


def test_a_record_that_differs_is_past_changing_and_one_that_was_not_published_is_not(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.CONFLICT))
        report = await world.save(*world.files(2))
        assert report.outcome is OutcomeKind.FAILED
        assert not is_past_changing(report)
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert not is_past_changing(report)
        elsewhere(world, file_0=b"other")
        report = await world.run(world.session.check(report.id, world.listen))
        assert is_past_changing(report)

    play(scene, folder)


REMOVED = "removed from the server"
NONE_THERE = "there was nothing to remove"


def test_discarding_what_the_service_never_had_claims_no_removal(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("create_record", refused(ErrorKind.PERMISSION))
        report = await world.save(*world.files(1))
        report = await world.run(world.session.discard(report.id))
        assert report.outcome is OutcomeKind.DISCARDED
        words = outcome_words(report)
        assert REMOVED not in say(words.what)
        assert NONE_THERE in say(words.what)

    play(scene, folder)


def test_discarding_files_that_never_came_into_a_persons_draft_claims_no_removal(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        draft = their_draft(world)
        world.server.fail("get_record", refused(ErrorKind.PERMISSION))
        report = await world.save(*world.files(1), attach_to=draft.id)
        report = await world.run(world.session.discard(report.id))
        assert NONE_THERE in say(outcome_words(report).what)
        assert draft.id in world.server.records

    play(scene, folder, capabilities=NO_KEYS)


def test_discarding_a_draft_that_only_its_marker_shows_says_that_it_was_removed(
    folder: Path,
) -> None:
    """The create seemed to have had no effect; its draft turned up when the save was discarded."""

    async def scene(world: World) -> None:
        world.server.fail("create_record", lost(), times=1)
        world.server.fail("create_record", refused(ErrorKind.PERMISSION))
        report = await world.save(*world.files(1))
        assert (report.outcome, report.record) == (OutcomeKind.FAILED, None)
        late_draft(world.server, report)
        report = await world.run(world.session.discard(report.id))
        assert report.outcome is OutcomeKind.DISCARDED
        assert world.server.records == {}
        assert REMOVED in say(outcome_words(report).what)

    play(scene, folder)


def late_draft(server: FakeServer, report: Run) -> None:
    server.create(RecordDraft(report.title, report.metadata, report.marker, "a key"))
