"""Threads that read for the loop: one ahead of each large file, a few shared by the small ones."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable
from types import TracebackType

from desktop_app.core.run import RunFile
from desktop_app.core.threads import post
from desktop_app.files.blocks import AHEAD, Hashing, read_blocks

_END_S = 0.25
"""How long the end of a reading thread is waited for: a block takes a few milliseconds."""
_IDLE_S = 0.25
"""How long a thread for small files waits for the next one."""

SmallFile = tuple[bytes, tuple[str, ...]]
"""The content of a file, and its digests."""


class ReadAhead:
    """A thread that reads ahead of an async iterator, at most `AHEAD` blocks."""

    def __init__(
        self,
        file: RunFile,
        offset: int,
        algorithms: tuple[str, ...],
        learn: Callable[[tuple[str, ...]], None],
    ) -> None:
        self._file = file
        self._offset = offset
        self._algorithms = algorithms
        self._learn = learn
        self._stop = threading.Event()
        self._room = threading.Condition()
        self._blocks: deque[bytes] = deque()
        self._over = False
        self._waiter: asyncio.Future[None] | None = None
        self._digests: tuple[str, ...] = ()
        self._error: BaseException | None = None

    async def __aenter__(self) -> AsyncIterator[bytes]:
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        threading.Thread(target=self._work, name="sendoff-read", daemon=True).start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stop.set()
        with self._room:
            self._blocks.clear()
            self._room.notify_all()
        await asyncio.wait({self._ended}, timeout=_END_S)

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        while True:
            with self._room:
                if self._blocks:
                    block = self._blocks.popleft()
                    self._room.notify_all()
                    return block
                if self._over:
                    return self._finish()
                waiter = self._waiter = self._loop.create_future()
            await waiter

    def _finish(self) -> bytes:
        if self._error is not None:
            raise self._error
        self._learn(self._digests)
        raise StopAsyncIteration

    def _work(self) -> None:
        try:
            hashing = Hashing(self._algorithms)
            try:
                for block in read_blocks(self._file, self._offset, self._stop):
                    self._give(block)
                    hashing.update(block)
            finally:
                hashing.close()
            self._digests = hashing.digests()
        except BaseException as error:  # noqa: BLE001 - raised again where the blocks are taken
            self._error = error
        with self._room:
            self._over = True
        post(self._loop, self._wake)
        post(self._loop, self._end)

    def _give(self, block: bytes) -> None:
        with self._room:
            while len(self._blocks) >= AHEAD and not self._stop.is_set():
                self._room.wait()
            self._blocks.append(block)
            waiting = self._waiter is not None
        if waiting:
            post(self._loop, self._wake)

    def _wake(self) -> None:
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    def _end(self) -> None:
        if not self._ended.done():
            self._ended.set_result(None)


class SharedThreads:
    """A few threads for short work, started when needed, gone soon after the last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._threads = 0
        self._pending = 0

    async def run(self, work: Callable[[], SmallFile]) -> SmallFile:
        """Return `work()`, run in one of the threads; cancelling stops the waiting only."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[SmallFile] = loop.create_future()

        def settle(value: SmallFile, error: BaseException | None) -> None:
            if answer.done():
                return
            if error is None:
                answer.set_result(value)
            else:
                answer.set_exception(error)

        def job() -> None:
            try:
                value, failure = work(), None
            except BaseException as error:  # noqa: BLE001 - handed to the waiting task
                value, failure = (b"", ()), error
            post(loop, settle, value, failure)

        self._submit(job)
        return await answer

    def _submit(self, job: Callable[[], None]) -> None:
        with self._lock:
            self._pending += 1
            self._jobs.put(job)
            if self._pending <= self._threads or self._threads >= self._most:
                return
            self._threads += 1
        threading.Thread(target=self._work, name="sendoff-small-files", daemon=True).start()

    def _work(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=_IDLE_S)
            except queue.Empty:
                with self._lock:
                    if self._jobs.empty():
                        self._threads -= 1
                        return
                continue
            job()
            with self._lock:
                self._pending -= 1
