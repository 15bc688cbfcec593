"""The person's computer: processes that run saves and may end at any write to the journal."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import copy_context
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from uuid import UUID

from desktop_app.core.changes import Change
from desktop_app.core.errors import ErrorKind, JournalError, ServiceError, info
from desktop_app.core.model import Account, SaveLimits
from desktop_app.core.run import Run
from desktop_app.saving.session import SaveSession
from desktop_app.services.base import RecordService
from desktop_app.services.http import at
from desktop_app.services.invenio import InvenioService, api_endpoint
from desktop_app.services.local import LocalService
from desktop_app.storage.journal.writer import Sync
from desktop_app.workflow import loop_schedule_timeout
from tests.fakes import FakeDisk
from tests.saving.harness import CheckedJournal
from tests.simulate.loop import SIDE, SideTask, VirtualClock, VirtualLoop

T = TypeVar("T")


class PowerCut(BaseException):
    """The process is gone. Nothing catches it; nothing works after it."""


class Computer:
    """What outlives a process: disk, journal, keychain, wall clock.

    Attributes:
        token: what the keychain holds.
        clock_off_s: how far the wall clock is from the truth.
    """

    def __init__(
        self,
        loop: VirtualLoop,
        folder: Path,
        account: Account,
        chance: Random,
        say: Callable[[str], None],
    ) -> None:
        self.loop = loop
        self.folder = folder
        self.account = account
        self.chance = chance
        self.say = say
        self.disk = FakeDisk()
        self.token = ""
        self.clock_off_s = 0.0
        self._processes = 0

    def wall_clock(self) -> datetime:
        """Return what the clock on the wall shows."""
        began = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
        return began + timedelta(seconds=self.loop.now + self.clock_off_s)

    def fresh_id(self) -> str:
        """Return an id as `uuid4` makes them."""
        return str(UUID(int=self.chance.getrandbits(128), version=4))

    def start(self, limits: SaveLimits, *, interactive: bool) -> Process:
        """Start a process."""
        self._processes += 1
        return Process(self, f"client {self._processes}", limits, interactive=interactive)

    async def open(self, account: Account) -> RecordService:
        """Open the service, as the wiring does."""
        if not self.token:
            raise ServiceError(info(ErrorKind.SIGN_IN, account=account.id, reason="no_token"))
        around = {
            "clock": VirtualClock(self.loop),
            "random": Random(self.chance.getrandbits(32)),
            "schedule": loop_schedule_timeout,
        }
        if account.kind == "local":
            locate = at(account.address, self.token)
            return LocalService(locate, account=account, **around)  # type: ignore[arg-type]
        where = api_endpoint(account.address, self.token)
        locate = at(where.url, where.token)
        return InvenioService(account, locate, **around)  # type: ignore[arg-type]


class SimulatedJournal(CheckedJournal):
    """The real journal, on a disk that may be full, in a process that may end."""

    process: Process

    async def commit(self, before: Run, after: Run, change: Change) -> None:
        self.process.computer.say(f"  journal: {type(change).__name__}")
        await super().commit(before, after, change)

    def _write(
        self, job: Callable[[sqlite3.Connection], T], sync: Sync = Sync.DURABLE
    ) -> Awaitable[T]:
        process = self.process
        process.point()
        process.writes += 1
        if process.is_full():
            process.computer.say("  journal: the disk is full")
            return _full()
        answer = super()._write(job, sync)
        process.point()
        return answer


async def _full() -> Any:
    raise JournalError(info(ErrorKind.DISK_FULL, path="journal.sqlite"))


class Process:
    """One process of the client: a session with nothing in memory.

    Attributes:
        crash_at: at which point (before and after each write) it ends.
        full_from, full_to: for which writes the disk is full.
    """

    def __init__(
        self, computer: Computer, side: str, limits: SaveLimits, *, interactive: bool
    ) -> None:
        self.computer = computer
        self.side = side
        self.writes = 0
        self.points = 0
        self.crash_at: int | None = None
        self.full_from: int | None = None
        self.full_to = 10**9
        self.dead = asyncio.Event()
        self.journal = SimulatedJournal(
            computer.folder, wall_clock=computer.wall_clock, inline=True
        )
        self.journal.process = self
        self.session = SaveSession(
            journal=self.journal,
            provider=computer,
            source_factory=computer.disk.source,
            limits=limits,
            interactive=interactive,
            clock=VirtualClock(computer.loop),
            wall_clock=computer.wall_clock,
            fingerprint=computer.disk.fingerprint,
            off_loop=_inline,
            fresh_id=computer.fresh_id,
            version="1.2.3",
        )

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin `work` in this process."""
        context = copy_context()
        context.run(SIDE.set, self.side)
        return context.run(self.computer.loop.create_task, work)

    def point(self) -> None:
        """Pass a point at which the process may end."""
        if self.dead.is_set():
            raise PowerCut
        if self.crash_at is not None and self.points >= self.crash_at:
            self.computer.say("  the process ends")
            self.end()
            raise PowerCut
        self.points += 1

    def end(self) -> None:
        """End it now: nothing that it still does reaches journal or network."""
        self.computer.loop.dead.add(self.side)
        self.dead.set()

    def is_full(self) -> bool:
        """Whether the disk is full at this write."""
        return self.full_from is not None and self.full_from <= self.writes <= self.full_to

    def held_runs(self) -> tuple[str, ...]:
        """Return the runs that are held."""
        return tuple(self.session._held)

    async def bury(self) -> None:
        """Remove what is left of a process that has ended; the system releases its locks."""
        self.end()
        left = [
            task
            for task in asyncio.all_tasks()
            if isinstance(task, SideTask) and task.side == self.side
        ]
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=60.0)
        self.journal._writer.close()
        for held in tuple(self.session._held.values()):
            held._lock.release()


async def _inline(work: Callable[[], T], /) -> T:
    return work()
