"""One file of a save as a row: what it would send, its state, how rows are ordered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from PySide6.QtCore import Qt

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.measured import FileMoved
from desktop_app.core.model import FileState
from desktop_app.core.run import RunFile
from desktop_app.files.names import Finding
from desktop_app.saving.intent import is_left_out
from desktop_app.saving.views import file_line

_ORDER = list(FileState)


class Column(IntEnum):
    """The columns, in order."""

    NAME = 0
    SIZE = 1
    STATE = 2
    MEASURED = 3


class Role(IntEnum):
    """Roles beside Qt's own."""

    ID = Qt.ItemDataRole.UserRole + 1
    STATE = Qt.ItemDataRole.UserRole + 2
    PATH = Qt.ItemDataRole.UserRole + 3


@dataclass(slots=True)
class FileRow:
    """One row. `sent` is of this attempt; `acknowledged` None: the service reports no offset.

    `fault` is what is wrong with the local file, `finding` with the name; before the start a
    blocking one is the row's error.
    """

    id: int
    planned: RunFile
    fault: ErrorInfo | None = None
    finding: Finding | None = None
    state: FileState = FileState.WAITING
    sent: int = 0
    acknowledged: int | None = None
    error: ErrorInfo | None = None

    def settle_plan(self) -> None:
        """Set what blocks this row before the start."""
        named = self.finding.error if self.finding is not None and self.finding.blocking else None
        skip = self.fault or named
        if skip is not self.planned.skip:
            self.planned = self.planned.with_skip(skip)
        self.state, self.error = planned_state(self.planned), self.planned.skip

    def show(self, file: RunFile, moved: FileMoved | None = None) -> None:
        """Show how the file of a run is now, `moved` being what is measured of it."""
        line = file_line(file, moved)
        self.state, self.error = line.state, line.error
        self.sent, self.acknowledged = line.sent, line.acknowledged

    def begin_attempt(self, *, confirmed: bool) -> None:
        """Wait for a new attempt, unless the server has the file already."""
        if confirmed:
            self.state, self.error = FileState.CONFIRMED, None
        elif self.planned.skip is None:
            self.state, self.error = FileState.WAITING, None
        self.sent, self.acknowledged = 0, None

    @property
    def warning(self) -> ErrorInfo | None:
        """What a person should know of the name though it can be sent."""
        return (
            self.finding.error if self.finding is not None and not self.finding.blocking else None
        )

    @property
    def size(self) -> int:
        """Bytes of the local file when it was chosen."""
        return self.planned.fingerprint.size

    @property
    def sized(self) -> bool:
        """Whether the size is known; of a file that cannot be read it is not."""
        return self.size > 0 or self.fault is None


@dataclass(frozen=True, slots=True)
class Removed:
    """Removed rows with their former places: what *Undo* puts back."""

    rows: tuple[tuple[int, FileRow], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Rename:
    """A person typed another name to store a file under."""

    id: int
    key: str


def planned_state(planned: RunFile) -> FileState:
    """Return the state before the start: waiting, skipped on purpose, or to be corrected."""
    if planned.skip is None:
        return FileState.WAITING
    if is_left_out(planned):
        return FileState.SKIPPED
    return FileState.FAILED


def by_id(row: FileRow) -> Any:
    """Return what sorts rows in the order in which they were added."""
    return row.id


SORT_KEYS = {
    int(Column.NAME): lambda row: row.planned.key.casefold(),
    int(Column.SIZE): lambda row: row.size,
    int(Column.STATE): lambda row: _ORDER.index(row.state),
    int(Column.MEASURED): lambda row: row.acknowledged or row.sent,
}


def unbroken(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Group descending row numbers into ranges, each as (last, first)."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def put_back(rows: Sequence[FileRow], removed: Removed) -> list[FileRow]:
    """Return the rows with those that were removed in their former places."""
    gone = dict(removed.rows)
    left = iter(rows)
    merged = [gone[n] if n in gone else next(left, None) for n in range(len(rows) + len(gone))]
    late = [row for n, row in removed.rows if n >= len(merged)]
    return [*(row for row in merged if row is not None), *left, *late]
