"""How many connections there may be, so that a file can always be opened for those that are served.

Each takes a file descriptor, and so does each file and each database connection: the rest of the
process's limit is theirs. A connection beyond the cap gets its answer at once.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import sys
import time
from typing import Any

LEAST = 8
OWN = 72
"""Descriptors of the service itself: databases, logs, readers, and connections being refused."""
QUIET_S = 60.0
log = logging.getLogger(__name__)
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"Content-Type: application/problem+json\r\n"
    b"Retry-After: 1\r\nConnection: close\r\nContent-Length: 91\r\n\r\n"
    b'{"type":"urn:sendoff:problem:overloaded","title":"overloaded","status":503,"reason":"full"}'
)


def cap(most: int, in_flight: int) -> int:
    """Return how many connections fit, if each of `in_flight` has two files open as well.

    The process's limit is raised as far as it may.
    """
    if sys.platform == "win32":
        return most
    import resource  # noqa: PLC0415 - there is no such module on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + OWN + 2 * in_flight
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return most
    room = soft - OWN
    return max(LEAST, min(most, max(room // 3, room - 2 * in_flight)))


class Connections:
    """Counts connections, and says once a minute, not each time, that there are too many.

    Args:
        most: how many there may be.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.open = 0
        self._said = -QUIET_S

    def admit(self, transport: asyncio.Transport) -> bool:
        """Count a connection; one too many is answered and closed, and is not to be used."""
        if self.open < self._most:
            self.open += 1
            return True
        self._say("the most connections are open: %d", self._most)
        transport.write(REFUSAL)
        transport.close()
        return False

    def lost(self) -> None:
        """Count a connection that was admitted no more."""
        self.open -= 1

    def _say(self, text: str, *facts: object) -> None:
        now = time.monotonic()
        if now - self._said >= QUIET_S:
            self._said = now
            log.warning(text, *facts)

    def handle(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle what the loop reports: no traceback for each connection that finds no room."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in {errno.EMFILE, errno.ENFILE}:
            self._say("no file can be opened any more: %s", error.strerror)
        else:
            loop.default_exception_handler(context)
