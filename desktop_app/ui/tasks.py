"""Owns every asyncio task that the window starts, so that no exception is lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_app.core.errors import ErrorInfo, error_info

_log = logging.getLogger(__name__)


class TaskOwner(QObject):
    """Starts coroutines on one loop, keeps them alive and reports what they raise.

    `task_failed` carries an `ErrorInfo`: safe to show, without the text of foreign errors.
    """

    task_failed = Signal(object)

    def __init__(self, loop: asyncio.AbstractEventLoop, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._loop = loop
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def running(self) -> int:
        """How many tasks have not ended."""
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Begin `work` now; its exception, if any, arrives at `task_failed`."""
        task = self._loop.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def close(self, within_s: float) -> None:
        """Cancel what still runs and wait for it, at most `within_s` seconds."""
        current = asyncio.current_task()
        tasks = [task for task in self._tasks if task is not current]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=within_s)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            shown: ErrorInfo = error_info(error)
            _log.error("task %s failed: %s", task.get_name(), type(error).__name__)
            self.task_failed.emit(shown)
