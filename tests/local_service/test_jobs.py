"""Jobs at the edge of a shutdown: what may be done again waits for the next start."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from desktop_app.local_service import jobs, records
from desktop_app.local_service.blobs import Blobs
from desktop_app.local_service.database import Database
from desktop_app.local_service.jobs import Jobs
from desktop_app.local_service.metrics import Metrics
from desktop_app.local_service.reaper import settle


def test_a_verification_stopped_by_shutdown_begins_again_at_the_next_start(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "x.sqlite"), busy_s=1.0, statement_s=5.0)
    blobs = Blobs(str(tmp_path / "content"), durable=True)

    def begin(connection: sqlite3.Connection) -> str:
        record = records.insert(connection, "T", {}, "")["id"]
        part = blobs.part(record, "b1")
        part.append([b"content"])
        part.finish()
        records.store_file(connection, record, "f", 7, "sha256:" + "0" * 64, "b1")
        row = jobs.insert(
            connection, kind="verification", record=record, state=jobs.QUEUED, key=None, payload={}
        )
        return str(row["id"])

    def state() -> str:
        with database.reader() as connection:
            return str(jobs.get(connection, job)["state"])

    job = database.submit(begin).result()

    async def run_stopped() -> None:
        work = Jobs(database, blobs)
        work.stop()
        await work.run()

    asyncio.run(run_stopped())
    assert state() == jobs.RUNNING
    settle(database, blobs, Metrics())
    assert state() == jobs.QUEUED
    database.close()
