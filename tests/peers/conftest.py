"""The real command line, and TLS before the built-in service where a forward proxy can reach it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.certificates import self_signed
from tests.cli.conftest import ROOT, Ran, Sendoff, home, sendoff, shared_service
from tests.peers.planted import nowhere

__all__ = ["home", "sendoff", "shared_service"]
ANY = "0.0.0.0"
"""Leads to this computer on Linux, and is no loopback address: proxies are used for it."""


@dataclass
class Site:
    """A service behind TLS, and the client that saves to it."""

    sendoff: Sendoff
    url: str
    authority: Path
    token: str
    files: list[str]
    secrets: list[str] = field(default_factory=list)
    rans: list[Ran] = field(default_factory=list)

    def settings(self, **values: Any) -> None:
        limits = {"outage_s": 0, "attempts": 2, "control_s": 3, "create_s": 5}
        self.sendoff.settings(**({"ca_file": str(self.authority), "limits": limits} | values))

    def save(self, *secrets: str, url: str = "", **environment: str) -> Ran:
        """Save; at the end of the test nothing secret may be found in what is left behind."""
        plain = {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
        self.sendoff.env = plain | {"SENDOFF_TOKEN": self.token} | environment
        where = ("--service", url or self.url, "--kind", "local")
        ran = self.sendoff("save", "--title", "T", *where, *self.files)
        self.secrets += secrets
        self.rans.append(ran)
        return ran


@pytest.fixture
def site(sendoff: Sendoff, tmp_path: Path) -> Iterator[Site]:
    if not sys.platform.startswith("linux"):
        pytest.skip(f"{ANY} leads to this computer on Linux only")
    facts = json.loads((sendoff.home / "service" / "service.json").read_text())
    upstream = facts["url"].rsplit(":", 1)[1].strip("/")
    folder = tmp_path / "tls"
    folder.mkdir()
    _, authority = self_signed(folder, ANY)
    files = []
    for name, size in (("a.txt", 1000), ("b.bin", 300_000), ("empty", 0)):
        (tmp_path / name).write_bytes(b"x" * size)
        files.append(str(tmp_path / name))
    command = [sys.executable, "-m", "tests.network.front", ANY, "0", upstream, str(folder)]
    front = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert front.stdout is not None
    try:
        port = front.stdout.readline().split()[1]
        token = Path(facts["token_file"]).read_text().strip()
        made = Site(sendoff, f"https://{ANY}:{port}", authority, token, files)
        made.settings()
        yield made
        nowhere(sendoff, (token, *made.secrets), *made.rans)
    finally:
        front.kill()
        front.communicate()
