"""The settings: everything applies at once; what cannot be written to disk is reported."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QTabWidget, QVBoxLayout, QWidget

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.settings import Settings
from desktop_app.ui import wording
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.widgets.accounts_tab import AccountsTab
from desktop_app.ui.widgets.base import CloseBox, PanelDialog, PlainLabel
from desktop_app.ui.widgets.settings_tabs import (
    GeneralTab,
    NetworkTab,
    PrivacyTab,
    SettingsTab,
    TransferTab,
)


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that a person set: the name of a field of `Settings` or `SaveLimits`."""

    name: str
    value: object


class SettingsDialog(PanelDialog):
    """Shows `Settings`.

    Signals: `changed` carries a `Setting` after each change by a person; `support_asked`.
    """

    changed = Signal(object)
    support_asked = Signal()

    def __init__(self, settings: Settings, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("settingsDialog")
        self._create(settings, language)
        self._lay_out()
        self._connect()

    def show_accounts_tab(self) -> None:
        """Open on the accounts."""
        self._tabs.setCurrentWidget(self.accounts)

    def show_problem(self, error: ErrorInfo | None) -> None:
        """Show why a value was not accepted or not kept."""
        self._problem.setVisible(error is not None)
        if error is not None:
            self._problem.setText(wording.explained(error))
            self.fit()

    def show_not_written(self) -> None:
        """Show that a value applies to this session only."""
        self._problem.setText(
            self.tr(
                "This holds until Sendoff is closed: the settings could not be written to disk."
            )
        )
        self._problem.show()

    def _create(self, settings: Settings, language: str) -> None:
        self.bind_title(self.tr("Settings"))
        self.general = GeneralTab(settings, language, self)
        self.accounts = AccountsTab(self)
        self.network = NetworkTab(settings, self)
        self._pages: tuple[SettingsTab, ...] = (
            self.general,
            TransferTab(settings, self),
            self.network,
            PrivacyTab(settings, self),
        )
        self._tabs = QTabWidget(self)
        self._problem = PlainLabel(self, wrap=True)
        self._problem.set_tone(Tone.BAD)
        self._problem.hide()
        self._buttons = CloseBox(self)
        self.support_button = QPushButton(self)
        self.support_button.setObjectName("supportButton")
        self.support_button.setAutoDefault(False)
        self.bind(self.support_button, self.tr("Support &report…"))
        self._buttons.addButton(
            self.support_button, QDialogButtonBox.ButtonRole.ResetRole
        )  # apart, on the left

    def _lay_out(self) -> None:
        first, *rest = self._pages
        for page in (first, self.accounts, *rest):
            self._tabs.addTab(page, "")
        self.bind_each(
            self._tabs.setTabText,
            self.tr("General"),
            self.tr("Accounts"),
            self.tr("Transfers"),
            self.tr("Network"),
            self.tr("Privacy"),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID + GRID // 2)
        column.addWidget(self._tabs, 1)
        column.addWidget(self._problem)
        column.addWidget(self._buttons)
        self.setMinimumWidth(76 * self.fontMetrics().averageCharWidth())

    def _connect(self) -> None:
        for page in self._pages:
            page.edited.connect(self._edited)
        self._buttons.rejected.connect(self.reject)
        self.support_button.clicked.connect(self.support_asked)

    def _edited(self, name: str, value: object) -> None:
        self._problem.hide()
        self.changed.emit(Setting(name, value))

    # Qt's part

    def done(self, result: int) -> None:
        for page in self._pages:
            page.finish()
        super().done(result)
