"""The log on a disk that takes no more."""

from __future__ import annotations

import errno
import io
import logging
from pathlib import Path

import pytest

from desktop_app.core.log import Redactor, log_to_file


class _FullDisk(io.StringIO):
    """A log file that takes nothing, like one on a full disk."""

    def write(self, _text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_c11_a_line_that_cannot_be_logged_is_given_up_and_not_printed_unmasked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    redact = Redactor()
    redact.add("SECRET-7f3a")
    log_to_file(str(tmp_path / "sendoff.log"), redact)
    (handler,) = logging.getLogger("desktop_app").handlers
    assert isinstance(handler, logging.FileHandler)
    assert handler.stream is not None
    handler.stream.close()
    handler.stream = _FullDisk()  # type: ignore[assignment]  # only `write` matters
    logging.getLogger("desktop_app.test").warning("refused for %s", "SECRET-7f3a")
    assert capsys.readouterr() == ("", "")
