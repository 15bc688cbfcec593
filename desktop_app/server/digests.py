"""SHA-256 digests on the wire: RFC 9530 `Repr-Digest` and the service's own `sha256:<hex>`."""

from __future__ import annotations

import base64
import binascii
import re

from desktop_app.server.problems import Kind, Problem

_OURS = re.compile(r"sha256:[0-9a-f]{64}")
_MEMBER = re.compile(r"\s*([a-z0-9*_.-]+)\s*=\s*:([A-Za-z0-9+/=]*):\s*(?:;[^,]*)?")


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
            return checked(f"sha256:{raw.hex()}")
    return None


def repr_digest(digest: str) -> str:
    """Return the `Repr-Digest` field of `sha256:<hex>`."""
    raw = bytes.fromhex(digest.removeprefix("sha256:"))
    return f"sha-256=:{base64.b64encode(raw).decode()}:"


def checked(value: object) -> str:
    """Return `value` if it is `sha256:` and 64 lower-case hex digits.

    Raises:
        Problem: `bad-digest`.
    """
    if not isinstance(value, str) or _OURS.fullmatch(value) is None:
        raise Problem(Kind.BAD_DIGEST)
    return value
