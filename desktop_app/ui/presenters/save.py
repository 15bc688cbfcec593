"""Connects the page of one save with the session: intents to verbs, answers to widgets."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from desktop_app.core.errors import ErrorInfo, SendoffError
from desktop_app.core.model import Account, FileState, NextAction, OutcomeKind
from desktop_app.core.next_step import all_next
from desktop_app.core.run import Run
from desktop_app.saving.session import Answers, Changed
from desktop_app.ui.backend import Backend
from desktop_app.ui.tasks import TaskOwner
from desktop_app.ui.viewmodels.outcome import Outcome, outcome_of, refusal
from desktop_app.ui.viewmodels.save_flow import SaveFlow
from desktop_app.ui.viewmodels.save_form import SaveForm
from desktop_app.ui.widgets.files_question import FilesAnswer, FilesQuestion, needs_answer
from desktop_app.ui.widgets.new_save_page import NewSavePage


class SavePresenter(QObject):
    """Drives one `NewSavePage`.

    Signals: `record_asked`, `receipt_asked`, `discard_asked`, `sign_in_asked` carry a `Run`,
    `details_asked` a `Run` or an `ErrorInfo`.
    """

    record_asked = Signal(object)
    discard_asked = Signal(object)
    sign_in_asked = Signal(object)
    details_asked = Signal(object)
    receipt_asked = Signal(object)

    def __init__(
        self,
        page: NewSavePage,
        form: SaveForm,
        flow: SaveFlow,
        backend: Backend,
        tasks: TaskOwner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._form = form
        self._flow = flow
        self._backend = backend
        self._tasks = tasks
        self._refusal: ErrorInfo | None = None
        self._connect()
        self._refresh()

    # intents

    def save(self) -> None:
        """Start the save, or show what is missing; nothing happens while one is running."""
        if not self._page.save_button.isEnabled() or self._flow.busy or self._form.adding:
            return
        self._page.finish_editing()
        missing = self._form.missing()
        if missing is not None:
            self._page.show_missing(missing)
            return
        self._page.clear_problems()
        report = self._flow.report
        if report is not None and self._flow.run == report.id:
            self._flow.resume(report.id, self._edited(report))
        else:
            self._flow.save(self._form.request())

    def cancel(self) -> None:
        """Stop the active stage, if it can be stopped."""
        self._flow.cancel()

    def new_save(self) -> None:
        """Empty the page for another save."""
        if self._flow.busy:
            return
        self._flow.show(None)
        self._refusal = None
        self._form.clear()
        self._page.clear_problems()
        self._page.outcome.clear()
        self._page.show_accounts(self._backend.accounts.all(), self._form.account.id)
        account = self._page.account_combo.currentData()
        if account != self._form.account or self._form.capabilities is None:
            self.use_account(account)
        self._page.show_form()
        self._refresh()
        self._page.title_edit.setFocus()

    def show_run(self, report: Run) -> None:
        """Show a journaled save on the page; not while one is running."""
        if self._flow.busy:
            return
        self._flow.show(report)
        self._load(report)
        self._show_outcome()
        self._refresh()
        self._page.show_outcome_in_view()

    def resume(self, report: Run) -> None:
        """Show a journaled save and resume it."""
        self.show_run(report)
        self._resume(report)

    def check(self, report: Run) -> None:
        """Show a journaled save and ask the server about its state."""
        self.show_run(report)
        self._flow.check(report.id)

    def discard(self, report: Run) -> None:
        """Remove the remote draft of a save (the person was asked before)."""
        self.show_run(report)
        self._flow.discard(report.id)

    def show_account(self, account: Account) -> None:
        """Show an account; its rules are not known yet."""
        if self._form.account != account:
            self._form.use_account(account, None)
        self._page.show_form()

    def use_account(self, account: Account) -> None:
        """Use another account for the next save; its rules are fetched in the background."""
        self.show_account(account)
        self._tasks.start(self._learn(account), "learn capabilities")

    def retranslate(self) -> None:
        """Show the same again, in the current language."""
        self._form.model.retranslate()
        if self._page.outcome.isVisibleTo(self._page):
            self._show_outcome()

    # inside

    def _connect(self) -> None:
        page, flow = self._page, self._flow
        page.save_asked.connect(self.save)
        page.account_chosen.connect(self.use_account)
        page.stages.cancel_asked.connect(self.cancel)
        page.outcome.chosen.connect(self._chosen)
        page.outcome.details_asked.connect(self._details)
        page.outcome.link_copied.connect(self._copy_link)
        page.outcome.new_save_asked.connect(self.new_save)
        page.outcome.receipt_asked.connect(lambda: self.receipt_asked.emit(flow.report))
        flow.begun.connect(self._begun)
        flow.stages_changed.connect(self._show_stages)
        flow.ticked.connect(self._show_stages)
        flow.files_moved.connect(self._form.model.apply)
        flow.file_waits.connect(self._form.model.wait)
        flow.ended.connect(self._ended)
        flow.refused.connect(self._refused)
        flow.broken.connect(self._broken)
        self._form.adding_changed.connect(self._refresh)

    async def _learn(self, account: Account) -> None:
        try:
            capabilities = await self._backend.session.capabilities(account)
        except SendoffError:
            return  # the save itself says what is wrong, with its next step
        if self._form.account == account:
            self._form.use_account(account, capabilities)
            self._page.show_form()

    def _edited(self, report: Run) -> Answers:
        """Return what a person changed after a clear refusal."""
        kept = {row.planned.key for row in self._form.model.rows}
        gone = tuple(
            file.key
            for file in report.files
            if file.key not in kept and file.shown_state is not FileState.SKIPPED
        )
        return Answers(
            changed=Changed.SEND_NEW,
            leave_out=gone,
            title=self._form.title.strip(),
            metadata=self._form.metadata_text(),
        )

    def _load(self, report: Run) -> None:
        self._form.load(report)
        if self._form.capabilities is None:
            self._tasks.start(self._learn(report.account), "learn capabilities")
        self._page.show_form()
        self._page.clear_problems()

    def _begun(self) -> None:
        self._refusal = None
        self._page.outcome.clear()
        self._form.model.begin_attempt(self._confirmed_before())
        self._refresh()
        self._show_stages()
        self._page.show_stages_in_view()

    def _confirmed_before(self) -> tuple[str, ...]:
        report = self._flow.report
        return tuple(file.key for file in report.confirmed) if report is not None else ()

    def _ended(self, report: Run) -> None:
        self._form.model.show_outcome(report.files)
        self._show_outcome()
        self._refresh()
        self._page.show_field_errors(report.error)
        self._page.show_outcome_in_view()
        self._page.outcome.focus_primary()

    def _refused(self, error: ErrorInfo) -> None:
        self._refusal = error
        self._flow.show(self._flow.report)
        self._show_outcome()
        self._page.show_field_errors(error)
        self._refresh()
        self._page.show_outcome_in_view()

    def _broken(self) -> None:
        """Unlock the form; a save that had begun is shown as it is in the journal."""
        self._refresh()
        if self._flow.run:
            self._tasks.start(self._show_journaled(self._flow.run), "read a save")

    async def _show_journaled(self, run: str) -> None:
        report = await self._backend.session.run(run)
        if self._flow.run == run:
            self.show_run(report)

    def _outcome(self) -> Outcome | None:
        if self._refusal is not None:
            return refusal(self._refusal, self._flow.report)
        return outcome_of(self._flow.report) if self._flow.report is not None else None

    def _show_outcome(self) -> None:
        outcome, report = self._outcome(), self._flow.report
        if outcome is None:
            self._page.outcome.clear()
            return
        link = (
            report.shown_record.url
            if report is not None and report.shown_record is not None
            else ""
        )
        self._page.outcome.show_outcome(outcome, link=link)

    def _show_stages(self) -> None:
        self._page.stages.show_stages(self._flow.stages, self._flow.now())

    def _refresh(self) -> None:
        report = self._flow.report if self._flow.run else None
        editable = report is not None and NextAction.EDIT in all_next(report)
        begun = bool(self._flow.run) and report is None
        locked = self._flow.busy or begun or (report is not None and not editable)
        self._form.model.fixed = editable
        self._page.lock(fields=locked, files=locked, account=locked or editable)
        self._page.allow_save(not locked and not self._form.adding)

    def _chosen(self, action: NextAction) -> None:
        report = self._flow.report
        if report is None or self._flow.busy:
            return
        match action:
            case NextAction.RETRY_FINALIZE:
                self._flow.retry_finalize(report.id)
            case NextAction.RESUME:
                self._resume(report)
            case NextAction.CHECK_AGAIN:
                self._flow.check(report.id)
            case NextAction.SIGN_IN:
                self.sign_in_asked.emit(report)
            case NextAction.OPEN_RECORD:
                self.record_asked.emit(report)
            case NextAction.DISCARD:
                self.discard_asked.emit(report)
            case _:
                self._page.title_edit.setFocus()

    def _resume(self, report: Run) -> None:
        if report.outcome is OutcomeKind.DRAFT_READY:
            self._flow.retry_finalize(report.id)
        elif needs_answer(report):
            question = FilesQuestion(report, self._page)
            question.answered.connect(self._files_answered)
            question.finished.connect(question.deleteLater)
            question.open()
        else:
            self._flow.resume(report.id)

    def _files_answered(self, answer: FilesAnswer) -> None:
        self._flow.resume(answer.run, answer.answers)

    def _details(self) -> None:
        self.details_asked.emit(self._refusal or self._flow.report)

    def _copy_link(self) -> None:
        report = self._flow.report
        if report is not None and report.shown_record is not None:
            QGuiApplication.clipboard().setText(report.shown_record.url)
