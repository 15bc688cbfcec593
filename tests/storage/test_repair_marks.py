"""Marks of repairs: there while a draft is mended, told of once its process is gone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.core.model import Account
from desktop_app.storage.repair_marks import Repair, RepairMarks

ROOT = Path(__file__).resolve().parents[2]
REPAIR = Repair(Account("acct-1", "invenio", "Lab", "https://lab.example"), "r1")
DIES = """
import os, sys
from desktop_app.core.model import Account
from desktop_app.storage.repair_marks import Repair, RepairMarks
account = Account("acct-1", "invenio", "Lab", "https://lab.example")
RepairMarks(sys.argv[1]).begin(Repair(account, "r1"))
os.kill(os.getpid(), 9)
"""


def killed(folder: Path) -> None:
    """Let a process die while it mends."""
    subprocess.run([sys.executable, "-c", DIES, str(folder)], cwd=ROOT, check=False)


def test_a_repair_under_way_is_not_cut_off_and_one_that_ended_leaves_nothing(
    tmp_path: Path,
) -> None:
    marks = RepairMarks(str(tmp_path / "repairs"))
    assert marks.cut_off() == ()
    mark = marks.begin(REPAIR)
    assert RepairMarks(str(tmp_path / "repairs")).cut_off() == ()
    marks.forget(REPAIR)
    mark.end()
    mark.end()
    assert list((tmp_path / "repairs").iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL")
def test_a_repair_whose_process_was_killed_is_told_of_until_it_is_forgotten(tmp_path: Path) -> None:
    marks = RepairMarks(str(tmp_path))
    killed(tmp_path)
    assert marks.cut_off() == (REPAIR,)
    marks.forget(Repair(REPAIR.account, "another"))
    again = marks.begin(REPAIR)
    assert marks.cut_off() == (REPAIR,), "begun again, and not ended yet"
    marks.forget(REPAIR)
    assert marks.cut_off() == ()
    assert len(list(tmp_path.iterdir())) == 2, "the one under way keeps its mark"
    again.end()
    assert list(tmp_path.iterdir()) == []


def test_a_mark_that_nobody_can_read_is_no_repair(tmp_path: Path) -> None:
    for number, text in enumerate(("", "[]", '{"account": {"id": 1}}', "{}")):
        (tmp_path / f"{number}.json").write_text(text)
    assert RepairMarks(str(tmp_path)).cut_off() == ()
