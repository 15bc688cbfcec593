"""Runs scenarios through the command line: one process an act, its lines and exit code read."""

from __future__ import annotations

import json
from typing import Any

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import NextAction, OutcomeKind, StageState
from desktop_app.core.model import SaveStage as Stage
from desktop_app.qa.bench import Bench, Case
from desktop_app.qa.catalogue.model import Act, Do, Needs, Stop
from desktop_app.qa.drivers import Remarks, Seen
from desktop_app.qa.drivers.process import (
    INTERRUPT,
    KILL,
    CommandProcess,
    run_command,
    save_arguments,
    write_settings,
)

EXITS: dict[OutcomeKind | None, int] = {
    OutcomeKind.DONE: 0,
    OutcomeKind.DRAFT_READY: 0,
    OutcomeKind.DISCARDED: 0,
    OutcomeKind.FAILED: 3,
    OutcomeKind.UNKNOWN: 4,
    OutcomeKind.STOPPED: 5,
}
"""What the command line promises to scripts, written down a second time on purpose."""


class CommandDriver:
    """Implements `Driver` with `sendoff save`, `resume`, `check`, `discard` and `runs`."""

    name = "command line"
    slowness = 1.25
    """The settings take no limit below one second."""
    overhead_s = 6.0
    offers = frozenset({Needs.BUILT_IN})

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._process: CommandProcess | None = None

    async def begin(self, case: Case) -> None:
        """Write the limits into the settings of the case's home."""
        self._case = case
        self._run = ""
        self._remarks = Remarks()
        await write_settings(case)

    async def perform(self, act: Act) -> Seen:
        """Run the command of an act; ask `runs` for the state of the save then."""
        self._refused_stop = False
        code, lines, errors = await self._ran(act.do)
        seen = await self._as_listed()
        if act.signs_in and seen.next_action is NextAction.SIGN_IN:
            self._bench.proxy.renew_token()
            await self._bench.clear_service()
            code, lines, errors = await self._ran(Do.RESUME)
            seen = await self._as_listed()
        self._look_for_secrets(json.dumps(lines) + errors)
        if act.stop is not Stop.KILL and code != _exit_code(act, seen.outcome):
            self._remarks.add(f"exit code {code} for {seen.outcome}")
        return Seen(
            seen.outcome,
            seen.next_action,
            seen.states,
            seen.error,
            seen.failed,
            seen.confirmed,
            self._refused_stop,
            errors + "\n".join(json.dumps(line, ensure_ascii=False) for line in lines),
            tuple(self._remarks.found),
        )

    async def stop(self, how: Stop) -> None:
        """Send the signal; a finalization is left behind by a second one."""
        assert self._process is not None
        match how:
            case Stop.KILL:
                self._process.send(KILL)
            case Stop.CANCEL:
                self._process.send(INTERRUPT)
                self._refused_stop = self._case.scenario.stage is Stage.FINALIZE_RECORD
            case Stop.QUIT:
                self._process.quit(now=self._case.scenario.stage is Stage.FINALIZE_RECORD)

    async def late_outcome(self) -> None:
        """Nothing outlives a process."""

    async def end(self) -> bytes:
        """End what still runs."""
        if self._process is not None:
            self._process.send(KILL)
        return b""

    async def _ran(self, do: Do) -> tuple[int, list[dict[str, Any]], str]:
        self._process = CommandProcess(self._case, self._arguments(do))
        await self._process.start()
        try:
            code, lines, errors = await self._process.ended()
        finally:
            self._process = None
        self._run = self._run or next((line["run"] for line in lines if "run" in line), "")
        return code, lines, errors

    def _arguments(self, do: Do) -> tuple[str, ...]:
        match do:
            case Do.SAVE:
                return save_arguments(self._case)
            case Do.RESUME | Do.RETRY_FINALIZE:
                return ("resume", *((self._run,) if self._run else ()), "--json")
            case Do.CHECK:
                return ("check", self._run, "--json")
            case Do.DISCARD:
                return ("discard", self._run, "--json")

    async def _as_listed(self) -> Seen:
        _, listed, errors = await run_command(self._case, "runs", "--json")
        self._look_for_secrets(json.dumps(listed) + errors)
        if not listed:
            return Seen(None, NextAction.NONE, ())
        (found,) = listed
        error = found.get("error")
        files = found.get("files", [])
        outcome = found.get("outcome")
        return Seen(
            OutcomeKind(outcome) if outcome else None,
            NextAction(found["next_action"]),
            tuple(StageState(one["state"]) for one in found["stages"]),
            ErrorKind(error["kind"]) if error else None,
            sum(1 for one in files if one["state"] == "failed"),
            tuple(one["key"] for one in files if one["state"] == "confirmed"),
        )

    def _look_for_secrets(self, text: str) -> None:
        if self._case.token in text:
            self._remarks.add("the token is in what the command printed")


def _exit_code(act: Act, outcome: OutcomeKind | None) -> int | None:
    """Return the code that must be seen; what was stopped says so, whatever remains unknown."""
    stopped = act.stop is not None and outcome is not OutcomeKind.DONE
    return EXITS[OutcomeKind.STOPPED] if stopped else EXITS.get(outcome)
