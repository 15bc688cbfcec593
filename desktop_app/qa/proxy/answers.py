"""Answers that the proxy makes up in the service's place."""

from __future__ import annotations

import json

from desktop_app.qa.proxy.rules import Rule, What
from desktop_app.qa.proxy.wire import answer

_PAGE = (
    b"<!doctype html><html><body><h1>Welcome to this network</h1>"
    b"<p>Please sign in to go on.</p></body></html>"
)


def made_up(rule: Rule) -> tuple[int, bytes]:
    """Return status and bytes of the answer that a rule gives."""
    status, headers, body = rule.status, rule.headers, rule.body.encode()
    match rule.what:
        case What.HTML:
            headers = (*headers, ("Content-Type", "text/html; charset=utf-8"))
            body = body or _PAGE
        case What.REDIRECT:
            headers = (*headers, ("Location", rule.location))
        case What.EXPIRED_TOKEN:
            status, headers, body = _expired()
    return status, answer(status, headers, body)


def _expired() -> tuple[int, tuple[tuple[str, str], ...], bytes]:
    """Return the answer to a token that is not taken any more."""
    problem = {
        "type": "about:blank",
        "title": "The token has expired.",
        "status": 401,
        "code": "token-expired",
    }
    headers = (("Content-Type", "application/problem+json"), ("WWW-Authenticate", "Bearer"))
    return 401, headers, json.dumps(problem).encode()
