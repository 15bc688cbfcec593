"""A service that wants harm by what it says: nothing secret, no markup, no turned direction."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton

from desktop_app.app import App
from desktop_app.core.model import Account
from desktop_app.qa.testing import ListRobot, SaveRobot, found
from desktop_app.qa.testing.robots import wait_for
from tests.invenio import bench
from tests.invenio.deposits import Deposit, Entry
from tests.invenio.double import TOKEN, InvenioDouble
from tests.raw_server import Answer, Request
from tests.ui.conftest import Open
from tests.ui.test_drafts import METADATA, choose
from tests.ui.texts import all_texts, rendered

SIGNATURE = "SIGNATURE55aa77bb"
OTHER = "otherBearer0123456789"
CONTENT = "SECRET CONTENT OF THE FILE"
SIGNED = f"https://store.example/bucket/key?X-Amz-Signature={SIGNATURE}&X-Amz-Expires=60"
SECRETS = (TOKEN, SIGNATURE, OTHER, CONTENT)
TURNED = "\u202egnp\u202c \u2067r\u2069\u2069 \u2066"
MARKUP = "<b>bold</b><img src='file:///etc/hostname'><a href='https://e.example'>x</a>"
SAID = (
    f"{MARKUP} {TURNED} \x1b[31mred\x07 Authorization: Bearer {OTHER}\ntoken {TOKEN}; see {SIGNED}"
)
PROBLEM = {
    "type": f"about:{SIGNED}",
    "instance": SIGNED,
    "title": SAID,
    "detail": SAID,
    "message": SAID,
    "key": SAID,
    "limit": SAID,
    "errors": [
        {"field": "metadata.title", "messages": [SAID]},
        {"field": SAID, "messages": [SAID, SAID]},
    ],
}
THEIRS = f"theirs {TURNED} <b>bold<i>.bin"
AS_PROBLEM = {"Content-Type": "application/problem+json"}
REFUSALS: dict[str, Answer] = {
    "400": Answer(400, PROBLEM, headers=AS_PROBLEM),
    "401": Answer(401, PROBLEM, headers={"WWW-Authenticate": f"Bearer realm={TOKEN}"}),
    "403": Answer(403, PROBLEM, headers=AS_PROBLEM),
    "413": Answer(413, PROBLEM, headers=AS_PROBLEM),
    "500": Answer(500, PROBLEM, headers=AS_PROBLEM),
    "text": Answer(400, body=SAID.encode(), headers={"Content-Type": "text/plain"}),
    "page": Answer(400, body=f"<html>{SAID} {CONTENT}</html>".encode()),
    "bytes": Answer(
        400, body=CONTENT.encode(), headers={"Content-Type": "application/octet-stream"}
    ),
    "redirect": Answer(302, body=b"", headers={"Location": SIGNED}),
    "redirect here": Answer(302, body=b"", headers={"Location": f"/x?token={TOKEN}"}),
}


class Hostile(InvenioDouble):
    """Plants texts in all that it says, and refuses what is asked of it by path."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: dict[str, Answer] = {}

    async def handle(self, request: Request) -> Answer | None:
        for path, answer in self.refused.items():
            if re.search(path, f"{request.method} {request.path}"):
                await request.content()
                return replace(answer, headers=dict(answer.headers))
        given = await super().handle(request)
        if given is not None and isinstance(given.json, dict):
            given.json = planted(given.json)
        return given


def planted(value: Any) -> Any:
    """Return an answer with titles, pages and names of people that hold what is planted."""
    if isinstance(value, list):
        return [planted(one) for one in value]
    if not isinstance(value, dict):
        return value
    texts = {"title": f"Levels {SAID}", "self_html": SIGNED, "email": SAID, "updated": SAID}
    return {
        name: texts.get(name, planted(one)) if isinstance(one, str) else planted(one)
        for name, one in value.items()
    }


T = TypeVar("T")
Harm = tuple[App, SaveRobot, Hostile, str]


@pytest.fixture
def site(running_loop: asyncio.AbstractEventLoop) -> Iterator[Hostile]:
    made = Hostile()
    finished(running_loop, made.__aenter__())
    yield made
    finished(running_loop, made.__aexit__(None, None, None))


@pytest.fixture
def harm(site: Hostile, open_real: Open, tmp_path: Path) -> Harm:
    """A window whose account is at the hostile site, with a draft there that somebody else fed."""
    record = a_draft(site)
    limits = {"attempts": 1, "outage_s": 0, "reconcile_s": 1, "control_s": 2, "finalize_s": 2}
    limits |= {"absence_s": 1, "absence_gateway_s": 1}
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "settings.json").write_text(json.dumps({"limits": limits}))
    app = open_real()
    account = Account("acct-hostile", "invenio", "Archive", site.url)
    app.backend.accounts.use_sandbox(account)
    finished(app.loop, app.backend.accounts.set_token(account.id, TOKEN))
    page = app.window.new_save
    page.show_accounts(app.backend.accounts.all(), account.id)
    page.account_chosen.emit(account)
    robot = SaveRobot(app.window)
    wait_for(lambda: robot.shown("draftCombo"), "the choice of drafts")
    return app, robot, site, record


def finished(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T]) -> T:
    task = loop.create_task(work)
    wait_for(task.done, "the site")
    return task.result()


