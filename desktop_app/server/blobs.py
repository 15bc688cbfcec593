"""Content on disk: written as `<id>.part`, hashed on the way, renamed into place atomically.

Names are ids made here; nothing that came from outside ever becomes part of a path.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from desktop_app.server.blocks import PAGE
from desktop_app.server.problems import Kind, Problem

PART = ".part"
BLOCK = 1 << 20


def as_refusal(error: OSError) -> Exception:
    """Return `disk-full` where that is what an error of the file system means, else the error."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        return Problem(Kind.DISK_FULL)
    return error


class Part:
    """An open `.part` file. One thread at a time appends; another may sync meanwhile.

    Whole pages in aligned memory (see `blocks`) go straight to the disk where the file system
    can do that: for large content that costs a tenth of the time of a core, it leaves the memory
    of other programs alone, and little is left to do when the file has to be durable.

    Raises:
        FileNotFoundError: there are not `offset` bytes.
    """

    def __init__(self, path: str, *, offset: int) -> None:
        self._path = path
        flags = os.O_RDWR | getattr(os, "O_BINARY", 0) | (0 if offset else os.O_CREAT)
        self._fd = os.open(path + PART, flags, 0o600)
        self._straight: int | None = None
        if os.fstat(self._fd).st_size < offset:
            self.close()
            raise FileNotFoundError(errno.ENOENT, "shorter than was told", path + PART)
        os.ftruncate(self._fd, offset)
        self._failure: Exception | None = None
        self._to_sync = True
        self._cached = False
        self.size = offset
        self.written = 0
        """When the finished file was last changed, in ns, as the file system says."""

    def append(self, content: bytes | memoryview) -> None:
        """Write `content`; a memoryview begins at a page.

        Raises:
            Problem: `disk-full`.
        """
        view = memoryview(content)
        try:
            if isinstance(content, memoryview) and self.size % PAGE == 0:
                view = view[self._write_pages(view) :]
            if view:
                self._cached = True
                os.lseek(self._fd, self.size, os.SEEK_SET)
            while view:
                written = os.write(self._fd, view)
                view = view[written:]
                self.size += written
        except OSError as error:
            raise as_refusal(error) from error
        self._to_sync = True  # after the writing: a sync meanwhile may have missed some of it

    def _write_pages(self, view: memoryview) -> int:
        """Write whole pages of `view` past the system's cache, where it can; return how much."""
        done, whole = 0, len(view) // PAGE * PAGE
        while done < whole and self._straight_fd() >= 0:
            try:
                written = os.pwrite(self._straight_fd(), view[done:whole], self.size)
            except OSError as error:
                if error.errno != errno.EINVAL:
                    raise
                self._close_straight()  # no such writes here, whatever `open` said
                break
            done += written
            self.size += written
            if written % PAGE:
                break
        return done

    def _straight_fd(self) -> int:
        """Return a descriptor that writes past the system's cache, or -1."""
        if self._straight is None:
            self._straight = -1
            flag = getattr(os, "O_DIRECT", 0)
            if flag:
                with suppress(OSError):
                    self._straight = os.open(self._path + PART, os.O_WRONLY | flag)
        return self._straight

    def _close_straight(self) -> None:
        if self._straight is not None and self._straight >= 0:
            os.close(self._straight)
        self._straight = -1

    def write_back(self) -> None:
        """As `sync`, where the system keeps content in memory; what went to disk stays as it is."""
        if self._cached:
            self._cached = False
            self.sync()

    def sync(self) -> None:
        """Return once what was appended is on disk.

        Once that failed it always does: the system tells only once what it could not write.

        Raises:
            Problem: `disk-full`.
            OSError: the disk fails.
        """
        if self._failure is not None:
            raise self._failure
        if self._to_sync:
            self._to_sync = False
            try:
                os.fsync(self._fd)
            except OSError as error:
                self._failure = as_refusal(error)
                raise self._failure from error

    def close(self) -> None:
        """Close without renaming; the part stays."""
        self._close_straight()
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def finish(self, *, durable: bool = True) -> None:
        """Give the content its name; make both durable (unless somebody else sees to that).

        The name comes first where an open file can be renamed: then one commit of the file
        system's journal holds it all. Nobody looks for the name before this has returned.
        """
        if sys.platform == "win32":
            if durable:
                self.sync()
            self.close()
        os.replace(self._path + PART, self._path)
        if durable and self._fd >= 0:
            self.sync()
        self.close()
        self.written = os.stat(self._path).st_mtime_ns
        if durable:
            _sync_folder(os.path.dirname(self._path))

    def discard(self) -> None:
        """Close and remove the part."""
        self.close()
        _unlink(self._path + PART)


