"""Lost answers as the window shows them: the state of the rows, its words, the one next step.

The window and the service are real, the way between them is the fault proxy's; what was saved is
asked of the service itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from desktop_app.app import App, build_app
from desktop_app.core.model import SaveLimits
from desktop_app.core.settings import ProxyMode
from desktop_app.qa.proxy import FaultProxy, Rule, What, When, upstream_of
from desktop_app.qa.testing import SaveRobot
from desktop_app.qa.testing.robots import wait_for
from desktop_app.server.launcher import ServiceProcess
from desktop_app.services.http import HttpSettings, at
from desktop_app.services.local import LocalService
from tests.ui.conftest import Open, end, show
from tests.ui.server import Server

T = TypeVar("T")
ONCE = SaveLimits(
    create_s=3, finalize_s=3, control_s=2, answer_s=1, reconcile_s=2, outage_s=0, attempts=1
)
BEFORE, AFTER = When.BEFORE_FORWARD, When.AFTER_EFFECT
WHERE = {
    "create": Rule(What.RESET, method="POST", path="/records"),
    "file": Rule(What.RESET, method="PUT", path="/records/*/files/*"),
    "finalize": Rule(What.RESET, method="POST", path="/records/*/finalize"),
}
LOST: dict[str, dict[str, Any]] = {
    "reset": {"what": What.RESET},
    "502": {"what": What.HTML, "status": 502},
    "503": {"what": What.HTML, "status": 503},
    "timeout": {"what": What.DELAY, "seconds": 20},
}


@dataclass(frozen=True)
class Shown:
    """What the window shows before its next step leads to *Saved*."""

    states: tuple[str, str, str]
    title: str
    text: str
    button: str


AFTER_A_FILE = Shown(
    ("done", "failed", "pending"), "Not all files could be sent", "2 of 3", "resumeButton"
)
AFTER_FINALIZE = Shown(
    ("done", "done", "failed"),
    "The record could not be finalized",
    "Nothing was published",
    "retryFinalizeButton",
)


@dataclass
class Way:
    """The proxy on a loop of its own, and the service behind it."""

    proxy: FaultProxy
    loop: asyncio.AbstractEventLoop
    service: LocalService
    server: Server

    def use(self, *rules: Rule) -> None:
        async def use() -> None:
            self.proxy.use(rules)

        asyncio.run_coroutine_threadsafe(use(), self.loop).result(10)

    def follow(self, first: Rule, then: Rule) -> None:
        """Put `first` in force, and `then` in its place as soon as it has acted."""

        async def change() -> None:
            await self.proxy.fired(first.label)
            self.proxy.use((then,))

        self.use(first)
        asyncio.run_coroutine_threadsafe(change(), self.loop)

    def heal(self) -> None:
        asyncio.run_coroutine_threadsafe(self.proxy.heal(), self.loop).result(10)


@pytest.fixture(scope="module")
def way(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Way]:
    home = tmp_path_factory.mktemp("served")
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="proxy")
    thread.start()

    def on_it(work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, loop).result(20)

    process = ServiceProcess(str(home / "service"))
    with ExitStack() as ending:
        ending.callback(loop.close)
        ending.callback(thread.join)
        ending.callback(loop.call_soon_threadsafe, loop.stop)
        address = on_it(process.start())
        ending.callback(lambda: on_it(process.stop()))
        proxy = FaultProxy(upstream_of(address.url))
        on_it(proxy.start())
        ending.callback(lambda: on_it(proxy.close()))
        token = Path(address.token_file).read_text().strip()
        direct = HttpSettings(proxy_mode=ProxyMode.NONE)
        service = LocalService(at(proxy.url, token), limits=ONCE, settings=direct)
        yield Way(proxy, loop, service, Server(home))


@pytest.fixture
def app(
    running_loop: asyncio.AbstractEventLoop, way: Way, tmp_path: Path
) -> Iterator[tuple[App, list[str]]]:
    """A window on the service behind the proxy, and what its stage label has said so far."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    settings = {name: value for name, value in asdict(ONCE).items() if value is not None}
    (home / "settings.json").write_text(json.dumps({"limits": settings}))
    app = build_app(["--lang", "en"], home=home, service=way.service)
    show(app)
    said: list[str] = []
    robot = SaveRobot(app.window)
    app.flow.stages_changed.connect(lambda: said.append(robot.text("stageLabel")))
    yield app, said
    way.heal()
    end(app)
    closed = running_loop.create_task(way.service.aclose())
    wait_for(closed.done, "the connections to close")


