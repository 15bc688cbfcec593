"""The example of a plug-in, installed as its author would, into a folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package and its entry point are; built with the tools that are here."""
    place = tmp_path_factory.mktemp("installed")
    subprocess.run(
        [
            sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index",
            "--no-build-isolation", "--disable-pip-version-check", "--target", str(place),
            str(ROOT / "examples" / "plugin"),
        ],
        check=True,
        capture_output=True,
        cwd=place,
    )  # fmt: skip
    return place


def sendoff(
    installed: Path, home: Path, *words: str, given: str = ""
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "desktop_app", *words],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=home,
        env={
            **os.environ,
            "HOME": str(home),
            "SENDOFF_HOME": str(home / "sendoff"),
            "PYTHONPATH": os.pathsep.join((str(ROOT), str(installed))),
        },
    )


def test_a_save_goes_to_the_kind_of_a_plug_in(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    words = ("save", "--json", "--title", "On the shelf", "--kind", "shelf")
    site = ("--service", "https://shelf.example", "--token-stdin")

    ran = sendoff(installed, tmp_path, *words, *site, "a.txt", given="good")

    assert ran.returncode == 0, ran.stderr
    last = json.loads(ran.stdout.splitlines()[-1])
    assert (last["event"], last["state"], last["confirmed"]) == ("run_done", "finalized", 1)


def test_a_saved_run_names_the_package_that_is_gone(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    words = ("save", "--title", "On the shelf", "--kind", "shelf", "--no-finalize")
    site = ("--service", "https://shelf.example", "--token-stdin")
    assert sendoff(installed, tmp_path, *words, *site, "a.txt", given="good").returncode == 0

    without = sendoff(ROOT, tmp_path, "runs")
    resumed = sendoff(ROOT, tmp_path, "resume", without.stdout.split()[0])

    assert "On the shelf" in without.stdout
    assert resumed.returncode == 3
    assert "No package that is installed brings services of the kind shelf" in (
        resumed.stdout + resumed.stderr
    )


def test_doctor_and_the_account_dialog_s_choices_name_it(installed: Path, tmp_path: Path) -> None:
    told = sendoff(installed, tmp_path, "doctor")

    assert "sendoff-shelf" in told.stdout
    site = ("https://shelf.example", "--kind", "shelf")
    added = sendoff(installed, tmp_path, "accounts", "add", *site, given="good")
    assert added.returncode == 0, added.stderr + added.stdout
