"""The error tree. An error carries a kind and data, never a sentence; `core.words` has the words.

    SendoffError                 kind: ErrorKind, detail: safe facts for the sentence
    |-- BadInputError            the person can correct it; nothing was sent
    |-- ServiceError             a service (or the way to it) refused or fell silent; has a Verdict
    |-- FileError                a local file cannot be read or changed under us
    `-- JournalError             our own record on disk cannot be trusted or written

A verdict says whether a request may be repeated; the traits of its kind (one table, below) say
whether it can have had an effect, what else it concerns, and who can do something about it.

Errors of the staged engine (`StageTimeoutError`, ...) live in `workflow`: they know no kinds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum


class Verdict(StrEnum):
    """What an error means for a retry."""

    TRANSIENT = "transient"
    """Not applied, or safe to repeat: try again after a pause."""
    PERMANENT = "permanent"
    """A clear refusal: the same request would be refused again."""
    UNKNOWN_OUTCOME = "unknown_outcome"
    """May have been applied: ask the server what is true, never repeat blindly."""


class ErrorKind(StrEnum):
    """Every cause that has its own words. Unknown shapes are `OTHER` with the server's text."""

    # on the way to the service
    OFFLINE = "offline"
    DNS = "dns"
    REFUSED = "refused"
    LOCAL_SERVICE = "local_service"
    """The built-in service could not be started; `reason` says why."""
    CERTIFICATE = "certificate"
    PROXY = "proxy"
    PROXY_AUTH = "proxy_auth"
    BAD_PROXY_SETTING = "bad_proxy_setting"
    CONNECTION_LOST = "connection_lost"
    TIMED_OUT = "timed_out"
    STALLED = "stalled"
    REDIRECTED = "redirected"
    NOT_THE_SERVICE = "not_the_service"
    """HTML where JSON belongs: a network login page, a wrong address."""
    BAD_ANSWER = "bad_answer"
    PLAIN_HTTP = "plain_http"
    """A token would travel over plain HTTP to a host that is not this computer."""
    # the service refused
    SIGN_IN = "sign_in"
    PERMISSION = "permission"
    NOT_FOUND = "not_found"
    GONE = "gone"
    CONFLICT = "conflict"
    LOCKED = "locked"
    VALIDATION = "validation"
    TOO_LARGE = "too_large"
    TOO_MANY_FILES = "too_many_files"
    EMPTY_FILE = "empty_file"
    BAD_NAME = "bad_name"
    QUOTA = "quota"
    RATE_LIMITED = "rate_limited"
    OVERLOADED = "overloaded"
    MAINTENANCE = "maintenance"
    UNSUPPORTED_TYPE = "unsupported_type"
    KEY_REUSED = "key_reused"
    SERVER_FAULT = "server_fault"
    # what was stored is not what was sent
    DIFFERENT_CONTENT = "different_content"
    NOT_CONFIRMED = "not_confirmed"
    # the person's files
    FILE_MISSING = "file_missing"
    FILE_UNREADABLE = "file_unreadable"
    FILE_CHANGED = "file_changed"
    FILE_SPECIAL = "file_special"
    FILE_LINK_OUT = "file_link_out"
    NAME_CLASH = "name_clash"
    # what the person typed
    MISSING_FIELD = "missing_field"
    BAD_FIELD = "bad_field"
    BAD_TOKEN = "bad_token"  # noqa: S105 - a kind, not a token
    BAD_ADDRESS = "bad_address"
    NO_ACCOUNT = "no_account"
    # our own record on disk
    JOURNAL_DAMAGED = "journal_damaged"
    JOURNAL_NEWER = "journal_newer"
    JOURNAL_READ_ONLY = "journal_read_only"
    JOURNAL_BUSY = "journal_busy"
    JOURNAL_UNUSABLE = "journal_unusable"
    JOURNAL_GONE = "journal_gone"
    """Its file was deleted or replaced while it was open."""
    DISK_FULL = "disk_full"
    RUN_BUSY = "run_busy"
    """Another window or process is running this save."""
    RUN_UNKNOWN = "run_unknown"
    KEYCHAIN = "keychain"
    # how a stage ended
    STOPPED = "stopped"
    STILL_RUNNING = "still_running"
    FILES_FAILED = "files_failed"
    SOURCE_CHANGED = "source_changed"
    HOME_UNUSABLE = "home_unusable"
    CRASHED = "crashed"
    REPAIR_CUT = "repair_cut"
    """The process that repaired a draft was gone before it ended."""
    INTERNAL = "internal"
    OTHER = "other"


