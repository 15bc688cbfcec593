"""Time as a dependency: a monotonic clock to wait on, a wall clock for display only."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """A monotonic clock on which code can also sleep."""

    def monotonic(self) -> float:
        """Return seconds from an arbitrary start; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after `seconds` of this clock."""
        ...


class LoopClock:
    """The real clock: `time.monotonic` and the running loop's sleep."""

    def monotonic(self) -> float:
        """Return `time.monotonic()`."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Sleep on the running loop."""
        await asyncio.sleep(seconds)


WallClock = Callable[[], datetime]
"""Returns an aware UTC time, for display, receipts and file names only."""


def utc_now() -> datetime:
    """Return the wall clock in UTC."""
    return datetime.now(UTC)
