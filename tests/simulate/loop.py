"""One event loop in virtual time, with a network in memory: a whole world in one process.

Time moves only when nothing is left to do. Executors work at once, in place. Tasks have hashes of
their own, so that sets of them are walked in the same order in every process: what a seed does
once it does again.
"""

from __future__ import annotations

import asyncio
import itertools
import selectors
import time
from collections.abc import Callable, Coroutine
from contextvars import ContextVar, copy_context
from typing import Any, TypeVar

T = TypeVar("T")

LATENCY_S = 0.02
_FIRST_PORT = 5000

SIDE: ContextVar[str] = ContextVar("SIDE", default="world")
"""Whose work it is: that of the "client" ends when its process does."""


class NothingToWaitForError(Exception):
    """Everything waits, but for no timer."""


class StuckError(Exception):
    """More turns of the loop than any save takes."""


class SideTask(asyncio.Task[T]):
    """A task that knows whose it is."""

    _numbers = itertools.count(1)

    def __init__(self, coro: Coroutine[Any, Any, T], **named: Any) -> None:
        self._number = next(SideTask._numbers)
        self.side = SIDE.get()
        super().__init__(coro, **named)

    def __hash__(self) -> int:
        return self._number


class _VirtualSelector(selectors.SelectSelector):
    """Never waits: lets the hands of the clock jump to the next timer instead."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.loop.turn()
        if timeout is None:
            raise NothingToWaitForError
        if timeout > 0:
            self.loop.jump()
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """See the module."""

    def __init__(self, most_turns: int = 300_000) -> None:
        self.now = 1000.0
        self.turns = 0
        self.most_turns = most_turns
        self.on_turn: Callable[[], None] = lambda: None
        self.dead: set[str] = set()
        """Sides that send nothing any more."""
        self._listening: dict[int, Callable[[], asyncio.Protocol]] = {}
        self._ports = itertools.count(_FIRST_PORT)
        selector = _VirtualSelector()
        selector.loop = self
        super().__init__(selector)
        self.set_task_factory(_task)  # type: ignore[arg-type]

    def time(self) -> float:
        return self.now

    def turn(self) -> None:
        """Count a turn."""
        self.turns += 1
        if self.turns > self.most_turns:
            raise StuckError
        self.on_turn()

    def jump(self) -> None:
        """Move to the next timer."""
        self.now = max(self.now, getattr(self, "_scheduled")[0].when())  # noqa: B009 - private

    # what a real loop asks the system for

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Any, *args: Any
    ) -> asyncio.Future[Any]:
        """Do it now."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - handed to the one who waits
            done.set_exception(error)
        return done

    async def create_connection(  # type: ignore[override]
        self,
        protocol_factory: Callable[[], asyncio.Protocol],
        host: str | None = None,
        port: int | None = None,
        **_named: Any,
    ) -> tuple[asyncio.Transport, asyncio.Protocol]:
        """Connect within this process."""
        await asyncio.sleep(LATENCY_S)
        accept = self._listening.get(port or 0)
        if accept is None:
            raise ConnectionRefusedError(111, "nobody listens")
        ours, theirs = MemoryTransport(self, SIDE.get()), MemoryTransport(self, "world")
        ours.peer, theirs.peer = theirs, ours
        protocol, served = protocol_factory(), accept()
        ours.set_protocol(protocol)
        theirs.set_protocol(served)
        protocol.connection_made(ours)
        theirs.call(served.connection_made, theirs)
        await asyncio.sleep(LATENCY_S)
        return ours, protocol

    async def create_server(  # type: ignore[override]
        self, protocol_factory: Callable[[], asyncio.Protocol], *_args: Any, **_named: Any
    ) -> _Listening:
        """Listen within this process."""
        port = next(self._ports)
        self._listening[port] = protocol_factory
        return _Listening(self._listening, port)


def _task(
    loop: asyncio.AbstractEventLoop, coro: Coroutine[Any, Any, T], **named: Any
) -> SideTask[T]:
    return SideTask(coro, loop=loop, **named)


class _Listening:
    """What `asyncio.start_server` returns, as far as the doubles use it."""

    def __init__(self, listening: dict[int, Any], port: int) -> None:
        self._listening = listening
        self._port = port
        self.sockets = (self,)

    def getsockname(self) -> tuple[str, int]:
        return ("127.0.0.1", self._port)

    def close(self) -> None:
        self._listening.pop(self._port, None)

    async def wait_closed(self) -> None:
        return None


class MemoryTransport(asyncio.Transport):
    """One end of a connection: what is written arrives a moment later, in order.

    What has left still arrives after an `abort`, and the reset behind it.
    """

    peer: MemoryTransport

    def __init__(self, loop: VirtualLoop, side: str) -> None:
        super().__init__()
        self._loop = loop
        self._side = side
        self._context = copy_context()
        self._context.run(SIDE.set, side)
        self._protocol: Any = None
        self._closing = False
        self._lost = False
        self._reading = True
        self._held: list[Callable[[], None]] = []

    def call(self, callback: Callable[..., object], *args: Any) -> None:
        """Call it a moment from now, as work of this end."""
        self._loop.call_later(LATENCY_S, callback, *args, context=self._context)

    # from the other end

    def _arrive(self, data: bytes) -> None:
        self._hand_over(lambda: self._protocol.data_received(data))

    def _arrive_end(self) -> None:
        def end() -> None:
            if not self._protocol.eof_received():
                self.close()

        self._hand_over(end)

    def _arrive_reset(self) -> None:
        self._held.clear()
        self._lose(ConnectionResetError(104, "reset"))

    def _hand_over(self, what: Callable[[], None]) -> None:
        if self._lost:
            return
        if self._reading:
            what()
        else:
            self._held.append(what)

    def _lose(self, error: Exception | None) -> None:
        if not self._lost:
            self._lost = self._closing = True
            self._protocol.connection_lost(error)

    # asyncio's own interface

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def is_closing(self) -> bool:
        return self._closing

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        protocol: asyncio.BaseProtocol = self._protocol
        return protocol

    def pause_reading(self) -> None:
        self._reading = False

    def resume_reading(self) -> None:
        self._reading = True
        held, self._held = self._held, []
        for one in held:
            self._hand_over(one)

    def is_reading(self) -> bool:
        return self._reading

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        return None

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._closing and data and self._side not in self._loop.dead:
            self.peer.call(self.peer._arrive, bytes(data))

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.peer.call(self.peer._arrive_end)

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            self.peer.call(self.peer._arrive_end)
            self._loop.call_soon(self._lose, None, context=self._context)

    def abort(self) -> None:
        if not self._lost:
            self._closing = True
            self.peer.call(self.peer._arrive_reset)
            self._loop.call_soon(self._lose, None, context=self._context)


class VirtualClock:
    """The loop's time as the product takes it."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def monotonic(self) -> float:
        return self._loop.now

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(max(seconds, 0.0))


class LibraryTime:
    """The module `time` for a library that asks it how old a connection is."""

    def __init__(self) -> None:
        self.loop: VirtualLoop | None = None

    def monotonic(self) -> float:
        return self.loop.now if self.loop is not None else time.monotonic()
