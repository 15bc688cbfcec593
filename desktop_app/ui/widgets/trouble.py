"""An error that no page could show better, with text to copy."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import ErrorInfo
from desktop_app.ui import theme, wording
from desktop_app.ui.theme import GRID
from desktop_app.ui.widgets.base import CloseBox, PanelDialog, PlainLabel


class TroubleDialog(PanelDialog):
    """Shows an error that no page could show better, with details that can be copied.

    `report_asked`: the person wants the whole support report. `acknowledged`: it need not be shown
    again.
    """

    report_asked = Signal()
    acknowledged = Signal()

    def __init__(
        self,
        error: ErrorInfo,
        report: str,
        parent: QWidget | None = None,
        *,
        can_report: bool = True,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("troubleDialog")
        self._error = error
        self._report = report
        self.bind_title(self.tr("Something went wrong"))
        self._heading = self.bind(PlainLabel(self, wrap=True), self.tr("Something went wrong"))
        self._heading.setFont(theme.scaled(self.font(), 1.15, bold=True))
        self._text = PlainLabel(self, wrap=True)
        self._text.setText(wording.explained(error))
        self._buttons = CloseBox(self)
        self._details = QPlainTextEdit(report, self)
        self._details.setObjectName("troubleDetails")
        self.bind(self._details, name=self.tr("Details"))
        self._details.setReadOnly(True)
        self._details.setTabChangesFocus(True)
        self._details.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._details.setMinimumHeight(8 * self.fontMetrics().height())
        self._copy = QPushButton(self)
        self._copy.setObjectName("troubleCopyButton")
        self.bind(self._copy, self.tr("&Copy report"))
        self._buttons.addButton(self._copy, QDialogButtonBox.ButtonRole.ActionRole)
        self.report_button = QPushButton(self)
        self.report_button.setObjectName("troubleReportButton")
        self.bind(self.report_button, self.tr("Support &report…"))
        self.report_button.setVisible(can_report)
        self._buttons.addButton(self.report_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.acknowledge_button = QPushButton(self)
        self.acknowledge_button.setObjectName("troubleAcknowledgeButton")
        self.bind(self.acknowledge_button, self.tr("&Do not show again"))
        self.acknowledge_button.setVisible(False)
        self._buttons.addButton(self.acknowledge_button, QDialogButtonBox.ButtonRole.ActionRole)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        for part in (self._heading, self._text, self._details, self._buttons):
            column.addWidget(part)
        self.setMinimumWidth(60 * self.fontMetrics().averageCharWidth())
        self._buttons.rejected.connect(self.reject)
        self._copy.clicked.connect(self._copy_report)
        self.report_button.clicked.connect(self.report_asked)
        self.acknowledge_button.clicked.connect(self._acknowledge)

    def retranslate(self) -> None:
        self._text.setText(wording.explained(self._error))

    def allow_acknowledging(self) -> None:
        """Offer not to show it again."""
        self.acknowledge_button.setVisible(True)

    def _acknowledge(self) -> None:
        self.acknowledged.emit()
        self.accept()

    def _copy_report(self) -> None:
        QGuiApplication.clipboard().setText(self._report)
