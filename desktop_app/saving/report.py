"""What a run's journal entry means for a person: its report, and the one step to take next."""

from __future__ import annotations

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import (
    FileReport,
    FileState,
    NextAction,
    OutcomeKind,
    RecordRef,
    RecordState,
    RunReport,
    SavePartialOutputs,
    SaveStage,
    StageReport,
    StageState,
    UploadedFile,
)
from desktop_app.storage.journal import FileEntry, JournaledRun

_MEND = {ErrorKind.VALIDATION, ErrorKind.MISSING_FIELD, ErrorKind.BAD_FIELD}
_FILES = {ErrorKind.FILES_FAILED, ErrorKind.SOURCE_CHANGED}


def stages_of(known: JournaledRun) -> tuple[SaveStage, ...]:
    """Return the stages that the run has: none for files without files, none that is not asked."""
    entry = known.entry
    finalize = entry.finalize or known.stage(SaveStage.FINALIZE_RECORD).attempts > 0
    return tuple(
        stage
        for stage, there in (
            (SaveStage.CREATE_RECORD, True),
            (SaveStage.UPLOAD_FILES, bool(known.files)),
            (SaveStage.FINALIZE_RECORD, finalize),
        )
        if there
    )


def report_of(known: JournaledRun, *, busy: bool) -> RunReport:
    """Return the report of a run; `busy` says that somebody runs it now."""
    entry = known.entry
    primary, others = next_steps(known, busy=busy)
    return RunReport(
        run=entry.run,
        account=entry.account,
        title=entry.title,
        started=entry.started,
        ended=entry.ended,
        metadata=entry.metadata,
        finalize=entry.finalize,
        outcome=entry.outcome,
        record=_record_of(known),
        partial_outputs=snapshot_of(known),
        stages=tuple(_stage_report(known, stage, busy=busy) for stage in stages_of(known)),
        files=tuple(_file_report(file) for file in known.files),
        failed_stage=entry.failed_stage,
        error=entry.error,
        next_action=primary,
        others=others,
        cancel_reason=entry.cancel_reason,
        still_running=entry.still_running,
        busy=busy,
        attempts=entry.attempts,
        attached=bool(entry.attach_to),
    )


def _record_of(known: JournaledRun) -> RecordRef | None:
    """Return the record; none where it was published and is gone, though its id is kept."""
    error = known.entry.error
    gone = error is not None and error.kind is ErrorKind.GONE
    return None if gone else known.entry.record


def snapshot_of(known: JournaledRun) -> SavePartialOutputs:
    """Return what the completed stages produced: after a failed upload, the record only."""
    if known.stage(SaveStage.UPLOAD_FILES).state is not StageState.DONE:
        return SavePartialOutputs(_record_of(known))
    confirmed = (
        UploadedFile(one.key, one.acknowledged, one.checksum, one.local_checksum, one.request_id)
        for one in known.files
        if one.state is FileState.CONFIRMED and not one.left_out
    )
    return SavePartialOutputs(_record_of(known), tuple(confirmed))


def next_steps(known: JournaledRun, *, busy: bool) -> tuple[NextAction, tuple[NextAction, ...]]:
    """Return the one primary next step, and the others that are allowed now."""
    if busy:
        return NextAction.NONE, ()
    match known.entry.outcome:
        case OutcomeKind.DONE:
            return NextAction.OPEN_RECORD, ()
        case OutcomeKind.DISCARDED:
            return NextAction.NONE, ()
        case OutcomeKind.DRAFT_READY:
            return NextAction.RETRY_FINALIZE, (NextAction.OPEN_RECORD, NextAction.DISCARD)
        case OutcomeKind.UNKNOWN:
            return _after_unknown(known), ()
        case OutcomeKind.STOPPED:
            return NextAction.RESUME, (NextAction.DISCARD,)
        case OutcomeKind.FAILED:
            return _after_failure(known)
    return NextAction.RESUME, (NextAction.CHECK_AGAIN, NextAction.DISCARD)


def _after_unknown(known: JournaledRun) -> NextAction:
    error = known.entry.error
    return (
        NextAction.SIGN_IN
        if error is not None and error.kind is ErrorKind.SIGN_IN
        else NextAction.CHECK_AGAIN
    )


def _after_failure(known: JournaledRun) -> tuple[NextAction, tuple[NextAction, ...]]:
    entry = known.entry
    kind = entry.error.kind if entry.error else ErrorKind.OTHER
    if entry.record is not None and entry.record.state is RecordState.FINALIZED:
        if kind is ErrorKind.GONE:
            return NextAction.NONE, (NextAction.DISCARD,)
        return NextAction.OPEN_RECORD, ()
    if kind in (ErrorKind.SIGN_IN, ErrorKind.KEYCHAIN):
        return NextAction.SIGN_IN, (NextAction.RESUME, NextAction.DISCARD)
    if kind in _MEND and not entry.attach_to:
        return NextAction.EDIT, (NextAction.RESUME, NextAction.DISCARD)
    at_finalize = entry.failed_stage is SaveStage.FINALIZE_RECORD and not entry.record_gone
    if at_finalize and kind not in _FILES:
        return NextAction.RETRY_FINALIZE, (NextAction.DISCARD,)
    return NextAction.RESUME, (NextAction.DISCARD,)


def _stage_report(known: JournaledRun, stage: SaveStage, *, busy: bool) -> StageReport:
    entry = known.stage(stage)
    state = entry.state
    if state is StageState.ACTIVE and not busy:
        state = StageState.UNKNOWN
    return StageReport(stage, state, entry.elapsed_s, entry.attempts)


def _file_report(file: FileEntry) -> FileReport:
    return FileReport(
        key=file.key,
        path=file.path,
        size=file.fingerprint.size,
        state=FileState.SKIPPED if file.left_out else file.state,
        local_checksum=file.local_checksum,
        checksum=file.checksum,
        acknowledged=file.acknowledged,
        attempts=file.attempts,
        error=file.error,
        request_id=file.request_id,
        left_out=file.left_out,
    )
