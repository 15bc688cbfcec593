"""Any interleaving of a pool: within its limit, no item twice, in order, all cleaned up."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.workflow import (
    AbortController,
    Aborted,
    CancelReason,
    ConcurrencyLimit,
    Failed,
    Mode,
    NotStarted,
    PoolError,
    Succeeded,
    map_with_concurrency,
)
from tests.virtual_time import run_debug, settle

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from desktop_app.workflow import AbortSignal, Outcome


class Source(StrEnum):
    LIST = "list"
    ITERATOR = "iterator"
    ASYNC = "async"


class Move(StrEnum):
    TURN = "turn"
    SUCCEED = "succeed"
    FAIL = "fail"
    CANCEL_ITSELF = "cancel_itself"
    ABORT = "abort"
    OUTER_CANCEL = "outer_cancel"
    RESIZE = "resize"


@dataclass
class Case:
    count: int
    limit: int
    mode: Mode
    source: Source
    clean_up_turns: int
    moves: list[tuple[Move, int]]


cases = st.builds(
    Case,
    count=st.integers(1, 7),
    limit=st.integers(1, 4),
    mode=st.sampled_from(Mode),
    source=st.sampled_from(Source),
    clean_up_turns=st.integers(0, 4),
    moves=st.lists(st.tuples(st.sampled_from(Move), st.integers(0, 6)), max_size=16),
)


class Mapper:
    """Counts everything; each item ends when it is told to."""

    def __init__(self, budget: ConcurrencyLimit, turns: int) -> None:
        self._budget = budget
        self._turns = turns
        self.ends: dict[int, asyncio.Future[int]] = {}
        self.begun: list[int] = []
        self.running: set[int] = set()
        self.most_allowed = budget.limit
        self.cancels: dict[int, int] = {}
        self.cleaned: list[int] = []
        self.over_limit = False

    async def __call__(self, item: int, signal: AbortSignal) -> int:
        self.begun.append(item)
        self.running.add(item)
        self.over_limit |= len(self.running) > self.most_allowed
        self.ends[item] = asyncio.get_running_loop().create_future()
        try:
            return await asyncio.shield(self.ends[item])
        except asyncio.CancelledError:
            if self.ends[item].cancelled():
                raise
            self.cancels[item] = self.cancels.get(item, 0) + 1
            for _ in range(self._turns):
                await asyncio.sleep(0)
            self.cleaned.append(item)
            raise
        finally:
            self.running.discard(item)

    def open_end(self, number: int) -> asyncio.Future[int] | None:
        waiting = [end for end in self.ends.values() if not end.done()]
        return waiting[number % len(waiting)] if waiting else None


class Scene:
    def __init__(self, case: Case) -> None:
        self.pulled: list[int] = []
        self.budget = ConcurrencyLimit(case.limit)
        self.mapper = Mapper(self.budget, case.clean_up_turns)
        self.controller = AbortController()
        self.outer = False
        self.pool: asyncio.Task[list[Outcome[int]]] = asyncio.ensure_future(
            map_with_concurrency(
                self._items(case),
                self.mapper,
                limit=self.budget,
                mode=case.mode,
                signal=self.controller.signal,
            )
        )

    def _items(self, case: Case) -> Any:
        if case.source is Source.LIST:
            return list(range(case.count))
        return self._async(case.count) if case.source is Source.ASYNC else self._sync(case.count)

    def _sync(self, count: int) -> Iterator[int]:
        for number in range(count):
            self.pulled.append(number)
            yield number

    async def _async(self, count: int) -> AsyncIterator[int]:
        for number in range(count):
            await asyncio.sleep(0)
            self.pulled.append(number)
            yield number

    async def move(self, move: Move, number: int) -> None:
        end = self.mapper.open_end(number)
        if move is Move.TURN:
            await asyncio.sleep(0)
        elif move is Move.ABORT:
            self.controller.abort(CancelReason.USER)
        elif move is Move.OUTER_CANCEL and not self.pool.done():
            self.pool.cancel()
            self.outer = True
        elif move is Move.RESIZE:
            self.budget.resize(number)
            self.mapper.most_allowed = max(self.mapper.most_allowed, number)
        elif end is not None:
            self._end(move, end)

    def _end(self, move: Move, end: asyncio.Future[int]) -> None:
        if move is Move.SUCCEED:
            end.set_result(1)
        elif move is Move.FAIL:
            end.set_exception(OSError("reset"))
            end.exception()  # retrieved: nobody may be listening to this future any more
        elif move is Move.CANCEL_ITSELF:
            end.cancel()

    async def play(self, case: Case) -> None:
        await asyncio.sleep(0)
        for move, number in case.moves:
            await self.move(move, number)
        self.budget.resize(max(1, self.budget.limit))
        await settle()
        while not self.pool.done():
            end = self.mapper.open_end(0)
            assert end is not None, "the pool waits for nothing"
            end.set_result(1)
            await settle()

    def check_work(self) -> None:
        mapper = self.mapper
        assert not mapper.over_limit
        assert len(mapper.begun) == len(set(mapper.begun)), "an item was started twice"
        assert mapper.begun == sorted(mapper.begun)
        assert sorted(mapper.cleaned) == sorted(mapper.cancels), "a clean-up did not finish"
        assert not mapper.running
        assert all(count == 1 for count in mapper.cancels.values())
        gauges = self.budget.gauges()
        assert (gauges.running, gauges.waiting, gauges.running_after_cancel) == (0, 0, 0)

    def check_outcomes(self, case: Case) -> None:
        outcomes = self._outcomes(case)
        if outcomes is None:
            return
        assert len(outcomes) == (case.count if case.source is Source.LIST else len(self.pulled))
        for item, outcome in enumerate(outcomes):
            self._check_outcome(item, outcome)
        won = sum(isinstance(outcome, Succeeded) for outcome in outcomes)
        if case.mode is Mode.FIRST_SUCCESS:
            assert won == int(self._returned())

    def _check_outcome(self, item: int, outcome: Outcome[int]) -> None:
        end = self.mapper.ends.get(item)
        match outcome:
            case NotStarted():
                assert item not in self.mapper.begun
            case Succeeded():
                assert end is not None
                assert end.result() == 1
            case Failed():
                assert end is not None
                assert end.cancelled() or isinstance(end.exception(), OSError)
            case Aborted():
                assert item in self.mapper.begun
                assert not outcome.still_running

    def _returned(self) -> bool:
        return not self.pool.cancelled() and self.pool.exception() is None

    def _outcomes(self, case: Case) -> list[Outcome[int]] | None:
        """Return the outcomes, having checked that the mode allows the way they came."""
        if self.pool.cancelled():
            assert self.outer
            return None
        assert not self.outer
        error = self.pool.exception()
        if error is None:
            outcomes = self.pool.result()
            if case.mode is Mode.FAIL_FAST:
                assert all(isinstance(outcome, Succeeded) for outcome in outcomes)
            return outcomes
        assert case.mode is not Mode.COLLECT_ALL
        if isinstance(error, PoolError):
            return list(error.outcomes)
        assert case.mode is Mode.FIRST_SUCCESS
        assert isinstance(error, ExceptionGroup)
        assert len(error.exceptions) == case.count
        return None


@settings(max_examples=200, deadline=None)
@given(case=cases)
def test_a_pool_keeps_its_promises_whatever_happens(case: Case) -> None:
    async def main() -> None:
        scene = Scene(case)
        await scene.play(case)
        scene.check_work()
        scene.check_outcomes(case)

    run_debug(main())
