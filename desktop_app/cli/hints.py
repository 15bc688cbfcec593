"""The one next step after a save, as a command to type."""

from __future__ import annotations

from shlex import quote

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import LOCAL_ACCOUNT, NextAction, RunReport

WAYS_TO_SIGN_IN = (
    "A command takes the token from SENDOFF_TOKEN, or from standard input with --token-stdin; "
    "of a listed account the keychain keeps it: sendoff accounts token ACCOUNT"
)


def next_step(report: RunReport) -> tuple[str, ...]:
    """Return the lines that say what to do next; none where nothing is left to do."""
    run = report.run
    match report.next_action:
        case NextAction.OPEN_RECORD:
            return where(report)
        case NextAction.RETRY_FINALIZE | NextAction.RESUME:
            return (*where(report), f"Go on with: sendoff resume {run}{_answer(report)}")
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


def _answer(report: RunReport) -> str:
    """Return the words of the answer without which going on would end the same way again."""
    if report.error is not None and report.error.kind is ErrorKind.SOURCE_CHANGED:
        return " --changed send-new (or leave-out)"
    return ""


def where(report: RunReport) -> tuple[str, ...]:
    """Return the line that says where the record is, if there is one."""
    record = report.record
    if record is None:
        return ()
    if record.url:
        return (f"Record: {record.url}",)
    place = " on this computer" if report.account.id == LOCAL_ACCOUNT.id else ""
    return (f"Record: {record.id}{place}",)
