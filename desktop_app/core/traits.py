"""What each kind of error means for a save: one table instead of sets of kinds where they are used.

A verdict says whether a request may be repeated; the traits of its kind say whether it can have
had an effect, what else it concerns, and who can do something about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from desktop_app.core.errors import ErrorKind, SendoffError, Verdict


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
