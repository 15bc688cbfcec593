"""(d) to (h): memory, pauses, start, adding, and what the engine costs by itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.figures import Figure, at_most, plain
from tests.bench.places import (
    MIB,
    Drafts,
    folder,
    in_turn,
    many_files,
    one_file,
    service,
    work,
)
from tests.bench.size import Size
from tests.server.service_process import ROOT

SHARED_OVER_S = 0.01
"""A pause of the control process from which on it counts as the machine's."""


def memory(size: Size) -> list[Figure]:
    """(d) Peak memory over idle, by size of one file and by number of files."""
    figures: list[Figure] = []
    rounds = min(size.rounds, 3)
    with folder("d") as place, service(place / "home") as server:
        drafts = Drafts(server)
        for bytes_ in size.sizes:
            source = one_file(place, bytes_)
            over: list[float] = []
            for _ in range(rounds):
                done = work("save", home=str(place / "home"), paths=[str(source)])
                over.append(done["over_idle"] / MIB)
                drafts.remove_all()
            source.unlink()
            what = f"peak over idle, one file of {bytes_ // MIB:,} MiB"
            figures.append(at_most("d", what, over, "MiB", bar=64))
    figures += _queued(size, rounds)
    return figures


def _queued(size: Size, rounds: int) -> list[Figure]:
    figures: list[Figure] = []
    with folder("d-queue") as place:
        for count in size.counts:
            source = many_files(place, count, 16)
            over = []
            for number in range(rounds):
                home = place / f"home-{count}-{number}"
                over.append(work("queue", home=str(home), path=str(source))["over_idle"])
            what = f"peak over idle, {count:,} files"
            figures.append(plain("d", what, [one / MIB for one in over], "MiB"))
    each = [one / size.counts[-1] / 1024 for one in over]
    figures.append(at_most("d", "the same, a queued file", each, "KiB", bar=4))
    return figures


def pauses(size: Size) -> list[Figure]:
    """(e) Gaps of a 5 ms timer in the window while files are sent."""
    figures: list[Figure] = []
    with folder("e") as place:
        sources = {
            f"one file of {size.large / 1e9:.1f} GB": one_file(place, size.large),
            f"{size.small_count:,} files of 2 KB": many_files(place, size.small_count, size.small),
        }
        for name, source in sources.items():
            runs = []
            for number in range(size.rounds):
                home = place / f"home-{number}"
                with service(home) as server:
                    runs.append(_with_control(home, source))
                    Drafts(server).remove_all()
            figures += _pauses_of(name, runs)
    return figures


def _with_control(home: Path, source: Path) -> dict[str, Any]:
    control = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.work", "control"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert control.stdin is not None
    control.stdin.write(json.dumps({"spawned": 0, "over": SHARED_OVER_S}) + "\n")
    control.stdin.flush()
    try:
        done: dict[str, Any] = work("gaps", home=str(home), paths=[str(source)])
        output, _ = control.communicate("end\n")
    finally:
        control.kill()
    return {**done, "control": json.loads(output)}


def _pauses_of(name: str, runs: Sequence[dict[str, Any]]) -> list[Figure]:
    raw = [sorted(length for _end, length in run["gaps"]) for run in runs]
    own = [
        sorted(length for end, length in run["gaps"] if not _shared(end, length, run["control"]))
        for run in runs
    ]
    control = [max((length for _end, length in run["control"]), default=0.0) for run in runs]
    return [
        at_most(
            "e",
            f"timer gaps, {name}: p99",
            [1000 * one[int(len(one) * 0.99)] for one in own],
            "ms",
            bar=16,
            raw=f"{1000 * median(one[int(len(one) * 0.99)] for one in raw):.1f} ms with those "
            "that a bare process shared",
        ),
        at_most(
            "e",
            f"timer gaps, {name}: longest",
            [1000 * one[-1] for one in own],
            "ms",
            bar=50,
            raw=f"{1000 * median(one[-1] for one in raw):.0f} ms with those shared; the bare "
            f"process paused up to {1000 * median(control):.0f} ms",
        ),
    ]


def _shared(end: float, length: float, control: Sequence[Sequence[float]]) -> bool:
    """Whether most of a gap is a pause of the control process too."""
    shared = sum(
        max(0.0, min(end, other_end) - max(end - length, other_end - other))
        for other_end, other in control
    )
    return length > 0.016 and shared > length / 2


