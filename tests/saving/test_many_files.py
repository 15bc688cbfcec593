"""Thousands of files hold up nobody: the work on them lets others run in between."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import FrameType

import pytest

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import OutcomeKind
from desktop_app.core.threads import in_thread
from desktop_app.saving.session import Answers, Changed
from desktop_app.storage.journal import Journal
from tests.fakes import refused
from tests.saving import harness
from tests.saving.harness import World

COUNT = 3_000
MOST_STEPS = 16 * COUNT
"""Calls of functions at a stretch; a comparison of all files without a pause takes 18 a file.

Steps are counted, not seconds: the count is the same on a busy machine. What runs in threads (the
journal, looks at files) is not counted: it holds up nobody.
"""


class Stretches:
    """Counts the steps that the loop's thread takes before others have their turn."""

    def __init__(self) -> None:
        self.longest = 0
        self._steps = 0
        sys.setprofile(self._step)
        self._task = asyncio.ensure_future(self._watch())

    def _step(self, _frame: FrameType, event: str, _argument: object) -> None:
        self._steps += event == "call"

    async def _watch(self) -> None:
        while True:
            self._steps = 0
            await asyncio.sleep(0)
            self.longest = max(self.longest, self._steps)

    async def end(self) -> int:
        sys.setprofile(None)
        self._task.cancel()
        await asyncio.wait({self._task})
        return self.longest


def test_going_on_after_all_files_changed_lets_others_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness, "_inline", in_thread)

    async def scene() -> None:
        world = World(folder)
        await world.session.close(0.0)
        world.make_journal = lambda place, *, wall_clock, inline: Journal(
            place, wall_clock=wall_clock, inline=not inline
        )
        world.start()
        files = world.files(COUNT)
        world.server.fail("finalize", refused(ErrorKind.PERMISSION))
        stretches = Stretches()
        try:
            report = await world.session.save(world.request(*files), world.listen)
            for planned in files:
                world.disk.write(planned.path, b"changed")
            report = await world.session.resume(report.run, world.listen)
            assert report.error is not None
            assert report.error.kind is ErrorKind.SOURCE_CHANGED
            answers = Answers(changed=Changed.LEAVE_OUT)
            report = await world.session.resume(report.run, world.listen, answers)
            assert report.outcome is OutcomeKind.DONE
        finally:
            longest = await stretches.end()
        await world.session.close(0.0)
        assert longest < MOST_STEPS

    asyncio.run(scene())
