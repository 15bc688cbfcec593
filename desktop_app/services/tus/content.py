"""What an upload sends, read once from one end to the other, and who is notified of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from desktop_app.services.http import Body


@dataclass(frozen=True, slots=True)
class Content:
    """What is sent.

    Attributes:
        size: bytes.
        open: reads from an offset on, with a new reader each time.
        path: local file, for errors.
    """

    size: int
    open: Callable[[int], AbstractAsyncContextManager[AsyncIterator[bytes]]]
    path: str = ""


@dataclass(frozen=True, slots=True)
class Listener:
    """Who is notified of progress.

    Attributes:
        sent: bytes of the whole content that the system has taken.
        acknowledged: the server's offset.
        answer_due: all bytes are out; the server's last answer is awaited.
    """

    sent: Callable[[int], None] = lambda _total: None
    acknowledged: Callable[[int], None] = lambda _offset: None
    answer_due: Callable[[], None] = lambda: None


class ContentReader:
    """Reads on from chunk to chunk, so that what hashes the content gets it once, in order."""

    def __init__(self, content: Content, listener: Listener) -> None:
        self._content = content
        self._listener = listener
        self._open = AsyncExitStack()
        self._chunks: AsyncIterator[bytes] | None = None
        self._position = 0
        self._rest = b""

    async def close(self) -> None:
        """Close the file."""
        self._chunks, self._rest = None, b""
        await self._open.aclose()

    def body(self, start: int, size: int) -> Body:
        """Return the request body of `size` bytes from `start` on."""

        def sent(count: int) -> None:
            self._listener.sent(start + count)
            if start + count == self._content.size:
                self._listener.answer_due()

        return Body(size, lambda: self._span(start, size), sent, self._content.path)

    @asynccontextmanager
    async def _span(self, start: int, size: int) -> AsyncIterator[AsyncIterator[bytes]]:
        """Read `size` bytes from `start` on."""
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
        # A file that grew while it was sent: one byte too many makes the body fail (FILE_CHANGED).
        if end == self._content.size and (beyond := self._rest or await self._next()):
            yield beyond

    async def _next(self) -> bytes:
        assert self._chunks is not None
        return await anext(self._chunks, b"")
