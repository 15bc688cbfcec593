"""The built-in service as a `RecordService`: it honours keys, so that every call may be repeated.

It may come back on another port; the client asks `locate` again whenever it finds nobody there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import Any, TypeVar
from urllib.parse import urlencode

from desktop_app.core.clock import Clock
from desktop_app.core.errors import ErrorKind, SendoffError, ServiceError, info
from desktop_app.core.model import (
    LOCAL_ACCOUNT,
    Account,
    RecordRef,
    RemoteFile,
    SaveLimits,
    UploadedFile,
)
from desktop_app.services.base import (
    AccountCheck,
    Capabilities,
    RecordDraft,
    UploadReport,
    UploadSource,
    VerifiedFile,
)
from desktop_app.services.http import (
    Answer,
    HttpClient,
    HttpSettings,
    Locate,
    Patience,
    Request,
    Trust,
)
from desktop_app.services.local.shapes import (
    as_json,
    draft_body,
    file_from,
    manifest,
    record_from,
    record_of,
    refine,
    segment,
    structured,
    verified_from,
)
from desktop_app.services.local.uploads import FileUpload
from desktop_app.services.tus import Tus
from desktop_app.workflow import AbortSignal, ScheduleTimeout, loop_schedule_timeout

T = TypeVar("T")
CAPABILITIES = Capabilities(
    kind="local", honours_keys=True, resumable=True, checksum="sha256", finalize_s=20.0
)
_OK = frozenset({200})
_PAGE = 1000
_POLL_S = 1.0
_OF_STAGE = 0.8
"""Part of a stage's time after which an outage is told for what it is, before the stage ends."""
_JOB_UNDER_WAY = frozenset({"queued", "running"})


