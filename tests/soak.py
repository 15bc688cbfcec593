"""`make soak`: saves through random kill -9, service restarts and lost answers, as a script.

Every save is of 20 files. While it runs, the relay loses requests and answers at random, the
client and the service are killed at random moments, and the person does what the program offers.
At the end the server's tree is compared with the local one, record by record.

    python -m tests.soak [--saves 200] [--files 20] [--seed N]
    python -m tests.soak --world invenio [--saves 300] [--seed N] [--only SAVE] [--pace 12]

Exit code 0 only if there is no duplicate, nothing lost and nothing stuck; in the second world, of a
site that misbehaves and a computer that fails, only if every claim was true (`soaking.oracle`).
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any

from tests.saving.processes import Relay, Sendoff, Service, make_files
from tests.soaking import invenio as soaking

_MOST_TRIES = 12
_IN_TIME_S = 150.0


@dataclass
class Tally:
    """What happened to all saves."""

    saves: int = 0
    done: int = 0
    stuck: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    client_kills: int = 0
    service_kills: int = 0
    lost_requests: int = 0
    lost_answers: int = 0
    tries: Counter[int] = field(default_factory=Counter)

    @property
    def good(self) -> bool:
        return not (self.stuck or self.duplicates or self.lost or self.different)


class Weather:
    """Decides what is lost and who is killed; fair again once a save has had its share."""

    def __init__(self, seed: int, tally: Tally) -> None:
        self.chance = random.Random(seed)
        self._tally = tally
        self.stormy = True

    def lose(self, _head: str) -> str:
        if not self.stormy:
            return ""
        toss = self.chance.random()
        if toss < 0.02:
            self._tally.lost_requests += 1
            return "request"
        if toss < 0.06:
            self._tally.lost_answers += 1
            return "answer"
        return ""


class Soak:
    """One service, one relay, one person with many saves."""

    def __init__(self, folder: Path, seed: int, files: int) -> None:
        self.tally = Tally()
        self.weather = Weather(seed, self.tally)
        self._folder = folder
        self._files = files
        self._service = Service(folder / "service")
        self._sources: dict[str, list[Path]] = {}

    def run(self, saves: int) -> Tally:
        self._service.start()
        try:
            with Relay(self._service.port, self.weather.lose) as relay:
                for number in range(saves):
                    self._one_save(number, f"http://127.0.0.1:{relay.port}")
                    say(f"\r{number + 1} of {saves} saves", end="")
            say("")
            self._compare()
        finally:
            self._service.stop()
        return self.tally

    def _one_save(self, number: int, address: str) -> None:
        title = f"save {number}"
        self._sources[title] = make_files(self._folder / f"source-{number}", self._files, number)
        self.tally.saves += 1
        sendoff = Sendoff(self._folder / f"home-{number}", self._service.token)
        where = ("--service", address, "--kind", "local")
        first = ("save", "--title", title, *where, *map(str, self._sources[title]))
        for attempt in range(_MOST_TRIES):
            self.weather.stormy = attempt < _MOST_TRIES // 2
            arguments = self._next(sendoff) if attempt else first
            if arguments is None:
                break
            self._with_kills(sendoff, arguments or first)
        ended = self._next(sendoff) is None
        self.tally.tries[attempt] += 1
        if ended:
            self.tally.done += 1
        else:
            self.tally.stuck.append(title)

    def _next(self, sendoff: Sendoff) -> tuple[str, ...] | None:
        """What the program offers to do next; None when nothing is left, () to save anew."""
        _, runs = sendoff.run("runs")
        known: list[dict[str, Any]] = [one for one in runs if "run" in one]
        if not known:
            return ()
        unfinished = [one for one in known if one.get("outcome") not in {"done", "discarded"}]
        return ("resume", unfinished[0]["run"]) if unfinished else None

    def _with_kills(self, sendoff: Sendoff, arguments: tuple[str, ...]) -> None:
        """Run it; in a storm kill the client or the service at a random moment."""
        chance = self.weather.chance
        victim = chance.choice(["client", "service", "nobody"]) if self.weather.stormy else ""
        with sendoff.begin(*arguments) as client:
            drain = threading.Thread(target=client.communicate, daemon=True)
            if victim == "nobody" or not victim:
                drain.start()
            else:
                drain.start()
                time.sleep(chance.uniform(0.25, 0.8))
                if victim == "client":
                    self.tally.client_kills += 1
                    client.kill()
                else:
                    self.tally.service_kills += 1
                    self._service.kill()
                    self._service.start()
            try:
                client.wait(_IN_TIME_S)
            except TimeoutExpired:
                say(f"{arguments[0]} did not end in time")
            drain.join(5)

    def _compare(self) -> None:
        """Compare the server's records with the local files, by title."""
        found: dict[str, list[dict[str, Any]]] = {}
        for record in self._service.records():
            found.setdefault(record["title"], []).append(record)
        for title, paths in self._sources.items():
            records = found.pop(title, [])
            if len(records) > 1:
                self.tally.duplicates.append(title)
            if not records:
                self.tally.lost.append(title)
                continue
            local = {
                path.name: (len(content := path.read_bytes()), digest(content)) for path in paths
            }
            if records[0]["state"] != "finalized":
                self.tally.stuck.append(title)
            elif self._service.files(records[0]["id"]) != local:
                self.tally.different.append(title)
        self.tally.duplicates += list(found)


def digest(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(f"{text}{end}")
    sys.stdout.flush()


def table(tally: Tally, seconds: float) -> str:
    rows = [
        ("saves", tally.saves),
        ("done", tally.done),
        ("duplicates", len(tally.duplicates)),
        ("lost", len(tally.lost)),
        ("different", len(tally.different)),
        ("stuck", len(tally.stuck)),
        ("client killed", tally.client_kills),
        ("service killed", tally.service_kills),
        ("requests lost", tally.lost_requests),
        ("answers lost", tally.lost_answers),
        ("commands per save", f"{sum(n * k for n, k in tally.tries.items()) / tally.saves:.1f}"),
        ("minutes", f"{seconds / 60:.1f}"),
    ]
    named = [*tally.duplicates, *tally.lost, *tally.different, *tally.stuck]
    lines = [f"{name:<20}{value!s:>8}" for name, value in rows]
    return "\n".join([*lines, *(f"  {name}" for name in named)])


def main() -> int:
    asked = argparse.ArgumentParser(prog="tests.soak")
    asked.add_argument("--world", choices=["local", "invenio"], default="local")
    asked.add_argument("--saves", type=int)
    asked.add_argument("--files", type=int, default=20)
    asked.add_argument("--seed", type=int, default=int(time.time()))
    asked.add_argument("--only", type=int, help="invenio: play this one save of the seed again")
    asked.add_argument("--pace", type=float, default=12.0, help="invenio: how fast time runs")
    options = asked.parse_args()
    say(f"seed {options.seed}")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        if options.world == "invenio":
            saves = options.saves or 300
            found = soaking.soak(Path(folder), saves, options.seed, options.pace, options.only, say)
            say(found.table())
            return 1 if found.findings else 0
        tally = Soak(Path(folder), options.seed, options.files).run(options.saves or 200)
    say(table(tally, time.monotonic() - began))
    return 0 if tally.good else 1


if __name__ == "__main__":
    sys.exit(main())
