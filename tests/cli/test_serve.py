"""`sendoff serve` where it cannot: in words, and with exit code 1."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from desktop_app.cli import main
from desktop_app.server import folder, serve
from tests.cli.conftest import Sendoff


def test_a_folder_that_is_held_by_what_does_not_answer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "OTHERS_START_S", 0.0)
    with folder.lock_folder(str(tmp_path / "data")):
        assert main(["serve", "--data", str(tmp_path / "data")]) == 1
    assert "another process holds its folder" in capsys.readouterr().err


def test_records_of_a_newer_version_are_told(sendoff: Sendoff, tmp_path: Path) -> None:
    newer = sqlite3.connect(tmp_path / "records.sqlite")
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    ran = sendoff("serve", "--data", str(tmp_path))
    assert (ran.code, ran.out) == (1, "")
    assert "newer version" in ran.err
    assert "Traceback" not in ran.err
    assert "NewerError" in (tmp_path / "service.log").read_text()
