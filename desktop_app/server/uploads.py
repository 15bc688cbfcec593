"""One tus upload between its requests: its row, its part, and its running hash."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from concurrent.futures import Future, wait
from dataclasses import dataclass
from email.utils import formatdate
from typing import TYPE_CHECKING

from desktop_app.server import idempotency, intact, records
from desktop_app.server.blobs import PART, hash_file
from desktop_app.server.problems import Kind, Problem

if TYPE_CHECKING:
    from desktop_app.server.blobs import Part
    from desktop_app.server.call import Call
    from desktop_app.server.service import Service

VERSION = "1.0.0"
TUS = {"Tus-Resumable": VERSION}
HOPELESS = {Kind.DIGEST_MISMATCH, Kind.DIFFERENT_CONTENT, Kind.FINALIZED, Kind.NOT_FOUND}
"""What no further try can mend: the upload is removed. After anything else it can go on."""


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


def offset_headers(offset: int, expires: float) -> dict[str, str]:
    """Return the headers that tell how far an upload has come, and until when it is kept."""
    at = formatdate(expires, usegmt=True)
    return {**TUS, "Upload-Offset": str(offset), "Upload-Expires": at}


@dataclass(slots=True)
class Chunk:
    """One body: appends to the part and keeps the row's offset true.

    `creation_key` is the idempotency key of a creation that brought it: an upload that is removed
    was not created, so the key is free again.
    """

    service: Service
    call: Call
    row: sqlite3.Row
    digest: str | None
    creation_key: str | None = None
    hasher: hashlib._Hash | None = None
    hashed: int = 0
    synced: int = 0
    keeping: Future[None] | None = None

    def open(self) -> Part:
        """Open the part at the row's offset; what lies beyond was never acknowledged.

        Raises:
            Problem: `disk-full`, or `not-found` where less is left than was acknowledged: such an
                upload cannot go on and is removed.
        """
        row = self.row
        try:
            part = self.service.blobs.part(row["record"], row["id"], row["offset"])
        except FileNotFoundError as error:
            self.service.database.submit(self._forget).result()
            raise Problem(Kind.NOT_FOUND, what="upload") from error
        self.hasher = self.service.live_hashes.take(row["id"], row["offset"])
        self.synced = self.hashed = row["offset"]
        return part

    def write(self, part: Part, content: memoryview) -> None:
        """Append to the part; now and then, have what is there kept beside that.

        Raises:
            Problem: `disk-full`, or what came before could not be kept.
        """
        part.append(content)
        due = part.size - self.synced >= self.service.limits.tus_sync
        if due and (self.keeping is None or self.keeping.done()):
            if self.keeping is not None:
                self.keeping.result()
            self.keeping = self.service.submit_file(self.keep, part, part.size)

    def hash(self, content: memoryview) -> None:
        """Hash what is appended, if all before it was hashed."""
        if self.hasher is not None:
            self.hasher.update(content)
            self.hashed += len(content)

    def keep(self, part: Part, size: int) -> None:
        """Make the first `size` bytes durable, then commit that offset.

        More may be appended meanwhile, by another thread.

        Raises:
            Problem: `not-found` where the upload is gone, `disk-full` or `database-busy`.
        """
        part.sync()
        expires = time.time() + self.service.limits.upload_ttl_s
        upload = self.row["id"]

        def work(connection: sqlite3.Connection) -> None:
            get(connection, upload)
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
        """End a chunk that is not the last.

        Raises:
            Problem: as for `keep`.
        """
        self._end_keeping()
        try:
            if part.size != self.synced:
                self.keep(part, part.size)
        except Exception as error:
            self._fall_back(part, error)
            raise
        part.close()
        if self.hasher is not None and self.hashed == part.size:
            self.service.live_hashes.keep(self.row["id"], part.size, self.hasher)

    def complete(self, part: Part) -> None:
        """Verify the whole file, name it, and commit its row.

        Raises:
            Problem: `digest-mismatch` or what `records.store_file` refuses; the upload is gone if
                that is hopeless.
        """
        self._end_keeping()
        try:
            part.sync()
            digest = self._digest_of(part)
            for wanted in (self.row["digest"], self.digest):
                if wanted is not None and wanted != digest:
                    raise Problem(Kind.DIGEST_MISMATCH, expected=wanted, actual=digest)
            part.finish()
            written = part.written
            new = self.service.database.submit(lambda c: self._store(c, digest, written)).result()
        except FileNotFoundError as error:
            self._drop(part)
            raise Problem(Kind.NOT_FOUND, what="record") from error
        except Exception as error:
            self._fall_back(part, error)
            raise
        if not new:
            self.service.blobs.remove(self.row["record"], self.row["id"])

    def _digest_of(self, part: Part) -> str:
        if self.hasher is not None and self.hashed == part.size:
            return f"sha256:{self.hasher.hexdigest()}"
        path = self.service.blobs.path(self.row["record"], self.row["id"])
        return hash_file(path + PART, lambda: None)

    def _fall_back(self, part: Part, error: Exception) -> None:
        """Remove an upload that is hopeless, else what lies beyond its offset.

        That is sent again in any case; a disk that is full needs its space before.
        """
        if isinstance(error, Problem) and error.kind in HOPELESS:
            self._drop(part)
        else:
            part.close()
            self.service.blobs.unfinish(self.row["record"], self.row["id"], self.synced)

    def _end_keeping(self) -> None:
        """Wait for what is being kept; should that fail, the end itself keeps everything."""
        if self.keeping is not None:
            wait((self.keeping,))

    def _drop(self, part: Part) -> None:
        part.discard()
        self.service.blobs.remove(self.row["record"], self.row["id"])
        self.service.database.submit(self._forget).result()

    def _forget(self, connection: sqlite3.Connection) -> None:
        forget(connection, self.row["id"])
        idempotency.release(connection, self.creation_key)
        records.audit(connection, self.call.request_id, "upload_dropped", self.row["id"])

    def _store(self, connection: sqlite3.Connection, digest: str, written: int) -> bool:
        row = self.row
        get(connection, row["id"])
        content = records.Content(row["size"], digest, row["id"], written)
        _, new = records.store_file(
            connection,
            row["record"],
            row["key"],
            content,
            lambda existing: intact.lost(self.service.blobs, existing),
        )
        connection.execute(
            "UPDATE uploads SET offset = size, complete = 1 WHERE id = ?", (row["id"],)
        )
        records.audit(connection, self.call.request_id, "uploaded", row["record"], key=row["key"])
        if self.call.crash_before_commit is not None:
            self.call.crash_before_commit()
        return new


def forget(connection: sqlite3.Connection, upload: str) -> None:
    """Delete the row of an upload."""
    connection.execute("DELETE FROM uploads WHERE id = ?", (upload,))
