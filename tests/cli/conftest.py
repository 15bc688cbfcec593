"""The real command line in child processes, against a real built-in service."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Ran:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]

    def events(self, name: str) -> list[dict[str, Any]]:
        return [one for one in self.objects if one["event"] == name]


@dataclass
class Sendoff:
    """A data folder and the command line that uses it."""

    home: Path
    env: dict[str, str] = field(default_factory=dict)
    others: frozenset[str] = frozenset()
    """Records of other tests."""

    def start(self, *words: str, **more: Any) -> subprocess.Popen[str]:
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(
            [sys.executable, "-m", "desktop_app", *words],
            cwd=ROOT,
            env=self._environment(),
            encoding="utf-8",
            **{**pipes, **more},
        )

    def __call__(self, *words: str, stdin: str | None = None) -> Ran:
        process = self.start(*words, stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE)
        try:
            out, err = process.communicate(stdin, timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return Ran(process.returncode, out, err)

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return kept | {"SENDOFF_HOME": str(self.home)} | self.env

    def settings(self, **values: Any) -> None:
        self.home.mkdir(exist_ok=True)
        (self.home / "settings.json").write_text(json.dumps(values))

    # the service, asked past the client

    def ask(self, path: str) -> bytes:
        facts = json.loads((self.home / "service" / "service.json").read_text())
        token = Path(facts["token_file"]).read_text().strip()
        connection = HTTPConnection(urlsplit(facts["url"]).netloc, timeout=10)
        try:
            connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
            answer = connection.getresponse()
            assert answer.status == 200, (path, answer.status)
            return answer.read()
        finally:
            connection.close()

    def records(self) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = json.loads(self.ask("/records?limit=1000"))["items"]
        return [one for one in items if one["id"] not in self.others]

    def files(self) -> list[Path]:
        """Return everything in the data folder and in the service's."""
        found = [*self.home.rglob("*"), *(self.home / "service").resolve().rglob("*")]
        return [path for path in found if path.is_file()]

    def content(self, record: str, key: str) -> bytes:
        return self.ask(f"/records/{record}/files/{quote(key, safe='')}")


@pytest.fixture(autouse=True)
def _signals_as_in_a_terminal() -> Iterator[None]:
    """Children inherit what is ignored, as under `nohup` and in a script's background."""
    ignored = [
        one for one in (signal.SIGINT, signal.SIGHUP) if signal.getsignal(one) is signal.SIG_IGN
    ]
    for one in ignored:
        signal.signal(one, signal.SIG_DFL)
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for one, handler in before.items():  # a command that ran in this process heeds none any more
        signal.signal(one, signal.SIG_IGN if one in ignored else handler)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture(scope="session")
def shared_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data folder of one service that runs for all tests."""
    folder = tmp_path_factory.mktemp("shared") / "service"
    serving = Sendoff(folder.parent).start("serve", "--exit-with-parent", stdin=subprocess.PIPE)
    assert serving.stdout is not None
    assert "token_file" in json.loads(serving.stdout.readline())
    yield folder
    assert serving.communicate(timeout=20) == ("", "")
    assert serving.returncode == 0


@pytest.fixture
def sendoff(home: Path, shared_service: Path) -> Sendoff:
    """The command line with a data folder of its own and the shared service."""
    home.mkdir(mode=0o700)
    (home / "service").symlink_to(shared_service)
    client = Sendoff(home)
    client.others = frozenset(record["id"] for record in client.records())
    return client
