"""Rows of people for a record: family name, given name, ORCID; a person or an organisation."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRegularExpression, Signal
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from desktop_app.ui.theme import GRID
from desktop_app.ui.widgets.base import Panel

_ORCID = QRegularExpression(r"(https?://orcid\.org/)?\d{4}-?\d{4}-?\d{4}-?\d{3}[\dXx]")


@dataclass(frozen=True, slots=True)
class People:
    """The rows that are not empty; each a tuple of (name of the part, text)."""

    rows: tuple[tuple[tuple[str, str], ...], ...]

    def as_json(self) -> list[dict[str, str]]:
        """Return rows as the service's adapters take them."""
        return [dict(row) for row in self.rows]


class PeopleEdit(Panel):
    """Edits people. `changed` carries `People`."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_PersonRow] = []
        self._create()
        self._lay_out()
        self._connect()
        self.add_row()

    def people(self) -> People:
        """Return the people in the rows."""
        return People(tuple(row.parts() for row in self._rows if row.parts()))

    def add_row(self) -> None:
        """Add an empty row."""
        row = _PersonRow(self)
        row.changed.connect(self._emit)
        row.remove_asked.connect(self._remove)
        self._rows.append(row)
        self._column.insertWidget(self._column.count() - 1, row)
        row.focus_first()

    def set_people(self, people: list[dict[str, str]]) -> None:
        """Show these rows instead."""
        while len(self._rows) > max(1, len(people)):
            self._take(self._rows[-1])
        while len(self._rows) < len(people):
            self.add_row()
        for row, parts in zip(self._rows, people or [{}], strict=False):
            row.set_parts(parts)

    def _create(self) -> None:
        self._add = QPushButton(self)
        self._add.setObjectName("addPersonButton")
        self._add.setAutoDefault(False)
        name = self.tr("Add a person or organisation")
        self.bind(self._add, self.tr("Add a &person or organisation"), name=name, icon="add")

    def _lay_out(self) -> None:
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GRID // 2)
        foot = QHBoxLayout()
        foot.addWidget(self._add)
        foot.addStretch()
        self._column.addLayout(foot)

    def _connect(self) -> None:
        self._add.clicked.connect(self.add_row)

    def _emit(self) -> None:
        self.changed.emit(self.people())

    def _remove(self, row: object) -> None:
        if isinstance(row, _PersonRow) and len(self._rows) > 1:
            self._take(row)
        elif isinstance(row, _PersonRow):
            row.set_parts({})
        self._emit()

    def _take(self, row: _PersonRow) -> None:
        self._rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()


class _PersonRow(Panel):
    """One person. `changed` after each edit, `remove_asked` carries the row itself."""

    changed = Signal()
    remove_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._family = QLineEdit(self)
        self._given = QLineEdit(self)
        self._orcid = QLineEdit(self)
        self._orcid.setValidator(QRegularExpressionValidator(_ORCID, self._orcid))
        self._remove = QToolButton(self)
        self._remove.setAutoRaise(True)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GRID // 2)
        edits = (
            (self._family, self.tr("Family name, or organisation")),
            (self._given, self.tr("Given name")),
            (self._orcid, self.tr("ORCID")),
        )
        for edit, name in edits:
            self.bind(edit, name=name, placeholderText=name)
            line.addWidget(edit, 1)
            edit.textChanged.connect(self.changed)
        line.addWidget(self._remove)
        self._remove.clicked.connect(lambda: self.remove_asked.emit(self))
        name = self.tr("Remove this person")
        self.bind(self._remove, name=name, tip=name, icon="remove")

    def parts(self) -> tuple[tuple[str, str], ...]:
        """Return what is filled in; a lone name is an organisation's."""
        family, given = self._family.text().strip(), self._given.text().strip()
        named = {"family_name": family, "given_name": given} if given else {"name": family}
        named["orcid"] = self._orcid.text().strip()
        if named["orcid"] and not given:
            named["family_name"] = named.pop("name", "")
        return tuple((name, text) for name, text in named.items() if text)

    def set_parts(self, parts: dict[str, str]) -> None:
        """Show a person."""
        self._family.setText(parts.get("family_name") or parts.get("name", ""))
        self._given.setText(parts.get("given_name", ""))
        self._orcid.setText(parts.get("orcid", ""))

    def focus_first(self) -> None:
        """Take the focus, if the form is visible."""
        if self.isVisible():
            self._family.setFocus()
