"""What the window needs from below, handed over whole by the composition root."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from desktop_app.saving.accounts import Accounts
from desktop_app.saving.preferences import Preferences
from desktop_app.saving.session import SaveSession


def as_it_is(text: str) -> str:
    """Return `text`: the redaction of a window that holds no secret."""
    return text


@dataclass(frozen=True, slots=True)
class Backend:
    """The facades that the window talks to, and nothing below them."""

    session: SaveSession
    accounts: Accounts
    preferences: Preferences
    redact: Callable[[str], str] = as_it_is
