"""By the keyboard alone, and for those who hear the window instead of seeing it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget

from desktop_app.core.appearance import Theme
from desktop_app.qa.testing import SaveRobot, found, happy
from desktop_app.qa.testing.robots import unnamed, wait_for
from desktop_app.ui import theme
from desktop_app.ui.theme import Tone
from desktop_app.ui.widgets.navigation import Page
from tests.ui.conftest import Open
from tests.ui.scripts import FINALIZE, UPLOAD, Held, finalize_fails, upload_fails

CONTROL = Qt.KeyboardModifier.ControlModifier


def active(app: object) -> None:
    window: QWidget = app.window  # type: ignore[attr-defined]  # any App of these tests
    window.activateWindow()
    wait_for(window.isActiveWindow, "the window to be active")


def tab_to(window: QWidget, wanted: QWidget) -> None:
    """Press Tab until `wanted` has the keyboard."""
    for _ in range(60):
        if wanted.hasFocus():
            return
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
    raise AssertionError(f"Tab never reaches {wanted.objectName()}")


def test_the_main_flow_needs_no_mouse(open_fake: Open, three_files: list[str]) -> None:
    app = open_fake(finalize_fails, happy)
    active(app)
    app.form.add_paths(three_files)
    wait_for(lambda: app.form.sendable == 3 and not app.form.adding, "the files")
    title = found(app.window, QLineEdit, "titleEdit")
    tab_to(app.window, title)
    QTest.keyClicks(title, "Typed")
    QTest.keyClick(title, Qt.Key.Key_Return)
    robot = SaveRobot(app.window)
    robot.wait_for_end()
    assert robot.button("retryFinalizeButton").hasFocus()
    QTest.keyClick(robot.button("retryFinalizeButton"), Qt.Key.Key_Space)
    robot.wait_for_stage("finalize_record", "done")
    wait_for(lambda: not app.flow.busy, "the end")
    assert robot.button("openRecordButton").hasFocus()


def test_everything_on_the_page_can_be_reached_by_tab(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(upload_fails)
    active(app)
    robot = SaveRobot(app.window)
    robot.fill("Tab", three_files)
    for name in ("accountCombo", "addFilesButton", "addFolderButton", "filesView", "saveButton"):
        tab_to(app.window, found(app.window, QWidget, name))
    robot.save()
    robot.wait_for_end()
    for name in ("resumeButton", "discardButton", "detailsButton"):
        tab_to(app.window, found(app.window, QWidget, name))


def test_shortcuts_do_what_the_help_says(open_fake: Open, three_files: list[str]) -> None:
    held = Held(UPLOAD)
    app = open_fake(held)
    active(app)
    robot = SaveRobot(app.window)
    for key, page in ((Qt.Key.Key_2, 1), (Qt.Key.Key_3, 2), (Qt.Key.Key_1, 0)):
        QTest.keyClick(app.window, key, CONTROL)
        assert app.window.pages.currentIndex() == page
    QTest.keyClick(app.window, Qt.Key.Key_F1)
    robot.dialog("helpDialog").reject()
    active(app)
    robot.fill("Shortcut", three_files)
    QTest.keyClick(app.window, Qt.Key.Key_Return, CONTROL)
    wait_for(held.reached.is_set, "the upload")
    QTest.keyClick(app.window, Qt.Key.Key_Escape)
    assert app.flow.busy
    assert held.play is not None
    assert not held.play.cancelled.is_set()
    QTest.keyClick(app.window, Qt.Key.Key_Period, CONTROL)
    assert robot.wait_for_end() == "Stopped"


@pytest.mark.parametrize("page", list(Page))
def test_everything_has_a_name_for_assistive_technology(
    open_fake: Open, three_files: list[str], page: Page
) -> None:
    app = open_fake(upload_fails)
    robot = SaveRobot(app.window)
    robot.fill("Named", three_files)
    robot.save()
    robot.wait_for_end()
    app.window.show_page(page)
    assert unnamed(app.window) == []


def test_dialogs_have_names_too(open_fake: Open) -> None:
    app = open_fake()
    app.settings.open()
    dialog = SaveRobot(app.window).dialog("settingsDialog")
    tabs = app.settings._dialog._tabs  # type: ignore[union-attr]  # it is open
    for index in range(tabs.count()):
        tabs.setCurrentIndex(index)
        assert unnamed(dialog) == []
    SaveRobot(dialog).button("addAccountButton")
    tabs.setCurrentIndex(1)
    SaveRobot(dialog).click("addAccountButton")
    account = found(dialog, QDialog, "accountDialog")
    assert unnamed(account) == []
    account.reject()
    dialog.reject()


def test_a_stage_row_says_its_state_in_words(open_fake: Open, three_files: list[str]) -> None:
    app = open_fake(finalize_fails)
    robot = SaveRobot(app.window)
    robot.fill("Said", three_files)
    robot.save()
    robot.wait_for_end()
    row = found(app.window, QWidget, "stageRow_finalize_record")
    interface = QAccessible.queryAccessibleInterface(row)
    assert interface.text(QAccessible.Text.Name) == "Finalizing the record: Failed"
    assert interface.text(QAccessible.Text.Description)


def test_stage_changes_are_announced(
    open_fake: Open, three_files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda event: said.append(event.message())
    )
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("Heard", three_files)
    robot.save()
    robot.wait_for_end()
    stages = ("Preparing the record", "Uploading attachments", "Finalizing the record")
    assert said[:6] == [word for stage in stages for word in (stage, f"{stage}: Done")]
    assert said[6].startswith("Saved.")


@pytest.mark.parametrize("look", [Theme.LIGHT, Theme.DARK])
def test_colours_have_contrast_and_follow_the_theme(
    open_fake: Open, look: Theme, tmp_path: Path
) -> None:
    (tmp_path / "settings.json").write_text(f'{{"theme": "{look}"}}')
    try:
        app = open_fake()
        palette = QApplication.palette()
        assert theme.is_dark(palette) is (look is Theme.DARK)
        assert theme.is_dark(app.window.palette()) is (look is Theme.DARK)
        for tone in (Tone.TEXT, Tone.QUIET, Tone.ACCENT, Tone.GOOD, Tone.WARN, Tone.BAD):
            for ground in (palette.base().color(), palette.window().color()):
                assert theme.contrast(theme.colour(tone, palette), ground) >= 4.5
        filled = theme.accent_ground(palette)
        assert theme.contrast(filled, palette.highlightedText().color()) >= 4.5
    finally:
        theme.choose(Theme.SYSTEM)


def test_the_keyboard_stays_with_the_save(open_fake: Open, three_files: list[str]) -> None:
    """After Save it is at the stages, Tab leads to Cancel, and the end brings the next step."""
    upload, finalize = Held(UPLOAD), Held(FINALIZE, abortable=False)
    app = open_fake(upload, finalize)
    active(app)
    robot = SaveRobot(app.window)
    for held in (upload, finalize):
        robot.fill("Kept", three_files)
        robot.button("saveButton").setFocus()
        QTest.keyClick(robot.button("saveButton"), Qt.Key.Key_Space)
        wait_for(held.reached.is_set, "the stage")
        if held is upload:
            wait_for(lambda: robot.shown("cancelButton"), "the cancel button")
            assert focus() == "stagePanel"
            QTest.keyClick(QApplication.focusWidget() or app.window, Qt.Key.Key_Tab)
            assert focus() == "cancelButton"
        else:
            wait_for(lambda: robot.shown("cancelHint"), "the hint")
            assert focus() == "stagePanel"
        held.go_on.set()
        robot.wait_for_end()
        assert focus() == "openRecordButton"
        robot.click("newSaveButton")


def focus() -> str:
    """Return the name of what has the keyboard."""
    widget = QApplication.focusWidget()
    return widget.objectName() if widget is not None else ""
