"""What the stage panel shows, as a table: events in, states and numbers out. No window."""

from __future__ import annotations

import pytest

from desktop_app.core.errors import ErrorInfo, ErrorKind, Verdict, info
from desktop_app.core.model import (
    LOCAL_ACCOUNT,
    FileState,
    SavePartialOutputs,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.saving.events import (
    FileConfirmed,
    FileFailed,
    FileProgress,
    LateOutcome,
    Reconciled,
    Reconciling,
    RunStarted,
    SaveEvent,
    StageCompleted,
    StageFailed,
    StageStarted,
    Waiting,
)
from desktop_app.ui.bridge import EventBridge, FileBatch
from desktop_app.ui.viewmodels.stages import Stages

CREATE, UPLOAD, FINALIZE = SaveStage
STALLED = info(ErrorKind.STALLED, host="h", verdict=Verdict.TRANSIENT)


def started(*confirmed: str, stages: tuple[SaveStage, ...] = tuple(SaveStage)) -> RunStarted:
    return RunStarted("r", 0.0, LOCAL_ACCOUNT, "t", stages, 3, 600, confirmed)


def begun(stage: SaveStage, t: float = 0.0, *, abortable: bool = True) -> StageStarted:
    return StageStarted("r", t, stage, abortable)


def failed(stage: SaveStage, error: ErrorInfo, *, still_running: bool = False) -> StageFailed:
    return StageFailed("r", 5.0, stage, error, (), SavePartialOutputs(), still_running)


def progress(key: str, sent: int, acknowledged: int | None, t: float = 0.0) -> FileProgress:
    return FileProgress("r", t, key, FileState.SENDING, 200, sent, acknowledged)


def shown(*events: SaveEvent) -> Stages:
    stages = Stages(sizes={"a": 100, "b": 200, "c": 300})
    for event in events:
        stages.apply(event)
    return stages


def states(stages: Stages) -> list[StageState]:
    return [line.state for line in stages.lines]


@pytest.mark.parametrize(
    ("error", "still_running", "state"),
    [
        (STALLED, False, StageState.FAILED),
        (info(ErrorKind.STOPPED), False, StageState.STOPPED),
        (info(ErrorKind.TIMED_OUT, verdict=Verdict.UNKNOWN_OUTCOME), False, StageState.UNKNOWN),
        (info(ErrorKind.STILL_RUNNING), True, StageState.UNKNOWN),
    ],
)
def test_how_a_stage_failed_decides_its_state(
    error: ErrorInfo, still_running: bool, state: StageState
) -> None:
    stages = shown(started(), begun(UPLOAD), failed(UPLOAD, error, still_running=still_running))
    assert stages.line(UPLOAD).state is state
    assert stages.active is None
    assert not stages.can_cancel


@pytest.mark.parametrize(
    ("settled", "state"),
    [
        (Settled.DONE, StageState.DONE),
        (Settled.NOT_DONE, StageState.FAILED),
        (Settled.UNKNOWN, StageState.UNKNOWN),
    ],
)
def test_a_check_settles_the_stage_as_the_server_says(settled: Settled, state: StageState) -> None:
    stages = shown(started(), begun(FINALIZE, abortable=False), Reconciling("r", 3.0, FINALIZE))
    assert stages.checking is FINALIZE
    assert stages.can_cancel
    stages.apply(Reconciled("r", 4.0, FINALIZE, settled))
    assert stages.line(FINALIZE).state is state
    assert stages.checking is None


def test_bytes_received_and_bytes_sent_are_kept_apart() -> None:
    stages = shown(started(), begun(UPLOAD))
    stages.apply_files([progress("b", 150, 120, 1.0), progress("c", 200, None, 2.0)])
    assert (stages.received, stages.unconfirmed) == (120, 200)
    assert (stages.received_at, stages.sent_at) == (1.0, 2.0)
    stages.apply_files([FileConfirmed("r", 3.0, "c", 300, "")])
    assert (stages.received, stages.unconfirmed) == (420, 0)
    assert stages.confirmed_files == 1


def test_a_new_attempt_goes_back_and_is_never_counted_twice() -> None:
    stages = shown(started(), begun(UPLOAD))
    stages.apply_files([progress("b", 140, None), progress("b", 10, None)])
    assert stages.unconfirmed == 10
    confirmed = FileConfirmed("r", 1.0, "b", 200, "")
    stages.apply_files([confirmed, confirmed, progress("b", 999, None)])
    assert (stages.received, stages.unconfirmed, stages.confirmed_files) == (200, 0, 1)
    stages.apply_files([FileFailed("r", 2.0, "c", STALLED)])
    assert stages.failed_files == 1


def test_what_earlier_attempts_confirmed_counts_from_the_start() -> None:
    stages = shown(started("a", "c"))
    assert (stages.confirmed_files, stages.received) == (2, 400)


def test_a_retry_of_the_last_stage_keeps_the_others() -> None:
    stages = shown(
        started(),
        begun(CREATE),
        StageCompleted("r", 1.0, CREATE, 1.0),
        begun(UPLOAD),
        StageCompleted("r", 2.0, UPLOAD, 1.0),
        begun(FINALIZE, abortable=False),
        failed(FINALIZE, STALLED),
        started("a", "b", "c", stages=(FINALIZE,)),
    )
    assert states(stages) == [StageState.DONE, StageState.DONE, StageState.PENDING]


def test_a_save_without_files_has_two_stages() -> None:
    stages = shown(started(stages=(CREATE, FINALIZE)))
    assert [line.stage for line in stages.lines] == [CREATE, FINALIZE]


def test_a_countdown_ends_when_something_moves() -> None:
    stages = shown(started(), begun(UPLOAD), Waiting("r", 10.0, UPLOAD, "", 5.0, STALLED))
    assert stages.countdown is not None
    assert stages.countdown.until == 15.0
    stages.apply_files([progress("b", 1, None)])
    assert stages.countdown is None


def test_a_late_success_is_a_success() -> None:
    timed_out = info(ErrorKind.TIMED_OUT, verdict=Verdict.UNKNOWN_OUTCOME)
    stages = shown(started(), begun(FINALIZE, abortable=False), failed(FINALIZE, timed_out))
    stages.apply(LateOutcome("r", 9.0, FINALIZE, STALLED))
    assert stages.line(FINALIZE).state is StageState.UNKNOWN
    stages.apply(LateOutcome("r", 9.0, FINALIZE, None))
    assert stages.line(FINALIZE).state is StageState.DONE


def test_elapsed_time_is_never_negative() -> None:
    stages = shown(started(), begun(CREATE, t=100.0))
    assert stages.line(CREATE).seconds(90.0) == 0.0
    assert stages.line(CREATE).seconds(104.0) == 4.0


def test_the_bridge_gathers_files_and_keeps_the_order_of_stages() -> None:
    bridge = EventBridge(gather_ms=60_000)
    told: list[object] = []
    bridge.event_told.connect(told.append)
    bridge.files_told.connect(told.append)
    bridge.receive(begun(UPLOAD))
    for sent in range(1000):
        bridge.receive(progress("b", sent, None))
    bridge.receive(FileConfirmed("r", 1.0, "a", 100, ""))
    bridge.receive(progress("c", 5_000_000_000, None))
    bridge.receive(StageCompleted("r", 2.0, UPLOAD, 2.0))
    first, batch, last = told
    assert isinstance(first, StageStarted)
    assert isinstance(batch, FileBatch)
    assert [event.key for event in batch.events] == ["a", "b", "c"]
    assert batch.events[1].sent == 999  # type: ignore[union-attr]  # it is progress
    assert batch.events[2].sent == 5_000_000_000  # type: ignore[union-attr]  # the same
    assert isinstance(last, StageCompleted)
