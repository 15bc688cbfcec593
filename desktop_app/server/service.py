"""The parts of a running service, put together; routes are functions over it."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from desktop_app.server import rows, small_files
from desktop_app.server.blobs import Blobs
from desktop_app.server.blocks import Blocks
from desktop_app.server.body import LiveHashes
from desktop_app.server.database import Database, Write
from desktop_app.server.direct import Bodies
from desktop_app.server.faults import REFUSALS, Faults, crash
from desktop_app.server.folder import Reserve
from desktop_app.server.gate import Gate, Rate
from desktop_app.server.jobs import Jobs
from desktop_app.server.metrics import Metrics, open_handles, resident_bytes
from desktop_app.server.problems import Kind, Problem
from desktop_app.server.reaper import Reaper, settle

if TYPE_CHECKING:
    from desktop_app.server.call import Call
    from desktop_app.server.limits import Limits

T = TypeVar("T")
FILE_THREADS = 8
READ_THREADS = 4
HASH_THREADS = 2
SLOW_THREADS = 64
"""For QA's `slow` rules alone: what they hold up must hold up nothing else."""
AGAIN_AFTER_S = 1.0
log = logging.getLogger(__name__)


class Service:
    """Database, content, gate, jobs, reaper and metrics of one data folder.

    Args:
        folder: the data folder, locked by the caller.
        limits: sizes, times and counts.
        token: what clients must present.
        qa_token: what the QA control path asks for; None switches fault injection off.
        hosts: the accepted values of `Host`.
    """

    def __init__(
        self,
        folder: str,
        limits: Limits,
        token: str,
        qa_token: str | None = None,
        hosts: frozenset[str] = frozenset(),
    ) -> None:
        self.limits = limits
        self.token = token
        self.qa_token = qa_token
        self.hosts = hosts
        self.instance = rows.new_id("i")
        self.metrics = Metrics()
        self.database = Database(os.path.join(folder, "records.sqlite"), busy_s=limits.busy_s)
        self.blobs = Blobs(os.path.join(folder, "content"))
        self.reserve = Reserve(folder)
        self.reserve.keep()
        self.blocks = Blocks()
        self.bodies = Bodies()
        self.gate = Gate(limits)
        self.rate = Rate(limits.rate_per_s)
        self.faults = Faults()
        self.jobs = Jobs(self.database, self.blobs)
        self.reaper = Reaper(self.database, self.blobs, self.metrics)
        self.busy_uploads: dict[str, tuple[Call, asyncio.Event]] = {}
        self.live_hashes = LiveHashes()
        self.calls: set[Call] = set()
        self._file_threads = ThreadPoolExecutor(FILE_THREADS, "files")
        self._read_threads = ThreadPoolExecutor(READ_THREADS, "reads")
        self._hash_threads = ThreadPoolExecutor(HASH_THREADS, "hashes")
        self._slow_threads = ThreadPoolExecutor(SLOW_THREADS, "slow")
        self._tasks: list[asyncio.Task[None]] = []
        self.works: set[asyncio.Task[Any]] = set()
        self.settled = settle(self.database, self.blobs, self.metrics)
        self._show_gauges()

    def _show_gauges(self) -> None:
        gauge = self.metrics.gauge
        gauge("in_flight", "Requests let in.", lambda: self.gate.working + self.gate.awaited)
        gauge("waiting", "Requests in the waiting room.", lambda: self.gate.waiting)
        gauge(
            "bodies_awaited",
            "Requests in flight that wait for their bodies.",
            lambda: self.gate.awaited,
        )
        gauge("waiting_peak", "Most requests ever waiting.", lambda: self.gate.waiting_peak)
        gauge("event_loop_lag_seconds", "Lag of the event loop.", lambda: self.metrics.lag_s)
        gauge("event_loop_lag_max_seconds", "Largest lag so far.", lambda: self.metrics.lag_max_s)
        gauge("open_handles", "Open file descriptors.", open_handles)
        gauge("resident_bytes", "Resident memory.", resident_bytes)
        gauge("blocks_in_use", "Blocks of memory lent to bodies.", lambda: self.blocks.in_use)
        gauge(
            "database_connections_in_use",
            "Readers lent out.",
            lambda: self.database.connections_in_use,
        )
        gauge("database_waiting", "Writes waiting.", lambda: self.database.writes_waiting)
        gauge("work_after_gone", "Works going on whose client is gone.", self.after_gone)
        gauge("jobs", "Jobs by state.", self.jobs.by_state)

    def after_gone(self) -> float:
        """Return how many works go on right now although their client is gone."""
        late = time.monotonic() - 0.1
        return sum(1 for c in list(self.calls) if c.gone_at is not None and c.gone_at < late)

    def start(self) -> None:
        """Start what runs beside requests; call on the loop."""
        self._tasks = [
            asyncio.create_task(keep_running(work))
            for work in (
                self.metrics.measure_lag,
                self.jobs.run,
                self.reaper.run,
                self._keep_small_files_synced,
            )
        ]

    async def _keep_small_files_synced(self) -> None:
        await small_files.keep_syncing(self.database, self.blobs)

    def drain(self) -> None:
        """Stop admitting; give up what is not persisted; let the rest go on."""
        self.gate.closed = True
        self.jobs.stop()
        for call in list(self.calls):
            call.cancel("shutdown")
            call.read_no_more("shutdown")

    async def stop(self) -> None:
        """Let accepted work finish within the grace period, then close everything."""
        self.drain()
        if self.works:
            await asyncio.wait(set(self.works), timeout=self.limits.grace_s)
        await self.jobs.finish_running(self.limits.grace_s)
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await asyncio.get_running_loop().shutdown_default_executor()
        self._file_threads.shutdown(wait=True, cancel_futures=True)
        self._read_threads.shutdown(wait=True, cancel_futures=True)
        self._hash_threads.shutdown(wait=True, cancel_futures=True)
        self._slow_threads.shutdown(wait=True, cancel_futures=True)
        self.database.close()

    def in_file_thread(self, work: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        """Run short work on content in a thread of its own pool."""
        return asyncio.get_running_loop().run_in_executor(self._file_threads, work, *args)

    def in_read_thread(self, work: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        """Run short reads, which are cancellable, where they delay no upload."""
        return asyncio.get_running_loop().run_in_executor(self._read_threads, work, *args)

    def in_hash_thread(self, work: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        """Run reads of whole records, which may take minutes, where they delay nothing else."""
        return asyncio.get_running_loop().run_in_executor(self._hash_threads, work, *args)

    async def read(self, call: Call, work: Callable[[Any], T]) -> T:
        """Run a read of the database that stops when `call` is given up."""
        await self.during(call)

        def run() -> T:
            call.check()
            with self.database.reader(call.check) as connection:
                return work(connection)

        return await call.hold(self.in_read_thread(run))

    async def write(self, call: Call, work: Callable[[Any], T]) -> T:
        """Accept the call and run `work` as one transaction.

        A client that goes away does not undo it; a deadline does, until the commit begins.
        """
        call.accept()
        await self.during(call)

        def run(connection: Any) -> T:
            result = work(connection)
            if call.crash_before_commit is not None:
                call.crash_before_commit()
            return result

        outcome: T = await call.hold_write(self.database.enqueue(Write(run, call.check)))
        return outcome

    async def delete(self, call: Call, work: Callable[[Any], T], remove: Callable[[], None]) -> T:
        """As `write`, for what makes room: rows first, then their content by `remove`.

        It succeeds on a full disk too, by the room that is kept for it.
        """
        try:
            result = await self.write(call, work)
        except Problem as problem:
            if problem.kind is not Kind.DISK_FULL or not self.reserve.give_up():
                raise
            result = await self.write(call, work)
        await call.hold(self.in_file_thread(self._remove, remove))
        return result

    def _remove(self, remove: Callable[[], None]) -> None:
        remove()
        self.reserve.keep()

    def own(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run work that must complete as a task of the service, whoever waits for it."""
        task = asyncio.create_task(work)
        self.works.add(task)
        task.add_done_callback(self.works.discard)
        task.add_done_callback(_retrieve)
        return task

    def own_thread(self, work: Callable[..., T], *args: Any) -> asyncio.Task[T]:
        """Run work that must complete in a file thread, whoever waits for it."""

        async def run() -> T:
            return await self.in_file_thread(work, *args)

        return self.own(run())

    async def during(self, call: Call) -> None:
        """Let QA rules strike between acceptance and effect."""
        if call.rules:
            await self.fire(call, "during")

    async def fire(self, call: Call, when: str) -> None:
        """Apply the rules of this call for `when`.

        Raises:
            Problem: what a rule refuses.
            Cancelled: the call was given up while a rule made it wait.
        """
        for rule in call.rules:
            if rule.what == "crash_before_commit":
                call.crash_before_commit = crash
            if rule.when != when:
                continue
            if rule.what in REFUSALS:
                raise Problem(REFUSALS[rule.what], injected=True)
            if rule.what == "crash_after_commit":
                crash()
            if rule.what == "slow":
                await self._be_slow(call, rule.seconds)

    async def _be_slow(self, call: Call, seconds: float) -> None:
        def wait() -> None:
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                call.check()
                time.sleep(0.01)

        loop = asyncio.get_running_loop()
        await call.hold(loop.run_in_executor(self._slow_threads, wait))

    def reported(self, call: Call, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return file items as they are told: true, unless a QA rule falsifies the digests."""
        if any(rule.what == "wrong_checksum" for rule in call.rules):
            return [{**item, "digest": "sha256:" + "0" * 64} for item in items]
        return items

    def room_for(self, size: int, connection: Any, on_disk: int = 0) -> None:
        """Refuse what does not fit: `size` bytes to come, `on_disk` bytes without a row yet.

        Raises:
            Problem: `too-large`, `quota` or `disk-full`.
        """
        limits = self.limits
        if size > limits.max_file:
            raise Problem(Kind.TOO_LARGE, limit=limits.max_file, size=size)
        if limits.quota:
            used = rows.stored_bytes(connection)
            if used + size + on_disk > limits.quota:
                raise Problem(Kind.QUOTA, limit=limits.quota, used=used, size=size + on_disk)
        if self.blobs.free_bytes() - size < limits.free_floor:
            raise Problem(Kind.DISK_FULL, size=size)


def _retrieve(task: asyncio.Task[Any]) -> None:
    """Take the outcome of owned work; whoever waits for it gets it too."""
    if not task.cancelled() and task.exception() is not None:
        log.info("owned work ended with %s", type(task.exception()).__name__)


async def keep_running(
    work: Callable[[], Awaitable[None]], *, again_after_s: float = AGAIN_AFTER_S
) -> None:
    """Run `work` until it returns; after a failure begin it again, since nobody else would.

    A full disk or a busy database passes, and a file may vanish while it is looked at.
    """
    name = getattr(work, "__qualname__", "work")
    while True:
        try:
            await work()
        except Problem as problem:
            log.info("%s: %s; it begins again", name, problem.kind.value)
        except Exception:
            log.exception("%s failed; it begins again", name)
        else:
            return
        await asyncio.sleep(again_after_s)
