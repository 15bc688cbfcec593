"""The real command line, a real service and a real network between them: the save ends right.

Nobody starts anything again: what was interrupted goes on by itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.certificates import self_signed
from tests.network.namespaces import (
    ROOT,
    SERVER,
    Happening,
    Network,
    dropping,
    for_a_while,
    losing,
    marks,
    nothing,
    resetting,
)

pytestmark = marks
PORT, INNER = 8443, 8000
LARGE = 9 << 20  # goes in parts
LIMITS = {"control_s": 1, "stall_s": 1, "answer_s": 5, "create_s": 5, "outage_s": 60}


@dataclass
class Site:
    """A service in one namespace, and a client's place in the other."""

    network: Network
    home: Path
    folder: Path

    def start(self, space: str, *words: str, **more: Any) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*self.network.inside(space), sys.executable, "-m", *words],
            cwd=ROOT,
            env=self._environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **more,
        )

    def _environment(self) -> dict[str, str]:
        token = self.folder / "service" / "token"
        return {
            "PATH": os.environ["PATH"],
            "SENDOFF_HOME": str(self.home),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
            "SENDOFF_TOKEN": token.read_text().strip() if token.exists() else "",
        }

    def save(self, *paths: Path) -> subprocess.Popen[str]:
        where = ("--service", f"https://{SERVER}:{PORT}", "--kind", "local")
        words = ("save", "--title", "T", "--json", *where, *map(str, paths))
        return self.start(self.network.client, "desktop_app", *words)

    def stored(self) -> list[tuple[str, dict[str, str]]]:
        """Return state and files (with digests) of each record, asked past the network."""
        asked = self.start(self.network.server, "tests.network.listing", str(INNER))
        out, err = asked.communicate(timeout=20)
        assert asked.returncode == 0, err
        return [(one["state"], one["files"]) for one in json.loads(out)]


@contextlib.contextmanager
def running(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    """Kill it at the end of the context."""
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    home = tmp_path / "home"
    home.mkdir()
    self_signed(tmp_path, SERVER)
    settings = {"ca_file": str(tmp_path / "server.pem"), "proxy_mode": "none", "limits": LIMITS}
    (home / "settings.json").write_text(json.dumps(settings))
    network = Network(f"e{os.getpid()}", PORT)
    made = Site(network, home, tmp_path)
    try:
        network.up()
        data = ("--port", str(INNER), "--data", str(tmp_path / "service"))
        service = made.start(network.server, "desktop_app", "serve", *data)
        with running(service):
            assert service.stdout is not None
            assert "token_file" in service.stdout.readline()
            outer = ("tests.network.front", SERVER, str(PORT), str(INNER), str(tmp_path))
            with running(made.start(network.server, *outer)) as front:
                assert front.stdout is not None
                assert front.stdout.readline() == f"{SERVER} {PORT}\n"
                yield made
    finally:
        network.down()


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