def starting(size: Size) -> list[Figure]:
    """(f) Time to the first paint and until ready, against an empty window."""
    filled: list[float] = []
    ready: list[float] = []
    with folder("f") as place:
        home = str(place / "home")

        def ours() -> float:
            times = work("first_paint", home=home)
            filled.append(times["filled_ms"])
            ready.append(times["ready_ms"])
            return float(times["painted_ms"]) / 1000

        def empty() -> float:
            return float(work("empty_window")["painted_ms"]) / 1000

        in_turn(1, ours, empty)
        filled.clear()
        ready.clear()
        mine, peer = in_turn(2 * size.rounds, ours, empty)
    ratio = median(a / b for a, b in zip(mine, peer, strict=True))
    return [
        Figure(
            "f",
            "first paint: window and navigation, from the start of the process"
            " (Sendoff : empty PySide6 window)",
            f"{ratio:.2f} ×",
            f"{1000 * median(mine):.0f} ms against {1000 * median(peer):.0f} ms",
            "≤ 1.5 ×",
            ratio <= 1.5,
            {"Sendoff": mine, "empty": peer},
        ),
        plain("f", "until its pages are painted too", filled, "ms"),
        plain("f", "until it knows its service (the built-in one started)", ready, "ms"),
        plain("f", "import of the window, by module", [_imports()[0]], "ms", _imports()[1]),
    ]


def _imports() -> tuple[float, str]:
    """Return the ms that importing the window takes, and the packages that take most of it."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import desktop_app.app"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    spent: defaultdict[str, float] = defaultdict(float)
    for line in done.stderr.splitlines():
        if match := re.match(r"import time: +(\d+) \| +\d+ \| +(\S+)", line):
            spent[match[2].split(".")[0]] += int(match[1]) / 1000
    most = sorted(spent.items(), key=lambda one: -one[1])[:6]
    return sum(spent.values()), ", ".join(f"{name} {ms:.0f}" for name, ms in most)


def adding(size: Size) -> list[Figure]:
    """(g) Adding many files to the window, as a folder and one by one."""
    figures: list[Figure] = []
    with folder("g") as place:
        source = many_files(place, size.added, 16)
        home = place / "home"
        ways = {"in one folder": [str(source)], "one by one": sorted(map(str, source.iterdir()))}
        with service(home):
            for name, paths in ways.items():
                runs = [
                    work("adding", home=str(home), paths=paths, count=size.added)
                    for _ in range(size.rounds)
                ]
                what = f"{size.added:,} files dropped {name}, until shown"
                shown = [one["shown_ms"] for one in runs]
                pause = median(one["longest_gap_ms"] for one in runs)
                raw = f"longest pause of the window {pause:.0f} ms"
                figures.append(at_most("g", what, shown, "ms", bar=300, raw=raw))
    return figures


def overhead(size: Size) -> list[Figure]:
    """(h) What the engine and the journal cost by themselves."""
    stages = [float(work("stages", count=2_000)) for _ in range(size.rounds)]
    items = [float(work("pool", count=20_000)) for _ in range(size.rounds)]
    journals = []
    with folder("h") as place, service(place / "home") as server:
        drafts = Drafts(server)
        for number in range(size.rounds):
            home = place / f"journal-{number}"
            home.mkdir()
            journals.append(work("journal", home=str(home), count=size.small_count))
        source = many_files(place, size.small_count, size.small)
        saves = []
        for _ in range(size.rounds):
            saves.append(work("save", home=str(place / "home"), paths=[str(source)])["upload_s"])
            drafts.remove_all()
    share = [100 * one["grouped_s"] / save for one, save in zip(journals, saves, strict=True)]
    return [
        at_most("h", "engine, a stage", stages, "µs", bar=100),
        at_most("h", "engine, an item of the pool", items, "µs", bar=50),
        plain("h", "journal, writes together", [j["together_per_s"] for j in journals], "/s"),
        plain(
            "h",
            "journal, one write awaited at a time",
            [1e3 * j["single_s"] for j in journals],
            "ms",
        ),
        plain("h", "journal, its share of (c) if nothing overlapped", share, "%"),
    ]
