"""The oracle calls wrong what is wrong and nothing else; the site knows what is still to come."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.claims import Held, md5_of, other_key
from tests.invenio.double import TOKEN
from tests.saving.processes import ROOT
from tests.soaking.invenio import Site
from tests.soaking.moods import Fate, How, Mood
from tests.soaking.oracle import Oracle
from tests.soaking.pace import Pace

FILES = {"a b.bin": b"aaa", "c.bin": b"ccc"}
NOTHING = Held((), (), {}, {}, (), 0)
COMING = Held((), (), {}, {}, ("create",), 0)
EMPTY = Held(("r",), (), {"r": {}}, {"r": ()}, (), 1)
DRAFT = Held(("r",), (), {"r": FILES}, {"r": tuple(FILES)}, (), 1)
PUBLISHING = Held(("r",), (), {"r": FILES}, {"r": tuple(FILES)}, ("publish",), 1)
DONE = Held((), ("r",), {"r": FILES}, {"r": tuple(FILES)}, (), 1)
RENAMED = {other_key(name): content for name, content in FILES.items()}
OTHER_NAMES = Held((), ("r",), {"r": RENAMED}, {"r": tuple(RENAMED)}, (), 1)
ALTERED = Held((), ("r",), {"r": {**FILES, "c.bin": b"xxx"}}, {"r": tuple(FILES)}, (), 1)
TWO = Held(("q",), ("r",), {"q": {}, "r": FILES}, {"q": (), "r": tuple(FILES)}, (), 2)
ORACLE = Oracle(FILES)


@pytest.mark.parametrize(
    ("line", "right", "wrong"),
    [
        ("Not saved. Nothing was saved on the server.", [NOTHING], [COMING, EMPTY, DONE]),
        ("Nothing was published. Safe on the server: 2 of 2 files.", [DRAFT], [PUBLISHING, DONE]),
        ("A draft without files is on the server.", [EMPTY], [NOTHING, DRAFT]),
        ("Safe on the server: 1 of 2 file(s).", [DRAFT, ALTERED], [EMPTY]),
        ("Saved. Verified by checksum: 2 of 2 files.", [DONE, OTHER_NAMES], [ALTERED, DRAFT]),
        ("Saved. Verified by checksum: 5 of 3 files.", [], [DONE]),
        ("The record is finalized on the server.", [DONE], [DRAFT, PUBLISHING]),
        ("Checking with the server ...", [NOTHING, DONE], []),
    ],
)
def test_a_sentence_is_compared(line: str, right: list[Held], wrong: list[Held]) -> None:
    assert [list(ORACLE.sentence(line, held)) for held in right] == [[] for _ in right]
    assert all(list(ORACLE.sentence(line, held)) for held in wrong)


@pytest.mark.parametrize(
    ("event", "right", "wrong"),
    [
        ({"event": "file_confirmed", "key": "c.bin"}, [DRAFT, DONE], [EMPTY, ALTERED]),
        ({"event": "stage_completed", "stage": "create_record"}, [EMPTY], [NOTHING]),
        ({"event": "stage_completed", "stage": "finalize_record"}, [DONE], [DRAFT, PUBLISHING]),
        (
            {"event": "reconciled", "stage": "finalize_record", "settled": "not_done"},
            [DRAFT],
            [PUBLISHING, DONE],
        ),
        (
            {"event": "reconciled", "stage": "create_record", "settled": "not_done"},
            [NOTHING],
            [COMING, EMPTY],
        ),
        ({"event": "run_done", "outcome": "done"}, [DONE, OTHER_NAMES], [DRAFT, ALTERED]),
        (
            {"event": "run_done", "outcome": "done", "confirmed": 5, "total_files": 3},
            [],
            [DONE],
        ),
        (
            {"event": "run_stopped", "outcome": "failed", "record": {"id": "r"}, "state": "draft"},
            [DRAFT],
            [DONE],
        ),
        ({"event": "run_stopped", "outcome": "failed"}, [NOTHING], [EMPTY]),
        ({"event": "run_stopped", "outcome": "unknown"}, [NOTHING, EMPTY], []),
    ],
)
def test_an_event_is_compared(event: dict[str, Any], right: list[Held], wrong: list[Held]) -> None:
    assert [list(ORACLE.event(event, held)) for held in right] == [[] for _ in right]
    assert all(list(ORACLE.event(event, held)) for held in wrong)


def test_exit_codes_and_receipts_are_compared() -> None:
    assert list(ORACLE.exit_code("save", 0, DONE)) == []
    for code, held in [(0, DRAFT), (2, EMPTY), (3, DONE), (3, PUBLISHING), (-2, EMPTY), (1, DONE)]:
        assert list(ORACLE.exit_code("save", code, held)), (code, held)
    row = {"name": "c.bin", "stored_as": "c.bin", "verdict": "verified"}
    receipt = {
        "record_id": "r",
        "record_state": "finalized",
        "files": [{**row, "server_checksum": md5_of(b"ccc")}],
    }
    assert list(ORACLE.receipt(receipt, DONE)) == []
    assert list(ORACLE.receipt(receipt, ALTERED))
    assert list(ORACLE.receipt(receipt, DRAFT))
    assert list(ORACLE.at_last(TWO))
    assert list(ORACLE.at_last(DONE)) == []


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site(Pace(50.0, time.time()))
    yield made
    made.close()


@pytest.mark.parametrize("how", [How.RESET_LATE, How.GATEWAY_LATE])
def test_an_effect_that_is_still_to_come_is_known_and_then_there(site: Site, how: How) -> None:
    mood = Mood(fates=[Fate("create", how, 0, 20.0)])
    site.call(lambda: site.double.begin(mood))
    draft = {"metadata": {"title": "A title"}, "files": {"enabled": True}}
    with httpx.Client(trust_env=False) as http:
        try:
            answer = http.post(
                f"{site.double.url}/api/records",
                json=draft,
                headers={"Authorization": f"Bearer {TOKEN}"},
            )
            assert how is How.GATEWAY_LATE
            assert answer.status_code == 504
        except httpx.TransportError:
            assert how is How.RESET_LATE
    held: Held = site.call(lambda: site.double.held("A title"))
    assert (held.records, held.to_come) == ((), ("create",))
    until = time.monotonic() + 30
    while site.call(lambda: site.double.coming) and time.monotonic() < until:
        time.sleep(0.01)  # a real server's effect, fifty times as fast
    assert len(site.call(lambda: site.double.held("A title")).drafts) == 1


def test_a_program_runs_in_the_time_that_it_is_given(tmp_path: Path) -> None:
    script = tmp_path / "waits.py"
    script.write_text(
        "import asyncio, time\n"
        "from tests.soaking.pace import Pace, speed_up\n"
        "began = time.perf_counter()\n"
        "pace = Pace(1000.0, time.time())\n"
        "speed_up(pace)\n"
        "from desktop_app.core.clock import utc_now\n"
        "first, wall = time.monotonic(), utc_now()\n"
        "asyncio.run(asyncio.sleep(100.0))\n"
        "print(time.monotonic() - first >= 100.0, (utc_now() - wall).total_seconds() >= 99.0)\n"
        "print(time.perf_counter() - began < 60.0)\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
        timeout=110,
    )
    assert done.stdout.split() == ["True", "True", "True"], json.dumps(done.stdout)
