"""The requests of tus, and which chunk is next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from desktop_app.core.errors import ServiceError, Verdict
from desktop_app.services.http import (
    Answer,
    Body,
    HttpClient,
    Patience,
    Request,
    UnreachableError,
)
from desktop_app.services.tus.creation import (
    Begun,
    ContentAttempt,
    encode_metadata,
    offset_of,
)
from desktop_app.services.tus.transfer import Content, Listener, Transfer

VERSION = {"Tus-Resumable": "1.0.0"}
CONTENT_TYPE = "application/offset+octet-stream"
AT_ONCE = "creation-with-upload"
"""The extension by which a creation may bring content."""
FIRST_CHUNK = 16 << 20
SMALLEST_CHUNK = 1 << 20
LARGEST_CHUNK = 1 << 30
CHUNK_S = 10.0
"""Seconds that one chunk should take: the most that a lost connection can cost."""
_GONE = frozenset({403, 404, 410})
_LOCKED = 423
_NOT_AT_ONCE = frozenset({413, 415})
"""Refusals of content with the creation: without it there may be no objection."""


class UploadGoneError(ServiceError):
    """The server does not know the upload any more: begin a new one."""


class Tus:
    """Uploads by tus through a client.

    Args:
        http: the client; its endpoint is where `upload` paths belong.
        chunk_limit: largest chunk in bytes.
    """

    def __init__(self, http: HttpClient, *, chunk_limit: int = LARGEST_CHUNK) -> None:
        self._http = http
        self._largest = max(SMALLEST_CHUNK, chunk_limit)
        self._chunk = min(FIRST_CHUNK, self._largest)

    async def create(
        self, target: str, size: int, metadata: Mapping[str, str], patience: Patience
    ) -> str:
        """Create an upload and return its path. Repeating leaves an empty one behind, no harm.

        Raises:
            ServiceError: refused, or the answer names no place on this service.
        """
        request = self._creation(target, size, metadata)
        location = await self._http.call(request, lambda a: a.headers["location"], patience)
        return await self._http.target_of(target, location)

    async def extensions(self, target: str, patience: Patience) -> frozenset[str]:
        """Return which extensions the server offers where uploads are created; none: no word."""
        request = Request("OPTIONS", target, frozenset({200, 204}), repeatable=True)
        return await self._http.call(request, _extensions, patience)

    async def begin(
        self,
        target: str,
        content: Content,
        metadata: Mapping[str, str],
        patience: Patience,
        listener: Listener,
        *,
        at_once: bool,
        last_headers: Callable[[], Mapping[str, str]] = dict,
        key: str = "",
    ) -> Begun:
        """Create an upload, with its content in the same request where that may be.

        `send` goes on from the offset, and has nothing to do where that is the size.

        Args:
            target, content, metadata, patience, listener: as for `create` and `send`.
            at_once: whether the server offers `AT_ONCE`; what does not fit into one chunk (or is
                so large that the request is not worth saving) is created without content anyhow.
            last_headers: for the request that completes the upload.
            key: an idempotency key, for a server that honours them. Without one a request whose
                answer was lost is not repeated: the content might be stored twice.

        Raises:
            ServiceError: as `create`; UNKNOWN_OUTCOME where there may be an upload, perhaps a
                whole one, of which only the server knows the place: look at what it stores first.
            FileError: from the content.
        """
        if at_once and 0 < content.size <= min(self._chunk, FIRST_CHUNK):
            headers = dict(last_headers()) | ({"Idempotency-Key": key} if key else {})
            creation = self._creation(target, content.size, metadata, headers)
            attempt = ContentAttempt(self._http, creation, content, listener, patience.signal)
            try:
                begun, seconds = await self._http.patiently(attempt.run, patience)
            except ServiceError as error:
                if error.info.status not in _NOT_AT_ONCE:
                    raise
                if error.info.status == 413 and content.size > SMALLEST_CHUNK:
                    self._lower(content.size)
            else:
                if begun.offset == content.size:
                    self._adapt(content.size, seconds)
                return begun
        return Begun(await self.create(target, content.size, metadata, patience), 0)

    def _creation(
        self,
        target: str,
        size: int,
        metadata: Mapping[str, str],
        content_headers: Mapping[str, str] | None = None,
    ) -> Request:
        headers = VERSION | {
            "Upload-Length": str(size),
            "Upload-Metadata": encode_metadata(metadata),
        }
        if content_headers is None:
            return Request("POST", target, frozenset({201}), repeatable=True, headers=headers)
        return Request(
            "POST",
            target,
            frozenset({201}),
            repeatable="Idempotency-Key" in content_headers,
            headers=headers | {"Content-Type": CONTENT_TYPE} | dict(content_headers),
            early_success=True,
        )

    async def offset(self, upload: str, patience: Patience) -> int:
        """Return the server's offset.

        Raises:
            UploadGoneError: it does not know the upload.
        """
        request = Request("HEAD", upload, frozenset({200, 204}), repeatable=True, headers=VERSION)
        try:
            return await self._http.call(request, offset_of, patience)
        except ServiceError as error:
            if error.info.status in _GONE:
                raise UploadGoneError(error.info) from error
            raise _passing_lock(error) from error

    async def delete(self, upload: str, patience: Patience) -> None:
        """End an upload; one that is gone already is fine."""
        request = Request(
            "DELETE", upload, frozenset({204, 404, 410}), repeatable=True, headers=VERSION
        )
        await self._http.call(request, lambda _answer: None, patience)

    async def send(
        self,
        upload: str,
        content: Content,
        patience: Patience,
        listener: Listener,
        *,
        last_headers: Callable[[], Mapping[str, str]] = dict,
        reached: int | None = None,
    ) -> None:
        """Send what the server has not got, until its offset is the size.

        `last_headers` are for the request that completes the upload. `reached`: the offset that
        the server has told just now, so that it need not be asked for.

        Raises:
            UploadGoneError: the server does not know the upload (any more).
            ServiceError: refused, or patience ended.
            FileError: from the content.
        """
        transfer = Transfer(self, upload, content, listener, patience, last_headers, reached)
        await self._http.patiently(
            transfer.run, replace(patience, progress_mark=lambda: transfer.offset)
        )

    async def append(
        self, upload: str, offset: int, body: Body, headers: Mapping[str, str], patience: Patience
    ) -> int:
        """Send one chunk and return the server's new offset."""
        request = Request(
            "PATCH",
            upload,
            frozenset({204}),
            repeatable=True,
            headers=VERSION
            | {"Upload-Offset": str(offset), "Content-Type": CONTENT_TYPE}
            | dict(headers),
            body=body,
        )
        began = self._http.clock.monotonic()
        try:
            reached = await self._http.call(request, offset_of, patience)
        except ServiceError as error:
            raise self._understood(error, body.length) from error
        self._adapt(body.length, self._http.clock.monotonic() - began)
        return reached

    @property
    def chunk(self) -> int:
        """Bytes of the next chunk."""
        return self._chunk

    def _adapt(self, size: int, seconds: float) -> None:
        """Aim at `CHUNK_S`; a short last chunk says nothing about larger ones."""
        fitting = int(size * CHUNK_S / max(seconds, 0.001))
        if size >= self._chunk or seconds > CHUNK_S:
            self._chunk = min(max(fitting, SMALLEST_CHUNK), self._largest)

    def _lower(self, size: int) -> None:
        """Something on the way does not let `size` bytes pass."""
        self._largest = self._chunk = max(size // 4, SMALLEST_CHUNK)

    def _understood(self, error: ServiceError, size: int) -> ServiceError:
        """Return what an error of a chunk means here."""
        status = error.info.status
        if status in (404, 410):
            return UploadGoneError(error.info)
        if status == 413 and size > SMALLEST_CHUNK:
            self._lower(size)
            return ServiceError(replace(error.info, verdict=Verdict.TRANSIENT))
        if status == 409:
            return ServiceError(replace(error.info, verdict=Verdict.TRANSIENT))
        return _passing_lock(error)


def _extensions(answer: Answer) -> frozenset[str]:
    names = answer.headers.get("tus-extension", "").split(",")
    return frozenset(name.strip() for name in names) - {""}


def _passing_lock(error: ServiceError) -> ServiceError:
    """An upload is locked while the server still waits for an earlier chunk of it: that passes.

    After a cut that is until the server gives the old connection up, perhaps minutes: it is waited
    for as an outage is, by time and not by attempts.
    """
    if error.info.status == _LOCKED:
        return UnreachableError(replace(error.info, verdict=Verdict.TRANSIENT))
    return error
