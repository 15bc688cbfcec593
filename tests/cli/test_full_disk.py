"""A data folder on a disk that fills while a save runs: told, then resumed, never doubled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Sendoff
from tests.cli.test_lost_answers import add_fault, served_with_faults

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
    assert full.code in (3, 4, 6), full.out
    assert "The disk of this computer is full." in full.out + full.err
    assert "Traceback" not in full.err

    mount("-o", "remount,size=20m", "none", str(disk))
    resumed = sendoff("resume")
    assert resumed.code == 0, resumed.out
    runs = sendoff("runs", "--json").objects
    assert full.code != 6 or len(sendoff.records()) == len(runs)
    assert [one["outcome"] for one in runs] == ["done"] * len(runs)
    assert len(sendoff.records()) == len(runs)
    assert all(one["confirmed"] == FILES for one in runs)


def fill_up(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file:
        while os.statvfs(ballast.parent).f_bavail:
            file.write(b"\0" * 4096)


@pytest.mark.parametrize("route", ["create_record", "finalize"])
def test_t07_a_disk_that_fills_while_the_service_answers_claims_nothing_and_makes_nothing_twice(
    sendoff: Sendoff, disk: Path, tmp_path: Path, route: str
) -> None:
    mount("-o", "remount,size=20m", "none", str(disk))
    (disk / "service").unlink()
    (disk / "service").symlink_to(tmp_path / "own service")
    (tmp_path / "own service").mkdir(mode=0o700)
    sendoff.others = frozenset()
    (tmp_path / "a.txt").write_text("a")
    stage = "finalize_record" if route == "finalize" else route
    with served_with_faults(sendoff):
        slow = {"what": "slow", "route": route, "when": "during", "seconds": 4}
        add_fault(sendoff, slow)
        saving = sendoff.start("save", "--title", "T", "--json", str(tmp_path / "a.txt"))
        assert saving.stdout is not None
        events = []
        for line in saving.stdout:
            events.append(json.loads(line))
            if events[-1]["event"] == "stage_started" and events[-1]["stage"] == stage:
                break
        fill_up(disk / "ballast")
        out, err = saving.communicate(timeout=60)
        ended = json.loads(out.splitlines()[-1])
        assert (saving.returncode, ended["outcome"]) == (4, "unknown"), out + err
        assert ended["error"]["message"].startswith("The disk of this computer is full.")
        (record,) = sendoff.records()
        assert record["state"] == ("finalized" if route == "finalize" else "draft")

        (disk / "ballast").unlink()
        said = sendoff("resume")
        assert said.code == 0, said.out
        assert "Checking with the server" in said.out, "it asks first"
        (record,) = sendoff.records()
        assert record["state"] == "finalized"
