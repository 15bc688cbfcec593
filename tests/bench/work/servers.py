"""A server that keeps nothing, and many clients at once for one that keeps everything."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from typing import Any

from tests.server.service_process import Client

_ANSWER = b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}"


def sink(spawned: float = 0.0) -> None:
    """Listen until killed: read each body into the same buffer, answer 201."""
    del spawned
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        sys.stdout.write(f"{json.dumps(address)}\n")
        sys.stdout.flush()
        while True:
            connection, _ = listening.accept()
            threading.Thread(target=_swallow, args=(connection,), daemon=True).start()


def _swallow(connection: socket.socket) -> None:
    buffer = memoryview(bytearray(1 << 20))
    with connection:
        while head := _head(connection):
            fields, _, rest = head.partition(b"\r\n\r\n")
            if b"100-continue" in fields.lower():
                connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            left = int(fields.lower().split(b"content-length:")[1].split(b"\r\n")[0]) - len(rest)
            while left > 0 and (taken := connection.recv_into(buffer)):
                left -= taken
            connection.sendall(_ANSWER)


def _head(connection: socket.socket) -> bytes:
    head = b""
    while b"\r\n\r\n" not in head:
        part = connection.recv(65536)
        if not part:
            return b""
        head += part
    return head


def overload(spawned: float, url: str, token: str, clients: int, each: int) -> dict[str, Any]:
    """Ask from many connections at once; seconds of what was admitted and of what was refused."""
    del spawned
    admitted: list[float] = []
    refused: list[float] = []
    others: list[int] = []

    def ask() -> None:
        client = Client(url, token)
        for _ in range(each):
            begun = time.monotonic()
            status = client("GET", "/records?limit=100").status
            seconds = time.monotonic() - begun
            if status == 200:
                admitted.append(seconds)
            elif status == 503:
                refused.append(seconds)
            else:
                others.append(status)
        client.close()

    threads = [threading.Thread(target=ask) for _ in range(clients)]
    begun = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {
        "seconds": time.monotonic() - begun,
        "admitted": sorted(admitted),
        "refused": sorted(refused),
        "others": others,
    }
