"""From what a person chose (files, folders) to rows of files, off the loop and finite.

Rules, each of them a row with its reason where something is not sent:

* A chosen path that is a link is followed: the person named it. Below a chosen folder:
* a link to a file inside the folder is sent under its own name too; a link that leads out of the
  folder is skipped (FILE_LINK_OUT) unless asked for;
* a link to a folder inside it is skipped (FILE_SPECIAL, reason "folder_link"): what is there is
  sent under its own path already, and following it could go round for ever. One that leads out
  is followed only if asked for, each folder once (else "loop" or "folder_link");
* a link that leads nowhere is FILE_MISSING; a device, pipe or socket is FILE_SPECIAL (reason
  "device", "pipe", "socket") and is never opened; so is a file that the system makes up while it
  is read, as those below /proc ("no_size"): nobody can say beforehand how much will come;
* a file or folder that must not be read is FILE_UNREADABLE;
* an empty folder is skipped (FILE_SPECIAL, reason "empty_folder"): services keep files only;
* what desktops and tools leave behind is skipped unless asked for (see `LEFT_BEHIND`); a path that
  a person chose is none of that.

Whatever belongs to Sendoff itself is FILE_SPECIAL, reason "own_data", chosen or not, and a folder
of ours is never entered (see `own_data`).

Keys: below a chosen folder the path relative to the folder's parent where the service takes `/`,
else the file's own name; in NFC (see `names`). Order: names within a folder, depth first.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass

from desktop_app.core.errors import ErrorInfo, ErrorKind, info
from desktop_app.core.model import Fingerprint
from desktop_app.core.run import RunFile
from desktop_app.core.threads import in_thread
from desktop_app.files import own_data
from desktop_app.files.disk import fingerprint, is_made_up, os_error_info
from desktop_app.files.names import Trouble, printable, stored_name
from desktop_app.files.own_data import OwnData, OwnNow

LEFT_BEHIND = "left_behind"
"""`reason` of the FILE_SPECIAL for what desktops and tools leave in people's folders.

