"""What a person can do next about a run: one primary step, and the others that are allowed now."""

from __future__ import annotations

from desktop_app.core.errors import OUR_JOURNAL, ErrorKind, traits
from desktop_app.core.model import NextAction, OutcomeKind, RecordState, SaveStage
from desktop_app.core.run import Run

Steps = tuple[NextAction, tuple[NextAction, ...]]


def next_action(run: Run) -> NextAction:
    """Return the one primary next step; NONE where nothing is left to do, or somebody does it."""
    return next_steps(run)[0]


def all_next(run: Run) -> tuple[NextAction, ...]:
    """Return every step that is allowed now, the primary one first."""
    primary, others = next_steps(run)
    return (primary, *others)


def next_steps(run: Run) -> Steps:
    """Return the one primary next step, and the others that are allowed now."""
    if run.busy:
        return NextAction.NONE, ()
    if run.error is not None and run.error.kind is ErrorKind.JOURNAL_GONE:
        look = NextAction.OPEN_RECORD if run.shown_record else NextAction.NONE
        return look, ()  # no list holds the run any more
    match run.outcome:
        case OutcomeKind.DONE:
            return NextAction.OPEN_RECORD, ()
        case OutcomeKind.DISCARDED:
            return NextAction.NONE, ()
        case OutcomeKind.DRAFT_READY:
            return NextAction.RETRY_FINALIZE, (NextAction.OPEN_RECORD, NextAction.DISCARD)
        case OutcomeKind.UNKNOWN:
            return _after_unknown(run), ()
        case OutcomeKind.STOPPED:
            return NextAction.RESUME, (NextAction.DISCARD,)
        case OutcomeKind.FAILED:
            return _after_failure(run)
    return NextAction.RESUME, (NextAction.CHECK_AGAIN, NextAction.DISCARD)


def is_past_changing(run: Run) -> bool:
    """Whether its record is finalized and gone, or other than what was sent: going on is no help.

    A check found that; what can be done is to look at the record, and to discard or forget the run.
    """
    kind = run.error.kind if run.error is not None else None
    finalized = run.record is not None and run.record.state is RecordState.FINALIZED
    failed = run.outcome is OutcomeKind.FAILED and not run.busy
    return failed and finalized and kind in (ErrorKind.CONFLICT, ErrorKind.GONE)


def _after_unknown(run: Run) -> NextAction:
    asks_for_token = run.error is not None and run.error.kind is ErrorKind.SIGN_IN
    return NextAction.SIGN_IN if asks_for_token else NextAction.CHECK_AGAIN


def _after_failure(run: Run) -> Steps:
    kind = run.error.kind if run.error else ErrorKind.OTHER
    if run.record is not None and run.record.state is RecordState.FINALIZED:
        if kind is ErrorKind.GONE:
            return NextAction.NONE, (NextAction.DISCARD,)
        if kind in OUR_JOURNAL:  # only this computer has not written down that it is done
            return NextAction.CHECK_AGAIN, (NextAction.OPEN_RECORD,)
        return NextAction.OPEN_RECORD, ()
    if kind in (ErrorKind.SIGN_IN, ErrorKind.KEYCHAIN):
        return NextAction.SIGN_IN, (NextAction.RESUME, NextAction.DISCARD)
    if traits(kind).person_can_edit and not run.attached:
        return NextAction.EDIT, (NextAction.RESUME, NextAction.DISCARD)
    at_finalize = run.failed_stage is SaveStage.FINALIZE_RECORD and not run.record_gone
    if at_finalize and not traits(kind).about_files:
        return NextAction.RETRY_FINALIZE, (NextAction.DISCARD,)
    return NextAction.RESUME, (NextAction.DISCARD,)
