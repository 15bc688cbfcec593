"""How often a call is tried: attempts, outages that are waited out, pauses that a host asks for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from desktop_app.core.clock import Clock
from desktop_app.core.errors import ErrorInfo, SendoffError, ServiceError, Verdict, error_info
from desktop_app.services.http.errors import TURNED_AWAY, UnreachableError
from desktop_app.workflow import AbortSignal, Backoff, Deadline, retry_call

T = TypeVar("T")
OnWait = Callable[[float, ErrorInfo], None]
"""`(seconds, error)`, called before a pause."""

UNBOUNDED = 1 << 30
DEFAULT_PAUSE_S = 1.0
"""How long a 429 or 503 without `Retry-After` keeps all calls off the host."""
LEAST_S = 0.5
"""What a call sensibly needs: none begins with less than this left (or a quarter of a budget)."""
_RETRY = Backoff(base_s=0.5, cap_s=30.0)
_OUTAGE = Backoff(base_s=0.5, cap_s=15.0)
_BEFORE_THE_WRITE = frozenset({401, 403, 407})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often one call is tried, how long, and who is notified of pauses.

    Attributes:
        attempts: in a row without progress.
        outage_s: how long a service that cannot be reached is waited for, in seconds.
        within_s: budget for all attempts and pauses together, in seconds.
        signal: checked before attempts, touched while waiting on purpose.
        on_wait: called before each pause; None for the one that the client was given.
        progress_mark: the server's acknowledged offset; when it grows, attempts are counted anew.
    """

    attempts: int = 1
    outage_s: float = 0.0
    within_s: float = float("inf")
    signal: AbortSignal | None = None
    on_wait: OnWait | None = None
    progress_mark: Callable[[], int] | None = None


ONCE = RetryPolicy()


@dataclass(slots=True)
class HostBackoff:
    """A pause that one answer (429, 503) imposes on all calls to the host.

    Without it every other file of a save would run into the same limit.
    """

    clock: Clock
    _until: float = field(default=float("-inf"))
    _why: ErrorInfo | None = None

    def extend(self, seconds: float, why: ErrorInfo) -> None:
        """Keep all calls off for `seconds` from now."""
        until = self.clock.monotonic() + seconds
        if until > self._until:
            self._until, self._why = until, why

    def note(self, error: ErrorInfo) -> None:
        """Keep all calls off if the host asked for that."""
        if error.status in (429, 503):
            asked = error.retry_after_s
            self.extend(DEFAULT_PAUSE_S if asked is None else asked, error)

    async def wait(self, policy: RetryPolicy) -> None:
        """Return when the pause is over."""
        announced = False
        while (left := self._until - self.clock.monotonic()) > 0 and self._why is not None:
            if not announced and policy.on_wait is not None:
                policy.on_wait(left, self._why)
                announced = True
            if policy.signal is not None:
                policy.signal.raise_if_aborted()
                policy.signal.touch()  # the pause was asked for: no stall
            # In steps: another answer may extend the pause, and an abort must not wait for its end.
            await self.clock.sleep(min(left, 1.0))


async def with_retries(
    attempt: Callable[[], Awaitable[T]],
    policy: RetryPolicy,
    *,
    backoff: HostBackoff,
    clock: Clock,
    random: Random,
    writes: bool = True,
) -> T:
    """Call `attempt` until it returns, fails for good, or the policy is used up.

    Outages have a budget of their own and use up no attempts. `writes`: it may change something.

    Raises:
        SendoffError: the last error. Where it says nothing of an earlier attempt that may have
            acted, its verdict is UNKNOWN_OUTCOME.
        OperationAborted: the signal was aborted.
    """
    total = Deadline(clock, policy.within_s)
    in_doubt = False

    async def once() -> T:
        nonlocal in_doubt
        await backoff.wait(policy)
        try:
            return await attempt()
        except SendoffError as error:
            in_doubt = in_doubt or _may_have_acted(error)
            backoff.note(error.info)
            raise

    def waiting(seconds: float, _attempt: int, error: Exception) -> None:
        if policy.on_wait is not None:
            policy.on_wait(seconds, error_info(error))

    async def through_outages() -> T:
        if policy.outage_s <= 0:
            return await once()
        return await retry_call(
            once,
            classify=_only_outages,
            clock=clock,
            random=random,
            deadline=total.child(policy.outage_s),
            max_attempts=UNBOUNDED,
            on_wait=waiting,
            backoff=_OUTAGE,
            signal=policy.signal,
        )

    def no_outage_again(error: Exception) -> Verdict:
        waited_out = isinstance(error, UnreachableError) and policy.outage_s > 0
        return Verdict.PERMANENT if waited_out else error_info(error).verdict

    try:
        return await retry_call(
            through_outages,
            classify=no_outage_again,
            clock=clock,
            random=random,
            deadline=total,
            max_attempts=policy.attempts,
            on_wait=waiting,
            progress_mark=policy.progress_mark,
            retry_after_of=lambda error: error_info(error).retry_after_s,
            backoff=replace(_RETRY, least_s=min(LEAST_S, policy.within_s / 4)),
            signal=policy.signal,
        )
    except SendoffError as error:
        # "Refused at the door" is true of the last attempt only; an earlier one may have got in.
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
    """Whether the last attempt did nothing; this says nothing of an earlier one that was lost."""
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
