"""Refusals as values: one exception with a stable kind, turned into problem+json in one place."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """Every kind of refusal; its URI is `urn:sendoff:problem:<kind>`."""

    UNAUTHORIZED = "unauthorized"
    TOKEN_EXPIRED = "token-expired"  # noqa: S105 - a kind, not a token
    BAD_HOST = "bad-host"
    BAD_ORIGIN = "bad-origin"
    NOT_FOUND = "not-found"
    CONTENT_LOST = "content-lost"
    """There was such a file; its content is gone from the disk, or is not what was stored."""
    METHOD_NOT_ALLOWED = "method-not-allowed"
    BAD_JSON = "bad-json"
    BAD_FIELD = "bad-field"
    BAD_HEADER = "bad-header"
    BAD_KEY = "bad-key"
    BAD_DIGEST = "bad-digest"
    DIGEST_MISMATCH = "digest-mismatch"
    LENGTH_MISMATCH = "length-mismatch"
    TOO_LARGE = "too-large"
    HEADERS_TOO_LARGE = "headers-too-large"
    IF_MATCH_MISSING = "if-match-missing"
    IF_MATCH_STALE = "if-match-stale"
    IDEMPOTENCY_KEY_MISSING = "idempotency-key-missing"
    IDEMPOTENCY_KEY_REUSED = "idempotency-key-reused"
    IN_PROGRESS = "in-progress"
    DIFFERENT_CONTENT = "different-content"
    MANIFEST_MISMATCH = "manifest-mismatch"
    FINALIZED = "finalized"
    RECORD_BUSY = "record-busy"
    JOB_NOT_QUEUED = "job-not-queued"
    OFFSET_MISMATCH = "offset-mismatch"
    UPLOAD_BUSY = "upload-busy"
    WRONG_CONTENT_TYPE = "wrong-content-type"
    TUS_VERSION = "tus-version"
    BAD_RANGE = "bad-range"
    RATE_LIMITED = "rate-limited"
    OVERLOADED = "overloaded"
    DEADLINE = "deadline"
    CLIENT_GONE = "client-gone"
    SHUTTING_DOWN = "shutting-down"
    DATABASE_BUSY = "database-busy"
    QUOTA = "quota"
    DISK_FULL = "disk-full"
    NOT_IMPLEMENTED = "not-implemented"
    INTERNAL = "internal"


STATUS = {
    Kind.UNAUTHORIZED: 401,
    Kind.TOKEN_EXPIRED: 401,
    Kind.BAD_HOST: 421,
    Kind.BAD_ORIGIN: 403,
    Kind.NOT_FOUND: 404,
    Kind.CONTENT_LOST: 404,
    Kind.METHOD_NOT_ALLOWED: 405,
    Kind.TOO_LARGE: 413,
    Kind.HEADERS_TOO_LARGE: 431,
    Kind.IF_MATCH_MISSING: 428,
    Kind.IF_MATCH_STALE: 412,
    Kind.IDEMPOTENCY_KEY_REUSED: 422,
    Kind.IN_PROGRESS: 409,
    Kind.DIFFERENT_CONTENT: 409,
    Kind.MANIFEST_MISMATCH: 409,
    Kind.FINALIZED: 409,
    Kind.RECORD_BUSY: 409,
    Kind.JOB_NOT_QUEUED: 409,
    Kind.OFFSET_MISMATCH: 409,
    Kind.UPLOAD_BUSY: 423,
    Kind.WRONG_CONTENT_TYPE: 415,
    Kind.TUS_VERSION: 412,
    Kind.BAD_RANGE: 416,
    Kind.RATE_LIMITED: 429,
    Kind.OVERLOADED: 503,
    Kind.DEADLINE: 503,
    Kind.CLIENT_GONE: 503,
    Kind.SHUTTING_DOWN: 503,
    Kind.DATABASE_BUSY: 503,
    Kind.QUOTA: 507,
    Kind.DISK_FULL: 507,
    Kind.NOT_IMPLEMENTED: 501,
    Kind.INTERNAL: 500,
}
"""The status of each kind; those that are not named are 400."""

RETRY_AFTER_S = {
    Kind.IN_PROGRESS: 1,
    Kind.RECORD_BUSY: 1,
    Kind.UPLOAD_BUSY: 1,
    Kind.RATE_LIMITED: 1,
    Kind.OVERLOADED: 1,
    Kind.DEADLINE: 1,
    Kind.CLIENT_GONE: 1,
    Kind.SHUTTING_DOWN: 2,
    Kind.DATABASE_BUSY: 1,
}
"""Seconds to wait where the same request may succeed later."""


class Problem(Exception):  # noqa: N818 - named as RFC 9457 names it
    """A refusal. `facts` are extra members of the problem document and must be safe to show."""

    def __init__(
        self, kind: Kind, *, headers: dict[str, str] | None = None, **facts: object
    ) -> None:
        super().__init__(kind.value)
        self.kind = kind
        self.facts = facts
        self.headers = dict(headers or {})
        if kind in RETRY_AFTER_S:
            self.headers.setdefault("Retry-After", str(RETRY_AFTER_S[kind]))

    @property
    def status(self) -> int:
        """The HTTP status of this kind."""
        return STATUS.get(self.kind, 400)

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
