"""A refusal of fields that the form does not have is told as well."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from desktop_app.core.errors import ErrorKind, FieldError, info
from desktop_app.core.model import NextAction, OutcomeKind, RunReport
from desktop_app.qa.testing import Play, SaveRobot, report_of
from tests.ui.conftest import Open
from tests.ui.scripts import CREATE

SAID = ("This name is taken.", "The community is closed.")


@pytest.mark.xfail(strict=True, reason="O")
def test_t27_every_text_of_a_refusal_stands_beside_its_field_or_under_the_form(
    open_fake: Open, three_files: list[str]
) -> None:
    async def refuse(play: Play) -> RunReport:
        fields = (FieldError("files.0.key", SAID[:1]), FieldError("", SAID[1:]))
        error = info(ErrorKind.VALIDATION, fields=fields)
        play.started()
        play.begin(CREATE)
        play.fail(CREATE, error)
        return report_of(
            play,
            OutcomeKind.FAILED,
            confirmed=0,
            failed_stage=CREATE,
            error=error,
            next_action=NextAction.EDIT,
        )

    app = open_fake(refuse)
    robot = SaveRobot(app.window)
    robot.fill("Refused", three_files)
    robot.save()
    robot.wait_for_end()

    labels = app.window.new_save.findChildren(QLabel)
    shown = " ".join(label.text() for label in labels if label.isVisible())
    assert all(text in shown for text in SAID), shown
