"""The details drawer: the redacted report of a save, to read and to copy."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.printing import shown
from desktop_app.ui import theme
from desktop_app.ui.theme import GRID
from desktop_app.ui.widgets.base import Panel, PlainLabel


class DetailsDrawer(Panel):
    """Shows a text without secrets. Esc closes it; it never touches a run."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detailsDrawer")
        self._create()
        self._lay_out()
        self._connect()

    def show_report(self, text: str) -> None:
        """Open with `text`."""
        self._copied.hide()
        self._text.setPlainText(shown(text))
        self.show()
        self._text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _create(self) -> None:
        self._heading = self.bind(PlainLabel(self), self.tr("Details"))
        self._heading.setFont(theme.scaled(self.font(), 1.15, bold=True))
        self._text = QPlainTextEdit(self)
        self._text.setObjectName("detailsText")
        self.bind(self._text, name=self.tr("Report of this save, without secrets"))
        self._text.setReadOnly(True)
        self._text.setTabChangesFocus(True)
        self._text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.copy_button = QPushButton(self)
        self.copy_button.setObjectName("copyReportButton")
        name = self.tr("Copy report")
        self.bind(self.copy_button, self.tr("Copy re&port"), name=name, icon="copy")
        self.close_button = QPushButton(self)
        self.close_button.setObjectName("closeDetailsButton")
        name = self.tr("Close details")
        self.bind(self.close_button, self.tr("Close &details"), name=name, icon="close")
        self._copied = self.bind(PlainLabel(self), self.tr("Copied"))

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(GRID)
        bar.addWidget(self.copy_button)
        bar.addWidget(self._copied)
        bar.addStretch()
        bar.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        column.addWidget(self._heading)
        column.addWidget(self._text)
        column.addLayout(bar)
        self._text.setMinimumHeight(8 * self.fontMetrics().height())
        self.hide()

    def _connect(self) -> None:
        self.copy_button.clicked.connect(self._copy)
        self.close_button.clicked.connect(self.hide)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())
        self._copied.show()
