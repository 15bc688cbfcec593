"""JSON of the built-in service to values and back. A wrong shape raises, and is reported as one."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from desktop_app.core.errors import (
    BadInputError,
    ErrorInfo,
    ErrorKind,
    FieldError,
    ServiceError,
    Verdict,
    info,
)
from desktop_app.core.model import RecordRef, RecordState, RemoteFile, UploadedFile
from desktop_app.services.base import RecordDraft, VerifiedFile, comparable
from desktop_app.services.http import Answer, problem_type

_ID = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._~-]{0,254}")
_KINDS = {
    "token-expired": ErrorKind.SIGN_IN,
    "bad-host": ErrorKind.BAD_ADDRESS,
    "bad-origin": ErrorKind.BAD_ADDRESS,
    "bad-key": ErrorKind.BAD_NAME,
    "bad-field": ErrorKind.VALIDATION,
    "digest-mismatch": ErrorKind.NOT_CONFIRMED,
    "length-mismatch": ErrorKind.CONNECTION_LOST,
    "idempotency-key-reused": ErrorKind.KEY_REUSED,
    "different-content": ErrorKind.DIFFERENT_CONTENT,
    "manifest-mismatch": ErrorKind.NOT_CONFIRMED,
    "record-busy": ErrorKind.LOCKED,
    "disk-full": ErrorKind.QUOTA,
}
_REASONS = {"content lost": "lost"}
_COMES_RIGHT = frozenset(
    {"in-progress", "record-busy", "upload-busy", "digest-mismatch", "length-mismatch"}
)
"""Refusals after which the very same request may succeed."""


def refine(answer: Answer, found: ErrorInfo) -> ErrorInfo:
    """Read the service's own problem types."""
    return _refined(answer.document(), found)


def _refined(document: Mapping[str, Any], found: ErrorInfo) -> ErrorInfo:
    problem = problem_type(document)
    facts = dict(found.detail)
    for name in ("reason", "what", "state", "used", "limit"):
        if isinstance(document.get(name), str | int):
            facts[name] = _REASONS.get(str(document[name]), str(document[name]))
    differences = document.get("differences")
    if isinstance(differences, list) and differences and isinstance(differences[0], dict):
        facts["key"] = str(differences[0].get("key", ""))
        facts["count"] = str(len(differences))
    return replace(
        found,
        kind=_KINDS.get(problem, found.kind),
        detail=tuple(sorted(facts.items())),
        verdict=Verdict.TRANSIENT if problem in _COMES_RIGHT else found.verdict,
        server_text=_words(document, found.server_text),
    )


def job_failure(job: Mapping[str, Any]) -> ErrorInfo:
    """Return why a job failed or was cancelled, by the problem that it ended with."""
    found = info(
        ErrorKind.CONFLICT if job["state"] == "cancelled" else ErrorKind.SERVER_FAULT,
        job=str(job["id"]),
        state=str(job["state"]),
    )
    result = job.get("result")
    problem = result.get("problem") if isinstance(result, Mapping) else None
    return _refined(problem, found) if isinstance(problem, Mapping) else found


def _words(document: Mapping[str, Any], text: str) -> str:
    """Drop a text that only repeats the problem type."""
    return "" if text.replace(" ", "-") == problem_type(document) else text


def draft_body(draft: RecordDraft) -> dict[str, Any]:
    """Return the JSON object of a draft.

    Raises:
        BadInputError: BAD_FIELD; the metadata are no JSON object.
    """
    try:
        metadata = json.loads(draft.metadata or "{}")
    except ValueError:
        metadata = None
    if not isinstance(metadata, dict):
        field = FieldError("metadata", kind=ErrorKind.BAD_FIELD)
        raise BadInputError(info(ErrorKind.BAD_FIELD, fields=(field,), field="metadata"))
    return {"title": draft.title, "metadata": metadata, "client_ref": draft.client_ref}


@contextmanager
def sending_form() -> Iterator[None]:
    """Say of a form that is too large what it is: the same refusal is known of files.

    Raises:
        ServiceError: VALIDATION, with the limit, in place of TOO_LARGE.
    """
    try:
        yield
    except ServiceError as error:
        if error.kind is not ErrorKind.TOO_LARGE:
            raise
        detail = dict(error.info.detail) | {"unit": "form"}
        refused = replace(
            error.info, kind=ErrorKind.VALIDATION, detail=tuple(sorted(detail.items()))
        )
        raise ServiceError(refused) from error


