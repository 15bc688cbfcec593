"""*Repair draft*: what a draft holds against what the person has, and making them agree.

A draft that nothing but the web page knew how to fill often holds entries that are pending for
ever: they block publishing, and a new upload of the same name is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from desktop_app.core.model import EntryFinding, EntryState, RemoteFile, UploadedFile, same_name
from desktop_app.services.base import ReportOf, UploadReport, UploadSource
from desktop_app.workflow import AbortSignal


class DraftFiles(Protocol):
    """What repairing needs of a service."""

    async def list_files(self, record_id: str) -> tuple[RemoteFile, ...]:
        """Return the draft's files."""
        ...

    async def delete_file(self, record_id: str, key: str) -> None:
        """Remove a file of the draft."""
        ...

    async def upload_file(
        self, record_id: str, source: UploadSource, signal: AbortSignal, report: UploadReport
    ) -> UploadedFile:
        """Make the file be there."""
        ...


async def examine(
    service: DraftFiles, record_id: str, sources: Sequence[UploadSource]
) -> tuple[EntryFinding, ...]:
    """Compare a draft with local files, by size first and then by digest; changes nothing.

    Where the service gives no digest that can be compared, the size decides.

    Raises:
        ServiceError: as `list_files`.
        FileError: a local file cannot be read.
    """
    local = {source.key: source for source in sources}
    named = {same_name(key): key for key in local}
    files = await service.list_files(record_id)
    listing = {named.get(same_name(file.key), file.key): file for file in files}
    findings = [await _found(source, listing.get(key)) for key, source in local.items()]
    for key in sorted(listing.keys() - local.keys()):
        state = EntryState.EXTRA if listing[key].complete else EntryState.STALE
        findings.append(EntryFinding(key, state, listing[key]))
    return tuple(findings)


async def repair_draft(
    service: DraftFiles,
    record_id: str,
    sources: Sequence[UploadSource],
    signal: AbortSignal,
    report_of: ReportOf,
    *,
    replace: frozenset[str] = frozenset(),
) -> tuple[EntryFinding, ...]:
    """Bring a draft to hold the local files, and nothing unfinished; return how it is then.

    One file after the other. Complete content that differs is replaced only under the keys in
    `replace`; what has no local file and is complete stays.

    Raises:
        ServiceError: as `upload_file` and `delete_file`; what was repaired before stays so.
        FileError: a local file cannot be read.
        OperationAborted: the signal was aborted.
    """
    local = {source.key: source for source in sources}
    for finding in await examine(service, record_id, sources):
        signal.raise_if_aborted()
        replaced = finding.state is EntryState.DIFFERENT and finding.key in replace
        if finding.state is EntryState.STALE or replaced:
            await service.delete_file(record_id, finding.key)
        if finding.state in (EntryState.PENDING, EntryState.MISSING) or replaced:
            source = local[finding.key]
            await service.upload_file(record_id, source, signal, report_of(finding.key))
    return await examine(service, record_id, sources)


async def _found(source: UploadSource, remote: RemoteFile | None) -> EntryFinding:
    if remote is None:
        return EntryFinding(source.key, EntryState.MISSING)
    if not remote.complete:
        return EntryFinding(source.key, EntryState.PENDING, remote)
    algorithm = remote.checksum.partition(":")[0]
    same = remote.size == source.size and (
        not algorithm or remote.checksum == await source.digest(algorithm)
    )
    return EntryFinding(source.key, EntryState.GOOD if same else EntryState.DIFFERENT, remote)
