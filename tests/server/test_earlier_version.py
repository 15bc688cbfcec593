"""A data folder that version 0.1.0 left (killed at work) opens and goes on; a newer one is refused.

`tests/data/service-0.1.0` was written by that version's own code: `tests/data/generate_service.py`.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.service_process import (
    CHUNK,
    ROOT,
    TUS,
    Client,
    ServiceUnderTest,
    digest,
    eventually,
    repr_digest,
    tus_metadata,
)

DATA = Path(ROOT) / "tests" / "data" / "service-0.1.0"
FACTS: dict[str, Any] = json.loads((DATA / "facts.json").read_text())
AGO_S = 7200.0
"""How long ago the folder was left; an hour after that the queued job was due."""
TIMES = {
    "records": ("created", "touched"),
    "files": ("created",),
    "uploads": ("created", "expires"),
    "idempotency": ("created",),
    "jobs": ("not_before", "created", "finished"),
    "audit": ("at",),
}


def content_of(size: int, name: str) -> bytes:
    return random.Random(name).randbytes(size)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder as it was two hours after it was left, whenever the test runs."""
    place = tmp_path / "data"
    shutil.copytree(DATA, place)
    (place / "facts.json").unlink()
    later = time.time() - AGO_S - FACTS["at"]
    with closing(sqlite3.connect(place / "records.sqlite")) as database, database:
        for table, columns in TIMES.items():
            for column in columns:
                database.execute(f"UPDATE {table} SET {column} = {column} + ?", (later,))
    return place


@pytest.fixture
def client(start: Any, folder: Path) -> Client:
    service: ServiceUnderTest = start(folder=str(folder))
    return service.client()


def record(client: Client, name: str) -> dict[str, Any]:
    found: dict[str, Any] = client("GET", f"/records/{FACTS[name]['id']}").json
    return found


def states(client: Client, name: str) -> dict[str, str]:
    items = client("GET", f"/records/{FACTS[name]['id']}/files").json["items"]
    return {item["key"]: item["state"] for item in items}


def test_every_record_is_there_and_nothing_of_it_counts_as_lost(client: Client) -> None:
    titles = [item["title"] for item in client("GET", "/records").json["items"]]
    assert titles == ["In processing, running", "In processing, queued", "Finalized", "A draft"]
    assert states(client, "draft") == {
        "created.bin": "partial",
        "folder/middle.bin": "complete",
        "partial.bin": "partial",
        "small.bin": "complete",
    }
    draft = record(client, "draft")
    assert (draft["metadata"], draft["client_ref"]) == ({"n": 1}, "ref-1")
    for key, size, name in (("small.bin", 100, "small"), ("folder%2Fmiddle.bin", 70_000, "middle")):
        answer = client("GET", f"{draft['links']['files']}/{key}")
        assert answer.body == content_of(size, name)
    for name in ("draft", "done", "queued", "running"):
        assert client("GET", f"/records/{FACTS[name]['id']}/verification").json["ok"]


def test_a_partial_upload_goes_on_at_its_offset_and_the_record_is_finalized(
    client: Client,
) -> None:
    draft, upload = record(client, "draft"), FACTS["draft"]["upload"]
    whole, other = content_of(60_000, "partial"), content_of(30_000, "created")
    assert client("HEAD", upload, None, **TUS).headers["upload-offset"] == "40000"
    assert client.append(upload, 40_000, whole[40_000:]).status == 204
    created = FACTS["created"]["upload"]
    assert client.append(created, 10_000, other[10_000:]).status == 204
    assert set(states(client, "draft").values()) == {"complete"}
    assert client("GET", f"{draft['links']['files']}/partial.bin").body == whole

    assert client.finalize(draft, "finalize-draft").json["state"] == "finalized"
    assert client("GET", f"{draft['links']['files']}/created.bin").body == other


