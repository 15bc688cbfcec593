"""Copies of a record's files on this computer, for services that give them to Sendoff only."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import IO, Protocol, cast, runtime_checkable

from desktop_app.core.errors import ErrorKind, FileError, ServiceError, info
from desktop_app.core.model import Account
from desktop_app.core.threads import in_thread
from desktop_app.saving.session import ServiceProvider


@runtime_checkable
class Downloads(Protocol):
    """A service that gives files back."""

    def download(
        self, record_id: str, key: str
    ) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """Open the content of a file, in pieces."""
        ...


class RecordCopies:
    """Saves copies through the services of a provider."""

    def __init__(self, provider: ServiceProvider) -> None:
        self._provider = provider

    async def save_copy(self, account: Account, record_id: str, key: str, path: str) -> None:
        """Write the file `key` of a record to `path`, whole or not at all; no other is touched.

        Raises:
            ServiceError: it cannot be had, or what arrived is not what the service lists
                (NOT_CONFIRMED).
            FileError: it cannot be written (FILE_UNREADABLE with the path).
        """
        service = await self._provider.open(account)
        part = os.path.join(os.path.dirname(path), f".sendoff-{secrets.token_hex(8)}.part")
        try:
            if not isinstance(service, Downloads):
                raise ServiceError(info(ErrorKind.NOT_FOUND, key=key))
            listed = {file.key: file for file in await service.list_files(record_id)}
            async with service.download(record_id, key) as pieces:
                digest = await _write(part, pieces)
            known = listed[key].checksum if key in listed else ""
            if known.startswith("sha256:") and known != f"sha256:{digest}":
                raise ServiceError(info(ErrorKind.NOT_CONFIRMED, key=key))
            await in_thread(os.replace, part, path)
        except OSError as error:
            raise FileError(info(ErrorKind.FILE_UNREADABLE, path=path)) from error
        finally:
            await in_thread(_remove, part)
            await service.aclose()


async def _write(path: str, pieces: AsyncIterator[bytes]) -> str:
    """Write all pieces to a new file; return their sha256."""
    digest = hashlib.sha256()
    file = cast(IO[bytes], await in_thread(open, path, "xb"))
    try:
        async for piece in pieces:
            await in_thread(_take, file, digest, piece)
    finally:
        await in_thread(file.close)
    return digest.hexdigest()


def _take(file: IO[bytes], digest: hashlib._Hash, piece: bytes) -> None:
    file.write(piece)
    digest.update(piece)


def _remove(path: str) -> None:
    if os.path.exists(path):
        os.unlink(path)
