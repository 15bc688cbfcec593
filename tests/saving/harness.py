"""A session on a fake server, a manual clock and a journal on disk; restarts are cheap."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from desktop_app.core.changes import Change
from desktop_app.core.model import Account, SaveLimits
from desktop_app.core.run import Run, RunFile, SaveRequest
from desktop_app.saving.events import SaveEvent, Update, events_of
from desktop_app.saving.session import SaveSession
from desktop_app.services.base import Capabilities
from desktop_app.storage.journal import Journal
from tests.fakes import FakeDisk, FakeProvider, FakeServer
from tests.virtual_time import ManualClock, run_debug

T = TypeVar("T")

ACCOUNT = Account("local", "local")


class CheckedJournal(Journal):
    """Compares, after every commit of every test, what is in memory with what a restart loads."""

    differences: ClassVar[list[str]] = []

    async def begin(self, run: Run) -> None:
        await super().begin(run)
        await self._compare(run)

    async def commit(self, before: Run, after: Run, change: Change) -> None:
        await super().commit(before, after, change)
        await self._compare(after)

    async def _compare(self, run: Run) -> None:
        loaded = await self.load(run.id)
        if loaded != run:
            CheckedJournal.differences.append(f"in memory {run}\njournaled {loaded}")


class World:
    """Everything that outlives a process, and one process in it."""

    def __init__(self, folder: Path, capabilities: Capabilities | None = None) -> None:
        self.folder = folder
        self.server = FakeServer(capabilities)
        self.disk = FakeDisk()
        self.clock = ManualClock()
        self.events: list[SaveEvent] = []
        self.updates: list[Update] = []
        self.limits = SaveLimits()
        self.interactive = True
        self.make_journal: Callable[..., Journal] = CheckedJournal
        self._started = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
        self.start()

    def start(self) -> None:
        """Start a process: a session with nothing in memory."""
        self.provider = FakeProvider(self.server)
        self.journal = self.make_journal(self.folder, wall_clock=self.wall_clock, inline=True)
        self.session = SaveSession(
            journal=self.journal,
            provider=self.provider,
            source_factory=self.disk.source,
            limits=self.limits,
            interactive=self.interactive,
            clock=self.clock,
            schedule_timeout=self.clock.schedule,
            wall_clock=self.wall_clock,
            fingerprint=self.disk.fingerprint,
            off_loop=_inline,
            version="1.2.3",
        )

    async def restart(self) -> None:
        """End the process in order and start another one."""
        await self.session.close(0.0)
        self.start()

    def wall_clock(self) -> datetime:
        return self._started + timedelta(seconds=self.clock.monotonic())

    def files(self, count: int = 3) -> tuple[RunFile, ...]:
        """`count` planned files of different content."""
        return tuple(
            self.disk.plan(f"/home/a/file-{n}.txt", f"content {n}".encode()) for n in range(count)
        )

    def request(self, *files: RunFile, **changes: Any) -> SaveRequest:
        return replace(SaveRequest(ACCOUNT, "A title", files=files), **changes)

    def listen(self, update: Update) -> None:
        self.updates.append(update)
        self.events.extend(events_of(update))

    def told(self) -> list[str]:
        """Class names of the events so far, progress left out."""
        names = (type(event).__name__ for event in self.events)
        return [name for name in names if name != "FileProgress"]

    def of(self, kind: type[T]) -> list[T]:
        """Events of one class, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    async def save(self, *files: RunFile, **changes: Any) -> Run:
        """A save to its end, time passing as it needs."""
        return await self.run(self.session.save(self.request(*files, **changes), self.listen))

    async def run(self, work: Awaitable[T]) -> T:
        """Await `work`; time passes only when nothing else is left to do."""
        task = asyncio.ensure_future(work)
        while not task.done():
            await idle()
            if not task.done():
                assert self.clock.fire_next(), "the work waits, but for no timer"
        return task.result()

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin without letting time pass."""
        return asyncio.create_task(work)

    def remote(self) -> dict[str, bytes]:
        return self.server.only_record().files

    def local(self) -> dict[str, bytes]:
        return {path.rsplit("/", 1)[-1]: content for path, content in self.disk.files.items()}


async def idle() -> None:
    """Let everything that is ready run, however long the chain, without any time passing."""
    ready = getattr(asyncio.get_running_loop(), "_ready")  # noqa: B009 - private, and exact
    while len(ready) > 0:  # noqa: ASYNC110 - turns of the loop, not a wait for something
        await asyncio.sleep(0)


async def _inline(work: Callable[[], T], /) -> T:
    return work()


def play(scenario: Callable[[World], Awaitable[None]], folder: Path, **world: Any) -> None:
    """Run a scenario in a world of its own; nothing may be left running or open."""

    async def scene() -> None:
        there = World(folder, **world)
        await scenario(there)
        await there.session.close(0.0)
        assert there.provider.left_open == 0
        assert there.clock.pending == ()

    CheckedJournal.differences.clear()
    run_debug(scene())
    assert CheckedJournal.differences == [], "memory is not what a restart loads"
