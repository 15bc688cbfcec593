"""Signals: once asks what runs to stop, twice stops now; what was done is journaled either way.

SIGTERM once stops within a limit. With SIGINT beside it, in either order, it counts as twice: two
signals that are sent together may arrive in any order.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable
from types import FrameType

from desktop_app.core.changes import AttemptBegun, RunBegun, RunEnded
from desktop_app.core.words import say
from desktop_app.core.words.states import stage_hint
from desktop_app.saving.events import Update
from desktop_app.saving.session import SaveSession
from desktop_app.workflow import CancelReason

TERMINATE_WITHIN_S = 10.0
"""After SIGTERM: how long a step that cannot be stopped may take before it is left behind."""


class Stopper:
    """Turns SIGINT and SIGTERM into requests to the session.

    Attributes:
        asked: whether somebody asked to stop.
        now: whether it was asked for at once: the command's task was cancelled.
    """

    def __init__(self, session: SaveSession, note: Callable[[str], None]) -> None:
        self._session = session
        self._note = note
        self._run = ""
        self._task: asyncio.Task[object] | None = None
        self._interrupted = False
        self._handled: list[signal.Signals] = []
        self.asked = False
        self.now = False

    def watch(self, task: asyncio.Task[object]) -> None:
        """Take over the signals of this process for `task`, which runs on this loop."""
        self._task = task
        self._handle(signal.SIGINT, self._interrupt)
        if sys.platform == "win32":
            return
        self._handle(signal.SIGTERM, self._terminate)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # `nohup` goes on
            self._handle(signal.SIGHUP, self._terminate)

    def _handle(self, number: signal.Signals, act: Callable[[], None]) -> None:
        """Let a signal act on the loop.

        Not as a handler of the loop's: a loop that closes gives its signals back, and one that came
        then would end the process before it could say how the save ended.
        """
        loop = asyncio.get_running_loop()

        def handler(_number: int, _frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(act)

        signal.signal(number, handler)
        self._handled.append(number)

    def release(self) -> None:
        """Heed no signal from now on: it is closing, in bounded time.

        How it ended is known, and its exit code is all that is left to say, up to the last moment.
        """
        self._task = None
        for number in self._handled:
            signal.signal(number, signal.SIG_IGN)

    def update(self, update: Update) -> None:
        """Learn which run is the one to stop."""
        if isinstance(update.news, RunBegun | AttemptBegun):
            self._run = update.run.id
        elif isinstance(update.news, RunEnded):
            self._run = ""

    def _interrupt(self) -> None:
        if self.asked:
            self._stop_now()
        else:
            self._interrupted = True
            self._ask(CancelReason.USER)

    def _terminate(self) -> None:
        if self._interrupted:
            self._stop_now()
            return
        if not self.asked:
            self._ask(CancelReason.SHUTDOWN)
        asyncio.get_running_loop().call_later(TERMINATE_WITHIN_S, self._stop_now)

    def _ask(self, reason: CancelReason) -> None:
        self.asked = True
        if not self._run:
            self._stop_now()
            return
        self._session.stop_before_next_stage(self._run, reason)
        if self._session.request_cancel(self._run, reason):
            self._note("Stopping ...")
        else:
            self._note(f"{say(stage_hint())} Press Ctrl+C again to leave it behind.")

    def _stop_now(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            self.now = True
            task.cancel()
