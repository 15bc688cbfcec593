"""Bytes on their way into a tus upload: of one request at a time, durable before they are told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from desktop_app.server import uploads
from desktop_app.server.landing import Landing
from desktop_app.server.problems import Cancelled, Kind, Problem
from desktop_app.server.uploads import Chunk

if TYPE_CHECKING:
    import sqlite3

    from desktop_app.server.call import Call
    from desktop_app.server.service import Service

_ARRIVING_S = 0.3
"""How long an earlier request of an upload may read what is still on its way."""
_TAKE_OVER_S = 5.0
"""How long earlier requests of an upload may take to write down what they have received."""


@contextmanager
def occupied(service: Service, call: Call, upload: str) -> Iterator[None]:
    """Keep other requests of `upload` out; one that comes may end the reading of `call`.

    Raises:
        Problem: `upload-busy`.
    """
    if upload in service.busy_uploads:
        raise Problem(Kind.UPLOAD_BUSY)
    free = asyncio.Event()
    service.busy_uploads[upload] = call, free
    try:
        yield
    finally:
        del service.busy_uploads[upload]
        free.set()


async def take_over(service: Service, upload: str) -> None:
    """End earlier requests that still wait for their bodies, and wait until they have let go.

    Their client is most likely this one, come back after its connection broke unnoticed here.

    Raises:
        Problem: `upload-busy`: it is busy with something else.
    """
    until = time.monotonic() + _TAKE_OVER_S
    while upload in service.busy_uploads:
        earlier, free = service.busy_uploads[upload]
        with suppress(TimeoutError):
            await asyncio.wait_for(free.wait(), _ARRIVING_S)
        earlier.read_no_more("superseded")
        try:
            await asyncio.wait_for(free.wait(), max(0.0, until - time.monotonic()))
        except TimeoutError as error:
            raise Problem(Kind.UPLOAD_BUSY) from error


async def standing(service: Service, call: Call, upload: str) -> sqlite3.Row:
    """Return the row of an upload once no earlier request changes it any more.

    Where all bytes are there and the end is missing (a crash, or an error that has passed), it is
    made up for: an offset that equals the length says that the file is stored.

    Raises:
        Problem: `not-found`; `upload-busy`; or why it cannot be completed now.
    """
    await take_over(service, upload)
    row = await service.read(call, lambda c: uploads.get(c, upload))
    if row["complete"] or row["offset"] != row["size"]:
        return row
    await call.hold(service.own(_complete(service, call, upload)))
    return await service.read(call, lambda c: uploads.get(c, upload))


async def _complete(service: Service, call: Call, upload: str) -> None:
    def work() -> None:
        with service.database.reader() as connection:
            row = uploads.get(connection, upload)
        if not row["complete"]:
            chunk = Chunk(service, call, row, None)
            chunk.complete(chunk.open())

    with occupied(service, call, upload):
        try:
            await service.in_file_thread(work)
        except Problem as problem:
            if problem.kind in uploads.HOPELESS:
                raise Problem(Kind.NOT_FOUND, what="upload") from problem
            raise


async def append(service: Service, call: Call, chunk: Chunk) -> int:
    """Append the body of `call` and return the durable offset; what arrived is kept in any case.

    Raises:
        Problem: what ends the upload, what kept its bytes from being stored, or `too-large`.
        Cancelled: the client went away.
    """
    size, limits = chunk.row["size"], service.limits
    part = await service.in_file_thread(chunk.open)
    landing = Landing(service, partial(chunk.write, part), chunk.hash)
    arrived = part.size
    given_up: Cancelled | None = None
    too_much = False
    try:
        while not call.body_complete and given_up is None and not too_much:
            block = await landing.empty()
            try:
                await call.fill(block, limits.body_idle_s, service.blocks.to_page(arrived))
            except Cancelled as error:
                given_up = error
            too_much = block.filled > size - arrived
            block.filled = min(block.filled, size - arrived)
            arrived += block.filled
            landing.land()
        await landing.landed()
        await service.during(call)
    finally:
        await landing.settle()
        complete = part.size == size and not too_much
        end = chunk.complete if complete else chunk.suspend
        await asyncio.shield(service.own_thread(end, part))
    if too_much:
        at = uploads.offset_headers(part.size, time.time() + service.limits.upload_ttl_s)
        raise Problem(Kind.TOO_LARGE, headers=at, limit=size)
    if given_up is not None and given_up.reason == "client_gone":
        raise given_up
    return part.size
