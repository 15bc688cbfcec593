"""Routes of stored files: list, get, delete (for PUT see `put`, for tus `uploads`)."""

from __future__ import annotations

import os
import re
import sqlite3
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from desktop_app.server import idempotency, intact, rows, wire
from desktop_app.server.answers import FileAnswer, empty
from desktop_app.server.idempotency import Stored
from desktop_app.server.problems import Cancelled, Kind, Problem
from desktop_app.server.records import page_of

if TYPE_CHECKING:
    from desktop_app.server.call import Call
    from desktop_app.server.service import Service

_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


async def list_files(call: Call) -> Response:
    """`GET /records/{id}/files`: complete files, and uploads under way, by key."""
    service = call.service
    record = call.path_params["record"]
    query = call.query_params
    limit, cursor = page_of(query) if "limit" in query else (None, "")

    def work(connection: sqlite3.Connection) -> bytes:
        rows.get(connection, record)
        partial = connection.execute(
            "SELECT * FROM uploads WHERE record = ? AND complete = 0 AND key > ? ORDER BY created",
            (record, cursor),
        )
        stored = connection.execute(
            "SELECT * FROM files WHERE record = ? AND key > ?", (record, cursor)
        )
        found = {row["key"]: row for rows in (partial, stored) for row in rows}
        call.check()
        keys = sorted(found)
        following = keys[limit - 1] if limit is not None and len(keys) > limit else None
        items = [_item(service, found[key]) for key in keys[:limit]]
        return rows.as_json({"items": service.reported(call, items), "next": following})

    return Response(await service.read(call, work), media_type="application/json")


def _item(service: Service, row: sqlite3.Row) -> dict[str, Any]:
    """Return a stored file or an upload under way as it appears in a listing."""
    if "blob" in row.keys():  # noqa: SIM118 - `in` a row looks at its values
        return rows.file_item(row, intact.lost(service.blobs, row))
    return rows.partial_item(row)


def find_range(header: str | None, size: int) -> tuple[int, int] | None:
    """Return start and length of a single byte range; None where the whole is meant.

    Raises:
        Problem: `bad-range`.
    """
    match = _RANGE.fullmatch(header.strip()) if header is not None else None
    if match is None or match[0] == "bytes=-":
        return None
    unsatisfied = Problem(Kind.BAD_RANGE, headers={"Content-Range": f"bytes */{size}"}, size=size)
    if not match[1]:
        length = min(int(match[2]), size)
        if length == 0:
            raise unsatisfied
        return size - length, length
    start = int(match[1])
    end = min(int(match[2]) if match[2] else size - 1, size - 1)
    if match[2] and int(match[2]) < start:
        return None
    if start >= size:
        raise unsatisfied
    return start, end - start + 1


async def get_file(call: Call) -> Response:
    """`GET /records/{id}/files/{key}`: the bytes, or one range of them (`If-Range` is heeded)."""
    service = call.service
    record = call.path_params["record"]

    def work(connection: sqlite3.Connection) -> tuple[sqlite3.Row, int]:
        rows.get(connection, record)
        row = rows.find_file(connection, record, call.key)
        if row is None:
            raise Problem(Kind.NOT_FOUND, what="file")
        what = intact.lost(service.blobs, row)
        if not what:
            try:
                return row, _opened(service.blobs.path(record, row["blob"]), call)
            except FileNotFoundError:
                what = intact.MISSING
        if rows.find_file(connection, record, call.key) is None:  # deleted in between
            raise Problem(Kind.NOT_FOUND, what="file")
        raise Problem(Kind.CONTENT_LOST, what=what)

    row, fd = await service.read(call, work)
    tag = f'"{row["digest"]}"'
    asked = call.headers.get("range") if call.headers.get("if-range") in {None, tag} else None
    try:
        part = find_range(asked, row["size"])
    except Problem:
        os.close(fd)
        raise
    digest = service.reported(call, [rows.file_item(row)])[0]["digest"]
    headers = {
        "Content-Type": "application/octet-stream",
        "Accept-Ranges": "bytes",
        "ETag": tag,
        "Repr-Digest": wire.repr_digest(digest),
        "X-Content-Type-Options": "nosniff",
    }
    if part is None:
        return FileAnswer(call, fd, 0, row["size"], 200, headers)
    start, length = part
    headers["Content-Range"] = f"bytes {start}-{start + length - 1}/{row['size']}"
    return FileAnswer(call, fd, start, length, 206, headers)


def _opened(path: str, call: Call) -> int:
    """Return a descriptor of a stored file, if anybody still waits for it."""
    fd = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        call.check()
    except Cancelled:
        os.close(fd)
        raise
    return fd


async def delete_file(call: Call) -> Response:
    """`DELETE /records/{id}/files/{key}`: of drafts, with its uploads; twice is fine."""
    service = call.service
    record = call.path_params["record"]
    idempotency_key = idempotency.key_of(call, required=False)

    def act(connection: sqlite3.Connection) -> Stored:
        rows.writable(connection, record)
        row = rows.find_file(connection, record, call.key)
        uploads = connection.execute(
            "SELECT id FROM uploads WHERE record = ? AND key = ? AND complete = 0",
            (record, call.key),
        ).fetchall()
        blobs.extend([upload["id"] for upload in uploads])
        blobs.extend([] if row is None else [row["blob"]])
        connection.execute("DELETE FROM files WHERE record = ? AND key = ?", (record, call.key))
        connection.execute("DELETE FROM uploads WHERE record = ? AND key = ?", (record, call.key))
        rows.audit(connection, call.request_id, "delete_file", record, key=call.key)
        return Stored(204)

    blobs: list[str] = []

    def remove() -> None:
        for blob in blobs:
            service.blobs.remove(record, blob)

    print_ = idempotency.fingerprint(call, b"")
    await service.delete(
        call,
        lambda c: idempotency.once(c, idempotency_key, print_, act, kind="delete_file"),
        remove,
    )
    return empty()
