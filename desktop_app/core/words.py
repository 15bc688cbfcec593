"""Every sentence that people read about kinds and states: cause, consequence, next action.

Sentences are literals, marked by the Qt-free functions below under names that `lupdate` knows.
The window translates them, the command line prints them in English.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Marked:
    """A marked sentence: a translation context and its English text with `{named}` fields."""

    context: str
    text: str

    def english(self, **fields: object) -> str:
        """Return the English sentence with its fields filled in."""
        return self.text.format(**fields)


def QT_TRANSLATE_NOOP(context: str, text: str) -> Marked:
    """Mark `text` for translation in `context` without translating it."""
    return Marked(context, text)
