"""The last resort: says that something went wrong in Sendoff itself, with text to copy."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.errors import ErrorInfo
from desktop_app.ui import theme, wording
from desktop_app.ui.theme import GRID
from desktop_app.ui.widgets.base import PanelDialog, PlainLabel


class TroubleDialog(PanelDialog):
    """Shows an error that no page could show better."""

    def __init__(self, error: ErrorInfo, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("troubleDialog")
        self._error = error
        self._report = report
        self._heading = PlainLabel(self, wrap=True)
        self._heading.setFont(theme.scaled(self.font(), 1.15, bold=True))
        self._text = PlainLabel(self, wrap=True)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self._copy = QPushButton(self)
        self._buttons.addButton(self._copy, QDialogButtonBox.ButtonRole.ActionRole)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        for part in (self._heading, self._text, self._buttons):
            column.addWidget(part)
        self.setMinimumWidth(60 * self.fontMetrics().averageCharWidth())
        self._buttons.rejected.connect(self.reject)
        self._copy.clicked.connect(self._copy_report)
        self.retranslate()

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Something went wrong"))
        self._heading.setText(self.tr("Something went wrong"))
        self._text.setText(wording.explained(self._error))
        self._copy.setText(self.tr("&Copy report"))

    def _copy_report(self) -> None:
        QGuiApplication.clipboard().setText(self._report)
