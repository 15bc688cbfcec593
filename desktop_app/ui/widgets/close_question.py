"""Asks what to do with a running save when the window is closed."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui import theme
from desktop_app.ui.theme import GRID
from desktop_app.ui.widgets.base import PanelDialog, PlainLabel


class CloseChoice(StrEnum):
    """What a person chose."""

    BACKGROUND = "background"
    STOP = "stop"
    STAY = "stay"


class CloseQuestion(PanelDialog):
    """`answered` carries a `CloseChoice`; Esc means stay."""

    answered = Signal(object)

    def __init__(self, abortable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("closeQuestion")
        self.setModal(True)
        self._abortable = abortable
        self._answer = CloseChoice.STAY
        self._create()
        self._lay_out()
        self._connect()

    def _create(self) -> None:
        self.bind_title(self.tr("A save is running"))
        self._heading = self.bind(PlainLabel(self, wrap=True), self.tr("A save is running"))
        self._heading.setFont(theme.scaled(self.font(), 1.15, bold=True))
        self._text = self.bind(
            PlainLabel(self, wrap=True),
            self.tr(
                "It can continue in the background. If it is stopped, what the server has "
                "confirmed stays there, and Sendoff offers to resume next time."
            )
            if self._abortable
            else self.tr(
                "It can continue in the background. The current step can't be stopped: if you "
                "quit, Sendoff asks the server next time how it ended."
            ),
        )
        self.background = QPushButton(self)
        self.background.setObjectName("closeBackgroundButton")
        self.stop = QPushButton(self)
        self.stop.setObjectName("closeStopButton")
        self.stay = QPushButton(self)
        self.stay.setObjectName("closeStayButton")
        self.background.setDefault(True)
        self.bind(self.background, self.tr("Keep uploading in the &background"), primary=True)
        self.bind(self.stop, self.tr("Stop and &quit"))
        self.bind(self.stay, self.tr("&Stay"))

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(GRID)
        bar.addStretch()
        for button in (self.stay, self.stop, self.background):
            bar.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        column.addWidget(self._heading)
        column.addWidget(self._text)
        column.addLayout(bar)
        self.setMinimumWidth(64 * self.fontMetrics().averageCharWidth())

    def _connect(self) -> None:
        self.background.clicked.connect(lambda: self._choose(CloseChoice.BACKGROUND))
        self.stop.clicked.connect(lambda: self._choose(CloseChoice.STOP))
        self.stay.clicked.connect(lambda: self._choose(CloseChoice.STAY))
        self.finished.connect(lambda _result: self.answered.emit(self._answer))

    def _choose(self, choice: CloseChoice) -> None:
        self._answer = choice
        self.accept()
