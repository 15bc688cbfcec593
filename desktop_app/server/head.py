"""What the head of a request must be before anything else is looked at (RFC 9110, RFC 9112).

A head that two readers could take for two requests is refused: nobody can say where its body ends.
"""

from __future__ import annotations

from collections import defaultdict
from urllib.parse import urlsplit

from desktop_app.server.problems import Kind, Problem

Field = tuple[bytes, bytes]
_ONCE = (
    b"host",
    b"authorization",
    b"content-length",
    b"content-type",
    b"idempotency-key",
    b"tus-resumable",
    b"upload-length",
    b"upload-metadata",
    b"upload-offset",
)
"""Fields that are no lists: of two, nobody knows which one is meant."""


class Fields:
    """The fields of a head by name.

    Raises:
        Problem: one that may be there once is there twice.
    """

    def __init__(self, fields: list[Field]) -> None:
        self._values: defaultdict[bytes, list[bytes]] = defaultdict(list)
        for name, value in fields:
            self._values[name.lower()].append(value.strip())
        for name in _ONCE:
            if len(self._values.get(name, ())) > 1:
                raise Problem(Kind.BAD_HEADER, field=name.decode())

    def one(self, name: bytes) -> bytes | None:
        """Return the value of a field that is there once, or None."""
        values = self._values.get(name)
        return values[0] if values else None

    def members(self, name: bytes) -> list[bytes]:
        """Return the members of a list, in lower case."""
        values = self._values.get(name, [])
        return [one.strip().lower() for one in b",".join(values).split(b",")] if values else []


def is_chunked(version: str, fields: Fields) -> bool:
    """Whether the body comes in chunks, the only coding that is known here.

    Raises:
        Problem: it comes in another coding, or nobody can say.
    """
    codings = fields.members(b"transfer-encoding")
    if not codings:
        return False
    if version == "1.0" or codings[-1] != b"chunked" or codings.count(b"chunked") > 1:
        raise Problem(Kind.BAD_HEADER, field="Transfer-Encoding")
    if len(codings) > 1:
        raise Problem(Kind.NOT_IMPLEMENTED, field="Transfer-Encoding")
    return True


def origin_form(version: str, target: bytes, fields: Fields) -> bytes:
    """Return the target as path and query; an absolute one has to name the host that `Host` does.

    Raises:
        Problem: it does not, or there is no `Host`.
    """
    host = fields.one(b"host")
    if host is None and version != "1.0":
        raise Problem(Kind.BAD_HEADER, field="Host")
    if target.startswith(b"/") or target == b"*":
        if not target.isascii():
            raise Problem(Kind.BAD_HEADER, field="target")
        return target
    try:
        absolute = urlsplit(target.decode("ascii"))
    except ValueError as error:
        raise Problem(Kind.BAD_HEADER, field="target") from error
    named = absolute.netloc.lower().encode()
    if absolute.scheme != "http" or host is None or host.lower() != named:
        raise Problem(Kind.BAD_HEADER, field="target")
    query = f"?{absolute.query}" if absolute.query else ""
    return f"{absolute.path or '/'}{query}".encode()
