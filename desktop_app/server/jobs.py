"""Finalize, as a job: begun in one transaction, done on disk, settled in another.

    queued -> running -> done | failed        queued -> cancelled

Sealing a record means that each stored file is there as it was written (else it is hashed again,
see `intact`) and that `manifest.json` stands durably beside the content; only then the record
becomes `finalized`, in the same transaction as the job's end, the answer under the idempotency key
and the audit row.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sqlite3
import time
from typing import Any

from desktop_app.server import idempotency, intact, rows
from desktop_app.server.blobs import Blobs, as_refusal
from desktop_app.server.database import Database
from desktop_app.server.idempotency import Stored
from desktop_app.server.problems import Cancelled, Kind, Problem

QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
STATES = (QUEUED, RUNNING, DONE, FAILED, CANCELLED)
MANIFEST = "manifest.json"
Row = sqlite3.Row
log = logging.getLogger(__name__)


def job_item(row: Row) -> dict[str, Any]:
    """Return a job as it appears in JSON."""
    return {
        "id": row["id"],
        "kind": row["kind"],
        "record": row["record"],
        "state": row["state"],
        "result": None if row["result"] is None else json.loads(row["result"]),
    }


def get(connection: sqlite3.Connection, job: str) -> Row:
    """Return the row of `job`.

    Raises:
        Problem: `not-found`.
    """
    row: Row | None = connection.execute("SELECT * FROM jobs WHERE id = ?", (job,)).fetchone()
    if row is None:
        raise Problem(Kind.NOT_FOUND, what="job")
    return row


def insert(
    connection: sqlite3.Connection,
    *,
    kind: str,
    record: str,
    state: str,
    key: str | None,
    payload: dict[str, Any],
    delay_s: float = 0.0,
) -> Row:
    """Insert a job and return its row."""
    job = rows.new_id("j")
    now = time.time()
    connection.execute(
        "INSERT INTO jobs (id, kind, record, state, idempotency_key, payload, not_before, created)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (job, kind, record, state, key, json.dumps(payload), now + delay_s, now),
    )
    return get(connection, job)


def cancel(connection: sqlite3.Connection, job: str, request: str) -> None:
    """Cancel a queued job; its record is a draft again and its key is free.

    Raises:
        Problem: `not-found` or `job-not-queued`.
    """
    row = get(connection, job)
    if row["state"] == CANCELLED:
        return
    if row["state"] != QUEUED:
        raise Problem(Kind.JOB_NOT_QUEUED, state=row["state"])
    _end(connection, row, CANCELLED, None)
    rows.audit(connection, request, "cancel_job", job)


def undo(connection: sqlite3.Connection, row: Row) -> None:
    """End a finalization of which nothing was written: nobody was told that it would go on."""
    _end(connection, row, CANCELLED, None)
    rows.audit(connection, row["id"], "finalize_undone", row["record"])


def fail(connection: sqlite3.Connection, row: Row, problem: Problem) -> None:
    """End a job that could not be done, and say why; its record is a draft again."""
    _end(connection, row, FAILED, {"problem": problem.document(row["id"])})
    rows.audit(connection, row["id"], "job_failed", row["record"], kind=problem.kind.value)


def _end(connection: sqlite3.Connection, row: Row, state: str, result: Any) -> None:
    connection.execute(
        "UPDATE jobs SET state = ?, result = ?, finished = ? WHERE id = ?",
        (state, None if result is None else json.dumps(result), time.time(), row["id"]),
    )
    if state != DONE:
        idempotency.release(connection, row["idempotency_key"])
        if row["kind"] == "finalize":
            rows.set_state(connection, row["record"], rows.DRAFT)


def seal(connection: sqlite3.Connection, row: Row) -> Stored:
    """Commit what is already on disk: the record is finalized, the job done, the key answered."""
    manifest = json.dumps(json.loads(row["payload"])["manifest"])
    connection.execute("UPDATE records SET manifest = ? WHERE id = ?", (manifest, row["record"]))
    record = rows.set_state(connection, row["record"], rows.FINALIZED)
    answer = Stored(200, rows.as_json(rows.record_item(record)), {"ETag": rows.etag(record)})
    _end(connection, row, DONE, {"record": f"/records/{row['record']}"})
    idempotency.finish(connection, row["idempotency_key"], answer)
    rows.audit(connection, row["id"], "finalized", row["record"])
    return answer


class Jobs:
    """Runs queued jobs one after another, and finalizations that a request waits for."""

    def __init__(self, database: Database, blobs: Blobs) -> None:
        self._database = database
        self._blobs = blobs
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._stopping = False

    def stop(self) -> None:
        """Let work that may be done again at the next start end early."""
        self._stopping = True

    def _check(self) -> None:
        if self._stopping:
            raise Cancelled("shutdown")

    def wake(self) -> None:
        """Look for queued jobs now."""
        self._wake.set()

    def by_state(self) -> dict[str, float]:
        """Return how many jobs are in each state."""
        with self._database.reader() as connection:
            found = dict(connection.execute("SELECT state, count(*) FROM jobs GROUP BY state"))
        return {state: float(found.get(state, 0)) for state in STATES}

    async def run(self) -> None:
        """Work on queued jobs until cancelled."""
        while True:
            self._wake.clear()
            row, wait_s = await asyncio.to_thread(self._next)
            if row is None:
                await self._pause(wait_s)
                continue
            self._idle.clear()
            try:
                await self.execute(row)
            except Problem as problem:
                log.info("job %s failed: %s", row["id"], problem.kind.value)
            except Cancelled:
                log.info("job %s will begin again at the next start", row["id"])
                return
            finally:
                self._idle.set()

    async def _pause(self, wait_s: float | None) -> None:
        try:
            async with asyncio.timeout(wait_s):
                await self._wake.wait()
        except TimeoutError:
            return

    def _next(self) -> tuple[Row | None, float | None]:
        def take(connection: sqlite3.Connection) -> tuple[Row | None, float | None]:
            row: Row | None = connection.execute(
                "SELECT * FROM jobs WHERE state = 'queued' ORDER BY not_before, seq LIMIT 1"
            ).fetchone()
            if row is None:
                return None, None
            now = time.time()
            wait_s = row["not_before"] - now
            if wait_s > 0 and row["created"] <= now:  # else the clock was set back: wait no more
                return None, wait_s
            connection.execute("UPDATE jobs SET state = 'running' WHERE id = ?", (row["id"],))
            return row, None

        found: tuple[Row | None, float | None] = self._database.submit(take).result()
        return found

    async def execute(self, row: Row) -> Stored:
        """Do the work of a job that is marked running, and settle it.

        Raises:
            Problem: the work failed; the job says so, the record is a draft again.
        """
        result = await asyncio.to_thread(self._act, row)
        if result is None:
            answer: Stored = await self._database.write_surely(lambda c: seal(c, row))
            return answer
        if isinstance(result, dict):
            await self._database.write_surely(lambda c: _end(c, row, DONE, result))
            return Stored(200, rows.as_json(result))
        await self._database.write_surely(lambda c: fail(c, row, result))
        raise result

    def _act(self, row: Row) -> dict[str, Any] | Problem | None:
        """Do the work of a job; whatever fails is its outcome, so that none stays *running*."""
        try:
            if row["kind"] == "verification":
                return intact.verify(self._database, self._blobs, row["record"], self._check)
            self._finalize(row["record"], json.loads(row["payload"]))
        except Problem as problem:
            return problem
        except (OSError, sqlite3.Error) as error:
            known = as_refusal(error) if isinstance(error, OSError) else error
            if isinstance(known, Problem):
                return known
            log.exception("job %s failed", row["id"])
            return Problem(Kind.INTERNAL)
        return None

    def _finalize(self, record: str, payload: dict[str, Any]) -> None:
        time.sleep(payload.get("runs_s", 0.0))
        if payload.get("fail"):
            raise Problem(Kind.INTERNAL, reason="the job failed")
        self._check_content(record)
        self._write_manifest(record, payload["manifest"])

    def _check_content(self, record: str) -> None:
        """Refuse to seal a record whose files are not there as they were stored.

        Raises:
            Problem: `manifest-mismatch`, naming each file that is lost.
        """
        found = intact.looked_at(self._database, self._blobs, record, self._check, always=False)
        lost = [
            {
                "key": item["key"],
                "expected": {"size": item["size"], "digest": item["digest"]},
                "actual": None if item["found"] is None else {"digest": item["found"]},
            }
            for item in found
            if item["verdict"] != "same"
        ]
        if lost:
            raise Problem(Kind.MANIFEST_MISMATCH, reason="content lost", differences=lost)

    def _write_manifest(self, record: str, manifest: Any) -> None:
        part = self._blobs.part(record, MANIFEST)
        try:
            part.append(rows.as_json(manifest))
            part.finish()
        finally:
            part.close()

    async def finish_running(self, within_s: float) -> None:
        """Wait for the job that runs now, at most `within_s`."""
        try:
            async with asyncio.timeout(within_s):
                await self._idle.wait()
        except TimeoutError:
            return


def written_manifest(blobs: Blobs, record: str) -> Any:
    """Return the manifest that stands on disk, or None."""
    path = blobs.path(record, MANIFEST)
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        try:
            return json.load(file)
        except ValueError:
            return None
