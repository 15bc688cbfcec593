"""Names that the service refuses: told before anything is sent, and never a dead end."""

from __future__ import annotations

from pathlib import Path
from shlex import split

import pytest

from tests.cli.conftest import Sendoff


def test_a_refused_name_given_as_a_path_is_exit_2_and_nothing_is_sent(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    (tmp_path / "good.txt").write_text("g")
    (tmp_path / "bad\nname").write_text("b")
    paths = [str(tmp_path / "good.txt"), str(tmp_path / "bad\nname")]

    refused = sendoff("save", "--title", "T", *paths)

    assert (refused.code, refused.out) == (2, "")
    assert r"Refused: bad\x0aname: " in refused.err
    assert "Suggested: bad_name" in refused.err
    assert "Nothing was sent." in refused.err
    assert "--rename" in refused.err
    assert sendoff.records() == []
    assert sendoff("runs").out == "No saves yet.\n"

    assert sendoff("save", "--title", "T", "--rename", *paths).code == 0
    (record,) = sendoff.records()
    assert sendoff.content(record["id"], "bad_name") == b"b"


def test_a_name_that_is_no_text_is_refused_without_a_promise_to_mend_it(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    damaged = tmp_path / "bad\udcff.txt"
    damaged.write_text("b")

    refused = sendoff("save", "--title", "T", "--rename", str(damaged))

    assert (refused.code, refused.out) == (2, "")
    assert "The file's name is damaged" in refused.err
    assert "Suggested" not in refused.err
    assert "--rename" not in refused.err
    assert sendoff.records() == []


@pytest.mark.parametrize("name", ["bad\nname", "it's bad\n.txt"])
def test_a_save_that_a_refused_name_below_a_folder_holds_names_the_way_on(
    sendoff: Sendoff, tmp_path: Path, name: str
) -> None:
    top = tmp_path / "top"
    top.mkdir()
    (top / "good.txt").write_text("g")
    (top / name).write_text("b")
    held = sendoff("save", "--title", "T", str(top))
    assert held.code == 3

    again = sendoff("resume")

    assert again.code == 3
    assert "--rename" in again.out
    (way,) = (line for line in again.out.splitlines() if "--leave-out" in line)
    ended = sendoff(*split(way.partition(": sendoff ")[2]))
    assert ended.code == 0, ended.out
    assert sendoff.records()[0]["state"] == "finalized"


def test_a_check_after_failed_files_says_which_and_why_and_says_it_once(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    top = tmp_path / "top"
    top.mkdir()
    (top / "good.txt").write_text("g")
    (top / "bad\nname").write_text("b")
    (top / "broken").symlink_to("gone")
    held = sendoff("save", "--title", "T", str(top))
    run = held.out.rsplit("sendoff resume ", 1)[1].split()[0]

    checked = sendoff("check", run)

    assert checked.code == 3
    assert r"  top/bad\x0aname: The name holds characters that cannot be seen" in checked.out
    assert "  top/broken: The file is no longer there" in checked.out
    assert checked.out.count("could not be sent") + checked.out.count("could be sent") == 1
    assert "top/good.txt" not in checked.out
    assert held.out.count("top/broken: ") == 1, "told twice"


def test_runs_that_all_ended_leave_nothing_unfinished(sendoff: Sendoff, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    assert sendoff("save", "--title", "T", str(tmp_path / "a.txt")).code == 0

    assert sendoff("runs", "--unfinished").out == "Nothing unfinished.\n"
    assert "  1 of 1 file, " in sendoff("runs").out
