"""Live lines: what is measured, kept apart; the terminal as it was afterwards."""

from __future__ import annotations

import io
from dataclasses import replace

from rich.console import Console

from desktop_app.cli.live import LiveOutput, measured_text
from desktop_app.core.changes import FilesChanged, FilesConfirmed, RunBegun, StageEnded, apply
from desktop_app.core.errors import ErrorKind, info
from desktop_app.core.log import MASK, Redactor
from desktop_app.core.measured import (
    FileMoved,
    Measured,
    News,
    OperationStarted,
    RetryWaits,
    measure,
)
from desktop_app.core.model import LOCAL_ACCOUNT, FileState, Fingerprint, SaveStage, StageState
from desktop_app.core.run import Run, RunFile
from desktop_app.saving.events import Update

FILES = tuple(RunFile(f"/{n}", f"{n}", Fingerprint(1_000_000, 1, 1), n=n) for n in range(3))
RUN = Run("r", LOCAL_ACCOUNT, "T", files=FILES)
SENDING = FileState.SENDING
FAILED = replace(FILES[0], state=FileState.FAILED, error=info(ErrorKind.FILE_CHANGED))


def text(*news: News) -> str:
    run, measured = RUN, Measured()
    for one in news:
        run = run if isinstance(one, FileMoved) else apply(run, one)  # type: ignore[arg-type]
        measured = measure(measured, one, 0.0)
    return measured_text(run, measured)


def test_bytes_that_were_only_sent_are_never_added_to_what_the_server_has() -> None:
    assert text(FileMoved(0, SENDING, 400_000, 300_000), FileMoved(1, SENDING, 900_000)) == (
        "0 of 3 files confirmed, 300.0 kB of 3.0 MB received by the server, "
        "900.0 kB sent, not yet confirmed"
    )


def test_a_file_counts_once_it_is_confirmed_and_what_was_sent_of_it_no_more() -> None:
    done = replace(FILES[0], state=FileState.CONFIRMED, acknowledged=1_000_000)
    line = text(FileMoved(0, SENDING, 1_000_000), FilesConfirmed((done,)))

    assert line == "1 of 3 files confirmed, 1.0 MB of 3.0 MB received by the server"


def test_a_new_attempt_goes_back_visibly() -> None:
    assert "100.0 kB sent" in text(FileMoved(0, SENDING, 900_000), FileMoved(0, SENDING, 100_000))


def test_a_failed_file_leaves_nothing_behind() -> None:
    line = text(FileMoved(0, SENDING, 900_000), FilesChanged((FAILED,)))

    assert line == "0 of 3 files confirmed"


def test_the_terminal_shows_no_markup_no_secret_and_is_left_clean() -> None:
    redact = Redactor()
    redact.add("SECRET-123")
    screen = io.StringIO()
    output = LiveOutput(redact, Console(file=screen, force_terminal=True, width=200))
    named = replace(FAILED, key="[bold]x[/] SECRET-123")
    run = replace(RUN, files=(named, *FILES[1:]))
    upload = SaveStage.UPLOAD_FILES
    for news in (
        RunBegun(),
        OperationStarted(upload, abortable=True),
        FilesChanged((named,)),
        StageEnded(upload, StageState.DONE, "", 1.0),
    ):
        output.update(Update(RUN, run, Measured(), news, 1.0))
    output.close()

    shown = screen.getvalue()
    assert "[bold]x[/]" in shown
    assert MASK in shown
    assert "SECRET-123" not in shown
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h"), "the cursor stays hidden"


def test_T25_the_living_line_counts_down_while_the_service_asks_for_a_pause() -> None:
    screen, now = io.StringIO(), 10.0
    console = Console(file=screen, force_terminal=True, width=200)
    output = LiveOutput(Redactor(), console, clock=lambda: now)
    error = info(ErrorKind.RATE_LIMITED)
    upload = SaveStage.UPLOAD_FILES
    measured = Measured()

    for news in (
        RunBegun(),
        OperationStarted(upload, abortable=True),
        RetryWaits(upload, 600.0, error, 0),
    ):
        measured = measure(measured, news, now)
        output.update(Update(RUN, RUN, measured, news, now))
    line = str(output._render().text)
    now += 600.0
    after = str(output._render().text)
    output.close()

    assert line.startswith("Uploading attachments: The service asks for a pause")
    assert line.endswith("Next attempt in 600 s.")
    assert "last byte" not in line
    assert "Next attempt" not in after
