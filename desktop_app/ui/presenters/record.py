"""Opens records and saves receipts: in a browser where the service has pages, else in Sendoff."""

from __future__ import annotations

import json
import os

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog
from shiboken6 import isValid

from desktop_app.core.errors import ErrorInfo, ErrorKind, FileError, SendoffError, info
from desktop_app.core.model import LOCAL_ACCOUNT, Account
from desktop_app.core.run import Run
from desktop_app.core.threads import in_thread
from desktop_app.core.tokens import is_loopback
from desktop_app.ui.backend import Backend
from desktop_app.ui.tasks import TaskOwner
from desktop_app.ui.viewmodels.support import refusal_log
from desktop_app.ui.widgets.main_window import MainWindow
from desktop_app.ui.widgets.record_viewer import CopyRequest, RecordViewer
from desktop_app.ui.widgets.runs_page import RunCommand, RunVerb

_ENDINGS = {RunVerb.EXPORT_CSV: "csv", RunVerb.EXPORT_JSON: "json", RunVerb.EXPORT_HTML: "html"}


class RecordPresenter(QObject):
    """Carries out what a person asks of existing records.

    `refused` carries the `ErrorInfo` of a page that is not opened.
    """

    refused = Signal(object)

    def __init__(
        self,
        window: MainWindow,
        backend: Backend,
        tasks: TaskOwner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._backend = backend
        self._tasks = tasks

    def open_record(self, report: Run) -> None:
        """Show the record: its page, if it is the account's own, else what the service says."""
        record = report.shown_record
        if record is None:
            return
        if record.url:
            self._open_page(report.account, record.url)
            return
        viewer = RecordViewer(report, can_copy=True, parent=self._window)
        viewer.copy_asked.connect(lambda request: self._ask_folder(viewer, request))
        viewer.finished.connect(viewer.deleteLater)
        viewer.open()
        self._tasks.start(self._fill(viewer, report), "read a record")

    def _open_page(self, account: Account, address: str) -> None:
        page = page_of(account, address)
        if page is None:
            self.refused.emit(info(ErrorKind.BAD_ADDRESS, reason="record_page"))
        else:
            QDesktopServices.openUrl(page)

    def _ask_folder(self, viewer: RecordViewer, request: CopyRequest) -> None:
        dialog = QFileDialog(viewer, self.tr("Where to save the copies"))
        dialog.setObjectName("copyFolderDialog")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, on=True)
        native = self._backend.preferences.settings.native_dialogs
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog, not native)
        dialog.fileSelected.connect(
            lambda folder: self._tasks.start(
                self.save_copies(viewer, request, folder), "save copies"
            )
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    async def save_copies(self, viewer: RecordViewer, request: CopyRequest, folder: str) -> None:
        """Write copies into `folder`; an existing one is never overwritten."""
        record = request.report.record
        assert record is not None
        for saved, key in enumerate(request.keys, start=1):
            try:
                path = await in_thread(_free_path, folder, key)
                await self._backend.copies.save_copy(request.report.account, record.id, key, path)
            except SendoffError as error:
                if isValid(viewer):
                    viewer.show_problem(error.info)
                return
            if isValid(viewer):
                viewer.say(self.tr("%n file(s) saved", "", saved))

    def export_page(self, report: Run) -> None:
        """Save the receipt as a page that a browser shows."""
        self.export(RunCommand(RunVerb.EXPORT_HTML, report))

    def export(self, command: RunCommand) -> None:
        """Ask where, then write the receipt there."""
        ending = _ENDINGS[command.verb]
        dialog = QFileDialog(self._window, self.tr("Save the receipt"))
        dialog.setObjectName("receiptDialog")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ending)
        dialog.selectFile(f"receipt-{command.report.id}.{ending}")
        native = self._backend.preferences.settings.native_dialogs
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog, not native)
        dialog.fileSelected.connect(
            lambda path: self._tasks.start(
                self.write_receipt(command.report.id, ending, path), "write a receipt"
            )
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    async def write_receipt(self, run: str, ending: str, path: str) -> None:
        """Write the receipt of a run as "csv", "json" or "html"; a failure is shown."""
        receipt = await self._backend.session.receipt(run)
        text = {"csv": receipt.to_csv, "json": receipt.to_json, "html": receipt.to_html}[ending]()
        await in_thread(_write, path, text)

    def show_details(self, about: Run | ErrorInfo | None) -> None:
        """Open the details drawer with the redacted support log."""
        if isinstance(about, Run):
            self._tasks.start(self._show_log(about), "read the support log")
        elif about is not None:
            self._window.details.show_report(refusal_log(about, self._backend.redact))

    async def _show_log(self, report: Run) -> None:
        log = await self._backend.session.support_log(report.id)
        text = json.dumps(log, ensure_ascii=False, indent=2, default=str)
        self._window.details.show_report(text)

    async def _fill(self, viewer: RecordViewer, report: Run) -> None:
        assert report.record is not None
        try:
            record, files = await self._backend.session.record_contents(
                report.account, report.record.id
            )
        except SendoffError as error:
            if isValid(viewer):
                viewer.show_problem(error.info)
            return
        if isValid(viewer):
            viewer.show_contents(record, files)


def page_of(account: Account, address: str) -> QUrl | None:
    """Return the page to open, or None where `address` is not one of the account's service.

    `QUrl` both checks and opens it, so no second parser can disagree about the host. A page
    is http or https, has no user info, and is on the account's host; for the built-in service, on
    this computer.
    """
    page = QUrl(address, QUrl.ParsingMode.StrictMode)
    if not page.isValid() or page.scheme() not in ("http", "https") or page.userInfo():
        return None
    if "@" in page.authority():
        return None
    if account.id == LOCAL_ACCOUNT.id:
        return page if is_loopback(page.host()) else None
    own = QUrl(account.address, QUrl.ParsingMode.StrictMode).host()
    return page if own and page.host() == own else None


def _free_path(folder: str, key: str) -> str:
    """Return a path below `folder` that is free, and make its folders.

    Raises:
        FileError: the key leads out of the folder, or a folder cannot be made.
    """
    parts = [part for part in key.split("/") if part]
    if not parts or any(part in (".", "..") or _leads_away(part) for part in parts):
        raise FileError(info(ErrorKind.BAD_NAME, key=key))
    path = os.path.join(folder, *parts)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a name that no disk takes
        raise FileError(info(ErrorKind.FILE_UNREADABLE, path=path)) from error
    stem, ending = os.path.splitext(path)
    number = 2
    while os.path.exists(path):
        path = f"{stem} ({number}){ending}"
        number += 1
    return path


def _leads_away(part: str) -> bool:
    """Whether the system reads more than a name in `part`: a separator, a drive, a stream."""
    return os.path.basename(part) != part or (os.name == "nt" and ":" in part)


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
