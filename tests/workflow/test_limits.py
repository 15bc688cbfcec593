"""The three brakes, each for itself."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.workflow import (
    BoundedQueue,
    ConcurrencyLimit,
    QueueClosedError,
    QueueFullError,
    TokenBucket,
    WhenFull,
)
from tests.virtual_time import ManualClock, run_debug, settle


def test_a_negative_concurrency_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        ConcurrencyLimit(-1)


def test_slots_are_granted_in_order_of_asking_and_a_withdrawn_request_takes_none() -> None:
    async def main() -> None:
        limit = ConcurrencyLimit(1)
        first, second, third = (limit.request() for _ in range(3))
        assert [first.done(), second.done(), third.done()] == [True, False, False]
        limit.withdraw(second)
        limit.release()
        assert third.done()
        limit.withdraw(third)
        assert limit.gauges().running == 0
        assert limit.request().done()

    run_debug(main())


async def starts(clock: ManualClock, bucket: TokenBucket, count: int) -> list[float]:
    at: list[float] = []

    async def one() -> None:
        await bucket.take()
        at.append(clock.monotonic() - 1000.0)

    await clock.run(asyncio.gather(*(one() for _ in range(count))))
    return at


def test_the_rate_counts_starts_per_second_after_a_burst() -> None:
    async def main() -> None:
        clock = ManualClock()
        bucket = TokenBucket(clock, per_second=2.0, burst=3)
        assert await starts(clock, bucket, 6) == pytest.approx([0, 0, 0, 0.5, 1.0, 1.5])

    run_debug(main())


def test_idle_time_saves_up_no_more_than_one_burst() -> None:
    async def main() -> None:
        clock = ManualClock()
        bucket = TokenBucket(clock, per_second=1.0, burst=2)
        await clock.advance(1000)
        assert await starts(clock, bucket, 4) == pytest.approx([1000, 1000, 1001, 1002])

    run_debug(main())


@settings(max_examples=50, deadline=None)
@given(
    per_second=st.floats(0.01, 1000.0),
    burst=st.integers(1, 5),
    count=st.integers(1, 12),
    idle=st.floats(0.0, 100.0),
)
def test_no_window_ever_holds_more_starts_than_burst_plus_rate(
    per_second: float, burst: int, count: int, idle: float
) -> None:
    async def main() -> None:
        clock = ManualClock()
        bucket = TokenBucket(clock, per_second=per_second, burst=burst)
        at = await starts(clock, bucket, count)
        await clock.advance(idle)
        at += await starts(clock, bucket, count)
        for first in range(len(at)):
            for last in range(first, len(at)):
                window = at[last] - at[first]
                assert last - first + 1 <= burst + window * per_second + 1e-6

    run_debug(main())


def test_a_cancelled_take_takes_nothing_and_lets_the_next_one_pass() -> None:
    async def main() -> None:
        clock = ManualClock()
        bucket = TokenBucket(clock, per_second=1.0)
        await bucket.take()
        impatient = asyncio.ensure_future(bucket.take())
        patient = asyncio.ensure_future(bucket.take())
        await clock.advance(0.5)
        impatient.cancel()
        await clock.advance(0.5)
        assert patient.done()
        with pytest.raises(asyncio.CancelledError):
            await impatient
        assert not clock.pending

    run_debug(main())


@pytest.mark.parametrize(("per_second", "burst"), [(0.0, 1), (-1.0, 1), (1.0, 0)])
def test_a_bucket_that_could_never_give_a_token_is_refused(per_second: float, burst: int) -> None:
    with pytest.raises(ValueError, match="token bucket"):
        TokenBucket(ManualClock(), per_second=per_second, burst=burst)


def test_a_full_queue_lets_its_producer_wait() -> None:
    async def main() -> None:
        queue: BoundedQueue[int] = BoundedQueue(2, WhenFull.WAIT)
        await queue.put(1)
        await queue.put(2)
        third = asyncio.ensure_future(queue.put(3))
        await settle()
        assert not third.done()
        assert queue.waiting == 2
        assert await anext(queue) == 1
        await third
        await queue.close()
        assert [item async for item in queue] == [2, 3]

    run_debug(main())


def test_a_full_queue_rejects() -> None:
    async def main() -> None:
        queue: BoundedQueue[int] = BoundedQueue(1, WhenFull.REJECT)
        await queue.put(1)
        with pytest.raises(QueueFullError):
            await queue.put(2)
        assert await anext(queue) == 1
        await queue.put(3)
        assert queue.waiting == 1

    run_debug(main())


def test_a_full_queue_drops_the_oldest_and_counts_it() -> None:
    async def main() -> None:
        queue: BoundedQueue[int] = BoundedQueue(2, WhenFull.DROP_OLDEST)
        for number in range(5):
            await queue.put(number)
        assert queue.dropped == 3
        await queue.close()
        assert [item async for item in queue] == [3, 4]

    run_debug(main())


def test_closing_ends_waiting_consumers_and_producers() -> None:
    async def main() -> None:
        empty: BoundedQueue[int] = BoundedQueue(1, WhenFull.WAIT)
        consumer = asyncio.ensure_future(anext(empty, None))
        full: BoundedQueue[int] = BoundedQueue(1, WhenFull.WAIT)
        await full.put(1)
        producer = asyncio.ensure_future(full.put(2))
        await settle()
        await empty.close()
        await full.close()
        assert await consumer is None
        with pytest.raises(QueueClosedError):
            await producer
        assert [item async for item in full] == [1]

    run_debug(main())


def test_a_queue_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="room"):
        BoundedQueue(0, WhenFull.WAIT)
