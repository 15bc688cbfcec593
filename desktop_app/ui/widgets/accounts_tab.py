"""The accounts: a list, and buttons for what can be done with the chosen one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import LOCAL_ACCOUNT, Account
from desktop_app.ui import theme, wording
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.widgets.base import Panel, PlainLabel


class AccountVerb(StrEnum):
    """What a person can do with accounts."""

    ADD = "add"
    EDIT = "edit"
    REMOVE = "remove"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class AccountCommand:
    """A verb that a person chose for an account (None for ADD)."""

    verb: AccountVerb
    account: Account | None


class AccountsTab(Panel):
    """Shows accounts. `verb_asked` carries an `AccountCommand`."""

    verb_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._create()
        self._lay_out()
        self._connect()
        self._show_verbs()

    def show_accounts(self, accounts: tuple[Account, ...]) -> None:
        """Fill the list and keep the choice."""
        chosen = self.chosen()
        self._list.clear()
        for account in accounts:
            name = wording.account_label(account)
            text = f"{name}\n{account.address}" if account.address else name
            item = QListWidgetItem(text, self._list)
            item.setData(Qt.ItemDataRole.UserRole, account)
            icon = "computer" if account.id == LOCAL_ACCOUNT.id else "account"
            item.setIcon(theme.icon(icon, self.palette()))
            if chosen is not None and account.id == chosen.id:
                self._list.setCurrentItem(item)
        if self._list.currentRow() < 0:
            self._list.setCurrentRow(0)
        self._show_verbs()

    def show_result(self, error: ErrorInfo | None, signed_in_as: str = "") -> None:
        """Show the result of a connection test."""
        if error is not None:
            self._result.set_tone(Tone.BAD)
            self._result.setText(wording.explained(error))
        else:
            self._result.set_tone(Tone.GOOD)
            works = self.tr("The connection works.")
            who = self.tr("Signed in as {name}.").format(name=signed_in_as) if signed_in_as else ""
            self._result.setText(f"{works} {who}".strip())
        self._result.show()
        self._show_verbs()

    def show_testing(self) -> None:
        """Show that the answer is awaited."""
        self._result.set_tone(Tone.QUIET)
        self._result.setText(self.tr("Asking the service…"))
        self._result.show()
        self.buttons[AccountVerb.TEST].setEnabled(False)

    def chosen(self) -> Account | None:
        """Return the chosen account."""
        item = self._list.currentItem()
        account = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        return account if isinstance(account, Account) else None

    def retranslate(self) -> None:
        for row in range(self._list.count()):
            item = self._list.item(row)
            account = item.data(Qt.ItemDataRole.UserRole)
            if account.id == LOCAL_ACCOUNT.id:
                item.setText(wording.account_label(account))

    def _create(self) -> None:
        self._list = QListWidget(self)
        self._list.setObjectName("accountsList")
        self.bind(self._list, name=self.tr("Accounts"))
        self.buttons = {verb: QPushButton(self) for verb in AccountVerb}
        for verb, button in self.buttons.items():
            button.setObjectName(f"{verb.value}AccountButton")
            button.setAutoDefault(False)
        self.bind(self.buttons[AccountVerb.ADD], self.tr("&Add…"), icon="add")
        self.bind(self.buttons[AccountVerb.EDIT], self.tr("&Edit…"), icon="rename")
        self.bind(self.buttons[AccountVerb.REMOVE], self.tr("&Remove"), icon="remove")
        self.bind(self.buttons[AccountVerb.TEST], self.tr("&Test connection"), icon="link")
        self._result = PlainLabel(self, wrap=True)
        self._result.setObjectName("accountResult")
        self._result.hide()

    def _lay_out(self) -> None:
        side = QVBoxLayout()
        side.setSpacing(GRID)
        for button in self.buttons.values():
            side.addWidget(button)
        side.addStretch()
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self._list, 1)
        row.addLayout(side)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        column.addLayout(row, 1)
        column.addWidget(self._result)

    def _connect(self) -> None:
        self._list.currentRowChanged.connect(self._row_changed)
        for verb, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, verb=verb: self._ask(verb))

    def _row_changed(self, _row: int) -> None:
        self._result.hide()
        self._show_verbs()

    def _ask(self, verb: AccountVerb) -> None:
        account = None if verb is AccountVerb.ADD else self.chosen()
        self.verb_asked.emit(AccountCommand(verb, account))

    def _show_verbs(self) -> None:
        account = self.chosen()
        own = account is not None and account.id != LOCAL_ACCOUNT.id
        self.buttons[AccountVerb.EDIT].setEnabled(own)
        self.buttons[AccountVerb.REMOVE].setEnabled(own)
        self.buttons[AccountVerb.TEST].setEnabled(account is not None)
