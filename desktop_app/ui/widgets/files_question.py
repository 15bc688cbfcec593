"""Asks about files that changed or failed, each named, before a save continues."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import FileState
from desktop_app.core.run import Run, RunFile
from desktop_app.saving.session import Answers, Changed
from desktop_app.ui import theme, wording
from desktop_app.ui.formats import apart, visible
from desktop_app.ui.theme import GRID
from desktop_app.ui.widgets.base import PanelDialog, PlainLabel

_ASK = frozenset({ErrorKind.FILES_FAILED, ErrorKind.SOURCE_CHANGED, ErrorKind.DIFFERENT_CONTENT})


@dataclass(frozen=True, slots=True)
class FilesAnswer:
    """How a run is to continue."""

    run: str
    answers: Answers


def needs_answer(report: Run) -> bool:
    """Whether a person must say what to do with files before the save can continue."""
    return report.error is not None and report.error.kind in _ASK and bool(_in_question(report))


def _in_question(report: Run) -> tuple[RunFile, ...]:
    return tuple(
        file
        for file in report.files
        if file.shown_state is FileState.FAILED
        or (file.error is not None and file.error.kind in _ASK)
    )


class FilesQuestion(PanelDialog):
    """`answered` carries a `FilesAnswer`; closing it changes nothing."""

    answered = Signal(object)

    def __init__(self, report: Run, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filesQuestion")
        self.setModal(True)
        self._report = report
        self._files = _in_question(report)
        self._create()
        self._lay_out()
        self._connect()
        self.retranslate()

    def retranslate(self) -> None:
        count = len(self._files)
        self._heading.setText(self.tr("%n file(s) need your answer", "", count))
        self._list.setPlainText("\n".join(self._line(file) for file in self._files))

    def _line(self, file: RunFile) -> str:
        why = wording.reason(file.error) if file.error is not None else ""
        return f"{apart(file.key)}: {why}" if why else visible(file.key)

    def _create(self) -> None:
        self.bind_title(self.tr("Files in question"))
        self._heading = PlainLabel(self, wrap=True)
        self._heading.setFont(theme.scaled(self.font(), 1.15, bold=True))
        self._text = self.bind(
            PlainLabel(self, wrap=True),
            self.tr(
                "Sending again takes each file as it is on this computer now. "
                "Leaving out means that the record is completed without it."
            ),
        )
        self._list = QPlainTextEdit(self)
        self.bind(self._list, name=self.tr("Files in question"))
        self._list.setReadOnly(True)
        self._list.setTabChangesFocus(True)
        self.again = QPushButton(self)
        self.again.setObjectName("sendAgainButton")
        self.again.setDefault(True)
        self.bind(self.again, self.tr("&Send again"), primary=True)
        self.without = QPushButton(self)
        self.without.setObjectName("leaveOutButton")
        self.bind(self.without, self.tr("&Leave these out"))
        self.cancel = QPushButton(self)
        self.cancel.setObjectName("filesLaterButton")
        self.bind(self.cancel, self.tr("&Not now"))

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(GRID)
        bar.addStretch()
        for button in (self.cancel, self.without, self.again):
            bar.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(GRID + GRID // 2)
        column.addWidget(self._heading)
        column.addWidget(self._text)
        column.addWidget(self._list)
        column.addLayout(bar)
        self.setMinimumWidth(64 * self.fontMetrics().averageCharWidth())

    def _connect(self) -> None:
        keys = tuple(file.key for file in self._files)
        again = Answers(changed=Changed.SEND_NEW, take_remote=keys)
        without = Answers(changed=Changed.LEAVE_OUT, leave_out=keys)
        self.again.clicked.connect(lambda: self._answer(again))
        self.without.clicked.connect(lambda: self._answer(without))
        self.cancel.clicked.connect(self.reject)

    def _answer(self, answers: Answers) -> None:
        self.answered.emit(FilesAnswer(self._report.id, answers))
        self.accept()
