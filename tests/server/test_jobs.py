"""Jobs at the edge of a shutdown: what may be done again waits for the next start."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop_app.server import jobs, rows
from desktop_app.server.blobs import Blobs
from desktop_app.server.database import Database
from desktop_app.server.jobs import Jobs
from desktop_app.server.metrics import Metrics
from desktop_app.server.problems import Kind, Problem
from desktop_app.server.reaper import settle
from desktop_app.server.service import keep_running
from tests.server.service_process import ServiceUnderTest, eventually


def test_a_verification_stopped_by_shutdown_begins_again_at_the_next_start(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "x.sqlite"), busy_s=1.0)
    blobs = Blobs(str(tmp_path / "content"))

    def begin(connection: sqlite3.Connection) -> str:
        record = rows.insert(connection, "T", {}, "")["id"]
        part = blobs.part(record, "b1")
        part.append(b"content")
        part.finish()
        content = rows.Content(7, "sha256:" + "0" * 64, "b1", part.written)
        rows.store_file(connection, record, "f", content, lambda _: "")
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


def test_s04_a_clock_that_was_set_back_holds_no_job_up(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "x.sqlite"), busy_s=1.0)

    def begin(connection: sqlite3.Connection) -> str:
        record = rows.insert(connection, "T", {}, "")["id"]
        row = jobs.insert(
            connection, kind="verification", record=record, state=jobs.QUEUED, key=None, payload={}
        )
        connection.execute(
            "UPDATE jobs SET not_before = not_before + 3600, created = created + 3600"
        )
        return str(row["id"])

    job = database.submit(begin).result()
    taken, wait_s = Jobs(database, Blobs(str(tmp_path / "content")))._next()
    assert wait_s is None
    assert taken is not None
    assert taken["id"] == job
    database.close()


def test_a_busy_database_does_not_end_the_work_on_jobs(start: Callable[..., Any]) -> None:
    service: ServiceUnderTest = start("busy_s=0.05")
    client = service.client()
    record = client.record()
    service.rule("slow_job", route="finalize", seconds=0.3)
    job = client.finalize(record).headers["location"]
    other = sqlite3.connect(f"{service.folder}/records.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    log = Path(service.folder, "service.log")
    assert eventually(lambda: "Jobs.run" in log.read_text())
    other.execute("ROLLBACK")
    other.close()
    assert eventually(lambda: client("GET", job).json["state"] == "done")


def test_work_beside_requests_begins_again_after_any_failure() -> None:
    failures = [Problem(Kind.DISK_FULL), OSError("gone")]
    ended: list[bool] = []

    async def work() -> None:
        if failures:
            raise failures.pop()
        ended.append(True)

    asyncio.run(keep_running(work, again_after_s=0.0))
    assert ended == [True]


def test_a_job_that_cannot_read_its_files_fails_instead_of_running_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(str(tmp_path / "x.sqlite"), busy_s=1.0)
    work = Jobs(database, Blobs(str(tmp_path / "content")))

    def begin(connection: sqlite3.Connection) -> sqlite3.Row:
        record = rows.insert(connection, "T", {}, "")["id"]
        rows.set_state(connection, record, rows.PROCESSING)
        return jobs.insert(
            connection,
            kind="finalize",
            record=record,
            state=jobs.RUNNING,
            key=None,
            payload={"manifest": []},
        )

    def unreadable(_record: str, _manifest: object) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(work, "_write_manifest", unreadable)
    row = database.submit(begin).result()
    with pytest.raises(Problem) as refused:
        asyncio.run(work.execute(row))
    assert refused.value.kind is Kind.INTERNAL
    with database.reader() as connection:
        assert jobs.get(connection, row["id"])["state"] == jobs.FAILED
        assert rows.get(connection, row["record"])["state"] == rows.DRAFT
        audited = connection.execute("SELECT action FROM audit").fetchall()
    assert [entry["action"] for entry in audited] == ["job_failed"]
    database.close()
