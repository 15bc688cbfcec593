"""Cases from use that concern the window (field-cases-2): each named after its id.

Those marked `xfail` wait for the second edition of the window (issue P) and use its names.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QPoint, Qt
from PySide6.QtGui import QAccessible, QColor, QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QTabWidget,
    QWidget,
)

from desktop_app.app import App
from desktop_app.core.appearance import Theme
from desktop_app.core.errors import ErrorKind, Verdict, info
from desktop_app.core.measured import RetryWaits
from desktop_app.core.model import OutcomeKind
from desktop_app.core.run import Run
from desktop_app.qa.testing import FakeSession, ListRobot, Play, SaveRobot, found, happy, report_of
from desktop_app.qa.testing.robots import drop, wait_for
from desktop_app.saving.sessions import Capabilities, FieldType, MetadataField
from desktop_app.ui import theme
from desktop_app.ui.formats import duration_text, size_text
from desktop_app.ui.i18n import PSEUDO_RTL
from desktop_app.ui.widgets.settings_tabs import NetworkTab
from tests.ui.conftest import Open
from tests.ui.scripts import CREATE, UPLOAD, Held, finalize_fails, stopped, upload_fails

CONTROL = Qt.KeyboardModifier.ControlModifier
ROOT = Path(__file__).resolve().parents[2]
SLOW_DOWN = info(ErrorKind.RATE_LIMITED, host="records.example", verdict=Verdict.TRANSIENT)
FORM = Capabilities(
    "invenio",
    fields=(
        MetadataField("creators", FieldType.PEOPLE),
        MetadataField("publication_date", FieldType.DATE, default="today"),
        MetadataField("publisher", FieldType.TEXT, default="Archive"),
        MetadataField("description", FieldType.LONG_TEXT),
        MetadataField("rights", FieldType.CHOICE, choices=("cc-by-4.0",), default="cc-by-4.0"),
        MetadataField("access.record", FieldType.CHOICE, choices=("public",), default="public"),
        MetadataField("access.files", FieldType.CHOICE, choices=("public",), default="public"),
        MetadataField("access.embargo.until", FieldType.DATE),
        MetadataField("access.embargo.reason", FieldType.TEXT),
    ),
)


def plays(app: App) -> list[Play]:
    session = app.backend.session
    assert isinstance(session, FakeSession)
    return session.plays


def to_front(app: App) -> None:
    app.window.activateWindow()
    wait_for(app.window.isActiveWindow, "the window in front")


def seen_whole(widget: QWidget) -> bool:
    QApplication.processEvents()
    seen = widget.visibleRegion().boundingRect()
    return widget.isVisible() and seen.height() == widget.height() > 0


# T20


async def breaks_at_once(_play: Play) -> Run:
    raise OverflowError("a time of the year 2300")


def test_T20_the_form_comes_back_whatever_fails_while_a_save_begins(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(breaks_at_once, happy)
    robot = SaveRobot(app.window)
    robot.fill("Old file", three_files)
    robot.save()
    assert robot.wait_for_end() == "Nothing was sent"
    assert robot.enabled("saveButton")
    assert not found(app.window, QLineEdit, "titleEdit").isReadOnly()
    assert robot.enabled("addFilesButton")
    assert robot.text("titleEdit") == "Old file"
    assert len(robot.rows()) == 3
    assert not robot.shown("cancelButton")
    robot.save()
    assert robot.wait_for_end() == "Saved"


def test_T20_a_save_that_broke_after_its_begin_is_shown_as_it_is_and_not_begun_again(
    open_fake: Open, three_files: list[str]
) -> None:
    async def breaks_later(play: Play) -> Run:
        play.started()
        session = app.backend.session
        assert isinstance(session, FakeSession)
        session.journal[play.run] = stopped(play)
        raise OverflowError

    app = open_fake(breaks_later, happy)
    robot = SaveRobot(app.window)
    robot.fill("Begun", three_files)
    robot.save()
    robot.dialog("troubleDialog").reject()
    assert robot.wait_for_end() == "Stopped"
    robot.click("resumeButton")
    wait_for(lambda: len(plays(app)) == 2 and not app.flow.busy, "the resumed save")
    assert [play.verb for play in plays(app)] == ["save", "resume"]
    assert {play.run for play in plays(app)} == {"run-1"}


# T23


async def stops(play: Play) -> Run:
    play.started()
    return stopped(play)


async def stays_unknown(play: Play) -> Run:
    play.started()
    play.begin(CREATE)
    play.reconciling(CREATE)
    return report_of(
        play,
        OutcomeKind.UNKNOWN,
        confirmed=0,
        failed_stage=CREATE,
        error=info(ErrorKind.TIMED_OUT, host="records.example"),
    )


@pytest.mark.parametrize("script", [stops, upload_fails, finalize_fails, stays_unknown, happy])
def test_T23_every_outcome_lets_a_new_save_begin(
    open_fake: Open, three_files: list[str], script: object
) -> None:
    app = open_fake(script, happy)
    robot = SaveRobot(app.window)
    robot.fill("First", three_files)
    robot.save()
    robot.wait_for_end()
    robot.click("newSaveButton")
    assert robot.text("titleEdit") == ""
    assert robot.rows() == []
    robot.fill("Second")
    robot.save()
    wait_for(lambda: len(plays(app)) == 2 and not app.flow.busy, "the second save")
    assert [play.run for play in plays(app)] == ["run-1", "run-2"]
    where = ListRobot(app.window, "history" if script is happy else "unfinished")
    where.open()
    wait_for(lambda: "First" in where.titles(), "the first save in its list")


# T24


def test_T24_what_is_in_the_list_already_is_skipped_with_one_quiet_line(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("Again", three_files)
    view = found(app.window, QAbstractItemView, "filesView")
    drop(view, three_files)
    wait_for(lambda: "in the list already" in robot.text("filesNotice"), "the quiet line")
    assert "3" in robot.text("filesNotice")
    drop(view, [str(Path(three_files[0]).parent)])
    wait_for(lambda: not app.form.adding, "the folder")
    assert [row[0] for row in robot.rows()] == ["file1.txt", "file2.txt", "file3.txt"]
    assert not robot.shown("filesProblem")
    robot.save()
    assert robot.wait_for_end() == "Saved"
    assert len(plays(app)[0].request.files) == 3


def test_T24_a_file_in_one_drop_twice_is_one_row(open_fake: Open, three_files: list[str]) -> None:
    app = open_fake(happy)
    view = found(app.window, QAbstractItemView, "filesView")
    drop(view, [three_files[0], three_files[0], three_files[1]])
    robot = SaveRobot(app.window)
    wait_for(lambda: "in the list already" in robot.text("filesNotice"), "the quiet line")
    assert [row[0] for row in robot.rows()] == ["file1.txt", "file2.txt"]


def test_T24_a_file_that_is_dropped_again_is_taken_as_it_is_now(
    open_fake: Open, three_files: list[str]
) -> None:
    """It changed meanwhile, or was not there: who adds it again means what is there now."""
    lost, grown, _same = three_files
    content = Path(lost).read_bytes()
    Path(lost).unlink()
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("As it is now", three_files)
    model = found(app.window, QAbstractItemView, "filesView").model()
    model.setData(model.index(1, 0), "kept name.txt")
    Path(lost).write_bytes(content)
    Path(grown).write_bytes(b"x" * 9000)
    drop(found(app.window, QAbstractItemView, "filesView"), three_files)
    wait_for(lambda: "in the list already" in robot.text("filesNotice"), "the quiet line")
    assert [row[:2] for row in robot.rows()] == [
        ("file1.txt", size_text(1000)),
        ("kept name.txt", size_text(9000)),
        ("file3.txt", size_text(3000)),
    ]
    robot.save()
    assert robot.wait_for_end() == "Saved"
    sizes = [file.fingerprint.size for file in plays(app)[0].request.files]
    assert sizes == [1000, 9000, 3000]


def test_T24_undo_puts_nothing_back_that_was_added_again(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("Undo", three_files)
    app.form.remove([row.id for row in app.model.rows[:2]])
    app.form.add_paths(three_files[:1])
    wait_for(lambda: len(app.model.rows) == 2 and not app.form.adding, "the file, added again")
    robot.click("undoButton")
    assert sorted(row[0] for row in robot.rows()) == ["file1.txt", "file2.txt", "file3.txt"]
    assert app.model.first_problem() is None


# T25, T26


def save_until(held: Held, open_fake: Open, files: list[str]) -> tuple[SaveRobot, Play]:
    """Begin a save in a window of its own; return once it has come to where it is held."""
    robot = SaveRobot(open_fake(held).window)
    robot.fill("Paused", files)
    robot.save()
    wait_for(held.reached.is_set, f"the stage {held.stage}")
    assert held.play is not None
    return robot, held.play


def test_T25_a_pause_that_the_service_asks_for_is_said_until_it_is_over(
    open_fake: Open, three_files: list[str]
) -> None:
    held = Held(UPLOAD)
    robot, play = save_until(held, open_fake, three_files)
    first, second, _third = play.request.files
    play.progress(first, sent=1000)
    play.progress(second, sent=500)
    wait_for(lambda: "1.5 kB sent" in robot.text("measuredLabel"), "the numbers")
    play.publish(RetryWaits(UPLOAD, 60.0, SLOW_DOWN, first.n))
    play.progress(second, sent=1800)
    wait_for(lambda: "1.8 kB" in robot.rows()[1][3], "what others in flight do")
    assert "Next attempt in" in robot.text("measuredLabel")
    assert "last byte" not in robot.text("measuredLabel")
    assert [row[2] for row in robot.rows()] == ["Waiting", "Sending", "Waiting"]
    play.progress(first, sent=100)
    wait_for(lambda: "last byte" in robot.text("measuredLabel"), "the end of the pause")
    assert robot.rows()[0][2] == "Sending"
    held.go_on.set()
    robot.wait_for_end()


def test_T25_a_pause_of_a_stage_is_counted_down_and_gone_when_it_is_over(
    open_fake: Open, three_files: list[str]
) -> None:
    held = Held(CREATE)
    robot, play = save_until(held, open_fake, three_files)
    play.publish(RetryWaits(CREATE, 1.5, SLOW_DOWN))
    wait_for(lambda: "Next attempt in" in robot.text("measuredLabel"), "the countdown")
    assert "asks for a pause" in robot.text("measuredLabel")
    wait_for(lambda: "Waiting for the server" in robot.text("measuredLabel"), "the end of it")
    held.go_on.set()
    robot.wait_for_end()


def test_T26_cancel_in_a_pause_is_taken_at_once(open_fake: Open, three_files: list[str]) -> None:
    held = Held(UPLOAD)
    robot, play = save_until(held, open_fake, three_files)
    first = play.request.files[0]
    play.publish(RetryWaits(UPLOAD, 60.0, SLOW_DOWN, first.n))
    wait_for(lambda: "Next attempt in" in robot.text("measuredLabel"), "the countdown")
    robot.button("cancelButton").click()
    assert play.cancelled.is_set()
    assert "Next attempt" not in robot.text("measuredLabel")
    assert not robot.enabled("cancelButton")
    assert robot.wait_for_end() == "Stopped"


# T36


@pytest.fixture
def monitored_bus(session_bus: str, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A session bus, and a file in which every notification is written down."""
    heard = tmp_path / "heard"
    with heard.open("w") as out:
        rule = "interface='org.freedesktop.Notifications',member='Notify'"
        command = ["dbus-monitor", "--address", session_bus, rule]
        monitor = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
    yield session_bus, heard
    monitor.terminate()
    monitor.wait()


