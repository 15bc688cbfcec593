"""A real network between client and server, and what becomes of it: the upload ends right.

Two network namespaces joined by a pair of interfaces; needs root, `ip`, `tc` and `nft`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.services.driver import MIB

ROOT = Path(__file__).resolve().parents[2]
MISSING = [tool for tool in ("ip", "tc", "nft") if shutil.which(tool) is None]
pytestmark = [
    pytest.mark.root,
    pytest.mark.skipif(
        not sys.platform.startswith("linux") or os.geteuid() != 0,
        reason="network namespaces need root",
    ),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]
SIZE = 12 * MIB
SERVER, CLIENT, CLIENT_LATER = "10.77.9.2", "10.77.9.1", "10.77.9.3"


def shell(*command: str, stdin: str = "") -> None:
    done = subprocess.run(command, input=stdin, text=True, capture_output=True, check=False)
    assert done.returncode == 0, (command, done.stderr)


class Network:
    """The two namespaces, and what may happen between them."""

    def __init__(self, name: str) -> None:
        self.client, self.server = f"c{name}", f"s{name}"

    def up(self) -> None:
        for space in (self.client, self.server):
            shell("ip", "netns", "add", space)
        ends = ("vs", "netns", self.server, "type", "veth", "peer", "name", "vc")
        shell("ip", "link", "add", *ends, "netns", self.client)
        for space, end, address in (
            (self.server, "vs", SERVER),
            (self.client, "vc", CLIENT),
        ):
            shell("ip", "-n", space, "addr", "add", f"{address}/24", "dev", end)
            shell("ip", "-n", space, "link", "set", "lo", "up")
            shell("ip", "-n", space, "link", "set", end, "up")

    def down(self) -> None:
        for space in (self.client, self.server):
            subprocess.run(["ip", "netns", "del", space], capture_output=True, check=False)

    def slow(self, rate: str) -> None:
        limit = ("root", "tbf", "rate", rate, "burst", "64kbit", "latency", "200ms")
        shell("ip", "netns", "exec", self.client, "tc", "qdisc", "add", "dev", "vc", *limit)

    def rule(self, rule: str) -> None:
        """Set what the server's side does with packets of the upload."""
        table = f"table ip t {{ chain i {{ type filter hook input priority 0; {rule}; }}; }}\n"
        shell("ip", "netns", "exec", self.server, "nft", "-f", "-", stdin=table)

    def no_rule(self) -> None:
        shell("ip", "netns", "exec", self.server, "nft", "flush", "ruleset")

    def unplug(self) -> None:
        shell("ip", "-n", self.server, "link", "set", "vs", "down")

    def plug(self) -> None:
        shell("ip", "-n", self.server, "link", "set", "vs", "up")

    def move(self) -> None:
        """The client comes back with another address, as after a change of network."""
        shell("ip", "-n", self.client, "addr", "add", f"{CLIENT_LATER}/24", "dev", "vc")
        shell("ip", "-n", self.client, "addr", "del", f"{CLIENT}/24", "dev", "vc")
        shell("ip", "-n", self.client, "addr", "replace", f"{CLIENT_LATER}/24", "dev", "vc")

    def start(self, space: str, *arguments: str) -> subprocess.Popen[str]:
        inside = ("ip", "netns", "exec", space)
        return subprocess.Popen(
            [*inside, sys.executable, "-m", "tests.services.network_peer", *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )


@pytest.fixture
def network() -> Iterator[Network]:
    made = Network(f"t{os.getpid()}")
    made.up()
    yield made
    made.down()


def stop(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


Happening = Callable[[Network], None]


def upload(network: Network, happening: Happening) -> list[dict[str, Any]]:
    """Send a file; a third of the way `happening` happens. Return what the client told."""
    server = network.start(network.server, "serve", SERVER, "8000")
    told: list[dict[str, Any]] = []
    happened = False
    try:
        assert server.stdout is not None
        server.stdout.readline()
        client = network.start(network.client, "send", f"http://{SERVER}:8000", str(SIZE))
        try:
            assert client.stdout is not None
            for line in client.stdout:
                told.append(json.loads(line))
                if not happened and told[-1].get("sent", 0) > SIZE // 3:
                    happened = True
                    happening(network)
            assert client.wait(30) == 0
        finally:
            stop(client)
    finally:
        stop(server)
    assert happened
    return told


def for_a_while(begin: Happening, end: Happening, seconds: float) -> Happening:
    def happening(network: Network) -> None:
        begin(network)
        time.sleep(seconds)  # the network is away; nothing can be waited for
        end(network)

    return happening


def dropping(network: Network) -> None:
    network.rule("tcp dport 8000 drop")


def resetting(network: Network) -> None:
    network.rule("tcp dport 8000 reject with tcp reset")


def losing(network: Network) -> None:
    network.rule("tcp dport 8000 numgen random mod 100 < 3 drop")


HAPPENINGS: dict[str, Happening] = {
    "nothing but a slow link": lambda _network: None,
    "loss": losing,
    "cut": for_a_while(Network.unplug, Network.plug, 3.0),
    "black hole": for_a_while(dropping, Network.no_rule, 4.0),
    "reset": for_a_while(resetting, Network.no_rule, 1.0),
    "another address": for_a_while(Network.move, lambda _network: None, 0.0),
}


@pytest.mark.parametrize("name", HAPPENINGS)
def test_C04_the_upload_ends_right_without_a_restart(network: Network, name: str) -> None:
    network.slow("32mbit")
    told = upload(network, HAPPENINGS[name])
    assert told[-1] == {"exact": True}
    offsets = [line["offset"] for line in told if "offset" in line]
    assert offsets == sorted(offsets), "acknowledged bytes were not sent again"
    assert offsets[-1] == SIZE
    if name not in ("loss", "nothing but a slow link"):
        assert any("waits" in line for line in told), "the interruption was told"
