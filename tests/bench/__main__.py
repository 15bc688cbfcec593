"""`python -m tests.bench [--only a,c] [--quick] [--docs]`: measure, print, keep as JSON."""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench import network, program, transfers
from tests.bench.figures import Figure, keep, stored, table
from tests.bench.places import OUT
from tests.bench.size import FULL, QUICK, Size
from tests.server.service_process import ROOT

MEASUREMENTS: dict[str, Callable[[Size], list[Figure]]] = {
    "a": transfers.one_large,
    "b": transfers.by_tus,
    "c": transfers.many_small,
    "d": program.memory,
    "e": program.pauses,
    "f": program.starting,
    "g": program.adding,
    "h": program.overhead,
    "i": transfers.built_in,
    "j": network.over_s3,
    "k": network.over_invenio,
    "l": network.over_built_in,
    "m": network.over_stalls,
}
_MARKED = re.compile(r"(<!-- figures -->\n).*(<!-- end of figures -->)", re.DOTALL)


def main() -> int:
    options = _options()
    size = QUICK if options.quick else FULL
    path = OUT / ("quick.json" if options.quick else "figures.json")
    for letter in options.only.split(","):
        began = time.monotonic()
        figures = MEASUREMENTS[letter](size)
        keep(figures, path, _about())
        sys.stdout.write(f"{table(figures)}\n")
        sys.stdout.flush()
        sys.stderr.write(f"({letter}) took {time.monotonic() - began:.0f} s\n")
    whole = table(stored(path))
    path.with_suffix(".md").write_text(whole, encoding="utf-8")
    if options.docs:
        page = Path(ROOT) / "docs" / "performance.md"
        text = page.read_text(encoding="utf-8")
        page.write_text(
            _MARKED.sub(lambda found: found[1] + whole + found[2], text), encoding="utf-8"
        )
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", default=",".join(MEASUREMENTS), help="letters, as a,c")
    parser.add_argument("--quick", action="store_true", help="small sizes, to try the suite")
    parser.add_argument("--docs", action="store_true", help="put the table into the docs")
    return parser.parse_args()


def _about() -> dict[str, object]:
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    return {
        "at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "commit": commit.stdout.strip(),
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
    }


if __name__ == "__main__":
    sys.exit(main())
