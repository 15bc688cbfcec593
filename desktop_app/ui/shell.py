"""The window before its pages: shown while the rest of the program is still being loaded."""

from __future__ import annotations

import sys
from time import monotonic

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from desktop_app.core.appearance import Appearance
from desktop_app.core.paths import translation_dir
from desktop_app.ui import theme
from desktop_app.ui.i18n import Translations
from desktop_app.ui.widgets.main_window import MainWindow

DESKTOP_FILE = "org.sendoff.Sendoff"
"""The name, without its ending, by which a desktop finds our icon and entry."""
_PATIENCE_MS = 500


def new_application() -> QApplication:
    """Return Qt's application, named; closing its last window does not end it."""
    QApplication.setApplicationName("sendoff")
    QApplication.setApplicationDisplayName("Sendoff")
    QApplication.setDesktopFileName(DESKTOP_FILE)
    qt = QApplication(sys.argv[:1])
    qt.setQuitOnLastWindowClosed(False)
    return qt


class Shell:
    """The window with its navigation, in the person's language, colours and place.

    Attributes:
        appearance: what it was built with.
        translations: its language, which can be changed later.
        window: not shown yet, without its pages.
    """

    def __init__(self, qt: QApplication, appearance: Appearance) -> None:
        self._qt = qt
        self.appearance = appearance
        self.translations = Translations(qt, translation_dir())
        self.translations.use(appearance.language)
        theme.choose(appearance.theme)
        self.window = MainWindow()
        self.window.restore_place(appearance.geometry)

    def show(self) -> None:
        """Show the window and return once it has been painted, or half a second later."""
        self.window.show()
        end = monotonic() + _PATIENCE_MS / 1000
        alarm = QTimer()  # a window that starts hidden is never painted
        alarm.start(_PATIENCE_MS)
        while not self.window.seen and monotonic() < end:
            self._qt.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        alarm.stop()

    def withdraw(self) -> None:
        """Close the window again: it could not be filled."""
        self.window.may_close = True
        self.window.close()
        self.window.deleteLater()
        self.translations.remove()
