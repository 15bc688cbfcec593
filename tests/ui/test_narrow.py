"""The smallest window, 720 x 560: nothing to scroll sideways, no cut button, no jump."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QScrollArea,
    QWidget,
)

from desktop_app.app import App
from desktop_app.qa.testing import SaveRobot
from desktop_app.qa.testing.robots import wait_for
from desktop_app.ui.i18n import LANGUAGES, PSEUDO, PSEUDO_RTL
from desktop_app.ui.widgets.navigation import Page
from tests.ui.conftest import Open
from tests.ui.scripts import FINALIZE, UPLOAD, Held, finalize_fails

ALL = [*(language.code for language in LANGUAGES), PSEUDO, PSEUDO_RTL]


def sideways(window: QWidget) -> int:
    """Return how far the pages can be scrolled to the side, in pixels."""
    QApplication.processEvents()
    return max(
        area.horizontalScrollBar().maximum()
        for area in window.findChildren(QScrollArea)
        if area.isVisible()
    )


def cut_buttons(window: QWidget) -> list[str]:
    QApplication.processEvents()
    return [
        f"{one.objectName()}: {one.text()}"
        for one in window.findChildren(QAbstractButton)
        if one.isVisible() and one.text() and one.width() < one.minimumSizeHint().width()
    ]


@pytest.mark.parametrize("language", ALL)
def test_a_save_fits_the_smallest_window(
    open_fake: Open, three_files: list[str], language: str
) -> None:
    held = Held(UPLOAD)
    app = open_fake(held, finalize_fails, language=language)
    app.window.resize(720, 560)
    robot = SaveRobot(app.window)
    assert sideways(app.window) == 0
    robot.fill("Narrow " * 30, three_files)
    robot.save()
    wait_for(held.reached.is_set, "the upload")
    assert held.play is not None
    held.play.progress(held.play.request.files[0], sent=800, acknowledged=None)
    wait_for(lambda: "800" in robot.text("measuredLabel"), "the numbers")
    assert sideways(app.window) == 0
    held.go_on.set()
    robot.wait_for_end()
    assert sideways(app.window) == 0
    assert cut_buttons(app.window) == []
    robot.click("newSaveButton")
    robot.fill("Narrow", three_files)
    robot.save()
    robot.wait_for_end()
    assert sideways(app.window) == 0
    assert cut_buttons(app.window) == []
    for page in (Page.UNFINISHED, Page.HISTORY):
        app.window.show_page(page)
        assert cut_buttons(app.window) == []


@pytest.mark.parametrize("width", [720, 960])
@pytest.mark.parametrize("language", [one.code for one in LANGUAGES])
def test_nothing_jumps_from_the_start_to_the_last_stage(
    open_fake: Open, three_files: list[str], language: str, width: int
) -> None:
    upload, finalize = Held(UPLOAD), Held(FINALIZE, abortable=False)
    app = open_fake(upload, finalize, language=language)
    app.window.resize(width, 560)
    robot = SaveRobot(app.window)
    robot.fill("Still", three_files)
    before = places(app.window)
    robot.save()
    wait_for(upload.reached.is_set, "the upload")
    assert upload.play is not None
    first, second, _third = upload.play.request.files
    upload.play.progress(first, sent=800, acknowledged=400)
    upload.play.progress(second, sent=900, acknowledged=None)
    wait_for(lambda: "900" in robot.text("measuredLabel"), "the numbers")
    wait_for(lambda: places(app.window) == before, "each part where it was", 3_000)
    upload.go_on.set()
    robot.wait_for_end()
    robot.click("newSaveButton")
    robot.fill("Still", three_files)
    before = places(app.window)
    robot.save()
    wait_for(finalize.reached.is_set, "the last stage")
    wait_for(lambda: robot.shown("cancelHint"), "the hint")
    wait_for(lambda: places(app.window) == before, "each part where it was", 3_000)
    finalize.go_on.set()
    robot.wait_for_end()


def places(window: QWidget) -> dict[str, tuple[int, int]]:
    """Return top and height of the parts that must not move."""
    QApplication.processEvents()
    names = ("filesView", "stagePanel", "stageRow_upload_files", "stageRow_finalize_record")
    parts = {name: window.findChild(QWidget, name) for name in names}
    return {name: (part.y(), part.height()) for name, part in parts.items() if part is not None}


def failed_in_sight(
    open_fake: Open, files: list[str], size: tuple[int, int]
) -> tuple[App, SaveRobot]:
    """Let a save fail in a window of that size, and see its outcome."""
    app = open_fake(finalize_fails)
    app.window.resize(*size)
    robot = SaveRobot(app.window)
    robot.fill("In sight", files)
    robot.save()
    robot.wait_for_end()
    wait_for(lambda: in_sight(app.window), "the outcome in sight")
    return app, robot


@pytest.mark.parametrize("size", [(720, 560), (1280, 800)])
def test_the_next_step_stays_in_sight_whatever_happens_to_the_room(
    open_fake: Open, three_files: list[str], size: tuple[int, int]
) -> None:
    app, robot = failed_in_sight(open_fake, three_files, size)
    robot.click("detailsButton")
    wait_for(lambda: robot.shown("detailsDrawer"), "the details")
    wait_for(lambda: in_sight(app.window), "the outcome above the details", 3_000)
    robot.click("closeDetailsButton")
    app.window.resize(720, 560)
    wait_for(lambda: in_sight(app.window), "the outcome in the smallest window", 3_000)


def test_a_page_that_was_scrolled_by_hand_stays_where_it_is(
    open_fake: Open, three_files: list[str]
) -> None:
    app, _ = failed_in_sight(open_fake, three_files, (720, 560))
    area = app.window.new_save.findChild(QScrollArea)
    assert area is not None
    bar = area.verticalScrollBar()
    bar.triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)
    QTest.qWait(0)
    app.window.resize(760, 580)
    app.window.resize(720, 600)
    QTest.qWait(0)
    assert bar.value() == bar.minimum()
    bar.triggerAction(QAbstractSlider.SliderAction.SliderToMaximum)
    QTest.qWait(0)
    app.window.resize(720, 560)
    wait_for(lambda: in_sight(app.window), "the outcome that was scrolled to", 3_000)


def test_the_keyboard_may_leave_the_outcome_for_another_part(
    open_fake: Open, three_files: list[str]
) -> None:
    app, robot = failed_in_sight(open_fake, three_files, (720, 560))
    title = robot.window.findChild(QWidget, "titleEdit")
    assert title is not None
    wait_for(app.window.isActiveWindow, "the window in front")
    for _ in range(40):
        if title.hasFocus():
            break
        QTest.keyClick(app.window.focusWidget(), Qt.Key.Key_Backtab)
    assert title.hasFocus()
    QTest.qWait(0)
    app.window.resize(720, 570)
    QTest.qWait(0)
    assert not title.visibleRegion().isEmpty()


def test_a_save_that_is_shown_again_shows_its_next_step(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(finalize_fails)
    app.window.resize(720, 560)
    robot = SaveRobot(app.window)
    robot.fill("Again", three_files)
    robot.save()
    robot.wait_for_end()
    report = app.flow.report
    assert report is not None
    app.saves.new_save()
    area = app.window.new_save.findChild(QScrollArea)
    assert area is not None
    area.verticalScrollBar().setValue(0)
    QApplication.processEvents()
    app.saves.show_run(report)
    wait_for(lambda: in_sight(app.window), "the outcome in sight", 3_000)


def in_sight(window: QWidget) -> bool:
    """Whether the whole outcome, with the button of the next step, can be seen."""
    QApplication.processEvents()
    card = window.findChild(QWidget, "outcomePanel")
    assert card is not None
    seen = card.visibleRegion().boundingRect()
    return card.isVisible() and seen.height() == card.height() > 0


@pytest.mark.parametrize("width", [1100, 1280])
@pytest.mark.parametrize("language", [one.code for one in LANGUAGES])
def test_the_gaps_between_the_stages_are_even(
    open_fake: Open, three_files: list[str], language: str, width: int
) -> None:
    """Where the measured line needs no more than its two lines."""
    app = open_fake(language=language)
    app.window.resize(width, 800)
    SaveRobot(app.window).add(three_files)
    QApplication.processEvents()
    tops = [row.y() for row in app.window.new_save.stages.rows.values()]
    assert tops[1] - tops[0] == tops[2] - tops[1]
