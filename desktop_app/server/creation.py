"""tus creation, with content or without: the row first, then what the request brings.

The creation is committed before the body is read, with its answer where there is a key: a replay
appends nothing, and says which offset is durable by then. The digest of the whole file may be
given as metadata (`digest`, `sha256:<hex>`), or as `Repr-Digest` where content is brought.
"""

from __future__ import annotations

import base64
import binascii
import os
import sqlite3
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app.server import idempotency, rows, uploads, wire
from desktop_app.server.answers import empty, stored_answer
from desktop_app.server.blobs import PART, hash_file
from desktop_app.server.body import hash_body
from desktop_app.server.idempotency import Stored
from desktop_app.server.problems import Kind, Problem

if TYPE_CHECKING:
    from starlette.responses import Response

    from desktop_app.server.call import Call


async def tus_options(call: Call) -> Response:
    """`OPTIONS /records/{record}/uploads`: what this end of tus can do."""
    return empty(
        204,
        {
            **uploads.TUS,
            "Tus-Version": uploads.VERSION,
            "Tus-Extension": "creation,creation-with-upload,expiration,termination",
            "Tus-Max-Size": str(call.service.limits.max_file),
        },
    )


async def create_upload(call: Call) -> Response:
    """`POST /records/{record}/uploads`: 201 with the upload's path; a body is its first content."""
    uploads.check_version(call)
    new = _New.of(call)
    if new.size < (call.content_length() or 0):
        raise Problem(Kind.TOO_LARGE, headers=uploads.TUS, limit=new.size)
    key = idempotency.key_of(call, required=False)
    upload = rows.new_id("u")
    created: list[sqlite3.Row] = []

    def act(connection: sqlite3.Connection) -> Stored:
        row = _insert(call, connection, upload, new)
        created.append(row)
        headers = {**uploads.offset_headers(0, row["expires"]), "Location": f"/uploads/{upload}"}
        return Stored(201, headers=headers)

    with uploads.occupied(call, upload):
        stored = await call.service.write(
            call,
            lambda c: idempotency.once(c, key, new.fingerprint, act, kind="create_upload"),
        )
        if not stored.replayed:
            if new.size == 0 or not call.body_complete:
                stored = await _begin(call, uploads.Chunk(call, created[0], None, key), stored)
            return stored_answer(call, stored)
    return stored_answer(call, await _now(call, stored))


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
        size = uploads.number(call, "upload-length")
        raw = call.headers.get("upload-metadata", "")
        pairs = parse_metadata(raw)
        if "key" not in pairs:
            raise Problem(Kind.BAD_FIELD, field="Upload-Metadata", reason="key is required")
        key = wire.checked_key(pairs["key"])
        digest = wire.checked_digest(pairs["digest"]) if "digest" in pairs else None
        announced = f"{size} {raw}"
        if call.content_length() != 0:
            uploads.check_type(call)
            whole = wire.parse_repr_digest(call.headers.get("repr-digest"))
            if None not in (whole, digest) and whole != digest:
                raise Problem(Kind.DIGEST_MISMATCH, expected=digest, actual=whole)
            digest = digest or whole
            announced += f" {call.content_length()} {whole}"
        return cls(size, key, digest, raw, idempotency.fingerprint(call, announced.encode()))


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


def _insert(call: Call, connection: sqlite3.Connection, upload: str, new: _New) -> sqlite3.Row:
    record = call.path_params["record"]
    rows.writable(connection, record)
    existing = rows.find_file(connection, record, new.key)
    if existing is not None:
        rows.same_content(existing, new.size, new.digest)
    call.service.room_for(new.size, connection)
    now = time.time()
    connection.execute(
        "INSERT INTO uploads VALUES (?, ?, ?, ?, ?, 0, ?, 0, ?, ?)",
        (upload, record, new.key, new.size, new.digest, new.metadata, now, now + uploads.KEPT_S),
    )
    rows.touch(connection, record)
    rows.audit(connection, call.request_id, "create_upload", record, key=new.key, size=new.size)
    return uploads.get(connection, upload)


async def _begin(call: Call, chunk: uploads.Chunk, stored: Stored) -> Stored:
    """Append what the creation brought; where that fails, say where it can go on."""
    try:
        offset = await uploads.append(call, chunk)
    except Problem as problem:
        if problem.kind not in uploads.HOPELESS:
            problem.headers["Location"] = stored.headers["Location"]
        raise
    reached = uploads.offset_headers(offset, time.time() + uploads.KEPT_S)
    return replace(stored, headers={**stored.headers, **reached})


async def _now(call: Call, stored: Stored) -> Stored:
    """Return the answer of a creation that was made before, with the offset of this moment.

    Raises:
        Problem: `idempotency-key-reused` where it brings other content than it brought before.
    """
    try:
        row = await uploads.standing(call, stored.headers["Location"].rpartition("/")[2])
    except Problem as problem:
        if problem.kind is Kind.NOT_FOUND:
            return stored
        raise
    if not call.body_complete:
        await _check_same_beginning(call, row)
    reached = uploads.offset_headers(row["offset"], row["expires"])
    return replace(stored, headers={**stored.headers, **reached})


async def _check_same_beginning(call: Call, row: sqlite3.Row) -> None:
    """Go on if the body is how the upload begins, as far as that is stored.

    Raises:
        Problem: `idempotency-key-reused`: a key belongs to one body.
    """
    found, received = await hash_body(call, row["offset"])

    def stored() -> str:
        path = call.service.blobs.path(row["record"], row["id"])
        part = path + PART
        length = min(received, row["offset"])
        return hash_file(part if os.path.exists(part) else path, call.check, length)

    if await call.hold(call.service.in_read_thread(stored)) != found:
        raise Problem(Kind.IDEMPOTENCY_KEY_REUSED)
