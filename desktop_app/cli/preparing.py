"""From arguments to a request: account, metadata, files; all that can be refused before a start."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import replace

from desktop_app.core.errors import BadInputError, ErrorKind, info
from desktop_app.core.model import LOCAL_ACCOUNT, Account
from desktop_app.core.run import RunFile, SaveRequest
from desktop_app.core.threads import in_thread
from desktop_app.core.words import reason_words, say
from desktop_app.files.expansion import LEFT_BEHIND, Choice, expand
from desktop_app.files.names import Finding, printable, shortened
from desktop_app.files.own_data import REASON as OWN_DATA
from desktop_app.files.own_data import OwnData
from desktop_app.saving.accounts import address_account
from desktop_app.saving.intent import Plan, check_form, plan
from desktop_app.saving.sessions import Capabilities
from desktop_app.wiring import Wiring

_SHOWN = 10
_UNSENDABLE = frozenset(
    {
        ErrorKind.FILE_SPECIAL,
        ErrorKind.FILE_LINK_OUT,
        ErrorKind.FILE_UNREADABLE,
        ErrorKind.FILE_MISSING,
    }
)
_BESIDE_METADATA = ("access", "custom_fields", "pids")
"""Members of a whole InvenioRDM record that a draft takes beside its metadata."""
Note = Callable[[str], None]


def chosen_account(args: argparse.Namespace, wiring: Wiring) -> Account:
    """Return where the record is to go.

    Raises:
        BadInputError: NO_ACCOUNT, BAD_ADDRESS, PLAIN_HTTP.
    """
    if args.service:
        return address_account(args.kind, args.service, wiring.accounts.kinds.get(args.kind))
    return wiring.accounts.get(args.account or LOCAL_ACCOUNT.id)


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
    metadata = await in_thread(metadata_from, args.meta, account, wiring.own)
    capabilities = await wiring.session.capabilities(account)
    if not args.no_finalize and not args.attach_to:
        _check_required(json.loads(metadata), capabilities, note)
    found = await planned_files(args, capabilities, wiring, note)
    return SaveRequest(
        account,
        title,
        metadata,
        (*found.files, *found.left_out),
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
        BadInputError: a path is missing or cannot be sent, names clash, a path has a name that
            the service does not take, or nothing is left to send. (Such a name below a folder is a
            row that fails, and what is no file there is left out.)
    """
    missing = await in_thread(_missing, args.paths)
    if missing:
        raise BadInputError(info(ErrorKind.FILE_MISSING, path=printable(missing[0])))
    rows: list[RunFile] = []
    settings = wiring.preferences.settings
    choice = Choice(
        args.follow_links or settings.follow_links_out,
        args.include_hidden or settings.include_hidden,
        wiring.own,
    )
    slash = capabilities.key_rules.slash
    async for batch in expand(args.paths, slash=slash, choice=choice):
        rows.extend(batch)
    refuse_unsendable(rows, args.paths, note)
    found = plan(rows, capabilities, rename=args.rename)
    refused = _refused(found, args.paths)
    _note_plan(found, refused, note)
    for finding in (*found.clashes, *refused):
        raise BadInputError(finding.error)
    if found.left_out and not found.files:
        raise BadInputError(info(ErrorKind.MISSING_FIELD, field="files", reason="nothing_to_send"))
    return found


def refuse_unsendable(rows: Sequence[RunFile], paths: Sequence[str], note: Note) -> None:
    """Refuse what was named itself and is no file to send; of several, each is named.

    A folder that is empty was named for what is in it: that is nothing, and it is left out.
    """
    named = _named(paths)
    refused = [
        row.skip
        for row in rows
        if row.skip is not None and row.path in named and row.skip.kind in _UNSENDABLE
        if row.skip.reason != "empty_folder"
    ]
    for error in refused[1:_SHOWN]:
        note(f"{shortened(error.get('path'))}: {say(reason_words(error))}")
    _and_more(len(refused), note)
    if refused:
        facts = (*refused[0].detail, ("named", "path"))
        raise BadInputError(replace(refused[0], detail=tuple(sorted(facts))))


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
    named = _named(paths)
    known = {finding.error: finding for finding in found.forbidden}
    return tuple(
        known.get(row.skip) or Finding(row.skip, blocking=True)
        for row in found.files
        if row.skip is not None and row.skip.kind is ErrorKind.BAD_NAME and row.path in named
    )


def _named(paths: Sequence[str]) -> frozenset[str]:
    """Return the paths of rows that a person named themselves."""
    whole = map(os.path.abspath, paths)
    return frozenset(name for path in whole for name in (path, printable(path)))


def _missing(paths: Sequence[str]) -> list[str]:
    return [path for path in paths if not os.path.lexists(path)]


