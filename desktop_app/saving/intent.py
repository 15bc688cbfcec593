"""Before a save: what a person asks and answers, what of it is refused, and what is journaled.

Three ends for a row of a plan: it is sent; it cannot be sent and holds the finalize (unreadable, a
name or size that the service refuses: `skip` says why); it is no file to send at all (a link out of
the tree, a device, an empty folder) and is only reported.

Pure functions: nothing is read, written or sent here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from uuid import uuid4

from desktop_app.core.clock import WallClock
from desktop_app.core.errors import BadInputError, ErrorInfo, ErrorKind, info, traits
from desktop_app.core.run import Run, RunFile, SaveRequest, SkippedEntry
from desktop_app.files.names import Finding, check_names
from desktop_app.services.base import Capabilities


class Changed(StrEnum):
    """What to do on resume with a local file that is not the one that was chosen."""

    ASK = "ask"
    SEND_NEW = "send_new"
    """Send what is there now (a confirmed old version is replaced, in a draft)."""
    LEAVE_OUT = "leave_out"
    """Do not send it; a version that the service has confirmed stays."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What a person answered before a run goes on.

    Attributes:
        changed: for local files that changed since they were chosen.
        leave_out: keys of files without which finalize may go on, each named explicitly; what was
            sent of them is removed from the draft.
        title, metadata: edited form fields (None: as journaled); only after a clear refusal.
        take_remote: keys under which other content stands at the service that may be replaced.
        keep_remote: keys of files that are not of this run, with which finalize may go on.
        finalize: finalize a draft that was to be kept as one; it is journaled.
    """

    changed: Changed = Changed.ASK
    leave_out: tuple[str, ...] = ()
    title: str | None = None
    metadata: str | None = None
    take_remote: tuple[str, ...] = ()
    keep_remote: tuple[str, ...] = ()
    finalize: bool = False


def is_left_out(file: RunFile) -> bool:
    """Whether a row is no file to send at all: a pipe, a link out of the tree, our own data."""
    return file.skip is not None and traits(file.skip.kind).no_file


def intent_of(request: SaveRequest, *, marker: str, wall_clock: WallClock, version: str) -> Run:
    """Return a request as the run that is journaled, under a new id that sorts by time."""
    now = wall_clock()
    return Run(
        id=f"{now:%Y%m%d-%H%M%S}-{uuid4().hex[:8]}",
        account=request.account,
        title=request.title,
        metadata=request.metadata,
        finalize=request.finalize,
        attach_to=request.attach_to,
        marker=marker,
        started=now.isoformat(timespec="milliseconds"),
        version=version,
        files=tuple(
            replace(one, n=n)
            for n, one in enumerate(one for one in request.files if not is_left_out(one))
        ),
        skipped=tuple(
            SkippedEntry(one.key, one.skip)
            for one in request.files
            if one.skip is not None and is_left_out(one)
        ),
    )


def check_form(title: str | None, metadata: str | None) -> None:
    """Refuse a title or metadata that need no service to be seen as wrong."""
    if title is not None and not title.strip():
        raise BadInputError(info(ErrorKind.MISSING_FIELD, field="title"))
    if title is not None and not _is_text(title):
        raise BadInputError(info(ErrorKind.BAD_FIELD, field="title"))
    if metadata is not None and not _is_json_object(metadata):
        raise BadInputError(info(ErrorKind.BAD_FIELD, field="metadata"))


def _is_text(value: str) -> bool:
    """Whether it can be written down: no lone surrogates (bytes of an argument that are none)."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_json_object(text: str) -> bool:
    """Whether it is an object that every JSON parser reads: text throughout, no NaN."""
    try:
        value = json.loads(text)
        whole = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and _is_text(whole)


