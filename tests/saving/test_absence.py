"""When *not there* is believed on a service without keys: never while the effect may still come
(T61), always by the first check that reaches that moment (T12), and never without a look before a
second create (T52). What comes later than that is told, and removed if it is ours and empty.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict, info
from desktop_app.core.model import OutcomeKind, RecordState, SaveStage, Settled
from desktop_app.core.words import outcome_words, reason_words, say
from desktop_app.saving.events import LateOutcome, Reconciled
from desktop_app.services.base import Capabilities
from tests.fakes import Fault, lost, without_keys
from tests.saving.harness import World, idle, play

KEYED = Capabilities("local", honours_keys=True, checksum="sha256")
GATEWAY = ServiceError(info(ErrorKind.NOT_THE_SERVICE, status=504, verdict=Verdict.UNKNOWN_OUTCOME))
RESET = lost()
SLOW = lost(ErrorKind.TIMED_OUT)


def comes_late(world: World, call: str, error: ServiceError, seconds: float) -> None:
    """The answer to the next `call` is `error`; its effect comes `seconds` later."""
    create, publish = world.server.create, world.server.publish

    def keep(effect: Callable[..., object]) -> Callable[..., object]:
        def begin(*given: object) -> object:
            if world.server.calls(call)[1:]:
                return effect(*given)
            world.clock.schedule(lambda: _do(effect, *given), seconds)
            raise error

        return begin

    if call == "create_record":
        world.server.create = keep(create)  # type: ignore[method-assign, assignment]
    else:
        world.server.publish = keep(publish)  # type: ignore[method-assign, assignment]


def _do(effect: Callable[..., object], *given: object) -> None:
    effect(*given)


@pytest.mark.parametrize(
    ("error", "seconds"),
    [(RESET, 50.0), (GATEWAY, 46.0), (GATEWAY, 110.0), (SLOW, 110.0)],
    ids=["reset", "gateway", "gateway, late", "time limit"],
)
@pytest.mark.parametrize("call", ["create_record", "finalize"])
def test_t61_an_effect_that_comes_late_is_waited_for(
    folder: Path, call: str, error: ServiceError, seconds: float
) -> None:
    async def scene(world: World) -> None:
        comes_late(world, call, error, seconds)
        report = await world.save(*world.files(1))
        assert [one.settled for one in world.of(Reconciled)] == [Settled.DONE]
        assert report.outcome is OutcomeKind.DONE
        assert world.server.only_record().state is RecordState.FINALIZED
        assert len(world.server.calls(call)) == 1

    play(scene, folder, capabilities=without_keys())


@pytest.mark.parametrize(("error", "believed_s"), [(RESET, 60.0), (GATEWAY, 120.0)])
@pytest.mark.parametrize("call", ["create_record", "finalize"])
def test_t61_absence_is_believed_at_its_moment_and_not_before(
    folder: Path, call: str, error: ServiceError, believed_s: float
) -> None:
    async def scene(world: World) -> None:
        times: list[float] = []

        def look(name: str, after: bool, _target: str) -> None:
            if name == call and not after:
                times.append(world.clock.monotonic())

        world.server.hook = look
        world.server.fail(call, error)
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.FAILED
        waited_s = world.clock.monotonic() - times[0]
        assert believed_s <= waited_s < believed_s + 1
        assert len(times) == 1

    play(scene, folder, capabilities=without_keys())


@pytest.mark.parametrize("call", ["create_record", "finalize"])
def test_t61_resume_at_40_s_waits_for_the_moment_of_the_first_request(
    folder: Path, call: str
) -> None:
    """The program ended meanwhile: the time between two starts counts, by the wall clock."""

    async def scene(world: World) -> None:
        began = world.clock.monotonic()
        comes_late(world, call, GATEWAY, 100.0)
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await idle()
        await world.clock.advance(10.0)
        (run,) = [one.id for one in await world.session.runs()]
        assert world.session.request_cancel(run)
        report = await world.run(task)
        assert report.outcome is OutcomeKind.UNKNOWN
        await world.restart()
        await world.clock.advance(began + 40.0 - world.clock.monotonic())
        report = await world.run(world.session.resume(run, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert world.clock.monotonic() - began <= 121
        world.server.only_record()
        assert len(world.server.calls(call)) == 1

    play(scene, folder, capabilities=without_keys())


def test_t61_the_moment_counts_from_the_request_through_every_look(folder: Path) -> None:
    """Each check changes the stage's row in the journal: none begins the time anew."""

    async def scene(world: World) -> None:
        began = world.clock.monotonic()
        world.server.fail("create_record", GATEWAY)
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await world.clock.advance(30.0)
        (run,) = [one.id for one in await world.session.runs()]
        for seconds in (60.0, 90.0):
            world.session.request_cancel(run)
            report = await world.run(task)
            assert report.outcome is OutcomeKind.UNKNOWN
            await world.restart()
            task = world.begin(world.session.check(run, world.listen))
            await world.clock.advance(began + seconds - world.clock.monotonic())
        report = await world.run(task)
        assert report.outcome is OutcomeKind.FAILED
        assert 120.0 <= world.clock.monotonic() - began <= 121

    play(scene, folder, capabilities=without_keys())


