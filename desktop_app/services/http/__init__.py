"""The HTTP client that every adapter uses: settings, bodies, retries, errors as values.

How its parts work together, from an adapter's call down to the socket:

    client       one service: asks where it is, lends connections, masks secrets
      retry      how often a call is tried; pauses that a host asked for
        attempt  one request over one connection, watched by `timeouts`
          connection, stream    the HTTP library over one socket, and the socket itself

    request, answer             what goes out, what comes back
    errors, server_text         what went wrong as a value, and what the server says of it
    settings, tls               endpoint, token, proxies, certificates
"""

from desktop_app.services.http.answer import Answer
from desktop_app.services.http.client import HttpClient, Refine
from desktop_app.services.http.connection import warm_up
from desktop_app.services.http.errors import (
    Arrived,
    UnreachableError,
    classify,
    problem_type,
    refusal,
    transport_error,
)
from desktop_app.services.http.request import LARGEST_ANSWER, LARGEST_LISTING, Body, Request
from desktop_app.services.http.retry import ONCE, RetryPolicy
from desktop_app.services.http.server_text import field_errors, tidy
from desktop_app.services.http.settings import (
    Endpoint,
    HttpSettings,
    Locate,
    Proxy,
    at,
    origin_of,
    proxy_for,
)
from desktop_app.services.http.tls import Trust

__all__ = [
    "LARGEST_ANSWER",
    "LARGEST_LISTING",
    "ONCE",
    "Answer",
    "Arrived",
    "Body",
    "Endpoint",
    "HttpClient",
    "HttpSettings",
    "Locate",
    "Proxy",
    "Refine",
    "Request",
    "RetryPolicy",
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
