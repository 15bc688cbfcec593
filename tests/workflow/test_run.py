"""A run of stages: what it tells, what it exposes, and how it is stopped."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from desktop_app.workflow import (
    AbortSignal,
    CancelReason,
    StageCallbacks,
    StageCancelledError,
    StagedRun,
    StagedWorkflowError,
    StageStillRunningError,
    StageTimeoutError,
    Succeeded,
)
from tests.virtual_time import ManualClock, run_debug, settle
from tests.workflow.steps import Heard, Outputs, Remote, Step

EMPTY = Outputs()
RECORD = Outputs(record="r1")


def a_run(clock: ManualClock, heard: Heard) -> StagedRun[Step, Outputs]:
    return StagedRun(
        callbacks=heard.callbacks(), schedule_timeout=clock.schedule, grace_s=3.0, clock=clock
    )


async def resolves(signal: AbortSignal) -> str:
    return "ok"


async def breaks(signal: AbortSignal) -> str:
    raise OSError("https://host/x?signature=s3cret")


def test_stages_are_told_in_order_and_only_resolved_ones_are_completed() -> None:
    async def main() -> None:
        clock, heard = ManualClock(), Heard()
        run = a_run(clock, heard)
        await run.stage(Step.CREATE, resolves, outputs=EMPTY, timeout_s=5)
        assert run.completed_stages == (Step.CREATE,)
        with pytest.raises(StagedWorkflowError) as caught:
            await run.stage(Step.UPLOAD, breaks, outputs=RECORD, timeout_s=5, abortable=True)
        assert run.completed_stages == (Step.CREATE,)
        error = caught.value
        assert error.failed_stage is Step.UPLOAD
        assert error.completed_stages == (Step.CREATE,)
        assert error.partial_outputs is RECORD
        assert isinstance(error.__cause__, OSError)
        assert heard.events == [
            ("start", Step.CREATE, False),
            ("complete", Step.CREATE, 0.0),
            ("start", Step.UPLOAD, True),
            ("error", Step.UPLOAD, "OSError", RECORD),
        ]
        assert "s3cret" not in f"{error} {error!r}"
        assert "r1" not in f"{error} {error!r}"
        assert not clock.pending

    run_debug(main())


def test_a_stage_is_completed_only_after_its_operation_resolved() -> None:
    async def main() -> None:
        clock, heard, remote = ManualClock(), Heard(), Remote()
        run = a_run(clock, heard)
        caller = asyncio.ensure_future(
            run.stage(Step.CREATE, remote, outputs=EMPTY, timeout_s=None, abortable=True)
        )
        await clock.advance(2)
        info = run.active_stage
        assert info is not None
        assert (info.name, info.abortable, info.started_at) == (Step.CREATE, True, 1000.0)
        assert run.completed_stages == ()
        remote.answer("r1")
        assert await caller == "r1"
        assert run.active_stage is None
        assert heard.events[-1] == ("complete", Step.CREATE, 2.0)

    run_debug(main())


def test_a_timed_out_stage_is_never_completed_even_if_it_succeeds_late() -> None:
    async def main() -> None:
        clock, heard, remote = ManualClock(), Heard(), Remote()
        run = a_run(clock, heard)
        with pytest.raises(StagedWorkflowError) as caught:
            await clock.run(run.stage(Step.PUBLISH, remote, outputs=RECORD, timeout_s=5))
        assert isinstance(caught.value.__cause__, StageTimeoutError)
        with pytest.raises(StageStillRunningError):
            await run.stage(Step.PUBLISH, resolves, outputs=RECORD, timeout_s=5)
        assert heard.names == ["start", "error"]
        remote.answer("published")
        await run.detached.wait(Step.PUBLISH)
        assert heard.late == [(Step.PUBLISH, Succeeded("published"))]
        assert heard.names == ["start", "error"]
        assert run.completed_stages == ()
        assert await run.stage(Step.PUBLISH, resolves, outputs=RECORD, timeout_s=5) == "ok"

    run_debug(main())


def test_request_cancel_is_true_once_for_an_abortable_stage() -> None:
    async def main() -> None:
        clock, heard = ManualClock(), Heard()
        run = a_run(clock, heard)
        assert not run.request_cancel(CancelReason.USER)
        caller = asyncio.ensure_future(
            run.stage(Step.UPLOAD, Remote(), outputs=RECORD, timeout_s=5, abortable=True)
        )
        await settle()
        assert run.request_cancel(CancelReason.USER)
        assert not run.request_cancel(CancelReason.USER)
        with pytest.raises(StagedWorkflowError) as caught:
            await caller
        cause = caught.value.__cause__
        assert isinstance(cause, StageCancelledError)
        assert cause.reason is CancelReason.USER
        assert not run.request_cancel(CancelReason.USER)
        assert heard.names == ["start", "error"]

    run_debug(main())


def test_request_cancel_is_false_for_a_stage_that_cannot_be_aborted() -> None:
    async def main() -> None:
        remote = Remote()
        run = a_run(ManualClock(), Heard())
        caller = asyncio.ensure_future(run.stage(Step.PUBLISH, remote, outputs=RECORD, timeout_s=5))
        await settle()
        assert not run.request_cancel(CancelReason.USER)
        remote.answer()
        assert await caller == "done"

    run_debug(main())


def test_a_cancel_asked_for_as_the_stage_is_announced_is_heeded() -> None:
    async def main() -> None:
        remote, clock = Remote(), ManualClock()
        asked: list[bool] = []
        run: StagedRun[Step, Outputs] = StagedRun(
            callbacks=StageCallbacks(
                on_stage_start=lambda *_: asked.append(run.request_cancel(CancelReason.USER))
            ),
            schedule_timeout=clock.schedule,
        )
        with pytest.raises(StagedWorkflowError):
            await run.stage(Step.UPLOAD, remote, outputs=EMPTY, timeout_s=5, abortable=True)
        assert asked == [True]
        assert remote.begun == 0

    run_debug(main())


def test_stop_before_next_stage_is_remembered_and_begins_nothing() -> None:
    async def main() -> None:
        clock, heard, remote = ManualClock(), Heard(), Remote()
        run = a_run(clock, heard)
        caller = asyncio.ensure_future(run.stage(Step.CREATE, remote, outputs=EMPTY, timeout_s=5))
        await settle()
        run.stop_before_next_stage(CancelReason.SHUTDOWN)
        run.stop_before_next_stage(CancelReason.USER)
        remote.answer("r1")
        assert await caller == "r1"
        never = Remote()
        for _ in range(2):
            with pytest.raises(StagedWorkflowError) as caught:
                await run.stage(Step.UPLOAD, never, outputs=RECORD, timeout_s=5)
            assert caught.value.failed_stage is Step.UPLOAD
            assert caught.value.completed_stages == (Step.CREATE,)
            cause = caught.value.__cause__
            assert isinstance(cause, StageCancelledError)
            assert (cause.stage, cause.reason, cause.still_running) == (
                Step.UPLOAD,
                CancelReason.SHUTDOWN,
                False,
            )
        assert never.begun == 0
        assert heard.names == ["start", "complete"]

    run_debug(main())


def test_a_cancel_that_nobody_asked_for_is_the_cause_of_the_failure() -> None:
    async def main() -> None:
        remote = Remote()
        run = a_run(ManualClock(), Heard())
        caller = asyncio.ensure_future(run.stage(Step.CREATE, remote, outputs=EMPTY, timeout_s=5))
        await settle()
        remote.cancel_itself()
        with pytest.raises(StagedWorkflowError) as caught:
            await caller
        assert isinstance(caught.value.__cause__, asyncio.CancelledError)

    run_debug(main())


@pytest.mark.parametrize("abortable", [True, False])
def test_a_cancelled_caller_is_told_as_an_error_and_sees_cancelled_error(abortable: bool) -> None:
    async def main() -> None:
        clock, heard, remote = ManualClock(), Heard(), Remote()
        run = a_run(clock, heard)
        caller = asyncio.ensure_future(
            run.stage(Step.UPLOAD, remote, outputs=RECORD, timeout_s=5, abortable=abortable)
        )
        await settle()
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        assert heard.events[1:] == [("error", Step.UPLOAD, "CancelledError", RECORD)]
        assert run.detached.running(Step.UPLOAD) is not abortable
        assert remote.cancelled == int(abortable)
        assert run.active_stage is None
        if not abortable:
            remote.answer()
            await run.detached.wait()
            assert heard.late == [(Step.UPLOAD, Succeeded("done"))]

    run_debug(main())


def test_starting_a_stage_while_another_is_active_raises_and_harms_nothing() -> None:
    async def main() -> None:
        heard, remote = Heard(), Remote()
        run = a_run(ManualClock(), heard)
        caller = asyncio.ensure_future(run.stage(Step.CREATE, remote, outputs=EMPTY, timeout_s=5))
        await settle()
        with pytest.raises(RuntimeError, match="active"):
            await run.stage(Step.UPLOAD, resolves, outputs=RECORD, timeout_s=5)
        remote.answer()
        assert await caller == "done"
        assert heard.names == ["start", "complete"]

    run_debug(main())


def test_the_active_stage_is_over_when_its_end_is_told() -> None:
    async def main() -> None:
        seen: list[object] = []
        run: StagedRun[Step, Outputs] = StagedRun(
            callbacks=StageCallbacks(
                on_stage_complete=lambda *_: seen.append((run.active_stage, run.completed_stages)),
                on_stage_error=lambda *_: seen.append(run.active_stage),
            )
        )
        await run.stage(Step.CREATE, resolves, outputs=EMPTY, timeout_s=None)
        with pytest.raises(StagedWorkflowError):
            await run.stage(Step.UPLOAD, breaks, outputs=RECORD, timeout_s=None)
        assert seen == [(None, (Step.CREATE,)), None]

    run_debug(main())


@pytest.mark.parametrize("raised", [ValueError("token=s3cret"), asyncio.CancelledError()])
def test_a_callback_that_raises_neither_fails_a_success_nor_hides_a_failure(
    raised: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise raised

    async def main() -> None:
        run: StagedRun[Step, Outputs] = StagedRun(
            callbacks=StageCallbacks(
                on_stage_start=broken, on_stage_complete=broken, on_stage_error=broken
            )
        )
        assert await run.stage(Step.CREATE, resolves, outputs=EMPTY, timeout_s=None) == "ok"
        assert run.completed_stages == (Step.CREATE,)
        with pytest.raises(StagedWorkflowError) as caught:
            await run.stage(Step.UPLOAD, breaks, outputs=RECORD, timeout_s=None)
        assert isinstance(caught.value.__cause__, OSError)

    with caplog.at_level(logging.ERROR):
        run_debug(main())
    assert len(caplog.records) == 4
    assert type(raised).__name__ in caplog.text
    assert "s3cret" not in caplog.text


def test_callbacks_are_frozen_optional_and_keyword_only() -> None:
    assert StageCallbacks().on_stage_start is None
    loosely: Any = StageCallbacks
    with pytest.raises(TypeError):
        loosely(print)
    with pytest.raises(AttributeError):
        loosely().on_stage_start = print
