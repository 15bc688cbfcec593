"""The journal: what every save meant to do, did, and learnt, so that kill -9 loses nothing.

One SQLite file (`journal.sqlite`, WAL) in the data folder, written by one thread per process.
Holds titles, metadata, local paths and digests; never a token, never a whole URL of an upload
(`upload_ref` is a path), never file content. Knows values of `core`, no service and no session.

Order of one write to a service, kept by `saving`: *begun, key K* is committed here (`FULL`, so it
survives a power cut) -> the request leaves -> its result is committed -> people hear of it. File
confirmations are committed in groups (`NORMAL`: a power cut may lose some; the service's listing
teaches them again).

Schema (`user_version` 2, `application_id` "SNDF"); times are ISO 8601 UTC, errors are JSON:

    runs     run*, account_id, account_kind, account_label, account_address, title, metadata,
             finalize, attach_to, client_ref, record (JSON), record_gone, outcome, failed_stage,
             error, cancel_reason, still_running, started, ended, attempts, draft_doubt,
             form_pending, version
             One row per intent. `client_ref` is the marker inside the record; `outcome` is NULL
             while it runs and after a crash: with a free lock that means *interrupted*.
             `draft_doubt` = a create was ever left without an answer: a duplicate may turn up.
             `form_pending` = title and metadata here are newer than those of the draft.
    stages   run*, stage*, state, attempts, elapsed_s, at
             `active` with a free lock means: begun, and its outcome is unknown.
    keys     run*, stage*, body*, key, begun
             Idempotency keys: one per body (its sha256), written before the request, kept.
    files    run*, n*, path, key, size, mtime_ns, inode, state, local_checksum, checksum,
             acknowledged, upload_ref, attempts, error, left_out, request_id
             `waiting` and `sending` say the same after a crash: ask the listing.
    history  id*, run, at, stage, what, reason, error, request_id
             Every transition with its reason, late outcomes included; append only.
             `unanswered` = a request ended without an answer; its reason is for how many seconds
             from then on its effect may still come.
             `request_id` here and in files: of the request whose answer said so.

Beside it: `journal.lock` (who has it open; held shared) and `locks/<run>.lock` (who runs a save).
"""

from desktop_app.storage.journal.journal import Journal
from desktop_app.storage.journal.lock import RunLock
from desktop_app.storage.journal.writer import InlineWriter, ThreadWriter, Writer

__all__ = ["InlineWriter", "Journal", "RunLock", "ThreadWriter", "Writer"]
