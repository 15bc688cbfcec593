"""Closing the window: the one question, going to the background, the orderly quit."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from desktop_app.core.run import Run
from desktop_app.core.settings import Settings, WhenClosed
from desktop_app.saving.events import SignInNeeded
from desktop_app.ui import bus, wording
from desktop_app.ui.formats import apart
from desktop_app.ui.tasks import TaskOwner
from desktop_app.ui.viewmodels.outcome import outcome_of
from desktop_app.ui.viewmodels.save_flow import SaveFlow
from desktop_app.ui.widgets.close_question import CloseChoice, CloseQuestion
from desktop_app.ui.widgets.main_window import MainWindow


class Closing(QObject):
    """Decides about closing. `quit_asked` when the process is to end."""

    quit_asked = Signal()

    def __init__(
        self,
        window: MainWindow,
        flow: SaveFlow,
        settings: Callable[[], Settings],
        tasks: TaskOwner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._flow = flow
        self._settings = settings
        self._tasks = tasks
        self._question: CloseQuestion | None = None
        self._tray: QSystemTrayIcon | None = None
        window.close_asked.connect(self.ask)
        window.retranslated.connect(self._retranslate)
        flow.ended.connect(self._ended)
        flow.sign_in_needed.connect(self._sign_in_needed)

    def ask(self) -> None:
        """Quit, go to the background, or ask, as the run and the settings say."""
        if not self._flow.busy:
            self.quit_asked.emit()
            return
        match self._settings().when_closed:
            case WhenClosed.BACKGROUND:
                self._to_background()
            case WhenClosed.STOP:
                self.quit_asked.emit()
            case WhenClosed.ASK:
                self._open_question()

    def hide_tray(self) -> None:
        """Remove the tray icon before the process ends."""
        if self._tray is not None:
            self._tray.hide()

    # inside

    def _open_question(self) -> None:
        if self._question is not None:
            self._question.activateWindow()
            return
        question = CloseQuestion(self._flow.stages.measured.can_cancel, self._window)
        self._question = question
        question.answered.connect(self._answered)
        question.finished.connect(question.deleteLater)
        question.open()

    def _answered(self, choice: CloseChoice) -> None:
        self._question = None
        if choice is CloseChoice.BACKGROUND and self._flow.busy:
            self._to_background()
        elif choice is not CloseChoice.STAY:
            self.quit_asked.emit()

    def _to_background(self) -> None:
        if self._shown_tray() is not None:
            self._window.hide()
        else:
            self._window.showMinimized()

    def _shown_tray(self) -> QSystemTrayIcon | None:
        if not QSystemTrayIcon.isSystemTrayAvailable():
            return None
        if self._tray is None:
            self._tray = self._new_tray()
        self._retranslate()
        self._tray.show()
        return self._tray

    def _new_tray(self) -> QSystemTrayIcon:
        tray = QSystemTrayIcon(self._window.windowIcon(), self)
        menu = QMenu(self._window)
        self._show_action = menu.addAction("")
        self._show_action.triggered.connect(self._to_front)
        self._quit_action = menu.addAction("")
        self._quit_action.triggered.connect(self.quit_asked)
        tray.setContextMenu(menu)
        tray.setToolTip("Sendoff")
        tray.activated.connect(self._to_front)
        tray.messageClicked.connect(self._to_front)
        return tray

    def _retranslate(self) -> None:
        if self._tray is not None:
            self._show_action.setText(self.tr("Show Sendoff"))
            self._quit_action.setText(self.tr("Quit"))

    def _to_front(self) -> None:
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()

    def _ended(self, report: Run) -> None:
        if self._question is not None:
            self._question.reject()
        outcome = outcome_of(report)
        self._notify(f"{apart(report.title)}: {outcome.title}", outcome.text)

    def _sign_in_needed(self, event: SignInNeeded) -> None:
        waiting = QCoreApplication.translate("StagePanel", "Waiting for you to sign in")
        where = apart(wording.account_label(event.account))
        self._notify(f"{where}: {waiting}", wording.reason(event.error))

    def _notify(self, title: str, text: str) -> None:
        """Notify a person who does not look at the window."""
        if self._looked_at() or not self._settings().notifications:
            return
        QApplication.alert(self._window)
        if bus.has_bus():
            self._tasks.start(self._notify_over_bus(title, text), "notification")
        else:
            self._notify_in_tray(title, text)

    async def _notify_over_bus(self, title: str, text: str) -> None:
        if not await bus.notify(title, text, self.tr("Open"), self._to_front):
            self._notify_in_tray(title, text)

    def _notify_in_tray(self, title: str, text: str) -> None:
        tray = self._shown_tray()
        if tray is not None:
            tray.showMessage(title, text)

    def _looked_at(self) -> bool:
        """Whether the window, or a dialog above it, is in front."""
        shown = self._window.isVisible() and not self._window.isMinimized()
        return shown and QApplication.activeWindow() is not None
