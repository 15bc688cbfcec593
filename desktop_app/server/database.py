"""One SQLite file, one writer thread with group commit, and short-lived readers.

Writes that wait together share one transaction (each in its own savepoint), so that a commit's
cost is shared; no transaction is ever held across network or file I/O, because `work` gets
nothing but the connection. A reader whose statement had to be interrupted is closed, not reused.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_app.server.problems import Kind, Problem

SCHEMA_VERSION = 2
SCHEMA = """
CREATE TABLE records (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
  metadata TEXT NOT NULL, client_ref TEXT NOT NULL, state TEXT NOT NULL, revision INTEGER NOT NULL,
  created REAL NOT NULL, touched REAL NOT NULL, manifest TEXT);
CREATE INDEX records_client_ref ON records (client_ref, seq);
CREATE INDEX records_state ON records (state, seq);
CREATE TABLE files (
  record TEXT NOT NULL, key TEXT NOT NULL, size INTEGER NOT NULL, digest TEXT NOT NULL,
  blob TEXT NOT NULL, created REAL NOT NULL, written INTEGER, lost TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (record, key)) WITHOUT ROWID;
CREATE TABLE uploads (
  id TEXT PRIMARY KEY, record TEXT NOT NULL, key TEXT NOT NULL, size INTEGER NOT NULL,
  digest TEXT, offset INTEGER NOT NULL, metadata TEXT NOT NULL, complete INTEGER NOT NULL,
  created REAL NOT NULL, expires REAL NOT NULL);
CREATE INDEX uploads_record ON uploads (record, key, created);
CREATE TABLE idempotency (
  key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, done INTEGER NOT NULL, status INTEGER,
  headers TEXT, body BLOB, kind TEXT NOT NULL, subject TEXT NOT NULL, created REAL NOT NULL);
CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
  record TEXT NOT NULL, state TEXT NOT NULL, idempotency_key TEXT, payload TEXT NOT NULL,
  result TEXT, not_before REAL NOT NULL, created REAL NOT NULL, finished REAL);
CREATE INDEX jobs_state ON jobs (state, seq);
CREATE TABLE small (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, record TEXT NOT NULL, blob TEXT NOT NULL,
  content BLOB NOT NULL);
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, request TEXT NOT NULL,
  action TEXT NOT NULL, subject TEXT NOT NULL, detail TEXT NOT NULL);
