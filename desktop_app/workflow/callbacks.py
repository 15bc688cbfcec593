"""Telling others what happened, without letting them change what happened."""

from __future__ import annotations

import asyncio
import logging
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.workflow.outcomes import LateOutcome

S = TypeVar("S", bound=str)
P = TypeVar("P")
A = ParamSpec("A")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCallbacks(Generic[S, P]):
    """Who wants to hear about the stages of a run; each is optional and isolated by `tell`.

    Attributes:
        on_stage_start: `(stage, abortable)`.
        on_stage_complete: `(stage, elapsed_s)`, after the operation resolved.
        on_stage_error: `(stage, error, partial_outputs)`, for every other end of a begun stage.
        on_late_outcome: `(stage, outcome)`, when an operation ends that nobody waited for.
    """

    on_stage_start: Callable[[S, bool], None] | None = None
    on_stage_complete: Callable[[S, float], None] | None = None
    on_stage_error: Callable[[S, BaseException, P], None] | None = None
    on_late_outcome: Callable[[S, LateOutcome[Any]], None] | None = None


def tell(callback: Callable[A, object] | None, *args: A.args, **kwargs: A.kwargs) -> None:
    """Call `callback`; log what it raises (its class and place: a text may hold secrets).

    `CancelledError` is isolated too: a plain function that raises it was not cancelled.
    """
    if callback is None:
        return
    try:
        callback(*args, **kwargs)
    except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - isolation is the promise
        frame = traceback.extract_tb(error.__traceback__)[-1]
        _log.error(
            "callback %s raised %s in %s, line %s",
            getattr(callback, "__qualname__", type(callback).__name__),
            type(error).__name__,
            frame.name,
            frame.lineno,
        )
