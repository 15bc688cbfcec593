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
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.widgets.base import Panel, PlainLabel
from desktop_app.ui.widgets.flow import Flow
from desktop_app.ui.widgets.outcome_card import fill_primary
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
class RunWish:
    """A verb for a save."""

    verb: RunVerb
    report: Run


class RunsPage(Panel):
    """Shows saves. `wished` carries a `RunWish`."""

    wished = Signal(object)

    def __init__(self, kind: RunsKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._busy = False
        self._repairable: Callable[[Run], bool] = lambda _report: False
        self._create()
        self._lay_out()
        self._connect()
        self.restyle()
        self.retranslate()

    def show_runs(self, runs: Sequence[Run]) -> None:
        """Show these saves, oldest first as given, and keep the choice where it can be kept."""
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
        """While a save runs nothing else is begun."""
        self._busy = busy
        self._show_verbs()

    def retranslate(self) -> None:
        history = self._kind is RunsKind.HISTORY
        title = self.tr("History") if history else self.tr("Unfinished")
        self._heading.setText(title)
        self.view.setAccessibleName(title)
        self.view.horizontalHeader().setAccessibleName(self.tr("Columns of the saves"))
        self.view.set_hint(
            self.tr("Saves you complete appear here, with a receipt.")
            if history
            else self.tr("Nothing unfinished")
        )
        texts = {
            RunVerb.RESUME: self.tr("&Resume"),
            RunVerb.SHOW: self.tr("S&how"),
            RunVerb.CHECK: self.tr("&Check with the server"),
            RunVerb.REPAIR: self.tr("Re&pair draft…"),
            RunVerb.DISCARD: self.tr("&Discard…"),
            RunVerb.OPEN_RECORD: self.tr("&Open record"),
            RunVerb.FORGET: self.tr("&Forget this save…"),
        }
        for verb, button in self.buttons.items():
            button.setText(texts[verb])
            button.setAccessibleName(texts[verb].replace("&", ""))
        self.receipt.setText(self.tr("R&eceipt"))
        self.receipt.setAccessibleName(self.tr("Save the receipt"))
        formats = (self.tr("Web page (HTML)"), self.tr("Table (CSV)"), self.tr("Data (JSON)"))
        for action, text in zip(self._exports.values(), formats, strict=True):
            action.setText(text)
        self.model.retranslate()

    def restyle(self) -> None:
        icons = {
            RunVerb.RESUME: "resume",
            RunVerb.SHOW: "details",
            RunVerb.CHECK: "retry",
            RunVerb.REPAIR: "check",
            RunVerb.DISCARD: "discard",
            RunVerb.OPEN_RECORD: "open",
            RunVerb.FORGET: "close",
        }
        for verb, button in self.buttons.items():
            primary = verb is self._default_verb
            tone = Tone.ON_ACCENT if primary else Tone.TEXT
            button.setIcon(theme.icon(icons[verb], self.palette(), tone))
            fill_primary(button, primary)
        self.receipt.setIcon(theme.icon("receipt", self.palette()))
        self.model.repaint_with(self.palette())

    # the four blocks

    @property
    def _default_verb(self) -> RunVerb:
        history = self._kind is RunsKind.HISTORY
        return RunVerb.OPEN_RECORD if history else RunVerb.RESUME

    @property
    def _verb_of_return(self) -> RunVerb:
        """What Return and a double click do: look, but begin nothing."""
        history = self._kind is RunsKind.HISTORY
        return RunVerb.OPEN_RECORD if history else RunVerb.SHOW

    def _create(self) -> None:
        self.model = RunsModel(self._kind, self.palette(), self)
        self._heading = PlainLabel(self)
        self._heading.setFont(theme.scaled(self.font(), 1.4, bold=True))
        self.view = RunsView(self.model, self)
        self.view.setObjectName(f"{self._kind.value}View")
        history = (RunVerb.OPEN_RECORD, RunVerb.SHOW, RunVerb.FORGET)
        unfinished = (
            RunVerb.RESUME,
            RunVerb.SHOW,
            RunVerb.CHECK,
            RunVerb.REPAIR,
            RunVerb.DISCARD,
            RunVerb.FORGET,
        )
        verbs = history if self._kind is RunsKind.HISTORY else unfinished
        self.buttons = {verb: QPushButton(self) for verb in verbs}
        for verb, button in self.buttons.items():
            name = "".join(part.capitalize() for part in verb.value.split("_"))
            button.setObjectName(f"{self._kind.value}{name}Button")
            button.setAutoDefault(False)
        self.receipt = QPushButton(self)
        self.receipt.setObjectName("receiptButton")
        menu = QMenu(self.receipt)
        exports = (RunVerb.EXPORT_HTML, RunVerb.EXPORT_CSV, RunVerb.EXPORT_JSON)
        self._exports = {verb: menu.addAction("") for verb in exports}
        self.receipt.setMenu(menu)
        self.receipt.setVisible(self._kind is RunsKind.HISTORY)

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
        self.view.activated.connect(lambda _index: self._wish(self._verb_of_return))
        for verb, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, verb=verb: self._wish(verb))
        for verb, action in self._exports.items():
            action.triggered.connect(lambda _checked=False, verb=verb: self._wish(verb))

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

    def _wish(self, verb: RunVerb) -> None:
        report = self._chosen()
        if report is not None and self._allowed(verb, report):
            self.wished.emit(RunWish(verb, report))

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
