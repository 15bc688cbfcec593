"""tus 1.0.0 (https://tus.io/protocols/resumable-upload): creation, expiration, termination.

The offset that is told is always durable: it is committed after the bytes below it are on disk.
The digest of the whole file is given at creation (metadata `digest`, `sha256:<hex>`) or with the
last chunk (`Repr-Digest`), and is verified at the end; a file that fails is removed.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import sqlite3
import time
from contextlib import suppress
from email.utils import formatdate
from typing import TYPE_CHECKING

from desktop_app.local_service import digests, idempotency, keys, records, uploads
from desktop_app.local_service.answers import empty, stored_answer
from desktop_app.local_service.idempotency import Stored
from desktop_app.local_service.problems import Cancelled, Kind, Problem
from desktop_app.local_service.uploads import Chunk

if TYPE_CHECKING:
    from starlette.responses import Response

    from desktop_app.local_service.blobs import Part
    from desktop_app.local_service.call import Call
    from desktop_app.local_service.service import Service

VERSION = "1.0.0"
TUS = {"Tus-Resumable": VERSION}
CHUNK_TYPE = "application/offset+octet-stream"
_ARRIVING_S = 0.3
"""How long an earlier request of an upload may read what is still on its way."""
_TAKE_OVER_S = 5.0
"""How long an earlier request of an upload may take to write down what it has received."""


def _check_version(call: Call) -> None:
    if call.header("tus-resumable") != VERSION:
        raise Problem(Kind.TUS_VERSION, headers={"Tus-Version": VERSION})


def _number(call: Call, name: str) -> int:
    value = call.header(name) or ""
    if not (value.isascii() and value.isdigit() and len(value) < 19):
        raise Problem(Kind.BAD_HEADER, field=name)
    return int(value)


def _expires(at: float) -> dict[str, str]:
    return {"Upload-Expires": formatdate(at, usegmt=True)}


def parse_metadata(value: str) -> dict[str, str]:
    """Return the pairs of an `Upload-Metadata` header.

    Raises:
        Problem: `bad-header`.
    """
    pairs: dict[str, str] = {}
    for pair in value.split(",") if value.strip() else []:
        name, _, encoded = pair.strip().partition(" ")
        try:
            pairs[name] = base64.b64decode(encoded.strip(), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError) as error:
            raise Problem(Kind.BAD_HEADER, field="Upload-Metadata") from error
        if not name:
            raise Problem(Kind.BAD_HEADER, field="Upload-Metadata")
    return pairs


async def tus_options(service: Service, _call: Call) -> Response:
    """`OPTIONS`: what this end of tus can do."""
    return empty(
        204,
        {
            **TUS,
            "Tus-Version": VERSION,
            "Tus-Extension": "creation,expiration,termination",
            "Tus-Max-Size": str(service.limits.max_file),
        },
    )


async def create_upload(service: Service, call: Call) -> Response:
    """`POST /records/{id}/uploads`: 201 with the upload's path."""
    _check_version(call)
    size = _number(call, "upload-length")
    raw = call.header("upload-metadata") or ""
    pairs = parse_metadata(raw)
    if "key" not in pairs:
        raise Problem(Kind.BAD_FIELD, field="Upload-Metadata", reason="key is required")
    key = keys.checked(pairs["key"])
    digest = digests.checked(pairs["digest"]) if "digest" in pairs else None
    idempotency_key = idempotency.key_of(call, required=False)
    if call.content_length() != 0:
        raise Problem(Kind.BAD_HEADER, field="Content-Length", reason="no creation-with-upload")
    record = call.params[0]

    def act(connection: sqlite3.Connection) -> Stored:
        records.writable(connection, record)
        existing = records.find_file(connection, record, key)
        if existing is not None:
            records.same_content(existing, size, digest)
        service.room_for(size, connection)
        now = time.time()
        upload = records.new_id("u")
        expires = now + service.limits.upload_ttl_s
        connection.execute(
            "INSERT INTO uploads VALUES (?, ?, ?, ?, ?, 0, ?, 0, ?, ?)",
            (upload, record, key, size, digest, raw, now, expires),
        )
        records.touch(connection, record)
        records.audit(connection, call.request_id, "create_upload", record, key=key, size=size)
        return Stored(
            201,
            headers={
                **TUS,
                **_expires(expires),
                "Location": f"/uploads/{upload}",
                "Upload-Offset": "0",
            },
        )

    print_ = idempotency.fingerprint(call, f"{size} {raw}".encode())
    stored = await service.write(
        call, lambda c: idempotency.once(c, idempotency_key, print_, act, kind="create_upload")
    )
    if size == 0 and not stored.replayed:
        upload = stored.headers["Location"].rsplit("/", 1)[1]
        row = await service.database.write(lambda c: uploads.get(c, upload))
        chunk = Chunk(service, call, row, None)
        part = await service.in_file_thread(chunk.open)
        await service.finish(call, service.in_file_thread(chunk.complete, part))
    return stored_answer(stored)


