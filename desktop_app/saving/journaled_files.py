"""A journaled file in the terms of those who plan it, send it and report it."""

from __future__ import annotations

from desktop_app.core.model import Fingerprint, PlannedFile, UploadedFile
from desktop_app.storage.journal import FileEntry


def uploaded_of(file: FileEntry) -> UploadedFile:
    """Return a confirmed file in the service's terms."""
    return UploadedFile(
        file.key, file.acknowledged, file.checksum, file.local_checksum, file.request_id
    )


def unsent(file: FileEntry, fingerprint: Fingerprint | None = None) -> FileEntry:
    """Return `file` as one that is still to be sent, with a new fingerprint if it changed."""
    return FileEntry(
        n=file.n,
        path=file.path,
        key=file.key,
        fingerprint=fingerprint or file.fingerprint,
        local_checksum="" if fingerprint else file.local_checksum,
        upload_ref="" if fingerprint else file.upload_ref,
        attempts=file.attempts,
        left_out=file.left_out,
    )


def planned_of(file: FileEntry) -> PlannedFile:
    """Return the local file as it was chosen."""
    return PlannedFile(file.path, file.key, file.fingerprint)
