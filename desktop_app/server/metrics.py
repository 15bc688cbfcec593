"""Counters, gauges and histograms in the Prometheus text format. Knows no HTTP."""

from __future__ import annotations

import asyncio
import bisect
import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)
LAG_EVERY_S = 0.25
HELP = {
    "requests_total": "Requests answered, by route and status.",
    "cancelled_total": "Calls given up before their work was persisted, by route and reason.",
    "client_gone_total": "Calls whose client went away before the answer, by route.",
    "work_after_gone_total": "Works that went on after their client was gone, by route.",
    "work_after_gone_seconds_total": "Seconds such works ran on, by route.",
    "replays_total": "Stored answers given again, by route.",
    "retries_seen_total": "Requests that came with a key seen before, by route.",
    "refused_total": "Requests refused, by kind of problem.",
    "orphans_removed_total": "Files on disk that belonged to nobody and were removed.",
    "drafts_removed_total": "Abandoned drafts that were removed.",
    "uploads_expired_total": "Uploads that expired and were removed.",
    "keys_expired_total": "Idempotency keys that were forgotten after their retention.",
    "received_bytes_total": "Bytes of request bodies received.",
}
Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Everything that is counted. Safe to use on any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counters: defaultdict[str, defaultdict[Labels, float]] = defaultdict(
            lambda: defaultdict(float)
        )
        self._histograms: dict[tuple[str, str], list[float]] = {}
        self._gauges: dict[str, tuple[str, Callable[[], float | dict[str, float]]]] = {}
        self.lag_s = 0.0
        self.lag_max_s = 0.0

    def add(self, name: str, amount: float = 1.0, **labels: str) -> None:
        """Add to a counter of `HELP`."""
        with self._lock:
            self._counters[name][tuple(labels.items())] += amount

    def value(self, name: str, **labels: str) -> float:
        """Return a counter, summed over all labels that are not given."""
        wanted = set(labels.items())
        with self._lock:
            return sum(n for found, n in self._counters[name].items() if wanted <= set(found))

    def observe(self, name: str, route: str, seconds: float) -> None:
        """Add one observation to the histogram `name` of `route`."""
        with self._lock:
            row = self._histograms.setdefault((name, route), [0.0] * (len(BUCKETS) + 3))
            row[bisect.bisect_left(BUCKETS, seconds)] += 1
            row[-2] += 1
            row[-1] += seconds

    def gauge(self, name: str, text: str, read: Callable[[], float | dict[str, float]]) -> None:
        """Show what `read` returns: a number, or numbers by state."""
        self._gauges[name] = (text, read)

    def text(self) -> str:
        """Return the exposition."""
        lines: list[str] = []
        for name, (text, read) in self._gauges.items():
            lines += [f"# HELP sendoff_{name} {text}", f"# TYPE sendoff_{name} gauge"]
            value = read()
            if isinstance(value, dict):
                lines += [f'sendoff_{name}{{state="{k}"}} {v:g}' for k, v in value.items()]
            else:
                lines.append(f"sendoff_{name} {value!r}")
        with self._lock:
            for name, text in HELP.items():
                lines += [f"# HELP sendoff_{name} {text}", f"# TYPE sendoff_{name} counter"]
                lines += [
                    f"sendoff_{name}{_labels(labels)} {n!r}"
                    for labels, n in self._counters[name].items()
                ]
            lines += self._histogram_lines()
        return "\n".join(lines) + "\n"

    def _histogram_lines(self) -> list[str]:
        lines: list[str] = []
        for name in sorted({name for name, _ in self._histograms}):
            lines.append(f"# HELP sendoff_{name} Seconds, by route.")
            lines.append(f"# TYPE sendoff_{name} histogram")
            for (found, route), row in self._histograms.items():
                if found != name:
                    continue
                total = 0.0
                for bound, n in zip((*BUCKETS, "+Inf"), row, strict=False):
                    total += n
                    lines.append(f'sendoff_{name}_bucket{{route="{route}",le="{bound}"}} {total:g}')
                lines.append(f'sendoff_{name}_count{{route="{route}"}} {row[-2]:g}')
                lines.append(f'sendoff_{name}_sum{{route="{route}"}} {row[-1]!r}')
        return lines

    async def measure_lag(self) -> None:
        """Measure the event loop's lag until cancelled."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(LAG_EVERY_S)
            self.lag_s = max(0.0, time.monotonic() - before - LAG_EVERY_S)
            self.lag_max_s = max(self.lag_max_s, self.lag_s)


def _labels(labels: Labels) -> str:
    return "{" + ",".join(f'{k}="{v}"' for k, v in labels) + "}" if labels else ""


def resident_bytes() -> float:
    """Return the resident memory of this process, or -1 where it is not known."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return float(int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
    except OSError:
        return -1.0


def open_handles() -> float:
    """Return the number of open file descriptors, or -1 where it is not known."""
    try:
        return float(len(os.listdir("/proc/self/fd")))
    except OSError:
        return -1.0