def test_keys_are_replayed_and_belong_to_their_bodies(client: Client) -> None:
    body = {"title": "A draft", "metadata": {"n": 1}, "client_ref": "ref-1"}
    again = client("POST", "/records", body, Idempotency_Key="create-draft")
    assert (again.status, again.headers["idempotency-replayed"]) == (201, "true")
    assert again.json["id"] == FACTS["draft"]["id"]
    other = client("POST", "/records", {**body, "title": "B"}, Idempotency_Key="create-draft")
    assert other.kind == "idempotency-key-reused"

    sealed = client.finalize(record(client, "done"), "finalize-done")
    assert (sealed.status, sealed.body.decode()) == (200, FACTS["done"]["body"])
    assert sealed.headers["idempotency-replayed"] == "true"

    draft = record(client, "draft")
    for key, content, used in (
        ("small.bin", content_of(100, "small"), "put-without-digest"),
        ("folder/middle.bin", content_of(70_000, "middle"), "put-with-digest"),
    ):
        for headers in ({}, {"Repr_Digest": repr_digest(content)}):
            put = client.put(draft, key, content, Idempotency_Key=used, **headers)
            assert (put.status, put.headers["idempotency-replayed"]) == (201, "true")
        refused = client.put(draft, key, content[:-1] + b"?", Idempotency_Key=used)
        assert (refused.status, refused.kind) == (422, "idempotency-key-reused")


def test_a_creation_of_an_upload_is_replayed(client: Client) -> None:
    other = content_of(30_000, "created")
    headers = {
        **CHUNK,
        "Upload-Length": str(len(other)),
        "Upload-Metadata": tus_metadata(key="created.bin"),
        "Idempotency-Key": "create-upload",
    }
    uploads = record(client, "draft")["links"]["uploads"]
    again = client("POST", uploads, other[:10_000], **headers)
    assert (again.status, again.headers["location"]) == (201, FACTS["created"]["upload"])
    assert again.headers["upload-offset"] == str(FACTS["created"]["offset"])


def test_a_queued_finalization_is_done_and_an_interrupted_one_can_be_asked_for_again(
    client: Client,
) -> None:
    job = FACTS["queued"]["job"]
    assert eventually(lambda: client("GET", job).json["state"] == "done")
    assert record(client, "queued")["state"] == "finalized"

    running = record(client, "running")
    assert running["state"] == "draft"
    assert client.finalize(running, "finalize-running").json["state"] == "finalized"


def test_it_stays_usable_after_another_start_and_old_content_is_checked_when_finalized(
    start: Any, folder: Path
) -> None:
    service = start(folder=str(folder))
    service.terminate()
    middle = content_of(70_000, "middle")
    (path,) = [p for p in folder.rglob("b*") if p.is_file() and p.read_bytes() == middle]
    path.write_bytes(middle[:-1] + b"?")
    service.start()
    client = service.client()
    draft = record(client, "draft")
    for name in ("draft", "created"):
        client("DELETE", FACTS[name]["upload"], None, **TUS)

    refused = client.finalize(draft, "finalize-draft")

    assert (refused.status, refused.kind) == (409, "manifest-mismatch")
    assert [one["key"] for one in refused.json["differences"]] == ["folder/middle.bin"]
    assert refused.json["differences"][0]["expected"]["digest"] == digest(middle)


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_folder_of_a_newer_version_is_refused_untouched(folder: Path, mode: str) -> None:
    with closing(sqlite3.connect(folder / "records.sqlite")) as database:
        database.execute(f"PRAGMA journal_mode={mode}")
        database.execute("PRAGMA user_version = 1000")
        database.execute("CREATE TABLE of_a_newer_version (x)")
        database.commit()
    before = all_of(folder)

    ended = subprocess.run(
        [sys.executable, "-m", "desktop_app", "serve", "--data", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert ended.returncode == 1
    assert "newer version" in ended.stderr
    assert "Traceback" not in ended.stderr
    after = all_of(folder)
    assert {name: after.get(name) for name in before} == before
    ours = {"lock", "token", "service.log", "records.sqlite-shm", "records.sqlite-wal"}
    assert set(after) - set(before) <= ours
    assert after.get("records.sqlite-wal", b"") == before.get("records.sqlite-wal", b"")


def all_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
