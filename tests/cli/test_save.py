"""`sendoff save` and its kin, as scripts see them."""

from __future__ import annotations

import hashlib
import json
import os
import random
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, Sendoff

NAMES = [
    "plain.txt", "with space.txt", "a#b.txt", "a?b.txt", "100%.txt", "a%20b.txt", "a&b=c+d.txt",
    "💫.txt", "天狗.png", "O’Leary.pdf", "słońce.pdf", 'quote"s.txt', "back\\slash.txt", ".hidden",
    "trailing.", "-dash", "semi;colon", "x" * 250, "漢" * 80, "UPPER.TXT",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Fifty files of 0 bytes to 4 MB."""
    rng = random.Random(7)
    top = tmp_path / "my data"
    sizes = [0, 1, 255, 65_536, 262_144, 262_145, 1_048_576, 4_000_001]
    for n in range(50):
        place = top / ("sub folder" if n % 5 == 4 else "") / ("deep#er" if n % 10 == 9 else "")
        place.mkdir(parents=True, exist_ok=True)
        name = NAMES[n] if n < len(NAMES) else f"file {n}.bin"
        (place / name).write_bytes(rng.randbytes(sizes[n] if n < len(sizes) else 1000 * n))
    return top


def on_disk(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder.parent)): path.read_bytes() for path in files}


def test_fifty_files_arrive_byte_by_byte_with_events_in_order(
    sendoff: Sendoff, folder: Path
) -> None:
    ran = sendoff("save", "--title", "Fifty & more", "--json", str(folder))

    assert ran.code == 0, ran.err
    source = on_disk(folder)
    assert len(source) == 50
    events = ran.objects
    steps = [(e["event"], e.get("stage")) for e in events if not e["event"].startswith("file_")]
    assert steps == [
        ("run_started", None),
        ("stage_started", "create_record"),
        ("stage_completed", "create_record"),
        ("stage_started", "upload_files"),
        ("stage_completed", "upload_files"),
        ("stage_started", "finalize_record"),
        ("stage_completed", "finalize_record"),
        ("run_done", None),
    ]
    assert [e["t"] for e in events] == sorted(e["t"] for e in events)
    assert {e["run"] for e in events} == {events[0]["run"]}
    confirmed = {e["key"]: e["checksum"] for e in ran.events("file_confirmed")}
    assert confirmed == {
        key: "sha256:" + hashlib.sha256(content).hexdigest() for key, content in source.items()
    }
    (record,) = sendoff.records()
    assert record["state"] == "finalized"
    assert record["title"] == "Fifty & more"
    for key, content in source.items():
        assert sendoff.content(record["id"], key) == content, key
    done = events[-1]
    assert (done["outcome"], done["state"], done["confirmed"]) == ("done", "finalized", 50)
    assert_progress_is_sound(ran)


def assert_progress_is_sound(ran: Ran) -> None:
    """Assert that progress stays within the size and ends with the confirmation."""
    confirmed: set[str] = set()
    for event in ran.objects:
        if event["event"] == "file_progress":
            assert event["key"] not in confirmed, "progress after the confirmation"
            assert 0 <= event["sent"] <= event["size"]
            assert 0 <= event.get("acknowledged", 0) <= event["size"]
        elif event["event"] == "file_confirmed":
            confirmed.add(event["key"])


def test_plain_lines_say_what_happened_and_where_the_record_is(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")

    ran = sendoff("save", "--title", "T", str(tmp_path / "a.txt"))

    assert (ran.code, ran.err) == (0, "")
    (record,) = sendoff.records()
    assert ran.out.splitlines()[-2:] == [
        "Saved. Verified by checksum: 1 of 1 file. The record is finalized on the server.",
        f"Record: {record['id']} on this computer",
    ]
    assert "Uploading attachments: done, 1 of 1 file confirmed" in ran.out
    assert "\x1b" not in ran.out


def test_without_files_there_is_no_upload_stage(sendoff: Sendoff) -> None:
    ran = sendoff("save", "--title", "T", "--json")

    assert ran.code == 0
    stages = [event["stage"] for event in ran.events("stage_started")]
    assert stages == ["create_record", "finalize_record"]


def test_metadata_reaches_the_service(sendoff: Sendoff, tmp_path: Path) -> None:
    (tmp_path / "meta.json").write_text('{"note": "für alle", "n": [1]}')

    ran = sendoff("save", "--title", "T", "--meta", str(tmp_path / "meta.json"))

    assert ran.code == 0
    assert sendoff.records()[0]["metadata"] == {"note": "für alle", "n": [1]}


@pytest.mark.parametrize("command", ["save", "resume"])
def test_metadata_that_are_not_there_are_said_to_be_none(
    sendoff: Sendoff, tmp_path: Path, command: str
) -> None:
    """It said that the file was moved, and that one could go on without it."""
    missing = str(tmp_path / "missing.json")
    words = ["save", "--title", "T"]
    if command == "resume":
        kept = sendoff("save", "--title", "T", "--no-finalize", "--json")
        words = ["resume", kept.objects[0]["run"]]
    ran = sendoff(*words, "--meta", missing)
    assert ran.code == 2
    assert "There is no such file with metadata." in ran.err
    assert "name the file that holds the metadata" in ran.err
    assert "go on without it" not in ran.err
    assert all(one["state"] == "draft" for one in sendoff.records())


def test_t65_metadata_that_are_too_large_are_to_be_corrected(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    meta = tmp_path / "meta.json"
    meta.write_text(json.dumps({"note": "x" * 1_100_000}))

    ran = sendoff("save", "--title", "T", "--meta", str(meta))

    assert ran.code == 3
    assert "What was filled in is too large: the service takes up to 1.0 MB." in ran.out
    run = sendoff("runs", "--json").objects[0]["run"]
    assert f"Correct it with: sendoff resume {run}" in ran.out
    assert sendoff.records() == []
    meta.write_text('{"note": "x"}')
    assert sendoff("resume", run, "--meta", str(meta)).code == 0
    assert [record["metadata"] for record in sendoff.records()] == [{"note": "x"}]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["save", "--title", "T", "gone.txt"], "no longer there"),
        (["save", "--title", " \t", "."], "Title is missing"),
        (["save", "--title", "T", "--account", "nobody", "."], "The account nobody is not there"),
        (["save", "--title", "T", "--service", "http://example.org", "."], "read your token"),
        (["save", "--title", "T", "--service", "https://example.org", "."], "token"),
        (["save", "--title", "T", "--meta", "gone.json", "."], "no such file with metadata"),
        (["save", "."], "--title"),
        (["fly"], "invalid choice"),
        (["receipt", "nope"], "not in the journal"),
        (["resume", "nope"], "not in the journal"),
        (["accounts", "add", "http://example.org"], "read your token"),
        (["accounts", "add", "https://u:SECRETPW@example.org"], "must not"),
    ],
)
def test_bad_input_is_exit_2_says_why_and_sends_nothing(
    home: Path, words: list[str], said: str
) -> None:
    ran = Sendoff(home)(*words)

    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert "SECRETPW" not in ran.err
    assert "Traceback" not in ran.err
    assert not (home / "service").exists(), "the service was started"


def test_required_metadata_is_asked_for_before_anything_is_sent(home: Path) -> None:
    client = Sendoff(home, {"SENDOFF_TOKEN": "tok-1"})

    ran = client("save", "--title", "T", "--service", "https://127.0.0.1:9", "pyproject.toml")

    assert ran.code == 2
    assert "Creators are missing." in ran.err
    assert "Publication date is missing." in ran.err
    assert client("runs").out == "No saves yet.\n"


@pytest.mark.parametrize("content", ["[1]", "{cut", "\xff"])
def test_metadata_that_is_no_object_is_refused(home: Path, tmp_path: Path, content: str) -> None:
    (tmp_path / "meta.json").write_text(content)

    ran = Sendoff(home)("save", "--title", "T", "--meta", str(tmp_path / "meta.json"))

    assert (ran.code, ran.err.startswith("Metadata cannot be used")) == (2, True)


def test_clashing_names_are_refused_with_suggestions_or_renamed(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    paths = []
    for run in ("run1", "run2"):
        (tmp_path / run).mkdir()
        (tmp_path / run / "data.csv").write_text(run)
        paths.append(str(tmp_path / run / "data.csv"))

    refused = sendoff("save", "--title", "T", *paths)
    assert refused.code == 2
    assert "Suggested: run2-data.csv" in refused.err
    assert sendoff.records() == []

    assert sendoff("save", "--title", "T", "--rename", *paths).code == 0
    (record,) = sendoff.records()
    assert sendoff.content(record["id"], "data.csv") == b"run1"
    assert sendoff.content(record["id"], "run2-data.csv") == b"run2"


def test_the_same_path_twice_is_sent_once(sendoff: Sendoff, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a")

    ran = sendoff("save", "--title", "T", "--json", str(path), str(path))

    assert (ran.code, len(ran.events("file_confirmed"))) == (0, 1)


def test_what_is_no_file_is_told_and_left_out(sendoff: Sendoff, tmp_path: Path) -> None:
    top = tmp_path / "top"
    (top / "empty").mkdir(parents=True)
    (top / "a.txt").write_text("a")
    (top / "out").symlink_to("/etc/hostname")

    ran = sendoff("save", "--title", "T", "--json", str(top))

    assert ran.code == 0
    assert [event["key"] for event in ran.events("file_confirmed")] == ["top/a.txt"]
    assert "top/empty: This folder is empty" in ran.err
    assert "top/out: This link leads out" in ran.err


def test_a_bad_name_fails_its_row_the_rest_goes_on_and_finalize_is_held(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    top = tmp_path / "top"
    top.mkdir()
    (top / "good.txt").write_text("g")
    with open(os.fsencode(top) + b"/bad\xff.txt", "wb") as file:
        file.write(b"b")

    ran = sendoff("save", "--title", "T", "--json", str(top))

    assert ran.code == 3
    assert [event["key"] for event in ran.events("file_confirmed")] == ["top/good.txt"]
    (failed,) = ran.events("file_failed")
    assert failed["error"]["kind"] == "bad_name"
    assert failed["error"]["message"].startswith("The file's name is damaged")
    assert sendoff.records()[0]["state"] == "draft"
    run = ran.objects[0]["run"]

    left = sendoff("resume", run, "--leave-out", failed["key"], "--json")
    assert left.code == 0, left.out + left.err
    assert sendoff.records()[0]["state"] == "finalized"
    assert left.events("file_confirmed") == []


def test_f04_a_broken_link_is_a_failed_row(sendoff: Sendoff, tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    (top / "a.txt").write_text("a")
    (top / "broken").symlink_to("gone")

    ran = sendoff("save", "--title", "T", str(top))

    assert ran.code == 3
    assert "broken: The file is no longer there" in ran.out
    assert "Nothing was published. Safe on the server: 1 of 2 files." in ran.out
    assert "sendoff resume" in ran.out


def test_a_draft_is_left_where_asked_listed_and_finalized_later(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")

    ran = sendoff("save", "--title", "T", "--no-finalize", "--json", str(tmp_path / "a.txt"))

    assert ran.code == 0
    assert (ran.objects[-1]["event"], ran.objects[-1]["state"]) == ("run_done", "draft")
    assert "finalize_record" not in json.dumps(ran.events("stage_started"))
    assert "ready to finalize" in sendoff("runs").out
    run = ran.objects[0]["run"]
    named = f"Ready to finalize, left a draft: {run} (T). Finalize it: sendoff resume {run}\n"
    assert sendoff("resume").out == named
    script = sendoff("resume", "--json")
    assert (script.code, script.out, script.err) == (0, "", named)
    assert sendoff.records()[0]["state"] == "draft", "a bare resume published a draft"

    later = sendoff("resume", run, "--json")
    assert later.code == 0
    assert [e["stage"] for e in later.events("stage_started")] == ["finalize_record"]
    (record,) = sendoff.records()
    assert record["state"] == "finalized"


def test_runs_check_receipt_and_discard(sendoff: Sendoff, tmp_path: Path) -> None:
    (tmp_path / "=cmd.txt").write_text("a")
    saved = sendoff("save", "--title", "<T>", "--json", "--no-finalize", str(tmp_path / "=cmd.txt"))
    run = saved.objects[0]["run"]

    (listed,) = sendoff("runs", "--json").objects
    assert (listed["run"], listed["outcome"], listed["confirmed"]) == (run, "draft_ready", 1)
    assert sendoff("check", run).code == 0
    receipt = json.loads(sendoff("receipt", run).out)
    assert receipt["files"][0]["verdict"] == "verified"
    assert "'=cmd.txt" in sendoff("receipt", run, "--format", "csv").out
    page = sendoff("receipt", run, "--format", "html").out
    assert "&lt;T&gt;" in page
    assert "<T>" not in page

    assert sendoff("discard", run).code == 0
    assert sendoff.records() == []
    assert "Draft discarded" in sendoff("runs").out


def test_a_reader_that_goes_away_does_not_end_the_save(sendoff: Sendoff, tmp_path: Path) -> None:
    for n in range(20):
        (tmp_path / f"{n}.txt").write_text("x")
    read, write = os.pipe()
    process = sendoff.start(
        "save", "--title", "T", "--json", *map(str, tmp_path.glob("*.txt")), stdout=write
    )
    os.close(write)
    os.read(read, 10)
    os.close(read)
    _, err = process.communicate(timeout=60)

    assert (process.returncode, err) == (0, "")
    assert sendoff.records()[0]["state"] == "finalized"


def test_a_record_that_is_finalized_is_not_discarded(sendoff: Sendoff, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    saved = sendoff("save", "--title", "T", "--json", str(tmp_path / "a.txt"))
    ran = sendoff("discard", saved.objects[0]["run"])
    assert ran.code == 2
    assert "Nothing was discarded" in ran.err
    assert [record["state"] for record in sendoff.records()] == ["finalized"]


@pytest.mark.parametrize("words", ["qa list", "qa list --json", "runs", "doctor", "accounts list"])
def test_a_reader_that_goes_away_ends_a_list_without_a_word(sendoff: Sendoff, words: str) -> None:
    read, write = os.pipe()
    os.close(read)
    process = sendoff.start(*words.split(), stdout=write)
    os.close(write)
    _, err = process.communicate(timeout=60)

    assert process.returncode in {0, 1 if words == "doctor" else 0}
    assert err == ""


def test_output_that_the_terminal_cannot_show_is_escaped(sendoff: Sendoff, tmp_path: Path) -> None:
    sendoff.env = {"PYTHONIOENCODING": "ascii"}
    (tmp_path / "top").mkdir()
    (tmp_path / "top" / "天狗.txt").symlink_to("gone")

    ran = sendoff("save", "--title", "T", str(tmp_path / "top"))

    assert ran.code == 3
    assert "\\u5929\\u72d7.txt" in ran.out


def test_the_service_is_started_when_none_runs(home: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    alone = Sendoff(home)

    ran = alone("save", "--title", "T", str(tmp_path / "a.txt"))

    assert ran.code == 0, ran.err
    assert not (home / "service" / "service.json").exists(), "the service outlived its client"


def test_the_demonstration_runs_in_the_terminal_and_says_where_the_record_is(
    sendoff: Sendoff,
) -> None:
    sendoff.env = {"DISPLAY": ":4711", "WAYLAND_DISPLAY": "wayland-4711"}

    ran = sendoff("--demo")

    assert ran.code == 0, ran.err
    assert "cannot be reached" in ran.err
    for stage in ("Preparing the record", "Uploading attachments", "Finalizing the record"):
        assert f"{stage}: done" in ran.out
    assert sendoff.records()[0]["id"] in ran.out
    assert str(sendoff.home / "service") in ran.out


def test_without_a_display_the_window_is_refused_in_words(home: Path) -> None:
    ran = Sendoff(home)()

    assert ran.code == 2
    assert ran.err.startswith("There is no display.")


def test_version_and_help(home: Path) -> None:
    assert Sendoff(home)("--version").out.startswith("sendoff ")
    ran = Sendoff(home)("--help")
    for command in ("save", "resume", "runs", "receipt", "discard", "check", "serve", "doctor"):
        assert command in ran.out


def test_n08_a_name_cannot_write_to_the_terminal(sendoff: Sendoff, tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    (top / "a\x1b[2J\nSaved.txt").write_text("a")

    ran = sendoff("save", "--title", "T", str(top))

    assert ran.code == 3
    assert "top/a\\x1b[2J\\x0aSaved.txt: The name holds characters that cannot be seen" in ran.out
    assert "\x1b" not in ran.out + ran.err


def test_s01_names_that_windows_cannot_store_are_stored_as_they_are_and_told(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    """Neighbours: devices with a digit, in the middle of a path, and with a second extension."""
    top = tmp_path / "aux"
    top.mkdir()
    names = ["com3.tar.gz", "NUL .txt", "ends with dot."]
    for name in names:
        (top / name).write_text(name)

    ran = sendoff("save", "--title", "T", str(top))

    assert ran.code == 0
    (record,) = sendoff.records()
    for name in names:
        assert sendoff.content(record["id"], f"aux/{name}") == name.encode()
        assert f"aux/{name}: People on Windows cannot store" in ran.err
