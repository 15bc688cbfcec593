"""A service whose uploads cannot be cancelled: the hint instead of the button, and late success."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import FileState, RecordRef, RemoteFile, SaveStage, UploadedFile
from desktop_app.services.base import (
    AccountCheck,
    Capabilities,
    OnWait,
    RecordDraft,
    RecordService,
    UploadReport,
    UploadSource,
)
from desktop_app.workflow import AbortController, AbortSignal


class Uncancellable:
    """Any service, but an upload that has begun can neither be stopped nor watched.

    It says so in its capabilities; the engine then leaves it alone on a timeout, and it ends late.
    Implements `RecordService`.
    """

    def __init__(self, service: RecordService) -> None:
        self._service = service

    @property
    def capabilities(self) -> Capabilities:
        """The service's own, without the upload among what can be stopped."""
        own = self._service.capabilities
        return replace(own, abortable=own.abortable - {SaveStage.UPLOAD_FILES})

    def report_waits(self, on_wait: OnWait) -> None:
        """As the service does."""
        self._service.report_waits(on_wait)

    async def create_record(self, draft: RecordDraft, signal: AbortSignal) -> RecordRef:
        """As the service does."""
        return await self._service.create_record(draft, signal)

    async def update_record(self, record_id: str, draft: RecordDraft) -> RecordRef:
        """As the service does."""
        return await self._service.update_record(record_id, draft)

    async def find_by_client_ref(self, client_ref: str) -> tuple[RecordRef, ...]:
        """As the service does."""
        return await self._service.find_by_client_ref(client_ref)

    async def get_record(self, record_id: str) -> RecordRef:
        """As the service does."""
        return await self._service.get_record(record_id)

    async def list_files(self, record_id: str) -> tuple[RemoteFile, ...]:
        """As the service does."""
        return await self._service.list_files(record_id)

    async def upload_file(
        self, record_id: str, source: UploadSource, signal: AbortSignal, report: UploadReport
    ) -> UploadedFile:
        """As the service does, but it never learns of a stop and shows no progress."""
        del signal
        never = AbortController().signal
        return await self._service.upload_file(record_id, source, never, _Unwatched(report))

    async def delete_file(self, record_id: str, key: str) -> None:
        """As the service does."""
        await self._service.delete_file(record_id, key)

    async def finalize(
        self,
        record_id: str,
        files: tuple[UploadedFile, ...],
        idempotency_key: str,
        signal: AbortSignal,
    ) -> RecordRef:
        """As the service does."""
        return await self._service.finalize(record_id, files, idempotency_key, signal)

    async def delete_draft(self, record_id: str) -> None:
        """As the service does."""
        await self._service.delete_draft(record_id)

    async def check_account(self) -> AccountCheck:
        """As the service does."""
        return await self._service.check_account()

    async def aclose(self) -> None:
        """As the service does."""
        await self._service.aclose()


class _Unwatched:
    """Passes on what has to be journaled of an upload, and nothing of how it goes."""

    def __init__(self, report: UploadReport) -> None:
        self._report = report

    @property
    def upload_ref(self) -> str:
        return self._report.upload_ref

    async def remember_upload(self, upload_ref: str) -> None:
        await self._report.remember_upload(upload_ref)

    async def stored_as(self, key: str) -> None:
        await self._report.stored_as(key)

    def state(self, state: FileState) -> None:
        """Say nothing."""

    def sent(self, total: int) -> None:
        """Say nothing."""

    def acknowledged(self, offset: int) -> None:
        """Say nothing."""

    def waiting(self, seconds: float, error: ErrorInfo) -> None:
        """Say nothing."""
