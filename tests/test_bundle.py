"""The frozen folder of `make bundle`, where it has been built: it needs nothing of Python."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.waiting import until

BUNDLE = Path(__file__).resolve().parent.parent / "dist" / "sendoff"

pytestmark = [
    pytest.mark.skipif(not BUNDLE.is_dir(), reason="dist/sendoff is not built: make bundle"),
    pytest.mark.skipif(sys.platform != "linux", reason="the bundle is tried on Linux only"),
]


def test_the_terminal_saves_without_python_on_the_path(tmp_path: Path) -> None:
    environment = bare_environment(tmp_path)
    done = run("sendoff", "--demo", environment=environment)
    assert done.returncode == 0, done.stderr
    assert "4 of 4 files" in done.stdout
    listed = run("sendoff", "runs", "--json", environment=environment)
    (report,) = (json.loads(line) for line in listed.stdout.splitlines())
    assert report["outcome"] == "done"


@pytest.mark.skipif(not shutil.which("Xvfb"), reason="Xvfb is not installed")
def test_the_window_opens_and_quits_in_order(tmp_path: Path) -> None:
    with virtual_display() as display:
        environment = {**bare_environment(tmp_path), "DISPLAY": display}
        with subprocess.Popen(
            [BUNDLE / "sendoff-gui", "--demo", "--lang", "zh_CN"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as window:
            try:
                journal = tmp_path / "sendoff" / "journal.sqlite"
                until(journal.exists, "journal", window)  # read after first paint
                window.send_signal(signal.SIGTERM)
                said = window.communicate(timeout=60)
            finally:
                window.kill()
    assert (window.returncode, *said) == (0, "", "")


def test_the_licence_of_each_part_is_in_the_folder() -> None:
    licences = {path.stem for path in (BUNDLE / "licences").iterdir()}
    assert {"Sendoff", "LGPL-3.0", "GPL-3.0", "PySide6_Essentials", "httpx", "qasync"} <= licences


def test_no_part_of_qt_that_the_window_does_not_use_is_in_the_folder() -> None:
    names = [path.name for path in BUNDLE.rglob("*Qt6*")]
    assert [name for name in names if "Widgets" in name]
    unused = ("Qml", "Quick", "Pdf", "WebEngine", "Multimedia", "VirtualKeyboard")
    assert not [name for name in names if any(part in name for part in unused)]


def test_the_folder_stays_small_enough_to_hand_around() -> None:
    files = [path for path in BUNDLE.rglob("*") if path.is_file() and not path.is_symlink()]
    size = sum(path.stat().st_size for path in files)
    assert size < 230_000_000


def bare_environment(home: Path) -> dict[str, str]:
    """An environment that names no program and nobody's data."""
    return {"HOME": str(home), "SENDOFF_HOME": str(home / "sendoff"), "PATH": "", "LANG": "C.UTF-8"}


def run(
    program: str, *arguments: str, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [BUNDLE / program, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@contextmanager
def virtual_display() -> Iterator[str]:
    """Start an X server of our own and give the name of its display."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            yield f":{answer.readline().strip()}"
    finally:
        server.terminate()
        server.wait()
