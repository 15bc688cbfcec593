"""Running hashes of uploads, kept in memory between their requests."""

from __future__ import annotations

import hashlib
import threading

LIVE_HASHES = 64


class LiveHashes:
    """Running hashes of uploads under way, so that the end needs no second reading.

    Only a shortcut: an upload without one (after a restart) is hashed from disk at its end.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[int, hashlib._Hash]] = {}

    def take(self, upload: str, offset: int) -> hashlib._Hash | None:
        """Return the hash of the first `offset` bytes, if it is known."""
        with self._lock:
            kept = self._kept.pop(upload, None)
        if offset == 0:
            return hashlib.sha256()
        return kept[1] if kept is not None and kept[0] == offset else None

    def keep(self, upload: str, offset: int, hasher: hashlib._Hash) -> None:
        """Remember the hash of the first `offset` bytes; the oldest of many is forgotten."""
        with self._lock:
            self._kept[upload] = (offset, hasher)
            while len(self._kept) > LIVE_HASHES:
                del self._kept[next(iter(self._kept))]
