"""Says the marked sentences of `core.words` in the window's language and number format."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from desktop_app.core import words
from desktop_app.core.errors import ErrorInfo, ErrorKind, FieldError
from desktop_app.core.model import (
    Account,
    EntryState,
    FileState,
    NextAction,
    RecordState,
    SaveStage,
    StageState,
)
from desktop_app.ui.formats import apart, button_text, count_text, size_text


def said(marked: words.Marked) -> str:
    """Return a marked sentence in the window's language; names in it keep their own direction."""
    return words.say(_as_read_here(marked), _translated, size_text)


def stage_label(stage: SaveStage) -> str:
    """Return what a stage is called while it is active."""
    return said(words.stage_label(stage))


def stage_state(state: StageState) -> str:
    """Return the word for a stage's state."""
    return said(words.stage_state(state))


def stage_hint() -> str:
    """Return the reason why an active stage has no cancel button."""
    return said(words.stage_hint())


def checking() -> str:
    """Return what it is called while the server is asked how a stage ended."""
    return said(words.CHECKING)


def file_state(state: FileState) -> str:
    """Return the word for a file's state."""
    return said(words.file_state(state))


def entry_state(state: EntryState) -> str:
    """Return the words for the state of one name in a draft."""
    return said(words.entry_state(state))


def record_state(state: RecordState) -> str:
    """Return the words for a record's state."""
    return said(words.record_state(state))


def reason(error: ErrorInfo) -> str:
    """Return the cause in one sentence."""
    return said(words.reason_words(error))


def explained(error: ErrorInfo) -> str:
    """Return cause, what the service says, what it means and what to do."""
    return " ".join(said(sentence) for sentence in words.error_words(error))


def server_says(error: ErrorInfo) -> str:
    """Return what the service itself said, named as such, or ""."""
    if not error.server_text:
        return ""
    return said(words.reason_words(replace(error, kind=ErrorKind.OTHER)))


def action(action: NextAction) -> str:
    """Return what the button for a next step says."""
    return button_text(said(words.action_label(action)))


def account_label(account: Account) -> str:
    """Return what an account is called."""
    return said(words.account_label(account))


def field_label(path: str) -> str:
    """Return what a metadata field is called."""
    return said(words.field_label(path))


def choice(value: str) -> str:
    """Return the words for a value of a choice field."""
    return said(words.choice_label(value))


def field_error(error: FieldError) -> str:
    """Return why a field was refused."""
    return said(words.field_error_words(error))


def missing_fields(paths: tuple[str, ...]) -> dict[str, FieldError]:
    """Return a refusal for each required field that is empty."""
    return {path: FieldError(path, (), ErrorKind.MISSING_FIELD) for path in paths}


def _as_read_here(marked: words.Marked) -> words.Marked:
    """Return a sentence with its numbers and names as the window's language writes them."""
    return replace(marked, fields=tuple((name, _value(value)) for name, value in marked.fields))


def _value(value: str | int | words.Marked) -> str | int | words.Marked:
    if isinstance(value, words.Marked):
        return _as_read_here(value)
    if isinstance(value, words.Size):
        return value
    return count_text(value) if isinstance(value, int) else apart(value)


def _translated(context: str, text: str, disambiguation: str | None, n: int) -> str:
    return QCoreApplication.translate(context, text, disambiguation, n)
