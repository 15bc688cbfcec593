"""Nested time budgets: call < stage < run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.core.clock import Clock


class NotEnoughTimeError(TimeoutError):
    """A budget holds less than the next call sensibly needs, so the call was not begun."""

    def __init__(self, remaining_s: float, needed_s: float) -> None:
        super().__init__(f"{remaining_s:g} s left, {needed_s:g} s needed")
        self.remaining_s = remaining_s
        self.needed_s = needed_s


class Deadline:
    """A point on `clock` by which something must have ended.

    `seconds` from now; `math.inf` for no limit.
    """

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._at = clock.monotonic() + seconds

    def remaining(self) -> float:
        """Return the seconds left, never below zero; what a control call says to its server."""
        return max(0.0, self._at - self._clock.monotonic())

    @property
    def expired(self) -> bool:
        """Whether nothing is left."""
        return self.remaining() <= 0.0

    def child(self, seconds: float) -> Deadline:
        """Return a budget of `seconds` that never outlasts this one."""
        return Deadline(self._clock, min(seconds, self.remaining()))

    def require(self, seconds: float) -> None:
        """Raise `NotEnoughTimeError` if less than `seconds`, or nothing, is left."""
        left = self.remaining()
        if left <= 0.0 or left < seconds:
            raise NotEnoughTimeError(left, seconds)