class Blobs:
    """The folder that holds the content of all records."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._free = (0.0, 0)
        os.makedirs(root, mode=0o700, exist_ok=True)

    def path(self, record: str, blob: str) -> str:
        """Return where `blob` of `record` is, or will be."""
        return os.path.join(self._root, record, blob)

    def part(self, record: str, blob: str, offset: int = 0) -> Part:
        """Open the part of `blob`, cut to `offset` bytes.

        Raises:
            FileNotFoundError: there are not `offset` bytes.
            Problem: `disk-full`.
        """
        path = self.path(record, blob)
        try:
            return Part(path, offset=offset)
        except FileNotFoundError:
            if offset:
                raise
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            _sync_folder(self._root)
            return Part(path, offset=offset)
        except OSError as error:
            raise as_refusal(error) from error

    def remove(self, record: str, blob: str) -> None:
        """Remove `blob` and its part; missing is fine."""
        path = self.path(record, blob)
        _unlink(path)
        _unlink(path + PART)

    def unfinish(self, record: str, blob: str, size: int) -> None:
        """Make a part again of a blob that got its name too early; keep its first `size` bytes."""
        path = self.path(record, blob)
        if os.path.exists(path):
            os.replace(path, path + PART)
        with suppress(FileNotFoundError):
            os.truncate(path + PART, size)

    def remove_record(self, record: str) -> None:
        """Remove the folder of `record`; missing is fine."""
        shutil.rmtree(os.path.join(self._root, record), ignore_errors=True)

    def look(self, record: str, blob: str) -> os.stat_result | None:
        """Return what the file system says of a finished blob, or None where it is missing."""
        try:
            return os.stat(self.path(record, blob))
        except FileNotFoundError:
            return None

    def free_bytes(self) -> int:
        """Return the free space, at most a second old."""
        now = time.monotonic()
        if now - self._free[0] > 1.0:
            self._free = (now, shutil.disk_usage(self._root).free)
        return self._free[1]

    def sync(self, record: str, blob: str) -> None:
        """Return once a finished blob is on disk."""
        _sync_file(self.path(record, blob))

    def sync_folder(self, record: str) -> None:
        """Return once the names of a record's blobs are on disk."""
        _sync_folder(os.path.join(self._root, record))

    def folders(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each record id that has a folder, with the names in it."""
        for entry in os.scandir(self._root):
            if entry.is_dir(follow_symlinks=False):
                yield entry.name, os.listdir(entry.path)


def hash_file(path: str, check: Callable[[], None], length: int | None = None) -> str:
    """Return `sha256:<hex>` of the first `length` bytes of a file; `check` may stop it.

    Raises:
        FileNotFoundError: nothing is stored there.
        Cancelled: what `check` raised.
    """
    hasher = hashlib.sha256()
    left = -1 if length is None else length
    with open(path, "rb", buffering=0) as file:
        while left != 0:
            check()
            block = file.read(BLOCK if left < 0 else min(BLOCK, left))
            if not block:
                break
            hasher.update(block)
            left -= len(block) if left > 0 else 0
    return f"sha256:{hasher.hexdigest()}"


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def _sync_file(path: str) -> None:
    """Return once the content of `path` is on disk; a file that is gone needs nothing."""
    _sync(path, os.O_RDWR)


def _sync_folder(path: str) -> None:
    """Return once the names in `path` are on disk; where folders cannot be opened, at once."""
    if sys.platform != "win32":
        _sync(path, os.O_RDONLY)


def _sync(path: str, flags: int) -> None:
    try:
        fd = os.open(path, flags)
    except FileNotFoundError:
        return
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
