"""File keys: which names are accepted, and how they travel in a path. A key is never a path."""

from __future__ import annotations

from urllib.parse import quote, unquote_to_bytes

from desktop_app.server.problems import Kind, Problem

SEGMENT_BYTES = 255
KEY_BYTES = 1024


def checked(key: object) -> str:
    """Return `key` if the rules allow it.

    1-255 UTF-8 bytes a segment, 1,024 in all, `/` separates; refused are empty, `.` and `..`
    segments, a leading `/`, control characters and lone surrogates; nothing else.

    Raises:
        Problem: `bad-key` with the reason.
    """
    if not isinstance(key, str):
        raise Problem(Kind.BAD_KEY, reason="not text")
    try:
        size = len(key.encode())
    except UnicodeEncodeError as error:
        raise Problem(Kind.BAD_KEY, reason="lone surrogate") from error
    if size > KEY_BYTES:
        raise Problem(Kind.BAD_KEY, reason="too long", limit=KEY_BYTES)
    if any(ord(char) < 32 or 127 <= ord(char) < 160 for char in key):
        raise Problem(Kind.BAD_KEY, reason="control character")
    for segment in key.split("/"):
        if segment in {"", ".", ".."}:
            raise Problem(Kind.BAD_KEY, reason="empty or dot segment")
        if len(segment.encode()) > SEGMENT_BYTES:
            raise Problem(Kind.BAD_KEY, reason="segment too long", limit=SEGMENT_BYTES)
    return key


def from_path(raw: bytes) -> str:
    """Return the key that stands percent-encoded in a request path.

    Raises:
        Problem: `bad-key`.
    """
    try:
        return checked(unquote_to_bytes(raw).decode())
    except UnicodeDecodeError as error:
        raise Problem(Kind.BAD_KEY, reason="not UTF-8") from error


def to_path(key: str) -> str:
    """Return `key` as one percent-encoded path segment."""
    return quote(key, safe="")
