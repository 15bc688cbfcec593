"""Closing the window while an operation of the stage ignores that it was asked to stop."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STAGE = {
    "create_record": "create_record",
    "upload_file": "upload_files",
    "list_files": "upload_files",
    "finalize": "finalize_record",
}

CHILD = """
import faulthandler, sys
sys.path.insert(0, {root!r})
from PySide6.QtCore import QTimer
from desktop_app.app import build_app, run
from tests.fakes import FakeServer, FakeService

home, call, paths = sys.argv[1], sys.argv[2], sys.argv[3:]
faulthandler.dump_traceback_later(30, exit=True)
server = FakeServer()
app = build_app(["--lang", "en"], home=home, service=FakeService(server))

def when(condition, action):
    if condition():
        action()
    else:
        QTimer.singleShot(10, lambda: when(condition, action))

def begin():
    global held
    held = server.hang(call)
    held.ignore_cancel = True
    app.form.title = "Closed"
    app.window.new_save.show_form()
    app.form.add_paths(paths)
    when(lambda: not app.form.adding and len(app.model.rows) == len(paths), save)

def save():
    app.saves.save()
    when(lambda: held.reached.is_set() and app.flow.stages.active is not None, close)

def close():
    print(app.flow.stages.active.value, flush=True)
    app.window.close()
    app.closing._question.stop.click()

when(lambda: app.form.capabilities is not None, begin)
sys.exit(run(app))
"""


@pytest.mark.parametrize("call", list(STAGE))
def test_the_window_closes_in_bounded_time_though_nothing_heeds_the_stop(
    call: str, tmp_path: Path, three_files: list[str]
) -> None:
    home = tmp_path / "home"
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD.format(root=str(ROOT)), str(home), call, *three_files],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == STAGE[call]
    _out, errors = process.communicate(timeout=30)
    assert process.returncode == 0
    assert errors == ""
    told = subprocess.run(
        [sys.executable, "-m", "desktop_app", "runs", "--json"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "SENDOFF_HOME": str(home)},
        check=True,
    ).stdout
    (run,) = [json.loads(line) for line in told.splitlines()]
    assert run["title"] == "Closed"
    assert run["outcome"] in {"stopped", "unknown"}, "journaled, not cut off"
