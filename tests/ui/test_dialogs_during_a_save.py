"""Whatever dialog is open, the save behind it goes on and ends: no dialog has a loop of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QTreeWidget

from desktop_app.app import App
from desktop_app.core.errors import ErrorKind, info
from desktop_app.core.model import Account, RecordRef
from desktop_app.core.run import Run
from desktop_app.qa.testing import Play, SaveRobot, found, happy
from desktop_app.qa.testing.robots import wait_for
from desktop_app.ui.widgets.base import PanelDialog
from desktop_app.ui.widgets.files_question import FilesQuestion
from desktop_app.ui.widgets.repair_dialog import RepairDialog
from desktop_app.ui.widgets.runs_page import RunCommand, RunVerb
from tests.ui.conftest import Open
from tests.ui.scripts import UPLOAD, Held

LAB = Account("acct-1", "invenio", "Lab", "https://records.example")


class Scene:
    """A window in the middle of an upload, and the save that ended before it."""

    def __init__(self, app: App, earlier: Run, play: Play) -> None:
        self.app = app
        self.earlier = earlier
        self.play = play
        self.robot = SaveRobot(app.window)

    def settings(self) -> None:
        self.robot.click("settingsButton")

    def account(self) -> None:
        self.app.settings.open_accounts()
        SaveRobot(self.robot.dialog("settingsDialog")).click("addAccountButton")

    def support(self) -> None:
        self.app.support.open_report()

    def support_place(self) -> None:
        dialog = self.app.support.open_report()
        wait_for(lambda: SaveRobot(dialog).enabled("supportSaveButton"), "the report")
        SaveRobot(dialog).click("supportSaveButton")

    def help(self) -> None:
        QTest.keyClick(self.app.window, Qt.Key.Key_F1)

    def trouble(self) -> None:
        self.app.support.show_trouble(info(ErrorKind.INTERNAL))

    def sign_in(self) -> None:
        self.play.refuse_token(info(ErrorKind.SIGN_IN))

    def closing(self) -> None:
        self.app.window.close()

    def record(self) -> None:
        self.app.records.open_record(self.earlier)

    def copies(self) -> None:
        self.record()
        viewer = self.robot.dialog("recordViewer")
        files = found(viewer, QTreeWidget, "recordFilesView")
        wait_for(lambda: files.topLevelItemCount() > 0, "the files of the record")
        SaveRobot(viewer).click("saveCopyButton")

    def receipt(self) -> None:
        self.app.records.export(RunCommand(RunVerb.EXPORT_CSV, self.earlier))

    def discard(self) -> None:
        self.app.lists.ask_discard(self.earlier)

    def files_question(self) -> None:
        FilesQuestion(self.earlier, self.app.window).open()

    def repair(self) -> None:
        RepairDialog(RecordRef("r1"), LAB, 1, self.app.window).open()

    def add_files(self) -> None:
        self.app.window.new_save.files.choose_files()

    def add_folder(self) -> None:
        self.app.window.new_save.files.choose_folder()


DIALOGS: dict[str, Callable[[Scene], None]] = {
    "settingsDialog": Scene.settings,
    "accountDialog": Scene.account,
    "supportDialog": Scene.support,
    "supportFileDialog": Scene.support_place,
    "helpDialog": Scene.help,
    "troubleDialog": Scene.trouble,
    "signInDialog": Scene.sign_in,
    "closeQuestion": Scene.closing,
    "recordViewer": Scene.record,
    "copyFolderDialog": Scene.copies,
    "receiptDialog": Scene.receipt,
    "discardQuestion": Scene.discard,
    "filesQuestion": Scene.files_question,
    "repairDialog": Scene.repair,
    "fileDialog": Scene.add_files,
    "fileDialog of a folder": Scene.add_folder,
}
ABOUT_THE_RUN = ("signInDialog", "closeQuestion")
"""What these ask is settled once the save has ended: they go by themselves."""


@pytest.mark.parametrize("name", DIALOGS)
def test_the_save_goes_on_and_ends_while_a_dialog_is_open(
    open_fake: Open, three_files: list[str], caplog: pytest.LogCaptureFixture, name: str
) -> None:
    held = Held(UPLOAD)
    app = open_fake(happy, held)
    change = app.loop.create_task(app.backend.preferences.change(native_dialogs=False))
    wait_for(change.done, "the setting")
    scene = begun(app, held, three_files)
    DIALOGS[name](scene)
    dialog = scene.robot.dialog(name.split(maxsplit=1)[0])
    if isinstance(dialog, QFileDialog):
        assert dialog.testOption(QFileDialog.Option.DontUseNativeDialog)
    scene.play.progress(scene.play.request.files[0], acknowledged=777)
    wait_for(lambda: app.flow.stages.totals.received == 777, "the bytes behind the dialog")
    held.go_on.set()
    assert scene.robot.wait_for_end() == "Saved"
    if name in ABOUT_THE_RUN:
        wait_for(lambda: not scene.robot.shown(name), f"{name} to go")
    else:
        assert dialog.isVisible()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    close_all(app)


def test_no_dialog_is_left_out() -> None:
    """Each kind of dialog stands in the table above by the name that it gives itself."""
    ours = [one for one in PanelDialog.__subclasses__() if one.__module__.startswith("desktop_app")]
    kinds = {kind.__name__ for kind in ours}
    named = {f"{name[0].upper()}{name[1:]}" for name in DIALOGS} | {"Confirm"}
    assert kinds <= named


def begun(app: App, held: Held, files: list[str]) -> Scene:
    """Save once, then begin another save and wait until it uploads."""
    robot = SaveRobot(app.window)
    robot.fill("Earlier", files)
    robot.save()
    robot.wait_for_end()
    earlier = app.flow.report
    assert earlier is not None
    assert earlier.record is not None
    robot.click("newSaveButton")
    robot.fill("Now", files)
    robot.save()
    wait_for(held.reached.is_set, "the upload")
    assert held.play is not None
    return Scene(app, replace(earlier, record=replace(earlier.record, url="")), held.play)


def close_all(app: App) -> None:
    """Close what is open, the topmost first."""
    for dialog in reversed(app.window.findChildren(QDialog)):
        if dialog.isVisible():
            dialog.reject()
    wait_for(lambda: not any(one.isVisible() for one in app.window.findChildren(QDialog)), "none")
