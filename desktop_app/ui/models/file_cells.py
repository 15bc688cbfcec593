"""What the cells of the files table say, show and explain. Knows rows, not the model."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QIcon, QPalette

from desktop_app.core.model import FileState
from desktop_app.ui import theme, wording
from desktop_app.ui.formats import plain_tooltip, size_text, visible
from desktop_app.ui.models.file_rows import Column, FileRow

_ICONS = {
    FileState.WAITING: ("waiting", theme.Tone.QUIET),
    FileState.READING: ("reading", theme.Tone.ACCENT),
    FileState.SENDING: ("sending", theme.Tone.ACCENT),
    FileState.WAITING_FOR_SERVER: ("waiting-server", theme.Tone.ACCENT),
    FileState.CONFIRMED: ("confirmed", theme.Tone.GOOD),
    FileState.FAILED: ("failed", theme.Tone.BAD),
    FileState.SKIPPED: ("skipped", theme.Tone.WARN),
}


def heading(column: Column) -> str:
    """Return what a column is called."""
    return {
        Column.NAME: QCoreApplication.translate("FilesModel", "Name (stored as)"),
        Column.SIZE: QCoreApplication.translate("FilesModel", "Size"),
        Column.STATE: QCoreApplication.translate("FilesModel", "State"),
        Column.MEASURED: QCoreApplication.translate("FilesModel", "Measured"),
    }[column]


def text(row: FileRow, column: int, *, locked: bool = False) -> str:
    """Return what a cell says; a `locked` row is not warned about any more."""
    match column:
        case Column.NAME:
            return visible(row.planned.key)
        case Column.SIZE:
            return size_text(row.size) if row.sized else ""
        case Column.STATE:
            return _state_text(row, locked=locked)
    return _measured_text(row)


def _state_text(row: FileRow, *, locked: bool) -> str:
    if row.warning is not None and row.state is FileState.WAITING and not locked:
        return wording.reason(row.warning)
    if row.error is not None and row.state in (FileState.FAILED, FileState.SKIPPED):
        return wording.reason(row.error)
    return wording.file_state(row.state)


def _measured_text(row: FileRow) -> str:
    if row.state is FileState.CONFIRMED:
        return size_text(row.size)
    if row.acknowledged is not None and row.acknowledged > 0:
        return QCoreApplication.translate("FilesModel", "{received} of {size}").format(
            received=size_text(row.acknowledged), size=size_text(row.size)
        )
    if row.sent > 0 and row.acknowledged is None:
        return QCoreApplication.translate("FilesModel", "{sent} sent, not yet confirmed").format(
            sent=size_text(row.sent)
        )
    return ""


def tooltip(row: FileRow, column: int) -> str:
    """Return a cell's text in full, with reasons and what to do."""
    if column == Column.NAME:
        noted = f"\n{wording.explained(row.warning)}" if row.warning is not None else ""
        names = f"{visible(row.planned.key)}\n{visible(row.planned.path)}"
        return plain_tooltip(f"{names}{noted}")
    if column in (Column.STATE, Column.MEASURED) and row.error is not None:
        return plain_tooltip(wording.explained(row.error))
    return plain_tooltip(text(row, column))


def icon(row: FileRow, column: int, palette: QPalette, *, locked: bool) -> QIcon | None:
    """Return a cell's icon; a `locked` row is not warned about any more."""
    if column == Column.NAME:
        if row.warning is not None and not locked:
            return theme.icon("warning", palette, theme.Tone.WARN, in_list=True)
        return theme.icon("file", palette, theme.Tone.QUIET, in_list=True)
    if column == Column.STATE:
        name, tone = _ICONS[row.state]
        return theme.icon(name, palette, tone, in_list=True)
    return None


def alignment(column: int) -> Qt.AlignmentFlag:
    """Return how a column's texts are aligned."""
    middle = Qt.AlignmentFlag.AlignVCenter
    if column == Column.SIZE:
        return Qt.AlignmentFlag.AlignTrailing | middle
    return Qt.AlignmentFlag.AlignLeading | middle
