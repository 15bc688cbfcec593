"""One line a widget: its words and icon follow language and look from then on."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction, QColor, QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPushButton

from desktop_app.ui.i18n import PSEUDO, Translations
from desktop_app.ui.widgets.base import PanelDialog
from desktop_app.ui.widgets.binding import Text, without_mnemonic

pytestmark = pytest.mark.ui


class Asking(PanelDialog):
    """A dialog with one widget of each sort."""

    def __init__(self) -> None:
        super().__init__()
        self.bind_title(self.tr("A question"))
        self.yes = self.bind(QPushButton(self), self.tr("&Yes"), icon="check", primary=True)
        name = self.tr("No, and do nothing")
        self.no = self.bind(QPushButton(self), self.tr("&No"), name=name, tip=name)
        self.edit = self.bind(QLineEdit(self), placeholderText=self.tr("Why"))
        self.action = self.bind(QAction(self), self.tr("Later"), icon="retry")
        self.combo = QComboBox(self)
        self.combo.addItems(["Zenodo", "", ""])
        self.bind_each(self.combo.setItemText, self.tr("Here"), self.tr("There"), first=1)


@pytest.fixture
def dialog(qapp: QApplication) -> Iterator[Asking]:
    translations = Translations(qapp, Path())
    translations.use("en")
    made = Asking()
    try:
        yield made
    finally:
        translations.use("en")
        translations.remove()
        made.deleteLater()
        qapp.sendPostedEvents(made, QEvent.Type.DeferredDelete)


def said(dialog: Asking) -> list[str]:
    return [
        dialog.windowTitle(),
        dialog.yes.text(),
        dialog.yes.accessibleName(),
        dialog.no.text(),
        dialog.no.accessibleName(),
        dialog.no.toolTip(),
        dialog.edit.placeholderText(),
        dialog.action.text(),
        dialog.combo.itemText(1),
        dialog.combo.itemText(2),
    ]


def test_what_is_bound_is_said_at_once_and_again_in_another_language(
    qapp: QApplication, dialog: Asking
) -> None:
    other = "No, and do nothing"
    assert said(dialog)[:6] == ["A question", "&Yes", "Yes", "&No", other, other]
    assert said(dialog)[6:] == ["Why", "Later", "Here", "There"]
    translations = Translations(qapp, Path())
    translations.use(PSEUDO)
    try:
        qapp.sendPostedEvents(None, QEvent.Type.LanguageChange)
        QApplication.processEvents()
        assert all(text.startswith("[") for text in said(dialog)), said(dialog)
        assert dialog.combo.itemText(0) == "Zenodo"
        assert "&" not in dialog.yes.accessibleName()
    finally:
        translations.remove()
        translations.use("en")


def test_icons_are_drawn_again_in_the_colours_of_another_palette(dialog: Asking) -> None:
    before = dialog.yes.icon().cacheKey(), dialog.action.icon().cacheKey()
    palette = QPalette(dialog.palette())
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.HighlightedText):
        palette.setColor(role, QColor("#123456"))
    dialog.setPalette(palette)
    after = dialog.yes.icon().cacheKey(), dialog.action.icon().cacheKey()
    assert [a != b for a, b in zip(before, after, strict=True)] == [True, True]


def test_a_text_for_a_property_that_is_not_there_is_refused(dialog: Asking) -> None:
    with pytest.raises(LookupError, match="QPushButton has no property 'placeholderText'"):
        dialog.bind(dialog.yes, placeholderText=dialog.tr("Why"))


def test_a_widget_with_bindings_ends_with_its_last_reference(qapp: QApplication) -> None:
    """Not with the collector, which runs in any thread."""
    gc.disable()
    try:
        made = Asking()
        end = weakref.ref(made)
        del made
        assert end() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("text", "name"),
    [("&Save", "Save"), ("Copy re&port", "Copy report"), ("保存(&S)", "保存"), ("A && B", "A & B")],
)
def test_a_button_is_called_by_its_text_without_the_letter(text: str, name: str) -> None:
    assert without_mnemonic(text) == name


def test_a_text_is_what_is_shown_and_knows_what_it_was() -> None:
    text = Text.of("Sí", "Yes")
    assert (str(text), text.source) == ("Sí", "Yes")
