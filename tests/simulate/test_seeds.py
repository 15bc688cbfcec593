"""A few hundred simulated saves: in each, every word is compared with what the service holds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEEDS = 200


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: names are hashed alike in each, so that a seed does the same."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "tests.simulate", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_no_word_was_untrue_and_one_record_holds_each_file_once() -> None:
    ended = run("--seeds", str(SEEDS))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert f"{SEEDS} saves" in ended.stdout


def test_a_late_end_on_a_full_disk_is_not_called_a_draft_that_was_interrupted() -> None:
    """The end could not be journaled, then the publish was seen to end without an answer."""
    ended = run("--seed", "22579")
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_a_seed_does_the_same_again() -> None:
    first = run("--seed", "16", "--trace")
    again = run("--seed", "16", "--trace")
    assert len(first.stdout.splitlines()) > 50, first.stderr
    plain = [_without_run_id(one.stdout) for one in (first, again)]
    assert plain[0] == plain[1]


def _without_run_id(trace: str) -> list[str]:
    """Run ids are random on purpose."""
    lines = trace.splitlines()
    return [line.partition(" sendoff ")[0] for line in lines]
