"""What a running upload says of itself: progress, and signs of life for the stall limit."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from desktop_app.core.changes import StoredAs, UploadOpened
from desktop_app.core.errors import ErrorInfo, ErrorKind, ServiceError, info
from desktop_app.core.measured import FileMoved, RetryWaits, state_while_sending
from desktop_app.core.model import FileState, SaveStage
from desktop_app.saving.attempt import Tools
from desktop_app.saving.open_run import OpenRun
from desktop_app.workflow import AbortSignal


class QuietTimes:
    """Feeds the stage's stall limit while a silence is expected.

    Bytes that move feed it through `touch`. The answer after the last byte, a countdown, reading
    a local file and waiting for a token are silent without being stuck; each has its own limit.
    """

    def __init__(self, tools: Tools, signal: AbortSignal) -> None:
        self._signal = signal
        self._clock = tools.clock
        self._schedule = tools.schedule_timeout
        self._limits = tools.limits
        self._until: dict[int, float] = {}
        self._cancel_timer = self._arm()

    def expect(self, n: int, seconds: float) -> None:
        """Expect file `n` to be silent for `seconds`."""
        self._until[n] = self._clock.monotonic() + seconds
        self._signal.touch()

    def expect_any(self, n: int) -> None:
        """Expect `n` to be silent until it moves: something else bounds it, or a person does."""
        self.expect(n, math.inf)

    def moved(self, n: int) -> None:
        """File `n` moved: a silence is not expected any more."""
        self._until.pop(n, None)
        self._signal.touch()

    def answer_due(self, n: int) -> None:
        """Expect the service's answer after the last byte of file `n`."""
        self.expect(n, self._limits.answer_s)

    def stop(self) -> None:
        """Leave no timer behind."""
        self._cancel_timer()

    def _arm(self) -> Callable[[], None]:
        return self._schedule(self._look, self._limits.stall_s / 2)

    def _look(self) -> None:
        now = self._clock.monotonic()
        if any(until > now for until in self._until.values()):
            self._signal.touch()
        self._cancel_timer = self._arm()


class FileWatch:
    """One file's `UploadReport`: turns what the adapter reports into what is published."""

    def __init__(self, opened: OpenRun, n: int, quiet: QuietTimes) -> None:
        self._opened = opened
        self._n = n
        self._size = opened.run.files[n].size
        self._quiet = quiet
        self._moved = FileMoved(n, FileState.WAITING, attempt=opened.run.files[n].attempts + 1)

    @property
    def attempt(self) -> int:
        """Counts from 1, over all attempts of the run."""
        return self._moved.attempt

    @property
    def acknowledged_bytes(self) -> int:
        """The service's own offset, as it was last reported; 0 where it reports none."""
        return self._moved.acknowledged or 0

    @property
    def upload_ref(self) -> str:
        """Path of an earlier unfinished upload of this file, or ""."""
        return self._opened.run.files[self._n].upload_ref

    async def remember_upload(self, upload_ref: str) -> None:
        """Commit the path of the upload, before the first byte of it is sent."""
        await self._opened.commit(UploadOpened(self._n, upload_ref))

    async def stored_as(self, key: str) -> None:
        """Commit the key that the service gave the file.

        Raises:
            ServiceError: NAME_CLASH: another file of the run has it.
        """
        files = self._opened.run.files
        if any(one.key == key and one.n != self._n for one in files):
            other = files[self._n].key
            raise ServiceError(info(ErrorKind.NAME_CLASH, key=key, other=other))
        await self._opened.commit(StoredAs(self._n, key))

    def state(self, state: FileState) -> None:
        """Publish which phase the file is in now."""
        if state is FileState.READING:
            self._quiet.expect_any(self._n)
        elif state is FileState.WAITING_FOR_SERVER:
            self._quiet.answer_due(self._n)
        else:
            self._quiet.moved(self._n)
        self._publish(replace(self._moved, state=state))

    def sent(self, total: int) -> None:
        """Publish how many bytes of the file this attempt has sent."""
        state = state_while_sending(total, self._size)
        if state is FileState.SENDING:
            self._quiet.moved(self._n)
        else:
            self._quiet.answer_due(self._n)
        before = self._moved
        self._publish(FileMoved(self._n, state, total, before.acknowledged, before.attempt))

    def acknowledged(self, offset: int) -> None:
        """Publish the server's own offset."""
        self._quiet.moved(self._n)
        self._publish(replace(self._moved, acknowledged=offset))

    def waiting(self, seconds: float, error: ErrorInfo) -> None:
        """Publish that the next attempt begins in `seconds`, and why."""
        self._quiet.expect(self._n, seconds)
        self._opened.publish(RetryWaits(SaveStage.UPLOAD_FILES, seconds, error, self._n))
        self._publish(self._next_attempt())

    def pause(self) -> None:
        """The file waits for a new token."""
        self._quiet.expect_any(self._n)
        self._publish(self._next_attempt())

    def end(self) -> None:
        """The upload has ended."""
        self._quiet.moved(self._n)

    def _next_attempt(self) -> FileMoved:
        return replace(self._moved, state=FileState.WAITING, sent=0, attempt=self.attempt + 1)

    def _publish(self, moved: FileMoved) -> None:
        if moved != self._moved:
            self._moved = moved
            self._opened.publish(moved)
