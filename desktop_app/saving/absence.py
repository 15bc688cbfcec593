"""When it is believed that a request without an answer had no effect.

A service that honours keys is simply sent the same again. Any other may carry a request out after
its answer was lost: for a time *not there* says nothing. That time counts from when the answer was
given up, by the wall clock and journaled, so that the time between two starts counts too.
"""

from __future__ import annotations

from datetime import datetime

from desktop_app.core.errors import ErrorKind, SendoffError
from desktop_app.core.model import SaveLimits, SaveStage
from desktop_app.saving.attempt import Attempt
from desktop_app.workflow import StageTimeoutError

_GATEWAY = frozenset({502, 503, 504})
"""Answered in the service's place: it may not even have begun."""
_TIME_PASSED = frozenset({ErrorKind.TIMED_OUT, ErrorKind.STALLED})


def absence_s(limits: SaveLimits, cause: BaseException) -> float:
    """Return for how long after `cause` the effect of the request may still come."""
    slow = isinstance(cause, StageTimeoutError)
    if isinstance(cause, SendoffError):
        slow = cause.info.status in _GATEWAY or cause.kind in _TIME_PASSED
    return limits.absence_gateway_s if slow else limits.absence_s


async def note_unanswered(attempt: Attempt, stage: SaveStage, cause: BaseException) -> None:
    """Journal that the request of `stage` ended without an answer."""
    await attempt.ledger.left_unanswered(stage, absence_s(attempt.tools.limits, cause))


async def believed_in_s(attempt: Attempt, stage: SaveStage) -> float:
    """Return in how many seconds *not there* is believed; 0 where it is already.

    A clock that was set back makes it longer, never shorter.
    """
    if attempt.service.capabilities.honours_keys:
        return 0.0
    sent = await attempt.ledger.last_sent(stage)
    if sent is None:
        return 0.0
    now = attempt.tools.wall_clock()
    passed_s = max(0.0, (now - datetime.fromisoformat(sent.at)).total_seconds())
    limit_s = attempt.tools.limits.absence_s if sent.absence_s is None else sent.absence_s
    return max(0.0, limit_s - passed_s)
