"""From arguments to a request: account, metadata, files; all that can be refused before a start."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Sequence

from desktop_app.core.errors import BadInputError, ErrorKind, info
from desktop_app.core.model import Account, PlannedFile, SaveRequest
from desktop_app.core.threads import in_thread
from desktop_app.core.words import reason_words, say
from desktop_app.saving.accounts import address_account
from desktop_app.saving.expansion import expand
from desktop_app.saving.intent import check_form
from desktop_app.saving.names import Finding, printable
from desktop_app.saving.plan import Plan, plan
from desktop_app.saving.terms import Capabilities
from desktop_app.wiring import Wiring

_SHOWN = 10
Note = Callable[[str], None]


def chosen_account(args: argparse.Namespace, wiring: Wiring) -> Account:
    """Return where the record is to go.

    Raises:
        BadInputError: NO_ACCOUNT, BAD_ADDRESS, PLAIN_HTTP.
    """
    if args.service:
        return address_account(args.kind, args.service)
    return wiring.accounts.get(args.account or "local")


async def request_from(
    args: argparse.Namespace, account: Account, wiring: Wiring, note: Note
) -> SaveRequest:
    """Return what is to be saved.

    Raises:
        BadInputError: a path is missing, names clash or are refused, the title is empty, the
            metadata no object.
        ServiceError: the service cannot be opened.
    """
    title = await _title(args, account, wiring)
    metadata = metadata_from(args.meta)
    capabilities = await wiring.session.capabilities(account)
    if not args.no_finalize and not args.attach_to:
        _check_required(json.loads(metadata), capabilities, note)
    found = await planned_files(args, capabilities, wiring, note)
    return SaveRequest(
        account,
        title,
        metadata,
        found.files,
        finalize=not args.no_finalize,
        attach_to=args.attach_to.strip(),
    )


async def _title(args: argparse.Namespace, account: Account, wiring: Wiring) -> str:
    """Return the title as given, or that of the draft to which the files are attached."""
    title = (args.title or "").strip()
    if not title and args.attach_to:
        draft = await wiring.repair.draft(account, args.attach_to.strip())
        title = draft.title.strip() or draft.id
    if not title:
        raise BadInputError(info(ErrorKind.MISSING_FIELD, field="title"))
    return title


async def planned_files(
    args: argparse.Namespace, capabilities: Capabilities, wiring: Wiring, note: Note
) -> Plan:
    """Return what the paths hold, by the service's rules.

    Raises:
        BadInputError: a path is missing, names clash, a path has a name that the service does
            not take, or nothing is left to send. (Such a name below a folder is a row that fails.)
    """
    missing = await in_thread(_missing, args.paths)
    if missing:
        raise BadInputError(info(ErrorKind.FILE_MISSING, path=printable(missing[0])))
    rows: list[PlannedFile] = []
    follow = args.follow_links or wiring.preferences.settings.follow_links_out
    slash = capabilities.key_rules.slash
    async for batch in expand(args.paths, slash=slash, follow_links_out=follow):
        rows.extend(batch)
    found = plan(rows, capabilities, rename=args.rename)
    refused = _refused(found, args.paths)
    _tell(found, refused, note)
    for finding in (*found.clashes, *refused):
        raise BadInputError(finding.error)
    if found.left_out and not found.files:
        raise BadInputError(info(ErrorKind.MISSING_FIELD, field="files", reason="nothing_to_send"))
    return found


def _check_required(metadata: object, capabilities: Capabilities, note: Note) -> None:
    """Refuse a save whose finalize would be refused for want of a field."""
    missing = [
        info(ErrorKind.MISSING_FIELD, field=field.path)
        for field in capabilities.fields
        if field.required and not _value_at(metadata, field.path)
    ]
    for error in missing[1:]:
        note(say(reason_words(error)))
    if missing:
        raise BadInputError(missing[0])


def _value_at(metadata: object, path: str) -> object:
    here = metadata
    for name in path.split("."):
        here = here.get(name) if isinstance(here, dict) else None
    return here


def _refused(found: Plan, paths: Sequence[str]) -> tuple[Finding, ...]:
    """Return what is wrong with the names of files that were named themselves."""
    named = {name for path in map(os.path.abspath, paths) for name in (path, printable(path))}
    known = {finding.error: finding for finding in found.forbidden}
    return tuple(
        known.get(row.skip) or Finding(row.skip, blocking=True)
        for row in found.files
        if row.skip is not None and row.skip.kind is ErrorKind.BAD_NAME and row.path in named
    )


def _missing(paths: Sequence[str]) -> list[str]:
    return [path for path in paths if not os.path.lexists(path)]


def metadata_from(path: str) -> str:
    """Return the JSON object in a file as text; "{}" without a file.

    Raises:
        BadInputError: FILE_MISSING, FILE_UNREADABLE, or BAD_FIELD: no JSON object.
    """
    if not path:
        return "{}"
    try:
        with open(path, "rb") as file:
            value = json.loads(file.read())
    except FileNotFoundError as error:
        raise BadInputError(info(ErrorKind.FILE_MISSING, path=printable(path))) from error
    except OSError as error:
        raise BadInputError(info(ErrorKind.FILE_UNREADABLE, path=printable(path))) from error
    except (ValueError, RecursionError) as error:
        raise BadInputError(info(ErrorKind.BAD_FIELD, field="metadata")) from error
    text = json.dumps(value, ensure_ascii=False)
    check_form(None, text)
    return text


def _tell(found: Plan, refused: Sequence[Finding], note: Note) -> None:
    for row in found.left_out[:_SHOWN]:
        assert row.skip is not None
        note(f"Left out: {printable(row.key)}: {say(reason_words(row.skip))}")
    _and_more(len(found.left_out), note)
    _tell_findings(found.warnings, "Note", note)
    _tell_findings(found.clashes, "Clash", note)
    _tell_findings(refused, "Refused", note)
    stopping = (*found.clashes, *refused)
    if any(finding.suggestion for finding in stopping):
        note("Nothing was sent. Rename a file, or use --rename to store them as suggested.")
    elif stopping:
        note("Nothing was sent. Rename the file, or do not name it.")


def _tell_findings(findings: Sequence[Finding], head: str, note: Note) -> None:
    for finding in findings[:_SHOWN]:
        hint = (
            f" Suggested: {finding.suggestion}" if finding.blocking and finding.suggestion else ""
        )
        note(f"{head}: {finding.error.get('key')}: {say(reason_words(finding.error))}{hint}")
    _and_more(len(findings), note)


def _and_more(count: int, note: Note) -> None:
    if count > _SHOWN:
        note(f"... and {count - _SHOWN} more")
