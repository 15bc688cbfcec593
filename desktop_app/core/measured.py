"""What is measured while a run is worked on: published, never journaled, gone with the process.

Window and terminal share it. Nothing in here is an estimate: `sent` is what the system accepted,
`acknowledged` is the service's own offset, and where a service reports none it stays None. Times
are monotonic seconds of the session's clock.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from desktop_app.core.changes import (
    AttemptBegun,
    Change,
    CheckBegan,
    FilesChanged,
    FilesConfirmed,
    OutcomeSettled,
    RunBegun,
    RunEnded,
    StageEnded,
)
from desktop_app.core.errors import ErrorInfo, traits
from desktop_app.core.model import FileState, SaveStage


@dataclass(frozen=True, slots=True)
class FileMoved:
    """File `n` moved: its phase, bytes sent in this attempt, and the service's own offset."""

    n: int
    state: FileState
    sent: int = 0
    acknowledged: int | None = None
    attempt: int = 1


def state_while_sending(sent: int, size: int) -> FileState:
    """Return the phase of a file of which `sent` of `size` bytes have left."""
    return FileState.SENDING if sent < size else FileState.WAITING_FOR_SERVER


@dataclass(frozen=True, slots=True)
class EndReported:
    """How a look at a run ended that leaves the journal as it is, or could not be journaled."""


@dataclass(frozen=True, slots=True)
class OperationStarted:
    """The operation of a stage runs from now on; whether asking it to stop would stop it."""

    stage: SaveStage
    abortable: bool


@dataclass(frozen=True, slots=True)
class RetryWaits:
    """The next attempt begins in `seconds`, because of `error`; `n` None: of the whole stage."""

    stage: SaveStage
    seconds: float
    error: ErrorInfo
    n: int | None = None


@dataclass(frozen=True, slots=True)
class TokenRefused:
    """The queue pauses until there is a new token."""

    error: ErrorInfo


@dataclass(frozen=True, slots=True)
class TokenRenewed:
    """There is a new token: the queue goes on."""


@dataclass(frozen=True, slots=True)
class StopAccepted:
    """Cancel was accepted: what is in flight is being ended."""


@dataclass(frozen=True, slots=True)
class StillUnreadable:
    """Files that this attempt looked for again in vain, by their places."""

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndRepeated:
    """A finished run was asked to go on: how it ended is said again."""


Observation = (
    FileMoved
    | OperationStarted
    | RetryWaits
    | TokenRefused
    | TokenRenewed
    | StopAccepted
    | StillUnreadable
    | EndRepeated
    | EndReported
)
News = Change | Observation


@dataclass(frozen=True, slots=True)
class Countdown:
    """The next attempt begins at `until`, because of `error`; `n` None: of the whole stage."""

    until: float
    error: ErrorInfo
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """What is known only now.

    Attributes:
        moving: files in flight, by their place in the run.
        active, since, abortable: the stage whose operation runs, when it began, whether it can be
            stopped.
        checking: the stage whose outcome the server is being asked for.
        stopping: Cancel was accepted.
        ended: why stages ended badly in this attempt.
        countdown: what is waited for, if anything is.
        asked_to_wait_until: the moment until which the service has asked for a pause.
        token_refused: why a new token is needed, None where it is not.
        received_at, sent_at: when bytes were last acknowledged, or sent.
    """

    moving: Mapping[int, FileMoved] = field(default_factory=dict)
    active: SaveStage | None = None
    since: float | None = None
    abortable: bool = False
    checking: SaveStage | None = None
    stopping: bool = False
    ended: Mapping[SaveStage, ErrorInfo] = field(default_factory=dict)
    countdown: Countdown | None = None
    asked_to_wait_until: float = -math.inf
    token_refused: ErrorInfo | None = None
    received_at: float | None = None
    sent_at: float | None = None

    @property
    def can_cancel(self) -> bool:
        """Whether asking to stop would do something."""
        stage_can_stop = self.active is not None and self.abortable
        return not self.stopping and (self.checking is not None or stage_can_stop)


def measure(known: Measured, news: News, t: float) -> Measured:
    """Return what is known after `news`, which came at time `t`. Total and pure, as `apply` is."""
    match news:
        case FileMoved():
            return _moved(known, news, t)
        case RetryWaits(seconds=seconds, error=error, n=n):
            asked = t + seconds if traits(error.kind).asks_to_wait else -math.inf
            return replace(
                known,
                countdown=Countdown(t + seconds, error, n),
                asked_to_wait_until=max(known.asked_to_wait_until, asked),
            )
        case TokenRefused(error=error):
            return replace(known, token_refused=error)
        case TokenRenewed():
            return replace(known, token_refused=None)
        case StopAccepted():
            return replace(known, stopping=True)
        case FilesConfirmed(files=files):
            return replace(_rested(known, {one.n for one in files}), received_at=t)
        case FilesChanged(files=files):
            return _rested(known, {one.n for one in files})
        case _:
            return _staged(known, news, t)


def _staged(known: Measured, news: News, t: float) -> Measured:
    """Return what a step of the run's stages makes of it."""
    match news:
        case RunBegun() | AttemptBegun() | RunEnded() | EndRepeated() | EndReported():
            return Measured()
        case OperationStarted(stage=stage, abortable=abortable):
            return replace(
                known,
                active=stage,
                since=t,
                abortable=abortable,
                checking=None,
                stopping=False,
                countdown=None,
            )
        case StageEnded(reason="", stage=stage, error=ErrorInfo() as error):
            return replace(_no_stage(known), ended={**known.ended, stage: error})
        case StageEnded(reason=""):
            return _no_stage(known)
        case CheckBegan(stage=stage, files=0):
            since = t if known.since is None else known.since
            return replace(_no_stage(known), checking=stage, since=since)
        case CheckBegan(stage=stage):
            return replace(known, checking=stage, countdown=None)
        case OutcomeSettled():
            return replace(known, checking=None)
    return known


def _no_stage(known: Measured) -> Measured:
    return replace(
        known,
        active=None,
        since=None,
        abortable=False,
        checking=None,
        stopping=False,
        countdown=None,
        moving={},
    )


def _moved(known: Measured, news: FileMoved, t: float) -> Measured:
    before = known.moving.get(news.n)
    received = (news.acknowledged or 0) > ((before.acknowledged or 0) if before else 0)
    sent = news.sent > (before.sent if before else 0)
    waits = known.countdown
    if waits is not None and (waits.n is None or waits.n == news.n):
        waits = None if news.state is not FileState.WAITING else waits
    return replace(
        known,
        moving={**known.moving, news.n: news},
        received_at=t if received else known.received_at,
        sent_at=t if sent else known.sent_at,
        countdown=waits,
    )


def _rested(known: Measured, places: set[int]) -> Measured:
    if places.isdisjoint(known.moving):
        return known
    moving = {n: one for n, one in known.moving.items() if n not in places}
    return replace(known, moving=moving)
