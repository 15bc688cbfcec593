"""Every text that a window holds, wherever a person or assistive technology could meet it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QAction, QGuiApplication, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabWidget,
    QTextEdit,
    QWidget,
)

_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.WhatsThisRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


def all_texts() -> dict[str, str]:
    """Return what all windows of the process say now, by place; the clipboard too."""
    found = {"clipboard": QGuiApplication.clipboard().text()}
    for top in QApplication.topLevelWidgets():
        for widget in (top, *top.findChildren(QWidget)):
            place = f"{type(widget).__name__} {widget.objectName()}@{id(widget)}"
            for name, text in (*_of_any(widget), *_of_kind(widget)):
                if text:
                    found[f"{place} {name}"] = text
    return found


def rendered() -> list[str]:
    """Return the texts in which Qt would read markup of a stranger, by place.

    A label must not guess. A tooltip may be HTML, if it shows what is planted letter by letter.
    """
    wrong = []
    for top in QApplication.topLevelWidgets():
        for widget in (top, *top.findChildren(QWidget)):
            if isinstance(widget, QLabel) and widget.textFormat() is not Qt.TextFormat.PlainText:
                wrong += [f"label {widget.objectName()}: {widget.text()}"] * ("<" in widget.text())
    for place, text in all_texts().items():
        if "oolTip" in place and "<" in text:
            document = QTextDocument()
            document.setHtml(text)
            if "bold" in text and "<b>bold" not in document.toPlainText():
                wrong.append(f"{place}: {text}")
    return wrong


def _of_any(widget: QWidget) -> Iterator[tuple[str, str]]:
    yield "toolTip", widget.toolTip()
    yield "statusTip", widget.statusTip()
    yield "whatsThis", widget.whatsThis()
    yield "accessibleName", widget.accessibleName()
    yield "accessibleDescription", widget.accessibleDescription()
    yield "windowTitle", widget.windowTitle()
    for number, action in enumerate(widget.actions()):
        yield from ((f"action {number} {name}", text) for name, text in _of_action(action))


def _of_action(action: QAction) -> Iterator[tuple[str, str]]:
    yield "text", action.text()
    yield "toolTip", action.toolTip()


def _of_kind(widget: QWidget) -> Iterator[tuple[str, str]]:
    match widget:
        case QLabel() | QAbstractButton():
            yield "text", widget.text()
        case QLineEdit():
            yield "text", widget.text()
            yield "placeholder", widget.placeholderText()
        case QPlainTextEdit() | QTextEdit():
            yield "text", widget.toPlainText()
        case QComboBox():
            yield from _of_model(widget.model())
        case QAbstractItemView():
            yield from _of_model(widget.model())
        case QGroupBox() | QMenu():
            yield "title", widget.title()
        case QTabWidget():
            yield from ((f"tab {n}", widget.tabText(n)) for n in range(widget.count()))
        case _:
            return


def _of_model(model: QAbstractItemModel | None) -> Iterator[tuple[str, str]]:
    if model is None:
        return
    root: QModelIndex | QPersistentModelIndex = QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(root)
    for column in range(columns):
        heading = model.headerData(column, Qt.Orientation.Horizontal)
        yield f"heading {column}", heading if isinstance(heading, str) else ""
        for row in range(model.rowCount(root)):
            for role in _ROLES:
                text = model.index(row, column, root).data(role)
                if isinstance(text, str):
                    yield f"cell {row},{column} {role.name}", text
