"""Every write's answer is lost in every way: what the command line says, its exit code, the tree.

The command line and the service are real, the way between them is the fault proxy's; commands run
in this process, for speed. Each call has one attempt only, so that nothing is repeated unseen.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from desktop_app.cli.command import main
from desktop_app.qa.proxy import FaultProxy, Rule, What, When, upstream_of
from tests.cli.conftest import Ran, Sendoff

ONCE = {
    "create_s": 3,
    "finalize_s": 3,
    "control_s": 2,
    "answer_s": 1,
    "reconcile_s": 3,
    "outage_s": 0,
    "attempts": 1,
}
SMALL, LARGE = "small.txt", "large.bin"
CONTENT = {SMALL: b"a" * 1000, LARGE: b"b" * (9 << 20)}
"""One goes in a single request, the other in an upload of its own."""

NOT_DONE = "Checking with the server: The server says that it was not done."
DONE = "Checking with the server: The server says that it was done."


@dataclass(frozen=True)
class Write:
    """A write of a save, as the proxy and the service's own faults find it.

    Attributes:
        file: the file that it concerns.
        confirms: whether afterwards the server has the whole of what the step is for.
    """

    method: str
    path: str
    route: str
    file: str = ""
    confirms: bool = True


WRITES = {
    "create": Write("POST", "/records", "create_record"),
    "whole file": Write("PUT", "/records/*/files/*", "put_file", SMALL),
    "begin upload": Write("POST", "/records/*/uploads", "create_upload", LARGE, confirms=False),
    "part": Write("PATCH", "/uploads/*", "patch_upload", LARGE),
    "finalize": Write("POST", "/records/*/finalize", "finalize"),
}
BEFORE, AFTER = When.BEFORE_FORWARD, When.AFTER_EFFECT


def _html(status: int, when: When) -> dict[str, object]:
    return {"what": What.HTML, "when": when, "status": status}


LOST: dict[str, dict[str, object]] = {
    "reset before": {"what": What.RESET, "when": BEFORE},
    "reset after": {"what": What.RESET, "when": AFTER},
    "502 before": _html(502, BEFORE),
    "502 after": _html(502, AFTER),
    "503 before": _html(503, BEFORE),
    "503 after": _html(503, AFTER),
    "504 after": _html(504, AFTER),
    "timeout after": {"what": What.DELAY, "when": AFTER, "seconds": 8},
}
REASON = {
    "reset": "The connection to 127.0.0.1 broke.",
    "502": "Something went wrong inside the service.",
    "503": "The service is too busy at the moment.",
    "504": "Something went wrong inside the service.",
    "timeout": "127.0.0.1 did not answer in time.",
}


@dataclass
class Scene:
    """A data folder, the proxy before its service, and what is to be saved."""

    sendoff: Sendoff
    proxy: FaultProxy
    loop: asyncio.AbstractEventLoop
    paths: list[str]
    capture: pytest.CaptureFixture[str]

    def use(self, *rules: Rule) -> None:
        async def use() -> None:
            self.proxy.use(rules)

        asyncio.run_coroutine_threadsafe(use(), self.loop).result(10)

    def run(self, *words: str) -> Ran:
        code = main(words)
        said = self.capture.readouterr()
        return Ran(code, said.out, said.err)

    def save(self) -> Ran:
        where = ("--kind", "local", "--service", self.proxy.url)
        return self.run("save", "--title", "T", *where, *self.paths)


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("files")
    for name, content in CONTENT.items():
        (folder / name).write_bytes(content)
    return [str(folder / name) for name in CONTENT]


@pytest.fixture(scope="module")
def proxy_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop beside the one of the command."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="proxy")
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture
def scene(
    sendoff: Sendoff,
    paths: list[str],
    proxy_loop: asyncio.AbstractEventLoop,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Scene]:
    sendoff.settings(limits=ONCE)
    facts = json.loads((sendoff.home / "service" / "service.json").read_text())
    monkeypatch.setenv("SENDOFF_HOME", str(sendoff.home))
    monkeypatch.setenv("SENDOFF_TOKEN", Path(facts["token_file"]).read_text().strip())
    proxy = FaultProxy(upstream_of(facts["url"]))
    asyncio.run_coroutine_threadsafe(proxy.start(), proxy_loop).result(10)
    yield Scene(sendoff, proxy, proxy_loop, paths, capfd)
    asyncio.run_coroutine_threadsafe(proxy.close(), proxy_loop).result(10)


@pytest.mark.parametrize("way", LOST)
@pytest.mark.parametrize("step", WRITES)
def test_a_lost_answer(scene: Scene, step: str, way: str) -> None:
    write = WRITES[step]
    scene.use(Rule(**LOST[way], method=write.method, path=write.path))  # type: ignore[arg-type]  # a table
    done = write.confirms and way.endswith("after")
    ran = scene.save()
    lines = ran.out.splitlines()
    assert ran.err == ""
    assert lines.count("Checking with the server ...") == 1, "first the server is asked"
    assert lines.count(DONE if done else NOT_DONE) == 1, "then it is said"
    if done or step == "create":
        assert ran.code == 0, ran.out
    else:
        assert ran.code == 3, ran.out
        assert REASON[way.partition(" ")[0]] in ran.out
        assert "Nothing was published." in ran.out
        assert not re.search(r"\b50\d\b|Error|Exception|<", ran.out), "words, no numbers"
        (step_offered,) = [one for one in lines if one.startswith("Go on with: sendoff resume ")]
        ran = scene.run(*step_offered.removeprefix("Go on with: sendoff ").split())
        assert ran.code == 0, ran.out
    assert "Saved. Verified by checksum: 2 of 2 files." in ran.out
    assert_saved_once(scene.sendoff)


@pytest.mark.parametrize(
    ("step", "when"),
    [
        ("create", "crash_before_commit"),
        ("create", "crash_after_commit"),
        ("whole file", "crash_after_commit"),
        ("begin upload", "crash_before_commit"),
        ("part", "crash_after_commit"),
        ("finalize", "crash_before_commit"),
        ("finalize", "crash_after_commit"),
    ],
)
def test_the_service_is_killed_and_comes_back(
    home: Path,
    paths: list[str],
    step: str,
    when: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The client starts the service of this computer again, asks it, and goes on."""
    monkeypatch.setenv("SENDOFF_HOME", str(home))
    monkeypatch.delenv("SENDOFF_TOKEN", raising=False)
    sendoff = Sendoff(home)
    home.mkdir(mode=0o700)
    with served_with_faults(sendoff) as dying:
        add_fault(sendoff, {"what": when, "route": WRITES[step].route})
        code = main(["save", "--title", "T", *paths])
        assert dying.wait(10) == CRASHED, "the fault has struck"
    said = capfd.readouterr()
    assert said.err == ""
    assert code == 0, said.out
    assert "failed" not in said.out
    assert "Saved. Verified by checksum: 2 of 2 files." in said.out
    with served_with_faults(sendoff):
        assert_saved_once(sendoff)


