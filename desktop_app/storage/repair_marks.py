"""Which drafts are being repaired: a mark on disk outlives a process that is killed meanwhile.

A mark is a file and an OS lock beside it. A mark that nobody locks is a repair that was cut off.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from desktop_app.core.model import Account
from desktop_app.storage.journal.lock import RunLock, is_locked
from desktop_app.storage.paths import write_private


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair that was begun: of which draft, and at which service."""

    account: Account
    record: str


class RepairMark:
    """The mark of a repair of this process."""

    def __init__(self, path: Path, lock: RunLock) -> None:
        self._path = path
        self._lock = lock

    def end(self) -> None:
        """Take the mark away: the person has heard how the repair ended."""
        self._path.unlink(missing_ok=True)
        self._lock.release()


class RepairMarks:
    """The marks in one folder. Every method blocks."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)

    def begin(self, repair: Repair) -> RepairMark:
        """Leave a mark that holds until `end`; it is on disk when this returns.

        Raises:
            OSError: it cannot be written.
        """
        path = self._folder / f"{secrets.token_hex(8)}.json"
        lock = RunLock.take(_lock_of(path))
        try:
            write_private(str(path), json.dumps(asdict(repair)).encode())
        except OSError:
            lock.release()
            raise
        return RepairMark(path, lock)

    def cut_off(self) -> tuple[Repair, ...]:
        """Return the repairs whose process is gone."""
        return tuple(repair for _, repair in self._left())

    def forget(self, *repairs: Repair) -> None:
        """Take away what is left of these repairs, where their process is gone."""
        for path, repair in self._left():
            if repair in repairs:
                path.unlink(missing_ok=True)
                _lock_of(path).unlink(missing_ok=True)

    def _left(self) -> list[tuple[Path, Repair]]:
        found = []
        for path in sorted(self._folder.glob("*.json")):
            if is_locked(_lock_of(path)):
                continue
            try:
                value = json.loads(path.read_bytes())
                found.append((path, Repair(Account(**value["account"]), str(value["record"]))))
            except (OSError, ValueError, TypeError, KeyError):
                continue  # ended just now, or not written by us
        return found


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")
