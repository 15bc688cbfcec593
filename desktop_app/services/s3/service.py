"""Records in a bucket as a records service. Every write may be repeated."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from secrets import token_hex
from typing import Any

from desktop_app.core.clock import Clock
from desktop_app.core.errors import ErrorKind, SendoffError, ServiceError, info
from desktop_app.core.model import (
    Account,
    KeyRules,
    RecordRef,
    RecordState,
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
)
from desktop_app.services.http import HttpClient, HttpSettings, RetryPolicy, Trust, at
from desktop_app.services.s3.bucket import Bucket, Place, refined
from desktop_app.services.s3.records import (
    CRATE,
    Keys,
    crate_of,
    draft_document,
    files_from,
    is_id,
    parts_of_crate,
    record_from,
    record_id_of,
)
from desktop_app.services.s3.signing import KeyPair
from desktop_app.services.s3.uploads import FileUpload
from desktop_app.workflow import AbortSignal, ScheduleTimeout, loop_schedule_timeout

CAPABILITIES = Capabilities(
    kind="s3",
    honours_keys=True,
    resumable=True,
    checksum="sha256",
    parallel_files=4,
    key_rules=KeyRules(max_segment=255, max_total=900, reserved=frozenset({CRATE})),
    finalize_s=60.0,
    fields=(MetadataField("description", FieldType.LONG_TEXT),),
)
_JSON = "application/json"


class S3Service:
    """Records under the bucket and prefix of one account.

    Args:
        account: whose address is `https://host/BUCKET[/PREFIX]`.
        secret: `KEY-ID:SECRET`.
        limits, settings, trust: of the HTTP client.
        clock, random, schedule, now: injected for tests.

    Raises:
        BadInputError: BAD_ADDRESS, BAD_TOKEN.
    """

    def __init__(
        self,
        account: Account,
        secret: str,
        *,
        limits: SaveLimits | None = None,
        settings: HttpSettings | None = None,
        trust: Trust | None = None,
        clock: Clock | None = None,
        random: Random | None = None,
        schedule: ScheduleTimeout = loop_schedule_timeout,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._account = account
        self._place = Place.read(account.address)
        self._pair = KeyPair.read(secret)
        self._now = now
        self._http = HttpClient(
            at(self._place.root),
            limits=limits,
            settings=settings,
            trust=trust,
            refine=refined,
            clock=clock,
            random=random,
            schedule=schedule,
        )
        self._bucket = Bucket(self._http, self._place, self._pair, now)
        self._drafts: set[str] = set()

    @property
    def capabilities(self) -> Capabilities:
        """What a bucket can do."""
        return CAPABILITIES

    def report_waits(self, on_wait: OnWait) -> None:
        """Report the pauses of calls that have no report of their own."""
        self._http.report_waits(on_wait)

    # Records

    async def create_record(self, draft: RecordDraft, signal: AbortSignal) -> RecordRef:
        """Create a draft under the id of our marker; the same marker again is the same draft."""
        record = record_id_of(draft.client_ref)
        keys = self._keys(record)
        content = draft_document(draft, self._now().isoformat(timespec="seconds"))
        policy = self._policy(signal)
        sent = await self._bucket.put(keys.draft, content, policy, media_type=_JSON)
        if sent.tag is None:
            return await self.get_record(record)
        return record_from(record, json.loads(content), final=False, request_id=sent.request_id)

    async def update_record(self, record_id: str, draft: RecordDraft) -> RecordRef:
        """Replace title and metadata of a draft."""
        keys, policy = self._keys(record_id), self._policy()
        await self._require_draft(record_id)
        present = await self._document(record_id, policy)
        content = draft_document(draft, str(present["created"]))
        sent = await self._bucket.put(keys.draft, content, policy, new=False, media_type=_JSON)
        return record_from(record_id, json.loads(content), final=False, request_id=sent.request_id)

    async def find_by_client_ref(self, client_ref: str) -> tuple[RecordRef, ...]:
        """Return the record with our marker: its id says where it is."""
        try:
            found = await self.get_record(record_id_of(client_ref))
        except ServiceError as error:
            if error.kind is ErrorKind.NOT_FOUND and not error.info.get("reason"):
                return ()
            raise
        return (found,) if found.client_ref == client_ref else ()

    async def get_record(self, record_id: str) -> RecordRef:
        """Return the record as it is now."""
        policy = self._policy()
        document = await self._document(record_id, policy)
        crate = await self._bucket.get(self._keys(record_id).crate, policy)
        return record_from(record_id, document, final=crate is not None)

    async def finalize(
        self,
        record_id: str,
        files: tuple[UploadedFile, ...],
        idempotency_key: str,  # noqa: ARG002 - the write is conditional
        signal: AbortSignal,
    ) -> RecordRef:
        """Write the RO-Crate of the record, once: a record is final with it.

        Raises:
            ServiceError: NOT_CONFIRMED: the store's listing lacks a file. CONFLICT: the record
                was made final with other files.
        """
        keys, policy = self._keys(record_id), self._policy(signal)
        document = await self._document(record_id, policy)
        listed = files_from(keys, await self._bucket.list(keys.root, policy))
        _require(files, listed)
        content = crate_of(document, listed)
        self._drafts.discard(record_id)
        sent = await self._bucket.put(keys.crate, content, policy, media_type="application/ld+json")
        if sent.tag is None:
            await self._require_same(record_id, content, policy)
        else:
            # begun by a request whose answer was lost: nobody goes on with it any more
            await self._bucket.abort_all(keys.data, policy)
        return record_from(record_id, document, final=True, request_id=sent.request_id)

    async def _require_same(self, record_id: str, content: bytes, policy: RetryPolicy) -> None:
        found = await self._bucket.get(self._keys(record_id).crate, policy)
        try:
            same = found is not None and parts_of_crate(found.body) == parts_of_crate(content)
        except (LookupError, TypeError, ValueError):
            same = False
        if not same:
            raise ServiceError(info(ErrorKind.CONFLICT))

    async def delete_draft(self, record_id: str) -> None:
        """Remove a draft, its files and what was begun; one that is gone already is fine.

        Raises:
            ServiceError: CONFLICT: it is final.
        """
        keys, policy = self._keys(record_id), self._policy()
        if await self._bucket.get(keys.crate, policy) is not None:
            raise ServiceError(info(ErrorKind.CONFLICT, reason="published"))
        self._drafts.discard(record_id)
        await self._bucket.abort_all(keys.data, policy)
        for one in await self._bucket.list(keys.root, policy):
            if one.key != keys.draft:
                await self._bucket.delete(one.key, policy)
        # last, so that a removal that was cut short can be asked for again
        await self._bucket.delete(keys.draft, policy)

    # Files

    async def list_files(self, record_id: str) -> tuple[RemoteFile, ...]:
        """Return the files of a record; those of unfinished uploads are none yet."""
        keys, policy = self._keys(record_id), self._policy()
        objects = await self._bucket.list(keys.root, policy)
        if not any(one.key == keys.draft for one in objects):
            raise ServiceError(info(ErrorKind.NOT_FOUND))
        return files_from(keys, objects)

    async def upload_file(
        self, record_id: str, source: UploadSource, signal: AbortSignal, report: UploadReport
    ) -> UploadedFile:
        """Make the record hold the file; see `FileUpload`."""
        if source.key == CRATE:
            raise ServiceError(info(ErrorKind.BAD_NAME, key=source.key, reason="reserved"))
        policy = replace(self._policy(signal, outage=True), on_wait=report.waiting)
        await self._require_draft(record_id)
        upload = FileUpload(
            self._bucket, self._keys(record_id), source, report, policy, self._limits.answer_s
        )
        try:
            return await upload.converge()
        except ServiceError as error:
            if error.kind is not ErrorKind.NOT_CONFIRMED:
                raise
            raise ServiceError(error.info.but(key=source.key)) from error

    async def delete_file(self, record_id: str, key: str) -> None:
        """Remove a file of a draft; one that is gone already is fine."""
        policy = self._policy()
        await self._require_draft(record_id)
        await self._bucket.delete(self._keys(record_id).file(key), policy)

    # The account

    async def check_account(self) -> AccountCheck:
        """Write, list and remove an object: nothing less shows that the key pair may do so."""
        policy = self._policy()
        key = f"{self._place.prefix}.sendoff-test-{token_hex(8)}"
        try:
            first = await self._bucket.put(key, b"test", policy)
            again = await self._bucket.put(key, b"test", policy)
            await self._bucket.first(self._place.prefix, policy)
            await self._bucket.delete(key, policy)
        except SendoffError as error:
            return AccountCheck(self._account, error.info)
        if first.tag is None or again.tag is not None:
            error_info = info(ErrorKind.NOT_THE_SERVICE, reason="no_conditions")
            return AccountCheck(self._account, error_info)
        return AccountCheck(self._account, signed_in_as=self._pair.id)

    async def aclose(self) -> None:
        """Close connections."""
        await self._http.aclose()

    async def _document(self, record_id: str, policy: RetryPolicy) -> dict[str, Any]:
        answer = await self._bucket.get(self._keys(record_id).draft, policy)
        if answer is None:
            raise ServiceError(info(ErrorKind.NOT_FOUND))
        try:
            document = json.loads(answer.body)
            record_from(record_id, document, final=False)
        except (LookupError, TypeError, ValueError) as error:
            raise ServiceError(info(ErrorKind.BAD_ANSWER)) from error
        return dict(document)

    async def _require_draft(self, record_id: str) -> None:
        """See that the record is a draft, once for each service object."""
        if record_id in self._drafts:
            return
        if (await self.get_record(record_id)).state is not RecordState.DRAFT:
            raise ServiceError(info(ErrorKind.LOCKED))
        self._drafts.add(record_id)

    def _keys(self, record_id: str) -> Keys:
        if not is_id(record_id):
            raise ServiceError(info(ErrorKind.NOT_FOUND))
        return Keys(self._place.prefix, record_id)

    @property
    def _limits(self) -> SaveLimits:
        return self._http.limits

    def _policy(self, signal: AbortSignal | None = None, *, outage: bool = False) -> RetryPolicy:
        """Return how a call is repeated; a lost network is waited for only while files are sent."""
        outage_s = self._limits.outage_s if outage else 0.0
        return RetryPolicy(self._limits.attempts, outage_s=outage_s, signal=signal)


def _require(files: tuple[UploadedFile, ...], listed: tuple[RemoteFile, ...]) -> None:
    """See that the store's own listing has every file as it was confirmed.

    Raises:
        ServiceError: NOT_CONFIRMED, with the first that it lacks.
    """
    by_key = {one.key: one for one in listed}
    for file in files:
        found = by_key.get(file.key)
        if found is None or (found.size, found.checksum) != (file.size, file.checksum):
            raise ServiceError(info(ErrorKind.NOT_CONFIRMED, key=file.key, size=file.size))
