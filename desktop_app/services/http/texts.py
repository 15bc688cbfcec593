"""Texts of a server, made fit to be shown: on one line, printable, bounded."""

from __future__ import annotations

TEXT_LIMIT = 500
UNMASKED_LIMIT = 8 * TEXT_LIMIT
"""Length of texts before secrets are masked in them."""


def tidy(text: str, limit: int = TEXT_LIMIT) -> str:
    """Return `text` on one line, without control characters, at most `limit` long."""
    line = " ".join(printable(text[: 4 * limit]).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def printable(text: str) -> str:
    """Return `text` with a space for what is not shown: controls, marks that turn its direction."""
    return "".join(c if c.isprintable() else " " for c in text)
