"""The support report in the window, the offer after a crash, and the last resort."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QLabel, QPlainTextEdit, QPushButton

from desktop_app.app import App
from desktop_app.qa.testing.robots import wait_for
from desktop_app.ui.excepthook import ExceptHook
from desktop_app.ui.widgets.settings_dialog import SettingsDialog
from desktop_app.ui.widgets.support_dialog import SupportDialog

Open = Callable[..., App]
ROOT = Path(__file__).resolve().parents[2]


def opened(app: App, name: str) -> QDialog:
    wait_for(lambda: any_visible(app, name) is not None, name)
    found = any_visible(app, name)
    assert found is not None
    return found


def any_visible(app: App, name: str) -> QDialog | None:
    dialogs = app.window.findChildren(QDialog, name)
    return next((one for one in dialogs if one.isVisible()), None)


def press(dialog: QDialog, name: str) -> None:
    button = dialog.findChild(QPushButton, name)
    assert isinstance(button, QPushButton)
    button.click()


def text_of(dialog: QDialog, name: str) -> str:
    field = dialog.findChild(QPlainTextEdit, name)
    assert isinstance(field, QPlainTextEdit)
    return field.toPlainText()


def test_the_report_is_shown_whole_before_it_is_saved(open_fake: Open, tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "sendoff.log").write_text("GET /records/r1/files/secret%20plan.txt 200")
    app = open_fake()
    app.settings.open()
    settings = opened(app, "settingsDialog")
    assert isinstance(settings, SettingsDialog)
    settings.support_button.click()
    report = opened(app, "supportDialog")
    assert isinstance(report, SupportDialog)
    wait_for(lambda: bool(report.parts), "the parts")
    shown = []
    for row, part in enumerate(report.parts):
        report._list.setCurrentRow(row)
        shown.append(text_of(report, "supportText"))
        assert shown[-1] == part.text
    assert "secret" not in "".join(shown)
    report.names.setChecked(True)
    wait_for(lambda: "secret%20plan" in report.parts[-1].text, "the names")

    target = tmp_path / "report.zip"
    app.tasks.start(app.support.save(report, str(target)), "save")
    wait_for(target.exists, "the report")
    bundle = zipfile.ZipFile(target)
    assert [bundle.read(part.name).decode() for part in report.parts] == [
        part.text for part in report.parts
    ]
    report.reject()
    settings.reject()


def test_a_crash_of_the_last_run_is_offered_once(open_fake: Open, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "crash-1.txt").write_text("Fatal Python error: Segmentation fault")
    app = open_fake()
    offer = opened(app, "troubleDialog")
    assert "Segmentation fault" in text_of(offer, "troubleDetails")
    press(offer, "troubleReportButton")
    report = opened(app, "supportDialog")
    assert isinstance(report, SupportDialog)
    wait_for(lambda: bool(report.parts), "the parts")
    assert report.parts[-1].name == "previous-crash.txt"
    report.reject()
    offer.reject()
    wait_for(lambda: not list(logs.iterdir()), "the crash to be forgotten")


def test_what_nobody_caught_is_shown_once_with_details_to_copy(open_fake: Open) -> None:
    app = open_fake()
    hook = ExceptHook(app.loop, app.backend.redact)
    hook.happened.connect(app.support.show_uncaught)
    before = sys.excepthook, threading.excepthook
    hook.install()
    try:
        app.loop.call_soon(break_with_a_secret)
        app.loop.call_soon(break_with_a_secret)
        trouble = opened(app, "troubleDialog")
        thread = threading.Thread(target=break_with_a_secret)
        thread.start()
        thread.join()
    finally:
        hook.remove()
        sys.excepthook, threading.excepthook = before
    details = text_of(trouble, "troubleDetails")
    assert "break_with_a_secret" in details
    assert "ValueError" in details
    assert "tok-1234" not in details
    press(trouble, "troubleCopyButton")
    assert QGuiApplication.clipboard().text() == details
    assert len([one for one in app.window.findChildren(QDialog) if one.isVisible()]) == 1
    trouble.reject()


def test_a_folder_that_cannot_be_used_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    environment = os.environ | {"SENDOFF_HOME": str(tmp_path / "file" / "home")}
    with subprocess.Popen(
        [sys.executable, "-m", "desktop_app", "--demo"],
        env=environment | {"QT_QPA_PLATFORM": "offscreen"},
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        said = process.stderr.readline() + process.stderr.readline()
        process.terminate()  # the dialog waits to be closed
        process.communicate(timeout=30)
    assert "cannot use its own folder" in said
    assert "Traceback" not in said


def break_with_a_secret() -> None:
    raise ValueError("https://host/?token=tok-1234")


def test_t69_a_journal_that_was_set_aside_is_said_until_the_button_is_pressed(
    open_real: Open, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    kept = home / "journal.damaged-20260102-030405.sqlite"
    kept.write_bytes(b"damaged")
    for press_it in (False, True):
        app = open_real()
        dialog = opened(app, "troubleDialog")
        assert "damaged" in " ".join(label.text() for label in dialog.findChildren(QLabel))
        if press_it:
            press(dialog, "troubleAcknowledgeButton")
            wait_for((home / f"{kept.name}.seen").exists, "the acknowledgement")
        else:
            dialog.reject()
    app = open_real()
    wait_for(lambda: app.tasks.running <= 1, "the look at the journal")
    assert any_visible(app, "troubleDialog") is None
