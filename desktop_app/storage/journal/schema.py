"""Opening the journal file: create, migrate, refuse what is newer, set aside what is damaged.

Blocks; runs in the journal's writer thread. One process at a time may create, migrate or set
aside; while any process has the file open it is never moved (the shared `journal.lock`).
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from desktop_app.core.errors import ErrorInfo, ErrorKind, JournalError, info
from desktop_app.storage.journal.lock import try_lock

_log = logging.getLogger(__name__)

APPLICATION_ID = 0x534E4446  # "SNDF"
_OPEN_WAIT_S = 5.0
_BUSY_MS = 5000

_VERSION_1 = """
CREATE TABLE runs(
  run TEXT PRIMARY KEY, account_id TEXT NOT NULL, account_kind TEXT NOT NULL,
  account_label TEXT NOT NULL, account_address TEXT NOT NULL, title TEXT NOT NULL,
  metadata TEXT NOT NULL, finalize INTEGER NOT NULL, attach_to TEXT NOT NULL,
  client_ref TEXT NOT NULL UNIQUE, record TEXT, record_gone INTEGER NOT NULL DEFAULT 0,
  draft_doubt INTEGER NOT NULL DEFAULT 0, form_pending INTEGER NOT NULL DEFAULT 0,
  outcome TEXT, failed_stage TEXT, error TEXT,
  cancel_reason TEXT NOT NULL DEFAULT '', still_running INTEGER NOT NULL DEFAULT 0,
  started TEXT NOT NULL, ended TEXT NOT NULL DEFAULT '', attempts INTEGER NOT NULL DEFAULT 1,
  version TEXT NOT NULL) STRICT;
CREATE TABLE stages(
  run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, stage TEXT NOT NULL, state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, elapsed_s REAL NOT NULL DEFAULT 0,
  at TEXT NOT NULL, PRIMARY KEY(run, stage)) STRICT, WITHOUT ROWID;
CREATE TABLE keys(
  run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, stage TEXT NOT NULL, body TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE, begun TEXT NOT NULL,
  PRIMARY KEY(run, stage, body)) STRICT, WITHOUT ROWID;
CREATE TABLE files(
  run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, n INTEGER NOT NULL, path TEXT NOT NULL,
  key TEXT NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, inode TEXT NOT NULL,
  state TEXT NOT NULL, local_checksum TEXT NOT NULL DEFAULT '',
  checksum TEXT NOT NULL DEFAULT '', acknowledged INTEGER NOT NULL DEFAULT 0,
  upload_ref TEXT NOT NULL DEFAULT '', attempts INTEGER NOT NULL DEFAULT 0, error TEXT,
  left_out INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(run, n)) STRICT, WITHOUT ROWID;
CREATE TABLE history(
  id INTEGER PRIMARY KEY, run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, at TEXT NOT NULL,
  stage TEXT, what TEXT NOT NULL, reason TEXT NOT NULL DEFAULT '', error TEXT) STRICT;
CREATE INDEX history_of_run ON history(run, id);
CREATE INDEX runs_unfinished ON runs(outcome);
"""

Migration = Callable[[sqlite3.Connection], None]


def _first_version(connection: sqlite3.Connection) -> None:
    for statement in _VERSION_1.split(";"):
        if statement.strip():
            connection.execute(statement)


def _request_ids(connection: sqlite3.Connection) -> None:
    for table in ("files", "history"):
        connection.execute(f"ALTER TABLE {table} ADD COLUMN request_id TEXT NOT NULL DEFAULT ''")


_TABLES = {"runs", "stages", "keys", "files", "history"}

MIGRATIONS: tuple[Migration, ...] = (_first_version, _request_ids)
"""Migration n brings `user_version` n to n + 1, inside one transaction."""


class OpenedJournal:
    """An open connection, its hold on the file, and what was set aside to get there."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        hold: int,
        set_aside: str,
        identity: tuple[int, int],
    ) -> None:
        self.connection = connection
        self.set_aside = set_aside
        self.identity = identity
        """Device and inode of the file: whether the one at its path is still this one."""
        self._hold = hold

    def close(self) -> None:
        """Close the connection, then let go of the file."""
        self.connection.close()
        os.close(self._hold)


class _Damaged(Exception):  # noqa: N818 - a finding, caught in this module
    """The file is not a whole journal of ours."""


