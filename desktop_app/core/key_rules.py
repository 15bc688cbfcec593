"""Names under which a service stores files: which it takes, and when two are the same."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import StrEnum


class LengthUnit(StrEnum):
    """What a service counts when it limits the length of a key."""

    BYTES = "bytes"
    CHARACTERS = "characters"


@dataclass(frozen=True, slots=True)
class KeyRules:
    """Which keys a service takes; checked in the unit that it counts, before anything is sent."""

    max_segment: int = 255
    max_total: int = 1024
    unit: LengthUnit = LengthUnit.BYTES
    slash: bool = True
    """Whether `/` separates segments (else it is refused)."""
    edge_space_or_dot: bool = True
    """Whether a leading or trailing space or dot is taken."""
    case_sensitive: bool = True


def same_name(key: str) -> str:
    """Return what two keys share that are the same name: services differ in Unicode's forms."""
    return unicodedata.normalize("NFC", key)
