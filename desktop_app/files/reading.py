"""Reading files: off the loop, in large blocks read ahead, hashed on the way, watched for change.

Threads are daemons and asked to stop; nobody waits long for one that hangs in a dead drive.

    open() --> reading thread --(1 MiB blocks, four ahead)--> the loop --> the adapter
                  | hashes the first digest, and hands the blocks on
                  `--> one more thread for each further digest

A file of at most 2 MiB is read, hashed and checked in one visit to a shared thread. A file is
compared with its fingerprint before the first block, after each, and before the last is given
away: no body ends well that is not the file which was chosen.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

from desktop_app.core.model import Fingerprint
from desktop_app.core.run import RunFile
from desktop_app.core.threads import in_thread
from desktop_app.files.blocks import check_path, hash_file, read_small
from desktop_app.files.disk import TELLS_CHANGES, fingerprint_of
from desktop_app.files.readahead import ReadAhead, SharedThreads

SMALL = 2 << 20
"""Bytes up to which a thread of its own costs more than reading everything at once."""
_KEPT_BYTES = 16 << 20
_KNOWN_DIGESTS = 50_000


class FileReading:
    """What the sources of one session share: known digests, and threads for small files.

    Digests and contents are kept by path, size, mtime, inode and the time of the last change: an
    edit that puts size and mtime back meets neither. Used on one loop.

    Args:
        look: looks at a file that comes from the journal; raises `FileError`, of our own files
            too: an earlier version may have chosen them.

    Attributes:
        expected: the digest that services ask for, computed while a file is sent. Set it to what
            the service at hand uses: another one costs a second reading.
    """

    expected = "sha256"

    def __init__(self, look: Callable[[str], Fingerprint] = fingerprint_of) -> None:
        self.look = look
        self._digests: OrderedDict[tuple[str, Fingerprint, str], tuple[int, str]] = OrderedDict()
        self._contents: OrderedDict[tuple[str, Fingerprint, int], bytes] = OrderedDict()
        self._kept = 0
        self._threads = SharedThreads(4)

    def source(self, file: RunFile, algorithms: tuple[str, ...] = ()) -> FileSource:
        """Return a source that computes `algorithms` (else the expected one) while it reads."""
        return FileSource(file, self, algorithms)

    def known(self, file: RunFile, algorithm: str) -> str:
        """Return "<algorithm>:<hex>" of the file as it was chosen, or "".

        Of a file that comes from the journal, and was not looked at since, the last one learnt.
        """
        chosen = file.fingerprint
        changed, digest = self._digests.get((file.path, chosen, algorithm), (0, ""))
        return digest if chosen.changed_ns in (0, changed) else ""

    def learn(self, file: RunFile, digest: str) -> None:
        """Keep a digest ("<algorithm>:<hex>") of the file as it was chosen."""
        chosen = file.fingerprint
        key = (file.path, chosen, digest.partition(":")[0])
        self._digests[key] = chosen.changed_ns, digest
        if len(self._digests) > _KNOWN_DIGESTS:
            self._digests.popitem(last=False)

    async def small(self, file: RunFile, algorithms: tuple[str, ...]) -> bytes:
        """Return the content of a small file, its digests learnt, in one visit to a thread.

        Raises:
            FileError: missing, unreadable, or changed.
        """
        key = (file.path, file.fingerprint, file.fingerprint.changed_ns)
        missing = tuple(one for one in algorithms if not self.known(file, one))
        kept = self._contents.pop(key, None)
        if kept is not None:
            self._kept -= len(kept)
            if not missing:
                return kept
        content, digests = await self._threads.run(lambda: read_small(file, missing))
        for digest in digests:
            self.learn(file, digest)
        return content

    def keep(self, file: RunFile, content: bytes) -> None:
        """Hold the content of a small file for the `open` that will follow; the oldest go first."""
        key = (file.path, file.fingerprint, file.fingerprint.changed_ns)
        self._kept += len(content) - len(self._contents.get(key, b""))
        self._contents[key] = content
        while self._kept > _KEPT_BYTES:
            self._kept -= len(self._contents.popitem(last=False)[1])


class FileSource:
    """One local file for an adapter; implements `services.base.UploadSource`."""

    def __init__(
        self, file: RunFile, reading: FileReading, algorithms: tuple[str, ...] = ()
    ) -> None:
        self.file = file
        self._reading = reading
        self._algorithms = algorithms

    @property
    def key(self) -> str:
        """The name under which it is stored."""
        return self.file.key

    @property
    def size(self) -> int:
        """Bytes, as fingerprinted before the start."""
        return self.file.fingerprint.size

    def known_digest(self, algorithm: str) -> str:
        """Return "<algorithm>:<hex>" if it is known without reading, else ""."""
        return self._reading.known(self.file, algorithm)

    def open(self, offset: int = 0) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """Read from `offset` in blocks of `BLOCK` bytes; a new reader per attempt.

        A read from the start that reaches the end has the file's digests known afterwards.

        Raises (while iterating):
            FileError: missing, unreadable, or changed under us.
        """
        if self.size <= SMALL:
            return self._open_small(offset)
        return self._open_large(offset)

    async def digest(self, algorithm: str) -> str:
        """Return "<algorithm>:<hex>" of the whole file, reading off the loop what is missing.

        Cancelling answers at once; the thread ends at its next block.

        Raises:
            FileError: missing, unreadable, or changed under us.
        """
        await self._look()
        if known := self.known_digest(algorithm):
            return known
        wanted = self._missing(algorithm)
        if self.size <= SMALL:
            self._reading.keep(self.file, await self._reading.small(self.file, wanted))
        else:
            await self._hash(wanted)
        return self.known_digest(algorithm)

    async def check(self) -> None:
        """Compare the file with its fingerprint, off the loop.

        Raises:
            FileError: missing, unreadable, or changed.
        """
        await in_thread(check_path, self.file)

    @property
    def _wanted(self) -> tuple[str, ...]:
        return self._algorithms or (self._reading.expected,)

    async def _look(self) -> None:
        """See when a file was last changed that comes from the journal, which does not say.

        Raises:
            FileError: missing, unreadable, or not to be sent.
        """
        chosen = self.file.fingerprint
        if chosen.changed_ns:
            return
        found = await in_thread(self._reading.look, self.file.path)
        if TELLS_CHANGES and found == chosen:  # else the reading says what changed
            self.file = replace(self.file, fingerprint=found)

    def _missing(self, *more: str) -> tuple[str, ...]:
        wanted = dict.fromkeys((*self._wanted, *more))
        return tuple(one for one in wanted if not self.known_digest(one))

    async def _hash(self, algorithms: tuple[str, ...]) -> None:
        stop = threading.Event()
        try:
            digests = await in_thread(hash_file, self.file, algorithms, stop)
        finally:
            stop.set()
        self._learn(digests)

    def _learn(self, digests: tuple[str, ...]) -> None:
        for digest in digests:
            self._reading.learn(self.file, digest)

    @asynccontextmanager
    async def _open_small(self, offset: int) -> AsyncIterator[AsyncIterator[bytes]]:
        async def blocks() -> AsyncIterator[bytes]:
            await self._look()
            content = await self._reading.small(self.file, self._wanted)
            if content[offset:]:
                yield content[offset:]

        yield blocks()

    @asynccontextmanager
    async def _open_large(self, offset: int) -> AsyncIterator[AsyncIterator[bytes]]:
        await self._look()
        algorithms = () if offset else self._missing()
        async with ReadAhead(self.file, offset, algorithms, self._learn) as blocks:
            yield blocks
