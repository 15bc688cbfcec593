"""The built-in service as a `RecordService`: it honours keys, so that every call may be repeated.

It may come back on another port: the client asks `locate` again whenever nothing answers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random

from desktop_app.core.clock import Clock
from desktop_app.core.errors import SendoffError, ServiceError, Verdict
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
    FieldType,
    MetadataField,
    OnWait,
    RecordDraft,
    UploadReport,
    UploadSource,
    VerifiedFile,
)
from desktop_app.services.http import (
    LARGEST_LISTING,
    Answer,
    HttpClient,
    HttpSettings,
    Locate,
    Request,
    Trust,
)
from desktop_app.services.local.calls import OK, Calls, JobFailedError
from desktop_app.services.local.shapes import (
    draft_body,
    file_from,
    manifest,
    record_from,
    record_of,
    refine,
    segment,
    sending_form,
    verified_from,
)
from desktop_app.services.local.uploads import FileUpload
from desktop_app.services.tus import Tus
from desktop_app.workflow import AbortSignal, ScheduleTimeout, loop_schedule_timeout

CAPABILITIES = Capabilities(
    kind=LOCAL_ACCOUNT.kind,
    honours_keys=True,
    resumable=True,
    checksum="sha256",
    finalize_s=20.0,
    fields=(MetadataField("description", FieldType.LONG_TEXT),),
)
_OF_STAGE = 0.8
"""Part of a stage's time that an outage may take: then it is reported as one, not as a timeout."""


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
        self._calls = Calls(self._http)
        self._tus = Tus(self._http)

    @property
    def capabilities(self) -> Capabilities:
        """What this service can do."""
        return CAPABILITIES

    def report_waits(self, on_wait: OnWait) -> None:
        """Report the pauses of calls that have no report of their own."""
        self._http.report_waits(on_wait)

    async def create_record(self, draft: RecordDraft, signal: AbortSignal) -> RecordRef:
        """Create a draft; the same key and body again give the same draft."""
        with sending_form():
            return await self._calls.send(
                "POST",
                "/records",
                201,
                record_of,
                draft_body(draft),
                key=draft.idempotency_key,
                policy=replace(
                    self._calls.policy(_OF_STAGE * self._limits.create_s, signal),
                    within_s=self._limits.create_s,
                ),
                budget=self._calls.budget(self._limits.create_s),
            )

    async def update_record(self, record_id: str, draft: RecordDraft) -> RecordRef:
        """Replace title and metadata of a draft.

        Raises:
            ServiceError: CONFLICT if somebody else changed it in between.
        """
        path = f"/records/{segment(record_id)}"
        tag = await self._calls.get(path, lambda answer: answer.headers["etag"])
        with sending_form():
            return await self._calls.send(
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
        items = await self._calls.pages("/records", {"client_ref": client_ref}, record_from)
        return tuple(reversed(items))

    async def records(self) -> tuple[RecordRef, ...]:
        """Return every record, oldest first."""
        return tuple(reversed(await self._calls.pages("/records", {}, record_from)))

    async def get_record(self, record_id: str) -> RecordRef:
        """Return the record as it is now."""
        return await self._calls.get(f"/records/{segment(record_id)}", record_of)

    async def list_files(self, record_id: str) -> tuple[RemoteFile, ...]:
        """Return the service's own listing: complete files, and uploads under way."""
        return tuple(await self._calls.pages(f"/records/{segment(record_id)}/files", {}, file_from))

    async def upload_file(
        self, record_id: str, source: UploadSource, signal: AbortSignal, report: UploadReport
    ) -> UploadedFile:
        """Converge; see `FileUpload`."""
        upload = FileUpload(self._http, self._tus, record_id, source, signal, report)
        return await upload.converge()

    async def delete_file(self, record_id: str, key: str) -> None:
        """Remove a file of a draft; one that is gone already is fine."""
        await self._calls.delete(f"/records/{segment(record_id)}/files/{segment(key)}")

    async def finalize(
        self,
        record_id: str,
        files: tuple[UploadedFile, ...],
        idempotency_key: str,
        signal: AbortSignal,
    ) -> RecordRef:
        """Seal the record; a job is followed to its end.

        Raises:
            ServiceError: UNKNOWN_OUTCOME: it was accepted, and its end could not be learnt.
        """
        limit_s = self._limits.finalize_s or CAPABILITIES.finalize_s
        policy = self._calls.policy(self._limits.outage_s, signal)
        sealed = await self._calls.send(
            "POST",
            f"/records/{segment(record_id)}/finalize",
            {200, 202},
            _record_or_job,
            manifest(files),
            key=idempotency_key,
            policy=policy,
            limit_s=self._limits.answer_s,
            budget=self._calls.budget(_OF_STAGE * limit_s),
        )
        if isinstance(sealed, RecordRef):
            return sealed
        location, request_id = sealed
        try:
            await self._calls.job(location, policy)
            return replace(await self.get_record(record_id), request_id=request_id)
        except JobFailedError:
            raise
        except ServiceError as error:  # it was accepted: whatever hides its end, it goes on
            unknown = replace(error.info, verdict=Verdict.UNKNOWN_OUTCOME)
            raise ServiceError(unknown) from error

    async def delete_draft(self, record_id: str) -> None:
        """Remove a draft and what hangs on it; one that is gone already is fine."""
        await self._calls.delete(f"/records/{segment(record_id)}")

    async def check_account(self) -> AccountCheck:
        """Ask for one record, once."""
        request = Request("GET", "/records?limit=1", OK, repeatable=True)
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
        status, document, location = await self._calls.get(
            f"/records/{segment(record_id)}/verification",
            lambda answer: (answer.status, answer.json(), answer.headers.get("location", "")),
            expect=frozenset({200, 202}),
            limit_s=self._limits.answer_s,
            most=LARGEST_LISTING,
        )
        if status == 202:
            document = await self._calls.job(location, self._calls.policy(self._limits.outage_s))
        return tuple(verified_from(item) for item in document["items"])

    async def aclose(self) -> None:
        """Close connections."""
        await self._http.aclose()

    @property
    def _limits(self) -> SaveLimits:
        return self._http.limits


def _record_or_job(answer: Answer) -> RecordRef | tuple[str, str]:
    """Return the sealed record, or where the job is that seals it, and who asked for it."""
    if answer.status == 202:
        return answer.headers["location"], answer.request_id
    return record_of(answer)
