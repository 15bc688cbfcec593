"""Robots: what a person does and sees, screen by screen, found by object name.

Each action waits for its own effect by running Qt's event loop; none asserts anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QWidget,
)

from desktop_app.ui.widgets.navigation import Page

W = TypeVar("W", bound=QObject)
PATIENCE_MS = 15_000


def wait_for(condition: Callable[[], bool], what: str, within_ms: int = PATIENCE_MS) -> None:
    """Run the event loop until `condition` holds.

    Raises:
        TimeoutError: it did not; the text says `what` was waited for.
    """
    deadline = QDeadlineTimer(within_ms)
    while not condition():
        if deadline.hasExpired():
            raise TimeoutError(f"waited {within_ms} ms for {what}")
        turn = QEventLoop()
        QTimer.singleShot(5, turn.quit)
        turn.exec()


def found(root: QWidget, kind: type[W], name: str) -> W:
    """Return the one descendant of `root` with this object name.

    Raises:
        LookupError: there is none.
    """
    child = root.findChild(kind, name)
    if child is None:
        raise LookupError(f"no {kind.__name__} is called {name!r}")
    return child


class Robot:
    """What all screens share."""

    def __init__(self, window: QWidget) -> None:
        self.window = window

    def button(self, name: str) -> QAbstractButton:
        """Return a button."""
        return found(self.window, QAbstractButton, name)

    def click(self, name: str) -> None:
        """Press a button with the mouse, once it is there and enabled."""
        button = self.button(name)
        wait_for(lambda: button.isVisible() and button.isEnabled(), f"{name} to be enabled")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def shown(self, name: str) -> bool:
        """Whether a person sees the widget."""
        widget = self.window.findChild(QWidget, name)
        return widget is not None and widget.isVisible()

    def enabled(self, name: str) -> bool:
        """Whether the widget can be used."""
        return found(self.window, QWidget, name).isEnabled()

    def text(self, name: str) -> str:
        """Return what a label, button, line or text says."""
        widget = found(self.window, QWidget, name)
        if isinstance(widget, QPlainTextEdit):
            return widget.toPlainText()
        if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
            return widget.text()
        raise LookupError(f"{name!r} has no text")

    def dialog(self, name: str) -> QDialog:
        """Wait for a dialog and return it."""
        wait_for(lambda: self.shown(name), f"the dialog {name}")
        return found(self.window, QDialog, name)


class SaveRobot(Robot):
    """The page of one save."""

    STAGES = ("create_record", "upload_files", "finalize_record")

    def fill(self, title: str, paths: Sequence[str] = ()) -> None:
        """Type a title and add files as a drop does; waits for the rows."""
        edit = found(self.window, QLineEdit, "titleEdit")
        edit.setFocus()
        edit.selectAll()
        QTest.keyClicks(edit, title)
        if paths:
            self.add(paths)

    def add(self, paths: Sequence[str]) -> None:
        """Add files; waits for their rows, and until no folder is walked any more."""
        view = found(self.window, QAbstractItemView, "filesView")
        before = view.model().rowCount()
        drop(view, paths)
        wait_for(lambda: view.model().rowCount() >= before + len(paths), "the added rows")
        wait_for(lambda: self.enabled("saveButton"), "the end of adding files")

    def save(self) -> None:
        """Press Save."""
        self.click("saveButton")

    def wait_for_end(self) -> str:
        """Wait for the outcome card; return its headline."""
        wait_for(lambda: self.shown("outcomePanel"), "the outcome")
        return self.text("outcomeTitle")

    def wait_for_stage(self, stage: str, state: str) -> None:
        """Wait until a stage's row has a state."""
        wait_for(lambda: self.state(stage) == state, f"{stage} to be {state}")

    def state(self, stage: str) -> str:
        """Return the state of a stage's row."""
        row = found(self.window, QWidget, f"stageRow_{stage}")
        return str(row.property("state"))

    def states(self) -> tuple[str, ...]:
        """Return the states of all three rows."""
        return tuple(self.state(stage) for stage in self.STAGES)

    def rows(self) -> list[tuple[str, ...]]:
        """Return the texts of the files table."""
        model = found(self.window, QAbstractItemView, "filesView").model()
        return [
            tuple(str(model.index(row, column).data()) for column in range(model.columnCount()))
            for row in range(model.rowCount())
        ]


class ListRobot(Robot):
    """Unfinished or History."""

    def __init__(self, window: QWidget, kind: str) -> None:
        super().__init__(window)
        self.kind = kind

    def open(self) -> None:
        """Go there."""
        places = found(self.window, QListWidget, "savesNavigation")
        item = places.item(Page[self.kind.upper()])
        where = places.visualItemRect(item).center()
        QTest.mouseClick(places.viewport(), Qt.MouseButton.LeftButton, pos=where)
        wait_for(lambda: self.shown(f"{self.kind}View"), f"the page {self.kind}")

    def titles(self) -> list[str]:
        """Return the titles in the list."""
        model = found(self.window, QAbstractItemView, f"{self.kind}View").model()
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    def choose(self, title: str) -> None:
        """Choose a row by its title; waits for it."""
        wait_for(lambda: title in self.titles(), f"{title!r} in {self.kind}")
        view = found(self.window, QAbstractItemView, f"{self.kind}View")
        view.setCurrentIndex(view.model().index(self.titles().index(title), 0))

    def press(self, verb: str) -> None:
        """Press the button of a verb ("Resume", "Discard", "Forget", ...)."""
        self.click(f"{self.kind}{verb}Button")


class SettingsRobot(Robot):
    """The settings dialog."""

    def open(self) -> None:
        """Open the settings."""
        self.click("settingsButton")
        self.dialog("settingsDialog")

    def choose(self, combo: str, value: str) -> None:
        """Choose the entry that holds `value`, with the keyboard's help."""
        box = found(self.window, QComboBox, combo)
        row = box.findData(value)
        if row < 0:
            raise LookupError(f"{combo} has no {value!r}")
        box.setCurrentIndex(row)
        box.activated.emit(row)

    def close(self) -> None:
        """Close the dialog; waits until it is gone."""
        self.dialog("settingsDialog").reject()
        wait_for(lambda: not self.shown("settingsDialog"), "the settings to close")


def drop(view: QWidget, paths: Sequence[str]) -> None:
    """Drop files on a widget, as a file manager does."""
    from PySide6.QtCore import QMimeData, QPoint, QPointF, QUrl  # noqa: PLC0415 - only here
    from PySide6.QtGui import QDragEnterEvent, QDropEvent  # noqa: PLC0415 - only here

    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    left = Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    copy = Qt.DropAction.CopyAction
    target = view.viewport() if isinstance(view, QAbstractItemView) else view
    QApplication.sendEvent(target, QDragEnterEvent(QPoint(9, 9), copy, data, left, none))
    QApplication.sendEvent(target, QDropEvent(QPointF(9, 9), copy, data, left, none))


def unnamed(root: QWidget) -> list[str]:
    """Return the interactive widgets below `root` that assistive technology cannot name."""
    kinds = (QAbstractButton, QLineEdit, QComboBox, QAbstractItemView, QPlainTextEdit)
    nameless = []
    for kind in kinds:
        for widget in root.findChildren(kind):
            interface = QAccessible.queryAccessibleInterface(widget)
            shown = widget.isVisible() and not widget.objectName().startswith("qt_")
            if shown and interface is not None and not interface.text(QAccessible.Text.Name):
                nameless.append(f"{type(widget).__name__} {widget.objectName()!r}")
    return nameless
