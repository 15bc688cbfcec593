"""The window on the real service process: what the server holds is asked of the server."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTreeWidget

from desktop_app.qa.testing import ListRobot, SaveRobot, found
from desktop_app.qa.testing.robots import wait_for
from desktop_app.ui.widgets.record_viewer import CopyRequest, RecordViewer
from tests.ui.conftest import Open
from tests.ui.server import Server


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path / "home")


def test_a_save_arrives_whole(open_real: Open, server: Server, three_files: list[str]) -> None:
    robot = SaveRobot(open_real().window)
    robot.fill("Whole", three_files)
    robot.save()
    assert robot.wait_for_end() == "Saved"
    (record,) = server.records()
    assert record["title"] == "Whole"
    assert record["state"] == "finalized"
    assert {key: one["size"] for key, one in record["entries"].items()} == {
        "file1.txt": 1000,
        "file2.txt": 2000,
        "file3.txt": 3000,
    }


def test_a_description_goes_with_the_record(
    open_real: Open, server: Server, three_files: list[str]
) -> None:
    window = open_real().window
    robot = SaveRobot(window)
    robot.fill("Described", three_files)
    wait_for(lambda: robot.shown("formDetailsToggle"), "the service's own fields")
    robot.click("formDetailsToggle")
    found(window, QPlainTextEdit, "field_description").setPlainText("What it is\nand why")
    robot.save()
    assert robot.wait_for_end() == "Saved"
    (record,) = server.records()
    assert record["metadata"] == {"description": "What it is\nand why"}


def test_clicks_enter_and_shortcut_make_one_record(
    open_real: Open, server: Server, three_files: list[str]
) -> None:
    app = open_real()
    robot = SaveRobot(app.window)
    robot.fill("Once", three_files)
    for _ in range(3):
        robot.button("saveButton").click()
    QTest.keyClick(found(app.window, QLineEdit, "titleEdit"), Qt.Key.Key_Return)
    QTest.mouseDClick(robot.button("saveButton"), Qt.MouseButton.LeftButton)
    assert robot.wait_for_end() == "Saved"
    assert len(server.records()) == 1


def test_retry_finalization_makes_no_second_record_and_sends_no_file_again(
    open_real: Open, server: Server, three_files: list[str]
) -> None:
    app = open_real("--qa")
    robot = SaveRobot(app.window)
    robot.fill("Draft first", ["/etc/hostname"])
    robot.save()
    assert robot.wait_for_end() == "Saved"
    server.fault("quota", "finalize", when="before", times=0)
    robot.click("newSaveButton")
    robot.fill("Draft first, then whole", three_files)
    robot.save()
    robot.wait_for_stage("finalize_record", "failed")
    wait_for(lambda: robot.shown("retryFinalizeButton"), "the next step")
    before = [one for one in server.requests() if one["method"] in ("PUT", "PATCH")]
    server.heal()
    robot.click("retryFinalizeButton")
    robot.wait_for_stage("finalize_record", "done")
    wait_for(lambda: not app.flow.busy, "the end")
    records = [one for one in server.records() if one["title"] == "Draft first, then whole"]
    assert len(records) == 1
    assert records[0]["state"] == "finalized"
    assert len(records[0]["entries"]) == 3
    after = [one for one in server.requests() if one["method"] in ("PUT", "PATCH")]
    assert len(after) == len(before)


def test_after_cancel_nothing_more_is_written_and_resume_completes_the_same_record(
    open_real: Open, server: Server, tmp_path: Path
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    paths = []
    for number in range(8):
        path = folder / f"part{number}.bin"
        path.write_bytes(bytes([number]) * 200_000)
        paths.append(str(path))
    app = open_real("--qa")
    robot = SaveRobot(app.window)
    robot.fill("Warm", [])
    robot.save()
    robot.wait_for_end()
    robot.click("newSaveButton")
    server.fault("slow", "put_file", when="before", seconds=3, nth=3, times=0)
    server.fault("slow", "patch_upload", when="before", seconds=3, nth=3, times=0)
    robot.fill("Cancelled", paths)
    robot.save()
    robot.wait_for_stage("upload_files", "active")
    wait_for(lambda: "2 of 8" in robot.text("measuredLabel"), "two confirmed files")
    robot.click("cancelButton")
    assert robot.wait_for_end() == "Stopped"
    record = next(one for one in server.records() if one["title"] == "Cancelled")
    writes = [one for one in server.requests() if one["method"] in ("PUT", "PATCH", "POST")]
    assert record["state"] == "draft"
    assert not robot.shown("cancelButton")
    server.heal()
    assert [one for one in server.requests() if one["method"] in ("PUT", "PATCH")] == [
        one for one in writes if one["method"] in ("PUT", "PATCH")
    ]
    robot.click("resumeButton")
    robot.wait_for_stage("finalize_record", "done")
    wait_for(lambda: not app.flow.busy, "the end")
    records = [one for one in server.records() if one["title"] == "Cancelled"]
    assert [one["id"] for one in records] == [record["id"]]
    assert records[0]["state"] == "finalized"
    assert len(records[0]["entries"]) == 8


def test_the_next_window_offers_to_resume_and_to_discard(
    open_real: Open, server: Server, three_files: list[str]
) -> None:
    first = open_real("--qa")
    robot = SaveRobot(first.window)
    robot.fill("Warm", [])
    robot.save()
    robot.wait_for_end()
    robot.click("newSaveButton")
    server.fault("disk_full", "put_file", when="before", times=0)
    server.fault("disk_full", "create_upload", when="before", times=0)
    robot.fill("Left", three_files)
    robot.save()
    robot.wait_for_stage("upload_files", "failed")
    wait_for(lambda: not first.flow.busy, "the end")
    server.heal()
    done = first.loop.create_task(first.shutdown())
    wait_for(done.done, "the first window to close")
    second = open_real("--qa")
    lists = ListRobot(second.window, "unfinished")
    lists.open()
    lists.choose("Left")
    lists.press("Discard")
    SaveRobot(lists.dialog("discardQuestion")).click("confirmButton")
    wait_for(lambda: not second.flow.busy and lists.titles() == [], "the discard")
    wait_for(lambda: SaveRobot(second.window).text("outcomeTitle") == "Draft discarded", "the word")
    assert [one["title"] for one in server.records()] == ["Warm"]


def test_a_record_of_this_computer_is_shown_and_copied_inside_sendoff(
    open_real: Open, tmp_path: Path, three_files: list[str]
) -> None:
    app = open_real()
    robot = SaveRobot(app.window)
    robot.fill("Look", three_files)
    robot.save()
    robot.wait_for_end()
    robot.click("openRecordButton")
    viewer = robot.dialog("recordViewer")
    assert isinstance(viewer, RecordViewer)
    listed = found(viewer, QTreeWidget, "recordFilesView")
    wait_for(lambda: listed.topLevelItemCount() == 3, "the files")
    items = [listed.topLevelItem(row) for row in range(3)]
    assert [item.text(2) for item in items if item is not None] == ["Verified"] * 3
    target = tmp_path / "copies"
    target.mkdir()
    (target / "file1.txt").write_text("mine")
    assert app.flow.report is not None
    wish = CopyRequest(app.flow.report, ("file1.txt", "file2.txt"))
    done = app.loop.create_task(app.records.save_copies(viewer, wish, str(target)))
    wait_for(done.done, "the copies")
    assert (target / "file1.txt").read_text() == "mine"
    assert (target / "file1 (2).txt").read_bytes() == b"x" * 1000
    assert (target / "file2.txt").read_bytes() == b"x" * 2000
    assert sorted(path.name for path in target.iterdir()) == [
        "file1 (2).txt",
        "file1.txt",
        "file2.txt",
    ]
    viewer.reject()


def test_a_receipt_is_written(open_real: Open, tmp_path: Path, three_files: list[str]) -> None:
    app = open_real()
    robot = SaveRobot(app.window)
    robot.fill("=SUM(A1)", three_files)
    robot.save()
    robot.wait_for_end()
    assert app.flow.report is not None
    for ending in ("csv", "json", "html"):
        path = tmp_path / f"receipt.{ending}"
        run = app.flow.report.id
        done = app.loop.create_task(app.records.write_receipt(run, ending, str(path)))
        wait_for(done.done, "the receipt")
        assert "file1.txt" in path.read_text(encoding="utf-8")
