"""Carries a session's events into Qt: order kept, file events gathered.

Thousands of small files give thousands of events a second; views get them in batches, at most
every 100 ms, and always before the next stage event, so that nobody sees a stage end early.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.saving.events import FileConfirmed, FileFailed, FileProgress, SaveEvent

GATHER_MS = 100

FileEvent = FileProgress | FileConfirmed | FileFailed


@dataclass(frozen=True, slots=True)
class FileBatch:
    """File events of one run in order, superseded progress left out."""

    events: tuple[FileEvent, ...]


class EventBridge(QObject):
    """Receives events on the session's loop (this thread) and tells them as Qt signals.

    `event_told` carries one `SaveEvent` that is not a file event, `files_told` one `FileBatch`.
    """

    event_told = Signal(object)
    files_told = Signal(object)

    def __init__(self, parent: QObject | None = None, *, gather_ms: int = GATHER_MS) -> None:
        super().__init__(parent)
        self._progress: dict[str, FileProgress] = {}
        self._settled: list[FileConfirmed | FileFailed] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(gather_ms)
        self._timer.timeout.connect(self.flush)

    def receive(self, event: SaveEvent) -> None:
        """Take one event; the `on_event` of every session call of the window."""
        if isinstance(event, FileProgress):
            self._progress[event.key] = event
            self._schedule()
        elif isinstance(event, FileConfirmed | FileFailed):
            self._progress.pop(event.key, None)
            self._settled.append(event)
            self._schedule()
        else:
            self.flush()
            self.event_told.emit(event)

    def flush(self) -> None:
        """Tell now what has been gathered."""
        self._timer.stop()
        if not self._settled and not self._progress:
            return
        batch = FileBatch((*self._settled, *self._progress.values()))
        self._settled.clear()
        self._progress.clear()
        self.files_told.emit(batch)

    def _schedule(self) -> None:
        if not self._timer.isActive():
            self._timer.start()
