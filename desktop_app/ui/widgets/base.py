"""What all widgets of the window share: words and icons that are bound once, cards, labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, overload

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPalette, QPen
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
from desktop_app.ui.widgets.binding import Binding, Bindings, Numbered, Text

_LOOKS = (QEvent.Type.PaletteChange, QEvent.Type.StyleChange)
_Target = TypeVar("_Target", bound=QWidget | QAction)
if TYPE_CHECKING:
    _Mixin = QWidget  # mypy wants to know what is mixed into; PySide takes one Qt class only
else:
    _Mixin = object


class Bound(_Mixin):
    """Renews what was bound, and what its subclass sets, as language and palette change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._bindings = Bindings()
        super().__init__(parent)

    @overload
    def tr(self, source: str, /) -> Text: ...
    @overload
    def tr(self, source: str, /, disambiguation: str | None = ..., n: int = ...) -> str: ...
    def tr(self, source: str, /, disambiguation: str | None = None, n: int = -1) -> str:
        """Return a sentence in the window's language; one without a number can be bound."""
        return Text.of(self._translated(source, disambiguation, n), source)

    def bind(
        self,
        target: _Target,
        text: Text | None = None,
        *,
        name: Text | None = None,
        tip: Text | None = None,
        icon: str = "",
        tone: Tone = Tone.TEXT,
        primary: bool = False,
        **texts: Text,
    ) -> _Target:
        """Give a widget words and an icon, now and at each later change; return the widget.

        Args:
            name: what assistive technology reads; a button's is its text unless another is given.
            icon: a drawing of ours, in the colour of `tone`.
            primary: the one button that is filled with the accent colour.
            texts: further Qt properties: `placeholderText`, `suffix`, `windowTitle` and so on.
        """
        named = {"text": text, "accessibleName": name, "toolTip": tip}
        texts |= {prop: one for prop, one in named.items() if one is not None}
        binding = Binding(target, texts, icon, tone, primary)
        self._bindings.add(binding, self._translated, self.palette())
        return target

    def bind_each(
        self, set_text: Callable[[int, str], object], *texts: Text, first: int = 0
    ) -> None:
        """Give items, tabs or columns their texts, numbered from `first`, as `bind` does."""
        self._bindings.add(Numbered(set_text, texts, first), self._translated, self.palette())

    def retranslate(self) -> None:
        """Set the texts that depend on more than the language."""

    def restyle(self) -> None:
        """Set the icons and colours that depend on more than the palette."""

    def _translated(self, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        plain = super().tr  # called by another name: lupdate would extract what is no literal
        return plain(source, disambiguation, n)

    # Qt's part

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._bindings.speak(self._translated)
            self.retranslate()
        elif event.type() in _LOOKS:
            self._bindings.draw(self.palette())
            self.restyle()


class Panel(Bound, QWidget):
    """A part of the window."""


class PanelDialog(Bound, QDialog):
    """A dialog, opened with `open()` and never with `exec()`."""

    _title = Text()

    def bind_title(self, title: Text) -> None:
        """Set the window's title, now and at each later change of the language."""
        self._title = title
        self.setWindowTitle(title)

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

    # Qt's part

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            if self._title:
                self.setWindowTitle(self._translated(self._title.source))
            self.fit()


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
