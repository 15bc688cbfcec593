"""The one way of a body to its file: received, written and hashed block by block.

A whole PUT, a tus PATCH and a creation that brings content differ only in what follows:

                       every `sync_every` bytes: `checkpoint`, beside what still comes
                           |      ^
                           v      |
    receive() ---------> RECEIVING ------ all is here -----> RECEIVED
                           |      |                           |    |
      cut, silent, too     |      | all in one small block    |    | digest, fsync, rename
      long, disk full      v      v                           |    v
               ENDED EARLY      SMALL                         |  NAMED
                 tus: fsync,      | content and row           |    | row committed
                 then its offset: | in one commit             v    v
                 it goes on there +---------------> STORED   refused: dropped   STORED
                 PUT: dropped

Nothing is acknowledged before it is durable: not by an answer, not as an offset. While one block is
received, the one before is written and hashed in two threads; a block follows only when the one
before is done with, so that writing and hashing see the bytes in order, and none after a failure.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop_app.server.problems import Cancelled, Kind, Problem

if TYPE_CHECKING:
    from desktop_app.server.blobs import Part
    from desktop_app.server.blocks import Block
    from desktop_app.server.call import Call

SMALL = 64 * 1024
"""Bytes of a body up to which its content may be committed with its row (see `small_files`)."""
LIVE_HASHES = 64


class BodyWriter:
    """Receives one body into a part. Afterwards no thread works on the part any more.

    Args:
        call: whose body it is.
        part: opens the part; asked when there is something to write, in a thread.
        room: the largest number of bytes to take.
        hasher: of the bytes before; None where it is not known (then the file is hashed later).
        checkpoint: makes what was written so far durable, beside what still comes; in a thread.

    Attributes:
        small: the whole body where it is small; then nothing was written.
    """

    def __init__(
        self,
        call: Call,
        part: Callable[[], Part],
        *,
        room: int,
        hasher: hashlib._Hash | None,
        checkpoint: Callable[[Part], None],
        at: int = 0,
        may_be_small: bool = False,
    ) -> None:
        self._call = call
        self._service = call.service
        self._open = part
        self._room = room
        self._hasher = hasher
        self._checkpoint = checkpoint
        self._at = self._checked_at = self._hashed = at
        self._may_be_small = may_be_small
        self._block: Block | None = None
        self._work: list[asyncio.Future[None]] = []
        self._checking: asyncio.Future[None] | None = None
        self._lock = threading.Lock()
        self._part: Part | None = None
        self.small: bytes | None = None

    @property
    def part(self) -> Part:
        """The part; opened now where nothing was written. To be asked in a thread."""
        with self._lock:
            if self._part is None:
                self._part = self._open()
            return self._part

    def digest(self) -> str | None:
        """Return `sha256:<hex>` of the part, where every byte of it was hashed."""
        if self._hasher is None or self._hashed != self.part.size:
            return None
        return f"sha256:{self._hasher.hexdigest()}"

    def write_small(self) -> None:
        """Write and hash a small body, in a thread.

        Raises:
            Problem: `disk-full`.
        """
        assert self.small is not None
        self.part.append(self.small)
        self._hash(memoryview(self.small))

    async def receive(self) -> None:
        """Receive the whole body.

        Raises:
            Problem: `disk-full`, `too-large`: as much as fits was written.
            Cancelled: the client went away, was silent, or is to be read no more; what came was
                written.
        """
        call, blocks = self._call, self._service.blocks
        if call.body_complete and self._may_be_small:
            self.small = b""
            return
        ended: Problem | Cancelled | None = None
        try:
            while not call.body_complete and ended is None:
                if blocks.scarce:
                    await self._block_done()
                filling = blocks.take()
                try:
                    ended = await self._fill(filling)
                    if self._is_small(filling, ended):
                        self.small = bytes(filling.content)
                        return
                    await self._block_done()
                    self._begin(filling)
                finally:
                    if self._block is not filling:
                        blocks.give(filling)
            await self._block_done()
        finally:
            await self.settle()
        if ended is not None:
            raise ended

    async def _fill(self, block: Block) -> Problem | Cancelled | None:
        """Receive into a block; return what ends the body early."""
        try:
            await self._call.fill(block, self._service.blocks.to_page(self._at))
        except Cancelled as cancelled:
            return cancelled
        finally:
            taken = min(block.filled, self._room)
            too_long, block.filled = block.filled > taken, taken
            self._room -= taken
        return Problem(Kind.TOO_LARGE, limit=self._at + taken) if too_long else None

    def _is_small(self, block: Block, ended: Exception | None) -> bool:
        first = self._at == 0 and self._block is None and self._may_be_small
        return first and ended is None and self._call.body_complete and block.filled <= SMALL

    def _begin(self, block: Block) -> None:
        """Let a block be written and hashed; now and then, have a checkpoint made beside that."""
        self._block = block
        in_thread = self._service.in_file_thread
        self._work = [
            in_thread(lambda: self.part.append(block.content)),
            in_thread(self._hash, block.content),
        ]
        due = self._at - self._checked_at >= self._service.limits.sync_every
        if due and (self._checking is None or self._checking.done()):
            if self._checking is not None:
                self._checking.result()
            self._checked_at = self._at
            self._checking = in_thread(lambda: self._checkpoint(self.part))
        self._at += block.filled

    def _hash(self, content: memoryview) -> None:
        if self._hasher is not None:
            self._hasher.update(content)
            self._hashed += len(content)

    async def _block_done(self) -> None:
        """Wait until the block before was written and hashed.

        Raises:
            Problem: it could not be.
        """
        if self._block is None:
            return
        work, block = self._work, self._block
        await asyncio.wait(work)
        self._work, self._block = [], None
        self._service.blocks.give(block)
        for one in work:
            one.result()

    async def settle(self) -> None:
        """Wait until no thread works for the body any more, however that ended."""
        running = [one for one in (*self._work, self._checking) if one is not None]
        if running:
            await asyncio.wait(running)
        for one in running:
            one.exception()  # of a checkpoint: what it could not keep, the end keeps or refuses
        self._work = []
        if self._block is not None:
            self._service.blocks.give(self._block)
            self._block = None


async def hash_body(call: Call, length: int) -> tuple[str, int]:
    """Read a body and keep nothing; return the digest of its first `length` bytes, and its size.

    What is longer is read a little further only.

    Raises:
        Cancelled: as for `Call.fill`.
    """
    hasher = hashlib.sha256()
    block = call.service.blocks.take()
    size = 0
    try:
        while not call.body_complete and size <= length:
            block.filled = 0
            await call.fill(block)
            fits = block.content[: max(0, length - size)]
            size += block.filled
            await asyncio.shield(call.service.own_thread(hasher.update, fits))
    finally:
        call.service.blocks.give(block)
    return f"sha256:{hasher.hexdigest()}", size


class LiveHashes:
    """Running hashes of uploads under way, so that the end needs no second reading.

    Only a shortcut: an upload without one (after a restart) is hashed from disk at its end.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[int, hashlib._Hash]] = {}

    def take(self, upload: str, offset: int) -> hashlib._Hash | None:
        """Return the hash of the first `offset` bytes, if it is known."""
        with self._lock:
            kept = self._kept.pop(upload, None)
        if offset == 0:
            return hashlib.sha256()
        return kept[1] if kept is not None and kept[0] == offset else None

    def keep(self, upload: str, offset: int, hasher: hashlib._Hash) -> None:
        """Remember the hash of the first `offset` bytes; the oldest of many is forgotten."""
        with self._lock:
            self._kept[upload] = (offset, hasher)
            while len(self._kept) > LIVE_HASHES:
                del self._kept[next(iter(self._kept))]
