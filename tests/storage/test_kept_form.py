"""The form that was left: kept privately, and of no harm when somebody has edited its file."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from desktop_app.core.kept_form import KeptForm
from desktop_app.storage.kept_form import KeptFormFile

FORM = KeptForm("local", "River levels", '{"description": "x"}', ("/data/a.csv", "/data/b.csv"))


def test_a_form_is_kept_for_this_person_alone_until_it_is_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "form.json"
    kept = KeptFormFile(str(path))
    assert kept.load() is None

    kept.keep(FORM)
    assert kept.load() == FORM
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    kept.keep(None)
    kept.keep(None)
    assert kept.load() is None


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"account": "local", "title": "t", "metadata": "no JSON", "paths": []}',
        '{"account": "local", "title": "t", "metadata": "[1]", "paths": []}',
        '{"account": "local", "title": "t", "metadata": "{}", "paths": null}',
    ],
)
def test_a_damaged_file_offers_nothing(tmp_path: Path, content: str) -> None:
    path = tmp_path / "form.json"
    path.write_text(content)
    assert KeptFormFile(str(path)).load() is None
