"""*Repair draft*: a draft compared with the files here, name by name, and its repair."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import Account, EntryFinding, EntryState, FileState, RecordRef
from desktop_app.saving.repair import DraftLook, RepairProgress
from desktop_app.ui import theme, wording
from desktop_app.ui.formats import isolated, plain_tooltip, size_text, visible
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.widgets.base import CloseBox, PanelDialog, PlainLabel

_ICONS = {
    EntryState.GOOD: ("confirmed", Tone.GOOD),
    EntryState.PENDING: ("waiting", Tone.WARN),
    EntryState.STALE: ("warning", Tone.WARN),
    EntryState.MISSING: ("remove", Tone.WARN),
    EntryState.DIFFERENT: ("failed", Tone.BAD),
    EntryState.EXTRA: ("info", Tone.QUIET),
}
_NAME, _STATE, _SIZE = range(3)
_BETWEEN_MS = 250


class RepairDialog(PanelDialog):
    """Shows a `DraftLook`.

    Signals: `repair_asked` carries the names to replace as a frozenset; `look_asked`; `stop_asked`.
    """

    repair_asked = Signal(object)
    look_asked = Signal()
    stop_asked = Signal()

    def __init__(
        self, draft: RecordRef, account: Account, files: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("repairDialog")
        self.setModal(True)
        self._draft = draft
        self._account = account
        self._files = files
        self._look: DraftLook | None = None
        self._problem: ErrorInfo | None = None
        self._progress: RepairProgress | None = None
        self._shown = QElapsedTimer()
        self._working = False
        self._stopped = False
        self._create()
        self._lay_out()
        self._connect()
        self.retranslate()

    @property
    def working(self) -> bool:
        """Whether the draft is being examined or repaired."""
        return self._working

    def begin(self) -> None:
        """Show that the draft is being examined or repaired."""
        self._working, self._stopped, self._problem, self._progress = True, False, None, None
        self._show_state()

    def show_look(self, look: DraftLook, *, after: ErrorInfo | None = None) -> None:
        """Show the state of the draft; `after`: why the repair before it ended early."""
        self._working, self._look, self._problem = False, look, after
        self._fill()
        self._show_state()

    def show_problem(self, error: ErrorInfo) -> None:
        """Show why it could not be examined or repaired."""
        self._working, self._problem = False, error
        self._show_state()

    def show_stopped(self) -> None:
        """Show, with the next result, that the repair was stopped."""
        self._stopped = True

    def show_progress(self, now: RepairProgress) -> None:
        """Show what happens to one file; numbers at most four times a second."""
        before = self._progress
        moved_on = before is None or (before.key, before.state) != (now.key, now.state)
        if moved_on or not self._shown.isValid() or self._shown.hasExpired(_BETWEEN_MS):
            self._progress = now
            self._shown.start()
            self._show_state()

    def retranslate(self) -> None:
        self._heading.setText(visible(self._draft.title or self._draft.id))
        place = wording.account_label(self._account)
        self._facts.setText(
            self.tr(
                "Draft {id} at {account}, compared with %n file(s) here.", "", self._files
            ).format(id=self._draft.id, account=place)
        )
        self._fill()
        self._show_state()

    def restyle(self) -> None:
        self._fill()

    # building

    def _create(self) -> None:
        self.bind_title(self.tr("Repair draft"))
        self._heading = PlainLabel(self, wrap=True)
        self._heading.setFont(theme.scaled(self.font(), 1.4, bold=True))
        self._facts = PlainLabel(self, wrap=True)
        self._facts.set_tone(Tone.QUIET)
        self._list = QTreeWidget(self)
        self._list.setObjectName("repairView")
        self.bind(self._list, name=self.tr("Names in the draft and here"))
        self.bind(self._list.header(), name=self.tr("Columns of the names"))
        self._list.setColumnCount(3)
        columns = self.tr("Name"), self.tr("State"), self.tr("In the draft")
        self.bind_each(self._list.headerItem().setText, *columns)
        self._list.setRootIsDecorated(False)
        self._list.setUniformRowHeights(True)
        self._list.setAlternatingRowColors(True)
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._note = PlainLabel(self, wrap=True)
        self._note.setObjectName("repairNote")
        self.repair_button = QPushButton(self)
        self.repair_button.setObjectName("mendButton")
        name = self.tr("Repair the draft")
        self.bind(self.repair_button, self.tr("&Repair"), name=name, icon="check", primary=True)
        self.look_button = QPushButton(self)
        self.look_button.setObjectName("lookAgainButton")
        name = self.tr("Look again")
        self.bind(self.look_button, self.tr("&Look again"), name=name, icon="retry")
        self.stop_button = QPushButton(self)
        self.stop_button.setObjectName("stopMendingButton")
        name = self.tr("Stop repairing")
        self.bind(self.stop_button, self.tr("&Stop"), name=name, icon="cancel")
        for button in (self.repair_button, self.look_button, self.stop_button):
            button.setAutoDefault(False)
        self._buttons = CloseBox(self)

    def _lay_out(self) -> None:
        header = self._list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        letter = self.fontMetrics().averageCharWidth()
        for column, letters in ((_STATE, 36), (_SIZE, 16)):
            header.resizeSection(column, letters * letter)
        bar = QHBoxLayout()
        bar.setSpacing(GRID)
        for button in (self.repair_button, self.look_button, self.stop_button):
            bar.addWidget(button)
        bar.addStretch()
        bar.addWidget(self._buttons)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        whole.setSpacing(GRID)
        for widget in (self._heading, self._facts):
            whole.addWidget(widget)
        whole.addWidget(self._list, 1)
        whole.addWidget(self._note)
        whole.addLayout(bar)
        self.resize(96 * letter, 30 * self.fontMetrics().height())

    def _connect(self) -> None:
        self._buttons.rejected.connect(self.reject)
        self.repair_button.clicked.connect(lambda: self.repair_asked.emit(self._to_replace()))
        self.look_button.clicked.connect(self.look_asked)
        self.stop_button.clicked.connect(self.stop_asked)
        self._list.itemChanged.connect(self._show_state)

    # inside

    def _items(self) -> list[QTreeWidgetItem]:
        rows = range(self._list.topLevelItemCount())
        return [item for row in rows if (item := self._list.topLevelItem(row)) is not None]

    def _to_replace(self) -> frozenset[str]:
        """Return the names of different content that the person ticked."""
        return frozenset(
            item.data(_NAME, Qt.ItemDataRole.UserRole)
            for item in self._items()
            if item.checkState(_NAME) is Qt.CheckState.Checked
        )

    def _fill(self) -> None:
        ticked = self._to_replace()
        self._list.blockSignals(True)
        self._list.clear()
        for finding in self._look.entries if self._look is not None else ():
            self._list.addTopLevelItem(self._item(finding, ticked=finding.key in ticked))
        self._list.blockSignals(False)

    def _item(self, finding: EntryFinding, *, ticked: bool) -> QTreeWidgetItem:
        size = finding.remote.size if finding.remote is not None else None
        word = wording.entry_state(finding.state)
        held = "" if size is None else size_text(size)
        item = QTreeWidgetItem([visible(finding.key), word, held])
        name, tone = _ICONS[finding.state]
        item.setIcon(_STATE, theme.icon(name, self.palette(), tone, in_list=True))
        item.setToolTip(_NAME, plain_tooltip(visible(finding.key)))
        item.setData(_NAME, Qt.ItemDataRole.UserRole, finding.key)
        if finding.state is EntryState.DIFFERENT:
            item.setCheckState(_NAME, Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        return item

    def _show_state(self) -> None:
        tone, text = self._said()
        self._note.set_tone(tone)
        self._note.setText(text)
        look, working = self._look, self._working
        can_repair = look is not None and bool(look.to_repair or self._to_replace())
        self.repair_button.setEnabled(can_repair and not working)
        self.look_button.setEnabled(not working)
        self.stop_button.setEnabled(working and self._progress is not None)
        self._list.setEnabled(not working)

    def _said(self) -> tuple[Tone, str]:
        if self._working:
            return Tone.QUIET, self._progress_text()
        if self._problem is not None:
            return Tone.BAD, wording.explained(self._problem)
        if self._look is None:
            return Tone.QUIET, ""
        if self._stopped:
            return Tone.WARN, self.tr("Stopped. What was repaired before stays repaired.")
        if self._look.sound:
            return Tone.GOOD, self.tr("The draft holds your files, and nothing unfinished.")
        if self._look.different:
            return Tone.WARN, self.tr(
                "Nothing is overwritten unless you tick it: the draft's own content is lost then."
            )
        return Tone.WARN, self.tr(
            "Repairing sends what is missing and removes what was never finished."
        )

    def _progress_text(self) -> str:
        now = self._progress
        if now is None:
            return self.tr("Asking the service…")
        if now.error is not None:
            return wording.reason(now.error)
        if now.state is FileState.SENDING:
            return self.tr("{name}: {sent} of {size} sent, not yet confirmed").format(
                name=isolated(now.key), sent=size_text(now.sent), size=size_text(now.size)
            )
        return f"{isolated(now.key)}: {wording.file_state(now.state)}"
