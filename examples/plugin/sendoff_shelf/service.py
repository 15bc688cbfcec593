"""The worked example of docs/adapters.md: records on a shelf in memory.

It is the smallest adapter that keeps every promise of the contract suite. A real one speaks HTTP
where this one touches the shelf, through `desktop_app.services.http`, which turns every answer and
every failure into a `ServiceError` of the right kind and verdict.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field, replace
from uuid import uuid4

from desktop_app.core.errors import ErrorKind, ServiceError, info
from desktop_app.core.model import (
    Account,
    FileState,
    RecordRef,
    RecordState,
    RemoteFile,
    UploadedFile,
)
from desktop_app.services.base import (
    AccountCheck,
    Capabilities,
    OnWait,
    RecordDraft,
    RecordService,
    UploadReport,
    UploadSource,
)
from desktop_app.workflow import AbortSignal


@dataclass
class Kept:
    """One record on the shelf."""

    ref: RecordRef
    files: dict[str, bytes] = field(default_factory=dict)


Shelf = dict[str, Kept]


class ShelfService:
    """Implements `RecordService` on a `Shelf`; `token` must be "good"."""

    def __init__(self, shelf: Shelf, token: str) -> None:
        self._shelf = shelf
        self._token = token

    @property
    def capabilities(self) -> Capabilities:
        """Whole-file uploads with digests; nothing can be resumed and no key is honoured."""
        return Capabilities(kind="shelf", checksum="sha256", parallel_files=2)

    def report_waits(self, on_wait: OnWait) -> None:
        """A shelf asks nobody to wait."""

    async def create_record(self, draft: RecordDraft, signal: AbortSignal) -> RecordRef:
        """Put an empty draft on the shelf."""
        self._sign_in()
        await asyncio.sleep(0)  # stands for the way to a server: here cancelling takes effect
        signal.touch()
        ref = RecordRef(uuid4().hex, title=draft.title, client_ref=draft.client_ref)
        self._shelf[ref.id] = Kept(ref)
        return ref

    async def update_record(self, record_id: str, draft: RecordDraft) -> RecordRef:
        """Give a draft its corrected title."""
        kept = self._draft(record_id)
        kept.ref = replace(kept.ref, title=draft.title)
        return kept.ref

    async def find_by_client_ref(self, client_ref: str) -> tuple[RecordRef, ...]:
        """Look through the whole shelf."""
        self._sign_in()
        kept = self._shelf.values()
        return tuple(one.ref for one in kept if one.ref.client_ref == client_ref)

    async def get_record(self, record_id: str) -> RecordRef:
        """Look it up."""
        return self._record(record_id).ref

    async def list_files(self, record_id: str) -> tuple[RemoteFile, ...]:
        """Hash what is stored: a listing says what is there, not what was sent."""
        files = self._record(record_id).files.items()
        return tuple(RemoteFile(key, len(content), digest(content)) for key, content in files)

    async def upload_file(
        self, record_id: str, source: UploadSource, signal: AbortSignal, report: UploadReport
    ) -> UploadedFile:
        """Look first, then read the file and store it in one step."""
        files = self._draft(record_id).files
        if source.key not in files:
            report.state(FileState.SENDING)
            content = bytearray()
            async with source.open() as blocks:
                async for block in blocks:
                    content += block
                    signal.touch()
                    report.sent(len(content))
            report.state(FileState.WAITING_FOR_SERVER)
            files[source.key] = bytes(content)
        stored, local = digest(files[source.key]), await source.digest("sha256")
        if stored != local:
            raise ServiceError(info(ErrorKind.DIFFERENT_CONTENT, key=source.key))
        return UploadedFile(source.key, len(files[source.key]), stored, local)

    async def delete_file(self, record_id: str, key: str) -> None:
        """Take a file away."""
        self._draft(record_id).files.pop(key, None)

    async def finalize(
        self,
        record_id: str,
        files: tuple[UploadedFile, ...],
        idempotency_key: str,  # noqa: ARG002 - the shelf honours none
        signal: AbortSignal,
    ) -> RecordRef:
        """Seal the draft, if it holds what the caller believes it holds."""
        kept = self._draft(record_id)
        signal.touch()
        if {one.key: one.checksum for one in files} != {
            k: digest(c) for k, c in kept.files.items()
        }:
            raise ServiceError(info(ErrorKind.CONFLICT))
        kept.ref = replace(kept.ref, state=RecordState.FINALIZED)
        return kept.ref

    async def delete_draft(self, record_id: str) -> None:
        """Take a draft off the shelf."""
        self._sign_in()
        if record_id in self._shelf:
            self._draft(record_id)
            del self._shelf[record_id]

    async def check_account(self) -> AccountCheck:
        """Try the token."""
        account = Account("shelf", "shelf")
        try:
            self._sign_in()
        except ServiceError as error:
            return AccountCheck(account, error.info)
        return AccountCheck(account, signed_in_as="reader")

    async def aclose(self) -> None:
        """Hold nothing."""

    def _sign_in(self) -> None:
        if self._token != "good":  # noqa: S105 - the example's own
            raise ServiceError(info(ErrorKind.SIGN_IN))

    def _record(self, record_id: str) -> Kept:
        self._sign_in()
        if record_id not in self._shelf:
            raise ServiceError(info(ErrorKind.NOT_FOUND))
        return self._shelf[record_id]

    def _draft(self, record_id: str) -> Kept:
        kept = self._record(record_id)
        if kept.ref.state is not RecordState.DRAFT:
            raise ServiceError(info(ErrorKind.LOCKED))
        return kept


def digest(content: bytes) -> str:
    """Return the digest in the form that the whole program uses."""
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def opened(shelf: Shelf, token: str) -> RecordService:
    """Return the adapter as its Protocol: mypy compares the two here."""
    return ShelfService(shelf, token)
