"""What the window shows of a record that lives on this computer."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from desktop_app.core.model import LOCAL_ACCOUNT, RecordRef, RunReport
from desktop_app.ui.widgets.record_viewer import RecordViewer

PLAIN = "Gauge at <b>bridge 3</b> & weir\nread by hand"


@pytest.mark.parametrize(
    ("metadata", "shown"),
    [(json.dumps({"description": PLAIN}), PLAIN), ("{}", ""), ("", ""), ('{"description": 3}', "")],
)
def test_the_description_is_shown_as_it_was_written(
    qapp: QApplication, metadata: str, shown: str
) -> None:
    report = RunReport(
        "run-1", LOCAL_ACCOUNT, "Levels", "", metadata=metadata, record=RecordRef("r1")
    )
    viewer = RecordViewer(report, can_copy=True)
    viewer.open()
    (description,) = viewer.findChildren(QPlainTextEdit, "recordDescription")
    assert description.toPlainText() == shown
    assert description.isVisible() is bool(shown)
    assert description.accessibleName() == "Description"
    viewer.reject()
    viewer.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
