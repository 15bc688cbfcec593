"""tus 1.0.0 (https://tus.io/protocols/resumable-upload): creation, expiration, termination.

A creation may bring content (`creation-with-upload`). The offset that is told is always durable:
it is committed after the bytes below it are on disk. The digest of the whole file is given at
creation (metadata `digest`, `sha256:<hex>`; or `Repr-Digest` where that brings content) or with
the last chunk (`Repr-Digest`), and is verified at the end; a file that fails is removed.
"""

from __future__ import annotations

import base64
import binascii
import sqlite3
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.server import digests, idempotency, keys, records, same_body, uploads
from desktop_app.server.answers import empty, stored_answer
from desktop_app.server.appending import append, occupied, standing, take_over
from desktop_app.server.idempotency import Stored
from desktop_app.server.problems import Kind, Problem
from desktop_app.server.uploads import TUS, VERSION, Chunk

if TYPE_CHECKING:
    from starlette.responses import Response

    from desktop_app.server.call import Call
    from desktop_app.server.service import Service

CHUNK_TYPE = "application/offset+octet-stream"


def _check_version(call: Call) -> None:
    if call.header("tus-resumable") != VERSION:
        raise Problem(Kind.TUS_VERSION, headers={"Tus-Version": VERSION})


def _number(call: Call, name: str) -> int:
    value = call.header(name) or ""
    if not (value.isascii() and value.isdigit() and len(value) < 19):
        raise Problem(Kind.BAD_HEADER, field=name)
    return int(value)


def _check_type(call: Call) -> None:
    if (call.header("content-type") or "").split(";")[0].strip() != CHUNK_TYPE:
        raise Problem(Kind.WRONG_CONTENT_TYPE, expected=CHUNK_TYPE)


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
            "Tus-Extension": "creation,creation-with-upload,expiration,termination",
            "Tus-Max-Size": str(service.limits.max_file),
        },
    )


async def create_upload(service: Service, call: Call) -> Response:
    """`POST /records/{id}/uploads`: 201 with the upload's path; a body is its first content.

    The creation is committed before the body is read, with its answer where there is a key: a
    replay appends nothing, and tells the offset that is durable by then.
    """
    _check_version(call)
    new = _New.of(call)
    if new.size < (call.content_length() or 0):
        raise Problem(Kind.TOO_LARGE, headers=TUS, limit=new.size)
    key = idempotency.key_of(call, required=False)
    upload = records.new_id("u")
    created: list[sqlite3.Row] = []

    def act(connection: sqlite3.Connection) -> Stored:
        row = _insert(service, call, connection, upload, new)
        created.append(row)
        headers = {**uploads.offset_headers(0, row["expires"]), "Location": f"/uploads/{upload}"}
        return Stored(201, headers=headers)

    with occupied(service, call, upload):
        stored = await service.write(
            call,
            lambda c: idempotency.once(c, key, new.fingerprint, act, kind="create_upload"),
        )
        if not stored.replayed:
            if new.size == 0 or not call.body_complete:
                chunk = Chunk(service, call, created[0], None, creation_key=key)
                stored = await _begin(service, call, chunk, stored)
            return stored_answer(stored)
    return stored_answer(await _now(service, call, stored))


@dataclass(frozen=True, slots=True)
class _New:
    """What a creation announces."""

    size: int
    key: str
    digest: str | None
    metadata: str
    fingerprint: str

    @classmethod
    def of(cls, call: Call) -> _New:
        """Read the headers.

        Raises:
            Problem: `bad-header`, `bad-field`, `bad-key`, `bad-digest`, `digest-mismatch` for two
                that differ, or `wrong-content-type` for a body that is no content.
        """
        size = _number(call, "upload-length")
        raw = call.header("upload-metadata") or ""
        pairs = parse_metadata(raw)
        if "key" not in pairs:
            raise Problem(Kind.BAD_FIELD, field="Upload-Metadata", reason="key is required")
        key = keys.checked(pairs["key"])
        digest = digests.checked(pairs["digest"]) if "digest" in pairs else None
        announced = f"{size} {raw}"
        if call.content_length() != 0:
            _check_type(call)
            whole = digests.parse_repr_digest(call.header("repr-digest"))
            if None not in (whole, digest) and whole != digest:
                raise Problem(Kind.DIGEST_MISMATCH, expected=digest, actual=whole)
            digest = digest or whole
            announced += f" {call.content_length()} {whole}"
        return cls(size, key, digest, raw, idempotency.fingerprint(call, announced.encode()))


