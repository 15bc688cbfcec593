"""`python -m tests.network.listing PORT`: what a built-in service on this loopback holds, as JSON.

The token comes with SENDOFF_TOKEN.
"""

from __future__ import annotations

import json
import os
import sys
from http.client import HTTPConnection
from typing import Any


def main(port: int) -> None:
    """Print each record's state and its files' digests."""
    token = os.environ["SENDOFF_TOKEN"]
    connection = HTTPConnection("127.0.0.1", port, timeout=10)

    def ask(path: str) -> list[dict[str, Any]]:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        items: list[dict[str, Any]] = json.loads(connection.getresponse().read())["items"]
        return items

    found = []
    for record in ask("/records?limit=1000"):
        files = ask(f"/records/{record['id']}/files")
        found.append(
            {"state": record["state"], "files": {one["key"]: one["digest"] for one in files}}
        )
    connection.close()
    print(json.dumps(found))  # noqa: T201 - how the test hears of it


if __name__ == "__main__":
    main(int(sys.argv[1]))
