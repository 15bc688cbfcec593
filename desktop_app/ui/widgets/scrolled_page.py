"""A page that scrolls, and a part of it that stays in sight until the person scrolls elsewhere."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class ScrolledPage(QScrollArea):
    """Shows `page`, and keeps a part of it readable while the room around it changes.

    That holds from `show_part` on, and again once a person has scrolled the part back into
    sight; it ends when a person scrolls it away, by hand or by moving the keyboard elsewhere.
    """

    def __init__(
        self, page: QWidget, part: QWidget, margin: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._part = part
        self._margin = margin
        self._kept = False
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard goes to what is on the page
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(page)
        self.verticalScrollBar().rangeChanged.connect(self._follow)
        self.verticalScrollBar().actionTriggered.connect(self._look_later)

    def show_part(self, part: QWidget) -> None:
        """Scroll to a part and keep it in sight."""
        self._part = part
        QTimer.singleShot(0, self, self._keep)  # once the layout has grown

    def _keep(self) -> None:
        self._kept = True
        self._follow()

    def _follow(self) -> None:
        if not self._kept or not self._part.isVisible():
            return
        layout = self._page.layout()
        if layout is not None:
            layout.activate()
        self.ensureWidgetVisible(self._part, 0, self._margin)

    def _look_later(self) -> None:
        QTimer.singleShot(0, self, self._look)  # once the bar has been moved

    def _look(self) -> None:
        seen = self._part.visibleRegion().boundingRect()
        self._kept = self._part.isVisible() and seen.height() == self._part.height()

    # Qt's part

    def focusNextPrevChild(self, forward: bool) -> bool:
        moved = super().focusNextPrevChild(forward)
        self._look_later()
        return moved
