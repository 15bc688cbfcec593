"""A list of saves with what can be done with the chosen one: Unfinished and History."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QItemSelectionModel, Signal
from PySide6.QtWidgets import (
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.model import OutcomeKind
from desktop_app.core.run import Run
from desktop_app.ui import theme
from desktop_app.ui.models.runs import RunsKind, RunsModel
from desktop_app.ui.theme import GRID
from desktop_app.ui.widgets.base import Panel, PlainLabel
from desktop_app.ui.widgets.binding import Text
from desktop_app.ui.widgets.flow import Flow
from desktop_app.ui.widgets.runs_view import RunsView


class RunVerb(StrEnum):
    """What a person can do with a listed save."""

    SHOW = "show"
    RESUME = "resume"
    CHECK = "check"
    REPAIR = "repair"
    DISCARD = "discard"
    OPEN_RECORD = "open_record"
    FORGET = "forget"
    EXPORT_CSV = "csv"
    EXPORT_JSON = "json"
    EXPORT_HTML = "html"


@dataclass(frozen=True, slots=True)
class RunCommand:
    """A verb that a person chose for a save."""

    verb: RunVerb
    report: Run


class RunsPage(Panel):
    """Shows saves. `verb_asked` carries a `RunCommand`."""

    verb_asked = Signal(object)

    def __init__(self, kind: RunsKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._busy = False
        self._repairable: Callable[[Run], bool] = lambda _report: False
        self._create()
        self._lay_out()
        self._connect()
        self.retranslate()

    def show_runs(self, runs: Sequence[Run]) -> None:
        """Show these saves, oldest first as given, and keep the selection if possible."""
        chosen = self._chosen()
        self.model.show_runs(runs)
        row = next(
            (n for n, run in enumerate(self.model.runs) if chosen and run.id == chosen.id), 0
        )
        if self.model.runs:
            self._choose(row)
        self._show_verbs()

    def offer_repair(self, repairable: Callable[[Run], bool]) -> None:
        """Offer *Repair draft* for the saves of which `repairable` says so."""
        self._repairable = repairable
        self._show_verbs()

    def lock(self, busy: bool) -> None:
        """While a save runs, allow nothing that would start another."""
        self._busy = busy
        self._show_verbs()

    def retranslate(self) -> None:
        history = self._kind is RunsKind.HISTORY
        self.view.set_hint(
            self.tr("Saves you complete appear here, with a receipt.")
            if history
            else self.tr("Nothing unfinished")
        )
        self.model.retranslate()

    def restyle(self) -> None:
        self.model.repaint_with(self.palette())

    # building

    @property
    def _verb_of_return(self) -> RunVerb:
        """What Return and a double click do: show, but start nothing."""
        history = self._kind is RunsKind.HISTORY
        return RunVerb.OPEN_RECORD if history else RunVerb.SHOW

    def _create(self) -> None:
        self.model = RunsModel(self._kind, self.palette(), self)
        history = self._kind is RunsKind.HISTORY
        title = self.tr("History") if history else self.tr("Unfinished")
        self._heading = self.bind(PlainLabel(self), title)
        self._heading.setFont(theme.scaled(self.font(), 1.4, bold=True))
        self.view = RunsView(self.model, self)
        self.view.setObjectName(f"{self._kind.value}View")
        self.bind(self.view, name=title)
        self.bind(self.view.horizontalHeader(), name=self.tr("Columns of the saves"))
        self.buttons: dict[RunVerb, QPushButton] = {}
        if history:
            self._add(RunVerb.OPEN_RECORD, self.tr("&Open record"), "open", primary=True)
            self._add(RunVerb.SHOW, self.tr("S&how"), "details")
        else:
            self._add(RunVerb.RESUME, self.tr("&Resume"), "resume", primary=True)
            self._add(RunVerb.SHOW, self.tr("S&how"), "details")
            self._add(RunVerb.CHECK, self.tr("&Check with the server"), "retry")
            self._add(RunVerb.REPAIR, self.tr("Re&pair draft…"), "check")
            self._add(RunVerb.DISCARD, self.tr("&Discard…"), "discard")
        self._add(RunVerb.FORGET, self.tr("&Forget this save…"), "close")
        self.receipt = QPushButton(self)
        self.receipt.setObjectName("receiptButton")
        name = self.tr("Save the receipt")
        self.bind(self.receipt, self.tr("R&eceipt"), name=name, icon="receipt")
        menu = QMenu(self.receipt)
        self._exports = {
            RunVerb.EXPORT_HTML: self.bind(menu.addAction(""), self.tr("Web page (HTML)")),
            RunVerb.EXPORT_CSV: self.bind(menu.addAction(""), self.tr("Table (CSV)")),
            RunVerb.EXPORT_JSON: self.bind(menu.addAction(""), self.tr("Data (JSON)")),
        }
        self.receipt.setMenu(menu)
        self.receipt.setVisible(history)

    def _add(self, verb: RunVerb, words: Text, icon: str, *, primary: bool = False) -> None:
        button = self.buttons[verb] = QPushButton(self)
        name = "".join(part.capitalize() for part in verb.value.split("_"))
        button.setObjectName(f"{self._kind.value}{name}Button")
        button.setAutoDefault(False)
        self.bind(button, words, icon=icon, primary=primary)

    def _lay_out(self) -> None:
        bar = Flow()
        buttons = list(self.buttons.values())
        bar.addWidget(buttons[0])
        bar.addWidget(self.receipt)
        for button in buttons[1:-1]:
            bar.addWidget(button)
        bar.add_trailing(buttons[-1])
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID + GRID // 2)
        column.addWidget(self._heading)
        column.addWidget(self.view, 1)
        column.addLayout(bar)

    def _connect(self) -> None:
        self.view.selectionModel().selectionChanged.connect(self._show_verbs)
        self.view.activated.connect(lambda _index: self._ask(self._verb_of_return))
        for verb, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, verb=verb: self._ask(verb))
        for verb, action in self._exports.items():
            action.triggered.connect(lambda _checked=False, verb=verb: self._ask(verb))

    # inside

    def _choose(self, row: int) -> None:
        """Select a row; `selectRow` does nothing in a hidden table that reads from the right."""
        flags = QItemSelectionModel.SelectionFlag
        self.view.selectionModel().setCurrentIndex(
            self.model.index(row, 0), flags.ClearAndSelect | flags.Rows
        )

    def _chosen(self) -> Run | None:
        index = self.view.currentIndex()
        if not index.isValid() or not self.view.selectionModel().hasSelection():
            return None
        return self.model.runs[index.row()]

    def _ask(self, verb: RunVerb) -> None:
        report = self._chosen()
        if report is not None and self._allowed(verb, report):
            self.verb_asked.emit(RunCommand(verb, report))

    def _allowed(self, verb: RunVerb, report: Run) -> bool:
        if verb in (RunVerb.RESUME, RunVerb.CHECK, RunVerb.DISCARD):
            return not self._busy and not report.busy
        if verb is RunVerb.REPAIR:
            return not self._busy and self._repairable(report)
        if verb is RunVerb.FORGET:
            return not report.busy and not self._busy
        if verb is RunVerb.OPEN_RECORD:
            return report.shown_record is not None and report.outcome is not OutcomeKind.DISCARDED
        return True

    def _show_verbs(self) -> None:
        report = self._chosen()
        for verb, button in self.buttons.items():
            button.setEnabled(report is not None and self._allowed(verb, report))
        if (repair := self.buttons.get(RunVerb.REPAIR)) is not None:
            repair.setVisible(any(self._repairable(one) for one in self.model.runs))
        self.receipt.setEnabled(report is not None)
