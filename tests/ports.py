"""Ports for servers that end and come back: free while nobody listens, and of one worker only."""

from __future__ import annotations

import contextlib
import os
import random
import socket

_FIRST, _EACH, _WORKERS = 20_000, 100, 100


def free_port() -> int:
    """Return a port below those that the system gives to clients, from this worker's own hundred.

    One that the system chose may be given to a client, of any process, while its server is down.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % _WORKERS
    while True:
        port = _FIRST + worker * _EACH + random.randrange(_EACH)
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                one.bind(("127.0.0.1", port))
                return port
