"""One file on its way to the built-in service: whole where it is small, by tus where it is not.

look at what is there --same--> done        send --> compare --same--> done
      |                 --other--> DIFFERENT_CONTENT        --other--> delete, send once more
      nothing --> send
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager

from desktop_app.core.errors import ErrorKind, ServiceError, info
from desktop_app.core.model import FileState, UploadedFile
from desktop_app.services.base import UploadReport, UploadSource
from desktop_app.services.http import Body, HttpClient, Request, RetryPolicy
from desktop_app.services.local.shapes import (
    Stored,
    segment,
    stored_part,
    stored_whole,
    to_repr_digest,
)
from desktop_app.services.tus import Content, Listener, Tus, UploadGoneError
from desktop_app.workflow import AbortSignal

WHOLE_BELOW = 8 << 20
"""Files below this size go in one PUT: what a lost connection costs is not worth two requests."""
HASH_FIRST = 2 << 20
"""Files up to this size are hashed before they are sent, from the same one read."""
_FRESH_UPLOADS = 3


class FileUpload:
    """Makes the service hold exactly one file's content under its key.

    Args:
        http, tus: of the service.
        record_id: the draft.
        source: the local file.
        signal: checked before each attempt.
        report: where phases, bytes and pauses go.
    """

    def __init__(
        self,
        http: HttpClient,
        tus: Tus,
        record_id: str,
        source: UploadSource,
        signal: AbortSignal,
        report: UploadReport,
    ) -> None:
        self._http = http
        self._tus = tus
        self._record = f"/records/{segment(record_id)}"
        self._target = f"{self._record}/files/{segment(source.key)}"
        self._source = source
        self._report = report
        self._policy = RetryPolicy(
            attempts=http.limits.attempts,
            outage_s=http.limits.outage_s,
            signal=signal,
            on_wait=report.waiting,
        )

    async def converge(self) -> UploadedFile:
        """Return when the service's own answer agrees in size and digest.

        Raises:
            ServiceError: DIFFERENT_CONTENT if something else is there that we did not send;
                NOT_CONFIRMED if what was sent twice is not what is stored.
            FileError: the local file is missing, unreadable or changed.
        """
        for _ in range(2):
            stored = await self._whole() if self._source.size < WHOLE_BELOW else await self._parts()
            ours = await self._ours()
            key, size = self._source.key, self._source.size
            if stored.size == size and stored.digest in ("", ours):
                return UploadedFile(key, size, stored.digest, ours, stored.request_id)
            await self._delete()
        raise ServiceError(info(ErrorKind.NOT_CONFIRMED, key=self._source.key, size=stored.size))

    # One PUT

    async def _whole(self) -> Stored:
        if self._source.size <= HASH_FIRST:
            await self._ours()
        known = self._source.known_digest("sha256")
        request = Request(
            "PUT",
            self._target,
            frozenset({200, 201}),
            repeatable=True,
            headers={"Content-Type": "application/octet-stream"}
            | ({"Repr-Digest": to_repr_digest(known)} if known else {}),
            body=Body(self._source.size, self._source.open, self._report.sent),
            early_success=True,
        )
        try:
            return await self._http.call(request, stored_whole, self._policy)
        except ServiceError as error:
            return await self._same_or_raise(error)

    # tus

    async def _parts(self) -> Stored:
        upload = self._report.upload_ref
        if not upload and (stored := await self._looked_up()) is not None:
            return await self._same_or_raise(self._other(stored), stored)
        for _ in range(_FRESH_UPLOADS):
            try:
                created = not upload
                if created:
                    upload = await self._begin()
                await self._send(upload, created=created)
                stored = await self._looked_up()
                if stored is not None:
                    return stored
            except UploadGoneError:
                if (stored := await self._looked_up()) is not None:
                    return stored
            except ServiceError as error:
                if error.kind is ErrorKind.DIFFERENT_CONTENT:
                    return await self._same_or_raise(error)
                if error.kind is not ErrorKind.NOT_CONFIRMED:
                    raise
            upload = ""
        raise ServiceError(info(ErrorKind.NOT_CONFIRMED, key=self._source.key))

    async def _begin(self) -> str:
        known = self._source.known_digest("sha256")
        metadata = {"key": self._source.key} | ({"digest": known} if known else {})
        upload = await self._tus.create(
            f"{self._record}/uploads", self._source.size, metadata, self._policy
        )
        await self._report.remember_upload(upload)
        return upload

    async def _send(self, upload: str, *, created: bool) -> None:
        content = Content(self._source.size, self._open)
        listener = Listener(self._report.sent, self._report.acknowledged)
        await self._tus.send(
            upload,
            content,
            self._policy,
            listener,
            last_headers=self._digest_header,
            reached=0 if created else None,
        )

    def _open(self, offset: int) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        return self._source.open(offset)

    def _digest_header(self) -> dict[str, str]:
        known = self._source.known_digest("sha256")
        return {"Repr-Digest": to_repr_digest(known)} if known else {}

    # What is there

    async def _looked_up(self) -> Stored | None:
        """Return what is stored under the key, or None."""
        request = Request(
            "GET",
            self._target,
            frozenset({200, 206, 404}),
            repeatable=True,
            headers={"Range": "bytes=0-0"},
        )
        return await self._http.call(
            request, lambda a: None if a.status == 404 else stored_part(a), self._policy
        )

    async def _same_or_raise(self, error: ServiceError, stored: Stored | None = None) -> Stored:
        """Return what is stored if it is this file after all, else raise `error`."""
        if error.kind is not ErrorKind.DIFFERENT_CONTENT:
            raise error
        stored = stored or await self._looked_up()
        if stored is None or stored.size != self._source.size:
            raise error
        if stored.digest != await self._ours():
            raise error
        return stored

    async def _ours(self) -> str:
        """Return the local digest; says so where the file has to be read for it, perhaps long."""
        if not self._source.known_digest("sha256"):
            self._report.state(FileState.READING)
        return await self._source.digest("sha256")

    async def _delete(self) -> None:
        request = Request("DELETE", self._target, frozenset({204, 404}), repeatable=True)
        await self._http.call(request, lambda _answer: None, self._policy)

    def _other(self, stored: Stored) -> ServiceError:
        return ServiceError(
            info(ErrorKind.DIFFERENT_CONTENT, key=self._source.key, size=stored.size)
        )
