"""Words for stages, states and actions, and labels for fields and their choices."""

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
    RecordState.BEING_REMOVED: QT_TRANSLATE_NOOP("State", "Being removed"),
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


_FIELDS = {
    "title": QT_TRANSLATE_NOOP("Field", "Title"),
    "resource_type": QT_TRANSLATE_NOOP("Field", "Kind of resource"),
    "creators": QT_TRANSLATE_NOOP("Field", "Creators"),
    "publication_date": QT_TRANSLATE_NOOP("Field", "Publication date"),
    "publisher": QT_TRANSLATE_NOOP("Field", "Publisher"),
    "description": QT_TRANSLATE_NOOP("Field", "Description"),
    "rights": QT_TRANSLATE_NOOP("Field", "Licence"),
    "access.record": QT_TRANSLATE_NOOP("Field", "Who sees the record"),
    "access.files": QT_TRANSLATE_NOOP("Field", "Who sees the files"),
    "access.embargo.until": QT_TRANSLATE_NOOP("Field", "Closed until"),
    "access.embargo.reason": QT_TRANSLATE_NOOP("Field", "Reason for closing"),
    "files": QT_TRANSLATE_NOOP("Field", "Files"),
    # settings and accounts
    "kind": QT_TRANSLATE_NOOP("Field", "Kind of service"),
    "proxy_url": QT_TRANSLATE_NOOP("Field", "Proxy address"),
    "ca_file": QT_TRANSLATE_NOOP("Field", "Certificate file"),
    "metadata": QT_TRANSLATE_NOOP("Field", "Metadata"),
}
_CHOICES = {
    "dataset": QT_TRANSLATE_NOOP("Field", "Dataset"),
    "software": QT_TRANSLATE_NOOP("Field", "Software"),
    "publication": QT_TRANSLATE_NOOP("Field", "Publication"),
    "publication-article": QT_TRANSLATE_NOOP("Field", "Journal article"),
    "publication-preprint": QT_TRANSLATE_NOOP("Field", "Preprint"),
    "publication-report": QT_TRANSLATE_NOOP("Field", "Report"),
    "publication-datamanagementplan": QT_TRANSLATE_NOOP("Field", "Data management plan"),
    "poster": QT_TRANSLATE_NOOP("Field", "Poster"),
    "presentation": QT_TRANSLATE_NOOP("Field", "Presentation"),
    "image": QT_TRANSLATE_NOOP("Field", "Image"),
    "image-figure": QT_TRANSLATE_NOOP("Field", "Figure"),
    "image-photo": QT_TRANSLATE_NOOP("Field", "Photo"),
    "video": QT_TRANSLATE_NOOP("Field", "Video or audio"),
    "lesson": QT_TRANSLATE_NOOP("Field", "Lesson"),
    "model": QT_TRANSLATE_NOOP("Field", "Model"),
    "workflow": QT_TRANSLATE_NOOP("Field", "Workflow"),
    "other": QT_TRANSLATE_NOOP("Field", "Other"),
    "public": QT_TRANSLATE_NOOP("Field", "Everyone"),
    "restricted": QT_TRANSLATE_NOOP("Field", "Only people with access"),
}
_LICENCES = {
    "cc-by-4.0": "CC BY 4.0",
    "cc0-1.0": "CC0 1.0",
    "cc-by-sa-4.0": "CC BY-SA 4.0",
    "cc-by-nc-4.0": "CC BY-NC 4.0",
    "cc-by-nc-sa-4.0": "CC BY-NC-SA 4.0",
    "cc-by-nd-4.0": "CC BY-ND 4.0",
    "cc-by-nc-nd-4.0": "CC BY-NC-ND 4.0",
    "mit": "MIT",
    "apache-2.0": "Apache 2.0",
    "bsd-3-clause": "BSD 3-Clause",
    "gpl-3.0-or-later": "GPL 3.0 or later",
}


def field_label(path: str) -> Marked:
    """Return the label of a metadata field; of an unknown one its own name."""
    known = _FIELDS.get(path) or _FIELDS.get(path.split(".", 1)[0])
    return known or _as_it_is(path)


def choice_label(value: str) -> Marked:
    """Return the label of a choice; licences keep their names in every language."""
    return _CHOICES.get(value) or _as_it_is(_LICENCES.get(value, value))


def _as_it_is(text: str) -> Marked:
    return Marked("", "{text}").filled(text=text)
