"""A planted token is found nowhere: not in output, log, settings, journal or support bundle."""

from __future__ import annotations

import base64
import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, Sendoff
from tests.raw_server import Connection, RawServer, in_a_thread, respond

TOKEN = "SECRET-7f3a91c2d4"
PASSWORD = "PROXYPW-55aa"


def nowhere(sendoff: Sendoff, *ran: Ran) -> None:
    for one in ran:
        assert TOKEN not in one.out + one.err
        assert PASSWORD not in one.out + one.err
    for path in sendoff.files():
        content = path.read_bytes()
        assert TOKEN.encode() not in content, path
        assert PASSWORD.encode() not in content, path


def test_a_token_of_a_script_is_found_nowhere_after_failures(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")
    facts = json.loads((sendoff.home / "service" / "service.json").read_text())
    sendoff.env = {
        "SENDOFF_TOKEN": f"{TOKEN}\n",
        "HTTPS_PROXY": f"http://user:{PASSWORD}@127.0.0.1:9",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
    }
    sendoff.settings(limits={"create_s": 1, "control_s": 1, "reconcile_s": 1, "outage_s": 0})
    path = str(tmp_path / "a.txt")
    where = ["--service", facts["url"], "--kind", "local"]

    refused = sendoff("save", "--title", "T", "--json", *where, path)
    unreachable = sendoff(
        "save", "--title", "T", "--no-finalize", "--json", "--service", "https://127.0.0.1:9", path
    )
    added = sendoff("accounts", "add", "https://127.0.0.1:9", "--label", "L")
    tested = sendoff("accounts", "test", "L")
    bundle = tmp_path / "report.zip"
    reported = sendoff("report", "-o", str(bundle))
    examined = sendoff("doctor")

    assert refused.code == 3
    assert refused.objects[-1]["error"]["kind"] == "sign_in"
    assert unreachable.code in (3, 4)
    assert unreachable.objects[-1]["event"] == "run_stopped"
    assert (added.code, tested.code, reported.code) == (0, 3, 0)
    nowhere(sendoff, refused, unreachable, added, tested, reported, examined)
    with zipfile.ZipFile(bundle) as parts:
        assert {"about.json", "settings.json", "runs.json", "logs/sendoff.log"} <= set(
            parts.namelist()
        )
        for name in parts.namelist():
            assert TOKEN.encode() not in parts.read(name), name


def test_a_token_comes_from_standard_input_too_and_bad_ones_are_not_quoted(
    sendoff: Sendoff,
) -> None:
    sendoff.env = {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}

    good = sendoff("accounts", "add", "sandbox", stdin=f"{TOKEN}\n")
    again = sendoff("accounts", "token", "Zenodo sandbox", stdin=f"{TOKEN}\n")
    bad = sendoff("accounts", "token", "Zenodo sandbox", stdin=f"{TOKEN} {PASSWORD}\n")
    none = sendoff("accounts", "token", "Zenodo sandbox")
    refused = sendoff("accounts", "add", "https://a.example", stdin=f"{TOKEN} {PASSWORD}\n")
    without = sendoff("accounts", "add", "https://b.example")

    assert good.code == 0, "the account was added"
    assert "Zenodo sandbox" in sendoff("accounts").out
    assert "keychain of this computer does not keep the token" in good.err
    assert "the token was not kept: set SENDOFF_TOKEN" in good.err
    assert again.code == 1, "a token that nobody keeps is nothing done"
    assert "keychain of this computer does not keep the token" in again.err
    assert (bad.code, none.code, refused.code, without.code) == (2, 2, 2, 0)
    assert "It has no token yet" in without.err
    assert "a.example" not in sendoff("accounts").out, "added with a token that is none"
    assert "This cannot be a token" in bad.err
    assert "No token was entered" in none.err
    nowhere(sendoff, good, again, bad, none, refused, without)


def test_a_bare_resume_hands_one_service_s_token_to_no_other(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")
    refusing = [RawServer(otherwise=respond(403, then_close=True)) for _ in range(2)]
    with in_a_thread(refusing[0]), in_a_thread(refusing[1]):
        for number, server in enumerate(refusing):
            sendoff.settings(
                limits={"create_s": 1, "control_s": 1, "reconcile_s": 1, "outage_s": 0}
            )
            sendoff.env = {"SENDOFF_TOKEN": f"tok-{number}"}
            words = ("--service", server.url, "--kind", "local", str(tmp_path / "a.txt"))
            assert sendoff("save", "--title", "T", *words).code in (3, 4)
            assert server.seen

        sendoff.env = {
            "SENDOFF_TOKEN": TOKEN,
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        }
        resumed = sendoff("resume")

    assert resumed.code == 3
    assert "No token is known here" in resumed.out
    heard = [one.raw_head for server in refusing for one in server.seen]
    assert not [head for head in heard if TOKEN.encode() in head]


def test_a_token_is_refused_as_an_argument(sendoff: Sendoff) -> None:
    assert sendoff("save", "--title", "T", "--token", TOKEN).code == 2


def test_the_built_in_service_s_own_token_is_in_its_file_only(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")
    token_file = sendoff.home / "service" / "token"
    token = token_file.read_text().strip()

    ran = sendoff("save", "--title", "T", "--json", str(tmp_path / "a.txt"))

    assert ran.code == 0
    assert token not in ran.out + ran.err
    for path in sendoff.files():
        if path != token_file.resolve():
            assert token.encode() not in path.read_bytes(), path
    assert token_file.stat().st_mode & 0o777 == 0o600


def test_everything_in_the_data_folder_is_private(sendoff: Sendoff, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    assert sendoff("save", "--title", "T", str(tmp_path / "a.txt")).code == 0
    sendoff.env = {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    sendoff("accounts", "add", "sandbox", stdin=f"{TOKEN}\n")

    for folder in (sendoff.home, sendoff.home / "logs", sendoff.home / "service"):
        assert folder.stat().st_mode & 0o077 == 0, folder
    for path in sendoff.home.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_accounts_are_listed_and_removed(sendoff: Sendoff) -> None:
    sendoff.env = {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    sendoff("accounts", "add", "https://data.example/api/", "--label", "Lab", stdin="tok-1\n")

    listed = [json.loads(line) for line in sendoff("accounts", "list", "--json").out.splitlines()]
    assert [(one["label"], one.get("address")) for one in listed] == [
        ("This computer", None),
        ("Lab", "https://data.example"),
    ]
    assert sendoff("accounts", "remove", "lab").code == 0
    assert sendoff("accounts").out == "local  This computer\n"


def test_doctor_says_in_words_what_is_wrong(sendoff: Sendoff) -> None:
    sendoff.env = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    (sendoff.home / "settings.json").write_text('{"ca_file": "/gone.pem", "theme": "pink"}')

    ran = sendoff("doctor")

    assert ran.code == 1
    lines = {line[9:].partition(":")[0]: line for line in ran.out.splitlines()}
    assert lines["Keychain"].startswith("PROBLEM  Keychain: This computer has no keychain.")
    assert lines["Certificates"].startswith("PROBLEM")
    assert lines["Settings"] == "PROBLEM  Settings: Left out: theme."
    for subject in ("Sendoff", "Proxy", "Journal", "Data folder", "Built-in service"):
        assert lines[subject].startswith("ok"), lines[subject]
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("stdin", ["wrong-token\n", "good-token\n", ""])
def test_a_save_takes_its_token_from_standard_input_where_it_is_asked_to(
    sendoff: Sendoff, tmp_path: Path, stdin: str
) -> None:
    facts = json.loads((sendoff.home / "service" / "service.json").read_text())
    good = Path(facts["token_file"]).read_text().strip()
    (tmp_path / "a.txt").write_text("a")
    sendoff.env = {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    sendoff.env["SENDOFF_TOKEN"] = "of-something-else"
    words = ("save", "--title", "T", "--service", facts["url"], "--kind", "local")
    more = ("--token-stdin", str(tmp_path / "a.txt"))
    ran = sendoff(*words, *more, stdin=stdin.replace("good-token", good))
    assert ran.code == {"wrong-token\n": 3, "good-token\n": 0, "": 2}[stdin]
    assert good not in ran.out + ran.err
    assert len(sendoff.records()) == (ran.code == 0)


@pytest.mark.parametrize("command", ["save", "drafts", "repair", "test"])
def test_without_a_token_no_command_waits_for_a_silent_standard_input(
    sendoff: Sendoff, tmp_path: Path, command: str
) -> None:
    (tmp_path / "a.txt").write_text("a")
    sendoff.settings(
        accounts=[
            {"id": "acct-1", "kind": "invenio", "label": "Lab", "address": "https://lab.example"}
        ]
    )
    sendoff.env = {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    words = {
        "save": ("save", "--title", "T", "--account", "Lab", str(tmp_path / "a.txt")),
        "drafts": ("drafts", "--account", "Lab"),
        "repair": ("repair", "--account", "Lab", "r1", str(tmp_path / "a.txt")),
        "test": ("accounts", "test", "Lab"),
    }
    process = sendoff.start(*words[command], stdin=subprocess.PIPE)
    assert process.stdin is not None
    try:
        code = process.wait(timeout=30)  # nothing comes, and the pipe stays open
    finally:
        process.kill()
        said = "".join(process.communicate())
    assert code == (3 if command == "test" else 2)
    assert "No token is known here for the account Lab." in said
    assert command == "test" or "--token-stdin" in said


def test_a_resume_without_a_token_waits_for_no_standard_input_either(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")
    sendoff.settings(limits={"create_s": 1, "control_s": 1, "reconcile_s": 1, "outage_s": 0})
    sendoff.env = {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    words = ("save", "--title", "T", "--no-finalize", "--service", "http://127.0.0.1:1")
    saved = sendoff(*words, "--token-stdin", str(tmp_path / "a.txt"), stdin="tok-1\n")
    assert saved.code in (3, 4), "nobody is there"
    process = sendoff.start("resume", stdin=subprocess.PIPE)
    try:
        code = process.wait(timeout=30)
    finally:
        process.kill()
        said = "".join(process.communicate())
    assert code == 3
    assert "--token-stdin" in said


ECHOES = {
    "plain": TOKEN,
    "base64": base64.b64encode(TOKEN.encode()).decode(),
    "base64 of the header": base64.b64encode(f"Bearer {TOKEN}".encode()).decode(),
    "hex": TOKEN.encode().hex(),
    "quoted": "".join(f"%{ord(c):02X}" for c in TOKEN),
}


async def echo(c: Connection) -> None:
    """Take the record, and write the token into everything that is said."""
    said = " ".join(ECHOES.values())
    await c.read_body()
    if c.seen.method == "POST":
        record = {"id": "r1", "state": "draft", "title": said, "revision": 1}
        await c.answer(201, {**record, "client_ref": said, "created": said})
        return
    more = {"limit": said, "errors": [{"field": said, "messages": [said]}]}
    await c.answer(400, {"detail": f"Refused: {said}", **more})


def test_T64_a_token_that_the_server_writes_back_is_found_nowhere(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("a")
    with in_a_thread(RawServer(otherwise=echo)) as server:
        sendoff.env = {"SENDOFF_TOKEN": TOKEN}
        sendoff.settings(limits={"create_s": 5, "control_s": 5, "reconcile_s": 1, "outage_s": 0})
        where = ("--service", server.url, "--kind", "local")
        saved = sendoff("save", "--title", "T", "--json", *where, str(tmp_path / "a.txt"))
        run = saved.objects[0]["run"]
        told = [sendoff("receipt", run, "--format", kind) for kind in ("json", "csv", "html")]
        again = sendoff("resume", run)
        reported = sendoff("report", "-o", str(tmp_path / "report.zip"))

    assert saved.code == 3
    assert "Refused: [redacted]" in saved.out
    parts = [one.out + one.err for one in (saved, *told, again, reported)]
    parts += [path.read_bytes().decode("latin-1") for path in sendoff.files()]
    with zipfile.ZipFile(tmp_path / "report.zip") as bundle:
        parts += [bundle.read(name).decode("latin-1") for name in bundle.namelist()]
    for name, form in ECHOES.items():
        inner = form if name == "plain" else form[9:-4]
        assert not [part for part in parts if inner in part], name
