"""Asks whether the service that `service.json` names still answers. Blocking; loopback only.

When a service was killed, its port is free for any program of any user of this computer, and the
file still names it. So a token goes to nobody who has not shown that the token is known there.
"""

from __future__ import annotations

import hmac
import http.client
import json
import secrets
from typing import Any
from urllib.parse import urlsplit

LONGEST_ANSWER = 64 << 10


def answers(facts: dict[str, Any] | None, timeout_s: float = 2.0) -> bool:
    """Tell whether the instance in `facts` answers at its url, and knows the folder's token."""
    if facts is None or not isinstance(facts.get("url"), str):
        return False
    try:
        address = urlsplit(facts["url"])
        port = address.port
    except ValueError:
        return False
    if address.hostname is None or port is None:
        return False
    challenge = secrets.token_hex(32)
    connection = http.client.HTTPConnection(address.hostname, port, timeout=timeout_s)
    try:
        with open(str(facts.get("token_file", "")), encoding="ascii") as file:
            expected = proof(file.read().strip(), challenge, address.netloc)
        connection.request("GET", f"/healthz?challenge={challenge}")
        found = json.loads(connection.getresponse().read(LONGEST_ANSWER))
    except (OSError, ValueError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    if not isinstance(found, dict) or found.get("instance") != facts.get("instance"):
        return False
    return hmac.compare_digest(str(found.get("proof", "")).encode(), expected.encode())


def proof(token: str, challenge: str, host: str) -> str:
    """Return what only a holder of `token` can answer to `challenge`, as `host:port`.

    The place is in it, so that nobody can have it answered by the real service elsewhere.
    """
    message = f"sendoff-healthz {host} {challenge}"
    return hmac.new(token.encode(), message.encode(), "sha256").hexdigest()
