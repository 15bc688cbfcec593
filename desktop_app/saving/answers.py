"""What a person answers before a run goes on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Changed(StrEnum):
    """What to do on resume with a local file that is not the one that was chosen."""

    ASK = "ask"
    SEND_NEW = "send_new"
    """Send what is there now (a confirmed old version is replaced, in a draft)."""
    LEAVE_OUT = "leave_out"
    """Send it not; a version that the service has confirmed stays."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What a person answered before a run goes on.

    Attributes:
        changed: for local files that changed since they were chosen.
        leave_out: keys of failed files without which finalize may go on, each named explicitly.
        title, metadata: mended form fields (None: as journaled); only after a clear refusal.
        take_remote: keys under which other content stands at the service that may be replaced.
        keep_remote: keys of files that are not of this run, with which finalize may go on.
        finalize: the wish to finalize a draft that was to be kept as one; it is journaled.
    """

    changed: Changed = Changed.ASK
    leave_out: tuple[str, ...] = ()
    title: str | None = None
    metadata: str | None = None
    take_remote: tuple[str, ...] = ()
    keep_remote: tuple[str, ...] = ()
    finalize: bool = False