def metadata_from(path: str, account: Account, own: OwnData) -> str:
    """Return the metadata in a file as the text of a JSON object; "{}" without a file. Blocks.

    Of a whole record of a service that has such, what a draft may be given is taken.

    Raises:
        BadInputError: FILE_MISSING, FILE_UNREADABLE, FILE_SPECIAL: it is our own; or BAD_FIELD: no
            JSON object, with the line and column of the fault.
    """
    if not path:
        return "{}"
    if own.now().holds(os.path.abspath(path)):
        raise BadInputError(info(ErrorKind.FILE_SPECIAL, path=printable(path), reason=OWN_DATA))
    try:
        with open(path, "rb") as file:
            value = _parsed(file.read())
    except FileNotFoundError as error:
        raise BadInputError(info(ErrorKind.FILE_MISSING, path=printable(path))) from error
    except OSError as error:
        raise BadInputError(info(ErrorKind.FILE_UNREADABLE, path=printable(path))) from error
    if account.kind != LOCAL_ACCOUNT.kind:
        value = _of_a_draft(value)
    text = json.dumps(value, ensure_ascii=False)
    check_form(None, text)
    return text


def _parsed(content: bytes) -> dict[str, object]:
    """Return the object that a file holds; a byte order mark before it is none of it.

    Raises:
        BadInputError: BAD_FIELD.
    """
    try:
        value = json.loads(content)
    except json.JSONDecodeError as error:
        fault = info(
            ErrorKind.BAD_FIELD,
            field="metadata",
            reason="no_json",
            line=error.lineno,
            column=error.colno,
        )
        raise BadInputError(fault) from error
    except (ValueError, RecursionError) as error:
        raise BadInputError(info(ErrorKind.BAD_FIELD, field="metadata")) from error
    if not isinstance(value, dict):
        raise BadInputError(info(ErrorKind.BAD_FIELD, field="metadata", reason="no_object"))
    return value


def _of_a_draft(value: dict[str, object]) -> dict[str, object]:
    """Return metadata from a whole record, with what stands beside it and belongs to a draft.

    Identifiers that a service gave to a record that exists (its DOI, our marker) stay with it.
    """
    inner = value.get("metadata")
    if not isinstance(inner, dict):
        return value
    exported = "id" in value
    beside = [name for name in _BESIDE_METADATA if name != "pids" or not exported]
    taken = {name: value[name] for name in beside if name in value} | inner
    known = taken.get("identifiers")
    if exported and isinstance(known, list):
        taken["identifiers"] = [one for one in known if not _is_marker(one)]
    return taken


def _is_marker(identifier: object) -> bool:
    value = identifier.get("identifier") if isinstance(identifier, dict) else None
    return isinstance(value, str) and value.startswith("urn:uuid:")


def _note_plan(found: Plan, refused: Sequence[Finding], note: Note) -> None:
    hidden = [row.key for row in found.left_out if row.skip and row.skip.reason == LEFT_BEHIND]
    if hidden:
        note(_hidden(hidden))
    others = [row for row in found.left_out if row.skip and row.skip.reason != LEFT_BEHIND]
    for row in others[:_SHOWN]:
        assert row.skip is not None
        note(f"Left out: {shortened(row.key)}: {say(reason_words(row.skip))}")
    _and_more(len(others), note)
    _note_findings(found.warnings, "Note", note)
    _note_findings(found.clashes, "Clash", note)
    _note_findings(refused, "Refused", note)
    stopping = (*found.clashes, *refused)
    if any(finding.suggestion for finding in stopping):
        note("Nothing was sent. Rename a file, or use --rename to store them as suggested.")
    elif stopping:
        note("Nothing was sent. Rename the file, or do not name it.")


def _hidden(keys: Sequence[str]) -> str:
    """Return the one line that names what desktops and tools left in the folders."""
    named = ", ".join(map(shortened, keys[:_SHOWN]))
    more = f" and {len(keys) - _SHOWN} more" if len(keys) > _SHOWN else ""
    return (
        f"Left out, since desktops and tools leave them behind: {named}{more}. "
        "To send them too: --include-hidden"
    )


def _note_findings(findings: Sequence[Finding], head: str, note: Note) -> None:
    for finding in findings[:_SHOWN]:
        suggested = finding.suggestion if finding.blocking else ""
        hint = f" Suggested: {shortened(suggested)}" if suggested else ""
        key = shortened(finding.error.get("key"))
        note(f"{head}: {key}: {say(reason_words(finding.error))}{hint}")
    _and_more(len(findings), note)


def _and_more(count: int, note: Note) -> None:
    if count > _SHOWN:
        note(f"... and {count - _SHOWN} more")
