"""A key belongs to one body: where a request is repeated, its content is compared as well.

The content of an upload is not known before it was read, so that no fingerprint of the request's
head can tell two bodies apart. A repeated request is therefore read to its end and hashed, and
compared with what its key stored; nothing of it is kept.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from desktop_app.server import digests
from desktop_app.server.blobs import PART, hash_file
from desktop_app.server.landing import Landing
from desktop_app.server.problems import Kind, Problem

if TYPE_CHECKING:
    import sqlite3

    from desktop_app.server.call import Call
    from desktop_app.server.idempotency import Stored
    from desktop_app.server.service import Service


async def check_whole(
    service: Service, call: Call, stored: Stored, size: int, declared: str | None
) -> None:
    """Go on if the body of `call` is the one that `stored` answered, of `size` bytes.

    Raises:
        Problem: `digest-mismatch` if it is not what its own head says; else
            `idempotency-key-reused`.
    """
    found, received = await _read(service, call, size)
    if received > size or digests.repr_digest(found) != stored.headers["Repr-Digest"]:
        raise Problem(Kind.IDEMPOTENCY_KEY_REUSED)
    if declared is not None and found != declared:
        raise Problem(Kind.DIGEST_MISMATCH, expected=declared, actual=found)


async def check_beginning(service: Service, call: Call, row: sqlite3.Row) -> None:
    """Go on if the body of `call` is how the upload of `row` begins, as far as that is stored.

    Raises:
        Problem: `idempotency-key-reused`.
    """
    found, received = await _read(service, call, row["offset"])
    length = min(received, row["offset"])
    stored = await call.hold(service.in_read_thread(_stored, service, call, row, length))
    if stored != found:
        raise Problem(Kind.IDEMPOTENCY_KEY_REUSED)


async def _read(service: Service, call: Call, length: int) -> tuple[str, int]:
    """Read the body; return the digest of its first `length` bytes, and how many came.

    What is longer is read a little further only: then it cannot be the same.
    """
    hasher = hashlib.sha256()
    left = length

    def hash_next(content: memoryview) -> None:
        nonlocal left
        hasher.update(content[:left])
        left -= min(left, len(content))

    landing = Landing(service, hash_next)
    try:
        while not call.body_complete and call.body_received <= length:
            await call.fill(await landing.empty(), service.limits.body_idle_s)
            landing.land()
        await landing.landed()
    finally:
        await landing.settle()
    return f"sha256:{hasher.hexdigest()}", call.body_received


def _stored(service: Service, call: Call, row: sqlite3.Row, length: int) -> str:
    path = service.blobs.path(row["record"], row["id"])
    part = path + PART
    return hash_file(part if os.path.exists(part) else path, call.check, length)
