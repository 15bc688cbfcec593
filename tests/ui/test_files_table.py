"""The files: names as they are, refusals before the start, undo, ten thousand rows."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from desktop_app.core.model import Fingerprint, KeyRules
from desktop_app.core.run import RunFile
from desktop_app.qa.testing import SaveRobot, found
from desktop_app.qa.testing.robots import wait_for
from desktop_app.saving.sessions import Capabilities
from desktop_app.ui.models.file_rows import Column
from desktop_app.ui.widgets.files_view import FilesView
from tests.ui.conftest import Open
from tests.ui.scripts import UPLOAD, Held


def planned(key: str, size: int = 1, path: str = "") -> RunFile:
    return RunFile(path or f"/nowhere/{key}", key, Fingerprint(size, 0, 0))


def test_names_are_shown_letter_by_letter(open_fake: Open, tmp_path: Path) -> None:
    names = ["a<b>bold<-b>.txt", "R&D data.csv", "x" * 200 + ".txt", "שלום.txt"]
    for name in names:
        (tmp_path / name).write_text("x")
    odd = [str(tmp_path / name) for name in names]
    app = open_fake()
    robot = SaveRobot(app.window)
    robot.add(odd)
    assert {row[0] for row in robot.rows()} == set(names)
    tips = [app.model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in range(3)]
    assert any("&lt;b&gt;bold&lt;-b&gt;" in tip for tip in tips)
    assert all(tip.startswith("<p") for tip in tips)


def changes_of(model: QAbstractItemModel) -> list[str]:
    """Return what gets a name for each change that views hear of; each costs them a layout."""
    heard: list[str] = []
    for name in ("rowsInserted", "rowsRemoved", "layoutChanged", "modelReset", "dataChanged"):
        getattr(model, name).connect(lambda *_, name=name: heard.append(name))
    return heard


def test_ten_thousand_rows_come_and_are_sorted_in_a_few_changes(open_fake: Open) -> None:
    """How long it takes is measured by `make bench`."""
    app = open_fake()
    heard = changes_of(app.model)
    app.form.add_planned([planned(f"folder/file-{n:05}.dat", n) for n in range(10_000)])
    QApplication.processEvents()
    assert app.window.new_save.files.view.model().rowCount() == 10_000
    assert heard.count("rowsInserted") == 1
    assert len(heard) <= 3
    heard.clear()
    app.window.new_save.files.view.sortByColumn(Column.SIZE, Qt.SortOrder.DescendingOrder)
    QApplication.processEvents()
    assert app.model.rows[0].size == 9_999
    assert len(heard) <= 2


def test_two_files_of_one_name_are_a_row_with_its_reason_and_can_be_mended(
    open_fake: Open, tmp_path: Path
) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "data.csv").write_text(folder)
    app = open_fake()
    robot = SaveRobot(app.window)
    robot.fill("Clash", [str(tmp_path / folder / "data.csv") for folder in ("one", "two")])
    robot.save()
    assert not app.flow.busy
    assert robot.shown("filesProblem")
    assert app.model.rows[1].error is not None
    robot.click("suggestedNamesButton")
    assert not robot.shown("filesProblem")
    assert len({row[0] for row in robot.rows()}) == 2
    robot.save()
    assert robot.wait_for_end() == "Saved"


def test_case_and_form_clashes_are_said_before_the_start(open_fake: Open, tmp_path: Path) -> None:
    rules = KeyRules(case_sensitive=False)
    app = open_fake(capabilities=Capabilities("local", key_rules=rules))
    app.form.add_planned([planned("a.jpg"), planned("A.jpg")])
    assert app.model.rows[1].error is not None
    app.form.clear()
    decomposed = unicodedata.normalize("NFD", "ü.txt")
    (tmp_path / decomposed).write_text("1")
    (tmp_path / "ü.txt").write_text("2")
    SaveRobot(app.window).add([str(tmp_path / decomposed), str(tmp_path / "ü.txt")])
    assert sum(row.error is not None for row in app.model.rows) == 1
    assert (tmp_path / decomposed).exists()


def test_f2_renames_and_the_new_name_is_what_is_sent(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake()
    robot = SaveRobot(app.window)
    robot.fill("Rename", three_files)
    view = found(app.window, FilesView, "filesView")
    view.setCurrentIndex(view.model().index(0, Column.STATE))
    view.setFocus()
    view.rename_action.trigger()
    editor = view.findChild(QLineEdit)
    assert editor is not None
    editor.setText("other & name.txt")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    wait_for(lambda: robot.rows()[0][0] == "other & name.txt", "the new name")
    robot.save()
    robot.wait_for_end()
    assert app.backend.session.plays[0].request.files[0].key == "other & name.txt"  # type: ignore[attr-defined]


def test_remove_and_undo(open_fake: Open, three_files: list[str]) -> None:
    app = open_fake()
    robot = SaveRobot(app.window)
    robot.add(three_files)
    before = robot.rows()
    view = found(app.window, FilesView, "filesView")
    view.selectRow(1)
    robot.click("removeFilesButton")
    assert len(robot.rows()) == 2
    robot.click("undoButton")
    assert robot.rows() == before
    assert not robot.shown("undoButton")


def test_what_is_no_file_of_this_computer_is_refused_by_name(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake()
    view = found(app.window, FilesView, "filesView")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(three_files[0]), QUrl("https://example.org/a%20b.txt")])
    arguments = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton)
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(view.viewport(), QDragEnterEvent(QPoint(9, 9), *arguments, none))
    assert view._target
    QApplication.sendEvent(view.viewport(), QDropEvent(QPointF(9, 9), *arguments, none))
    robot = SaveRobot(app.window)
    wait_for(lambda: len(robot.rows()) == 1, "the one file")
    assert "example.org" in robot.text("filesNotice")
    assert not view._target


def test_files_are_locked_while_they_are_sent(open_fake: Open, three_files: list[str]) -> None:
    held = Held(UPLOAD)
    app = open_fake(held)
    robot = SaveRobot(app.window)
    robot.fill("Locked", three_files)
    robot.save()
    wait_for(held.reached.is_set, "the upload")
    view = found(app.window, FilesView, "filesView")
    view.selectAll()
    view.remove_action.trigger()
    view.rename_action.trigger()
    assert len(robot.rows()) == 3
    assert not robot.enabled("removeFilesButton")
    assert not robot.enabled("addFilesButton")
    assert view.findChild(QLineEdit) is None
    held.go_on.set()
    robot.wait_for_end()


def test_bytes_beyond_32_bits_arrive_whole(open_fake: Open) -> None:
    held = Held(UPLOAD)
    app = open_fake(held)
    robot = SaveRobot(app.window)
    app.form.add_planned([planned("large.bin", 5_000_000_000)])
    robot.fill("Large")
    robot.save()
    wait_for(held.reached.is_set, "the upload")
    assert held.play is not None
    held.play.progress(held.play.request.files[0], acknowledged=4_500_000_000)
    wait_for(lambda: "4.5 GB of 5.0 GB" in robot.text("measuredLabel"), "the bytes")
    held.go_on.set()
    robot.wait_for_end()


def test_a_file_that_is_not_there_has_no_size(open_fake: Open, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    app = open_fake()
    app.form.add_paths([str(tmp_path / "gone.txt"), str(tmp_path / "empty.txt")])
    wait_for(lambda: len(app.model.rows) == 2, "the rows")
    for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
        sizes = [app.model.index(row, Column.SIZE).data(role) for row in range(2)]
        assert sizes == ["", "0 bytes"]


def test_filter_shows_only_what_matches(open_fake: Open) -> None:
    app = open_fake()
    app.form.add_planned([planned(f"{letter}.txt") for letter in "abcdefghij"])
    robot = SaveRobot(app.window)
    edit = found(app.window, QLineEdit, "filterEdit")
    QTest.keyClicks(edit, "C.T")
    assert [row[0] for row in robot.rows()] == ["c.txt"]


@pytest.mark.parametrize("step", [1, 2, 400])
def test_any_choice_of_many_files_can_be_removed_and_put_back(open_fake: Open, step: int) -> None:
    """However scattered: it takes one pass, and undo puts each row where it stood."""
    app = open_fake()
    model = app.form.model
    ids = model.add(planned(f"file{n}") for n in range(2_000))
    before = [row.id for row in model.rows]
    app.form.remove(ids[::step])
    assert [row.id for row in model.rows] == [one for n, one in enumerate(ids) if n % step]
    app.form.undo_remove()
    assert [row.id for row in model.rows] == before
    assert model.row_number(ids[7]) == 7


def test_scattered_files_leave_a_large_selection_at_once(open_fake: Open) -> None:
    """Each change of a table with a selection costs: a thousand of them took minutes."""
    app = open_fake()
    view = app.window.new_save.files.view
    ids = app.form.model.add(planned(f"file{n}") for n in range(10_000))
    view.selectAll()
    heard = changes_of(app.model)
    app.form.remove(ids[::2])
    app.form.undo_remove()
    assert len(heard) <= 4, "one change each way, and one for what stands beside the rows"
    assert len(app.form.model.rows) == 10_000


def test_a_walk_through_folders_adds_nothing_to_another_save(
    open_fake: Open, tmp_path: Path
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(600):
        (folder / f"{number}.txt").write_text("x")
    app = open_fake()
    app.form.add_paths([str(folder)])
    app.saves.new_save()
    wait_for(lambda: not app.form.adding, "the end of the walk")
    assert app.model.rows == []
    assert SaveRobot(app.window).enabled("saveButton")
