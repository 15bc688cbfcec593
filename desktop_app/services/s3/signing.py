"""AWS Signature Version 4 for S3: the headers that sign one request. Nothing here connects."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import quote

from desktop_app.core.errors import BadInputError, ErrorKind, info

EMPTY_SHA256 = hashlib.sha256(b"").hexdigest()
_ALGORITHM = "AWS4-HMAC-SHA256"


@dataclass(frozen=True, slots=True)
class KeyPair:
    """An access key; only its id travels."""

    id: str
    secret: str = field(repr=False)

    @classmethod
    def read(cls, text: str) -> KeyPair:
        """Read `KEY-ID:SECRET`, the form in which the keychain holds it.

        Raises:
            BadInputError: BAD_TOKEN with reason "key_pair".
        """
        key, _, secret = text.strip().partition(":")
        if not key.strip() or not secret.strip():
            raise BadInputError(info(ErrorKind.BAD_TOKEN, reason="key_pair"))
        return cls(key.strip(), secret.strip())


def escaped(text: str, safe: str = "") -> str:
    """Percent-encode as the signature counts it: everything but A-Z a-z 0-9 - . _ ~."""
    return quote(text, safe=f"-._~{safe}")


def query_string(query: Mapping[str, str]) -> str:
    """Return a query in the order in which it is signed."""
    pairs = sorted((escaped(name), escaped(value)) for name, value in query.items())
    return "&".join(f"{name}={value}" for name, value in pairs)


def signed_headers(
    pair: KeyPair,
    region: str,
    at: datetime,
    method: str,
    host: str,
    target: str,
    headers: Mapping[str, str],
    payload_sha256: str = EMPTY_SHA256,
) -> dict[str, str]:
    """Return the headers that sign a request, valid for some minutes after `at` (UTC).

    Args:
        host: as the Host header gives it.
        target: path and query, percent-encoded, the query in order (`query_string`).
        headers: that are signed besides; they have to be sent as they are.
        payload_sha256: of the body, in hex: the store refuses any other body.
    """
    stamp = at.strftime("%Y%m%dT%H%M%SZ")
    added = {"x-amz-content-sha256": payload_sha256, "x-amz-date": stamp}
    lines = {name.lower(): " ".join(value.split()) for name, value in headers.items()}
    lines = dict(sorted({**lines, **added, "host": host}.items()))
    names = ";".join(lines)
    path, _, query = target.partition("?")
    canonical = "\n".join(
        [
            method,
            path,
            query,
            *(f"{name}:{value}" for name, value in lines.items()),
            "",
            names,
            payload_sha256,
        ]
    )
    scope = f"{stamp[:8]}/{region}/s3/aws4_request"
    to_sign = "\n".join([_ALGORITHM, stamp, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    key = f"AWS4{pair.secret}".encode()
    for part in scope.split("/"):
        key = _hmac(key, part)
    signature = _hmac(key, to_sign).hex()
    credential = f"Credential={pair.id}/{scope},SignedHeaders={names},Signature={signature}"
    return {**added, "Authorization": f"{_ALGORITHM} {credential}"}


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()
