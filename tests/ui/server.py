"""Asks the built-in service behind a window directly, and puts faults into it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen


class Server:
    """The service process of a home; its answers, not ours, say what was saved."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "service"

    @property
    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = json.loads((self.folder / "service.json").read_text())
        return facts

    def records(self) -> list[dict[str, Any]]:
        """Return every record, each with its files under "entries"."""
        records: list[dict[str, Any]] = self._call("GET", "/records?limit=100")["items"]
        for record in records:
            path = f"/records/{record['id']}/files?limit=100"
            record["entries"] = {one["key"]: one for one in self._call("GET", path)["items"]}
        return records

    def fault(self, what: str, route: str, **more: object) -> None:
        """Add a rule of `server.faults`."""
        self._call("POST", "/qa/rules", {"what": what, "route": route, **more}, qa=True)

    def heal(self) -> None:
        """Take all rules away."""
        self._call("DELETE", "/qa/rules", qa=True)

    def requests(self) -> list[dict[str, Any]]:
        """Return the requests that arrived, oldest first."""
        answer: list[dict[str, Any]] = self._call("GET", "/qa/requests", qa=True)["items"]
        return answer

    def _call(
        self, method: str, path: str, body: object = None, *, qa: bool = False
    ) -> dict[str, Any]:
        facts = self.facts
        token_file = self.folder / "qa-token" if qa else Path(facts["token_file"])
        headers = {"Authorization": f"Bearer {token_file.read_text().strip()}"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = Request(facts["url"] + path, data, headers, method=method)
        with urlopen(request, timeout=10) as answer:
            content = answer.read()
        return json.loads(content) if content else {}
