"""Receipts and support logs: what can be said for certain about a run. Pure functions.

A receipt never says more than the service did: *verified* needs both digests, equal.
"""

from __future__ import annotations

import csv
import html
import io
import json
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from desktop_app.core.changes import HistoryLine
from desktop_app.core.errors import ErrorInfo, ErrorKind
from desktop_app.core.log import Redactor
from desktop_app.core.model import FileState, OutcomeKind, RecordRef, RecordState
from desktop_app.core.printing import shown
from desktop_app.core.run import Run, RunFile, SkippedEntry


class Verdict(StrEnum):
    """What is certain about one file."""

    VERIFIED = "verified"
    BEFORE_FINALIZING = "verified before finalizing"
    """It was, when it was last listed; how the finalization ended nobody has seen."""
    NOT_VERIFIED = "not verified"
    """The service gives no checksum, or one of another kind: the size agrees."""
    DIFFERENT = "different"
    """The server holds other content under this name."""
    NOT_CONFIRMED = "not confirmed"
    LEFT_OUT = "left out"
    """No file to send, or the person chose to go on without it."""


@dataclass(frozen=True, slots=True)
class ReceiptFile:
    """One file: `name` is the local file's own, `stored_as` its key at the service.

    `request_id` is that of the request whose answer confirmed it, "" where that is not known;
    `reason` says closer why it is not there ("pipe", "permission"), in one word, or is "".
    """

    name: str
    stored_as: str
    size: int
    local_checksum: str
    server_checksum: str
    verdict: Verdict
    state: FileState
    attempts: int
    error: str = ""
    request_id: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReceiptStage:
    """One stage: seconds over all attempts."""

    stage: str
    state: str
    seconds: float
    attempts: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """A run as it can be handed on. Times are ISO 8601 UTC, sizes bytes.

    `request_ids` are those of the answers that made or finalized the record, and of the errors;
    they stand in the log too, and in that of a service which keeps them.
    """

    run: str
    title: str
    service: str
    record_id: str
    record_state: str
    link: str
    outcome: str
    started: str
    ended: str
    attempts: int
    stages: tuple[ReceiptStage, ...]
    files: tuple[ReceiptFile, ...]
    request_ids: tuple[str, ...]
    version: str

    def to_json(self) -> str:
        """Return the receipt as one indented JSON object."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2)

    def to_csv(self) -> str:
        """Return one line per file; no cell can be taken for a formula by a spreadsheet."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\r\n")
        writer.writerow(
            (
                "run", "title", "record", "link", "outcome", "name", "stored as", "size",
                "local checksum", "server checksum", "verdict", "reason",
            )
        )  # fmt: skip
        common = (self.run, self.title, self.record_id, self.link, self.outcome)
        for one in self.files:
            cells = (
                *common, one.name, one.stored_as, str(one.size), one.local_checksum,
                one.server_checksum, one.verdict.value, one.reason,
            )  # fmt: skip
            writer.writerow([_no_formula(cell) for cell in cells])
        return text.getvalue()

    def to_html(self) -> str:
        """Return a page that stands by itself; every name and text in it is escaped.

        What would turn the direction of letters is shown as an escape; the other forms keep it.
        """
        rows = "\n".join(
            _row((one.name, one.stored_as, str(one.size), one.local_checksum,
                  one.server_checksum, _verdict_words(one)))
            for one in self.files
        )  # fmt: skip
        stages = "\n".join(
            _row((one.stage, one.state, f"{one.seconds:.1f} s", str(one.attempts)))
            for one in self.stages
        )
        title = html.escape(shown(self.title))
        link = html.escape(shown(self.link), quote=True)
        page = f'<a href="{link}">{link}</a>' if self.link.startswith("https://") else link
        return _PAGE.format(
            title=title,
            facts="\n".join(
                _row(pair)
                for pair in (
                    ("Outcome", self.outcome),
                    ("Record", f"{self.record_id} ({self.record_state})"),
                    ("Service", self.service),
                    ("Started", self.started),
                    ("Ended", self.ended),
                    ("Attempts", str(self.attempts)),
                    ("Run", self.run),
                    ("Requests", ", ".join(self.request_ids)),
                    ("Sendoff", self.version),
                )
            ),
            link=page,
            stages=stages,
            files=rows,
        )


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 1rem/1.4 system-ui, sans-serif; margin: 2rem; }}
table {{ border-collapse: collapse; margin-bottom: 2rem; }}
td, th {{ border: 1px solid; padding: .2rem .6rem; text-align: left; overflow-wrap: anywhere; }}
</style></head><body>
<h1><bdi>{title}</bdi></h1>
<p>{link}</p>
<table>{facts}</table>
<h2>Stages</h2>
<table><tr><th>Stage</th><th>State</th><th>Time</th><th>Attempts</th></tr>
{stages}</table>
<h2>Files</h2>
<table><tr><th>Name</th><th>Stored as</th><th>Bytes</th><th>Local checksum</th>
<th>Server checksum</th><th>Verdict</th></tr>
{files}</table>
</body></html>
"""


def receipt_of(
    run: Run, history: Sequence[HistoryLine], *, version: str, redact: Redactor | None = None
) -> Receipt:
    """Return the receipt of a run. No known secret is in a field."""
    record = run.shown_record
    mask = (redact or Redactor()).known
    left_out = map(_left_out, run.skipped)
    return Receipt(
        run=run.id,
        title=mask(run.title),
        service=run.account.address or run.account.id,
        record_id=mask(record.id) if record else "",
        record_state=_state(run, record),
        link=mask(record.url) if record else "",
        outcome=run.outcome.value if run.outcome else "interrupted",
        started=run.started,
        ended=run.ended,
        attempts=run.attempts,
        stages=tuple(
            ReceiptStage(one.stage.value, one.state.value, round(one.elapsed_s, 3), one.attempts)
            for one in run.shown_stages
        ),
        files=tuple(_masked(one, mask) for one in (*_files(run), *left_out)),
        request_ids=request_ids_of(run, history),
        version=version,
    )


def _state(run: Run, record: RecordRef | None) -> str:
    """Return how the record stands; a person's own draft stays when a save to it is discarded."""
    if record is None:
        return ""
    if run.outcome is OutcomeKind.DISCARDED and record.state is RecordState.BEING_REMOVED:
        return RecordState.DRAFT.value if run.attached else "removed"
    return record.state.value


