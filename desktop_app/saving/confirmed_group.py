"""Confirmations of files on their way to the journal: many small files, few writes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from desktop_app.storage.journal import FileConfirmation
from desktop_app.workflow import ScheduleTimeout

GROUP_ROWS = 50
GROUP_S = 0.1


class ConfirmedGroup:
    """Gathers confirmations: written after `GROUP_S`, at `GROUP_ROWS`, or when flushed.

    A group that could not be written raises at the next `add` or `flush`, once; its files are
    learnt again from the service's listing.
    """

    def __init__(
        self,
        write: Callable[[Sequence[FileConfirmation]], Awaitable[None]],
        schedule: ScheduleTimeout,
    ) -> None:
        self._write = write
        self._schedule = schedule
        self._waiting: list[FileConfirmation] = []
        self._writing: asyncio.Task[None] | None = None
        self._cancel_timer: Callable[[], None] | None = None
        self._closed = False

    def add(self, one: FileConfirmation) -> None:
        """Queue one."""
        if self._closed:
            return
        self._raise_failed()
        self._waiting.append(one)
        if len(self._waiting) >= GROUP_ROWS:
            self._begin()
        elif self._cancel_timer is None:
            self._cancel_timer = self._schedule(self._begin, GROUP_S)

    def close(self) -> None:
        """Drop what waits, and all that comes."""
        self._closed = True
        self._waiting.clear()
        if self._cancel_timer is not None:
            self._cancel_timer()
            self._cancel_timer = None

    async def flush(self) -> None:
        """Return when nothing waits any more."""
        self._begin()
        while self._writing is not None and not self._writing.done():
            await asyncio.wait({self._writing})
        self._raise_failed()

    def _begin(self) -> None:
        if self._cancel_timer is not None:
            self._cancel_timer()
            self._cancel_timer = None
        if self._waiting and (self._writing is None or self._writing.done()):
            self._raise_failed()
            self._writing = asyncio.create_task(self._write_all(), name="confirmations")

    async def _write_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            await self._write(group)

    def _raise_failed(self) -> None:
        done, self._writing = self._writing, None
        if done is None:
            return
        if not done.done():
            self._writing = done
        elif error := done.exception():
            raise error
