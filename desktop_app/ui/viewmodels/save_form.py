"""What a person is about to save: title, metadata, files; and what is still missing.

Folders are walked and names checked off the widgets; nothing here sends anything.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from desktop_app.core.errors import ErrorInfo, ErrorKind, FieldError, info
from desktop_app.core.kept_form import KeptForm
from desktop_app.core.model import LOCAL_ACCOUNT, Account, FileState, RecordRef
from desktop_app.core.run import Run, RunFile, SaveRequest
from desktop_app.files.expansion import Choice, expand
from desktop_app.files.names import check_names
from desktop_app.saving.sessions import Capabilities, MetadataField
from desktop_app.ui.models.file_rows import FileRow, Removed, Rename
from desktop_app.ui.models.files import FilesModel
from desktop_app.ui.tasks import TaskOwner


class Place(StrEnum):
    """Where the first thing to correct is."""

    TITLE = "title"
    METADATA = "metadata"
    FILES = "files"


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that keeps the save from starting."""

    place: Place
    error: ErrorInfo
    field: str = ""
    row: int = -1


class SaveForm(QObject):
    """The form's state. `changed` after any change, `adding_changed` around a folder walk.

    `removed` carries what `undo_remove` puts back, `left_out` how many files of one adding were
    in the list already.
    """

    changed = Signal()
    adding_changed = Signal()
    removed = Signal(object)
    left_out = Signal(int)

    def __init__(self, model: FilesModel, tasks: TaskOwner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.account: Account = LOCAL_ACCOUNT
        self.capabilities: Capabilities | None = None
        self.title = ""
        self.metadata: dict[str, object] = {}
        self.attach_to: RecordRef | None = None
        self.choice = Choice()
        self._tasks = tasks
        self._adding: set[asyncio.Task[None]] = set()
        self._undo: Removed | None = None
        self._loaded = False
        self._begun_with: tuple[MetadataField, ...] = ()
        model.renamed.connect(self._renamed)

    @property
    def adding(self) -> bool:
        """Whether folders are still being walked."""
        return bool(self._adding)

    @property
    def can_undo(self) -> bool:
        """Whether a removal can be taken back."""
        return self._undo is not None

    def use_account(self, account: Account, capabilities: Capabilities | None) -> None:
        """Follow the rules of another service (None: not known yet)."""
        if account != self.account:
            self.attach_to = None
        self.account, self.capabilities = account, capabilities
        if capabilities is not None and capabilities.fields != self._begun_with:
            self._begun_with = capabilities.fields
            self._take_defaults()
        self._check_names()
        self.changed.emit()

    @property
    def lists_drafts(self) -> bool:
        """Whether the account's service shows drafts to attach files to."""
        return self.capabilities is not None and self.capabilities.lists_drafts

    def attach(self, draft: RecordRef | None) -> None:
        """Attach the files to a draft that is there; its title and details are its own."""
        before, self.attach_to = self.attach_to, draft
        if draft is not None:
            self.title = draft.title or draft.id
        elif before is not None:
            self.title = ""
        self.changed.emit()

    def add_paths(self, paths: Iterable[str]) -> None:
        """Add files and folders; rows appear in batches."""
        if self.model.fixed:
            return
        task = self._tasks.start(self._add(tuple(paths)), "add files")
        self._adding.add(task)
        task.add_done_callback(self._added)
        self.adding_changed.emit()

    def remove(self, ids: Sequence[int]) -> None:
        """Take rows out of the list; `undo_remove` puts them back."""
        if not ids or self.model.locked:
            return
        self._undo = self.model.remove(ids)
        self._check_names()
        self.removed.emit(self._undo)
        self.changed.emit()

    def undo_remove(self) -> None:
        """Put back what was removed last."""
        if self._undo is None or self.model.locked:
            return
        removed, self._undo = self._undo, None
        here = {row.planned.path for row in self.model.rows}  # added again meanwhile
        back = tuple(one for one in removed.rows if one[1].planned.path not in here)
        self.model.restore(Removed(back))
        self._check_names()
        self.changed.emit()

    def take_suggestions(self) -> None:
        """Give files whose names clash or are refused the names that were suggested."""
        if self.model.locked or self.model.fixed:
            return
        self.model.rename(self.model.suggestions())
        self._check_names()
        self.changed.emit()

    def clear(self) -> None:
        """Empty the form for another save."""
        self._stop_adding()
        self.title, self.metadata, self._undo, self.attach_to = "", {}, None, None
        self._loaded = False
        self._take_defaults()
        self.model.clear()
        self.changed.emit()

    def load(self, report: Run) -> None:
        """Show what a journaled save holds."""
        self._stop_adding()
        if report.account != self.account:
            self.capabilities = None  # those of another service: its own are asked for
        self._loaded = True
        self.account, self.title = report.account, report.title
        loaded = json.loads(report.metadata)
        self.metadata = loaded if isinstance(loaded, dict) else {}
        self._undo = None
        self.attach_to = report.record if report.attached else None
        self.model.show_report(report.files)
        self.changed.emit()

    def missing(self) -> Missing | None:
        """Return the first thing that keeps the save from starting, or None."""
        if not self.title.strip():
            return Missing(Place.TITLE, info(ErrorKind.MISSING_FIELD, field="title"), "title")
        for field in self.missing_fields():
            return Missing(Place.METADATA, info(ErrorKind.MISSING_FIELD, field=field), field)
        row = self.model.first_problem()
        if row is not None:
            error = self.model.rows[row].error or info(ErrorKind.OTHER)
            return Missing(Place.FILES, error, row=row)
        capabilities = self.capabilities
        if capabilities is not None and capabilities.needs_files and not self.sendable:
            none = info(ErrorKind.MISSING_FIELD, field="files", reason="files_needed")
            return Missing(Place.FILES, none)
        return None

    def missing_fields(self) -> tuple[str, ...]:
        """Return the dotted paths of required metadata fields that are empty."""
        if self.capabilities is None or self.attach_to is not None:
            return ()
        return tuple(
            field.path
            for field in self.capabilities.fields
            if field.required and not metadata_value(self.metadata, field.path)
        )

    @property
    def sendable(self) -> int:
        """How many files would be sent."""
        return sum(row.state is not FileState.SKIPPED for row in self.model.rows)

    def sendable_files(self) -> tuple[RunFile, ...]:
        """Return the files that nothing is wrong with."""
        wrong = (FileState.SKIPPED, FileState.FAILED)
        return tuple(row.planned for row in self.model.rows if row.state not in wrong)

    def metadata_text(self) -> str:
        """Return the metadata object as JSON: of a draft that is there, nothing.

        Of a new save only what its service has a field for: what was typed for another account
        waits for that account. A journaled save keeps what it was given without a form too.
        """
        if self.attach_to is not None:
            return "{}"
        shown = self.metadata if self._loaded else self._shown_metadata()
        return json.dumps(shown, ensure_ascii=False)

    def request(self) -> SaveRequest:
        """Return the intent as it is now; call only when nothing is missing."""
        files = self.model.planned()
        return SaveRequest(
            account=self.account,
            title=self.title.strip(),
            metadata=self.metadata_text(),
            files=files,
            attach_to=self.attach_to.id if self.attach_to is not None else "",
        )

    def unsent(self) -> KeptForm | None:
        """Return what would be lost if the window closed now; None where nothing would be."""
        handed_over = self.model.fixed or self.model.locked or self.attach_to is not None
        if handed_over or not (self.title.strip() or self.model.rows):
            return None
        paths = tuple(row.planned.path for row in self.model.rows)
        return KeptForm(self.account.id, self.title, json.dumps(self.metadata), paths)

    # inside

    def _shown_metadata(self) -> dict[str, object]:
        shown: dict[str, object] = {}
        for field in self.capabilities.fields if self.capabilities is not None else ():
            if value := metadata_value(self.metadata, field.path):
                set_metadata_value(shown, field.path, value)
        return shown

    def _take_defaults(self) -> None:
        """Fill in what a new record of the service usually has, where nothing is typed."""
        fields = self.capabilities.fields if self.capabilities is not None else ()
        for field in () if self._loaded else fields:
            if field.default and metadata_value(self.metadata, field.path) is None:
                set_metadata_value(self.metadata, field.path, _default(field))

    async def _add(self, paths: tuple[str, ...]) -> None:
        rules = self.capabilities.key_rules if self.capabilities is not None else None
        slash = rules is None or rules.slash
        known = 0
        async for batch in expand(paths, slash=slash, choice=self.choice):
            known += self._append(batch)
        self._check_names()
        self.changed.emit()
        if known:
            self.left_out.emit(known)

    def add_planned(self, files: Sequence[RunFile]) -> None:
        """Add rows whose facts are known already."""
        self._append(files)
        self._check_names()
        self.changed.emit()

    def _append(self, files: Sequence[RunFile]) -> int:
        """Add rows for files that have none; return how many had one already."""
        if self.model.locked:
            return 0
        rows = {row.planned.path: row for row in self.model.rows}
        new: dict[str, RunFile] = {}
        changed: dict[int, RunFile] = {}
        for file in files:
            row = rows.get(file.path)
            if row is None:
                new.setdefault(file.path, file)
            elif _differs(row, file):
                changed[row.id] = file
        self.model.renew(changed)
        self.model.add(new.values())
        self.changed.emit()
        return len(files) - len(new)

    def _stop_adding(self) -> None:
        """Walk no further: what is found now would be added to another save."""
        for task in self._adding:
            task.cancel()

    def _added(self, task: asyncio.Task[None]) -> None:
        self._adding.discard(task)
        self.adding_changed.emit()

    def _renamed(self, rename: Rename) -> None:  # noqa: ARG002 - the model holds the new key
        self._check_names()
        self.changed.emit()

    def _check_names(self) -> None:
        if self.capabilities is None or self.model.locked:
            return
        planned = self.model.planned()
        keys = [file.key for file in planned]
        paths = [file.path for file in planned]
        self.model.set_findings(check_names(keys, self.capabilities.key_rules, paths))


def _differs(row: FileRow, file: RunFile) -> bool:
    return row.planned.fingerprint != file.fingerprint or row.fault != file.skip


def _default(field: MetadataField) -> str:
    return date.today().isoformat() if field.default == "today" else field.default  # noqa: DTZ011 - the person's own day


def metadata_value(metadata: dict[str, object], path: str) -> object:
    """Return the value at a dotted path, or None."""
    value: object = metadata
    for part in path.split("."):
        if not isinstance(value, dict):
            return None
        value = value.get(part)
    return value


def set_metadata_value(metadata: dict[str, object], path: str, value: object) -> None:
    """Set the value at a dotted path; an empty value removes it."""
    *parents, last = path.split(".")
    place = metadata
    for part in parents:
        inner = place.setdefault(part, {})
        if not isinstance(inner, dict):
            inner = place[part] = {}
        place = inner
    if value in ("", None, [], {}):
        place.pop(last, None)
    else:
        place[last] = value


def field_errors(error: ErrorInfo | None) -> dict[str, FieldError]:
    """Return the refusals of single fields by their dotted path."""
    return {field.field: field for field in error.fields} if error is not None else {}
