"""Writes that left for the service and whose answers the journal does not have (yet).

While there is one, a journal that cannot be written any more leaves its outcome *unknown*: the
service may have carried it out. Kept in memory only; the next attempt asks the service.
"""

from __future__ import annotations

from desktop_app.core.changes import (
    Change,
    CheckBegan,
    FilesChanged,
    FormEdited,
    RecordSeen,
    StageBegan,
    StageEnded,
)
from desktop_app.core.model import RecordState, SaveStage, StageState
from desktop_app.core.run import Run

_OPEN = (StageState.ACTIVE, StageState.UNKNOWN)
_ENDED = (StageState.DONE, StageState.FAILED)


class Unwritten:
    """The stages with such a write; None stands for one that is no stage's own (a removal, a form).

    Attributes:
        wrote: whether any write left for the service in this attempt.
    """

    def __init__(self, run: Run) -> None:
        self.wrote = False
        self._stages: set[SaveStage | None] = {
            one.stage for one in run.stages if one.state in _OPEN
        }

    def __bool__(self) -> bool:
        return bool(self._stages)

    @property
    def stage(self) -> SaveStage | None:
        """The last stage with such a write."""
        return next((one for one in reversed(SaveStage) if one in self._stages), None)

    def leaving(self, stage: SaveStage | None = None) -> None:
        """A write leaves for the service now."""
        self.wrote = True
        self._stages.add(stage)

    def settled(self, stage: SaveStage | None) -> None:
        """The service was asked what became of the writes of `stage`."""
        self._stages.discard(stage)

    def committed(self, change: Change) -> None:
        """`change` is in the journal: forget what it settles."""
        match change:
            case StageEnded(stage=stage, state=state) if state in _ENDED:
                self._stages -= {None, stage}
            case StageBegan() | StageEnded() | CheckBegan() | FormEdited() | FilesChanged():
                self.settled(None)
            case RecordSeen(record=record):
                self.seen(finalized=record is None or record.state is RecordState.FINALIZED)

    def not_committed(self, change: Change) -> None:
        """`change` could not be journaled."""
        if isinstance(change, FilesChanged):
            self._stages.add(None)  # what is in memory is older than what the service said

    def seen(self, *, finalized: bool) -> None:
        """The record was seen, or that it is gone."""
        self.settled(SaveStage.CREATE_RECORD)
        if finalized:
            self.settled(SaveStage.FINALIZE_RECORD)
