"""A draft that somebody deletes while files are left to send: what was left out stays so (T01),
and nothing is counted twice (T02).
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from desktop_app.cli.live import measured_text
from desktop_app.cli.output import PlainOutput
from desktop_app.core.errors import ErrorKind
from desktop_app.core.log import Redactor
from desktop_app.core.model import OutcomeKind, RecordState
from desktop_app.core.printing import Printer
from desktop_app.core.run import Run
from desktop_app.saving.events import FileConfirmed, RunStarted, events_of
from desktop_app.saving.session import Answers
from desktop_app.saving.views import stages_of
from tests.fakes import refused, without_keys
from tests.saving.harness import World, play

KEY = "file-1.txt"


async def gone_after_a_refusal(world: World) -> Run:
    """One file of three is refused for quota; the draft is deleted elsewhere; it is resumed."""
    world.server.fail("upload_file", refused(ErrorKind.QUOTA), times=9, target=KEY)
    report = await world.save(*world.files(3))
    assert report.outcome is OutcomeKind.FAILED
    world.server.records.clear()
    report = await world.run(world.session.resume(report.id, world.listen))
    assert (report.outcome, report.error and report.error.kind) == (
        OutcomeKind.FAILED,
        ErrorKind.GONE,
    )
    assert report.confirmed == (), "nothing is confirmed of a draft that is gone"
    world.events.clear()
    return report


@pytest.mark.parametrize("restarted", [False, True])
def test_t01_a_file_that_was_left_out_is_not_in_the_record_that_replaces_a_deleted_draft(
    folder: Path, restarted: bool
) -> None:
    async def scene(world: World) -> None:
        report = await gone_after_a_refusal(world)
        world.server.faults.clear()
        if restarted:
            await world.restart()
        answers = Answers(leave_out=(KEY,))
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE
        assert world.server.only_record().state is RecordState.FINALIZED
        assert set(world.remote()) == {"file-0.txt", "file-2.txt"}

    play(scene, folder, capabilities=without_keys())


def test_t01_a_file_that_was_left_out_before_stays_so_when_the_draft_is_made_anew(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        world.server.fail("upload_file", refused(ErrorKind.QUOTA), times=9, target=KEY)
        report = await world.save(*world.files(3))
        world.server.fail("finalize", refused(ErrorKind.PERMISSION))
        answers = Answers(leave_out=(KEY,))
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.FAILED
        world.server.records.clear()
        world.server.faults.clear()
        await world.run(world.session.resume(report.id, world.listen))
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        assert set(world.remote()) == {"file-0.txt", "file-2.txt"}

    play(scene, folder)


def test_t01_a_file_that_only_the_deleted_draft_had_can_be_left_out_too(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await gone_after_a_refusal(world)
        world.server.faults.clear()
        answers = Answers(leave_out=("file-0.txt", KEY))
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE
        assert set(world.remote()) == {"file-2.txt"}

    play(scene, folder)


def test_t01_a_file_that_was_taken_out_of_the_draft_elsewhere_can_be_left_out(
    folder: Path,
) -> None:
    async def scene(world: World) -> None:
        world.server.fail("upload_file", refused(ErrorKind.QUOTA), times=9, target=KEY)
        report = await world.save(*world.files(3))
        del world.remote()["file-0.txt"]
        answers = Answers(leave_out=("file-0.txt", KEY))
        report = await world.run(world.session.resume(report.id, world.listen, answers))
        assert report.outcome is OutcomeKind.DONE
        assert set(world.remote()) == {"file-2.txt"}

    play(scene, folder)


def counts(world: World, stream: io.StringIO) -> dict[str, int]:
    """Return how many files each front end says are confirmed after all updates."""
    plain = PlainOutput(Printer(Redactor(), stream))
    keys: set[str] = set()
    most = 0
    for update in world.updates:
        plain.update(update)
        most = max(most, stages_of(update.run, update.measured).totals.confirmed)
        for event in events_of(update):
            if isinstance(event, RunStarted):
                keys = set(event.confirmed)
            elif isinstance(event, FileConfirmed):
                assert event.key not in keys, "JSON: confirmed twice"
                keys.add(event.key)
    last = world.updates[-1]
    return {
        "live": int(measured_text(last.run, last.measured).split(" ")[0]),
        "window": most,
        "JSON": len(keys),
    }


def test_t02_never_more_files_are_said_to_be_confirmed_than_there_are(folder: Path) -> None:
    async def scene(world: World) -> None:
        report = await gone_after_a_refusal(world)
        world.server.faults.clear()
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        stream = io.StringIO()
        assert counts(world, stream) == {"live": 3, "window": 3, "JSON": 3}
        assert "3 of 3 files confirmed" in stream.getvalue()

    play(scene, folder)


def test_t02_a_file_that_is_sent_again_is_counted_once(folder: Path) -> None:
    async def scene(world: World) -> None:
        world.server.fail("finalize", refused(ErrorKind.PERMISSION))
        report = await world.save(*world.files(3))
        del world.remote()["file-0.txt"]
        world.updates.clear()
        report = await world.run(world.session.resume(report.id, world.listen))
        assert report.outcome is OutcomeKind.DONE
        stream = io.StringIO()
        plain = PlainOutput(Printer(Redactor(), stream))
        for update in world.updates:
            plain.update(update)
            assert measured_text(update.run, update.measured)[:6] in {"2 of 3", "3 of 3"}
        assert "3 of 3 files confirmed" in stream.getvalue()

    play(scene, folder)
