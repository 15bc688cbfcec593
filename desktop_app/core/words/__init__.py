"""Every sentence that people read about kinds and states: cause, consequence, next action.

Sentences are literals, marked by the Qt-free functions of `marks` under names that `lupdate`
knows. The window says them through Qt's translator, the command line in English:

    say(marked)                                        # English
    say(marked, QCoreApplication.translate, size_text)  # the window's language and number format
"""

from desktop_app.core.words.errors import error_words, field_error_words, reason_words
from desktop_app.core.words.marks import QT_TRANSLATE_NOOP, Marked, Size, say, size_text, translate
from desktop_app.core.words.outcomes import OutcomeWords, outcome_words
from desktop_app.core.words.states import (
    CHECKING,
    account_label,
    action_label,
    choice_label,
    entry_state,
    field_label,
    file_state,
    record_state,
    settled_words,
    stage_hint,
    stage_label,
    stage_state,
)

__all__ = [
    "CHECKING",
    "QT_TRANSLATE_NOOP",
    "Marked",
    "OutcomeWords",
    "Size",
    "account_label",
    "action_label",
    "choice_label",
    "entry_state",
    "error_words",
    "field_error_words",
    "field_label",
    "file_state",
    "outcome_words",
    "reason_words",
    "record_state",
    "say",
    "settled_words",
    "size_text",
    "stage_hint",
    "stage_label",
    "stage_state",
    "translate",
]