def _masked(one: ReceiptFile, mask: Callable[[str], str]) -> ReceiptFile:
    checksum = mask(one.server_checksum)
    return replace(
        one, name=mask(one.name), stored_as=mask(one.stored_as), server_checksum=checksum
    )


def support_log_of(
    run: Run, history: Sequence[HistoryLine], *, version: str, redact: Redactor | None = None
) -> dict[str, object]:
    """Return the facts of a run that help to help: no token, no URL query, no file content."""
    log: dict[str, object] = {
        "run": run.id,
        "service": run.account.kind,
        "outcome": run.outcome.value if run.outcome else "interrupted",
        "failed_stage": run.failed_stage.value if run.failed_stage else None,
        "completed_stages": [stage.value for stage in run.completed_stages],
        "record_id": run.shown_record.id if run.shown_record else None,
        "record_state": run.shown_record.state.value if run.shown_record else None,
        "uploaded_file_keys": [one.key for one in run.confirmed],
        "files_total": len(run.files),
        "failed_files": [
            {"key": one.key, **_cause(one.error)} for one in run.files if one.error
        ],
        "cause": _cause(run.error) if run.error else None,
        "attempts": run.attempts,
        "cancel_reason": run.cancel_reason or None,
        "still_running": run.still_running,
        "started": run.started,
        "ended": run.ended,
        "stages": [
            {"stage": one.stage.value, "state": one.state.value,
             "seconds": round(one.elapsed_s, 3), "attempts": one.attempts}
            for one in run.shown_stages
        ],
        "history": [_step(one) for one in history],
        "request_ids": list(request_ids_of(run, history)),
        "versions": {
            "sendoff": version,
            "journaled_by": run.version,
            "python": platform.python_version(),
            "system": f"{platform.system()} {platform.release()}",
        },
    }  # fmt: skip
    redacted: dict[str, object] = (redact or Redactor()).fields(log)
    return redacted


