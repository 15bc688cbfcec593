"""`sendoff qa`, and one scenario of each outcome through the command line itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.core.model import OutcomeKind
from desktop_app.qa import command
from desktop_app.qa.bench import Bench
from desktop_app.qa.catalogue import CATALOGUE, scenario_of
from desktop_app.qa.command import main
from desktop_app.qa.drivers.command import CommandDriver
from desktop_app.qa.runner import Runner

BY_OUTCOME: dict[OutcomeKind | None, str] = {
    OutcomeKind.DONE: "create-lost-answer",
    OutcomeKind.DRAFT_READY: "field-draft-only",
    OutcomeKind.FAILED: "finalize-refused",
    OutcomeKind.UNKNOWN: "finalize-quit",
    OutcomeKind.STOPPED: "upload-cancel",
    OutcomeKind.DISCARDED: "field-discard",
    None: "create-kill",
}


def test_every_outcome_has_its_scenario() -> None:
    assert set(BY_OUTCOME) == {*OutcomeKind, None}
    for outcome, name in BY_OUTCOME.items():
        assert outcome in {act.end.outcome for act in scenario_of(name).acts}


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def bench(loop: asyncio.Runner) -> Iterator[Bench]:
    made = Bench()
    yield loop.run(made.__aenter__())
    loop.run(made.__aexit__(None, None, None))


@pytest.mark.qa
@pytest.mark.parametrize("name", BY_OUTCOME.values())
def test_a_scenario_through_the_command_line(name: str, loop: asyncio.Runner, bench: Bench) -> None:
    verdict = loop.run(Runner(bench, CommandDriver(bench)).run(scenario_of(name)))
    assert not verdict.skipped
    assert not verdict.broken, (verdict.broken, verdict.log, verdict.support)


def test_the_list_names_every_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [one.id for one in CATALOGUE]
    assert main(["list", "--json"]) == 0
    facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["scenario"] for one in facts] == [one.id for one in CATALOGUE]
    assert all(one["title"] and one["explanation"] for one in facts)


def test_a_run_says_what_it_saw_and_writes_a_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    report = tmp_path / "report.html"
    arguments = ["run", "create-reset", "field-no-files", "--json", "--report", str(report)]
    assert main(arguments) == 0
    facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["scenario"], one["passed"]) for one in facts] == [
        ("create-reset", True),
        ("field-no-files", True),
    ]
    assert all(point["holds"] for one in facts for point in one["points"])
    assert "2 of 2 scenarios ended as they must" in report.read_text(encoding="utf-8")


def test_a_scenario_that_ends_otherwise_fails_the_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    true = scenario_of("field-no-files")
    false = replace(true, tree=replace(true.tree, records=2))
    monkeypatch.setattr(command, "scenario_of", lambda _name: false)
    assert main(["run", "field-no-files"]) == 3
    assert "records: expected 2, was 1" in capsys.readouterr().out


def test_unknown_names_and_nothing_to_run_are_mistakes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["run", "no-such-scenario"]) == 2
    assert "no-such-scenario" in capsys.readouterr().err
    assert main(["run"]) == 2
