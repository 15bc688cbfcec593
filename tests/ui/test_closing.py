"""Closing: by the window, by SIGTERM, in each stage, in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.core.model import SaveStage
from desktop_app.qa.testing import SaveRobot
from desktop_app.qa.testing.robots import wait_for
from tests.ui.conftest import Open
from tests.ui.scripts import FINALIZE, UPLOAD, Held
from tests.waiting import gone

ROOT = Path(__file__).resolve().parents[2]

CHILD = """
import faulthandler, json, sys
sys.path.insert(0, {root!r})
from PySide6.QtCore import QTimer
from desktop_app.app import build_app, run
from tests.ui.server import Server
from pathlib import Path

home, stage, how, paths = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
routes = dict(create_record="create_record", upload_files="put_file", finalize_record="finalize")
app = build_app(["--lang", "en", "--qa"], home=home)

def tell(word):
    print(word, flush=True)

def ended(report):
    if report.title == "Warm":
        server = Server(Path(home))
        server.fault("slow", routes[stage], when="before", seconds=20, times=0)
        tell("pid %s" % server.facts["pid"])
        app.saves.new_save()
        app.form.add_paths(paths)
        app.form.title = "Closed"
        app.window.new_save.show_form()
        when(lambda: not app.form.adding and len(app.model.rows) == len(paths), app.saves.save)

def moved():
    active = app.flow.stages.active
    if app.form.title == "Closed" and active is not None and active.value == stage:
        if not hasattr(app, "told"):
            app.told = True
            tell("reached")
            if how == "close":
                QTimer.singleShot(0, close)

def close():
    app.window.close()
    app.closing._question.stop.click()

def when(condition, action):
    if condition():
        action()
    else:
        QTimer.singleShot(10, lambda: when(condition, action))

faulthandler.dump_traceback_later(30, exit=True)
app.flow.ended.connect(ended)
app.flow.stages_changed.connect(moved)

def begin():
    app.form.title = "Warm"
    app.window.new_save.show_form()
    app.saves.save()

when(lambda: app.form.capabilities is not None, begin)
sys.exit(run(app))
"""


@pytest.mark.parametrize("how", ["close", "term"])
@pytest.mark.parametrize("stage", list(SaveStage))
def test_the_process_ends_in_order_whatever_the_stage(
    stage: SaveStage, how: str, tmp_path: Path, three_files: list[str]
) -> None:
    home = tmp_path / "home"
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD.format(root=str(ROOT)), str(home), stage, how, *three_files],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert process.stdout is not None
    service = int(process.stdout.readline().split()[1])
    assert process.stdout.readline().strip() == "reached"
    if how == "term":
        process.send_signal(signal.SIGTERM)
    _out, errors = process.communicate(timeout=30)
    assert process.returncode == 0
    assert errors == ""
    assert gone(service)
    told = subprocess.run(
        [sys.executable, "-m", "desktop_app", "runs", "--json"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "SENDOFF_HOME": str(home)},
        check=True,
    ).stdout
    titles = [json.loads(line).get("title") for line in told.splitlines()]
    assert "Closed" in titles


def test_closing_asks_once_and_stay_leaves_the_save_alone(
    open_fake: Open, three_files: list[str]
) -> None:
    held = Held(UPLOAD)
    app = open_fake(held)
    robot = SaveRobot(app.window)
    robot.fill("Stay", three_files)
    robot.save()
    wait_for(held.reached.is_set, "the upload")
    app.window.close()
    app.window.close()
    question = SaveRobot(robot.dialog("closeQuestion"))
    assert len(app.window.findChildren(type(question.window), "closeQuestion")) == 1
    question.click("closeStayButton")
    wait_for(lambda: not robot.shown("closeQuestion"), "the question to go")
    assert app.window.isVisible()
    assert held.play is not None
    assert not held.play.cancelled.is_set()
    held.go_on.set()
    assert robot.wait_for_end() == "Saved"


def test_stop_and_quit_cancels_closes_the_session_and_the_window(
    open_fake: Open, three_files: list[str]
) -> None:
    held = Held(UPLOAD)
    app = open_fake(held)
    robot = SaveRobot(app.window)
    robot.fill("Quit", three_files)
    robot.save()
    wait_for(held.reached.is_set, "the upload")
    app.window.close()
    SaveRobot(robot.dialog("closeQuestion")).click("closeStopButton")
    wait_for(lambda: not app.window.isVisible(), "the window to close")
    assert held.play is not None
    assert held.play.cancelled.is_set()
    assert app.backend.session.closed  # type: ignore[attr-defined]  # the fake's


def test_background_minimises_where_there_is_no_tray(
    open_fake: Open, three_files: list[str]
) -> None:
    held = Held(FINALIZE, abortable=False)
    app = open_fake(held)
    robot = SaveRobot(app.window)
    robot.fill("Background", three_files)
    robot.save()
    wait_for(held.reached.is_set, "the last stage")
    app.window.close()
    SaveRobot(robot.dialog("closeQuestion")).click("closeBackgroundButton")
    wait_for(app.window.isMinimized, "the window to be minimised")
    held.go_on.set()
    wait_for(lambda: not app.flow.busy, "the end")


def test_a_window_without_a_save_closes_without_a_question(open_fake: Open) -> None:
    app = open_fake()
    app.window.close()
    wait_for(lambda: not app.window.isVisible(), "the window to close")


def test_shutdown_can_be_asked_for_twice(open_fake: Open) -> None:
    app = open_fake()
    for _ in range(2):
        done = app.loop.create_task(app.shutdown())
        wait_for(done.done, "the shutdown")
        done.result()
