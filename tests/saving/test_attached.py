"""Files attached to a draft that the person had before: theirs stays theirs, to the last byte."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

from desktop_app.core.errors import ErrorKind, FieldError, ServiceError, info
from desktop_app.core.model import NextAction, OutcomeKind, RecordRef, RecordState
from desktop_app.core.next_step import next_action, next_steps
from desktop_app.core.words import outcome_words, say
from desktop_app.saving.session import Answers, Changed
from desktop_app.services.base import RecordDraft
from tests.fakes import lost, refused, without_keys
from tests.saving.harness import World, idle, play

NO_KEYS = without_keys()


def their_draft(world: World, **files: bytes) -> RecordRef:
    """Return a draft of the person's own that holds `files` (`_` stands for `-` and `.`)."""
    draft = world.server.create(RecordDraft("Theirs", "{}", "urn:theirs", "their key"))
    for key, content in files.items():
        world.server.store(draft.id, key.replace("__", "-").replace("_", "."), content)
    return draft


def test_a_run_that_was_cut_off_before_it_had_looked_goes_on_with_the_same_draft(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        draft = their_draft(world)
        world.server.fail("get_record", lost())
        report = await world.save(*world.files(2), attach_to=draft.id)
        assert report.outcome is OutcomeKind.FAILED
        assert next_action(report) is NextAction.RESUME
        await world.restart()
        before = world.clock.monotonic()
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.remote() == world.local()
        assert not world.server.calls("create_record")
        assert not world.server.calls("find_by_client_ref"), "nothing of ours to look for"
        assert world.clock.monotonic() - before < 5

    play(scene, folder, capabilities=NO_KEYS)


def test_a_process_that_was_killed_while_it_looked_goes_on_with_the_same_draft(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        draft = their_draft(world)
        report = await world.save(*world.files(1), attach_to=draft.id, finalize=False)
        stored = sqlite3.connect(folder / "journal.sqlite")
        stored.execute("UPDATE runs SET outcome=NULL, record=NULL")
        stored.execute("UPDATE stages SET state='active' WHERE stage='create_record'")
        stored.commit()
        stored.close()
        await world.restart()
        (listed,) = await world.session.runs()
        assert "Nothing was saved on the server." in say(outcome_words(listed).meaning)
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DRAFT_READY
        assert report.record is not None
        assert report.record.id == draft.id
        assert not world.server.calls("find_by_client_ref"), "nothing of ours to look for"

    play(scene, folder, capabilities=NO_KEYS)


def test_a_draft_that_was_deleted_is_not_replaced_by_a_new_record(folder: Path) -> None:
    async def scene(world: World) -> None:
        draft = their_draft(world)
        report = await world.save(*world.files(1), attach_to=draft.id, finalize=False)
        del world.server.records[draft.id]
        for _ in range(2):
            report = await world.run(world.session.resume(report.id, world.listen))
            assert report.outcome is OutcomeKind.FAILED
            assert report.error is not None
            assert report.error.kind is ErrorKind.GONE
        assert world.server.records == {}
        report = await world.run(world.session.discard(report.id))
        assert report.outcome is OutcomeKind.DISCARDED

    play(scene, folder, capabilities=NO_KEYS)


def test_what_the_draft_says_of_itself_is_never_replaced_from_here(folder: Path) -> None:
    missing = ServiceError(info(ErrorKind.VALIDATION, fields=(FieldError("creators"),)))

    async def scene(world: World) -> None:
        draft = their_draft(world)
        world.server.fail("finalize", missing)
        report = await world.save(*world.files(1), attach_to=draft.id)
        assert next_action(report) is NextAction.RETRY_FINALIZE
        assert NextAction.EDIT not in next_steps(report)[1]
        answers = Answers(title="Mine now", metadata='{"creators": []}')
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.FAILED
        assert say(outcome_words(report).what) == "The draft has a title and details of its own."
        assert world.server.only_record().title == "Theirs"
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert not world.server.calls("update_record")

    play(scene, folder, capabilities=NO_KEYS)


def test_an_interrupted_run_sends_only_what_is_not_there(folder: Path) -> None:
    async def scene(world: World) -> None:
        draft = their_draft(world, theirs_txt=b"was there")
        world.server.fail("upload_file", refused(ErrorKind.QUOTA), target="file-1.txt")
        report = await world.save(*world.files(2), attach_to=draft.id)
        assert report.outcome is OutcomeKind.FAILED
        await world.restart()
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert set(world.remote()) == {"theirs.txt", "file-0.txt", "file-1.txt"}
        assert world.server.sent["file-0.txt"] == 1

    play(scene, folder, capabilities=NO_KEYS)


def test_discard_takes_out_ours_and_leaves_the_draft_and_what_stood_in_it(folder: Path) -> None:
    """The same content under the same name was there before: it is theirs, not ours."""

    async def scene(world: World) -> None:
        draft = their_draft(world, theirs_txt=b"was there", file__0_txt=b"content 0")
        report = await world.save(*world.files(2), attach_to=draft.id, finalize=False)
        assert report.outcome is OutcomeKind.DRAFT_READY
        await world.restart()
        report = await world.run(world.session.discard(report.id))
        assert report.outcome is OutcomeKind.DISCARDED
        assert world.remote() == {"theirs.txt": b"was there", "file-0.txt": b"content 0"}
        assert not world.server.calls("delete_draft")
        assert "the draft itself stays" in say(outcome_words(report).what)

    play(scene, folder, capabilities=NO_KEYS)


def test_discard_after_a_lost_answer_takes_out_the_file_that_had_arrived(folder: Path) -> None:
    async def scene(world: World) -> None:
        draft = their_draft(world)
        world.server.fail("upload_file", lost(), after=True, target="file-0.txt", times=2)
        world.server.fail("list_files", refused(ErrorKind.PERMISSION), skip=1)
        report = await world.save(*world.files(1), attach_to=draft.id)
        assert world.remote(), "it had arrived"
        report = await world.run(world.session.discard(report.id))
        assert report.outcome is OutcomeKind.DISCARDED
        assert world.remote() == {}

    play(scene, folder, capabilities=NO_KEYS)


def test_discard_of_a_run_that_never_reached_the_draft_asks_for_nothing(folder: Path) -> None:
    async def scene(world: World) -> None:
        draft = their_draft(world, theirs_txt=b"was there")
        world.server.fail("get_record", refused(ErrorKind.PERMISSION))
        report = await world.save(*world.files(1), attach_to=draft.id)
        report = await world.run(world.session.discard(report.id))
        assert report.outcome is OutcomeKind.DISCARDED
        assert world.remote() == {"theirs.txt": b"was there"}
        assert world.server.writes() == []

    play(scene, folder, capabilities=NO_KEYS)


def test_leaving_out_our_file_never_removes_theirs_of_the_same_name(folder: Path) -> None:
    async def scene(world: World) -> None:
        draft = their_draft(world, file__0_txt=b"theirs, and different")
        report = await world.save(*world.files(2), attach_to=draft.id)
        assert report.outcome is OutcomeKind.FAILED
        answers = Answers(leave_out=("file-0.txt",))
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE
        assert world.remote() == {
            "file-0.txt": b"theirs, and different",
            "file-1.txt": b"content 1",
        }

    play(scene, folder, capabilities=NO_KEYS)


def test_sending_a_changed_file_does_not_replace_theirs_unasked(folder: Path) -> None:
    async def scene(world: World) -> None:
        draft = their_draft(world, file__0_txt=b"theirs, and different")
        report = await world.save(*world.files(1), attach_to=draft.id)
        world.disk.write("/home/a/file-0.txt", b"changed meanwhile")
        answers = Answers(changed=Changed.SEND_NEW)
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.FAILED
        assert world.remote() == {"file-0.txt": b"theirs, and different"}
        answers = Answers(changed=Changed.SEND_NEW, take_remote=("file-0.txt",))
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE
        assert world.remote() == {"file-0.txt": b"changed meanwhile"}

    play(scene, folder, capabilities=NO_KEYS)


def test_a_published_record_takes_no_files_and_says_so(folder: Path) -> None:
    async def scene(world: World) -> None:
        draft = their_draft(world)
        world.server.only_record().state = RecordState.FINALIZED
        report = await world.save(*world.files(1), attach_to=draft.id)
        assert report.outcome is OutcomeKind.FAILED
        assert say(outcome_words(report).what) == (
            "The record is published: its files can be changed no more."
        )
        assert world.server.writes() == []

    play(scene, folder, capabilities=NO_KEYS)


def test_a_look_that_could_not_be_stopped_is_never_raced_by_another(folder: Path) -> None:
    cannot_stop = replace(NO_KEYS, abortable=frozenset())

    async def scene(world: World) -> None:
        draft = their_draft(world)
        held = world.server.hang("get_record")
        report = await world.save(*world.files(1), attach_to=draft.id)
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.UNKNOWN
        assert report.still_running
        assert report.error is not None
        assert report.error.kind is ErrorKind.STILL_RUNNING
        assert (next_action(report), next_steps(report)[1]) == (NextAction.CHECK_AGAIN, ())
        assert len(world.server.calls("get_record")) == 1
        held.release()
        await idle()
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.remote() == world.local()

    play(scene, folder, capabilities=cannot_stop)
