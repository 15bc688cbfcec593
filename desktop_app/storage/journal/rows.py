"""A run as rows, and back: one function writes what differs between two values of it.

Each function runs inside a transaction that its caller holds. Generic over the fields of `Run` and
`RunFile`: a new field is one line in a `_columns` function and one in its inverse, and
`load(begin(run)) == run` is a test over random runs.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict

from desktop_app.core.changes import (
    FILE_SKIPPED,
    UNANSWERED,
    Change,
    HistoryLine,
    changed_files,
    history_line,
)
from desktop_app.core.errors import ErrorInfo, ErrorKind, FieldError, Verdict
from desktop_app.core.model import (
    Account,
    FileState,
    Fingerprint,
    OutcomeKind,
    RecordRef,
    RecordState,
    SaveStage,
    StageState,
)
from desktop_app.core.run import FINISHED, IssuedKey, Run, RunFile, SkippedEntry, StageStatus

Value = str | int | float | None
Columns = Mapping[str, Value]

KEPT = "was_there"
"""History word of a key under which a draft of the person's held a file before."""


def begin(db: sqlite3.Connection, run: Run, at: str) -> None:
    """Write a new run as a whole."""
    _insert(db, "runs", [_run_columns(run)])
    _insert(db, "files", [_file_columns(run.id, one) for one in run.files])
    _insert(
        db,
        "stages",
        [_stage_columns(run.id, one) for one in run.stages if one != StageStatus(one.stage)],
    )
    _insert(db, "keys", [_key_columns(run.id, one, at) for one in run.keys])
    _add_history(db, run.id, (HistoryLine(KEPT, reason=key) for key in sorted(run.kept)), at)
    skipped = (HistoryLine(FILE_SKIPPED, reason=one.key, error=one.error) for one in run.skipped)
    _add_history(db, run.id, skipped, run.started)


def commit(db: sqlite3.Connection, before: Run, after: Run, change: Change, at: str) -> None:
    """Write what `change` made of a run, and its line in the history."""
    _update(db, "runs", _run_columns(before), [_run_columns(after)], ("run",))
    for old, new in zip(before.stages, after.stages, strict=True):
        if old is not new:
            _insert(db, "stages", [_stage_columns(after.id, new)], replace=True)
    fresh = after.keys - before.keys
    _insert(db, "keys", [_key_columns(after.id, one, at) for one in fresh])
    changed = [
        _file_columns(after.id, after.files[n])
        for n in _places(before, after, change)
        if after.files[n] is not before.files[n]
    ]
    _update(db, "files", {}, changed, ("run", "n"))
    if after.kept != before.kept:
        db.execute("DELETE FROM history WHERE run=? AND what=?", (after.id, KEPT))
        _add_history(
            db, after.id, (HistoryLine(KEPT, reason=key) for key in sorted(after.kept)), at
        )
    if (line := history_line(change)) is not None:
        _add_history(db, after.id, (line,), at)


def load(db: sqlite3.Connection, run: str) -> Run | None:
    """Return one run."""
    row = _select(db, "SELECT * FROM runs WHERE run=?", (run,)).fetchone()
    return None if row is None else _whole(db, row)


def runs(db: sqlite3.Connection, *, unfinished_only: bool) -> Iterator[Run]:
    """Yield all runs, oldest first, with the files of one at a time in memory."""
    finished = tuple(one.value for one in FINISHED)
    where = "WHERE outcome IS NULL OR outcome NOT IN (?,?)" if unfinished_only else ""
    found = _select(
        db,
        f"SELECT * FROM runs {where} ORDER BY started, rowid",  # noqa: S608 - constants
        finished if unfinished_only else (),
    ).fetchall()
    return (_whole(db, row) for row in found)


def history(db: sqlite3.Connection, run: str) -> tuple[HistoryLine, ...]:
    """Return the history of a run, oldest first."""
    found = db.execute(
        "SELECT what, stage, reason, error, request_id, at FROM history WHERE run=? ORDER BY id",
        (run,),
    )
    return tuple(
        HistoryLine(what, _stage(stage), reason, error_from_text(error), request_id, at)
        for what, stage, reason, error, request_id, at in found
    )


def forget(db: sqlite3.Connection, run: str) -> None:
    """Remove a run; its other rows hang on it."""
    db.execute("DELETE FROM runs WHERE run=?", (run,))


def forget_ended_before(db: sqlite3.Connection, before: str) -> tuple[str, ...]:
    """Remove runs that were done or discarded before `before`; return their ids."""
    found = db.execute(
        "DELETE FROM runs WHERE outcome IN (?,?) AND ended<>'' AND ended<? RETURNING run",
        (*(one.value for one in FINISHED), before),
    )
    return tuple(str(row[0]) for row in found)


# values to columns


