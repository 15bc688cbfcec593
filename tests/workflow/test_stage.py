"""One stage: each sentence of its rules, on a clock that the test moves."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import threading
import weakref
from typing import TYPE_CHECKING, Any

import pytest

from desktop_app.workflow import (
    CancelReason,
    DetachedWork,
    Failed,
    StageCancelledError,
    StageStillRunningError,
    StageTimeoutError,
    Succeeded,
    TimeoutKind,
    UnaskedCancelError,
    with_stage_timeout,
)
from tests.virtual_time import ManualClock, run_debug, settle
from tests.workflow.steps import Heard, Remote, Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.workflow import AbortSignal


class Scene:
    """One stage under way, with all that a test wants to look at."""

    def __init__(self, remote: Remote, **options: Any) -> None:
        self.clock = ManualClock()
        self.detached = DetachedWork(schedule_timeout=self.clock.schedule)
        self.heard = Heard()
        self.remote = remote
        self.cancel: Callable[[CancelReason], bool] = lambda _: False
        limits = {"timeout_s": 10.0, "grace_s": 3.0} | options
        self.caller = asyncio.ensure_future(
            with_stage_timeout(
                Step.UPLOAD,
                remote,
                schedule_timeout=self.clock.schedule,
                detached=self.detached,
                on_late_outcome=self.heard.late_outcome,
                bind_cancel=self._bind,
                **limits,
            )
        )

    def _bind(self, cancel: Callable[[CancelReason], bool]) -> None:
        self.cancel = cancel

    async def error(self) -> BaseException:
        """Return how the stage ended, having made sure that it did, and left no timer."""
        await settle()
        assert self.caller.done()
        assert not self.clock.pending
        try:
            value = self.caller.result()
        except BaseException as error:  # noqa: BLE001 - the error is what the test looks at
            return error
        raise AssertionError(f"the stage returned {value}")


def test_an_operation_that_resolves_gives_its_value_and_leaves_no_timer() -> None:
    async def main() -> None:
        scene = Scene(Remote(), stall_s=2.0)
        await settle()
        assert sorted(scene.clock.pending) == [2.0, 10.0]
        scene.remote.answer("stored")
        assert await scene.caller == "stored"
        assert not scene.clock.pending
        assert scene.heard.late == []

    run_debug(main())


def test_an_operation_that_fails_raises_its_own_error() -> None:
    async def main() -> None:
        scene = Scene(Remote())
        await settle()
        scene.remote.fail(OSError("reset"))
        assert isinstance(await scene.error(), OSError)

    run_debug(main())


def test_an_operation_that_fails_before_its_first_await_is_a_failure_too() -> None:
    def broken(signal: AbortSignal) -> Any:
        raise LookupError

    async def main() -> None:
        clock = ManualClock()
        with pytest.raises(LookupError):
            await with_stage_timeout(
                Step.CREATE, broken, timeout_s=1.0, schedule_timeout=clock.schedule
            )
        assert not clock.pending

    run_debug(main())


def test_stop_waiting_leaves_the_operation_running_and_says_so() -> None:
    async def main() -> None:
        scene = Scene(Remote())
        await scene.clock.advance(9.9)
        assert not scene.caller.done()
        await scene.clock.advance(0.2)
        error = await scene.error()
        assert isinstance(error, StageTimeoutError)
        assert (error.stage, error.timeout_s, error.kind) == (Step.UPLOAD, 10.0, TimeoutKind.TOTAL)
        assert error.still_running
        assert scene.remote.cancelled == 0
        assert scene.remote.signal is not None
        assert not scene.remote.signal.aborted
        assert scene.detached.running(Step.UPLOAD)
        scene.remote.answer("late")
        await settle()
        assert scene.heard.late == [(Step.UPLOAD, Succeeded("late"))]
        assert not scene.detached.running(Step.UPLOAD)

    run_debug(main())


def test_a_late_exception_is_consumed_and_reported() -> None:
    async def main() -> None:
        scene = Scene(Remote())
        await scene.clock.advance(11)
        assert isinstance(await scene.error(), StageTimeoutError)
        problem = OSError("reset")
        scene.remote.fail(problem)
        await settle()
        assert scene.heard.late == [(Step.UPLOAD, Failed(problem))]

    run_debug(main())


def test_detached_work_is_held_although_the_caller_kept_no_registry() -> None:
    async def main() -> None:
        heard = Heard()
        ends: list[weakref.ref[asyncio.Event]] = []

        async def adrift(signal: AbortSignal) -> str:
            end = asyncio.Event()
            ends.append(weakref.ref(end))
            await end.wait()
            return "late"

        async def caller() -> None:
            clock = ManualClock()
            with contextlib.suppress(StageTimeoutError):
                await clock.run(
                    with_stage_timeout(
                        Step.CREATE,
                        adrift,
                        timeout_s=1.0,
                        schedule_timeout=clock.schedule,
                        on_late_outcome=heard.late_outcome,
                    )
                )

        await caller()
        gc.collect()
        end = ends[0]()
        assert end is not None, "the operation was collected while it ran"
        end.set()
        await settle()
        assert heard.late == [(Step.CREATE, Succeeded("late"))]

    run_debug(main())


def test_ask_to_stop_sets_the_signal_cancels_the_task_and_waits_for_its_end() -> None:
    async def main() -> None:
        scene = Scene(Remote(cleans_up=True), abortable=True)
        await scene.clock.advance(10)
        assert scene.remote.signal is not None
        assert scene.remote.signal.reason is CancelReason.DEADLINE
        assert scene.remote.cancelled == 1
        assert not scene.caller.done()
        scene.remote.let_clean_up()
        error = await scene.error()
        assert isinstance(error, StageTimeoutError)
        assert not error.still_running
        assert scene.remote.cleaned_up
        assert scene.heard.late == []

    run_debug(main())


def test_work_that_ignores_the_request_joins_the_registry_after_the_grace() -> None:
    async def main() -> None:
        scene = Scene(Remote(stubborn=True), abortable=True)
        await scene.clock.advance(12.9)
        assert not scene.caller.done()
        await scene.clock.advance(0.1)
        error = await scene.error()
        assert isinstance(error, StageTimeoutError)
        assert error.still_running
        assert scene.detached.stages == (Step.UPLOAD,)
        scene.remote.answer("late")
        await settle()
        assert scene.heard.late == [(Step.UPLOAD, Succeeded("late"))]

    run_debug(main())


@pytest.mark.parametrize(
    ("reason", "grace_s"), [(CancelReason.USER, 3), (CancelReason.SHUTDOWN, 1)]
)
def test_a_quit_has_a_shorter_grace(reason: CancelReason, grace_s: float) -> None:
    async def main() -> None:
        scene = Scene(Remote(stubborn=True), abortable=True, quit_grace_s=1.0)
        await settle()
        assert scene.cancel(reason)
        await scene.clock.advance(grace_s - 0.1)
        assert not scene.caller.done()
        await scene.clock.advance(0.1)
        error = await scene.error()
        assert isinstance(error, StageCancelledError)
        assert error.still_running
        scene.remote.answer()
        await settle()

    run_debug(main())


@pytest.mark.parametrize("asked_s_ago", [None, 0.5, 2.5])
def test_a_cancelled_caller_waits_for_no_more_than_the_grace_of_a_quit(
    asked_s_ago: float | None,
) -> None:
    async def main() -> None:
        scene = Scene(Remote(stubborn=True), abortable=True, quit_grace_s=1.0)
        await settle()
        if asked_s_ago is not None:
            assert scene.cancel(CancelReason.USER)
            await scene.clock.advance(asked_s_ago)
        scene.caller.cancel()
        await scene.clock.advance(0.5)
        scene.caller.cancel()
        await scene.clock.advance(0.4)
        assert not scene.caller.done()
        await scene.clock.advance(0.1)
        error = await scene.error()
        assert isinstance(error, asyncio.CancelledError)
        assert scene.remote.cancelled == 1
        scene.remote.answer()
        await settle()

    run_debug(main())


def test_the_grace_of_a_quit_never_lengthens_the_ordinary_one() -> None:
    async def main() -> None:
        scene = Scene(Remote(stubborn=True), abortable=True, grace_s=0.5, quit_grace_s=9.0)
        await settle()
        assert scene.cancel(CancelReason.SHUTDOWN)
        await scene.clock.advance(0.5)
        assert isinstance(await scene.error(), StageCancelledError)
        scene.remote.answer()
        await settle()

    run_debug(main())


def test_a_value_returned_after_the_request_is_a_late_outcome_not_a_success() -> None:
    async def main() -> None:
        scene = Scene(Remote(stubborn=True), abortable=True)
        await scene.clock.advance(10)
        scene.remote.answer("too late")
        error = await scene.error()
        assert isinstance(error, StageTimeoutError)
        assert not error.still_running
        assert scene.heard.late == [(Step.UPLOAD, Succeeded("too late"))]

    run_debug(main())


def test_a_race_with_the_operations_own_failure_always_yields_the_timeout_error() -> None:
    async def main() -> None:
        scene = Scene(Remote(), abortable=True)
        await settle()
        scene.clock.fire_next()
        scene.remote.fail(OSError("reset by the abort"))
        assert isinstance(await scene.error(), StageTimeoutError)

    run_debug(main())


def test_a_timer_that_fires_after_the_task_is_done_does_nothing() -> None:
    async def main() -> None:
        clock = ManualClock()

        async def ends_as_the_timer_fires(signal: AbortSignal) -> str:
            asyncio.get_running_loop().call_soon(clock.fire_next)
            return "first"

        assert (
            await with_stage_timeout(
                Step.CREATE, ends_as_the_timer_fires, timeout_s=1, schedule_timeout=clock.schedule
            )
            == "first"
        )

    run_debug(main())


def test_no_total_limit_means_none() -> None:
    async def main() -> None:
        scene = Scene(Remote(), timeout_s=None)
        await scene.clock.advance(1e9)
        assert not scene.caller.done()
        scene.remote.answer()
        assert await scene.caller == "done"

    run_debug(main())


def test_stall_fires_when_touch_was_not_called_for_that_long() -> None:
    async def main() -> None:
        scene = Scene(Remote(), timeout_s=None, stall_s=10.0, abortable=True)
        for _ in range(5):
            await scene.clock.advance(6)
            assert scene.remote.signal is not None
            scene.remote.signal.touch()
        await scene.clock.advance(9.9)
        assert not scene.caller.done()
        await scene.clock.advance(0.2)
        error = await scene.error()
        assert isinstance(error, StageTimeoutError)
        assert (error.kind, error.timeout_s) == (TimeoutKind.STALL, 10.0)

    run_debug(main())


def test_a_touch_from_a_thread_feeds_the_stall_limit() -> None:
    async def main() -> None:
        scene = Scene(Remote(), timeout_s=None, stall_s=10.0)
        await scene.clock.advance(6)
        assert scene.remote.signal is not None
        await asyncio.to_thread(scene.remote.signal.touch)
        await scene.clock.advance(9)
        assert not scene.caller.done()
        scene.remote.answer()
        await scene.caller

    run_debug(main())


def test_a_touch_after_the_end_sets_no_timer() -> None:
    async def main() -> None:
        scene = Scene(Remote(), stall_s=5.0)
        await scene.clock.advance(5)
        assert isinstance(await scene.error(), StageTimeoutError)
        assert scene.remote.signal is not None
        scene.remote.signal.touch()
        assert not scene.clock.pending
        scene.remote.answer()
        await scene.detached.wait()

    run_debug(main())


class _JumpingLoop(asyncio.SelectorEventLoop):
    """The standard loop, on a clock that jumps to the next timer whenever nothing is ready."""

    now = 0.0
    timers = 0

    def call_at(self, *args: Any, **more: Any) -> asyncio.TimerHandle:  # type: ignore[override]  # any
        self.timers += 1
        return super().call_at(*args, **more)

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]  # the loop's insides
            self.now = max(self.now, self._scheduled[0]._when)  # type: ignore[attr-defined]  # same
        super()._run_once()  # type: ignore[misc]  # same


def test_the_default_scheduler_measures_stall_from_the_last_touch_with_one_timer() -> None:
    loop = _JumpingLoop()

    async def uploads(signal: AbortSignal) -> None:
        for _ in range(1000):
            signal.touch()
        loop.call_later(6.0, signal.touch)
        await asyncio.Event().wait()

    async def main() -> float:
        with pytest.raises(StageTimeoutError) as caught:
            await with_stage_timeout(
                Step.UPLOAD, uploads, timeout_s=None, stall_s=10.0, abortable=True
            )
        assert caught.value.kind is TimeoutKind.STALL
        return loop.time()

    try:
        assert loop.run_until_complete(main()) == pytest.approx(16.0)
        assert loop.timers <= 5
    finally:
        loop.close()


def test_a_task_is_cancelled_at_most_once_whatever_comes() -> None:
    async def main() -> None:
        scene = Scene(Remote(cleans_up=True), abortable=True, stall_s=8.0)
        await settle()
        assert scene.cancel(CancelReason.USER)
        assert not scene.cancel(CancelReason.USER)
        await settle()
        scene.caller.cancel()
        await settle()
        scene.caller.cancel()
        await scene.clock.advance(2)
        assert scene.remote.cancelled == 1
        scene.remote.let_clean_up()
        assert isinstance(await scene.error(), asyncio.CancelledError)
        assert scene.remote.cancelled == 1
        assert scene.remote.cleaned_up

    run_debug(main())


def test_a_cancel_that_nobody_asked_for_is_a_failure_with_that_cause() -> None:
    async def main() -> None:
        scene = Scene(Remote())
        await settle()
        scene.remote.cancel_itself()
        error = await scene.error()
        assert isinstance(error, UnaskedCancelError)
        assert isinstance(error.__cause__, asyncio.CancelledError)

    run_debug(main())


def test_when_the_caller_is_cancelled_abortable_work_is_asked_and_awaited() -> None:
    async def main() -> None:
        scene = Scene(Remote(cleans_up=True), abortable=True)
        await settle()
        scene.caller.cancel("quit")
        await settle()
        scene.caller.cancel("again")
        await settle()
        assert scene.remote.signal is not None
        assert scene.remote.signal.reason is CancelReason.SHUTDOWN
        assert not scene.caller.done()
        scene.remote.let_clean_up()
        error = await scene.error()
        assert isinstance(error, asyncio.CancelledError)
        assert error.args == ("quit",)
        assert isinstance(error.__cause__, StageCancelledError)
        assert not error.__cause__.still_running
        assert scene.remote.cleaned_up

    run_debug(main())


def test_when_the_caller_is_cancelled_other_work_is_detached() -> None:
    async def main() -> None:
        scene = Scene(Remote())
        await settle()
        scene.caller.cancel()
        error = await scene.error()
        assert isinstance(error, asyncio.CancelledError)
        assert isinstance(error.__cause__, StageCancelledError)
        assert error.__cause__.still_running
        assert scene.remote.cancelled == 0
        scene.remote.answer("published")
        await settle()
        assert scene.heard.late == [(Step.UPLOAD, Succeeded("published"))]

    run_debug(main())


def test_a_caller_cancelled_in_the_turn_of_the_result_still_hears_the_result_late() -> None:
    async def main() -> None:
        scene = Scene(Remote())
        await settle()
        stage_task = next(t for t in asyncio.all_tasks() if t.get_name() == "stage upload")
        stage_task.add_done_callback(lambda _: scene.caller.cancel())
        scene.remote.answer("published")
        assert isinstance(await scene.error(), asyncio.CancelledError)
        assert scene.heard.late == [(Step.UPLOAD, Succeeded("published"))]

    run_debug(main())


def test_work_that_was_cancelled_before_it_began_never_begins() -> None:
    async def main() -> None:
        remote, clock = Remote(), ManualClock()
        with pytest.raises(StageCancelledError) as caught:
            await with_stage_timeout(
                Step.PUBLISH,
                remote,
                timeout_s=1,
                abortable=True,
                schedule_timeout=clock.schedule,
                bind_cancel=lambda cancel: asserted(cancel(CancelReason.USER)),
            )
        assert not caught.value.still_running
        assert remote.begun == 0
        assert not clock.pending

    run_debug(main())


def asserted(truth: bool) -> None:
    assert truth


def test_a_cancel_request_is_heeded_once_and_only_while_the_end_is_open() -> None:
    async def main() -> None:
        scene = Scene(Remote(), abortable=True)
        await settle()
        assert scene.cancel(CancelReason.USER)
        assert not scene.cancel(CancelReason.USER)
        error = await scene.error()
        assert isinstance(error, StageCancelledError)
        assert (error.stage, error.reason, error.still_running) == (
            Step.UPLOAD,
            CancelReason.USER,
            False,
        )
        assert not scene.cancel(CancelReason.USER)

    run_debug(main())


def test_a_cancel_request_does_nothing_to_work_that_cannot_be_aborted() -> None:
    async def main() -> None:
        scene = Scene(Remote())
        await settle()
        assert not scene.cancel(CancelReason.USER)
        await settle()
        assert scene.remote.signal is not None
        assert not scene.remote.signal.aborted
        scene.remote.answer()
        assert await scene.caller == "done"

    run_debug(main())


def test_a_stage_whose_earlier_operation_is_detached_is_not_begun_again() -> None:
    async def main() -> None:
        scene = Scene(Remote())
        await scene.clock.advance(10)
        await scene.error()
        again = Remote()
        with pytest.raises(StageStillRunningError):
            await with_stage_timeout(Step.UPLOAD, again, timeout_s=1, detached=scene.detached)
        assert again.begun == 0
        scene.remote.answer()
        await scene.detached.wait(Step.UPLOAD)
        again.answer()
        assert (
            await with_stage_timeout(Step.UPLOAD, again, timeout_s=None, detached=scene.detached)
            == "done"
        )

    run_debug(main())


def test_still_running_is_true_of_the_thread_not_only_of_the_coroutine() -> None:
    async def main() -> None:
        clock, stopped = ManualClock(), threading.Event()

        def copies(signal: AbortSignal) -> None:
            asked = threading.Event()
            signal.on_abort(asked.set)
            asked.wait()
            stopped.set()

        async def operation(signal: AbortSignal) -> None:
            thread = asyncio.ensure_future(asyncio.to_thread(copies, signal))
            try:
                await asyncio.shield(thread)
            except asyncio.CancelledError:
                await thread
                raise

        caller = asyncio.ensure_future(
            with_stage_timeout(
                Step.UPLOAD,
                operation,
                timeout_s=1.0,
                abortable=True,
                schedule_timeout=clock.schedule,
            )
        )
        await clock.advance(1)
        with pytest.raises(StageTimeoutError) as caught:
            await caller
        assert stopped.is_set()
        assert not caught.value.still_running

    run_debug(main())


def test_a_callback_for_late_outcomes_that_raises_is_logged_without_its_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(stage: str, outcome: object) -> None:
        raise ValueError("token=s3cret")

    async def main() -> None:
        clock, remote, detached = ManualClock(), Remote(), DetachedWork()
        with pytest.raises(StageTimeoutError):
            await clock.run(
                with_stage_timeout(
                    Step.UPLOAD,
                    remote,
                    timeout_s=1,
                    schedule_timeout=clock.schedule,
                    detached=detached,
                    on_late_outcome=broken,
                )
            )
        remote.answer()
        assert await detached.wait() == (Succeeded("done"),)

    run_debug(main())
    assert "ValueError" in caplog.text
    assert "s3cret" not in caplog.text


def test_no_error_shows_what_it_came_from() -> None:
    errors = [
        StageTimeoutError(Step.UPLOAD, 3.0, TimeoutKind.STALL, still_running=True),
        StageCancelledError(Step.UPLOAD, CancelReason.USER, still_running=False),
        Failed(OSError("https://host/x?signature=s3cret")),
        Succeeded("https://host/x?signature=s3cret"),
    ]
    for error in errors:
        assert "s3cret" not in f"{error} {error!r}"
    assert "stall limit of 3 s, still running" in str(errors[0])
