"""Retries: the pure decision, the loop, and what `Retry-After` may look like."""

from __future__ import annotations

import asyncio
import math
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.workflow import (
    AbortController,
    Backoff,
    CancelReason,
    Deadline,
    NotEnoughTimeError,
    OperationAborted,
    StageTimeoutError,
    Verdict,
    next_delay,
    parse_retry_after,
    retry_call,
    with_stage_timeout,
)
from tests.virtual_time import ManualClock, run_debug

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.workflow import AbortSignal

DATE = "Sun, 06 Nov 1994 08:49:37 GMT"


class RefusedError(Exception):
    def __init__(self, verdict: Verdict = Verdict.TRANSIENT, retry_after: float | None = None):
        self.verdict = verdict
        self.retry_after = retry_after


def verdict_of(error: Exception) -> Verdict:
    return error.verdict if isinstance(error, RefusedError) else Verdict.PERMANENT


def retry_after_of(error: Exception) -> float | None:
    return error.retry_after if isinstance(error, RefusedError) else None


class Script:
    """Raises each error in turn, then returns how often it was called."""

    def __init__(self, *errors: Exception) -> None:
        self._errors = list(errors)
        self.calls = 0

    async def __call__(self) -> int:
        self.calls += 1
        if self._errors:
            raise self._errors.pop(0)
        return self.calls


async def retried(
    clock: ManualClock,
    script: Script,
    *,
    seconds: float = math.inf,
    max_attempts: int = 5,
    backoff: Backoff = Backoff(base_s=1.0, cap_s=8.0),  # noqa: B008 - frozen
    on_wait: Callable[[float, int, Exception], None] | None = None,
    progress_mark: Callable[[], int] | None = None,
) -> int:
    return await clock.run(
        retry_call(
            script,
            classify=verdict_of,
            clock=clock,
            random=lambda: 0.5,
            deadline=Deadline(clock, seconds),
            max_attempts=max_attempts,
            backoff=backoff,
            on_wait=on_wait,
            progress_mark=progress_mark,
            retry_after_of=retry_after_of,
        )
    )


@pytest.mark.parametrize("verdict", [Verdict.PERMANENT, Verdict.UNKNOWN_OUTCOME])
def test_only_what_is_transient_is_tried_again(verdict: Verdict) -> None:
    deadline = Deadline(ManualClock(), 100.0)
    assert next_delay(1, verdict, deadline, Random(1)) is None
    assert next_delay(1, verdict, deadline, Random(1), 3.0) is None


@settings(deadline=None)
@given(attempt=st.integers(0, 10_000), seed=st.integers(0, 1000))
def test_pauses_are_exponential_with_full_jitter_and_capped(attempt: int, seed: int) -> None:
    deadline = Deadline(ManualClock(), math.inf)
    backoff = Backoff(base_s=0.5, cap_s=30.0)
    delay = next_delay(attempt, Verdict.TRANSIENT, deadline, Random(seed), backoff=backoff)
    assert delay is not None
    assert 0.0 <= delay <= min(30.0, 0.5 * 2.0 ** min(max(attempt - 1, 0), 10))
    draw = Random(seed).random()
    again = next_delay(attempt, Verdict.TRANSIENT, deadline, lambda: draw, backoff=backoff)
    assert again == delay


def test_retry_after_replaces_the_pause_and_is_capped() -> None:
    deadline = Deadline(ManualClock(), math.inf)
    assert next_delay(1, Verdict.TRANSIENT, deadline, Random(1), 7.0) == 7.0
    assert next_delay(1, Verdict.TRANSIENT, deadline, Random(1), 1e9) == 120.0
    assert next_delay(1, Verdict.TRANSIENT, deadline, Random(1), -1.0) == 0.0


def test_no_pause_outlasts_the_deadline_nor_leaves_too_little_for_an_attempt() -> None:
    deadline = Deadline(ManualClock(), 10.0)
    needs = Backoff(least_s=4.0)
    assert next_delay(1, Verdict.TRANSIENT, deadline, Random(1), 9.0) == 9.0
    assert next_delay(1, Verdict.TRANSIENT, deadline, Random(1), 10.0) is None
    assert next_delay(1, Verdict.TRANSIENT, deadline, Random(1), 6.0, backoff=needs) == 6.0
    assert next_delay(1, Verdict.TRANSIENT, deadline, Random(1), 6.1, backoff=needs) is None


