"""The requests of tus, the size of the next chunk, and an upload on its way."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict, info
from desktop_app.services.http import (
    Answer,
    Body,
    HttpClient,
    Request,
    RetryPolicy,
    UnreachableError,
)
from desktop_app.services.tus.content import Content, ContentReader, Listener

VERSION = {"Tus-Resumable": "1.0.0"}
CONTENT_TYPE = "application/offset+octet-stream"
FIRST_CHUNK = 16 << 20
SMALLEST_CHUNK = 1 << 20
LARGEST_CHUNK = 1 << 30
CHUNK_S = 10.0
"""Seconds that one chunk should take: the most that a lost connection can cost."""
_GONE = frozenset({403, 404, 410})
_LOCKED = 423
_OTHER_OFFSET = 409


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
        self, target: str, size: int, metadata: Mapping[str, str], policy: RetryPolicy
    ) -> str:
        """Create an upload and return its path. Repeating leaves an empty one behind, no harm.

        Raises:
            ServiceError: refused, or the answer names no place on this service.
        """
        headers = VERSION | {
            "Upload-Length": str(size),
            "Upload-Metadata": encode_metadata(metadata),
        }
        request = Request("POST", target, frozenset({201}), repeatable=True, headers=headers)
        location = await self._http.call(request, lambda a: a.headers["location"], policy)
        return await self._http.target_of(target, location)

    async def offset(self, upload: str, policy: RetryPolicy) -> int:
        """Return the server's offset.

        Raises:
            UploadGoneError: it does not know the upload.
        """
        request = Request("HEAD", upload, frozenset({200, 204}), repeatable=True, headers=VERSION)
        try:
            return await self._http.call(request, _offset_in, policy)
        except ServiceError as error:
            if error.info.status in _GONE:
                raise UploadGoneError(error.info) from error
            raise _lock_as_outage(error) from error

    async def send(
        self,
        upload: str,
        content: Content,
        policy: RetryPolicy,
        listener: Listener,
        *,
        last_headers: Callable[[], Mapping[str, str]] = dict,
        reached: int | None = None,
    ) -> None:
        """Send what the server has not got, until its offset is the size.

        `last_headers` are for the request that completes the upload. `reached`: the offset that
        the server has just answered with, so that it need not be asked for.

        Raises:
            UploadGoneError: the server does not know the upload (any more).
            ServiceError: refused, or the policy is used up.
            FileError: from the content.
        """
        transfer = _Transfer(self, upload, content, listener, policy, last_headers, reached)
        await self._http.retrying(
            transfer.run, replace(policy, progress_mark=lambda: transfer.offset)
        )

    async def append(
        self, upload: str, offset: int, body: Body, headers: Mapping[str, str], policy: RetryPolicy
    ) -> int:
        """Send one chunk and return the server's new offset."""
        request = Request(
            "PATCH",
            upload,
            frozenset({204}),
            repeatable=True,  # at an offset that is no longer the server's it is refused: 409
            headers=VERSION
            | {"Upload-Offset": str(offset), "Content-Type": CONTENT_TYPE}
            | dict(headers),
            body=body,
        )
        began = self._http.clock.monotonic()
        try:
            reached = await self._http.call(request, _offset_in, policy)
        except ServiceError as error:
            raise self._chunk_error(error, body.length) from error
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

    def _chunk_error(self, error: ServiceError, size: int) -> ServiceError:
        """Return what an error of a chunk means here."""
        status = error.info.status
        if status in (404, 410):
            return UploadGoneError(error.info)
        if status == 413 and size > SMALLEST_CHUNK:
            # A proxy on the way limits bodies (nginx: 1 MB unless it is configured).
            self._largest = self._chunk = max(size // 4, SMALLEST_CHUNK)
            return ServiceError(replace(error.info, verdict=Verdict.TRANSIENT))
        if status == _OTHER_OFFSET:
            return ServiceError(replace(error.info, verdict=Verdict.TRANSIENT))
        return _lock_as_outage(error)


class _Transfer:
    """One upload on its way: goes on at the server's offset after every failure."""

    def __init__(
        self,
        tus: Tus,
        upload: str,
        content: Content,
        listener: Listener,
        policy: RetryPolicy,
        last_headers: Callable[[], Mapping[str, str]],
        reached: int | None,
    ) -> None:
        self._known_offset = reached
        self._tus = tus
        self._upload = upload
        self._content = content
        self._listener = listener
        self._single = RetryPolicy(signal=policy.signal, on_wait=policy.on_wait)
        self._last_headers = last_headers
        self._reader = ContentReader(content, listener)
        self._refused_at: int | None = None
        self.offset = 0

    async def run(self) -> None:
        """Send until the server has everything, or something fails."""
        try:
            await self._run()
        finally:
            await self._reader.close()

    async def _run(self) -> None:
        # Known only at the first attempt: after a failure just the server can say what arrived.
        known, self._known_offset = self._known_offset, None
        if known is None:
            known = await self._tus.offset(self._upload, self._single)
        self._reached(known)
        while self.offset < self._content.size:
            size = min(self._tus.chunk, self._content.size - self.offset)
            last = self.offset + size == self._content.size
            headers = self._last_headers() if last else {}
            body = self._reader.body(self.offset, size)
            try:
                self._reached(
                    await self._tus.append(self._upload, self.offset, body, headers, self._single)
                )
            except ServiceError as error:
                raise self._settled(error) from error

    def _settled(self, error: ServiceError) -> ServiceError:
        """Return what a failed chunk means: a 409 that stays when the offsets agree is final."""
        if error.info.status != _OTHER_OFFSET:
            return error
        again, self._refused_at = self._refused_at == self.offset, self.offset
        return ServiceError(replace(error.info, verdict=Verdict.PERMANENT)) if again else error

    def _reached(self, offset: int) -> None:
        if offset > self._content.size:
            raise ServiceError(info(ErrorKind.BAD_ANSWER, reason="offset"))
        self.offset = offset
        self._listener.acknowledged(offset)


def encode_metadata(metadata: Mapping[str, str]) -> str:
    """Return the `Upload-Metadata` header: base64 of UTF-8, sorted by name."""
    return ",".join(
        f"{name} {b64encode(value.encode()).decode()}" for name, value in sorted(metadata.items())
    )


def _offset_in(answer: Answer) -> int:
    """Return the offset that an answer states; anything else is no answer of tus."""
    offset = int(answer.headers["upload-offset"])
    if offset < 0:
        raise ValueError("negative offset")
    return offset


def _lock_as_outage(error: ServiceError) -> ServiceError:
    """An upload is locked while the server still waits for an earlier chunk of it: that passes.

    After a cut that is until the server gives the old connection up, perhaps minutes: it is waited
    for as an outage is, by time and not by attempts.
    """
    if error.info.status == _LOCKED:
        return UnreachableError(replace(error.info, verdict=Verdict.TRANSIENT))
    return error
