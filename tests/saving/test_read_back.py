"""What was finalized is read back, record and listing, before anything says so (T06); a finished
save is asked about anew (T05); what somebody else has published is told file by file (T04).
"""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.cli.output import PlainOutput
from desktop_app.core.errors import ErrorKind, ServiceError, Verdict, info
from desktop_app.core.log import Redactor
from desktop_app.core.model import NextAction, OutcomeKind, RecordState, SaveStage, StageState
from desktop_app.core.next_step import next_action
from desktop_app.core.printing import Printer
from desktop_app.core.run import Run
from desktop_app.core.words import outcome_words, say
from desktop_app.saving.events import FileFailed, Reconciling
from desktop_app.services.base import Capabilities
from tests.fakes import lost, refused, without_keys
from tests.saving.harness import World, idle, play

KEYED = Capabilities("local", honours_keys=True, checksum="sha256")
both = pytest.mark.parametrize("capabilities", [KEYED, without_keys()], ids=["keys", "no keys"])
FAR = 10_000.0


def promise(world: World, seconds: float) -> None:
    """The service answers that it published, and does so only `seconds` later."""

    def look(name: str, after: bool, _target: str) -> None:
        if name == "finalize" and after:
            record = world.server.only_record()
            record.state = RecordState.DRAFT
            world.clock.schedule(lambda: _publish(world), seconds)

    world.server.hook = look


def _publish(world: World) -> None:
    world.server.only_record().state = RecordState.FINALIZED


def elsewhere(world: World, **files: bytes | None) -> None:
    """Somebody alters files of the record (None: takes it out), by name without its suffix."""
    for name, content in files.items():
        key = f"{name.replace('_', '-')}.txt"
        if content is None:
            del world.remote()[key]
        else:
            world.remote()[key] = content


def damage(world: World) -> None:
    """The publish loses one file and alters another."""

    def look(name: str, after: bool, _target: str) -> None:
        if name == "finalize" and after:
            elsewhere(world, file_0=None, file_1=b"CONTENT 1")

    world.server.hook = look


def differing(report: Run) -> dict[str, ErrorKind]:
    return {one.key: one.error.kind for one in report.files if one.error is not None}


NAMED = {"file-0.txt": ErrorKind.NOT_CONFIRMED, "file-1.txt": ErrorKind.DIFFERENT_CONTENT}


async def verdicts(world: World, run: str) -> dict[str, str]:
    receipt = await world.session.receipt(run)
    return {one.stored_as: one.verdict.value for one in receipt.files}


@both
def test_t06_a_record_that_is_published_20_s_after_the_promise_is_waited_for(
    folder: Path, capabilities: Capabilities
) -> None:
    async def scene(world: World) -> None:
        promise(world, 20.0)
        report = await world.save(*world.files(2))
        assert [one.stage for one in world.of(Reconciling)] == [SaveStage.FINALIZE_RECORD]
        assert report.outcome is OutcomeKind.DONE
        assert world.server.only_record().state is RecordState.FINALIZED
        assert len(world.server.calls("finalize")) == 1

    play(scene, folder, capabilities=capabilities)


