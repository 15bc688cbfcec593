"""Bytes on their way into a tus upload: of one request at a time, durable before they are told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from desktop_app.local_service import uploads
from desktop_app.local_service.problems import Cancelled, Kind, Problem
from desktop_app.local_service.uploads import Chunk

if TYPE_CHECKING:
    import sqlite3

    from desktop_app.local_service.blobs import Part
    from desktop_app.local_service.call import Call
    from desktop_app.local_service.service import Service

_ARRIVING_S = 0.3
"""How long an earlier request of an upload may read what is still on its way."""
_TAKE_OVER_S = 5.0
"""How long an earlier request of an upload may take to write down what it has received."""


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
    """End an earlier request that still waits for its body, and wait until it has let go.

    Its client is most likely this one, come back after its connection broke unnoticed here.

    Raises:
        Problem: `upload-busy`: it is busy with something else.
    """
    if upload not in service.busy_uploads:
        return
    earlier, free = service.busy_uploads[upload]
    with suppress(TimeoutError):
        await asyncio.wait_for(free.wait(), _ARRIVING_S)
    earlier.supersede()
    with suppress(TimeoutError):
        await asyncio.wait_for(free.wait(), _TAKE_OVER_S)
    if upload in service.busy_uploads:
        raise Problem(Kind.UPLOAD_BUSY)


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
    row = chunk.row
    part = await service.in_file_thread(chunk.open)
    work = _ChunkWork(service, chunk, part)
    given_up: Cancelled | None = None
    too_much = False
    try:
        while not call.body_complete and given_up is None and not too_much:
            try:
                data = await call.batch(service.limits.batch, service.limits.body_idle_s)
            except Cancelled as error:
                given_up, data = error, call.rest
            await work.written()
            left = row["size"] - part.size
            too_much = sum(map(len, data)) > left
            if too_much:
                data = [b"".join(data)[:left]]
            await work.append(data)
        await work.written()
        await work.kept()
        await service.during(call)
    finally:
        await work.settled()
        complete = part.size == row["size"] and not too_much
        end = chunk.complete if complete else chunk.suspend
        await asyncio.shield(service.own_thread(end, part))
    if too_much:
        at = uploads.standing(part.size, time.time() + service.limits.upload_ttl_s)
        raise Problem(Kind.TOO_LARGE, headers=at, limit=row["size"])
    if given_up is not None and given_up.reason == "client_gone":
        raise given_up
    return part.size


class _ChunkWork:
    """What threads do for one chunk: one appends; another, beside it, makes durable and commits."""

    def __init__(self, service: Service, chunk: Chunk, part: Part) -> None:
        self._service = service
        self._chunk = chunk
        self._part = part
        self._appending: asyncio.Future[None] | None = None
        self._keeping: asyncio.Future[None] | None = None

    async def append(self, data: list[bytes]) -> None:
        """Begin to append; what came before has been written. Begin to keep it where that is due.

        Raises:
            Problem: what came before could not be kept.
        """
        if self._chunk.keep_due(self._part) and (self._keeping is None or self._keeping.done()):
            await self.kept()
            keep = self._service.in_file_thread(self._chunk.keep, self._part, self._part.size)
            self._keeping = keep
        self._appending = self._service.in_file_thread(self._chunk.append, self._part, data)

    async def written(self) -> None:
        """Return when what was appended last is written."""
        if self._appending is not None:
            await asyncio.shield(self._appending)

    async def kept(self) -> None:
        """Return when what is being kept is durable and committed."""
        if self._keeping is not None:
            await asyncio.shield(self._keeping)

    async def settled(self) -> None:
        """Return when no thread works for the chunk any more, however that ended."""
        under_way = {one for one in (self._appending, self._keeping) if one and not one.done()}
        if under_way:
            await asyncio.wait(under_way)
