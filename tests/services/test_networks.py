"""A real network between client and server, and what becomes of it: the upload ends right.

Two network namespaces joined by a pair of interfaces; needs root, `ip`, `tc` and `nft`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

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
from tests.services.driver import MIB

pytestmark = marks
SIZE = 12 * MIB


def start(network: Network, space: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [
            *network.inside(space),
            sys.executable,
            "-m",
            "tests.services.network_peer",
            *arguments,
        ],
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


def upload(network: Network, happening: Happening) -> list[dict[str, Any]]:
    """Send a file; a third of the way `happening` happens. Return what the client told."""
    server = start(network, network.server, "serve", SERVER, "8000")
    told: list[dict[str, Any]] = []
    happened = False
    try:
        assert server.stdout is not None
        server.stdout.readline()
        client = start(network, network.client, "send", f"http://{SERVER}:8000", str(SIZE))
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


HAPPENINGS: dict[str, Happening] = {
    "nothing but a slow link": nothing,
    "loss": losing,
    "cut": for_a_while(Network.unplug, Network.plug, 3.0),
    "black hole": for_a_while(dropping, Network.no_rule, 4.0),
    "reset": for_a_while(resetting, Network.no_rule, 1.0),
    "another address": Network.move,
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
