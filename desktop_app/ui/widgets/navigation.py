"""The slim navigation on the left: three places and the settings."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QButtonGroup,
    QSizePolicy,
    QStyleOptionToolButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.formats import count_text
from desktop_app.ui.theme import BIG_ICON, GRID
from desktop_app.ui.widgets.base import Panel


class Page(IntEnum):
    """The places of the window, in order."""

    NEW_SAVE = 0
    UNFINISHED = 1
    HISTORY = 2


class NavigationButton(QToolButton):
    """A place; with a count it carries a badge."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count = 0
        self.setCheckable(True)
        self.setAutoRaise(True)
        self.setIconSize(QSize(BIG_ICON, BIG_ICON))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def initStyleOption(self, option: QStyleOptionToolButton) -> None:
        super().initStyleOption(option)
        option.text = f" {option.text}"  # a gap between icon and words

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width() + 4 * GRID, max(hint.height(), BIG_ICON + 2 * GRID))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.count:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text = count_text(self.count)
        height = self.fontMetrics().height() + 2
        width = max(height, self.fontMetrics().horizontalAdvance(text) + GRID)
        left = GRID if self.isRightToLeft() else self.width() - width - GRID
        box = QRectF(left, (self.height() - height) / 2, width, height)
        palette = self.palette()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
        painter.drawRoundedRect(box, height / 2, height / 2)
        painter.setPen(palette.color(QPalette.ColorRole.HighlightedText))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
        painter.end()


class Navigation(Panel):
    """`chosen` carries a `Page`; `settings_asked` for the gear."""

    chosen = Signal(object)
    settings_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._create()
        self._lay_out()
        self._connect()

    def show_page(self, page: Page) -> None:
        """Mark the place that is shown."""
        self.buttons[page].setChecked(True)

    def show_unfinished(self, count: int) -> None:
        """Show how many saves are unfinished."""
        self.buttons[Page.UNFINISHED].count = count
        self.buttons[Page.UNFINISHED].update()
        self.retranslate()

    def retranslate(self) -> None:
        count = self.buttons[Page.UNFINISHED].count
        if count:
            name = self.tr("Unfinished: %n save(s)", "", count)
            self.buttons[Page.UNFINISHED].setAccessibleName(name)
        else:
            self.buttons[Page.UNFINISHED].setAccessibleName(self.tr("Unfinished"))

    def _create(self) -> None:
        self.buttons = {page: NavigationButton(self) for page in Page}
        names = ("navNewSave", "navUnfinished", "navHistory")
        for (page, button), name in zip(self.buttons.items(), names, strict=True):
            button.setObjectName(name)
            button.setToolTip(f"Ctrl+{page + 1}")
        self.bind(self.buttons[Page.NEW_SAVE], self.tr("New save"), icon="new")
        self.bind(self.buttons[Page.UNFINISHED], self.tr("Unfinished"), icon="unfinished")
        self.bind(self.buttons[Page.HISTORY], self.tr("History"), icon="history")
        self._group = QButtonGroup(self)
        for page, button in self.buttons.items():
            self._group.addButton(button, page)
        self.settings_button = NavigationButton(self)
        self.settings_button.setCheckable(False)
        self.settings_button.setObjectName("settingsButton")
        self.bind(self.settings_button, self.tr("Settings"), icon="settings")
        self.show_page(Page.NEW_SAVE)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, 2 * GRID, GRID, 2 * GRID)
        column.setSpacing(GRID // 2)
        for button in self.buttons.values():
            column.addWidget(button)
        column.addStretch()
        column.addWidget(self.settings_button)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def _connect(self) -> None:
        self._group.idClicked.connect(lambda page: self.chosen.emit(Page(page)))
        self.settings_button.clicked.connect(self.settings_asked)
