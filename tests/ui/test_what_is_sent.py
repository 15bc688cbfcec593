"""What is dropped on the window is sent, or a row says why not; our own files never are."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from desktop_app.core.model import FileState
from desktop_app.qa.testing import SaveRobot
from desktop_app.qa.testing.robots import wait_for
from tests.ui.conftest import Open
from tests.ui.server import Server


@pytest.fixture
def person(tmp_path: Path) -> Path:
    """A folder around the data folder of the window under test."""
    (tmp_path / "report.txt").write_text("r")
    (tmp_path / ".DS_Store").write_text("d")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "empty").mkdir()
    return tmp_path


def test_t03_t15_t33_a_dropped_home_folder_is_saved_without_what_is_no_file_of_the_person(
    open_real: Open, person: Path
) -> None:
    home = person / "home"
    home.mkdir()
    (home / "settings.json").write_text("{}")
    app = open_real()
    robot = SaveRobot(app.window)
    robot.fill("Everything", [str(person), str(home), str(home / "settings.json")])
    states = {row.planned.path: row.state for row in app.model.rows}

    robot.save()

    assert robot.wait_for_end() == "Saved"
    (record,) = Server(home).records()
    assert list(record["entries"]) == [f"{person.name}/report.txt"]
    assert record["state"] == "finalized"
    assert states.pop(str(person / "report.txt")) is FileState.WAITING
    assert set(states.values()) == {FileState.SKIPPED}
    reasons = {row[2] for row in robot.rows()}
    assert any("belongs to Sendoff itself" in reason for reason in reasons), reasons


def test_t33_what_tools_leave_behind_is_sent_where_the_settings_say_so(
    open_real: Open, person: Path
) -> None:
    home = person / "home"
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"include_hidden": True}))
    (person / "sent").mkdir()
    (person / "sent" / "Thumbs.db").write_text("t")
    app = open_real()
    robot = SaveRobot(app.window)
    robot.fill("Thumbnails", [str(person / "sent")])

    robot.save()

    assert robot.wait_for_end() == "Saved"
    (record,) = Server(home).records()
    assert list(record["entries"]) == ["sent/Thumbs.db"]


@pytest.mark.parametrize("again", ["a file", "a folder"])
def test_t24_what_is_in_the_list_already_is_skipped_and_said_in_one_line(
    open_fake: Open, three_files: list[str], again: str
) -> None:
    app = open_fake()
    robot = SaveRobot(app.window)
    paths = [three_files[0]] if again == "a file" else [str(Path(three_files[0]).parent)]
    robot.fill("Twice", paths)
    rows = len(robot.rows())

    app.form.add_paths(paths)
    wait_for(lambda: not app.form.adding, "the end of adding files")

    assert len(robot.rows()) == rows
    assert "in the list already" in robot.text("filesNotice")
    assert robot.enabled("saveButton")
