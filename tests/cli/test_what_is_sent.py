"""What a path leads to is sent, or it is told; what is Sendoff's own is never sent."""

from __future__ import annotations

import csv
import io
import json
import os
import socket
import zipfile
from pathlib import Path

import pytest

from desktop_app.cli.preparing import refuse_unsendable
from desktop_app.core.errors import BadInputError, ErrorKind
from desktop_app.files.expansion import walk_files
from tests.cli.conftest import Ran, Sendoff


def confirmed(ran: Ran) -> list[str]:
    return sorted(event["key"] for event in ran.events("file_confirmed"))


def skipped(ran: Ran) -> dict[str, str]:
    return {event["key"]: event["reason"] for event in ran.events("file_skipped")}


def stored(sendoff: Sendoff) -> set[str]:
    """Return the names under which the service holds files, over all records of this test."""
    found: set[str] = set()
    for record in sendoff.records():
        listing = json.loads(sendoff.ask(f"/records/{record['id']}/files?limit=1000"))
        found |= {one["key"] for one in listing["items"]}
    return found


# T03


@pytest.fixture
def person(tmp_path: Path) -> Path:
    """A home folder with a document, and Sendoff's data folder in its usual place."""
    home = tmp_path / "person"
    (home / ".local" / "share").mkdir(parents=True)
    (home / "report.txt").write_text("r")
    return home


@pytest.fixture
def in_home(sendoff: Sendoff, person: Path) -> Sendoff:
    """A command line whose data folder lies in the person's home folder."""
    moved = person / ".local" / "share" / "sendoff"
    sendoff.home.rename(moved)
    sendoff.home = moved
    return sendoff


def test_t03_a_home_folder_is_sent_without_the_data_folder_in_it(
    in_home: Sendoff, person: Path
) -> None:
    ran = in_home("save", "--title", "T", "--json", str(person))

    assert ran.code == 0, ran.err
    assert stored(in_home) == {"person/report.txt"}
    assert in_home.records()[0]["state"] == "finalized"
    assert skipped(ran) == {"person/.local/share/sendoff": "own_data"}
    assert "person/.local/share/sendoff: This belongs to Sendoff itself" in ran.err


def test_t03_no_link_below_a_folder_leads_to_our_files(in_home: Sendoff, person: Path) -> None:
    data = in_home.home
    (data / "settings.json").write_text("{}")
    sent = person / "sent"
    sent.mkdir()
    (sent / "data.txt").write_text("d")
    (sent / "folder").symlink_to(data)
    (sent / "inside").symlink_to(data / "logs")
    (sent / "file").symlink_to(data / "settings.json")
    (sent / "journal").hardlink_to(data / "settings.json")
    (sent / "token").symlink_to(data / "service" / "token")

    ran = in_home("save", "--title", "T", "--json", "--follow-links", str(sent))

    assert ran.code == 0, ran.err
    assert stored(in_home) == {"sent/data.txt"}
    own = {f"sent/{name}": "own_data" for name in ("folder", "inside", "file", "journal", "token")}
    assert skipped(ran) == own


@pytest.mark.parametrize("reached", [".", "service", "service/token", "settings.json", "link"])
def test_t03_a_path_that_is_our_data_is_exit_2_and_nothing_is_sent(
    in_home: Sendoff, person: Path, reached: str
) -> None:
    (in_home.home / "settings.json").write_text("{}")
    (in_home.home / "link").symlink_to(in_home.home / "service")
    named = in_home.home / reached

    ran = in_home("save", "--title", "T", str(person / "report.txt"), str(named))

    assert (ran.code, ran.out) == (2, "")
    assert "This belongs to Sendoff itself" in ran.err
    assert in_home.records() == []


def test_t03_the_platforms_folder_is_ours_wherever_sendoff_home_points(
    sendoff: Sendoff, person: Path
) -> None:
    usual = person / ".local" / "share" / "sendoff"
    usual.mkdir()
    (usual / "settings.json").write_text('{"old": true}')
    sendoff.env = {"HOME": str(person), "XDG_DATA_HOME": ""}

    ran = sendoff("save", "--title", "T", "--json", str(person))

    assert (ran.code, stored(sendoff)) == (0, {"person/report.txt"})
    assert skipped(ran) == {"person/.local/share/sendoff": "own_data"}


