"""Scenarios in which the trouble strikes while the record is finalized."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import NextAction, OutcomeKind, SaveStage
from desktop_app.core.words.marks import QT_TRANSLATE_NOOP
from desktop_app.qa.catalogue.model import (
    KEYS,
    LIMITS,
    SAVED,
    SHORT_S,
    Act,
    D,
    Do,
    End,
    F,
    Scenario,
    Stop,
    Switch,
    Tree,
    Trouble,
    U,
)
from desktop_app.qa.proxy import Rule, What, When

_STAGE = SaveStage.FINALIZE_RECORD
_SHORT = replace(LIMITS, finalize_s=SHORT_S)
_RETRIED = Act(Do.RETRY_FINALIZE, first=(Switch.HEAL,))
_AGAIN = (("Retry-After", "0.3"),)
_ONCE = Tree(files=KEYS, contents=3)

FINALIZING = (
    Scenario(
        "finalize-refused",
        QT_TRANSLATE_NOOP("Scenario", "The service refuses to finalize"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "All files are safe; Retry finalization makes no new record and sends no file again.",
        ),
        _STAGE,
        Trouble.REFUSAL,
        faults=(Rule(What.STATUS, stage=_STAGE, status=403, times=0),),
        acts=(
            Act(
                Do.SAVE,
                End(OutcomeKind.FAILED, NextAction.RETRY_FINALIZE, (D, D, F), ErrorKind.PERMISSION),
            ),
            _RETRIED,
        ),
        tree=_ONCE,
    ),
    Scenario(
        "finalize-timeout-no-effect",
        QT_TRANSLATE_NOOP("Scenario", "No answer to the finalization, which was not done"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "The service is asked and says no; only then is Retry finalization offered.",
        ),
        _STAGE,
        Trouble.TIMEOUT_NO_EFFECT,
        faults=(Rule(What.STALL, stage=_STAGE),),
        acts=(
            Act(
                Do.SAVE,
                End(OutcomeKind.FAILED, NextAction.RETRY_FINALIZE, (D, D, F), ErrorKind.TIMED_OUT),
            ),
            Act(Do.RETRY_FINALIZE, first=(Switch.HEAL,)),
        ),
        limits=replace(LIMITS, answer_s=SHORT_S, attempts=1),
        tree=_ONCE,
    ),
    Scenario(
        "finalize-timeout-effect",
        QT_TRANSLATE_NOOP("Scenario", "No answer to the finalization, though it was done"),
        QT_TRANSLATE_NOOP("Scenario", "A timeout is not a failure: the service says it was done."),
        _STAGE,
        Trouble.TIMEOUT_EFFECT,
        faults=(Rule(What.STALL, When.AFTER_EFFECT, stage=_STAGE),),
        acts=(Act(Do.SAVE),),
        limits=_SHORT,
        tree=_ONCE,
    ),
    Scenario(
        "finalize-lost-answer",
        QT_TRANSLATE_NOOP("Scenario", "The answer to the finalization is lost"),
        QT_TRANSLATE_NOOP("Scenario", "Finalizing is never repeated under another key."),
        _STAGE,
        Trouble.LOST_ANSWER,
        faults=(Rule(What.LOST_ANSWER, stage=_STAGE),),
        acts=(Act(Do.SAVE),),
        tree=_ONCE,
    ),
    Scenario(
        "finalize-reset",
        QT_TRANSLATE_NOOP("Scenario", "The connection breaks when the record is finalized"),
        QT_TRANSLATE_NOOP("Scenario", "The break is waited out; the record is finalized once."),
        _STAGE,
        Trouble.RESET,
        faults=(Rule(What.RESET, stage=_STAGE),),
        acts=(Act(Do.SAVE),),
        tree=_ONCE,
    ),
    Scenario(
        "finalize-overload",
        QT_TRANSLATE_NOOP("Scenario", "The service is overloaded when the record is finalized"),
        QT_TRANSLATE_NOOP("Scenario", "The pause is kept, and the files are not sent again."),
        _STAGE,
        Trouble.OVERLOAD,
        faults=(Rule(What.STATUS, stage=_STAGE, status=503, headers=_AGAIN),),
        acts=(Act(Do.SAVE),),
        tree=_ONCE,
    ),
    Scenario(
        "finalize-token-expired",
        QT_TRANSLATE_NOOP("Scenario", "The token expires before the record is finalized"),
        QT_TRANSLATE_NOOP("Scenario", "A new token is enough: no file and no record is made anew."),
        _STAGE,
        Trouble.EXPIRED_TOKEN,
        faults=(Rule(What.EXPIRED_TOKEN, stage=_STAGE),),
        acts=(Act(Do.SAVE, signs_in=True),),
        tree=_ONCE,
    ),
    Scenario(
        "finalize-cancel",
        QT_TRANSLATE_NOOP("Scenario", "There is no Cancel while the record is finalized"),
        QT_TRANSLATE_NOOP(
            "Scenario", "This step cannot be stopped, and says so; it ends as it would have."
        ),
        _STAGE,
        Trouble.CANCEL,
        faults=(Rule(What.DELAY, stage=_STAGE, seconds=0.4),),
        acts=(Act(Do.SAVE, SAVED, at="delay", stop=Stop.CANCEL),),
        tree=_ONCE,
    ),
    Scenario(
        "finalize-quit",
        QT_TRANSLATE_NOOP("Scenario", "Quit while the record is finalized"),
        QT_TRANSLATE_NOOP(
            "Scenario", "What cannot be stopped is written down as unknown, and checked next time."
        ),
        _STAGE,
        Trouble.QUIT,
        faults=(Rule(What.STALL, stage=_STAGE, name="no answer"),),
        acts=(
            Act(
                Do.SAVE,
                End(OutcomeKind.UNKNOWN, NextAction.CHECK_AGAIN, (D, D, U)),
                at="no answer",
                stop=Stop.QUIT,
            ),
            Act(Do.RESUME, first=(Switch.HEAL,)),
        ),
        tree=_ONCE,
    ),
    Scenario(
        "finalize-kill",
        QT_TRANSLATE_NOOP("Scenario", "Killed right after the record was finalized"),
        QT_TRANSLATE_NOOP(
            "Scenario", "The next start learns that it was done, and finalizes nothing again."
        ),
        _STAGE,
        Trouble.KILL,
        faults=(Rule(What.STALL, When.AFTER_EFFECT, stage=_STAGE, name="no answer"),),
        acts=(
            Act(
                Do.SAVE,
                End(None, NextAction.RESUME, (D, D, U)),
                at="no answer",
                stop=Stop.KILL,
            ),
            Act(Do.RESUME, first=(Switch.HEAL,)),
        ),
        tree=_ONCE,
    ),
    Scenario(
        "finalize-late-success",
        QT_TRANSLATE_NOOP("Scenario", "The record is finalized after the time limit"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Sendoff stops waiting, asks until it is settled, and says: saved."
        ),
        _STAGE,
        Trouble.LATE_SUCCESS,
        faults=(Rule(What.LATE, stage=_STAGE, seconds=1.6),),
        acts=(Act(Do.SAVE),),
        limits=_SHORT,
        tree=_ONCE,
    ),
)
