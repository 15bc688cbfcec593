"""Support: the report, the offer after a crash, uncaught errors."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_app.core.errors import ErrorInfo, ErrorKind, info
from desktop_app.ui.backend import Backend
from desktop_app.ui.tasks import TaskOwner
from desktop_app.ui.viewmodels.support import refusal_log
from desktop_app.ui.widgets.support_dialog import SupportDialog
from desktop_app.ui.widgets.trouble import TroubleDialog


class SupportPresenter(QObject):
    """Opens the dialogs about errors and carries out what a person asks there."""

    def __init__(
        self, window: QWidget, backend: Backend, tasks: TaskOwner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._backend = backend
        self._tasks = tasks
        self._uncaught: TroubleDialog | None = None

    def show_trouble(self, error: ErrorInfo) -> None:
        """Show an error that no page could show better."""
        self._open(TroubleDialog(error, refusal_log(error, self._backend.redact), self._window))

    def show_notice(self, notice: ErrorInfo) -> None:
        """Show a notice that comes at every start until the person acknowledges it."""
        details = refusal_log(notice, self._backend.redact)
        dialog = TroubleDialog(notice, details, self._window)
        dialog.allow_acknowledging()
        dialog.acknowledged.connect(
            lambda: self._tasks.start(
                self._backend.session.acknowledge_notices(), "acknowledge a notice"
            )
        )
        self._open(dialog)

    def show_uncaught(self, details: str) -> None:
        """Show an error of our own, with redacted details; one dialog, however many there are."""
        if self._uncaught is not None:
            return
        dialog = TroubleDialog(info(ErrorKind.INTERNAL), details, self._window)
        self._uncaught = dialog
        dialog.finished.connect(self._uncaught_closed)
        self._open(dialog)

    async def offer_after_crash(self) -> None:
        """If the last run crashed, say so once, with its trace and the way to a report."""
        trace = await self._backend.support_report.previous_crash()
        if not trace:
            return
        dialog = TroubleDialog(info(ErrorKind.CRASHED), trace, self._window)
        dialog.finished.connect(
            lambda: self._tasks.start(self._backend.support_report.forget_crash(), "forget a crash")
        )
        self._open(dialog)

    def open_report(self, parent: QWidget | None = None) -> SupportDialog:
        """Show what a report holds; it is saved only from there."""
        dialog = SupportDialog(parent or self._window)
        dialog.names_allowed.connect(lambda allowed: self._gather(dialog, names=allowed))
        dialog.save_asked.connect(lambda: self._ask_place(dialog))
        dialog.finished.connect(dialog.deleteLater)
        self._gather(dialog, names=False)
        dialog.open()
        return dialog

    def _open(self, dialog: TroubleDialog) -> None:
        dialog.report_asked.connect(lambda: self.open_report(dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _uncaught_closed(self) -> None:
        self._uncaught = None

    def _gather(self, dialog: SupportDialog, *, names: bool) -> None:
        self._tasks.start(self._fill(dialog, names=names), "gather a report")

    async def _fill(self, dialog: SupportDialog, *, names: bool) -> None:
        gone: list[bool] = []
        dialog.destroyed.connect(lambda: gone.append(True))
        try:
            parts = await self._backend.support_report.gather(names=names)
        except OSError:
            if not gone:
                dialog.say_failed()
            return
        if not gone and dialog.names.isChecked() == names:
            dialog.show_parts(parts)

    def _ask_place(self, dialog: SupportDialog) -> None:
        chooser = QFileDialog(dialog, self.tr("Save the support report"))
        chooser.setObjectName("supportFileDialog")
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setDefaultSuffix("zip")
        chooser.selectFile("sendoff-report.zip")
        native = self._backend.preferences.settings.native_dialogs
        chooser.setOption(QFileDialog.Option.DontUseNativeDialog, not native)
        chooser.fileSelected.connect(
            lambda path: self._tasks.start(self.save(dialog, path), "save a report")
        )
        chooser.finished.connect(chooser.deleteLater)
        chooser.open()

    async def save(self, dialog: SupportDialog, path: str) -> None:
        """Write exactly what the dialog shows; the file dialog has asked before it replaces."""
        gone: list[bool] = []
        dialog.destroyed.connect(lambda: gone.append(True))
        try:
            await self._backend.support_report.save(dialog.parts, path, replace=True)
        except OSError:
            if not gone:
                dialog.say_failed()
            return
        if not gone:
            dialog.say_saved(path)
