"""What a measurement found, set against its bar, and how that is printed and kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

SIGNS = {True: "yes", False: "**no**", None: ""}


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    Attributes:
        letter: of the measurement, "a" to "i".
        what: was measured.
        value: the median, in words.
        raw: the medians behind a ratio, in words.
        bar: what is asked, in words; "" where nothing is.
        met: whether it is; None without a bar.
        samples: every single sample.
    """

    letter: str
    what: str
    value: str
    raw: str = ""
    bar: str = ""
    met: bool | None = None
    samples: dict[str, list[float]] = field(default_factory=dict)


def faster(
    letter: str,
    what: str,
    seconds: dict[str, list[float]],
    amount: float,
    unit: str,
    *,
    bar: float | None = None,
) -> Figure:
    """Compare how fast two ways did the same `amount`; `seconds` holds ours first, the peer second.

    The ratio is the median of the ratios of the rounds: what slowed a whole round counts once.
    """
    ours, peer = list(seconds)
    pairs = list(zip(seconds[ours], seconds[peer], strict=True))
    ratio = median(theirs / mine for mine, theirs in pairs)
    rates = [f"{amount / median(seconds[one]):,.0f} {unit} {one}" for one in (ours, peer)]
    return Figure(
        letter,
        what,
        f"{ratio:.2f} ×",
        " against ".join(rates),
        f"≥ {bar} ×" if bar else "",
        ratio >= bar if bar else None,
        seconds,
    )


def at_most(
    letter: str, what: str, samples: Sequence[float], unit: str, *, bar: float | None, raw: str = ""
) -> Figure:
    """Set the median of `samples` against an upper bar."""
    middle = median(samples)
    return Figure(
        letter,
        what,
        f"{middle:,.{_digits(middle)}f} {unit}",
        raw,
        f"≤ {bar:g} {unit}" if bar is not None else "",
        middle <= bar if bar is not None else None,
        {unit: list(samples)},
    )


def plain(letter: str, what: str, samples: Sequence[float], unit: str, raw: str = "") -> Figure:
    """Report the median of `samples` without judging it."""
    return at_most(letter, what, samples, unit, bar=None, raw=raw)


def missing(letter: str, peer: str) -> Figure:
    """Say that a peer is not installed."""
    return Figure(letter, f"skipped: {peer} not found", "")


def _digits(value: float) -> int:
    return 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2


def keep(figures: Sequence[Figure], path: Path, about: dict[str, object]) -> None:
    """Write figures as JSON; those of other letters that the file holds already stay."""
    letters = {one.letter for one in figures}
    kept = [one for one in stored(path) if one.letter not in letters]
    every = sorted([*kept, *figures], key=lambda one: one.letter)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"about": about, "figures": [asdict(one) for one in every]}, indent=1)
    path.write_text(text, encoding="utf-8")


def stored(path: Path) -> list[Figure]:
    """Return the figures of an earlier run."""
    if not path.exists():
        return []
    return [Figure(**one) for one in json.loads(path.read_text(encoding="utf-8"))["figures"]]


def table(figures: Sequence[Figure]) -> str:
    """Return figures as a Markdown table."""
    lines = ["| | what | figure | raw | bar | met |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {one.letter} | {one.what} | {one.value} | {one.raw} | {one.bar} | {SIGNS[one.met]} |"
        for one in figures
    ]
    return "\n".join(lines) + "\n"
