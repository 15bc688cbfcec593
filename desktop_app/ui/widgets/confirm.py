"""Asks before something is removed, and says what is removed where."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.run import Run
from desktop_app.ui import theme, wording
from desktop_app.ui.formats import isolated
from desktop_app.ui.theme import GRID
from desktop_app.ui.widgets.base import PanelDialog, PlainLabel
from desktop_app.ui.widgets.binding import Text


class Question(StrEnum):
    """What is asked."""

    DISCARD = "discard"
    FORGET = "forget"


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A person said yes."""

    question: Question
    report: Run


class Confirm(PanelDialog):
    """`confirmed` carries a `Confirmed`; Esc keeps everything."""

    confirmed = Signal(object)

    def __init__(self, question: Question, report: Run, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"{question.value}Question")
        self.setModal(True)
        self._question = question
        self._report = report
        self._create()
        self._lay_out()
        self._connect()
        self.retranslate()

    def retranslate(self) -> None:
        title, place = isolated(self._report.title), wording.account_label(self._report.account)
        self._text.setText(self._consequence().format(title=title, account=place))

    def _asked(self) -> tuple[Text, Text]:
        """Return the question and the answer that agrees."""
        if self._question is Question.FORGET:
            return self.tr("Forget this save?"), self.tr("&Forget")
        if self._report.attached:
            return self.tr("Take the files out again?"), self.tr("&Take out")
        return self.tr("Discard the draft?"), self.tr("&Discard draft")

    def _consequence(self) -> str:
        if self._question is Question.FORGET:
            return self.tr(
                "Sendoff's own note of “{title}” is removed, with its receipt. "
                "Nothing is deleted at {account} or among your files."
            )
        if self._report.attached:
            return self.tr(
                "What this save has put into the draft “{title}” will be deleted at "
                "{account}. The draft itself and the files on this computer stay."
            )
        return self.tr(
            "The draft “{title}” and %n file(s) that are on the server will be deleted "
            "at {account}. The files on this computer stay.",
            "",
            len(self._report.confirmed),
        )

    def _create(self) -> None:
        asked, agreed = self._asked()
        self.bind_title(asked)
        self._heading = self.bind(PlainLabel(self, wrap=True), asked)
        self._heading.setFont(theme.scaled(self.font(), 1.15, bold=True))
        self._text = PlainLabel(self, wrap=True)
        self.yes = QPushButton(self)
        self.yes.setObjectName("confirmButton")
        self.yes.setDefault(True)
        self.bind(self.yes, agreed, primary=True)
        self.no = QPushButton(self)
        self.no.setObjectName("keepButton")
        self.bind(self.no, self.tr("&Keep"))

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(GRID)
        bar.addStretch()
        bar.addWidget(self.no)
        bar.addWidget(self.yes)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        column.addWidget(self._heading)
        column.addWidget(self._text)
        column.addLayout(bar)
        self.setMinimumWidth(60 * self.fontMetrics().averageCharWidth())

    def _connect(self) -> None:
        self.yes.clicked.connect(self._confirm)
        self.no.clicked.connect(self.reject)

    def _confirm(self) -> None:
        self.confirmed.emit(Confirmed(self._question, self._report))
        self.accept()
