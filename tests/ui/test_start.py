"""The first moments: a shell in the person's looks, painted before the rest is loaded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from desktop_app.app import build_app
from desktop_app.core.appearance import Appearance, Theme, appearance
from desktop_app.qa.testing.robots import wait_for
from desktop_app.ui.shell import Shell
from tests.fakes import FakeServer, FakeService
from tests.ui.conftest import end

FIRST_MOMENT = """
import sys
from desktop_app.start import show_shell
from desktop_app.ui.options import Options

shell = show_shell(sys.argv[1], Options(language="es"))
late = ("asyncio", "qasync", "sqlite3", "httpx", "desktop_app.app", "desktop_app.saving",
        "desktop_app.ui.widgets.new_save_page")
print(shell.window.seen, [name for name in late if name in sys.modules])
print(shell.window.navigation.settings_button.text().strip())
"""


def test_the_first_paint_waits_for_nothing_that_only_the_pages_need(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_MOMENT, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )

    painted, settings = done.stdout.splitlines()
    assert painted == "True []"
    assert settings in {"Configuración", "Ajustes", "Settings"}


def test_a_shown_frame_is_filled_and_starts(qapp: QApplication, tmp_path: Path) -> None:
    shell = Shell(qapp, Appearance(language="en"))
    shell.show()
    assert shell.window.seen

    app = build_app(["--lang", "en"], home=tmp_path, service=FakeService(FakeServer()), shell=shell)
    try:
        assert app.window is shell.window
        wait_for(lambda: app.form.capabilities is not None, "the service's rules")
        assert app.window.new_save.save_button.isVisible()
    finally:
        end(app)


def test_the_frame_has_the_looks_that_were_chosen(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"language": "es", "theme": "dark", "window_geometry": "AAAA"}))

    assert appearance(str(file)) == Appearance("es", Theme.DARK, "AAAA")


@pytest.mark.parametrize("content", ["", "[1]", "{", '{"theme": 7, "language": ["es"]}'])
def test_settings_that_make_no_sense_give_the_usual_looks_and_stay(
    tmp_path: Path, content: str
) -> None:
    file = tmp_path / "settings.json"
    file.write_text(content)

    assert appearance(str(file)) == Appearance()
    assert file.read_text() == content
    assert appearance(str(tmp_path / "missing.json")) == Appearance()
