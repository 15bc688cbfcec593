"""Updates on their way into Qt: order kept, files gathered."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QApplication

from desktop_app.core.changes import FilesConfirmed, StageBegan, StageEnded
from desktop_app.core.measured import FileMoved, Measured, News, measure
from desktop_app.core.model import LOCAL_ACCOUNT, FileState, Fingerprint, SaveStage, StageState
from desktop_app.core.run import Run, RunFile
from desktop_app.saving.events import Update
from desktop_app.ui.bridge import FileBatch, UpdateBridge

UPLOAD = SaveStage.UPLOAD_FILES
FILES = tuple(RunFile(f"/{n}", f"{n}", Fingerprint(6_000_000_000, 1, 1), n=n) for n in range(3))
RUN = Run("r", LOCAL_ACCOUNT, "T", files=FILES)


def test_the_bridge_gathers_files_and_keeps_the_order_of_stages(qapp: QApplication) -> None:
    bridge = UpdateBridge(gather_ms=60_000)
    heard: list[object] = []
    bridge.updated.connect(heard.append)
    bridge.files_moved.connect(heard.append)
    measured = Measured()

    def receive(news: News) -> None:
        nonlocal measured
        measured = measure(measured, news, 0.0)
        bridge.receive(Update(RUN, RUN, measured, news, 0.0))

    receive(StageBegan(UPLOAD, ""))
    for sent in range(1000):
        receive(FileMoved(1, FileState.SENDING, sent))
    receive(FilesConfirmed((replace(FILES[0], state=FileState.CONFIRMED),)))
    receive(FileMoved(2, FileState.SENDING, 5_000_000_000))
    receive(StageEnded(UPLOAD, StageState.DONE, ""))

    first, batch, last = heard
    assert isinstance(first, Update)
    assert isinstance(first.news, StageBegan)
    assert isinstance(batch, FileBatch)
    assert sorted(batch.places) == [0, 1, 2]
    assert batch.measured.moving[1].sent == 999
    assert batch.measured.moving[2].sent == 5_000_000_000
    assert isinstance(last, Update)
    assert isinstance(last.news, StageEnded)
