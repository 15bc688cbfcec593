"""Retrying as a pure decision, and the one loop that carries it out.

Time and chance come from outside; what an error means is the caller's `classify`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.errors import Verdict
from desktop_app.workflow.isolation import notify

if TYPE_CHECKING:
    from desktop_app.core.clock import Clock
    from desktop_app.workflow.cancellation import AbortSignal
    from desktop_app.workflow.timers import Deadline

T = TypeVar("T")

RandomSource = Random | Callable[[], float]
"""Draws from [0, 1): a `Random`, or its bare function."""

RETRY_AFTER_CAP_S = 120.0
"""The longest pause that a server can impose, in seconds."""

_LIFE_SIGN_S = 1.0
_SECONDS = re.compile(r"\d+(?:\.\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Backoff:
    """How long to pause: exponential with full jitter, from below `base_s` to below `cap_s`.

    Attributes:
        base_s: upper end of the first pause.
        cap_s: upper end of every pause.
        retry_after_cap_s: upper end of a pause that the server asked for.
        least_s: what an attempt sensibly needs; with less left none is begun.
    """

    base_s: float = 0.5
    cap_s: float = 30.0
    retry_after_cap_s: float = RETRY_AFTER_CAP_S
    least_s: float = 0.0


DEFAULT_BACKOFF = Backoff()


def next_delay(
    attempt: int,
    verdict: Verdict,
    deadline: Deadline,
    random: RandomSource,
    retry_after: float | None = None,
    *,
    backoff: Backoff = DEFAULT_BACKOFF,
) -> float | None:
    """Return the seconds to pause after failed attempt number `attempt` (from 1), or None.

    None means: do not try again. Only what is transient is, and only if the deadline leaves time
    for the pause and an attempt after it. `retry_after` is the pause the server asked for.
    """
    if verdict is not Verdict.TRANSIENT:
        return None
    if retry_after is not None:
        delay = min(max(retry_after, 0.0), backoff.retry_after_cap_s)
    else:
        draw = random.random if isinstance(random, Random) else random
        ceiling = backoff.base_s * 2.0 ** min(max(attempt - 1, 0), 64)
        delay = draw() * min(backoff.cap_s, ceiling)
    left = deadline.remaining() - delay
    return delay if left > 0 and left >= backoff.least_s else None


async def retry_call(
    operation: Callable[[], Awaitable[T]],
    *,
    classify: Callable[[Exception], Verdict],
    clock: Clock,
    random: RandomSource,
    deadline: Deadline,
    max_attempts: int,
    on_wait: Callable[[float, int, Exception], None] | None = None,
    progress_mark: Callable[[], int] | None = None,
    retry_after_of: Callable[[Exception], float | None] | None = None,
    backoff: Backoff = DEFAULT_BACKOFF,
    signal: AbortSignal | None = None,
) -> T:
    """Call `operation()` anew until it returns, and return that.

    Args:
        operation: begins one attempt, with a fresh body reader each time.
        classify: what an error means; only `transient` is tried again.
        clock: where pauses are slept; cancelling the caller ends a pause at once.
        random: jitter.
        deadline: no attempt begins with less than `backoff.least_s` left of it.
        max_attempts: attempts in a row without progress.
        on_wait: `(seconds, attempt, error)` before each pause, for a countdown; isolated.
        progress_mark: the server's acknowledged offset; has it grown since the last attempt,
            the count of attempts starts anew.
        retry_after_of: the pause that an error's answer asked for, in seconds.
        backoff: the lengths of pauses.
        signal: looked at before each attempt, and touched during pauses: waiting on purpose is
            no stall.

    Raises:
        Exception: the last attempt's error, when there will be no other.
        NotEnoughTimeError: the deadline left too little for a first attempt.
        OperationAborted: `signal` was aborted.
    """
    deadline.require(backoff.least_s)
    attempt = 0
    mark = progress_mark() if progress_mark else 0
    while True:
        if signal is not None:
            signal.raise_if_aborted()
        attempt += 1
        try:
            return await operation()
        except Exception as error:
            reached = progress_mark() if progress_mark else 0
            if reached > mark:
                mark, attempt = reached, 1
            asked = retry_after_of(error) if retry_after_of else None
            delay = next_delay(attempt, classify(error), deadline, random, asked, backoff=backoff)
            if delay is None or attempt >= max_attempts:
                raise
            notify(on_wait, delay, attempt, error)
        await _pause(delay, clock, signal)


async def _pause(seconds: float, clock: Clock, signal: AbortSignal | None) -> None:
    """Sleep; with a signal in short pieces, each with a sign of life and a look for a stop."""
    end = clock.monotonic() + seconds
    if signal is None:
        await clock.sleep(seconds)
        return
    while (left := end - clock.monotonic()) > 1e-9:  # no sleep for a rounding error
        signal.touch()
        signal.raise_if_aborted()
        await clock.sleep(min(left, _LIFE_SIGN_S))


def parse_retry_after(
    value: str | None, server_date: str | None, *, cap_s: float = RETRY_AFTER_CAP_S
) -> float | None:
    """Return the seconds that a `Retry-After` header asks for (RFC 9110, 10.2.3), at most `cap_s`.

    A date counts from the same answer's `Date` header, not from this computer's clock. Nonsense,
    and a date without a readable `Date`, give None; a date in the past gives 0.
    """
    text = (value or "").strip()
    if _SECONDS.fullmatch(text):
        return min(float(text), cap_s)
    then, now = _http_date(text), _http_date(server_date or "")
    if then is None or now is None:
        return None
    return min(max((then - now).total_seconds(), 0.0), cap_s)


def _http_date(text: str) -> datetime | None:
    try:
        parsed = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
