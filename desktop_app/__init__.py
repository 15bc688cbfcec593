"""Sendoff: attach files to records and always know what happened to them."""

__version__ = "0.1.0"
