"""What belongs to Sendoff itself and is never sent, however a path leads to it.

A data folder is known by its identity (device and inode), not by its name: a link, a bind mount or
another spelling leads to the same one. Files outside of it are ours where they are a second name
(a hard link) of one of our own; what people saved in the built-in service is not ours in that
sense, since some tools link equal files to save room.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field

from desktop_app.core.errors import ErrorKind, FileError, info
from desktop_app.core.model import Fingerprint
from desktop_app.core.paths import Paths, default_home, platform_home
from desktop_app.files.disk import file_error, fingerprint
from desktop_app.files.names import printable

REASON = "own_data"
"""`reason` of the FILE_SPECIAL that says so."""
_CONTENT = "content"
"""The folder of the built-in service that holds what people saved."""
_SHAPES = (("lock", "token", "records.sqlite"), ("journal.sqlite", "locks", "logs"))
"""What every folder of a built-in service, and every data folder, holds: those of another start."""

Identity = tuple[int, int]


@dataclass(frozen=True, slots=True)
class OwnData:
    """The data folders of this program. All methods block, but briefly."""

    folders: tuple[str, ...]

    @classmethod
    def of(cls, home: str) -> OwnData:
        """Return what is ours for a process whose data folder is `home`.

        The platform's folder counts too: SENDOFF_HOME moves the data, not those of before.
        """
        homes = dict.fromkeys((home, platform_home()))
        return cls(tuple(part for one in homes for part in (one, Paths(one).service)))

    @classmethod
    def of_environment(cls) -> OwnData:
        """Return what is ours for a process that was started with this environment."""
        return cls.of(default_home())

    def now(self) -> OwnNow:
        """Look at the folders as they are now."""
        known = [found for one in self.folders if (found := _identity(one)) is not None]
        files = (one for folder in self.folders for one in _files(folder))
        return OwnNow(frozenset(known), frozenset(files))

    def fingerprint_of(self, path: str) -> Fingerprint:
        """Look at a file that may be sent.

        Raises:
            FileError: missing, unreadable, or ours: what is resumed may have been chosen by a
                version that did not look, and a link may lead elsewhere by now.
        """
        try:
            found = os.stat(path)
        except OSError as error:
            raise file_error(error, path) from error
        if self._is_below(path) or (found.st_nlink > 1 and self.now().is_file(found)):
            raise FileError(info(ErrorKind.FILE_SPECIAL, path=printable(path), reason=REASON))
        return fingerprint(found)

    def _is_below(self, path: str) -> bool:
        real = os.path.normcase(os.path.realpath(path))
        folders = (os.path.normcase(os.path.realpath(one)) for one in self.folders)
        return any(real == one or real.startswith(one.rstrip(os.sep) + os.sep) for one in folders)


@dataclass(frozen=True, slots=True)
class OwnNow:
    """Identities of our folders, and of the files in them, at one moment."""

    folders: frozenset[Identity]
    files: frozenset[Identity]
    _known: dict[str, bool] = field(default_factory=dict, compare=False)
    """Of paths that were looked at: of thousands of files most lie in the same few folders."""
    _spelled: dict[str, str] = field(default_factory=dict, compare=False)
    """Real paths of folders as they were spelled."""

    def is_folder(self, path: str, found: os.stat_result) -> bool:
        """Whether a folder is one of ours, or has the shape of one."""
        if (found.st_dev, found.st_ino) in self.folders:
            return True
        return any(all(os.path.lexists(os.path.join(path, one)) for one in s) for s in _SHAPES)

    def is_file(self, found: os.stat_result) -> bool:
        """Whether a file is one of ours under any name."""
        return (found.st_dev, found.st_ino) in self.files

    def holds(self, path: str) -> bool:
        """Whether a path leads to one of our folders or into it."""
        here, above = self._real(path), []
        while here not in self._known:
            above.append(here)
            parent = os.path.dirname(here)
            if parent == here:
                break
            here = parent
        found = self._known.get(here, False)
        for one in reversed(above):
            found = self._known[one] = found or self._is_ours(one)
        return found

    def _real(self, path: str) -> str:
        folder, name = os.path.split(path)
        if not name or os.path.islink(path):
            return os.path.realpath(path)
        if folder not in self._spelled:
            self._spelled[folder] = os.path.realpath(folder)
        return os.path.join(self._spelled[folder], name)

    def _is_ours(self, path: str) -> bool:
        try:
            found = os.stat(path)
            return stat.S_ISDIR(found.st_mode) and self.is_folder(path, found)
        except OSError:
            return False  # what cannot be looked at is refused for that reason elsewhere


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _files(folder: str) -> Iterator[Identity]:
    for here, folders, names in os.walk(folder):
        if here != folder:
            folders.clear()  # ours lie no deeper; somebody may have chosen a folder full of files
        elif _CONTENT in folders and "records.sqlite" in names:
            folders.remove(_CONTENT)
        for name in names:
            found = _identity(os.path.join(here, name))
            if found is not None:
                yield found
