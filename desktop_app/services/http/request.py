"""A request as adapters state it, and its body: a new reader per attempt, an exact length, a pace.

What is sent, what counts as a success, and whether it may be repeated.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field

from desktop_app.core.clock import Clock
from desktop_app.core.errors import ErrorKind, FileError, info
from desktop_app.workflow import TokenBucket

LARGEST_ANSWER = 8 << 20
"""Bytes of an answer that is read into memory, unless its request expects more: a record, a page of
a listing or a search is far below."""
LARGEST_LISTING = 32 << 20
"""Bytes of an answer that lists all files of a record at once."""
LARGEST_PIECE = 1 << 20
SMALLEST_PIECE = 16 << 10
FIRST_PIECE = 64 << 10
_TOKEN = 4 << 10
"""Bytes that one token of the rate limit is worth."""


class Pace:
    """A limit on bytes per second, shared by all bodies that go through it."""

    def __init__(self, clock: Clock, bytes_per_s: float) -> None:
        self._bucket = TokenBucket(clock, per_second=bytes_per_s / _TOKEN, burst=4)
        self._owed = 0
        self.piece = int(max(_TOKEN, min(LARGEST_PIECE, bytes_per_s / 4)))
        """Bytes to ask for at once, so that something moves several times a second."""

    async def take(self, size: int) -> None:
        """Return when `size` more bytes may go."""
        self._owed += size
        while self._owed >= _TOKEN:
            self._owed -= _TOKEN
            await self._bucket.take()


@dataclass(frozen=True, slots=True)
class Body:
    """A streamed body.

    Attributes:
        length: exact number of bytes.
        open: begins to read them anew, for each attempt.
        on_sent: called with the bytes that the system has taken, from 0 at the start of an attempt.
        path: the local file, for an error that names it.
    """

    length: int
    open: Callable[[], AbstractAsyncContextManager[AsyncIterator[bytes]]]
    on_sent: Callable[[int], None] = lambda _sent: None
    path: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """One request.

    Attributes:
        method: HTTP method.
        target: path (each segment percent-encoded) and query, below the endpoint's prefix.
        expect: the exact statuses that are a success here.
        repeatable: whether doing it twice has the effect of once.
        headers: besides those that every request carries.
        body: bytes, or a stream.
        limit_s: for the whole call in seconds, None for `SaveLimits.control_s`; of a stream: for
            the answer after the last byte, None for `SaveLimits.answer_s`.
        early_success: whether a success before the last byte of a stream counts (the caller
            compares what is stored).
        attempt_headers: made anew for each attempt: what depends on the time.
        most: bytes of a success; a longer one is not read to its end, and not understood.
    """

    method: str
    target: str
    expect: frozenset[int]
    repeatable: bool
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | Body | None = None
    limit_s: float | None = None
    early_success: bool = False
    attempt_headers: Callable[[], Mapping[str, str]] = dict
    most: int = LARGEST_ANSWER


class BodyStream:
    """One attempt to send a body.

    Args:
        piece: bytes to hand to the system at first.
    """

    def __init__(
        self, body: Body, clock: Clock, pace: Pace | None, piece: int = FIRST_PIECE
    ) -> None:
        self._body = body
        self._clock = clock
        self._pace = pace
        self._piece = pace.piece if pace else piece
        self.sent = 0
        """Bytes that the system has taken."""
        self.reading = False
        """Whether the local file is waited for, not the network."""

    @property
    def piece(self) -> int:
        """Bytes that the link takes at once, by what was seen of it so far."""
        return self._piece

    @property
    def finished(self) -> bool:
        """Whether the system has taken every byte."""
        return self.sent >= self._body.length

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """Yield the bytes; asking for the next piece says that the system took the last one.

        Raises:
            FileError: unreadable, or FILE_CHANGED where it is longer or shorter than `length`.
        """
        self._body.on_sent(0)
        self.reading = True
        async with self._body.open() as chunks:
            async for chunk in chunks:
                self.reading = False
                if self.sent + len(chunk) > self._body.length:
                    raise self._changed()
                start = 0
                while start < len(chunk):
                    piece = chunk[start : start + self._piece]
                    start += len(piece)
                    if self._pace:
                        await self._pace.take(len(piece))
                    began = self._clock.monotonic()
                    yield piece
                    self.sent += len(piece)
                    self._adapt(self._clock.monotonic() - began)
                    self._body.on_sent(self.sent)
                self.reading = not self.finished
        self.reading = False
        if self.sent != self._body.length:
            raise self._changed()

    def _adapt(self, seconds: float) -> None:
        """Larger pieces while the link is fast, smaller ones where progress would seem to stop.

        Measured on loopback: 640 MB/s in pieces of 64 KiB, 1,760 in pieces of 1 MiB.
        """
        if self._pace is None:
            if seconds < 0.05:
                self._piece = min(2 * self._piece, LARGEST_PIECE)
            elif seconds > 0.5:
                self._piece = max(self._piece // 2, SMALLEST_PIECE)

    def _changed(self) -> FileError:
        return FileError(info(ErrorKind.FILE_CHANGED, path=self._body.path))
