"""Live lines on a terminal: a spinner and measured numbers below the lines that stay."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from desktop_app.cli.output import PlainOutput, of_files
from desktop_app.core.changes import FilesConfirmed
from desktop_app.core.log import Redactor
from desktop_app.core.measured import FileMoved, Measured
from desktop_app.core.model import SaveStage
from desktop_app.core.printing import Printer, shown
from desktop_app.core.run import Run
from desktop_app.core.words import reason_words, say, size_text, stage_label
from desktop_app.saving.events import (
    Reconciling,
    SaveEvent,
    StageCompleted,
    StageFailed,
    StageStarted,
    Update,
)
from desktop_app.saving.views import totals_of


class ConsolePrinter(Printer):
    """Writes lines above the live one."""

    def __init__(self, redact: Redactor, console: Console) -> None:
        super().__init__(redact)
        self._console = console

    def _write(self, text: str) -> None:
        """Write lines; what looks like markup stays text."""
        self._console.print(Text(text.removesuffix("\n")), soft_wrap=True)


def measured_text(run: Run, measured: Measured) -> str:
    """Return the measured line: what the server has, and apart from it what was only sent."""
    totals = totals_of(run, measured)
    parts = [f"{of_files(totals.confirmed, totals.files)} confirmed"]
    if totals.received:
        whole = size_text(totals.bytes)
        parts.append(f"{size_text(totals.received)} of {whole} received by the server")
    if totals.unconfirmed:
        parts.append(f"{size_text(totals.unconfirmed)} sent, not yet confirmed")
    return ", ".join(parts)


class LiveOutput(PlainOutput):
    """Plain lines, and below them one that lives while a step runs."""

    def __init__(
        self,
        redact: Redactor,
        console: Console,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(ConsolePrinter(redact, console))
        self._clock = clock
        self._label = ""
        self._update: Update | None = None
        self._moved = clock()
        self._spinner = Spinner("dots")
        self._live = Live(
            console=console,
            transient=True,
            refresh_per_second=4,
            get_renderable=self._render,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def update(self, update: Update) -> None:
        """Print what stays, renew what lives."""
        self._update = update
        if isinstance(update.news, FileMoved | FilesConfirmed):
            self._moved = self._clock()
        super().update(update)

    def _event(self, event: SaveEvent, run: Run) -> None:
        match event:
            case StageStarted():
                self._begin(say(stage_label(event.stage)))
                return
            case Reconciling():
                self._begin("Checking with the server")
            case StageCompleted() | StageFailed():
                self._end()
        super()._event(event, run)

    def close(self) -> None:
        """Take the living line away."""
        self._end()

    def _begin(self, label: str) -> None:
        self._spinner.update(text=Text(label))
        self._label = label
        self._moved = self._clock()
        self._live.start()

    def _end(self) -> None:
        self._live.stop()

    def _render(self) -> Spinner:
        text = self._label
        update = self._update
        waits = update.measured.countdown if update is not None else None
        left = math.ceil(waits.until - self._clock()) if waits is not None else 0
        if waits is not None and left > 0:
            text = f"{text}: {say(reason_words(waits.error))} Next attempt in {left} s."
        elif update is not None and update.measured.active is SaveStage.UPLOAD_FILES:
            quiet = int(self._clock() - self._moved)
            measured = measured_text(update.run, update.measured)
            text = f"{text}: {measured}, last byte {quiet} s ago"
        self._spinner.update(text=Text(shown(text), no_wrap=True, overflow="ellipsis"))
        return self._spinner
