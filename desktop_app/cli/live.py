"""Live lines on a terminal: a spinner and measured numbers below the lines that stay."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from desktop_app.cli.output import PlainOutput, of_files
from desktop_app.core.log import Redactor
from desktop_app.core.model import SaveStage
from desktop_app.core.printing import Printer, shown
from desktop_app.core.words import say, size_text, stage_label
from desktop_app.saving.events import (
    FileConfirmed,
    FileFailed,
    FileProgress,
    Reconciling,
    RunStarted,
    SaveEvent,
    StageCompleted,
    StageFailed,
    StageStarted,
)


class ConsolePrinter(Printer):
    """Writes lines above the live one."""

    def __init__(self, redact: Redactor, console: Console) -> None:
        super().__init__(redact)
        self._console = console

    def _write(self, text: str) -> None:
        """Write lines; what looks like markup stays text."""
        self._console.print(Text(text.removesuffix("\n")), soft_wrap=True)


@dataclass(slots=True)
class Measured:
    """What was measured of the files of a run; nothing in here is an estimate."""

    total: int = 0
    confirmed: set[str] = field(default_factory=set)
    confirmed_bytes: dict[str, int] = field(default_factory=dict)
    """Sizes by key of what was confirmed in this attempt."""
    total_bytes: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict)
    sent: dict[str, int] = field(default_factory=dict)
    last: dict[str, tuple[int, int | None]] = field(default_factory=dict)
    moved: float = field(default_factory=time.monotonic)

    def take(self, event: SaveEvent) -> None:
        """Learn from an event."""
        match event:
            case RunStarted():
                self.total, self.total_bytes = event.total_files, event.total_bytes
                self.confirmed = set(event.confirmed)
            case FileProgress():
                self._progress(event)
            case FileConfirmed():
                self.confirmed.add(event.key)
                self.confirmed_bytes[event.key] = event.size
                self._forget(event.key)
            case FileFailed():
                self.confirmed.discard(event.key)
                self.confirmed_bytes.pop(event.key, None)
                self._forget(event.key)

    def _progress(self, event: FileProgress) -> None:
        """Keep what the server has apart from what was only sent, and see whether it moved."""
        measure = self.sent if event.acknowledged is None else self.acknowledged
        measure[event.key] = event.sent if event.acknowledged is None else event.acknowledged
        state = (event.sent, event.acknowledged)
        if self.last.get(event.key) != state:
            self.last[event.key] = state
            self.moved = time.monotonic()

    def _forget(self, key: str) -> None:
        self.acknowledged.pop(key, None)
        self.sent.pop(key, None)
        self.last.pop(key, None)
        self.moved = time.monotonic()

    def text(self) -> str:
        """Return the measured line: what the server has, and apart from it what was only sent."""
        received = sum(self.confirmed_bytes.values()) + sum(self.acknowledged.values())
        parts = [f"{of_files(len(self.confirmed), self.total)} confirmed"]
        if received:
            whole = size_text(self.total_bytes)
            parts.append(f"{size_text(received)} of {whole} received by the server")
        if sent := sum(self.sent.values()):
            parts.append(f"{size_text(sent)} sent, not yet confirmed")
        return ", ".join(parts)


class LiveOutput(PlainOutput):
    """Plain lines, and below them one that lives while a step runs."""

    def __init__(self, redact: Redactor, console: Console) -> None:
        super().__init__(ConsolePrinter(redact, console))
        self._measured = Measured()
        self._label = ""
        self._text = ""
        self._uploading = False
        self._spinner = Spinner("dots")
        self._live = Live(
            console=console,
            transient=True,
            refresh_per_second=4,
            get_renderable=self._render,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def event(self, event: SaveEvent) -> None:
        """Print what stays, renew what lives."""
        self._measured.take(event)
        match event:
            case StageStarted():
                self._begin(say(stage_label(event.stage)))
                self._uploading = event.stage is SaveStage.UPLOAD_FILES
                return
            case Reconciling():
                self._begin("Checking with the server")
            case StageCompleted() | StageFailed():
                self._end()
        self._text = self._measured.text() if self._uploading else ""
        super().event(event)

    def close(self) -> None:
        """Take the living line away."""
        self._end()

    def _begin(self, label: str) -> None:
        self._spinner.update(text=Text(label))
        self._label = label
        self._measured.moved = time.monotonic()
        self._live.start()

    def _end(self) -> None:
        self._uploading = False
        self._live.stop()

    def _render(self) -> Spinner:
        text = self._label
        if self._uploading and self._text:
            quiet = int(time.monotonic() - self._measured.moved)
            text = f"{text}: {self._text}, last byte {quiet} s ago"
        self._spinner.update(text=Text(shown(text), no_wrap=True, overflow="ellipsis"))
        return self._spinner