A short list of names that nobody gives to data of their own; not every name that begins with a dot
(`.zenodo.json` and `.htaccess` are data).
"""
_FILES = re.compile(
    r"""
    \.DS_Store | \._.+ | \.localized | \.apdisk | Icon\r       # macOS
    | (?:eh)?thumbs(?:_vista)?\.db | desktop\.ini              # Windows
    | ~\$.+ | \.~lock\..+\#                                    # office programs
    | \.directory | \.nfs[0-9a-f]{8,} | \.fuse_hidden.+        # KDE, network drives
    | \..+\.sw[a-p]                                            # Vim
    | \.git                                                    # of a worktree or a submodule
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_FOLDERS = re.compile(
    r"""
    \.git | \.svn | \.hg | \.bzr
    | __MACOSX | \.Trash(?:es|-\d+)? | \.Spotlight-V100 | \.fseventsd | \.TemporaryItems
    | \.DocumentRevisions-V100 | \$RECYCLE\.BIN | System\ Volume\ Information | lost\+found
    | __pycache__ | \.ipynb_checkpoints | \.(?:mypy|ruff|pytest)_cache
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NOTHING = Fingerprint(0, 0, 0)
_BATCH = 4000
_BATCH_S = 0.1


@dataclass(frozen=True, slots=True)
class Choice:
    """What of a folder is taken.

    Attributes:
        links_out: whether links that lead out of a chosen folder are followed.
        hidden: whether what desktops and tools leave behind is sent as well.
        own: what is never sent; None stands for the data folders of the environment.
    """

    links_out: bool = False
    hidden: bool = False
    own: OwnData | None = None


_USUAL = Choice()


async def expand(
    paths: Iterable[str], *, slash: bool, choice: Choice = _USUAL
) -> AsyncIterator[tuple[RunFile, ...]]:
    """Yield the files of `paths` in batches, walked in a thread.

    Closing or cancelling ends the walk at its next entry, without waiting for a dead drive.

    Args:
        slash: whether the service takes `/` in keys.
        choice: what of a folder is taken.
    """
    stop = threading.Event()
    walk = walk_files(paths, slash=slash, choice=choice, stop=stop)
    try:
        while batch := await in_thread(_take, walk):
            yield batch
    finally:
        stop.set()


def _take(walk: Iterator[RunFile]) -> tuple[RunFile, ...]:
    batch: list[RunFile] = []
    until = time.monotonic() + _BATCH_S
    for file in walk:
        batch.append(file)
        if len(batch) >= _BATCH or time.monotonic() > until:
            break
    return tuple(batch)


def walk_files(
    paths: Iterable[str],
    *,
    slash: bool,
    choice: Choice = _USUAL,
    stop: threading.Event | None = None,
) -> Iterator[RunFile]:
    """Yield the files of `paths`, blocking; ends early once `stop` is set."""
    halt = stop or threading.Event()
    own = (choice.own or OwnData.of_environment()).now()
    for path in paths:
        whole = os.path.abspath(path)
        try:
            found = os.stat(whole)
        except OSError as error:
            yield _skipped(whole, _own_name(whole), os_error_info(error, whole))
            continue
        if own.holds(whole):
            yield _special(whole, _own_name(whole), own_data.REASON)
        elif not stat.S_ISDIR(found.st_mode):
            yield _file(whole, _own_name(whole), found, own)
        else:
            tree = _Tree(os.path.realpath(whole), slash=slash, choice=choice, own=own, stop=halt)
            yield from tree.walk(whole, _own_name(whole))


def _own_name(path: str) -> str:
    return stored_name(os.path.basename(path))


def _file(path: str, key: str, found: os.stat_result, own: OwnNow) -> RunFile:
    if own.is_file(found):
        return _special(path, key, own_data.REASON)
    special = _SPECIAL.get(stat.S_IFMT(found.st_mode))
    if special is not None:
        return _special(path, key, special)
    if is_made_up(found):
        return _special(path, key, "no_size")
    if not os.access(path, os.R_OK):
        error = info(ErrorKind.FILE_UNREADABLE, path=printable(path), reason="permission")
        return _skipped(path, key, error)
    if printable(key) != key and not _is_text(key):
        error = info(ErrorKind.BAD_NAME, key=printable(key), reason=Trouble.NOT_TEXT)
        return _skipped(path, key, error)
    return RunFile(path, key, fingerprint(found))


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _skipped(path: str, key: str, error: ErrorInfo) -> RunFile:
    return RunFile(printable(path), printable(key), _NOTHING).with_skip(error)


def _special(path: str, key: str, reason: str) -> RunFile:
    return _skipped(path, key, info(ErrorKind.FILE_SPECIAL, path=printable(path), reason=reason))


_SPECIAL = {
    stat.S_IFIFO: "pipe",
    stat.S_IFSOCK: "socket",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
}


@dataclass(slots=True)
class _Level:
    """A folder in the middle of being walked; `identity` is its (device, inode)."""

    prefix: str
    identity: tuple[int, int]
    entries: Iterator[os.DirEntry[str]]


class _Tree:
    """The walk below one chosen folder, without recursion: depth costs no stack.

    Args:
        root: the folder's real path.
    """

    def __init__(
        self, root: str, *, slash: bool, choice: Choice, own: OwnNow, stop: threading.Event
    ) -> None:
        self._root = root
        self._inside = root.rstrip(os.sep) + os.sep
        self._slash = slash
        self._choice = choice
        self._own = own
        self._stop = stop
        self._levels: list[_Level] = []
        self._seen: set[tuple[int, int]] = set()

    def walk(self, folder: str, key: str) -> Iterator[RunFile]:
        """Yield what is in `folder` and below; `key` is its own."""
        yield from self._enter(folder, key)
        while self._levels and not self._stop.is_set():
            level = self._levels[-1]
            entry = next(level.entries, None)
            if entry is None:
                self._levels.pop()
            else:
                yield from self._entry(entry, level.prefix + stored_name(entry.name))

    def _enter(self, folder: str, key: str) -> Iterator[RunFile]:
        """Go into `folder`; yields a row only if there is nothing to walk."""
        try:
            here = os.stat(folder)
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            yield _skipped(folder, key, os_error_info(error, folder))
            return
        identity = (here.st_dev, here.st_ino)
        if identity in self._seen:
            around = any(level.identity == identity for level in self._levels)
            yield _special(folder, key, "loop" if around else "folder_link")
        elif self._own.is_folder(folder, here):
            yield _special(folder, key, own_data.REASON)
        elif not entries:
            yield _special(folder, key, "empty_folder")
        else:
            prefix = f"{key}/" if self._slash and key else ""
            self._seen.add(identity)
            self._levels.append(_Level(prefix, identity, iter(entries)))

    def _entry(self, entry: os.DirEntry[str], key: str) -> Iterator[RunFile]:
        path = entry.path
        try:
            link = _is_link(entry)
            found = _stat(entry)
        except OSError as error:
            yield _skipped(path, key, os_error_info(error, path))
            return
        folder = stat.S_ISDIR(found.st_mode)
        leads_out = link and self._leads_out(path)
        if not self._choice.hidden and _is_left_behind(entry.name, folder=folder):
            yield _special(path, key, LEFT_BEHIND)
        elif leads_out and not self._choice.links_out:
            yield _skipped(path, key, info(ErrorKind.FILE_LINK_OUT, path=printable(path)))
        elif link and self._own.holds(path):
            yield _special(path, key, own_data.REASON)
        elif folder and link and not leads_out:
            yield _special(path, key, "folder_link")
        elif folder:
            yield from self._enter(path, key)
        else:
            yield _file(path, key, found, self._own)

    def _leads_out(self, path: str) -> bool:
        target = os.path.realpath(path)
        return target != self._root and not target.startswith(self._inside)


def _is_link(entry: os.DirEntry[str]) -> bool:
    if sys.version_info >= (3, 12) and entry.is_junction():
        return True
    return entry.is_symlink()


def _stat(entry: os.DirEntry[str]) -> os.stat_result:
    """Return the entry's facts, links followed; Windows gives the inode only when asked itself."""
    return os.stat(entry.path) if os.name == "nt" else entry.stat()


def _is_left_behind(name: str, *, folder: bool) -> bool:
    """Whether a file or folder of this name was put there by a desktop or a tool."""
    return (_FOLDERS if folder else _FILES).fullmatch(name) is not None
