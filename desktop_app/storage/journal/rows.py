"""The journal's SQL: one function per verb, each inside a transaction that its caller holds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import (
    Account,
    FileState,
    Fingerprint,
    OutcomeKind,
    RecordRef,
    SaveStage,
    StageState,
)
from desktop_app.storage.journal.entries import (
    UNANSWERED,
    FileConfirmation,
    FileEntry,
    HistoryEntry,
    JournaledRun,
    LastSent,
    RunEnd,
    RunEntry,
    StageEntry,
    error_from_text,
    error_to_text,
    record_from_text,
    record_to_text,
)

_FINISHED = (OutcomeKind.DONE.value, OutcomeKind.DISCARDED.value)


def insert_run(
    db: sqlite3.Connection,
    entry: RunEntry,
    files: Sequence[FileEntry],
    history: Sequence[HistoryEntry] = (),
) -> None:
    """Write a new run with its files, and what is known of it before it begins."""
    account = entry.account
    db.execute(
        "INSERT INTO runs(run, account_id, account_kind, account_label, account_address, title,"
        " metadata, finalize, attach_to, client_ref, record, started, version)"
        " VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            entry.run, account.id, account.kind, account.label, account.address, entry.title,
            entry.metadata, entry.finalize, entry.attach_to, entry.client_ref,
            record_to_text(entry.record), entry.started, entry.version,
        ),
    )  # fmt: skip
    db.executemany(
        "INSERT INTO files(run, n, path, key, size, mtime_ns, inode, state, error)"
        " VALUES(?,?,?,?,?,?,?,?,?)",
        (
            (
                entry.run, file.n, file.path, file.key, file.fingerprint.size,
                file.fingerprint.mtime_ns, str(file.fingerprint.inode), file.state.value,
                error_to_text(file.error),
            )
            for file in files
        ),
    )  # fmt: skip
    for one in history:
        note(db, entry.run, one.stage, one.what, one.reason, one.error, one.at)


def key_for(
    db: sqlite3.Connection, run: str, stage: SaveStage, body: str, fresh: str, at: str
) -> str:
    """Return the key that belongs to `body`, making `fresh` that key if there is none."""
    db.execute(
        "INSERT OR IGNORE INTO keys(run, stage, body, key, begun) VALUES(?,?,?,?,?)",
        (run, stage.value, body, fresh, at),
    )
    row = db.execute(
        "SELECT key FROM keys WHERE run=? AND stage=? AND body=?", (run, stage.value, body)
    ).fetchone()
    return str(row[0])


def begin_attempt(db: sqlite3.Connection, run: str) -> None:
    """Count an attempt; the run is unfinished again."""
    db.execute(
        "UPDATE runs SET attempts=attempts+1, outcome=NULL, failed_stage=NULL, error=NULL,"
        " cancel_reason='', still_running=0, ended='' WHERE run=?",
        (run,),
    )


def stage(
    db: sqlite3.Connection,
    run: str,
    name: SaveStage,
    state: StageState,
    reason: str,
    elapsed_s: float,
    error: ErrorInfo | None,
    at: str,
) -> None:
    """Write a transition and its history row."""
    begun = 1 if state is StageState.ACTIVE else 0
    db.execute(
        "INSERT INTO stages(run, stage, state, attempts, elapsed_s, at) VALUES(?,?,?,?,?,?)"
        " ON CONFLICT DO UPDATE SET state=excluded.state, attempts=attempts+excluded.attempts,"
        " elapsed_s=elapsed_s+excluded.elapsed_s, at=excluded.at",
        (run, name.value, state.value, begun, elapsed_s, at),
    )
    note(db, run, name, state.value, reason, error, at)


def record(db: sqlite3.Connection, run: str, value: RecordRef | None, reason: str, at: str) -> None:
    """Write the run's record, or that it is gone."""
    db.execute(
        "UPDATE runs SET record=?, record_gone=? WHERE run=?",
        (record_to_text(value), value is None, run),
    )
    what = "record" if value is not None else "record_gone"
    note(db, run, None, what, reason, None, at, value.request_id if value else "")


def new_draft(db: sqlite3.Connection, run: str, client_ref: str, at: str) -> None:
    """Begin the run anew under another marker."""
    db.execute(
        "UPDATE runs SET client_ref=?, record=NULL, record_gone=0, draft_doubt=0, form_pending=0,"
        " attach_to='' WHERE run=?",
        (client_ref, run),
    )
    db.execute("UPDATE stages SET state=? WHERE run=?", (StageState.PENDING.value, run))
    db.execute(
        "UPDATE files SET state=?, checksum='', acknowledged=0, upload_ref='', error=NULL,"
        " request_id='' WHERE run=? AND state<>?",
        (FileState.WAITING.value, run, FileState.SKIPPED.value),
    )
    note(db, run, None, "new_draft", "", None, at)


