"""Thousands of files hold up nobody: the work on them lets others run in between."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import OutcomeKind
from desktop_app.saving.session import Answers, Changed
from tests.fakes import refused
from tests.saving.harness import World

COUNT = 3_000
MOST_S = 0.3
"""Of this thread's own time at a stretch, the journal's included, which is inline here."""


class Stretches:
    """Measures how long the loop's thread computes before others have their turn."""

    def __init__(self) -> None:
        self.longest_s = 0.0
        self._task = asyncio.ensure_future(self._watch())

    async def _watch(self) -> None:
        while True:
            began = time.thread_time()
            await asyncio.sleep(0)
            self.longest_s = max(self.longest_s, time.thread_time() - began)

    async def end(self) -> float:
        self._task.cancel()
        await asyncio.wait({self._task})
        return self.longest_s


def test_going_on_after_all_files_changed_lets_others_run(folder: Path) -> None:
    async def scene() -> None:
        world = World(folder)
        files = world.files(COUNT)
        world.server.fail("finalize", refused(ErrorKind.PERMISSION))
        stretches = Stretches()
        report = await world.session.save(world.request(*files), world.listen)
        for planned in files:
            world.disk.write(planned.path, b"changed")
        report = await world.session.resume(report.id, world.listen)
        assert report.error is not None
        assert report.error.kind is ErrorKind.SOURCE_CHANGED
        answers = Answers(changed=Changed.LEAVE_OUT)
        report = await world.session.resume(report.id, world.listen, answers)
        assert report.outcome is OutcomeKind.DONE
        assert await stretches.end() < MOST_S
        await world.session.close(0.0)

    asyncio.run(scene())
