"""Asks for a token once and passes it on; never displays it."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import Account
from desktop_app.ui import theme, wording
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.widgets.base import PanelDialog, PlainLabel


@dataclass(frozen=True, slots=True)
class GivenToken:
    """A token that a person typed for an account; `repr` hides it."""

    account: Account
    token: str = field(repr=False)


class SignInDialog(PanelDialog):
    """`given` carries a `GivenToken`."""

    given = Signal(object)

    def __init__(self, account: Account, error: ErrorInfo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("signInDialog")
        self.setModal(True)
        self._account = account
        self._error = error
        self._create()
        self._lay_out()
        self._connect()
        self.retranslate()

    def show_error(self, error: ErrorInfo) -> None:
        """Show why the token was not accepted; the dialog stays open."""
        self._problem.setText(wording.explained(error))
        self._problem.show()
        self.fit()
        self.ok_button.setEnabled(True)
        self.token_edit.setFocus()

    def retranslate(self) -> None:
        name = wording.account_label(self._account)
        self._heading.setText(self.tr("Sign in to {account}").format(account=name))
        self._text.setText(
            f"{wording.reason(self._error)} "
            + self.tr("The save waits here and continues with the new token.")
        )

    def _create(self) -> None:
        self.bind_title(self.tr("Sign in"))
        self._heading = PlainLabel(self, wrap=True)
        self._heading.setFont(theme.scaled(self.font(), 1.15, bold=True))
        self._text = PlainLabel(self, wrap=True)
        self._label = self.bind(PlainLabel(self), self.tr("&Token"))
        self.token_edit = QLineEdit(self)
        self.token_edit.setObjectName("tokenEdit")
        self.token_edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.bind(self.token_edit, name=self.tr("Token"))
        self._label.setBuddy(self.token_edit)
        self._problem = PlainLabel(self, wrap=True)
        self._problem.set_tone(Tone.BAD)
        self._problem.hide()
        self.ok_button = QPushButton(self)
        self.ok_button.setObjectName("signInOkButton")
        self.ok_button.setDefault(True)
        name = self.tr("Continue with this token")
        self.bind(self.ok_button, self.tr("&Continue"), name=name, primary=True)
        self.later_button = QPushButton(self)
        self.later_button.setObjectName("signInLaterButton")
        self.bind(self.later_button, self.tr("&Not now"), name=self.tr("Not now"))

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(GRID)
        bar.addStretch()
        bar.addWidget(self.later_button)
        bar.addWidget(self.ok_button)
        line = QHBoxLayout()
        line.setSpacing(GRID)
        line.addWidget(self._label)
        line.addWidget(self.token_edit, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(GRID + GRID // 2)
        column.addWidget(self._heading)
        column.addWidget(self._text)
        column.addLayout(line)
        column.addWidget(self._problem)
        column.addLayout(bar)
        self.setMinimumWidth(60 * self.fontMetrics().averageCharWidth())

    def _connect(self) -> None:
        self.ok_button.clicked.connect(self._give)
        self.later_button.clicked.connect(self.reject)

    def _give(self) -> None:
        if self.token_edit.text().strip():
            self.ok_button.setEnabled(False)
            self.given.emit(GivenToken(self._account, self.token_edit.text()))
        else:
            self.token_edit.setFocus()
