"""Lines for a terminal, a pipe or a file, whatever becomes of them."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import IO, Any

from desktop_app.core.log import Redactor

_COMMAND = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def shown(text: str) -> str:
    """Return `text` with what a terminal would obey as escapes that JSON reads back as it was.

    Names, titles and ids come from others: none may move the cursor, set a title or turn the
    direction of what follows.
    """
    return _COMMAND.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


class Printer:
    """Writes lines, secrets masked. A reader that goes away ends the writing, not the save.

    Attributes:
        lost: why lines could not be written (a full disk), or "". A reader that left is no loss.
    """

    def __init__(self, redact: Redactor, out: IO[str] | None = None) -> None:
        self._redact = redact
        self._out = out or sys.stdout
        self._broken = False
        self.lost = ""

    def line(self, text: str) -> None:
        """Write one line at once."""
        if self._broken:
            return
        try:
            self._out.write(f"{shown(self._redact(text))}\n")
            self._out.flush()
        except OSError as error:
            self._broken = True
            if not isinstance(error, BrokenPipeError):
                self.lost = error.strerror or type(error).__name__
            self._point_at_nothing()

    def json(self, value: dict[str, Any]) -> None:
        """Write one object as one line."""
        self.line(json.dumps(value, ensure_ascii=False, separators=(", ", ": ")))

    def _point_at_nothing(self) -> None:
        """Let the flush at the end of the process succeed."""
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, self._out.fileno())
        os.close(nothing)
