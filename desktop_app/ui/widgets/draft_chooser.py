"""Where the files go at a service that shows drafts: a new record, or an existing draft."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import RecordRef
from desktop_app.ui import wording
from desktop_app.ui.formats import isolated
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.widgets.base import Panel, PlainLabel

_LETTERS = 24
"""For which the chooser has room at least."""


class DraftChooser(Panel):
    """`chosen` carries a `RecordRef`, or None for a new record.

    Attributes:
        label: of the chooser; the page lays it out.
    """

    chosen = Signal(object)
    list_asked = Signal()
    repair_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drafts: tuple[RecordRef, ...] = ()
        self._draft: RecordRef | None = None
        self._create()
        self._lay_out()
        self._connect()
        self._fill()
        self.offer(offered=False)

    def offer(self, *, offered: bool) -> None:
        """Show or hide the choice: not every service lists drafts."""
        self.label.setVisible(offered)
        self.setVisible(offered)

    def show_drafts(self, drafts: Sequence[RecordRef]) -> None:
        """Fill the list; the chosen draft stays, even if it is none of the newest."""
        self._drafts = tuple(drafts)
        self._note.hide()
        self._fill()

    def show_choice(self, draft: RecordRef | None) -> None:
        """Show what is chosen."""
        if draft != self._draft:
            self._draft = draft
            self._fill()

    def show_problem(self, error: ErrorInfo) -> None:
        """Show why the drafts could not be listed."""
        self._note.setText(wording.explained(error))
        self._note.show()

    def retranslate(self) -> None:
        self._fill()

    # building

    def _create(self) -> None:
        self.label = self.bind(PlainLabel(self.parentWidget()), self.tr("Attach to"))
        self.combo = QComboBox(self)
        self.combo.setObjectName("draftCombo")
        self.bind(self.combo, name=self.tr("New record or existing draft"))
        self.label.setBuddy(self.combo)
        self.combo.setMinimumContentsLength(_LETTERS)
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.combo.setSizeAdjustPolicy(policy)
        self.list_button = QToolButton(self)
        self.list_button.setObjectName("listDraftsButton")
        again = self.tr("List the drafts again")
        self.bind(self.list_button, self.tr("Look again"), name=again, tip=again, icon="retry")
        self.repair_button = QPushButton(self)
        self.repair_button.setObjectName("repairDraftButton")
        name = self.tr("Repair the chosen draft")
        self.bind(self.repair_button, self.tr("Repair draft…"), name=name, icon="check")
        self.repair_button.setAutoDefault(False)
        self._note = PlainLabel(self, wrap=True)
        self._note.setObjectName("draftsNote")
        self._note.set_tone(Tone.WARN)
        self._note.hide()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.combo, 1)
        row.addWidget(self.list_button)
        row.addWidget(self.repair_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(row)
        column.addWidget(self._note)

    def _connect(self) -> None:
        self.combo.currentIndexChanged.connect(self._picked)
        self.list_button.clicked.connect(self.list_asked)
        self.repair_button.clicked.connect(self.repair_asked)

    # inside

    def _fill(self) -> None:
        blocked = self.combo.blockSignals(True)
        self.combo.clear()
        self.combo.addItem(self.tr("A new record"), None)
        drafts = list(self._drafts)
        if self._draft is not None and all(one.id != self._draft.id for one in drafts):
            drafts.insert(0, self._draft)
        for draft in drafts:
            self.combo.addItem(_named(draft), draft)
        ids = ["", *(draft.id for draft in drafts)]
        self.combo.setCurrentIndex(ids.index(self._draft.id if self._draft is not None else ""))
        self.combo.blockSignals(blocked)
        self.repair_button.setEnabled(self._draft is not None)

    def _picked(self, row: int) -> None:
        self._draft = self.combo.itemData(row)
        self.repair_button.setEnabled(self._draft is not None)
        self.chosen.emit(self._draft)


def _named(draft: RecordRef) -> str:
    return f"{isolated(draft.title)} ({draft.id})" if draft.title else draft.id