def doubt_draft(db: sqlite3.Connection, run: str, *, doubt: bool) -> None:
    """Write whether a twin of the draft may turn up."""
    db.execute("UPDATE runs SET draft_doubt=? WHERE run=?", (doubt, run))


def form(
    db: sqlite3.Connection, run: str, title: str, metadata: str, *, pending: bool, at: str
) -> None:
    """Write a mended form; `pending` says that the draft has still the old one."""
    db.execute(
        "UPDATE runs SET title=?, metadata=?, form_pending=? WHERE run=?",
        (title, metadata, pending, run),
    )
    note(db, run, None, "form", "pending" if pending else "", None, at)


def confirm_files(db: sqlite3.Connection, run: str, confirmed: Sequence[FileConfirmation]) -> None:
    """Write confirmations."""
    db.executemany(
        "UPDATE files SET state=?, acknowledged=?, checksum=?, local_checksum=?, attempts=?,"
        " request_id=?, upload_ref='', error=NULL WHERE run=? AND n=?",
        (
            (
                FileState.CONFIRMED.value, one.size, one.checksum, one.local_checksum,
                one.attempts, one.request_id, run, one.n,
            )
            for one in confirmed
        ),
    )  # fmt: skip


def update_files(db: sqlite3.Connection, run: str, entries: Sequence[FileEntry]) -> None:
    """Write files as they are now."""
    db.executemany(
        "UPDATE files SET key=?, size=?, mtime_ns=?, inode=?, state=?, local_checksum=?,"
        " checksum=?, acknowledged=?, upload_ref=?, attempts=?, error=?, left_out=?, request_id=?"
        " WHERE run=? AND n=?",
        (
            (
                one.key, one.fingerprint.size, one.fingerprint.mtime_ns,
                str(one.fingerprint.inode), one.state.value, one.local_checksum, one.checksum,
                one.acknowledged, one.upload_ref, one.attempts, error_to_text(one.error),
                one.left_out, one.request_id, run, one.n,
            )
            for one in entries
        ),
    )  # fmt: skip


def upload_ref(db: sqlite3.Connection, run: str, n: int, value: str) -> None:
    """Write where a file's unfinished upload lives."""
    db.execute("UPDATE files SET upload_ref=? WHERE run=? AND n=?", (value, run, n))


def note(
    db: sqlite3.Connection,
    run: str,
    name: SaveStage | None,
    what: str,
    reason: str,
    error: ErrorInfo | None,
    at: str,
    request_id: str = "",
) -> None:
    """Append to the history."""
    db.execute(
        "INSERT INTO history(run, at, stage, what, reason, error, request_id)"
        " VALUES(?,?,?,?,?,?,?)",
        (run, at, name.value if name else None, what, reason, error_to_text(error), request_id),
    )


def end(db: sqlite3.Connection, run: str, value: RunEnd, at: str) -> None:
    """Write how an attempt ended."""
    outcome = value.outcome.value if value.outcome else None
    failed = value.failed_stage.value if value.failed_stage else None
    db.execute(
        "UPDATE runs SET outcome=?, failed_stage=?, error=?, cancel_reason=?, still_running=?,"
        " ended=? WHERE run=?",
        (
            outcome, failed, error_to_text(value.error), value.cancel_reason,
            value.still_running, at if outcome else "", run,
        ),
    )  # fmt: skip
    what = outcome or "looked"
    note(db, run, value.failed_stage, what, value.cancel_reason, value.error, at)


def last_sent(db: sqlite3.Connection, run: str, name: SaveStage) -> LastSent | None:
    """Return the last row of the history that tells of a request of a stage."""
    row = db.execute(
        "SELECT at, what, reason FROM history WHERE run=? AND stage=? AND what IN (?,?)"
        " ORDER BY id DESC LIMIT 1",
        (run, name.value, StageState.ACTIVE.value, UNANSWERED),
    ).fetchone()
    if row is None:
        return None
    at, what, reason = row
    return LastSent(at, float(reason) if what == UNANSWERED else None)


def wish_to_finalize(db: sqlite3.Connection, run: str, at: str) -> None:
    """Write that the run is to end with a finalized record."""
    db.execute("UPDATE runs SET finalize=1 WHERE run=?", (run,))
    note(db, run, None, "wish_to_finalize", "", None, at)