def a_draft(site: Hostile) -> str:
    """Return a draft that the page began, with a finished file of a name that wants harm."""
    document = {"metadata": METADATA, "files": {"enabled": True}}
    draft = Deposit("draft-1", "parent-1", site.tokens[TOKEN], 0.0, document)
    draft.entries[THEIRS] = Entry(THEIRS, b"theirs", complete=True)
    site.deposits[draft.id] = draft
    return draft.id


def local_files(folder: Path) -> list[str]:
    names = ("a.txt", "<b>bold<i>.txt", "gnp.\u202etxt.exe", "r\u2069\u2067x.txt")
    paths = []
    for name in names:
        (folder / name).write_text(CONTENT)
        paths.append(str(folder / name))
    return paths


def check(app: App, home: Path, *more: str) -> None:
    """Look at all that is shown and kept."""
    texts = all_texts() | {f"more {n}": text for n, text in enumerate(more)}
    for place, text in texts.items():
        for secret in SECRETS:
            assert secret not in text, (place, text)
        assert re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066\u2067]", text) is None, (
            place,
            ascii(text),
        )
        assert text.count("\u2068") == text.count("\u2069"), (place, ascii(text))
    assert rendered() == []
    kept = [path for path in home.rglob("*") if path.is_file() and "service" not in path.parts]
    assert kept
    for path in kept:
        content = path.read_bytes()
        for secret in SECRETS:
            assert secret.encode() not in content, (path, secret)


def tell_all(app: App, robot: SaveRobot) -> list[str]:
    """Open details, copy the report, and return the receipts and the support report."""
    robot.click("detailsButton")
    wait_for(lambda: robot.shown("detailsDrawer"), "the details")
    found(app.window, QPushButton, "copyReportButton").click()

    async def receipts() -> list[str]:
        said = []
        for run in await app.backend.session.runs():
            receipt = await app.backend.session.receipt(run.id)
            html, table = receipt.to_html(), receipt.to_csv()
            assert "<b>bold" not in html
            assert "<img" not in html
            assert not [secret for secret in SECRETS if secret in table]
            said.append(html)
        parts = await app.backend.support_report.gather(names=True)
        return [*said, *(part.text for part in parts)]

    return list(finished(app.loop, receipts()))


@pytest.mark.parametrize(
    ("name", "stage"),
    [
        ("400", "create"),
        ("401", "create"),
        ("redirect", "create"),
        ("403", "upload"),
        ("413", "upload"),
        ("bytes", "create"),
        ("400", "finalize"),
        ("500", "finalize"),
        ("text", "finalize"),
        ("page", "finalize"),
        ("redirect here", "finalize"),
    ],
)
def test_what_a_hostile_service_says_shows_no_secret_no_markup_and_turns_nothing(
    harm: Harm, tmp_path: Path, name: str, stage: str
) -> None:
    app, robot, site, _ = harm
    site.refused = {
        {
            "create": "^POST .*/records$",
            "upload": "/content$",
            "finalize": "/actions/publish$",
        }[stage]: REFUSALS[name]
    }
    files = local_files(tmp_path)
    robot.fill("Levels", files[:1] if stage == "finalize" else files)
    app.form.metadata = dict(bench.METADATA)
    robot.save()
    if name == "401":
        question = robot.dialog("signInDialog")
        check(app, tmp_path / "home")
        question.reject()
        robot.click("cancelButton")
    robot.wait_for_end()
    receipts = tell_all(app, robot)
    check(app, tmp_path / "home", *receipts)
    told = name in ("400", "401", "403", "413", "500", "text")
    assert told == ("[redacted]" in found(app.window, QPlainTextEdit, "detailsText").toPlainText())
    for kind in ("unfinished", "history"):
        ListRobot(app.window, kind).open()
    check(app, tmp_path / "home")


def test_drafts_and_files_of_a_hostile_service_are_shown_as_plain_text(
    harm: Harm, tmp_path: Path
) -> None:
    app, robot, site, record = harm
    home = tmp_path / "home"
    (tmp_path / "\x1b[2Jx.txt").write_text(CONTENT)
    robot.add([*local_files(tmp_path), str(tmp_path / "\x1b[2Jx.txt")])
    choose(app, record)
    check(app, home)
    said = " ".join(all_texts().values())
    assert "gnp.\\u202etxt.exe" in said
    assert "[redacted]" in said
    app.form.model.remove([row.id for row in app.form.model.rows if "\x1b" in row.planned.key])
    robot.click("repairDraftButton")
    dialog = robot.dialog("repairDialog")
    wait_for(lambda: "theirs" in " ".join(all_texts().values()), "the names")
    check(app, home)
    dialog.reject()
    wait_for(lambda: not robot.shown("repairDialog"), "the dialog to close")
    site.refused = {"/actions/publish$": REFUSALS["403"]}
    robot.save()
    robot.wait_for_end()
    check(app, home, *tell_all(app, robot))
    ListRobot(app.window, "unfinished").open()
    check(app, home)


def test_the_name_that_a_hostile_service_gives_the_person_is_plain_text(harm: Harm) -> None:
    app, *_ = harm
    answer = finished(app.loop, app.backend.accounts.test("acct-hostile"))
    assert answer.error is None
    assert "red" in answer.signed_in_as
    assert answer.signed_in_as.isprintable()
    assert not [secret for secret in SECRETS if secret in answer.signed_in_as]
