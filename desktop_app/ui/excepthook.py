"""Takes what nobody caught: in slots, in threads and in the loop's callbacks.

What is told holds where it happened and the class of the error. Texts of foreign errors may quote
anything: they stand, redacted, in the log only.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any

from PySide6.QtCore import QObject, Signal

_log = logging.getLogger(__name__)


class ExceptHook(QObject):
    """Logs each uncaught error and tells it as redacted text, on the thread of the window."""

    happened = Signal(str)

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        redact: Callable[[str], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._loop = loop
        self._redact = redact

    def install(self) -> None:
        """From now on, hear of everything uncaught."""
        sys.excepthook = self._uncaught
        threading.excepthook = self._in_thread
        self._loop.set_exception_handler(self._in_loop)

    def remove(self) -> None:
        """Leave it to the interpreter again."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        self._loop.set_exception_handler(None)

    def _uncaught(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not isinstance(error, Exception):
            sys.__excepthook__(kind, error, trace)
            return
        self._tell(error.with_traceback(trace))

    def _in_thread(self, args: threading.ExceptHookArgs) -> None:
        if isinstance(args.exc_value, Exception):
            self._tell(args.exc_value)

    def _in_loop(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            self._tell(error)
        else:
            _log.error("the loop complains: %s", context.get("message"))

    def _tell(self, error: Exception) -> None:
        _log.error("uncaught", exc_info=error)
        lines = [*traceback.format_tb(error.__traceback__), type(error).__name__]
        self.happened.emit(self._redact("".join(lines)))
