"""Takes every uncaught error: of slots, of threads and of the loop's callbacks.

What is shown holds where it happened and the class of the error. Texts of foreign errors may quote
anything: they go, redacted, to the log only.
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
    """Logs each uncaught error and emits it as redacted text, on the thread of the window."""

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
        """Handle every uncaught error from now on."""
        sys.excepthook = self._uncaught
        threading.excepthook = self._in_thread
        self._loop.set_exception_handler(self._in_loop)

    def remove(self) -> None:
        """Restore the interpreter's own handling."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        self._loop.set_exception_handler(None)

    def _uncaught(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not isinstance(error, Exception):
            sys.__excepthook__(kind, error, trace)
            return
        self._report(error.with_traceback(trace))

    def _in_thread(self, args: threading.ExceptHookArgs) -> None:
        if isinstance(args.exc_value, Exception):
            self._report(args.exc_value)

    def _in_loop(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            self._report(error)
        else:
            _log.error("error in the event loop: %s", context.get("message"))

    def _report(self, error: Exception) -> None:
        _log.error("uncaught", exc_info=error)
        lines = [*traceback.format_tb(error.__traceback__), type(error).__name__]
        self.happened.emit(self._redact("".join(lines)))
