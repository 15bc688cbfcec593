"""What became of one piece of work, as values that can be stored, counted and shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from desktop_app.workflow.cancellation import CancelReason

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Succeeded(Generic[T]):
    """It resolved with `value` (which stays out of the repr: it may be a signed address)."""

    value: T = field(repr=False)


@dataclass(frozen=True, slots=True)
class Failed:
    """It ended with `error`, of which the repr shows the class only."""

    error: BaseException

    def __repr__(self) -> str:
        return f"Failed({type(self.error).__name__})"


@dataclass(frozen=True, slots=True)
class NotStarted:
    """It was never begun, so it cannot have taken effect."""

    reason: CancelReason


@dataclass(frozen=True, slots=True)
class Aborted:
    """It was in flight when it was asked to stop, and may have taken effect.

    Attributes:
        reason: why it was asked.
        still_running: it outlived the request and runs on somewhere.
    """

    reason: CancelReason
    still_running: bool


Outcome = Succeeded[T] | Failed | NotStarted | Aborted
"""The outcome of one item of a pool."""

LateOutcome = Succeeded[T] | Failed
"""The outcome of an operation that was no longer waited for."""