def test_t03_the_folder_of_a_service_that_runs_by_itself_is_ours(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    served = tmp_path / "work" / "served"
    served.mkdir(parents=True)
    for name in ("lock", "token", "records.sqlite", "service.json"):
        (served / name).write_text("secret")
    (tmp_path / "work" / "a.txt").write_text("a")

    ran = sendoff("save", "--title", "T", "--json", str(tmp_path / "work"))

    assert (ran.code, stored(sendoff)) == (0, {"work/a.txt"})
    assert sendoff("save", "--title", "T", str(served / "token")).code == 2


def test_t03_a_link_that_leads_to_our_files_by_now_is_not_sent_on_resume(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    top = tmp_path / "top"
    top.mkdir()
    (top / "a.txt").write_text("a")
    (top / "later.txt").symlink_to("gone")
    held = sendoff("save", "--title", "T", "--json", str(top))
    assert held.code == 3
    (top / "later.txt").unlink()
    (top / "later.txt").symlink_to(sendoff.home / "settings.json")
    (sendoff.home / "settings.json").write_text("{}")

    ran = sendoff("resume", held.objects[0]["run"], "--changed", "send-new", "--json")

    assert ran.code == 3
    assert stored(sendoff) == {"top/a.txt"}


def test_t03_what_an_earlier_version_chose_of_ours_is_not_sent_on_resume(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    """The earlier version is one for which the files lay outside of the data folders."""
    usual = tmp_path / "share" / "sendoff"
    usual.mkdir(parents=True)
    (usual / "token.txt").write_text("secret")
    (tmp_path / "a.txt").write_text("a")
    service = (sendoff.home / "service").readlink()
    (sendoff.home / "service").unlink()
    (sendoff.home / "service").symlink_to("not a folder")
    (sendoff.home / "not a folder").touch()
    paths = [str(tmp_path / "a.txt"), str(usual / "token.txt")]
    held = sendoff("save", "--title", "T", "--json", *paths)
    assert (held.code, held.objects[0]["total_files"]) == (6, 2), held.err
    (sendoff.home / "service").unlink()
    (sendoff.home / "service").symlink_to(service)
    sendoff.env = {"XDG_DATA_HOME": str(tmp_path / "share")}

    ran = sendoff("resume", "--json")

    assert ran.code == 3
    assert stored(sendoff) == {"a.txt"}
    (failed,) = ran.events("file_failed")
    assert (failed["key"], failed["error"]["detail"]["reason"]) == ("token.txt", "own_data")


def test_t03_our_own_file_is_no_metadata(sendoff: Sendoff, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    own = str(sendoff.home / "service" / "service.json")

    ran = sendoff("save", "--title", "T", "--meta", own, str(tmp_path / "a.txt"))

    assert ran.code == 2
    assert "This belongs to Sendoff itself" in ran.err
    assert sendoff.records() == []


# T15


def special_files(folder: Path) -> None:
    os.mkfifo(folder / "a.fifo")
    with socket.socket(socket.AF_UNIX) as listener:
        here = os.open(folder, os.O_RDONLY)
        try:
            listener.bind(f"/proc/self/fd/{here}/b.sock")  # a whole path may be too long for it
        finally:
            os.close(here)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a.fifo", "This is a pipe"),
        ("b.sock", "This is a socket"),
        ("device", "This is a device"),
        ("broken", "The file is no longer there"),
        ("loop", "This link leads back"),
        ("made up", "its size cannot be known"),
    ],
)
def test_t15_a_path_that_cannot_be_sent_is_exit_2_with_its_kind(
    sendoff: Sendoff, tmp_path: Path, name: str, said: str
) -> None:
    special_files(tmp_path)
    (tmp_path / "device").symlink_to("/dev/null")
    (tmp_path / "broken").symlink_to("gone")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "made up").symlink_to("/proc/version")
    (tmp_path / "normal.txt").write_text("n")

    ran = sendoff("save", "--title", "T", str(tmp_path / name), str(tmp_path / "normal.txt"))

    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert name in ran.err
    assert "Nothing was sent" in ran.err
    assert sendoff.records() == []
    assert sendoff("runs").out == "No saves yet.\n"


def test_t15_each_of_several_is_named(sendoff: Sendoff, tmp_path: Path) -> None:
    special_files(tmp_path)

    ran = sendoff("save", "--title", "T", str(tmp_path / "a.fifo"), str(tmp_path / "b.sock"))

    assert ran.code == 2
    assert "This is a pipe" in ran.err
    assert "This is a socket" in ran.err


def test_t15_a_path_that_must_not_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked of the step itself: a test that runs as root may read everything."""
    path = str(tmp_path / "closed.txt")
    (tmp_path / "closed.txt").write_text("c")
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)

    with pytest.raises(BadInputError) as refused:
        refuse_unsendable(list(walk_files([path], slash=True)), [path], print)

    assert refused.value.info.kind is ErrorKind.FILE_UNREADABLE
    assert refused.value.info.get("reason") == "permission"


def test_t15_what_is_no_file_in_a_folder_is_told_and_stands_in_the_receipt(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    top = tmp_path / "top"
    (top / "empty").mkdir(parents=True)
    special_files(top)
    (top / "out").symlink_to("/etc/hostname")
    (top / "normal.txt").write_text("n")

    ran = sendoff("save", "--title", "T", "--json", str(top))

    assert ran.code == 0, ran.err
    names = [event["event"] for event in ran.objects]
    assert names[:6] == ["run_started", *["file_skipped"] * 4, "stage_started"]
    reasons = {
        "top/a.fifo": "pipe",
        "top/b.sock": "socket",
        "top/empty": "empty_folder",
        "top/out": "file_link_out",
    }
    assert skipped(ran) == reasons
    assert all(event["error"]["message"] for event in ran.events("file_skipped"))
    done = ran.objects[-1]
    assert (done["total_files"], done["confirmed"], done["failed"]) == (1, 1, [])
    receipt = json.loads(sendoff("receipt", ran.objects[0]["run"]).out)
    left_out = {one["name"]: one["reason"] for one in receipt["files"] if one["reason"]}
    assert left_out == {name.removeprefix("top/"): why for name, why in reasons.items()}
    verdicts = [one["verdict"] for one in receipt["files"]]
    assert verdicts == ["verified", *["left out"] * 4]
    page = sendoff("receipt", ran.objects[0]["run"], "--format", "html").out
    assert "left out (pipe)" in page


def test_t15_a_support_report_without_names_does_not_name_what_was_left_out(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    (tmp_path / "top" / "secret project").mkdir(parents=True)
    (tmp_path / "top" / "a.txt").write_text("a")
    assert sendoff("save", "--title", "T", str(tmp_path / "top")).code == 0

    shown = sendoff("report", "--show").out

    assert "empty_folder" in shown
    assert "secret project" not in shown


# T33


@pytest.fixture
def desktop(tmp_path: Path) -> Path:
    """A folder as desktops and tools leave it."""
    top = tmp_path / "top"
    (top / ".git" / "objects").mkdir(parents=True)
    (top / ".git" / "config").write_text("c")
    (top / "sub").mkdir()
    for name in (".DS_Store", "Thumbs.db", "~$a.docx", "sub/.DS_Store", "a.docx", ".zenodo.json"):
        (top / name).write_text(name)
    return top


LEFT_BEHIND = ["top/.DS_Store", "top/.git", "top/Thumbs.db", "top/sub/.DS_Store", "top/~$a.docx"]


def test_t33_what_desktops_and_tools_leave_behind_is_left_out_and_said_in_one_line(
    sendoff: Sendoff, desktop: Path
) -> None:
    ran = sendoff("save", "--title", "T", "--json", str(desktop))

    assert ran.code == 0, ran.err
    assert stored(sendoff) == {"top/a.docx", "top/.zenodo.json"}
    (line,) = ran.err.splitlines()
    assert line == (
        f"Left out, since desktops and tools leave them behind: {', '.join(LEFT_BEHIND)}. "
        "To send them too: --include-hidden"
    )
    assert skipped(ran) == dict.fromkeys(LEFT_BEHIND, "left_behind")


def test_t33_it_is_sent_where_it_is_asked_for(sendoff: Sendoff, desktop: Path) -> None:
    ran = sendoff("save", "--title", "T", "--include-hidden", str(desktop))

    assert ran.code == 0, ran.err
    kept = {key for key in LEFT_BEHIND if key != "top/.git"}
    assert stored(sendoff) == {*kept, "top/.git/config", "top/a.docx", "top/.zenodo.json"}


def test_t33_it_is_sent_where_it_was_named_itself(sendoff: Sendoff, desktop: Path) -> None:
    paths = [str(desktop / "Thumbs.db"), str(desktop / ".git")]

    ran = sendoff("save", "--title", "T", *paths)

    assert ran.code == 0, ran.err
    assert stored(sendoff) == {"Thumbs.db", ".git/config"}


# T32


def test_t32_a_path_that_is_too_long_says_why_and_can_be_left_out(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    top = tmp_path / "top"
    top.mkdir()
    (top / "good.txt").write_text("g")
    here = os.open(top, os.O_RDONLY)
    for _ in range(25):
        os.mkdir("d" * 200, dir_fd=here)
        deeper = os.open("d" * 200, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = deeper
    os.close(os.open("deep.txt", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)

    held = sendoff("save", "--title", "T", str(top))

    assert held.code == 3
    assert "longer than this computer can open" in held.out
    ways = [line for line in held.out.splitlines() if "--leave-out" in line]
    others = [line for line in held.out.splitlines() if "--leave-out" not in line]
    assert max(map(len, others)) < 1000, "a whole path of 4,096 letters was printed"
    assert any("dddd...dddd" in line for line in others)
    (way,) = ways
    ended = sendoff(*way.partition(": sendoff ")[2].split())
    assert ended.code == 0, ended.out
    assert stored(sendoff) == {"top/good.txt"}


# T50


def test_t50_renaming_is_not_offered_where_it_cannot_help(sendoff: Sendoff, tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    (top / "good.txt").write_text("g")
    with open(os.fsencode(top) + b"/bad\xff.txt", "wb") as file:
        file.write(b"b")

    held = sendoff("save", "--title", "T", "--rename", str(top))

    assert held.code == 3
    assert "--leave-out" in held.out
    assert "--rename" not in held.out


# T16, T17


@pytest.fixture
def odd(sendoff: Sendoff, tmp_path: Path) -> str:
    """A save of files whose names look like secrets, links and paths of other systems."""
    top = tmp_path / "odd"
    top.mkdir()
    for name in ("what?.txt", "a\\b.txt", "cookie: recipe.txt", "Bearer of good news.txt"):
        (top / name).write_text(name)
    site = top / "https:" / "x.example"
    site.mkdir(parents=True)
    (site / "page?id=1").write_text("p")
    ran = sendoff(
        "save", "--title", "Cookie: mine, see https://x.example/?id=1", "--json", str(top)
    )
    assert ran.code == 0, ran.err
    run: str = ran.objects[0]["run"]
    return run


ODD = {
    "what?.txt": "odd/what?.txt",
    "a\\b.txt": "odd/a\\b.txt",
    "cookie: recipe.txt": "odd/cookie: recipe.txt",
    "Bearer of good news.txt": "odd/Bearer of good news.txt",
    "page?id=1": "odd/https:/x.example/page?id=1",
}
TITLE = "Cookie: mine, see https://x.example/?id=1"


def test_t16_t17_a_receipt_as_csv_is_the_table_that_a_file_holds(
    sendoff: Sendoff, odd: str, tmp_path: Path
) -> None:
    with (tmp_path / "receipt.csv").open("wb") as file:
        process = sendoff.start("receipt", odd, "--format", "csv", stdout=file)
        _, err = process.communicate(timeout=60)

    assert (process.returncode, err) == (0, "")
    text = (tmp_path / "receipt.csv").read_bytes().decode()
    assert "\\u000d" not in text
    assert text.count("\r\n") == text.count("\n") == 1 + len(ODD)
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert {row["name"]: row["stored as"] for row in rows} == ODD
    assert {row["title"] for row in rows} == {TITLE}
    assert {row["verdict"] for row in rows} == {"verified"}


def test_t16_no_field_of_another_form_of_a_receipt_is_lost(sendoff: Sendoff, odd: str) -> None:
    receipt = json.loads(sendoff("receipt", odd).out)
    assert receipt["title"] == TITLE
    assert {one["name"]: one["stored_as"] for one in receipt["files"]} == ODD
    page = sendoff("receipt", odd, "--format", "html").out
    assert all(f"<bdi>{key}</bdi>" in page for key in ODD.values())
    assert page.count("<bdi>verified</bdi>") == len(ODD)


def test_t16_lines_and_objects_keep_every_field(sendoff: Sendoff, odd: str) -> None:
    assert TITLE in sendoff("runs").out
    (listed,) = sendoff("runs", "--json").objects
    assert listed["title"] == TITLE
    assert {one["key"] for one in listed["files"]} == set(ODD.values())
    report = sendoff("report", "--show", "--names").out
    assert "odd/https:/x.example/page?id=1" in report


@pytest.mark.parametrize("names", [(), ("--names",)])
def test_t16_the_parts_of_a_support_report_stay_json(
    sendoff: Sendoff, odd: str, tmp_path: Path, names: tuple[str, ...]
) -> None:
    assert sendoff("report", "-o", str(tmp_path / "report.zip"), *names).code == 0

    with zipfile.ZipFile(tmp_path / "report.zip") as bundle:
        parts = [json.loads(bundle.read(n)) for n in bundle.namelist() if n.endswith(".json")]
    (log,) = parts[2]
    assert log["run"] == odd
    assert (log["outcome"], log["files_total"]) == ("done", len(ODD))


def test_t16_a_line_about_a_file_keeps_its_reason(sendoff: Sendoff, tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    (top / "a.txt").write_text("a")
    (top / "cookie: recipe.txt").symlink_to("gone")

    ran = sendoff("save", "--title", "T", str(top))

    assert "  top/cookie: recipe.txt: The file is no longer there" in ran.out


def test_t03_a_lost_file_that_became_a_link_to_our_own_data_says_so_and_is_not_sent(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    """It was not sent, but said to be moved, renamed or deleted."""
    top = tmp_path / "top"
    top.mkdir()
    (top / "a.txt").write_text("a")
    (top / "broken").symlink_to("gone")
    saved = sendoff("save", "--title", "T", "--json", str(top))
    assert saved.code == 3
    (top / "broken").unlink()
    (top / "broken").symlink_to(sendoff.home / "settings.json")
    (sendoff.home / "settings.json").write_text("{}")

    ran = sendoff("resume", saved.objects[0]["run"])

    assert ran.code == 3
    (about,) = {line for line in ran.out.splitlines() if "top/broken: " in line}
    assert "This belongs to Sendoff itself" in about
    (record,) = sendoff.records()
    assert record["state"] == "draft"
    listed = json.loads(sendoff.ask(f"/records/{record['id']}/files"))
    assert [one["key"] for one in listed["items"]] == ["top/a.txt"]


# T30


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{\n  "note": "x",\n}\n', "the file is no valid JSON at line 3, column 1."),
        (b'{"note": }', "the file is no valid JSON at line 1, column 10."),
        (b"", "the file is no valid JSON at line 1, column 1."),
        (b"[1]", "the file must hold one JSON object"),
        (b'"text"', "the file must hold one JSON object"),
    ],
)
def test_t30_metadata_with_a_fault_says_where(
    home: Path, tmp_path: Path, content: bytes, said: str
) -> None:
    (tmp_path / "meta.json").write_bytes(content)

    ran = Sendoff(home)("save", "--title", "T", "--meta", str(tmp_path / "meta.json"))

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Metadata cannot be used: {said}")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_t30_metadata_as_editors_write_it_is_taken(
    sendoff: Sendoff, tmp_path: Path, encoding: str
) -> None:
    (tmp_path / "meta.json").write_bytes('{"note": "für alle"}'.encode(encoding))

    ran = sendoff("save", "--title", "T", "--meta", str(tmp_path / "meta.json"))

    assert ran.code == 0, ran.err
    assert sendoff.records()[0]["metadata"] == {"note": "für alle"}