"""
STEPS = {
    1: "ALTER TABLE files ADD COLUMN written INTEGER;"
    "ALTER TABLE files ADD COLUMN lost TEXT NOT NULL DEFAULT '';",
}
"""What brings a folder of each earlier version (1: Sendoff 0.1.0) to the next one."""
_GROUP = 256
STATEMENT_S = 5.0
AGAIN_AFTER_S = 0.5


Check = Callable[[], None]
"""Raises `Cancelled` when the work is no longer wanted."""


def unchecked() -> None:
    """Want the work whatever happens."""
    return


@dataclass(slots=True)
class Write:
    """One unit of the writer thread: file work first, then a part of a transaction.

    Attributes:
        work: gets the connection; its result is the write's, once committed.
        check: asked before the work and before the commit; may raise to undo it.
        prepare: file work, done before the transaction begins.
        after: told the outcome, or the error, when the transaction is over.
    """

    work: Callable[[sqlite3.Connection], Any]
    check: Check = unchecked
    prepare: Callable[[], None] | None = None
    after: Callable[[Any, BaseException | None], None] | None = None
    future: Future[Any] = field(default_factory=Future)
    outcome: Any = None
    error: BaseException | None = None

    def make_ready(self) -> None:
        """Do the file work."""
        try:
            self.check()
            if self.prepare is not None:
                self.prepare()
        except Exception as error:  # noqa: BLE001 - handed to the caller by its future
            self.error = error

    def run(self, connection: sqlite3.Connection) -> None:
        """Run inside a savepoint; an error or a cancellation undoes this work only.

        Raises:
            sqlite3.Error: it undid the whole transaction, as a full disk does.
        """
        if self.error is not None:
            return
        connection.execute("SAVEPOINT work")
        try:
            self.outcome = self.work(connection)
            self.check()
        except Exception as error:
            self.error = error
            if not connection.in_transaction:
                raise
            connection.execute("ROLLBACK TO work")
        connection.execute("RELEASE work")

    def conclude(self) -> None:
        """Tell `after` how it ended."""
        if self.after is not None:
            try:
                self.after(self.outcome, self.error)
            except Exception as error:  # noqa: BLE001 - handed to the caller by its future
                self.error = self.error or error

    def settle(self) -> None:
        """Hand the outcome to whoever waits."""
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.outcome)


def as_problem(error: sqlite3.Error) -> Exception:
    """Return the refusal for a full disk or a busy database, else the error itself."""
    text = str(error)
    if "full" in text or "disk I/O" in text:
        return Problem(Kind.DISK_FULL)
    if "locked" in text or "busy" in text:
        return Problem(Kind.DATABASE_BUSY)
    return error


class NewerError(sqlite3.DatabaseError):
    """The data folder was written by a newer version; nothing of it was changed."""


class Database:
    """The service's only way to SQLite.

    Args:
        path: the database file; created with its schema where missing.
        busy_s: how long a statement waits for a lock.
        statement_s: how long a read statement may run before it is interrupted.

    Raises:
        sqlite3.Error: the file cannot be opened, or is newer than this code.
    """

    def __init__(self, path: str, *, busy_s: float, statement_s: float = STATEMENT_S) -> None:
        self._path = path
        self._busy_s = busy_s
        self._statement_s = statement_s
        self._writes: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._readers: queue.LifoQueue[sqlite3.Connection] = queue.LifoQueue()
        self._lock = threading.Lock()
        self._closed = False
        self.connections_in_use = 0
        _refuse_newer(path)
        self._writer_connection = self._connect()
        try:
            self._prepare(self._writer_connection)
        except BaseException:
            self._writer_connection.close()
            raise
        self._thread = threading.Thread(target=self._write_for_ever, name="ledger", daemon=True)
        self._thread.start()

    @property
    def writes_waiting(self) -> int:
        """How many writes wait for the writer thread."""
        return self._writes.qsize()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=self._busy_s, isolation_level=None, check_same_thread=False
        )
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        steps = (
            SCHEMA if version == 0 else "".join(STEPS[n] for n in range(version, SCHEMA_VERSION))
        )
        if version < SCHEMA_VERSION:
            connection.executescript(
                f"BEGIN IMMEDIATE;{steps}PRAGMA user_version={SCHEMA_VERSION};COMMIT;"
            )

    def submit(
        self, work: Callable[[sqlite3.Connection], Any], check: Check = unchecked
    ) -> Future[Any]:
        """Queue `work` for the writer; the future has its result after the commit.

        `check` runs before the work and before the commit and may raise to undo it.
        """
        write = Write(work, check)
        self._put(write)
        return write.future

    def _put(self, write: Write) -> None:
        if self._closed:
            raise Problem(Kind.SHUTTING_DOWN)
        write.future.set_running_or_notify_cancel()  # nobody can cancel what is queued
        self._writes.put(write)

    def enqueue(self, write: Write) -> asyncio.Future[Any]:
        """Queue a write from the loop."""
        self._put(write)
        return asyncio.wrap_future(write.future)

    async def write(
        self, work: Callable[[sqlite3.Connection], Any], check: Check = unchecked
    ) -> Any:
        """Run `work` in a transaction and return its result once it is durable.

        Raises:
            Problem: `disk-full` or `database-busy`; nothing was written.
        """
        return await self.enqueue(Write(work, check))

    async def write_surely(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """As `write`, but tries again while the disk is full or the database is busy.

        For what must be settled, since nobody else would do it before the next start.

        Raises:
            Problem: any other refusal, and `shutting-down`.
        """
        while True:
            try:
                return await self.write(work)
            except Problem as problem:
                if problem.kind not in {Kind.DISK_FULL, Kind.DATABASE_BUSY}:
                    raise
            await asyncio.sleep(AGAIN_AFTER_S)

    def _write_for_ever(self) -> None:
        stopped = False
        while not stopped:
            group: list[Write] = []
            item = self._writes.get()
            while item is not None:
                group.append(item)
                if len(group) == _GROUP or self._writes.empty():
                    break
                item = self._writes.get()
            stopped = item is None
            if group:
                self._commit(group)
        self._writer_connection.close()

    def _commit(self, group: list[Write]) -> None:
        connection = self._writer_connection
        for write in group:
            write.make_ready()
        try:
            connection.execute("BEGIN IMMEDIATE")
            for write in group:
                write.run(connection)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for write in group:
                write.error = write.error or error
        for write in group:
            if isinstance(write.error, sqlite3.Error):
                write.error = as_problem(write.error)
            write.conclude()
        for write in group:
            write.settle()

    @contextmanager
    def reader(self, check: Check = unchecked) -> Iterator[sqlite3.Connection]:
        """Lend a connection for short reads on the calling thread.

        A statement that outlives its limit, or whose `check` raises, is interrupted; then the
        connection is closed, not reused.

        Raises:
            Cancelled: what `check` raised.
            Problem: `database-busy`.
        """
        try:
            connection = self._readers.get_nowait()
        except queue.Empty:
            connection = self._connect()
        with self._lock:
            self.connections_in_use += 1
        watch = _Watch(check, time.monotonic() + self._statement_s)
        connection.set_progress_handler(watch, 5_000)
        try:
            yield connection
        except sqlite3.Error as error:
            connection.close()
            raise watch.error or as_problem(error) from error
        except Problem:
            self._readers.put(connection)
            raise
        except BaseException:
            connection.close()
            raise
        else:
            self._readers.put(connection)
        finally:
            with self._lock:
                self.connections_in_use -= 1

    def close(self) -> None:
        """Finish the queued writes, then close every connection."""
        self._closed = True
        self._writes.put(None)
        self._thread.join()
        while not self._readers.empty():
            self._readers.get_nowait().close()


def _refuse_newer(path: str) -> None:
    """Look at the version by a connection that cannot write: not even the journal mode is set.

    Raises:
        NewerError: the file was written by a newer version.
        sqlite3.Error: it cannot be read.
    """
    if not os.path.isfile(path):
        return  # what it is instead, the writer finds out
    address = f"{Path(path).absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        if connection.execute("PRAGMA user_version").fetchone()[0] > SCHEMA_VERSION:
            raise NewerError("the data folder was written by a newer version")


class _Watch:
    """SQLite's progress handler: asks `check` and the clock, remembers why it interrupted."""

    def __init__(self, check: Check, until: float) -> None:
        self._check = check
        self._until = until
        self.error: Exception | None = None

    def __call__(self) -> int:
        try:
            self._check()
        except Exception as error:  # noqa: BLE001 - raised again by the reader
            self.error = error
            return 1
        if time.monotonic() > self._until:
            self.error = Problem(Kind.DATABASE_BUSY, reason="statement limit")
            return 1
        return 0
