"""The background: the tray where there is one, notifications, session end, other windows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import SIGNAL
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from desktop_app.app import App
from desktop_app.core.errors import ErrorKind, info
from desktop_app.core.model import SaveStage
from desktop_app.core.settings import WhenClosed
from desktop_app.qa.testing import ListRobot, SaveRobot, happy
from desktop_app.qa.testing.robots import wait_for
from desktop_app.ui import wording
from tests.ui.conftest import Open
from tests.ui.scripts import UPLOAD, Held
from tests.ui.server import Server


class Tray:
    """What a desktop's tray shows: the icon and the messages."""

    def __init__(self) -> None:
        self.icons: list[QSystemTrayIcon] = []
        self.shown = False
        self.messages: list[tuple[str, str]] = []

    def press(self, text: str) -> None:
        """Choose an entry of the icon's menu."""
        self.actions()[text].trigger()

    def actions(self) -> dict[str, QAction]:
        menu = self.icons[-1].contextMenu()
        return {action.text(): action for action in menu.actions()}


@pytest.fixture
def tray(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tray]:
    """A desktop with a tray; Qt's offscreen platform has none."""
    tray = Tray()

    def show(icon: QSystemTrayIcon) -> None:
        if icon not in tray.icons:
            tray.icons.append(icon)
        tray.shown = True

    def hide(_icon: QSystemTrayIcon) -> None:
        tray.shown = False

    def message(_icon: QSystemTrayIcon, title: str, text: str) -> None:
        tray.messages.append((title, text))

    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: True))
    monkeypatch.setattr(QSystemTrayIcon, "show", show)
    monkeypatch.setattr(QSystemTrayIcon, "hide", hide)
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", message)
    yield tray
    tray.icons.clear()


def settle(app: App, **values: object) -> None:
    """Change settings; waits until they hold."""
    done = app.loop.create_task(app.backend.preferences.change(**values))
    wait_for(done.done, "the settings")
    done.result()


def begin(open_fake: Open, files: list[str], held: Held, language: str = "en") -> App:
    """Open a window and let a save reach the stage that `held` holds."""
    app = open_fake(held, language=language)
    robot = SaveRobot(app.window)
    robot.fill("R&D <b>levels</b>", files)
    robot.save()
    wait_for(held.reached.is_set, "the stage")
    return app


def to_background(app: App) -> None:
    app.window.close()
    SaveRobot(SaveRobot(app.window).dialog("closeQuestion")).click("closeBackgroundButton")


@pytest.mark.parametrize("abortable", [True, False])
@pytest.mark.parametrize("stage", list(SaveStage))
def test_a_save_goes_on_in_the_tray_whatever_its_stage(
    open_fake: Open, three_files: list[str], tray: Tray, stage: SaveStage, abortable: bool
) -> None:
    held = Held(stage, abortable=abortable)
    app = begin(open_fake, three_files, held)
    to_background(app)
    wait_for(lambda: not app.window.isVisible(), "the window to go to the tray")
    assert tray.shown
    assert held.play is not None
    assert not held.play.cancelled.is_set()
    held.go_on.set()
    wait_for(lambda: bool(tray.messages), "the message")
    assert tray.messages[0][0] == "R&D <b>levels</b>: Saved"
    assert "3 of 3" in tray.messages[0][1]
    tray.press("Show Sendoff")
    assert app.window.isVisible()
    assert SaveRobot(app.window).text("outcomeTitle") == "Saved"


def test_quit_in_the_tray_stops_and_ends(
    open_fake: Open, three_files: list[str], tray: Tray
) -> None:
    held = Held(UPLOAD)
    app = begin(open_fake, three_files, held)
    to_background(app)
    tray.press("Quit")
    wait_for(lambda: app.window.may_close, "the end")
    assert held.play is not None
    assert held.play.cancelled.is_set()
    assert not tray.shown


def test_the_tray_speaks_the_language_of_the_window(
    open_fake: Open, three_files: list[str], tray: Tray
) -> None:
    held = Held(UPLOAD)
    app = begin(open_fake, three_files, held)
    to_background(app)
    settle(app, language="es")
    wait_for(lambda: "Salir" in tray.actions(), "the menu in Spanish")
    held.go_on.set()
    wait_for(lambda: bool(tray.messages), "the message")
    assert tray.messages[0][0].endswith(": Guardado")


def test_closing_asks_nothing_where_the_settings_say_what_to_do(
    open_fake: Open, three_files: list[str], tray: Tray
) -> None:
    held = Held(UPLOAD)
    app = begin(open_fake, three_files, held)
    settle(app, when_closed=WhenClosed.BACKGROUND)
    app.window.close()
    assert not app.window.isVisible()
    assert tray.shown
    settle(app, when_closed=WhenClosed.STOP)
    tray.press("Show Sendoff")
    app.window.close()
    wait_for(lambda: app.window.may_close, "the end")
    assert held.play is not None
    assert held.play.cancelled.is_set()


