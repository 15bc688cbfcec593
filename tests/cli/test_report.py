"""A support report shows what it holds, keeps names to itself, and never writes over a file."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from tests.cli.conftest import Sendoff

NAME = "Müller's biopsy #4.txt"


def saved(sendoff: Sendoff, tmp_path: Path) -> None:
    folder = tmp_path / "patients"
    folder.mkdir()
    (folder / NAME).write_text("positive", encoding="utf-8")
    assert sendoff("save", "--title", "The Müller case", str(folder)).code == 0


def test_it_is_shown_before_it_is_saved(sendoff: Sendoff, tmp_path: Path) -> None:
    saved(sendoff, tmp_path)
    ran = sendoff("report")
    assert ran.code == 0
    for part in ("about.json", "settings.json", "runs.json", "logs/sendoff.log"):
        assert part in ran.out
    assert "Nothing was saved" in ran.out
    whole = sendoff("report", "--show").out
    assert '"finalize_record"' in whole
    assert "POST /records" in whole


def test_names_stay_out_unless_they_are_allowed(sendoff: Sendoff, tmp_path: Path) -> None:
    saved(sendoff, tmp_path)
    lost = sendoff("save", "--title", "Again", str(tmp_path / "patients"), "--service", "http://x")
    assert lost.code == 2
    for words, allowed in ((("report",), False), (("report", "--names"), True)):
        target = tmp_path / f"{allowed}.zip"
        assert sendoff(*words, "-o", str(target)).code == 0
        assert target.stat().st_mode & 0o777 == 0o600
        whole = content(target)
        for name in ("biopsy", "patients"):
            assert (name in whole) is allowed, name
        assert str(tmp_path) not in whole
        assert "positive" not in whole
        (run,) = json.loads(zipfile.ZipFile(target).read("runs.json"))
        assert run["outcome"] == "done"


def test_no_token_is_in_it_even_with_names(sendoff: Sendoff, tmp_path: Path) -> None:
    sendoff.env["SENDOFF_TOKEN"] = "tok-123456-secret"
    sendoff("accounts", "add", "https://127.0.0.1:9/", "--label", "Lab")
    sendoff("save", "--account", "Lab", "--title", "T", __file__)
    target = tmp_path / "r.zip"
    sendoff("report", "--names", "-o", str(target))
    whole = content(target)
    assert "127.0.0.1:9" in whole
    assert "tok-123456-secret" not in whole


def test_a_file_that_is_there_is_never_overwritten(sendoff: Sendoff, tmp_path: Path) -> None:
    target = tmp_path / "precious.zip"
    target.write_text("data")
    ran = sendoff("report", "-o", str(target))
    assert ran.code == 2
    assert "cannot be written" in ran.err
    assert target.read_text() == "data"


def test_a_crash_is_told_until_it_was_reported(sendoff: Sendoff, tmp_path: Path) -> None:
    sendoff("runs")
    trace = sendoff.home / "logs" / "crash-1.txt"
    trace.write_text("Fatal Python error: Segmentation fault")
    assert "crashed" in sendoff("doctor").out
    target = tmp_path / "r.zip"
    assert "previous-crash.txt" in sendoff("report", "-o", str(target)).out
    assert "Segmentation fault" in content(target)
    assert "crashed" not in sendoff("doctor").out


def content(target: Path) -> str:
    bundle = zipfile.ZipFile(target)
    return "\n".join(bundle.read(name).decode() for name in bundle.namelist())
