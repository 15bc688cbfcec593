"""How a save ended: a headline of at most eight words, what happened, what it means."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.core.errors import OUR_JOURNAL, ErrorKind, info
from desktop_app.core.model import OutcomeKind, RecordState, SaveStage
from desktop_app.core.run import Run
from desktop_app.core.words.errors import cause_words
from desktop_app.core.words.marks import QT_TRANSLATE_NOOP, Marked, translate


@dataclass(frozen=True, slots=True)
class OutcomeWords:
    """The outcome panel's texts.

    Attributes:
        headline: at most eight words.
        what: what happened, one sentence.
        meaning: what it means for the person's data, one sentence.
    """

    headline: Marked
    what: Marked
    meaning: Marked


_HEADLINES = {
    OutcomeKind.DONE: QT_TRANSLATE_NOOP("Outcome", "Saved"),
    OutcomeKind.DRAFT_READY: QT_TRANSLATE_NOOP("Outcome", "Draft saved, ready to finalize"),
    OutcomeKind.UNKNOWN: QT_TRANSLATE_NOOP("Outcome", "Not known yet whether it was done"),
    OutcomeKind.STOPPED: QT_TRANSLATE_NOOP("Outcome", "Stopped"),
    OutcomeKind.DISCARDED: QT_TRANSLATE_NOOP("Outcome", "Draft discarded"),
}
_FAILED = {
    SaveStage.CREATE_RECORD: QT_TRANSLATE_NOOP("Outcome", "The record could not be prepared"),
    SaveStage.UPLOAD_FILES: QT_TRANSLATE_NOOP("Outcome", "Not all files could be sent"),
    SaveStage.FINALIZE_RECORD: QT_TRANSLATE_NOOP("Outcome", "The record could not be finalized"),
}
_NOT_JOURNALED = QT_TRANSLATE_NOOP("Outcome", "Stopped: the journal cannot be written")
_KEEP_THE_LINK = QT_TRANSLATE_NOOP(
    "Outcome",
    "No list of saves holds this save any more: look at its record on the service. "
    "Record: {record}. Link: {link}",
)
_NOT_SAVED = QT_TRANSLATE_NOOP("Outcome", "Not saved")
_LOST = QT_TRANSLATE_NOOP("Outcome", "The service has lost files")
_INTERRUPTED = QT_TRANSLATE_NOOP("Outcome", "Interrupted")
_BUSY = QT_TRANSLATE_NOOP("Outcome", "Running in another window")
_UNKNOWN = {
    SaveStage.CREATE_RECORD: QT_TRANSLATE_NOOP(
        "Outcome", "The server's answer was lost while the record was being prepared."
    ),
    SaveStage.UPLOAD_FILES: QT_TRANSLATE_NOOP(
        "Outcome", "The server's answer was lost while files were being sent."
    ),
    SaveStage.FINALIZE_RECORD: QT_TRANSLATE_NOOP(
        "Outcome", "The server's answer was lost while the record was being finalized."
    ),
}
_ASKED_IN_VAIN = QT_TRANSLATE_NOOP(
    "Outcome", "The server was asked, and could not say how it ended."
)
_CHECK_FIRST = QT_TRANSLATE_NOOP(
    "Outcome",
    "It may have been done: check again before anything else. Nothing will be done twice.",
)
_GOES_ON = QT_TRANSLATE_NOOP(
    "Outcome", "The step goes on without Sendoff: check again to see how it ended."
)
_ALL_AGREE = QT_TRANSLATE_NOOP("Outcome", "The record is finalized.")
_STOPPED_BY_YOU = QT_TRANSLATE_NOOP("Outcome", "You stopped this save.")
_STOPPED_BY_QUIT = QT_TRANSLATE_NOOP("Outcome", "This save was stopped when Sendoff was closed.")
_STOPPED_BY_LIMIT = QT_TRANSLATE_NOOP("Outcome", "This save was stopped by its time limit.")
_ENDED_EARLY = QT_TRANSLATE_NOOP("Outcome", "Sendoff ended before this save did.")
_RUNS_ELSEWHERE = QT_TRANSLATE_NOOP(
    "Outcome", "Another window or program of yours runs this save now."
)
_WAIT_THERE = QT_TRANSLATE_NOOP("Outcome", "It can be followed and stopped there.")
_REMOVED = QT_TRANSLATE_NOOP("Outcome", "The draft and its files were removed from the server.")
_FILES_STAY = QT_TRANSLATE_NOOP("Outcome", "Your own files were not touched.")
_NOTHING_THERE = QT_TRANSLATE_NOOP(
    "Outcome", "Nothing was saved on the server. Your own files were not touched."
)
_MAY_REMAIN = QT_TRANSLATE_NOOP(
    "Outcome",
    "A draft may be left on the server, nobody could say yet. Going on or discarding looks first.",
)
_REMOVED_OURS = QT_TRANSLATE_NOOP(
    "Outcome", "This save's files were taken out of your draft; the draft itself stays."
)
_DRAFT_ONLY = QT_TRANSLATE_NOOP(
    "Outcome", "Nothing was published. A draft without files is on the server."
)
_DRAFT_UNSEEN = QT_TRANSLATE_NOOP(
    "Outcome",
    "Nothing was published. A draft is on the server; whether it holds any of the files is not "
    "confirmed.",
)
_PUBLISHED = QT_TRANSLATE_NOOP("Outcome", "The record is finalized on the server.")
_GONE = QT_TRANSLATE_NOOP(
    "Outcome",
    "What this save put on the server is not there any more. Your own files were not touched.",
)
_NOT_THERE = QT_TRANSLATE_NOOP("Outcome", "The record is not there any more")
_DIFFERS = QT_TRANSLATE_NOOP("Outcome", "The record differs from what was sent")
_FINALIZE_WHEN_READY = QT_TRANSLATE_NOOP(
    "Outcome", "Nothing was published yet: finalize it when you are ready."
)
_SEVERAL_CAUSES = QT_TRANSLATE_NOOP("Outcome", "The reason is not the same for all of them.")
_NO_REASON = QT_TRANSLATE_NOOP("Outcome", "The save ended without saying why.")


def outcome_words(report: Run) -> OutcomeWords:
    """Return headline and two sentences for any run, ended or not."""
    return OutcomeWords(_headline(report), _what(report), _meaning(report))


def _headline(report: Run) -> Marked:
    if report.busy:
        return _BUSY
    if report.outcome is None:
        return _INTERRUPTED
    if report.outcome is OutcomeKind.FAILED and _has_lost(report):
        return _LOST
    if report.outcome is OutcomeKind.FAILED:
        if _differs(report):
            return _DIFFERS
        if _not_journaled(report):
            return _NOT_JOURNALED
        if report.error is not None and report.error.kind is ErrorKind.GONE:
            return _NOT_THERE
        return _FAILED[report.failed_stage] if report.failed_stage else _NOT_SAVED
    return _HEADLINES[report.outcome]


def _differs(report: Run) -> bool:
    """Whether the record was finalized, and its listing is not what was sent."""
    error = report.error
    return error is not None and (error.kind, error.get("reason")) == (
        ErrorKind.CONFLICT,
        "listing",
    )


def _has_lost(report: Run) -> bool:
    """Whether it failed because the service has lost files that it had confirmed."""
    if report.error is None or report.error.kind is ErrorKind.CONFLICT:
        return report.error is not None and report.error.get("reason") == "lost"
    held = [file.error for file in report.files if file.held_back]
    return bool(held) and all(
        error is not None and error.get("reason") in ("missing", "damaged") for error in held
    )


def _what(report: Run) -> Marked:
    if report.busy:
        return _RUNS_ELSEWHERE
    match report.outcome:
        case None:
            return _ENDED_EARLY
        case OutcomeKind.DONE | OutcomeKind.DRAFT_READY:
            return _counted(report)
        case OutcomeKind.UNKNOWN:
            return _unsettled(report)
        case OutcomeKind.STOPPED:
            return _stopped(report)
        case OutcomeKind.DISCARDED:
            if report.record is not None and report.record.state is RecordState.FINALIZED:
                return cause_words(info(ErrorKind.GONE))  # somebody else removed it
            return _REMOVED_OURS if report.attached else _REMOVED
        case OutcomeKind.FAILED:
            return _cause(report)


def _unsettled(report: Run) -> Marked:
    """Return why nobody knows: mostly a lost answer, but not always."""
    error, stage = report.error, report.failed_stage
    if error is not None and (error.kind is ErrorKind.STILL_RUNNING or _not_journaled(report)):
        return cause_words(error)
    return _UNKNOWN[stage] if stage is not None else _ASKED_IN_VAIN


def _not_journaled(report: Run) -> bool:
    """Whether it ended because this computer could not write down what was done."""
    return report.error is not None and report.error.kind in OUR_JOURNAL


def _is_lost_here(report: Run) -> bool:
    return report.error is not None and report.error.kind is ErrorKind.JOURNAL_GONE


def _cause(report: Run) -> Marked:
    """Return why a save failed: what its files say, where all of them say the same."""
    if report.error is None:
        return _NO_REASON
    if report.error.kind is ErrorKind.FILES_FAILED:
        errors = [file.error for file in report.files if file.held_back]
        causes = [cause_words(error) for error in errors if error is not None]
        if causes and all(cause == causes[0] for cause in causes):
            return causes[0]
        if causes and report.failed_stage is SaveStage.UPLOAD_FILES:
            return _SEVERAL_CAUSES
    return cause_words(report.error)


def _stopped(report: Run) -> Marked:
    reasons = {"shutdown": _STOPPED_BY_QUIT, "deadline": _STOPPED_BY_LIMIT}
    return reasons.get(report.cancel_reason, _STOPPED_BY_YOU)


def _counted(report: Run) -> Marked:
    total = _to_send(report)
    if total == 0:
        return _ALL_AGREE
    verified = sum(1 for file in report.confirmed if file.checksum == file.local_checksum != "")
    if verified == len(report.confirmed):
        return translate(
            "Outcome", "Verified by checksum: %n of {total} file(s).", None, total
        ).filled(total=total)
    return translate("Outcome", "Confirmed by size: %n of {total} file(s).", None, total).filled(
        total=total
    )


def _to_send(report: Run) -> int:
    """Return how many files the save is about."""
    return len(report.counted)


def _meaning(report: Run) -> Marked:
    if report.busy:
        return _WAIT_THERE
    if report.outcome is OutcomeKind.DISCARDED:
        return _FILES_STAY
    if report.record is not None and report.record.state is RecordState.BEING_REMOVED:
        return _CHECK_FIRST if report.attached else _MAY_REMAIN
    if _is_lost_here(report) and report.shown_record is not None:
        return _KEEP_THE_LINK.filled(
            record=report.shown_record.id, link=report.shown_record.url or "-"
        )
    if report.still_running:
        return _GOES_ON
    if report.outcome is OutcomeKind.UNKNOWN:
        return _CHECK_FIRST
    if (late := _late_draft(report)) is not None:
        return late
    if report.outcome is OutcomeKind.DRAFT_READY:
        return _FINALIZE_WHEN_READY
    return _on_the_server(report)


def _late_draft(report: Run) -> Marked | None:
    """Return what became of a second draft of a save that ended well, if one turned up."""
    ended_well = report.outcome in (OutcomeKind.DONE, OutcomeKind.DRAFT_READY)
    if not ended_well or report.error is None or not report.error.get("twin"):
        return None
    return cause_words(report.error)


def _may_remain(report: Run) -> bool:
    """Whether a create may have taken effect and nobody has seen how it ended."""
    sent = report.error is None or report.error.get("sent") != "no"
    if report.attached or (report.outcome is OutcomeKind.FAILED and not sent):
        return False
    return report.is_unseen(SaveStage.CREATE_RECORD) or _unasked(report)


def _unasked(report: Run) -> bool:
    return report.error is not None and report.error.get("remains") == "unknown"


def _on_the_server(report: Run) -> Marked:
    record = report.shown_record
    if report.error is not None and report.error.kind is ErrorKind.GONE:
        return _GONE
    if record is None:
        return _MAY_REMAIN if _may_remain(report) else _NOTHING_THERE
    if record.state is RecordState.FINALIZED or report.outcome is OutcomeKind.DONE:
        return _PUBLISHED
    if report.listed_before_finalizing:
        return _CHECK_FIRST
    confirmed = len(report.confirmed)
    if confirmed == 0:
        unseen = report.is_unseen(SaveStage.UPLOAD_FILES)
        begun = unseen or any(file.attempts > 0 for file in report.files)
        return _DRAFT_UNSEEN if begun or _unasked(report) else _DRAFT_ONLY
    text = translate(
        "Outcome",
        "Nothing was published. Safe on the server: {safe} of %n file(s).",
        None,
        _to_send(report),
    )
    return text.filled(safe=confirmed)
