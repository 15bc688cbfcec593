"""`PUT` of a whole file: its content first (durable, named), then its row."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
from typing import TYPE_CHECKING

from desktop_app.server import idempotency, intact, rows, small_files, wire
from desktop_app.server.answers import stored_answer
from desktop_app.server.body import BodyWriter, hash_body
from desktop_app.server.database import Write
from desktop_app.server.idempotency import Stored
from desktop_app.server.problems import Kind, Problem

if TYPE_CHECKING:
    from starlette.responses import Response

    from desktop_app.server.blobs import Part
    from desktop_app.server.call import Call

_FREE_WITHIN_S = 1.0
"""How long the answer waits for its key to be free; on a full disk that may take for ever."""
_CHECKED_FIRST = 4 << 20
"""Bytes of a body from which on it is worth asking first whether it is wanted."""


async def put_file(call: Call) -> Response:
    """`PUT /records/{record}/files/{key}`: the whole body, once.

    The effect lies outside the database while the body comes: a key is claimed before (a request
    that comes meanwhile gets 409), and answered with the file's row.
    """
    service, record = call.service, call.path_params["record"]
    file = NewFile(call)
    if file.size is not None and file.size > service.limits.max_file:
        raise Problem(Kind.TOO_LARGE, limit=service.limits.max_file, size=file.size)
    key = file.idempotency_key
    if key is None:
        return stored_answer(call, await _store(call, file))
    head = idempotency.fingerprint(call, b"")
    location = rows.file_path(record, call.key)
    stored = await service.database.write(
        lambda c: idempotency.claim(c, key, head, location, kind="put_file", subject=record),
        call.check,
    )
    if stored is not None:
        await _check_same_body(call, stored, file.digest)
        return stored_answer(call, stored)
    try:
        answer = await _store(call, file)
        if answer.status == 200:
            await service.database.write(lambda c: idempotency.finish(c, key, answer))
        return stored_answer(call, answer)
    except BaseException:
        free = service.database.write_surely(lambda c: idempotency.free_if_open(c, key))
        await asyncio.wait({service.own(free)}, timeout=_FREE_WITHIN_S)
        raise


async def _store(call: Call, file: NewFile) -> Stored:
    """Receive the body and store it; what is not stored in the end is removed."""
    service = call.service
    if file.size is None or file.size > _CHECKED_FIRST:
        early = await call.hold(service.in_file_thread(file.already_stored))
        if early is not None:
            return early
    body = BodyWriter(
        call,
        file.open,
        room=service.limits.max_file if file.size is None else file.size,
        hasher=hashlib.sha256(),
        checkpoint=lambda part: part.write_back(),
        may_be_small=True,
    )
    ending: asyncio.Task[None] | None = None
    handed_over = False
    try:
        await body.receive()
        await service.during(call)
        if body.small is None:
            ending = service.own_thread(file.make_durable, body)
            await call.hold(ending)
        storing = service.database.enqueue(file.write(body))
        handed_over = True
        answer: Stored = await call.hold_write(storing)
        return answer
    finally:
        if ending is not None:
            await asyncio.wait({ending})
        if not handed_over:
            await asyncio.shield(service.own_thread(file.discard))


async def _check_same_body(call: Call, stored: Stored, declared: str | None) -> None:
    """Go on if the body is the one that `stored` answered: a key belongs to one body.

    Raises:
        Problem: `digest-mismatch` if it is not what its own head says; else
            `idempotency-key-reused`.
    """
    size = json.loads(stored.body)["size"]
    found, received = await hash_body(call, size)
    if received > size or wire.repr_digest(found) != stored.headers["Repr-Digest"]:
        raise Problem(Kind.IDEMPOTENCY_KEY_REUSED)
    if declared is not None and found != declared:
        raise Problem(Kind.DIGEST_MISMATCH, expected=declared, actual=found)


class NewFile:
    """The content and the row of one PUT.

    Attributes:
        size: the declared size; None where the body is chunked.
        digest: what the client says it sends; None: it relies on the answer.
        idempotency_key: the request's key, or None.
    """

    def __init__(self, call: Call) -> None:
        self._call = call
        self._service = call.service
        self._record = call.path_params["record"]
        self._key = call.key
        self.size = call.content_length()
        self.digest = wire.parse_repr_digest(call.headers.get("repr-digest"))
        self.idempotency_key = idempotency.key_of(call, required=False)
        self._blob = rows.new_id("b")
        self._part: Part | None = None
        self._found = ""

    def already_stored(self) -> Stored | None:
        """Return the answer where what is stored decides; refuse what would find no room.

        Raises:
            Problem: `different-content`, `finalized`, `quota`, `disk-full` ...
        """
        with self._service.database.reader(self._call.check) as connection:
            existing = rows.find_file(connection, self._record, self._key)
            if existing is not None:
                same = rows.same_content(existing, self.size, self.digest)
                if not self._lost(existing):
                    return self._answer(existing, new=False) if same else None
            rows.writable(connection, self._record)
            self._service.room_for(self.size or 0, connection)
        return None

    def open(self) -> Part:
        """Open the part."""
        self._part = self._service.blobs.part(self._record, self._blob)
        return self._part

    def make_durable(self, body: BodyWriter, *, by_file: bool = True) -> None:
        """Verify what arrived, put it on disk for good and give it its name.

        Not `by_file`: its content will be committed with its row (see `small_files`).

        Raises:
            Problem: `digest-mismatch`, `length-mismatch`, `disk-full`, or `not-found` where the
                record was deleted meanwhile.
        """
        part = body.part
        self._found = body.digest() or ""
        if self.digest is not None and self._found != self.digest:
            raise Problem(Kind.DIGEST_MISMATCH, expected=self.digest, actual=self._found)
        if self.size is not None and part.size != self.size:
            raise Problem(Kind.LENGTH_MISMATCH, expected=self.size, actual=part.size)
        self._call.accept()
        try:
            part.finish(durable=by_file)
        except FileNotFoundError as error:
            raise Problem(Kind.NOT_FOUND, what="record") from error

    def write(self, body: BodyWriter) -> Write:
        """Return the write that stores the row, and before that the content of a small body."""

        def prepare() -> None:
            if body.small is not None:
                body.write_small()
                self.make_durable(body, by_file=False)

        def after(answer: Stored | None, error: BaseException | None) -> None:
            if error is not None or (answer is not None and answer.status == 200):
                self.discard()

        return Write(lambda c: self._insert(c, body.small), self._call.check, prepare, after)

    def discard(self) -> None:
        """Remove content that nobody needs."""
        if self._part is not None:
            self._part.close()
            self._service.blobs.remove(self._record, self._blob)
            self._part = None

    def _insert(self, connection: sqlite3.Connection, small: bytes | None) -> Stored:
        assert self._part is not None
        size = self._part.size
        if rows.find_file(connection, self._record, self._key) is None:
            self._service.room_for(0, connection, size)
        content = rows.Content(size, self._found, self._blob, self._part.written)
        row, new = rows.store_file(connection, self._record, self._key, content, self._lost)
        if new and small is not None:
            small_files.remember(connection, self._record, self._blob, small)
        if new:
            rows.audit(
                connection, self._call.request_id, "put", self._record, key=self._key, size=size
            )
        answer = self._answer(row, new=new)
        idempotency.finish(connection, self.idempotency_key, answer)
        if self._call.crash_before_commit is not None:
            self._call.crash_before_commit()
        return answer

    def _lost(self, row: sqlite3.Row) -> str:
        return intact.lost(self._service.blobs, row)

    def _answer(self, row: sqlite3.Row, *, new: bool) -> Stored:
        item = self._service.reported(self._call, [rows.file_item(row)])[0]
        headers = {
            "Repr-Digest": wire.repr_digest(row["digest"]),
            "Location": rows.file_path(self._record, self._key),
        }
        return Stored(201 if new else 200, rows.as_json(item), headers)
