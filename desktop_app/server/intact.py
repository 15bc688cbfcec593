"""Whether a stored file is still what was stored: its content can vanish or change on disk.

A cheap look (is it there, with its size and its modification time?) settles nearly every case; only
where the time differs, or is not known, the content is hashed again. What was found to be damaged
is kept in the file's row (`lost`), so that every later answer says so. The same content sent again
under the same key takes the place of what was lost, in a draft.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from typing import Any

from desktop_app.server.blobs import Blobs, hash_file
from desktop_app.server.database import Check, Database

MISSING, DAMAGED = "missing", "damaged"
"""Why a file does not count: nothing is there, or something else than what was stored."""


def seen(blobs: Blobs, row: sqlite3.Row) -> str:
    """Return `MISSING`, `DAMAGED`, or "" where a cheap look finds nothing wrong."""
    found = blobs.look(row["record"], row["blob"])
    if found is None:
        return MISSING
    return DAMAGED if found.st_size != row["size"] else ""


def lost(blobs: Blobs, row: sqlite3.Row) -> str:
    """Return `MISSING` or `DAMAGED` where that is known or seen at once, else ""."""
    return seen(blobs, row) or row["lost"]


def as_written(found: os.stat_result | None, row: sqlite3.Row) -> bool:
    """Whether size and modification time are those of the moment when the file was stored."""
    return (
        found is not None
        and not row["lost"]
        and found.st_size == row["size"]
        and found.st_mtime_ns == row["written"]
    )


def check_file(
    blobs: Blobs, row: sqlite3.Row, may_go_on: Callable[[], None], *, always: bool
) -> tuple[str | None, str]:
    """Hash a stored file again; unless `always`, only where it is not as it was written.

    Returns:
        the digest of what is there (None: nothing), and `MISSING`, `DAMAGED` or "".

    Raises:
        Cancelled: what `may_go_on` raised.
    """
    found = blobs.look(row["record"], row["blob"])
    if not always and as_written(found, row):
        return row["digest"], ""
    try:
        digest = hash_file(blobs.path(row["record"], row["blob"]), may_go_on)
    except FileNotFoundError:
        return None, MISSING
    return digest, "" if digest == row["digest"] else DAMAGED


def remember(connection: sqlite3.Connection, found: dict[tuple[str, str], str]) -> None:
    """Write down which blobs, by record and id, are lost, and which are not any more."""
    connection.executemany(
        "UPDATE files SET lost = ? WHERE record = ? AND blob = ?",
        [(what, record, blob) for (record, blob), what in found.items()],
    )


def verify(database: Database, blobs: Blobs, record: str, check: Check) -> dict[str, Any]:
    """Hash again what is stored of `record` and compare; `check` may stop it.

    What is found is remembered: until the content is sent again, listings say that it is lost.
    """
    items = looked_at(database, blobs, record, check, always=True)
    return {"items": items, "next": None, "ok": all(i["verdict"] == "same" for i in items)}


_VERDICTS = {"": "same", MISSING: "missing", DAMAGED: "different"}


def looked_at(
    database: Database, blobs: Blobs, record: str, check: Check, *, always: bool
) -> list[dict[str, Any]]:
    """Compare each stored file with what is on disk, and remember what is lost.

    Raises:
        Cancelled: what `check` raised.
    """
    with database.reader() as connection:
        rows = connection.execute(
            "SELECT * FROM files WHERE record = ? ORDER BY key", (record,)
        ).fetchall()
    items, news = [], {}
    for row in rows:
        found, lost = check_file(blobs, row, check, always=always)
        if lost != row["lost"]:
            news[record, row["blob"]] = lost
        items.append(
            {
                "key": row["key"],
                "size": row["size"],
                "digest": row["digest"],
                "found": found,
                "verdict": _VERDICTS[lost],
            }
        )
    if news:
        database.submit(lambda c: remember(c, news)).result()
    return items
