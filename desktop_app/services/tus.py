"""Resumable upload by tus 1.0.0 (https://tus.io/protocols/resumable-upload), for any server.

The server's offset is the truth: after every doubt it is asked, and sending goes on from there.
Knows nothing of records; the caller says where uploads are created and what they carry.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict, info
from desktop_app.services.http import (
    Answer,
    Body,
    HttpClient,
    Patience,
    Request,
    UnreachableError,
)

VERSION = {"Tus-Resumable": "1.0.0"}
CONTENT_TYPE = "application/offset+octet-stream"
FIRST_CHUNK = 16 << 20
SMALLEST_CHUNK = 1 << 20
LARGEST_CHUNK = 1 << 30
CHUNK_S = 10.0
"""Seconds that one chunk should take: the most that a lost connection can cost."""
_GONE = frozenset({403, 404, 410})
_LOCKED = 423


class UploadGoneError(ServiceError):
    """The server does not know the upload any more: begin a new one."""


@dataclass(frozen=True, slots=True)
class Content:
    """What is sent.

    Attributes:
        size: bytes.
        open: reads from an offset on, anew each time.
        path: local file, for errors.
    """

    size: int
    open: Callable[[int], AbstractAsyncContextManager[AsyncIterator[bytes]]]
    path: str = ""


@dataclass(frozen=True, slots=True)
class Listener:
    """Who hears what happens.

    Attributes:
        sent: bytes of the whole content that the system has taken.
        acknowledged: the server's offset.
        answer_due: all bytes are out; the server's last word is awaited.
    """

    sent: Callable[[int], None] = lambda _total: None
    acknowledged: Callable[[int], None] = lambda _offset: None
    answer_due: Callable[[], None] = lambda: None


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
        request = Request(
            "POST",
            target,
            frozenset({201}),
            repeatable=True,
            headers=VERSION
            | {"Upload-Length": str(size), "Upload-Metadata": encode_metadata(metadata)},
        )
        location = await self._http.call(request, lambda a: a.headers["location"], patience)
        return await self._http.target_of(target, location)

    async def offset(self, upload: str, patience: Patience) -> int:
        """Return the server's offset.

        Raises:
            UploadGoneError: it does not know the upload.
        """
        request = Request("HEAD", upload, frozenset({200, 204}), repeatable=True, headers=VERSION)
        try:
            return await self._http.call(request, _offset, patience)
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
        created: bool = False,
    ) -> None:
        """Send what the server has not got, until its offset is the size.

        `last_headers` are for the request that completes the upload. `created`: it was made just
        now, so that its offset need not be asked for.

        Raises:
            UploadGoneError: the server does not know the upload (any more).
            ServiceError: refused, or patience ended.
            FileError: from the content.
        """
        transfer = _Transfer(self, upload, content, listener, patience, last_headers, created)
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
            reached = await self._http.call(request, _offset, patience)
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

    def _understood(self, error: ServiceError, size: int) -> ServiceError:
        """Return what an error of a chunk means here."""
        status = error.info.status
        if status in (404, 410):
            return UploadGoneError(error.info)
        if status == 413 and size > SMALLEST_CHUNK:
            self._largest = self._chunk = max(size // 4, SMALLEST_CHUNK)
            return ServiceError(replace(error.info, verdict=Verdict.TRANSIENT))
        if status == 409:
            return ServiceError(replace(error.info, verdict=Verdict.TRANSIENT))
        return _passing_lock(error)


class _Transfer:
    """One upload on its way: goes on at the server's offset after every failure."""

    def __init__(
        self,
        tus: Tus,
        upload: str,
        content: Content,
        listener: Listener,
        patience: Patience,
        last_headers: Callable[[], Mapping[str, str]],
        created: bool,
    ) -> None:
        self._created = created
        self._tus = tus
        self._upload = upload
        self._content = content
        self._listener = listener
        self._single = Patience(signal=patience.signal)
        self._last_headers = last_headers
        self._reader = _Reader(content)
        self.offset = 0

    async def run(self) -> None:
        """Send until the server has everything, or something fails."""
        try:
            await self._run()
        finally:
            await self._reader.close()

    async def _run(self) -> None:
        empty, self._created = self._created, False
        self._reached(0 if empty else await self._tus.offset(self._upload, self._single))
        while self.offset < self._content.size:
            size = min(self._tus.chunk, self._content.size - self.offset)
            last = self.offset + size == self._content.size
            headers = self._last_headers() if last else {}
            self._reached(
                await self._tus.append(
                    self._upload, self.offset, self._body(size), headers, self._single
                )
            )

    def _reached(self, offset: int) -> None:
        if offset > self._content.size:
            raise ServiceError(info(ErrorKind.BAD_ANSWER, reason="offset"))
        self.offset = offset
        self._listener.acknowledged(offset)

    def _body(self, size: int) -> Body:
        start = self.offset

        def sent(count: int) -> None:
            self._listener.sent(start + count)
            if start + count == self._content.size:
                self._listener.answer_due()

        return Body(size, lambda: self._reader.span(start, size), sent, self._content.path)


class _Reader:
    """Reads on from chunk to chunk, so that what hashes the content sees it once, in order."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self._open = AsyncExitStack()
        self._chunks: AsyncIterator[bytes] | None = None
        self._position = 0
        self._rest = b""

    async def close(self) -> None:
        """Give the file back."""
        self._chunks, self._rest = None, b""
        await self._open.aclose()

    @asynccontextmanager
    async def span(self, start: int, size: int) -> AsyncIterator[AsyncIterator[bytes]]:
        """Read `size` bytes from `start` on; at the end of the content also look for its end."""
        if self._chunks is None or self._position != start:
            await self.close()
            self._chunks = aiter(await self._open.enter_async_context(self._content.open(start)))
            self._position = start
        yield self._pieces(start + size)

    async def _pieces(self, end: int) -> AsyncIterator[bytes]:
        while (left := end - self._position) > 0:
            chunk = self._rest or await self._next()
            if not chunk:
                return
            self._rest = chunk[left:]
            self._position += min(left, len(chunk))
            yield chunk[:left]
        if end == self._content.size and (beyond := self._rest or await self._next()):
            yield beyond

    async def _next(self) -> bytes:
        assert self._chunks is not None
        return await anext(self._chunks, b"")


def encode_metadata(metadata: Mapping[str, str]) -> str:
    """Return the `Upload-Metadata` header: base64 of UTF-8, sorted by name."""
    return ",".join(
        f"{name} {b64encode(value.encode()).decode()}" for name, value in sorted(metadata.items())
    )


def _offset(answer: Answer) -> int:
    offset = int(answer.headers["upload-offset"])
    if offset < 0:
        raise ValueError("negative offset")
    return offset


def _passing_lock(error: ServiceError) -> ServiceError:
    """An upload is locked while the server still waits for an earlier chunk of it: that passes.

    After a cut that is until the server gives the old connection up, perhaps minutes: it is waited
    for as an outage is, by time and not by attempts.
    """
    if error.info.status == _LOCKED:
        return UnreachableError(replace(error.info, verdict=Verdict.TRANSIENT))
    return error
