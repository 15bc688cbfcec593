"""Budgets of time that nest."""

from __future__ import annotations

import asyncio
import math

import pytest

from desktop_app.workflow import Deadline, NotEnoughTimeError
from tests.virtual_time import ManualClock


def test_what_is_left_shrinks_to_zero_and_no_further() -> None:
    async def main() -> None:
        clock = ManualClock()
        deadline = Deadline(clock, 10.0)
        await clock.advance(4)
        assert deadline.remaining() == 6.0
        assert not deadline.expired
        await clock.advance(60)
        assert deadline.remaining() == 0.0
        assert deadline.expired

    asyncio.run(main())


def test_a_call_never_outlasts_its_stage_nor_a_stage_its_run() -> None:
    async def main() -> None:
        clock = ManualClock()
        run = Deadline(clock, 10.0)
        stage = run.child(60.0)
        call = stage.child(3.0)
        assert (run.remaining(), stage.remaining(), call.remaining()) == (10.0, 10.0, 3.0)
        await clock.advance(9)
        assert stage.child(3.0).remaining() == 1.0
        assert call.remaining() == 0.0

    asyncio.run(main())


def test_no_limit_nests_as_well() -> None:
    clock = ManualClock()
    assert Deadline(clock, math.inf).remaining() == math.inf
    assert Deadline(clock, math.inf).child(5.0).remaining() == 5.0


def test_no_call_starts_with_less_than_it_needs() -> None:
    clock = ManualClock()
    Deadline(clock, 5.0).require(5.0)
    with pytest.raises(NotEnoughTimeError):
        Deadline(clock, 5.0).require(5.1)
    with pytest.raises(NotEnoughTimeError):
        Deadline(clock, 0.0).require(0.0)
