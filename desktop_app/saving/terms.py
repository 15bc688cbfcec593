"""What a service says of itself, in words that the window may import (it never sees services)."""

from __future__ import annotations

from desktop_app.core.model import KeyRules, LengthUnit
from desktop_app.services.base import AccountCheck, Capabilities, FieldType, MetadataField

__all__ = [
    "AccountCheck",
    "Capabilities",
    "FieldType",
    "KeyRules",
    "LengthUnit",
    "MetadataField",
]
