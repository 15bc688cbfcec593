"""The share of requests that a site grants, spent so that it never has to refuse.

Two sources: what is known of the site before (a token bucket that fits into every window), and
what its answers say (`X-RateLimit-*`, on every answer). `Retry-After` is left to the HTTP client,
which heeds it on 429 and 503 only: here every 200 carries one too.
"""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from desktop_app.core.clock import Clock, LoopClock
from desktop_app.core.errors import ErrorKind, Verdict, info
from desktop_app.services.base import OnWait
from desktop_app.services.invenio.presets import RateWindow, SitePreset, preset_for
from desktop_app.workflow import AbortSignal, TokenBucket

_BURST = 16
"""A small save goes through at once; longer ones run at the steady rate."""
_SHARE = 0.97
"""What is left to clocks that differ, and to the person's browser."""
_RESERVE = 4
"""Requests that other calls of ours may have under way."""
_LONGEST_HOLD_S = 120.0
_EPOCH_FROM = 1e9


def bucket(clock: Clock, windows: tuple[RateWindow, ...]) -> TokenBucket | None:
    """Return a bucket that stays within every window, or None where none is known."""
    if not windows:
        return None
    burst = max(1, min(_BURST, *(int(window.requests / 4) for window in windows)))
    rate = min((window.requests * _SHARE - burst) / window.seconds for window in windows)
    return TokenBucket(clock, per_second=rate, burst=burst)


class RateBudget:
    """Shared by all calls to one site with one token: pass one object to several services."""

    def __init__(self, clock: Clock, preset: SitePreset) -> None:
        self._clock = clock
        self._all = bucket(clock, preset.rate)
        self._searches = bucket(clock, preset.search_rate)
        self._closed_until = float("-inf")

    async def take(
        self,
        *,
        search: bool = False,
        signal: AbortSignal | None = None,
        on_wait: OnWait | None = None,
    ) -> None:
        """Return when one more request may go.

        Raises:
            OperationAborted: `signal` was aborted while waiting.
        """
        if search and self._searches is not None:
            await self._searches.take()
        if self._all is not None:
            await self._all.take()
        announced = False
        while (left := self._closed_until - self._clock.monotonic()) > 0:
            if not announced and on_wait is not None:
                on_wait(left, info(ErrorKind.RATE_LIMITED, verdict=Verdict.TRANSIENT))
            announced = True
            if signal is not None:
                signal.raise_if_aborted()
                signal.touch()
            await self._clock.sleep(min(left, 1.0))

    def note(self, headers: Mapping[str, str]) -> None:
        """Learn from the headers (lower case) of an answer; nonsense is ignored."""
        try:
            limit = int(headers["x-ratelimit-limit"])
            remaining = int(headers["x-ratelimit-remaining"])
            reset = float(headers["x-ratelimit-reset"])
        except (KeyError, ValueError):
            return
        if remaining > min(_RESERVE, limit // 20):
            return
        seconds = reset - _server_time(headers) if reset > _EPOCH_FROM else reset
        if 0 < seconds < float("inf"):
            until = self._clock.monotonic() + min(seconds, _LONGEST_HOLD_S)
            self._closed_until = max(self._closed_until, until)


def budget_for(address: str) -> RateBudget:
    """Return a budget on the real clock for the site at `address`, to be shared."""
    return RateBudget(LoopClock(), preset_for(address))


def _server_time(headers: Mapping[str, str]) -> float:
    """Return the server's own clock (this computer's may be wrong), +inf if it sends none."""
    try:
        return parsedate_to_datetime(headers["date"]).timestamp()
    except (KeyError, ValueError, TypeError, IndexError, OverflowError):
        return float("inf")
