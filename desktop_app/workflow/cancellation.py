"""Asking work to stop, with a reason, from any thread; and signs that it is alive.

A signal says that a stop was asked for. It stops nothing by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from enum import StrEnum
from typing import TYPE_CHECKING

from desktop_app.workflow.isolation import notify

if TYPE_CHECKING:
    from collections.abc import Callable


class CancelReason(StrEnum):
    """Why work was asked to stop; every cancellation is recorded with one."""

    USER = "user"
    DEADLINE = "deadline"
    SHUTDOWN = "shutdown"
    SUPERSEDED = "superseded"
    """A sibling in a pool failed or won."""


class OperationAborted(Exception):  # noqa: N818 - the public contract names it so
    """The operation saw that its signal was aborted, and stopped."""

    def __init__(self, reason: CancelReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class AbortSignal:
    """What an operation watches. Every member may be used from any thread."""

    def __init__(self, on_touch: Callable[[], None] | None) -> None:
        """Made by `AbortController` only."""
        self._lock = threading.Lock()
        self._reason: CancelReason | None = None
        self._callbacks: dict[object, Callable[[], None]] = {}
        self._on_touch = on_touch

    @property
    def aborted(self) -> bool:
        """Whether a stop was asked for."""
        return self._reason is not None

    @property
    def reason(self) -> CancelReason | None:
        """Why, or None while no stop was asked for."""
        return self._reason

    def raise_if_aborted(self) -> None:
        """Raise `OperationAborted` if a stop was asked for."""
        if self._reason is not None:
            raise OperationAborted(self._reason)

    def on_abort(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` once when a stop is asked for, at once if it was; return its removal.

        It runs in the thread that asks. What it raises is logged and goes no further.
        """
        key = object()
        with self._lock:
            if self._reason is None:
                self._callbacks[key] = callback
                return lambda: self._forget(key)
        notify(callback)
        return lambda: None

    def touch(self) -> None:
        """Say that the operation moves: the stall limit starts anew."""
        if self._on_touch is not None:
            self._on_touch()

    def _forget(self, key: object) -> None:
        with self._lock:
            self._callbacks.pop(key, None)

    def _abort(self, reason: CancelReason) -> bool:
        with self._lock:
            if self._reason is not None:
                return False
            self._reason = reason
            callbacks = list(self._callbacks.values())
            self._callbacks.clear()
        for callback in callbacks:
            notify(callback)
        return True


class AbortController:
    """The other end of a signal: whoever holds it may ask for a stop.

    `on_touch` is called for each `signal.touch()`, in the thread that touches.
    """

    def __init__(self, on_touch: Callable[[], None] | None = None) -> None:
        self._signal = AbortSignal(on_touch)

    @property
    def signal(self) -> AbortSignal:
        """The end to hand to an operation."""
        return self._signal

    def abort(self, reason: CancelReason) -> bool:
        """Ask for a stop; the first reason stays. Return whether this was the first time."""
        return self._signal._abort(reason)  # noqa: SLF001 - the two ends of one thing


def on_this_loop(callback: Callable[[], None]) -> Callable[[], None]:
    """Return `callback` callable from any thread: it runs in the thread of the running loop."""
    loop = asyncio.get_running_loop()
    home = threading.get_ident()

    def call() -> None:
        if threading.get_ident() == home:
            callback()
            return
        with contextlib.suppress(RuntimeError):  # the loop is closed: there is nothing left to stop
            loop.call_soon_threadsafe(callback)

    return call
