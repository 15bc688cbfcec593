"""The values that travel between layers: stages, states, accounts, records. All frozen.

Sizes and offsets are bytes (Python ints, 64 bit and more), times are seconds, digests are
`"<algorithm>:<lower-case hex>"` strings such as `"sha256:ab12..."`. Keys are the names under which
files are stored at the service; paths are plain strings (a `pathlib.Path` takes twice the memory).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum


class SaveStage(StrEnum):
    """The three stages of every save, in order."""

    CREATE_RECORD = "create_record"
    UPLOAD_FILES = "upload_files"
    FINALIZE_RECORD = "finalize_record"


class StageState(StrEnum):
    """How a stage stands; the dynamic property `state` of its row."""

    PENDING = "pending"
    ACTIVE = "active"
    DONE = "done"
    FAILED = "failed"
    UNKNOWN = "unknown"
    STOPPED = "stopped"


class FileState(StrEnum):
    """How a file stands, before and during a run."""

    WAITING = "waiting"
    READING = "reading"
    SENDING = "sending"
    WAITING_FOR_SERVER = "waiting_for_server"
    CONFIRMED = "confirmed"
    FAILED = "failed"
    SKIPPED = "skipped"


class RecordState(StrEnum):
    """How a record stands at its service."""

    DRAFT = "draft"
    PROCESSING = "processing"
    FINALIZED = "finalized"
    BEING_REMOVED = "being_removed"
    """Its removal was asked for, and nobody has seen yet whether it is gone. No service says so."""


class OutcomeKind(StrEnum):
    """How a run ended."""

    DONE = "done"
    DRAFT_READY = "draft_ready"
    """All files confirmed, finalize not asked for (`--no-finalize`)."""
    FAILED = "failed"
    UNKNOWN = "unknown"
    """Asked the server, still not settled."""
    STOPPED = "stopped"
    """Stopped on request."""
    DISCARDED = "discarded"


class NextAction(StrEnum):
    """The one primary thing to do next; the outcome panel's filled button."""

    OPEN_RECORD = "open_record"
    RETRY_FINALIZE = "retry_finalize"
    RESUME = "resume"
    CHECK_AGAIN = "check_again"
    SIGN_IN = "sign_in"
    EDIT = "edit"
    """Correct the form or the file list, then save again (the same run goes on)."""
    DISCARD = "discard"
    NONE = "none"


class Settled(StrEnum):
    """The answer of a reconciliation."""

    DONE = "done"
    NOT_DONE = "not_done"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Account:
    """Where records go. Holds no secret: the token lives in the keychain under `id`.

    Attributes:
        id: stable reference that runs keep ("local", "acct-<hex>", or "<kind>+<origin>" for an
            address given on the command line); never a port.
        kind: back end ("local", "invenio").
        label: what the person sees.
        address: the site's root URL; "" for the built-in service.
    """

    id: str
    kind: str
    label: str = ""
    address: str = ""


