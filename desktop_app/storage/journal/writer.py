"""The journal's one writer: jobs in order, those that wait together committed together.

`ThreadWriter` is the real one. `InlineWriter` does the same in the caller's thread, for tests on
a virtual clock, where a thread would be a second source of order.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Any, Protocol, TypeVar

from desktop_app.core.errors import ErrorKind, JournalError, info
from desktop_app.storage.journal.schema import OpenedJournal, journal_error

_log = logging.getLogger(__name__)
T = TypeVar("T")
_MOST_AT_ONCE = 500


class Sync(Enum):
    """How sure a job must be before its answer."""

    READ = auto()
    GROUPED = auto()
    """Survives the end of the process; a power cut may lose it (synchronous=NORMAL)."""
    DURABLE = auto()
    """Survives a power cut (synchronous=FULL)."""


Open = Callable[[], OpenedJournal]


class Writer(Protocol):
    """Runs jobs on the journal's connection, each all or nothing."""

    def submit(self, job: Callable[[sqlite3.Connection], T], sync: Sync) -> Awaitable[T]:
        """Queue `job` at once; the awaitable resolves after its commit.

        Cancelling the waiter does not take the job back.

        Raises (when awaited):
            JournalError: it could not be written; nothing of it was.
        """
        ...

    def close(self) -> None:
        """Finish what is queued and close the file (blocks)."""
        ...


@dataclass(slots=True)
class _Job:
    work: Callable[[sqlite3.Connection], Any]
    sync: Sync
    resolve: Callable[[Any, BaseException | None], None]
    value: Any = None
    error: BaseException | None = None


class _Connected:
    """The connection, opened by the first job, and the transaction rules."""

    def __init__(self, path: Path, open_file: Open) -> None:
        self._path = path
        self._open = open_file
        self._opened: OpenedJournal | None = None
        self._sync: Sync | None = None

    def run(self, jobs: Sequence[_Job]) -> None:
        """Run `jobs` in one transaction; each ends with a value or an error of its own."""
        try:
            if self._opened is None:
                self._opened = self._open()
            connection = self._opened.connection
            if all(job.sync is Sync.READ for job in jobs):
                for job in jobs:
                    self._run_one(connection, job)
                return
            self._set_sync(connection, jobs)
            if self._sync is Sync.DURABLE:
                self._check_in_place(self._opened)
            self._commit(connection, jobs)
        except (JournalError, OSError, sqlite3.Error) as error:
            for job in jobs:
                job.error = self._as_journal_error(error)

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    def _commit(self, connection: sqlite3.Connection, jobs: Sequence[_Job]) -> None:
        connection.execute("BEGIN IMMEDIATE")
        try:
            for job in jobs:
                connection.execute("SAVEPOINT job")
                self._run_one(connection, job)
                if job.error is None:
                    connection.execute("RELEASE job")
                elif connection.in_transaction:
                    connection.execute("ROLLBACK TO job")
                    connection.execute("RELEASE job")
                else:  # a full disk ends the whole transaction, earlier jobs included
                    raise job.error
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _check_in_place(self, opened: OpenedJournal) -> None:
        """Refuse to write to a file that nobody will find again: SQLite itself would not notice.

        Raises:
            JournalError: JOURNAL_GONE.
        """
        try:
            there = os.stat(self._path)
        except FileNotFoundError:
            there = None
        if there is None or (there.st_dev, there.st_ino) != opened.identity:
            raise JournalError(info(ErrorKind.JOURNAL_GONE, path=self._path.name))

    def _run_one(self, connection: sqlite3.Connection, job: _Job) -> None:
        try:
            job.value = job.work(connection)
        except JournalError as error:
            job.error = error
        except (OSError, sqlite3.Error) as error:
            job.error = self._as_journal_error(error)
        except Exception as error:  # noqa: BLE001 - handed to the one who waits for this job
            job.error = error

    def _set_sync(self, connection: sqlite3.Connection, jobs: Sequence[_Job]) -> None:
        durable = any(job.sync is Sync.DURABLE for job in jobs)
        wanted = Sync.DURABLE if durable else Sync.GROUPED
        if wanted is not self._sync:
            connection.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
            self._sync = wanted

    def _as_journal_error(self, error: JournalError | OSError | sqlite3.Error) -> JournalError:
        return error if isinstance(error, JournalError) else journal_error(error, self._path)


class InlineWriter:
    """Runs each job at once, in its own transaction, in the caller's thread."""

    def __init__(self, path: Path, open_file: Open) -> None:
        self._connected = _Connected(path, open_file)

    def submit(self, job: Callable[[sqlite3.Connection], T], sync: Sync) -> Awaitable[T]:
        """See `Writer`."""
        one = _Job(job, sync, lambda _value, _error: None)
        self._connected.run([one])

        async def answer() -> T:
            if one.error is not None:
                raise one.error
            value: T = one.value
            return value

        return _Answer(answer)

    def close(self) -> None:
        """See `Writer`."""
        self._connected.close()


class _Answer(Awaitable[T]):
    """An awaitable that may be left unawaited without a warning."""

    def __init__(self, make: Callable[[], Awaitable[T]]) -> None:
        self._make = make

    def __await__(self) -> Any:
        return self._make().__await__()


class ThreadWriter:
    """Runs jobs in one daemon thread that starts with the first of them."""

    def __init__(self, path: Path, open_file: Open) -> None:
        self._connected = _Connected(path, open_file)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False

    def submit(self, job: Callable[[sqlite3.Connection], T], sync: Sync) -> Awaitable[T]:
        """See `Writer`."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        if self._closed:
            future.set_exception(JournalError(info(ErrorKind.JOURNAL_BUSY, reason="closed")))
            return future

        def resolve(value: Any, error: BaseException | None) -> None:
            if not future.done():
                if error is None:
                    future.set_result(value)
                else:
                    future.set_exception(error)

        def from_thread(value: Any, error: BaseException | None) -> None:
            try:
                loop.call_soon_threadsafe(resolve, value, error)
            except RuntimeError:  # the loop is closed: nobody waits any more; the job is done
                _log.info("a journal job ended after its loop")

        self._jobs.put(_Job(job, sync, from_thread))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
            self._thread.start()
        return future

    def close(self) -> None:
        """See `Writer`."""
        self._closed = True
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    def _work(self) -> None:
        ending = False
        while not ending:
            batch = [self._jobs.get()]
            while len(batch) < _MOST_AT_ONCE:
                try:
                    batch.append(self._jobs.get_nowait())
                except queue.Empty:
                    break
            jobs = [job for job in batch if job is not None]
            ending = len(jobs) < len(batch)
            if jobs:
                self._connected.run(jobs)
            for job in jobs:
                job.resolve(job.value if job.error is None else None, job.error)
        self._connected.close()
