"""Refusals as values: one exception with a stable kind, turned into problem+json in one place."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Kind(StrEnum):
    """Every kind of refusal: its URI is `urn:sendoff:problem:<kind>`.

    Attributes:
        status: the HTTP status.
        retry_after_s: seconds to wait where the same request may succeed later, else 0.
    """

    status: int
    retry_after_s: int

    def __new__(cls, value: str, status: int, retry_after_s: int = 0) -> Self:
        """Make a member of its row below."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.status = status
        member.retry_after_s = retry_after_s
        return member

    UNAUTHORIZED = "unauthorized", 401
    TOKEN_EXPIRED = "token-expired", 401
    BAD_HOST = "bad-host", 421
    BAD_ORIGIN = "bad-origin", 403
    NOT_FOUND = "not-found", 404
    CONTENT_LOST = "content-lost", 404
    METHOD_NOT_ALLOWED = "method-not-allowed", 405
    BAD_JSON = "bad-json", 400
    BAD_FIELD = "bad-field", 400
    BAD_HEADER = "bad-header", 400
    BAD_KEY = "bad-key", 400
    BAD_DIGEST = "bad-digest", 400
    DIGEST_MISMATCH = "digest-mismatch", 400
    LENGTH_MISMATCH = "length-mismatch", 400
    TOO_LARGE = "too-large", 413
    HEADERS_TOO_LARGE = "headers-too-large", 431
    IF_MATCH_MISSING = "if-match-missing", 428
    IF_MATCH_STALE = "if-match-stale", 412
    IDEMPOTENCY_KEY_MISSING = "idempotency-key-missing", 400
    IDEMPOTENCY_KEY_REUSED = "idempotency-key-reused", 422
    IN_PROGRESS = "in-progress", 409, 1
    DIFFERENT_CONTENT = "different-content", 409
    MANIFEST_MISMATCH = "manifest-mismatch", 409
    FINALIZED = "finalized", 409
    RECORD_BUSY = "record-busy", 409, 1
    JOB_NOT_QUEUED = "job-not-queued", 409
    OFFSET_MISMATCH = "offset-mismatch", 409
    UPLOAD_BUSY = "upload-busy", 423, 1
    WRONG_CONTENT_TYPE = "wrong-content-type", 415
    TUS_VERSION = "tus-version", 412
    BAD_RANGE = "bad-range", 416
    RATE_LIMITED = "rate-limited", 429, 1
    OVERLOADED = "overloaded", 503, 1
    DEADLINE = "deadline", 503, 1
    CLIENT_GONE = "client-gone", 503, 1
    SHUTTING_DOWN = "shutting-down", 503, 2
    DATABASE_BUSY = "database-busy", 503, 1
    QUOTA = "quota", 507
    DISK_FULL = "disk-full", 507
    NOT_IMPLEMENTED = "not-implemented", 501
    INTERNAL = "internal", 500


class Problem(Exception):  # noqa: N818 - named as RFC 9457 names it
    """A refusal. `facts` are extra members of the problem document and must be safe to show."""

    def __init__(
        self, kind: Kind, *, headers: dict[str, str] | None = None, **facts: object
    ) -> None:
        super().__init__(kind.value)
        self.kind = kind
        self.facts = facts
        self.headers = dict(headers or {})
        if kind.retry_after_s:
            self.headers.setdefault("Retry-After", str(kind.retry_after_s))

    @property
    def status(self) -> int:
        """The HTTP status of this kind."""
        return self.kind.status

    def document(self, request_id: str) -> dict[str, object]:
        """Return the RFC 9457 object."""
        return {
            "type": f"urn:sendoff:problem:{self.kind.value}",
            "title": self.kind.value.replace("-", " "),
            "status": self.status,
            "instance": f"urn:sendoff:request:{request_id}",
            **self.facts,
        }


class Cancelled(Exception):  # noqa: N818 - an outcome, not an error
    """Work stopped at a check because its request was given up (`deadline`, `client_gone`, ...)."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


REASONS = {
    "deadline": Kind.DEADLINE,
    "client_gone": Kind.CLIENT_GONE,
    "shutdown": Kind.SHUTTING_DOWN,
}
"""The refusal for each reason for which a call is given up."""
