"""Waiting for what happens in other processes: by an event where the system has one."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Callable

AGAIN_S = 0.02


def gone(pid: int, within_s: float = 10.0) -> bool:
    """Whether a process, anybody's child, has ended; it is waited for. Linux only."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], within_s)[0])
    finally:
        os.close(process)


def until(
    met: Callable[[], bool], what: str, process: subprocess.Popen[str] | subprocess.Popen[bytes]
) -> None:
    """Wait for what a process does without a word: makes a file, listens on a port.

    The one place where tests look again and again: there is no event for it. The limit is only
    there so that a broken test ends; nothing is measured.
    """
    end = time.monotonic() + 60
    while not met():
        assert process.poll() is None, f"it has ended before {what}"
        assert time.monotonic() < end, f"no {what}"
        time.sleep(AGAIN_S)
