"""One service per data folder: found by others, ended with its parent, orderly on SIGTERM."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict
from desktop_app.core.words import say
from desktop_app.core.words.errors import cause_words
from desktop_app.server import folder
from desktop_app.server.folder import answers
from desktop_app.server.launcher import ServiceProcess
from tests.server.service_process import ROOT, Client, eventually

PARENT = """
import asyncio, sys, threading
from desktop_app.server import folder
from desktop_app.server.launcher import ServiceProcess
print(asyncio.run(ServiceProcess(sys.argv[1]).start()).url, flush=True)
threading.Event().wait()
"""


def test_two_windows_share_one_service_and_the_survivor_starts_its_own(tmp_path: Path) -> None:
    async def run() -> None:
        one, two = ServiceProcess(str(tmp_path / "d")), ServiceProcess(str(tmp_path / "d"))
        try:
            first, second = await asyncio.gather(one.ensure(), two.ensure())
            assert first == second
            assert [one.ours, two.ours].count(True) == 1
            owner, other = (one, two) if one.ours else (two, one)
            await owner.stop()
            third = await other.ensure()
            assert third.pid != first.pid
            assert other.ours
            assert await other.ensure() == third
            os.kill(third.pid, signal.SIGKILL)
            fourth = await other.ensure()
            assert fourth.pid != third.pid
        finally:
            await one.stop()
            await two.stop()

    asyncio.run(run())
    assert not (tmp_path / "d" / "service.json").exists()


def test_the_child_ends_with_its_parent_even_if_that_is_killed(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            PARENT,
            str(tmp_path / "d"),
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    assert parent.stdout is not None
    with parent.stdout:
        parent.stdout.readline()
        facts = json.loads((tmp_path / "d" / "service.json").read_text())
        assert answers(facts)
        parent.kill()
        parent.wait()
    assert eventually(lambda: not answers(facts))
    assert eventually(lambda: not (tmp_path / "d" / "service.json").exists())


def test_a_second_starter_announces_the_first_and_exits_0(start: Any) -> None:
    service = start()
    second = subprocess.run(
        [sys.executable, "-m", "desktop_app.server", "--data", service.folder],
        cwd=ROOT,
        capture_output=True,
        timeout=30,
        check=True,
    )
    assert json.loads(second.stdout) == service.facts


def test_sigterm_lets_accepted_work_finish_and_exits_0(start: Any) -> None:
    service = start()
    client = service.client()
    service.rule("slow", route="create_record", when="during", seconds=0.5)
    answers_: list[int] = []

    def create() -> None:
        body = {"title": "T"}
        answers_.append(service.client()("POST", "/records", body, Idempotency_Key="x").status)

    thread = threading.Thread(target=create)
    thread.start()
    assert eventually(lambda: client.metric("in_flight") == 1)
    assert service.terminate() == 0
    thread.join()
    assert answers_ == [201]
    assert service.errors == b""


def test_sigterm_gives_up_what_is_not_persisted(start: Any) -> None:
    service = start()
    client = service.client()
    service.rule("slow", route="list_records", when="during", seconds=60.0)
    answers_: list[str] = []
    thread = threading.Thread(
        target=lambda: answers_.append(service.client()("GET", "/records").kind)
    )
    thread.start()
    assert eventually(lambda: client.metric("in_flight") == 1)
    assert service.terminate() == 0
    thread.join()
    assert answers_ == ["shutting-down"]


def test_injected_faults_are_refusals_with_their_kind(shared: Any, client: Client) -> None:
    for what, kind, status in [
        ("disk_full", "disk-full", 507),
        ("quota", "quota", 507),
        ("locked", "database-busy", 503),
        ("token_expired", "token-expired", 401),
    ]:
        shared.rule(what, route="create_record", nth=2)
        keys = [f"{what}-{n}" for n in range(3)]
        found = [client("POST", "/records", {"title": "T"}, Idempotency_Key=k) for k in keys]
        assert [answer.status for answer in found] == [201, status, 201]
        assert found[1].kind == kind
        shared.qa("DELETE", "/qa/rules")


def test_a_fault_after_the_effect_denies_what_stands(shared: Any, client: Client) -> None:
    record = client.record("after")
    shared.rule("disk_full", route="put_file", when="after", key="f")
    assert client.put(record, "f", b"x").status == 507
    assert client.put(record, "f", b"x").status == 200


def test_a_wrong_checksum_is_reported_once(shared: Any, client: Client) -> None:
    record = client.record("wrongsum")
    shared.rule("wrong_checksum", route="put_file")
    assert client.put(record, "f", b"x").json["digest"] == "sha256:" + "0" * 64
    assert client.put(record, "f", b"x").json["digest"] != "sha256:" + "0" * 64


def broken_database(folder: Path) -> None:
    (folder / "records.sqlite").write_bytes(b"this is no database" * 100)


def newer_database(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "records.sqlite")) as database:
        database.execute("PRAGMA user_version=999")


def database_is_a_folder(folder: Path) -> None:
    (folder / "records.sqlite").mkdir()


@pytest.mark.parametrize(
    ("trouble", "reason", "words"),
    [
        (broken_database, "damaged", "is damaged"),
        (newer_database, "newer", "newer version"),
        (database_is_a_folder, "folder", "cannot use its folder"),
    ],
)
def test_a_service_that_cannot_start_says_why_to_who_started_it(
    tmp_path: Path, trouble: Any, reason: str, words: str
) -> None:
    trouble(tmp_path)

    async def run() -> None:
        process = ServiceProcess(str(tmp_path))
        with pytest.raises(ServiceError) as refusal:
            await process.ensure()
        error = refusal.value.info
        assert (error.kind, error.get("reason")) == (ErrorKind.LOCAL_SERVICE, reason)
        assert error.verdict is Verdict.PERMANENT, "nobody waits for it to pass"
        assert words in say(cause_words(error))
        assert not process.ours

    asyncio.run(run())


@pytest.mark.skipif(sys.platform == "win32", reason="rights are kept otherwise there")
def test_a_data_folder_where_others_could_write_is_taken_from_them(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    folder.lock_folder(str(tmp_path)).close()
    assert tmp_path.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="rights are kept otherwise there")
def test_a_data_folder_that_is_not_ours_alone_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(PermissionError):
        folder.lock_folder(str(tmp_path))
    tmp_path.chmod(0o777)
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(PermissionError):
        folder.lock_folder(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_data_folder_that_is_a_file_is_told_on_the_command_line(tmp_path: Path) -> None:
    """The whole way: child, launcher, wiring, words."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "service").write_text("in the way")
    (tmp_path / "a.txt").write_text("a")

    ran = subprocess.run(
        [sys.executable, "-m", "desktop_app", "save", "--title", "T", str(tmp_path / "a.txt")],
        cwd=ROOT,
        env={**os.environ, "SENDOFF_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert ran.returncode not in (0, -1)
    assert "The records service of this computer cannot use its folder." in ran.stdout + ran.stderr
    assert "does not accept connections" not in ran.stdout + ran.stderr
