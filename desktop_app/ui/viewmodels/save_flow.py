"""One save at a time, as the window drives it: intents in, the session's answers out.

The guard against a second start is set before anything is awaited: three clicks in one turn of
the loop begin one save.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.core.changes import AttemptBegun, RunBegun
from desktop_app.core.errors import SendoffError, error_info
from desktop_app.core.measured import Measured, RetryWaits, TokenRefused
from desktop_app.core.run import Run, SaveRequest
from desktop_app.saving.events import SignInNeeded, Update
from desktop_app.saving.intent import Answers
from desktop_app.saving.sessions import Session
from desktop_app.saving.views import Stages, stages_of
from desktop_app.ui.bridge import FileBatch, UpdateBridge
from desktop_app.ui.tasks import TaskOwner
from desktop_app.workflow import CancelReason

_log = logging.getLogger(__name__)
TICK_MS = 250


class SaveFlow(QObject):
    """The run that the page shows: running, ended, or none.

    Signals: `stages_changed` (a stage moved), `ticked` (numbers may be renewed, at most four
    times a second), `files_moved` (`FileBatch`), `file_waits` (its key), `begun`, `ended`
    (`Run`), `refused` (`ErrorInfo`: nothing was sent), `broken` (an error that is not ours:
    nobody knows what was sent), `sign_in_needed` (`SignInNeeded`), `runs_changed`.
    """

    stages_changed = Signal()
    ticked = Signal()
    files_moved = Signal(object)
    file_waits = Signal(str)
    begun = Signal()
    ended = Signal(object)
    refused = Signal(object)
    broken = Signal()
    sign_in_needed = Signal(object)
    runs_changed = Signal()

    def __init__(
        self,
        session: Session,
        tasks: TaskOwner,
        now: Callable[[], float],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._tasks = tasks
        self._bridge = UpdateBridge(self)
        self._bridge.updated.connect(self._updated)
        self._bridge.files_moved.connect(self._files_moved)
        self._ticker = QTimer(self)
        self._ticker.setInterval(TICK_MS)
        self._ticker.timeout.connect(self.ticked)
        self._asked_for: set[str] = set()
        self.now = now
        self.stages = Stages()
        self.busy = False
        self.run = ""
        self.confirmed_before: tuple[str, ...] = ()
        self.report: Run | None = None

    # intents; each returns False and does nothing while a run is running

    def save(self, request: SaveRequest) -> bool:
        """Begin a new save."""
        if not self.busy:
            self.stages = Stages()
            self.report = None
        return self._begin("save", lambda: self._session.save(request, self._bridge.receive))

    def resume(self, run: str, answers: Answers | None = None) -> bool:
        """Resume an unfinished save."""
        return self._rerun(
            "resume", run, lambda: self._session.resume(run, self._bridge.receive, answers)
        )

    def retry_finalize(self, run: str) -> bool:
        """Finalize from the snapshot: no new record, nothing uploaded again."""
        outputs = self.report.partial_outputs if self.report and self.report.id == run else None
        return self._rerun(
            "retry finalize",
            run,
            lambda: self._session.retry_finalize(run, self._bridge.receive, outputs),
        )

    def check(self, run: str) -> bool:
        """Ask the server what is true, and nothing else."""
        return self._rerun("check", run, lambda: self._session.check(run, self._bridge.receive))

    def discard(self, run: str) -> bool:
        """Remove the remote draft and what hangs on it."""
        return self._rerun("discard", run, lambda: self._session.discard(run))

    def cancel(self) -> bool:
        """Ask the active stage to stop; False if it can't be."""
        return bool(self.run) and self._session.request_cancel(self.run)

    def stop_for_quit(self) -> None:
        """Stop what is abortable and begin no further stage."""
        if self.busy and self.run:
            self._session.stop_before_next_stage(self.run, CancelReason.SHUTDOWN)
            self._session.request_cancel(self.run, CancelReason.SHUTDOWN)

    def signed_in(self, account_id: str) -> None:
        """The account has a token: its paused queue continues."""
        self._asked_for.discard(account_id)
        self._session.provide_token(account_id)

    def show(self, report: Run | None) -> None:
        """Show a journaled run, or none; not while one is running."""
        if self.busy:
            return
        self.report = report
        self.run = report.id if report is not None else ""
        self.stages = stages_of(report) if report is not None else Stages()
        self.stages_changed.emit()

    # inside

    def _rerun(self, name: str, run: str, work: Callable[[], Coroutine[Any, Any, Run]]) -> bool:
        begun = self._begin(name, work)
        if begun:
            self.run = run
        return begun

    def _begin(
        self,
        name: str,
        work: Callable[[], Coroutine[Any, Any, Run]],
    ) -> bool:
        if self.busy:
            return False
        self.busy = True
        self.run = ""
        self._asked_for.clear()
        self._ticker.start()
        self.begun.emit()
        self._tasks.start(self._finish(work()), name)
        return True

    async def _finish(self, work: Coroutine[Any, Any, Run]) -> None:
        try:
            report = await work
        except SendoffError as error:
            self._rest()
            self.refused.emit(error.info)
            return
        except Exception as error:
            self._rest()
            if not self.run:  # it never began: the page says so, and takes the next try
                _log.error("a save did not begin", exc_info=error)
                self.refused.emit(error_info(error))
                return
            self.broken.emit()
            raise
        except BaseException:
            self._rest()
            raise
        self._bridge.flush()
        self.run, self.report = report.id, report
        self._rest()
        self.stages = stages_of(report)
        self.stages_changed.emit()
        self.ended.emit(report)
        self.runs_changed.emit()

    def _rest(self) -> None:
        self.busy = False
        self._ticker.stop()

    def _updated(self, update: Update) -> None:
        self._show(update.run, update.measured)
        match update.news:
            case RunBegun() | AttemptBegun():
                self.run = update.run.id
                self.confirmed_before = tuple(one.key for one in update.run.confirmed)
                self.runs_changed.emit()
            case TokenRefused(error=error) if update.run.account.id not in self._asked_for:
                self._asked_for.add(update.run.account.id)
                account = update.run.account
                self.sign_in_needed.emit(SignInNeeded(update.run.id, update.t, account, error))
            case RetryWaits(n=int() as n):
                self.file_waits.emit(update.run.files[n].key)
        self.stages_changed.emit()

    def _files_moved(self, batch: FileBatch) -> None:
        self._show(batch.run, batch.measured)
        self.files_moved.emit(batch)

    def _show(self, run: Run, measured: Measured) -> None:
        self.stages = stages_of(replace(run, busy=self.busy), measured)
