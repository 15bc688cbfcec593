"""Marked sentences: what `lupdate` finds, what a translator translates, what is filled in last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace


class Size(int):
    """A number of bytes inside a sentence; each language writes it in its own way."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Marked:
    """A sentence in English with its translation context.

    Attributes:
        context: few and named: Stage, State, Action, Error, Outcome, Field.
        text: holds `{named}` fields, and `%n` where it has plural forms.
        n: the number of `%n`, or -1. English plurals are written "file(s)".
        fields: values for the named fields; a `Marked` among them is translated too.
    """

    context: str
    text: str
    n: int = -1
    fields: tuple[tuple[str, str | int | Marked], ...] = ()

    def filled(self, **fields: str | int | Marked) -> Marked:
        """Return the sentence with values for its named fields."""
        return replace(self, fields=(*self.fields, *fields.items()))


def QT_TRANSLATE_NOOP(context: str, text: str) -> Marked:
    """Mark `text` for translation in `context`."""
    return Marked(context, text)


def translate(context: str, text: str, _disambiguation: None = None, n: int = -1) -> Marked:
    """Mark `text` with the plural forms of `n`; the signature is the one that lupdate knows."""
    return Marked(context, text, n)


Translator = Callable[[str, str, str | None, int], str]
"""`QCoreApplication.translate`, or a stand-in: (context, text, disambiguation, n) -> text."""


def in_english(_context: str, text: str, _disambiguation: str | None, n: int) -> str:
    """Return the English text itself, its plural form chosen."""
    if n < 0:
        return text
    return text.replace("(s)", "" if n == 1 else "s").replace("%n", f"{n:,}")


def size_text(size: int) -> str:
    """Return bytes in English, in powers of 1,000: "812 bytes", "3.2 GB"."""
    if size < 1000:
        return f"{size} byte" if size == 1 else f"{size} bytes"
    amount, units = size / 1000, ["kB", "MB", "GB", "TB"]
    while amount >= 999.95 and len(units) > 1:
        amount /= 1000
        del units[0]
    return f"{amount:.1f} {units[0]}"


def say(
    marked: Marked,
    translator: Translator = in_english,
    write_size: Callable[[int], str] = size_text,
) -> str:
    """Return a sentence in the translator's language, its fields filled in last, as they are."""
    text = translator(marked.context, marked.text, None, marked.n)
    values = {name: _value(value, translator, write_size) for name, value in marked.fields}
    return text.format(**values)


def _value(
    value: str | int | Marked, translator: Translator, write_size: Callable[[int], str]
) -> str:
    if isinstance(value, Marked):
        return say(value, translator, write_size)
    if isinstance(value, Size):
        return write_size(value)
    return f"{value:,}" if isinstance(value, int) else value
