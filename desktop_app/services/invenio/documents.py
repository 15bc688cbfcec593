"""InvenioRDM's documents: a draft from a form, and records and file entries from answers.

Knows no HTTP. Accepts what different versions send; what it cannot read is a `ValueError`.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from desktop_app.core.errors import BadInputError, ErrorKind, info
from desktop_app.core.model import RecordRef, RecordState, RemoteFile, same_name
from desktop_app.services.base import RecordDraft, comparable

_ID = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,254}")
_MARKER = "urn:uuid:"
_PAGE = re.compile(r"[A-Za-z0-9._~%/-]*")
_MARKUP = re.compile(r"</[a-z][a-z0-9]*\s*>|<br\s*/?>|<p>", re.IGNORECASE)
_BESIDE_METADATA = ("access", "custom_fields", "pids")

Json = dict[str, Any]


def marker(client_ref: str) -> str:
    """Return our reference as the URN that marks its record."""
    return client_ref if client_ref.startswith(_MARKER) else f"{_MARKER}{client_ref}"


def draft_document(draft: RecordDraft, present: Mapping[str, Any] | None = None) -> Json:
    """Return the document of a draft: the form's metadata, its title, and our marker.

    The metadata is InvenioRDM's own object. Beside it the form may give `access`; a licence and a
    resource type may be given by their id, people as rows, and paths with dots.
    `present`: the draft as it is now, whose `pids`, `access` and `custom_fields` are kept where
    the form gives none: leaving `pids` out as `{}` would drop a reserved DOI.

    Raises:
        BadInputError: BAD_FIELD; the metadata is no JSON object.
    """
    form = _parsed(draft.metadata)
    given = form.pop("metadata", None)
    metadata: Json = {**form, **given} if isinstance(given, dict) else form
    beside = {name: metadata.pop(name) for name in _BESIDE_METADATA if name in metadata}
    metadata = _without_blanks(metadata)
    metadata["title"] = draft.title
    _spell_out(metadata)
    mark = {"scheme": "urn", "identifier": marker(draft.client_ref)}
    own = [item for item in metadata.get("identifiers", []) if item != mark]
    metadata["identifiers"] = [*own, mark]
    kept = {name: present[name] for name in _BESIDE_METADATA if present and present.get(name)}
    document = {**kept, **{name: value for name, value in beside.items() if value}}
    document["access"] = _access(document.get("access"))
    return {**document, "files": {"enabled": True}, "metadata": metadata}


def record_ref(answer: Any, address: str) -> RecordRef:
    """Return a draft or record as a value.

    Raises:
        ValueError: the id is missing, or none: it becomes part of addresses and is shown.
    """
    record = _object(answer)
    identity = record.get("id")
    if not isinstance(identity, str | int) or not _ID.fullmatch(str(identity)):
        raise _unreadable("id")
    published = record.get("is_published") is True and record.get("is_draft") is not True
    id_ = str(identity)
    metadata = record.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    page = f"{address}/{'records' if published else 'uploads'}/{id_}"
    return RecordRef(
        id=id_,
        state=RecordState.FINALIZED if published else RecordState.DRAFT,
        title=str(metadata.get("title") or ""),
        url=_web_address(record, page),
        revision=str(record.get("revision_id") or ""),
        client_ref=_client_ref(metadata),
        created=str(record.get("created") or ""),
    )


def remote_file(answer: Any) -> RemoteFile:
    """Return a file entry as a value.

    Size and checksum of an unfinished entry are left out: they are what a client once declared.

    Raises:
        ValueError: the key is missing.
    """
    entry = _object(answer)
    key = entry.get("key")
    if not isinstance(key, str):
        raise _unreadable("key")
    complete = entry.get("status") == "completed" or (
        "status" not in entry and bool(entry.get("checksum"))
    )
    size, checksum = entry.get("size"), entry.get("checksum")
    if not complete:
        return RemoteFile(key, None, complete=False)
    return RemoteFile(
        key,
        size if isinstance(size, int) and 0 <= size < 1 << 63 else None,
        comparable(checksum),
        checksum_due=not checksum,
    )


def file_listing(answer: Any) -> tuple[RemoteFile, ...]:
    """Return a listing of files (entries as a list, or keyed by name), sorted by key.

    Raises:
        ValueError: the answer has another shape.
    """
    entries = _object(answer).get("entries")
    if isinstance(entries, dict):
        entries = [{"key": key, **_object(entry)} for key, entry in entries.items()]
    if not isinstance(entries, list):
        raise _unreadable("entries")
    return tuple(sorted((remote_file(entry) for entry in entries), key=lambda file: file.key))


def listing_page(answer: Any) -> tuple[tuple[RemoteFile, ...], Json | None]:
    """Return the files of one page of a listing, and the query of the next page, if there is one.

    Only the query of the link is used: the address is ours.

    Raises:
        ValueError: the answer has another shape.
    """
    files, links = file_listing(answer), _object(answer).get("links")
    following = links.get("next") if isinstance(links, dict) else None
    if not files or not isinstance(following, str):
        return files, None
    return files, dict(parse_qsl(urlsplit(following).query)) or None


def stored_key(answer: Any, asked: str) -> str:
    """Return the key under which a listing has the entry that was asked for, "" if it has none.

    A site may store a name in the form that it prefers: Unicode's, or one without spaces. Then it
    is the only unfinished entry whose letters and digits are the same.
    """
    entries = answer.get("entries") if isinstance(answer, dict) else None
    if isinstance(entries, list) and any(_has_key(entry, asked) for entry in entries):
        return asked  # as always: the whole listing is not read for every file
    try:
        files = file_listing(answer)
    except ValueError:
        return ""
    if any(file.key == asked for file in files):
        return asked
    for form in (same_name, _letters):
        found = [file.key for file in files if form(file.key) == form(asked) and not file.complete]
        if len(found) == 1:
            return found[0]
    return ""


def _has_key(entry: Any, key: str) -> bool:
    return isinstance(entry, dict) and entry.get("key") == key


def _letters(key: str) -> str:
    plain = unicodedata.normalize("NFKD", key).casefold()
    return "".join(character for character in plain if character.isalnum())


def search_hits(answer: Any) -> tuple[Json, ...]:
    """Return the hits of a search.

    Raises:
        ValueError: the answer has another shape.
    """
    hits = _object(_object(answer).get("hits")).get("hits")
    if not isinstance(hits, list):
        raise _unreadable("hits")
    return tuple(_object(hit) for hit in hits)


def _parsed(text: str) -> Json:
    try:
        value = json.loads(text or "{}")
    except ValueError as error:
        raise BadInputError(info(ErrorKind.BAD_FIELD, field="metadata")) from error
    if not isinstance(value, dict):
        raise BadInputError(info(ErrorKind.BAD_FIELD, field="metadata"))
    nested: Json = {}
    for path, item in value.items():
        *parents, name = path.split(".")
        here = nested
        for parent in parents:
            below = here.setdefault(parent, {})
            here = below if isinstance(below, dict) else here
        here[name] = item
    return nested


def _without_blanks(metadata: Json) -> Json:
    return {name: value for name, value in metadata.items() if value not in (None, "", [], {})}


def _spell_out(metadata: Json) -> None:
    """Bring the form's short forms to the service's own."""
    if isinstance(kind := metadata.get("resource_type"), str):
        metadata["resource_type"] = {"id": kind}
    if isinstance(text := metadata.get("description"), str):
        metadata["description"] = _as_html(text)
    if isinstance(licence := metadata.get("rights"), str):
        metadata["rights"] = [{"id": licence}]
    for name in ("creators", "contributors"):
        if isinstance(people := metadata.get(name), list):
            metadata[name] = [_person(row) for row in people]


def _as_html(text: str) -> str:
    """Return a description as the HTML that the service takes it for; HTML stays as it is.

    Without this `a < b` would lose its end in the service's sanitiser, and lines their breaks.
    """
    if _MARKUP.search(text) or (html.escape(text, quote=False) == text and "\n" not in text):
        return text
    paragraphs = re.split(r"\n\s*\n", html.escape(text.strip(), quote=False))
    return "".join(f"<p>{part.replace(chr(10), '<br>')}</p>" for part in paragraphs)


def _person(row: Any) -> Any:
    """Return a row of the form as a creator; an ORCID makes it a person."""
    if not isinstance(row, dict) or "person_or_org" in row:
        return row
    given, orcid, name = row.get("given_name"), row.get("orcid"), row.get("name")
    person: Json = {"type": "organizational", "name": name}
    if row.get("family_name") or given or orcid or not name:
        person = {"type": "personal", "family_name": row.get("family_name") or name or ""}
        if given:
            person["given_name"] = given
    if orcid:
        digits = str(orcid).strip().rstrip("/").rpartition("/")[2]
        person["identifiers"] = [{"scheme": "orcid", "identifier": digits}]
    creator: Json = {"person_or_org": person}
    if row.get("affiliation"):
        creator["affiliations"] = [{"name": row["affiliation"]}]
    return creator


def _access(given: Any) -> Json:
    access = given if isinstance(given, dict) else {}
    shown: Json = {
        "record": access.get("record") or "public",
        "files": access.get("files") or "public",
    }
    embargo = access.get("embargo")
    if isinstance(embargo, dict) and embargo.get("until"):
        shown["embargo"] = _without_blanks({"active": True, **embargo})
        if shown["embargo"]["active"] and "restricted" not in (shown["record"], shown["files"]):
            shown["files"] = "restricted"
    return shown


def _client_ref(metadata: Json) -> str:
    identifiers = metadata.get("identifiers")
    found = [
        str(item["identifier"])
        for item in (identifiers if isinstance(identifiers, list) else [])
        if isinstance(item, dict) and str(item.get("identifier", "")).startswith(_MARKER)
    ]
    return found[-1] if found else ""


def _web_address(record: Json, fallback: str) -> str:
    """Return the page that the record names, if it is on the account's own site."""
    links = record.get("links")
    page = links.get("self_html") if isinstance(links, dict) else None
    site = "/".join(fallback.split("/")[:3]) + "/"
    if isinstance(page, str) and page.startswith(site) and _PAGE.fullmatch(page, len(site)):
        return page
    return fallback


def _object(value: Any) -> Json:
    if not isinstance(value, dict):
        raise _unreadable("object")
    return value


def _unreadable(what: str) -> ValueError:
    return ValueError(f"no {what}")
