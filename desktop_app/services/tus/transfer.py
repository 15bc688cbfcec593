"""One upload on its way, chunk after chunk, from one reading of its content."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict, info
from desktop_app.services.http import Body, Patience

if TYPE_CHECKING:
    from desktop_app.services.tus.client import Tus

_OTHER_OFFSET = 409


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

    def heard_by(self, listener: Listener, start: int) -> Callable[[int], None]:
        """Return what to tell how many bytes from `start` on the system has taken."""

        def sent(count: int) -> None:
            listener.sent(start + count)
            if start + count == self.size:
                listener.answer_due()

        return sent


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


class Transfer:
    """One upload on its way: goes on at the server's offset after every failure."""

    def __init__(
        self,
        tus: Tus,
        upload: str,
        content: Content,
        listener: Listener,
        patience: Patience,
        last_headers: Callable[[], Mapping[str, str]],
        reached: int | None,
    ) -> None:
        self._told = reached
        self._tus = tus
        self._upload = upload
        self._content = content
        self._listener = listener
        self._single = Patience(signal=patience.signal)
        self._last_headers = last_headers
        self._reader = _Reader(content)
        self._refused_at: int | None = None
        self.offset = 0

    async def run(self) -> None:
        """Send until the server has everything, or something fails."""
        try:
            await self._run()
        finally:
            await self._reader.close()

    async def _run(self) -> None:
        told, self._told = self._told, None
        self._reached(await self._tus.offset(self._upload, self._single) if told is None else told)
        while self.offset < self._content.size:
            size = min(self._tus.chunk, self._content.size - self.offset)
            last = self.offset + size == self._content.size
            headers = self._last_headers() if last else {}
            try:
                self._reached(
                    await self._tus.append(
                        self._upload, self.offset, self._body(size), headers, self._single
                    )
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

    def _body(self, size: int) -> Body:
        start = self.offset
        sent = self._content.heard_by(self._listener, start)
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
