"""The one moving thing of the window: shows that a stage is running."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPalette, QPen, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from desktop_app.ui.theme import BIG_ICON

_STEP_MS = 80
_STEP_DEGREES = 30


class Spinner(QWidget):
    """An arc that turns while it is shown; it does not move where animations are switched off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._angle = 0
        self._allowed = True
        self._timer = QTimer(self)
        self._timer.setInterval(_STEP_MS)
        self._timer.timeout.connect(self._turn)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def turning(self) -> bool:
        """Whether it moves now."""
        return self._timer.isActive()

    def allow_motion(self, allowed: bool) -> None:
        """Follow the setting; the style's own hint is respected in any case."""
        self._allowed = allowed
        self._start_or_stop()

    def sizeHint(self) -> QSize:
        return QSize(BIG_ICON, BIG_ICON)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(2.5, 2.5, BIG_ICON - 5, BIG_ICON - 5)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 2))
        painter.drawEllipse(box)
        pen = QPen(self.palette().color(QPalette.ColorRole.Highlight), 2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawArc(box, -self._angle * 16, 100 * 16)
        painter.end()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._start_or_stop()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def _start_or_stop(self) -> None:
        duration = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        if self._allowed and duration > 0 and self.isVisible():
            self._timer.start()
        else:
            self._timer.stop()

    def _turn(self) -> None:
        self._angle = (self._angle + _STEP_DEGREES) % 360
        self.update()
