"""Live lines: what is measured, kept apart; the terminal as it was afterwards."""

from __future__ import annotations

import io

from rich.console import Console

from desktop_app.cli.live import LiveOutput, Measured
from desktop_app.core.errors import ErrorKind, info
from desktop_app.core.log import MASK, Redactor
from desktop_app.core.model import LOCAL_ACCOUNT, FileState, SaveStage
from desktop_app.saving.events import (
    FileConfirmed,
    FileFailed,
    FileProgress,
    RunStarted,
    SaveEvent,
    StageCompleted,
    StageStarted,
    Waiting,
)

STARTED = RunStarted("r", 0, LOCAL_ACCOUNT, "T", tuple(SaveStage), 3, 3_000_000)


def progress(key: str, sent: int, acknowledged: int | None = None) -> FileProgress:
    return FileProgress("r", 1, key, FileState.SENDING, 1_000_000, sent, acknowledged)


def text(*events: SaveEvent) -> str:
    measured = Measured()
    for event in events:
        measured.take(event)
    return measured.text()


def test_bytes_that_were_only_sent_are_never_added_to_what_the_server_has() -> None:
    assert text(STARTED, progress("a", 400_000, 300_000), progress("b", 900_000)) == (
        "0 of 3 files confirmed, 300.0 kB of 3.0 MB received by the server, "
        "900.0 kB sent, not yet confirmed"
    )


def test_a_file_counts_once_it_is_confirmed_and_what_was_sent_of_it_no_more() -> None:
    line = text(STARTED, progress("a", 1_000_000), FileConfirmed("r", 1, "a", 1_000_000, ""))

    assert line == "1 of 3 files confirmed, 1.0 MB of 3.0 MB received by the server"


def test_a_new_attempt_goes_back_visibly() -> None:
    assert "100.0 kB sent" in text(STARTED, progress("a", 900_000), progress("a", 100_000))


def test_a_failed_file_leaves_nothing_behind() -> None:
    failed = FileFailed("r", 1, "a", info(ErrorKind.FILE_CHANGED))

    assert text(STARTED, progress("a", 900_000), failed) == "0 of 3 files confirmed"


def test_the_terminal_shows_no_markup_no_secret_and_is_left_clean() -> None:
    redact = Redactor()
    redact.add("SECRET-123")
    screen = io.StringIO()
    output = LiveOutput(redact, Console(file=screen, force_terminal=True, width=200))

    output.event(STARTED)
    output.event(StageStarted("r", 0, SaveStage.UPLOAD_FILES, True))
    output.event(FileFailed("r", 1, "[bold]x[/] SECRET-123", info(ErrorKind.FILE_CHANGED)))
    output.event(StageCompleted("r", 1, SaveStage.UPLOAD_FILES, 1.0))
    output.close()

    shown = screen.getvalue()
    assert "[bold]x[/]" in shown
    assert MASK in shown
    assert "SECRET-123" not in shown
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h"), "the cursor stays hidden"


def test_T25_the_living_line_counts_down_while_the_service_asks_for_a_pause() -> None:
    screen = io.StringIO()
    output = LiveOutput(Redactor(), Console(file=screen, force_terminal=True, width=200))
    error = info(ErrorKind.RATE_LIMITED)

    output.event(STARTED)
    output.event(StageStarted("r", 0, SaveStage.UPLOAD_FILES, True))
    output.event(Waiting("r", 1, SaveStage.UPLOAD_FILES, "a", 600.0, error))
    line = str(output._render().text)
    output.event(Waiting("r", 1, SaveStage.UPLOAD_FILES, "a", 0.0, error))
    after = str(output._render().text)
    output.close()

    assert line.startswith("Uploading attachments: The service asks for a pause")
    assert line.endswith("Next attempt in 600 s.")
    assert "last byte" not in line
    assert "Next attempt" not in after
