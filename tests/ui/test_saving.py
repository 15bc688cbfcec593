"""One save in the window: what a person sees, and that nothing happens twice."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QWidget
from shiboken6 import isValid

from desktop_app.app import App
from desktop_app.core.errors import BadInputError, ErrorKind, FieldError, JournalError, info
from desktop_app.core.model import OutcomeKind, SaveStage
from desktop_app.core.run import Run
from desktop_app.qa.testing import FakeSession, ListRobot, Play, SaveRobot, found, happy, report_of
from desktop_app.qa.testing.robots import wait_for
from tests.ui.conftest import Open
from tests.ui.scripts import (
    CREATE,
    FINALIZE,
    UPLOAD,
    Held,
    finalize_fails,
    upload_fails,
)


def words(widget: QWidget) -> str:
    return " ".join(label.text() for label in widget.findChildren(QLabel))


def plays(app: App) -> list[Play]:
    session = app.backend.session
    assert isinstance(session, FakeSession)
    return session.plays


def test_a_save_goes_through_all_stages_and_says_so(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("River levels", three_files)
    robot.save()
    assert robot.wait_for_end() == "Saved"
    assert robot.states() == ("done", "done", "done")
    assert [row[2] for row in robot.rows()] == ["Confirmed"] * 3
    assert not robot.enabled("saveButton")
    assert [play.request.title for play in plays(app)] == ["River levels"]


def test_three_clicks_enter_and_the_shortcut_begin_one_save(
    open_fake: Open, three_files: list[str]
) -> None:
    held = Held()
    app = open_fake(held)
    robot = SaveRobot(app.window)
    robot.fill("Once", three_files)
    button = robot.button("saveButton")
    for _ in range(3):
        button.click()
    QTest.keyClick(found(app.window, QLineEdit, "titleEdit"), Qt.Key.Key_Return)
    QTest.mouseDClick(button, Qt.MouseButton.LeftButton)
    QTest.keyClick(app.window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    app.saves.save()
    wait_for(held.reached.is_set, "the upload")
    assert not button.isEnabled()
    assert len(plays(app)) == 1
    held.go_on.set()
    robot.wait_for_end()
    assert len(plays(app)) == 1


def test_retry_finalization_goes_on_with_the_same_run(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(finalize_fails, happy)
    robot = SaveRobot(app.window)
    robot.fill("Twice", three_files)
    robot.save()
    assert robot.wait_for_end() == "The record could not be finalized"
    assert robot.states() == ("done", "done", "failed")
    robot.click("retryFinalizeButton")
    wait_for(lambda: robot.state("finalize_record") == "done", "the record")
    assert [play.verb for play in plays(app)] == ["save", "retry_finalize"]
    assert {play.run for play in plays(app)} == {"run-1"}


def test_a_server_text_is_shown_letter_by_letter(open_fake: Open, three_files: list[str]) -> None:
    async def refused(play: Play) -> Run:
        play.started()
        error = info(ErrorKind.OTHER, server_text="a <b>bad</b> day")
        play.begin(CREATE)
        play.fail(CREATE, error)
        return report_of(play, OutcomeKind.FAILED, failed_stage=CREATE, error=error, confirmed=0)

    app = open_fake(refused)
    robot = SaveRobot(app.window)
    robot.fill("Plain", three_files)
    robot.save()
    robot.wait_for_end()
    assert "a <b>bad</b> day" in robot.text("outcomeText")
    label = found(app.window, QLabel, "outcomeText")
    assert label.textFormat() is Qt.TextFormat.PlainText


def test_cancel_stands_there_only_while_the_stage_can_be_stopped(
    open_fake: Open, three_files: list[str]
) -> None:
    held = Held(FINALIZE, abortable=False)
    app = open_fake(held)
    robot = SaveRobot(app.window)
    robot.fill("Cancel", three_files)
    assert not robot.shown("cancelButton")
    robot.save()
    robot.wait_for_stage("finalize_record", "active")
    assert not robot.shown("cancelButton")
    assert robot.shown("cancelHint")
    assert "can't be stopped" in robot.text("cancelHint")
    held.go_on.set()
    robot.wait_for_end()
    assert not robot.shown("cancelHint")


def test_cancel_stops_an_abortable_stage_and_says_what_remains(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(Held(UPLOAD), happy)
    robot = SaveRobot(app.window)
    robot.fill("Cancel", three_files)
    robot.save()
    robot.wait_for_stage("upload_files", "active")
    assert not robot.shown("cancelHint")
    robot.click("cancelButton")
    assert robot.wait_for_end() == "Stopped"
    assert robot.shown("resumeButton")
    assert robot.shown("discardButton")
    robot.click("resumeButton")
    wait_for(lambda: robot.state("finalize_record") == "done", "the resumed save")
    assert [play.verb for play in plays(app)] == ["save", "resume"]


def test_the_button_and_the_hint_take_the_same_place(
    open_fake: Open, three_files: list[str]
) -> None:
    """Nothing jumps: rows stand where they stood when Cancel turns into its reason."""
    places = []
    for abortable in (True, False):
        held = Held(UPLOAD, abortable=abortable)
        app = open_fake(held)
        robot = SaveRobot(app.window)
        robot.fill("Place", three_files)
        robot.save()
        robot.wait_for_stage("upload_files", "active")
        places.append([app.window.new_save.stages.rows[s].geometry() for s in SaveStage])
        held.go_on.set()
        robot.wait_for_end()
    assert places[0] == places[1]


def test_nothing_is_sent_without_a_title_and_the_keyboard_goes_there(open_fake: Open) -> None:
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    app.window.activateWindow()
    robot.save()
    assert robot.shown("titleError")
    assert app.window.focusWidget() is found(app.window, QLineEdit, "titleEdit")
    assert plays(app) == []
    robot.fill("Now")
    assert not robot.shown("titleError")
    robot.save()
    robot.wait_for_end()
    assert len(plays(app)) == 1


def test_a_save_without_files_has_no_upload_stage(open_fake: Open) -> None:
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    assert not robot.shown("stageRow_upload_files")
    robot.fill("No files")
    robot.save()
    robot.wait_for_end()
    assert not robot.shown("stageRow_upload_files")


def test_a_refused_field_can_be_mended_and_the_same_run_goes_on(
    open_fake: Open, three_files: list[str]
) -> None:
    async def refuse_title(play: Play) -> Run:
        play.started()
        error = info(
            ErrorKind.VALIDATION, fields=(FieldError("title", ("Titles begin with a letter.",)),)
        )
        play.begin(CREATE)
        play.fail(CREATE, error)
        return report_of(
            play,
            OutcomeKind.FAILED,
            confirmed=0,
            failed_stage=CREATE,
            error=error,
        )

    app = open_fake(refuse_title, happy)
    robot = SaveRobot(app.window)
    robot.fill("1st", three_files)
    robot.save()
    robot.wait_for_end()
    assert "Titles begin with a letter." in robot.text("titleError")
    robot.fill("First")
    robot.save()
    wait_for(lambda: len(plays(app)) == 2 and not app.flow.busy, "the second attempt")
    assert [play.verb for play in plays(app)] == ["save", "resume"]
    answers = plays(app)[1].answers
    assert answers is not None
    assert answers.title == "First"


def test_an_unknown_outcome_locks_the_form_until_the_server_has_been_asked(
    open_fake: Open, three_files: list[str]
) -> None:
    async def lost(play: Play) -> Run:
        play.started()
        play.begin(CREATE)
        play.reconciling(CREATE)
        return report_of(
            play,
            OutcomeKind.UNKNOWN,
            confirmed=0,
            failed_stage=CREATE,
            error=info(ErrorKind.TIMED_OUT, host="records.example"),
        )

    app = open_fake(lost, happy)
    robot = SaveRobot(app.window)
    robot.fill("Unknown", three_files)
    robot.save()
    robot.wait_for_end()
    assert found(app.window, QLineEdit, "titleEdit").isReadOnly()
    assert not robot.enabled("saveButton")
    assert not robot.shown("retryFinalizeButton")
    robot.click("checkAgainButton")
    wait_for(lambda: len(plays(app)) == 2 and not app.flow.busy, "the check")
    assert plays(app)[1].verb == "check"


def test_checking_with_the_server_is_said_and_can_be_ended(
    open_fake: Open, three_files: list[str]
) -> None:
    async def asks(play: Play) -> Run:
        play.started()
        play.begin(FINALIZE, abortable=False)
        play.reconciling(FINALIZE)
        await play.cancelled.wait()
        return report_of(play, OutcomeKind.UNKNOWN, failed_stage=FINALIZE)

    app = open_fake(asks)
    robot = SaveRobot(app.window)
    robot.fill("Ask", three_files)
    robot.save()
    robot.wait_for_stage("finalize_record", "unknown")
    assert robot.text("stageLabel") == "Checking with the server"
    assert robot.shown("busyIndicator")
    robot.click("cancelButton")
    robot.wait_for_end()


def test_measured_bytes_are_never_mixed_and_never_complete_a_row(
    open_fake: Open, three_files: list[str]
) -> None:
    held = Held(UPLOAD)
    app = open_fake(held)
    robot = SaveRobot(app.window)
    robot.fill("Measured", three_files)
    robot.save()
    robot.wait_for_stage("upload_files", "active")
    assert held.play is not None
    one, two, three = held.play.request.files
    held.play.confirm(one)
    held.play.progress(two, sent=2000, acknowledged=1500)
    held.play.progress(three, sent=3000)
    wait_for(lambda: "sent, not yet confirmed" in robot.text("measuredLabel"), "the numbers")
    line = robot.text("measuredLabel")
    assert "1 of 3 files confirmed" in line
    assert "2.5 kB of 6.0 kB received by the server" in line
    assert "3.0 kB sent, not yet confirmed" in line
    states = [row[2] for row in robot.rows()]
    assert states == ["Confirmed", "Sending", "Sending"]
    assert robot.rows()[2][3] == "3.0 kB sent, not yet confirmed"
    held.go_on.set()
    robot.wait_for_end()


def test_new_save_empties_the_page(open_fake: Open, three_files: list[str]) -> None:
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("First", three_files)
    robot.save()
    robot.wait_for_end()
    robot.click("newSaveButton")
    assert robot.rows() == []
    assert robot.text("titleEdit") == ""
    assert robot.states() == ("pending", "pending", "pending")
    robot.fill("Second")
    robot.save()
    wait_for(lambda: len(plays(app)) == 2 and not app.flow.busy, "the second save")
    assert {play.run for play in plays(app)} == {"run-1", "run-2"}


def test_an_unfinished_save_is_listed_and_can_be_resumed_or_discarded(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(upload_fails, happy)
    robot = SaveRobot(app.window)
    robot.fill("Left behind", three_files)
    robot.save()
    assert robot.wait_for_end() == "Not all files could be sent"
    assert "1 of 3" in robot.text("outcomeText")
    lists = ListRobot(app.window, "unfinished")
    lists.open()
    lists.choose("Left behind")
    lists.press("Resume")
    wait_for(lambda: robot.state("finalize_record") == "done", "the resumed save")
    lists.open()
    wait_for(lambda: lists.titles() == [], "nothing unfinished")
    history = ListRobot(app.window, "history")
    history.open()
    wait_for(lambda: history.titles() == ["Left behind"], "the save in the history")


def test_discarding_asks_once_and_says_what_is_deleted(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(upload_fails)
    robot = SaveRobot(app.window)
    robot.fill("R&D <draft>", three_files)
    robot.save()
    robot.wait_for_end()
    robot.click("discardButton")
    question = SaveRobot(robot.dialog("discardQuestion"))
    assert "R&D <draft>" in words(question.window)
    question.click("confirmButton")
    wait_for(lambda: robot.text("outcomeTitle") == "Draft discarded", "the discard")


def test_forgetting_a_save_removes_it_from_the_list(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("Forget me", three_files)
    robot.save()
    robot.wait_for_end()
    history = ListRobot(app.window, "history")
    history.open()
    history.choose("Forget me")
    history.press("Forget")
    SaveRobot(robot.dialog("forgetQuestion")).click("confirmButton")
    wait_for(lambda: history.titles() == [], "an empty history")


def test_details_show_the_support_log_and_escape_closes_only_them(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(upload_fails)
    robot = SaveRobot(app.window)
    robot.fill("Details", three_files)
    robot.save()
    robot.wait_for_end()
    robot.click("detailsButton")
    wait_for(lambda: robot.shown("detailsDrawer"), "the details")
    assert '"failed_stage": "upload_files"' in robot.text("detailsText")
    robot.click("copyReportButton")
    app.window.activateWindow()
    wait_for(app.window.isActiveWindow, "the window to be active")
    QTest.keyClick(found(app.window, QLineEdit, "titleEdit"), Qt.Key.Key_Escape)
    assert not robot.shown("detailsDrawer")
    assert robot.shown("outcomePanel")


def test_a_refused_resume_keeps_its_next_step(open_fake: Open, three_files: list[str]) -> None:
    async def busy(_play: Play) -> Run:
        raise JournalError(info(ErrorKind.RUN_BUSY))

    app = open_fake(upload_fails, busy, happy)
    robot = SaveRobot(app.window)
    robot.fill("Busy", three_files)
    robot.save()
    robot.wait_for_end()
    robot.click("resumeButton")
    wait_for(lambda: robot.text("outcomeTitle") == "Nothing was sent", "the refusal")
    robot.click("resumeButton")
    wait_for(lambda: robot.state("finalize_record") == "done", "the end")


def test_a_new_save_that_is_refused_can_be_mended(open_fake: Open) -> None:
    async def refuse(_play: Play) -> Run:
        raise BadInputError(info(ErrorKind.TOO_MANY_FILES, limit=100))

    app = open_fake(refuse, happy)
    robot = SaveRobot(app.window)
    robot.fill("Refused")
    robot.save()
    assert robot.wait_for_end() == "Nothing was sent"
    robot.save()
    wait_for(lambda: robot.text("outcomeTitle") == "Saved", "the end")


def asks_for_a_record(app: App) -> bool:
    names = {task.get_name() for task in asyncio.all_tasks(app.loop) if not task.done()}
    return "read a record" in names


def test_a_dialog_that_is_gone_disturbs_no_answer(open_fake: Open, three_files: list[str]) -> None:
    app = open_fake(happy)
    robot = SaveRobot(app.window)
    robot.fill("Gone", three_files)
    robot.save()
    robot.wait_for_end()
    robot.button("openRecordButton").click()
    viewer = found(app.window, QDialog, "recordViewer")
    assert asks_for_a_record(app)
    viewer.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(viewer)
    wait_for(lambda: not asks_for_a_record(app), "the answer")
    assert not robot.shown("troubleDialog")


def test_a_task_that_fails_is_shown_and_not_swallowed(open_fake: Open) -> None:
    app = open_fake(happy)

    async def breaks() -> None:
        raise RuntimeError("token=hunter2")

    app.tasks.start(breaks(), "breaks")
    dialog = SaveRobot(app.window).dialog("troubleDialog")
    assert "hunter2" not in words(dialog)
    assert words(dialog).strip()
    dialog.reject()


def test_t20_whatever_fails_while_a_save_begins_the_form_comes_back(
    open_fake: Open, three_files: list[str]
) -> None:
    async def defect(_play: Play) -> Run:
        raise OverflowError("a defect of ours")

    app = open_fake(defect, happy)
    robot = SaveRobot(app.window)
    robot.fill("River levels", three_files)
    robot.save()
    wait_for(lambda: robot.shown("outcomeTitle"), "what became of it")
    assert robot.text("outcomeTitle") == "Nothing was sent"
    assert robot.enabled("titleEdit")
    assert robot.enabled("accountCombo")
    assert len(robot.rows()) == 3
    robot.save()
    assert robot.wait_for_end() == "Saved"


def test_t20_a_defect_after_a_save_began_frees_the_page_too(
    open_fake: Open, three_files: list[str]
) -> None:
    async def defect(play: Play) -> Run:
        play.started()
        raise OverflowError("a defect of ours")

    app = open_fake(defect)
    robot = SaveRobot(app.window)
    robot.fill("River levels", three_files)
    robot.save()
    wait_for(lambda: app.window.findChild(QDialog, "troubleDialog") is not None, "the dialog")
    dialog = app.window.findChild(QDialog, "troubleDialog")
    assert isinstance(dialog, QDialog)
    dialog.reject()
    assert robot.enabled("titleEdit")
