"""Exit codes: what a script may rely on."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from desktop_app.core.errors import (
    BadInputError,
    ErrorInfo,
    ErrorKind,
    SendoffError,
    is_of_this_computer,
)
from desktop_app.core.model import OutcomeKind, RunReport


class Exit(IntEnum):
    """How a command ended."""

    DONE = 0
    UNEXPECTED = 1
    BAD_INPUT = 2
    """Usage or bad input: nothing was sent."""
    FAILED = 3
    """Failed; can be resumed."""
    UNKNOWN = 4
    """The outcome is unknown; it was checked, but not settled."""
    STOPPED = 5
    """Stopped on request."""
    UNUSABLE = 6
    """This computer's side cannot be used (data folder, full disk, journal, keychain), and nothing
    was sent in this attempt."""


_OUTCOMES = {
    OutcomeKind.DONE: Exit.DONE,
    OutcomeKind.DRAFT_READY: Exit.DONE,
    OutcomeKind.DISCARDED: Exit.DONE,
    OutcomeKind.FAILED: Exit.FAILED,
    OutcomeKind.UNKNOWN: Exit.UNKNOWN,
    OutcomeKind.STOPPED: Exit.STOPPED,
    None: Exit.FAILED,
}
_WORST_LAST = (
    Exit.DONE,
    Exit.STOPPED,
    Exit.FAILED,
    Exit.UNKNOWN,
    Exit.UNUSABLE,
    Exit.BAD_INPUT,
    Exit.UNEXPECTED,
)
_NOT_DONE = (OutcomeKind.FAILED, OutcomeKind.UNKNOWN, None)
_MISTAKEN = frozenset({ErrorKind.RUN_UNKNOWN, ErrorKind.SIGN_IN})


def exit_of(report: RunReport) -> Exit:
    """Return the exit code of a run as it stands."""
    error = report.error
    if error is not None and error.get("sent") == "no" and report.outcome in _NOT_DONE:
        return Exit.UNUSABLE
    return _OUTCOMES[report.outcome]


def exit_of_error(error: SendoffError) -> Exit:
    """Return the exit code of a command that ended before or beside a run."""
    if isinstance(error, BadInputError) or error.kind in _MISTAKEN:
        return Exit.BAD_INPUT
    if error.kind is ErrorKind.RUN_BUSY:
        return Exit.FAILED
    return Exit.UNUSABLE if is_of_this_computer(error.info) else Exit.FAILED


def worst(codes: Iterable[Exit]) -> Exit:
    """Return the worst of several codes; of none, DONE."""
    return max(codes, key=_WORST_LAST.index, default=Exit.DONE)


def could_not(error: ErrorInfo | None) -> Exit:
    """Return the exit code of something that was tried and reports `error`, or None."""
    return Exit.DONE if error is None else Exit.FAILED
