"""What a records service must offer, and what it says of itself. Knows no HTTP.

An adapter turns every failure of its transport into a `ServiceError` in one place. It retries by
itself what may be repeated (its errors are final for now), and never what may not: that surfaces
as `Verdict.UNKNOWN_OUTCOME`, and the save workflow reads back before anything else happens.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import (
    Account,
    EntryFinding,
    FileState,
    KeyRules,
    RecordRef,
    RemoteFile,
    SaveStage,
    UploadedFile,
)
from desktop_app.workflow import AbortSignal

_PLAIN_DIGEST = re.compile(r"(md5|sha-?(?:1|224|256|384|512)):([0-9a-f]+)")


def comparable(checksum: object) -> str:
    """Return a service's digest of a whole file as "<algorithm>:<hex>", "" if it is no such.

    `multipart:...`, `...-2` and what is not known here say nothing of a local file: neither that it
    is the same nor that it is another.
    """
    found = _PLAIN_DIGEST.fullmatch(checksum.strip().lower()) if isinstance(checksum, str) else None
    return f"{found[1].replace('-', '')}:{found[2]}" if found else ""


class FieldType(StrEnum):
    """How the form edits a metadata field."""

    TEXT = "text"
    LONG_TEXT = "long_text"
    DATE = "date"
    CHOICE = "choice"
    PEOPLE = "people"
    """Rows of family name, given name, ORCID (or an organisation's name)."""


@dataclass(frozen=True, slots=True)
class MetadataField:
    """One field of the metadata form.

    Attributes:
        path: dotted path in the service's own metadata object; server errors name it too.
        type: how it is edited.
        required: whether finalize is refused without it.
        choices: values of a CHOICE, in order; the words for them are in `core.words`.
        default: initial value ("today" for a DATE means the day of the save).
    """

    path: str
    type: FieldType
    required: bool = False
    choices: tuple[str, ...] = ()
    default: str = ""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a service says of itself; the client promises nothing that is not in here.

    Attributes:
        abortable: stages whose operation really stops when asked; a contract test proves each.
        honours_keys: repeating with the same idempotency key is safe and answers the same.
        resumable: unfinished uploads go on at the server's offset.
        checksum: algorithm of the server's digests ("sha256", "md5"), or "" if it gives none.
        parallel_files: how many uploads at once are sensible.
        max_file_size, max_total_size, max_files: None where there is no known limit.
        empty_files: whether files of 0 bytes are taken.
        needs_files: whether finalize is refused without any file.
        lists_drafts: whether the person's drafts can be listed, attached to and repaired: the
            service is a `DraftService`.
        finalize_s: sensible limit for finalize, in seconds.
        fields: metadata form, title excluded.
    """

    kind: str
    abortable: frozenset[SaveStage] = frozenset({SaveStage.CREATE_RECORD, SaveStage.UPLOAD_FILES})
    honours_keys: bool = False
    resumable: bool = False
    checksum: str = ""
    parallel_files: int = 4
    key_rules: KeyRules = field(default_factory=KeyRules)
    max_file_size: int | None = None
    max_total_size: int | None = None
    max_files: int | None = None
    empty_files: bool = True
    needs_files: bool = False
    lists_drafts: bool = False
    finalize_s: float = 20.0
    fields: tuple[MetadataField, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordDraft:
    """The intent that `create_record` sends. `client_ref` is our marker, journaled before."""

    title: str
    metadata: str
    client_ref: str
    idempotency_key: str


class UploadSource(Protocol):
    """A local file as an adapter sees it: read off the loop, hashed while it is read."""

    @property
    def key(self) -> str:
        """The name under which it is stored."""
        ...

    @property
    def size(self) -> int:
        """Bytes, as fingerprinted before the start."""
        ...

    def open(self, offset: int = 0) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """Read from `offset` in chunks of about 1 MiB; a new reader per attempt.

        Raises (while iterating):
            FileError: missing, unreadable, or changed under us.
        """
        ...

    def known_digest(self, algorithm: str) -> str:
        """Return "<algorithm>:<hex>" if it is known without reading, else ""."""
        ...

    async def digest(self, algorithm: str) -> str:
        """Return "<algorithm>:<hex>" of the whole file, reading (off the loop) what is missing.

        Raises:
            FileError: missing, unreadable, or changed under us.
        """
        ...


class UploadReport(Protocol):
    """Where an adapter reports what really happened with one file."""

    @property
    def upload_ref(self) -> str:
        """Path of an earlier unfinished upload of this file, or ""."""
        ...

    async def remember_upload(self, upload_ref: str) -> None:
        """Journal the path of the upload, before the first byte of it is sent."""
        ...

    async def stored_as(self, key: str) -> None:
        """Journal the key under which the service stores the file, where it is another one.

        Raises:
            ServiceError: NAME_CLASH; another file of the save has it.
        """
        ...

    def state(self, state: FileState) -> None:
        """Report which phase the file is in now, where `sent` does not say it."""
        ...

    def sent(self, total: int) -> None:
        """Report how many bytes of the file this attempt has sent (goes back on a new attempt).

        So it is being sent; with the last byte it waits for the server.
        """
        ...

    def acknowledged(self, offset: int) -> None:
        """Report the server's own offset."""
        ...

    def waiting(self, seconds: float, error: ErrorInfo) -> None:
        """Report that the next attempt begins in `seconds`, and why."""
        ...


@dataclass(frozen=True, slots=True)
class AccountCheck:
    """The answer of *test connection*: `error` is None when everything is right."""

    account: Account
    error: ErrorInfo | None = None
    signed_in_as: str = ""


OnWait = Callable[[float, ErrorInfo], None]
"""`(seconds, error)`: the next attempt of a call begins in `seconds`, because of `error`."""


class RecordService(Protocol):
    """A service that keeps records with files.

    Every coroutine may raise `ServiceError`; file calls also `FileError`. Cancelling the task
    stops the call where the stage is abortable, and returns only when nothing of ours is in
    flight any more.
    """

    @property
    def capabilities(self) -> Capabilities:
        """What this service can do."""
        ...

    def report_waits(self, on_wait: OnWait) -> None:
        """From now on call `on_wait` before each pause of a call that has no report of its own.

        A person who sees nothing move has to know that the service asked for it (429, 503).
        """
        ...

    async def create_record(self, draft: RecordDraft, signal: AbortSignal) -> RecordRef:
        """Create a draft. UNKNOWN_OUTCOME: it may exist; `find_by_client_ref` shows."""
        ...

    async def update_record(self, record_id: str, draft: RecordDraft) -> RecordRef:
        """Replace title and metadata of a draft of ours (after a refusal that named fields)."""
        ...

    async def find_by_client_ref(self, client_ref: str) -> tuple[RecordRef, ...]:
        """Return the records that carry our marker, oldest first, index lag waited out.

        An empty answer means "not there", not "not known": with a dead token it raises SIGN_IN.
        """
        ...

    async def get_record(self, record_id: str) -> RecordRef:
        """Return the record as it is now.

        Raises `ServiceError` of kind NOT_FOUND only if it is really gone (a dead token: SIGN_IN).
        """
        ...

    async def list_files(self, record_id: str) -> tuple[RemoteFile, ...]:
        """Return the service's own listing, all pages."""
        ...

    async def upload_file(
        self, record_id: str, source: UploadSource, signal: AbortSignal, report: UploadReport
    ) -> UploadedFile:
        """Converge: afterwards the service holds exactly this content under this key, once.

        Looks before it sends where a blind repeat would harm. Calls `signal.touch()` whenever
        bytes move. Returns only after size and (where given) digest agree.

        Raises:
            ServiceError: DIFFERENT_CONTENT if other content is under the key that is not ours.
            FileError: the local file is missing, unreadable or changed.
        """
        ...

    async def delete_file(self, record_id: str, key: str) -> None:
        """Remove a file of a draft; one that is gone already is fine."""
        ...

    async def finalize(
        self,
        record_id: str,
        files: tuple[UploadedFile, ...],
        idempotency_key: str,
        signal: AbortSignal,
    ) -> RecordRef:
        """Publish or seal the record; waits for a job where the service answers with one."""
        ...

    async def delete_draft(self, record_id: str) -> None:
        """Remove a draft and what hangs on it; one that is gone already is fine."""
        ...

    async def check_account(self) -> AccountCheck:
        """Say whether address, token and rights are right, and what is wrong."""
        ...

    async def aclose(self) -> None:
        """Close connections. The service object is not used afterwards."""
        ...


ReportOf = Callable[[str], UploadReport]
"""The report for the file with a key."""


class DraftService(RecordService, Protocol):
    """A service on which a person has drafts that were begun elsewhere, perhaps badly."""

    async def drafts(self) -> tuple[RecordRef, ...]:
        """Return the person's newest drafts; those begun just now may be missing."""
        ...

    async def examine(
        self, record_id: str, sources: Sequence[UploadSource]
    ) -> tuple[EntryFinding, ...]:
        """Compare a draft with local files by size and digest; changes nothing."""
        ...

    async def repair(
        self,
        record_id: str,
        sources: Sequence[UploadSource],
        signal: AbortSignal,
        report_of: ReportOf,
        *,
        replace: frozenset[str] = frozenset(),
    ) -> tuple[EntryFinding, ...]:
        """Bring a draft to hold the local files, and nothing unfinished; return how it is then.

        Complete content that differs is replaced only under the keys in `replace`; what has no
        local file and is complete stays. May be repeated at any time: it looks before each step.

        Raises:
            OperationAborted: the signal was aborted; what was repaired before stays so.
        """
        ...


@dataclass(frozen=True, slots=True)
class VerifiedFile:
    """What a service found when it hashed a stored file again.

    Attributes:
        key: its name there.
        size: bytes.
        checksum: the digest that the service has on record.
        found: the digest of what is on its disk now, "" if nothing is.
    """

    key: str
    size: int
    checksum: str
    found: str