@pytest.mark.parametrize("step", ["create", "finalize"])
def test_a_timeout_then_a_late_success(
    home: Path,
    paths: list[str],
    step: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The service takes longer than anybody waits, and does it after all."""
    monkeypatch.setenv("SENDOFF_HOME", str(home))
    monkeypatch.delenv("SENDOFF_TOKEN", raising=False)
    sendoff = Sendoff(home)
    home.mkdir(mode=0o700)
    sendoff.settings(limits=ONCE | {"create_s": 1, "finalize_s": 1, "reconcile_s": 20})
    with served_with_faults(sendoff):
        rule = {"what": "slow", "route": WRITES[step].route, "when": "during", "seconds": 2.5}
        add_fault(sendoff, rule)
        code = main(["save", "--title", "T", *paths])
        lines = capfd.readouterr().out.splitlines()
        assert lines.count("Checking with the server ...") == 1
        settled = [one for one in lines if one in (DONE, NOT_DONE)]
        assert len(settled) == 1
        if code != 0:
            assert code == 3, lines
            (go_on,) = [one for one in lines if one.startswith("Go on with: sendoff resume ")]
            assert main(go_on.removeprefix("Go on with: sendoff ").split()) == 0
        assert_saved_once(sendoff)


CRASHED = 137


@contextmanager
def served_with_faults(sendoff: Sendoff) -> Iterator[subprocess.Popen[str]]:
    """Run a service that takes faults where the command line looks for it."""
    data = str(sendoff.home / "service")
    process = sendoff.start(
        "serve", "--qa", "--exit-with-parent", "--data", data, stdin=subprocess.PIPE
    )
    assert process.stdout is not None
    assert "token_file" in json.loads(process.stdout.readline())
    try:
        yield process
    finally:
        process.communicate(timeout=20)


def add_fault(sendoff: Sendoff, rule: dict[str, object]) -> None:
    facts = json.loads((sendoff.home / "service" / "service.json").read_text())
    token = (sendoff.home / "service" / "qa-token").read_text().strip()
    connection = HTTPConnection(urlsplit(facts["url"]).netloc, timeout=10)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request("POST", "/qa/rules", json.dumps(rule), headers)
    assert connection.getresponse().status < 300
    connection.close()


def assert_saved_once(sendoff: Sendoff) -> None:
    """One record, finalized, each file once and whole: asked of the server itself."""
    (record,) = sendoff.records()
    assert record["state"] == "finalized"
    listed = json.loads(sendoff.ask(f"/records/{record['id']}/files"))["items"]
    assert {one["key"]: one["digest"] for one in listed} == {
        key: f"sha256:{hashlib.sha256(content).hexdigest()}" for key, content in CONTENT.items()
    }
    assert all(one["state"] == "complete" for one in listed)
