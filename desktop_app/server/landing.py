"""One body on its way to disk: written and hashed in threads, block by block, while more comes."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from desktop_app.server.blocks import Block
    from desktop_app.server.service import Service

DEPTH = 3
"""Blocks of one body: one is filled, one worked on, and one lies ready for whoever is done."""
BlockWork = Callable[[memoryview], None]


class Landing:
    """The blocks of one body, and what is done with them. To be settled at the end, always.

    Args:
        works: what is done with each block, beside each other; each sees the blocks in order,
            and none after one that failed.
    """

    def __init__(self, service: Service, *works: BlockWork) -> None:
        self._service = service
        self._lanes = [_Lane(service, work) for work in works]
        self._under_way: deque[tuple[Block, list[asyncio.Future[None]]]] = deque()
        self._idle: list[Block] = []
        self._beside: asyncio.Future[None] | None = None

    async def empty(self) -> Block:
        """Return a block to fill.

        Raises:
            Problem: something begun before failed.
        """
        while len(self._under_way) >= DEPTH - 1:
            await self._first_landed()
        if self._under_way and not self._idle and self._service.blocks.scarce:
            await self._first_landed()
        if not self._idle:
            self._idle.append(self._service.blocks.take())
        self._idle[0].filled = 0
        return self._idle[0]

    def land(self, *instead: BlockWork) -> None:
        """Begin with the block that was filled; do something `instead` of what is usual."""
        block = self._idle.pop(0)
        if instead:
            works = [self._service.in_file_thread(one, block.content) for one in instead]
        else:
            works = [asyncio.wrap_future(lane.add(block.content)) for lane in self._lanes]
        self._under_way.append((block, works))

    async def landed(self) -> None:
        """Return when everything that was begun is done.

        Raises:
            Problem: it failed.
        """
        while self._under_way:
            await self._first_landed()
        if self._beside is not None:
            await asyncio.shield(self._beside)

    async def _first_landed(self) -> None:
        block, works = self._under_way[0]
        for one in works:
            await asyncio.shield(one)
        if self._under_way and self._under_way[0][0] is block:
            self._under_way.popleft()
            self._idle.append(block)

    async def beside(self, work: Callable[..., None], *args: Any) -> None:
        """Begin `work` beside the blocks, unless what was begun like this before still runs.

        `landed` and `settle` wait for it too.

        Raises:
            Problem: what was begun like this before failed.
        """
        if self._beside is not None and not self._beside.done():
            return
        if self._beside is not None:
            self._beside.result()
        self._beside = self._service.in_file_thread(work, *args)

    async def settle(self) -> None:
        """Wait until no thread works for the body any more, however that ended; keep no block."""
        begun = [one for _, works in self._under_way for one in works]
        begun += [] if self._beside is None else [self._beside]
        if begun:
            await asyncio.wait(begun)
        for one in begun:
            if not one.cancelled():
                one.exception()  # told by the first that failed, if anybody waited for it
        for block in (*self._idle, *(block for block, _ in self._under_way)):
            self._service.blocks.give(block)
        self._idle.clear()
        self._under_way.clear()


class _Lane:
    """Does one kind of work, block after block, without going back to the loop in between.

    After each block other work of the threads has its turn: a few fast bodies would keep every
    thread else until they end.
    """

    def __init__(self, service: Service, work: BlockWork) -> None:
        self._service = service
        self._work = work
        self._lock = threading.Lock()
        self._waiting: deque[tuple[memoryview, Future[None]]] = deque()
        self._runs = False
        self._failure: Exception | None = None

    def add(self, content: memoryview) -> Future[None]:
        """Do the work with `content` too; the future tells when that is done."""
        done: Future[None] = Future()
        with self._lock:
            self._waiting.append((content, done))
            starts, self._runs = not self._runs, True
        if starts:
            self._service.submit_file(self._run)
        return done

    def _run(self) -> None:
        with self._lock:
            content, done = self._waiting.popleft()
        try:
            if self._failure is None:
                self._work(content)
        except Exception as error:  # noqa: BLE001 - handed to whoever waits for the block
            self._failure = error
        if self._failure is None:
            done.set_result(None)
        else:
            done.set_exception(self._failure)
        with self._lock:
            goes_on = self._runs = bool(self._waiting)
        if goes_on:
            self._service.submit_file(self._run)
