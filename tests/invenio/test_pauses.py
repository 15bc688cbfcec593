"""T25, T26: a pause that the site asks for is said, and Cancel ends it at once."""

from __future__ import annotations

import asyncio
import json
import signal as signals
from pathlib import Path
from typing import Any

import pytest

from tests.invenio.bench import Bench, complete, play
from tests.invenio.tap import Break
from tests.invenio.test_command_line import CommandLine, only_record, three_files
from tests.raw_server import Answer

CONTENT = r"/content$"
FULL = Answer(429, {"message": "Rate limit exceeded"}, headers={"Retry-After": "60"})


async def lines_until(process: asyncio.subprocess.Process, name: str) -> list[dict[str, Any]]:
    assert process.stdout is not None
    found: list[dict[str, Any]] = []
    async for line in process.stdout:
        found.append(json.loads(line))
        if found[-1]["event"] == name:
            return found
    raise AssertionError(f"no {name} among {[one['event'] for one in found]}")


def test_T25_json_says_a_pause_and_its_reason_and_T26_cancel_ends_it(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        bench.tap.add("PUT", CONTENT, FULL, times=99)
        process = await command.start(*command.save(tmp_path))
        waiting = (await lines_until(process, "waiting"))[-1]
        while waiting["seconds"] < 10:  # the first pause is our own
            waiting = (await lines_until(process, "waiting"))[-1]
        assert waiting["stage"] == "upload_files"
        assert 50 < waiting["seconds"] <= 60
        assert waiting["error"]["kind"] == "rate_limited"
        assert "asks for a pause" in waiting["error"]["message"]

        process.send_signal(signals.SIGINT)
        stopped = (await lines_until(process, "run_stopped"))[-1]
        await process.communicate()
        assert process.returncode == 5
        assert stopped["t"] - waiting["t"] < 15, "it does not wait for the pause to ask"
        _, answer = await bench.ask("GET", "/user/records?size=1&sort=newest")
        held = await bench.held(answer["hits"]["hits"][0]["id"])
        assert held, "one entry at least was begun: it was refused its content"
        assert {state for state, *_ in held.values()} == {"pending"}

    play("double", scenario)


def test_T26_a_plain_terminal_claims_nothing_that_was_not_asked(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        bench.tap.add("PUT", CONTENT, FULL, times=99)
        words = [word for word in command.save(tmp_path) if word != "--json"]
        process = await command.start(*words)
        assert process.stdout is not None
        said = ""
        while "Next attempt in 60 s." not in said:
            line = await process.stdout.readline()
            assert line, said
            said += line.decode()
        assert "asks for a pause" in said
        process.send_signal(signals.SIGINT)
        said = (await process.communicate())[0].decode()
        assert process.returncode == 5
        assert "without files" not in said
        assert "whether it holds any of the files is not confirmed" in said

    play("double", scenario)


def asked_to_pause(status: int) -> Answer:
    return Answer(status, {"message": "Slow down"}, headers={"Retry-After": "2"})


@pytest.mark.parametrize(
    ("method", "path", "status", "stage"),
    [
        ("POST", r"/api/records$", 429, "create_record"),
        ("GET", r"/draft/files(\?.*)?$", 503, "upload_files"),
        ("POST", r"/actions/publish$", 429, "finalize_record"),
    ],
    ids=["create", "listing", "publish"],
)
def test_T25_json_says_a_pause_of_a_call_that_belongs_to_no_file(
    method: str, path: str, status: int, stage: str, tmp_path: Path
) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        bench.tap.add(method, path, asked_to_pause(status))
        code, lines, err = await command.run(*command.save(tmp_path))
        assert (code, lines[-1]["event"]) == (0, "run_done"), err
        (waiting,) = [one for one in lines if one["event"] == "waiting"]
        assert (waiting["stage"], waiting["key"]) == (stage, "")
        assert 1.5 < waiting["seconds"] <= 2
        kind = {429: "rate_limited", 503: "overloaded"}[status]
        assert waiting["error"]["kind"] == kind
        held = await bench.held(await only_record(bench, set()))
        assert held == complete(*three_files())

    play("double", scenario)


def test_T25_json_says_a_pause_of_the_search_for_a_draft(tmp_path: Path) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        bench.tap.add("POST", r"/api/records$", Break.AFTER)
        bench.tap.add("GET", r"/user/records\?", asked_to_pause(429))
        code, lines, err = await command.run(*command.save(tmp_path))
        assert (code, lines[-1]["event"]) == (0, "run_done"), err
        (waiting,) = [one for one in lines if one["event"] == "waiting"]
        assert (waiting["stage"], waiting["key"]) == ("create_record", "")
        assert await bench.held(await only_record(bench, set())) == complete(*three_files())

    play("double", scenario)


def test_T25_a_plain_terminal_says_a_pause_of_publishing_and_the_save_goes_through(
    tmp_path: Path,
) -> None:
    async def scenario(bench: Bench) -> None:
        command = CommandLine(bench, tmp_path / "home")
        bench.tap.add("POST", r"/actions/publish$", asked_to_pause(429))
        words = [word for word in command.save(tmp_path) if word != "--json"]
        process = await command.start(*words)
        out, _ = await process.communicate()
        assert process.returncode == 0
        said = out.decode()
        pause = next(line for line in said.splitlines() if "Next attempt in 2 s." in line)
        assert "asks for a pause" in pause
        assert said.index("Next attempt in 2 s.") < said.index("Saved")

    play("double", scenario)
