"""Routes of whole files: list, put, get, delete."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from desktop_app.server import digests, idempotency, intact, records, same_body
from desktop_app.server.answers import FileAnswer, empty, stored_answer
from desktop_app.server.idempotency import Stored
from desktop_app.server.incoming import Incoming
from desktop_app.server.landing import Landing
from desktop_app.server.problems import Cancelled, Kind, Problem
from desktop_app.server.routes_records import page_of

if TYPE_CHECKING:
    from desktop_app.server.call import Call
    from desktop_app.server.service import Service

_FREE_WITHIN_S = 1.0
"""How long the answer waits for its key to be free; on a full disk that may take for ever."""
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


async def list_files(service: Service, call: Call) -> Response:
    """`GET /records/{id}/files`: complete files, and uploads under way, by key."""
    record = call.params[0]
    query = call.query()
    limit, cursor = page_of(service, query) if "limit" in query else (None, "")

    def work(connection: sqlite3.Connection) -> bytes:
        records.get(connection, record)
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
        return records.as_json({"items": service.reported(call, items), "next": following})

    return Response(await service.read(call, work), media_type="application/json")


def _item(service: Service, row: sqlite3.Row) -> dict[str, Any]:
    """Return a stored file or an upload under way as it appears in a listing."""
    if "blob" in row.keys():  # noqa: SIM118 - `in` a row looks at its values
        return records.file_item(row, intact.lost(service.blobs, row))
    return records.partial_item(row)


async def put_file(service: Service, call: Call) -> Response:
    """`PUT /records/{id}/files/{key}`: the whole body, once."""
    digest = digests.parse_repr_digest(call.header("repr-digest"))
    size = call.content_length()
    key = idempotency.key_of(call, required=False)
    if size is not None and size > service.limits.max_file:
        raise Problem(Kind.TOO_LARGE, limit=service.limits.max_file, size=size)
    incoming = Incoming(service, call, size=size, digest=digest, idempotency_key=key)
    if key is None:
        return stored_answer(await _receive(service, call, incoming, size))
    record = call.params[0]
    print_ = idempotency.fingerprint(call, b"")
    location = records.file_path(record, call.key)
    stored = await service.database.write(
        lambda c: idempotency.claim(c, key, print_, location, kind="put_file", subject=record),
        call.check,
    )
    if stored is not None:
        await same_body.check_whole(service, call, stored, json.loads(stored.body)["size"], digest)
        return stored_answer(stored)
    try:
        answer = await _receive(service, call, incoming, size)
        if answer.status == 200:
            await service.database.write(lambda c: idempotency.finish(c, key, answer))
        return stored_answer(answer)
    except BaseException:
        free = service.database.write_surely(lambda c: idempotency.free_if_open(c, key))
        await asyncio.wait({service.own(free)}, timeout=_FREE_WITHIN_S)
        raise


async def _receive(service: Service, call: Call, incoming: Incoming, size: int | None) -> Stored:
    limits = service.limits
    if size is None or size > limits.batch:
        early = await call.hold(service.in_file_thread(incoming.check_room))
        if early is not None:
            return early
    landing = Landing(service, incoming.append, incoming.hash)
    handed_over = False
    try:
        block = await landing.empty()
        await call.fill(block, limits.body_idle_s)
        if call.body_complete and block.filled <= limits.small:
            await service.during(call)
            write = incoming.write(bytes(block.content))
            await landing.settle()
            handed_over = True
            return await call.hold_write(service.database.enqueue(write))
        if call.body_complete:
            await service.during(call)
            landing.land(incoming.take_whole)
        else:
            await _land_rest(service, call, incoming, landing)
            await service.during(call)
            await landing.beside(incoming.make_durable)
        await call.hold(service.own(landing.landed()))
        storing = service.database.enqueue(incoming.write())
        handed_over = True
        answer: Stored = await call.hold_write(storing)
        return answer
    finally:
        await landing.settle()
        if not handed_over:
            await asyncio.shield(service.own_thread(incoming.discard))


async def _land_rest(service: Service, call: Call, incoming: Incoming, landing: Landing) -> None:
    synced = 0
    while not call.body_complete:
        landing.land()
        if call.body_received - synced > service.limits.sync_every:
            synced = call.body_received
            await landing.beside(incoming.write_back)
        await call.fill(await landing.empty(), service.limits.body_idle_s)
    landing.land()
    await landing.landed()


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


async def get_file(service: Service, call: Call) -> Response:
    """`GET /records/{id}/files/{key}`: the bytes, or one range of them (`If-Range` is heeded)."""
    record = call.params[0]

    def work(connection: sqlite3.Connection) -> tuple[sqlite3.Row, int]:
        records.get(connection, record)
        row = records.find_file(connection, record, call.key)
        if row is None:
            raise Problem(Kind.NOT_FOUND, what="file")
        what = intact.lost(service.blobs, row)
        if not what:
            try:
                return row, _opened(service.blobs.path(record, row["blob"]), call)
            except FileNotFoundError:
                what = intact.MISSING
        if records.find_file(connection, record, call.key) is None:  # deleted in between
            raise Problem(Kind.NOT_FOUND, what="file")
        raise Problem(Kind.CONTENT_LOST, what=what)

    row, fd = await service.read(call, work)
    tag = f'"{row["digest"]}"'
    asked = call.header("range") if call.header("if-range") in {None, tag} else None
    try:
        part = find_range(asked, row["size"])
    except Problem:
        os.close(fd)
        raise
    digest = service.reported(call, [records.file_item(row)])[0]["digest"]
    headers = {
        "Content-Type": "application/octet-stream",
        "Accept-Ranges": "bytes",
        "ETag": tag,
        "Repr-Digest": digests.repr_digest(digest),
        "X-Content-Type-Options": "nosniff",
    }
    if part is None:
        return FileAnswer(fd, 0, row["size"], 200, headers)
    start, length = part
    headers["Content-Range"] = f"bytes {start}-{start + length - 1}/{row['size']}"
    return FileAnswer(fd, start, length, 206, headers)


def _opened(path: str, call: Call) -> int:
    """Return a descriptor of a stored file, if anybody still waits for it."""
    fd = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        call.check()
    except Cancelled:
        os.close(fd)
        raise
    return fd


async def delete_file(service: Service, call: Call) -> Response:
    """`DELETE /records/{id}/files/{key}`: of drafts, with its uploads; twice is fine."""
    record = call.params[0]
    idempotency_key = idempotency.key_of(call, required=False)

    def act(connection: sqlite3.Connection) -> Stored:
        records.writable(connection, record)
        row = records.find_file(connection, record, call.key)
        uploads = connection.execute(
            "SELECT id FROM uploads WHERE record = ? AND key = ? AND complete = 0",
            (record, call.key),
        ).fetchall()
        blobs.extend([upload["id"] for upload in uploads])
        blobs.extend([] if row is None else [row["blob"]])
        connection.execute("DELETE FROM files WHERE record = ? AND key = ?", (record, call.key))
        connection.execute("DELETE FROM uploads WHERE record = ? AND key = ?", (record, call.key))
        records.audit(connection, call.request_id, "delete_file", record, key=call.key)
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
