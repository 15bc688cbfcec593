r"""tus 1.0.0 (https://tus.io/protocols/resumable-upload): HEAD, PATCH and termination of an upload.

(For creation see `creation`.) The offset that is answered is always durable: it is committed after
the bytes below it are on disk. The digest of the whole file is given at creation or with the last
chunk, and is verified at the end; a file that fails is removed.

A PATCH, from its head to its offset:

    patch_upload -- take_over (an earlier request hangs) -- occupied -- append
    append: `BodyWriter.receive` -> `Chunk.end` -> suspend: fsync, offset committed
                                               \-> complete: digest, fsync, name, row committed
"""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.utils import formatdate
from typing import TYPE_CHECKING

from desktop_app.server import idempotency, intact, rows, wire
from desktop_app.server.answers import empty, stored_answer
from desktop_app.server.blobs import PART, hash_file
from desktop_app.server.body import BodyWriter
from desktop_app.server.idempotency import Stored
from desktop_app.server.problems import Cancelled, Kind, Problem

if TYPE_CHECKING:
    from starlette.responses import Response

    from desktop_app.server.blobs import Part
    from desktop_app.server.call import Call

VERSION = "1.0.0"
TUS = {"Tus-Resumable": VERSION}
CHUNK_TYPE = "application/offset+octet-stream"
KEPT_S = 7 * 86_400.0
"""How long an upload is kept after its last byte."""
HOPELESS = {Kind.DIGEST_MISMATCH, Kind.DIFFERENT_CONTENT, Kind.FINALIZED, Kind.NOT_FOUND}
"""Where no further try can help: the upload is removed. After anything else it can go on."""
_ARRIVING_S = 0.3
"""How long an earlier request of an upload may read what is still on its way."""
_TAKE_OVER_S = 5.0
"""How long earlier requests of an upload may take to write down what they have received."""


# Routes


async def head_upload(call: Call) -> Response:
    """`HEAD /uploads/{upload}`: the durable offset, at which the next PATCH may begin."""
    check_version(call)
    row = await standing(call, call.path_params["upload"])
    headers = {
        **offset_headers(row["offset"], row["expires"]),
        "Cache-Control": "no-store",
        "Upload-Length": str(row["size"]),
    }
    if row["metadata"]:
        headers["Upload-Metadata"] = row["metadata"]
    return empty(200, headers)


async def patch_upload(call: Call) -> Response:
    """`PATCH /uploads/{upload}`: append; what arrived is kept, even if the client goes away."""
    check_version(call)
    check_type(call)
    offset = number(call, "upload-offset")
    digest = wire.parse_repr_digest(call.headers.get("repr-digest"))
    upload = call.path_params["upload"]
    await take_over(call, upload)
    with occupied(call, upload):
        row = await call.service.read(call, lambda c: _patchable(call, c, upload))
        at = {**TUS, "Upload-Offset": str(row["offset"])}
        if offset != row["offset"]:
            raise Problem(Kind.OFFSET_MISMATCH, headers=at, offset=row["offset"])
        if (call.content_length() or 0) > row["size"] - offset:
            raise Problem(Kind.TOO_LARGE, headers=at, limit=row["size"] - offset)
        if row["complete"]:
            return empty(204, offset_headers(row["offset"], row["expires"]))
        reached = await append(call, Chunk(call, row, digest))
    return empty(204, offset_headers(reached, time.time() + KEPT_S))


async def delete_upload(call: Call) -> Response:
    """`DELETE /uploads/{upload}`: tus termination."""
    check_version(call)
    service, upload = call.service, call.path_params["upload"]
    key = idempotency.key_of(call, required=False)
    if upload in service.busy_uploads or not service.faults.uploads_cancellable:
        raise Problem(Kind.UPLOAD_BUSY)
    ended: list[sqlite3.Row] = []

    def act(connection: sqlite3.Connection) -> Stored:
        ended.append(get(connection, upload))
        forget(connection, upload)
        rows.audit(connection, call.request_id, "terminate", upload)
        return Stored(204, headers=TUS)

    def remove() -> None:
        for row in ended:
            if not row["complete"]:
                service.blobs.remove(row["record"], upload)

    print_ = idempotency.fingerprint(call, b"")
    stored = await service.delete(
        call, lambda c: idempotency.once(c, key, print_, act, kind="delete_upload"), remove
    )
    return stored_answer(call, stored)


# Appending


async def append(call: Call, chunk: Chunk) -> int:
    """Append the body of `call` and return the durable offset; what arrived is kept in any case.

    Raises:
        Problem: what ends the upload, what kept its bytes from being stored, or `too-large`.
        Cancelled: the client went away.
    """
    service, row = call.service, chunk.row
    body = BodyWriter(
        call,
        chunk.open,
        room=row["size"] - row["offset"],
        hasher=chunk.hasher,
        checkpoint=chunk.keep,
        at=row["offset"],
    )
    ended: Problem | Cancelled | None = None
    try:
        await body.receive()
        await service.during(call)
    except (Problem, Cancelled) as error:
        ended = error
    finally:
        ending = service.own_thread(chunk.end, body, isinstance(ended, Problem))
        offset = await asyncio.shield(ending)
    if isinstance(ended, Problem):
        if ended.kind is Kind.TOO_LARGE:
            ended.headers.update(offset_headers(offset, time.time() + KEPT_S))
        raise ended
    if ended is not None and ended.reason == "client_gone":
        raise ended
    return offset


