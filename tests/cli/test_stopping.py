"""Ctrl+C once, twice, and SIGTERM: what was done is journaled, and the save can go on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from desktop_app.cli.stopping import Stopper
from desktop_app.core.changes import RunBegun
from desktop_app.core.measured import Measured
from desktop_app.core.model import LOCAL_ACCOUNT
from desktop_app.core.run import Run
from desktop_app.saving.events import Update
from desktop_app.workflow import CancelReason
from tests.cli.conftest import ROOT, Sendoff

SIZE = 6_000_000


@pytest.fixture
def slow(sendoff: Sendoff, tmp_path: Path) -> tuple[Sendoff, list[str]]:
    """A save that takes about a minute; its first file is confirmed at once."""
    sendoff.settings(limits={"max_bytes_per_s": 100_000})
    (tmp_path / "1 small.txt").write_bytes(b"small")
    (tmp_path / "2 large.bin").write_bytes(b"x" * SIZE)
    paths = [str(tmp_path / "1 small.txt"), str(tmp_path / "2 large.bin")]
    return sendoff, ["save", "--title", "T", "--json", *paths]


class Running:
    """A command whose events are read as they come."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.events: list[dict[str, Any]] = []

    def wait_for(self, name: str, **facts: Any) -> dict[str, Any]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            event: dict[str, Any] = json.loads(line)
            self.events.append(event)
            if event["event"] == name and facts.items() <= event.items():
                return event
        raise AssertionError(f"it ended without {name}: {self.events[-3:]}")

    def end(self) -> tuple[int, str]:
        out, err = self.process.communicate(timeout=30)
        self.events += [json.loads(line) for line in out.splitlines()]
        return self.process.returncode, err


def begin(slow: tuple[Sendoff, list[str]]) -> tuple[Sendoff, Running]:
    sendoff, words = slow
    running = Running(sendoff.start(*words))
    running.wait_for("file_confirmed", key="1 small.txt")
    running.wait_for("file_progress", key="2 large.bin", state="sending")
    return sendoff, running


def go_on(sendoff: Sendoff, run: str) -> None:
    sendoff.settings()
    resumed = sendoff("resume", run, "--json")
    assert resumed.code == 0, resumed.out + resumed.err
    assert resumed.objects[0]["confirmed"] == ["1 small.txt"]
    assert [event["key"] for event in resumed.events("file_confirmed")] == ["2 large.bin"]
    (record,) = sendoff.records()
    assert record["state"] == "finalized"
    assert sendoff.content(record["id"], "2 large.bin") == b"x" * SIZE


def test_one_interrupt_stops_the_upload_and_it_can_be_resumed(
    slow: tuple[Sendoff, list[str]],
) -> None:
    sendoff, running = begin(slow)

    running.process.send_signal(signal.SIGINT)
    code, err = running.end()

    assert code == 5, err
    assert "Stopping" in err
    last = running.events[-1]
    assert (last["event"], last["outcome"], last["cancel_reason"]) == (
        "run_stopped",
        "stopped",
        "user",
    )
    assert sendoff.records()[0]["state"] == "draft"
    go_on(sendoff, last["run"])


def test_two_interrupts_stop_now_and_nothing_is_lost(slow: tuple[Sendoff, list[str]]) -> None:
    sendoff, running = begin(slow)

    running.process.send_signal(signal.SIGINT)
    running.process.send_signal(signal.SIGINT)
    code, err = running.end()

    assert code == 5
    assert "Traceback" not in err
    go_on(sendoff, running.events[0]["run"])


def test_terminate_is_stop_and_quit(slow: tuple[Sendoff, list[str]]) -> None:
    sendoff, running = begin(slow)

    running.process.terminate()
    code, err = running.end()

    assert code == 5, err
    assert running.events[-1]["cancel_reason"] == "shutdown"
    go_on(sendoff, running.events[-1]["run"])


def test_a_kill_loses_nothing(slow: tuple[Sendoff, list[str]]) -> None:
    sendoff, running = begin(slow)

    running.process.kill()
    running.end()

    assert "Interrupted" in sendoff("runs", "--unfinished").out
    go_on(sendoff, running.events[0]["run"])
    assert sendoff("resume").out == "Nothing unfinished.\n"


def test_a_save_that_runs_elsewhere_is_left_alone(slow: tuple[Sendoff, list[str]]) -> None:
    sendoff, running = begin(slow)
    run = running.events[0]["run"]

    assert "Running in another window" in sendoff("runs").out
    refused = sendoff("resume", run)
    assert refused.code == 3
    assert "runs this save now" in refused.err
    left = sendoff("resume")
    assert (left.code, left.err) == (0, "")
    assert left.out.startswith(f"Left alone, it runs in another window or process: {run} (")

    running.process.send_signal(signal.SIGINT)
    assert running.end()[0] == 5


class Unstoppable:
    """A session whose active stage cannot be stopped."""

    def stop_before_next_stage(self, run: str, reason: CancelReason) -> None:
        pass

    def request_cancel(self, run: str, reason: CancelReason) -> bool:
        return False


@pytest.mark.parametrize("first", [signal.SIGTERM, signal.SIGINT])
def test_terminate_and_interrupt_stop_now_in_either_order(first: signal.Signals) -> None:
    async def main() -> bool:
        work = asyncio.create_task(asyncio.Event().wait())
        stopper = Stopper(Unstoppable(), [].append)  # type: ignore[arg-type]  # all that it calls
        run = Run("r", LOCAL_ACCOUNT, "T")
        stopper.update(Update(run, run, Measured(), RunBegun(), 0.0))
        stopper.watch(work)
        os.kill(os.getpid(), first)
        while not stopper.asked:  # noqa: ASYNC110 - the loop has to turn for a signal to arrive
            await asyncio.sleep(0)
        os.kill(os.getpid(), signal.SIGINT if first is signal.SIGTERM else signal.SIGTERM)
        await asyncio.wait({work}, timeout=5.0)
        ended = work.done() and stopper.now
        work.cancel()
        return ended

    assert asyncio.run(main())


LAST_MOMENTS = """
import atexit, os, signal, sys, threading
from desktop_app.cli import command

run = command._run

async def ended_and_interrupted(*words):
    code = await run(*words)
    os.kill(os.getpid(), signal.SIGINT)  # the loop is still there
    return code

command._run = ended_and_interrupted
atexit.register(os.kill, os.getpid(), signal.SIGINT)  # neither loop nor command is there
code = command.main(sys.argv[1:])
os.kill(os.getpid(), signal.SIGINT)  # the loop is closed
os.kill(os.getpid(), signal.SIGTERM)
sys.exit(code)
"""


def test_t72_an_interrupt_in_the_last_moments_leaves_the_exit_code_of_the_save(
    sendoff: Sendoff, tmp_path: Path
) -> None:
    """The soak found: ended by the signal (-2), though the record was published."""
    (tmp_path / "a.txt").write_bytes(b"a")
    words = ["save", "--title", "T", str(tmp_path / "a.txt")]
    ran = subprocess.run(
        [sys.executable, "-c", LAST_MOMENTS, *words],
        cwd=ROOT,
        env=sendoff._environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "Saved." in ran.stdout
    assert "Traceback" not in ran.stderr
