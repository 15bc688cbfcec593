"""Lines for a terminal, a pipe or a file, whatever becomes of them."""

from __future__ import annotations

import io
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
        """Write one line of free text at once."""
        self._write(f"{shown(self._redact(text))}\n")

    def own(self, text: str) -> None:
        """Write one line of our words, names and links: only known secrets are masked in it.

        Text of a server goes through `free` before it becomes a part of such a line.
        """
        self._write(f"{shown(self._redact.known(text))}\n")

    def free(self, text: str) -> str:
        """Return a free text as it may stand in a line of ours."""
        return self._redact(text)

    def document(self, text: str) -> None:
        """Write a whole document whose fields were redacted, as a file would hold it.

        On a terminal what it would obey is shown as escapes; line ends stay what they are.
        """
        if self._out.isatty():
            text = "\r\n".join(shown(part) for part in text.split("\r\n"))
        if isinstance(self._out, io.TextIOWrapper):
            self._out.reconfigure(newline="")  # Windows would make "\r\r\n" of a CSV's line end
        self._write(text)

    def _write(self, text: str) -> None:
        if self._broken:
            return
        try:
            self._out.write(text)
            self._out.flush()
        except OSError as error:
            self._broken = True
            if not isinstance(error, BrokenPipeError):
                self.lost = error.strerror or type(error).__name__
            self._point_at_nothing()

    def json(self, value: dict[str, Any]) -> None:
        """Write one object as one line, each of its texts redacted by itself."""
        text = json.dumps(self._redact.fields(value), ensure_ascii=False, separators=(", ", ": "))
        self._write(f"{shown(text)}\n")

    def _point_at_nothing(self) -> None:
        """Let the flush at the end of the process succeed."""
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, self._out.fileno())
        os.close(nothing)
