"""Power that fails at a chosen point: between any two journal writes, and around any request."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from desktop_app.services.base import Capabilities
from desktop_app.storage.journal import Journal
from desktop_app.storage.journal.writer import Sync
from tests.saving.harness import CheckedJournal, World, idle

T = TypeVar("T")


class PowerCut(BaseException):
    """The process is gone. Nothing catches it; nothing works after it."""


class Power:
    """Counts the points at which a process can end, and ends it at one of them."""

    def __init__(self) -> None:
        self.passed: list[str] = []
        self.fails_at: int | None = None
        self.off = False

    def point(self, name: str) -> None:
        if self.off:
            raise PowerCut
        if self.fails_at is not None and len(self.passed) == self.fails_at:
            self.off = True
            raise PowerCut
        self.passed.append(name)

    def restore(self) -> None:
        self.off = False
        self.fails_at = None


class CrashingJournal(CheckedJournal):
    """A journal whose process may end before and after each of its writes."""

    power: Power

    def _write(
        self, job: Callable[[sqlite3.Connection], T], sync: Sync = Sync.DURABLE
    ) -> Awaitable[T]:
        self.power.point("before a write")
        answer = super()._write(job, sync)
        self.power.point("after a write")
        return answer


class FragileWorld(World):
    """A world in which the power of the client can fail."""

    def __init__(self, folder: Path, capabilities: Capabilities | None = None) -> None:
        self.power = Power()
        super().__init__(folder, capabilities)
        self.make_journal = self._journal
        self.server.hook = self._around_a_request
        self.start()

    def _journal(self, *args: Any, **named: Any) -> Journal:
        journal = CrashingJournal(*args, **named)
        journal.power = self.power
        return journal

    def _around_a_request(self, name: str, after: bool, _target: str) -> None:
        self.power.point(f"{'after' if after else 'before'} {name}")

    async def until_the_cut(self, work: Awaitable[T]) -> T | None:
        """Await `work`; None if the power failed, and everything of the process is gone."""
        try:
            result = await self.run(work)
        except PowerCut:
            result = None
        if not self.power.off:
            return result
        await self._die()
        return None

    async def _die(self) -> None:
        me = asyncio.current_task()
        left = [task for task in asyncio.all_tasks() if task is not me]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await idle()
        self.journal._writer.close()
        for held in tuple(self.session._held.values()):
            held._lock.release()  # the operating system does it
        self.power.restore()
        self.start()


def play_crash(
    scenario: Callable[[FragileWorld], Awaitable[None]],
    folder: Path,
    capabilities: Capabilities | None = None,
) -> None:
    """Run a scenario whose processes may die (their tasks complain, rightly, and are not heard)."""

    async def scene() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        world = FragileWorld(folder, capabilities)
        await scenario(world)
        await world.session.close(0.0)

    CheckedJournal.differences.clear()
    asyncio.run(scene())
    assert CheckedJournal.differences == [], "memory is not what a restart loads"
