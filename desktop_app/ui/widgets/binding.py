"""One line gives a widget its words and its icon, and keeps them right from then on.

    self.bind(self.copy_button, self.tr("Copy re&port"), name=self.tr("Copy report"), icon="copy")

`tr` of our panels and dialogs returns a `Text`, which still knows its English source: so the call
stays the literal that `lupdate` extracts, and what was bound can be translated again when the
language changes. Icons are drawn again when the palette changes. A sentence that depends on more
than the language (a count, a name, a state) is a plain `str`, which mypy refuses here: it belongs
in `retranslate()`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QPalette
from PySide6.QtWidgets import QAbstractButton, QPushButton

from desktop_app.ui import theme
from desktop_app.ui.theme import Tone

_MNEMONIC = re.compile(r"\(&\w\)|&(.)")  # Chinese puts the letter in brackets behind the words


class Text(str):
    """A sentence in the window's language that knows what it is translated from."""

    __slots__ = ("source",)
    source: str

    @classmethod
    def of(cls, translated: str, source: str) -> Text:
        """Return `translated`, remembering its English source."""
        text = cls(translated)
        text.source = source
        return text


def without_mnemonic(text: str) -> str:
    """Return what a button is called: its text without the letter for the keyboard."""
    return _MNEMONIC.sub(lambda match: match[1] or "", text)


def fill_primary(button: QPushButton, primary: bool) -> None:
    """Give a button the palette's highlight as its ground, or its own look back."""
    parent = button.parentWidget()
    palette = QPalette(parent.palette() if parent is not None else button.palette())
    if primary:
        ground = theme.accent_ground(palette)
        text = palette.color(QPalette.ColorRole.HighlightedText)
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
            palette.setColor(group, QPalette.ColorRole.Button, ground)
            palette.setColor(group, QPalette.ColorRole.ButtonText, text)
    if button.palette() != palette:
        button.setPalette(palette)


@dataclass(frozen=True, slots=True)
class Binding:
    """What one widget shows.

    Attributes:
        texts: by Qt property.
        primary: whether it is the button that Return presses, on the accent colour.
    """

    target: QObject
    texts: Mapping[str, Text]
    icon: str = ""
    tone: Tone = Tone.TEXT
    primary: bool = False

    def speak(self, translate: Callable[[str], str]) -> None:
        """Set every text, in the language of `translate`."""
        for name, text in self.texts.items():
            if self.target.metaObject().indexOfProperty(name) < 0:
                raise LookupError(f"{type(self.target).__name__} has no property {name!r}")
            self.target.setProperty(name, translate(text.source))
        if isinstance(self.target, QAbstractButton) and "text" in self.texts:
            own = "accessibleName" not in self.texts
            if own:
                self.target.setAccessibleName(without_mnemonic(self.target.text()))

    def draw(self, palette: QPalette) -> None:
        """Draw the icon, and the ground of a primary button, in the colours of `palette`."""
        if isinstance(self.target, QPushButton) and self.primary:
            fill_primary(self.target, primary=True)
        if self.icon and isinstance(self.target, QAbstractButton | QAction):
            tone = Tone.ON_ACCENT if self.primary else self.tone
            self.target.setIcon(theme.icon(self.icon, palette, tone))


@dataclass(frozen=True, slots=True)
class Numbered:
    """The texts of items, tabs or columns, set by their number: `combo.setItemText(0, "…")`."""

    set_text: Callable[[int, str], object]
    texts: Sequence[Text]
    first: int = 0

    def speak(self, translate: Callable[[str], str]) -> None:
        """Set every text, in the language of `translate`."""
        for number, text in enumerate(self.texts, start=self.first):
            self.set_text(number, translate(text.source))

    def draw(self, palette: QPalette) -> None:
        """Do nothing: only words are bound."""


@dataclass(slots=True)
class Bindings:
    """The bindings of one panel or dialog.

    It holds no reference to that widget: a circle would leave its end to the garbage collector,
    which may run in any thread, and widgets must end in theirs.
    """

    _all: list[Binding | Numbered] = field(default_factory=list)

    def add(
        self, binding: Binding | Numbered, translate: Callable[[str], str], palette: QPalette
    ) -> None:
        """Show a binding, now and at each later change."""
        self._all.append(binding)
        binding.speak(translate)
        binding.draw(palette)

    def speak(self, translate: Callable[[str], str]) -> None:
        """Set all texts again: the language has changed."""
        for binding in self._all:
            binding.speak(translate)

    def draw(self, palette: QPalette) -> None:
        """Draw all icons again: the palette has changed."""
        for binding in self._all:
            binding.draw(palette)
