"""What scripts, shells and disks do to a command: each ends in words and with a true exit code."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_app.cli.preparing import metadata_from
from desktop_app.core.errors import BadInputError
from desktop_app.core.model import LOCAL_ACCOUNT
from desktop_app.files.own_data import OwnData
from tests.cli.conftest import ROOT, Sendoff

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "a.txt"
    path.write_text("a")
    return str(path)


METADATA = {
    "cut off": b'{"a":',
    "no object": b"[1]",
    "no text": b"\xff\xfe\x00",
    "half a character": b'{"a": "\\ud800"}',
    "no number": b'{"a": NaN}',
    "without an end": b"[" * 100_000,
    "nested too deep": b'{"a":' * 2000 + b"1" + b"}" * 2000,
    "too large a number": b'{"a": ' + b"9" * 5000 + b"}",
}


@pytest.mark.parametrize("name", METADATA)
def test_metadata_that_is_none_is_bad_input(tmp_path: Path, name: str) -> None:
    (tmp_path / "meta.json").write_bytes(METADATA[name])
    with pytest.raises(BadInputError) as refused:
        metadata_from(str(tmp_path / "meta.json"), LOCAL_ACCOUNT, OwnData(()))
    assert refused.value.info.get("field") == "metadata"


def test_bad_metadata_is_told_and_nothing_begun(
    sendoff: Sendoff, file: str, tmp_path: Path
) -> None:
    (tmp_path / "meta.json").write_bytes(METADATA["without an end"])
    ran = sendoff("save", "--title", "T", "--meta", str(tmp_path / "meta.json"), file)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Metadata cannot be used as it is.")
    assert sendoff("runs").out == "No saves yet.\n"


def test_words_that_cannot_be_meant_are_usage_errors(sendoff: Sendoff, file: str) -> None:
    broken = os.fsdecode(b"\xff")
    for words in (
        ("save", "--title", broken, file),
        ("resume", "a-run", "--title", broken),
        ("receipt", broken),
        ("resume", ""),  # an unset variable of a script, which must not mean all of them
    ):
        ran = sendoff(*words)
        assert (ran.code, ran.out) == (2, ""), words
        assert "Traceback" not in ran.err


def test_nothing_but_spaces_is_no_title(sendoff: Sendoff, file: str) -> None:
    ran = sendoff("save", "--title", " \t ", file)
    assert (ran.code, ran.out) == (2, "")
    assert "Title is missing" in ran.err
    assert sendoff.records() == []


def test_c02_a_record_is_not_published_empty_because_nothing_of_what_was_named_is_a_file(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "pipes").mkdir()
    os.mkfifo(tmp_path / "pipes" / "pipe")
    ran = sendoff("save", "--title", "T", str(tmp_path / "pipes"), str(tmp_path / "empty"))
    assert (ran.code, ran.out) == (2, "")
    assert "Left out: empty" in ran.err
    assert "Left out: pipes/pipe" in ran.err
    assert "Nothing that was named is a file that can be sent. Choose at least one file" in ran.err
    assert sendoff.records() == []


@linux_only
def test_a_full_disk_behind_standard_output_fails_what_only_prints_and_no_save(
    sendoff: Sendoff, file: str
) -> None:
    def onto_a_full_disk(*words: str) -> tuple[int, str]:
        with open("/dev/full", "w") as full:
            process = sendoff.start(*words, stdout=full)
            _, err = process.communicate(timeout=60)
        return process.returncode, err

    for words in ((), ("--json",)):
        code, err = onto_a_full_disk("save", "--title", "T", *words, file)
        assert (code, err) == (0, "Not everything could be printed: No space left on device.\n")
    run = sendoff("runs", "--json").objects[0]["run"]
    code, err = onto_a_full_disk("receipt", run, "--format", "csv")
    assert (code, err) == (1, "Not everything could be printed: No space left on device.\n")
    assert len(sendoff.records()) == 2


@linux_only
@pytest.mark.parametrize("closed", [(1,), (2,), (0, 1, 2)])
def test_streams_that_the_parent_closed_harm_nothing(
    sendoff: Sendoff, file: str, closed: tuple[int, ...]
) -> None:
    closing = f'exec "$@" {" ".join(f"{number}>&-" for number in closed)}'
    command = (sys.executable, "-m", "desktop_app", "save", "--title", "T", file)
    done = subprocess.run(
        ["sh", "-c", closing, "sh", *command],
        cwd=ROOT,
        env=sendoff._environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stdout + done.stderr
    assert [record["state"] for record in sendoff.records()] == ["finalized"]
    assert [one["outcome"] for one in sendoff("runs", "--json").objects] == ["done"]


@pytest.mark.parametrize("middle", [False, True])
def test_a_damaged_journal_is_told_by_the_command_that_sets_it_aside(
    sendoff: Sendoff, file: str, middle: bool
) -> None:
    assert sendoff("save", "--title", "T", file).code == 0
    journal = sendoff.home / "journal.sqlite"
    content = bytearray(journal.read_bytes())
    content[4096 if middle else 0 :] = os.urandom(len(content) - (4096 if middle else 0))
    journal.write_bytes(content)
    ran = sendoff("runs")
    assert (ran.code, ran.out) == (0, "No saves yet.\n")
    assert "journal of saves is damaged and was set aside" in ran.err
    assert len(list(sendoff.home.glob("journal.damaged-*.sqlite"))) == 1
    (kept,) = sendoff.home.glob("journal.damaged-*.sqlite")
    for words in (("runs",), ("doctor",)):  # T69: said until somebody has seen it
        ran = sendoff(*words)
        assert "damaged and was set aside" in ran.out + ran.err
        assert kept.name in ran.out + ran.err
        assert "sendoff doctor --acknowledge" in ran.out + ran.err
    acknowledged = sendoff("doctor", "--acknowledge")
    assert (acknowledged.code, acknowledged.err) == (0, "")
    assert kept.name in acknowledged.out
    assert sendoff("runs").err == ""
    assert "PROBLEM  Journal" not in sendoff("doctor").out
    assert kept.exists(), "nothing is thrown away"


def test_a_journal_of_a_newer_version_is_left_as_it_is(sendoff: Sendoff, file: str) -> None:
    assert sendoff("runs").code == 0
    journal = sendoff.home / "journal.sqlite"
    connection = sqlite3.connect(journal)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    content = journal.read_bytes()
    for words in (("runs",), ("save", "--title", "T", file)):
        ran = sendoff(*words)
        assert (ran.code, ran.out) == (6, "")
        assert "written by a newer version of Sendoff" in ran.err
    assert journal.read_bytes() == content
    assert sendoff.records() == []


@pytest.mark.parametrize("content", [b"{", b"[1]", b"\xff\xfe", b"[" * 200_000])
def test_settings_that_are_none_are_set_aside_and_told(sendoff: Sendoff, content: bytes) -> None:
    (sendoff.home / "settings.json").write_bytes(content)
    ran = sendoff("runs")
    assert (ran.code, ran.out) == (0, "No saves yet.\n")
    assert "The settings could not be read; kept as" in ran.err
    (kept,) = sendoff.home.glob("settings.json.unreadable-*")
    assert kept.read_bytes() == content


@pytest.mark.parametrize("place", ["home", "logs"])
def test_a_file_where_a_folder_belongs_is_told(
    sendoff: Sendoff, tmp_path: Path, place: str
) -> None:
    (tmp_path / "elsewhere").mkdir()
    sendoff.home = tmp_path / "elsewhere" / "home"
    if place == "logs":
        sendoff.home.mkdir()
        (sendoff.home / "logs").write_text("")
    else:
        sendoff.home.write_text("")
    ran = sendoff("runs")
    assert (ran.code, ran.out) == (6, ""), "a script can tell it from a bug"
    assert str(sendoff.home) in ran.err
    assert "SENDOFF_HOME" in ran.err
    looked = sendoff("doctor")
    assert (looked.code, looked.err) == (6, "")
    subjects = [line[9:].partition(":")[0] for line in looked.out.splitlines()]
    for subject in ("Sendoff", "Window (Qt)", "Keychain", "Proxy", "Certificates", "Journal"):
        assert subject in subjects
    assert f"PROBLEM  Data folder: Sendoff cannot use its own folder {sendoff.home}" in looked.out


def test_the_next_step_after_a_file_was_replaced_holds_the_answer(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    top = tmp_path / "top"
    top.mkdir()
    (top / "bad\nname").write_text("a")
    changing = top / "b.txt"
    changing.write_text("b")
    first = sendoff("save", "--title", "T", str(top))
    assert first.code == 3
    changing.write_text("another")
    asked = sendoff("resume")
    assert asked.code == 3
    assert "Files have changed" in asked.out
    go_on = asked.out.rsplit("Go on with: sendoff ", 1)[1]
    assert go_on.endswith(" --changed send-new (or leave-out)\n")
    words = go_on.removesuffix(" (or leave-out)\n").split()
    ended = sendoff(*words, "--leave-out", "top/bad\nname")
    assert ended.code == 0, ended.out
    (record,) = sendoff.records()
    assert sendoff.content(record["id"], "top/b.txt") == b"another"


_CLOCK_RUNS_BACK = """
import itertools, sys, time
real, hours = time.time, itertools.count()
time.time = lambda: real() - 3600 * next(hours)
from desktop_app.cli import main
sys.exit(main())
"""


def test_s04_a_clock_that_is_set_back_changes_nothing(sendoff: Sendoff, file: str) -> None:
    command = [sys.executable, "-c", _CLOCK_RUNS_BACK, "save", "--title", "T", "--json", file]
    done = subprocess.run(
        command, cwd=ROOT, env=sendoff._environment(), capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    times = [one["t"] for one in events]
    assert times == sorted(times)
    assert all(one["elapsed_s"] >= 0 for one in events if "elapsed_s" in one)


@linux_only
def test_s05_stopping_in_the_middle_of_reading_and_hashing_ends_in_order(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    large = tmp_path / "large.bin"
    with large.open("wb") as file:
        file.truncate(4 << 30)
    process = sendoff.start("save", "--title", "T", "--json", str(large))
    assert process.stdout is not None
    for line in process.stdout:
        if json.loads(line)["event"] == "file_progress":
            break
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 5
    assert err == "Stopping ...\n"
    assert json.loads(out.splitlines()[-1])["outcome"] == "stopped"
