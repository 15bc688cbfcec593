"""T72: a signal that comes before the command watches for signals: exit code 5, nothing begun.

The process sends the signal to itself at chosen points of its start, so that no time is measured.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Sendoff

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it knows no such signals")

_START = """
import asyncio, os, sys

WHERE, NUMBER = sys.argv[1], int(sys.argv[2])
del sys.argv[1:3]

def strike():
    sys.stdout.write("struck\\n")
    sys.stdout.flush()
    os.kill(os.getpid(), NUMBER)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == WHERE:
            sys.meta_path.remove(self)
            strike()

sys.meta_path.insert(0, Finder())
from desktop_app.__main__ import main
if WHERE == "the loop begins":
    run = asyncio.run
    def run_and_strike(work):
        strike()
        return run(work)
    asyncio.run = run_and_strike
sys.exit(main())
"""
POINTS = (
    "desktop_app.cli",
    "desktop_app.cli.command",
    "argparse",
    "desktop_app.saving.session",
    "desktop_app.storage.journal",
    "desktop_app.wiring",
    "the loop begins",
)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("where", POINTS)
def test_t72_a_signal_in_the_first_moments_ends_with_code_5_and_nothing_sent(
    sendoff: Sendoff, tmp_path: Path, where: str, number: signal.Signals
) -> None:
    (tmp_path / "a.txt").write_text("a")
    words = [where, str(int(number)), "save", "--title", "T", str(tmp_path / "a.txt")]
    done = subprocess.run(
        [sys.executable, "-c", _START, *words],
        cwd=ROOT,
        env=sendoff._environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.stdout == "struck\n", "the point was passed, and nothing came after it"
    assert (done.returncode, done.stderr) == (5, "")
    assert sendoff.records() == []


def test_t72_a_window_that_is_being_opened_ends_with_code_5(sendoff: Sendoff) -> None:
    sendoff.env["QT_QPA_PLATFORM"] = "offscreen"
    done = subprocess.run(
        [sys.executable, "-c", _START, "desktop_app.app", str(int(signal.SIGTERM))],
        cwd=ROOT,
        env=sendoff._environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (5, "struck\n", "")
