"""The HTTP client that every adapter uses: settings, bodies, retries, errors as values."""

from desktop_app.services.http.answer import Answer, problem_type, refusal
from desktop_app.services.http.body import Body
from desktop_app.services.http.client import HttpClient, Refine
from desktop_app.services.http.complaints import field_errors
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
from desktop_app.services.http.texts import tidy

__all__ = [
    "LARGEST_ANSWER",
    "LARGEST_LISTING",
    "MOST_FIELDS",
    "ONCE",
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
