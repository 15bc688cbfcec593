"""What the machine itself can do: memory through a socket, a digest, the disk, a bare timer."""

from __future__ import annotations

import hashlib
import os
import select
import socket
import sys
import threading
import time

_BLOCK = 1 << 20


def loopback(spawned: float, size: int) -> float:
    """Push `size` bytes through a loopback connection to another process; seconds."""
    del spawned
    with socket.create_server(("127.0.0.1", 0)) as listening:
        child = os.fork()
        if child == 0:
            _drain(listening)
            os._exit(0)
        block = memoryview(os.urandom(_BLOCK))
        with socket.create_connection(listening.getsockname()) as out:
            begun = time.monotonic()
            for _ in range(size // _BLOCK):
                out.sendall(block)
            out.shutdown(socket.SHUT_WR)
            out.recv(1)
            seconds = time.monotonic() - begun
        os.waitpid(child, 0)
    return seconds


def _drain(listening: socket.socket) -> None:
    buffer = bytearray(_BLOCK)
    connection, _ = listening.accept()
    while connection.recv_into(buffer):
        pass
    connection.close()


def digest(spawned: float, size: int) -> float:
    """Hash `size` bytes by sha256 on one core; seconds."""
    del spawned
    block = os.urandom(_BLOCK)
    hashing = hashlib.sha256()
    begun = time.monotonic()
    for _ in range(size // _BLOCK):
        hashing.update(block)
    hashing.digest()
    return time.monotonic() - begun


def disk(spawned: float, path: str, size: int) -> float:
    """Write `size` bytes and sync them; seconds."""
    del spawned
    block = os.urandom(_BLOCK)
    begun = time.monotonic()
    with open(path, "wb", buffering=0) as file:
        file.writelines(block for _ in range(size // _BLOCK))
        os.fsync(file.fileno())
    seconds = time.monotonic() - begun
    os.unlink(path)
    return seconds


def control(spawned: float, over: float) -> list[tuple[float, float]]:
    """Sleep 5 ms again and again until standard input ends; (end, length) of longer pauses.

    What stops this process stops every other one too: such pauses are the machine's.
    """
    del spawned
    ended = threading.Event()

    def wait_for_end() -> None:
        select.select([sys.stdin], [], [])
        ended.set()

    threading.Thread(target=wait_for_end, daemon=True).start()
    pauses: list[tuple[float, float]] = []
    last = time.monotonic()
    while not ended.is_set():
        time.sleep(0.005)
        now = time.monotonic()
        if now - last > over:
            pauses.append((now, now - last))
        last = now
    return pauses
