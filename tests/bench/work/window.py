"""The window: first paint, readiness, adding many files, pauses of its loop during a transfer."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")
_PATIENCE_S = 120.0
_SETTLED_S = 2.0
"""By then the window has done what it puts off until after its first paint."""


def empty_window(spawned: float) -> dict[str, float]:
    """Show a window of the toolkit with nothing in it; ms from the start of the process."""
    from PySide6.QtCore import QTimer
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QApplication, QMainWindow

    painted: list[float] = []

    class Window(QMainWindow):
        def paintEvent(self, event: QPaintEvent) -> None:
            super().paintEvent(event)
            if not painted:
                QTimer.singleShot(0, seen)

    def seen() -> None:
        painted.append(time.monotonic())
        qt.quit()

    qt = QApplication(sys.argv[:1])
    window = Window()
    window.resize(900, 640)
    window.show()
    qt.exec()
    return {"painted_ms": 1000 * (painted[0] - spawned)}


def first_paint(spawned: float, home: str) -> dict[str, float]:
    """Start as the command does; ms from the start of the process.

    To the first paint (window and navigation), to that of the pages, and to readiness.
    """
    from desktop_app.start import loading, show_shell
    from desktop_app.ui.options import Options

    times: dict[str, float] = {}

    def passed(name: str) -> None:
        times.setdefault(name, 1000 * (time.monotonic() - spawned))

    with loading():
        shell = show_shell(home, Options())
        passed("painted_ms")
        from desktop_app.app import build_app, run
    if not shell.window.seen:
        raise AssertionError("the shell was not painted")
    app = build_app([], home=home, shell=shell)

    async def leave() -> None:
        await _until(lambda: app.form.capabilities is not None)
        passed("ready_ms")
        app.quit()

    app.window.painted.connect(lambda: passed("filled_ms"))
    app.tasks.start(leave(), "leave when ready")
    run(app)
    return times


def adding(spawned: float, home: str, paths: list[str], count: int) -> dict[str, float]:
    """Add files as a drop does; ms until all rows are there and painted, and the longest pause."""
    del spawned

    async def measured(app: Any) -> dict[str, float]:
        from PySide6.QtWidgets import QApplication

        gaps = Gaps()
        begun = time.monotonic()
        app.form.add_paths(paths)
        await _until(lambda: len(app.model.rows) >= count and not app.form.adding)
        app.window.new_save.repaint()
        QApplication.processEvents()
        shown = 1000 * (time.monotonic() - begun)
        return {"shown_ms": shown, "longest_gap_ms": 1000 * max(gaps.between(begun))}

    return _in_window(home, measured)


def gaps(spawned: float, home: str, paths: list[str]) -> dict[str, Any]:
    """Save files from the window; (end, length) of each gap of a 5 ms timer while they are sent."""
    del spawned

    async def measured(app: Any) -> dict[str, Any]:
        from desktop_app.core.model import SaveStage
        from desktop_app.saving.events import StageCompleted, StageStarted, Update, events_of

        times: dict[str, float] = {}
        ended: list[Any] = []

        def hear(update: Update) -> None:
            for event in events_of(update):
                if not isinstance(event, StageStarted | StageCompleted):
                    continue
                if event.stage is SaveStage.UPLOAD_FILES:
                    times[type(event).__name__] = time.monotonic()

        app.form.title = "Measured"
        app.form.add_paths(paths)
        await _until(lambda: app.model.rows and not app.form.adding)
        await asyncio.sleep(_SETTLED_S)
        app.flow._bridge.updated.connect(hear)
        app.flow.ended.connect(ended.append)
        watched = Gaps()
        app.window.new_save.save_button.click()
        await _until(lambda: bool(ended), 0.1)
        if ended[0].error is not None:
            raise AssertionError(ended[0].error)
        first, last = times["StageStarted"], times["StageCompleted"]
        return {"seconds": last - first, "gaps": watched.all(first, last)}

    return _in_window(home, measured)


class Gaps:
    """The times at which a 5 ms timer of the window fires."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self._fired = [time.monotonic()]
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(lambda: self._fired.append(time.monotonic()))
        self._timer.start(5)

    def all(self, first: float, last: float) -> list[tuple[float, float]]:
        """Return (end, length) of the gaps that end within a time, and of the one after it."""
        pairs = zip(self._fired, [*self._fired[1:], time.monotonic()], strict=True)
        return [(end, end - begin) for begin, end in pairs if end >= first and begin <= last]

    def between(self, first: float) -> list[float]:
        """Return the lengths of the gaps since `first`."""
        return [length for _end, length in self.all(first, time.monotonic())]


def _in_window(home: str, measured: Callable[[Any], Awaitable[T]]) -> T:
    from desktop_app.app import build_app, run

    app = build_app([], home=home)
    found: list[T] = []
    failed: list[BaseException] = []

    async def work() -> None:
        try:
            await _until(lambda: app.form.capabilities is not None)
            await asyncio.sleep(_SETTLED_S)
            found.append(await measured(app))
        except Exception as error:  # noqa: BLE001 - raised again once the window is closed
            failed.append(error)
        finally:
            app.quit()

    app.tasks.start(work(), "measure")
    run(app)
    gc.unfreeze()
    if failed:
        raise failed[0]
    return found[0]


async def _until(condition: Callable[[], object], every_s: float = 0.005) -> None:
    async with asyncio.timeout(_PATIENCE_S):
        while not condition():  # noqa: ASYNC110 - the window has no other way to say it
            await asyncio.sleep(every_s)
