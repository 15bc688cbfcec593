"""The process ends at every single point of a save, one after the other, and is started again.

Afterwards: exactly one record, finalized, holding each file once with the local content; and
nothing that the journal had as confirmed was sent twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import FileState, OutcomeKind, RecordState
from desktop_app.core.run import Run
from desktop_app.services.base import Capabilities
from tests.fakes import refused, without_keys
from tests.saving.crash import FragileWorld, play_crash

KEYED = Capabilities("local", honours_keys=True, checksum="sha256")
Act = Callable[[FragileWorld], Awaitable[Run | None]]


async def save(world: FragileWorld) -> Run | None:
    request = world.request(*world.files(3))
    return await world.until_the_cut(world.session.save(request, world.listen))


async def retry_finalize(world: FragileWorld) -> Run | None:
    """A finalize that was refused, and the retry of it, which is what may be cut off."""
    world.server.fail("finalize", refused(ErrorKind.LOCKED))
    power, world.power.fails_at = world.power.fails_at, None
    report = await save(world)
    assert report is not None
    world.power.passed.clear()
    world.power.fails_at = power
    return await world.until_the_cut(world.session.retry_finalize(report.id, world.listen))


async def resume(world: FragileWorld) -> Run | None:
    """A save of which one file was refused, and its resumption, which is what may be cut off."""
    world.server.fail("upload_file", refused(ErrorKind.QUOTA), target="file-1.txt")
    power, world.power.fails_at = world.power.fails_at, None
    report = await save(world)
    assert report is not None
    world.power.passed.clear()
    world.power.fails_at = power
    return await world.until_the_cut(world.session.resume(report.id, world.listen))


async def go_on_to_the_end(world: FragileWorld) -> None:
    """What a person does after a crash: resume what is listed; if nothing is, save again."""
    if not await world.session.runs():
        await save(world)
    for run in await world.session.runs(unfinished_only=True):
        report = await world.run(world.session.resume(run.id, world.listen))
        assert report.outcome is OutcomeKind.DONE, report


def points_of(act: Act, folder: Path, capabilities: Capabilities, parallel: int) -> list[str]:
    """Return the points that `act` passes when nothing goes wrong."""
    passed: list[str] = []

    async def scene(world: FragileWorld) -> None:
        world.limits = replace(world.limits, parallel_files=parallel)
        world.start()
        report = await act(world)
        assert report is not None
        assert report.outcome is OutcomeKind.DONE
        passed.extend(world.power.passed)

    play_crash(scene, folder, capabilities)
    return passed


@pytest.mark.parametrize("parallel", [1, 3])
@pytest.mark.parametrize("capabilities", [KEYED, without_keys()], ids=["keys", "no keys"])
@pytest.mark.parametrize("act", [save, resume, retry_finalize])
def test_at_every_point(folder: Path, act: Act, capabilities: Capabilities, parallel: int) -> None:
    points = points_of(act, folder / "whole", capabilities, parallel)
    assert len(points) > 15
    for n, name in enumerate(points):

        async def scene(world: FragileWorld, n: int = n, name: str = name) -> None:
            world.limits = replace(world.limits, parallel_files=parallel)
            world.start()
            world.power.fails_at = n
            assert await act(world) is None, f"point {n} ({name}) was not reached"
            sent_before = dict(world.server.sent)
            confirmed = {
                file.key
                for run in await world.session.runs()
                for file in run.files
                if file.state is FileState.CONFIRMED
            }
            await go_on_to_the_end(world)
            record = world.server.only_record()
            assert record.state is RecordState.FINALIZED
            assert record.files == world.local()
            for key in confirmed:
                assert world.server.sent[key] == sent_before[key], f"{key} after {n} ({name})"

        play_crash(scene, folder / f"cut-{n}", capabilities)


def test_a_second_cut_while_going_on(folder: Path) -> None:
    """The first cut at the worst places; the second at every point of the resumption."""
    points = points_of(save, folder / "whole", KEYED, 3)
    worst = [
        n
        for n, name in enumerate(points)
        if name in {"after create_record", "after upload_file", "after finalize"}
    ]
    for first in worst:
        second = 0
        while True:
            cut: list[bool] = []

            async def scene(
                world: FragileWorld, cut: list[bool] = cut, first: int = first, second: int = second
            ) -> None:
                world.power.fails_at = first
                await save(world)
                (run,) = await world.session.runs()
                world.power.passed.clear()
                world.power.fails_at = second
                report = await world.until_the_cut(world.session.resume(run.id, world.listen))
                cut.append(report is None)
                await go_on_to_the_end(world)
                record = world.server.only_record()
                assert record.state is RecordState.FINALIZED
                assert record.files == world.local()

            play_crash(scene, folder / f"{first}-{second}", KEYED)
            if not cut[0]:
                break
            second += 1
        assert second > 5
