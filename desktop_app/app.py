"""The window's composition root: builds everything, runs it, and closes it in order."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import qasync  # type: ignore[import-untyped]  # it ships no type marker
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication

from desktop_app.core.appearance import Appearance
from desktop_app.core.clock import LoopClock
from desktop_app.core.errors import ErrorKind, SendoffError, info
from desktop_app.core.model import Account
from desktop_app.core.paths import sample_files, translation_dir
from desktop_app.core.settings import Settings
from desktop_app.files.expansion import Choice
from desktop_app.saving.copies import RecordCopies
from desktop_app.saving.preferences import PROXY_PASSWORD
from desktop_app.storage.kept_form import KeptFormFile
from desktop_app.ui import theme, wording
from desktop_app.ui.backend import Backend
from desktop_app.ui.closing import Closing
from desktop_app.ui.excepthook import ExceptHook
from desktop_app.ui.i18n import Translations
from desktop_app.ui.models.files import FilesModel
from desktop_app.ui.options import Options, options_of
from desktop_app.ui.presenters.draft import DraftPresenter
from desktop_app.ui.presenters.kept_form import KeptFormPresenter
from desktop_app.ui.presenters.record import RecordPresenter
from desktop_app.ui.presenters.run_lists import RunListPresenter
from desktop_app.ui.presenters.save import SavePresenter
from desktop_app.ui.presenters.settings import SettingsPresenter
from desktop_app.ui.presenters.support import SupportPresenter
from desktop_app.ui.shell import Shell, new_application
from desktop_app.ui.tasks import TaskOwner
from desktop_app.ui.viewmodels.save_flow import SaveFlow
from desktop_app.ui.viewmodels.save_form import SaveForm
from desktop_app.ui.widgets.trouble import TroubleDialog

if TYPE_CHECKING:
    from desktop_app.qa.window.presenter import ScenarioPresenter
    from desktop_app.services.base import RecordService
    from desktop_app.wiring import Wiring

_log = logging.getLogger(__name__)
_UNUSABLE = 6
"""The exit code of the command line, too, where the data folder cannot be used."""
QUIT_WITHIN_S = 1.0
QUIT_LIMIT_S = 2.5
"""After that the window closes whatever has not ended; the session itself takes less."""
SWITCH_INTERVAL_S = 0.0005
START_ANYWAY_MS = 500


class App:
    """The built application.

    Attributes:
        window: the main window; shown only if its shell was.
        loop: the event loop on which everything runs.
        saves, flow, form, lists: what drives the window's pages.
    """

    def __init__(
        self,
        qt: QApplication,
        loop: asyncio.AbstractEventLoop,
        backend: Backend,
        options: Options,
        shell: Shell | None = None,
    ) -> None:
        self._qt = qt
        self.loop = loop
        self.backend = backend
        self._quitting: asyncio.Task[None] | None = None
        self._ended = loop.create_future()
        self._started = False
        settings = backend.preferences.settings
        self.options = options
        if shell is None:
            language = options.language or settings.language
            shell = Shell(qt, Appearance(language, settings.theme, settings.window_geometry))
        self._theme = shell.appearance.theme
        self._language = settings.language
        self.translations = shell.translations
        self.window = shell.window
        self._build()
        self._connect()
        self._apply(settings)
        self._show_accounts()

    # life

    def start(self) -> None:
        """Do what the first paint must not wait for: accounts, rules, unfinished saves."""
        if self._started:
            return
        self._started = True
        if self.options.demo:
            self._fill_in_samples()
        self.saves.use_account(self.form.account)
        self.lists.refresh()
        self.kept_form.offer()
        self.tasks.start(self._look_after_journal(), "look after the journal")
        self.tasks.start(self.support.offer_after_crash(), "look for a crash")
        self.tasks.start(self._settle(), "settle")

    def quit(self) -> None:
        """Begin the orderly end, once."""
        if self._quitting is None:
            self._quitting = self.loop.create_task(self._quit(), name="quit")

    def end_session(self, _manager: object) -> None:
        """The desktop's session ends: as *Stop and quit*, without a question."""
        self.quit()

    async def shutdown(self) -> None:
        """Stop what is abortable, journal the rest, close the window. Bounded; safe to repeat."""
        self.quit()
        assert self._quitting is not None
        await asyncio.shield(self._quitting)

    async def run(self) -> None:
        """Return when the application has been quit."""
        await self._ended
        if self._quitting is not None:
            await self._quitting

    async def _quit(self) -> None:
        try:
            self.lists.close()
            self.flow.stop_for_quit()
            await self._remember_place()
            if not self.options.demo:
                await self.kept_form.keep()
            await asyncio.wait_for(self.backend.close(QUIT_WITHIN_S), QUIT_LIMIT_S)
        except (TimeoutError, SendoffError, OSError) as error:
            _log.warning("not everything could be closed in order: %s", type(error).__name__)
        finally:
            await self.tasks.close(0.2)
            if self.scenarios is not None:
                await self.scenarios.close()
            self.closing.hide_tray()
            self._qt.commitDataRequest.disconnect(self.end_session)
            self.window.may_close = True
            self.window.close()
            self.translations.remove()
            if not self._ended.done():
                self._ended.set_result(None)

    async def _remember_place(self) -> None:
        await self._change(window_geometry=self.window.place())

    # building

    def _build(self) -> None:
        self.tasks = TaskOwner(self.loop)
        self.model = FilesModel(self._qt.palette())
        self.form = SaveForm(self.model, self.tasks)
        self.window.fill(self.form)
        self.flow = SaveFlow(self.backend.session, self.tasks, LoopClock().monotonic)
        page = self.window.new_save
        self.saves = SavePresenter(page, self.form, self.flow, self.backend, self.tasks)
        self.kept_form = KeptFormPresenter(page, self.form, self.backend.kept_forms, self.tasks)
        session = self.backend.session
        self.lists = RunListPresenter(self.window, self.saves, self.flow, session, self.tasks)
        self.records = RecordPresenter(self.window, self.backend, self.tasks)
        self.drafts = DraftPresenter(self.window, self.form, self.backend, self.tasks)
        self.support = SupportPresenter(self.window, self.backend, self.tasks)
        self.settings = SettingsPresenter(
            self.window, self.backend, self.translations, self.tasks, self.saves, self.flow
        )
        self.closing = Closing(
            self.window, self.flow, lambda: self.backend.preferences.settings, self.tasks
        )
        self.scenarios = self._scenario_presenter() if self.options.qa else None

    def _scenario_presenter(self) -> ScenarioPresenter | None:
        """Return what `--qa` adds, docked on the right; None on facades without a sandbox."""
        from desktop_app.qa.window.presenter import ScenarioPresenter  # noqa: PLC0415 - the same
        from desktop_app.qa.window.sandbox import Sandbox  # noqa: PLC0415 - the same
        from desktop_app.qa.window.session import SwitchingSession  # noqa: PLC0415 - only with --qa

        session = self.backend.session
        if not isinstance(session, SwitchingSession):
            return None
        presenter = ScenarioPresenter(Sandbox(self, session, self.backend.accounts), self.tasks)
        self.window.add_panel(presenter.panel, presenter.panel.windowTitle())
        return presenter

    def _connect(self) -> None:
        self.closing.quit_asked.connect(self.quit)
        self.window.retranslated.connect(self.saves.retranslate)
        self.saves.details_asked.connect(self.records.show_details)
        self.saves.record_asked.connect(self.records.open_record)
        self.saves.receipt_asked.connect(self.records.export_page)
        self.lists.record_asked.connect(self.records.open_record)
        self.lists.export_asked.connect(self.records.export)
        self.records.refused.connect(self.support.show_trouble)
        self.settings.accounts_changed.connect(self._accounts_changed)
        self.window.new_save.account_chosen.connect(self._remember_account)
        self.tasks.task_failed.connect(self.support.show_trouble)
        self.settings.support_asked.connect(self.support.open_report)
        self.window.painted.connect(self.start)
        self.backend.watch_keychain(self.window.new_save.show_keychain_waits)
        self.backend.preferences.on_change(self._apply)
        self._qt.commitDataRequest.connect(self.end_session)

    def _speak(self, settings: Settings) -> None:
        if settings.language != self._language:
            self._language = settings.language
            self.translations.use(settings.language)

    def _show_accounts(self) -> None:
        chosen = self.backend.preferences.settings.last_account
        self.window.new_save.show_accounts(self.backend.accounts.all(), chosen)
        self.saves.show_account(self.window.new_save.account_combo.currentData())

    def _accounts_changed(self) -> None:
        if not self.flow.busy and not self.flow.run:
            self._show_accounts()
            self.saves.use_account(self.form.account)

    def _remember_account(self, account: Account) -> None:
        self.tasks.start(self._change(last_account=account.id), "remember the account")

    async def _change(self, **values: object) -> None:
        try:
            await self.backend.preferences.change(**values)
        except OSError as error:
            _log.warning("settings were not written: %s", type(error).__name__)

    def _fill_in_samples(self) -> None:
        self.form.title = QCoreApplication.translate("App", "River levels, with a map and notes")
        self.form.add_paths(str(path) for path in sample_files())
        self.window.new_save.show_form()

    async def _look_after_journal(self) -> None:
        """Forget what is to be forgotten by now; say what was damaged and set aside."""
        session, days = self.backend.session, self.backend.preferences.settings.retention_days
        if days and await session.retention(days):
            self.lists.refresh()
        for notice in await session.notices():
            self.support.show_notice(notice)
        for cut in await self.backend.repair.cut_off():
            self.support.show_trouble(cut)
        await self.backend.repair.forget_cut()

    async def _settle(self) -> None:
        """Keep the collector away from what stays for good: its passes would be felt."""
        await asyncio.sleep(1)
        gc.collect()
        gc.freeze()

    def _apply(self, settings: Settings) -> None:
        self._speak(settings)
        if self._theme is not settings.theme:
            self._theme = settings.theme
            theme.choose(settings.theme)
        self.window.new_save.files.native_dialogs = settings.native_dialogs
        self.window.new_save.stages.allow_motion(settings.animations)
        self.window.new_save.outcome.allow_motion(settings.animations)
        own = self.backend.own
        self.form.choice = Choice(settings.follow_links_out, settings.include_hidden, own)


