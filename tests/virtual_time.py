"""Time that stands still until a test moves it: clock and scheduler in one.

`clock.monotonic` and `clock.sleep` make it a `Clock`, `clock.schedule` is a `ScheduleTimeout`.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sized

T = TypeVar("T")

TURNS = 200
"""Loop turns that `settle` gives: more than any chain of callbacks here is long."""


QUIET = 3
"""Turns in which nothing else was ready, after which nothing will be."""


async def settle(turns: int = TURNS) -> None:
    """Let everything that is ready run, without any time passing."""
    loop = asyncio.get_running_loop()
    ready: Sized | None = getattr(loop, "_ready", None)  # Qt's loop has none
    quiet = 0
    for _ in range(turns):
        await asyncio.sleep(0)
        quiet = quiet + 1 if ready is not None and not ready else 0
        if quiet == QUIET and not _others_call(loop):
            return


def _others_call(loop: asyncio.AbstractEventLoop) -> bool:
    """Whether a socket, a pipe or a thread may make something ready that is not so yet."""
    return (
        getattr(loop, "_default_executor", None) is not None
        or len(cast("Any", loop)._selector.get_map()) > 1  # one is the loop's own
        or any(thread.name.startswith("sendoff") for thread in threading.enumerate())
    )


class _Timer:
    def __init__(self, due: float, seconds: float, callback: Callable[[], None]) -> None:
        self.due = due
        self.seconds = seconds
        self.callback = callback


class ManualClock:
    """A clock and a timer queue of which a test turns the hands."""

    def __init__(self, start: float = 1000.0) -> None:
        self._now = start
        self._timers: list[_Timer] = []
        self.slept: list[float] = []
        """Seconds of each `sleep`, in order."""

    def monotonic(self) -> float:
        """Return the time, in seconds."""
        return self._now

    def schedule(self, callback: Callable[[], None], seconds: float) -> Callable[[], None]:
        """Call `callback` once the hands have passed `seconds`; return its cancellation."""
        timer = _Timer(self._now + seconds, seconds, callback)
        self._timers.append(timer)

        def cancel() -> None:
            if timer in self._timers:
                self._timers.remove(timer)

        return cancel

    async def sleep(self, seconds: float) -> None:
        """Return once the hands have passed `seconds`."""
        self.slept.append(seconds)
        awake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        cancel = self.schedule(lambda: awake.set_result(None), seconds)
        try:
            await awake
        finally:
            cancel()

    @property
    def pending(self) -> tuple[float, ...]:
        """Seconds for which each waiting timer was set; () shows that none was left behind."""
        return tuple(timer.seconds for timer in self._timers)

    def fire_next(self) -> bool:
        """Move to the next timer and fire it; return False if there is none."""
        if not self._timers:
            return False
        timer = min(self._timers, key=lambda each: each.due)
        self._timers.remove(timer)
        self._now = max(self._now, timer.due)
        timer.callback()
        return True

    async def advance(self, seconds: float) -> None:
        """Move `seconds` on; each timer fires at its time, what it woke runs before the next."""
        end = self._now + seconds
        await settle()
        while any(timer.due <= end for timer in self._timers):
            self.fire_next()
            await settle()
        self._now = end

    async def run(self, work: Awaitable[T]) -> T:
        """Await `work`, jumping to the next timer whenever nothing else is left to do."""
        task: asyncio.Future[T] = asyncio.ensure_future(work)
        try:
            await settle()
            while not task.done():
                assert self.fire_next(), "the work waits, but for no timer"
                await settle()
            return task.result()
        finally:
            task.cancel()


ManualScheduler = ManualClock
"""For tests that want timers only: pass `ManualScheduler().schedule`."""


class _CheckingLoop(asyncio.SelectorEventLoop):
    """Asyncio's debug mode, without the stack of where each callback, future and task was made.

    What debug mode checks is checked, calls from a wrong thread above all. The stacks, which are
    for reading after a failure, would be more than half of a test's time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.set_debug(True)
        self.slow_callback_duration = 60.0

    def get_debug(self) -> bool:
        """Say no to whoever is about to take a stack; this class itself reads its own field."""
        return False


def run_checked(main: Coroutine[Any, Any, T]) -> T:
    """Run `main` as `asyncio.run` does, on a loop that checks how it is used."""
    with asyncio.Runner(loop_factory=_CheckingLoop) as runner:
        return runner.run(main)


def run_debug(main: Awaitable[T]) -> T:
    """Run `main` in asyncio's debug mode and show that it left no task and no complaint behind."""
    complaints: list[dict[str, Any]] = []

    async def watched() -> T:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: complaints.append(context))
        result = await main
        await settle()
        gc.collect(1)
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert not left, f"left running: {left}"
        return result

    result = run_checked(watched())
    assert not complaints, complaints
    return result
