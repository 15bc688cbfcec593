"""Drafts in the window, against the protocol double: attach to one, look at one, mend it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QTreeWidget, QWidget

from desktop_app.app import App
from desktop_app.core.model import Account
from desktop_app.qa.testing import ListRobot, SaveRobot, found
from desktop_app.qa.testing.robots import unnamed, wait_for
from tests.ui.conftest import Open

ROOT = Path(__file__).resolve().parents[2]
METADATA = {
    "resource_type": {"id": "dataset"},
    "title": "Begun elsewhere",
    "publication_date": "2026-01-31",
    "publisher": "Nobody",
    "description": "Stays as it is",
    "creators": [
        {"person_or_org": {"type": "personal", "family_name": "Roe", "given_name": "Kim"}}
    ],
}


class Site:
    """The double in a process of its own, asked past the client."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self.token = token
        self.account = Account("acct-double", "invenio", "Archive", url)

    def ask(self, method: str, path: str, body: Any = None, raw: bytes | None = None) -> Any:
        data = raw if raw is not None else json.dumps(body).encode() if body is not None else None
        kind = "application/octet-stream" if raw is not None else "application/json"
        request = Request(f"{self.url}/api{path}", data, method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        request.add_header("Content-Type", kind)
        request.add_header("Accept", "application/json")
        with urlopen(request, timeout=10) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def draft(self) -> str:
        document = {"metadata": METADATA, "files": {"enabled": True}}
        return str(self.ask("POST", "/records", document)["id"])

    def put(self, record: str, key: str, content: bytes | None, *, commit: bool = True) -> None:
        """Begin a file; send `content` where there is some; finish it where asked to."""
        files = f"/records/{record}/draft/files"
        self.ask("POST", files, [{"key": key}])
        if content is not None:
            self.ask("PUT", f"{files}/{key}/content", raw=content)
        if content is not None and commit:
            self.ask("POST", f"{files}/{key}/commit")

    def held(self, record: str, *, draft: bool = True) -> dict[str, tuple[str, int | None]]:
        where = f"/records/{record}{'/draft' if draft else ''}/files"
        entries = self.ask("GET", where)["entries"]
        return {one["key"]: (one["status"], one.get("size")) for one in entries}


@pytest.fixture
def site() -> Iterator[Site]:
    command = [sys.executable, "-m", "tests.invenio.double"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        facts = json.loads(process.stdout.readline())
        yield Site(facts["url"], facts["token"])
        process.kill()


def at_the_site(open_real: Open, site: Site) -> tuple[App, SaveRobot]:
    """Open a window whose chosen account is the double's, with its rules known."""
    app = open_real()
    app.backend.accounts.use_sandbox(site.account)
    done = app.loop.create_task(app.backend.accounts.set_token(site.account.id, site.token))
    wait_for(done.done, "the token")
    page = app.window.new_save
    page.show_accounts(app.backend.accounts.all(), site.account.id)
    page.account_chosen.emit(site.account)
    robot = SaveRobot(app.window)
    wait_for(lambda: robot.shown("draftCombo"), "the choice of drafts")
    return app, robot


def choose(app: App, record: str) -> None:
    combo = found(app.window, QComboBox, "draftCombo")
    texts = [combo.itemText(row) for row in range(combo.count())]

    def listed() -> bool:
        texts[:] = [combo.itemText(row) for row in range(combo.count())]
        return any(record in text for text in texts)

    wait_for(listed, f"the draft {record}")
    row = next(row for row, text in enumerate(texts) if record in text)
    combo.setCurrentIndex(row)
    combo.activated.emit(row)


def rows(dialog: QWidget) -> dict[str, str]:
    view = found(dialog, QTreeWidget, "repairView")
    items = [view.topLevelItem(row) for row in range(view.topLevelItemCount())]
    return {item.text(0): item.text(1) for item in items if item is not None}


def test_files_are_attached_to_a_draft_whose_details_stay(
    open_real: Open, site: Site, three_files: list[str]
) -> None:
    record = site.draft()
    site.put(record, "theirs.txt", b"was there")
    app, robot = at_the_site(open_real, site)
    choose(app, record)
    assert robot.text("titleEdit") == "Begun elsewhere"
    assert not robot.shown("formDetailsToggle"), "the draft has its own details"
    robot.add(three_files)
    robot.save()
    assert robot.wait_for_end() == "Saved"
    assert set(site.held(record, draft=False)) == {
        "theirs.txt",
        "file1.txt",
        "file2.txt",
        "file3.txt",
    }
    published = site.ask("GET", f"/records/{record}")
    assert published["metadata"]["description"] == "Stays as it is"
    hits = site.ask("GET", "/user/records?size=100")["hits"]["hits"]
    assert [one["id"] for one in hits] == [record], "no other record was made"
    robot.click("newSaveButton")
    assert found(app.window, QComboBox, "draftCombo").currentData() is None


def test_taking_the_files_out_again_leaves_the_draft(
    open_real: Open, site: Site, three_files: list[str]
) -> None:
    record = site.draft()
    site.put(record, "theirs.txt", b"was there")
    site.put(record, "file2.txt", b"theirs, and different")
    app, robot = at_the_site(open_real, site)
    choose(app, record)
    robot.add(three_files)
    robot.save()
    robot.wait_for_end()
    lists = ListRobot(app.window, "unfinished")
    lists.open()
    lists.choose("Begun elsewhere")
    lists.press("Discard")
    question = SaveRobot(lists.dialog("discardQuestion"))
    said = " ".join(label.text() for label in question.window.findChildren(QLabel))
    assert "The draft itself" in said
    question.click("confirmButton")
    wait_for(lambda: not app.flow.busy and lists.titles() == [], "the discard")
    assert site.held(record) == {"theirs.txt": ("completed", 9), "file2.txt": ("completed", 21)}


def test_a_draft_is_looked_at_and_mended(
    open_real: Open, site: Site, three_files: list[str]
) -> None:
    record = site.draft()
    site.put(record, "file1.txt", Path(three_files[0]).read_bytes())
    site.put(record, "file2.txt", b"theirs")
    site.put(record, "left.bin", b"half", commit=False)
    site.put(record, "extra.bin", b"extra")
    app, robot = at_the_site(open_real, site)
    assert not robot.enabled("repairDraftButton")
    robot.add(three_files)
    choose(app, record)
    robot.click("repairDraftButton")
    dialog = robot.dialog("repairDialog")
    wait_for(lambda: len(rows(dialog)) == 5, "the names")
    assert rows(dialog) == {
        "file1.txt": "Whole and the same",
        "file2.txt": "Different content",
        "file3.txt": "Missing in the draft",
        "left.bin": "Left over, blocks publishing",
        "extra.bin": "Only in the draft",
    }
    assert unnamed(dialog) == []
    inside = SaveRobot(dialog)
    inside.click("mendButton")
    wait_for(lambda: rows(dialog).get("file3.txt") == "Whole and the same", "the mending")
    assert "left.bin" not in rows(dialog)
    assert site.held(record)["file2.txt"] == ("completed", 6), "nothing is overwritten unasked"
    wait_for(lambda: not inside.enabled("mendButton"), "nothing left to mend")
    view = found(dialog, QTreeWidget, "repairView")
    item = view.findItems("file2.txt", Qt.MatchFlag.MatchExactly)[0]
    item.setCheckState(0, Qt.CheckState.Checked)
    inside.click("mendButton")
    wait_for(lambda: rows(dialog)["file2.txt"] == "Whole and the same", "the replacing")
    assert site.held(record) == {
        "file1.txt": ("completed", 1000),
        "file2.txt": ("completed", 2000),
        "file3.txt": ("completed", 3000),
        "extra.bin": ("completed", 5),
    }
    assert "nothing unfinished" in inside.text("repairNote")
    dialog.reject()
    wait_for(lambda: not robot.shown("repairDialog"), "the dialog to close")


def test_the_draft_that_a_save_left_behind_is_repaired_from_the_list(
    open_real: Open, site: Site, three_files: list[str]
) -> None:
    record = site.draft()
    site.put(record, "file2.txt", b"theirs, and different")
    app, robot = at_the_site(open_real, site)
    choose(app, record)
    robot.add(three_files)
    robot.save()
    robot.wait_for_end()
    Path(three_files[2]).unlink()
    lists = ListRobot(app.window, "unfinished")
    lists.open()
    lists.choose("Begun elsewhere")
    lists.press("Repair")
    dialog = robot.dialog("repairDialog")
    wait_for(lambda: len(rows(dialog)) == 3, "the names")
    assert rows(dialog) == {
        "file1.txt": "Whole and the same",
        "file2.txt": "Different content",
        "file3.txt": "Only in the draft",
    }
    view = found(dialog, QTreeWidget, "repairView")
    item = view.findItems("file2.txt", Qt.MatchFlag.MatchExactly)[0]
    item.setCheckState(0, Qt.CheckState.Checked)
    SaveRobot(dialog).click("mendButton")
    wait_for(lambda: rows(dialog)["file2.txt"] == "Whole and the same", "the replacing")
    dialog.reject()
    lists.press("Resume")
    SaveRobot(robot.dialog("filesQuestion")).click("sendAgainButton")
    wait_for(lambda: robot.text("outcomeTitle") == "Saved", "the end of the save")
    assert {key: size for key, (_, size) in site.held(record, draft=False).items()} == {
        "file1.txt": 1000,
        "file2.txt": 2000,
        "file3.txt": 3000,
    }


def test_a_site_that_cannot_be_asked_is_told_in_words(
    open_real: Open, site: Site, three_files: list[str]
) -> None:
    record = site.draft()
    app, robot = at_the_site(open_real, site)
    choose(app, record)
    app.backend.accounts.use_sandbox(site.account)  # forgets its token
    robot.click("repairDraftButton")
    dialog = robot.dialog("repairDialog")
    inside = SaveRobot(dialog)
    wait_for(lambda: "token" in inside.text("repairNote"), "the reason")
    assert not inside.enabled("mendButton")
    assert inside.enabled("lookAgainButton")
    dialog.reject()
    robot.click("listDraftsButton")
    wait_for(lambda: "token" in robot.text("draftsNote"), "the reason beside the list")


def test_this_computer_offers_no_drafts(open_real: Open) -> None:
    robot = SaveRobot(open_real().window)
    assert not robot.shown("draftCombo")
    assert not robot.shown("repairDraftButton")
    ListRobot(robot.window, "unfinished").open()
    assert not robot.shown("unfinishedRepairButton")


def test_a_repair_that_was_killed_is_told_of_once_at_the_next_start(
    open_real: Open, site: Site, three_files: list[str], tmp_path: Path
) -> None:
    """A process dies while it mends; this one starts later on the same home."""
    kill_one = (
        "import os, sys; from desktop_app.core.model import Account; "
        "from desktop_app.storage.repair_marks import Repair, RepairMarks; "
        "RepairMarks(sys.argv[1]).begin(Repair(Account('a', 'invenio', 'Archive'), 'r-7')); "
        "os.kill(os.getpid(), 9)"
    )
    repairs = str(tmp_path / "home" / "repairs")
    subprocess.run([sys.executable, "-c", kill_one, repairs], cwd=ROOT, check=False)
    told = SaveRobot(open_real().window).dialog("troubleDialog")
    said = " ".join(label.text() for label in told.findChildren(QLabel))
    assert "The repair of the draft r-7 with the account Archive was cut off." in said
    assert "Repair the draft again" in said
    told.reject()
    wait_for(lambda: not list(Path(repairs).iterdir()), "the mark to be taken away")

    record = site.draft()
    app, robot = at_the_site(open_real, site)
    assert not robot.shown("troubleDialog"), "it was told"
    robot.add(three_files)
    choose(app, record)
    robot.click("repairDraftButton")
    dialog = robot.dialog("repairDialog")
    SaveRobot(dialog).click("mendButton")
    wait_for(lambda: rows(dialog).get("file3.txt") == "Whole and the same", "the mending")
    assert not list(Path(repairs).iterdir()), "a repair that ended leaves no mark"
    dialog.reject()