def _run_columns(run: Run) -> Columns:
    account = run.account
    return {
        "run": run.id,
        "account_id": account.id,
        "account_kind": account.kind,
        "account_label": account.label,
        "account_address": account.address,
        "title": run.title,
        "metadata": run.metadata,
        "finalize": run.finalize,
        "attach_to": run.attach_to,
        "client_ref": run.marker,
        "started": run.started,
        "version": run.version,
        "record": record_to_text(run.record),
        "record_gone": run.record_gone,
        "draft_doubt": run.create_unconfirmed,
        "form_pending": run.form_pending,
        "outcome": run.outcome.value if run.outcome else None,
        "failed_stage": run.failed_stage.value if run.failed_stage else None,
        "error": error_to_text(run.error),
        "cancel_reason": run.cancel_reason,
        "still_running": run.still_running,
        "ended": run.ended,
        "attempts": run.attempts,
    }


def _file_columns(run: str, one: RunFile) -> Columns:
    return {
        "run": run,
        "n": one.n,
        "path": one.path,
        "key": one.key,
        "size": one.fingerprint.size,
        "mtime_ns": one.fingerprint.mtime_ns,
        "inode": str(one.fingerprint.inode),  # 64 bits unsigned on Windows: no SQLite integer
        "state": one.state.value,
        "local_checksum": one.local_checksum,
        "checksum": one.checksum,
        "acknowledged": one.acknowledged,
        "upload_ref": one.upload_ref,
        "attempts": one.attempts,
        "error": error_to_text(one.error),
        "left_out": one.left_out,
        "request_id": one.request_id,
    }


def _stage_columns(run: str, one: StageStatus) -> Columns:
    return {
        "run": run,
        "stage": one.stage.value,
        "state": one.state.value,
        "attempts": one.attempts,
        "elapsed_s": one.elapsed_s,
        "at": one.at,
    }


def _key_columns(run: str, one: IssuedKey, at: str) -> Columns:
    return {"run": run, "stage": one.stage.value, "body": one.body, "key": one.key, "begun": at}


# rows to values


def _whole(db: sqlite3.Connection, row: sqlite3.Row) -> Run:
    name = (row["run"],)
    stages = {
        SaveStage(one["stage"]): _stage_of(one, _last_sent(db, *name, one["stage"]))
        for one in _select(db, "SELECT * FROM stages WHERE run=?", name)
    }
    skipped = db.execute(
        "SELECT reason, error FROM history WHERE run=? AND what=? ORDER BY id",
        (*name, FILE_SKIPPED),
    )
    keys = _select(db, "SELECT * FROM keys WHERE run=?", name)
    kept = db.execute("SELECT reason FROM history WHERE run=? AND what=?", (*name, KEPT))
    return Run(
        id=row["run"],
        account=Account(
            row["account_id"], row["account_kind"], row["account_label"], row["account_address"]
        ),
        title=row["title"],
        metadata=row["metadata"],
        finalize=bool(row["finalize"]),
        attach_to=row["attach_to"],
        marker=row["client_ref"],
        started=row["started"],
        version=row["version"],
        record=record_from_text(row["record"]),
        record_gone=bool(row["record_gone"]),
        create_unconfirmed=bool(row["draft_doubt"]),
        form_pending=bool(row["form_pending"]),
        outcome=OutcomeKind(row["outcome"]) if row["outcome"] else None,
        failed_stage=_stage(row["failed_stage"]),
        error=error_from_text(row["error"]),
        cancel_reason=row["cancel_reason"],
        still_running=bool(row["still_running"]),
        ended=row["ended"],
        attempts=row["attempts"],
        stages=tuple(stages.get(stage, StageStatus(stage)) for stage in SaveStage),
        files=_files(db, row["run"]),
        skipped=tuple(
            SkippedEntry(key, found)
            for key, error in skipped
            if (found := error_from_text(error)) is not None
        ),
        keys=frozenset(IssuedKey(SaveStage(one["stage"]), one["body"], one["key"]) for one in keys),
        kept=frozenset(reason for (reason,) in kept),
    )


_FILE_COLUMNS = (
    "path, key, size, mtime_ns, inode, state, error, n, local_checksum, checksum, acknowledged,"
    " upload_ref, attempts, left_out, request_id"
)


def _files(db: sqlite3.Connection, run: str) -> tuple[RunFile, ...]:
    """Return the files in order; by position, since a run may have 50,000 of them."""
    found = db.execute(f"SELECT {_FILE_COLUMNS} FROM files WHERE run=? ORDER BY n", (run,))  # noqa: S608 - constant columns
    states = {state.value: state for state in FileState}
    return tuple(
        RunFile(
            path, key, Fingerprint(size, mtime_ns, int(inode)), states[state],
            error_from_text(error), n, local, checksum, acknowledged, upload_ref, attempts,
            bool(left_out), request_id,
        )
        for path, key, size, mtime_ns, inode, state, error, n, local, checksum, acknowledged,
        upload_ref, attempts, left_out, request_id in found
    )  # fmt: skip


