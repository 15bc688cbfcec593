"""The support report before it is saved: each part, whole, as it would leave this computer."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.saving.support_report import Part, PartKind
from desktop_app.ui import theme
from desktop_app.ui.formats import size_text
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.widgets.base import CloseBox, PanelDialog, PlainLabel


class SupportDialog(PanelDialog):
    """Shows the parts of a report.

    Signals: `names_allowed` (bool) when that was changed, `save_asked` for what is shown.
    """

    names_allowed = Signal(bool)
    save_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("supportDialog")
        self.parts: tuple[Part, ...] = ()
        self._create()
        self._lay_out()
        self._connect()

    def show_parts(self, parts: tuple[Part, ...]) -> None:
        """Show what was gathered."""
        chosen = max(self._list.currentRow(), 0)
        self.parts = parts
        self._list.clear()
        for part in parts:
            QListWidgetItem(self._line(part), self._list)
        self._list.setCurrentRow(min(chosen, len(parts) - 1))
        self.save_button.setEnabled(bool(parts))

    def say_saved(self, path: str) -> None:
        """Show where the report was saved."""
        self._result.set_tone(Tone.GOOD)
        self._result.setText(self.tr("Saved: {path}").format(path=path))

    def say_failed(self) -> None:
        """Show that it could not be gathered or written."""
        self._result.set_tone(Tone.BAD)
        self._result.setText(
            self.tr("The report could not be written. Choose another place, or free some space.")
        )

    def retranslate(self) -> None:
        for row, part in enumerate(self.parts):
            self._list.item(row).setText(self._line(part))

    def _line(self, part: Part) -> str:
        words = {
            PartKind.VERSIONS: self.tr("Versions"),
            PartKind.SETTINGS: self.tr("Settings and addresses of accounts"),
            PartKind.RUNS: self.tr("Latest saves: stages, times, errors"),
            PartKind.LOG: self.tr("End of the log"),
            PartKind.CRASH: self.tr("Where the program crashed"),
        }
        return f"{words[part.kind]} ({size_text(part.size)})"

    def _create(self) -> None:
        self.bind_title(self.tr("Support report"))
        what = self.tr("This is everything that the report holds")
        self._heading = self.bind(PlainLabel(self, wrap=True), what)
        self._heading.setFont(theme.scaled(self.font(), 1.15, bold=True))
        self._text = self.bind(
            PlainLabel(self, wrap=True),
            self.tr(
                "It holds no token, no password and nothing of the content of your files. It is "
                "saved on this computer only; you decide whom to send it to."
            ),
        )
        self._list = QListWidget(self)
        self._list.setObjectName("supportParts")
        self.bind(self._list, name=self.tr("Parts of the report"))
        self._whole = QPlainTextEdit(self)
        self._whole.setObjectName("supportText")
        self.bind(self._whole, name=self.tr("Text of the chosen part"))
        self._whole.setReadOnly(True)
        self._whole.setTabChangesFocus(True)
        self._whole.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.names = QCheckBox(self)
        self.names.setObjectName("supportNames")
        self.bind(self.names, self.tr("&Include the names of files and folders"))
        self._result = PlainLabel(self, wrap=True)
        self._buttons = CloseBox(self)
        self.save_button = QPushButton(self)
        self.save_button.setObjectName("supportSaveButton")
        self.bind(self.save_button, self.tr("Sa&ve report…"))
        self.save_button.setEnabled(False)
        self._buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.ActionRole)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self._list, 2)
        row.addWidget(self._whole, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(GRID + GRID // 2)
        column.addWidget(self._heading)
        column.addWidget(self._text)
        column.addLayout(row, 1)
        column.addWidget(self.names)
        column.addWidget(self._result)
        column.addWidget(self._buttons)
        metrics = self.fontMetrics()
        self.setMinimumWidth(90 * metrics.averageCharWidth())
        self._whole.setMinimumHeight(14 * metrics.height())
        self._list.setWordWrap(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _connect(self) -> None:
        self._list.currentRowChanged.connect(self._show_whole)
        self.names.toggled.connect(self.names_allowed)
        self.save_button.clicked.connect(self.save_asked)
        self._buttons.rejected.connect(self.reject)

    def _show_whole(self, row: int) -> None:
        self._whole.setPlainText(self.parts[row].text if 0 <= row < len(self.parts) else "")
