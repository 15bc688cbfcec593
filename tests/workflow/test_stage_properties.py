"""Any interleaving of success, failure, timeout, stall and cancellations: one end, nothing left."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.workflow import (
    CancelReason,
    Failed,
    StageCancelledError,
    StagedRun,
    StagedWorkflowError,
    StageTimeoutError,
    Succeeded,
    TimeoutKind,
)
from tests.virtual_time import ManualClock, run_debug, settle
from tests.workflow.steps import Heard, Outputs, Step

if TYPE_CHECKING:
    from desktop_app.workflow import AbortSignal


class Move(StrEnum):
    """What may happen next. `TURN` lets the loop make one turn, so that the rest can coincide."""

    TURN = "turn"
    SUCCEED = "succeed"
    FAIL = "fail"
    CANCEL_ITSELF = "cancel_itself"
    TOUCH = "touch"
    TICK = "tick"
    USER_CANCEL = "user_cancel"
    OUTER_CANCEL = "outer_cancel"


class OnCancel(StrEnum):
    """How the operation takes a cancellation."""

    OBEY = "obey"
    CLEAN_UP = "clean_up"
    IGNORE = "ignore"
    RETURN = "return"
    RAISE = "raise"


@dataclass
class Operation:
    """Does what the moves say; counts what is done to it."""

    on_cancel: OnCancel
    end: asyncio.Future[str]
    signal: AbortSignal | None = None
    cancels: int = 0
    entered: int = 0
    left: int = 0
    cleaned: int = 0
    cut_short: int = 0

    async def __call__(self, signal: AbortSignal) -> str:
        self.signal = signal
        self.entered += 1
        try:
            return await asyncio.shield(self.end)
        except asyncio.CancelledError:
            if self.end.cancelled():
                raise
            self.cancels += 1
            return await self._cancelled()
        finally:
            self.left += 1

    async def _cancelled(self) -> str:
        match self.on_cancel:
            case OnCancel.RETURN:
                return "returned anyway"
            case OnCancel.RAISE:
                raise OSError("reset by the abort")
            case OnCancel.IGNORE:
                return await asyncio.shield(self.end)
            case OnCancel.CLEAN_UP:
                try:
                    for _ in range(5):
                        await asyncio.sleep(0)
                except asyncio.CancelledError:
                    self.cut_short += 1
                    raise
                self.cleaned += 1
        raise asyncio.CancelledError


@dataclass
class Case:
    moves: list[Move]
    abortable: bool
    on_cancel: OnCancel
    timeout_s: float | None
    stall_s: float | None
    requests: list[bool] = field(default_factory=list)
    outer: int = 0


cases = st.builds(
    Case,
    moves=st.lists(st.sampled_from(Move), max_size=14),
    abortable=st.booleans(),
    on_cancel=st.sampled_from(OnCancel),
    timeout_s=st.sampled_from([None, 2.0, 4.0]),
    stall_s=st.sampled_from([None, 1.0, 3.0]),
)


async def make(move: Move, case: Case, scene: Scene) -> None:
    end = scene.operation.end
    match move:
        case Move.TURN:
            await asyncio.sleep(0)
        case Move.SUCCEED if not end.done():
            end.set_result("resolved")
        case Move.FAIL if not end.done():
            end.set_exception(LookupError("broken"))
            end.exception()  # retrieved: nobody may be listening to this future any more
        case Move.CANCEL_ITSELF if not end.done():
            end.cancel()
        case Move.TOUCH if scene.operation.signal is not None:
            scene.operation.signal.touch()
        case Move.TICK:
            scene.clock.fire_next()
        case Move.USER_CANCEL:
            case.requests.append(scene.run.request_cancel(CancelReason.USER))
        case Move.OUTER_CANCEL if not scene.caller.done():
            scene.caller.cancel()
            case.outer += 1
        case _:
            pass


class Scene:
    def __init__(self, case: Case) -> None:
        self.clock = ManualClock()
        self.heard = Heard()
        self.operation = Operation(case.on_cancel, asyncio.get_running_loop().create_future())
        self.run: StagedRun[Step, Outputs] = StagedRun(
            callbacks=self.heard.callbacks(), schedule_timeout=self.clock.schedule, grace_s=1.5
        )
        self.caller = asyncio.ensure_future(
            self.run.stage(
                Step.UPLOAD,
                self.operation,
                outputs=Outputs(),
                timeout_s=case.timeout_s,
                abortable=case.abortable,
                stall_s=case.stall_s,
            )
        )

    async def play(self, case: Case) -> None:
        await asyncio.sleep(0)
        for move in case.moves:
            await make(move, case, self)
        await settle()
        if not self.operation.end.done():
            self.operation.end.set_result("resolved at last")
        await settle()
        while not self.caller.done() and self.clock.fire_next():
            await settle()

    def check_one_end(self, case: Case) -> None:
        assert self.caller.done()
        assert self.heard.names in (["start", "complete"], ["start", "error"])
        assert (self.run.completed_stages == (Step.UPLOAD,)) == (self.heard.names[1] == "complete")
        assert self.run.active_stage is None
        assert not self.run.request_cancel(CancelReason.USER)
        assert case.requests.count(True) <= 1
        assert case.abortable or not any(case.requests)
        assert self.caller.cancelled() == (case.outer > 0)

    def check_nothing_left(self, case: Case) -> None:
        assert self.clock.pending == ()
        assert self.run.detached.stages == ()
        assert self.operation.left == self.operation.entered
        assert self.operation.entered == 1 or any(case.requests), "asked before its first step"

    def check_cancellations(self, case: Case) -> None:
        operation = self.operation
        assert operation.cancels <= 1
        assert operation.cut_short == 0
        if operation.signal is None:
            assert operation.entered == 0
            return
        if not case.abortable:
            assert operation.cancels == 0
            assert not operation.signal.aborted
        if operation.cancels and case.on_cancel is OnCancel.CLEAN_UP:
            assert operation.cleaned == 1

    def check_the_end_is_true(self, case: Case) -> None:
        """Either the result was in time, or it was reported late: never both, never neither."""
        late = [outcome for _, outcome in self.heard.late]
        assert len(late) <= 1
        if self.heard.names[1] == "complete":
            assert late == []
            return
        error = self.heard.errors[0]
        cause = error.__cause__ if isinstance(error, asyncio.CancelledError) else error
        if isinstance(cause, StageTimeoutError | StageCancelledError):
            self.check_late(cause, late, case)
        if isinstance(error, StageTimeoutError):
            limit = case.timeout_s if error.kind is TimeoutKind.TOTAL else case.stall_s
            assert error.timeout_s == limit
        if isinstance(error, StageCancelledError):
            assert error.reason is CancelReason.USER
            assert True in case.requests

    def check_late(
        self,
        cause: StageTimeoutError | StageCancelledError,
        late: list[Succeeded[object] | Failed],
        case: Case,
    ) -> None:
        if cause.still_running or not case.abortable:
            assert len(late) == 1
        if any(isinstance(outcome, Succeeded) for outcome in late):
            assert (
                not case.abortable
                or case.on_cancel in {OnCancel.RETURN, OnCancel.IGNORE}
                or (self.operation.cancels == 0)
            )


@settings(max_examples=200, deadline=None)
@given(case=cases)
def test_a_stage_settles_exactly_once_and_leaves_nothing_behind(case: Case) -> None:
    async def main() -> None:
        scene = Scene(case)
        await scene.play(case)
        scene.check_one_end(case)
        scene.check_nothing_left(case)
        scene.check_cancellations(case)
        scene.check_the_end_is_true(case)
        assert_result_is_of_a_known_kind(scene.caller)

    run_debug(main())


def assert_result_is_of_a_known_kind(caller: asyncio.Task[str]) -> None:
    if caller.cancelled():
        return
    error = caller.exception()
    if error is None:
        assert caller.result() in {"resolved", "resolved at last"}
        return
    known = StageTimeoutError | StageCancelledError | LookupError | asyncio.CancelledError
    assert isinstance(error, StagedWorkflowError)
    assert isinstance(error.__cause__, known)
