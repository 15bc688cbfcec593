"""Connects settings, accounts and sign-in with their facades."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog
from shiboken6 import isValid

from desktop_app.core.errors import ErrorInfo, ErrorKind, SendoffError, info
from desktop_app.core.model import Account
from desktop_app.core.run import Run
from desktop_app.saving.accounts import address_account
from desktop_app.saving.events import SignInNeeded
from desktop_app.ui.backend import Backend
from desktop_app.ui.i18n import Translations
from desktop_app.ui.presenters.record import page_of
from desktop_app.ui.presenters.save import SavePresenter
from desktop_app.ui.tasks import TaskOwner
from desktop_app.ui.viewmodels.save_flow import SaveFlow
from desktop_app.ui.widgets.account_dialog import AccountDialog, AccountEntry
from desktop_app.ui.widgets.accounts_tab import AccountCommand, AccountVerb
from desktop_app.ui.widgets.main_window import MainWindow
from desktop_app.ui.widgets.settings_dialog import Setting, SettingsDialog
from desktop_app.ui.widgets.sign_in import GivenToken, SignInDialog


class SettingsPresenter(QObject):
    """Opens the dialogs and carries out what a person asks there.

    Signals: `accounts_changed` after a change, `support_asked` with the dialog above which the
    support report is to open.
    """

    accounts_changed = Signal()
    support_asked = Signal(object)

    def __init__(
        self,
        window: MainWindow,
        backend: Backend,
        translations: Translations,
        tasks: TaskOwner,
        saves: SavePresenter,
        flow: SaveFlow,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._backend = backend
        self._translations = translations
        self._tasks = tasks
        self._saves = saves
        self._flow = flow
        self._dialog: SettingsDialog | None = None
        self._sign_in: SignInDialog | None = None
        window.navigation.settings_asked.connect(self.open)
        window.new_save.accounts_asked.connect(self.open_accounts)
        flow.sign_in_needed.connect(self._sign_in_needed)
        flow.ended.connect(self._run_ended)
        saves.sign_in_asked.connect(self._sign_in_asked)

    def open(self) -> None:
        """Open the settings."""
        self._opened()

    def open_accounts(self) -> None:
        """Open the settings at the accounts."""
        self._opened().show_accounts_tab()

    # settings

    def _opened(self) -> SettingsDialog:
        if self._dialog is None:
            settings = self._backend.preferences.settings
            dialog = SettingsDialog(settings, self._translations.language, self._window)
            dialog.changed.connect(self._set)
            dialog.network.password_given.connect(self._proxy_password)
            dialog.network.file_asked.connect(self._ask_certificates)
            dialog.accounts.verb_asked.connect(self._account_verb_asked)
            dialog.accounts.show_accounts(self._backend.accounts.all())
            dialog.support_asked.connect(lambda: self.support_asked.emit(dialog))
            dialog.finished.connect(self._closed)
            self._dialog = dialog
            dialog.open()
        return self._dialog

    def _closed(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None

    def _set(self, setting: Setting) -> None:
        self._tasks.start(self._write(setting), f"set {setting.name}")

    async def _write(self, setting: Setting) -> None:
        try:
            await self._backend.preferences.change(**{setting.name: setting.value})
        except SendoffError as error:
            self._say(error.info)
        except OSError:
            if self._dialog is not None:
                self._dialog.show_not_written()

    def _ask_certificates(self) -> None:
        chooser = QFileDialog(self._dialog, self.tr("A file of certificates"))
        chooser.setObjectName("certificatesFileDialog")
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        native = self._backend.preferences.settings.native_dialogs
        chooser.setOption(QFileDialog.Option.DontUseNativeDialog, not native)
        chooser.fileSelected.connect(self._certificates_chosen)
        chooser.finished.connect(chooser.deleteLater)
        chooser.open()

    def _certificates_chosen(self, path: str) -> None:
        if self._dialog is not None:
            self._dialog.network.take_file(path)

    def _proxy_password(self, password: str) -> None:
        self._tasks.start(self._keep_password(password), "keep the proxy password")

    async def _keep_password(self, password: str) -> None:
        try:
            kept = await self._backend.keep_proxy_password(password)
        except SendoffError as error:
            self._say(error.info)
            return
        if not kept:
            self._say(self._backend.accounts.keychain_problem or info(ErrorKind.KEYCHAIN))

    def _say(self, error: ErrorInfo) -> None:
        if self._dialog is not None:
            self._dialog.show_problem(error)

    # accounts

    def _account_verb_asked(self, command: AccountCommand) -> None:
        match command.verb:
            case AccountVerb.ADD:
                self._edit(None)
            case AccountVerb.EDIT:
                self._edit(command.account)
            case AccountVerb.REMOVE if command.account is not None:
                work = self._backend.accounts.remove(command.account.id)
                self._tasks.start(self._changed(work), "remove an account")
            case AccountVerb.TEST if command.account is not None:
                self._tasks.start(self._test(command.account), "test a connection")
            case _:
                pass

    async def _changed(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except SendoffError as error:
            self._say(error.info)
        except OSError:
            if self._dialog is not None:
                self._dialog.show_not_written()
        self._show_accounts()

    def _show_accounts(self) -> None:
        if self._dialog is not None:
            self._dialog.accounts.show_accounts(self._backend.accounts.all())
        self.accounts_changed.emit()

    async def _test(self, account: Account) -> None:
        if self._dialog is not None:
            self._dialog.accounts.show_testing()
        answer = await self._backend.accounts.test(account.id)
        if self._dialog is not None:
            self._dialog.accounts.show_result(answer.error, answer.signed_in_as)

    def _edit(self, account: Account | None) -> None:
        dialog = AccountDialog(account, self._backend.accounts.kinds, self._dialog or self._window)
        dialog.trial_asked.connect(
            lambda entry: self._tasks.start(self._try_out(dialog, entry), "try an account")
        )
        dialog.token_page_asked.connect(lambda entry: self._open_token_page(dialog, entry))
        dialog.kept.connect(
            lambda entry: self._tasks.start(self._keep(dialog, entry), "keep an account")
        )
        dialog.open()

    def _open_token_page(self, dialog: AccountDialog, entry: AccountEntry) -> None:
        """Open the site's page where tokens are made, in the browser."""
        kind = self._backend.accounts.kinds.get(entry.kind)
        if kind is None:
            return
        try:
            site = address_account(entry.kind, entry.address, kind)
        except SendoffError as error:
            dialog.show_error(error.info)
            return
        page = page_of(site, f"{site.address}{kind.token_page}")
        if page is not None:
            QDesktopServices.openUrl(page)

    async def _try_out(self, dialog: AccountDialog, entry: AccountEntry) -> None:
        dialog.show_busy()
        if entry.id and not entry.token:
            answer = await self._backend.accounts.test(entry.id)
        else:
            answer = await self._backend.accounts.try_out(entry.kind, entry.address, entry.token)
        if isValid(dialog):
            dialog.show_result(answer.error, answer.signed_in_as)

    async def _keep(self, dialog: AccountDialog, entry: AccountEntry) -> None:
        accounts = self._backend.accounts
        try:
            if entry.id:
                account = await accounts.edit(entry.id, label=entry.label, address=entry.address)
            else:
                account = await accounts.add(entry.kind, entry.label, entry.address)
                await self._backend.preferences.change(last_account=account.id)
            kept = await accounts.set_token(account.id, entry.token) if entry.token else True
        except SendoffError as error:
            if isValid(dialog):
                dialog.show_error(error.info)
            return
        except OSError:
            kept = True
            if self._dialog is not None:
                self._dialog.show_not_written()
        if isValid(dialog):
            dialog.accept()
            dialog.deleteLater()
        self._show_accounts()
        if not kept:
            self._say(accounts.keychain_problem or info(ErrorKind.KEYCHAIN))

    # signing in

    def _sign_in_needed(self, event: SignInNeeded) -> None:
        self._ask_token(event.account, event.error, "")

    def _sign_in_asked(self, report: Run) -> None:
        error = report.error or info(ErrorKind.SIGN_IN)
        self._ask_token(report.account, error, report.id)

    def _ask_token(self, account: Account, error: ErrorInfo, run: str) -> None:
        if self._sign_in is not None:
            return
        dialog = SignInDialog(account, error, self._window)
        self._sign_in = dialog
        dialog.given.connect(
            lambda given: self._tasks.start(self._take_token(given, run), "sign in")
        )
        dialog.finished.connect(self._sign_in_closed)
        dialog.open()

    async def _take_token(self, given: GivenToken, run: str) -> None:
        try:
            await self._backend.accounts.set_token(given.account.id, given.token)
        except SendoffError as error:
            if self._sign_in is not None:
                self._sign_in.show_error(error.info)
            return
        if self._sign_in is not None:
            self._sign_in.accept()
        if self._flow.busy:
            self._flow.signed_in(given.account.id)
        elif run:
            self._flow.resume(run)

    def _sign_in_closed(self) -> None:
        if self._sign_in is not None:
            self._sign_in.deleteLater()
            self._sign_in = None

    def _run_ended(self, _report: Run) -> None:
        if self._sign_in is not None:
            self._sign_in.reject()
