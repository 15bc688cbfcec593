"""The calls of InvenioRDM's REST API: addresses, headers, and its own way to refuse.

Addresses are built here and never taken from answers: the token goes to one origin only, and a
proxy in between may have rewritten links. One decision per call, no procedure.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast
from urllib.parse import quote, urlencode

from desktop_app.core.errors import ErrorInfo, ErrorKind, FieldError, Verdict
from desktop_app.core.model import RecordRef, RemoteFile
from desktop_app.services.http import (
    LARGEST_ANSWER,
    ONCE,
    Answer,
    Body,
    HttpClient,
    Request,
    RetryPolicy,
)
from desktop_app.services.invenio.budget import RateBudget
from desktop_app.services.invenio.fields import form_path

T = TypeVar("T")

RECORD_JSON = "application/vnd.inveniordm.v1+json"
"""On Zenodo plain JSON is the shape of an older API, with other ids."""
PLAIN_JSON = "application/json"
"""The only type that file endpoints of published records answer."""

_REFUSAL_TEXTS = (
    ("quota", ErrorKind.QUOTA),
    ("size limit", ErrorKind.TOO_LARGE),
    ("capacity limit", ErrorKind.TOO_LARGE),
    ("too long", ErrorKind.BAD_NAME),
    ("empty files", ErrorKind.EMPTY_FILE),
    ("max amount", ErrorKind.TOO_MANY_FILES),
    ("open review", ErrorKind.LOCKED),
    ("locked", ErrorKind.LOCKED),
    ("already exists", ErrorKind.CONFLICT),
    ("already being uploaded", ErrorKind.CONFLICT),
)


def segment(text: str) -> str:
    """Return `text` as one segment of a path; nothing in it can end the segment."""
    return quote(text, safe="")


def record_path(record_id: str) -> str:
    """Return the path of a published record."""
    return f"/records/{segment(record_id)}"


def draft_path(record_id: str) -> str:
    """Return the path of a draft."""
    return f"{record_path(record_id)}/draft"


def file_path(record_id: str, key: str) -> str:
    """Return the path of a file entry of a draft."""
    return f"{draft_path(record_id)}/files/{segment(key)}"


def refine(answer: Answer, found: ErrorInfo) -> ErrorInfo:
    """Read a refusal as InvenioRDM means it.

    `Retry-After` is in every answer of a site that counts requests; there it counts on 423,
    429 and 503 only. A 409 with one from any other site says that somebody else is at work.
    """
    fields = tuple(FieldError(form_path(e.field), e.messages, e.kind) for e in found.fields)
    kind = found.kind
    if answer.status in (400, 403, 413):
        text = found.server_text.lower()
        kind = next((kind for part, kind in _REFUSAL_TEXTS if part in text), kind)
    asked = found.retry_after_s if _asks_to_wait(answer) else None
    verdict = found.verdict
    if answer.status == 409 and asked is not None:
        kind, verdict = ErrorKind.LOCKED, Verdict.TRANSIENT
    return replace(found, kind=kind, fields=fields, retry_after_s=asked, verdict=verdict)


def _asks_to_wait(answer: Answer) -> bool:
    return answer.status in (423, 429, 503) or (
        answer.status == 409 and "x-ratelimit-limit" not in answer.headers
    )


class Api:
    """Sends requests within the site's budget."""

    def __init__(self, client: HttpClient, budget: RateBudget) -> None:
        self._client = client
        self._budget = budget

    async def get(
        self,
        path: str,
        read: Callable[[Any], T],
        *,
        query: Mapping[str, str] | None = None,
        accept: str = RECORD_JSON,
        policy: RetryPolicy = ONCE,
        search: bool = False,
        most: int = LARGEST_ANSWER,
    ) -> T:
        """Read something; `read` gets the parsed answer."""
        target = f"{path}?{urlencode(query)}" if query else path
        request = Request("GET", target, frozenset({200}), True, {"Accept": accept}, most=most)
        return await self._send(request, lambda a: read(a.json()), policy, search=search)

    async def send(
        self,
        method: str,
        path: str,
        read: Callable[[Any], T],
        *,
        expect: int,
        repeatable: bool,
        document: Any = None,
        accept: str = RECORD_JSON,
        headers: Mapping[str, str] | None = None,
        policy: RetryPolicy = ONCE,
        limit_s: float | None = None,
    ) -> T:
        """Change something; `read` gets the parsed answer, None for one without a body."""
        all_headers = {"Accept": accept, **(headers or {})}
        body = None
        if document is not None:
            all_headers["Content-Type"] = "application/json"
            body = json.dumps(document).encode()
        request = Request(method, path, frozenset({expect}), repeatable, all_headers, body, limit_s)
        return await self._send(
            request, lambda a: read(None if a.status == 204 else a.json()), policy
        )

    async def delete(self, path: str, policy: RetryPolicy, *, accept: str = RECORD_JSON) -> None:
        """Remove something; may be repeated."""
        await self.send(
            "DELETE",
            path,
            lambda _: None,
            expect=204,
            repeatable=True,
            accept=accept,
            policy=policy,
        )

    async def put_content(
        self, path: str, body: Body, read: Callable[[Any], T], policy: RetryPolicy
    ) -> T:
        """Send a file's bytes. A repeat can destroy the file: never a blind one."""
        # Exactly this type: any other is refused with 415.
        headers = {"Accept": PLAIN_JSON, "Content-Type": "application/octet-stream"}
        request = Request("PUT", path, frozenset({200}), False, headers, body)
        return await self._send(request, lambda a: read(a.json()), policy)

    async def _send(
        self,
        request: Request,
        read: Callable[[Answer], T],
        policy: RetryPolicy,
        *,
        search: bool = False,
    ) -> T:
        policy = self._client.reporting(policy)
        await self._budget.take(search=search, signal=policy.signal, on_wait=policy.on_wait)

        def noted(answer: Answer) -> T:
            self._budget.note(answer.headers)
            return _named(read(answer), answer.request_id)

        return await self._client.call(request, noted, policy)


def _named(value: T, request_id: str) -> T:
    """Return `value`, and what it consists of, with the id of the request that it answers."""
    if isinstance(value, tuple):
        return cast("T", tuple(_named(one, request_id) for one in value))
    if isinstance(value, RecordRef | RemoteFile):
        return cast("T", replace(value, request_id=request_id))
    return value
