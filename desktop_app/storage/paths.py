"""Where things lie on disk: one data folder, private to the person who runs the program."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from dataclasses import dataclass

PRIVATE_FOLDER = 0o700


@dataclass(frozen=True, slots=True)
class Paths:
    """The places of one data folder. All are absolute strings."""

    home: str

    @property
    def settings(self) -> str:
        """Settings and accounts (JSON, no secrets)."""
        return os.path.join(self.home, "settings.json")

    @property
    def journal(self) -> str:
        """The journal of saves (SQLite)."""
        return os.path.join(self.home, "journal.sqlite")

    @property
    def logs(self) -> str:
        """Folder of the log files."""
        return os.path.join(self.home, "logs")

    @property
    def log(self) -> str:
        """The log that is written now."""
        return os.path.join(self.logs, "sendoff.log")

    @property
    def service(self) -> str:
        """Data folder of the built-in service."""
        return os.path.join(self.home, "service")

    @property
    def repairs(self) -> str:
        """Folder of the marks of repairs that are under way, or were cut off."""
        return os.path.join(self.home, "repairs")

    @property
    def samples(self) -> str:
        """Where `--demo` puts its sample files."""
        return os.path.join(self.home, "samples")

    def make(self) -> None:
        """Make the data folder and its log folder, readable by nobody else.

        Raises:
            OSError: a folder cannot be made, or the data folder is one that others write to.
        """
        for folder in (self.home, self.logs):
            make_private_folder(folder)
        close_to_writers(self.home)


def default_home() -> str:
    """Return SENDOFF_HOME, else the platform's folder for a program's data."""
    chosen = os.environ.get("SENDOFF_HOME", "")
    return os.path.abspath(chosen) if chosen else platform_home()


def platform_home() -> str:
    """Return the platform's folder for a program's data, whatever SENDOFF_HOME says."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
        return os.path.join(base, "Sendoff")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Application Support/Sendoff")
    base = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(base):  # the XDG base directory specification: ignore relative paths
        base = os.path.expanduser("~/.local/share")
    return os.path.join(base, "sendoff")


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
