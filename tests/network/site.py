"""The real command line in one network namespace, a real service behind TLS in another."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.certificates import self_signed
from tests.network.namespaces import ROOT, SERVER, Network

PORT, INNER = 8443, 8000


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


@contextlib.contextmanager
def open_site(folder: Path, limits: Mapping[str, float]) -> Iterator[Site]:
    """Make the network, the service and a client's home with `limits`, until the context ends."""
    home = folder / "home"
    home.mkdir()
    self_signed(folder, SERVER)
    settings = {"ca_file": str(folder / "server.pem"), "proxy_mode": "none", "limits": dict(limits)}
    (home / "settings.json").write_text(json.dumps(settings))
    network = Network(f"e{os.getpid()}", PORT)
    made = Site(network, home, folder)
    try:
        network.up()
        data = ("--port", str(INNER), "--data", str(folder / "service"))
        service = made.start(network.server, "desktop_app", "serve", *data)
        with running(service):
            assert service.stdout is not None
            assert "token_file" in service.stdout.readline()
            outer = ("tests.network.front", SERVER, str(PORT), str(INNER), str(folder))
            with running(made.start(network.server, *outer)) as front:
                assert front.stdout is not None
                assert front.stdout.readline() == f"{SERVER} {PORT}\n"
                yield made
    finally:
        network.down()
