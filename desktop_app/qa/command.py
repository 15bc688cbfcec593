"""`sendoff qa list` and `sendoff qa run`: the catalogue without a window."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from typing import Any

from desktop_app.core.clock import utc_now
from desktop_app.core.errors import SendoffError
from desktop_app.core.log import Redactor
from desktop_app.core.printing import Printer
from desktop_app.core.threads import in_thread
from desktop_app.core.words import say
from desktop_app.qa.bench import Bench
from desktop_app.qa.catalogue import CATALOGUE, Scenario, scenario_of
from desktop_app.qa.drivers import Driver
from desktop_app.qa.drivers.command import CommandDriver
from desktop_app.qa.drivers.session import SessionDriver
from desktop_app.qa.report import html_report
from desktop_app.qa.runner import Runner, headline
from desktop_app.qa.verdict import Verdict

_DRIVERS: dict[str, type[SessionDriver | CommandDriver]] = {
    "session": SessionDriver,
    "cli": CommandDriver,
}
PASSED, UNEXPECTED, MISTAKEN, FAILED = 0, 1, 2, 3
"""Exit codes: all as they must; output lost; an id that is none, or nothing to run; some not."""


def main(argv: Sequence[str]) -> int:
    """Run `list` or `run`; return the exit code."""
    args = _parser().parse_args(argv)
    if args.action == "list":
        return _list(json_lines=args.json)
    try:
        chosen = CATALOGUE if args.all else tuple(scenario_of(name) for name in args.scenarios)
    except LookupError as error:
        _complain(f"There is no scenario {error.args[0]!r}; `sendoff qa list` names them.")
        return MISTAKEN
    if not chosen:
        _complain("Name scenarios, or use --all.")
        return MISTAKEN
    try:
        verdicts = asyncio.run(_run(chosen, args))
    except (SendoffError, OSError) as error:
        _complain(f"The scenarios cannot be run here: {type(error).__name__}.")
        return FAILED
    except KeyboardInterrupt:
        return FAILED
    return PASSED if all(one.passed for one in verdicts) else FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sendoff qa",
        description="Failure scenarios, on a service of their own behind a fault proxy.",
        epilog="Exit codes: 0 every scenario ended as its entry says, 3 some did not, 2 usage.",
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="list the catalogue")
    listing.add_argument("--json", action="store_true", help="one JSON object a line")
    run = actions.add_parser("run", help="run scenarios without a window")
    run.add_argument("scenarios", metavar="SCENARIO", nargs="*")
    run.add_argument("--all", action="store_true", help="the whole catalogue")
    run.add_argument("--report", metavar="FILE.html", default="", help="write a report")
    run.add_argument("--json", action="store_true", help="one JSON object a line")
    run.add_argument(
        "--through",
        choices=tuple(_DRIVERS),
        default="session",
        help="the saving itself in this process (default), or one `sendoff` command a step",
    )
    return parser


def _list(*, json_lines: bool) -> int:
    printer = Printer(Redactor())
    for scenario in CATALOGUE:
        if json_lines:
            printer.json(_facts(scenario))
        else:
            printer.line(f"{scenario.id:28} {say(scenario.title)}")
    return UNEXPECTED if _lost(printer) else PASSED


def _facts(scenario: Scenario) -> dict[str, Any]:
    return {
        "scenario": scenario.id,
        "title": say(scenario.title),
        "explanation": say(scenario.explanation),
        "stage": scenario.stage,
        "trouble": scenario.trouble,
        "outcome": scenario.outcome,
        "steps": [act.do for act in scenario.acts],
        "faults": [rule.as_json() for rule in scenario.faults],
        "service_faults": [fault.what for fault in scenario.service_faults],
        "needs": sorted(scenario.needs),
    }


async def _run(chosen: Sequence[Scenario], args: argparse.Namespace) -> list[Verdict]:
    redact = Redactor()
    printer = Printer(redact)
    verdicts = []
    async with Bench() as bench:
        redact.add(bench.token)
        driver: Driver = _DRIVERS[args.through](bench)
        runner = Runner(bench, driver)
        for scenario in chosen:
            verdict = await runner.run(scenario)
            verdicts.append(verdict)
            _show(verdict, scenario, printer, json_lines=args.json)
    if not args.json:
        passed = sum(1 for one in verdicts if one.passed and not one.skipped)
        skipped = sum(1 for one in verdicts if one.skipped)
        printer.line(f"{passed} of {len(verdicts)} ended as they must, {skipped} skipped.")
    _lost(printer)
    if args.report:
        text = html_report(verdicts, ended=utc_now().isoformat(timespec="seconds"), redact=redact)
        await in_thread(_write, args.report, text)
    return verdicts


def _show(verdict: Verdict, scenario: Scenario, printer: Printer, *, json_lines: bool) -> None:
    if json_lines:
        printer.json(verdict_facts(verdict))
        return
    printer.line(headline(verdict, scenario))
    for point in verdict.broken:
        where = f"step {point.act}" if point.act else "at the end"
        printer.line(
            f"         {where}: {point.name}: expected {point.expected}, was {point.actual}"
        )


def verdict_facts(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as JSON values."""
    return {
        "scenario": verdict.id,
        "driver": verdict.driver,
        "passed": verdict.passed and not verdict.skipped,
        "skipped": verdict.skipped,
        "seconds": round(verdict.seconds, 3),
        "points": [
            {
                "step": point.act,
                "name": point.name,
                "expected": str(point.expected),
                "actual": str(point.actual),
                "holds": point.holds,
            }
            for point in verdict.points
        ],
    }


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _lost(printer: Printer) -> bool:
    """Say that lines could not be written, and whether that was so."""
    if printer.lost:
        _complain(f"Not everything could be printed: {printer.lost}.")
    return bool(printer.lost)


def _complain(text: str) -> None:
    sys.stderr.write(text + "\n")
