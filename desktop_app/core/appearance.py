"""What the window's shell needs to know of the settings: read quickly, and without consequences.

It is loaded first, so it loads nothing else of ours. `storage.settings` reads the file properly a
moment later, and says what does not fit.
"""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any, NamedTuple


class Theme(StrEnum):
    """Which colours the window takes."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Appearance(NamedTuple):
    """How the window looks before anything is in it.

    Attributes:
        language: "" for the system's, else a code.
        theme: its colours.
        geometry: the window's own encoded place and size, or "".
    """

    language: str = ""
    theme: Theme = Theme.SYSTEM
    geometry: str = ""


def appearance(path: str) -> Appearance:
    """Return what the settings file at `path` says of the window's looks, or the defaults.

    Raises:
        OSError: it is there and cannot be read.
    """
    try:
        with open(path, "rb") as file:
            stored = json.loads(file.read())
    except FileNotFoundError:
        return Appearance()
    except (ValueError, RecursionError):
        return Appearance()  # reading it properly sets it aside
    if not isinstance(stored, dict):
        return Appearance()
    theme = _text(stored, "theme")
    return Appearance(
        _text(stored, "language"),
        Theme(theme) if theme in list(Theme) else Theme.SYSTEM,
        _text(stored, "window_geometry"),
    )


def _text(stored: dict[str, Any], name: str) -> str:
    value = stored.get(name)
    return value if isinstance(value, str) else ""
