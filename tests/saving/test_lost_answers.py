"""Every answer of every write is lost in every way: the server is asked, then it is said, and the
one next step leads to exactly one record with each file once.
"""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict, info
from desktop_app.core.model import (
    NextAction,
    OutcomeKind,
    RecordState,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.core.next_step import next_action, next_steps
from desktop_app.saving.events import Reconciled, Reconciling
from desktop_app.services.base import Capabilities
from tests.fakes import lost, refused, without_keys
from tests.saving.harness import World, play

KEYED = Capabilities("local", honours_keys=True, checksum="sha256")
STAGE = {
    "create_record": SaveStage.CREATE_RECORD,
    "upload_file": SaveStage.UPLOAD_FILES,
    "finalize": SaveStage.FINALIZE_RECORD,
}
LOST = {
    "reset": lost(ErrorKind.CONNECTION_LOST),
    "timeout": lost(ErrorKind.TIMED_OUT),
    "502 with HTML": lost(ErrorKind.NOT_THE_SERVICE, host="repository.example"),
    "503": lost(ErrorKind.OVERLOADED),
    "503 to the last attempt": ServiceError(info(ErrorKind.OVERLOADED, verdict=Verdict.TRANSIENT)),
    "504": lost(ErrorKind.SERVER_FAULT),
    "unreadable success": ServiceError(info(ErrorKind.BAD_ANSWER, verdict=Verdict.PERMANENT)),
    "defect in the adapter": KeyError("id"),
}


@pytest.mark.parametrize("way", LOST)
@pytest.mark.parametrize("after", [False, True], ids=["before the effect", "after the effect"])
@pytest.mark.parametrize("call", STAGE)
@pytest.mark.parametrize("capabilities", [KEYED, without_keys()], ids=["keys", "no keys"])
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_lost_answer(
    folder: Path, capabilities: Capabilities, call: str, after: bool, way: str
) -> None:
    async def scene(world: World) -> None:
        world.server.fail(call, LOST[way], after=after)
        report = await world.save(*world.files(2))
        stage = STAGE[call]
        asked = [event.stage for event in world.of(Reconciling)]
        assert asked == [stage], "first the server is asked"
        (said,) = world.of(Reconciled)
        assert said.settled is (Settled.DONE if after else Settled.NOT_DONE)

        tried_enough = way in {"unreadable success", "503 to the last attempt"}
        repeated = (call == "upload_file" and not tried_enough) or (
            call == "create_record" and capabilities.honours_keys
        )
        if after or repeated:
            assert report.outcome is OutcomeKind.DONE, "as if it had been answered"
        elif call != "finalize":
            assert report.outcome is OutcomeKind.FAILED
            assert next_action(report) is NextAction.RESUME
            report = await world.run(world.session.resume(report.id, world.listen))
        else:
            assert report.outcome is OutcomeKind.FAILED
            assert next_action(report) is NextAction.RETRY_FINALIZE
            assert report.partial_outputs.record is not None
            report = await world.run(world.session.retry_finalize(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.server.only_record().state is RecordState.FINALIZED
        assert world.remote() == world.local()
        keys = {one.key for one in world.server.calls("create_record")}
        assert len(keys) == 1, "never a fresh key for the same body"
        if after:
            assert len(world.server.calls(call)) == (2 if call == "upload_file" else 1)
            assert max(world.server.sent.values()) == 1

    play(scene, folder, capabilities=capabilities)


@pytest.mark.parametrize("capabilities", [KEYED, without_keys()], ids=["keys", "no keys"])
def test_a_timeout_then_a_late_success_of_create(folder: Path, capabilities: Capabilities) -> None:
    """The client stopped waiting and aborted; the server went on and created the draft."""

    async def scene(world: World) -> None:
        world.server.hang("create_record", after=True)
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls("create_record")) == 1
        world.server.only_record()

    play(scene, folder, capabilities=capabilities)


def test_while_the_service_restarts_it_is_asked_again(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", lost(), after=True)
        away = ServiceError(info(ErrorKind.REFUSED, verdict=Verdict.TRANSIENT))
        world.server.fail("get_record", away, times=3)
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls("finalize")) == 1

    play(scene, folder)


@pytest.mark.parametrize("call", ["create_record", "finalize"])
def test_a_server_that_stays_silent_leaves_it_unknown_until_it_is_checked(
    folder: Path, call: str
) -> None:
    async def scene(world: World) -> None:
        world.server.fail(call, lost(), after=True)
        asked = "find_by_client_ref" if call == "create_record" else "get_record"
        silent = ServiceError(info(ErrorKind.OFFLINE, verdict=Verdict.TRANSIENT))
        world.server.fail(asked, silent, times=1000)
        began = world.clock.monotonic()
        report = await world.save(*world.files(1))
        assert world.clock.monotonic() - began < 70, "patience is bounded"
        assert report.outcome is OutcomeKind.UNKNOWN
        assert next_action(report) is NextAction.CHECK_AGAIN
        assert next_steps(report)[1] == ()
        (row,) = [one for one in report.shown_stages if one.stage is STAGE[call]]
        assert row.state is StageState.UNKNOWN

        await world.restart()
        report = await world.run(world.session.check(report.id, world.listen))
        assert report.outcome is OutcomeKind.UNKNOWN, "asked, and still not settled"
        world.server.faults.clear()
        report = await world.run(world.session.check(report.id, world.listen))
        if call == "finalize":
            assert report.outcome is OutcomeKind.DONE
        else:
            assert next_action(report) is NextAction.RESUME
            report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls(call)) == 1

    play(scene, folder)


def test_cancel_ends_the_asking_not_the_save(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", lost(), after=True)
        held = world.server.hang("get_record")
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        (run,) = [report.id for report in await world.session.runs()]
        assert world.session.request_cancel(run)
        report = await world.run(task)
        assert report.outcome is OutcomeKind.UNKNOWN
        assert next_action(report) is NextAction.CHECK_AGAIN
        report = await world.run(world.session.check(run, world.listen))
        assert report.outcome is OutcomeKind.DONE

    play(scene, folder)


def test_without_keys_a_publication_may_still_take_effect_while_it_is_asked_about(
    folder: Path,
) -> None:
    """H12: 504, and the record is published half a minute later."""

    async def scene(world: World) -> None:
        world.server.fail("finalize", lost(ErrorKind.SERVER_FAULT))
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        for _ in range(6):
            await world.clock.advance(5.0)
        world.server.only_record().state = RecordState.FINALIZED
        report = await world.run(task)
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls("finalize")) == 1

    play(scene, folder, capabilities=without_keys())


def test_a_twin_of_the_draft_is_removed_only_if_it_is_empty(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("create_record", lost())
        report = await world.save(*world.files(1), finalize=False)
        assert next_action(report) is NextAction.RESUME
        report = await world.run(world.session.resume(report.id, world.listen))
        ours = world.server.only_record()
        for name in ("empty", "used"):  # requests that took effect late, after all
            world.server.records[name] = replace(ours, id=name, files={}, partial={})
        world.server.records["used"].files["theirs.txt"] = b"?"
        report = await world.run(world.session.retry_finalize(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert set(world.server.records) == {ours.id, "used"}
        assert report.error is not None
        assert report.error.get("twin") == "used", "it is shown"

    play(scene, folder, capabilities=without_keys())


def test_discard_after_a_lost_create_finds_the_draft_first(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("create_record", lost(), after=True)
        silent = refused(ErrorKind.PERMISSION)
        world.server.fail("find_by_client_ref", silent, times=1)
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.UNKNOWN
        report = await world.run(world.session.discard(report.id))
        assert report.outcome is OutcomeKind.DISCARDED
        assert world.server.records == {}

    play(scene, folder)


def test_a_lost_answer_of_discard_is_settled_by_looking(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(1), finalize=False)
        world.server.fail("delete_draft", lost(), after=True)
        report = await world.run(world.session.discard(report.id))
        assert report.outcome is OutcomeKind.DISCARDED
        assert len(world.server.calls("delete_draft")) == 1

    play(scene, folder)


def test_a_twin_of_a_draft_that_was_begun_before_a_crash_is_found(folder: Path) -> None:
    """The first create was cut off with its process and took effect only after the second."""

    async def scene(world: World) -> None:
        report = await world.save(*world.files(1), finalize=False)
        ours = world.server.only_record()
        stored = sqlite3.connect(folder / "journal.sqlite")
        stored.execute("UPDATE runs SET outcome=NULL, record=NULL")
        stored.execute("UPDATE stages SET state='active' WHERE stage='create_record'")
        stored.commit()
        stored.close()
        del world.server.records[ours.id]
        await world.restart()
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DRAFT_READY
        world.server.records["late"] = replace(ours, id="late", files={}, partial={})
        report = await world.run(world.session.retry_finalize(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert "late" not in world.server.records

    play(scene, folder, capabilities=without_keys())