OUR_JOURNAL = frozenset(
    {
        ErrorKind.JOURNAL_DAMAGED,
        ErrorKind.JOURNAL_NEWER,
        ErrorKind.JOURNAL_READ_ONLY,
        ErrorKind.JOURNAL_BUSY,
        ErrorKind.JOURNAL_UNUSABLE,
        ErrorKind.JOURNAL_GONE,
        ErrorKind.DISK_FULL,
    }
)
"""Kinds that say that this computer cannot write down what is done."""

_NO_START = frozenset({"disk_full", "folder", "newer", "damaged"})
"""Why the built-in service cannot use its own data."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """One field that a service or a local check refused.

    `field` is the service's dotted path, `messages` are the server's own texts (plain text) or,
    for local checks, empty with `kind` set.
    """

    field: str
    messages: tuple[str, ...] = ()
    kind: ErrorKind = ErrorKind.VALIDATION


@dataclass(frozen=True, slots=True)
class ErrorInfo:
    """An error as a value: what events, journal, receipts and the window carry.

    Attributes:
        kind: which words to use.
        detail: safe facts for those words (`host`, `path`, `limit`, `size`, `key`, ...), sorted.
        server_text: what the server said, trimmed and redacted plain text, or "".
        status: the HTTP status, where one arrived.
        request_id: the id that stands in the log and, where it keeps one, in the server's log.
        retry_after_s: seconds the server asked to wait.
        fields: refusals of single fields.
        verdict: what it means for a retry.
    """

    kind: ErrorKind
    detail: tuple[tuple[str, str], ...] = ()
    server_text: str = ""
    status: int | None = None
    request_id: str = ""
    retry_after_s: float | None = None
    fields: tuple[FieldError, ...] = ()
    verdict: Verdict = Verdict.PERMANENT

    def get(self, name: str) -> str:
        """Return the fact `name` of `detail`, or ""."""
        return next((value for key, value in self.detail if key == name), "")

    @property
    def reason(self) -> str:
        """Why, in one word for scripts: the fact `reason`, or the kind."""
        return self.get("reason") or self.kind.value

    def but(self, **facts: str) -> ErrorInfo:
        """Return the same error with other facts in `detail`."""
        return replace(self, detail=tuple(sorted((dict(self.detail) | facts).items())))


class SendoffError(Exception):
    """Base of all errors of ours. `str()` shows the kind and safe facts only."""

    def __init__(self, info: ErrorInfo) -> None:
        super().__init__(info.kind.value)
        self.info = info

    @property
    def kind(self) -> ErrorKind:
        """Which words to use."""
        return self.info.kind

    @property
    def verdict(self) -> Verdict:
        """What it means for a retry."""
        return self.info.verdict

    def __str__(self) -> str:
        facts = " ".join(f"{key}={value!r}" for key, value in self.info.detail)
        return f"{self.info.kind.value} {facts}".rstrip()


class BadInputError(SendoffError):
    """The person can correct it; nothing was sent."""


class ServiceError(SendoffError):
    """A service, or the way to it, refused or fell silent."""


class FileError(SendoffError):
    """A local file cannot be read, or changed under us."""


class JournalError(SendoffError):
    """Our own record on disk cannot be trusted or written."""


def is_of_this_computer(error: ErrorInfo) -> bool:
    """Whether it is this computer's own side that cannot be used, and no service."""
    if error.kind is ErrorKind.LOCAL_SERVICE:
        return error.get("reason") in _NO_START
    return error.kind in OUR_JOURNAL or error.kind in (ErrorKind.KEYCHAIN, ErrorKind.HOME_UNUSABLE)


def info(
    kind: ErrorKind,
    *,
    verdict: Verdict = Verdict.PERMANENT,
    server_text: str = "",
    status: int | None = None,
    request_id: str = "",
    retry_after_s: float | None = None,
    fields: tuple[FieldError, ...] = (),
    **detail: object,
) -> ErrorInfo:
    """Build an `ErrorInfo`; `detail` values become text and must be safe to show."""
    facts = tuple(sorted((name, str(value)) for name, value in detail.items()))
    return ErrorInfo(kind, facts, server_text, status, request_id, retry_after_s, fields, verdict)


def error_info(error: BaseException) -> ErrorInfo:
    """Return the value of any error; one that is not ours is `INTERNAL` with its class only.

    The text of a foreign error is never taken over: it may hold URLs, headers or file content.
    """
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, SendoffError):
            return seen.info
        seen = seen.__cause__
    return info(ErrorKind.INTERNAL, type=type(error).__name__)


