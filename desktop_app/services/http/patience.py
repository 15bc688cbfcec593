"""How long a call is tried: attempts, outages that are waited out, and a hold on the whole host."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from desktop_app.core.clock import Clock
from desktop_app.core.errors import ErrorInfo, SendoffError, ServiceError, Verdict, error_info
from desktop_app.services.http.outcome import TURNED_AWAY, UnreachableError
from desktop_app.workflow import AbortSignal, Backoff, Deadline, retry_call

T = TypeVar("T")
UNBOUNDED = 1 << 30
UNASKED_HOLD_S = 1.0
"""How long a 429 or 503 that names no time keeps everybody off the host."""
LEAST_S = 0.5
"""What a call sensibly needs: none begins with less than this left (or a quarter of a budget)."""
_RETRY = Backoff(base_s=0.5, cap_s=30.0)
_OUTAGE = Backoff(base_s=0.5, cap_s=15.0)
_BEFORE_THE_WRITE = frozenset({401, 403, 407})


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one call is tried, and who hears about it.

    Attributes:
        attempts: in a row without progress.
        outage_s: how long a service that cannot be reached is waited for, in seconds.
        within_s: budget for all attempts and pauses together, in seconds.
        signal: looked at before attempts, touched while waiting on purpose.
        on_wait: `(seconds, error)` before each pause.
        progress_mark: the server's acknowledged offset; when it grows, attempts start anew.
    """

    attempts: int = 1
    outage_s: float = 0.0
    within_s: float = float("inf")
    signal: AbortSignal | None = None
    on_wait: Callable[[float, ErrorInfo], None] | None = None
    progress_mark: Callable[[], int] | None = None


ONCE = Patience()


@dataclass(slots=True)
class Hold:
    """A pause that one answer (429, 503) imposes on all calls to the host."""

    clock: Clock
    _until: float = field(default=float("-inf"))
    _why: ErrorInfo | None = None

    def extend(self, seconds: float, why: ErrorInfo) -> None:
        """Keep everybody off for `seconds` from now."""
        until = self.clock.monotonic() + seconds
        if until > self._until:
            self._until, self._why = until, why

    def learn(self, error: ErrorInfo) -> None:
        """Keep everybody off if the host asked for that."""
        if error.status in (429, 503):
            asked = error.retry_after_s
            self.extend(UNASKED_HOLD_S if asked is None else asked, error)

    async def passed(self, patience: Patience) -> None:
        """Return when the hold is over."""
        announced = False
        while (left := self._until - self.clock.monotonic()) > 0 and self._why is not None:
            if not announced and patience.on_wait is not None:
                patience.on_wait(left, self._why)
                announced = True
            if patience.signal is not None:
                patience.signal.raise_if_aborted()
                patience.signal.touch()
            await self.clock.sleep(min(left, 1.0))


async def patiently(
    attempt: Callable[[], Awaitable[T]],
    patience: Patience,
    *,
    hold: Hold,
    clock: Clock,
    random: Random,
    writes: bool = True,
) -> T:
    """Call `attempt` until it returns, fails for good, or patience ends.

    Outages have a budget of their own and use up no attempts. `writes`: it may change something.

    Raises:
        SendoffError: the last error. Where it says nothing of an earlier attempt that may have
            acted, its verdict is UNKNOWN_OUTCOME.
        OperationAborted: the signal was aborted.
    """
    total = Deadline(clock, patience.within_s)
    in_doubt = False

    async def once() -> T:
        nonlocal in_doubt
        await hold.passed(patience)
        try:
            return await attempt()
        except SendoffError as error:
            in_doubt = in_doubt or _may_have_acted(error)
            hold.learn(error.info)
            raise

    def waiting(seconds: float, _attempt: int, error: Exception) -> None:
        if patience.on_wait is not None:
            patience.on_wait(seconds, error_info(error))

    async def through_outages() -> T:
        if patience.outage_s <= 0:
            return await once()
        return await retry_call(
            once,
            classify=_only_outages,
            clock=clock,
            random=random,
            deadline=total.child(patience.outage_s),
            max_attempts=UNBOUNDED,
            on_wait=waiting,
            backoff=_OUTAGE,
            signal=patience.signal,
        )

    def no_outage_again(error: Exception) -> Verdict:
        waited_out = isinstance(error, UnreachableError) and patience.outage_s > 0
        return Verdict.PERMANENT if waited_out else error_info(error).verdict

    try:
        return await retry_call(
            through_outages,
            classify=no_outage_again,
            clock=clock,
            random=random,
            deadline=total,
            max_attempts=patience.attempts,
            on_wait=waiting,
            progress_mark=patience.progress_mark,
            retry_after_of=lambda error: error_info(error).retry_after_s,
            backoff=replace(_RETRY, least_s=min(LEAST_S, patience.within_s / 4)),
            signal=patience.signal,
        )
    except SendoffError as error:
        if in_doubt and (_was_turned_away(error) or (writes and _says_nothing(error))):
            error.info = replace(error.info, verdict=Verdict.UNKNOWN_OUTCOME)
        raise


def _may_have_acted(error: SendoffError) -> bool:
    """Whether an attempt may have taken effect though it failed: it left, and no refusal came."""
    if isinstance(error, UnreachableError):
        return False
    status = error.info.status
    passing = error.verdict in (Verdict.TRANSIENT, Verdict.UNKNOWN_OUTCOME)
    return passing and (status is None or status in (500, 502, 504))


def _was_turned_away(error: SendoffError) -> bool:
    """Whether the last attempt did nothing; of an earlier one that was lost it says nothing."""
    return isinstance(error, UnreachableError) or error.info.status in TURNED_AWAY


def _says_nothing(error: SendoffError) -> bool:
    """Whether the last attempt did not get as far as the write, or was not heard.

    Who asks, and by which way, is looked at before what was asked: a token that expired after an
    answer was lost does not mean that nothing was done.
    """
    status = error.info.status
    if error.verdict is not Verdict.PERMANENT or not isinstance(error, ServiceError):
        return False
    return status is None or status in _BEFORE_THE_WRITE or 300 <= status < 400


def _only_outages(error: Exception) -> Verdict:
    return Verdict.TRANSIENT if isinstance(error, UnreachableError) else Verdict.PERMANENT
