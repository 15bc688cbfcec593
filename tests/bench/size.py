"""How much is measured."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """Bytes, counts and rounds.

    Attributes:
        rounds: samples of each figure.
        large, huge, medium, small: bytes of a file.
        lined: bytes of the file that goes over a line.
        medium_count, small_count: files.
        sizes: of the one file whose memory is looked at.
        counts: of the files whose memory is looked at.
        added: files added to the window at once.
    """

    rounds: int = 5
    large: int = 2_000_000_000
    huge: int = 4 << 30
    medium: int = 1_000_000
    lined: int = 500_000_000
    medium_count: int = 500
    small: int = 2_000
    small_count: int = 3_000
    sizes: tuple[int, ...] = (64 << 20, 1 << 30, 8 << 30)
    counts: tuple[int, ...] = (10, 1_000, 50_000)
    added: int = 10_000


FULL = Size()
QUICK = Size(
    rounds=3,
    large=200_000_000,
    huge=1 << 28,
    lined=50_000_000,
    medium_count=60,
    small_count=500,
    sizes=(64 << 20, 1 << 28),
    counts=(10, 1_000, 5_000),
)
