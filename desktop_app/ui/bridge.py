"""Carries a session's updates into Qt, in order; those about files come in batches.

Thousands of small files give thousands of updates a second; views get them in batches, at most
every 100 ms, and always before the next step of a stage, so that nobody sees a stage end early.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.core.changes import FilesChanged, FilesConfirmed, StoredAs
from desktop_app.core.measured import FileMoved, Measured
from desktop_app.core.run import Run
from desktop_app.saving.events import Update

GATHER_MS = 100


@dataclass(frozen=True, slots=True)
class FileBatch:
    """A run as it is now, and the places of the files that moved or changed since the last."""

    run: Run
    measured: Measured
    places: tuple[int, ...]


class UpdateBridge(QObject):
    """Receives updates on the session's loop (this thread) and emits them as Qt signals.

    `updated` carries one `Update` that is about more than files, `files_moved` one `FileBatch`.
    """

    updated = Signal(object)
    files_moved = Signal(object)

    def __init__(self, parent: QObject | None = None, *, gather_ms: int = GATHER_MS) -> None:
        super().__init__(parent)
        self._places: dict[int, None] = {}
        self._last: Update | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(gather_ms)
        self._timer.timeout.connect(self.flush)

    def receive(self, update: Update) -> None:
        """Take one update; the `on_update` of every session call of the window."""
        match update.news:
            case FileMoved(n=n):
                self._gather(update, n)
            case StoredAs(n=n):
                self._gather(update, n)
            case FilesConfirmed(files=files) | FilesChanged(files=files):
                self._gather(update, *(one.n for one in files))
            case _:
                self.flush()
                self.updated.emit(update)

    def flush(self) -> None:
        """Emit now what has been gathered."""
        self._timer.stop()
        if not self._places or self._last is None:
            return
        places = tuple(self._places)
        self._places.clear()
        self.files_moved.emit(FileBatch(self._last.run, self._last.measured, places))

    def _gather(self, update: Update, *places: int) -> None:
        self._last = update
        self._places.update(dict.fromkeys(places))
        if not self._timer.isActive():
            self._timer.start()
