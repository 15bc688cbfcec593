"""Asks the service directly, past the proxy and past the client, what is true.

Shares no code with the adapters: `http.client` in a thread.
"""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from desktop_app.core.threads import in_thread


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file as the service lists it; `whole` if it counts as complete."""

    key: str
    size: int | None
    digest: str
    whole: bool


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record as the service has it."""

    id: str
    state: str
    title: str
    files: tuple[StoredFile, ...]


class Refused(Exception):  # noqa: N818 - the answer was no success
    """The service answered with `status`."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


class Observer:
    """The built-in service's own answers.

    Args:
        url: of the service itself.
        token, qa_token: for its two paths.
    """

    def __init__(self, url: str, token: str, qa_token: str = "") -> None:
        self._url = url
        self._token = token
        self._qa_token = qa_token

    async def records(self, title: str) -> tuple[StoredRecord, ...]:
        """Return the records of this title with their files.

        Raises:
            OSError, Refused: it cannot be asked.
        """
        found = [one for one in await self._items("/records") if one["title"] == title]
        return tuple([await self._record(one) for one in found])

    async def delete(self, record_id: str) -> None:
        """Remove a draft, as another person would."""
        await self.ask("DELETE", f"/records/{quote(record_id)}")

    async def store(self, record_id: str, key: str, content: bytes) -> None:
        """Store a file in a draft, as another person would."""
        await self.ask("PUT", f"/records/{quote(record_id)}/files/{quote(key, safe='')}", content)

    async def add_fault(self, rule: dict[str, Any]) -> str:
        """Put a fault of the service in force; return its id."""
        answer = await self.ask("POST", "/qa/rules", json.dumps(rule).encode(), qa=True)
        return str(answer["id"])

    async def clear_faults(self) -> None:
        """Take all of them out of force."""
        await self.ask("DELETE", "/qa/rules", qa=True)

    async def fault_fired(self, fault_id: str) -> bool:
        """Whether a fault has acted."""
        state = await self.ask("GET", "/qa/state", qa=True)
        return any(rule["id"] == fault_id and rule["fired"] for rule in state["rules"])

    async def ask(self, method: str, target: str, body: bytes = b"", *, qa: bool = False) -> Any:
        """Return the JSON of an answer (None without one).

        Raises:
            OSError, Refused: it cannot be asked.
        """
        return await in_thread(self._ask, method, target, body, qa)

    def _ask(self, method: str, target: str, body: bytes, qa: bool) -> Any:
        parts = urlsplit(self._url)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=10)
        try:
            headers = {"Authorization": f"Bearer {self._qa_token if qa else self._token}"}
            kind = "application/json" if qa else "application/octet-stream"
            connection.request(method, target, body or None, headers | {"Content-Type": kind})
            answer = connection.getresponse()
            content = answer.read()
        except http.client.HTTPException as error:
            raise ConnectionError from error
        finally:
            connection.close()
        if answer.status >= 300:
            raise Refused(answer.status)
        return json.loads(content) if content else None

    async def _record(self, item: dict[str, Any]) -> StoredRecord:
        files = await self._items(f"/records/{quote(item['id'])}/files")
        stored = (
            StoredFile(one["key"], one["size"], one["digest"] or "", one["state"] == "complete")
            for one in files
        )
        return StoredRecord(item["id"], item["state"], item["title"], tuple(stored))

    async def _items(self, path: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        cursor: str | None = ""
        while cursor is not None:
            query = urlencode({"limit": "1000", **({"cursor": cursor} if cursor else {})})
            page = await self.ask("GET", f"{path}?{query}")
            found += page["items"]
            cursor = page["next"]
        return found
