"""Adds or edits one account: where it is, what it is called, the token; with a trial."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import Account
from desktop_app.saving.accounts import Kinds, Preset
from desktop_app.ui import wording
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.widgets.base import PanelDialog, PlainLabel
from desktop_app.ui.widgets.binding import Text


@dataclass(frozen=True, slots=True)
class AccountEntry:
    """The values of the form. `id` is "" for a new account; `repr` hides the token."""

    id: str
    kind: str
    label: str
    address: str
    token: str = field(repr=False)


class AccountDialog(PanelDialog):
    """`kept` and `trial_asked` carry an `AccountEntry`; its owner closes the dialog."""

    kept = Signal(object)
    trial_asked = Signal(object)

    def __init__(
        self, account: Account | None, kinds: Kinds, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("accountDialog")
        self.setModal(True)
        self._account = account
        self._kinds = kinds
        self._create()
        self.retranslate()
        self._lay_out()
        self._connect()
        self._fill()

    def show_error(self, error: ErrorInfo) -> None:
        """Show what is wrong; the form stays as it is."""
        self._say(wording.explained(error), Tone.BAD)

    def show_result(self, error: ErrorInfo | None, signed_in_as: str) -> None:
        """Show the result of the trial."""
        if error is not None:
            self.show_error(error)
            return
        who = self.tr("Signed in as {name}.").format(name=signed_in_as) if signed_in_as else ""
        self._say(f"{self.tr('The connection works.')} {who}".strip(), Tone.GOOD)

    def show_busy(self) -> None:
        """Show that the answer is awaited."""
        self._say(self.tr("Asking the service…"), Tone.QUIET)
        self.keep_button.setEnabled(False)
        self.try_button.setEnabled(False)

    def _create(self) -> None:
        new = self._account is None
        self.bind_title(self.tr("Add an account") if new else self.tr("Edit the account"))
        self.kind_combo = QComboBox(self)
        self.kind_combo.setObjectName("accountKindCombo")
        for preset in self._kinds.presets():
            self.kind_combo.addItem(preset.label, preset)
        self._first_other = self.kind_combo.count()
        for kind in self._kinds.addable():
            self.kind_combo.addItem("", kind.name)
        self.address_edit = QLineEdit(self)
        self.address_edit.setObjectName("accountAddressEdit")
        self.label_edit = QLineEdit(self)
        self.label_edit.setObjectName("accountLabelEdit")
        self.token_edit = QLineEdit(self)
        self.token_edit.setObjectName("accountTokenEdit")
        self.token_edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.bind(self.label_edit, placeholderText=self.tr("What you call it"))
        if not new:
            kept = self.tr("Leave empty to keep the current one")
            self.bind(self.token_edit, placeholderText=kept)
        self._result = PlainLabel(self, wrap=True)
        self._result.setObjectName("accountDialogResult")
        self._result.hide()
        self.try_button = QPushButton(self)
        self.try_button.setObjectName("tryAccountButton")
        self.try_button.setAutoDefault(False)
        self.bind(self.try_button, self.tr("T&est connection"), icon="link")
        self.cancel_button = QPushButton(self)
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.setObjectName("cancelAccountButton")
        self.bind(self.cancel_button, self.tr("&Cancel"))
        self.keep_button = QPushButton(self)
        self.keep_button.setObjectName("keepAccountButton")
        self.keep_button.setDefault(True)
        self.bind(self.keep_button, self.tr("&Keep account"), primary=True)

    def retranslate(self) -> None:
        """Name the services that have no address yet."""
        for number, kind in enumerate(self._kinds.addable(), self._first_other):
            text = self.tr("Another {service} site").format(service=kind.label)
            self.kind_combo.setItemText(number, text)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID)
        form.setVerticalSpacing(GRID)
        lines: tuple[tuple[QWidget, Text], ...] = (
            (self.kind_combo, self.tr("&Service")),
            (self.address_edit, self.tr("&Address")),
            (self.label_edit, self.tr("&Name")),
            (self.token_edit, self.tr("&Token")),
        )
        for editor, words in lines:
            self.bind(editor, name=words)
            label = self.bind(PlainLabel(self), words)
            label.setBuddy(editor)
            form.addRow(label, editor)
        bar = QHBoxLayout()
        bar.setSpacing(GRID)
        bar.addWidget(self.try_button)
        bar.addStretch()
        bar.addWidget(self.cancel_button)
        bar.addWidget(self.keep_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        column.addLayout(form)
        column.addWidget(self._result)
        column.addLayout(bar)
        self.setMinimumWidth(66 * self.fontMetrics().averageCharWidth())

    def _connect(self) -> None:
        self.kind_combo.currentIndexChanged.connect(self._preset_chosen)
        self.address_edit.textChanged.connect(self._address_changed)
        self.try_button.clicked.connect(lambda: self.trial_asked.emit(self._entry()))
        self.keep_button.clicked.connect(lambda: self.kept.emit(self._entry()))
        self.cancel_button.clicked.connect(self.reject)

    def _fill(self) -> None:
        self.address_edit.setFocus()
        self._show_broken()
        if self._account is None:
            self._preset_chosen()
            self.address_edit.selectAll()
            return
        self.kind_combo.setCurrentIndex(self._other(self._account.kind))
        self.kind_combo.setEnabled(False)
        self.address_edit.setText(self._account.address)
        self.label_edit.setText(self._account.label)

    def _preset_chosen(self) -> None:
        preset = self._preset()
        kind = self._kinds.get(str(self.kind_combo.currentData())) if preset is None else None
        self.address_edit.setPlaceholderText(kind.address_form if kind else "https://")
        if self._account is None:
            self.token_edit.setPlaceholderText(kind.secret_form if kind else "")
            self.address_edit.setText(preset.address if preset is not None else "")
            self.label_edit.setText(preset.label if preset is not None else "")

    def _address_changed(self, address: str) -> None:
        """Take another address for what it is: another site, with a name of its own."""
        preset = self._preset()
        if preset is None or address.strip().rstrip("/") == preset.address.rstrip("/"):
            return
        self.kind_combo.blockSignals(True)
        self.kind_combo.setCurrentIndex(self._other(preset.kind))
        self.kind_combo.blockSignals(False)
        if self.label_edit.text() == preset.label:
            self.label_edit.clear()

    def _entry(self) -> AccountEntry:
        preset = self._preset()
        kind = preset.kind if preset is not None else str(self.kind_combo.currentData())
        return AccountEntry(
            id=self._account.id if self._account is not None else "",
            kind=self._account.kind if self._account is not None else kind,
            label=self.label_edit.text(),
            address=self.address_edit.text(),
            token=self.token_edit.text(),
        )

    def _preset(self) -> Preset | None:
        chosen = self.kind_combo.currentData()
        return chosen if isinstance(chosen, Preset) else None

    def _other(self, kind: str) -> int:
        """Return the item for further sites of a kind, -1 where no package brings it any more."""
        return self.kind_combo.findData(kind)

    def _show_broken(self) -> None:
        names = ", ".join(one.package or one.name for one in self._kinds.broken())
        if names:
            text = self.tr("These plug-ins cannot be loaded: {names}").format(names=names)
            self._say(text, Tone.BAD)

    def _say(self, text: str, tone: Tone) -> None:
        self._result.set_tone(tone)
        self._result.setText(text)
        self._result.show()
        self.fit()
        self.keep_button.setEnabled(True)
        self.try_button.setEnabled(True)
