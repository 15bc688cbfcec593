"""Scenarios in which the trouble strikes while the record is prepared."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import NextAction, OutcomeKind, SaveStage
from desktop_app.core.words.marks import QT_TRANSLATE_NOOP
from desktop_app.qa.catalogue.model import (
    LIMITS,
    SHORT_S,
    Act,
    Do,
    End,
    F,
    P,
    S,
    Scenario,
    Stop,
    Switch,
    Trouble,
    U,
)
from desktop_app.qa.proxy import Rule, What, When

_STAGE = SaveStage.CREATE_RECORD
_SHORT = replace(LIMITS, create_s=SHORT_S)
_STOPPED = End(OutcomeKind.STOPPED, NextAction.RESUME, (S, P, P), ErrorKind.STOPPED)
_RESUMED = Act(Do.RESUME, first=(Switch.HEAL,))
_AGAIN = (("Retry-After", "0.3"),)

CREATING = (
    Scenario(
        "create-refused",
        QT_TRANSLATE_NOOP("Scenario", "The service refuses the new record"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "A clear refusal is shown at once with its cause; once fixed, the same save continues.",
        ),
        _STAGE,
        Trouble.REFUSAL,
        faults=(Rule(What.STATUS, stage=_STAGE, status=403, times=0),),
        acts=(
            Act(
                Do.SAVE,
                End(OutcomeKind.FAILED, NextAction.RESUME, (F, P, P), ErrorKind.PERMISSION),
            ),
            _RESUMED,
        ),
    ),
    Scenario(
        "create-timeout-no-effect",
        QT_TRANSLATE_NOOP("Scenario", "No answer to the new record, and nothing was created"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "After the time limit the service is asked first; only then is the request repeated.",
        ),
        _STAGE,
        Trouble.TIMEOUT_NO_EFFECT,
        faults=(Rule(What.STALL, stage=_STAGE),),
        acts=(Act(Do.SAVE),),
        limits=_SHORT,
    ),
    Scenario(
        "create-timeout-effect",
        QT_TRANSLATE_NOOP("Scenario", "No answer to the new record, though it was created"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "The record is found by its marker and used: there is one record, not two.",
        ),
        _STAGE,
        Trouble.TIMEOUT_EFFECT,
        faults=(Rule(What.STALL, When.AFTER_EFFECT, stage=_STAGE),),
        acts=(Act(Do.SAVE),),
        limits=_SHORT,
    ),
    Scenario(
        "create-lost-answer",
        QT_TRANSLATE_NOOP("Scenario", "The answer to the new record is lost"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "The same request with the same key is answered as before: one intent, one record.",
        ),
        _STAGE,
        Trouble.LOST_ANSWER,
        faults=(Rule(What.LOST_ANSWER, stage=_STAGE),),
        acts=(Act(Do.SAVE),),
    ),
    Scenario(
        "create-reset",
        QT_TRANSLATE_NOOP("Scenario", "The connection breaks before the record is created"),
        QT_TRANSLATE_NOOP("Scenario", "A short break is waited out without a word of failure."),
        _STAGE,
        Trouble.RESET,
        faults=(Rule(What.RESET, stage=_STAGE),),
        acts=(Act(Do.SAVE),),
    ),
    Scenario(
        "create-overload",
        QT_TRANSLATE_NOOP("Scenario", "The service is overloaded when the record is created"),
        QT_TRANSLATE_NOOP(
            "Scenario", "The pause that the service asks for is kept, then the save continues."
        ),
        _STAGE,
        Trouble.OVERLOAD,
        faults=(Rule(What.STATUS, stage=_STAGE, status=503, headers=_AGAIN),),
        acts=(Act(Do.SAVE),),
    ),
    Scenario(
        "create-token-expired",
        QT_TRANSLATE_NOOP("Scenario", "The token has expired before the start"),
        QT_TRANSLATE_NOOP(
            "Scenario", "You are asked once for a new token, and the save continues from there."
        ),
        _STAGE,
        Trouble.EXPIRED_TOKEN,
        faults=(Rule(What.EXPIRED_TOKEN, stage=_STAGE),),
        acts=(Act(Do.SAVE, signs_in=True),),
    ),
    Scenario(
        "create-cancel",
        QT_TRANSLATE_NOOP("Scenario", "Cancel while the record is prepared"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "Nothing more is written after Cancel, and what remains can be resumed or discarded.",
        ),
        _STAGE,
        Trouble.CANCEL,
        faults=(Rule(What.STALL, stage=_STAGE, name="no answer"),),
        acts=(Act(Do.SAVE, _STOPPED, at="no answer", stop=Stop.CANCEL), _RESUMED),
    ),
    Scenario(
        "create-quit",
        QT_TRANSLATE_NOOP("Scenario", "Quit while the record is prepared"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Sendoff ends in bounded time, and the next start offers to resume."
        ),
        _STAGE,
        Trouble.QUIT,
        faults=(Rule(What.STALL, stage=_STAGE, name="no answer"),),
        acts=(Act(Do.SAVE, _STOPPED, at="no answer", stop=Stop.QUIT), _RESUMED),
    ),
    Scenario(
        "create-kill",
        QT_TRANSLATE_NOOP("Scenario", "Killed right after the record was created"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "The next start finds the record that the killed process never heard of: one record.",
        ),
        _STAGE,
        Trouble.KILL,
        faults=(Rule(What.STALL, When.AFTER_EFFECT, stage=_STAGE, name="no answer"),),
        acts=(
            Act(
                Do.SAVE,
                End(None, NextAction.RESUME, (U, P, P)),
                at="no answer",
                stop=Stop.KILL,
            ),
            _RESUMED,
        ),
    ),
    Scenario(
        "create-late-success",
        QT_TRANSLATE_NOOP("Scenario", "The record is created after the time limit"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "The service takes longer than you wait; asking again must not make a second record.",
        ),
        _STAGE,
        Trouble.LATE_SUCCESS,
        faults=(Rule(What.LATE, stage=_STAGE, seconds=1.5 * SHORT_S),),
        acts=(Act(Do.SAVE),),
        limits=_SHORT,
    ),
)
