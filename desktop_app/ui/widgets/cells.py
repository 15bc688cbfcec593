"""How cells of our tables are painted: sentences end with the dots, and spread where they may."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

Index = QModelIndex | QPersistentModelIndex


class SentenceDelegate(QStyledItemDelegate):
    """Cuts sentences at their end, where names are cut in the middle."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideRight


class SpreadDelegate(SentenceDelegate):
    """For a column `first` and the next: where the next is empty, the sentence takes both cells."""

    def __init__(self, first: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._first = first

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = option.widget
        next_one = index.sibling(index.row(), self._first + 1)
        if not isinstance(view, QAbstractItemView) or next_one.data():
            super().paint(painter, option, index)
            return
        sentence = index.sibling(index.row(), self._first)
        both = QStyleOptionViewItem(option)
        both.rect = view.visualRect(sentence).united(view.visualRect(next_one))
        painter.save()
        painter.setClipRect(option.rect, Qt.ClipOperation.IntersectClip)
        super().paint(painter, both, sentence)
        painter.restore()