def test_the_loop_tries_again_until_it_succeeds_and_tells_each_pause() -> None:
    async def main() -> None:
        clock, told = ManualClock(), list[tuple[float, int, str]]()
        script = Script(RefusedError(), RefusedError(), RefusedError(retry_after=20.0))
        result = await retried(
            clock,
            script,
            on_wait=lambda seconds, attempt, error: told.append(
                (seconds, attempt, type(error).__name__)
            ),
        )
        assert result == 4
        assert told == [
            (0.5, 1, "RefusedError"),
            (1.0, 2, "RefusedError"),
            (20.0, 3, "RefusedError"),
        ]
        assert clock.slept == [0.5, 1.0, 20.0]

    run_debug(main())


def test_attempts_are_bounded_and_the_last_error_is_raised() -> None:
    async def main() -> None:
        last = RefusedError()
        script = Script(RefusedError(), RefusedError(), last, RefusedError())
        with pytest.raises(RefusedError) as caught:
            await retried(ManualClock(), script, max_attempts=3)
        assert caught.value is last
        assert script.calls == 3

    run_debug(main())


def test_an_unknown_outcome_is_never_retried_blindly() -> None:
    async def main() -> None:
        script = Script(RefusedError(Verdict.UNKNOWN_OUTCOME))
        with pytest.raises(RefusedError):
            await retried(ManualClock(), script)
        assert script.calls == 1

    run_debug(main())


def test_the_deadline_ends_the_loop() -> None:
    async def main() -> None:
        clock = ManualClock()
        script = Script(*(RefusedError(retry_after=4.0) for _ in range(9)))
        with pytest.raises(RefusedError):
            await retried(clock, script, seconds=10.0, max_attempts=99)
        assert script.calls == 3
        assert clock.monotonic() == 1008.0

    run_debug(main())


def test_no_first_attempt_starts_with_less_than_it_needs() -> None:
    async def main() -> None:
        script = Script()
        with pytest.raises(NotEnoughTimeError) as caught:
            await retried(ManualClock(), script, seconds=1.0, backoff=Backoff(least_s=2.0))
        assert (caught.value.remaining_s, caught.value.needed_s) == (1.0, 2.0)
        assert script.calls == 0

    run_debug(main())


def test_the_counter_restarts_when_the_acknowledged_offset_has_advanced() -> None:
    async def main() -> None:
        offsets = iter([0, 0, 5, 5, 9, 9, 9])
        told: list[int] = []
        script = Script(*(RefusedError() for _ in range(6)))
        with pytest.raises(RefusedError):
            await retried(
                ManualClock(),
                script,
                max_attempts=3,
                on_wait=lambda _, attempt, __: told.append(attempt),
                progress_mark=lambda: next(offsets),
            )
        assert told == [1, 1, 2, 1, 2]
        assert script.calls == 6

    run_debug(main())


