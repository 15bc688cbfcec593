"""The table of files: keyboard, drag and drop with a visible target, a hint while it is empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    QUrl,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QWidget,
)

from desktop_app.ui import theme
from desktop_app.ui.models.file_rows import Column, Role
from desktop_app.ui.models.files import FilesModel
from desktop_app.ui.theme import CARD_RADIUS, GRID, Tone
from desktop_app.ui.widgets.cells import SpreadDelegate

_DROP_ICON = 32
_WIDTHS = ((Column.SIZE, 13, 0.15), (Column.STATE, 30, 0.22), (Column.MEASURED, 38, 0.33))
"""Ideal width in letters and largest share of the table, by column."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was dropped: paths of this computer, and what is none."""

    paths: tuple[str, ...]
    refused: tuple[str, ...]


class FilesProxy(QSortFilterProxyModel):
    """Filters by name; sorting is the source's own, in one pass."""

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        source = self.sourceModel()
        if source is not None:
            source.sort(column, order)

    def filterAcceptsRow(
        self, source_row: int, source_parent: QModelIndex | QPersistentModelIndex
    ) -> bool:
        wanted = self.filterRegularExpression().pattern()
        if not wanted:
            return True
        index = self.sourceModel().index(source_row, int(Column.NAME), source_parent)
        return wanted.casefold() in str(index.data()).casefold()


class FilesView(QTableView):
    """The table. `dropped` carries a `Dropped`, `remove_asked` a tuple of row ids."""

    dropped = Signal(object)
    remove_asked = Signal(object)

    def __init__(self, model: FilesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filesView")
        self._target = False
        self._hint = ""
        self.proxy = FilesProxy(self)
        self.proxy.setSourceModel(model)
        self.setModel(self.proxy)
        self._set_up()
        self._connect()

    def set_hint(self, text: str) -> None:
        """Set the hint that the empty table shows."""
        self._hint = text
        self.viewport().update()

    def set_filter(self, text: str) -> None:
        """Show only rows whose stored name contains `text`."""
        self.proxy.setFilterRegularExpression(text)

    def selected_ids(self) -> tuple[int, ...]:
        """Return the ids of the selected rows."""
        return tuple(
            index.data(Role.ID) for index in self.selectionModel().selectedRows(Column.NAME)
        )

    def only_selected_id(self) -> int | None:
        """Return the id of the selected row where it is one; cheap however many are selected."""
        ranges = self.selectionModel().selection()
        if ranges.count() != 1 or ranges.first().height() != 1:
            return None
        row_id: int = self.proxy.index(ranges.first().top(), int(Column.NAME)).data(Role.ID)
        return row_id

    def rename_current(self) -> None:
        """Edit the stored name of the current row."""
        index = self.currentIndex()
        if index.isValid():
            self.edit(index.siblingAtColumn(Column.NAME))

    def finish_editing(self) -> None:
        """Commit a name that is still being typed: it is what a person sees."""
        editor = self.indexWidget(self.currentIndex())
        if editor is not None:
            self.commitData(editor)
            self.closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def reveal(self, source_row: int) -> None:
        """Scroll to a row of the source, select it and take the focus."""
        index = self.proxy.mapFromSource(
            self.proxy.sourceModel().index(source_row, int(Column.NAME))
        )
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag  # else a held Ctrl would add it to others
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.scrollTo(index)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def drag_started(self, event: QDragEnterEvent | QDragMoveEvent) -> None:
        """Accept a drag of files and show where it would go."""
        if event.mimeData().hasUrls() and self.isEnabled() and not self._locked():
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self._show_target(shown=True)

    def drag_ended(self) -> None:
        """Show no target any more."""
        self._show_target(shown=False)

    def drop(self, event: QDropEvent) -> None:
        """Take what was dropped."""
        self.drag_ended()
        if self._locked():
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.dropped.emit(sorted_out(event.mimeData().urls()))

    # inside

    def _set_up(self) -> None:
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setAlternatingRowColors(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.fontMetrics().height() + GRID)
        self.setFont(theme.tabular(self.font()))
        spread = SpreadDelegate(Column.STATE, self)
        for column in (Column.STATE, Column.MEASURED):
            self.setItemDelegateForColumn(column, spread)
        self._set_up_columns()

    def _set_up_columns(self) -> None:
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        header.setMinimumSectionSize(6 * self.fontMetrics().averageCharWidth())
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        self._share_width()

    def _share_width(self) -> None:
        """Give names the rest of the width, and never less than a quarter of it."""
        letter = self.fontMetrics().averageCharWidth()
        wide = self.viewport().width()
        for column, letters, share in _WIDTHS:
            width = min(letters * letter, round(share * wide))
            self.horizontalHeader().resizeSection(column, width)

    def _connect(self) -> None:
        self.rename_action = QAction(self)
        self.rename_action.setShortcut(QKeySequence("F2"))
        self.rename_action.triggered.connect(self.rename_current)
        self.remove_action = QAction(self)
        self.remove_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self.remove_action.triggered.connect(self._remove_selected)
        for action in (self.rename_action, self.remove_action):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            self.addAction(action)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _remove_selected(self) -> None:
        self.remove_asked.emit(self.selected_ids())

    def _locked(self) -> bool:
        source = self.proxy.sourceModel()
        return isinstance(source, FilesModel) and (source.locked or source.fixed)

    def _show_target(self, *, shown: bool) -> None:
        if self._target != shown:
            self._target = shown
            self.viewport().update()

    def _paint_hint(self, painter: QPainter) -> None:
        area = self.viewport().rect()
        quiet = theme.colour(Tone.QUIET, self.palette())
        lines = self.fontMetrics().boundingRect(
            area.adjusted(GRID * 2, 0, -GRID * 2, 0), Qt.TextFlag.TextWordWrap, self._hint
        )
        top = max(GRID, (area.height() - _DROP_ICON - GRID - lines.height()) // 2)
        image = theme.pixmap("drop", self, Tone.QUIET, _DROP_ICON)
        painter.drawPixmap((area.width() - _DROP_ICON) // 2, top, image)
        painter.setPen(quiet)
        box = area.adjusted(GRID * 2, top + _DROP_ICON + GRID, -GRID * 2, 0)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(box, int(flags | Qt.TextFlag.TextWordWrap), self._hint)

    # Qt's part

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        empty = self.proxy.rowCount() == 0
        if not empty and not self._target:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if empty and self._hint:
            self._paint_hint(painter)
        if self._target:
            pen = QPen(self.palette().color(QPalette.ColorRole.Highlight), 2, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            box = QRectF(self.viewport().rect()).adjusted(3, 3, -3, -3)
            painter.drawRoundedRect(box, CARD_RADIUS, CARD_RADIUS)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._share_width()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.drag_started(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self.drag_started(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: ARG002 - Qt's signature
        self.drag_ended()

    def dropEvent(self, event: QDropEvent) -> None:
        self.drop(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        source = self.proxy.sourceModel() if hasattr(self, "proxy") else None
        if event.type() == QEvent.Type.PaletteChange and isinstance(source, FilesModel):
            source.repaint_with(self.palette())


def sorted_out(urls: Sequence[QUrl]) -> Dropped:
    """Separate paths of this computer from other addresses."""
    local = tuple(url.toLocalFile() for url in urls if url.isLocalFile())
    other = tuple(url.toDisplayString() for url in urls if not url.isLocalFile())
    return Dropped(local, other)
