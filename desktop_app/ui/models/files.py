"""The files of one save as a table: stored as, size, state, measured bytes. Knows no widget.

A row takes a few hundred bytes and is found by id or key through dicts: 50,000 rows and thousands
of changes a second stay cheap. Nothing but this module writes a row's state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QPalette

from desktop_app.core.model import FileState, Fingerprint
from desktop_app.core.run import RunFile
from desktop_app.files.names import Finding
from desktop_app.ui.bridge import FileBatch
from desktop_app.ui.models import file_cells
from desktop_app.ui.models.file_rows import (
    SORT_KEYS,
    Column,
    FileRow,
    Removed,
    Rename,
    Role,
    by_id,
    put_back,
    unbroken,
)

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_FEW_RUNS = 32
"""Up to so many ranges are announced one by one: that keeps the selection and the place."""


class FilesModel(QAbstractTableModel):
    """The rows. `renamed` carries a `Rename` that a person made; the row has the name already.

    Attributes:
        locked: nothing may be changed.
        fixed: the save has begun with these files: rows may be removed, but not added or renamed.
    """

    renamed = Signal(object)

    def __init__(self, palette: QPalette, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._palette = palette
        self._rows: list[FileRow] = []
        self._row_of: dict[int, int] = {}
        self._id_of: dict[str, int] = {}
        self._id_of_path: dict[str, int] = {}
        self._next_id = 0
        self.locked = False
        self.fixed = False

    # reading

    @property
    def rows(self) -> Sequence[FileRow]:
        """All rows in the order shown; not to be changed."""
        return self._rows

    @property
    def total_size(self) -> int:
        """Bytes of all rows that would be sent."""
        return sum(row.size for row in self._rows if row.state is not FileState.SKIPPED)

    def row_number(self, row_id: int) -> int:
        """Return the present number of a row."""
        return self._row_of[row_id]

    def first_problem(self) -> int | None:
        """Return the first row that a person must correct or remove before the start."""
        return next((n for n, row in enumerate(self._rows) if row.state is FileState.FAILED), None)

    # changing

    def add(self, files: Iterable[RunFile]) -> tuple[int, ...]:
        """Append rows and return their ids."""
        new = [self._new_row(planned) for planned in files]
        if not new:
            return ()
        first = len(self._rows)
        self.beginInsertRows(_NO_INDEX, first, first + len(new) - 1)
        self._rows.extend(new)
        self._row_of.update((row.id, first + n) for n, row in enumerate(new))
        self._id_of.update((row.planned.key, row.id) for row in new)
        self._id_of_path.update((row.planned.path, row.id) for row in new)
        self.endInsertRows()
        return tuple(row.id for row in new)

    def renew(self, files: Mapping[int, RunFile]) -> None:
        """Replace files, by row id, by what they are now; their names here stay."""
        for row_id, planned in files.items():
            row = self._rows[self._row_of[row_id]]
            key = row.planned.key if row.fault is None else planned.key
            row.planned, row.fault = replace(planned, key=key), planned.skip
            row.settle_plan()
        if files:
            self._index_rows()
            self._all_changed()

    def set_findings(self, findings: Mapping[int, Finding]) -> None:
        """Set what is wrong with names, by place in `planned()`."""
        changed: list[int] = []
        for place, row in enumerate(sorted(self._rows, key=by_id)):
            before = row.finding, row.state, row.error
            row.finding = findings.get(place)
            row.settle_plan()
            if (row.finding, row.state, row.error) != before:
                changed.append(self._row_of[row.id])
        if changed:
            self._changed(min(changed), max(changed))

    def suggestions(self) -> dict[int, str]:
        """Return, by row id, names that are free and accepted in place of those that are not."""
        return {
            row.id: row.finding.suggestion
            for row in self._rows
            if row.finding is not None and row.finding.blocking and row.finding.suggestion
        }

    def rename(self, keys: Mapping[int, str]) -> None:
        """Store rows under other names."""
        for row_id, key in keys.items():
            row = self._rows[self._row_of[row_id]]
            row.planned = replace(row.planned, key=key)
        self._index_rows()
        self._all_changed()

    def row(self, row_id: int) -> FileRow:
        """Return one row; not to be changed."""
        return self._rows[self._row_of[row_id]]

    def planned(self) -> tuple[RunFile, ...]:
        """Return what each row would send, in the order in which they were added."""
        return tuple(row.planned for row in sorted(self._rows, key=by_id))

    def remove(self, ids: Iterable[int]) -> Removed:
        """Remove rows and return what `restore` needs."""
        numbers = sorted((self._row_of[row_id] for row_id in ids), reverse=True)
        gone = tuple((number, self._rows[number]) for number in reversed(numbers))
        runs = unbroken(numbers)
        if len(runs) > _FEW_RUNS:
            out = set(numbers)
            self._show_rows([row for n, row in enumerate(self._rows) if n not in out])
            return Removed(gone)
        for last, first in runs:
            self.beginRemoveRows(_NO_INDEX, first, last)
            del self._rows[first : last + 1]
            self.endRemoveRows()
        self._index_rows()
        return Removed(gone)

    def restore(self, removed: Removed) -> None:
        """Put rows back in their former places."""
        runs = unbroken([number for number, _row in reversed(removed.rows)])
        back = [row for _number, row in removed.rows]
        if len(runs) > _FEW_RUNS:
            self._show_rows(put_back(self._rows, removed))
            return
        for last, first in reversed(runs):
            part, back = back[: last - first + 1], back[last - first + 1 :]
            place = min(first, len(self._rows))
            self.beginInsertRows(_NO_INDEX, place, place + len(part) - 1)
            self._rows[place:place] = part
            self.endInsertRows()
        self._index_rows()

    def clear(self) -> None:
        """Remove all rows."""
        self._show_rows([])

    def show_report(self, files: Sequence[RunFile]) -> None:
        """Show the files of a journaled run instead of what is here."""
        self._show_rows([self._reported(report) for report in files])

    def show_outcome(self, files: Sequence[RunFile]) -> None:
        """Set rows to how they ended; rows that the run does not know stay."""
        reports = {report.key: report for report in files}
        for row in self._rows:
            report = reports.get(row.planned.key)
            if report is not None:
                row.show(report)
        self._all_changed()

    def begin_attempt(self, confirmed: Iterable[str]) -> None:
        """Set rows to waiting for a new attempt, except those that the server has confirmed."""
        done = set(confirmed)
        for row in self._rows:
            row.begin_attempt(confirmed=row.planned.key in done)
        self._all_changed()

    def apply(self, batch: FileBatch) -> None:
        """Show what happened to files; keys that are not here are left out."""
        shown = (self._show_one(batch, place) for place in batch.places)
        numbers = [n for n in shown if n is not None]
        if len(numbers) > 64:
            self._changed(min(numbers), max(numbers))
            return
        for number in numbers:
            self._changed(number, number)

    def wait(self, key: str) -> None:
        """Show that a file's next attempt is still to come."""
        row_id = self._id_of.get(key)
        if row_id is not None:
            number = self._row_of[row_id]
            self._rows[number].state = FileState.WAITING
            self._rows[number].sent = 0
            self._changed(number, number)

    # Qt's part

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid() and index.column() == Column.NAME and not self._names_locked:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return file_cells.text(row, index.column(), locked=self.locked)
            case Qt.ItemDataRole.EditRole:
                return row.planned.key if index.column() == Column.NAME else None
            case Qt.ItemDataRole.DecorationRole:
                return file_cells.icon(row, index.column(), self._palette, locked=self.locked)
            case Qt.ItemDataRole.ToolTipRole:
                return file_cells.tooltip(row, index.column())
            case Qt.ItemDataRole.TextAlignmentRole:
                return file_cells.alignment(index.column())
            case Role.ID:
                return row.id
            case Role.STATE:
                return row.state
            case Role.PATH:
                return row.planned.path
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or index.column() != Column.NAME or self._names_locked:
            return False
        row = self._rows[index.row()]
        key = str(value)
        if not key.strip() or key == row.planned.key:
            return False
        row.planned = replace(row.planned, key=key)
        self._index_rows()
        self._changed(index.row(), index.row())
        self.renamed.emit(Rename(row.id, key))
        return True

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal:
            if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                return file_cells.heading(Column(section))
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return file_cells.alignment(section)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        ids = [self._rows[index.row()].id for index in before]
        self._rows.sort(key=SORT_KEYS.get(column, by_id))
        if order is Qt.SortOrder.DescendingOrder and column >= 0:
            self._rows.reverse()
        self._index_rows()
        after = [
            self.index(self._row_of[row_id], index.column())
            for row_id, index in zip(ids, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def retranslate(self) -> None:
        """Notify views that every text may have changed."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)
        self._all_changed()

    def repaint_with(self, palette: QPalette) -> None:
        """Use icons in the colours of `palette` from now on."""
        self._palette = palette
        self._all_changed()

    # inside

    @property
    def _names_locked(self) -> bool:
        return self.locked or self.fixed

    def _show_one(self, batch: FileBatch, place: int) -> int | None:
        file = batch.run.files[place]
        row_id = self._id_of.get(file.key)
        if row_id is None:  # the service may have given it another key than was asked for
            row_id = self._id_of_path.get(file.path)
        if row_id is None:
            return None
        number = self._row_of[row_id]
        row = self._rows[number]
        if row.planned.key != file.key:
            row.planned = replace(row.planned, key=file.key)
            self._id_of[file.key] = row_id
        row.show(file, batch.measured.moving.get(place))
        return number

    def _new_row(self, planned: RunFile) -> FileRow:
        self._next_id += 1
        row = FileRow(self._next_id, planned, fault=planned.skip)
        row.settle_plan()
        return row

    def _reported(self, report: RunFile) -> FileRow:
        planned = RunFile(report.path, report.key, Fingerprint(report.size, 0, 0))
        row = self._new_row(planned.with_skip(report.skip))
        row.show(report)
        return row

    def _show_rows(self, rows: list[FileRow]) -> None:
        """Show other rows at once: for a view, much cheaper than many small changes."""
        self.beginResetModel()
        self._rows = rows
        self._index_rows()
        self.endResetModel()

    def _index_rows(self) -> None:
        self._row_of = {row.id: number for number, row in enumerate(self._rows)}
        self._id_of = {row.planned.key: row.id for row in self._rows}
        self._id_of_path = {row.planned.path: row.id for row in self._rows}

    def _changed(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(Column) - 1))

    def _all_changed(self) -> None:
        if self._rows:
            self._changed(0, len(self._rows) - 1)