def request_ids_of(run: Run, history: Sequence[HistoryLine]) -> tuple[str, ...]:
    """Return the request ids of the record's writes and of the errors, each once, in order."""
    found = [id_ for one in history for id_ in (one.request_id, _id_of(one.error))]
    found += [_id_of(one.error) for one in run.files]
    return tuple(dict.fromkeys(id_ for id_ in found if id_))


def _id_of(error: ErrorInfo | None) -> str:
    return error.request_id if error else ""


def _step(one: HistoryLine) -> dict[str, object]:
    step: dict[str, object] = {"at": one.at, "what": one.what}
    if one.stage:
        step["stage"] = one.stage.value
    if one.reason:
        step["reason"] = one.reason
    if one.request_id:
        step["request_id"] = one.request_id
    if one.error:
        step["cause"] = _cause(one.error)
    return step


def _cause(error: ErrorInfo) -> dict[str, object]:
    return {
        "kind": error.kind.value,
        "text": error.server_text,
        "status": error.status,
        "request_id": error.request_id,
        "detail": dict(error.detail),
        "fields": [one.field for one in error.fields],
    }


def _files(run: Run) -> Iterator[ReceiptFile]:
    """Yield the files; of a discarded draft none is there any more, whatever was confirmed."""
    record = run.record
    removing = record is not None and record.state is RecordState.BEING_REMOVED
    removed = removing or run.outcome is OutcomeKind.DISCARDED
    for one in map(_file, run.files):
        if removed and one.verdict is not Verdict.LEFT_OUT:
            yield replace(one, verdict=Verdict.NOT_CONFIRMED)
        elif run.listed_before_finalizing and one.verdict is Verdict.VERIFIED:
            yield replace(one, verdict=Verdict.BEFORE_FINALIZING)
        else:
            yield one


def _file(one: RunFile) -> ReceiptFile:
    return ReceiptFile(
        name=os.path.basename(one.path),
        stored_as=one.key,
        size=one.size,
        local_checksum=one.local_checksum,
        server_checksum=_at_the_server(one),
        verdict=_verdict(one),
        state=one.shown_state,
        attempts=one.attempts,
        error=one.error.kind.value if one.error else "",
        request_id=one.request_id,
        reason=one.error.get("reason") if one.error else "",
    )


def _left_out(one: SkippedEntry) -> ReceiptFile:
    """Return the row of what was no file to send; nothing is stored of it."""
    return ReceiptFile(
        name=os.path.basename(one.error.get("path")) or one.key,
        stored_as="",
        size=0,
        local_checksum="",
        server_checksum="",
        verdict=Verdict.LEFT_OUT,
        state=FileState.SKIPPED,
        attempts=0,
        error=one.error.kind.value,
        reason=one.error.reason,
    )


def _at_the_server(one: RunFile) -> str:
    """Return the digest of what the server has; of an unconfirmed file only where it said so."""
    if one.state is FileState.CONFIRMED:
        return one.checksum
    return one.error.get("checksum") if one.error else ""


def _verdict(one: RunFile) -> Verdict:
    if one.error is not None and one.error.kind is ErrorKind.DIFFERENT_CONTENT:
        return Verdict.DIFFERENT
    if one.left_out:
        return Verdict.LEFT_OUT
    if one.state is not FileState.CONFIRMED:
        return Verdict.NOT_CONFIRMED
    same_kind = one.checksum.partition(":")[0] == one.local_checksum.partition(":")[0]
    if not one.checksum or not one.local_checksum or not same_kind:
        return Verdict.NOT_VERIFIED
    return Verdict.VERIFIED if one.checksum == one.local_checksum else Verdict.DIFFERENT


def _verdict_words(one: ReceiptFile) -> str:
    return f"{one.verdict.value} ({one.reason})" if one.reason else one.verdict.value


def _no_formula(cell: str) -> str:
    """Return `cell` so that no spreadsheet runs it."""
    return f"'{cell}" if cell[:1] in {"=", "+", "-", "@", "\t", "\r", "\n"} else cell


def _row(cells: tuple[str, ...]) -> str:
    return (
        f"<tr>{''.join(f'<td><bdi>{html.escape(shown(cell))}</bdi></td>' for cell in cells)}</tr>"
    )
