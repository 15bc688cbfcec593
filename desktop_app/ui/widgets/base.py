"""What all widgets of the window share: hearing language and palette changes, cards, labels."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLayout,
    QSizePolicy,
    QWidget,
)

from desktop_app.ui import theme
from desktop_app.ui.theme import CARD_RADIUS, Tone

_LOOKS = (QEvent.Type.PaletteChange, QEvent.Type.StyleChange)


class Panel(QWidget):
    """A widget that renews its texts on a language change and its icons on a palette change."""

    def retranslate(self) -> None:
        """Set every text of this widget."""

    def restyle(self) -> None:
        """Set every icon and colour of this widget."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() in _LOOKS:
            self.restyle()


class PanelDialog(QDialog):
    """A dialog that renews its texts and icons, opened with `open()` and never with `exec()`."""

    def open(self) -> None:
        """Show the dialog, as large as its words need."""
        layout = self.layout()
        if layout is not None:
            layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.ensurePolished()
        chosen = self.size() if self.testAttribute(Qt.WidgetAttribute.WA_Resized) else QSize()
        needed = self._needed()
        self.setMinimumSize(needed)
        self.resize(chosen.expandedTo(needed))
        super().open()

    def fit(self) -> None:
        """Grow to what the words need now."""
        self.resize(self.size().expandedTo(self._needed()))

    def _needed(self) -> QSize:
        layout = self.layout()
        if layout is None:
            return self.sizeHint()
        layout.activate()
        width = max(self.minimumWidth(), layout.totalSizeHint().width())
        if layout.hasHeightForWidth():
            return QSize(width, layout.totalHeightForWidth(width))
        return QSize(width, layout.totalSizeHint().height())

    def retranslate(self) -> None:
        """Set every text of this dialog."""

    def restyle(self) -> None:
        """Set every icon and colour of this dialog."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.fit()
        elif event.type() in _LOOKS:
            self.restyle()


class CloseBox(QDialogButtonBox):
    """The buttons of a dialog with *Close* among them, with an icon of our set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QDialogButtonBox.StandardButton.Close, parent)
        self._draw()

    def _draw(self) -> None:
        close = self.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(theme.icon("close", self.palette()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in _LOOKS:
            self._draw()


class Card(Panel):
    """A panel on a rounded ground in the palette's colours."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(self.palette().brush(QPalette.ColorRole.Base))
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 1))
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), CARD_RADIUS, CARD_RADIUS
        )
        painter.end()


class PlainLabel(QLabel):
    """A label that never takes its text for HTML; wraps, and can be coloured by tone."""

    def __init__(self, parent: QWidget | None = None, *, wrap: bool = False) -> None:
        self._tone: Tone | None = None
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        if wrap:
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)

    def set_tone(self, tone: Tone) -> None:
        """Colour the text; the palette around it decides how the tone looks."""
        self._tone = tone
        parent = self.parentWidget()
        around = parent.palette() if parent is not None else self.palette()
        colour = theme.colour(tone, around)
        palette = QPalette(self.palette())
        if palette.color(QPalette.ColorRole.WindowText) != colour:
            palette.setColor(QPalette.ColorRole.WindowText, colour)
            self.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._tone is not None:
            self.set_tone(self._tone)
