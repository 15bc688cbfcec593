"""The pool: what each mode promises, what is pulled when, and how it stops."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from desktop_app.workflow import (
    AbortController,
    Aborted,
    BoundedQueue,
    CancelReason,
    ConcurrencyLimit,
    Failed,
    Mode,
    NotStarted,
    OperationAborted,
    PoolError,
    StageTimeoutError,
    Succeeded,
    TimeoutKind,
    UnaskedCancelError,
    WhenFull,
    map_with_concurrency,
    with_stage_timeout,
)
from tests.virtual_time import ManualClock, run_debug, settle

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from desktop_app.workflow import AbortSignal, Outcome


class Workers:
    """A mapper whose items end when the test says so; cleaning up takes `turns` loop turns."""

    def __init__(self, turns: int = 0) -> None:
        self._turns = turns
        self._ends: dict[Any, asyncio.Future[Any]] = {}
        self.begun: list[Any] = []
        self.signals: list[AbortSignal] = []
        self.running = 0
        self.most_running = 0
        self.cancels: dict[Any, int] = {}
        self.cleaned: list[Any] = []

    async def __call__(self, item: Any, signal: AbortSignal) -> Any:
        self.begun.append(item)
        self.signals.append(signal)
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        end = self._ends[item] = asyncio.get_running_loop().create_future()
        try:
            return await end
        except asyncio.CancelledError:
            self.cancels[item] = self.cancels.get(item, 0) + 1
            raise
        finally:
            for _ in range(self._turns):
                await asyncio.sleep(0)
            self.cleaned.append(item)
            self.running -= 1

    async def end(self, item: Any, value: Any = None) -> None:
        self._ends[item].set_result(value)
        await settle()

    async def fail(self, item: Any, error: BaseException | None = None) -> None:
        self._ends[item].set_exception(error or OSError(str(item)))
        await settle()

    def cancel_itself(self, item: Any) -> None:
        self._ends[item].cancel()


def start(items: Any, workers: Workers, **options: Any) -> asyncio.Task[list[Outcome[Any]]]:
    given: dict[str, Any] = {"limit": 2, "mode": Mode.COLLECT_ALL} | options
    return asyncio.ensure_future(map_with_concurrency(items, workers, **given))


async def error_of(pool: asyncio.Task[Any]) -> BaseException:
    await settle()
    assert pool.done()
    try:
        pool.result()
    except BaseException as error:  # noqa: BLE001 - the error is what the test looks at
        return error
    raise AssertionError("the pool returned")


def test_a_sliding_pool_starts_the_next_item_as_soon_as_one_slot_is_free() -> None:
    async def main() -> None:
        workers = Workers()
        pool = start("abcde", workers)
        await settle()
        assert workers.begun == ["a", "b"]
        await workers.end("b", "B")
        assert workers.begun == ["a", "b", "c"]
        await workers.end("c", "C")
        await workers.end("d", "D")
        await workers.end("e", "E")
        assert not pool.done()
        await workers.end("a", "A")
        assert await pool == [Succeeded(letter) for letter in "ABCDE"]
        assert workers.most_running == 2

    run_debug(main())


def test_items_are_pulled_only_as_slots_free_up() -> None:
    async def main() -> None:
        pulled: list[int] = []

        def numbers() -> Iterator[int]:
            for number in range(50_000):
                pulled.append(number)
                yield number

        workers, controller = Workers(), AbortController()
        pool = start(numbers(), workers, limit=3, signal=controller.signal)
        await settle()
        assert pulled == [0, 1, 2]
        assert len(asyncio.all_tasks()) <= 3 + 2
        await workers.end(0)
        assert pulled == [0, 1, 2, 3]
        controller.abort(CancelReason.USER)
        assert len(await pool) == 4

    run_debug(main())


def test_an_async_source_is_pulled_the_same_way_and_closed_when_the_pool_stops() -> None:
    async def main() -> None:
        pulled: list[int] = []
        closed: list[bool] = []

        async def numbers() -> AsyncIterator[int]:
            try:
                for number in range(100):
                    pulled.append(number)
                    yield number
            finally:
                closed.append(True)

        workers, controller = Workers(), AbortController()
        pool = start(numbers(), workers, signal=controller.signal)
        await settle()
        assert pulled == [0, 1]
        await workers.end(1, "one")
        controller.abort(CancelReason.USER)
        user = Aborted(CancelReason.USER, still_running=False)
        assert await pool == [user, Succeeded("one"), user]
        assert closed == [True]

    run_debug(main())


def test_a_source_that_waits_for_its_next_item_does_not_hold_up_an_abort() -> None:
    async def main() -> None:
        queue: BoundedQueue[str] = BoundedQueue(2, WhenFull.WAIT)
        workers, controller = Workers(), AbortController()
        pool = start(queue, workers, signal=controller.signal, mode=Mode.FAIL_FAST)
        await queue.put("a")
        await settle()
        await workers.end("a", "A")
        controller.abort(CancelReason.USER)
        error = await error_of(pool)
        assert isinstance(error, PoolError)
        assert error.outcomes == [Succeeded("A")]

    run_debug(main())


def test_a_source_that_raises_ends_the_pool_with_its_error() -> None:
    async def main() -> None:
        def numbers() -> Iterator[int]:
            yield 1
            raise LookupError

        workers = Workers(turns=3)
        pool = start(numbers(), workers)
        assert isinstance(await error_of(pool), LookupError)
        assert workers.begun == workers.cleaned

    run_debug(main())


def test_collect_all_gives_every_item_an_answer() -> None:
    async def main() -> None:
        workers = Workers()
        pool = start(["a", "b", "c"], workers)
        await settle()
        problem = OSError("reset")
        await workers.fail("a", problem)
        await workers.end("b", "B")
        await workers.end("c", "C")
        assert await pool == [Failed(problem), Succeeded("B"), Succeeded("C")]

    run_debug(main())


def test_fail_fast_stops_claiming_aborts_what_is_in_flight_waits_for_it_then_raises() -> None:
    async def main() -> None:
        workers = Workers(turns=5)
        pool = start(["a", "b", "c", "d"], workers, limit=3, mode=Mode.FAIL_FAST)
        await settle()
        await workers.end("a", "A")
        problem = OSError("reset")
        await workers.fail("b", problem)
        error = await error_of(pool)
        assert isinstance(error, PoolError)
        assert error.first_error is problem
        superseded = Aborted(CancelReason.SUPERSEDED, still_running=False)
        assert error.outcomes == [Succeeded("A"), Failed(problem), superseded, superseded]
        assert sorted(workers.cleaned) == ["a", "b", "c", "d"]
        assert workers.cancels == {"c": 1, "d": 1}
        assert workers.signals[0].reason is CancelReason.SUPERSEDED

    run_debug(main())


def test_fail_fast_marks_items_that_were_never_claimed_as_not_started() -> None:
    async def main() -> None:
        workers = Workers()
        pool = start(["a", "b", "c"], workers, limit=1, mode=Mode.FAIL_FAST)
        await settle()
        await workers.fail("a")
        error = await error_of(pool)
        assert isinstance(error, PoolError)
        assert error.outcomes[1:] == [NotStarted(CancelReason.SUPERSEDED)] * 2
        assert workers.begun == ["a"]

    run_debug(main())


def test_fail_fast_returns_all_when_all_succeed() -> None:
    async def doubles(item: int, signal: AbortSignal) -> int:
        return item * 2

    async def main() -> None:
        assert await map_with_concurrency(range(3), doubles, limit=2, mode=Mode.FAIL_FAST) == [
            Succeeded(0),
            Succeeded(2),
            Succeeded(4),
        ]

    run_debug(main())


def test_first_success_wins_and_the_rest_is_aborted() -> None:
    async def main() -> None:
        workers = Workers(turns=2)
        pool = start("abcd", workers, limit=3, mode=Mode.FIRST_SUCCESS)
        await settle()
        await workers.fail("a")
        await workers.end("c", "C")
        outcomes = await pool
        assert isinstance(outcomes[0], Failed)
        assert outcomes[2] == Succeeded("C")
        aborted = Aborted(CancelReason.SUPERSEDED, still_running=False)
        assert [outcomes[1], outcomes[3]] == [aborted, aborted]

    run_debug(main())


def test_two_winners_in_one_turn_make_exactly_one_success() -> None:
    async def main() -> None:
        workers = Workers()
        pool = start("ab", workers, mode=Mode.FIRST_SUCCESS)
        await settle()
        workers._ends["a"].set_result("A")
        workers._ends["b"].set_result("B")
        assert await pool == [
            Succeeded("A"),
            Aborted(CancelReason.SUPERSEDED, still_running=False),
        ]

    run_debug(main())


def test_first_success_raises_a_group_only_if_all_fail() -> None:
    async def main() -> None:
        workers = Workers()
        pool = start("ab", workers, mode=Mode.FIRST_SUCCESS)
        await settle()
        problem = OSError("reset")
        await workers.fail("a", problem)
        assert not pool.done()
        workers.cancel_itself("b")
        error = await error_of(pool)
        assert isinstance(error, ExceptionGroup)
        assert error.exceptions[0] is problem
        assert isinstance(error.exceptions[1], UnaskedCancelError)

    run_debug(main())


def test_no_items_are_no_outcomes_and_no_first_success() -> None:
    async def main() -> None:
        for mode in (Mode.COLLECT_ALL, Mode.FAIL_FAST):
            assert await map_with_concurrency([], Workers(), limit=1, mode=mode) == []
        with pytest.raises(ValueError, match="no item"):
            await map_with_concurrency([], Workers(), limit=1, mode=Mode.FIRST_SUCCESS)

    run_debug(main())


def test_collect_all_returns_what_there_is_when_the_signal_is_aborted() -> None:
    async def main() -> None:
        workers, controller = Workers(turns=4), AbortController()
        pool = start("abcd", workers, signal=controller.signal)
        await settle()
        await workers.end("a", "A")
        controller.abort(CancelReason.USER)
        user = Aborted(CancelReason.USER, still_running=False)
        assert await pool == [Succeeded("A"), user, user, NotStarted(CancelReason.USER)]
        assert sorted(workers.cleaned) == ["a", "b", "c"]

    run_debug(main())


@pytest.mark.parametrize("mode", [Mode.FAIL_FAST, Mode.FIRST_SUCCESS])
def test_the_other_modes_raise_when_the_signal_is_aborted(mode: Mode) -> None:
    async def main() -> None:
        workers, controller = Workers(), AbortController()
        pool = start("abc", workers, signal=controller.signal, mode=mode)
        await settle()
        controller.abort(CancelReason.USER)
        error = await error_of(pool)
        assert isinstance(error, PoolError)
        assert isinstance(error.first_error, OperationAborted)
        assert error.first_error.reason is CancelReason.USER
        user = Aborted(CancelReason.USER, still_running=False)
        assert error.outcomes == [user, user, NotStarted(CancelReason.USER)]

    run_debug(main())


def test_a_signal_that_was_aborted_before_starts_nothing() -> None:
    async def main() -> None:
        controller, workers = AbortController(), Workers()
        controller.abort(CancelReason.SHUTDOWN)
        assert (
            await start("ab", workers, signal=controller.signal)
            == [NotStarted(CancelReason.SHUTDOWN)] * 2
        )
        assert workers.begun == []

    run_debug(main())


def test_an_item_that_had_ended_before_the_abort_keeps_its_result() -> None:
    async def main() -> None:
        controller = AbortController()

        async def ends_as_the_abort_comes(item: str, signal: AbortSignal) -> str:
            asyncio.get_running_loop().call_soon(controller.abort, CancelReason.USER)
            return item.upper()

        assert await map_with_concurrency(
            "ab",
            ends_as_the_abort_comes,
            limit=1,
            mode=Mode.COLLECT_ALL,
            signal=controller.signal,
        ) == [Succeeded("A"), NotStarted(CancelReason.USER)]

    run_debug(main())


def test_a_signal_aborted_from_a_thread_stops_the_pool() -> None:
    async def main() -> None:
        controller, workers = AbortController(), Workers()
        pool = start("ab", workers, signal=controller.signal)
        await settle()
        await asyncio.to_thread(controller.abort, CancelReason.USER)
        assert await pool == [Aborted(CancelReason.USER, still_running=False)] * 2

    run_debug(main())


def test_an_item_that_was_claimed_but_never_ran_cannot_have_taken_effect() -> None:
    async def main() -> None:
        controller, workers = AbortController(), Workers()

        def items() -> Iterator[str]:
            yield "a"
            controller.abort(CancelReason.USER)
            yield "b"

        assert (
            await start(items(), workers, limit=3, signal=controller.signal)
            == [NotStarted(CancelReason.USER)] * 2
        )
        assert workers.begun == []

    run_debug(main())


def test_told_by_signal_and_by_cancellation_every_clean_up_still_finishes() -> None:
    async def main() -> None:
        workers, controller = Workers(turns=10), AbortController()
        pool = start("abc", workers, limit=3, signal=controller.signal)
        await settle()
        controller.abort(CancelReason.USER)
        await asyncio.sleep(0)
        pool.cancel()
        await asyncio.sleep(0)
        pool.cancel()
        assert isinstance(await error_of(pool), asyncio.CancelledError)
        assert sorted(workers.cleaned) == ["a", "b", "c"]
        assert workers.cancels == {"a": 1, "b": 1, "c": 1}

    run_debug(main())


def test_a_cancelled_pool_cancels_each_child_once_waits_and_re_raises() -> None:
    async def main() -> None:
        workers = Workers(turns=10)
        pool = start("abc", workers)
        await settle()
        pool.cancel("quit")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not pool.done()
        error = await error_of(pool)
        assert isinstance(error, asyncio.CancelledError)
        assert workers.signals[0].reason is CancelReason.SHUTDOWN
        assert workers.cancels == {"a": 1, "b": 1}
        assert sorted(workers.cleaned) == ["a", "b"]

    run_debug(main())


def test_a_pool_cancelled_while_it_waits_for_its_last_children_does_the_same() -> None:
    async def main() -> None:
        workers = Workers(turns=10)
        pool = start("ab", workers, limit=5)
        await settle()
        pool.cancel()
        assert isinstance(await error_of(pool), asyncio.CancelledError)
        assert sorted(workers.cleaned) == ["a", "b"]

    run_debug(main())


def test_a_mappers_own_cancelled_error_is_failed() -> None:
    async def main() -> None:
        workers = Workers()
        pool = start("ab", workers)
        await settle()
        workers.cancel_itself("a")
        await settle()
        await workers.end("b", "B")
        outcomes = await pool
        assert isinstance(outcomes[0], Failed)
        assert isinstance(outcomes[0].error, asyncio.CancelledError)
        assert outcomes[1] == Succeeded("B")

    run_debug(main())


def test_a_mapper_that_raises_before_its_first_await_is_failed() -> None:
    def broken(item: str, signal: AbortSignal) -> Any:
        raise LookupError

    async def main() -> None:
        (outcome,) = await map_with_concurrency("a", broken, limit=1, mode=Mode.COLLECT_ALL)
        assert isinstance(outcome, Failed)
        assert isinstance(outcome.error, LookupError)

    run_debug(main())


def test_aborted_says_whether_the_work_of_a_nested_stage_runs_on() -> None:
    async def main() -> None:
        clock, controller = ManualClock(), AbortController()
        end = asyncio.Event()

        async def remote(signal: AbortSignal) -> None:
            await end.wait()

        async def mapper(item: str, signal: AbortSignal) -> None:
            await with_stage_timeout("put", remote, timeout_s=None, schedule_timeout=clock.schedule)

        pool = asyncio.ensure_future(
            map_with_concurrency(
                "a", mapper, limit=1, mode=Mode.COLLECT_ALL, signal=controller.signal
            )
        )
        await settle()
        controller.abort(CancelReason.USER)
        assert await pool == [Aborted(CancelReason.USER, still_running=True)]
        end.set()
        await settle()

    run_debug(main())


def test_a_touch_in_a_mapper_feeds_the_stall_limit_of_the_stage_around() -> None:
    async def main() -> None:
        clock, workers = ManualClock(), Workers()

        async def uploads(signal: AbortSignal) -> Any:
            return await map_with_concurrency(
                "a", workers, limit=1, mode=Mode.COLLECT_ALL, signal=signal
            )

        stage = asyncio.ensure_future(
            with_stage_timeout(
                "upload",
                uploads,
                timeout_s=None,
                stall_s=10,
                abortable=True,
                schedule_timeout=clock.schedule,
            )
        )
        await clock.advance(8)
        workers.signals[0].touch()
        await clock.advance(8)
        assert not stage.done()
        await clock.advance(2)
        with pytest.raises(StageTimeoutError) as caught:
            await stage
        assert caught.value.kind is TimeoutKind.STALL
        assert workers.signals[0].reason is CancelReason.DEADLINE
        assert workers.cancels == {"a": 1}

    run_debug(main())


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(limit: int) -> None:
    async def main() -> None:
        with pytest.raises(ValueError, match="slot"):
            await map_with_concurrency("a", Workers(), limit=limit, mode=Mode.COLLECT_ALL)

    run_debug(main())


def test_several_pools_share_one_budget_and_all_slots_come_back() -> None:
    async def main() -> None:
        budget, workers = ConcurrencyLimit(3), Workers()
        pools = [start([f"{name}{n}" for n in range(4)], workers, limit=budget) for name in "xyz"]
        done: set[str] = set()
        while not all(pool.done() for pool in pools):
            await settle()
            assert workers.running <= 3
            for item in set(workers.begun) - done:
                done.add(item)
                await workers.end(item)
        assert workers.most_running == 3
        assert len(workers.begun) == len(set(workers.begun)) == 12
        assert budget.gauges().running == 0
        assert budget.gauges().waiting == 0

    run_debug(main())


def test_a_budget_can_be_resized_while_in_use_and_zero_pauses() -> None:
    async def main() -> None:
        budget, workers = ConcurrencyLimit(2), Workers()
        pool = start("abcdef", workers, limit=budget)
        await settle()
        budget.resize(0)
        await workers.end("a")
        await workers.end("b")
        assert workers.begun == ["a", "b"]
        budget.resize(3)
        await settle()
        assert workers.begun == ["a", "b", "c", "d", "e"]
        budget.resize(1)
        await workers.end("c")
        await workers.end("d")
        assert len(workers.begun) == 5
        await workers.end("e")
        await workers.end("f")
        assert len(await pool) == 6

    run_debug(main())


def test_a_paused_pool_can_be_aborted() -> None:
    async def main() -> None:
        budget, controller = ConcurrencyLimit(0), AbortController()
        pool = start("ab", Workers(), limit=budget, signal=controller.signal)
        await settle()
        assert budget.gauges().waiting == 1
        controller.abort(CancelReason.USER)
        assert await pool == [NotStarted(CancelReason.USER)] * 2
        assert budget.gauges().waiting == 0

    run_debug(main())


def test_gauges_show_running_waiting_longest_wait_and_cancels_by_reason() -> None:
    async def main() -> None:
        clock = ManualClock()
        budget, controller = ConcurrencyLimit(2, clock=clock), AbortController()
        workers = Workers(turns=40)
        pool = start("abc", workers, limit=budget, signal=controller.signal)
        await clock.advance(7)
        gauges = budget.gauges()
        assert (gauges.running, gauges.waiting, gauges.longest_wait_s) == (2, 1, 7.0)
        controller.abort(CancelReason.USER)
        await asyncio.sleep(0)
        assert budget.gauges().cancelled == {CancelReason.USER: 2}
        assert budget.gauges().running_after_cancel == 2
        await pool
        assert budget.gauges().running_after_cancel == 0
        assert budget.gauges().cancelled == {CancelReason.USER: 2}
        assert budget.gauges().running == 0

    run_debug(main())


def test_a_pool_error_shows_counts_only() -> None:
    error = PoolError(OSError("https://host/x?signature=s3cret"), [Succeeded("s3cret")])
    assert str(error) == "OSError; 1 of 1 succeeded"
    assert "s3cret" not in repr(error)
