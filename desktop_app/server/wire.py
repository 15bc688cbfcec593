"""Values as they travel: file keys, SHA-256 digests, JSON bodies. A key is never a path."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import re
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import quote, unquote_to_bytes

from desktop_app.server.problems import Kind, Problem

T = TypeVar("T")
SEGMENT_BYTES = 255
KEY_BYTES = 1024
AT_ONCE = 16 * 1024
"""Bytes of JSON that are parsed on the loop: handing them to a thread would take longer."""
_OURS = re.compile(r"sha256:[0-9a-f]{64}")
_MEMBER = re.compile(r"\s*([a-z0-9*_.-]+)\s*=\s*:([A-Za-z0-9+/=]*):\s*(?:;[^,]*)?")


def checked_key(key: object) -> str:
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


def key_in_path(raw: str) -> str:
    """Return the key that stands percent-encoded in a request path.

    Raises:
        Problem: `bad-key`.
    """
    try:
        return checked_key(unquote_to_bytes(raw).decode())
    except UnicodeDecodeError as error:
        raise Problem(Kind.BAD_KEY, reason="not UTF-8") from error


def key_path(key: str) -> str:
    """Return `key` as one percent-encoded path segment."""
    return quote(key, safe="")


def parse_repr_digest(value: str | None) -> str | None:
    """Return `sha256:<hex>` of a `Repr-Digest` field, or None where it has no sha-256 member.

    Raises:
        Problem: `bad-digest`, for a sha-256 member that is not 32 bytes of base64.
    """
    if value is None:
        return None
    for part in value.split(","):
        member = _MEMBER.fullmatch(part)
        if member is None:
            raise Problem(Kind.BAD_DIGEST, field="Repr-Digest")
        if member[1] == "sha-256":
            try:
                raw = base64.b64decode(member[2], validate=True)
            except binascii.Error as error:
                raise Problem(Kind.BAD_DIGEST, field="Repr-Digest") from error
            return checked_digest(f"sha256:{raw.hex()}")
    return None


def repr_digest(digest: str) -> str:
    """Return the `Repr-Digest` field of `sha256:<hex>`."""
    raw = bytes.fromhex(digest.removeprefix("sha256:"))
    return f"sha-256=:{base64.b64encode(raw).decode()}:"


def checked_digest(value: object) -> str:
    """Return `value` if it is `sha256:` and 64 lower-case hex digits.

    Raises:
        Problem: `bad-digest`.
    """
    if not isinstance(value, str) or _OURS.fullmatch(value) is None:
        raise Problem(Kind.BAD_DIGEST)
    return value


def _parse(raw: bytes) -> dict[str, Any]:
    """Return the JSON object in `raw`; it can be written again as UTF-8 JSON.

    Raises:
        Problem: `bad-json`.
    """
    try:
        value = json.loads(raw)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise Problem(Kind.BAD_JSON) from error
    if not isinstance(value, dict):
        raise Problem(Kind.BAD_JSON, reason="not an object")
    return value


async def read_json(raw: bytes, read: Callable[[dict[str, Any]], T]) -> T:
    """Return what `read` makes of the object in `raw`.

    Raises:
        Problem: `bad-json`, or what `read` refuses.
    """
    if len(raw) <= AT_ONCE:
        return read(_parse(raw))
    return await asyncio.to_thread(lambda: read(_parse(raw)))
