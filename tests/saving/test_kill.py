"""Real kill -9, of the client once per stage and of the service: processes, sockets and disks."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.saving.processes import Relay, Sendoff, Service, make_files

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills with SIGKILL")


@pytest.fixture
def service(folder: Path) -> Iterator[Service]:
    one = Service(folder / "service")
    one.start()
    yield one
    one.stop()


def tree(paths: list[Path]) -> dict[str, tuple[int, str]]:
    contents = {path.name: path.read_bytes() for path in paths}
    return {
        name: (len(content), f"sha256:{hashlib.sha256(content).hexdigest()}")
        for name, content in contents.items()
    }


def assert_one_whole_record(service: Service, paths: list[Path]) -> None:
    (record,) = service.records()
    assert record["state"] == "finalized"
    assert service.files(record["id"]) == tree(paths)


HEADS: dict[str, Callable[[str], bool]] = {
    "create_record": lambda head: head.startswith("POST /records "),
    "upload_files": lambda head: "/files/" in head and head.startswith(("PUT", "POST")),
    "finalize_record": lambda head: "/finalize " in head,
}


@pytest.mark.parametrize("stage", HEADS)
def test_kill_the_client_while_the_answer_of_a_stage_is_on_its_way(
    folder: Path, service: Service, stage: str
) -> None:
    paths = make_files(folder / "source", 5, seed=1)
    held: list[str] = []

    def lose(head: str) -> str:
        if HEADS[stage](head) and not held:
            held.append(head)
            return "hold"
        return ""

    with Relay(service.port, lose) as relay:
        sendoff = Sendoff(folder / "home", service.token)
        where = ("--service", f"http://127.0.0.1:{relay.port}", "--kind", "local")
        names = [str(path) for path in paths]
        with sendoff.begin("save", "--title", "Killed", *where, *names) as client:
            assert relay.held.wait(20), "the stage was not reached"
            client.kill()
        code, events = sendoff.run("resume")
        assert code == 0, events
        assert [one["event"] for one in events].count("run_done") == 1
    assert_one_whole_record(service, paths)
    if stage == "finalize_record":
        assert not [one for one in events if one["event"] == "file_confirmed"]


def test_kill_the_service_while_it_finalizes_and_start_it_again(
    folder: Path, service: Service
) -> None:
    paths = make_files(folder / "source", 3, seed=2)
    killed = threading.Event()

    def lose(head: str) -> str:
        if HEADS["finalize_record"](head) and not killed.is_set():
            killed.set()
            return "hold"
        return ""

    with Relay(service.port, lose) as relay:
        sendoff = Sendoff(folder / "home", service.token)
        where = ("--service", f"http://127.0.0.1:{relay.port}", "--kind", "local")
        names = [str(path) for path in paths]
        with sendoff.begin("save", "--title", "Restarted", *where, *names) as client:
            assert relay.held.wait(20)
            service.kill()
            service.start()
            output, _ = client.communicate(timeout=90)
    assert client.returncode == 0, output
    assert_one_whole_record(service, paths)


def test_two_processes_never_run_the_same_save(folder: Path, service: Service) -> None:
    paths = make_files(folder / "source", 3, seed=3)
    held: list[str] = []

    def lose(head: str) -> str:
        if HEADS["finalize_record"](head) and not held:
            held.append(head)
            return "hold"
        return ""

    with Relay(service.port, lose) as relay:
        sendoff = Sendoff(folder / "home", service.token)
        where = ("--service", f"http://127.0.0.1:{relay.port}", "--kind", "local")
        names = [str(path) for path in paths]
        with sendoff.begin("save", "--title", "Mine", *where, *names) as first:
            assert relay.held.wait(20)
            _, runs = sendoff.run("runs")
            (run,) = [one["run"] for one in runs if "run" in one]
            code, _ = sendoff.run("resume", run)
            assert code not in {0, 5}, "the first one has it"
            assert first.poll() is None
            first.kill()
        code, _ = sendoff.run("resume", run)
        assert code == 0
    assert_one_whole_record(service, paths)
