"""The service's own metadata fields as a form; errors are shown beside their field."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRegularExpression, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QPlainTextEdit, QWidget

from desktop_app.core.errors import FieldError
from desktop_app.saving.sessions import FieldType, MetadataField
from desktop_app.ui import wording
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.viewmodels.save_form import SaveForm, metadata_value, set_metadata_value
from desktop_app.ui.widgets.base import Panel, PlainLabel
from desktop_app.ui.widgets.people import People, PeopleEdit

_DATE = QRegularExpression(r"\d{4}(-\d{2}(-\d{2})?)?(/\d{4}(-\d{2}(-\d{2})?)?)?")


class MetadataForm(Panel):
    """Edits the metadata of a `SaveForm`; `edited` after each change, typed or not."""

    edited = Signal()

    def __init__(self, form: SaveForm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = form
        self._fields: tuple[MetadataField, ...] = ()
        self._labels: dict[str, PlainLabel] = {}
        self._errors: dict[str, PlainLabel] = {}
        self._editors: dict[str, QWidget] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GRID)
        self._grid.setVerticalSpacing(GRID // 2)
        self._grid.setColumnStretch(1, 1)

    def show_fields(self, fields: tuple[MetadataField, ...]) -> None:
        """Build the form of a service; fields that the last one had, too, keep their values."""
        if fields == self._fields:
            return
        self._fields = fields
        self._empty()
        for line, field in enumerate(fields):
            self._add_field(2 * line, field)
        self.retranslate()

    def show_values(self) -> None:
        """Show the form's metadata."""
        for field in self._fields:
            value = metadata_value(self._form.metadata, field.path)
            _show(self._editors[field.path], value)

    def show_errors(self, errors: Mapping[str, FieldError]) -> None:
        """Show refusals beside their fields; a path inside a field belongs to it."""
        for path, label in self._errors.items():
            found = [
                wording.field_error(error)
                for name, error in errors.items()
                if name == path or name.startswith(f"{path}.")
            ]
            label.setText("\n".join(found))
            label.setVisible(bool(found))

    def focus_field(self, path: str) -> bool:
        """Focus a field; False if there is none of that path."""
        for name, editor in self._editors.items():
            if path == name or path.startswith(f"{name}."):
                focus = editor.findChild(QLineEdit) if isinstance(editor, PeopleEdit) else editor
                (focus or editor).setFocus(Qt.FocusReason.OtherFocusReason)
                return True
        return False

    def retranslate(self) -> None:
        for field in self._fields:
            name = wording.field_label(field.path)
            shown = self.tr("{field} *").format(field=name) if field.required else name
            self._labels[field.path].setText(shown)
            editor = self._editors[field.path]
            editor.setAccessibleName(name)
            if isinstance(editor, QComboBox):
                for row in range(editor.count()):
                    value = str(editor.itemData(row))
                    editor.setItemText(row, wording.choice(value))
            if field.type is FieldType.DATE and isinstance(editor, QLineEdit):
                editor.setPlaceholderText(self.tr("year-month-day"))

    def _empty(self) -> None:
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for table in (self._labels, self._errors, self._editors):
            table.clear()

    def _add_field(self, line: int, field: MetadataField) -> None:
        label, error = PlainLabel(self), PlainLabel(self, wrap=True)
        editor = self._editor(field)
        label.setBuddy(editor)
        error.set_tone(Tone.BAD)
        error.setObjectName(f"error_{field.path}")
        error.hide()
        editor.setObjectName(f"field_{field.path}")
        self._labels[field.path], self._errors[field.path] = label, error
        self._editors[field.path] = editor
        tall = field.type in (FieldType.LONG_TEXT, FieldType.PEOPLE)
        place = Qt.AlignmentFlag.AlignTop if tall else Qt.AlignmentFlag.AlignVCenter
        self._grid.addWidget(label, line, 0, place)
        self._grid.addWidget(editor, line, 1)
        self._grid.addWidget(error, line + 1, 1)

    def _editor(self, field: MetadataField) -> QWidget:
        match field.type:
            case FieldType.LONG_TEXT:
                editor: QWidget = self._long_text(field)
            case FieldType.CHOICE:
                editor = self._choice(field)
            case FieldType.PEOPLE:
                editor = self._people(field)
            case _:
                editor = self._line(field)
        _show(editor, metadata_value(self._form.metadata, field.path))
        return editor

    def _line(self, field: MetadataField) -> QLineEdit:
        line = QLineEdit(self)
        if field.type is FieldType.DATE:
            line.setValidator(QRegularExpressionValidator(_DATE, line))
        line.textChanged.connect(lambda text: self._edited(field.path, text.strip()))
        return line

    def _long_text(self, field: MetadataField) -> QPlainTextEdit:
        text = QPlainTextEdit(self)
        text.setTabChangesFocus(True)
        text.setFixedHeight(4 * self.fontMetrics().height() + GRID)
        text.textChanged.connect(lambda: self._edited(field.path, text.toPlainText().strip()))
        return text

    def _choice(self, field: MetadataField) -> QComboBox:
        box = QComboBox(self)
        if not field.required:
            box.addItem("", "")
        for value in field.choices:
            box.addItem(value, value)
        box.currentIndexChanged.connect(
            lambda row: self._edited(field.path, box.itemData(row) if row >= 0 else "")
        )
        return box

    def _people(self, field: MetadataField) -> PeopleEdit:
        people = PeopleEdit(self)

        def take(new: object) -> None:
            assert isinstance(new, People)
            self._edited(field.path, new.as_json())

        people.changed.connect(take)
        return people

    def _edited(self, path: str, value: object) -> None:
        if not self.isEnabled():  # assistive technology reaches a locked field too
            self.show_values()
            return
        self._set(path, value)
        self._errors[path].hide()
        self.edited.emit()

    def _set(self, path: str, value: object) -> None:
        set_metadata_value(self._form.metadata, path, value)


def _show(editor: QWidget, value: object) -> None:
    """Show a value without emitting a change."""
    blocked = editor.blockSignals(True)
    _put(editor, value)
    editor.blockSignals(blocked)


def _put(editor: QWidget, value: object) -> None:
    if isinstance(editor, PeopleEdit):
        editor.set_people(
            [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
        )
    elif isinstance(editor, QComboBox):
        if value and editor.findData(value) < 0:  # not one of our choices, but it would be sent
            editor.addItem(wording.choice(str(value)), value)
        editor.setCurrentIndex(editor.findData(value or ""))
    elif isinstance(editor, QPlainTextEdit):
        if editor.toPlainText() != (value or ""):
            editor.setPlainText(str(value or ""))
    elif isinstance(editor, QLineEdit) and editor.text().strip() != str(value or ""):
        editor.setText(str(value or ""))
