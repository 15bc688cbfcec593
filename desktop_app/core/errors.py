"""The error tree. An error carries a kind and data, never a sentence; `core.words` has the words.

    SendoffError                 kind: ErrorKind, detail: safe facts for the sentence
    |-- BadInputError            the person can mend it; nothing was sent
    |-- ServiceError             a service (or the way to it) refused or fell silent; has a Verdict
    |-- FileError                a local file cannot be read or changed under us
    `-- JournalError             our own record on disk cannot be trusted or written

Errors of the staged engine (`StageTimeoutError`, ...) live in `workflow`: they know no kinds.
"""

from __future__ import annotations

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
    """The process that mended a draft was gone before it ended."""
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
    """The person can mend it; nothing was sent."""


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
