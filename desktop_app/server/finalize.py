"""Finalize, verification and jobs."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

from desktop_app.server import idempotency, intact, jobs, rows, wire
from desktop_app.server.answers import empty, json_answer, stored_answer
from desktop_app.server.idempotency import Stored
from desktop_app.server.problems import Cancelled, Kind, Problem

if TYPE_CHECKING:
    from starlette.responses import Response

    from desktop_app.server.call import Call
    from desktop_app.server.service import Service

Manifest = list[dict[str, Any]]
MAX_FILES = 100_000


def checked_manifest(value: dict[str, Any]) -> Manifest:
    """Return the manifest, sorted by key.

    Raises:
        Problem: `bad-field`, `bad-key` or `bad-digest`.
    """
    files = value.get("files")
    if not isinstance(files, list) or len(files) > MAX_FILES or set(value) != {"files"}:
        raise Problem(Kind.BAD_FIELD, field="files")
    manifest: dict[str, dict[str, Any]] = {}
    for item in files:
        if not isinstance(item, dict) or set(item) != {"key", "size", "digest"}:
            raise Problem(Kind.BAD_FIELD, field="files", reason="key, size and digest")
        size = item["size"]
        if not isinstance(size, int) or isinstance(size, bool) or size < 0:
            raise Problem(Kind.BAD_FIELD, field="files.size")
        key = wire.checked_key(item["key"])
        if key in manifest:
            raise Problem(Kind.BAD_FIELD, field="files.key", reason="twice", key=key)
        manifest[key] = {"key": key, "size": size, "digest": wire.checked_digest(item["digest"])}
    return [manifest[key] for key in sorted(manifest)]


def _stored(connection: sqlite3.Connection, record: str) -> Manifest:
    rows = connection.execute(
        "SELECT key, size, digest FROM files WHERE record = ?", (record,)
    ).fetchall()
    return [dict(row) for row in sorted(rows, key=lambda row: str(row["key"]))]


def differences(expected: Manifest, actual: Manifest) -> list[dict[str, Any]]:
    """Return each key in which the two differ, with both sides (null: not there)."""
    left = {item["key"]: item for item in expected}
    right = {item["key"]: item for item in actual}
    return [
        {"key": key, "expected": left.get(key), "actual": right.get(key)}
        for key in sorted(left.keys() | right.keys())
        if left.get(key) != right.get(key)
    ]


async def finalize(call: Call) -> Response:
    """`POST /records/{id}/finalize`: 200 when done in time, else 202 and a job; never undone."""
    service = call.service
    key = idempotency.key_of(call, required=True)
    assert key is not None
    raw, manifest = await call.json_object(service.limits.max_json, checked_manifest)
    print_ = idempotency.fingerprint(call, raw)
    begun: Stored | sqlite3.Row = await service.write(
        call, lambda c: _begin(call, c, key, print_, manifest)
    )
    if isinstance(begun, Stored):
        service.jobs.wake()
        return stored_answer(call, begun)
    row = begun
    work = service.own(service.jobs.execute(row))
    try:
        answer = await call.hold_accepted(work)
    except Cancelled:
        answer = await service.database.write(lambda c: _later(c, row, key))
    return stored_answer(call, answer)


def _begin(
    call: Call,
    connection: sqlite3.Connection,
    key: str,
    print_: str,
    manifest: Manifest,
) -> Stored | sqlite3.Row:
    """Commit the processing row and the job; answer at once what needs no work.

    Raises:
        Problem: `manifest-mismatch`, `finalized`, `record-busy`, `not-found`, or of the key.
    """
    found = idempotency.look_up(connection, key, print_)
    if found is not None:
        return found
    record = rows.get(connection, call.path_params["record"])
    if record["state"] == rows.PROCESSING:
        raise Problem(Kind.RECORD_BUSY)
    different = differences(manifest, _stored(connection, record["id"]))
    if different:
        raise Problem(Kind.MANIFEST_MISMATCH, differences=different, state=record["state"])
    if record["state"] == rows.FINALIZED:
        answer = Stored(200, rows.as_json(rows.record_item(record)), {"ETag": rows.etag(record)})
        idempotency.begin(connection, key, print_, kind="finalize", subject=record["id"])
        idempotency.finish(connection, key, answer)
        return answer
    rows.set_state(connection, record["id"], rows.PROCESSING)
    idempotency.begin(connection, key, print_, kind="finalize", subject=record["id"])
    slow = next((rule for rule in call.rules if rule.what == "slow_job"), None)
    runs_s = slow.seconds if slow is not None and slow.when == "during" else 0.0
    waits_s = slow.seconds if slow is not None and slow.when == "before" else 0.0
    fail = any(rule.what == "failing_job" for rule in call.rules)
    queued = waits_s > 0 or fail
    row = jobs.insert(
        connection,
        kind="finalize",
        record=record["id"],
        state=jobs.QUEUED if queued else jobs.RUNNING,
        key=key,
        payload={"manifest": manifest, "fail": fail, "runs_s": runs_s},
        delay_s=waits_s,
    )
    rows.audit(connection, call.request_id, "finalize", record["id"], job=row["id"])
    return _later(connection, row, key) if queued else row


def _later(connection: sqlite3.Connection, row: sqlite3.Row, key: str | None) -> Stored:
    """Answer 202 with the job, or what was answered meanwhile."""
    job = jobs.get(connection, row["id"])
    answer = Stored(
        202,
        rows.as_json(jobs.job_item(job)),
        {"Location": f"/jobs/{row['id']}", "Retry-After": "1"},
    )
    idempotency.finish(connection, key, answer)
    if key is None:
        return answer
    kept = connection.execute("SELECT * FROM idempotency WHERE key = ?", (key,)).fetchone()
    if kept is None:
        return answer
    return Stored(kept["status"], kept["body"], json.loads(kept["headers"]))


async def verify(call: Call) -> Response:
    """`GET /records/{id}/verification`: hash again what is stored; 202 and a job when large."""
    service = call.service
    record = call.path_params["record"]

    def size(connection: sqlite3.Connection) -> int:
        rows.get(connection, record)
        row = connection.execute(
            "SELECT coalesce(sum(size), 0) FROM files WHERE record = ?", (record,)
        ).fetchone()
        return int(row[0])

    if await service.read(call, size) > service.limits.verify_job_above:
        return await _verify_later(service, call, record)
    result = await call.hold(
        service.in_hash_thread(intact.verify, service.database, service.blobs, record, call.check)
    )
    return json_answer(200, result)


async def _verify_later(service: Service, call: Call, record: str) -> Response:
    def work(connection: sqlite3.Connection) -> Stored:
        row = connection.execute(
            "SELECT * FROM jobs WHERE record = ? AND kind = 'verification'"
            " AND state IN ('queued', 'running')",
            (record,),
        ).fetchone()
        if row is None:
            row = jobs.insert(
                connection,
                kind="verification",
                record=record,
                state=jobs.QUEUED,
                key=None,
                payload={},
            )
            rows.audit(connection, call.request_id, "verify", record, job=row["id"])
        return _later(connection, row, None)

    stored = await service.write(call, work)
    service.jobs.wake()
    return stored_answer(call, stored)


async def get_job(call: Call) -> Response:
    """`GET /jobs/{id}`."""
    service = call.service
    row = await service.read(call, lambda c: jobs.get(c, call.path_params["job"]))
    headers = {"Retry-After": "1"} if row["state"] in {jobs.QUEUED, jobs.RUNNING} else {}
    return json_answer(200, jobs.job_item(row), headers)


async def cancel_job(call: Call) -> Response:
    """`DELETE /jobs/{id}`: only while queued."""
    service = call.service
    if not service.faults.uploads_cancellable:
        raise Problem(Kind.JOB_NOT_QUEUED, state=jobs.QUEUED)
    await service.write(call, lambda c: jobs.cancel(c, call.path_params["job"], call.request_id))
    return empty()
