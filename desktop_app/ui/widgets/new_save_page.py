"""The page of one save: account, title, details, files, stages, outcome, and the Save button."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import ErrorInfo, ErrorKind, info
from desktop_app.core.model import Account
from desktop_app.ui import theme, wording
from desktop_app.ui.formats import button_text
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.viewmodels.save_form import Missing, Place, SaveForm, field_errors
from desktop_app.ui.widgets.base import Panel, PlainLabel
from desktop_app.ui.widgets.draft_chooser import DraftChooser
from desktop_app.ui.widgets.files_panel import FilesPanel
from desktop_app.ui.widgets.kept_form import KeptFormLine
from desktop_app.ui.widgets.metadata_form import MetadataForm
from desktop_app.ui.widgets.outcome_card import OutcomeCard
from desktop_app.ui.widgets.scrolled_page import ScrolledPage
from desktop_app.ui.widgets.stage_panel import StagePanel


class NewSavePage(Panel):
    """Edits a `SaveForm` and shows a run. `save_asked` on the button, Enter or the shortcut."""

    save_asked = Signal()
    account_chosen = Signal(object)
    accounts_asked = Signal()

    def __init__(self, form: SaveForm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = form
        self._fields_locked = False
        self._create()
        self._lay_out()
        self._connect()
        self._show_details_state()

    # what the page is given

    def show_accounts(self, accounts: tuple[Account, ...], chosen: str) -> None:
        """Fill the account chooser."""
        self.account_combo.blockSignals(True)
        self.account_combo.clear()
        for account in accounts:
            self.account_combo.addItem(wording.account_label(account), account)
        self._draw_accounts()
        found = next((row for row, one in enumerate(accounts) if one.id == chosen), 0)
        self.account_combo.setCurrentIndex(found)
        self.account_combo.blockSignals(False)

    def take_account(self, account_id: str) -> None:
        """Choose an account by its id, where it is still there."""
        for row in range(self.account_combo.count()):
            if self.account_combo.itemData(row).id == account_id:
                self.account_combo.setCurrentIndex(row)

    def finish_editing(self) -> None:
        """Commit what is still being typed or composed."""
        QGuiApplication.inputMethod().commit()
        self.files.view.finish_editing()

    def show_form(self) -> None:
        """Show the form's values and the fields of its service."""
        self._show_account(self._form.account)
        if self.title_edit.text() != self._form.title:
            self.title_edit.setText(self._form.title)
        capabilities = self._form.capabilities
        self.metadata.show_fields(capabilities.fields if capabilities is not None else ())
        self.metadata.show_values()
        self.drafts.offer(offered=self._form.lists_drafts)
        self.drafts.show_choice(self._form.attach_to)
        self._show_title_lock()
        self._show_details_state()

    def lock(self, *, fields: bool, files: bool, account: bool) -> None:
        """Allow or forbid changes of parts of the form."""
        self._fields_locked = fields
        self._show_title_lock()
        self.metadata.setEnabled(not fields)
        self.account_combo.setEnabled(not account)
        self.drafts.setEnabled(not account)
        self.files.lock(files)

    def allow_save(self, allowed: bool) -> None:
        """Allow or forbid to begin; the focus moves to the stages: the next Tab leads to Cancel."""
        leaving = self.save_button.hasFocus() and not allowed
        self.save_button.setEnabled(allowed)
        if leaving:
            self.stages.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_missing(self, missing: Missing) -> None:
        """Show why the save cannot start and move the focus there."""
        self.clear_problems()
        match missing.place:
            case Place.TITLE:
                self._show_title_error(missing.error)
                self.title_edit.setFocus(Qt.FocusReason.OtherFocusReason)
            case Place.METADATA:
                self.show_field_errors(missing.error, extra=self._form.missing_fields())
                self.metadata.focus_field(missing.field)
            case Place.FILES:
                self.files.show_problem(missing.error, missing.row)

    def show_field_errors(self, error: ErrorInfo | None, *, extra: tuple[str, ...] = ()) -> None:
        """Show the refusals of single fields beside them."""
        errors = field_errors(error)
        errors |= wording.missing_fields(extra)
        title = errors.pop("title", None)
        self._title_error.setText(wording.field_error(title) if title is not None else "")
        self._title_error.setVisible(title is not None)
        self.metadata.show_errors(errors)
        if errors:
            self.details_toggle.setChecked(True)

    def clear_problems(self) -> None:
        """Remove what was said about mistakes."""
        self._title_error.hide()
        self.metadata.show_errors({})
        self.files.show_problem(None)

    def show_keychain_waits(self, waits: bool) -> None:
        """Show, beside the button and so always in sight, that the keychain is waited for."""
        self.keychain_hint.setVisible(waits)

    def show_stages_in_view(self) -> None:
        """Scroll so that what runs can be seen, with its cancel button."""
        self._scroll.show_part(self.stages)

    def show_outcome_in_view(self) -> None:
        """Scroll so that the outcome card can be read, and keep it so as the page changes."""
        self._scroll.show_part(self.outcome)

    def retranslate(self) -> None:
        for row in range(self.account_combo.count()):
            account = self.account_combo.itemData(row)
            self.account_combo.setItemText(row, wording.account_label(account))
        self._show_details_state()

    def restyle(self) -> None:
        self._draw_accounts()
        self._show_details_state()

    # building

    def _create(self) -> None:
        self._account_label = self.bind(PlainLabel(self), self.tr("&Account"))
        self.account_combo = QComboBox(self)
        self.account_combo.setObjectName("accountCombo")
        self.bind(self.account_combo, name=self.tr("Account"))
        self.account_combo.setMinimumContentsLength(16)
        self.account_combo.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.manage_accounts = QToolButton(self)
        self.manage_accounts.setObjectName("manageAccountsButton")
        name = self.tr("Manage accounts")
        self.bind(self.manage_accounts, self.tr("Accounts…"), name=name, icon="account")
        self.manage_accounts.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.drafts = DraftChooser(self)
        self.kept = KeptFormLine(self)
        self._title_label = self.bind(PlainLabel(self), self.tr("&Title *"))
        self.title_edit = QLineEdit(self)
        self.title_edit.setObjectName("titleEdit")
        hint = self.tr("What this record is about")
        self.bind(self.title_edit, name=self.tr("Title of the record"), placeholderText=hint)
        self._title_error = PlainLabel(self, wrap=True)
        self._title_error.setObjectName("titleError")
        self._title_error.set_tone(Tone.BAD)
        self.details_toggle = QToolButton(self)
        self.details_toggle.setObjectName("formDetailsToggle")
        self.details_toggle.setCheckable(True)
        self.details_toggle.setAutoRaise(True)
        self.details_toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.metadata = MetadataForm(self._form, self)
        self.files = FilesPanel(self._form, self)
        self.stages = StagePanel(self)
        self.outcome = OutcomeCard(self)
        self.save_button = QPushButton(self)
        self.save_button.setObjectName("saveButton")
        self.save_button.setDefault(True)
        name = self.tr("Save")
        self.bind(self.save_button, self.tr("&Save"), name=name, icon="save", primary=True)
        self.save_button.setMinimumWidth(18 * self.fontMetrics().averageCharWidth())
        self.keychain_hint = self.bind(
            PlainLabel(self, wrap=True),
            self.tr(
                "Waiting for the keychain of this computer: it may ask for its password in another "
                "window. You can also enter the token again, under Accounts."
            ),
        )
        self.keychain_hint.setObjectName("keychainHint")
        self._account_label.setBuddy(self.account_combo)
        self._title_label.setBuddy(self.title_edit)

    def _lay_out(self) -> None:
        head = QGridLayout()
        head.setHorizontalSpacing(GRID)
        head.setVerticalSpacing(GRID)
        chooser = QHBoxLayout()
        chooser.setSpacing(GRID)
        chooser.addWidget(self.account_combo, 1)
        chooser.addWidget(self.manage_accounts)
        head.addWidget(self._account_label, 0, 0)
        head.addLayout(chooser, 0, 1)
        head.addWidget(self.drafts.label, 1, 0)
        head.addWidget(self.drafts, 1, 1)
        head.addWidget(self._title_label, 2, 0)
        head.addWidget(self.title_edit, 2, 1)
        head.addWidget(self._title_error, 3, 1)
        head.addWidget(self.details_toggle, 4, 1)
        head.addWidget(self.metadata, 5, 1)
        head.setColumnStretch(1, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.keychain_hint, 1)
        foot.addStretch()
        foot.addWidget(self.save_button)
        inner = QWidget(self)
        column = QVBoxLayout(inner)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, GRID)
        column.setSpacing(GRID + GRID // 2)
        column.addWidget(self.kept)
        column.addLayout(head)
        column.addWidget(self.files, 1)
        column.addWidget(self.stages)
        column.addWidget(self.outcome)
        self._scroll = ScrolledPage(inner, self.outcome, 2 * GRID, self)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._scroll, 1)
        foot.setContentsMargins(2 * GRID, GRID, 2 * GRID, 2 * GRID)
        whole.addLayout(foot)
        self._title_error.hide()
        self.keychain_hint.hide()
        self.metadata.hide()
        self.setAcceptDrops(True)

    def _connect(self) -> None:
        self.save_button.clicked.connect(self.save_asked)
        self.title_edit.textChanged.connect(self._title_changed)
        self.title_edit.returnPressed.connect(self.save_button.click)
        self.title_edit.editingFinished.connect(self._title_left)
        self.metadata.edited.connect(self._show_details_state)
        self.details_toggle.toggled.connect(self.metadata.setVisible)
        self.details_toggle.toggled.connect(self._show_details_state)
        self.account_combo.currentIndexChanged.connect(self._account_picked)
        self.manage_accounts.clicked.connect(self.accounts_asked)
        self._form.changed.connect(self._form_changed)

    # inside

    def _show_title_lock(self) -> None:
        """Let the title be edited unless the run, or the draft that is attached to, has it."""
        self.title_edit.setReadOnly(self._fields_locked or self._form.attach_to is not None)

    def _title_changed(self, text: str) -> None:
        if self.title_edit.isReadOnly() and text != self._form.title:
            self.title_edit.setText(self._form.title)  # assistive technology writes here too
            return
        self._form.title = text
        if text.strip():
            self._title_error.hide()

    def _title_left(self) -> None:
        if self._fields_locked or not self.title_edit.isModified():
            return
        if self._form.title.strip():
            self._title_error.hide()
        else:
            self._show_title_error(info(ErrorKind.MISSING_FIELD, field="title"))

    def _show_title_error(self, error: ErrorInfo) -> None:
        self._title_error.setText(wording.reason(error))
        self._title_error.show()

    def _show_account(self, account: Account) -> None:
        """Show the form's account, even one that has been removed meanwhile."""
        rows = range(self.account_combo.count())
        row = next((n for n in rows if self.account_combo.itemData(n) == account), -1)
        blocked = self.account_combo.blockSignals(True)
        if row < 0:
            row = len(rows)
            self.account_combo.addItem(wording.account_label(account), account)
            self._draw_accounts()
        self.account_combo.setCurrentIndex(row)
        self.account_combo.blockSignals(blocked)

    def _draw_accounts(self) -> None:
        for row in range(self.account_combo.count()):
            account = self.account_combo.itemData(row)
            name = "computer" if account.address == "" else "account"
            self.account_combo.setItemIcon(row, theme.icon(name, self.palette()))

    def _account_picked(self, row: int) -> None:
        self.account_chosen.emit(self.account_combo.itemData(row))

    def _form_changed(self) -> None:
        self.files.show_problem(None)
        self.stages.expect_files(bool(self._form.sendable))
        self.stages.expect_draft(self._form.attach_to is not None)
        self._show_details_state()

    def _show_details_state(self) -> None:
        some = bool(self._form.capabilities is not None and self._form.capabilities.fields)
        some = some and self._form.attach_to is None
        self.details_toggle.setVisible(some)
        opened = self.details_toggle.isChecked()
        self.metadata.setVisible(opened and some)
        missing = len(self._form.missing_fields())
        text = str(self.tr("Details"))
        if missing:
            text = self.tr("Details (%n required field(s) missing)", "", missing)
        self.details_toggle.setText(button_text(text))
        self.details_toggle.setAccessibleName(text)
        closed = "chevron-left" if self.isRightToLeft() else "chevron-right"
        self.details_toggle.setIcon(
            theme.icon("chevron-down" if opened else closed, self.palette(), Tone.QUIET)
        )

    # Qt's part: the whole page takes files

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        self.stages.reserve_for(self.width() - 4 * GRID - bar)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.files.view.drag_started(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self.files.view.drag_started(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:  # noqa: ARG002 - Qt's signature
        self.files.view.drag_ended()

    def dropEvent(self, event: QDropEvent) -> None:
        self.files.view.drop(event)