def test_no_message_where_none_is_wanted(
    open_fake: Open, three_files: list[str], tray: Tray
) -> None:
    held = Held(UPLOAD)
    app = begin(open_fake, three_files, held)
    settle(app, notifications=False)
    to_background(app)
    held.go_on.set()
    wait_for(lambda: not app.flow.busy, "the end")
    assert tray.messages == []


def test_no_message_while_a_person_looks(
    open_fake: Open, three_files: list[str], tray: Tray
) -> None:
    held = Held(UPLOAD)
    app = begin(open_fake, three_files, held)
    app.window.activateWindow()
    wait_for(app.window.isActiveWindow, "the window in front")
    held.go_on.set()
    assert SaveRobot(app.window).wait_for_end() == "Saved"
    assert tray.messages == []
    assert not tray.shown


def test_no_message_while_a_dialog_of_ours_is_in_front(
    open_fake: Open, three_files: list[str], tray: Tray
) -> None:
    held = Held(UPLOAD)
    app = begin(open_fake, three_files, held)
    app.settings.open()
    dialog = SaveRobot(app.window).dialog("settingsDialog")
    wait_for(dialog.isActiveWindow, "the settings in front")
    held.go_on.set()
    assert SaveRobot(app.window).wait_for_end() == "Saved"
    assert tray.messages == []
    dialog.reject()


def test_a_token_that_is_needed_in_the_background_is_told(
    open_fake: Open, three_files: list[str], tray: Tray
) -> None:
    held = Held(UPLOAD)
    app = begin(open_fake, three_files, held)
    to_background(app)
    wait_for(lambda: not app.window.isVisible(), "the window to go to the tray")
    assert held.play is not None
    error = info(ErrorKind.SIGN_IN, host="records.example")
    held.play.refuse_token(error)
    wait_for(lambda: bool(tray.messages), "the message")
    assert tray.messages == [("This computer: Waiting for you to sign in", wording.reason(error))]
    SaveRobot(app.window).dialog("signInDialog").reject()


def test_the_end_of_the_session_stops_and_quits(
    open_fake: Open, three_files: list[str], qapp: QApplication
) -> None:
    held = Held(UPLOAD)
    app = begin(open_fake, three_files, held)
    assert qapp.receivers(SIGNAL("commitDataRequest(QSessionManager&)")) == 1
    app.end_session(None)  # Qt makes the manager only where a session ends
    wait_for(lambda: app.window.may_close, "the end")
    assert held.play is not None
    assert held.play.cancelled.is_set()
    assert app.backend.session.closed  # type: ignore[attr-defined]  # the fake's
    assert not SaveRobot(app.window).shown("closeQuestion")


def test_three_windows_on_one_journal_run_a_save_once(
    open_real: Open, tmp_path: Path, three_files: list[str]
) -> None:
    first, second, third = open_real("--qa"), open_real("--qa"), open_real("--qa")
    robot = SaveRobot(first.window)
    robot.fill("Warm", [])
    robot.save()
    robot.wait_for_end()
    robot.click("newSaveButton")
    server = Server(tmp_path / "home")
    server.fault("slow", "put_file", when="before", seconds=60, times=0)
    robot.fill("Shared", three_files)
    robot.save()
    robot.wait_for_stage("upload_files", "active")
    for other in (second, third):
        listed = ListRobot(other.window, "unfinished")
        listed.open()
        listed.choose("Shared")
        model = other.window.unfinished.model
        assert model.index(0, 1).data() == "Running in another window"
        assert not listed.enabled("unfinishedResumeButton")
        assert not listed.enabled("unfinishedDiscardButton")
    robot.click("cancelButton")
    assert robot.wait_for_end() == "Stopped"
    server.heal()
    listed = ListRobot(second.window, "unfinished")
    second.window.activated.emit()
    wait_for(lambda: listed.enabled("unfinishedResumeButton"), "the save to be free")
    listed.press("Resume")
    assert SaveRobot(second.window).wait_for_end() == "Saved"
    history = ListRobot(third.window, "history")
    history.open()
    wait_for(lambda: history.titles() == ["Shared", "Warm"], "the save in the third window")
    shared = [one for one in server.records() if one["title"] == "Shared"]
    assert [(one["state"], len(one["entries"])) for one in shared] == [("finalized", 3)]


def test_where_the_bus_shows_nothing_the_tray_does(
    open_fake: Open,
    three_files: list[str],
    tray: Tray,
    session_bus: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", session_bus)
    app = open_fake(happy)
    app.window.hide()
    app.form.title = "River levels"
    app.form.add_paths(three_files)
    app.window.new_save.show_form()
    wait_for(lambda: len(app.model.rows) == 3 and not app.form.adding, "the files")
    app.saves.save()
    wait_for(lambda: bool(tray.messages), "the message")
    assert tray.messages[0][0] == "River levels: Saved"
