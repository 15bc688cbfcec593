"""A draft whose answer was never heard: it is given its form once more, or said to be possible."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from desktop_app.core.errors import ErrorKind, FieldError, ServiceError, info
from desktop_app.core.model import NextAction, OutcomeKind, RunReport
from desktop_app.core.words import outcome_words, say
from desktop_app.saving.session import Answers
from desktop_app.services.base import Capabilities
from tests.fakes import Fault, lost, refused, without_keys
from tests.saving.harness import World, play

MAY_REMAIN = "A draft may be left on the server"


def meaning(report: RunReport) -> str:
    return say(outcome_words(report).meaning)


def stored(folder: Path, statement: str) -> list[tuple[object, ...]]:
    """Run a statement on the journal's file."""
    journal = sqlite3.connect(folder / "journal.sqlite")
    rows = journal.execute(statement).fetchall()
    journal.commit()
    journal.close()
    return rows


@pytest.mark.parametrize("unheard", [False, True], ids=["heard", "unheard"])
def test_an_adopted_draft_is_given_its_form_once(folder: Path, unheard: bool) -> None:
    async def scene(world: World) -> None:
        if unheard:
            world.server.fail("create_record", lost(), after=True)
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.DONE
        calls = [one for one in world.server.writes() if one != "upload_file"]
        again = ["update_record"] if unheard else []
        assert calls == ["create_record", *again, "finalize"]

    play(scene, folder, capabilities=without_keys())


def test_with_keys_nothing_is_sent_twice(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("create_record", lost(), after=True)
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.DONE
        assert not world.server.calls("update_record")

    play(scene, folder)


def test_values_that_the_site_had_dropped_are_told_and_can_be_mended(folder: Path) -> None:
    dropped = ServiceError(
        info(ErrorKind.VALIDATION, fields=(FieldError("creators", ("Bad ORCID.",)),))
    )

    async def scene(world: World) -> None:
        world.server.fail("create_record", lost(), after=True)
        world.server.fail("update_record", dropped)
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.FAILED
        assert report.next_action is NextAction.EDIT
        assert report.error is not None
        assert report.error.fields == dropped.info.fields
        assert not world.server.calls("upload_file"), "told before anything large is sent"
        answers = Answers(title="Mended")
        report = await world.run(world.session.resume(report.run, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE
        assert world.server.only_record().title == "Mended"
        assert len(world.server.calls("create_record")) == 1

    play(scene, folder, capabilities=without_keys())


def test_an_unknown_answer_to_it_is_sent_again_by_the_next_attempt(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("create_record", lost(), after=True)
        world.server.fail("update_record", lost())
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.FAILED
        assert report.next_action is NextAction.RESUME
        await world.restart()
        report = await world.run(world.session.resume(report.run, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls("update_record")) == 2
        assert len(world.server.calls("create_record")) == 1

    play(scene, folder, capabilities=without_keys())


def test_it_is_journaled_before_it_is_asked_for(folder: Path) -> None:
    pending: list[object] = []

    async def scene(world: World) -> None:
        def look(name: str, after: bool, _target: str) -> None:
            if name == "update_record" and not after:
                pending.extend(stored(folder, "SELECT form_pending FROM runs"))

        world.server.hook = look
        world.server.fail("create_record", lost(), after=True)
        await world.save(*world.files(1))
        assert pending == [(1,)]
        assert stored(folder, "SELECT form_pending FROM runs") == [(0,)]

    play(scene, folder, capabilities=without_keys())


async def cancelled_create(world: World, *, look_s: float) -> RunReport:
    """Cancel while the draft is being made; the look afterwards takes `look_s` seconds."""
    held = world.server.hang("create_record", after=True)

    async def slow_look() -> None:
        await world.clock.sleep(look_s)

    world.server.faults.append(Fault("find_by_client_ref", slow_look, False, 1, 0, None))
    task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
    await held.reached.wait()
    (run,) = [report.run for report in await world.session.runs()]
    assert world.session.request_cancel(run)
    return await world.run(task)


def test_after_cancel_a_look_that_was_too_short_says_that_a_draft_may_remain(folder: Path) -> None:
    """A site whose index lags takes 38 s to say "not there"; the look has 20 s."""

    async def scene(world: World) -> None:
        began = world.clock.monotonic()
        report = await cancelled_create(world, look_s=38.0)
        assert world.clock.monotonic() - began < 30, "the look is bounded"
        assert report.outcome is OutcomeKind.STOPPED
        assert report.record is None
        assert MAY_REMAIN in meaning(report)
        world.server.only_record()  # and one does
        await world.restart()
        (listed,) = await world.session.runs(unfinished_only=True)
        assert MAY_REMAIN in meaning(listed), "the journal remembers it"
        discarded = await world.run(world.session.discard(listed.run))
        assert discarded.outcome is OutcomeKind.DISCARDED
        assert world.server.records == {}

    play(scene, folder, capabilities=without_keys())


def test_after_cancel_a_look_that_found_it_says_so(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await cancelled_create(world, look_s=3.0)
        assert report.record is not None
        assert "A draft without files is on the server." in meaning(report)

    play(scene, folder, capabilities=without_keys())


KEYED = Capabilities("local", honours_keys=True, checksum="sha256")


@pytest.mark.parametrize("capabilities", [KEYED, without_keys()], ids=["keys", "no keys"])
def test_after_cancel_a_finished_look_that_found_none_says_that(
    folder: Path, capabilities: Capabilities
) -> None:
    """Without keys the request may still take effect: one look so soon says nothing (T61)."""

    async def scene(world: World) -> None:
        held = world.server.hang("create_record")
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        (run,) = [report.run for report in await world.session.runs()]
        world.session.request_cancel(run)
        report = await world.run(task)
        assert report.outcome is OutcomeKind.STOPPED
        said = "Nothing was saved on the server." if capabilities.honours_keys else MAY_REMAIN
        assert said in meaning(report)

    play(scene, folder, capabilities=capabilities)


def test_after_cancel_a_refused_look_says_that_a_draft_may_remain(folder: Path) -> None:
    async def scene(world: World) -> None:
        held = world.server.hang("create_record", after=True)
        world.server.fail("find_by_client_ref", refused(ErrorKind.OFFLINE))
        task = world.begin(world.session.save(world.request(*world.files(1)), world.listen))
        await held.reached.wait()
        (run,) = [report.run for report in await world.session.runs()]
        world.session.request_cancel(run)
        report = await world.run(task)
        assert MAY_REMAIN in meaning(report)

    play(scene, folder, capabilities=without_keys())


def test_a_create_that_was_cut_off_with_its_process_may_remain(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(1), finalize=False)
        stored(folder, "UPDATE runs SET outcome=NULL, record=NULL")
        stored(folder, "UPDATE stages SET state='active' WHERE stage='create_record'")
        await world.restart()
        (report,) = await world.session.runs()
        assert report.outcome is None
        assert MAY_REMAIN in meaning(report)

    play(scene, folder, capabilities=without_keys())