@both
def test_t06_a_record_that_stays_a_draft_in_spite_of_the_promise_is_unknown(
    folder: Path, capabilities: Capabilities
) -> None:
    async def scene(world: World) -> None:
        promise(world, FAR)
        report = await world.save(*world.files(2))
        assert report.outcome is OutcomeKind.UNKNOWN
        assert next_action(report) is NextAction.CHECK_AGAIN
        assert report.record is not None
        assert report.record.state is not RecordState.FINALIZED
        text = " ".join(say(one) for one in (outcome_words(report).what,))
        assert "lost" not in text, "the answer came"
        world.server.hook = lambda *_: None
        _publish(world)
        report = await world.run(world.session.check(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        world.clock.fire_next()

    play(scene, folder, capabilities=capabilities)


def test_t06_what_was_promised_and_never_done_is_told_as_that_by_a_later_check(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        promise(world, FAR)
        report = await world.save(*world.files(2))
        stream = io.StringIO()
        plain = PlainOutput(Printer(Redactor(), stream))
        for update in world.updates:
            plain.update(update)
        assert "failed" not in stream.getvalue(), "nobody knows yet"
        assert "not known yet" in stream.getvalue()
        await world.clock.advance(120.0)
        report = await world.run(world.session.check(report.id, world.listen))
        assert report.outcome is OutcomeKind.FAILED
        words = outcome_words(report)
        assert say(words.what) == "The service was asked to do it, and has not done it."
        assert "Nothing was published" in say(words.meaning)
        world.clock.fire_next()

    play(scene, folder, capabilities=without_keys())


@both
def test_t06_a_publish_that_loses_and_alters_files_is_told_file_by_file(
    folder: Path, capabilities: Capabilities
) -> None:
    async def scene(world: World) -> None:
        damage(world)
        report = await world.save(*world.files(3))
        assert report.outcome is OutcomeKind.FAILED
        assert differing(report) == NAMED
        assert {one.key: one.error.kind for one in world.of(FileFailed)} == NAMED
        assert next_action(report) is NextAction.OPEN_RECORD
        assert say(outcome_words(report).headline) == "The record differs from what was sent"
        assert await verdicts(world, report.id) == {
            "file-0.txt": "not confirmed",
            "file-1.txt": "different",
            "file-2.txt": "verified",
        }
        again = await world.run(world.session.resume(report.id, world.listen))
        assert (again.outcome, differing(again)) == (OutcomeKind.FAILED, NAMED)
        assert len(world.server.calls("finalize")) == 1

    play(scene, folder, capabilities=capabilities)


def test_t06_a_late_finalize_is_read_back_too(folder: Path) -> None:
    async def scene(world: World) -> None:
        damage(world)
        held = world.server.hang("finalize")
        report = await world.save(*world.files(3))
        assert report.outcome is OutcomeKind.UNKNOWN
        held.release()
        await idle()
        report = await world.session.run(report.id)
        assert (report.outcome, differing(report)) == (OutcomeKind.FAILED, NAMED)

    play(scene, folder)


def test_t06_a_publish_whose_answer_was_lost_is_compared_too(folder: Path) -> None:
    async def scene(world: World) -> None:
        damage(world)
        world.server.fail("finalize", lost(), after=True)
        report = await world.save(*world.files(3))
        assert (report.outcome, differing(report)) == (OutcomeKind.FAILED, NAMED)

    play(scene, folder, capabilities=without_keys())


def test_t06_a_file_that_the_publish_adds_is_a_difference(folder: Path) -> None:
    async def scene(world: World) -> None:
        def look(name: str, after: bool, _target: str) -> None:
            if name == "finalize" and after:
                world.remote()["other.txt"] = b"?"

        world.server.hook = look
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.FAILED
        assert report.error is not None
        assert report.error.get("key") == "other.txt"

    play(scene, folder)


@pytest.mark.parametrize("call", ["get_record", "list_files"])
def test_t06_what_cannot_be_read_back_is_unknown(folder: Path, call: str) -> None:
    async def scene(world: World) -> None:
        def look(name: str, after: bool, _target: str) -> None:
            if name == "finalize" and after:
                away = ServiceError(info(ErrorKind.OFFLINE, verdict=Verdict.TRANSIENT))
                world.server.fail(call, away, times=1000)

        world.server.hook = look
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.UNKNOWN
        world.server.faults.clear()
        await world.restart()
        report = await world.run(world.session.check(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls("finalize")) == 1

    play(scene, folder)


# a finished save


async def finished(world: World) -> Run:
    report = await world.save(*world.files(3))
    assert report.outcome is OutcomeKind.DONE
    await world.restart()
    world.server.log.clear()
    world.events.clear()
    return report


def test_t05_check_of_a_finished_save_asks_for_record_and_listing(folder: Path) -> None:
    async def scene(world: World) -> None:
        before = await finished(world)
        report = await world.run(world.session.check(before.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert {one.name for one in world.server.log} == {"get_record", "list_files"}
        known = await world.session.run(before.id)
        assert (known.outcome, known.ended) == (OutcomeKind.DONE, before.ended)

    play(scene, folder)


def test_t05_a_finished_save_that_is_different_now_is_told_file_by_file(folder: Path) -> None:
    async def scene(world: World) -> None:
        before = await finished(world)
        kept = dict(world.remote())
        elsewhere(world, file_0=None, file_1=b"CONTENT 1")
        report = await world.run(world.session.check(before.id, world.listen))
        assert (report.outcome, differing(report)) == (OutcomeKind.FAILED, NAMED)
        assert (await verdicts(world, before.id))["file-1.txt"] == "different"
        assert world.server.writes() == []
        world.remote().update(kept)
        report = await world.run(world.session.check(before.id, world.listen))
        assert (report.outcome, differing(report)) == (OutcomeKind.DONE, {})
        assert set((await verdicts(world, before.id)).values()) == {"verified"}

    play(scene, folder)


def test_t05_a_finished_save_that_is_gone_is_told_and_never_made_again(folder: Path) -> None:
    async def scene(world: World) -> None:
        before = await finished(world)
        record = world.server.records.pop(world.server.only_record().id)
        for _ in range(2):
            report = await world.run(world.session.check(before.id, world.listen))
            assert report.outcome is OutcomeKind.FAILED
            assert report.error is not None
            assert report.error.kind is ErrorKind.GONE
            assert report.shown_record is None
            assert report.confirmed == ()
            meaning = say(outcome_words(report).meaning)
            assert "finalized" not in meaning
            assert "not there any more" in meaning
        assert set((await verdicts(world, before.id)).values()) == {"not confirmed"}
        await world.restart()
        report = await world.run(world.session.resume(before.id, world.listen))
        assert report.outcome is OutcomeKind.FAILED
        assert world.server.writes() == []
        world.server.records[record.id] = record
        report = await world.run(world.session.check(before.id, world.listen))
        assert report.outcome is OutcomeKind.DONE

    play(scene, folder)


@pytest.mark.parametrize("error", [refused(ErrorKind.OFFLINE), KeyError("a defect")])
@pytest.mark.parametrize("call", ["get_record", "list_files"])
@pytest.mark.parametrize("way", ["check", "discard"])
def test_t05_a_check_that_gets_no_answer_claims_nothing(
    folder: Path, way: str, call: str, error: Exception
) -> None:
    async def scene(world: World) -> None:
        before = await finished(world)
        world.server.fail(call, error, times=1000)
        verb = getattr(world.session, way)
        work = verb(before.id) if way == "discard" else verb(before.id, world.listen)
        report = await world.run(work)
        assert report.outcome is OutcomeKind.UNKNOWN
        assert report.error is not None
        assert next_action(report) is not NextAction.OPEN_RECORD
        known = await world.session.run(before.id)
        assert known.outcome is OutcomeKind.DONE, "it takes nothing back either"
        world.server.faults.clear()
        report = await world.run(world.session.check(before.id, world.listen))
        assert report.outcome is OutcomeKind.DONE

    play(scene, folder)


def test_t05_a_service_that_cannot_be_opened_says_nothing_of_a_finished_save(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        before = await finished(world)
        world.provider.error = refused(ErrorKind.SIGN_IN)
        report = await world.run(world.session.check(before.id, world.listen))
        assert report.outcome is OutcomeKind.UNKNOWN
        world.provider.error = None

    play(scene, folder)


def test_t05_discard_of_a_finished_save_asks_and_removes_nothing(folder: Path) -> None:
    async def scene(world: World) -> None:
        before = await finished(world)
        elsewhere(world, file_0=None, file_1=b"CONTENT 1")
        report = await world.run(world.session.discard(before.id))
        assert (report.outcome, differing(report)) == (OutcomeKind.FAILED, NAMED)
        assert world.server.writes() == []

    play(scene, folder)


# published by somebody else


@pytest.mark.parametrize("way", ["discard", "check", "resume", "retry_finalize"])
def test_t04_a_kept_draft_that_was_altered_and_published_elsewhere(folder: Path, way: str) -> None:
    async def scene(world: World) -> None:
        report = await world.save(*world.files(3), finalize=False)
        elsewhere(world, file_0=None, file_1=b"CONTENT 1")
        _publish(world)
        there = dict(world.remote())
        world.server.log.clear()
        verb = getattr(world.session, way)
        work = verb(report.id) if way == "discard" else verb(report.id, world.listen)
        report = await world.run(work)
        assert (report.outcome, differing(report)) == (OutcomeKind.FAILED, NAMED)
        assert report.record is not None
        assert report.record.state is RecordState.FINALIZED
        assert world.server.writes() == []
        assert world.remote() == there
        got = await verdicts(world, report.id)
        assert (got["file-0.txt"], got["file-1.txt"]) == ("not confirmed", "different")

    play(scene, folder)


def test_a_record_that_is_still_processing_is_not_taken_for_not_finalized(folder: Path) -> None:
    """E2: a service without keys works on it for longer than patience lasts."""

    async def scene(world: World) -> None:
        def look(name: str, after: bool, _target: str) -> None:
            if name == "finalize" and after:
                world.server.only_record().state = RecordState.PROCESSING

        world.server.hook = look
        world.server.fail("finalize", lost(), after=True)
        report = await world.save(*world.files(1))
        assert report.outcome is OutcomeKind.UNKNOWN
        (row,) = [one for one in report.stages if one.stage is SaveStage.FINALIZE_RECORD]
        assert row.state is StageState.UNKNOWN
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.UNKNOWN
        _publish(world)
        report = await world.run(world.session.check(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert len(world.server.calls("finalize")) == 1

    for capabilities in (KEYED, without_keys()):
        play(scene, folder / capabilities.kind, capabilities=replace(capabilities))


def test_t05_a_check_never_makes_verified_of_what_was_confirmed_by_size(folder: Path) -> None:
    """The service gives no digests: sizes agree, and no more than that is said."""

    async def scene(world: World) -> None:
        before = await finished(world)
        assert set((await verdicts(world, before.id)).values()) == {"not verified"}
        kept = dict(world.remote())
        elsewhere(world, file_0=None)
        report = await world.run(world.session.check(before.id, world.listen))
        assert report.outcome is OutcomeKind.FAILED
        world.remote().update(kept)
        report = await world.run(world.session.check(before.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert set((await verdicts(world, before.id)).values()) == {"not verified"}

    play(scene, folder, capabilities=Capabilities("plain", honours_keys=True, checksum=""))
