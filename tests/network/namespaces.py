"""Two network namespaces joined by a pair of interfaces, and what may happen between them.

Needs root, `ip`, `tc` and `nft`; `marks` skips a module where they are missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MISSING = [tool for tool in ("ip", "tc", "nft") if shutil.which(tool) is None]
marks = [
    pytest.mark.root,
    pytest.mark.skipif(
        not sys.platform.startswith("linux") or os.geteuid() != 0,
        reason="network namespaces need root",
    ),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]
SERVER, CLIENT, CLIENT_LATER = "10.77.9.2", "10.77.9.1", "10.77.9.3"


def shell(*command: str, stdin: str = "") -> None:
    done = subprocess.run(command, input=stdin, text=True, capture_output=True, check=False)
    assert done.returncode == 0, (command, done.stderr)


class Network:
    """The two namespaces. Traffic on `port` of the server is what `rule` is about."""

    def __init__(self, name: str, port: int = 8000) -> None:
        self.client, self.server = f"c{name}", f"s{name}"
        self._port = port

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
        filter_ = f"type filter hook input priority 0; tcp dport {self._port} {rule};"
        table = f"table ip t {{ chain i {{ {filter_} }}; }}\n"
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

    def inside(self, space: str) -> tuple[str, ...]:
        """Return the words before a command that is to run in `space`."""
        return ("ip", "netns", "exec", space)


Happening = Callable[[Network], None]


def nothing(_network: Network) -> None:
    pass


def for_a_while(begin: Happening, end: Happening, seconds: float) -> Happening:
    def happening(network: Network) -> None:
        begin(network)
        time.sleep(seconds)  # the network is away; nothing can be waited for
        end(network)

    return happening


def dropping(network: Network) -> None:
    network.rule("drop")


def resetting(network: Network) -> None:
    network.rule("reject with tcp reset")


def losing(network: Network) -> None:
    network.rule("numgen random mod 100 < 3 drop")