LOCAL_ACCOUNT = Account(id="local", kind="local")


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """By what a local file is recognised as the one that was chosen.

    Attributes:
        changed_ns: when content, name or rights were last changed (`st_ctime_ns`), 0 where that is
            not known. It makes no file another one, since a `chmod` must not stop a save: it only
            decides whether a digest has to be computed anew. Not journaled.
    """

    size: int
    mtime_ns: int
    inode: int
    changed_ns: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class RecordRef:
    """A record at its service.

    Attributes:
        id: the service's own id.
        state: draft, processing or finalized.
        title: as the service gives it.
        url: address for a person's browser, or "" (the built-in service has none).
        revision: the service's revision, "" where it has none.
        client_ref: our marker, where the service gives it back.
        created: ISO 8601, "" where unknown.
        request_id: of the request whose answer said so, "" where that is not known.
    """

    id: str
    state: RecordState = RecordState.DRAFT
    title: str = ""
    url: str = ""
    revision: str = ""
    client_ref: str = ""
    created: str = ""
    request_id: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file as the service's own listing gives it.

    Attributes:
        key: its name there.
        size: bytes stored; None while the service does not say.
        checksum: the service's digest, "" while or where it gives none that can be compared.
        checksum_due: whether the service is still to compute one.
        complete: whether the service counts it as whole.
        offset: acknowledged bytes of an unfinished upload.
        upload_ref: path of the unfinished upload (never a whole URL), or "".
        lost: "missing" or "damaged" where the service once had it whole and has it no more.
        request_id: of the request whose answer said so, "" where that is not known.
    """

    key: str
    size: int | None
    checksum: str = ""
    complete: bool = True
    checksum_due: bool = field(default=False, kw_only=True)
    offset: int = 0
    upload_ref: str = ""
    lost: str = ""
    request_id: str = field(default="", compare=False)


class EntryState(StrEnum):
    """How one name in a draft stands against the files that a person has."""

    GOOD = "good"
    """Whole, and the same as the local file."""
    PENDING = "pending"
    """Begun and never finished; the local file is here to finish it."""
    STALE = "stale"
    """Begun and never finished, and no local file belongs to it: it only blocks publishing."""
    MISSING = "missing"
    """A local file that the draft does not hold."""
    DIFFERENT = "different"
    """Whole, with other content than the local file."""
    EXTRA = "extra"
    """Whole, without a local file: left alone."""


@dataclass(frozen=True, slots=True)
class EntryFinding:
    """What was found under one key; `remote` is None where the draft holds nothing."""

    key: str
    state: EntryState
    remote: RemoteFile | None = None


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file that the server's own listing confirmed.

    `local_checksum` uses the service's algorithm, or sha256 where the service gives none;
    `request_id` is that of the request whose answer confirmed it, "" where that is not known.
    """

    key: str
    size: int
    checksum: str = ""
    local_checksum: str = ""
    request_id: str = field(default="", compare=False)

    @property
    def verified(self) -> bool:
        """Whether both sides' digests are there and equal."""
        return bool(self.checksum) and self.checksum == self.local_checksum


@dataclass(frozen=True, slots=True)
class SavePartialOutputs:
    """What the completed stages produced: enough to retry finalization without any of them."""

    record: RecordRef | None = None
    uploaded_files: tuple[UploadedFile, ...] = ()


@dataclass(frozen=True, slots=True)
class SaveLimits:
    """Seconds and counts of a save; all in settings. `None` for finalize: the service's default."""

    create_s: float = 20.0
    finalize_s: float | None = None
    control_s: float = 20.0
    stall_s: float = 60.0
    answer_s: float = 300.0
    outage_s: float = 600.0
    """How long a lost network is waited for before the stage fails (resumable)."""
    reconcile_s: float = 60.0
    absence_s: float = 60.0
    """How long after a request left its effect may still come, on a service without keys."""
    absence_gateway_s: float = 120.0
    """The same where a gateway answered in the service's place, or nobody did in time."""
    parallel_files: int = 4
    grace_s: float = 5.0
    quit_grace_s: float = 1.0
    attempts: int = 5
    """Of one request; restarts when the server's acknowledged offset advances."""
    max_bytes_per_s: float | None = None


class LengthUnit(StrEnum):
    """What a service counts when it limits the length of a key."""

    BYTES = "bytes"
    CHARACTERS = "characters"


@dataclass(frozen=True, slots=True)
class KeyRules:
    """Which keys a service takes; checked in the unit that it counts, before anything is sent."""

    max_segment: int = 255
    max_total: int = 1024
    unit: LengthUnit = LengthUnit.BYTES
    slash: bool = True
    """Whether `/` separates segments (else it is refused)."""
    edge_space_or_dot: bool = True
    """Whether a leading or trailing space or dot is taken."""
    case_sensitive: bool = True
    reserved: frozenset[str] = frozenset()
    """Keys that the service keeps for itself."""


def same_name(key: str) -> str:
    """Return what two keys share that are the same name: services differ in Unicode's forms."""
    return unicodedata.normalize("NFC", key)
