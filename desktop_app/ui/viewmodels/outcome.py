"""What the outcome card says and offers for a run that ended. Knows no widget."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import NextAction, OutcomeKind
from desktop_app.core.next_step import next_action, next_steps
from desktop_app.core.run import Run
from desktop_app.core.words import outcome_words
from desktop_app.ui import wording
from desktop_app.ui.theme import Tone

_BUTTONS = (
    NextAction.RETRY_FINALIZE,
    NextAction.RESUME,
    NextAction.CHECK_AGAIN,
    NextAction.SIGN_IN,
    NextAction.OPEN_RECORD,
    NextAction.DISCARD,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The card: icon and tone, headline, two sentences, one primary action, quiet ones."""

    icon: str
    tone: Tone
    title: str
    text: str
    primary: NextAction
    others: tuple[NextAction, ...] = ()


def outcome_of(report: Run) -> Outcome:
    """Return what to say of how a run ended."""
    icon, tone = _LOOKS[report.outcome]
    spoken = outcome_words(report)
    quoted = wording.server_says(report.error) if report.error is not None else ""
    sentences = [wording.said(spoken.what), quoted, wording.said(spoken.meaning)]
    others = tuple(
        action
        for action in next_steps(report)[1]
        if action in _BUTTONS and action != next_action(report)
    )
    return Outcome(
        icon,
        tone,
        wording.said(spoken.headline),
        "\n".join(sentence for sentence in sentences if sentence),
        next_action(report),
        others[:2],
    )


def refusal(error: ErrorInfo, report: Run | None) -> Outcome:
    """Return what to say when nothing was sent; a save that is there keeps its next steps."""
    title = QCoreApplication.translate("Outcome", "Nothing was sent")
    steps = outcome_of(report) if report is not None else None
    return Outcome(
        "warning",
        Tone.WARN,
        title,
        wording.explained(error),
        steps.primary if steps is not None else NextAction.EDIT,
        steps.others if steps is not None else (),
    )


_LOOKS = {
    OutcomeKind.DONE: ("done", Tone.GOOD),
    OutcomeKind.DRAFT_READY: ("done", Tone.GOOD),
    OutcomeKind.FAILED: ("failed", Tone.BAD),
    OutcomeKind.UNKNOWN: ("unknown", Tone.WARN),
    OutcomeKind.STOPPED: ("stopped", Tone.QUIET),
    OutcomeKind.DISCARDED: ("discard", Tone.QUIET),
    None: ("unfinished", Tone.WARN),
}