def _insert(
    service: Service, call: Call, connection: sqlite3.Connection, upload: str, new: _New
) -> sqlite3.Row:
    record = call.params[0]
    records.writable(connection, record)
    existing = records.find_file(connection, record, new.key)
    if existing is not None:
        records.same_content(existing, new.size, new.digest)
    service.room_for(new.size, connection)
    now = time.time()
    expires = now + service.limits.upload_ttl_s
    connection.execute(
        "INSERT INTO uploads VALUES (?, ?, ?, ?, ?, 0, ?, 0, ?, ?)",
        (upload, record, new.key, new.size, new.digest, new.metadata, now, expires),
    )
    records.touch(connection, record)
    records.audit(connection, call.request_id, "create_upload", record, key=new.key, size=new.size)
    row: sqlite3.Row = connection.execute(
        "SELECT * FROM uploads WHERE id = ?", (upload,)
    ).fetchone()
    return row


async def _begin(service: Service, call: Call, chunk: Chunk, stored: Stored) -> Stored:
    """Append what the creation brought; where that fails, say where it can go on."""
    try:
        offset = await append(service, call, chunk)
    except Problem as problem:
        if problem.kind not in uploads.HOPELESS:
            problem.headers["Location"] = stored.headers["Location"]
        raise
    expires = time.time() + service.limits.upload_ttl_s
    return replace(stored, headers={**stored.headers, **uploads.offset_headers(offset, expires)})


async def _now(service: Service, call: Call, stored: Stored) -> Stored:
    """Return the answer of a creation that was made before, with the offset of this moment.

    Raises:
        Problem: `idempotency-key-reused` where it brings other content than it brought before.
    """
    try:
        row = await standing(service, call, stored.headers["Location"].rpartition("/")[2])
    except Problem as problem:
        if problem.kind is Kind.NOT_FOUND:
            return stored
        raise
    if not call.body_complete:
        await same_body.check_beginning(service, call, row)
    told = uploads.offset_headers(row["offset"], row["expires"])
    return replace(stored, headers={**stored.headers, **told})


async def head_upload(service: Service, call: Call) -> Response:
    """`HEAD /uploads/{id}`: the durable offset, at which the next PATCH may begin."""
    _check_version(call)
    row = await standing(service, call, call.params[0])
    headers = {
        **uploads.offset_headers(row["offset"], row["expires"]),
        "Cache-Control": "no-store",
        "Upload-Length": str(row["size"]),
    }
    if row["metadata"]:
        headers["Upload-Metadata"] = row["metadata"]
    return empty(200, headers)


async def patch_upload(service: Service, call: Call) -> Response:
    """`PATCH /uploads/{id}`: append; whatever arrived is kept, even if the client goes away."""
    _check_version(call)
    _check_type(call)
    offset = _number(call, "upload-offset")
    digest = digests.parse_repr_digest(call.header("repr-digest"))
    upload = call.params[0]
    await take_over(service, upload)
    with occupied(service, call, upload):
        row = await service.read(call, lambda c: _patchable(service, c, upload))
        at = {**TUS, "Upload-Offset": str(row["offset"])}
        if offset != row["offset"]:
            raise Problem(Kind.OFFSET_MISMATCH, headers=at, offset=row["offset"])
        if (call.content_length() or 0) > row["size"] - offset:
            raise Problem(Kind.TOO_LARGE, headers=at, limit=row["size"] - offset)
        if row["complete"]:
            return empty(204, uploads.offset_headers(row["offset"], row["expires"]))
        reached = await append(service, call, Chunk(service, call, row, digest))
    return empty(204, uploads.offset_headers(reached, time.time() + service.limits.upload_ttl_s))


def _patchable(service: Service, connection: sqlite3.Connection, upload: str) -> sqlite3.Row:
    """Return the row of an upload that may go on: other uploads may have taken its room."""
    row = uploads.get(connection, upload)
    if not row["complete"]:
        records.writable(connection, row["record"])
        service.room_for(row["size"] - row["offset"], connection)
    return row


async def delete_upload(service: Service, call: Call) -> Response:
    """`DELETE /uploads/{id}`: tus termination."""
    _check_version(call)
    upload = call.params[0]
    key = idempotency.key_of(call, required=False)
    if upload in service.busy_uploads or not service.faults.uploads_cancellable:
        raise Problem(Kind.UPLOAD_BUSY)
    ended: list[sqlite3.Row] = []

    def act(connection: sqlite3.Connection) -> Stored:
        ended.append(uploads.get(connection, upload))
        uploads.forget(connection, upload)
        records.audit(connection, call.request_id, "terminate", upload)
        return Stored(204, headers=TUS)

    def remove() -> None:
        for row in ended:
            if not row["complete"]:
                service.blobs.remove(row["record"], upload)

    print_ = idempotency.fingerprint(call, b"")
    stored = await service.delete(
        call, lambda c: idempotency.once(c, key, print_, act, kind="delete_upload"), remove
    )
    return stored_answer(stored)