def as_json(value: object) -> bytes:
    """Return the same bytes for the same value, always: a repeat must not differ."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def record_of(answer: Answer) -> RecordRef:
    """Read a record."""
    return replace(record_from(answer.json()), request_id=answer.request_id)


def record_from(item: Mapping[str, Any]) -> RecordRef:
    """Read the object of a record."""
    return RecordRef(
        id=_id(item["id"]),
        state=RecordState(item["state"]),
        title=_text(item["title"]),
        revision=str(int(item["revision"])),
        client_ref=_text(item["client_ref"]),
        created=_text(item["created"]),
    )


def file_from(item: Mapping[str, Any]) -> RemoteFile:
    """Read an entry of a listing."""
    state = item["state"]
    complete = state == "complete"
    return RemoteFile(
        key=_text(item["key"]),
        size=_size(item["size"]),
        checksum=comparable(item["digest"]),
        complete=complete,
        offset=_size(item["offset"]),
        upload_ref="" if complete else _path(item["upload_url"] or ""),
        lost=state if state in ("missing", "damaged") else "",
    )


def verified_from(item: Mapping[str, Any]) -> VerifiedFile:
    """Read an entry of a verification."""
    return VerifiedFile(
        _text(item["key"]), int(item["size"]), _text(item["digest"]), _text(item["found"] or "")
    )


@dataclass(frozen=True, slots=True)
class Stored:
    """What the service has under a key, by the answer to the request with this id."""

    size: int
    digest: str
    request_id: str


def stored_part(answer: Answer) -> Stored:
    """Read what is stored from the answer to a request for the first byte of it."""
    digest = from_repr_digest(answer.headers["repr-digest"])
    part = answer.status == 416 or "content-range" in answer.headers
    size = (
        answer.headers["content-range"].rpartition("/")[2]
        if part
        else answer.headers["content-length"]
    )
    return Stored(int(size), digest, answer.request_id)


def stored_whole(answer: Answer) -> Stored:
    """Read what is stored from the answer to the request that sent it."""
    file = file_from(answer.json())
    if file.size is None:
        raise ValueError("no size")
    return Stored(file.size, file.checksum, answer.request_id)


def manifest(files: tuple[UploadedFile, ...]) -> dict[str, Any]:
    """Return what a finalization says that the record consists of."""
    return {
        "files": [
            {"key": file.key, "size": file.size, "digest": file.local_checksum or file.checksum}
            for file in files
        ]
    }


def segment(text: str) -> str:
    """Return `text` as one path segment: the only encoding that names ever get."""
    return quote(text, safe="")


def structured(key: str) -> str:
    """Return an idempotency key as a structured-field string."""
    return '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'


def to_repr_digest(digest: str) -> str:
    """Return the `Repr-Digest` of `sha256:<hex>` (RFC 9530)."""
    return f"sha-256=:{b64encode(bytes.fromhex(digest.removeprefix('sha256:'))).decode()}:"


def from_repr_digest(value: str) -> str:
    """Return `sha256:<hex>` of a `Repr-Digest`."""
    for member in value.split(","):
        name, _, encoded = member.strip().partition("=:")
        if name == "sha-256":
            return "sha256:" + b64decode(encoded.rstrip(":"), validate=True).hex()
    raise ValueError("no sha-256")


def _id(value: object) -> str:
    """Return an id: it becomes part of addresses, and is shown."""
    id_ = _text(value)
    if not _ID.fullmatch(id_):
        raise ValueError("id")
    return id_


def _size(value: Any) -> int:
    """Return a number of bytes that the journal can hold."""
    size = int(value)
    if not 0 <= size < 1 << 63:
        raise ValueError("size")
    return size


def _path(value: object) -> str:
    """Return a path of this service, or "": never an address, which could be another's."""
    path = _text(value)
    if path and not path.startswith("/"):
        raise ValueError("no path")
    return path


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("text")
    return value