def assert_on(server: Server, title: str, paths: list[str]) -> None:
    """One record with this title, finalized, each file in it once and whole."""
    (record,) = [one for one in server.records() if one["title"] == title]
    assert record["state"] == "finalized"
    assert {key: one["digest"] for key, one in record["entries"].items()} == {
        Path(path).name: f"sha256:{hashlib.sha256(Path(path).read_bytes()).hexdigest()}"
        for path in paths
    }


@pytest.mark.parametrize("when", [BEFORE, AFTER], ids=["before", "after"])
@pytest.mark.parametrize("lost", LOST)
@pytest.mark.parametrize("step", WHERE)
def test_a_lost_answer(
    app: tuple[App, list[str]],
    way: Way,
    three_files: list[str],
    step: str,
    lost: str,
    when: When,
) -> None:
    window, said = app
    robot = SaveRobot(window.window)
    title = f"{step} {lost} {when}"
    way.use(replace(WHERE[step], when=when, **LOST[lost]))
    robot.fill(title, three_files)
    robot.save()
    headline = robot.wait_for_end()
    assert any("Checking with the server" in text for text in said), "first the server is asked"
    if when is BEFORE and step != "create":
        expected = AFTER_A_FILE if step == "file" else AFTER_FINALIZE
        assert robot.states() == expected.states
        assert headline == expected.title
        assert expected.text in robot.text("outcomeText")
        assert robot.shown(expected.button)
        robot.click(expected.button)
        if step == "file":
            SaveRobot(robot.dialog("filesQuestion")).click("sendAgainButton")
        robot.wait_for_stage("finalize_record", "done")
        wait_for(lambda: robot.text("outcomeTitle") == "Saved", "the end")
    else:
        assert headline == "Saved", robot.text("outcomeText")
    assert robot.states() == ("done", "done", "done")
    assert_on(way.server, title, three_files)


@pytest.mark.parametrize("step", ["create", "finalize"])
def test_a_server_that_stays_silent_leaves_it_unknown(
    app: tuple[App, list[str]], way: Way, three_files: list[str], step: str
) -> None:
    window, _said = app
    robot = SaveRobot(window.window)
    title = f"{step} silent"
    first = replace(WHERE[step], what=What.LOST_ANSWER)
    way.follow(first, Rule(What.STALL, times=0))
    robot.fill(title, three_files)
    robot.save()
    robot.wait_for_end()
    stage = "create_record" if step == "create" else "finalize_record"
    assert robot.state(stage) == "unknown"
    assert robot.shown("checkAgainButton")
    assert not robot.shown("retryFinalizeButton")
    assert not robot.shown("resumeButton")
    way.heal()
    robot.click("checkAgainButton")
    wait_for(lambda: robot.state(stage) == "done" and not window.flow.busy, "the answer")
    if step == "create":
        robot.click("resumeButton")
        robot.wait_for_stage("finalize_record", "done")
    wait_for(lambda: robot.text("outcomeTitle") == "Saved", "the end")
    assert_on(way.server, title, three_files)


@pytest.mark.parametrize(
    ("route", "what"),
    [
        ("create_record", "crash_after_commit"),
        ("put_file", "crash_before_commit"),
        ("put_file", "crash_after_commit"),
        ("finalize", "crash_before_commit"),
        ("finalize", "crash_after_commit"),
    ],
)
def test_the_service_is_killed_and_comes_back(
    open_real: Open, tmp_path: Path, three_files: list[str], route: str, what: str
) -> None:
    """The built-in service dies in the middle of a write: nobody who watches needs to know."""
    app = open_real("--qa")
    robot = SaveRobot(app.window)
    robot.fill("Warm")
    robot.save()
    robot.wait_for_end()
    robot.click("newSaveButton")
    server = Server(tmp_path / "home")
    killed = server.facts["pid"]
    server.fault(what, route)
    robot.fill("Killed", three_files)
    robot.save()
    robot.wait_for_stage("finalize_record", "done")
    wait_for(lambda: robot.text("outcomeTitle") == "Saved", "the end")
    assert server.facts["pid"] != killed, "the fault has struck"
    assert_on(server, "Killed", three_files)
