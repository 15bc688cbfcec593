"""Time that runs faster, in this process and in the programs that it starts.

    python -m tests.soaking.pace WORDS...

runs `sendoff WORDS` in such time. The environment says how fast (`SENDOFF_SOAK_PACE`) and since
when (`SENDOFF_SOAK_SINCE`), so that the clocks of all agree.

Only this harness changes time; the program has no setting for it.
"""

from __future__ import annotations

import os
import runpy
import selectors
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, SupportsFloat

PACE, SINCE = "SENDOFF_SOAK_PACE", "SENDOFF_SOAK_SINCE"

_real_time = time.time
_real_sleep = time.sleep


@dataclass(frozen=True, slots=True)
class Pace:
    """A clock that is `factor` times as fast as the real one since `since` (Unix seconds)."""

    factor: float
    since: float

    def now(self) -> float:
        """Return the seconds that have passed on this clock."""
        return (_real_time() - self.since) * self.factor

    def real(self, seconds: float) -> float:
        """Return how many real seconds `seconds` of this clock are."""
        return seconds / self.factor

    def environment(self) -> dict[str, str]:
        """Return what makes a child run in this time."""
        return {PACE: repr(self.factor), SINCE: repr(self.since)}


def speed_up(pace: Pace) -> None:
    """Let the clocks, sleeps and timers of this process follow `pace`, for good."""
    monotonic, began = time.monotonic, time.monotonic()

    def paced_monotonic() -> float:
        return began + (monotonic() - began) * pace.factor

    def paced_time() -> float:
        return pace.since + pace.now()

    def paced_sleep(seconds: SupportsFloat) -> None:
        _real_sleep(pace.real(float(seconds)))

    time.monotonic, time.time = paced_monotonic, paced_time
    time.sleep = paced_sleep  # type: ignore[assignment]  # takes whatever is a number
    real_select: Callable[..., Any] = selectors.DefaultSelector.select

    def select(self: Any, timeout: float | None = None) -> Any:
        return real_select(self, timeout if timeout is None else pace.real(timeout))

    selectors.DefaultSelector.select = select  # type: ignore[method-assign]  # time is changed on purpose

    from desktop_app.core import clock

    clock.utc_now = lambda: datetime.fromtimestamp(paced_time(), UTC)  # before anybody imports it


def main() -> None:
    """Run the program in the time that the environment asks for."""
    speed_up(Pace(float(os.environ[PACE]), float(os.environ[SINCE])))
    sys.argv = ["sendoff", *sys.argv[1:]]
    runpy.run_module("desktop_app", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