def test_a_countdown_that_raises_stops_no_retry(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        def broken(seconds: float, attempt: int, error: Exception) -> None:
            raise ValueError

        assert await retried(ManualClock(), Script(RefusedError()), on_wait=broken) == 2

    run_debug(main())
    assert "ValueError" in caplog.text


def test_a_pause_can_be_cancelled() -> None:
    async def main() -> None:
        clock, script = ManualClock(), Script(RefusedError(retry_after=60.0))
        waiting = asyncio.ensure_future(retried(clock, script))
        for _ in range(5):
            await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert script.calls == 1

    run_debug(main())


def test_an_abort_ends_a_pause_at_once_however_long_it_is() -> None:
    async def main() -> None:
        clock, script = ManualClock(), Script(RefusedError(retry_after=60.0))
        control = AbortController()
        waiting = asyncio.ensure_future(
            retry_call(
                script,
                classify=verdict_of,
                clock=clock,
                random=Random(1),
                deadline=Deadline(clock, math.inf),
                max_attempts=3,
                retry_after_of=retry_after_of,
                signal=control.signal,
            )
        )
        await clock.advance(5.5)
        control.abort(CancelReason.USER)
        await clock.advance(1.0)
        assert waiting.done(), "it waits for the end of the pause"
        with pytest.raises(OperationAborted):
            await waiting
        assert script.calls == 1

    run_debug(main())


async def in_a_stage(clock: ManualClock, script: Script) -> int:
    async def operation(signal: AbortSignal) -> int:
        return await retry_call(
            script,
            classify=verdict_of,
            clock=clock,
            random=Random(1),
            deadline=Deadline(clock, math.inf),
            max_attempts=3,
            retry_after_of=retry_after_of,
            signal=signal,
        )

    return await clock.run(
        with_stage_timeout(
            "upload",
            operation,
            timeout_s=None,
            stall_s=10.0,
            abortable=True,
            schedule_timeout=clock.schedule,
        )
    )


def test_waiting_on_purpose_is_no_stall() -> None:
    async def main() -> None:
        clock = ManualClock()
        assert await in_a_stage(clock, Script(RefusedError(retry_after=60.0))) == 2
        assert clock.monotonic() == pytest.approx(1060.0)

    run_debug(main())


def test_an_attempt_that_hangs_is_a_stall() -> None:
    class Hanging(Script):
        async def __call__(self) -> int:
            await asyncio.Event().wait()
            raise AssertionError

    async def main() -> None:
        with pytest.raises(StageTimeoutError):
            await in_a_stage(ManualClock(), Hanging())

    run_debug(main())


def test_an_aborted_signal_ends_the_loop_before_its_next_attempt() -> None:
    async def main() -> None:
        clock, controller, script = ManualClock(), AbortController(), Script(RefusedError())
        with pytest.raises(OperationAborted):
            await clock.run(
                retry_call(
                    script,
                    classify=verdict_of,
                    clock=clock,
                    random=Random(1),
                    deadline=Deadline(clock, math.inf),
                    max_attempts=3,
                    on_wait=lambda *_: asserted(controller.abort(CancelReason.USER)),
                    signal=controller.signal,
                )
            )
        assert script.calls == 1

    run_debug(main())


def asserted(truth: bool) -> None:
    assert truth


@pytest.mark.parametrize(
    ("value", "server_date", "seconds"),
    [
        ("0", None, 0.0),
        ("7", None, 7.0),
        (" 7 ", None, 7.0),
        ("1.5", None, 1.5),
        ("3600", None, 120.0),
        ("9" * 5000, None, 120.0),
        ("Sun, 06 Nov 1994 08:49:47 GMT", DATE, 10.0),
        ("Sunday, 06-Nov-94 08:49:47 GMT", DATE, 10.0),
        ("Sun Nov  6 08:49:47 1994", DATE, 10.0),
        ("Sun, 06 Nov 1994 08:49:00 GMT", DATE, 0.0),
        ("Mon, 07 Nov 1994 08:49:37 GMT", DATE, 120.0),
        ("Sun, 06 Nov 1994 08:49:47 GMT", None, None),
        ("Sun, 06 Nov 1994 08:49:47 GMT", "yesterday", None),
        ("Sun, 99 Nov 1994 08:49:47 GMT", DATE, None),
        (None, DATE, None),
        ("", DATE, None),
        ("-5", DATE, None),
        ("soon", DATE, None),
        ("inf", DATE, None),
        ("nan", DATE, None),
        ("1e3", DATE, None),
        ("\u0667", DATE, None),
        ("7, 8", DATE, None),
    ],
)
def test_retry_after_in_all_its_forms(
    value: str | None, server_date: str | None, seconds: float | None
) -> None:
    assert parse_retry_after(value, server_date) == seconds


@settings(deadline=None)
@given(value=st.text(), server_date=st.none() | st.text())
def test_nonsense_in_retry_after_never_raises(value: str, server_date: str | None) -> None:
    seconds = parse_retry_after(value, server_date, cap_s=60.0)
    assert seconds is None or 0.0 <= seconds <= 60.0