class LocalService:
    """Records on this computer, or wherever a service of this kind runs.

    Args:
        locate: says where it is now, and the token for it.
        account: what `check_account` answers for.
        limits: of a save.
        settings, trust: see `HttpClient`.
        clock, random, schedule: injected for tests.
    """

    def __init__(
        self,
        locate: Locate,
        *,
        account: Account = LOCAL_ACCOUNT,
        limits: SaveLimits | None = None,
        settings: HttpSettings | None = None,
        trust: Trust | None = None,
        clock: Clock | None = None,
        random: Random | None = None,
        schedule: ScheduleTimeout = loop_schedule_timeout,
    ) -> None:
        self._account = account
        self._http = HttpClient(
            locate,
            limits=limits,
            settings=settings,
            trust=trust,
            refine=refine,
            clock=clock,
            random=random,
            schedule=schedule,
        )
        self._tus = Tus(self._http)

    @property
    def capabilities(self) -> Capabilities:
        """What this service can do."""
        return CAPABILITIES

    async def create_record(self, draft: RecordDraft, signal: AbortSignal) -> RecordRef:
        """Create a draft; the same key and body again give the same draft."""
        return await self._send(
            "POST",
            "/records",
            201,
            record_of,
            draft_body(draft),
            key=draft.idempotency_key,
            patience=replace(
                self._patience(_OF_STAGE * self._limits.create_s, signal),
                within_s=self._limits.create_s,
            ),
        )

    async def update_record(self, record_id: str, draft: RecordDraft) -> RecordRef:
        """Replace title and metadata of a draft.

        Raises:
            ServiceError: CONFLICT if somebody else changed it in between.
        """
        path = f"/records/{segment(record_id)}"
        tag = await self._get(path, lambda answer: answer.headers["etag"])
        return await self._send(
            "PATCH",
            path,
            200,
            record_of,
            draft_body(draft),
            key=draft.idempotency_key,
            headers={"If-Match": tag},
        )

    async def find_by_client_ref(self, client_ref: str) -> tuple[RecordRef, ...]:
        """Return the records that carry our marker, oldest first."""
        items = await self._pages("/records", {"client_ref": client_ref}, record_from)
        return tuple(reversed(items))

    async def get_record(self, record_id: str) -> RecordRef:
        """Return the record as it stands now."""
        return await self._get(f"/records/{segment(record_id)}", record_of)

    async def list_files(self, record_id: str) -> tuple[RemoteFile, ...]:
        """Return the service's own listing: complete files, and uploads under way."""
        return tuple(await self._pages(f"/records/{segment(record_id)}/files", {}, file_from))

    async def upload_file(
        self, record_id: str, source: UploadSource, signal: AbortSignal, report: UploadReport
    ) -> UploadedFile:
        """Converge; see `FileUpload`."""
        upload = FileUpload(self._http, self._tus, record_id, source, signal, report)
        return await upload.converge()

    async def delete_file(self, record_id: str, key: str) -> None:
        """Remove a file of a draft; one that is gone already is fine."""
        await self._delete(f"/records/{segment(record_id)}/files/{segment(key)}")

    async def finalize(
        self,
        record_id: str,
        files: tuple[UploadedFile, ...],
        idempotency_key: str,
        signal: AbortSignal,
    ) -> RecordRef:
        """Seal the record; a job is followed to its end."""
        limit_s = self._limits.finalize_s or CAPABILITIES.finalize_s
        patience = self._patience(self._limits.outage_s, signal)
        sealed = await self._send(
            "POST",
            f"/records/{segment(record_id)}/finalize",
            {200, 202},
            _record_or_job,
            manifest(files),
            key=idempotency_key,
            headers={"Request-Deadline-Ms": str(int(1000 * _OF_STAGE * limit_s))},
            patience=patience,
            limit_s=self._limits.answer_s,
        )
        if isinstance(sealed, RecordRef):
            return sealed
        await self._job(sealed, patience)
        return await self.get_record(record_id)

    async def delete_draft(self, record_id: str) -> None:
        """Remove a draft and what hangs on it; one that is gone already is fine."""
        await self._delete(f"/records/{segment(record_id)}")

    async def check_account(self) -> AccountCheck:
        """Ask for one record, once."""
        request = Request("GET", "/records?limit=1", _OK, repeatable=True)
        try:
            await self._http.call(request, lambda answer: answer.json()["items"])
        except SendoffError as error:
            return AccountCheck(self._account, error.info)
        return AccountCheck(self._account)

    @asynccontextmanager
    async def download(self, record_id: str, key: str) -> AsyncIterator[AsyncIterator[bytes]]:
        """Read a stored file."""
        target = f"/records/{segment(record_id)}/files/{segment(key)}"
        async with self._http.download(target, {"Accept": "*/*"}) as pieces:
            yield pieces

    async def verification(self, record_id: str) -> tuple[VerifiedFile, ...]:
        """Have everything hashed again."""
        status, document, location = await self._get(
            f"/records/{segment(record_id)}/verification",
            lambda answer: (answer.status, answer.json(), answer.headers.get("location", "")),
            expect=frozenset({200, 202}),
            limit_s=self._limits.answer_s,
        )
        if status == 202:
            document = await self._job(location, self._patience(self._limits.outage_s))
        return tuple(verified_from(item) for item in document["items"])

    async def aclose(self) -> None:
        """Close connections."""
        await self._http.aclose()

    # One way for each kind of call

    @property
    def _limits(self) -> SaveLimits:
        return self._http.limits

    def _patience(self, outage_s: float, signal: AbortSignal | None = None) -> Patience:
        return Patience(attempts=self._limits.attempts, outage_s=outage_s, signal=signal)

    def _deadline(self, limit_s: float | None) -> dict[str, str]:
        """Tell the server how long anybody waits."""
        return {"Request-Deadline-Ms": str(int(1000 * (limit_s or self._limits.control_s)))}

    async def _get(
        self,
        target: str,
        read: Callable[[Answer], T],
        *,
        expect: frozenset[int] = _OK,
        limit_s: float | None = None,
    ) -> T:
        request = Request(
            "GET",
            target,
            expect,
            repeatable=True,
            headers=self._deadline(limit_s),
            limit_s=limit_s,
        )
        return await self._http.call(request, read, self._patience(self._limits.control_s))

    async def _send(
        self,
        method: str,
        target: str,
        expect: int | set[int],
        read: Callable[[Answer], T],
        document: Mapping[str, Any],
        *,
        key: str,
        headers: Mapping[str, str] | None = None,
        patience: Patience | None = None,
        limit_s: float | None = None,
    ) -> T:
        request = Request(
            method,
            target,
            frozenset({expect} if isinstance(expect, int) else expect),
            repeatable=True,
            headers={
                "Content-Type": "application/json",
                "Idempotency-Key": structured(key),
                **self._deadline(limit_s),
                **(headers or {}),
            },
            body=as_json(document),
            limit_s=limit_s,
        )
        return await self._http.call(
            request, read, patience or self._patience(self._limits.control_s)
        )

    async def _delete(self, target: str) -> None:
        request = Request("DELETE", target, frozenset({204, 404}), repeatable=True)
        patience = self._patience(self._limits.control_s)
        await self._http.call(request, lambda _answer: None, patience)

    async def _pages(
        self, path: str, query: Mapping[str, str], read: Callable[[Mapping[str, Any]], T]
    ) -> list[T]:
        found: list[T] = []
        cursor: str | None = ""
        while cursor is not None:
            page = {**query, "limit": str(_PAGE), **({"cursor": cursor} if cursor else {})}
            items, cursor = await self._get(
                f"{path}?{urlencode(page)}", lambda answer: _page(answer, read)
            )
            found += items
        return found

    async def _job(self, location: str, patience: Patience) -> dict[str, Any]:
        """Follow a job to its end and return its result.

        Raises:
            ServiceError: it failed (SERVER_FAULT) or was cancelled (CONFLICT).
        """
        target = await self._http.target_of("/", location)
        request = Request("GET", target, _OK, repeatable=True)
        while True:
            job, pause_s = await self._http.call(
                request, lambda answer: (_job_of(answer), answer.retry_after_s), patience
            )
            if job["state"] not in _JOB_UNDER_WAY:
                break
            await self._http.clock.sleep(pause_s or _POLL_S)
        if job["state"] == "done":
            return dict(job["result"] or {})
        kind = ErrorKind.CONFLICT if job["state"] == "cancelled" else ErrorKind.SERVER_FAULT
        raise ServiceError(info(kind, job=str(job["id"]), state=str(job["state"])))


def _record_or_job(answer: Answer) -> RecordRef | str:
    """Return the sealed record, or where the job is that seals it."""
    return answer.headers["location"] if answer.status == 202 else record_of(answer)


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
