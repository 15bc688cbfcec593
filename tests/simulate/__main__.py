"""`python -m tests.simulate`: whole saves in one process, in virtual time, each from a seed.

    python -m tests.simulate --seeds 10000 [--first 0] [--jobs 2]
    python -m tests.simulate --seed 4711 --trace

Exit code 0 only if nothing was found. A seed does the same in every process: names are hashed
alike in all of them.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Run what was asked for."""
    asked = argparse.ArgumentParser(prog="tests.simulate")
    asked.add_argument("--seeds", type=int, default=200)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--seed", type=int, help="this one only")
    asked.add_argument("--trace", action="store_true", help="print what happened")
    asked.add_argument("--to-first", action="store_true", help="end at the first that is wrong")
    asked.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = asked.parse_args()
    if options.seed is not None:
        return _one(options.seed, trace=options.trace)
    return _many(range(options.first, options.first + options.seeds), options)


def _one(seed: int, *, trace: bool) -> int:
    from tests.simulate.life import live

    result = live(seed)
    if trace:
        say("\n".join(result.trace))
    say(f"seed {seed} [{result.weather}]: {result.outcome}")
    for one in result.wrong:
        say(f"  WRONG {one}")
    return 1 if result.wrong else 0


def _many(seeds: range, options: argparse.Namespace) -> int:
    began, used = time.monotonic(), time.process_time()
    outcomes: Counter[str] = Counter()
    acts = 0
    virtual_s = 0.0
    wrong = 0
    met: Counter[str] = Counter()
    for seed, weather, outcome, found, count, seconds, how in _results(seeds, options.jobs):
        outcomes[outcome] += 1
        acts += count
        virtual_s += seconds
        met.update(how)
        if found:
            wrong += 1
            say(f"seed {seed} [{weather}]: {outcome}")
            for one in found:
                say(f"  WRONG {one}")
            if options.to_first:
                return 1
    children = os.times()
    cpu_s = time.process_time() - used + children.children_user + children.children_system
    say(f"{len(seeds)} saves, {acts} acts, {virtual_s / 3600:.0f} h of virtual time")
    say(f"ended: {dict(outcomes.most_common())}")
    say(f"met: {dict(met.most_common())}")
    say(f"seeds with something wrong: {wrong}")
    say(
        f"{time.monotonic() - began:.0f} s, {cpu_s:.0f} s of processors,"
        f" {1000 * cpu_s / max(len(seeds), 1):.0f} ms a save"
    )
    return 1 if wrong else 0


Found = tuple[int, str, str, list[str], int, float, list[str]]


def _results(seeds: range, jobs: int) -> Iterator[Found]:
    from tests.simulate.life import found

    if jobs <= 1:
        yield from map(found, seeds)
        return
    with get_context("fork").Pool(jobs) as pool:
        ended: Iterable[Found] = pool.imap(found, seeds, chunksize=8)
        yield from ended


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def fixed_hashes() -> None:
    """Begin anew where names are hashed differently in each process."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        words = [sys.executable, "-m", "tests.simulate", *sys.argv[1:]]
        os.execve(sys.executable, words, environment)


if __name__ == "__main__":
    fixed_hashes()
    sys.exit(main())
