"""Asks once before something is removed, and says what is removed where."""

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
from desktop_app.ui.widgets.outcome_card import fill_primary


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
        confirmed = len(self._report.confirmed)
        if self._question is Question.DISCARD and self._report.attached:
            self._heading.setText(self.tr("Take the files out again?"))
            self._text.setText(
                self.tr(
                    "What this save has put into the draft “{title}” will be deleted at "
                    "{account}. The draft itself and the files on this computer stay."
                ).format(title=title, account=place)
            )
            self.yes.setText(self.tr("&Take out"))
        elif self._question is Question.DISCARD:
            self._heading.setText(self.tr("Discard the draft?"))
            self._text.setText(
                self.tr(
                    "The draft “{title}” and %n file(s) that are on the server will be deleted "
                    "at {account}. The files on this computer stay.",
                    "",
                    confirmed,
                ).format(title=title, account=place)
            )
            self.yes.setText(self.tr("&Discard draft"))
        else:
            self._heading.setText(self.tr("Forget this save?"))
            self._text.setText(
                self.tr(
                    "Sendoff's own note of “{title}” is removed, with its receipt. "
                    "Nothing is deleted at {account} or among your files."
                ).format(title=title, account=place)
            )
            self.yes.setText(self.tr("&Forget"))
        self.setWindowTitle(self._heading.text())
        self.no.setText(self.tr("&Keep"))
        for button in (self.yes, self.no):
            button.setAccessibleName(button.text().replace("&", ""))

    def _create(self) -> None:
        self._heading = PlainLabel(self, wrap=True)
        self._heading.setFont(theme.scaled(self.font(), 1.15, bold=True))
        self._text = PlainLabel(self, wrap=True)
        self.yes = QPushButton(self)
        self.yes.setObjectName("confirmButton")
        self.yes.setDefault(True)
        fill_primary(self.yes, primary=True)
        self.no = QPushButton(self)
        self.no.setObjectName("keepButton")

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
