"""A data folder on a disk that fills while a save runs: told, then resumed, never doubled."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Sendoff

pytestmark = [
    pytest.mark.root,
    pytest.mark.skipif(
        not sys.platform.startswith("linux") or os.geteuid() != 0,
        reason="mounting a small disk needs root",
    ),
]
FILES = 300


def mount(*words: str) -> None:
    done = subprocess.run(["mount", "-t", "tmpfs", *words], capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"no small disk can be mounted here: {done.stderr.decode().strip()}")


@pytest.fixture
def disk(sendoff: Sendoff) -> Iterator[Path]:
    """The data folder, on a disk of its own; it is grown by the test."""
    service = os.readlink(sendoff.home / "service")
    mount("-o", "size=40k", "none", str(sendoff.home))
    try:
        (sendoff.home / "service").symlink_to(service)
        yield sendoff.home
    finally:
        subprocess.run(["umount", "-l", str(sendoff.home)], check=True)


@pytest.mark.parametrize("kilobytes", [40, 128, 160, 200, 260])
def test_a_disk_that_fills_is_told_and_the_save_goes_on_when_there_is_room(
    sendoff: Sendoff, disk: Path, tmp_path: Path, kilobytes: int
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(FILES):
        (folder / str(number)).write_text(str(number))
    mount("-o", f"remount,size={kilobytes}k", "none", str(disk))
    full = sendoff("save", "--title", "T", str(folder))
    assert full.code in (1, 3), full.out
    assert "The disk of this computer is full." in full.out + full.err
    assert "Traceback" not in full.err

    mount("-o", "remount,size=20m", "none", str(disk))
    resumed = sendoff("resume")
    assert resumed.code == 0, resumed.out
    runs = sendoff("runs", "--json").objects
    assert [one["outcome"] for one in runs] == ["done"] * len(runs)
    if full.code == 1:
        assert runs == [], "what was not journaled was not sent"
    assert len(sendoff.records()) == len(runs)
    assert all(one["confirmed"] == FILES for one in runs)
