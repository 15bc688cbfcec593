"""The main flow through accessibility actions only, in a real window under Xvfb."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
SYSTEM_PYTHON = "/usr/bin/python3"
SESSION = """
{launcher} --launch-immediately & launcher=$!
QT_QPA_PLATFORM=xcb QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 {python} -m desktop_app --demo --lang en &
app=$!
{system} tests/ui/atspi_run.py
ended=$?
kill -TERM $app
wait $app || ended=$?
kill $launcher
exit $ended
"""


def missing() -> str:
    """Return what this machine lacks for the test, or ""."""
    tools = [name for name in ("xvfb-run", "dbus-run-session") if shutil.which(name) is None]
    if tools or not Path(LAUNCHER).exists() or not Path(SYSTEM_PYTHON).exists():
        return "needs xvfb, dbus and at-spi2-core"
    tried = subprocess.run(
        [SYSTEM_PYTHON, "-c", "import pyatspi"], capture_output=True, check=False
    )
    return "needs python3-pyatspi and gir1.2-atspi-2.0" if tried.returncode else ""


def test_the_main_flow_by_accessibility_actions_alone(tmp_path: Path) -> None:
    if lacking := missing():
        pytest.skip(lacking)
    script = SESSION.format(launcher=LAUNCHER, python=sys.executable, system=SYSTEM_PYTHON)
    done = subprocess.run(
        ["xvfb-run", "-a", "dbus-run-session", "sh", "-c", script],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "SENDOFF_HOME": str(tmp_path / "home")},
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "announced" in done.stdout, done.stdout + done.stderr
    told = json.loads(done.stdout[done.stdout.index("{") :])
    stages = ("Preparing the record", "Uploading attachments", "Finalizing the record")
    assert told["announced"][:6] == [word for one in stages for word in (one, f"{one}: Done")]
    assert told["announced"][6].startswith("Saved.")
    for name in (
        "Add files",
        "Add folder",
        "Files of this save",
        "Stages of this save",
        "Settings",
    ):
        assert name in told["names"]
    labels = {label for _value, labels in told["combos"] for label in labels}
    assert {"Account", "Language", "Colours"} <= labels
    assert [value for value, labels in told["combos"] if not labels] == []