def test_t61_a_clock_that_was_set_back_does_not_count(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("create_record", RESET)
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await world.clock.advance(10.0)
        (run,) = [one.id for one in await world.session.runs()]
        world.session.request_cancel(run)
        await world.run(task)
        await world.session.close(0.0)
        right = world.wall_clock
        world.wall_clock = lambda: right() - timedelta(days=1)  # type: ignore[method-assign]
        world.start()
        began = world.clock.monotonic()
        report = await world.run(world.session.check(run, world.listen))
        assert report.outcome is OutcomeKind.FAILED
        assert world.clock.monotonic() - began >= 60.0, "waited for, not believed at once"

    play(scene, folder, capabilities=without_keys())


def interrupted_create(folder: Path) -> None:
    """Leave the journal as a kill -9 during the create does."""
    stored = sqlite3.connect(folder / "journal.sqlite")
    stored.execute("UPDATE runs SET outcome=NULL, record=NULL, draft_doubt=0")
    stored.execute("UPDATE stages SET state='pending'")
    stored.execute("UPDATE stages SET state='active' WHERE stage='create_record'")
    stored.execute("UPDATE files SET state='waiting', acknowledged=0, checksum=''")
    stored.commit()
    stored.close()


@pytest.mark.parametrize("capabilities", [KEYED, without_keys()], ids=["keys", "no keys"])
@pytest.mark.parametrize("there", [False, True], ids=["no effect", "effect"])
def test_t52_resume_after_an_interrupted_create_asks_before_it_creates(
    folder: Path, capabilities: Capabilities, there: bool
) -> None:
    """E1: the draft was made, and the process killed before it heard; a second one is a fault."""

    async def scene(world: World) -> None:
        report = await world.save(*world.files(1), finalize=False)
        interrupted_create(folder)
        world.server.only_record().files.clear()
        if not there:
            world.server.records.clear()
            world.server.by_key.clear()
        world.server.log.clear()
        await world.restart()
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DRAFT_READY
        calls = [one.name for one in world.server.log]
        assert calls[0] == "find_by_client_ref", "asked before anything is written"
        assert calls.count("create_record") == (0 if there else 1)
        world.server.only_record()

    play(scene, folder, capabilities=capabilities)


def test_t52_check_after_an_interrupted_create_asks(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(1), finalize=False)
        interrupted_create(folder)
        world.server.log.clear()
        await world.restart()
        report = await world.run(world.session.check(report.id, world.listen))
        assert world.server.log[0].name == "find_by_client_ref"
        assert report.record is not None
        assert report.record.id == world.server.only_record().id

    play(scene, folder, capabilities=without_keys())


def test_t61_a_draft_that_came_after_the_check_is_found_before_a_second_create(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        comes_late(world, "create_record", RESET, 200.0)
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.FAILED, "believed to be absent"
        await world.restart()
        await world.clock.advance(300.0)
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls("create_record")) == 1
        assert world.server.only_record().state is RecordState.FINALIZED

    play(scene, folder, capabilities=without_keys())


@pytest.mark.parametrize("empty", [True, False], ids=["empty", "used"])
def test_t61_a_draft_that_comes_after_the_second_create_is_told_and_removed_if_empty(
    folder: Path, empty: bool
) -> None:
    async def scene(world: World) -> None:
        world.server.fail("create_record", RESET)
        report = await world.save(*world.files(1))

        def look(name: str, after: bool, _target: str) -> None:
            if name == "finalize" and after:
                ours = world.server.only_record()
                files = {} if empty else {"theirs.txt": b"?"}
                late = replace(ours, id="late", files=files, state=RecordState.DRAFT)
                world.server.records["late"] = late

        world.server.hook = look
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert ("late" in world.server.records) is not empty
        (told,) = world.of(LateOutcome)
        assert told.stage is SaveStage.CREATE_RECORD
        assert told.error is not None
        said = say(reason_words(told.error))
        assert say(outcome_words(report).meaning) == said, "in the window too"
        assert ("was removed" in said) is empty
        assert ("late" in said and "left as it is: late" in said) is not empty

    play(scene, folder, capabilities=without_keys())


def test_t61_a_look_after_the_end_that_fails_is_made_up_for_by_the_next_check(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        world.server.fail("create_record", RESET)
        report = await world.save(*world.files(1))

        def look(name: str, after: bool, _target: str) -> None:
            if name == "finalize" and after:
                ours = world.server.only_record()
                late = replace(ours, id="late", files={}, state=RecordState.DRAFT)
                world.server.records["late"] = late
                world.server.fail("find_by_client_ref", lost(), times=1)

        world.server.hook = look
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE, "the save is done in any case"
        assert "late" in world.server.records
        await world.restart()
        await world.run(world.session.check(report.id, world.listen))
        assert "late" not in world.server.records

    play(scene, folder, capabilities=without_keys())


@pytest.mark.parametrize("reconcile_s", [1.0, 30.0, 60.0, 300.0])
@pytest.mark.parametrize("search_s", [2.5, 43.0, 63.0])
def test_t12_a_slow_search_settles_within_one_check(
    folder: Path, search_s: float, reconcile_s: float
) -> None:
    """Whatever the patience: searches that are answered count."""

    async def scene(world: World) -> None:
        world.limits = replace(world.limits, reconcile_s=reconcile_s)
        await world.restart()

        async def slow() -> None:
            await world.clock.sleep(search_s)

        world.server.faults.append(Fault("find_by_client_ref", slow, False, 99, 0, None))
        world.server.fail("create_record", RESET)
        began = world.clock.monotonic()
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.FAILED, "not there: settled"
        assert world.clock.monotonic() - began <= 60 + 2 * search_s
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls("create_record")) == 2
        world.server.only_record()

    play(scene, folder, capabilities=without_keys())


def test_not_done_is_not_concluded_while_a_create_of_ours_still_runs(folder: Path) -> None:
    """E3: its time limit has passed, it cannot be stopped, and it ends well an hour later."""

    async def scene(world: World) -> None:
        held = world.server.hang("create_record")
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.UNKNOWN
        assert report.still_running
        assert [one.settled for one in world.of(Reconciled)] == [Settled.UNKNOWN]
        await world.clock.advance(3600.0)
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.UNKNOWN, "nor an hour later"
        held.release()
        await idle()
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls("create_record")) == 1
        world.server.only_record()

    for capabilities in (KEYED, without_keys()):
        unstoppable = replace(capabilities, abortable=frozenset())
        play(scene, folder / capabilities.kind, capabilities=unstoppable)
