"""Small files: durable by the database's own log first, by their own `fsync` a little later.

One `fsync` for each of thousands of small files would be most of their cost. So the content of a
small file is committed together with its row (one `fsync` for a whole group), its file is written
beside that without waiting, and a background task syncs the files and forgets the copies. After
a crash the copies that are left are written again.
"""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.server.blobs import Blobs
    from desktop_app.server.database import Database

EVERY_S = 1.0
AT_ONCE = 200


def remember(connection: sqlite3.Connection, record: str, blob: str, content: bytes) -> None:
    """Keep a copy of `content` until its file is known to be on disk."""
    connection.execute(
        "INSERT INTO small (record, blob, content) VALUES (?, ?, ?)", (record, blob, content)
    )


def restore(database: Database, blobs: Blobs) -> int:
    """Write the remembered copies again, durably; return how many. Runs at start-up."""
    with database.reader() as connection:
        rows = connection.execute(
            "SELECT small.record, small.blob, content FROM small JOIN files"
            " ON files.record = small.record AND files.blob = small.blob"
        ).fetchall()
    for row in rows:
        part = blobs.part(row["record"], row["blob"])
        part.append(row["content"])
        part.finish()
    database.submit(lambda c: c.execute("DELETE FROM small")).result()
    return len(rows)


def sync_some(database: Database, blobs: Blobs) -> int:
    """Sync some files and forget their copies; return how many."""
    with database.reader() as connection:
        rows = connection.execute(
            "SELECT seq, record, blob FROM small ORDER BY seq LIMIT ?", (AT_ONCE,)
        ).fetchall()
    for row in rows:
        blobs.sync(row["record"], row["blob"])
    for record in {row["record"] for row in rows}:
        blobs.sync_folder(record)
    if rows:
        last = rows[-1]["seq"]
        database.submit(lambda c: c.execute("DELETE FROM small WHERE seq <= ?", (last,))).result()
    return len(rows)


async def keep_syncing(database: Database, blobs: Blobs) -> None:
    """Sync what was remembered, now and then, until cancelled."""
    while True:
        await asyncio.sleep(EVERY_S)
        while await asyncio.to_thread(sync_some, database, blobs) == AT_ONCE:
            continue