async def head_upload(service: Service, call: Call) -> Response:
    """`HEAD /uploads/{id}`: the durable offset, at which the next PATCH may begin."""
    _check_version(call)
    await _take_over(service, call.params[0])
    row = await service.read(call, lambda c: uploads.get(c, call.params[0]))
    headers = {
        **TUS,
        **_expires(row["expires"]),
        "Cache-Control": "no-store",
        "Upload-Offset": str(row["offset"]),
        "Upload-Length": str(row["size"]),
    }
    if row["metadata"]:
        headers["Upload-Metadata"] = row["metadata"]
    return empty(200, headers)


async def patch_upload(service: Service, call: Call) -> Response:
    """`PATCH /uploads/{id}`: append; whatever arrived is kept, even if the client goes away."""
    _check_version(call)
    if (call.header("content-type") or "").split(";")[0].strip() != CHUNK_TYPE:
        raise Problem(Kind.WRONG_CONTENT_TYPE, expected=CHUNK_TYPE)
    offset = _number(call, "upload-offset")
    digest = digests.parse_repr_digest(call.header("repr-digest"))
    upload = call.params[0]
    await _take_over(service, upload)
    free = asyncio.Event()
    service.busy_uploads[upload] = call, free
    try:
        row = await service.read(call, lambda c: _patchable(service, c, upload))
        at = {**TUS, "Upload-Offset": str(row["offset"])}
        if offset != row["offset"]:
            raise Problem(Kind.OFFSET_MISMATCH, headers=at, offset=row["offset"])
        if (call.content_length() or 0) > row["size"] - offset:
            raise Problem(Kind.TOO_LARGE, headers=at, limit=row["size"] - offset)
        if row["complete"]:
            return empty(204, {**at, **_expires(row["expires"])})
        chunk = Chunk(service, call, row, digest)
        return await _append(service, call, chunk)
    finally:
        del service.busy_uploads[upload]
        free.set()


async def _take_over(service: Service, upload: str) -> None:
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


def _patchable(service: Service, connection: sqlite3.Connection, upload: str) -> sqlite3.Row:
    """Return the row of an upload that may go on: other uploads may have taken its room."""
    row = uploads.get(connection, upload)
    if not row["complete"]:
        records.writable(connection, row["record"])
        service.room_for(row["size"] - row["offset"], connection)
    return row


async def _append(service: Service, call: Call, chunk: Chunk) -> Response:
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
    at = {
        **TUS,
        "Upload-Offset": str(part.size),
        **_expires(time.time() + service.limits.upload_ttl_s),
    }
    if too_much:
        raise Problem(Kind.TOO_LARGE, headers=at, limit=row["size"])
    if given_up is not None and given_up.reason == "client_gone":
        raise given_up
    return empty(204, at)


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


async def delete_upload(service: Service, call: Call) -> Response:
    """`DELETE /uploads/{id}`: tus termination."""
    _check_version(call)
    upload = call.params[0]
    if upload in service.busy_uploads or not service.faults.uploads_cancellable:
        raise Problem(Kind.UPLOAD_BUSY)

    def work(connection: sqlite3.Connection) -> sqlite3.Row:
        row = uploads.get(connection, upload)
        uploads.forget(connection, upload)
        records.audit(connection, call.request_id, "terminate", upload)
        return row

    row = await service.write(call, work)
    if not row["complete"]:
        await call.hold(service.in_file_thread(service.blobs.remove, row["record"], upload))
    return empty(204, TUS)
