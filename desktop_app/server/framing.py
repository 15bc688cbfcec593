"""What a request's head must be before anything else is looked at (RFC 9110, RFC 9112).

A head that two readers could take for two requests is refused, and its connection closed: nobody
can say where its body ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from desktop_app.server.problems import Kind, Problem

TARGET = "sendoff.target"
"""Name of the extension in a request's scope: the target as it stood in the request line."""
Headers = Iterable[tuple[bytes, bytes]]
_ONCE = (
    b"host",
    b"authorization",
    b"content-type",
    b"idempotency-key",
    b"tus-resumable",
    b"upload-length",
    b"upload-metadata",
    b"upload-offset",
)
"""Fields that are no lists: of two, nobody knows which one is meant."""
_CLOSE = {"Connection": "close"}


def check(version: str, target: bytes, headers: Headers) -> None:
    """Go on if the head of a request is sound.

    Args:
        version: "1.0" or "1.1".
        target: as in the request line.
        headers: lower-case names and values, in their order.

    Raises:
        Problem: `bad-header` (400) or `not-implemented` (501); both close the connection.
    """
    values: dict[bytes, list[bytes]] = {}
    for name, value in headers:
        values.setdefault(name, []).append(value)
    for name in _ONCE:
        if len(values.get(name, ())) > 1:
            raise _bad(name.decode())
    _check_host(version, target, values.get(b"host", []))
    _check_coding(version, values.get(b"transfer-encoding", []))


def _check_host(version: str, target: bytes, hosts: list[bytes]) -> None:
    if not hosts and version != "1.0":
        raise _bad("Host")
    if target.startswith(b"/") or target == b"*":
        return
    try:
        absolute = urlsplit(target.decode("ascii"))
    except ValueError as error:
        raise _bad("target") from error
    authority = absolute.netloc.lower().encode()
    if absolute.scheme != "http" or any(host.strip().lower() != authority for host in hosts):
        raise _bad("target")


def _check_coding(version: str, values: list[bytes]) -> None:
    if not values:
        return
    codings = [coding.strip().lower() for coding in b",".join(values).split(b",")]
    if version == "1.0" or codings[-1] != b"chunked" or codings.count(b"chunked") > 1:
        raise _bad("Transfer-Encoding")
    if len(codings) > 1:
        raise Problem(Kind.NOT_IMPLEMENTED, headers=_CLOSE, field="Transfer-Encoding")


def _bad(field: str) -> Problem:
    return Problem(Kind.BAD_HEADER, headers=_CLOSE, field=field)
