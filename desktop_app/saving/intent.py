"""From a person's request to the intent that is journaled: what is refused, and what is written.

Pure functions: nothing is read, written or sent here.
"""

from __future__ import annotations

import json
from dataclasses import replace
from uuid import uuid4

from desktop_app.core.clock import WallClock
from desktop_app.core.errors import BadInputError, ErrorKind, info, traits
from desktop_app.core.run import Run, RunFile, SaveRequest, SkippedEntry
from desktop_app.services.base import Capabilities


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
