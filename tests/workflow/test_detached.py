"""The registry of work that nobody waits for."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.workflow import (
    CancelReason,
    DetachedWork,
    Failed,
    StageCancelledError,
    StageTimeoutError,
    Succeeded,
    with_stage_timeout,
)
from tests.virtual_time import ManualClock, run_debug, settle
from tests.workflow.steps import Heard, Remote, Step


async def left_running(
    clock: ManualClock,
    detached: DetachedWork,
    heard: Heard,
    remote: Remote,
    *,
    stage: Step = Step.UPLOAD,
    abortable: bool = False,
) -> None:
    with pytest.raises(StageTimeoutError):
        await clock.run(
            with_stage_timeout(
                stage,
                remote,
                timeout_s=1,
                grace_s=1,
                abortable=abortable,
                schedule_timeout=clock.schedule,
                detached=detached,
                on_late_outcome=heard.late_outcome,
            )
        )
    assert detached.running(stage)


def test_close_waits_then_cancels_what_is_left_and_returns_it() -> None:
    async def main() -> None:
        clock, heard = ManualClock(), Heard()
        detached = DetachedWork(schedule_timeout=clock.schedule)
        slow, quick = Remote(), Remote()
        await left_running(clock, detached, heard, slow)
        await left_running(clock, detached, heard, quick, stage=Step.PUBLISH)
        closing = asyncio.ensure_future(detached.close(5.0))
        await clock.advance(4)
        quick.answer("published")
        await settle()
        assert slow.cancelled == 0
        await clock.advance(1)
        assert await closing == (Step.UPLOAD,)
        assert slow.cancelled == 1
        assert slow.signal is not None
        assert slow.signal.reason is CancelReason.SHUTDOWN
        assert heard.late[0] == (Step.PUBLISH, Succeeded("published"))
        stage, outcome = heard.late[1]
        assert stage is Step.UPLOAD
        assert isinstance(outcome, Failed)
        assert isinstance(outcome.error, StageCancelledError)
        assert outcome.error.reason is CancelReason.SHUTDOWN
        assert detached.stages == ()
        assert not clock.pending

    run_debug(main())


def test_close_returns_at_once_when_nothing_is_left() -> None:
    async def main() -> None:
        clock, heard, remote = ManualClock(), Heard(), Remote()
        detached = DetachedWork(schedule_timeout=clock.schedule)
        assert await detached.close(60.0) == ()
        await left_running(clock, detached, heard, remote)
        closing = asyncio.ensure_future(detached.close(60.0))
        await settle()
        remote.answer()
        assert await closing == ()
        assert not clock.pending

    run_debug(main())


def test_close_lets_what_it_cancelled_clean_up() -> None:
    async def main() -> None:
        clock, heard, remote = ManualClock(), Heard(), Remote(cleans_up=True)
        detached = DetachedWork(schedule_timeout=clock.schedule)
        await left_running(clock, detached, heard, remote)
        closing = asyncio.ensure_future(detached.close(0.0))
        await clock.advance(1)
        assert not closing.done()
        remote.let_clean_up()
        assert await closing == (Step.UPLOAD,)
        assert remote.cleaned_up
        assert remote.cancelled == 1

    run_debug(main())


def test_close_does_not_cancel_a_second_time_what_its_stage_had_asked() -> None:
    async def main() -> None:
        clock, heard, remote = ManualClock(), Heard(), Remote(cleans_up=True)
        detached = DetachedWork(schedule_timeout=clock.schedule, grace_s=2.0)
        await left_running(clock, detached, heard, remote, abortable=True)
        began = clock.monotonic()
        assert await clock.run(detached.close(1.0)) == (Step.UPLOAD,)
        assert clock.monotonic() - began == 1.0, "it has had its grace"
        assert remote.cancelled == 1
        assert detached.running(Step.UPLOAD)
        remote.let_clean_up()
        (outcome,) = await detached.wait()
        assert isinstance(outcome, Failed)
        assert isinstance(outcome.error, StageCancelledError)
        assert outcome.error.reason is CancelReason.DEADLINE

    run_debug(main())


def test_a_cancelled_close_cancels_no_work_and_leaves_no_timer() -> None:
    async def main() -> None:
        clock, heard, remote = ManualClock(), Heard(), Remote()
        detached = DetachedWork(schedule_timeout=clock.schedule)
        await left_running(clock, detached, heard, remote)
        closing = asyncio.ensure_future(detached.close(60.0))
        await settle()
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        assert not clock.pending
        assert remote.cancelled == 0
        remote.answer()
        await detached.wait()

    run_debug(main())


def test_wait_for_one_stage_returns_its_late_outcomes_once_they_were_reported() -> None:
    async def main() -> None:
        clock, heard, upload, publish = ManualClock(), Heard(), Remote(), Remote()
        detached = DetachedWork(schedule_timeout=clock.schedule)
        await left_running(clock, detached, heard, upload)
        await left_running(clock, detached, heard, publish, stage=Step.PUBLISH)
        waiting = asyncio.ensure_future(detached.wait(Step.PUBLISH))
        await settle()
        assert not waiting.done()
        publish.answer("p")
        assert await waiting == (Succeeded("p"),)
        assert heard.late == [(Step.PUBLISH, Succeeded("p"))]
        assert await detached.wait(Step.PUBLISH) == ()
        everything = asyncio.ensure_future(detached.wait())
        await settle()
        assert not everything.done()
        upload.answer("u")
        assert await everything == (Succeeded("u"),)

    run_debug(main())
