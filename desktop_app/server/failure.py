"""Why the service did not start, in one word that crosses the pipe to who started it."""

from __future__ import annotations

import errno
import sqlite3

from desktop_app.server.folder import FolderBusyError

REASONS = frozenset({"busy", "damaged", "disk_full", "folder", "newer", "other"})
_FULL = {errno.ENOSPC, errno.EDQUOT}


class NewerError(sqlite3.DatabaseError):
    """The data folder was written by a newer version; nothing of it was changed."""


def why(error: BaseException) -> str:
    """Return one of `REASONS`."""
    if isinstance(error, FolderBusyError):
        return "busy"
    if isinstance(error, NewerError):
        return "newer"
    if isinstance(error, sqlite3.Error):
        return _SQLITE.get((getattr(error, "sqlite_errorcode", None) or 0) & 0xFF, "other")
    if isinstance(error, OSError):
        return "disk_full" if error.errno in _FULL else _SYSTEM.get(error.errno or 0, "other")
    return "other"


_SQLITE = {
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_CANTOPEN: "folder",
    sqlite3.SQLITE_READONLY: "folder",
    sqlite3.SQLITE_PERM: "folder",
}
_SYSTEM = dict.fromkeys(
    (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EISDIR, errno.EEXIST),
    "folder",
)