def forget(db: sqlite3.Connection, run: str) -> None:
    """Remove a run; its other rows hang on it."""
    db.execute("DELETE FROM runs WHERE run=?", (run,))


def forget_ended_before(db: sqlite3.Connection, before: str) -> tuple[str, ...]:
    """Remove runs that were done or discarded before `before`."""
    found = db.execute(
        "DELETE FROM runs WHERE outcome IN (?,?) AND ended<>'' AND ended<? RETURNING run",
        (*_FINISHED, before),
    )
    return tuple(str(row[0]) for row in found)


_RUN_COLUMNS = (
    "run, account_id, account_kind, account_label, account_address, title, metadata, finalize,"
    " attach_to, client_ref, started, version, record, record_gone, draft_doubt, outcome,"
    " failed_stage, error, cancel_reason, still_running, ended, attempts, form_pending"
)


def load(db: sqlite3.Connection, run: str, *, history: bool) -> JournaledRun | None:
    """Return one run."""
    row = db.execute(f"SELECT {_RUN_COLUMNS} FROM runs WHERE run=?", (run,)).fetchone()  # noqa: S608 - constant columns
    if row is None:
        return None
    return _whole(db, _run(row), history=history)


def runs(db: sqlite3.Connection, *, unfinished_only: bool) -> Iterator[JournaledRun]:
    """Yield all runs, oldest first, with the files of one at a time in memory."""
    where = "WHERE outcome IS NULL OR outcome NOT IN (?,?)" if unfinished_only else ""
    found = db.execute(
        f"SELECT {_RUN_COLUMNS} FROM runs {where} ORDER BY started, rowid",  # noqa: S608 - constants
        _FINISHED if unfinished_only else (),
    ).fetchall()
    return (_whole(db, _run(row), history=False) for row in found)


def _whole(db: sqlite3.Connection, entry: RunEntry, *, history: bool) -> JournaledRun:
    stages = db.execute(
        "SELECT stage, state, attempts, elapsed_s, at FROM stages WHERE run=?", (entry.run,)
    )
    files = db.execute(
        "SELECT n, path, key, size, mtime_ns, inode, state, local_checksum, checksum,"
        " acknowledged, upload_ref, attempts, error, left_out, request_id FROM files WHERE run=?"
        " ORDER BY n",
        (entry.run,),
    )
    return JournaledRun(
        entry,
        tuple(
            StageEntry(SaveStage(s), StageState(state), n, t, at) for s, state, n, t, at in stages
        ),
        tuple(_file(row) for row in files),
        _history(db, entry.run) if history else (),
    )


def _run(row: Sequence[object]) -> RunEntry:
    text = [value if isinstance(value, str) else "" for value in row]
    return RunEntry(
        run=text[0],
        account=Account(text[1], text[2], text[3], text[4]),
        title=text[5],
        metadata=text[6],
        finalize=bool(row[7]),
        attach_to=text[8],
        client_ref=text[9],
        started=text[10],
        version=text[11],
        record=record_from_text(text[12] or None),
        record_gone=bool(row[13]),
        draft_doubt=bool(row[14]),
        outcome=OutcomeKind(text[15]) if text[15] else None,
        failed_stage=SaveStage(text[16]) if text[16] else None,
        error=error_from_text(text[17] or None),
        cancel_reason=text[18],
        still_running=bool(row[19]),
        ended=text[20],
        attempts=int(str(row[21])),
        form_pending=bool(row[22]),
    )


def _file(row: Sequence[object]) -> FileEntry:
    (n, path, key, size, mtime_ns, inode, state, local, checksum, offset, ref, attempts, error,
     left_out, request_id) = row  # fmt: skip
    return FileEntry(
        n=int(str(n)),
        path=str(path),
        key=str(key),
        fingerprint=Fingerprint(int(str(size)), int(str(mtime_ns)), int(str(inode))),
        state=FileState(str(state)),
        local_checksum=str(local),
        checksum=str(checksum),
        acknowledged=int(str(offset)),
        upload_ref=str(ref),
        attempts=int(str(attempts)),
        error=error_from_text(None if error is None else str(error)),
        left_out=bool(left_out),
        request_id=str(request_id),
    )


def _history(db: sqlite3.Connection, run: str) -> tuple[HistoryEntry, ...]:
    found = db.execute(
        "SELECT at, stage, what, reason, error, request_id FROM history WHERE run=? ORDER BY id",
        (run,),
    )
    return tuple(
        HistoryEntry(
            at, SaveStage(name) if name else None, what, reason, error_from_text(error), request_id
        )
        for at, name, what, reason, error, request_id in found
    )
