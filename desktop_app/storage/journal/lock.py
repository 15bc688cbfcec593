"""File locks of the operating system: they end with their process, however it ends."""

from __future__ import annotations

import errno
import json
import os
import socket
import sys
import time
from pathlib import Path

from desktop_app.core.errors import ErrorKind, JournalError, info

if sys.platform == "win32":
    import msvcrt

    def try_lock(handle: int, *, exclusive: bool) -> bool:
        """Lock the first byte; Windows knows no shared lock here, so shared always succeeds."""
        if not exclusive:
            return True
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(handle: int, *, exclusive: bool) -> bool:
        """Take (or change to) the lock without waiting; a failed change may lose the old one."""
        mode = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
        try:
            fcntl.flock(handle, mode | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in {errno.EAGAIN, errno.EACCES}:
                return False
            raise
        return True


_PAUSE_S = 0.02
_TRIES = 4
"""A probe by `is_locked` holds the lock for microseconds: an owner tries a little longer."""


class RunLock:
    """Says that this process runs a save. Released by `release` or by the end of the process."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle: int | None = handle

    @classmethod
    def take(cls, path: Path) -> RunLock:
        """Take the lock at `path` (blocks for at most 0.1 s: call it off the loop).

        Raises:
            JournalError: RUN_BUSY if another window or process has it, with its `pid`.
            OSError: the lock file cannot be made.
        """
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        for attempt in range(_TRIES):
            if attempt:
                time.sleep(_PAUSE_S)
            handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
            try:
                if try_lock(handle, exclusive=True) and _is_at(handle, path):
                    _write_owner(handle)
                    return cls(path, handle)
            except OSError:
                os.close(handle)
                raise
            os.close(handle)
        raise JournalError(info(ErrorKind.RUN_BUSY, run=path.stem, pid=_owner(path)))

    def release(self) -> None:
        """Let go; a second call does nothing."""
        if self._handle is None:
            return
        handle, self._handle = self._handle, None
        if sys.platform != "win32":
            self._path.unlink(missing_ok=True)
        os.close(handle)


def is_locked(path: Path) -> bool:
    """Whether some process (this one too) holds the lock at `path` now."""
    try:
        handle = os.open(path, os.O_RDWR | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:
        return False
    try:
        return not try_lock(handle, exclusive=sys.platform == "win32")
    finally:
        os.close(handle)


def _is_at(handle: int, path: Path) -> bool:
    """Whether the locked file is still the one at `path` (its last owner may have removed it)."""
    try:
        there = path.stat()
    except FileNotFoundError:
        return False
    ours = os.fstat(handle)
    return (ours.st_dev, ours.st_ino) == (there.st_dev, there.st_ino)


def _write_owner(handle: int) -> None:
    owner = json.dumps({"pid": os.getpid(), "host": socket.gethostname()}).encode()
    os.ftruncate(handle, 0)
    os.pwrite(handle, owner, 0) if hasattr(os, "pwrite") else os.write(handle, owner)


def _owner(path: Path) -> str:
    try:
        return str(json.loads(path.read_bytes())["pid"])
    except (OSError, ValueError, KeyError):
        return ""
