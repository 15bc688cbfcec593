"""What is shown of a run, as a table: changes in, states and numbers out. No window, no session."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.core.changes import (
    AttemptBegun,
    CheckBegan,
    FilesChanged,
    FilesConfirmed,
    LateEnded,
    OutcomeSettled,
    RunBegun,
    StageBegan,
    StageEnded,
    apply,
)
from desktop_app.core.errors import ErrorInfo, ErrorKind, Verdict, info
from desktop_app.core.measured import (
    FileMoved,
    Measured,
    News,
    OperationStarted,
    RetryWaits,
    StopAccepted,
    measure,
)
from desktop_app.core.model import (
    LOCAL_ACCOUNT,
    FileState,
    Fingerprint,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.core.run import Run, RunFile
from desktop_app.saving.views import Stages, file_line, stages_of, totals_of

CREATE, UPLOAD, FINALIZE = SaveStage
STALLED = info(ErrorKind.STALLED, host="h", verdict=Verdict.TRANSIENT)
AT = "2026-01-02T03:04:05.000+00:00"
OBSERVED = (FileMoved, OperationStarted, RetryWaits, StopAccepted)


def run(*sizes: int) -> Run:
    files = tuple(
        RunFile(f"/{key}", key, Fingerprint(size, 1, 1), n=n)
        for n, (key, size) in enumerate(zip("abc", sizes, strict=False))
    )
    return Run("r", LOCAL_ACCOUNT, "T", files=files, busy=True)


def confirmed(one: RunFile) -> RunFile:
    return replace(one, state=FileState.CONFIRMED, acknowledged=one.size)


def begun(stage: SaveStage, *, abortable: bool = True) -> tuple[News, ...]:
    return StageBegan(stage, AT), OperationStarted(stage, abortable)


def ended(
    stage: SaveStage, state: StageState, error: ErrorInfo | None = None, reason: str = ""
) -> News:
    return StageEnded(stage, state, AT, 1.0, reason, error)


def after(known: Run, *news: News, t: float = 0.0) -> tuple[Run, Measured]:
    measured = Measured()
    for one in news:
        if not isinstance(one, OBSERVED):
            known = apply(known, one)  # type: ignore[arg-type]  # a change, not an observation
        measured = measure(measured, one, t)
    return known, measured


def shown(*news: News, t: float = 0.0) -> Stages:
    return stages_of(*after(run(100, 200, 300), RunBegun(), *news, t=t))


def states(stages: Stages) -> list[StageState]:
    return [line.state for line in stages.lines]


@pytest.mark.parametrize(
    "state", [StageState.FAILED, StageState.STOPPED, StageState.UNKNOWN, StageState.DONE]
)
def test_a_stage_that_ended_is_shown_as_it_ended_and_cannot_be_stopped(state: StageState) -> None:
    stages = shown(*begun(UPLOAD), ended(UPLOAD, state, STALLED))

    assert stages.line(UPLOAD).state is state
    assert stages.active is None
    assert not stages.measured.can_cancel


def test_while_the_server_is_asked_the_stage_is_unknown_and_the_asking_can_be_stopped() -> None:
    news = (*begun(FINALIZE, abortable=False), CheckBegan(FINALIZE, AT))
    stages = shown(*news)

    assert stages.checking is FINALIZE
    assert stages.line(FINALIZE).state is StageState.UNKNOWN
    assert stages.measured.can_cancel
    assert shown(*news, OutcomeSettled(FINALIZE, Settled.NOT_DONE)).checking is None


def test_files_that_are_asked_for_do_not_end_the_stage_that_sends_the_others() -> None:
    news = (*begun(UPLOAD), CheckBegan(UPLOAD, AT, files=2))

    assert shown(*news).checking is UPLOAD
    back = shown(*news, OutcomeSettled(UPLOAD, Settled.NOT_DONE))
    assert back.active is UPLOAD
    assert back.line(UPLOAD).state is StageState.ACTIVE


def test_bytes_received_and_bytes_sent_are_kept_apart() -> None:
    sending = FileState.SENDING
    news = (*begun(UPLOAD), FileMoved(1, sending, 150, 120), FileMoved(2, sending, 200))
    before = shown(*news).totals
    assert (before.received, before.unconfirmed) == (120, 200)

    third = confirmed(run(100, 200, 300).files[2])
    totals = shown(*news, FilesConfirmed((third,))).totals
    assert (totals.received, totals.unconfirmed, totals.confirmed) == (420, 0, 1)


def test_a_new_attempt_goes_back_and_is_never_counted_twice() -> None:
    again = (FileMoved(1, FileState.SENDING, 140), FileMoved(1, FileState.SENDING, 10))
    assert shown(*begun(UPLOAD), *again).totals.unconfirmed == 10

    done = FilesConfirmed((confirmed(run(100, 200, 300).files[1]),))
    totals = shown(*begun(UPLOAD), done, done, FileMoved(1, FileState.SENDING, 999)).totals
    assert (totals.received, totals.unconfirmed, totals.confirmed) == (200, 0, 1)


def test_a_failed_file_leaves_nothing_behind_and_a_left_out_one_is_not_counted() -> None:
    first, second, _third = run(100, 200, 300).files
    failed = replace(first, state=FileState.FAILED, error=STALLED)
    moved = FileMoved(0, FileState.SENDING, 50)
    totals = shown(*begun(UPLOAD), moved, FilesChanged((failed,))).totals
    assert (totals.files, totals.failed, totals.unconfirmed) == (3, 1, 0)

    left_out = FilesChanged((replace(failed, left_out=True), confirmed(second)))
    totals = shown(left_out).totals
    assert (totals.files, totals.confirmed, totals.bytes) == (2, 1, 500)


def test_what_is_no_file_to_send_is_not_counted() -> None:
    link = run(100).files[0].with_skip(info(ErrorKind.FILE_LINK_OUT))

    assert totals_of(replace(run(100), files=(link,))).files == 0


def test_a_retry_of_the_last_stage_keeps_the_others() -> None:
    stages = shown(
        *begun(CREATE),
        ended(CREATE, StageState.DONE),
        *begun(UPLOAD),
        ended(UPLOAD, StageState.DONE),
        *begun(FINALIZE, abortable=False),
        ended(FINALIZE, StageState.FAILED, STALLED),
        AttemptBegun((FINALIZE,)),
    )

    assert states(stages) == [StageState.DONE, StageState.DONE, StageState.PENDING]


def test_a_save_without_files_has_two_stages_and_one_that_stays_a_draft_too() -> None:
    assert [line.stage for line in stages_of(run()).lines] == [CREATE, FINALIZE]
    draft = replace(run(100), finalize=False)
    assert [line.stage for line in stages_of(draft).lines] == [CREATE, UPLOAD]


def test_a_countdown_ends_when_its_file_moves() -> None:
    waits = RetryWaits(UPLOAD, 5.0, STALLED, 1)
    other = FileMoved(2, FileState.SENDING, 1)
    stages = shown(*begun(UPLOAD), waits, FileMoved(1, FileState.WAITING), other, t=10.0)
    assert stages.measured.countdown is not None
    assert stages.measured.countdown.until == 15.0

    moved = shown(*begun(UPLOAD), waits, FileMoved(1, FileState.SENDING, 1))
    assert moved.measured.countdown is None


def test_a_late_success_is_a_success() -> None:
    timed_out = info(ErrorKind.TIMED_OUT, verdict=Verdict.UNKNOWN_OUTCOME)
    unknown = (*begun(FINALIZE, abortable=False), ended(FINALIZE, StageState.UNKNOWN, timed_out))
    assert shown(*unknown, LateEnded(FINALIZE, STALLED)).line(FINALIZE).state is StageState.UNKNOWN

    done = shown(
        *unknown, LateEnded(FINALIZE, None), ended(FINALIZE, StageState.DONE, None, "late")
    )
    assert done.line(FINALIZE).state is StageState.DONE


def test_a_stop_that_was_accepted_takes_the_button_away() -> None:
    assert shown(*begun(UPLOAD)).measured.can_cancel
    assert not shown(*begun(UPLOAD), StopAccepted()).measured.can_cancel


def test_elapsed_time_is_never_negative() -> None:
    stages = shown(*begun(CREATE), t=100.0)

    assert stages.line(CREATE).seconds(90.0) == 0.0
    assert stages.line(CREATE).seconds(104.0) == 4.0


def test_a_stage_that_a_process_left_active_is_unknown_to_the_next() -> None:
    known, _gone = after(run(100), *begun(CREATE))

    assert stages_of(replace(known, busy=False)).line(CREATE).state is StageState.UNKNOWN


def test_a_file_is_shown_as_it_moves_and_then_as_it_is_known() -> None:
    one = run(100).files[0]
    assert file_line(one, FileMoved(0, FileState.SENDING, 40, 30)).acknowledged == 30
    assert file_line(confirmed(one), FileMoved(0, FileState.SENDING, 40)).state is (
        FileState.CONFIRMED
    )
    assert file_line(replace(one, left_out=True)).state is FileState.SKIPPED