class _NeedsSoleUse(Exception):  # noqa: N818 - a finding, caught in this module
    """Creating, migrating or setting aside waits until no other process has it open."""


def open_journal(path: Path, now: Callable[[], datetime]) -> OpenedJournal:
    """Open the journal at `path`, whatever is there.

    Only a file that is no whole journal of ours is set aside; after any other error it stays.

    Raises:
        JournalError: JOURNAL_NEWER (left untouched), JOURNAL_READ_ONLY, JOURNAL_BUSY, DISK_FULL,
            JOURNAL_UNUSABLE (what SQLite said did not pass within a few seconds).
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        hold = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise journal_error(error, path) from error
    try:
        return _open_held(path, hold, now)
    except BaseException:
        os.close(hold)
        raise


def _open_held(path: Path, hold: int, now: Callable[[], datetime]) -> OpenedJournal:
    give_up = time.monotonic() + _OPEN_WAIT_S
    last: JournalError | None = None
    while True:
        sole = try_lock(hold, exclusive=True)
        if sole or try_lock(hold, exclusive=False):
            try:
                return _open_as(path, hold, now, sole=sole)
            except _NeedsSoleUse:
                last = None
            except JournalError as error:
                if error.kind is not ErrorKind.JOURNAL_UNUSABLE:
                    raise
                last = error
        if time.monotonic() > give_up:
            raise last or JournalError(info(ErrorKind.JOURNAL_BUSY, path=path.name))
        time.sleep(0.05)


def _open_as(path: Path, hold: int, now: Callable[[], datetime], *, sole: bool) -> OpenedJournal:
    set_aside = ""
    try:
        connection = _connect_checked(path, sole=sole)
    except _Damaged:
        if not sole:
            raise _NeedsSoleUse from None
        set_aside = _move_away(path, now())
        connection = _connect_checked(path, sole=True)
    if sole:
        try_lock(hold, exclusive=False)
    _mark_used(hold)
    found = path.stat()
    return OpenedJournal(connection, hold, set_aside, (found.st_dev, found.st_ino))


def _connect_checked(path: Path, *, sole: bool) -> sqlite3.Connection:
    """Return a connection to a whole journal of the present version."""
    exists = path.exists()
    if not exists and not sole:
        raise _NeedsSoleUse
    if exists and _was_never_used(path):
        if not sole:
            raise _NeedsSoleUse
        exists = False  # a first start was cut off, on a full disk say: it is begun again
    if exists and path.stat().st_size == 0:
        raise _Damaged
    try:
        connection = _connect(path)
    except sqlite3.Error as error:
        raise _finding(error, path) from error
    try:
        if exists:
            _check_ours(connection, path)
        _migrate(connection, sole=sole)
    except sqlite3.Error as error:
        connection.close()
        raise _finding(error, path) from error
    except BaseException:
        connection.close()
        raise
    return connection


def _was_never_used(path: Path) -> bool:
    """Whether nothing was ever committed to the file, as far as the files beside it show.

    To be asked before SQLite opens it: beside an empty file it would throw a log away.
    """
    folder = path.parent
    traces = (
        _has_content(path.with_suffix(".lock")),  # `_mark_used`
        _has_content(path.with_name(path.name + "-wal")),
        any(folder.glob("locks/*.lock")),
        any(folder.glob(f"{path.stem}.damaged-*")),
    )
    if any(traces):
        return False
    if path.stat().st_size == 0:
        return True
    try:
        with closing(sqlite3.connect(path)) as connection:
            numbers = [_pragma(connection, name) for name in ("user_version", "application_id")]
            tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    except sqlite3.Error:
        return False
    return not any(numbers) and not tables


def _has_content(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def _mark_used(hold: int) -> None:
    """Write down beside the journal that it holds something; a full disk may refuse it."""
    with suppress(OSError):
        if os.fstat(hold).st_size == 0:
            os.write(hold, b"used\n")


def _connect(path: Path) -> sqlite3.Connection:
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
        connection.execute("PRAGMA foreign_keys=ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    version = _pragma(connection, "user_version")
    if _pragma(connection, "application_id") != APPLICATION_ID:
        raise _Damaged
    if version > len(MIGRATIONS):
        raise JournalError(
            info(ErrorKind.JOURNAL_NEWER, path=path.name, version=version, known=len(MIGRATIONS))
        )
    if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise _Damaged
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if not there >= _TABLES:
        raise _Damaged


def _migrate(connection: sqlite3.Connection, *, sole: bool) -> None:
    """Bring the file to the present version; each step and its number in one transaction."""
    version = _pragma(connection, "user_version")
    if version == len(MIGRATIONS):
        return
    if not sole:
        raise _NeedsSoleUse
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    for number in range(version, len(MIGRATIONS)):
        connection.execute("BEGIN IMMEDIATE")
        MIGRATIONS[number](connection)
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={number + 1}")
        connection.execute("COMMIT")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _move_away(path: Path, now: datetime) -> str:
    """Rename the file (and its WAL) to a name that is not taken; return the new name."""
    stamp = now.strftime("%Y%m%d-%H%M%S")
    number = 0
    while True:
        target = path.with_name(
            f"{path.stem}.damaged-{stamp}{f'-{number}' if number else ''}.sqlite"
        )
        if not target.exists():
            break
        number += 1
    try:
        path.rename(target)
        for suffix in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                path.with_name(path.name + suffix).rename(target.with_name(target.name + suffix))
    except OSError as error:
        raise journal_error(error, path) from error
    _log.warning("the journal was damaged and is kept as %s", target.name)
    return target.name


_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_OVERWRITTEN_HEADER = "unsupported file format"
"""A plain SQLITE_ERROR to SQLite: the header names a schema format that does not exist."""


def _finding(error: sqlite3.Error, path: Path) -> Exception:
    if _primary(error) in _DAMAGE or str(error) == _OVERWRITTEN_HEADER:
        return _Damaged()
    return journal_error(error, path)


def _primary(error: sqlite3.Error) -> int:
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


_SQLITE_KINDS = {
    sqlite3.SQLITE_FULL: ErrorKind.DISK_FULL,
    sqlite3.SQLITE_BUSY: ErrorKind.JOURNAL_BUSY,
    sqlite3.SQLITE_LOCKED: ErrorKind.JOURNAL_BUSY,
    sqlite3.SQLITE_READONLY: ErrorKind.JOURNAL_READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: ErrorKind.JOURNAL_READ_ONLY,
    sqlite3.SQLITE_PERM: ErrorKind.JOURNAL_READ_ONLY,
}


def journal_error(error: OSError | sqlite3.Error, path: Path) -> JournalError:
    """Return what `error` of the file or of SQLite means for a person.

    Damage met in use has the reason "in_use": the next start sets the journal aside.
    """
    return JournalError(_info(error, path))


def _info(error: OSError | sqlite3.Error, path: Path) -> ErrorInfo:
    if isinstance(error, OSError):
        full = error.errno in {errno.ENOSPC, errno.EDQUOT}
        if full:
            return info(ErrorKind.DISK_FULL, path=path.name)
        if error.errno in (errno.EMFILE, errno.ENFILE):
            return info(ErrorKind.JOURNAL_UNUSABLE, path=path.name, reason="too_many_open")
        return info(ErrorKind.JOURNAL_READ_ONLY, path=path.name, folder=str(path.parent))
    if _primary(error) == sqlite3.SQLITE_IOERR and _is_full(path.parent):
        return info(ErrorKind.DISK_FULL, path=path.name)
    if _primary(error) in _DAMAGE:
        return info(ErrorKind.JOURNAL_DAMAGED, path=path.name, reason="in_use")
    kind = _SQLITE_KINDS.get(_primary(error), ErrorKind.JOURNAL_UNUSABLE)
    if kind is not ErrorKind.JOURNAL_READ_ONLY:
        return info(kind, path=path.name)
    if _primary(error) == sqlite3.SQLITE_CANTOPEN and _out_of_descriptors():
        return info(ErrorKind.JOURNAL_UNUSABLE, path=path.name, reason="too_many_open")
    return info(kind, path=path.name, folder=str(path.parent))


def _out_of_descriptors() -> bool:
    """Whether no file can be opened now; SQLite says only that it could not open one."""
    try:
        os.close(os.open(os.curdir, os.O_RDONLY))
    except OSError as error:
        return error.errno in (errno.EMFILE, errno.ENFILE)
    return False


def _is_full(folder: Path) -> bool:
    if not hasattr(os, "statvfs"):
        return False
    with suppress(OSError):
        return os.statvfs(folder).f_bavail < 16
    return False