def _stage_of(row: sqlite3.Row, sent: tuple[str, float | None]) -> StageStatus:
    return StageStatus(
        SaveStage(row["stage"]),
        StageState(row["state"]),
        row["attempts"],
        row["elapsed_s"],
        row["at"],
        *sent,
    )


def _last_sent(db: sqlite3.Connection, run: str, stage: str) -> tuple[str, float | None]:
    """Return when the last request of a stage was begun or left unanswered, and for how long."""
    row = db.execute(
        "SELECT at, what, reason FROM history WHERE run=? AND stage=? AND what IN (?,?)"
        " ORDER BY id DESC LIMIT 1",
        (run, stage, StageState.ACTIVE.value, UNANSWERED),
    ).fetchone()
    if row is None:
        return "", None
    at, what, reason = row
    return at, float(reason) if what == UNANSWERED else None


def _stage(name: str | None) -> SaveStage | None:
    return SaveStage(name) if name else None


# statements


def _places(before: Run, after: Run, change: Change) -> Iterable[int]:
    if after.files is before.files:
        return ()
    places = changed_files(change)
    return range(len(after.files)) if places is None else sorted(places)


def _insert(
    db: sqlite3.Connection, table: str, rows: Sequence[Columns], *, replace: bool = False
) -> None:
    if not rows:
        return
    verb = "INSERT OR REPLACE" if replace else "INSERT"
    names = tuple(rows[0])
    marks = ",".join("?" * len(names))
    db.executemany(
        f"{verb} INTO {table}({','.join(names)}) VALUES({marks})",
        [tuple(row.values()) for row in rows],
    )


def _update(
    db: sqlite3.Connection,
    table: str,
    before: Columns,
    rows: Sequence[Columns],
    key: tuple[str, ...],
) -> None:
    """Write of `rows`, which have the same columns, what is not the same in `before`."""
    if not rows:
        return
    names = [
        name for name in rows[0] if name not in key and before.get(name, rows) != rows[0][name]
    ]
    if not names:
        return
    sets = ",".join(f"{name}=?" for name in names)
    where = " AND ".join(f"{name}=?" for name in key)
    db.executemany(
        f"UPDATE {table} SET {sets} WHERE {where}",  # noqa: S608 - names of ours
        [tuple(row[name] for name in (*names, *key)) for row in rows],
    )


def _add_history(db: sqlite3.Connection, run: str, lines: Iterable[HistoryLine], at: str) -> None:
    db.executemany(
        "INSERT INTO history(run, at, stage, what, reason, error, request_id)"
        " VALUES(?,?,?,?,?,?,?)",
        [
            (
                run, one.at or at, one.stage.value if one.stage else None, one.what, one.reason,
                error_to_text(one.error), one.request_id,
            )
            for one in lines
        ],
    )  # fmt: skip


def _select(db: sqlite3.Connection, statement: str, values: Sequence[Value]) -> sqlite3.Cursor:
    """Return a cursor whose rows are asked by column name."""
    cursor = db.cursor()
    cursor.row_factory = sqlite3.Row
    return cursor.execute(statement, values)


# values inside one column


def error_to_text(error: ErrorInfo | None) -> str | None:
    """Return `error` as JSON, None for None."""
    return None if error is None else json.dumps(asdict(error), ensure_ascii=False)


def error_from_text(text: str | None) -> ErrorInfo | None:
    """Return the error of `error_to_text`; a kind of a later version becomes OTHER."""
    if not text:
        return None
    data = json.loads(text)
    return ErrorInfo(
        kind=_kind(data["kind"]),
        detail=tuple((name, value) for name, value in data["detail"]),
        server_text=data["server_text"],
        status=data["status"],
        request_id=data["request_id"],
        retry_after_s=data["retry_after_s"],
        fields=tuple(
            FieldError(one["field"], tuple(one["messages"]), _kind(one["kind"]))
            for one in data["fields"]
        ),
        verdict=Verdict(data["verdict"]),
    )


def _kind(value: str) -> ErrorKind:
    try:
        return ErrorKind(value)
    except ValueError:
        return ErrorKind.OTHER


def record_to_text(record: RecordRef | None) -> str | None:
    """Return `record` as JSON, None for None."""
    return None if record is None else json.dumps(asdict(record), ensure_ascii=False)


def record_from_text(text: str | None) -> RecordRef | None:
    """Return the record of `record_to_text`."""
    if not text:
        return None
    data = json.loads(text)
    return RecordRef(**{**data, "state": RecordState(data["state"])})
