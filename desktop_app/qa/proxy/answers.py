"""Answers that the proxy makes up in the service's place.

Written as bytes, not as events of h11: a rule may give an answer a length that its body has not.
"""

from __future__ import annotations

import json

from desktop_app.qa.proxy.rules import Rule, What

_PAGE = (
    b"<!doctype html><html><body><h1>Welcome to this network</h1>"
    b"<p>Please sign in to continue.</p></body></html>"
)


def made_up(rule: Rule) -> tuple[int, bytes]:
    """Return status and bytes of the answer that a rule gives; it ends the connection."""
    status, headers, body = rule.status, rule.headers, rule.body.encode()
    match rule.what:
        case What.HTML:
            headers = (*headers, ("Content-Type", "text/html; charset=utf-8"))
            body = body or _PAGE
        case What.REDIRECT:
            headers = (*headers, ("Location", rule.location))
        case What.EXPIRED_TOKEN:
            status, headers, body = _expired()
    if all(name.lower() != "content-length" for name, _ in headers):
        headers = (*headers, ("Content-Length", str(len(body))))
    fields = "".join(f"{name}: {value}\r\n" for name, value in headers)
    head = f"HTTP/1.1 {status} QA\r\n{fields}Connection: close\r\n\r\n"
    return status, head.encode("latin-1") + body


def _expired() -> tuple[int, tuple[tuple[str, str], ...], bytes]:
    """Return the answer to a token that is not accepted any more."""
    problem = {
        "type": "about:blank",
        "title": "The token has expired.",
        "status": 401,
        "code": "token-expired",
    }
    headers = (("Content-Type", "application/problem+json"), ("WWW-Authenticate", "Bearer"))
    return 401, headers, json.dumps(problem).encode()
