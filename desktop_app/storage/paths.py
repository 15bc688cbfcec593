"""Where things lie on disk: one data folder, private to the person who runs the program."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile

from desktop_app.core.paths import Paths

PRIVATE_FOLDER = 0o700


def make_home(paths: Paths) -> None:
    """Make the data folder and its log folder, readable by nobody else.

    Raises:
        OSError: a folder cannot be made, or the data folder is one that others write to.
    """
    for folder in (paths.home, paths.logs):
        make_private_folder(folder)
    close_to_writers(paths.home)


def make_private_folder(path: str) -> None:
    """Make `path` with mode 0700 where it is missing; a folder that exists keeps its mode.

    Raises:
        OSError: it cannot be made, or is not a folder.
    """
    os.makedirs(path, mode=PRIVATE_FOLDER, exist_ok=True)


def close_to_writers(path: str) -> None:
    """Take a folder of ours away from others who could write there, and so exchange any file.

    Raises:
        PermissionError: it is somebody else's, and open to others.
    """
    if sys.platform == "win32":
        return
    facts = os.stat(path)
    if facts.st_mode & stat.S_ISVTX or not facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return
    if facts.st_uid == os.geteuid():
        os.chmod(path, PRIVATE_FOLDER)
    elif os.geteuid() != 0:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), path)


def write_private(path: str, content: bytes) -> None:
    """Replace `path` by `content` in one step, with mode 0600: a crash leaves the old or the new.

    (`mkstemp` makes files that nobody else can read.)

    Raises:
        OSError: it cannot be written; the old content stands.
    """
    make_private_folder(os.path.dirname(path))
    handle, part = tempfile.mkstemp(".part", os.path.basename(path) + ".", os.path.dirname(path))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        remove_if_there(part)
        raise


def remove_if_there(path: str) -> None:
    """Remove a file; one that is gone already is fine.

    Raises:
        OSError: it is there and cannot be removed.
    """
    try:
        os.remove(path)
    except FileNotFoundError:
        return
