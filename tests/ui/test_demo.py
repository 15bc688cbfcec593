"""The window of `sendoff --demo`."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit

from tests.ui.conftest import Open


def test_the_title_of_the_sample_speaks_the_language_of_the_window(open_real: Open) -> None:
    app = open_real("--demo", language="es")
    app.start()
    (title,) = app.window.findChildren(QLineEdit, "titleEdit")
    assert title.text() == "Niveles del río, con un mapa y notas"
