"""The real command line, a real service and a real network between them: the save ends right.

Nobody starts anything again: what was interrupted goes on by itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.network.namespaces import (
    Happening,
    Network,
    dropping,
    for_a_while,
    losing,
    marks,
    nothing,
    resetting,
)
from tests.network.site import Site, open_site, running

pytestmark = marks
LARGE = 9 << 20  # goes in parts
LIMITS = {"control_s": 1, "stall_s": 1, "answer_s": 5, "create_s": 5, "outage_s": 60}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path, LIMITS) as made:
        yield made


HAPPENINGS: dict[str, Happening] = {
    "nothing but a slow link": nothing,
    "loss": losing,
    "cut": for_a_while(Network.unplug, Network.plug, 1.5),
    "black hole": for_a_while(dropping, Network.no_rule, 2.0),
    "reset": for_a_while(resetting, Network.no_rule, 1.0),
    "another address": Network.move,
}


@pytest.mark.parametrize("name", HAPPENINGS)
def test_c04_a_save_ends_right_without_a_restart(site: Site, tmp_path: Path, name: str) -> None:
    chance = Random(name)
    paths = [tmp_path / f"{size}.bin" for size in (LARGE, 300_000, 0, 5)]
    for path in paths:
        path.write_bytes(chance.randbytes(int(path.stem)))
    site.network.slow("40mbit")
    told: list[dict[str, Any]] = []
    happened = False
    with running(site.save(*paths)) as saving:
        assert saving.stdout is not None
        for line in saving.stdout:
            told.append(json.loads(line))
            if not happened and told[-1].get("sent", 0) > LARGE // 4:
                happened = True
                HAPPENINGS[name](site.network)
        assert saving.wait(30) == 0, told[-1].get("error")
    assert happened
    digests = {
        path.name: f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}" for path in paths
    }
    assert site.stored() == [("finalized", digests)]
    names = [one["event"] for one in told]
    assert names.count("run_started") == names.count("run_done") == 1
    acknowledged = [
        one["acknowledged"]
        for one in told
        if one.get("acknowledged") is not None and one.get("key") == f"{LARGE}.bin"
    ]
    assert acknowledged == sorted(acknowledged), "nothing that had arrived was sent again"
    log = (site.home / "logs" / "sendoff.log").read_text()
    if name not in ("loss", "nothing but a slow link"):
        assert "stalled" in log or "connection_lost" in log, "it happened in between"
