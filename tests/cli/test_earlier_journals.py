"""Journals of earlier versions: the same is said of each save, and each goes on to one record.

`tests/data/journals` was written by those versions' own code: `tests/data/generate_journals.py`.
Everything is asked through the command line, so that it holds whatever the state looks like inside.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Sendoff

DATA = ROOT / "tests" / "data" / "journals"
VERSIONS = ["0.1.0", "schema-1"]
REWORDED = {"message", "next_action", "others", "version"}
"""What a newer version may say in other words, or offer otherwise."""

CORRECTED = [("not confirmed", "left out")]
"""What was said of a file that the person left out, and what is said now."""


def said_by(version: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / f"{version}.json").read_text(encoding="utf-8"))
    return found


def differences(said: Any, now: Any, where: str = "") -> list[str]:
    """Return where something that was said is not said any more; more may be said now."""
    if isinstance(said, dict) and isinstance(now, dict):
        names = [name for name in said if name not in REWORDED]
        return [one for n in names for one in differences(said[n], now.get(n), f"{where}.{n}")]
    if isinstance(said, list) and isinstance(now, list) and len(said) == len(now):
        pairs = enumerate(zip(said, now, strict=True))
        return [one for n, (a, b) in pairs for one in differences(a, b, f"{where}[{n}]")]
    right = said == now or (said, now) in CORRECTED
    return [] if right else [f"{where}: {said!r} -> {now!r}"]


def take_journal(home: Path, version: str) -> Path:
    home.mkdir(mode=0o700, exist_ok=True)
    place = home / "journal.sqlite"
    with gzip.open(DATA / f"{version}.sqlite.gz") as packed, open(place, "wb") as file:
        shutil.copyfileobj(packed, file)
    return place


@pytest.fixture
def alone(home: Path) -> Iterator[Sendoff]:
    """The command line with a service of its own, which knows none of the records."""
    home.mkdir(mode=0o700)
    client = Sendoff(home)
    serving = client.start("serve", "--exit-with-parent", stdin=subprocess.PIPE)
    assert serving.stdout is not None
    json.loads(serving.stdout.readline())
    yield client
    assert serving.communicate(timeout=20) == ("", "")


def finalization_is_open(receipt: dict[str, Any]) -> bool:
    states = {one["stage"]: one["state"] for one in receipt["stages"]}
    return states.get("finalize_record") == "unknown"


@pytest.mark.parametrize("version", VERSIONS)
def test_lists_and_receipts_say_what_the_earlier_version_said(home: Path, version: str) -> None:
    take_journal(home, version)
    sendoff, said = Sendoff(home), said_by(version)

    listed = sendoff("runs", "--json")

    assert (listed.code, listed.err) == (0, "")
    assert [one["title"] for one in listed.objects] == [one["title"] for one in said["runs"]]
    assert differences(said["runs"], listed.objects) == []
    for run, receipt in said["receipts"].items():
        now = json.loads(sendoff("receipt", run, "--format", "json").out)
        if receipt["outcome"] == "discarded":  # it was called verified though it is removed
            assert "verified" not in {file.pop("verdict") for file in now["files"]}
            for file in receipt["files"]:
                del file["verdict"]
        if finalization_is_open(receipt):  # it was called verified though nobody had read it back
            for file in receipt["files"]:
                if file["verdict"] == "verified":
                    file["verdict"] = "verified before finalizing"
        assert differences(receipt, now) == []


def test_a_save_of_50_000_files_says_what_the_earlier_version_said(home: Path) -> None:
    take_journal(home, "0.1.0-many")
    sendoff, said = Sendoff(home), said_by("0.1.0-many")
    (one,) = said["runs"]

    (listed,) = sendoff("runs", "--json").objects
    assert len(listed["files"]) == one["number_of_files"] == 50_000
    now = json.loads(sendoff("receipt", one["run"], "--format", "json").out)
    confirmed = [file for file in now["files"] if file["state"] == "confirmed"]
    assert len(confirmed) == listed["confirmed"] == one["confirmed"]

    for old, new in ((one, listed), (said["receipts"][one["run"]], now)):
        ends = {**new, "files": [new["files"][0], new["files"][-1]]}
        assert differences(old, {**ends, "number_of_files": len(new["files"])}) == []


def put_files_back(journal: Path, data: Path) -> None:
    """Make the local files again as they were chosen, in a folder of this test."""
    data.mkdir()
    with closing(sqlite3.connect(journal)) as database, database:
        rows = database.execute(
            "SELECT files.run, n, path, title FROM files JOIN runs USING (run)"
        ).fetchall()
        for run, n, path, _ in rows:
            place = data / Path(path).relative_to("/DATA")
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(content_of(place))
            facts = place.stat()
            database.execute(
                "UPDATE files SET path = ?, mtime_ns = ?, inode = ? WHERE run = ? AND n = ?",
                (str(place), facts.st_mtime_ns, str(facts.st_ino), run, n),
            )


def content_of(place: Path) -> bytes:
    title, number = place.parent.name.replace("-", " "), int(place.stem[-1])
    large = number == 2 and title in {"killed in a large file", "stopped in upload"}
    size = 12_000_000 if large else 1000 * (number + 1)
    return random.Random(f"{title} {number}").randbytes(size)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_unfinished_save_goes_on_to_one_record(
    alone: Sendoff, tmp_path: Path, version: str
) -> None:
    data = tmp_path / "data"
    put_files_back(take_journal(alone.home, version), data)
    unfinished = {
        one["title"]: {file["key"] for file in one["files"] if file["state"] != "skipped"}
        for one in said_by(version)["runs"]
        if one.get("outcome") not in {"done", "draft_ready", "discarded"}
        and one["account"]["id"] == "local"
        and one.get("record", {}).get("state") != "finalized"
    }
    assert len(unfinished) == 10

    for _ in range(2):  # where the draft was made elsewhere, the first says that it is gone
        assert "Traceback" not in alone("resume").err

    records = {record["title"]: record for record in alone.records()}
    assert len(alone.records()) == len(records), "one record each"
    assert set(records) == set(unfinished), "and none for what was seen finalized before"
    outcomes = {one["title"]: one["outcome"] for one in alone("runs", "--json").objects}
    for title, keys in unfinished.items():
        assert (title, outcomes[title]) == (title, "done")
        record = records[title]
        assert record["state"] == "finalized"
        items = json.loads(alone.ask(f"/records/{record['id']}/files"))["items"]
        assert {item["key"] for item in items} == keys, title
        for key in keys:
            place = data / title.replace(" ", "-") / os.path.basename(key)
            assert alone.content(record["id"], key) == content_of(place), (title, key)
