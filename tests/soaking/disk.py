"""A small disk that can be filled at any moment: a tmpfs where that may be mounted."""

from __future__ import annotations

import contextlib
import errno
import os
import subprocess
import sys
from pathlib import Path

_SIZE = "6m"
_BLOCK = b"\0" * 4096


class SmallDisk:
    """A folder on a disk of its own, where possible.

    Attributes:
        real: whether it is one; else only a limit on the size of files can stand for it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folder.mkdir(mode=0o700)
        self.real = _mounted(folder)
        self._filler = folder / "filler"

    def fill(self, process: int) -> None:
        """Leave no room; where it is no disk, let no file of `process` grow any more."""
        if not self.real:
            _let_no_file_grow(process)
            return
        handle = os.open(self._filler, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            while True:
                os.write(handle, _BLOCK)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
        finally:
            os.close(handle)

    def free(self) -> None:
        """Make room again."""
        self._filler.unlink(missing_ok=True)

    def close(self) -> None:
        """Give the disk back."""
        if self.real:
            with contextlib.suppress(OSError):
                subprocess.run(["umount", "-l", str(self.folder)], check=False)


def _let_no_file_grow(process: int) -> None:
    import resource

    if sys.platform.startswith("linux"):
        with contextlib.suppress(ProcessLookupError):
            _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
            resource.prlimit(process, resource.RLIMIT_FSIZE, (len(_BLOCK), hard))


def _mounted(folder: Path) -> bool:
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return False
    words = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE},mode=0700", "none", str(folder)]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0
