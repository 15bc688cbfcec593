"""What a running upload tells of itself: progress events, and signs of life for the stall limit."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from desktop_app.core.errors import ErrorInfo, ErrorKind, ServiceError, info
from desktop_app.core.model import FileState, SaveStage
from desktop_app.saving.attempt import Tools
from desktop_app.saving.events import FileProgress, Waiting
from desktop_app.saving.ledger import Ledger
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
    """One file's `UploadReport`: turns what the adapter tells into events."""

    def __init__(self, ledger: Ledger, n: int, quiet: QuietTimes) -> None:
        one = ledger.file(n)
        self._ledger = ledger
        self._n = n
        self._key = one.key
        self._size = one.fingerprint.size
        self._quiet = quiet
        self._state = FileState.WAITING
        self._sent = 0
        self._acknowledged: int | None = None
        self.attempt = one.attempts + 1
        """Counts from 1, over all attempts of the run."""

    @property
    def upload_ref(self) -> str:
        """Path of an earlier unfinished upload of this file, or ""."""
        return self._ledger.file(self._n).upload_ref

    async def remember_upload(self, upload_ref: str) -> None:
        """Journal the path of the upload, before the first byte of it is sent."""
        await self._ledger.upload_ref(self._n, upload_ref)

    async def stored_as(self, key: str) -> None:
        """Journal the key that the service gave the file, and say so under the one before."""
        ledger, before = self._ledger, self._key
        if any(one.key == key and one.n != self._n for one in ledger.files):
            raise ServiceError(info(ErrorKind.NAME_CLASH, key=key, other=before))
        await ledger.set_files((replace(ledger.file(self._n), key=key),))
        self._key = key
        self._tell(before, stored_as=key)

    def state(self, state: FileState) -> None:
        """Tell which phase the file is in now."""
        self._state = state
        if state is FileState.READING:
            self._quiet.expect_any(self._n)
        elif state is FileState.WAITING_FOR_SERVER:
            self._quiet.answer_due(self._n)
        else:
            self._quiet.moved(self._n)
        self._tell()

    def sent(self, total: int) -> None:
        """Tell how many bytes of the file this attempt has sent."""
        self._sent = total
        self._quiet.moved(self._n)
        if self._state in {FileState.WAITING, FileState.READING}:
            self._state = FileState.SENDING
        self._tell()

    def acknowledged(self, offset: int) -> None:
        """Tell the server's own offset."""
        self._acknowledged = offset
        self._quiet.moved(self._n)
        self._ledger.note_progress(self._n, acknowledged=offset, attempts=self.attempt)
        self._tell()

    def waiting(self, seconds: float, error: ErrorInfo) -> None:
        """Tell that the next attempt begins in `seconds`, and why."""
        self.attempt += 1
        self._state, self._sent = FileState.WAITING, 0
        self._quiet.expect(self._n, seconds)
        ledger = self._ledger
        stage = SaveStage.UPLOAD_FILES
        ledger.tell(Waiting(ledger.run, ledger.now(), stage, self._key, seconds, error))
        self._tell()

    def pause(self) -> None:
        """The file waits for a new token."""
        self.attempt += 1
        self._state, self._sent = FileState.WAITING, 0
        self._quiet.expect_any(self._n)
        self._tell()

    def end(self) -> None:
        """The upload has ended."""
        self._quiet.moved(self._n)
        self._ledger.note_progress(self._n, acknowledged=self._acknowledged, attempts=self.attempt)

    def _tell(self, key: str = "", *, stored_as: str | None = None) -> None:
        ledger = self._ledger
        ledger.tell(
            FileProgress(
                ledger.run,
                ledger.now(),
                key or self._key,
                self._state,
                self._size,
                self._sent,
                self._acknowledged,
                self.attempt,
                stored_as,
            )
        )
