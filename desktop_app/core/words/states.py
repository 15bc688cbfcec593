"""Words for stages, states and actions."""

from __future__ import annotations

from desktop_app.core.model import (
    LOCAL_ACCOUNT,
    Account,
    EntryState,
    FileState,
    NextAction,
    RecordState,
    SaveStage,
    Settled,
    StageState,
)
from desktop_app.core.words.marks import QT_TRANSLATE_NOOP, Marked

_STAGES = {
    SaveStage.CREATE_RECORD: QT_TRANSLATE_NOOP("Stage", "Preparing the record"),
    SaveStage.UPLOAD_FILES: QT_TRANSLATE_NOOP("Stage", "Uploading attachments"),
    SaveStage.FINALIZE_RECORD: QT_TRANSLATE_NOOP("Stage", "Finalizing the record"),
}
CHECKING = QT_TRANSLATE_NOOP("Stage", "Checking with the server")
_NOT_ABORTABLE = QT_TRANSLATE_NOOP(
    "Stage",
    "This step can't be stopped once it has begun. Closing the window won't undo it.",
)
_STAGE_STATES = {
    StageState.PENDING: QT_TRANSLATE_NOOP("State", "Not begun"),
    StageState.ACTIVE: QT_TRANSLATE_NOOP("State", "In progress"),
    StageState.DONE: QT_TRANSLATE_NOOP("State", "Done"),
    StageState.FAILED: QT_TRANSLATE_NOOP("State", "Failed"),
    StageState.UNKNOWN: QT_TRANSLATE_NOOP("State", "Outcome not known"),
    StageState.STOPPED: QT_TRANSLATE_NOOP("State", "Stopped"),
}
_FILE_STATES = {
    FileState.WAITING: QT_TRANSLATE_NOOP("State", "Waiting"),
    FileState.READING: QT_TRANSLATE_NOOP("State", "Reading"),
    FileState.SENDING: QT_TRANSLATE_NOOP("State", "Sending"),
    FileState.WAITING_FOR_SERVER: QT_TRANSLATE_NOOP("State", "Waiting for the server"),
    FileState.CONFIRMED: QT_TRANSLATE_NOOP("State", "Confirmed"),
    FileState.FAILED: QT_TRANSLATE_NOOP("State", "Failed"),
    FileState.SKIPPED: QT_TRANSLATE_NOOP("State", "Skipped"),
}
_ENTRY_STATES = {
    EntryState.GOOD: QT_TRANSLATE_NOOP("State", "Whole and the same"),
    EntryState.PENDING: QT_TRANSLATE_NOOP("State", "Never finished"),
    EntryState.STALE: QT_TRANSLATE_NOOP("State", "Left over, blocks publishing"),
    EntryState.MISSING: QT_TRANSLATE_NOOP("State", "Missing in the draft"),
    EntryState.DIFFERENT: QT_TRANSLATE_NOOP("State", "Different content"),
    EntryState.EXTRA: QT_TRANSLATE_NOOP("State", "Only in the draft"),
}
_RECORD_STATES = {
    RecordState.DRAFT: QT_TRANSLATE_NOOP("State", "Draft"),
    RecordState.PROCESSING: QT_TRANSLATE_NOOP("State", "Being processed"),
    RecordState.FINALIZED: QT_TRANSLATE_NOOP("State", "Finalized"),
}
_SETTLED = {
    Settled.DONE: QT_TRANSLATE_NOOP("State", "The server says that it was done."),
    Settled.NOT_DONE: QT_TRANSLATE_NOOP("State", "The server says that it was not done."),
    Settled.UNKNOWN: QT_TRANSLATE_NOOP("State", "The server could not say whether it was done."),
}
_ACTIONS = {
    NextAction.OPEN_RECORD: QT_TRANSLATE_NOOP("Action", "Open record"),
    NextAction.RETRY_FINALIZE: QT_TRANSLATE_NOOP("Action", "Retry finalization"),
    NextAction.RESUME: QT_TRANSLATE_NOOP("Action", "Resume upload"),
    NextAction.CHECK_AGAIN: QT_TRANSLATE_NOOP("Action", "Check again"),
    NextAction.SIGN_IN: QT_TRANSLATE_NOOP("Action", "Sign in again"),
    NextAction.EDIT: QT_TRANSLATE_NOOP("Action", "Correct the form"),
    NextAction.DISCARD: QT_TRANSLATE_NOOP("Action", "Discard draft"),
    NextAction.NONE: QT_TRANSLATE_NOOP("Action", "Nothing to do"),
}
_THIS_COMPUTER = QT_TRANSLATE_NOOP("State", "This computer")


def stage_label(stage: SaveStage) -> Marked:
    """Return what a stage is called."""
    return _STAGES[stage]


def stage_hint() -> Marked:
    """Return the reason why an active stage has no cancel button."""
    return _NOT_ABORTABLE


def stage_state(state: StageState) -> Marked:
    """Return the word for a stage's state."""
    return _STAGE_STATES[state]


def file_state(state: FileState) -> Marked:
    """Return the words for a file's state."""
    return _FILE_STATES[state]


def entry_state(state: EntryState) -> Marked:
    """Return the words for how one name in a draft stands."""
    return _ENTRY_STATES[state]


def record_state(state: RecordState) -> Marked:
    """Return the words for a record's state."""
    return _RECORD_STATES[state]


def settled_words(settled: Settled) -> Marked:
    """Return what a check with the server found."""
    return _SETTLED[settled]


def action_label(action: NextAction) -> Marked:
    """Return what a button for a next step says."""
    return _ACTIONS[action]


def account_label(account: Account) -> Marked:
    """Return what an account is called: its own label as it is, or words for the built-in one."""
    if account.label:
        return Marked("", "{label}").filled(label=account.label)
    if account.id == LOCAL_ACCOUNT.id:
        return _THIS_COMPUTER
    return Marked("", "{label}").filled(label=account.address or account.id)
