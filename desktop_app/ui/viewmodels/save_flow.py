"""One save at a time, as the window drives it: intents in, the session's answers out.

The guard against a second start is set before anything is awaited: three clicks in one turn of
the loop begin one save.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.core.errors import SendoffError, error_info
from desktop_app.core.model import FileReport, RunReport, SaveRequest
from desktop_app.saving.events import RunStarted, SaveEvent, SignInNeeded, Waiting
from desktop_app.saving.session import Answers, SaveSession
from desktop_app.ui.bridge import EventBridge, FileBatch
from desktop_app.ui.tasks import TaskOwner
from desktop_app.ui.viewmodels.stages import Stages
from desktop_app.workflow import CancelReason

_log = logging.getLogger(__name__)
TICK_MS = 250


class SaveFlow(QObject):
    """The run that the page shows: at work, ended, or none.

    Signals: `stages_changed` (a stage moved), `ticked` (numbers may be renewed, at most four
    times a second), `files_told` (`FileBatch`), `file_waits` (its key), `begun`,
    `ended` (`RunReport`), `refused` (`ErrorInfo`: nothing was sent), `broken` (an error that is
    not ours: nobody knows what was sent), `sign_in_needed` (`SignInNeeded`), `runs_changed`.
    """

    stages_changed = Signal()
    ticked = Signal()
    files_told = Signal(object)
    file_waits = Signal(str)
    begun = Signal()
    ended = Signal(object)
    refused = Signal(object)
    broken = Signal()
    sign_in_needed = Signal(object)
    runs_changed = Signal()

    def __init__(
        self,
        session: SaveSession,
        tasks: TaskOwner,
        now: Callable[[], float],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._tasks = tasks
        self._bridge = EventBridge(self)
        self._bridge.event_told.connect(self._event_told)
        self._bridge.files_told.connect(self._files_told)
        self._ticker = QTimer(self)
        self._ticker.setInterval(TICK_MS)
        self._ticker.timeout.connect(self.ticked)
        self._asked_for: set[str] = set()
        self.now = now
        self.stages = Stages()
        self.busy = False
        self.run = ""
        self.confirmed_before: tuple[str, ...] = ()
        self.report: RunReport | None = None

    # intents; each returns False and does nothing while a run is at work

    def save(self, request: SaveRequest) -> bool:
        """Begin a new save."""
        sizes = {file.key: file.fingerprint.size for file in request.files}
        if not self.busy:
            self.stages = Stages()
            self.report = None
        return self._begin("save", lambda: self._session.save(request, self._told), sizes)

    def resume(self, run: str, answers: Answers | None = None) -> bool:
        """Go on with an unfinished save."""
        return self._go_on("resume", run, lambda: self._session.resume(run, self._told, answers))

    def retry_finalize(self, run: str) -> bool:
        """Finalize from the snapshot: no new record, nothing uploaded again."""
        outputs = self.report.partial_outputs if self.report and self.report.run == run else None
        return self._go_on(
            "retry finalize", run, lambda: self._session.retry_finalize(run, self._told, outputs)
        )

    def check(self, run: str) -> bool:
        """Ask the server what is true, and nothing else."""
        return self._go_on("check", run, lambda: self._session.check(run, self._told))

    def discard(self, run: str) -> bool:
        """Remove the remote draft and what hangs on it."""
        return self._go_on("discard", run, lambda: self._session.discard(run))

    def cancel(self) -> bool:
        """Ask the active stage to stop; False if it can't be."""
        if not self.run or not self._session.request_cancel(self.run):
            return False
        self.stages.stopping = True
        self.stages_changed.emit()
        return True

    def stop_for_quit(self) -> None:
        """Stop what is abortable and begin no further stage."""
        if self.busy and self.run:
            self._session.stop_before_next_stage(self.run, CancelReason.SHUTDOWN)
            self._session.request_cancel(self.run, CancelReason.SHUTDOWN)

    def signed_in(self, account_id: str) -> None:
        """A token stands for the account: its paused queue goes on."""
        self._asked_for.discard(account_id)
        self.stages.signed_in()
        self._session.provide_token(account_id)
        self.stages_changed.emit()

    def show(self, report: RunReport | None) -> None:
        """Show a journaled run, or none; not while one is at work."""
        if self.busy:
            return
        self.stages = Stages()
        self.report = report
        self.run = report.run if report is not None else ""
        if report is not None:
            self.stages.end(report)
        self.stages_changed.emit()

    # inside

    def _go_on(
        self, name: str, run: str, work: Callable[[], Coroutine[Any, Any, RunReport]]
    ) -> bool:
        files: tuple[FileReport, ...] = ()
        if self.report is not None and self.report.run == run:
            files = self.report.files
        begun = self._begin(name, work, {file.key: file.size for file in files})
        if begun:
            self.run = run
        return begun

    def _begin(
        self,
        name: str,
        work: Callable[[], Coroutine[Any, Any, RunReport]],
        sizes: dict[str, int],
    ) -> bool:
        if self.busy:
            return False
        self.busy = True
        self.run = ""
        self._asked_for.clear()
        self.stages.sizes = sizes
        self._ticker.start()
        self.begun.emit()
        self._tasks.start(self._finish(work()), name)
        return True

    async def _finish(self, work: Coroutine[Any, Any, RunReport]) -> None:
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
        self.run, self.report = report.run, report
        self._rest()
        self.stages.end(report)
        self.stages_changed.emit()
        self.ended.emit(report)
        self.runs_changed.emit()

    def _rest(self) -> None:
        self.busy = False
        self._ticker.stop()

    def _told(self, event: SaveEvent) -> None:
        self._bridge.receive(event)

    def _event_told(self, event: SaveEvent) -> None:
        self.stages.apply(event)
        if isinstance(event, RunStarted):
            self.run, self.confirmed_before = event.run, event.confirmed
            self.runs_changed.emit()
        elif isinstance(event, SignInNeeded) and event.account.id not in self._asked_for:
            self._asked_for.add(event.account.id)
            self.sign_in_needed.emit(event)
        elif isinstance(event, Waiting) and event.key:
            self.file_waits.emit(event.key)
        self.stages_changed.emit()

    def _files_told(self, batch: FileBatch) -> None:
        self.stages.apply_files(batch.events)
        self.files_told.emit(batch)
