"""Calling a callback so that what it raises goes no further."""

from __future__ import annotations

import asyncio
import logging
import traceback
from typing import TYPE_CHECKING, ParamSpec

if TYPE_CHECKING:
    from collections.abc import Callable

A = ParamSpec("A")

_log = logging.getLogger(__name__)


def notify(callback: Callable[A, object] | None, *args: A.args, **kwargs: A.kwargs) -> None:
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
