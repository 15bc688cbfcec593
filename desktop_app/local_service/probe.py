"""Asks whether the service that `service.json` names still answers. Blocking; loopback only."""

from __future__ import annotations

import http.client
import json
from typing import Any
from urllib.parse import urlsplit


def answers(facts: dict[str, Any] | None, timeout_s: float = 2.0) -> bool:
    """Tell whether the instance in `facts` answers at its url."""
    if facts is None or not isinstance(facts.get("url"), str):
        return False
    address = urlsplit(facts["url"])
    if address.hostname is None or address.port is None:
        return False
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=timeout_s)
    try:
        connection.request("GET", "/healthz")
        found = json.loads(connection.getresponse().read())
    except (OSError, ValueError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return isinstance(found, dict) and found.get("instance") == facts.get("instance")
