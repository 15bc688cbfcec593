"""The HTTP client that every adapter uses: settings, bodies, retries, errors as values."""

from desktop_app.services.http.answer import (
    MOST_FIELDS,
    UNMASKED_LIMIT,
    Answer,
    field_errors,
    problem_type,
    refusal,
    tidy,
)
from desktop_app.services.http.body import Body
from desktop_app.services.http.client import HttpClient, Refine
from desktop_app.services.http.endpoint import (
    Endpoint,
    Locate,
    at,
    origin_of,
)
from desktop_app.services.http.lane import warm_up
from desktop_app.services.http.outcome import (
    Arrived,
    UnreachableError,
    classify,
    transport_error,
)
from desktop_app.services.http.patience import ONCE, Patience
from desktop_app.services.http.request import LARGEST_ANSWER, LARGEST_LISTING, Request
from desktop_app.services.http.settings import (
    HttpSettings,
    Proxy,
    Trust,
    proxy_for,
)

__all__ = [
    "LARGEST_ANSWER",
    "LARGEST_LISTING",
    "MOST_FIELDS",
    "ONCE",
    "UNMASKED_LIMIT",
    "Answer",
    "Arrived",
    "Body",
    "Endpoint",
    "HttpClient",
    "HttpSettings",
    "Locate",
    "Patience",
    "Proxy",
    "Refine",
    "Request",
    "Trust",
    "UnreachableError",
    "at",
    "classify",
    "field_errors",
    "origin_of",
    "problem_type",
    "proxy_for",
    "refusal",
    "tidy",
    "transport_error",
    "warm_up",
]
