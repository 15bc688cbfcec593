"""One way for each kind of call to the built-in service; every one of them may be repeated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import urlencode

from desktop_app.core.errors import ErrorKind, ServiceError, info
from desktop_app.core.model import SaveLimits
from desktop_app.services.http import (
    LARGEST_ANSWER,
    LARGEST_LISTING,
    Answer,
    HttpClient,
    Request,
    RetryPolicy,
)
from desktop_app.services.local.shapes import as_json, job_failure, structured
from desktop_app.workflow import AbortSignal, Deadline

T = TypeVar("T")
OK = frozenset({200})
_PAGE = 1000
_MOST_ITEMS = 1_000_000
_POLL_S = 1.0
_LEAST_S = 2.0
"""What the server needs for a call: a shorter deadline is never sent, it would refuse them all."""
_JOB_UNDER_WAY = frozenset({"queued", "running"})


class JobFailedError(ServiceError):
    """The service itself says that a job failed or was cancelled."""


class Calls:
    """Calls through a client: with keys, deadlines, all pages, to the end of a job."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http

    @property
    def _limits(self) -> SaveLimits:
        return self._http.limits

    def policy(self, outage_s: float, signal: AbortSignal | None = None) -> RetryPolicy:
        """Return the policy of a call: attempts as set, outages waited out for `outage_s`."""
        return RetryPolicy(attempts=self._limits.attempts, outage_s=outage_s, signal=signal)

    def budget(self, seconds: float) -> Deadline:
        """Return what several attempts have together, from now on."""
        return Deadline(self._http.clock, seconds)

    def _deadline_header(
        self, limit_s: float | None = None, budget: Deadline | None = None
    ) -> Callable[[], dict[str, str]]:
        """Return what says, in each attempt, how long the client waits from then on."""
        least_s = min(_LEAST_S, budget.remaining()) if budget is not None else 0.0

        def headers() -> dict[str, str]:
            waits_s = limit_s or self._limits.control_s
            if budget is not None:
                waits_s = max(min(waits_s, budget.remaining()), least_s)
            return {"Request-Deadline-Ms": str(int(1000 * waits_s))}

        return headers

    async def get(
        self,
        target: str,
        read: Callable[[Answer], T],
        *,
        expect: frozenset[int] = OK,
        limit_s: float | None = None,
        most: int = LARGEST_ANSWER,
    ) -> T:
        """Ask, and return what `read` makes of the answer."""
        request = Request(
            "GET",
            target,
            expect,
            repeatable=True,
            limit_s=limit_s,
            attempt_headers=self._deadline_header(limit_s),
            most=most,
        )
        return await self._http.call(request, read, self.policy(self._limits.control_s))

    async def send(
        self,
        method: str,
        target: str,
        expect: int | set[int],
        read: Callable[[Answer], T],
        document: Mapping[str, Any],
        *,
        key: str,
        headers: Mapping[str, str] | None = None,
        policy: RetryPolicy | None = None,
        limit_s: float | None = None,
        budget: Deadline | None = None,
    ) -> T:
        """Send a document under an idempotency key; repeats are the same bytes.

        The request says what is left of `limit_s` and of `budget`.
        """
        request = Request(
            method,
            target,
            frozenset({expect} if isinstance(expect, int) else expect),
            repeatable=True,
            headers={
                "Content-Type": "application/json",
                "Idempotency-Key": structured(key),
                **(headers or {}),
            },
            body=as_json(document),
            limit_s=limit_s,
            attempt_headers=self._deadline_header(limit_s, budget),
        )
        return await self._http.call(request, read, policy or self.policy(self._limits.control_s))

    async def delete(self, target: str) -> None:
        """Delete; what is gone already is fine."""
        request = Request(
            "DELETE",
            target,
            frozenset({204, 404}),
            repeatable=True,
            attempt_headers=self._deadline_header(),
        )
        policy = self.policy(self._limits.control_s)
        await self._http.call(request, lambda _answer: None, policy)

    async def pages(
        self, path: str, query: Mapping[str, str], read: Callable[[Mapping[str, Any]], T]
    ) -> list[T]:
        """Return the items of all pages of a listing.

        Raises:
            ServiceError: BAD_ANSWER: it does not end, for a page with a next one is empty.
        """
        found: list[T] = []
        cursor: str | None = ""
        while cursor is not None:
            page = {**query, "limit": str(_PAGE), **({"cursor": cursor} if cursor else {})}
            items, cursor = await self.get(
                f"{path}?{urlencode(page)}", lambda answer: _page(answer, read)
            )
            found += items
            if cursor is not None and (not items or len(found) > _MOST_ITEMS):
                raise ServiceError(info(ErrorKind.BAD_ANSWER, reason="pages"))
        return found

    async def job(self, location: str, policy: RetryPolicy) -> dict[str, Any]:
        """Follow a job to its end and return its result.

        Raises:
            JobFailedError: it failed (for what its problem says, else SERVER_FAULT) or was
                cancelled (CONFLICT).
            ServiceError: it could not be followed; it goes on all the same.
        """
        target = await self._http.target_of("/", location)
        request = Request(
            "GET",
            target,
            OK,
            repeatable=True,
            attempt_headers=self._deadline_header(),
            most=LARGEST_LISTING,
        )
        while True:
            job, pause_s = await self._http.call(
                request, lambda answer: (_job_of(answer), answer.retry_after_s), policy
            )
            if job["state"] not in _JOB_UNDER_WAY:
                break
            await self._http.clock.sleep(pause_s or _POLL_S)
        if job["state"] == "done":
            return dict(job["result"] or {})
        raise JobFailedError(job_failure(job))


def _page(answer: Answer, read: Callable[[Mapping[str, Any]], T]) -> tuple[list[T], str | None]:
    document = answer.json()
    following = document["next"]
    if following is not None and not isinstance(following, str):
        raise TypeError("next")
    return [read(item) for item in document["items"]], following


def _job_of(answer: Answer) -> dict[str, Any]:
    job = answer.json()
    if job["state"] not in {"queued", "running", "done", "failed", "cancelled"}:
        raise ValueError("state")
    return dict(job)
