"""tus 1.0.0 (https://tus.io/protocols/resumable-upload): creation, expiration, termination.

The offset that is told is always durable: it is committed after the bytes below it are on disk.
The digest of the whole file is given at creation (metadata `digest`, `sha256:<hex>`) or with the
last chunk (`Repr-Digest`), and is verified at the end; a file that fails is removed.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import sqlite3
import time
from dataclasses import dataclass
from email.utils import formatdate
from typing import TYPE_CHECKING

from desktop_app.local_service import digests, idempotency, keys, records
from desktop_app.local_service.answers import empty, stored_answer
from desktop_app.local_service.blobs import hash_file
from desktop_app.local_service.idempotency import Stored
from desktop_app.local_service.problems import Cancelled, Kind, Problem

if TYPE_CHECKING:
    from starlette.responses import Response

    from desktop_app.local_service.blobs import Part
    from desktop_app.local_service.call import Call
    from desktop_app.local_service.service import Service

VERSION = "1.0.0"
TUS = {"Tus-Resumable": VERSION}
CHUNK_TYPE = "application/offset+octet-stream"
LIVE_HASHES = 64
HOPELESS = {Kind.DIGEST_MISMATCH, Kind.DIFFERENT_CONTENT, Kind.FINALIZED, Kind.NOT_FOUND}
"""What no further try can mend: the upload is removed. After anything else it can go on."""


class LiveHashes:
    """Running hashes of uploads under way, so that the end needs no second reading.

    Only a shortcut: an upload without one (after a restart) is hashed from disk at its end.
    """

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, hashlib._Hash]] = {}

    def take(self, upload: str, offset: int) -> hashlib._Hash | None:
        """Return the hash of the first `offset` bytes, if it is known."""
        kept = self._kept.pop(upload, None)
        if offset == 0:
            return hashlib.sha256()
        return kept[1] if kept is not None and kept[0] == offset else None

    def keep(self, upload: str, offset: int, hasher: hashlib._Hash) -> None:
        """Remember the hash of the first `offset` bytes; the oldest of many is forgotten."""
        self._kept[upload] = (offset, hasher)
        while len(self._kept) > LIVE_HASHES:
            del self._kept[next(iter(self._kept))]


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
        row = await service.database.write(lambda c: _get(c, upload))
        chunk = _Chunk(service, call, row, None)
        part = await service.in_file_thread(chunk.open)
        await service.finish(call, service.in_file_thread(chunk.complete, part))
    return stored_answer(stored)


def _get(connection: sqlite3.Connection, upload: str) -> sqlite3.Row:
    row: sqlite3.Row | None = connection.execute(
        "SELECT * FROM uploads WHERE id = ? AND expires > ?", (upload, time.time())
    ).fetchone()
    if row is None:
        raise Problem(Kind.NOT_FOUND, what="upload")
    return row


async def head_upload(service: Service, call: Call) -> Response:
    """`HEAD /uploads/{id}`: the durable offset."""
    _check_version(call)
    row = await service.read(call, lambda c: _get(c, call.params[0]))
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


@dataclass(slots=True)
class _Chunk:
    """One PATCH: appends to the part and keeps the row's offset true."""

    service: Service
    call: Call
    row: sqlite3.Row
    digest: str | None
    hasher: hashlib._Hash | None = None
    synced: int = 0

    def open(self) -> Part:
        """Open the part at the row's offset; what lies beyond was never acknowledged."""
        row = self.row
        part = self.service.blobs.part(row["record"], row["id"], row["offset"])
        self.hasher = self.service.live_hashes.take(row["id"], row["offset"])
        self.synced = row["offset"]
        return part

    def append(self, part: Part, data: list[bytes]) -> None:
        """Write and hash; now and then make it durable and say so."""
        hasher, self.hasher = self.hasher, None
        part.append(data, hashed=False)
        if hasher is not None:
            for piece in data:
                hasher.update(piece)
            self.hasher = hasher
        if part.size - self.synced >= self.service.limits.tus_sync:
            self.keep(part)

    def keep(self, part: Part) -> None:
        """Make what arrived durable, then commit its offset."""
        part.sync()
        size = part.size
        expires = time.time() + self.service.limits.upload_ttl_s
        upload = self.row["id"]

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE uploads SET offset = ?, expires = ? WHERE id = ?", (size, expires, upload)
            )
            records.touch(connection, self.row["record"])
            records.audit(connection, self.call.request_id, "chunk", upload, offset=size)
            if self.call.crash_before_commit is not None:
                self.call.crash_before_commit()

        self.service.database.submit(work).result()
        self.synced = size

    def suspend(self, part: Part) -> None:
        """End a chunk that is not the last."""
        try:
            if part.size != self.synced:
                self.keep(part)
        finally:
            part.close()
        if self.hasher is not None:
            self.service.live_hashes.keep(self.row["id"], part.size, self.hasher)

    def complete(self, part: Part) -> None:
        """Verify the whole file, name it, and commit its row.

        Raises:
            Problem: `digest-mismatch` or what `records.store_file` refuses; the upload is gone if
                that is hopeless.
        """
        row, blobs = self.row, self.service.blobs
        part.sync()
        if self.hasher is not None:
            digest = f"sha256:{self.hasher.hexdigest()}"
        else:
            digest = hash_file(blobs.path(row["record"], row["id"]) + ".part", lambda: None)
        try:
            for wanted in (row["digest"], self.digest):
                if wanted is not None and wanted != digest:
                    raise Problem(Kind.DIGEST_MISMATCH, expected=wanted, actual=digest)
            part.finish()
            new = self.service.database.submit(lambda c: self._store(c, digest)).result()
        except FileNotFoundError as error:
            self._drop(part)
            raise Problem(Kind.NOT_FOUND, what="record") from error
        except Problem as problem:
            if problem.kind in HOPELESS:
                self._drop(part)
            else:
                part.close()
                blobs.unfinish(row["record"], row["id"])
            raise
        if not new:
            blobs.remove(row["record"], row["id"])

    def _drop(self, part: Part) -> None:
        part.discard()
        self.service.blobs.remove(self.row["record"], self.row["id"])
        self.service.database.submit(lambda c: _forget(c, self.row["id"])).result()

    def _store(self, connection: sqlite3.Connection, digest: str) -> bool:
        row = self.row
        _, new = records.store_file(
            connection, row["record"], row["key"], row["size"], digest, row["id"]
        )
        connection.execute(
            "UPDATE uploads SET offset = size, complete = 1 WHERE id = ?", (row["id"],)
        )
        records.audit(connection, self.call.request_id, "uploaded", row["record"], key=row["key"])
        if self.call.crash_before_commit is not None:
            self.call.crash_before_commit()
        return new


