"""Keeps Unfinished and History in step with the journal, and carries out what is asked there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from desktop_app.core.model import OutcomeKind
from desktop_app.core.run import Run
from desktop_app.saving.sessions import Session
from desktop_app.ui.presenters.save import SavePresenter
from desktop_app.ui.tasks import TaskOwner
from desktop_app.ui.viewmodels.save_flow import SaveFlow
from desktop_app.ui.widgets.confirm import Confirm, Confirmed, Question
from desktop_app.ui.widgets.main_window import MainWindow
from desktop_app.ui.widgets.navigation import Page
from desktop_app.ui.widgets.runs_page import RunCommand, RunVerb

_ENDED = frozenset({OutcomeKind.DONE, OutcomeKind.DISCARDED})


class RunListPresenter(QObject):
    """Fills both lists. `record_asked`, `export_asked` carry a `Run` and a `RunCommand`."""

    record_asked = Signal(object)
    export_asked = Signal(object)

    def __init__(
        self,
        window: MainWindow,
        saves: SavePresenter,
        flow: SaveFlow,
        session: Session,
        tasks: TaskOwner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._saves = saves
        self._flow = flow
        self._session = session
        self._tasks = tasks
        self._reading = False
        self._again = False
        self._closed = False
        window.unfinished.verb_asked.connect(self._verb_asked)
        window.history.verb_asked.connect(self._verb_asked)
        saves.discard_asked.connect(self.ask_discard)
        flow.runs_changed.connect(self.refresh)
        window.activated.connect(self.refresh)  # other windows write in the journal too
        window.pages.currentChanged.connect(self._page_shown)
        flow.begun.connect(self._lock)
        flow.ended.connect(self._lock)
        flow.refused.connect(self._lock)
        flow.broken.connect(self._lock)

    def refresh(self) -> None:
        """Read the journal again; several calls in a row make at most two readings."""
        self._again = not self._closed
        if self._again and not self._reading:
            self._reading = True
            self._tasks.start(self._read(), "read the journal")

    def close(self) -> None:
        """Stop reading the journal: it is being closed."""
        self._closed = True
        self._again = False

    def ask_discard(self, report: Run) -> None:
        """Ask once, then remove the remote draft."""
        self._ask(Question.DISCARD, report)

    # inside

    async def _read(self) -> None:
        try:
            while self._again:
                self._again = False
                self._show(await self._session.runs())
        finally:
            self._reading = False

    def _show(self, runs: tuple[Run, ...]) -> None:
        own = self._flow.run if self._flow.busy else ""
        unfinished = [run for run in runs if run.outcome not in _ENDED and run.id != own]
        self._window.unfinished.show_runs(unfinished)
        self._window.history.show_runs([run for run in runs if run.outcome in _ENDED])
        self._window.navigation.show_unfinished(len(unfinished))

    def _lock(self, _ended: object = None) -> None:
        self._window.unfinished.lock(self._flow.busy)
        self._window.history.lock(self._flow.busy)

    def _verb_asked(self, command: RunCommand) -> None:
        match command.verb:
            case RunVerb.SHOW:
                self._to_page()
                self._saves.show_run(command.report)
            case RunVerb.RESUME:
                self._to_page()
                self._saves.resume(command.report)
            case RunVerb.CHECK:
                self._to_page()
                self._saves.check(command.report)
            case RunVerb.DISCARD:
                self._ask(Question.DISCARD, command.report)
            case RunVerb.FORGET:
                self._ask(Question.FORGET, command.report)
            case RunVerb.OPEN_RECORD:
                self.record_asked.emit(command.report)
            case RunVerb.REPAIR:
                pass  # carried out by `DraftPresenter`
            case _:
                self.export_asked.emit(command)

    def _page_shown(self, page: int) -> None:
        if page != Page.NEW_SAVE:
            self.refresh()

    def _to_page(self) -> None:
        self._window.show_page(Page.NEW_SAVE)

    def _ask(self, question: Question, report: Run) -> None:
        dialog = Confirm(question, report, self._window)
        dialog.confirmed.connect(self._confirmed)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _confirmed(self, answer: Confirmed) -> None:
        if answer.question is Question.DISCARD:
            self._to_page()
            self._saves.discard(answer.report)
        else:
            self._tasks.start(self._forget(answer.report), "forget a save")

    async def _forget(self, report: Run) -> None:
        await self._session.forget(report.id)
        if self._flow.run == report.id:
            self._saves.new_save()
        self.refresh()
