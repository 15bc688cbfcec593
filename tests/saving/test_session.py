"""The save workflow as its users know it, scene by scene."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from desktop_app.core.errors import BadInputError, ErrorKind, JournalError, info
from desktop_app.core.model import Fingerprint, NextAction, OutcomeKind, RecordState, SaveStage
from desktop_app.core.next_step import next_action, next_steps
from desktop_app.core.run import RunFile
from desktop_app.saving.events import (
    FileFailed,
    FileProgress,
    LateOutcome,
    SignInNeeded,
    StageFailed,
    Update,
    Waiting,
)
from desktop_app.saving.session import Answers, Changed
from desktop_app.services.base import Capabilities, RecordDraft
from desktop_app.workflow import CancelReason
from tests.fakes import FakeDisk, FakeSource, Fault, lost, refused
from tests.saving.harness import World, idle, play


def test_a_save_creates_uploads_and_finalizes_in_order(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(3))
        assert report.outcome is OutcomeKind.DONE
        assert next_action(report) is NextAction.OPEN_RECORD
        assert report.completed_stages == tuple(SaveStage)
        assert world.server.only_record().state is RecordState.FINALIZED
        assert world.remote() == world.local()
        assert world.told() == [
            "RunStarted",
            "StageStarted",
            "StageCompleted",
            "StageStarted",
            "FileConfirmed",
            "FileConfirmed",
            "FileConfirmed",
            "StageCompleted",
            "StageStarted",
            "StageCompleted",
            "RunDone",
        ]

    play(scene, folder)


def test_without_files_there_is_no_upload_stage(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save()
        assert report.completed_stages == (SaveStage.CREATE_RECORD, SaveStage.FINALIZE_RECORD)
        assert [stage.stage for stage in report.shown_stages] == list(report.completed_stages)

    play(scene, folder)


def test_a_failed_finalize_exposes_record_and_files_and_is_retried_from_them(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.SERVER_FAULT))
        report = await world.save(*world.files(3))
        assert report.outcome is OutcomeKind.FAILED
        assert report.failed_stage is SaveStage.FINALIZE_RECORD
        assert next_action(report) is NextAction.RETRY_FINALIZE
        snapshot = report.partial_outputs
        assert snapshot.record is not None
        assert len(snapshot.uploaded_files) == 3

        await world.restart()
        before = len(world.server.log)
        report = await world.run(world.session.retry_finalize(report.id, world.listen, snapshot))
        assert report.outcome is OutcomeKind.DONE
        later = [call.name for call in world.server.log[before:]]
        assert "create_record" not in later
        assert "upload_file" not in later
        keys = {call.key for call in world.server.calls("finalize")}
        assert len(keys) == 1, "the same body goes with the same key"

    play(scene, folder)


def test_a_failed_upload_keeps_finalize_from_running_and_leaves_only_the_record(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        world.server.fail("upload_file", refused(ErrorKind.TOO_LARGE), target="file-1.txt")
        report = await world.save(*world.files(3))
        assert report.outcome is OutcomeKind.FAILED
        assert report.failed_stage is SaveStage.UPLOAD_FILES
        assert report.error is not None
        assert report.error.kind is ErrorKind.FILES_FAILED
        assert report.partial_outputs.record is not None
        assert report.partial_outputs.uploaded_files == ()
        assert {one.key for one in report.confirmed} == {"file-0.txt", "file-2.txt"}
        assert not world.server.calls("finalize")
        assert next_action(report) is NextAction.RESUME

        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.remote() == world.local()
        assert world.server.sent == {"file-0.txt": 1, "file-1.txt": 1, "file-2.txt": 1}

    play(scene, folder)


def test_the_intent_is_journaled_before_anything_is_sent(folder: Path) -> None:
    async def scene(world: World) -> None:
        seen: list[tuple[str, bool]] = []

        def hook(name: str, after: bool, _target: str) -> None:
            if name == "create_record" and not after:
                stored = sqlite3.connect(folder / "journal.sqlite")
                marker = stored.execute("SELECT client_ref FROM runs").fetchone()[0]
                key = stored.execute("SELECT key FROM keys").fetchone()[0]
                state = stored.execute("SELECT state FROM stages").fetchone()[0]
                stored.close()
                seen.append((state, bool(key) and marker.startswith("urn:uuid:")))

        world.server.hook = hook
        await world.save()
        assert seen == [("active", True)]

    play(scene, folder)


def test_no_finalize_ends_with_a_draft_that_can_be_finalized_later(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(2), finalize=False)
        assert report.outcome is OutcomeKind.DRAFT_READY
        assert next_action(report) is NextAction.RETRY_FINALIZE
        assert SaveStage.FINALIZE_RECORD not in [stage.stage for stage in report.shown_stages]
        assert world.told()[-1] == "RunDone"
        (listed,) = await world.session.runs(unfinished_only=True)
        assert listed.id == report.id

        report = await world.run(world.session.retry_finalize(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert await world.session.runs(unfinished_only=True) == ()

    play(scene, folder)


def test_files_can_be_attached_to_a_draft_that_exists(folder: Path) -> None:
    async def scene(world: World) -> None:
        draft = world.server.create(RecordDraft("Theirs", "{}", "urn:theirs", "their key"))
        world.server.store(draft.id, "theirs.txt", b"was there before")
        report = await world.save(*world.files(1), attach_to=draft.id)
        assert report.outcome is OutcomeKind.DONE
        assert not world.server.calls("create_record")
        assert set(world.remote()) == {"theirs.txt", "file-0.txt"}

    play(scene, folder)


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"title": "  "}, ErrorKind.MISSING_FIELD),
        ({"metadata": "[]"}, ErrorKind.BAD_FIELD),
        ({"metadata": "{"}, ErrorKind.BAD_FIELD),
    ],
)
def test_bad_input_is_refused_before_anything_is_journaled_or_sent(
    folder: Path, changes: dict[str, str], kind: ErrorKind
) -> None:
    async def scene(world: World) -> None:
        with pytest.raises(BadInputError) as refusal:
            await world.save(**changes)
        assert refusal.value.kind is kind
        assert await world.session.runs() == ()
        assert world.server.log == []

    play(scene, folder)


# timeouts


def test_an_upload_that_stalls_is_aborted_where_it_can_be(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("upload_file", target="file-1.txt")
        world.limits = replace(world.limits, answer_s=90.0)
        await world.restart()
        report = await world.save(*world.files(3))
        assert report.outcome is OutcomeKind.FAILED
        assert report.error is not None
        assert report.error.kind is ErrorKind.STALLED
        assert not report.still_running
        assert {one.key for one in report.confirmed} == {"file-0.txt", "file-2.txt"}
        assert next_action(report) is NextAction.RESUME
        held.release()
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.remote() == world.local()

    play(scene, folder)


def test_waiting_for_the_answer_after_the_last_byte_is_no_stall(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("upload_file")
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        await world.clock.advance(250.0)  # far over the stall limit, below that for answers
        held.release()
        report = await world.run(task)
        assert report.outcome is OutcomeKind.DONE

    play(scene, folder)


def test_a_finalize_over_its_limit_runs_on_and_is_never_repeated(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("finalize")
        report = await world.save(*world.files(2))
        assert report.outcome is OutcomeKind.UNKNOWN
        assert report.still_running
        assert next_action(report) is NextAction.CHECK_AGAIN
        assert next_steps(report)[1] == (), "a retry is not offered before the server was asked"
        (failure,) = world.of(StageFailed)
        assert failure.still_running

        held.release()  # the publication ends well after all
        await idle()
        assert world.of(LateOutcome)[-1].error is None
        assert world.told()[-1] == "RunDone"
        known = await world.session.run(report.id)
        assert known.outcome is OutcomeKind.DONE
        assert len(world.server.calls("finalize")) == 1

    play(scene, folder)


@pytest.mark.parametrize(
    ("call", "stage"),
    [
        ("create_record", SaveStage.CREATE_RECORD),
        ("finalize", SaveStage.FINALIZE_RECORD),
        ("list_files", SaveStage.UPLOAD_FILES),
    ],
)
def test_T25_a_pause_of_a_call_that_belongs_to_no_file_is_published_for_its_stage(
    call: str, stage: SaveStage, folder: Path
) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang(call)
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        busy = info(ErrorKind.RATE_LIMITED, host="h")
        (service,) = world.provider.opened
        service.on_wait(5.0, busy)
        (waiting,) = world.of(Waiting)
        assert (waiting.stage, waiting.key, waiting.seconds) == (stage, "", 5.0)
        assert waiting.error == busy
        countdown = world.updates[-1].measured.countdown
        assert countdown is not None
        assert countdown.until == world.clock.monotonic() + 5.0
        held.release()
        report = await world.run(task)
        assert report.outcome is OutcomeKind.DONE
        assert world.updates[-1].measured.countdown is None

    play(scene, folder)


def test_T25_nothing_is_said_of_pauses_of_work_that_runs_on_after_the_end(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("finalize")
        report = await world.save(*world.files(1))
        assert report.still_running
        world.provider.opened[0].on_wait(5.0, info(ErrorKind.RATE_LIMITED, host="h"))
        assert world.told()[-1] == "RunStopped"
        held.release()
        await idle()
        assert world.told()[-1] == "RunDone"

    play(scene, folder)


def test_a_finalize_that_is_given_up_at_the_end_of_the_process_tells_nothing_new(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        world.server.hang("finalize")
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.UNKNOWN
        told = world.told()
        await world.run(world.restart())
        assert world.told() == told, "that Sendoff ends says nothing of the server"
        known = await world.session.run(report.id)
        assert known.outcome is OutcomeKind.UNKNOWN
        assert known.error == report.error
        assert next_action(known) is NextAction.CHECK_AGAIN

    play(scene, folder)


def test_a_finalize_that_ends_while_the_server_is_being_asked_counts_as_done(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("finalize")
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        await world.clock.advance(25.0)
        assert world.told()[-1] == "Reconciling"
        held.release()
        report = await world.run(task)
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls("finalize")) == 1
        assert "StageFailed" not in world.told(), "a timeout is not a failure"

    play(scene, folder)


def test_a_late_refusal_of_finalize_lets_it_be_retried(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("finalize")

        async def then_refuse() -> None:
            await held.wait()
            raise refused(ErrorKind.LOCKED)

        world.server.faults.clear()
        world.server.faults.append(Fault("finalize", then_refuse, False, 1, 0, None))
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.UNKNOWN
        held.release()
        await idle()
        assert world.of(LateOutcome)[-1].error is not None
        report = await world.session.run(report.id)
        assert report.outcome is OutcomeKind.FAILED
        assert report.error is not None
        assert report.error.kind is ErrorKind.LOCKED
        assert next_action(report) is NextAction.RETRY_FINALIZE
        report = await world.run(world.session.retry_finalize(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE

    play(scene, folder)


def test_uploads_that_cannot_be_cancelled_are_left_running_and_say_so(folder: Path) -> None:
    capabilities = replace(Capabilities("qa", honours_keys=True, checksum="sha256"))
    capabilities = replace(capabilities, abortable=frozenset())

    async def scene(world: World) -> None:
        world.limits = replace(world.limits, answer_s=1.0)
        await world.restart()
        held = world.server.hang("upload_file", target="file-0.txt")
        task = world.begin(world.session.save(world.request(*world.files(2)), world.listen))
        await held.reached.wait()
        (run,) = [report.id for report in await world.session.runs()]
        assert not world.session.request_cancel(run), "there is no cancel that means nothing"
        report = await world.run(task)
        assert report.outcome is OutcomeKind.UNKNOWN
        assert report.still_running
        held.release()
        await idle()
        known = await world.session.run(run)
        assert known.outcome is None
        assert not known.still_running
        assert next_action(known) is NextAction.RESUME
        report = await world.run(world.session.resume(run, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.server.sent == {"file-0.txt": 1, "file-1.txt": 1}

    play(scene, folder, capabilities=capabilities)


def test_uploads_that_still_run_are_not_sent_beside_themselves(folder: Path) -> None:
    capabilities = Capabilities("qa", honours_keys=True, checksum="sha256", abortable=frozenset())

    async def scene(world: World) -> None:
        world.limits = replace(world.limits, answer_s=1.0)
        await world.restart()
        held = world.server.hang("upload_file", target="file-0.txt")
        report = await world.save(*world.files(2))
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.UNKNOWN
        assert report.still_running
        assert len(world.server.calls("upload_file")) == 2
        task = world.begin(world.session.resume(report.id, world.listen))
        await idle()
        held.release()  # while the second resumption waits for it
        report = await world.run(task)
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls("upload_file")) == 2
        assert world.remote() == world.local()

    play(scene, folder, capabilities=capabilities)


# cancel


def test_after_cancel_nothing_more_is_written_and_what_remains_is_said(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("upload_file", target="file-2.txt")
        task = world.begin(world.session.save(world.request(*world.files(6)), world.listen))
        await held.reached.wait()
        await idle()
        (run,) = [report.id for report in await world.session.runs()]
        before = world.server.writes()
        assert world.session.request_cancel(run)
        assert not world.session.request_cancel(run), "True once"
        report = await world.run(task)
        assert world.server.writes() == before
        assert report.outcome is OutcomeKind.STOPPED
        assert report.cancel_reason == "user"
        assert (next_action(report), next_steps(report)[1]) == (
            NextAction.RESUME,
            (NextAction.DISCARD,),
        )
        assert {one.key for one in report.confirmed} == set(world.remote())

        report = await world.run(world.session.resume(run, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.remote() == world.local()
        assert max(world.server.sent.values()) == 1

    play(scene, folder)


def test_a_cancelled_create_says_whether_the_draft_is_there_after_all(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("create_record", after=True)
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        (run,) = [report.id for report in await world.session.runs()]
        assert world.session.request_cancel(run)
        report = await world.run(task)
        assert report.outcome is OutcomeKind.STOPPED
        assert report.record is not None
        assert report.record.id == world.server.only_record().id

        report = await world.run(world.session.discard(run))
        assert report.outcome is OutcomeKind.DISCARDED
        assert world.server.records == {}

    play(scene, folder)


def test_stop_before_the_next_stage_lets_the_active_one_end(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("upload_file")
        task = world.begin(world.session.save(world.request(*world.files(2)), world.listen))
        await held.reached.wait()
        (run,) = [report.id for report in await world.session.runs()]
        world.session.stop_before_next_stage(run, CancelReason.SHUTDOWN)
        held.release()
        report = await world.run(task)
        assert report.outcome is OutcomeKind.STOPPED
        assert report.failed_stage is SaveStage.FINALIZE_RECORD
        assert len(report.confirmed) == 2
        assert not world.server.calls("finalize")

    play(scene, folder)


def test_a_stop_is_of_one_attempt_only(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("finalize")
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        (run,) = [report.id for report in await world.session.runs()]
        world.session.stop_before_next_stage(run, CancelReason.SHUTDOWN)
        report = await world.run(task)
        assert report.outcome is OutcomeKind.UNKNOWN
        world.server.faults.clear()
        task = world.begin(world.session.resume(run, world.listen))
        await idle()
        held.release()
        report = await world.run(task)
        assert report.outcome is OutcomeKind.DONE

    play(scene, folder)


def test_closing_ends_in_bounded_time_and_journals_what_is_not_known(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("finalize", after=True)
        held.ignore_cancel = False
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        await world.run(world.session.close(1.0))
        with pytest.raises(asyncio.CancelledError):
            await task
        world.start()
        (known,) = await world.session.runs()
        assert known.outcome is OutcomeKind.UNKNOWN
        report = await world.run(world.session.check(known.id, world.listen))
        assert report.outcome is OutcomeKind.DONE, "learnt by asking at the next start"
        assert len(world.server.calls("finalize")) == 1

    play(scene, folder)


@pytest.mark.parametrize("asked_before", [False, True], ids=["quit", "cancel, then quit"])
@pytest.mark.parametrize(
    "call", ["create_record", "upload_file", "list_files", "finalize", "get_record"]
)
def test_closing_is_bounded_though_the_operation_ignores_its_abort(
    folder: Path, call: str, asked_before: bool
) -> None:
    async def scene(world: World) -> None:
        if call == "get_record":
            world.server.fail("finalize", lost(), after=True)
        held = world.server.hang(call)
        held.ignore_cancel = True
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        (run,) = [report.id for report in await world.session.runs()]
        if asked_before:
            world.session.request_cancel(run)
            await world.clock.advance(0.5)
        began = world.clock.monotonic()
        closing = world.begin(world.session.close(1.2))
        await world.clock.advance(2.5)
        assert closing.done(), f"still closing, {world.clock.pending}"
        await closing
        assert world.clock.monotonic() - began <= 2.5
        held.release()
        await idle()
        with suppress(asyncio.CancelledError):
            await task
        world.start()
        (known,) = await world.session.runs()
        assert known.outcome in {OutcomeKind.STOPPED, OutcomeKind.UNKNOWN}
        report = await world.run(world.session.resume(known.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.remote() == world.local()
        assert max(world.server.sent.values()) == 1

    play(scene, folder)


# sign in


def test_a_refused_token_pauses_the_queue_once_and_it_goes_on(folder: Path) -> None:
    """H01: five files, the token ends with the third."""

    async def scene(world: World) -> None:
        def expire(name: str, after: bool, _target: str) -> None:
            if name == "upload_file" and after and len(world.remote()) == 2:
                world.server.token = "new"

        world.server.hook = expire
        task = world.begin(world.session.save(world.request(*world.files(5)), world.listen))
        await idle()
        assert len(world.of(SignInNeeded)) == 1
        assert not task.done()
        await world.clock.advance(3600.0)
        assert not task.done(), "waiting for a person is no stall"
        world.provider.token = "new"
        world.session.provide_token("local")
        report = await world.run(task)
        assert report.outcome is OutcomeKind.DONE
        assert len(world.of(SignInNeeded)) == 1, "one prompt, not five"
        assert max(world.server.sent.values()) == 1
        assert world.remote() == world.local()

    play(scene, folder)


@pytest.mark.parametrize("call", ["create_record", "finalize", "list_files"])
def test_a_token_refused_elsewhere_is_waited_for_without_a_time_limit(
    folder: Path, call: str
) -> None:
    async def scene(world: World) -> None:
        world.server.fail(call, refused(ErrorKind.SIGN_IN))
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await idle()
        await world.clock.advance(3600.0)
        assert len(world.of(SignInNeeded)) == 1
        world.session.provide_token("local")
        report = await world.run(task)
        assert report.outcome is OutcomeKind.DONE
        world.server.only_record()

    play(scene, folder)


def test_cancel_while_waiting_for_a_token_stops(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.SIGN_IN), times=2)
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await idle()
        (run,) = [report.id for report in await world.session.runs()]
        assert world.session.request_cancel(run)
        report = await world.run(task)
        assert report.outcome is OutcomeKind.STOPPED
        assert next_action(report) is NextAction.RESUME

    play(scene, folder)


def test_without_anybody_to_ask_a_refused_token_ends_the_run(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.interactive = False
        await world.restart()
        world.server.fail("upload_file", refused(ErrorKind.SIGN_IN), times=10)
        report = await world.save(*world.files(6))
        assert report.outcome is OutcomeKind.FAILED
        assert report.error is not None
        assert report.error.kind is ErrorKind.SIGN_IN
        assert next_action(report) is NextAction.SIGN_IN
        assert len(world.server.calls("upload_file")) <= 4, "no more files were begun"

    play(scene, folder)


# files


def test_a_local_file_that_is_gone_fails_its_row_and_holds_finalize(folder: Path) -> None:
    """F04 and C02: publishing without it takes an explicit answer that names it."""

    async def scene(world: World) -> None:
        files = world.files(3)
        del world.disk.files["/home/a/file-1.txt"]
        report = await world.save(*files)
        assert report.outcome is OutcomeKind.FAILED
        (row,) = [one for one in report.files if one.error]
        assert (row.key, row.error and row.error.kind) == ("file-1.txt", ErrorKind.FILE_MISSING)
        assert not world.server.calls("finalize")

        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.FAILED, "asking again is no answer"
        world.server.only_record().partial["file-1.txt"] = b"cont"  # a leftover of ours
        answers = Answers(leave_out=("file-1.txt",))
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE
        assert set(world.remote()) == {"file-0.txt", "file-2.txt"}

    play(scene, folder)


def test_a_file_that_is_back_is_not_told_to_be_gone_when_the_save_is_resumed(folder: Path) -> None:
    async def scene(world: World) -> None:
        gone = info(ErrorKind.FILE_MISSING)
        first, *others = world.files(3)
        away = world.disk.files.pop("/home/a/file-2.txt")
        report = await world.save(first, *(one.with_skip(gone) for one in others))
        assert [event.key for event in world.of(FileFailed)] == ["file-1.txt", "file-2.txt"]
        world.events.clear()
        report = await world.run(world.session.resume(report.id, world.listen))
        assert [event.key for event in world.of(FileFailed)] == ["file-2.txt"], "told once"
        world.disk.write("/home/a/file-2.txt", away)
        world.events.clear()
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert not world.of(FileFailed)

    play(scene, folder)


def test_a_skipped_row_holds_finalize_until_it_is_left_out_by_name(folder: Path) -> None:
    async def scene(world: World) -> None:
        clash = info(ErrorKind.NAME_CLASH)
        one, two = world.files(2)
        report = await world.save(one, two.with_skip(clash))
        assert report.outcome is OutcomeKind.FAILED
        assert [event.key for event in world.of(FileFailed)] == ["file-1.txt"]
        answers = Answers(leave_out=("file-1.txt",))
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE

    play(scene, folder)


def test_a_file_that_the_listing_lacks_in_the_end_is_failed(folder: Path) -> None:
    """N10: a store that folds case took the second file for the first."""

    async def scene(world: World) -> None:
        def fold(name: str, after: bool, target: str) -> None:
            if name == "upload_file" and after and target == "A.txt":
                world.server.only_record().files.pop("a.txt", None)

        world.limits = replace(world.limits, parallel_files=1)
        await world.restart()
        world.server.hook = fold
        files = (world.disk.plan("/h/a.txt", b"small"), world.disk.plan("/h/A.txt", b"BIG"))
        report = await world.save(*files)
        assert report.outcome is OutcomeKind.FAILED
        assert report.failed_stage is SaveStage.UPLOAD_FILES
        (row,) = [one for one in report.files if one.error]
        assert (row.key, row.error and row.error.kind) == ("a.txt", ErrorKind.NOT_CONFIRMED)
        assert not world.server.calls("finalize")

    play(scene, folder)


def test_content_that_changes_before_finalize_closes_the_gate(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(2), finalize=False)
        world.server.only_record().files["file-0.txt"] = b"content X"
        report = await world.run(world.session.retry_finalize(report.id, world.listen))
        assert report.outcome is OutcomeKind.FAILED
        assert report.error is not None
        assert report.error.kind is ErrorKind.FILES_FAILED
        assert not world.server.calls("finalize")
        assert next_action(report) is NextAction.RESUME

    play(scene, folder)


def test_files_of_somebody_else_in_our_draft_are_shown_and_kept_only_when_named(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(1), finalize=False)
        world.server.only_record().files["strange.txt"] = b"?"
        report = await world.run(world.session.retry_finalize(report.id, world.listen))
        assert report.outcome is OutcomeKind.FAILED
        assert report.error is not None
        assert (report.error.kind, report.error.get("key")) == (ErrorKind.CONFLICT, "strange.txt")
        assert "strange.txt" in world.remote(), "nothing that is not ours is removed"

    play(scene, folder)


def test_other_content_under_our_key_is_asked_about(folder: Path) -> None:
    """H06: decided by comparing content, not by a status."""

    async def scene(world: World) -> None:
        draft = world.server.create(RecordDraft("Theirs", "{}", "urn:theirs", "their key"))
        world.server.store(draft.id, "file-0.txt", b"other content")
        world.server.store(draft.id, "file-1.txt", b"content 1")
        report = await world.save(*world.files(2), attach_to=draft.id)
        assert report.outcome is OutcomeKind.FAILED
        (row,) = [one for one in report.files if one.error]
        assert (row.key, row.error and row.error.kind) == (
            "file-0.txt",
            ErrorKind.DIFFERENT_CONTENT,
        )
        answers = Answers(take_remote=("file-0.txt",))
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE
        assert world.remote() == world.local()

    play(scene, folder)


def test_a_draft_that_somebody_deleted_stops_the_batch_with_one_message(folder: Path) -> None:
    """H04: one clear end, and a new draft only after the person said so."""

    async def scene(world: World) -> None:
        def delete(name: str, after: bool, _target: str) -> None:
            if name == "upload_file" and not after:
                world.server.records.clear()

        world.server.hook = delete
        report = await world.save(*world.files(9))
        assert report.outcome is OutcomeKind.FAILED
        assert report.error is not None
        assert report.error.kind is ErrorKind.GONE
        assert len(world.server.calls("upload_file")) <= 4
        assert not world.of(FileFailed)
        world.server.hook = lambda *_: None
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.remote() == world.local()
        keys = [call.key for call in world.server.calls("create_record")]
        assert len(set(keys)) == 2, "another draft is another intent"

    play(scene, folder)


def test_a_mended_form_goes_with_the_next_key(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("create_record", refused(ErrorKind.VALIDATION))
        report = await world.save()
        assert next_action(report) is NextAction.EDIT
        answers = Answers(title="A better title")
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE
        assert world.server.only_record().title == "A better title"
        keys = [call.key for call in world.server.calls("create_record")]
        assert len(set(keys)) == 2

    play(scene, folder)


def test_a_form_mended_after_finalize_was_refused_changes_the_draft(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.VALIDATION))
        report = await world.save(*world.files(1))
        assert next_action(report) is NextAction.EDIT
        answers = Answers(title="A better title", metadata='{"a": 1}')
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE
        record = world.server.only_record()
        assert (record.title, record.metadata) == ("A better title", '{"a": 1}')
        assert world.server.sent == {"file-0.txt": 1}

    play(scene, folder)


def test_a_form_whose_answer_was_lost_is_sent_again_before_it_is_published(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.VALIDATION))
        report = await world.save(*world.files(1))
        world.server.fail("update_record", lost())
        answers = Answers(title="A better title")
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.FAILED
        assert world.server.only_record().title == "A title"
        report = await world.run(world.session.retry_finalize(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.server.only_record().title == "A better title"

    play(scene, folder)


def test_a_mended_form_that_is_none_is_refused_at_once(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("create_record", refused(ErrorKind.VALIDATION))
        report = await world.save()
        for answers in (Answers(title=" "), Answers(metadata="[]")):
            with pytest.raises(BadInputError):
                await world.session.resume(report.id, world.listen, answers)
        assert len(world.server.calls("create_record")) == 1

    play(scene, folder)


# resuming


@pytest.mark.parametrize("changed", [Changed.SEND_NEW, Changed.LEAVE_OUT])
def test_a_source_that_changed_is_asked_about(folder: Path, changed: Changed) -> None:
    async def scene(world: World) -> None:
        world.server.fail("upload_file", refused(ErrorKind.QUOTA), target="file-1.txt")
        report = await world.save(*world.files(3))
        world.disk.write("/home/a/file-0.txt", b"new content of a confirmed file")
        world.disk.write("/home/a/file-1.txt", b"new content of a failed file")
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.FAILED
        assert report.error is not None
        assert report.error.kind is ErrorKind.SOURCE_CHANGED
        assert next_action(report) is NextAction.RESUME
        assert world.server.sent == {"file-0.txt": 1, "file-2.txt": 1}

        answers = Answers(changed=changed)
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE
        if changed is Changed.SEND_NEW:
            assert world.remote() == world.local()
        else:
            assert world.remote() == {"file-0.txt": b"content 0", "file-2.txt": b"content 2"}

    play(scene, folder)


def test_a_new_time_stamp_alone_is_no_change(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.LOCKED))
        report = await world.save(*world.files(1))
        world.disk.touch("/home/a/file-0.txt")
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.server.sent == {"file-0.txt": 1}

    play(scene, folder)


def test_a_resumed_save_knows_when_its_files_were_last_changed(folder: Path) -> None:
    """By that, not by what the journal keeps, a digest of an earlier attempt is known to be old."""

    class Disk(FakeDisk):
        changed = 1
        met: ClassVar[list[int]] = []

        def fingerprint(self, path: str) -> Fingerprint:
            return replace(super().fingerprint(path), changed_ns=self.changed)

        def source(self, planned: RunFile) -> FakeSource:
            self.met.append(planned.fingerprint.changed_ns)
            return super().source(planned)

    async def scene(world: World) -> None:
        disk = world.disk = Disk()
        await world.restart()
        world.server.fail("upload_file", refused(ErrorKind.TOO_LARGE))
        report = await world.save(*world.files(1))
        assert disk.met == [1]
        disk.changed = 2
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE, "rights that changed stop no save"
        assert disk.met[1:] == [2]

    play(scene, folder)


def test_leftovers_of_ours_are_adopted_without_sending_them(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("upload_file", refused(ErrorKind.QUOTA), target="file-1.txt")
        report = await world.save(*world.files(2))
        record = world.server.only_record()
        record.files["file-1.txt"] = b"content 1"  # it had arrived after all
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.server.sent == {"file-0.txt": 1}

    play(scene, folder)


def test_an_unfinished_upload_is_journaled_before_its_first_byte_and_taken_up_again(
    folder: Path,
) -> None:
    capabilities = Capabilities("local", honours_keys=True, checksum="sha256", resumable=True)

    async def scene(world: World) -> None:
        seen: list[str] = []

        def hook(name: str, after: bool, target: str) -> None:
            if name == "upload_file" and not after:
                stored = sqlite3.connect(folder / "journal.sqlite")
                (ref,) = stored.execute("SELECT upload_ref FROM files").fetchone()
                stored.close()
                seen.append(ref)

        world.server.hook = hook
        world.server.fail("upload_file", refused(ErrorKind.QUOTA))
        report = await world.save(*world.files(1))
        assert seen == ["/uploads/file-0.txt"]
        progress = [event.acknowledged for event in world.of(FileProgress)]
        assert progress[-1] == len(b"content 0")
        await world.restart()
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.server.resumed_from == {"file-0.txt": "/uploads/file-0.txt"}

    play(scene, folder, capabilities=capabilities)


def test_without_offsets_of_the_service_only_what_was_sent_is_told(folder: Path) -> None:
    async def scene(world: World) -> None:
        await world.save(world.disk.plan("/h/big.bin", b"x" * (3 << 20)))
        told = world.of(FileProgress)
        assert [(event.state.value, event.sent) for event in told if event.state != "reading"] == [
            ("sending", 0),
            ("sending", 1 << 20),
            ("sending", 2 << 20),
            ("waiting_for_server", 3 << 20),
        ]
        assert all(event.acknowledged is None for event in told)
        assert all(event.state != "confirmed" for event in told), "sending completes no row"

    play(scene, folder)


def test_a_record_that_was_finalized_meanwhile_is_done_or_said_to_lack_files(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        world.server.fail("upload_file", refused(ErrorKind.QUOTA), target="file-1.txt")
        report = await world.save(*world.files(2))
        record = world.server.only_record()
        record.state = RecordState.FINALIZED
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.FAILED
        assert report.error is not None
        assert report.error.kind is ErrorKind.CONFLICT
        assert next_action(report) is NextAction.OPEN_RECORD
        record.files["file-1.txt"] = b"content 1"
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE

    play(scene, folder)


def test_discard_removes_the_draft_and_says_if_it_could_not(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.LOCKED))
        report = await world.save(*world.files(1))
        world.server.fail("delete_draft", refused(ErrorKind.PERMISSION))
        report = await world.run(world.session.discard(report.id))
        assert report.outcome is OutcomeKind.FAILED
        assert report.error is not None
        assert report.error.kind is ErrorKind.PERMISSION
        report = await world.run(world.session.discard(report.id))
        assert report.outcome is OutcomeKind.DISCARDED
        assert world.server.records == {}

    play(scene, folder)


def test_discard_leaves_a_draft_that_the_person_had_before(folder: Path) -> None:
    async def scene(world: World) -> None:
        draft = world.server.create(RecordDraft("Theirs", "{}", "urn:theirs", "their key"))
        world.server.store(draft.id, "theirs.txt", b"was there before")
        report = await world.save(*world.files(1), attach_to=draft.id, finalize=False)
        report = await world.run(world.session.discard(report.id))
        assert report.outcome is OutcomeKind.DISCARDED
        assert set(world.remote()) == {"theirs.txt"}

    play(scene, folder)


def test_a_finalized_record_is_never_discarded(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.LOCKED))
        report = await world.save()
        world.server.only_record().state = RecordState.FINALIZED
        report = await world.run(world.session.discard(report.id))
        assert report.outcome is OutcomeKind.DONE
        assert report.error is not None
        assert not world.server.calls("delete_draft")

    play(scene, folder)


def test_a_run_belongs_to_one_process_at_a_time(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("upload_file")
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        first = world.session
        world.start()  # a second window on the same journal
        (listed,) = await world.session.runs()
        assert listed.busy
        assert next_action(listed) is NextAction.NONE
        for work in (
            world.session.resume(listed.id, world.listen),
            world.session.discard(listed.id),
            world.session.forget(listed.id),
        ):
            with pytest.raises(JournalError) as busy:
                await work
            assert busy.value.kind is ErrorKind.RUN_BUSY
        held.release()
        report = await world.run(task)
        assert report.outcome is OutcomeKind.DONE
        await first.close(0.0)

    play(scene, folder)


def test_a_service_that_cannot_be_opened_leaves_a_run_that_can_go_on(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.provider.error = refused(ErrorKind.REFUSED)
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.FAILED
        assert report.error is not None
        assert report.error.kind is ErrorKind.REFUSED
        world.provider.error = None
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE

    play(scene, folder)


def test_an_unknown_run_is_said_to_be_unknown(folder: Path) -> None:
    async def scene(world: World) -> None:
        with pytest.raises(JournalError) as unknown:
            await world.session.resume("no-such-run", world.listen)
        assert unknown.value.kind is ErrorKind.RUN_UNKNOWN
        assert list((folder / "locks").iterdir()) == []

    play(scene, folder)


def test_a_listener_that_fails_changes_nothing(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(world: World) -> None:
        def broken(_update: Update) -> None:
            raise ZeroDivisionError

        report = await world.run(world.session.save(world.request(*world.files(2)), broken))
        assert report.outcome is OutcomeKind.DONE

    play(scene, folder)
    assert "a listener failed" in caplog.text
