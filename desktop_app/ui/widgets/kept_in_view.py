"""A part of a scrolled page that stays in sight, until a person scrolls or goes elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget


class KeptInView(QObject):
    """Keeps `part` where it can be read while the page around it changes its height.

    It holds from `show` on, and again once a person has scrolled the part back into sight; it
    ends when a person scrolls it away or moves the keyboard to where it cannot be seen.
    """

    def __init__(self, area: QScrollArea, part: QWidget, margin: int) -> None:
        super().__init__(area)
        self._area = area
        self._part = part
        self._margin = margin
        self._kept = False
        bar = area.verticalScrollBar()
        bar.rangeChanged.connect(self._follow)
        bar.actionTriggered.connect(self._look_later)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._focus_moved)

    def show(self) -> None:
        """Scroll to the part and keep it in sight."""
        QTimer.singleShot(0, self, self._keep)  # once the layout has grown

    def _keep(self) -> None:
        self._kept = True
        self._follow()

    def _follow(self) -> None:
        if not self._kept or not self._part.isVisible():
            return
        page = self._area.widget()
        layout = page.layout() if page is not None else None
        if layout is not None:
            layout.activate()
        self._area.ensureWidgetVisible(self._part, 0, self._margin)

    def _focus_moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self._area.isAncestorOf(new) and not self._part.isAncestorOf(new):
            self._look_later()

    def _look_later(self) -> None:
        QTimer.singleShot(0, self, self._look)  # once the bar stands where it was moved to

    def _look(self) -> None:
        seen = self._part.visibleRegion().boundingRect()
        self._kept = self._part.isVisible() and seen.height() == self._part.height()
