"""The keyboard shortcuts."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFormLayout, QVBoxLayout, QWidget

from desktop_app import __version__
from desktop_app.ui import theme
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.widgets.base import CloseBox, PanelDialog, PlainLabel
from desktop_app.ui.widgets.binding import Text

_KEYS = (
    "Ctrl+O", "Ctrl+Shift+O", "Del", "Ctrl+Z", "F2", "Ctrl+Return", "Ctrl+.", "Esc", "Ctrl+1",
    "Ctrl+2", "Ctrl+3", "F1",
)  # fmt: skip


class HelpDialog(PanelDialog):
    """The keyboard map."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("helpDialog")
        self.bind_title(self.tr("Help"))
        self._heading = self.bind(PlainLabel(self), self.tr("Keyboard"))
        self._heading.setFont(theme.scaled(self.font(), 1.15, bold=True))
        self._lines = {
            keys: (PlainLabel(self), self.bind(PlainLabel(self), words))
            for keys, words in zip(_KEYS, self._words(), strict=True)
        }
        self._about = PlainLabel(self)
        self._about.setText(f"Sendoff {__version__}")
        self._about.set_tone(Tone.QUIET)
        buttons = CloseBox(self)
        buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.setHorizontalSpacing(3 * GRID)
        form.setVerticalSpacing(GRID // 2)
        for keys, words in self._lines.values():
            form.addRow(keys, words)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        column.addWidget(self._heading)
        column.addLayout(form)
        column.addWidget(self._about)
        column.addWidget(buttons)
        self.retranslate()

    def retranslate(self) -> None:
        for keys, (label, _what) in self._lines.items():
            label.setText(QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText))

    def _words(self) -> tuple[Text, ...]:
        return (
            self.tr("Add files"),
            self.tr("Add a folder"),
            self.tr("Remove the chosen files"),
            self.tr("Undo the removal"),
            self.tr("Change the name under which a file is stored"),
            self.tr("Save"),
            self.tr("Cancel the running stage; the draft stays"),
            self.tr("Close the details"),
            self.tr("New save"),
            self.tr("Unfinished"),
            self.tr("History"),
            self.tr("This help"),
        )
