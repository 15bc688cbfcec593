"""What the interpreter writes when it dies of a signal, kept for the next start.

Each process has a file of its own, locked while it lives: a file that is not empty and that nobody
locks is the trace of a crash. (SIGKILL and power cuts leave an empty one: nothing to report.)
"""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Iterator
from contextlib import contextmanager

from desktop_app.storage.journal.lock import try_lock
from desktop_app.storage.paths import remove_if_there

_OURS = "crash-"
_KEPT = "previous-crash.txt"


@contextmanager
def watched(folder: str) -> Iterator[None]:
    """Have this process write its trace into `folder`, which is there, should it crash.

    Raises:
        OSError: the file cannot be made.
    """
    path = os.path.join(folder, f"{_OURS}{os.getpid()}.txt")
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        try_lock(handle, exclusive=True)
        before = faulthandler.is_enabled()
        faulthandler.enable(handle, all_threads=True)
        try:
            yield
        finally:
            faulthandler.disable()
            if before:
                faulthandler.enable()
    finally:
        os.close(handle)
        remove_if_there(path)


def previous_crash(folder: str) -> str:
    """Return the trace of the newest crash, or ""; a crash is reported until `forget_crash`.

    Raises:
        OSError: the folder cannot be read or not be written.
    """
    if not os.path.isdir(folder):
        return ""
    for name in sorted(os.listdir(folder)):
        if name.startswith(_OURS):
            _settle(os.path.join(folder, name), os.path.join(folder, _KEPT))
    return _read(os.path.join(folder, _KEPT))


def forget_crash(folder: str) -> None:
    """Remove the trace: it has been looked at.

    Raises:
        OSError: it is there and cannot be removed.
    """
    remove_if_there(os.path.join(folder, _KEPT))


def _settle(path: str, kept: str) -> None:
    """Keep what a dead process wrote; leave the file of a living one alone."""
    try:
        handle = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return  # its process has just ended well
    try:
        if not try_lock(handle, exclusive=True):
            return
        crashed = os.fstat(handle).st_size > 0
    finally:
        os.close(handle)
    if crashed:
        os.replace(path, kept)
    else:
        remove_if_there(path)


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""
