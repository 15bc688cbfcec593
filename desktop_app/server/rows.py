"""Rows of records and files: reads and writes as plain functions over a connection."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from desktop_app.server import wire
from desktop_app.server.problems import Kind, Problem

Row = sqlite3.Row
DRAFT, PROCESSING, FINALIZED = "draft", "processing", "finalized"


def as_json(value: object) -> bytes:
    """Return compact UTF-8 JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def new_id(prefix: str) -> str:
    """Return an id that nobody can guess, safe in a path."""
    return prefix + secrets.token_hex(12)


def audit(
    connection: sqlite3.Connection, request: str, action: str, subject: str, **detail: object
) -> None:
    """Append an audit row to the running transaction."""
    connection.execute(
        "INSERT INTO audit (at, request, action, subject, detail) VALUES (?, ?, ?, ?, ?)",
        (time.time(), request, action, subject, json.dumps(detail)),
    )


def etag(row: Row) -> str:
    """Return the entity tag of a record's revision."""
    return f'"{row["revision"]}"'


def record_item(row: Row) -> dict[str, Any]:
    """Return a record as it appears in JSON; links are paths relative to the origin."""
    base = f"/records/{row['id']}"
    return {
        "id": row["id"],
        "title": row["title"],
        "metadata": json.loads(row["metadata"]),
        "client_ref": row["client_ref"],
        "state": row["state"],
        "revision": row["revision"],
        "created": datetime.fromtimestamp(row["created"], UTC).isoformat(),
        "links": {
            "self": base,
            "files": f"{base}/files",
            "uploads": f"{base}/uploads",
            "finalize": f"{base}/finalize",
        },
    }


def file_item(row: Row, lost: str = "") -> dict[str, Any]:
    """Return a stored file as it appears in JSON; `lost` says that its content is not there."""
    return {
        "key": row["key"],
        "size": row["size"],
        "digest": row["digest"],
        "state": lost or "complete",
        "offset": 0 if lost else row["size"],
        "upload_url": None,
    }


def partial_item(row: Row) -> dict[str, Any]:
    """Return an upload under way as it appears in a listing."""
    return {
        "key": row["key"],
        "size": row["size"],
        "digest": row["digest"],
        "state": "partial",
        "offset": row["offset"],
        "upload_url": f"/uploads/{row['id']}",
    }


def file_path(record: str, key: str) -> str:
    """Return the path of a file, relative to the origin."""
    return f"/records/{record}/files/{wire.key_path(key)}"


def get(connection: sqlite3.Connection, record: str) -> Row:
    """Return the row of `record`.

    Raises:
        Problem: `not-found`.
    """
    row: Row | None = connection.execute("SELECT * FROM records WHERE id = ?", (record,)).fetchone()
    if row is None:
        raise Problem(Kind.NOT_FOUND, what="record")
    return row


def writable(connection: sqlite3.Connection, record: str) -> Row:
    """Return the row of `record` if it is a draft.

    Raises:
        Problem: `not-found`, `finalized`, or `record-busy` while it is being finalized.
    """
    row = get(connection, record)
    if row["state"] == FINALIZED:
        raise Problem(Kind.FINALIZED)
    if row["state"] == PROCESSING:
        raise Problem(Kind.RECORD_BUSY)
    return row


def insert(connection: sqlite3.Connection, title: str, metadata: Any, client_ref: str) -> Row:
    """Insert a draft and return its row."""
    now = time.time()
    record = new_id("r")
    connection.execute(
        "INSERT INTO records (id, title, metadata, client_ref, state, revision, created, touched)"
        " VALUES (?, ?, ?, ?, 'draft', 1, ?, ?)",
        (record, title, json.dumps(metadata), client_ref, now, now),
    )
    return get(connection, record)


def touch(connection: sqlite3.Connection, record: str) -> None:
    """Note that `record` is in use, so that it is not taken for abandoned."""
    connection.execute("UPDATE records SET touched = ? WHERE id = ?", (time.time(), record))


def set_state(connection: sqlite3.Connection, record: str, state: str) -> Row:
    """Move `record` to `state`, one revision on."""
    connection.execute(
        "UPDATE records SET state = ?, revision = revision + 1, touched = ? WHERE id = ?",
        (state, time.time(), record),
    )
    return get(connection, record)


def delete(connection: sqlite3.Connection, record: str) -> None:
    """Delete the rows of `record`, its files and its uploads."""
    connection.execute("DELETE FROM uploads WHERE record = ?", (record,))
    connection.execute("DELETE FROM files WHERE record = ?", (record,))
    connection.execute("DELETE FROM records WHERE id = ?", (record,))


def find_file(connection: sqlite3.Connection, record: str, key: str) -> Row | None:
    """Return the row of a complete file, or None."""
    row: Row | None = connection.execute(
        "SELECT * FROM files WHERE record = ? AND key = ?", (record, key)
    ).fetchone()
    return row


def same_content(existing: Row, size: int | None, digest: str | None) -> bool:
    """Tell whether size and digest, where known, are those of `existing`.

    Raises:
        Problem: `different-content`, with what is stored.
    """
    if (size is not None and size != existing["size"]) or (
        digest is not None and digest != existing["digest"]
    ):
        raise Problem(
            Kind.DIFFERENT_CONTENT,
            key=existing["key"],
            size=existing["size"],
            digest=existing["digest"],
        )
    return digest is not None


@dataclass(frozen=True, slots=True)
class Content:
    """Content that lies on disk under its name, durable: what a row of a file says of it."""

    size: int
    digest: str
    blob: str
    written: int


def store_file(
    connection: sqlite3.Connection,
    record: str,
    key: str,
    content: Content,
    lost: Callable[[Row], str],
) -> tuple[Row, bool]:
    """Insert a complete file and return its row and whether it is new.

    The same content under the same key is not stored again (then `content.blob` belongs to
    nobody), unless what was stored before is `lost`: then it takes that place.

    Raises:
        Problem: `not-found`, `finalized`, `record-busy` or `different-content`.
    """
    existing = find_file(connection, record, key)
    if existing is not None and same_content(existing, content.size, content.digest):
        if not lost(existing):
            return existing, False
        audit(connection, "", "replaced_lost", record, key=key)
    writable(connection, record)
    connection.execute(
        "INSERT OR REPLACE INTO files (record, key, size, digest, blob, created, written)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (record, key, content.size, content.digest, content.blob, time.time(), content.written),
    )
    touch(connection, record)
    row = find_file(connection, record, key)
    assert row is not None
    return row, True


def stored_bytes(connection: sqlite3.Connection) -> int:
    """Return the bytes of all complete files and started uploads."""
    row = connection.execute(
        "SELECT (SELECT coalesce(sum(size), 0) FROM files)"
        " + (SELECT coalesce(sum(offset), 0) FROM uploads WHERE complete = 0)"
    ).fetchone()
    return int(row[0])