class Chunk:
    """What one body adds to an upload: appended to its part, with a row whose offset is true.

    Its methods run in threads.

    Args:
        call: who brings the body.
        row: of the upload.
        digest: of the whole file, where the request says it.
        creation_key: the idempotency key of a creation that brought the body: an upload that is
            removed was not created, so the key is free again.
    """

    def __init__(
        self, call: Call, row: sqlite3.Row, digest: str | None, creation_key: str | None = None
    ) -> None:
        self._call = call
        self._service = call.service
        self.row = row
        self._digest = digest
        self._creation_key = creation_key
        self._kept = row["offset"]
        self.hasher = call.service.live_hashes.take(row["id"], row["offset"])

    def open(self) -> Part:
        """Open the part at the row's offset; what lies beyond was never acknowledged.

        Raises:
            Problem: `disk-full`, or `not-found` where less is left than was acknowledged: such an
                upload cannot go on and is removed.
        """
        row = self.row
        try:
            return self._service.blobs.part(row["record"], row["id"], row["offset"])
        except FileNotFoundError as error:
            self._service.database.submit(self._forget).result()
            raise Problem(Kind.NOT_FOUND, what="upload") from error

    def keep(self, part: Part) -> None:
        """Make what was appended durable, then commit that offset; more may be appended meanwhile.

        Raises:
            Problem: `not-found` where the upload is gone, `disk-full` or `database-busy`.
        """
        size = part.size
        part.sync()
        upload = self.row["id"]

        def work(connection: sqlite3.Connection) -> None:
            get(connection, upload)
            connection.execute(
                "UPDATE uploads SET offset = ?, expires = ? WHERE id = ?",
                (size, time.time() + KEPT_S, upload),
            )
            rows.touch(connection, self.row["record"])
            rows.audit(connection, self._call.request_id, "chunk", upload, offset=size)
            if self._call.crash_before_commit is not None:
                self._call.crash_before_commit()

        self._service.database.submit(work).result()
        self._kept = size

    def end(self, body: BodyWriter, refused: bool) -> int:
        """End the chunk, the upload too where it has all bytes; return the durable offset.

        Raises:
            Problem: as for `suspend` and `complete`.
        """
        part = body.part
        if part.size == self.row["size"] and not refused:
            self.complete(part, body.digest())
        else:
            self.suspend(part, self.hasher if body.digest() is not None else None)
        return part.size

    def suspend(self, part: Part, hasher: hashlib._Hash | None) -> None:
        """End a chunk that is not the last; `hasher` is of all bytes, where that is known.

        Raises:
            Problem: as for `keep`.
        """
        try:
            if part.size != self._kept:
                self.keep(part)
        except Exception as error:
            self._fall_back(part, error)
            raise
        part.close()
        if hasher is not None:
            self._service.live_hashes.keep(self.row["id"], part.size, hasher)

    def complete(self, part: Part, digest: str | None) -> None:
        """Verify the whole file, name it, and commit its row; `digest` is its, where known.

        Raises:
            Problem: `digest-mismatch` or what `rows.store_file` refuses; the upload is gone if
                that is hopeless.
        """
        row, blobs = self.row, self._service.blobs
        try:
            part.sync()
            found = digest or hash_file(blobs.path(row["record"], row["id"]) + PART, _never)
            for wanted in (row["digest"], self._digest):
                if wanted is not None and wanted != found:
                    raise Problem(Kind.DIGEST_MISMATCH, expected=wanted, actual=found)
            part.finish()
            content = rows.Content(row["size"], found, row["id"], part.written)
            new = self._service.database.submit(lambda c: self._store(c, content)).result()
        except FileNotFoundError as error:
            self._drop(part)
            raise Problem(Kind.NOT_FOUND, what="record") from error
        except Exception as error:
            self._fall_back(part, error)
            raise
        if not new:
            blobs.remove(row["record"], row["id"])

    def _fall_back(self, part: Part, error: Exception) -> None:
        """Remove an upload that is hopeless, else what lies beyond its offset.

        That is sent again in any case; a disk that is full needs its space before.
        """
        if isinstance(error, Problem) and error.kind in HOPELESS:
            self._drop(part)
        else:
            part.close()
            self._service.blobs.unfinish(self.row["record"], self.row["id"], self._kept)

    def _drop(self, part: Part) -> None:
        part.discard()
        self._service.blobs.remove(self.row["record"], self.row["id"])
        self._service.database.submit(self._forget).result()

    def _forget(self, connection: sqlite3.Connection) -> None:
        forget(connection, self.row["id"])
        idempotency.release(connection, self._creation_key)
        rows.audit(connection, self._call.request_id, "upload_dropped", self.row["id"])

    def _store(self, connection: sqlite3.Connection, content: rows.Content) -> bool:
        row, blobs = self.row, self._service.blobs
        get(connection, row["id"])
        _, new = rows.store_file(
            connection, row["record"], row["key"], content, lambda old: intact.lost(blobs, old)
        )
        connection.execute(
            "UPDATE uploads SET offset = size, complete = 1 WHERE id = ?", (row["id"],)
        )
        rows.audit(connection, self._call.request_id, "uploaded", row["record"], key=row["key"])
        if self._call.crash_before_commit is not None:
            self._call.crash_before_commit()
        return new


