"""T20: files whose time stamps lie centuries away are sent, and gone on with, as any other."""

from __future__ import annotations

import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop_app.files.disk import fingerprint, fingerprint_of, same_file
from tests.cli.conftest import Sendoff

_MEMORY = "/dev/shm"
"""A file system in memory keeps every time; others may cut it to what their inodes hold."""
NANOSECONDS = 10**9


def seconds(year: int) -> int:
    return int(
        (datetime(year, 1, 1, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()
    )


@pytest.mark.parametrize("year", [1601, 1901, 2300])
def test_t20_a_file_of_another_century_is_sent_and_can_be_gone_on_with(
    sendoff: Sendoff, year: int
) -> None:
    place = _MEMORY if os.path.isdir(_MEMORY) else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        path = Path(folder) / "old.txt"
        path.write_text("old")
        os.utime(path, ns=(seconds(year) * NANOSECONDS,) * 2)
        ran = sendoff("save", "--title", "T", "--no-finalize", str(path))
        assert ran.code == 0, ran.out + ran.err
        run = sendoff("runs", "--json").objects[0]["run"]
        ran = sendoff("resume", run)
        assert ran.code == 0, ran.out + ran.err
    (record,) = sendoff.records()
    assert record["state"] == "finalized"
    assert sendoff.content(record["id"], "old.txt") == b"old"


@pytest.mark.parametrize("year", [1601, 1678, 1969, 2262, 2300, 9999])
def test_t20_every_time_fits_the_journal_and_two_times_stay_two(tmp_path: Path, year: int) -> None:
    (tmp_path / "a").write_text("a")
    found = os.stat(tmp_path / "a")

    class At:
        """What `stat` says of the same file at another time."""

        st_size, st_ino, st_ctime_ns = found.st_size, found.st_ino, found.st_ctime_ns
        st_mtime_ns = seconds(year) * NANOSECONDS

    print_of_it = fingerprint(At())  # type: ignore[arg-type]  # all that is looked at
    assert -(1 << 63) <= print_of_it.mtime_ns < 1 << 63
    assert print_of_it == fingerprint(At())  # type: ignore[arg-type]  # the same
    assert same_file(print_of_it, fingerprint_of(str(tmp_path / "a"))) == "time"