@dataclass(frozen=True, slots=True)
class Traits:
    """Facts about a kind of error.

    Attributes:
        sent: the request may have reached the service; False: it cannot have taken effect.
        may_have_acted: whatever it says about asking again, it never says what became of a write.
        concerns_batch: every other file would meet it too.
        concerns_record: the record itself may be gone or locked; it is looked at before a file is
            blamed.
        gone: what was asked for is not there.
        person_can_edit: correcting the form helps.
        about_files: some files of the save stand in the way, each with its own reason.
        permanent: sending the same file again always ends the same way.
        may_come_back: a local file that may be readable at the next attempt.
        no_file: nothing that could be sent (a device, a link out of the tree).
        asks_to_wait: the service asks for a pause.
    """

    sent: bool = True
    may_have_acted: bool = False
    concerns_batch: bool = False
    concerns_record: bool = False
    gone: bool = False
    person_can_edit: bool = False
    about_files: bool = False
    permanent: bool = False
    may_come_back: bool = False
    no_file: bool = False
    asks_to_wait: bool = False


_UNSENT = Traits(sent=False, concerns_batch=True)
_SILENT = Traits(may_have_acted=True)
_FORM = Traits(person_can_edit=True)
_FILES = Traits(about_files=True)
_PERMANENT = Traits(permanent=True)
_LOCAL = Traits(may_come_back=True)
_NO_FILE = Traits(no_file=True)
_NONE = Traits()

_TABLE: Mapping[ErrorKind, Traits] = {
    ErrorKind.OFFLINE: _UNSENT,
    ErrorKind.DNS: _UNSENT,
    ErrorKind.REFUSED: _UNSENT,
    ErrorKind.LOCAL_SERVICE: _UNSENT,
    ErrorKind.CERTIFICATE: _UNSENT,
    ErrorKind.PROXY: _UNSENT,
    ErrorKind.PROXY_AUTH: _UNSENT,
    ErrorKind.BAD_PROXY_SETTING: _UNSENT,
    ErrorKind.PLAIN_HTTP: _UNSENT,
    ErrorKind.RATE_LIMITED: Traits(sent=False, asks_to_wait=True),
    ErrorKind.OVERLOADED: Traits(asks_to_wait=True),
    ErrorKind.LOCKED: Traits(sent=False),
    ErrorKind.CONNECTION_LOST: _SILENT,
    ErrorKind.TIMED_OUT: _SILENT,
    ErrorKind.STALLED: _SILENT,
    ErrorKind.SERVER_FAULT: _SILENT,
    ErrorKind.BAD_ANSWER: _SILENT,
    ErrorKind.NOT_THE_SERVICE: Traits(may_have_acted=True, concerns_batch=True),
    ErrorKind.REDIRECTED: Traits(concerns_batch=True),
    ErrorKind.MAINTENANCE: Traits(concerns_batch=True),
    ErrorKind.SIGN_IN: Traits(concerns_batch=True),
    ErrorKind.PERMISSION: Traits(concerns_record=True),
    ErrorKind.CONFLICT: Traits(concerns_record=True),
    ErrorKind.NOT_FOUND: Traits(concerns_record=True, gone=True),
    ErrorKind.GONE: Traits(concerns_record=True, gone=True),
    ErrorKind.VALIDATION: _FORM,
    ErrorKind.MISSING_FIELD: _FORM,
    ErrorKind.BAD_FIELD: _FORM,
    ErrorKind.FILES_FAILED: _FILES,
    ErrorKind.SOURCE_CHANGED: _FILES,
    ErrorKind.BAD_NAME: _PERMANENT,
    ErrorKind.TOO_LARGE: _PERMANENT,
    ErrorKind.EMPTY_FILE: _PERMANENT,
    ErrorKind.UNSUPPORTED_TYPE: _PERMANENT,
    ErrorKind.FILE_MISSING: _LOCAL,
    ErrorKind.FILE_UNREADABLE: _LOCAL,
    ErrorKind.FILE_SPECIAL: _NO_FILE,
    ErrorKind.FILE_LINK_OUT: _NO_FILE,
}


def traits(kind: ErrorKind) -> Traits:
    """Return the traits of a kind."""
    return _TABLE.get(kind, _NONE)


def is_clear_refusal(error: BaseException) -> bool:
    """Whether `error` says for certain that a write was not applied.

    What is not ours (a defect in an adapter) is never clear: the request may have left. Nor is an
    outage that came after an attempt which may have acted.
    """
    if not isinstance(error, SendoffError) or error.verdict is Verdict.UNKNOWN_OUTCOME:
        return False
    of_kind = traits(error.kind)
    if not of_kind.sent:
        return True
    return error.verdict is Verdict.PERMANENT and not of_kind.may_have_acted
