"""A unit of the writer thread, and how its outcome gets to whoever waits for it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

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
    future: Future[Any] | asyncio.Future[Any] | None = None
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
        assert self.future is not None
        if self.future.cancelled():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.outcome)


def deliver(group: list[Write]) -> None:
    """Settle futures of threads here, those of a loop there."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Write]] = {}
    for write in group:
        if isinstance(write.future, asyncio.Future):
            by_loop.setdefault(write.future.get_loop(), []).append(write)
        else:
            write.settle()
    for loop, writes in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed: the effect stands, nobody waits
            loop.call_soon_threadsafe(_settle, writes)


def _settle(group: list[Write]) -> None:
    for write in group:
        write.settle()
