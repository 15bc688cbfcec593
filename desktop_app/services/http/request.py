"""A request as adapters state it: what is sent, what counts as success, may it be repeated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from desktop_app.services.http.body import Body

LARGEST_ANSWER = 8 << 20
"""Bytes of an answer that is read into memory, unless its request expects more: a record, a page of
a listing or a search is far below."""
LARGEST_LISTING = 32 << 20
"""Bytes of an answer that lists all files of a record at once."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request.

    Attributes:
        method: HTTP method.
        target: path (each segment percent-encoded) and query, below the endpoint's prefix.
        expect: the exact statuses that are a success here.
        repeatable: whether doing it twice has the effect of once.
        headers: besides those that every request carries.
        body: bytes, or a stream.
        limit_s: for the whole call in seconds, None for `SaveLimits.control_s`; of a stream: for
            the answer after the last byte, None for `SaveLimits.answer_s`.
        early_success: whether a success before the last byte of a stream counts (the caller
            compares what is stored).
        attempt_headers: made anew for each attempt: what depends on the time.
        most: bytes of a success; a longer one is not read to its end, and not understood.
    """

    method: str
    target: str
    expect: frozenset[int]
    repeatable: bool
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | Body | None = None
    limit_s: float | None = None
    early_success: bool = False
    attempt_headers: Callable[[], Mapping[str, str]] = dict
    most: int = LARGEST_ANSWER