def build_app(
    argv: Sequence[str] = (),
    *,
    home: str | os.PathLike[str] | None = None,
    service: RecordService | None = None,
    shell: Shell | None = None,
) -> App:
    """Build everything without showing or running it.

    Args:
        home: the data folder; None means the person's own.
        service: any object of the service protocol; then no process is started and no keychain
            touched.
        shell: the window that is shown already; None: one is made.
    """
    from desktop_app import wiring  # noqa: PLC0415 - loads HTTP and SQLite: not for the fake

    options = options_of(argv)
    place = os.fspath(home) if home is not None else None
    backend = _backend(wiring.build(place, service=service, qa=options.qa))
    return assemble(_with_sandbox(backend) if options.qa else backend, options, shell)


def _with_sandbox(backend: Backend) -> Backend:
    """Return a backend with a sandbox: its session can give way to a scenario's."""
    from desktop_app.qa.window.session import SwitchingSession  # noqa: PLC0415 - only with --qa

    session = SwitchingSession(backend.session)

    async def close(within_s: float) -> None:
        await session.leave_sandbox(within_s)
        await backend.close(within_s)

    return replace(backend, session=session, close=close)


def _backend(built: Wiring) -> Backend:
    return Backend(
        session=built.session,
        accounts=built.accounts,
        preferences=built.preferences,
        redact=built.redact,
        close=built.close,
        keep_proxy_password=partial(built.credentials.set_token, PROXY_PASSWORD),
        copies=RecordCopies(built.provider),
        support_report=built.support_report,
        repair=built.repair,
        kept_forms=KeptFormFile(built.paths.kept_form),
        watch_keychain=built.credentials.on_wait,
        own=built.own,
    )


