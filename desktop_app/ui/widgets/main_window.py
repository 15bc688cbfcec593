"""The window: navigation, three pages, the details drawer. It shows and decides nothing.

It can be shown before it is filled: the modules of its pages are loaded later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QIcon, QKeySequence, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.paths import icon_path
from desktop_app.ui.widgets.navigation import Navigation, Page

if TYPE_CHECKING:
    from desktop_app.ui.viewmodels.save_form import SaveForm


class MainWindow(QMainWindow):
    """The widgets of the window, by name.

    Signals: `painted` once its pages have been seen, `activated` when it comes to the front after
    that, `close_asked` (it never closes by itself), `retranslated`, `help_asked`.

    Attributes:
        seen: whether it has been painted, with pages or without.
    """

    close_asked = Signal()
    retranslated = Signal()
    help_asked = Signal()
    painted = Signal()
    activated = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.may_close = False
        self.seen = False
        self._filled = False
        self._shown = False
        self._create()
        self._lay_out()
        self.retranslate()

    def fill(self, form: SaveForm) -> None:
        """Add the pages, once."""
        self._create_pages(form)
        self._connect()
        self._filled = True
        self.update()

    def show_page(self, page: Page) -> None:
        """Show a page."""
        self.navigation.show_page(page)
        self.pages.setCurrentIndex(page)

    def add_panel(self, panel: QWidget, title: str) -> None:
        """Dock a panel on the right: the scenarios of `--qa`."""
        dock = QDockWidget(title, self)
        dock.setObjectName(f"{panel.objectName()}Dock")
        dock.setWidget(panel)
        feature = QDockWidget.DockWidgetFeature
        dock.setFeatures(feature.DockWidgetMovable | feature.DockWidgetFloatable)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)

    def restore_place(self, encoded: str) -> None:
        """Restore the position and size that `place` returned, or a comfortable size."""
        if not encoded or not self.restoreGeometry(QByteArray.fromBase64(encoded.encode())):
            self.resize(QSize(960, 720).boundedTo(self._room()))

    def place(self) -> str:
        """Return position and size, encoded."""
        return bytes(self.saveGeometry().toBase64().data()).decode()

    def retranslate(self) -> None:
        """Set the window's own texts."""
        self.setWindowTitle("Sendoff")
        self.retranslated.emit()

    # building

    def _create(self) -> None:
        self.setWindowIcon(QIcon(str(icon_path("sendoff"))))
        self.navigation = Navigation(self)
        self.pages = QStackedWidget(self)

    def _create_pages(self, form: SaveForm) -> None:
        from desktop_app.ui.models.runs import RunsKind  # noqa: PLC0415 - after the first paint
        from desktop_app.ui.widgets.details import DetailsDrawer  # noqa: PLC0415 - the same
        from desktop_app.ui.widgets.new_save_page import NewSavePage  # noqa: PLC0415 - the same
        from desktop_app.ui.widgets.runs_page import RunsPage  # noqa: PLC0415 - the same

        self.new_save = NewSavePage(form, self)
        self.unfinished = RunsPage(RunsKind.UNFINISHED, self)
        self.history = RunsPage(RunsKind.HISTORY, self)
        for page in (self.new_save, self.unfinished, self.history):
            self.pages.addWidget(page)
        self.details = DetailsDrawer(self)
        self._column.addWidget(self.details)

    def _lay_out(self) -> None:
        line = QFrame(self)
        line.setFrameShape(QFrame.Shape.VLine)
        line.setFrameShadow(QFrame.Shadow.Sunken)
        column = self._column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.pages, 1)
        whole = QWidget(self)
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.navigation)
        row.addWidget(line)
        row.addLayout(column, 1)
        self.setCentralWidget(whole)
        self.setMinimumSize(QSize(720, 560).boundedTo(self._room()))

    def _connect(self) -> None:
        self.navigation.chosen.connect(self.show_page)
        files, page = self.new_save.files, self.new_save
        self._shortcut("Ctrl+O", files.add_files.click)
        self._shortcut("Ctrl+Shift+O", files.add_folder.click)
        self._shortcut("Ctrl+Return", page.save_button.click)
        self._shortcut("Ctrl+Enter", page.save_button.click)
        self._shortcut("Ctrl+.", page.stages.press_cancel)
        self._shortcut("Ctrl+Z", files.press_undo)  # a text that has the keyboard undoes its own
        self._shortcut("Esc", self.details.hide)
        self._shortcut("F1", self.help_asked.emit)
        self.help_asked.connect(self._show_help)
        for number, place in enumerate(Page, start=1):
            self._shortcut(f"Ctrl+{number}", lambda place=place: self.show_page(place))

    def _shortcut(self, keys: str, action: object) -> None:
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
        shortcut.activated.connect(action)

    def _room(self) -> QSize:
        """Return the room on the screen: less than our usual size on a small one at 200 %."""
        return self.screen().availableGeometry().size()

    def _show_help(self) -> None:
        from desktop_app.ui.widgets.help import HelpDialog  # noqa: PLC0415 - when it is asked for

        dialog = HelpDialog(self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # Qt's part

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.may_close:
            event.accept()
            return
        event.ignore()
        self.close_asked.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.seen = True
        if self._filled and not self._shown:
            self._shown = True
            QTimer.singleShot(0, self.painted.emit)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "pages"):
            self.retranslate()
        elif event.type() == QEvent.Type.ActivationChange and self._shown and self.isActiveWindow():
            self.activated.emit()
