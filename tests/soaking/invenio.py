"""Saves to a site that misbehaves, from a computer that fails: every claim against the truth.

For each save a mood is drawn (`moods`). The person runs the command, does what the program offers
next, and at last checks and prints the receipt. Nothing that happens is repeated here: `--seed S
--only N` plays save N again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tests.invenio.bench import METADATA
from tests.invenio.double import TOKEN
from tests.saving.processes import ROOT
from tests.soaking.disk import SmallDisk
from tests.soaking.moods import Client, Mood, drawn
from tests.soaking.moody import MoodyDouble
from tests.soaking.oracle import Oracle, Save
from tests.soaking.pace import Pace

MOST_TRIES = 7
FILES = 3
_IN_TIME_S = 150.0
"""Real seconds after which a command hangs, and as many virtual ones."""
_LATEST_S = 130.0
"""Virtual seconds after which no effect comes any more."""
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """One wrong claim."""

    save: int
    mood: str
    command: str
    wrong: str

    def __str__(self) -> str:
        return f"save {self.save} [{self.mood}] {self.command}: {self.wrong}"


@dataclass
class Tally:
    """What was found."""

    saves: int = 0
    done: int = 0
    claims: int = 0
    findings: list[Finding] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    """Saves that did not end done, and how they stand."""
    commands: Counter[str] = field(default_factory=Counter)
    codes: Counter[int] = field(default_factory=Counter)

    def table(self) -> str:
        """Return it for people."""
        kinds = Counter(
            re.sub(r"\d+( #\d+)?", "N", one.wrong.split(",")[0]) for one in self.findings
        )
        lines = [
            f"saves {self.saves}, done {self.done}, lines compared {self.claims}",
            f"commands {dict(self.commands)}, exit codes {dict(self.codes)}",
            f"wrong claims {len(self.findings)}",
            *(f"  {one}" for one in self.findings),
            *(f"{count:>4} x {kind}" for kind, count in kinds.most_common()),
            f"not done in the end {len(self.open)}",
            *(f"  {one}" for one in self.open),
        ]
        return "\n".join(lines)


class Site:
    """The double, on a loop of its own."""

    def __init__(self, pace: Pace) -> None:
        self.at_effect: Callable[[str], None] = lambda _step: None
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._end: asyncio.Event | None = None
        self._pace = pace
        self.double: MoodyDouble
        self._thread = threading.Thread(target=self._serve, name="site", daemon=True)
        self._thread.start()
        assert self._ready.wait(30)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._main())
        finally:
            self._loop.close()

    async def _main(self) -> None:
        self._end = asyncio.Event()
        async with MoodyDouble(self._pace, self._effect) as double:
            self.double = double
            self._ready.set()
            await self._end.wait()

    def _effect(self, step: str) -> None:
        self.at_effect(step)

    def call(self, work: Callable[[], Any]) -> Any:
        """Return `work()`, done on the site's loop."""

        async def there() -> Any:
            return work()

        return asyncio.run_coroutine_threadsafe(there(), self._loop).result(30)

    def close(self) -> None:
        """End it."""
        assert self._end is not None
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(30)