def check_request(request: SaveRequest) -> None:
    """Refuse what needs no service to be seen as wrong."""
    check_form(request.title, request.metadata)
    seen: set[str] = set()
    for one in request.files:
        if one.key in seen and one.skip is None:
            raise BadInputError(info(ErrorKind.NAME_CLASH, key=one.key))
        if one.skip is None:
            seen.add(one.key)
    if request.files and all(map(is_left_out, request.files)):
        raise BadInputError(info(ErrorKind.MISSING_FIELD, field="files", reason="nothing_to_send"))


def check_against(request: SaveRequest, capabilities: Capabilities) -> None:
    """Refuse what the service is known to refuse, before anything is sent."""
    to_be_sent = sum(1 for one in request.files if not is_left_out(one))
    if capabilities.needs_files and request.finalize and not to_be_sent:
        raise BadInputError(info(ErrorKind.MISSING_FIELD, field="files", reason="files_needed"))
    count = sum(one.skip is None for one in request.files)
    if capabilities.max_files is not None and count > capabilities.max_files:
        raise BadInputError(
            info(ErrorKind.TOO_MANY_FILES, count=count, limit=capabilities.max_files)
        )
    total = sum(one.fingerprint.size for one in request.files if one.skip is None)
    if capabilities.max_total_size is not None and total > capabilities.max_total_size:
        raise BadInputError(
            info(ErrorKind.TOO_LARGE, size=total, limit=capabilities.max_total_size)
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be sent.

    Attributes:
        files: the rows of the request.
        left_out: rows that are no files to send, each with its `skip`.
        clashes: findings that need an answer; while there are any, the request is refused.
        forbidden: names that the service does not take, each the `skip` of a row in `files`.
        warnings: findings that do not stop anything.
    """

    files: tuple[RunFile, ...]
    left_out: tuple[RunFile, ...] = ()
    clashes: tuple[Finding, ...] = ()
    forbidden: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()


def plan(rows: Sequence[RunFile], capabilities: Capabilities, *, rename: bool = False) -> Plan:
    """Check rows against what the service takes.

    A file that was named twice is sent once.

    Args:
        rename: whether clashing and forbidden names are replaced by their suggestions.
    """
    left_out = tuple(row for row in rows if is_left_out(row))
    files = _once([row for row in rows if not is_left_out(row)])
    findings = _findings(files, capabilities)
    if rename:
        for row, finding in findings.items():
            if finding.blocking:
                files[row] = replace(files[row], key=finding.suggestion or files[row].key)
        findings = _findings(files, capabilities)
    clashing = _clashing(findings)
    forbidden = {row: one for row, one in findings.items() if one.blocking and row not in clashing}
    for row, finding in forbidden.items():
        files[row] = files[row].with_skip(files[row].skip or finding.error)
    return Plan(
        tuple(one.with_skip(one.skip or _refusal(one, capabilities)) for one in files),
        left_out,
        tuple(clashing.values()),
        tuple(forbidden.values()),
        tuple(finding for finding in findings.values() if not finding.blocking),
    )


def _once(rows: Sequence[RunFile]) -> list[RunFile]:
    seen: set[tuple[str, str]] = set()
    kept = []
    for row in rows:
        if (row.path, row.key) not in seen:
            seen.add((row.path, row.key))
            kept.append(row)
    return kept


def _findings(files: Sequence[RunFile], capabilities: Capabilities) -> dict[int, Finding]:
    keys, paths = [one.key for one in files], [one.path for one in files]
    return check_names(keys, capabilities.key_rules, paths)


def _clashing(findings: dict[int, Finding]) -> dict[int, Finding]:
    return {
        row: finding
        for row, finding in findings.items()
        if finding.blocking and finding.error.kind is ErrorKind.NAME_CLASH
    }


def _refusal(file: RunFile, capabilities: Capabilities) -> ErrorInfo | None:
    size, limit = file.fingerprint.size, capabilities.max_file_size
    if limit is not None and size > limit:
        return info(ErrorKind.TOO_LARGE, key=file.key, size=size, limit=limit)
    if size == 0 and not capabilities.empty_files:
        return info(ErrorKind.EMPTY_FILE, key=file.key)
    return None