def assemble(backend: Backend, options: Options, shell: Shell | None = None) -> App:
    """Build the window on given facades, on the running loop or a new one."""
    qt = _qt_application()
    return App(qt, _loop(qt), backend, options, shell)


def _qt_application() -> QApplication:
    existing = QApplication.instance()
    return existing if isinstance(existing, QApplication) else new_application()


def _loop(qt: QApplication) -> asyncio.AbstractEventLoop:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        loop: asyncio.AbstractEventLoop = qasync.QEventLoop(qt)
        return loop


def main(argv: Sequence[str], shell: Shell) -> int:
    """Fill the window and run it; return the exit code once everything is closed."""
    from desktop_app.core.paths import Paths, default_home  # noqa: PLC0415 - the same
    from desktop_app.storage.crashes import watched  # noqa: PLC0415 - with the wiring
    from desktop_app.storage.paths import make_home  # noqa: PLC0415 - the same

    paths = Paths(default_home())
    with ExitStack() as ending:
        try:
            make_home(paths)
            ending.enter_context(watched(paths.logs))
            app = build_app(argv, shell=shell)
        except OSError as error:
            shell.withdraw()
            return _refuse_to_start(paths.home, error)
        return run(app)


def _refuse_to_start(home: str, reason: OSError) -> int:
    """Say why nothing can be opened, in the terminal too; return 6 when that has been read."""
    error = info(ErrorKind.HOME_UNUSABLE)
    details = f"{home}: {reason.strerror or type(reason).__name__}"
    qt = _qt_application()
    Translations(qt, translation_dir()).use("")
    message = f"{details}\n{wording.explained(error)}"
    print(message, file=sys.stderr, flush=True)  # noqa: T201 - for who started it in a terminal
    loop = _loop(qt)
    read = loop.create_future()
    dialog = TroubleDialog(error, details, can_report=False)
    dialog.finished.connect(read.set_result)
    dialog.open()
    try:
        loop.run_until_complete(read)
    finally:
        loop.close()
    return _UNUSABLE


def run(app: App) -> int:
    """Show the window, run until it is quit, close the loop; return 0."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    app.window.show()
    QTimer.singleShot(START_ANYWAY_MS, app.start)  # a window that starts hidden is never painted
    if sys.platform != "win32":  # there a console's end closes the window, as a session's does
        for name in (signal.SIGINT, signal.SIGTERM):
            app.loop.add_signal_handler(name, app.quit)
    hook = ExceptHook(app.loop, app.backend.redact)
    hook.happened.connect(app.support.show_uncaught)
    hook.install()
    try:
        app.loop.run_until_complete(app.run())
    finally:
        hook.remove()
        app.loop.close()
    return 0
