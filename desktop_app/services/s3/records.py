"""How a record lies in a bucket: its objects, and the RO-Crate that makes it final.

PREFIX/ID/.sendoff/draft.json               title and metadata; the record is there with it
PREFIX/ID/.sendoff/sums/TAG.SHA256          empty: what the store tags TAG has this SHA-256
PREFIX/ID/data/KEY                          a file
PREFIX/ID/data/ro-crate-metadata.json       the record is final with it
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from desktop_app.core.model import RecordRef, RecordState, RemoteFile
from desktop_app.services.base import RecordDraft
from desktop_app.services.s3.answers import Stored

CRATE = "ro-crate-metadata.json"
"""Key of the one write that makes a record final; no file of a person can have it."""
_SUM = re.compile(r"([0-9a-f]{32}(?:-\d+)?)\.([0-9a-f]{64})")
_PLAIN_TAG = re.compile(r"[0-9a-f]{32}(?:-\d+)?")
_ESCAPE = re.compile("%((?:25)*5C)")
_ESCAPED = re.compile("%25((?:25)*5C)")
_ID = re.compile(r"[0-9a-f]{32}")


def record_id_of(client_ref: str) -> str:
    """Return the id of the record with our marker: it can be looked up without any search."""
    return hashlib.sha256(client_ref.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of one record's objects."""

    prefix: str
    record: str

    @property
    def root(self) -> str:
        """What all of them begin with."""
        return f"{self.prefix}{self.record}/"

    @property
    def draft(self) -> str:
        """The object with which the record is there."""
        return f"{self.root}.sendoff/draft.json"

    @property
    def crate(self) -> str:
        """The object with which it is final."""
        return self.file(CRATE)

    @property
    def data(self) -> str:
        """What the keys of all files begin with."""
        return f"{self.root}data/"

    def file(self, key: str) -> str:
        """Return the key of a file."""
        return f"{self.data}{stored_name(key)}"

    def sums(self, tag: str) -> str:
        """Return what the key of the sum of content with this tag begins with."""
        return f"{self.root}.sendoff/sums/{tag}."

    def sum(self, tag: str, sha256: str) -> str:
        """Return the key that says which SHA-256 the content has that the store tags so."""
        return f"{self.sums(tag)}{sha256}"


def stored_name(key: str) -> str:
    """Return the name under which a file is stored: some stores make `/` of every backslash."""
    return _ESCAPE.sub(r"%25\1", key).replace("\\", "%5C")


def name_of(stored: str) -> str:
    """Return the key of a stored name; the inverse of `stored_name`."""
    return _ESCAPED.sub(r"%\1", stored.replace("%5C", "\\"))


def is_id(text: str) -> bool:
    """Whether a record can have this id: no other text becomes part of a key."""
    return _ID.fullmatch(text) is not None


def is_comparable(tag: str) -> bool:
    """Whether a tag is a digest of the content, as it is where the store does not encrypt it."""
    return _PLAIN_TAG.fullmatch(tag) is not None


def draft_document(draft: RecordDraft, created: str) -> bytes:
    """Return the content of the draft object."""
    return _json(
        {
            "client_ref": draft.client_ref,
            "title": draft.title,
            "metadata": json.loads(draft.metadata or "{}"),
            "created": created,
        }
    )


def record_from(
    record: str, document: dict[str, Any], *, final: bool, request_id: str = ""
) -> RecordRef:
    """Return the record that a draft object describes."""
    return RecordRef(
        record,
        RecordState.FINALIZED if final else RecordState.DRAFT,
        title=str(document["title"]),
        client_ref=str(document["client_ref"]),
        created=str(document["created"]),
        request_id=request_id,
    )


def files_from(keys: Keys, objects: tuple[Stored, ...]) -> tuple[RemoteFile, ...]:
    """Return the files of a record: checksums are those whose content the store tags the same."""
    marks = (one.key.rpartition("/")[2] for one in objects if "/.sendoff/sums/" in one.key)
    sums = {found[1]: found[2] for mark in marks if (found := _SUM.fullmatch(mark))}
    return tuple(
        RemoteFile(
            name_of(one.key.removeprefix(keys.data)),
            one.size,
            f"sha256:{sums[one.tag]}" if one.tag in sums else "",
        )
        for one in objects
        if one.key.startswith(keys.data) and one.key not in (keys.crate, keys.data)
    )


def crate_of(document: dict[str, Any], files: tuple[RemoteFile, ...]) -> bytes:
    """Return the RO-Crate 1.1 of a record."""
    metadata = document.get("metadata")
    described = metadata.get("description") if isinstance(metadata, dict) else ""
    entities = [_file_entity(one) for one in sorted(files, key=lambda file: file.key)]
    root: dict[str, Any] = {
        "@id": "./",
        "@type": "Dataset",
        "name": document["title"],
        "description": described or document["title"],
        "datePublished": str(document["created"])[:10],
        "identifier": f"urn:uuid:{document['client_ref']}",
        "hasPart": [{"@id": one["@id"]} for one in entities],
    }
    descriptor = {
        "@id": CRATE,
        "@type": "CreativeWork",
        "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
        "about": {"@id": "./"},
    }
    # RO-Crate's context has no word for a SHA-256: it is given with the term that others use.
    context = [
        "https://w3id.org/ro/crate/1.1/context",
        {"sha256": "https://w3id.org/ro/terms/workflow-run#sha256"},
    ]
    return _json({"@context": context, "@graph": [descriptor, root, *entities]})


def _file_entity(file: RemoteFile) -> dict[str, Any]:
    digest = file.checksum.removeprefix("sha256:")
    entity = {
        "@id": quote(stored_name(file.key), safe="/-._~"),
        "@type": "File",
        "name": file.key.rpartition("/")[2],
        "contentSize": str(file.size),
    }
    return entity | ({"sha256": digest} if digest else {})


def parts_of_crate(content: bytes) -> list[dict[str, Any]]:
    """Return the files that a crate names.

    Raises:
        ValueError: it is no crate.
    """
    graph = json.loads(content)["@graph"]
    return [one for one in graph if one.get("@type") == "File"]


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1).encode()
