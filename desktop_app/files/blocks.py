"""The blocking half of reading: blocks of a file that is still the chosen one, and digests."""

from __future__ import annotations

import hashlib
import os
import queue
import stat
import sys
import threading
from collections.abc import Iterator
from functools import cache
from typing import Protocol

from desktop_app.core.errors import ErrorKind, FileError, info
from desktop_app.core.run import RunFile
from desktop_app.files.disk import file_changed, file_error, fingerprint, same_file
from desktop_app.files.names import printable

BLOCK = 1 << 20
AHEAD = 4
"""Blocks that may wait between two threads."""
KEPT_MEMORY = 16 * BLOCK
"""Bytes of blocks that were sent which stay with the process, for the next ones."""


class _Hash(Protocol):
    def update(self, block: bytes, /) -> None: ...

    def hexdigest(self) -> str: ...


class Hashing:
    """Several digests of one stream: the first here, each further one in a thread of its own."""

    def __init__(self, algorithms: tuple[str, ...]) -> None:
        self._hashes: dict[str, _Hash] = {
            one: hashlib.new(one, usedforsecurity=False) for one in algorithms
        }
        self._first = next(iter(self._hashes.values()), None)
        self._others = [_HashThread(one) for one in list(self._hashes.values())[1:]]

    def update(self, block: bytes) -> None:
        """Take the next block of the stream."""
        for other in self._others:
            other.blocks.put(block)
        if self._first is not None:
            self._first.update(block)

    def close(self) -> None:
        """End the threads, once they have hashed what was handed to them."""
        for other in self._others:
            other.blocks.put(None)
        for other in self._others:
            other.join()

    def digests(self) -> tuple[str, ...]:
        """Return "<algorithm>:<hex>" of each, after `close`."""
        return tuple(f"{name}:{one.hexdigest()}" for name, one in self._hashes.items())


class _HashThread(threading.Thread):
    def __init__(self, hash_: _Hash) -> None:
        super().__init__(name="sendoff-hash", daemon=True)
        self.blocks: queue.Queue[bytes | None] = queue.Queue(AHEAD)
        self._hash = hash_
        self.start()

    def run(self) -> None:
        while (block := self.blocks.get()) is not None:
            self._hash.update(block)


def read_blocks(file: RunFile, offset: int, stop: threading.Event) -> Iterator[bytes]:
    """Yield the file from `offset`, blocking; ends early once `stop` is set.

    Raises:
        FileError: missing, unreadable, or changed; always before the last block is given away.
    """
    keep_freed_memory(KEPT_MEMORY)
    size = file.fingerprint.size
    try:
        check_path(file)
        with open(file.path, "rb", buffering=0) as handle:
            _check(file, os.fstat(handle.fileno()))
            handle.seek(offset)
            while offset < size and not stop.is_set():
                block = handle.read(min(BLOCK, size - offset))
                _check(file, os.fstat(handle.fileno()))
                if not block:
                    raise FileError(file_changed(file.path, "size"))
                offset += len(block)
                if offset == size:
                    check_path(file)
                yield block
    except OSError as error:
        raise file_error(error, file.path) from error


def read_small(file: RunFile, algorithms: tuple[str, ...]) -> tuple[bytes, tuple[str, ...]]:
    """Return a whole file and its digests, blocking.

    Raises:
        FileError: missing, unreadable, or changed.
    """
    content = b"".join(read_blocks(file, 0, threading.Event()))
    if not content:
        check_path(file)
    digests = ((name, hashlib.new(name, content, usedforsecurity=False)) for name in algorithms)
    return content, tuple(f"{name}:{one.hexdigest()}" for name, one in digests)


def hash_file(file: RunFile, algorithms: tuple[str, ...], stop: threading.Event) -> tuple[str, ...]:
    """Return a file's digests, blocking; none once `stop` is set.

    Raises:
        FileError: missing, unreadable, or changed.
    """
    hashing = Hashing(algorithms)
    try:
        for block in read_blocks(file, 0, stop):
            hashing.update(block)
    finally:
        hashing.close()
    return () if stop.is_set() else hashing.digests()


def check_path(file: RunFile) -> None:
    """Compare what lies at the path now with the fingerprint, blocking.

    Raises:
        FileError: missing, unreadable, or changed.
    """
    try:
        _check(file, os.stat(file.path))
    except OSError as error:
        raise file_error(error, file.path) from error


def _check(file: RunFile, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise FileError(info(ErrorKind.FILE_SPECIAL, path=printable(file.path)))
    if reason := same_file(file.fingerprint, fingerprint(found)):
        raise FileError(file_changed(file.path, reason))


_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Parameters of `mallopt(3)`."""
_LARGEST_MMAP = 32 << 20
"""What the second of them allows."""


@cache
def keep_freed_memory(size: int) -> None:
    """Make glibc keep up to `size` freed bytes instead of giving them back to the system.

    Else each block of a large body is mapped anew, and the system zeroes every page of it: two
    thirds of the kernel's time in a large upload. Elsewhere than on glibc nothing happens; nor does
    it again for the same size.
    """
    if sys.platform != "linux":
        return
    import ctypes  # noqa: PLC0415 - not at every start, only before the first large body

    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_TRIM_THRESHOLD, size)
        mallopt(_MMAP_THRESHOLD, min(size, _LARGEST_MMAP))