ENDS_MINIMISED = """
import asyncio, sys
from desktop_app.app import assemble
from desktop_app.qa.testing import SaveRobot, fake_backend, FakeSession, happy
from desktop_app.qa.testing.robots import wait_for
from desktop_app.ui.options import Options
app = assemble(fake_backend(FakeSession(happy), sys.argv[1]), Options(language="en"))
asyncio.events._set_running_loop(app.loop)
app.window.show()
app.window.showMinimized()
app.form.title = "River levels"
app.window.new_save.show_form()
app.saves.save()
wait_for(lambda: app.flow.report is not None and not app.flow.busy, "the end")
wait_for(lambda: not app.tasks.running, "what follows", 3000)
done = app.loop.create_task(app.shutdown())
wait_for(done.done, "the shutdown")
"""


def test_T36_without_a_tray_the_end_is_told_over_the_session_bus(
    monitored_bus: tuple[str, Path], tmp_path: Path
) -> None:
    address, heard = monitored_bus
    (tmp_path / "home").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", ENDS_MINIMISED, str(tmp_path / "home")],
        cwd=ROOT,
        env={
            **os.environ,
            "DBUS_SESSION_BUS_ADDRESS": address,
            "QT_QPA_PLATFORM": "offscreen",
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    told = heard.read_text()
    assert "River levels" in told
    assert "Open" in told


# T37


@pytest.mark.parametrize("size", [(960, 720), (720, 560)])
def test_T37_what_runs_is_in_sight_with_its_cancel_button(
    open_fake: Open, three_files: list[str], size: tuple[int, int]
) -> None:
    held = Held(UPLOAD)
    app = open_fake(held, capabilities=FORM)
    app.window.resize(*size)
    robot = SaveRobot(app.window)
    robot.fill("Long form", three_files)
    robot.click("formDetailsToggle")
    for _ in range(2):
        robot.click("addPersonButton")
    robot.save()
    wait_for(held.reached.is_set, "the upload")
    wait_for(lambda: robot.shown("cancelButton"), "the cancel button")
    wait_for(lambda: seen_whole(robot.button("cancelButton")), "Cancel in sight", 3_000)
    active = found(app.window, QWidget, "stageRow_upload_files")
    wait_for(lambda: seen_whole(active), "the stage at work in sight", 3_000)
    held.go_on.set()
    robot.wait_for_end()


# T41


def test_T41_return_in_the_list_of_saves_sends_nothing(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(upload_fails, happy)
    robot = SaveRobot(app.window)
    robot.fill("Left behind", three_files)
    robot.save()
    robot.wait_for_end()
    robot.click("newSaveButton")
    lists = ListRobot(app.window, "unfinished")
    lists.open()
    lists.choose("Left behind")
    view = found(app.window, QAbstractItemView, "unfinishedView")
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert robot.wait_for_end() == "Not all files could be sent"
    assert not app.flow.busy
    assert len(plays(app)) == 1
    assert robot.text("titleEdit") == "Left behind"
    assert robot.shown("resumeButton")


# T42


def test_T42_what_was_typed_is_offered_at_the_next_start(open_fake: Open) -> None:
    first = open_fake(happy)
    SaveRobot(first.window).fill("Half written, not yet sent")
    first.window.close()
    wait_for(lambda: first.window.may_close, "the end")
    second = open_fake(happy)
    wait_for(lambda: not second.tasks.running, "what the start begins")
    shown = [edit.text() for edit in second.window.findChildren(QLineEdit)]
    shown += [label.text() for label in second.window.findChildren(QLabel)]
    assert any("Half written, not yet sent" in text for text in shown)
    assert not plays(second)


def test_T42_a_kept_form_is_taken_up_or_forgotten(open_fake: Open, three_files: list[str]) -> None:
    first = open_fake(happy)
    SaveRobot(first.window).fill("Half written", three_files)
    first.window.close()
    wait_for(lambda: first.window.may_close, "the end")
    second = open_fake(happy)
    robot = SaveRobot(second.window)
    wait_for(lambda: robot.shown("takeKeptFormButton"), "the offer")
    assert "3 file" in robot.text("keptFormText")
    robot.click("takeKeptFormButton")
    wait_for(lambda: len(robot.rows()) == 3, "the files")
    assert robot.text("titleEdit") == "Half written"
    assert not robot.shown("keptFormText")
    robot.save()
    assert robot.wait_for_end() == "Saved"
    second.window.close()
    wait_for(lambda: second.window.may_close, "the end")
    third = open_fake(happy)
    wait_for(lambda: not third.tasks.running, "what the start begins")
    assert not SaveRobot(third.window).shown("keptFormText"), "it was sent"


def test_T42_what_is_forgotten_is_not_offered_again(open_fake: Open) -> None:
    first = open_fake(happy)
    SaveRobot(first.window).fill("Not wanted")
    first.window.close()
    wait_for(lambda: first.window.may_close, "the end")
    second = open_fake(happy)
    robot = SaveRobot(second.window)
    wait_for(lambda: robot.shown("forgetKeptFormButton"), "the offer")
    robot.click("forgetKeptFormButton")
    second.window.close()
    wait_for(lambda: second.window.may_close, "the end")
    third = open_fake(happy)
    wait_for(lambda: not third.tasks.running, "what the start begins")
    assert not SaveRobot(third.window).shown("keptFormText")


# T43


def test_T43_ctrl_z_takes_a_removal_back(open_fake: Open, three_files: list[str]) -> None:
    app = open_fake(happy)
    to_front(app)
    robot = SaveRobot(app.window)
    robot.fill("Undo", three_files)
    view = found(app.window, QAbstractItemView, "filesView")
    view.setFocus()
    view.selectAll()
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert robot.rows() == []
    QTest.keyClick(view, Qt.Key.Key_Z, CONTROL)
    assert [row[0] for row in robot.rows()] == ["file1.txt", "file2.txt", "file3.txt"]


def test_T43_ctrl_z_in_a_text_undoes_the_text(open_fake: Open, three_files: list[str]) -> None:
    app = open_fake(happy)
    to_front(app)
    robot = SaveRobot(app.window)
    robot.fill("Typed", three_files)
    app.form.remove([app.model.rows[0].id])
    title = found(app.window, QLineEdit, "titleEdit")
    title.setFocus()
    QTest.keyClicks(title, " more")
    QTest.keyClick(title, Qt.Key.Key_Z, CONTROL)
    assert len(robot.rows()) == 2
    assert robot.text("titleEdit") != "Typed more"


# T44


def test_T44_after_a_refused_save_only_the_refused_row_is_selected(
    open_fake: Open, tmp_path: Path
) -> None:
    paths = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        for name in ("same.csv", f"{folder}.csv"):
            (tmp_path / folder / name).write_text(folder)
            paths.append(str(tmp_path / folder / name))
    app = open_fake(happy)
    to_front(app)
    robot = SaveRobot(app.window)
    robot.fill("Clash", paths)
    view = app.window.new_save.files.view
    view.selectAll()
    robot.button("saveButton").setFocus()
    QTest.keyPress(app.window, Qt.Key.Key_Control)
    QTest.keyClick(app.window, Qt.Key.Key_Return, CONTROL)
    QTest.keyRelease(app.window, Qt.Key.Key_Control)
    assert robot.shown("filesProblem")
    refused = app.model.first_problem()
    assert refused is not None
    assert view.selected_ids() == (app.model.rows[refused].id,)


# T45


def test_T45_a_warning_about_a_name_stands_in_its_row_in_words(
    open_fake: Open, tmp_path: Path
) -> None:
    path = tmp_path / "aux.txt"
    path.write_text("x")
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("Warned", [str(path)])
    row = app.model.rows[0]
    assert row.warning is not None
    model: QAbstractItemModel = found(app.window, QAbstractItemView, "filesView").model()
    state = model.index(0, 2)
    assert "Windows" in robot.rows()[0][2]
    assert state.data(Qt.ItemDataRole.AccessibleTextRole) == robot.rows()[0][2]
    robot.save()
    robot.wait_for_end()
    assert robot.rows()[0][2] == "Confirmed"


# T46


def contrast_of(widget: QWidget, area: tuple[QPoint, QPoint], text: QColor) -> float:
    """Return the lowest contrast of a text with the ground that is painted under it."""
    QApplication.processEvents()
    image = widget.grab().toImage()
    scale = image.devicePixelRatio()
    top, bottom = area
    points = [
        QPoint(round(top.x() * scale), round(y * scale)) for y in range(top.y(), bottom.y() + 1)
    ]
    return min(theme.contrast(image.pixelColor(point), text) for point in points)


@pytest.mark.parametrize("look", [Theme.LIGHT, Theme.DARK])
def test_T46_the_main_button_and_chosen_rows_can_be_read(
    open_fake: Open, three_files: list[str], tmp_path: Path, look: Theme
) -> None:
    """Measured from what is painted, a style may lay a gradient over the palette's colour."""
    (tmp_path / "settings.json").write_text(f'{{"theme": "{look}"}}')
    try:
        app = open_fake(happy)
        to_front(app)
        robot = SaveRobot(app.window)
        robot.fill("Contrast", three_files)
        button = found(app.window, QPushButton, "saveButton")
        high = button.fontMetrics().height() // 2
        middle = button.rect().center().y()
        area = QPoint(10, middle - high), QPoint(10, middle + high)
        assert contrast_of(button, area, button.palette().buttonText().color()) >= 4.5
        view = found(app.window, QAbstractItemView, "filesView")
        view.setFocus()
        view.selectAll()
        cell = view.visualRect(view.model().index(1, 1))
        area = QPoint(cell.x() + 3, cell.top() + 4), QPoint(cell.x() + 3, cell.bottom() - 4)
        text = view.palette().highlightedText().color()
        assert contrast_of(view.viewport(), area, text) >= 4.5
    finally:
        theme.choose(Theme.SYSTEM)


# T47


def test_T47_a_number_and_its_unit_stay_together_in_text_from_the_right(open_fake: Open) -> None:
    def together(text: str) -> bool:
        return text.startswith("\u2068") and text.endswith("\u2069")

    open_fake(language=PSEUDO_RTL)
    for text in (size_text(1), size_text(3_200_000_000), duration_text(7), duration_text(3700)):
        assert together(text)
    open_fake(language="en")
    assert size_text(3_200_000_000) == "3.2 GB"


# T48


def account_dialog(app: App) -> SaveRobot:
    app.settings.open_accounts()
    settings = SaveRobot(SaveRobot(app.window).dialog("settingsDialog"))
    settings.click("addAccountButton")
    dialog = found(settings.window, QDialog, "accountDialog")
    dialog.activateWindow()
    wait_for(dialog.isActiveWindow, "the dialog in front")
    return SaveRobot(dialog)


def close_settings(app: App) -> None:
    SaveRobot(app.window).dialog("settingsDialog").reject()


def test_T48_an_address_can_be_pasted_at_once_and_its_account_is_chosen(open_fake: Open) -> None:
    app = open_fake(happy)
    robot = account_dialog(app)
    typed_into = robot.window.focusWidget()
    assert isinstance(typed_into, QLineEdit)
    assert typed_into.objectName() == "accountAddressEdit"
    QGuiApplication.clipboard().setText("https://data.example/api")
    QTest.keyClick(typed_into, Qt.Key.Key_V, CONTROL)
    assert robot.text("accountAddressEdit") == "https://data.example/api"
    kind = found(robot.window, QComboBox, "accountKindCombo")
    assert kind.currentText() == "Another InvenioRDM site"
    found(robot.window, QLineEdit, "accountTokenEdit").setText("hunter2-token")
    robot.click("keepAccountButton")
    wait_for(lambda: app.form.account.address == "https://data.example", "the new account")
    assert found(app.window, QComboBox, "accountCombo").currentData() == app.form.account
    assert app.form.account.label != "Zenodo"
    close_settings(app)


def test_T48_the_account_dialog_leads_to_the_page_where_tokens_are_made(open_fake: Open) -> None:
    app = open_fake(happy)
    robot = account_dialog(app)
    ways = [
        *(button.accessibleName() for button in robot.window.findChildren(QAbstractButton)),
        *(label.text() for label in robot.window.findChildren(QLabel) if "href" in label.text()),
    ]
    told = [text for text in ways if "token" in text.casefold()]
    robot.window.close()
    close_settings(app)
    assert told


def test_T48_the_page_of_tokens_is_the_site_s_own(
    open_fake: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", staticmethod(lambda page: opened.append(page.toString()))
    )
    app = open_fake(happy)
    robot = account_dialog(app)
    address = found(robot.window, QLineEdit, "accountAddressEdit")
    address.setText("http://plain.example")
    robot.click("tokenPageButton")
    assert "plain.example" in robot.text("accountDialogResult")
    address.setText("https://data.example/api")
    robot.click("tokenPageButton")
    found(robot.window, QComboBox, "accountKindCombo").setCurrentText("Another S3 site")
    address.setText("https://store.example/bucket")
    assert not robot.enabled("tokenPageButton")
    robot.window.close()
    close_settings(app)
    assert opened == ["https://data.example/account/settings/applications/tokens/new/"]


def test_T48_a_chosen_file_of_certificates_is_what_applies(open_fake: Open, tmp_path: Path) -> None:
    app = open_fake(happy)
    app.settings.open()
    robot = SaveRobot(SaveRobot(app.window).dialog("settingsDialog"))
    tabs = robot.window.findChildren(QTabWidget)[0]
    tabs.setCurrentWidget(robot.window.findChildren(NetworkTab)[0])
    robot.click("browseCertificatesButton")
    chooser = found(robot.window, QFileDialog, "certificatesFileDialog")
    (tmp_path / "site.pem").write_text("")
    chooser.fileSelected.emit(str(tmp_path / "site.pem"))
    chooser.close()
    wait_for(
        lambda: app.backend.preferences.settings.ca_file == str(tmp_path / "site.pem"),
        "the setting",
    )
    robot.window.close()


def test_T48_a_file_of_certificates_can_be_looked_for(open_fake: Open) -> None:
    app = open_fake(happy)
    app.settings.open()
    settings = SaveRobot(app.window).dialog("settingsDialog")
    names = [button.accessibleName() for button in settings.findChildren(QAbstractButton)]
    settings.reject()
    assert any("Browse" in name for name in names)


# T49


def stops_of(app: App) -> list[QWidget]:
    """Return where Tab leads, once around."""
    to_front(app)
    first = found(app.window, QWidget, "titleEdit")
    first.setFocus()
    stops: list[QWidget] = []
    for _ in range(80):
        widget = QApplication.focusWidget()
        assert widget is not None
        if stops and widget is first:
            break
        stops.append(widget)
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    return stops


def test_T49_no_stop_of_the_keyboard_is_without_a_name(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(upload_fails, capabilities=FORM)
    robot = SaveRobot(app.window)
    robot.fill("Named", three_files)
    robot.click("formDetailsToggle")
    robot.save()
    robot.wait_for_end()
    nameless = [
        f"{type(stop).__name__} {stop.objectName()!r}"
        for stop in stops_of(app)
        if not QAccessible.queryAccessibleInterface(stop).text(QAccessible.Text.Name)
    ]
    assert nameless == []


def test_T49_places_are_a_list_or_tabs_and_no_check_boxes(open_fake: Open) -> None:
    app = open_fake(happy)
    place = app.window.findChild(QWidget, "savesNavigation") or app.window.navigation
    whole = [QAccessible.queryAccessibleInterface(place)]
    for one in whole:
        whole += [child for n in range(one.childCount()) if (child := one.child(n)) is not None]
    roles = {one.role() for one in whole}
    assert QAccessible.Role.CheckBox not in roles
    assert roles & {QAccessible.Role.List, QAccessible.Role.PageTabList}


def test_T49_the_end_of_a_stage_and_its_progress_are_announced(
    open_fake: Open, three_files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QAccessible, "isActive", staticmethod(lambda: True))
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", staticmethod(lambda event: said.append(event.message()))
    )
    held = Held(UPLOAD)
    app = open_fake(held, finalize_fails)
    robot = SaveRobot(app.window)
    robot.fill("Heard", three_files)
    robot.save()
    wait_for(held.reached.is_set, "the upload")
    play = held.play
    assert play is not None
    play.confirm(play.request.files[0])
    wait_for(lambda: "1 of 3" in robot.text("measuredLabel"), "the numbers")
    assert said == [
        "Preparing the record",
        "Preparing the record: Done",
        "Uploading attachments",
    ]
    stages = app.window.new_save.stages
    now = app.flow.now()
    stages.show_stages(app.flow.stages, now + 61)
    stages.show_stages(app.flow.stages, now + 62)
    stages.show_stages(app.flow.stages, now + 125)
    assert [("1 of 3" in text) for text in said[3:]] == [True, True]
    held.go_on.set()
    robot.wait_for_end()
    robot.click("newSaveButton")
    robot.fill("Fails", three_files)
    robot.save()
    robot.wait_for_end()
    assert "Finalizing the record: Failed" in said
