"""Existing drafts: lists them for the page of a save, and repairs them.

A draft is compared with the files of the page, one that a save left behind with that save's files.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from shiboken6 import isValid

from desktop_app.core.errors import ErrorInfo, FileError, SendoffError
from desktop_app.core.model import Account, FileState, RecordRef
from desktop_app.core.run import Run, RunFile
from desktop_app.core.threads import in_thread
from desktop_app.files.own_data import OwnData
from desktop_app.saving.repair import DraftLook, RepairProgress
from desktop_app.ui.backend import Backend
from desktop_app.ui.tasks import TaskOwner
from desktop_app.ui.viewmodels.save_form import SaveForm
from desktop_app.ui.widgets.main_window import MainWindow
from desktop_app.ui.widgets.repair_dialog import RepairDialog
from desktop_app.ui.widgets.runs_page import RunCommand, RunVerb
from desktop_app.workflow import AbortController, CancelReason, OperationAborted


class DraftPresenter(QObject):
    """Carries out what a person asks of drafts."""

    def __init__(
        self,
        window: MainWindow,
        form: SaveForm,
        backend: Backend,
        tasks: TaskOwner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._form = form
        self._backend = backend
        self._tasks = tasks
        self._listed: Account | None = None
        self._page = window.new_save
        self._page.drafts.chosen.connect(self._chosen)
        self._page.drafts.list_asked.connect(self.refresh)
        self._page.drafts.repair_asked.connect(self.repair)
        window.unfinished.offer_repair(backend.repair.offered_for)
        window.unfinished.verb_asked.connect(self._verb_asked)
        form.changed.connect(self._follow)

    def refresh(self) -> None:
        """List the drafts of the chosen account again."""
        self._listed = self._form.account
        self._tasks.start(self._list(self._form.account), "list drafts")

    def repair(self) -> None:
        """Open the dialog on the chosen draft, against the files of the page."""
        draft = self._form.attach_to
        if draft is not None:
            files = self._form.sendable_files()
            _Repair(
                self._window, self._backend, self._tasks, self._form.account, draft, files
            ).begin()

    def _verb_asked(self, command: RunCommand) -> None:
        if command.verb is RunVerb.REPAIR:
            self._tasks.start(self._repair_left(command.report), "look at the files of a save")

    async def _repair_left(self, run: Run) -> None:
        """Open the dialog on the draft that a save left behind, against that save's files."""
        assert run.record is not None
        files = await in_thread(_still_here, run.files, self._backend.own)
        _Repair(self._window, self._backend, self._tasks, run.account, run.record, files).begin()

    def _follow(self) -> None:
        """List the drafts of an account once its service is known to show some."""
        if not self._form.lists_drafts:
            self._listed = None
        elif self._listed != self._form.account:
            self._page.drafts.show_drafts(())
            self.refresh()

    async def _list(self, account: Account) -> None:
        try:
            drafts = await self._backend.repair.drafts(account)
        except SendoffError as error:
            if self._form.account == account:
                self._page.drafts.show_problem(error.info)
            return
        if self._form.account == account:
            self._page.drafts.show_drafts(drafts)

    def _chosen(self, draft: RecordRef | None) -> None:
        self._form.attach(draft)
        self._page.show_form()
        self._page.clear_problems()


class _Repair(QObject):
    """Drives one open dialog, and is deleted with it."""

    def __init__(
        self,
        window: MainWindow,
        backend: Backend,
        tasks: TaskOwner,
        account: Account,
        draft: RecordRef,
        files: Sequence[RunFile],
    ) -> None:
        self._dialog = RepairDialog(draft, account, len(files), window)
        super().__init__(self._dialog)
        self._repair = backend.repair
        self._tasks = tasks
        self._account = account
        self._draft = draft
        self._files = files
        self._stopper = AbortController()
        self._dialog.repair_asked.connect(self._begin_repair)
        self._dialog.look_asked.connect(self._look)
        self._dialog.stop_asked.connect(self._stop)
        self._dialog.finished.connect(self._closed)

    def begin(self) -> None:
        """Show the dialog and look at the draft."""
        self._dialog.open()
        self._look()

    def _look(self) -> None:
        if not self._dialog.working:
            self._dialog.begin()
            self._tasks.start(self._examine(), "look at a draft")

    def _begin_repair(self, replace: frozenset[str]) -> None:
        if not self._dialog.working:
            self._stopper = AbortController()
            self._dialog.begin()
            self._tasks.start(self._run_repair(replace), "repair a draft")

    def _stop(self) -> None:
        self._stopper.abort(CancelReason.USER)

    def _closed(self) -> None:
        self._stop()
        self._dialog.deleteLater()

    async def _examine(self, after: ErrorInfo | None = None) -> None:
        try:
            look = await self._repair.examine(self._account, self._draft.id, self._files)
        except SendoffError as error:
            if isValid(self._dialog):
                self._dialog.show_problem(after or error.info)
            return
        self._show(look, after)

    async def _run_repair(self, replace: frozenset[str]) -> None:
        signal, after = self._stopper.signal, None
        try:
            look = await self._repair.repair(
                self._account,
                self._draft.id,
                self._files,
                signal,
                self._show_progress,
                replace=replace,
            )
        except OperationAborted:
            if isValid(self._dialog):
                self._dialog.show_stopped()
        except SendoffError as error:
            after = error.info
        else:
            self._show(look, None)
            return
        await self._examine(after)

    def _show_progress(self, now: RepairProgress) -> None:
        if isValid(self._dialog):
            self._dialog.show_progress(now)

    def _show(self, look: DraftLook, after: ErrorInfo | None) -> None:
        if isValid(self._dialog):
            self._dialog.show_look(look, after=after)


def _still_here(files: Sequence[RunFile], own: OwnData) -> tuple[RunFile, ...]:
    """Return the files of a save that are here now, without those that were left out of it."""
    found = []
    for one in files:
        if one.shown_state is FileState.SKIPPED:
            continue
        try:
            found.append(RunFile(one.path, one.key, own.fingerprint_of(one.path)))
        except FileError:
            continue  # it is compared with nothing: what the draft has of it stays
    return tuple(found)
