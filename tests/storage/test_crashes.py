"""A process that dies of a signal leaves its trace for the next start; a live one is left alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.storage.crashes import forget_crash, previous_crash, watched

DIES = """
import os, signal, sys
from desktop_app.storage.crashes import watched

def the_last_function():
    os.kill(os.getpid(), int(sys.argv[2]))

with watched(sys.argv[1]):
    print("watched", flush=True)
    the_last_function() if sys.argv[2] != "0" else sys.stdin.read()
"""


def started(folder: Path, signal_number: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", DIES, str(folder), str(signal_number)],
        cwd=Path(__file__).resolve().parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_crash_leaves_its_trace_until_it_is_forgotten(tmp_path: Path) -> None:
    with started(tmp_path, 11) as process:
        process.communicate(timeout=30)
    assert process.returncode == -11
    trace = previous_crash(str(tmp_path))
    assert "Segmentation fault" in trace
    assert "the_last_function" in trace
    assert previous_crash(str(tmp_path)) == trace
    (kept,) = tmp_path.iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    forget_crash(str(tmp_path))
    assert previous_crash(str(tmp_path)) == ""


def test_what_ends_well_or_is_killed_leaves_nothing(tmp_path: Path) -> None:
    with watched(str(tmp_path)):
        assert len(list(tmp_path.iterdir())) == 1
    assert not list(tmp_path.iterdir())
    with started(tmp_path, 9) as process:
        process.communicate(timeout=30)
    assert previous_crash(str(tmp_path)) == ""
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed there")
def test_the_file_of_a_living_process_is_left_alone(tmp_path: Path) -> None:
    with started(tmp_path, 0) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "watched\n"
        assert previous_crash(str(tmp_path)) == ""
        assert len(list(tmp_path.iterdir())) == 1
        process.communicate("", timeout=30)
    assert not list(tmp_path.iterdir())


def test_no_folder_no_crash(tmp_path: Path) -> None:
    assert previous_crash(str(tmp_path / "missing")) == ""
    forget_crash(str(tmp_path / "missing"))
