"""Facts of local files: what identifies one, and what its errors mean. Blocking, but brief."""

from __future__ import annotations

import errno
import os
import sys

from desktop_app.core.errors import ErrorInfo, ErrorKind, FileError, info
from desktop_app.core.model import Fingerprint
from desktop_app.files.names import printable

_REASONS = {
    errno.EACCES: "permission",
    errno.EPERM: "permission",
    errno.EIO: "drive",
    errno.ESTALE: "network_drive",
    errno.ETIMEDOUT: "network_drive",
    errno.ENOTCONN: "network_drive",
    errno.ENODEV: "network_drive",
    errno.ENXIO: "network_drive",
    errno.EHOSTDOWN: "network_drive",
    errno.EHOSTUNREACH: "network_drive",
    errno.ENETUNREACH: "network_drive",
    errno.ENETDOWN: "network_drive",
    errno.EBUSY: "in_use",
    errno.EMFILE: "too_many_open",
    errno.ENFILE: "too_many_open",
    errno.ENAMETOOLONG: "path_long",
}
_WINDOWS_IN_USE = (32, 33)  # ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION


_MADE_UP = {
    "binfmt_misc",
    "bpf",
    "cgroup",
    "cgroup2",
    "configfs",
    "debugfs",
    "efivarfs",
    "fusectl",
    "proc",
    "pstore",
    "securityfs",
    "sysfs",
    "tracefs",
}
"""File systems of Linux whose files have no content until they are read."""
_MOUNTS = "/proc/self/mountinfo"


def is_made_up(found: os.stat_result) -> bool:
    """Whether the system makes the file up while it is read: its size says nothing.

    Decided by the file system, without opening the file: reading one such file may never end.
    """
    if sys.platform != "linux" or found.st_blocks or os.major(found.st_dev):
        return False
    try:
        with open(_MOUNTS, encoding="utf-8", errors="surrogateescape") as mounts:
            return any(_has_made_up(line, found.st_dev) for line in mounts)
    except OSError:
        return False  # no such list: then there is no /proc either


def _has_made_up(mount: str, device: int) -> bool:
    before, _, after = mount.partition(" - ")
    major, _, minor = before.split()[2].partition(":")
    return os.makedev(int(major), int(minor)) == device and after.split()[0] in _MADE_UP


TELLS_CHANGES = sys.platform != "win32"
"""Whether the system keeps when a file was changed in any way; on Windows, when it was made."""


def fingerprint(found: os.stat_result) -> Fingerprint:
    """Return what shows that a file is still the one that was chosen."""
    changed = found.st_ctime_ns if TELLS_CHANGES else 0
    return Fingerprint(found.st_size, _in_64_bits(found.st_mtime_ns), found.st_ino, changed)


def _in_64_bits(nanoseconds: int) -> int:
    """Return a time as the journal's column holds it: years before 1678 or after 2262 wrap round.

    It is only compared, never shown as a date.
    """
    return (nanoseconds + (1 << 63)) % (1 << 64) - (1 << 63)


def fingerprint_of(path: str) -> Fingerprint:
    """Look at a file now.

    Raises:
        FileError: missing or unreadable.
    """
    try:
        return fingerprint(os.stat(path))
    except OSError as error:
        raise file_error(error, path) from error


def same_file(chosen: Fingerprint, found: Fingerprint) -> str:
    """Return "" if nothing changed, else what did: "size", "replaced" or "time"."""
    if chosen == found:
        return ""
    if chosen.size != found.size:
        return "size"
    return "replaced" if chosen.inode != found.inode else "time"


def file_changed(path: str, reason: str) -> ErrorInfo:
    """Return FILE_CHANGED for a path; `reason` as `same_file` gives it."""
    return info(ErrorKind.FILE_CHANGED, path=printable(path), reason=reason)


def file_error(error: OSError, path: str) -> FileError:
    """Return the error of ours for what the operating system said about `path`."""
    return FileError(os_error_info(error, path))


def os_error_info(error: OSError, path: str) -> ErrorInfo:
    """Return FILE_MISSING, FILE_SPECIAL or FILE_UNREADABLE with a `reason`."""
    shown = printable(path)
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return info(ErrorKind.FILE_MISSING, path=shown)
    if error.errno == errno.ELOOP:
        return info(ErrorKind.FILE_SPECIAL, path=shown, reason="loop")
    if error.errno == errno.EISDIR:
        return info(ErrorKind.FILE_SPECIAL, path=shown, reason="folder")
    if getattr(error, "winerror", None) in _WINDOWS_IN_USE:
        return info(ErrorKind.FILE_UNREADABLE, path=shown, reason="in_use")
    reason = _REASONS.get(error.errno or 0) or errno.errorcode.get(error.errno or 0, "other")
    return info(ErrorKind.FILE_UNREADABLE, path=shown, reason=reason)
