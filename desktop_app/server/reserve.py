"""Some room on the disk that is kept for deleting: what makes room must not need room itself.

SQLite writes what it deletes into its log first. On a full disk the reserve is given up for that,
and taken again when there is room.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress

SIZE = 1 << 20
"""Bytes: many times what the deletion of one record adds to the log."""
LOW = SIZE // 4
"""Bytes of free room below which nothing can be counted on to be written."""


class Reserve:
    """The file `reserve` of a data folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._path = os.path.join(folder, "reserve")

    def keep(self) -> None:
        """Take the room, as far as it is not taken yet; `LOW` is left beside it."""
        with suppress(OSError), open(self._path, "ab") as file:  # else somebody else took it
            room = shutil.disk_usage(self._folder).free - LOW
            missing = min(SIZE - file.tell(), room)
            if missing > 0:
                file.write(os.urandom(missing))  # nothing that a file system could keep in less

    def give_up(self) -> bool:
        """Give the room back to the disk; return whether there was any."""
        try:
            size = os.stat(self._path).st_size
            os.unlink(self._path)
        except FileNotFoundError:
            return False
        return size > 0

    def give_up_if_low(self) -> None:
        """Give it up where the disk is full: the service could not even start."""
        if os.path.isdir(self._folder) and shutil.disk_usage(self._folder).free < LOW:
            self.give_up()
