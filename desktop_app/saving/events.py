"""What a session tells while a save runs: frozen values, each told after the journal has it.

`t` is monotonic seconds of the session's clock, `run` the run's id. The class names in snake case
are the event names of `--json` (`Waiting` and `SignInNeeded` are for people only).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import (
    Account,
    FileState,
    RecordRef,
    RunReport,
    SavePartialOutputs,
    SaveStage,
    Settled,
)


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A run begins or goes on; `confirmed` are the keys that earlier attempts confirmed."""

    run: str
    t: float
    account: Account
    title: str
    stages: tuple[SaveStage, ...]
    total_files: int
    total_bytes: int
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage's operation begins."""

    run: str
    t: float
    stage: SaveStage
    abortable: bool


@dataclass(frozen=True, slots=True)
class FileProgress:
    """One file moved. `sent` is of this attempt, `acknowledged` is the server's own offset.

    `acknowledged` is None where the service reports no offset: then nothing but `sent` is known.
    """

    run: str
    t: float
    key: str
    state: FileState
    size: int
    sent: int = 0
    acknowledged: int | None = None
    attempt: int = 1
    stored_as: str | None = None
    """The key that the service gave the file in place of `key`: further events have that one."""


@dataclass(frozen=True, slots=True)
class FileConfirmed:
    """The server's own answer agreed in size and (where it gives one) checksum."""

    run: str
    t: float
    key: str
    size: int
    checksum: str


@dataclass(frozen=True, slots=True)
class FileFailed:
    """A file will not be sent (any more) in this run."""

    run: str
    t: float
    key: str
    error: ErrorInfo


@dataclass(frozen=True, slots=True)
class FileSkipped:
    """Something below a folder is no file to send, or must not be sent; told as a run begins.

    `reason` is a word for scripts ("pipe", "socket", "empty_folder", "own_data", "left_behind",
    "file_link_out", ...); `error` has the sentence.
    """

    run: str
    t: float
    key: str
    reason: str
    error: ErrorInfo


@dataclass(frozen=True, slots=True)
class StageCompleted:
    """A stage's operation resolved."""

    run: str
    t: float
    stage: SaveStage
    elapsed_s: float
    record: RecordRef | None = None


@dataclass(frozen=True, slots=True)
class StageFailed:
    """A stage ended badly; `still_running` says that its work goes on without us."""

    run: str
    t: float
    stage: SaveStage
    error: ErrorInfo
    completed_stages: tuple[SaveStage, ...]
    partial_outputs: SavePartialOutputs
    still_running: bool = False


@dataclass(frozen=True, slots=True)
class Reconciling:
    """The outcome of `stage` is unknown; the server is being asked."""

    run: str
    t: float
    stage: SaveStage


@dataclass(frozen=True, slots=True)
class Reconciled:
    """The server's answer; `record` where it is known."""

    run: str
    t: float
    stage: SaveStage
    settled: Settled
    record: RecordRef | None = None


@dataclass(frozen=True, slots=True)
class LateOutcome:
    """Work that went on after we stopped waiting has ended; `error` is None if it ended well."""

    run: str
    t: float
    stage: SaveStage
    error: ErrorInfo | None


@dataclass(frozen=True, slots=True)
class Waiting:
    """The next attempt begins in `seconds`; a countdown that Cancel ends. `key` "" = the stage."""

    run: str
    t: float
    stage: SaveStage
    key: str
    seconds: float
    error: ErrorInfo


@dataclass(frozen=True, slots=True)
class SignInNeeded:
    """The queue pauses until `provide_token` is called for the account (asked once)."""

    run: str
    t: float
    account: Account
    error: ErrorInfo


@dataclass(frozen=True, slots=True)
class RunDone:
    """The run reached what was asked for (`report.outcome` DONE or DRAFT_READY)."""

    run: str
    t: float
    report: RunReport


@dataclass(frozen=True, slots=True)
class RunStopped:
    """The run ended before that: failed, unknown, or stopped on request."""

    run: str
    t: float
    report: RunReport


SaveEvent = (
    RunStarted
    | StageStarted
    | FileProgress
    | FileConfirmed
    | FileFailed
    | FileSkipped
    | StageCompleted
    | StageFailed
    | Reconciling
    | Reconciled
    | LateOutcome
    | Waiting
    | SignInNeeded
    | RunDone
    | RunStopped
)

OnEvent = Callable[[SaveEvent], None]
"""Told synchronously on the session's loop; one that raises is logged and isolated."""