def _forget(connection: sqlite3.Connection, upload: str) -> None:
    connection.execute("DELETE FROM uploads WHERE id = ?", (upload,))


async def patch_upload(service: Service, call: Call) -> Response:
    """`PATCH /uploads/{id}`: append; whatever arrived is kept, even if the client goes away."""
    _check_version(call)
    if (call.header("content-type") or "").split(";")[0].strip() != CHUNK_TYPE:
        raise Problem(Kind.WRONG_CONTENT_TYPE, expected=CHUNK_TYPE)
    offset = _number(call, "upload-offset")
    digest = digests.parse_repr_digest(call.header("repr-digest"))
    upload = call.params[0]
    if upload in service.busy_uploads:
        raise Problem(Kind.UPLOAD_BUSY)
    service.busy_uploads.add(upload)
    try:
        row = await service.read(call, lambda c: _patchable(c, upload))
        at = {**TUS, "Upload-Offset": str(row["offset"])}
        if offset != row["offset"]:
            raise Problem(Kind.OFFSET_MISMATCH, headers=at, offset=row["offset"])
        if (call.content_length() or 0) > row["size"] - offset:
            raise Problem(Kind.TOO_LARGE, headers=at, limit=row["size"] - offset)
        if row["complete"]:
            return empty(204, {**at, **_expires(row["expires"])})
        chunk = _Chunk(service, call, row, digest)
        return await _append(service, call, chunk)
    finally:
        service.busy_uploads.discard(upload)


def _patchable(connection: sqlite3.Connection, upload: str) -> sqlite3.Row:
    row = _get(connection, upload)
    if not row["complete"]:
        records.writable(connection, row["record"])
    return row


async def _append(service: Service, call: Call, chunk: _Chunk) -> Response:
    row = chunk.row
    part = await service.in_file_thread(chunk.open)
    given_up: Cancelled | None = None
    writing: asyncio.Future[None] | None = None
    too_much = False
    try:
        while not call.body_complete and given_up is None and not too_much:
            try:
                data = await call.batch(service.limits.batch, service.limits.body_idle_s)
            except Cancelled as error:
                given_up, data = error, call.rest
            if writing is not None:
                await writing
            left = row["size"] - part.size
            too_much = sum(map(len, data)) > left
            if too_much:
                data = [b"".join(data)[:left]]
            writing = service.in_file_thread(chunk.append, part, data)
        if writing is not None:
            await writing
        await service.during(call)
    finally:
        if writing is not None and not writing.done():
            await asyncio.wait({writing})
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


async def delete_upload(service: Service, call: Call) -> Response:
    """`DELETE /uploads/{id}`: tus termination."""
    _check_version(call)
    upload = call.params[0]
    if upload in service.busy_uploads or not service.faults.uploads_cancellable:
        raise Problem(Kind.UPLOAD_BUSY)

    def work(connection: sqlite3.Connection) -> sqlite3.Row:
        row = _get(connection, upload)
        _forget(connection, upload)
        records.audit(connection, call.request_id, "terminate", upload)
        return row

    row = await service.write(call, work)
    if not row["complete"]:
        await call.hold(service.in_file_thread(service.blobs.remove, row["record"], upload))
    return empty(204, TUS)
