"""One run while it is worked on: the one place that changes it, and the order that keeps promises.

    commit(change) --> journal writes --> run = apply(run, change) --> subscribers hear of it

What is in memory is what a restart would load, after every commit; nothing is published that is
not journaled. What is only measured goes past the journal (`publish`). `Unwritten` knows which
writes left for the service without an answer in the journal: while there is one, a journal that
cannot be written any more leaves the outcome *unknown*.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import replace
from typing import Any
from uuid import uuid4

from desktop_app.core.changes import (
    Change,
    CheckBegan,
    Ended,
    FilesChanged,
    FilesConfirmed,
    FormEdited,
    KeyIssued,
    Noted,
    RecordSeen,
    RunBegun,
    RunEnded,
    StageBegan,
    StageEnded,
    apply,
)
from desktop_app.core.changes import HistoryLine as Line
from desktop_app.core.clock import Clock
from desktop_app.core.errors import ErrorInfo, JournalError
from desktop_app.core.measured import EndReported, Measured, News, Observation, measure
from desktop_app.core.model import (
    FileState,
    RecordRef,
    RecordState,
    SaveStage,
    StageState,
    UploadedFile,
)
from desktop_app.core.run import IssuedKey, Run, RunFile
from desktop_app.saving.events import OnUpdate, Update
from desktop_app.storage.journal import Journal
from desktop_app.workflow import ScheduleTimeout

_log = logging.getLogger(__name__)

GROUP_FILES = 50
GROUP_S = 0.1
"""Confirmations are written together: at most so many, at most so long after the first."""

NewId = Callable[[], str]


def new_id() -> str:
    """Return a random UUID as text: markers and idempotency keys."""
    return str(uuid4())


class OpenRun:
    """Commits changes of one run, and publishes what became of it.

    Every coroutine may raise `JournalError`; then the run is as it was, and nobody has heard of it.
    """

    def __init__(
        self,
        journal: Journal,
        run: Run,
        on_update: OnUpdate,
        *,
        clock: Clock,
        schedule: ScheduleTimeout,
        fresh_id: NewId = new_id,
    ) -> None:
        self._journal = journal
        self._run = run
        self._measured = Measured()
        self._on_update = on_update
        self._clock = clock
        self._fresh_id = fresh_id
        self._turn = asyncio.Lock()
        self._unheard: RecordRef | None = None
        self.unwritten = Unwritten(run)
        self._confirmed = _Confirmations(self._commit_confirmed, schedule)

    @property
    def run(self) -> Run:
        """The run as it is now."""
        return self._run

    @property
    def measured(self) -> Measured:
        """What is measured now."""
        return self._measured

    def now(self) -> float:
        """Return monotonic seconds, the `t` of updates."""
        return self._clock.monotonic()

    def wall_time(self) -> str:
        """Return the wall-clock time as the journal writes it."""
        return self._journal.now()

    def fresh_id(self) -> str:
        """Return an id that nothing has yet."""
        return self._fresh_id()

    def subscribe(self, on_update: OnUpdate) -> None:
        """Publish to `on_update` from now on."""
        self._on_update = on_update

    # changing

    async def commit(self, change: Change) -> None:
        """Journal `change`, apply it, publish it.

        One at a time, in the order of the calls. A caller that is cancelled does not take it back:
        what the journal has written is always applied.
        """
        await asyncio.shield(asyncio.ensure_future(self._commit(change)))

    async def _commit(self, change: Change) -> None:
        async with self._turn:
            before = self._run
            after = apply(before, change)
            try:
                await self._journal.commit(before, after, change)
            except JournalError:
                self.unwritten.not_committed(change)
                raise
            # `change_files` may meanwhile have renewed what is not journaled: then apply to that.
            self._run = after if self._run is before else apply(self._run, change)
            self.unwritten.committed(change)
            self._publish(before, change)

    def publish_begun(self, begun: RunBegun) -> None:
        """Publish a run that was just journaled as a whole."""
        self._publish(self._run, begun)

    def publish(self, observation: Observation) -> None:
        """Publish what is measured, or was observed; nothing of it is journaled."""
        self._publish(self._run, observation)

    def _publish(self, before: Run, news: News) -> None:
        t = self.now()
        self._measured = measure(self._measured, news, t)
        self._emit(Update(before, self._run, self._measured, news, t))

    def _emit(self, update: Update) -> None:
        try:
            self._on_update(update)
        except Exception as error:  # noqa: BLE001 - a listener's defect must not end a save
            _log.error("a listener failed on %s", type(update.news).__name__, exc_info=error)

    async def see_record(self, record: RecordRef | None, reason: str) -> None:
        """Commit which record the run has, if that is news; None: it is gone."""
        if record is None or record != self._run.record:
            self._unheard = record
            await self.commit(RecordSeen(record, reason))
        self._unheard = None
        self.unwritten.seen(finalized=record is None or record.state is RecordState.FINALIZED)

    async def end(self, end: Ended) -> None:
        """Commit how the attempt ended, confirmations that still wait first."""
        await self.flush()
        await self.commit(RunEnded(end, self.wall_time()))

    def report_end(self, end: Ended) -> Run:
        """Publish and return how an attempt ended, without journaling it.

        For a look that changes nothing, and for a journal that cannot be written any more: then
        the record that the service answered with is in it, since no restart will say so.
        """
        ended = apply(self._run, RunEnded(end, self.wall_time()))
        shown = replace(ended, record=self._unheard or ended.record)
        t = self.now()
        self._measured = measure(self._measured, EndReported(), t)
        self._emit(Update(self._run, shown, self._measured, EndReported(), t))
        return shown

    async def note(self, what: str, reason: str = "", error: ErrorInfo | None = None) -> None:
        """Add a line to the history."""
        await self.commit(Noted(Line(what, reason=reason, error=error)))

    async def key_for(self, stage: SaveStage, *body: object) -> str:
        """Return the idempotency key that belongs to `body`, journaled before this returns."""
        text = json.dumps(body, ensure_ascii=True, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if not self._run.key_of(stage, digest):
            await self.commit(KeyIssued(IssuedKey(stage, digest, self._fresh_id())))
        return self._run.key_of(stage, digest)

    # files

    async def change_files(self, files: Iterable[RunFile]) -> None:
        """Commit files as they are now; equal ones only renew what is not journaled of them."""
        changed: list[RunFile] = []
        same: list[RunFile] = []
        for one in files:
            (changed if one != self._run.files[one.n] else same).append(one)
        if same:
            self._run = apply(self._run, FilesChanged(tuple(same)))
        if changed:
            await self.commit(FilesChanged(tuple(changed)))

    def confirm(self, n: int, uploaded: UploadedFile, attempts: int) -> None:
        """Queue a confirmation; it is published once the journal has it (at most 0.1 s later)."""
        self._confirmed.add(
            replace(
                self._run.files[n],
                state=FileState.CONFIRMED,
                acknowledged=uploaded.size,
                checksum=uploaded.checksum,
                local_checksum=uploaded.local_checksum,
                attempts=attempts,
                upload_ref="",
                error=None,
                request_id=uploaded.request_id,
            )
        )

    async def _commit_confirmed(self, files: tuple[RunFile, ...]) -> None:
        await self.commit(FilesConfirmed(files))

    async def flush(self) -> None:
        """Return when every queued confirmation is committed."""
        await self._confirmed.flush()

    async def close(self) -> None:
        """Finish the commit that has begun, and take no more confirmations.

        What is confirmed from now on is learnt again from the service's listing.
        """
        self._confirmed.close()
        async with self._turn:
            pass


class _Confirmations:
    """Gathers confirmations: written after `GROUP_S`, at `GROUP_FILES`, or when flushed.

    A group that could not be written raises at the next `add` or `flush`, once; its files are
    learnt again from the service's listing.
    """

    def __init__(
        self,
        write: Callable[[tuple[RunFile, ...]], Coroutine[Any, Any, None]],
        schedule: ScheduleTimeout,
    ) -> None:
        self._write = write
        self._schedule = schedule
        self._waiting: list[RunFile] = []
        self._writing: asyncio.Task[None] | None = None
        self._cancel_timer: Callable[[], None] | None = None
        self._closed = False

    def add(self, one: RunFile) -> None:
        """Queue one."""
        if self._closed:
            return
        self._raise_failed()
        self._waiting.append(one)
        if len(self._waiting) >= GROUP_FILES:
            self._begin()
        elif self._cancel_timer is None:
            self._cancel_timer = self._schedule(self._begin, GROUP_S)

    def close(self) -> None:
        """Drop what waits, and all that comes."""
        self._closed = True
        self._waiting.clear()
        self._stop_timer()

    async def flush(self) -> None:
        """Return when nothing waits any more."""
        self._begin()
        while self._writing is not None and not self._writing.done():
            await asyncio.wait({self._writing})
        self._raise_failed()

    def _begin(self) -> None:
        self._stop_timer()
        if self._waiting and (self._writing is None or self._writing.done()):
            self._raise_failed()
            self._writing = asyncio.create_task(self._write_all(), name="confirmations")

    def _stop_timer(self) -> None:
        if self._cancel_timer is not None:
            self._cancel_timer()
            self._cancel_timer = None

    async def _write_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            await self._write(tuple(group))

    def _raise_failed(self) -> None:
        done, self._writing = self._writing, None
        if done is None:
            return
        if not done.done():
            self._writing = done
        elif error := done.exception():
            raise error


_OPEN = (StageState.ACTIVE, StageState.UNKNOWN)
_ENDED = (StageState.DONE, StageState.FAILED)


class Unwritten:
    """Which stages have a write whose answer is not journaled (yet). Kept in memory only.

    None stands for one that is no stage's own (a removal, a form).

    Attributes:
        wrote: whether any write left for the service in this attempt.
    """

    def __init__(self, run: Run) -> None:
        self.wrote = False
        self._stages: set[SaveStage | None] = {
            one.stage for one in run.stages if one.state in _OPEN
        }

    def __bool__(self) -> bool:
        return bool(self._stages)

    @property
    def stage(self) -> SaveStage | None:
        """The last stage with such a write."""
        return next((one for one in reversed(SaveStage) if one in self._stages), None)

    def leaving(self, stage: SaveStage | None = None) -> None:
        """A write leaves for the service now."""
        self.wrote = True
        self._stages.add(stage)

    def settled(self, stage: SaveStage | None) -> None:
        """The service was asked what became of the writes of `stage`."""
        self._stages.discard(stage)

    def committed(self, change: Change) -> None:
        """`change` is in the journal: forget what it settles."""
        match change:
            case StageEnded(stage=stage, state=state) if state in _ENDED:
                self._stages -= {None, stage}
            case StageBegan() | StageEnded() | CheckBegan() | FormEdited() | FilesChanged():
                self.settled(None)
            case RecordSeen(record=record):
                self.seen(finalized=record is None or record.state is RecordState.FINALIZED)

    def not_committed(self, change: Change) -> None:
        """`change` could not be journaled."""
        if isinstance(change, FilesChanged):
            self._stages.add(None)  # what is in memory is older than what the service said

    def seen(self, *, finalized: bool) -> None:
        """The record was seen, or that it is gone."""
        self.settled(SaveStage.CREATE_RECORD)
        if finalized:
            self.settled(SaveStage.FINALIZE_RECORD)
