"""From expanded rows to what one save sends: names, sizes, and what is left out, before the start.

Three ends for a row: it is sent; it cannot be sent and holds the finalize (unreadable, a name or
size that the service refuses: `skip` says why); it is no file to send at all (a link out of the
tree, a device, an empty folder) and is only told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_app.core.errors import ErrorInfo, ErrorKind, info
from desktop_app.core.run import RunFile
from desktop_app.files.names import Finding, check_names
from desktop_app.saving.intent import is_left_out
from desktop_app.services.base import Capabilities


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
