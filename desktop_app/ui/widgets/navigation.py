"""The slim navigation on the left: three places and the settings."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.formats import count_text
from desktop_app.ui.theme import BIG_ICON, GRID, icon
from desktop_app.ui.widgets.base import Panel

Index = QModelIndex | QPersistentModelIndex
_COUNT = Qt.ItemDataRole.UserRole
"""How many things wait at a place, or None."""


class Page(IntEnum):
    """The places of the window, in order."""

    NEW_SAVE = 0
    UNFINISHED = 1
    HISTORY = 2


class Places(QListWidget):
    """The places, one below the other, each with its icon; one with a count carries a badge."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("savesNavigation")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setIconSize(QSize(BIG_ICON, BIG_ICON))
        self.setSpacing(GRID // 4)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.setItemDelegate(_WithBadge(self))
        for page in Page:
            self.addItem(QListWidgetItem())
            self.item(page).setToolTip(f"Ctrl+{page + 1}")

    def sizeHint(self) -> QSize:
        height = sum(self.sizeHintForRow(row) + 2 * self.spacing() for row in range(self.count()))
        return QSize(self.sizeHintForColumn(0) + 2 * self.spacing(), height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class _WithBadge(QStyledItemDelegate):
    """Gives each place some room, and draws how many things wait there."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(hint.width() + 5 * GRID, max(hint.height(), BIG_ICON + 2 * GRID))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        count = index.data(_COUNT)
        if not count:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text, metrics, room = count_text(count), option.fontMetrics, option.rect
        height = metrics.height() + 2
        width = max(height, metrics.horizontalAdvance(text) + GRID)
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        left = room.left() + GRID if mirrored else room.right() - width - GRID
        box = QRectF(left, room.top() + (room.height() - height) / 2, width, height)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        ground, words = QPalette.ColorRole.Highlight, QPalette.ColorRole.HighlightedText
        if chosen:
            ground, words = words, ground
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(option.palette.color(ground))
        painter.drawRoundedRect(box, height / 2, height / 2)
        painter.setPen(option.palette.color(words))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
        painter.restore()


class Navigation(Panel):
    """`chosen` carries a `Page`; `settings_asked` for the gear."""

    chosen = Signal(object)
    settings_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._create()
        self._lay_out()
        self.restyle()
        self.show_page(Page.NEW_SAVE)
        self._connect()

    def show_page(self, page: Page) -> None:
        """Mark the place that is shown."""
        self.places.setCurrentRow(page)

    def show_unfinished(self, count: int) -> None:
        """Show how many saves are unfinished."""
        self.places.item(Page.UNFINISHED).setData(_COUNT, count)
        self.retranslate()

    def retranslate(self) -> None:
        item = self.places.item(Page.UNFINISHED)
        count = item.data(_COUNT)
        name = self.tr("Unfinished: %n save(s)", "", count) if count else self.tr("Unfinished")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, str(name))
        self.places.updateGeometry()

    def restyle(self) -> None:
        for page, name in zip(Page, ("new", "unfinished", "history"), strict=True):
            self.places.item(page).setIcon(icon(name, self.palette(), in_list=True))

    def _create(self) -> None:
        self.places = Places(self)
        self.bind(self.places, name=self.tr("Places"))
        names = self.tr("New save"), self.tr("Unfinished"), self.tr("History")
        self.bind_each(lambda row, text: self.places.item(row).setText(text), *names)
        self.settings_button = QToolButton(self)
        self.settings_button.setAutoRaise(True)
        self.settings_button.setIconSize(QSize(BIG_ICON, BIG_ICON))
        self.settings_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.settings_button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.settings_button.setObjectName("settingsButton")
        self.bind(self.settings_button, self.tr("Settings"), icon="settings")

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, 2 * GRID, GRID, 2 * GRID)
        column.setSpacing(GRID // 2)
        column.addWidget(self.places)
        column.addStretch()
        column.addWidget(self.settings_button)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def _connect(self) -> None:
        self.places.currentRowChanged.connect(lambda row: self.chosen.emit(Page(row)))
        self.settings_button.clicked.connect(self.settings_asked)
