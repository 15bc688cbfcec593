"""What the contract suite needs of a service: a world to run in, a file, and a report."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import FileState
from desktop_app.services.base import RecordDraft, RecordService
from desktop_app.workflow import AbortController, AbortSignal


@dataclass
class World:
    """One server, ready for requests.

    Attributes:
        service: under test.
        stranger: the same service with a token that it refuses.
        stored: content under a key of a draft as the server has it, None if it is not there.
        metadata: what a record needs to be finalized, JSON text.
    """

    service: RecordService
    stranger: RecordService
    stored: Callable[[str, str], Awaitable[bytes | None]]
    metadata: str = "{}"

    def draft(self, ref: str, title: str = "A title", key: str = "") -> RecordDraft:
        """Return a draft with the marker `ref`."""
        return RecordDraft(title, self.metadata, ref, key or f"key-of-{ref}")


@dataclass
class Gate:
    """A file in memory whose reading stops at `stops_at` until `go` is set."""

    key: str
    content: bytes
    stops_at: int | None = None
    opened: list[int] = field(default_factory=list)
    given: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def size(self) -> int:
        """Bytes."""
        return len(self.content)

    @asynccontextmanager
    async def open(self, offset: int = 0) -> AsyncIterator[AsyncIterator[bytes]]:
        """Read from `offset`."""
        self.opened.append(offset)
        yield self._blocks(offset)

    async def _blocks(self, offset: int) -> AsyncIterator[bytes]:
        for start in range(offset, self.size, 1 << 20):
            if self.stops_at is not None and start >= self.stops_at:
                self.reached.set()
                await self.go.wait()
            block = self.content[start : start + (1 << 20)]
            self.given += len(block)
            yield block

    def known_digest(self, algorithm: str) -> str:  # noqa: ARG002 - the interface
        """Return "": nothing is known before `digest` is called."""
        return ""

    async def digest(self, algorithm: str) -> str:
        """Return the digest of the whole content."""
        return f"{algorithm}:{hashlib.new(algorithm, self.content).hexdigest()}"


@dataclass
class Report:
    """Remembers what an adapter reports of one file."""

    upload_ref: str = ""
    states: list[FileState] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    totals_when_remembered: list[int] = field(default_factory=list)

    async def remember_upload(self, upload_ref: str) -> None:
        """Note it, and how much had been sent by then."""
        self.upload_ref = upload_ref
        self.totals_when_remembered.append(max(self.totals, default=0))

    async def stored_as(self, key: str) -> None:
        """Refuse: the suite gives no key that a service has to rename."""
        raise AssertionError(key)

    def state(self, state: FileState) -> None:
        """Note a phase."""
        self.states.append(state)

    def sent(self, total: int) -> None:
        """Note a count."""
        self.totals.append(total)

    def acknowledged(self, offset: int) -> None:
        """Note an offset."""
        self.offsets.append(offset)

    def waiting(self, seconds: float, error: ErrorInfo) -> None:
        """Refuse: nothing in the suite is a reason to pause."""
        raise AssertionError(f"waits {seconds} s for {error}")


def a_signal() -> AbortSignal:
    """Return a signal that is never aborted."""
    return AbortController().signal


Subject = Callable[[], AbstractAsyncContextManager[World]]
"""Opens a world, and closes what it opened."""