def _never() -> None:
    """Let nothing stop the hashing: it belongs to work that was accepted."""


# One request of an upload at a time


@contextmanager
def occupied(call: Call, upload: str) -> Iterator[None]:
    """Keep other requests of `upload` out; one that comes may end the reading of `call`.

    Raises:
        Problem: `upload-busy`.
    """
    busy = call.service.busy_uploads
    if upload in busy:
        raise Problem(Kind.UPLOAD_BUSY)
    free = asyncio.Event()
    busy[upload] = call, free
    try:
        yield
    finally:
        del busy[upload]
        free.set()


async def take_over(call: Call, upload: str) -> None:
    """End earlier requests that still wait for their bodies, and wait until they have let go.

    Their client is most likely this one, come back after its connection broke unnoticed here.

    Raises:
        Problem: `upload-busy`: it is busy with something else.
    """
    busy = call.service.busy_uploads
    until = time.monotonic() + _TAKE_OVER_S
    while upload in busy:
        earlier, free = busy[upload]
        with suppress(TimeoutError):
            await asyncio.wait_for(free.wait(), _ARRIVING_S)
        earlier.read_no_more("superseded")
        try:
            await asyncio.wait_for(free.wait(), max(0.0, until - time.monotonic()))
        except TimeoutError as error:
            raise Problem(Kind.UPLOAD_BUSY) from error


async def standing(call: Call, upload: str) -> sqlite3.Row:
    """Return the row of an upload once no earlier request changes it any more.

    Where all bytes are there and the end is missing (a crash, or an error that has passed), it is
    made up for: an offset that equals the length says that the file is stored.

    Raises:
        Problem: `not-found`; `upload-busy`; or why it cannot be completed now.
    """
    service = call.service
    await take_over(call, upload)
    row = await service.read(call, lambda c: get(c, upload))
    if row["complete"] or row["offset"] != row["size"]:
        return row
    await call.hold(service.own(_complete(call, upload)))
    return await service.read(call, lambda c: get(c, upload))


async def _complete(call: Call, upload: str) -> None:
    service = call.service

    def work() -> None:
        with service.database.reader() as connection:
            row = get(connection, upload)
        if not row["complete"]:
            chunk = Chunk(call, row, None)
            chunk.complete(chunk.open(), None)

    with occupied(call, upload):
        try:
            await service.in_file_thread(work)
        except Problem as problem:
            if problem.kind in HOPELESS:
                raise Problem(Kind.NOT_FOUND, what="upload") from problem
            raise


# Rows and headers


def get(connection: sqlite3.Connection, upload: str) -> sqlite3.Row:
    """Return the row of an upload that has not expired.

    Raises:
        Problem: `not-found`.
    """
    row: sqlite3.Row | None = connection.execute(
        "SELECT * FROM uploads WHERE id = ? AND expires > ?", (upload, time.time())
    ).fetchone()
    if row is None:
        raise Problem(Kind.NOT_FOUND, what="upload")
    return row


def _patchable(call: Call, connection: sqlite3.Connection, upload: str) -> sqlite3.Row:
    """Return the row of an upload that may go on: other uploads may have taken its room."""
    row = get(connection, upload)
    if not row["complete"]:
        rows.writable(connection, row["record"])
        call.service.room_for(row["size"] - row["offset"], connection)
    return row


def forget(connection: sqlite3.Connection, upload: str) -> None:
    """Delete the row of an upload."""
    connection.execute("DELETE FROM uploads WHERE id = ?", (upload,))


def offset_headers(offset: int, expires: float) -> dict[str, str]:
    """Return the headers that say how far an upload has come, and until when it is kept."""
    at = formatdate(expires, usegmt=True)
    return {**TUS, "Upload-Offset": str(offset), "Upload-Expires": at}


def check_version(call: Call) -> None:
    """Go on if the client speaks this version of tus.

    Raises:
        Problem: `tus-version`.
    """
    if call.headers.get("tus-resumable") != VERSION:
        raise Problem(Kind.TUS_VERSION, headers={"Tus-Version": VERSION})


def check_type(call: Call) -> None:
    """Go on if the body is said to be content.

    Raises:
        Problem: `wrong-content-type`.
    """
    if call.headers.get("content-type", "").split(";")[0].strip() != CHUNK_TYPE:
        raise Problem(Kind.WRONG_CONTENT_TYPE, expected=CHUNK_TYPE)


def number(call: Call, name: str) -> int:
    """Return the whole number in a header.

    Raises:
        Problem: `bad-header`.
    """
    value = call.headers.get(name, "")
    if not (value.isascii() and value.isdigit() and len(value) < 19):
        raise Problem(Kind.BAD_HEADER, field=name)
    return int(value)
