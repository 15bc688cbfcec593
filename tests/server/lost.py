"""Takes stored content away, or changes it, past the service: as a failing disk does."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def stored(folder: str | Path, content: bytes) -> Path:
    """Return the one file below `folder` that holds exactly `content`."""
    (found,) = (
        path
        for path in Path(folder).rglob("*")
        if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content
    )
    return found


def remove(folder: str | Path, content: bytes) -> None:
    stored(folder, content).unlink()


def remove_folder(folder: str | Path, content: bytes) -> None:
    """Remove the folder that holds `content`, and everything else in it."""
    shutil.rmtree(stored(folder, content).parent)


def flip(folder: str | Path, content: bytes, *, keep_time: bool = False) -> None:
    """Change one byte in the middle; with `keep_time` the file's time does not show it."""
    path = stored(folder, content)
    before = path.stat()
    changed = bytearray(content)
    changed[len(content) // 2] ^= 1
    path.write_bytes(changed)
    if keep_time:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def cut(folder: str | Path, content: bytes) -> None:
    """Take the last byte away."""
    os.truncate(stored(folder, content), len(content) - 1)