class Person:
    """Runs commands for one save and listens to every word."""

    def __init__(
        self, number: int, folder: Path, site: Site, pace: Pace, mood: Mood, tally: Tally
    ) -> None:
        self._number = number
        self._chance = Random(f"{number} {mood}")
        self._site = site
        self._pace = pace
        self._mood = mood
        self._tally = tally
        self._fair = False
        self._in_time_s = _IN_TIME_S + pace.real(_IN_TIME_S)
        sources = folder / "source"
        sources.mkdir(parents=True)
        files = {
            f"file {n} #{number}.bin": self._chance.randbytes(self._chance.choice([10, 70_000]))
            for n in range(FILES)
        }
        for name, content in files.items():
            (sources / name).write_bytes(content)
        self._paths = [str(sources / name) for name in files]
        self._save = Save(f"soak save {number}", files)
        self._oracle = Oracle(self._save.files)
        self._meta = folder / "meta.json"
        self._meta.write_text(json.dumps(METADATA))
        self.disk = SmallDisk(folder / "home")

    # -- what a person does --------------------------------------------------------------------

    def saves(self) -> None:
        """Save, do what is offered next until nothing is, look at it, keep the receipt."""
        where = ("--service", self._site.double.url, "--kind", "invenio")
        first = ("save", "--title", self._save.title, *where, "--meta", str(self._meta))
        words: tuple[str, ...] = (*first, *self._paths)
        for attempt in range(MOST_TRIES):
            if attempt == MOST_TRIES // 2:
                self._fair = True
                self._site.call(self._site.double.fair)
            self._runs(words, as_json=self._chance.random() < 0.5)
            offered = self._next_of(words)
            if offered is None:
                break
            words = offered
        self._let_all_come()
        run = self._run()
        if run is not None:
            self._fair = True
            self._runs(("check", run["run"]), as_json=self._chance.random() < 0.5)
            self._keeps_receipt(run["run"])
        self._judge_at_last()

    def _next_of(self, words: tuple[str, ...]) -> tuple[str, ...] | None:
        """Return what the program offers; the same again where it knows of no save yet."""
        run = self._run()
        if run is None:
            return words
        if run.get("outcome") in ("done", "discarded"):
            return None
        if run.get("next_action") == "check_again":
            return ("check", run["run"])
        return ("resume", run["run"])

    def _run(self) -> dict[str, Any] | None:
        _, lines, _ = self._command(("runs",), as_json=True, judge=False)
        known = [one for one in lines if isinstance(one, dict) and "run" in one]
        return known[-1] if known else None

    def _let_all_come(self) -> None:
        """Wait until nothing is on its way, as a person who comes back later."""
        give_up = time.monotonic() + self._pace.real(_LATEST_S)
        while self._site.call(lambda: self._site.double.coming) and time.monotonic() < give_up:
            time.sleep(0.1)

    def _keeps_receipt(self, run: str) -> None:
        _, lines, _ = self._command(("receipt", run, "--format", "json"), judge=False)
        text = "\n".join(str(one) for one in lines)
        with contextlib.suppress(ValueError):
            receipt = json.loads(text)
            self._note("receipt", self._oracle.receipt(receipt, self._held()))

    def _judge_at_last(self) -> None:
        held = self._held()
        self._note("at last", self._oracle.at_last(held))
        run = self._run()
        outcome = run.get("outcome") if run else "no save"
        if outcome == "done":
            self._tally.done += 1
        else:
            error = ((run or {}).get("error") or {}).get("kind", "")
            self._tally.open.append(f"save {self._number} [{self._mood}] {outcome} {error}")

    # -- one command ---------------------------------------------------------------------------

    def _runs(self, words: tuple[str, ...], *, as_json: bool) -> None:
        """Run a command that may write, with the misfortunes of the mood; judge its exit code."""
        code, _, shown = self._command(words, as_json=as_json, judge=True)
        self._tally.codes[code] += 1
        self._tally.commands[words[0]] += 1
        killed = self._mood.client is Client.KILLED and code < 0
        if not killed:
            self._note(shown, self._oracle.exit_code(words[0], code, self._held()))

    def _command(
        self, words: tuple[str, ...], *, as_json: bool = False, judge: bool
    ) -> tuple[int, list[Any], str]:
        """Run it; return exit code, what it printed, and how it is named in findings."""
        name = f"{words[0]}{' --json' if as_json else ''}"
        misfortune = judge and not self._fair
        lines: list[Any] = []
        with self._started(words, as_json=as_json) as process:
            readers = [
                threading.Thread(
                    target=self._listen, args=(stream, name, lines, judge), daemon=True
                )
                for stream in (process.stdout, process.stderr)
            ]
            for one in readers:
                one.start()
            if misfortune:
                self._meets_misfortune(process)
            try:
                code = process.wait(self._in_time_s)
            except subprocess.TimeoutExpired:
                process.kill()
                code = process.wait()
                self._note(name, iter([f"did not end within {self._in_time_s:.0f} s"]))
            for one in readers:
                one.join(10)
        self._site.at_effect = lambda _step: None
        self.disk.free()
        return code, lines, name

    @contextlib.contextmanager
    def _started(self, words: tuple[str, ...], *, as_json: bool) -> Iterator[subprocess.Popen[str]]:
        environment = {
            **os.environ,
            **self._pace.environment(),
            "SENDOFF_HOME": str(self.disk.folder / "sendoff"),
            "SENDOFF_TOKEN": TOKEN,
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
            "LC_ALL": "C.UTF-8",
        }
        process = subprocess.Popen(
            [
                sys.executable, "-m", "tests.soaking.pace", *words,
                *(["--json"] if as_json else []),
            ],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )  # fmt: skip
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            for stream in (process.stdout, process.stderr):
                assert stream is not None
                stream.close()

    def _meets_misfortune(self, process: subprocess.Popen[str]) -> None:
        client = self._mood.client
        if client is Client.FULL_AT_EFFECT:
            wanted = self._mood.at_effect
            pid = process.pid

            def full(step: str) -> None:
                if step == wanted:
                    self.disk.fill(pid)

            self._site.at_effect = full
            return
        if client is Client.PLAIN:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(self._chance.uniform(0.4, 2.5))
        if process.poll() is not None:
            return
        if client is Client.FULL:
            self.disk.fill(process.pid)
        else:
            process.send_signal(signal.SIGKILL if client is Client.KILLED else signal.SIGINT)

    def _listen(self, stream: Any, name: str, lines: list[Any], judge: bool) -> None:
        """Judge each line as it comes, of what the site holds just then."""
        for line in stream:
            held = self._held()
            text = line.rstrip("\n")
            try:
                value = json.loads(text) if text.startswith("{") and len(text) > 1 else text
            except ValueError:
                value = text
            lines.append(value)
            if not judge:
                continue
            self._tally.claims += 1
            if isinstance(value, dict):
                self._note(name, self._oracle.event(value, held))
            else:
                self._note(name, self._oracle.sentence(text, held))

    def _held(self) -> Any:
        return self._site.call(lambda: self._site.double.held(self._save.title))

    def _note(self, command: str, wrong: Iterator[str]) -> None:
        for one in wrong:
            self._tally.findings.append(Finding(self._number, str(self._mood), command, one))


def soak(folder: Path, saves: int, seed: int, factor: float, only: int | None, say: Say) -> Tally:
    """Play the saves (or `only` one of them) and return what was found."""
    numbers = range(saves) if only is None else [only]
    moods = {number: drawn(Random(f"{seed} {number}"), FILES) for number in numbers}
    return play(folder, moods, factor, say)


def play(folder: Path, moods: Mapping[int, Mood], factor: float, say: Say) -> Tally:
    """Play one save for each mood, `factor` times as fast as real time."""
    pace = Pace(factor, time.time())
    tally = Tally()
    site = Site(pace)
    try:
        for number, mood in moods.items():
            site.call(partial(site.double.begin, mood))
            before = len(tally.findings)
            began = time.monotonic()
            person = Person(number, folder / str(number), site, pace, mood, tally)
            try:
                person.saves()
            finally:
                person.disk.close()
            tally.saves += 1
            say(f"save {number} [{mood}] {time.monotonic() - began:.0f} s")
            for one in tally.findings[before:]:
                say(f"    WRONG {one.command}: {one.wrong}")
    finally:
        site.close()
    return tally
