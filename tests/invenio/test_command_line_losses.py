"""Lost answers as the command line tells them, on a site without idempotency keys."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.invenio.bench import Bench, complete, play
from tests.invenio.tap import Break
from tests.invenio.test_command_line import CommandLine, known, only_record, three_files

LIMITS = {
    "reconcile_s": 4,
    "outage_s": 2,
    "control_s": 10,
    "absence_s": 3,
    "absence_gateway_s": 4,
}
STEPS = {
    "create": ("POST", r"/records$"),
    "init": ("POST", r"/draft/files$"),
    "content": ("PUT", r"/content$"),
    "commit": ("POST", r"/commit$"),
    "publish": ("POST", r"/publish$"),
}
ASKED = {"create": "create_record", "publish": "finalize_record"}


def commands(bench: Bench, folder: Path) -> CommandLine:
    home = folder / "home"
    home.mkdir(mode=0o700)
    (home / "settings.json").write_text(json.dumps({"limits": LIMITS}))
    return CommandLine(bench, home)


@pytest.mark.parametrize("lost", [Break.AFTER, Break.GATEWAY])
@pytest.mark.parametrize("step", STEPS)
def test_an_answer_lost_after_the_effect_is_learnt_by_asking(
    tmp_path: Path, step: str, lost: Break
) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path)
        before = await known(bench)
        bench.tap.add(*STEPS[step], lost)
        code, lines, err = await command.run(*command.save(tmp_path))
        assert (code, lines[-1]["event"]) == (0, "run_done"), (lines, err)
        asked = [one["stage"] for one in lines if one["event"] == "reconciling"]
        settled = [one["settled"] for one in lines if one["event"] == "reconciled"]
        if step in ASKED:
            assert (asked, settled) == ([ASKED[step]], ["done"])
        record = await only_record(bench, before)
        assert await bench.held(record) == complete(*three_files())
        assert bench.tap.count("POST", "/records$") == 1
        assert bench.tap.count("POST", "/publish$") == 1

    play("double", scenario)


def test_a_publish_that_never_arrived_is_said_and_asked_for_again_only_by_the_person(
    tmp_path: Path,
) -> None:
    async def scenario(bench: Bench) -> None:
        command = commands(bench, tmp_path)
        before = await known(bench)
        bench.tap.add(*STEPS["publish"], Break.GATEWAY_BEFORE)
        code, lines, err = await command.run(*command.save(tmp_path))
        assert code == 3, (lines, err)
        (settled,) = [one for one in lines if one["event"] == "reconciled"]
        assert settled["settled"] == "not_done"
        assert lines[-1]["next_action"] == "retry_finalize"
        assert bench.tap.count("POST", "/publish$") == 1, "never repeated blindly"
        code, lines, err = await command.run("resume", "--json")
        assert (code, lines[-1]["event"]) == (0, "run_done"), err
        assert await bench.held(await only_record(bench, before)) == complete(*three_files())
        assert bench.tap.count("PUT", "/content$") == 3

    play("double", scenario)
