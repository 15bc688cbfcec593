"""Journaled saves as a table: the Unfinished list and the History. Knows no widget."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, StrEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QPalette

from desktop_app.core.model import FileState, OutcomeKind
from desktop_app.core.run import Run
from desktop_app.ui import theme, wording
from desktop_app.ui.formats import count_text, moment_text, plain_tooltip, visible
from desktop_app.ui.viewmodels.outcome import outcome_of

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
REPORT_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class RunsKind(StrEnum):
    """Which saves a list holds."""

    UNFINISHED = "unfinished"
    HISTORY = "history"


class RunColumn(IntEnum):
    """The columns, in order."""

    TITLE = 0
    STATE = 1
    ON_SERVER = 2
    WHEN = 3


class RunsModel(QAbstractTableModel):
    """Rows of `Run`, newest first."""

    def __init__(self, kind: RunsKind, palette: QPalette, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._palette = palette
        self._runs: list[Run] = []

    @property
    def runs(self) -> Sequence[Run]:
        """The saves in the order shown."""
        return self._runs

    def show_runs(self, runs: Sequence[Run]) -> None:
        """Show these saves (oldest first, as the session gives them) instead."""
        newest = list(reversed(runs))
        if [run.id for run in newest] == [run.id for run in self._runs]:
            self._runs = newest
            self._all_changed()
            return
        self.beginResetModel()
        self._runs = newest
        self.endResetModel()

    def retranslate(self) -> None:
        """Notify views that every text may have changed."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(RunColumn) - 1)
        self._all_changed()

    def repaint_with(self, palette: QPalette) -> None:
        """Use icons in the colours of `palette` from now on."""
        self._palette = palette
        self._all_changed()

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._runs)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(RunColumn)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        run = self._runs[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._text(run, index.column())
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(self._text(run, index.column()))
            case Qt.ItemDataRole.DecorationRole if index.column() == RunColumn.STATE:
                outcome = outcome_of(run)
                return theme.icon(outcome.icon, self._palette, outcome.tone, in_list=True)
        return run if role == REPORT_ROLE else None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heading(RunColumn(section))
        return None

    def _heading(self, column: RunColumn) -> str:
        history = self._kind is RunsKind.HISTORY
        return {
            RunColumn.TITLE: self.tr("Title"),
            RunColumn.STATE: self.tr("Result") if history else self.tr("Where it stopped"),
            RunColumn.ON_SERVER: self.tr("On the server"),
            RunColumn.WHEN: self.tr("Saved") if history else self.tr("Since"),
        }[column]

    def _text(self, run: Run, column: int) -> str:
        match column:
            case RunColumn.TITLE:
                return visible(run.title)
            case RunColumn.STATE:
                return self._state(run)
            case RunColumn.ON_SERVER:
                return self._on_server(run)
        return moment_text(run.ended or run.started)

    def _state(self, run: Run) -> str:
        if run.busy:
            return self.tr("Running in another window")
        if run.outcome is OutcomeKind.DRAFT_READY:
            return self.tr("Ready to finalize")
        if run.outcome is None and run.failed_stage is not None:
            return wording.stage_label(run.failed_stage)
        return outcome_of(run).title

    def _on_server(self, run: Run) -> str:
        where = wording.account_label(run.account)
        if run.shown_record is None or run.outcome is OutcomeKind.DISCARDED:
            return self.tr("Nothing at {account}").format(account=where)
        sent = [file for file in run.files if file.shown_state is not FileState.SKIPPED]
        return self.tr("{confirmed} of %n file(s) at {account}", "", len(sent)).format(
            confirmed=count_text(len(run.confirmed)), account=where
        )

    def _all_changed(self) -> None:
        if self._runs:
            last = self.index(len(self._runs) - 1, len(RunColumn) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
