"""What the window's shell needs to know of the settings. Loads nothing else: it comes first."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


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
