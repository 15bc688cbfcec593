"""What the window shows of a record that lives on this computer."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTreeWidget

from desktop_app.core.model import LOCAL_ACCOUNT, FileState, Fingerprint, RecordRef, RemoteFile
from desktop_app.core.run import Run, RunFile
from desktop_app.ui.models import file_cells
from desktop_app.ui.models.file_rows import Column
from desktop_app.ui.widgets.record_viewer import RecordViewer

PLAIN = "Gauge at <b>bridge 3</b> & weir\nread by hand"


@pytest.mark.parametrize(
    ("metadata", "shown"),
    [(json.dumps({"description": PLAIN}), PLAIN), ("{}", ""), ("", ""), ('{"description": 3}', "")],
)
def test_the_description_is_shown_as_it_was_written(
    qapp: QApplication, metadata: str, shown: str
) -> None:
    report = Run("run-1", LOCAL_ACCOUNT, "Levels", metadata=metadata, record=RecordRef("r1"))
    viewer = RecordViewer(report, can_copy=True)
    viewer.open()
    (description,) = viewer.findChildren(QPlainTextEdit, "recordDescription")
    assert description.toPlainText() == shown
    assert description.isVisible() is bool(shown)
    assert description.accessibleName() == "Description"
    viewer.reject()
    viewer.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_sizes_stand_as_in_the_table_of_files(qapp: QApplication) -> None:
    report = Run("run-1", LOCAL_ACCOUNT, "Levels", record=RecordRef("r1"))
    viewer = RecordViewer(report, can_copy=True)
    viewer.show_contents(RecordRef("r1"), (RemoteFile("a.csv", 1_000), RemoteFile("b.csv", 2)))
    (files,) = viewer.findChildren(QTreeWidget, "recordFilesView")
    wanted = file_cells.alignment(Column.SIZE)
    assert files.headerItem().textAlignment(1) == wanted
    items = [files.topLevelItem(row) for row in range(2)]
    assert [item.textAlignment(1) for item in items if item is not None] == [wanted, wanted]
    viewer.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize(("lost", "said"), [("missing", "Lost"), ("damaged", "Damaged")])
def test_t10_a_file_that_the_service_lost_is_not_shown_as_verified(
    qapp: QApplication, lost: str, said: str
) -> None:
    file = RunFile(
        "/a.csv",
        "a.csv",
        Fingerprint(2, 1, 1),
        FileState.CONFIRMED,
        local_checksum="sha256:1",
        checksum="sha256:1",
        acknowledged=2,
    )
    report = Run("run-1", LOCAL_ACCOUNT, "Levels", record=RecordRef("r1"), files=(file,))
    viewer = RecordViewer(report, can_copy=True)
    remote = RemoteFile("a.csv", 2, "sha256:1", complete=False, lost=lost)
    viewer.show_contents(RecordRef("r1"), (remote,))
    (files,) = viewer.findChildren(QTreeWidget, "recordFilesView")
    item = files.topLevelItem(0)
    assert item is not None
    assert item.text(2) == said
    viewer.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
