"""What is removed by itself, and how a crash is settled at start-up by what is really on disk."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import time
from typing import TYPE_CHECKING, Any

from desktop_app.server import idempotency, jobs, rows, small_files
from desktop_app.server.blobs import PART, Blobs

if TYPE_CHECKING:
    from desktop_app.server.database import Database
    from desktop_app.server.metrics import Metrics

Report = dict[str, int]
DAY_S = 86_400.0
EVERY_S = 3600.0
DRAFTS_S = 30 * DAY_S
KEYS_S = 7 * DAY_S
ORPHANS_S = DAY_S
AUDIT_S = 90 * DAY_S
"""How long untouched drafts, answered keys and ended jobs, nobody's content, and audit rows are
kept. (Uploads say themselves when they expire.)"""


def settle(database: Database, blobs: Blobs, metrics: Metrics) -> Report:
    """Bring rows and disk together after a crash; runs before the service listens."""
    report: Report = {
        "finalize_committed": 0,
        "finalize_undone": 0,
        "keys_freed": 0,
        "offsets_corrected": 0,
    }

    def work(connection: sqlite3.Connection) -> None:
        _settle_jobs(connection, blobs, report)
        freed = connection.execute("DELETE FROM idempotency WHERE done = 0").rowcount
        report["keys_freed"] = freed

    database.submit(work).result()
    corrections = _upload_corrections(database, blobs)
    if corrections:
        database.submit(
            lambda c: c.executemany("UPDATE uploads SET offset = ? WHERE id = ?", corrections)
        ).result()
    report["offsets_corrected"] = len(corrections)
    _restore_names(database, blobs)
    report["small_restored"] = small_files.restore(database, blobs)
    report["orphans_removed"] = remove_orphans(database, blobs, metrics, older_than_s=0.0)
    return report


def _settle_jobs(connection: sqlite3.Connection, blobs: Blobs, report: Report) -> None:
    for row in connection.execute("SELECT * FROM jobs WHERE state = 'running'").fetchall():
        payload = json.loads(row["payload"])
        key = connection.execute(
            "SELECT done FROM idempotency WHERE key = ?", (row["idempotency_key"],)
        ).fetchone()
        if row["kind"] == "finalize" and (
            jobs.written_manifest(blobs, row["record"]) == payload["manifest"]
        ):
            jobs.seal(connection, row)
            report["finalize_committed"] += 1
        elif row["kind"] == "finalize" and (key is None or not key["done"]):
            jobs.undo(connection, row)
            report["finalize_undone"] += 1
        else:
            connection.execute("UPDATE jobs SET state = 'queued' WHERE id = ?", (row["id"],))


def _upload_corrections(database: Database, blobs: Blobs) -> list[tuple[int, str]]:
    """Return the uploads whose part is shorter than their row says; put parts back in place."""
    with database.reader() as connection:
        rows = connection.execute("SELECT * FROM uploads WHERE complete = 0").fetchall()
    found: list[tuple[int, str]] = []
    for row in rows:
        path = blobs.path(row["record"], row["id"])
        if os.path.exists(path) and not os.path.exists(path + PART):
            os.replace(path, path + PART)
        try:
            size = os.stat(path + PART).st_size
        except FileNotFoundError:
            size = 0
        if size < row["offset"]:
            found.append((size, row["id"]))
    return found


def _restore_names(database: Database, blobs: Blobs) -> None:
    """Finish renames that a power cut undid: the content was durable before its row."""
    with database.reader() as connection:
        rows = connection.execute("SELECT record, blob FROM files").fetchall()
    for row in rows:
        path = blobs.path(row["record"], row["blob"])
        if not os.path.exists(path) and os.path.exists(path + PART):
            os.replace(path + PART, path)


def _owned(database: Database) -> dict[str, set[str]]:
    owned: dict[str, set[str]] = {}
    with database.reader() as connection:
        for row in connection.execute("SELECT id FROM records"):
            owned[row["id"]] = {jobs.MANIFEST}
        for row in connection.execute("SELECT record, blob FROM files"):
            owned.setdefault(row["record"], set()).add(row["blob"])
        for row in connection.execute("SELECT record, id FROM uploads"):
            owned.setdefault(row["record"], set()).add(row["id"] + PART)
    return owned


def remove_orphans(
    database: Database, blobs: Blobs, metrics: Metrics, *, older_than_s: float
) -> int:
    """Remove content that no row names and that is older than `older_than_s`; return how many."""
    present = list(blobs.folders())
    owned = _owned(database)
    before = time.time() - older_than_s
    removed = 0
    for record, names in present:
        mine = owned.get(record)
        for name in names:
            path = blobs.path(record, name)
            if (mine is None or name not in mine) and _older(path, before):
                os.unlink(path)
                removed += 1
        if mine is None and not os.listdir(blobs.path(record, "")):
            os.rmdir(blobs.path(record, ""))
    metrics.add("orphans_removed_total", removed)
    return removed


def _older(path: str, before: float) -> bool:
    try:
        return os.stat(path).st_mtime <= before
    except FileNotFoundError:
        return False


class Reaper:
    """Removes abandoned drafts, expired uploads, orphaned files, old keys, jobs and audit rows."""

    def __init__(self, database: Database, blobs: Blobs, metrics: Metrics) -> None:
        self._database = database
        self._blobs = blobs
        self._metrics = metrics
        self.report: Report = {}

    async def run(self) -> None:
        """Reap at intervals until cancelled."""
        while True:
            await asyncio.sleep(EVERY_S)
            await asyncio.to_thread(self.reap)

    def reap(self) -> Report:
        """Remove what is due and return how many of each."""
        drafts, uploads, keys = self._database.submit(self._forget).result()
        for record in drafts:
            self._blobs.remove_record(record)
        for row in uploads:
            self._blobs.remove(row["record"], row["id"])
        orphans = remove_orphans(self._database, self._blobs, self._metrics, older_than_s=ORPHANS_S)
        self.report = {
            "drafts": len(drafts),
            "uploads": len(uploads),
            "keys": keys,
            "orphans": orphans,
        }
        self._metrics.add("drafts_removed_total", len(drafts))
        self._metrics.add("uploads_expired_total", len(uploads))
        self._metrics.add("keys_expired_total", keys)
        return self.report

    def _forget(self, connection: sqlite3.Connection) -> tuple[list[str], list[Any], int]:
        now = time.time()
        drafts = [
            row["id"]
            for row in connection.execute(
                "SELECT id FROM records WHERE state = 'draft' AND touched < ?",
                (now - DRAFTS_S,),
            ).fetchall()
        ]
        for record in drafts:
            rows.delete(connection, record)
            rows.audit(connection, "reaper", "abandoned", record)
        gone = connection.execute("SELECT * FROM uploads WHERE expires < ?", (now,)).fetchall()
        connection.execute("DELETE FROM uploads WHERE expires < ?", (now,))
        for row in gone:
            rows.audit(connection, "reaper", "expired", row["id"])
        connection.execute("DELETE FROM jobs WHERE finished < ?", (now - KEYS_S,))
        connection.execute("DELETE FROM audit WHERE at < ?", (now - AUDIT_S,))
        return (
            drafts,
            [r for r in gone if not r["complete"]],
            idempotency.expire(connection, now - KEYS_S),
        )
