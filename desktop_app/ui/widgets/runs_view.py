"""The table of saves: rows of two lines, and a hint while it is empty."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from desktop_app.ui import theme
from desktop_app.ui.models.runs import RunColumn, RunsModel
from desktop_app.ui.theme import GRID, Tone

_WIDTHS = (
    (RunColumn.STATE, 40, 0.3),
    (RunColumn.ON_SERVER, 36, 0.24),
    (RunColumn.WHEN, 22, 0.2),
)
"""Ideal width in letters and largest share of the table, by column."""


class RunsView(QTableView):
    """The table; shows a hint while it is empty."""

    def __init__(self, model: RunsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = ""
        self.setModel(model)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setAlternatingRowColors(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(2 * self.fontMetrics().height() + GRID)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(RunColumn.TITLE, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(8 * self.fontMetrics().averageCharWidth())
        self.setFont(theme.tabular(self.font()))

    def set_hint(self, text: str) -> None:
        """Set the hint that the empty table shows."""
        self._hint = text
        self.viewport().update()

    def _share_width(self) -> None:
        """Give titles the rest of the width; what is longer than its cell takes a second line."""
        letter = self.fontMetrics().averageCharWidth()
        wide = self.viewport().width()
        for column, letters, share in _WIDTHS:
            width = min(letters * letter, round(share * wide))
            self.horizontalHeader().resizeSection(column, width)

    # Qt's part

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._share_width()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.model().rowCount():
            return
        painter = QPainter(self.viewport())
        painter.setPen(theme.colour(Tone.QUIET, self.palette()))
        box = self.viewport().rect().adjusted(2 * GRID, 2 * GRID, -2 * GRID, -2 * GRID)
        flags = Qt.AlignmentFlag.AlignCenter
        painter.drawText(box, int(flags) | int(Qt.TextFlag.TextWordWrap), self._hint)
        painter.end()
