"""The adapter for the built-in records service."""

from desktop_app.services.local.service import CAPABILITIES, LocalService

__all__ = ["CAPABILITIES", "LocalService"]
