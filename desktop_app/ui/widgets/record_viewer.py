"""A record as its service has it now, inside Sendoff: for services that a browser can't show."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import FileState, RecordRef, RemoteFile
from desktop_app.core.run import Run
from desktop_app.ui import theme, wording
from desktop_app.ui.formats import plain_tooltip, size_text, visible
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.widgets.base import CloseBox, PanelDialog, PlainLabel

_KEY = Qt.ItemDataRole.UserRole
_SIZE = 1
_AS_NUMBERS = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class CopyRequest:
    """The keys of which a person wants copies."""

    report: Run
    keys: tuple[str, ...]


class RecordViewer(PanelDialog):
    """Shows a record and its files. `copy_asked` carries a `CopyRequest`."""

    copy_asked = Signal(object)

    def __init__(self, report: Run, *, can_copy: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("recordViewer")
        self._report = report
        self._record: RecordRef | None = report.record
        self._asked = False
        self._can_copy = can_copy
        self._create()
        self._lay_out()
        self._connect()
        self.retranslate()

    def show_contents(self, record: RecordRef, files: Sequence[RemoteFile]) -> None:
        """Show what the service answered."""
        self._record, self._asked = record, True
        self._list.clear()
        for file in files:
            self._add(file)
        self._note.hide()
        self.retranslate()

    def show_problem(self, error: ErrorInfo) -> None:
        """Show why the service could not be asked."""
        self.say(wording.explained(error), Tone.BAD)

    def say(self, text: str, tone: Tone = Tone.QUIET) -> None:
        """Show a line under the list."""
        self._note.set_tone(tone)
        self._note.setText(text)
        self._note.show()

    def retranslate(self) -> None:
        self._heading.setText(visible(self._report.title))
        state = wording.record_state(self._record.state) if self._record is not None else ""
        where = wording.account_label(self._report.account)
        number = self._record.id if self._record is not None else ""
        self._facts.setText(" · ".join(part for part in (where, state, number) if part))
        self._description.setAccessibleName(wording.field_label("description"))
        if not self._asked:
            self.say(self.tr("Asking the service…"))

    def _add(self, file: RemoteFile) -> None:
        verdict, name, tone = self._verdict(file)
        size = size_text(file.size) if file.size is not None else ""
        item = QTreeWidgetItem([visible(file.key), size, verdict, visible(file.checksum)])
        item.setTextAlignment(_SIZE, _AS_NUMBERS)
        item.setIcon(2, theme.icon(name, self.palette(), tone))
        item.setData(0, _KEY, file.key)
        item.setToolTip(0, plain_tooltip(visible(file.key)))
        item.setToolTip(3, plain_tooltip(file.checksum))
        self._list.addTopLevelItem(item)

    def _verdict(self, file: RemoteFile) -> tuple[str, str, Tone]:
        """Return the state of a file: a word, an icon and a tone."""
        local = {one.key: one for one in self._report.files}.get(file.key)
        digest = local.local_checksum if local is not None else ""
        if file.lost:
            word = self.tr("Lost") if file.lost == "missing" else self.tr("Damaged")
            return word, "failed", Tone.BAD
        if not file.complete:
            return self.tr("Incomplete"), "warning", Tone.WARN
        if digest and file.checksum == digest:
            return self.tr("Verified"), "confirmed", Tone.GOOD
        if digest and file.checksum:
            return self.tr("Different"), "failed", Tone.BAD
        if local is not None and local.shown_state is FileState.CONFIRMED:
            return self.tr("Same size"), "done", Tone.GOOD
        return self.tr("Not from this save"), "info", Tone.QUIET

    def _create(self) -> None:
        self.bind_title(self.tr("Record"))
        self._heading = PlainLabel(self, wrap=True)
        self._heading.setFont(theme.scaled(self.font(), 1.4, bold=True))
        self._facts = PlainLabel(self, wrap=True)
        self._facts.set_tone(Tone.QUIET)
        self._facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        text = _description_of(self._report)
        self._description = QPlainTextEdit(text, self)
        self._description.setObjectName("recordDescription")
        self._description.setReadOnly(True)
        self._description.setTabChangesFocus(True)
        self._description.setMaximumHeight(6 * self.fontMetrics().lineSpacing())
        self._description.setVisible(bool(text))
        self._list = QTreeWidget(self)
        self._list.setObjectName("recordFilesView")
        self._list.setColumnCount(4)
        columns = self.tr("Name"), self.tr("Size"), self.tr("Verdict"), self.tr("Checksum")
        self.bind_each(self._list.headerItem().setText, *columns)
        self.bind(self._list, name=self.tr("Files of this record"))
        self.bind(self._list.header(), name=self.tr("Columns of the files"))
        self._list.setRootIsDecorated(False)
        self._list.setUniformRowHeights(True)
        self._list.setAlternatingRowColors(True)
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._note = PlainLabel(self, wrap=True)
        self.copy_button = QPushButton(self)
        self.copy_button.setObjectName("saveCopyButton")
        name = self.tr("Save a copy")
        self.bind(self.copy_button, self.tr("&Save a copy…"), name=name, icon="download")
        self.copy_button.setAutoDefault(False)
        self.copy_button.setVisible(self._can_copy)
        self._buttons = CloseBox(self)

    def _lay_out(self) -> None:
        header = self._list.header()
        header.setStretchLastSection(False)
        self._list.headerItem().setTextAlignment(_SIZE, _AS_NUMBERS)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        letter = self.fontMetrics().averageCharWidth()
        for column, letters in ((1, 12), (2, 20), (3, 26)):
            header.resizeSection(column, letters * letter)
        bar = QHBoxLayout()
        bar.addWidget(self.copy_button)
        bar.addStretch()
        bar.addWidget(self._buttons)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        whole.setSpacing(GRID)
        whole.addWidget(self._heading)
        whole.addWidget(self._facts)
        whole.addWidget(self._description)
        whole.addWidget(self._list, 1)
        whole.addWidget(self._note)
        whole.addLayout(bar)
        self.resize(100 * letter, 32 * self.fontMetrics().height())

    def _connect(self) -> None:
        self._buttons.rejected.connect(self.reject)
        self.copy_button.clicked.connect(self._ask_copy)

    def _ask_copy(self) -> None:
        rows = range(self._list.topLevelItemCount())
        every = [self._list.topLevelItem(row) for row in rows]
        chosen = self._list.selectedItems() or every
        keys = tuple(item.data(0, _KEY) for item in chosen if item is not None)
        if keys:
            self.copy_asked.emit(CopyRequest(self._report, keys))


def _description_of(report: Run) -> str:
    """Return the description that the save gave the record, as plain text; "" if it gave none."""
    metadata = json.loads(report.metadata or "{}")
    text = metadata.get("description", "") if isinstance(metadata, dict) else ""
    return text if isinstance(text, str) else ""
