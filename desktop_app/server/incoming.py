"""One whole-file PUT on its way in: content first (durable, named), then its row."""

from __future__ import annotations

import hashlib
import sqlite3
from typing import TYPE_CHECKING

from desktop_app.server import digests, idempotency, intact, records, small_files
from desktop_app.server.idempotency import Stored
from desktop_app.server.problems import Kind, Problem
from desktop_app.server.writes import Write

if TYPE_CHECKING:
    from desktop_app.server.blobs import Part
    from desktop_app.server.call import Call
    from desktop_app.server.service import Service


class Incoming:
    """The content and the row of one PUT.

    Args:
        size: the declared size; None where the body is chunked.
        digest: what the client says it sends; None: it relies on the answer.
    """

    def __init__(
        self,
        service: Service,
        call: Call,
        *,
        size: int | None,
        digest: str | None,
        idempotency_key: str | None,
    ) -> None:
        self._service = service
        self._call = call
        self._record = call.params[0]
        self._key = call.key
        self._size = size
        self._digest = digest
        self._idempotency_key = idempotency_key
        self._blob = records.new_id("b")
        self._part: Part | None = None
        self._hasher = hashlib.sha256()
        self._found = ""
        self._small: bytes | None = None

    def check_room(self) -> Stored | None:
        """Answer early where what is stored, or the space, already decides.

        Raises:
            Problem: as for `store`.
        """
        with self._service.database.reader(self._call.check) as connection:
            existing = records.find_file(connection, self._record, self._key)
            if existing is not None:
                same = records.same_content(existing, self._size, self._digest)
                if not self._lost(existing):
                    return self._answer(existing, new=False) if same else None
            records.writable(connection, self._record)
            self._service.room_for(self._size or 0, connection)
        return None

    def append(self, content: bytes | memoryview) -> None:
        """Write the next bytes.

        Raises:
            Problem: `disk-full` or `too-large`.
        """
        if self._part is None:
            self._part = self._service.blobs.part(self._record, self._blob)
        self._part.append(content)
        if self._part.size > self._service.limits.max_file:
            raise Problem(Kind.TOO_LARGE, limit=self._service.limits.max_file)

    def hash(self, content: bytes | memoryview) -> None:
        """Hash the next bytes, in the order in which they are appended."""
        self._hasher.update(content)

    def write_back(self) -> None:
        """Bring to disk what the system still keeps, so that the end has less to wait for."""
        if self._part is not None:
            self._part.write_back()

    def make_durable(self, *, by_file: bool = True) -> None:
        """Verify what arrived, put it on disk for good and give it its name.

        Not `by_file`: its content will be committed with its row (see `small_files`).

        Raises:
            Problem: `digest-mismatch`, `length-mismatch`, `disk-full`, or `not-found` where the
                record was deleted meanwhile.
        """
        part = self._part
        assert part is not None
        self._found = f"sha256:{self._hasher.hexdigest()}"
        if self._digest is not None and self._found != self._digest:
            raise Problem(Kind.DIGEST_MISMATCH, expected=self._digest, actual=self._found)
        if self._size is not None and part.size != self._size:
            raise Problem(Kind.LENGTH_MISMATCH, expected=self._size, actual=part.size)
        self._call.accept()
        try:
            part.finish(durable=by_file)
        except FileNotFoundError as error:
            raise Problem(Kind.NOT_FOUND, what="record") from error

    def take_whole(self, content: memoryview) -> None:
        """Do all file work of a body that is in memory."""
        self.append(content)
        self.hash(content)
        self.make_durable()

    def take_small(self, content: bytes) -> None:
        """Do all file work of a small body that is in memory."""
        self._small = content
        self.append(content)
        self.hash(content)
        self.make_durable(by_file=False)

    def write(self, whole: bytes | None = None) -> Write:
        """Return the write that stores the row; `whole` is a small body not yet on disk."""
        prepare = None if whole is None else lambda: self.take_small(whole)
        return Write(self._store, self._call.check, prepare, self._after)

    def discard(self) -> None:
        """Remove content that nobody needs."""
        if self._part is not None:
            self._part.close()
            self._service.blobs.remove(self._record, self._blob)
            self._part = None

    def _store(self, connection: sqlite3.Connection) -> Stored:
        assert self._part is not None
        size = self._part.size
        if records.find_file(connection, self._record, self._key) is None:
            self._service.room_for(0, connection, size)
        content = records.Content(size, self._found, self._blob, self._part.written)
        row, new = records.store_file(connection, self._record, self._key, content, self._lost)
        if new and self._small is not None:
            small_files.remember(connection, self._record, self._blob, self._small)
        if new:
            records.audit(
                connection, self._call.request_id, "put", self._record, key=self._key, size=size
            )
        answer = self._answer(row, new=new)
        idempotency.finish(connection, self._idempotency_key, answer)
        if self._call.crash_before_commit is not None:
            self._call.crash_before_commit()
        return answer

    def _lost(self, row: sqlite3.Row) -> str:
        return intact.lost(self._service.blobs, row)

    def _after(self, answer: Stored | None, error: BaseException | None) -> None:
        if error is not None or (answer is not None and answer.status == 200):
            self.discard()

    def _answer(self, row: sqlite3.Row, *, new: bool) -> Stored:
        item = self._service.reported(self._call, [records.file_item(row)])[0]
        headers = {
            "Repr-Digest": digests.repr_digest(row["digest"]),
            "Location": records.file_path(self._record, self._key),
        }
        return Stored(201 if new else 200, records.as_json(item), headers)
