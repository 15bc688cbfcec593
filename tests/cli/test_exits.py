"""Exit codes and event objects, as tables."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from desktop_app.cli.events import event_json
from desktop_app.cli.exits import Exit, exit_of, exit_of_error, worst
from desktop_app.cli.output import PlainOutput, next_step
from desktop_app.core.errors import (
    BadInputError,
    ErrorKind,
    FieldError,
    JournalError,
    SendoffError,
    ServiceError,
    info,
)
from desktop_app.core.log import Redactor
from desktop_app.core.measured import Measured, RetryWaits
from desktop_app.core.model import (
    LOCAL_ACCOUNT,
    FileState,
    Fingerprint,
    NextAction,
    OutcomeKind,
    RecordRef,
    SavePartialOutputs,
    SaveStage,
    Settled,
    UploadedFile,
)
from desktop_app.core.next_step import next_action
from desktop_app.core.printing import Printer
from desktop_app.core.run import Run, RunFile
from desktop_app.saving.events import (
    FileConfirmed,
    FileProgress,
    LateOutcome,
    Reconciled,
    Reconciling,
    StageFailed,
    Update,
    Waiting,
)


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (OutcomeKind.DONE, 0),
        (OutcomeKind.DRAFT_READY, 0),
        (OutcomeKind.DISCARDED, 0),
        (OutcomeKind.FAILED, 3),
        (OutcomeKind.UNKNOWN, 4),
        (OutcomeKind.STOPPED, 5),
        (None, 3),
    ],
)
def test_each_outcome_has_its_exit_code(outcome: OutcomeKind | None, code: int) -> None:
    report = Run("r1", LOCAL_ACCOUNT, "T", "", outcome=outcome)

    assert exit_of(report) == code


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BadInputError(info(ErrorKind.BAD_ADDRESS)), 2),
        (JournalError(info(ErrorKind.RUN_UNKNOWN)), 2),
        (ServiceError(info(ErrorKind.SIGN_IN)), 2),
        (JournalError(info(ErrorKind.RUN_BUSY)), 3),
        (ServiceError(info(ErrorKind.REFUSED)), 3),
        (ServiceError(info(ErrorKind.LOCAL_SERVICE, reason="slow")), 3),
        (ServiceError(info(ErrorKind.LOCAL_SERVICE, reason="disk_full")), 6),
        (ServiceError(info(ErrorKind.KEYCHAIN, reason="locked")), 6),
        (JournalError(info(ErrorKind.DISK_FULL)), 6),
        (JournalError(info(ErrorKind.JOURNAL_NEWER)), 6),
        (JournalError(info(ErrorKind.JOURNAL_READ_ONLY)), 6),
        (JournalError(info(ErrorKind.JOURNAL_BUSY)), 6),
    ],
)
def test_each_error_beside_a_run_has_its_exit_code(error: SendoffError, code: int) -> None:
    assert exit_of_error(error) == code


def test_the_worst_of_several() -> None:
    assert worst([]) is Exit.DONE
    assert worst([Exit.DONE, Exit.STOPPED, Exit.FAILED]) is Exit.FAILED
    assert worst([Exit.UNKNOWN, Exit.FAILED]) is Exit.UNKNOWN
    assert worst([Exit.UNKNOWN, Exit.UNEXPECTED, Exit.DONE]) is Exit.UNEXPECTED
    rising = [Exit(code) for code in (0, 5, 3, 4, 6, 2, 1)]
    assert set(rising) == set(Exit)
    for number in range(1, len(rising)):
        assert worst(reversed(rising[: number + 1])) is rising[number]


@pytest.mark.parametrize("sent", [True, False])
@pytest.mark.parametrize("outcome", [OutcomeKind.FAILED, OutcomeKind.UNKNOWN])
def test_t40_this_computers_side_has_a_code_of_its_own_where_nothing_was_sent(
    outcome: OutcomeKind, sent: bool
) -> None:
    full = info(ErrorKind.DISK_FULL)
    error = full if sent else full.but(sent="no")
    report = Run("r1", LOCAL_ACCOUNT, "T", "", outcome=outcome, error=error)

    assert exit_of(report) == ((3 if outcome is OutcomeKind.FAILED else 4) if sent else 6)


def test_a_failed_stage_tells_snapshot_and_error_in_words() -> None:
    error = info(
        ErrorKind.VALIDATION,
        status=400,
        server_text="no",
        fields=(FieldError("creators", ("Missing.",)),),
        host="h",
    )
    outputs = SavePartialOutputs(RecordRef("rec"), (UploadedFile("a", 1, "md5:x", "md5:x"),))
    event = StageFailed(
        "r1", 1.5, SaveStage.FINALIZE_RECORD, error, (SaveStage.CREATE_RECORD,), outputs, True
    )

    value = event_json(event)

    assert value is not None
    assert value["event"] == "stage_failed"
    assert value["completed_stages"] == ["create_record"]
    assert value["partial_outputs"]["record"] == {"id": "rec", "state": "draft"}
    assert value["partial_outputs"]["uploaded_files"][0]["key"] == "a"
    assert value["still_running"] is True
    assert value["error"]["kind"] == "validation"
    assert value["error"]["detail"] == {"host": "h"}
    assert "Creators: Missing." in value["error"]["message"]


def test_names_and_facts_of_the_other_events() -> None:
    progress = FileProgress("r1", 1.0, "k", FileState.SENDING, 9, sent=3, acknowledged=0)
    assert event_json(progress) == {
        "event": "file_progress",
        "run": "r1",
        "t": 1.0,
        "key": "k",
        "state": "sending",
        "size": 9,
        "sent": 3,
        "acknowledged": 0,
        "attempt": 1,
    }
    names = [
        event_json(event)
        for event in (
            FileConfirmed("r1", 1.0, "k", 9, ""),
            Reconciling("r1", 1.0, SaveStage.CREATE_RECORD),
            Reconciled("r1", 1.0, SaveStage.CREATE_RECORD, Settled.UNKNOWN),
            LateOutcome("r1", 1.0, SaveStage.FINALIZE_RECORD, None),
        )
    ]
    assert [value["event"] for value in names if value] == [
        "file_confirmed",
        "reconciling",
        "reconciled",
        "late_outcome",
    ]


def test_T25_a_pause_is_told_to_scripts_too() -> None:
    waiting = Waiting("r1", 1.0, SaveStage.UPLOAD_FILES, "k", 3.0, info(ErrorKind.OVERLOADED))

    value = event_json(waiting)

    assert value is not None
    assert (value["event"], value["seconds"], value["key"]) == ("waiting", 3.0, "k")
    assert value["error"]["kind"] == "overloaded"


@pytest.mark.parametrize("outcome", [None, *OutcomeKind])
@pytest.mark.parametrize("kind", [ErrorKind.SIGN_IN, ErrorKind.VALIDATION, ErrorKind.QUOTA])
def test_each_next_step_is_a_command_of_ours(outcome: OutcomeKind | None, kind: ErrorKind) -> None:
    run = Run("r1", LOCAL_ACCOUNT, "T", outcome=outcome, error=info(kind))
    lines = next_step(run)

    if next_action(run) in (NextAction.NONE, NextAction.OPEN_RECORD):
        assert lines == ()
    else:
        assert any(": sendoff " in line for line in lines)


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.0, "at once."), (0.5, "at once."), (0.6, "in 1 s."), (30, "in 30 s.")]
)
def test_a_wait_of_no_time_names_none(
    capsys: pytest.CaptureFixture[str], seconds: float, said: str
) -> None:
    error = info(ErrorKind.OVERLOADED)
    run = Run("r1", LOCAL_ACCOUNT, "T", files=(RunFile("/k", "k", Fingerprint(1, 1, 1)),))
    waits = RetryWaits(SaveStage.UPLOAD_FILES, seconds, error, 0)

    PlainOutput(Printer(Redactor(), sys.stdout)).update(Update(run, run, Measured(), waits, 1.0))

    assert capsys.readouterr().out.endswith(f" Next attempt {said}\n")


def test_more_refused_files_than_a_line_holds_are_not_all_named_in_the_next_step() -> None:
    refused = [
        RunFile(
            f"/{n}", f"{n}", Fingerprint(1, 1, n), FileState.FAILED, info(ErrorKind.TOO_LARGE), n=n
        )
        for n in range(4)
    ]
    report = Run(
        "r1",
        LOCAL_ACCOUNT,
        "T",
        outcome=OutcomeKind.FAILED,
        error=info(ErrorKind.FILES_FAILED),
        files=tuple(refused),
    )

    assert next_step(report)[-1].endswith("sendoff resume r1 --leave-out=NAME")
    few = replace(report, files=tuple(refused[:2]))
    assert next_step(few)[-1].endswith(" r1 --leave-out=0 --leave-out=1")
