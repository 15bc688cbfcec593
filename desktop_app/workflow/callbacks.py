"""What a run calls when its stages begin and end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.workflow.outcomes import LateOutcome

S = TypeVar("S", bound=str)
P = TypeVar("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCallbacks(Generic[S, P]):
    """Callbacks for the stages of a run; each is optional, and called through `isolation.notify`.

    Attributes:
        on_stage_start: `(stage, abortable)`.
        on_stage_complete: `(stage, elapsed_s)`, after the operation resolved.
        on_stage_error: `(stage, error, partial_outputs)`, for every other end of a begun stage.
        on_late_outcome: `(stage, outcome)`, when an operation ends that was no longer waited for.
    """

    on_stage_start: Callable[[S, bool], None] | None = None
    on_stage_complete: Callable[[S, float], None] | None = None
    on_stage_error: Callable[[S, BaseException, P], None] | None = None
    on_late_outcome: Callable[[S, LateOutcome[Any]], None] | None = None
