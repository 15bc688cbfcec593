"""The one next step after a save, as a command to type."""

from __future__ import annotations

from shlex import quote

from desktop_app.core.errors import ErrorInfo, ErrorKind
from desktop_app.core.model import LOCAL_ACCOUNT, NextAction
from desktop_app.core.next_step import next_action
from desktop_app.core.run import Run
from desktop_app.files.names import printable

_FOR_EVER = frozenset(
    {
        ErrorKind.BAD_NAME,
        ErrorKind.TOO_LARGE,
        ErrorKind.EMPTY_FILE,
        ErrorKind.UNSUPPORTED_TYPE,
    }
)
_NAMED = 3

WAYS_TO_SIGN_IN = (
    "A command takes the token from SENDOFF_TOKEN, or from standard input with --token-stdin; "
    "of a listed account the keychain keeps it: sendoff accounts token ACCOUNT"
)


KEYCHAIN_WAITS = (
    "Waiting for the keychain of this computer: it may ask for its password in another window. "
    "A command also takes the token from SENDOFF_TOKEN, or with --token-stdin."
)


def next_step(report: Run) -> tuple[str, ...]:
    """Return the lines that say what to do next; none where nothing is left to do."""
    run = report.id
    match next_action(report):
        case NextAction.OPEN_RECORD:
            return where(report)
        case NextAction.RETRY_FINALIZE | NextAction.RESUME:
            go_on = f"Go on with: sendoff resume {run}{_answer(report)}"
            return (*where(report), go_on, *_without(report))
        case NextAction.CHECK_AGAIN:
            return (f"Ask the server again with: sendoff check {run}",)
        case NextAction.SIGN_IN:
            name = quote(report.account.label or report.account.id)
            return (
                f"Enter a new token with: sendoff accounts token {name} (or set SENDOFF_TOKEN)",
                f"Then go on with: sendoff resume {run} (--token-stdin takes it from a pipe)",
            )
        case NextAction.EDIT:
            return (f"Correct it with: sendoff resume {run} --title TITLE --meta FILE",)
        case NextAction.DISCARD:
            return (f"Remove the draft with: sendoff discard {run}",)
        case NextAction.NONE:
            return ()


def _answer(report: Run) -> str:
    """Return the words of the answer without which going on would end the same way again."""
    if report.error is not None and report.error.kind is ErrorKind.SOURCE_CHANGED:
        return " --changed send-new (or leave-out)"
    return ""


def _without(report: Run) -> tuple[str, ...]:
    """Return what helps with files that fail every time: sending them again does not."""
    hopeless = [
        (file.key, file.error)
        for file in report.files
        if file.held_back and file.error is not None and _is_for_ever(file.error)
    ]
    if not hopeless or report.error is None or report.error.kind is not ErrorKind.FILES_FAILED:
        return ()
    names = [quote(printable(key)) for key, _ in hopeless]
    if len(names) > _NAMED:
        names = ["NAME"]
    options = " ".join(f"--leave-out={name}" for name in names)
    lines = [f"Or, without what is refused every time: sendoff resume {report.id} {options}"]
    if any(error.get("rename") for _, error in hopeless):
        lines.append("A new save with --rename stores such names as suggested")
    return tuple(lines)


def _is_for_ever(error: ErrorInfo) -> bool:
    return error.kind in _FOR_EVER or error.get("reason") == "path_long"


def where(report: Run) -> tuple[str, ...]:
    """Return the line that says where the record is, if there is one."""
    record = report.shown_record
    if record is None:
        return ()
    if record.url:
        return (f"Record: {record.url}",)
    place = " on this computer" if report.account.id == LOCAL_ACCOUNT.id else ""
    return (f"Record: {record.id}{place}",)
