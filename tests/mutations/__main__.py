"""`python -m tests.mutations`: single deliberate faults, each caught by the test named for it.

    python -m tests.mutations [--list] [--only NAME ...] [--unchecked]
    python -m tests.mutations --by simulator [--seeds N] [--only NAME ...]

First the named tests run once in an untouched copy, where all must pass (`--unchecked` leaves that
out). Exit code 0 only if every fault that was asked for is caught; 1 where one survives, or where
its text is no longer found: then the table is to be aimed anew. By the simulator the faults in
saving and journal are tried, each by N simulated saves. Which of them survive there is only told:
the simulator knows nothing of a journal's file on disk, of locks, or of two processes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.mutations.mutant import Mutant, Tree
from tests.mutations.table import MUTANTS

_SIMULATED = ("saving/", "storage/journal", "core/changes.py")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def try_all(chosen: Sequence[Mutant], *, checked: bool) -> int:
    """Try the faults one after the other; return how many were not caught."""
    with tempfile.TemporaryDirectory(prefix="sendoff-mutants-") as folder:
        tree = Tree(Path(folder))
        if checked and (red := tree.red(sorted({one.node for one in chosen}))):
            say("\n".join(["Without any fault these fail:", *red]))
            return len(chosen)
        survivors = 0
        for one in chosen:
            began = time.monotonic()
            wrong = tree.survives(one)
            survivors += bool(wrong)
            verdict = f"NOT CAUGHT: {wrong} ({one.test})" if wrong else "caught"
            say(f"{one.name:<36} {time.monotonic() - began:5.1f} s  {verdict}")
    say(f"{len(chosen) - survivors} of {len(chosen)} faults were caught")
    return survivors


def try_by_simulator(chosen: Sequence[Mutant], seeds: int) -> int:
    """Try the faults in saving and journal by simulated saves; return how many did not fall."""
    survivors = 0
    with tempfile.TemporaryDirectory(prefix="sendoff-mutants-") as folder:
        tree = Tree(Path(folder))
        aimed = [one for one in chosen if one.path.startswith(_SIMULATED)]
        for one in aimed:
            began = time.monotonic()
            wrong = tree.survives_simulator(one, seeds)
            survivors += bool(wrong)
            verdict = wrong or "falls"
            say(f"{one.name:<36} {time.monotonic() - began:5.1f} s  {verdict}")
    say(f"{len(aimed) - survivors} of {len(aimed)} faults fell to {seeds} simulated saves")
    return survivors


def main(words: Sequence[str]) -> int:
    """Do what was asked for; return the exit code."""
    asked = argparse.ArgumentParser(prog="tests.mutations", allow_abbrev=False)
    asked.add_argument("--list", action="store_true", help="print the table and end")
    asked.add_argument("--only", metavar="NAME", nargs="+", help="try these alone")
    asked.add_argument("--unchecked", action="store_true", help="do not run the tests unchanged")
    asked.add_argument("--by", choices=("tests", "simulator"), default="tests")
    asked.add_argument("--seeds", type=int, default=400, help="simulated saves for each fault")
    options = asked.parse_args(words)
    unknown = set(options.only or ()) - {one.name for one in MUTANTS}
    if unknown:
        asked.error(f"no such fault: {', '.join(sorted(unknown))}")
    chosen = [one for one in MUTANTS if not options.only or one.name in options.only]
    if options.list:
        for one in chosen:
            say(f"{one.name}\n  {one.file}: {one.why}\n  {one.node}")
        return 0
    if options.by == "simulator":
        try_by_simulator(chosen, options.seeds)
        return 0
    return 1 if try_all(chosen, checked=not options.unchecked) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
