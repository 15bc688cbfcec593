"""What the machine itself can do: memory through a socket, a digest, the disk, a bare timer."""

from __future__ import annotations

import hashlib
import os
import queue
import select
import socket
import sys
import threading
import time
from typing import Self

_BLOCK = 1 << 20
_DEPTH = 6


def loopback(spawned: float, size: int, hashed: bool = False) -> float:
    """Push `size` bytes through a loopback connection to another process; seconds.

    Args:
        hashed: both ends take a sha256 of all bytes, beside the copying.
    """
    del spawned
    with socket.create_server(("127.0.0.1", 0)) as listening:
        child = os.fork()
        if child == 0:
            _drain(listening, hashed)
            os._exit(0)
        blocks = [memoryview(bytearray(os.urandom(_BLOCK))) for _ in range(_DEPTH)]
        with socket.create_connection(listening.getsockname()) as out:
            begun = time.monotonic()
            with _Digests(hashed) as digests:
                for number in range(size // _BLOCK):
                    block = blocks[number % _DEPTH]
                    out.sendall(block)
                    digests.take(block)
                out.shutdown(socket.SHUT_WR)
                out.recv(1)
            seconds = time.monotonic() - begun
        os.waitpid(child, 0)
    return seconds


def _drain(listening: socket.socket, hashed: bool) -> None:
    blocks = [memoryview(bytearray(_BLOCK)) for _ in range(_DEPTH)]
    connection, _ = listening.accept()
    with _Digests(hashed) as digests:
        number = 0
        while count := connection.recv_into(blocks[number % _DEPTH], 0, socket.MSG_WAITALL):
            digests.take(blocks[number % _DEPTH][:count])
            number += 1
    connection.close()


class _Digests:
    """A thread that hashes what it is given, or nothing at all."""

    def __init__(self, hashed: bool) -> None:
        self._blocks: queue.Queue[memoryview | None] = queue.Queue(_DEPTH - 2)
        self._thread = threading.Thread(target=self._work) if hashed else None

    def __enter__(self) -> Self:
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread is not None:
            self._blocks.put(None)
            self._thread.join()

    def take(self, block: memoryview) -> None:
        if self._thread is not None:
            self._blocks.put(block)

    def _work(self) -> None:
        hashing = hashlib.sha256()
        while (block := self._blocks.get()) is not None:
            hashing.update(block)


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
