"""Scenarios in which the trouble strikes while files are sent."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import NextAction, OutcomeKind, SaveStage
from desktop_app.core.words.marks import QT_TRANSLATE_NOOP
from desktop_app.qa.catalogue.model import (
    KEYS,
    LIMITS,
    SHORT_S,
    A,
    Act,
    B,
    D,
    Do,
    End,
    F,
    Needs,
    P,
    S,
    Sample,
    Scenario,
    Stop,
    Switch,
    Tree,
    Trouble,
    U,
)
from desktop_app.qa.proxy import Rule, What, When

_STAGE = SaveStage.UPLOAD_FILES
_SHORT = replace(LIMITS, stall_s=SHORT_S, answer_s=SHORT_S)
_STOPPED = End(OutcomeKind.STOPPED, NextAction.RESUME, (D, S, P), ErrorKind.STOPPED)
_HELD = End(OutcomeKind.FAILED, NextAction.RESUME, (D, F, P), ErrorKind.FILES_FAILED, failed=1)
_RESUMED = Act(Do.RESUME, first=(Switch.HEAL,))
_AGAIN = (("Retry-After", "0.3"),)
_LARGE = Sample("survey.tar", 9 << 20)
_ONCE = Tree(files=KEYS, contents=3)
_TWICE = Tree(files=KEYS, contents=4)

UPLOADING = (
    Scenario(
        "upload-refused",
        QT_TRANSLATE_NOOP("Scenario", "The service refuses one of three files"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "The other files still go; the record is not finalized until you have decided.",
        ),
        _STAGE,
        Trouble.REFUSAL,
        faults=(Rule(What.STATUS, method="PUT", key=B.key, status=403, times=0),),
        acts=(Act(Do.SAVE, _HELD), _RESUMED),
        tree=_ONCE,
    ),
    Scenario(
        "upload-timeout-no-effect",
        QT_TRANSLATE_NOOP("Scenario", "A file gets no answer and was not stored"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Silence after the last byte is noticed, and that one file is sent again."
        ),
        _STAGE,
        Trouble.TIMEOUT_NO_EFFECT,
        faults=(Rule(What.STALL, method="PUT", key=B.key),),
        acts=(Act(Do.SAVE),),
        limits=_SHORT,
        tree=_ONCE,
    ),
    Scenario(
        "upload-timeout-effect",
        QT_TRANSLATE_NOOP("Scenario", "A file gets no answer, though it was stored"),
        QT_TRANSLATE_NOOP("Scenario", "The file ends up stored once, with the right content."),
        _STAGE,
        Trouble.TIMEOUT_EFFECT,
        faults=(Rule(What.STALL, When.AFTER_EFFECT, method="PUT", key=B.key),),
        acts=(Act(Do.SAVE),),
        limits=_SHORT,
        tree=_TWICE,
    ),
    Scenario(
        "upload-lost-answer",
        QT_TRANSLATE_NOOP("Scenario", "The confirmation of a file is lost"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Nothing reads as confirmed before the service's own word is there."
        ),
        _STAGE,
        Trouble.LOST_ANSWER,
        faults=(Rule(What.LOST_ANSWER, method="PUT", key=B.key),),
        acts=(Act(Do.SAVE),),
        tree=_TWICE,
    ),
    Scenario(
        "upload-reset",
        QT_TRANSLATE_NOOP("Scenario", "The connection breaks twice in the middle of a file"),
        QT_TRANSLATE_NOOP(
            "Scenario", "A bounded number of tries, each from a fresh reader; the content is exact."
        ),
        _STAGE,
        Trouble.RESET,
        faults=(Rule(What.RESET, When.MID_BODY, method="PUT", key=B.key, times=2),),
        acts=(Act(Do.SAVE),),
        tree=_ONCE,
    ),
    Scenario(
        "upload-overload",
        QT_TRANSLATE_NOOP("Scenario", "The service asks for a pause between files"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Too many requests: all files wait as long as asked, and none fails."
        ),
        _STAGE,
        Trouble.OVERLOAD,
        faults=(Rule(What.STATUS, method="PUT", nth=2, status=429, headers=_AGAIN),),
        acts=(Act(Do.SAVE),),
        tree=_ONCE,
    ),
    Scenario(
        "upload-token-expired",
        QT_TRANSLATE_NOOP("Scenario", "The token expires in the middle of the batch"),
        QT_TRANSLATE_NOOP(
            "Scenario", "One question for all files; those that are confirmed are not sent again."
        ),
        _STAGE,
        Trouble.EXPIRED_TOKEN,
        faults=(Rule(What.EXPIRED_TOKEN, method="PUT", nth=2),),
        acts=(Act(Do.SAVE, signs_in=True),),
        tree=_ONCE,
    ),
    Scenario(
        "upload-cancel",
        QT_TRANSLATE_NOOP("Scenario", "Cancel in the middle of a file"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "The sending stops at once, the confirmed file stays, and Resume sends only the rest.",
        ),
        _STAGE,
        Trouble.CANCEL,
        faults=(Rule(What.STALL, When.MID_BODY, method="PUT", key=B.key, name="half sent"),),
        acts=(Act(Do.SAVE, _STOPPED, at="half sent", stop=Stop.CANCEL), _RESUMED),
        tree=_ONCE,
    ),
    Scenario(
        "upload-quit",
        QT_TRANSLATE_NOOP("Scenario", "Quit in the middle of a file"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Stop and quit keeps what is confirmed and never asks a second time."
        ),
        _STAGE,
        Trouble.QUIT,
        faults=(Rule(What.STALL, When.MID_BODY, method="PUT", key=B.key, name="half sent"),),
        acts=(Act(Do.SAVE, _STOPPED, at="half sent", stop=Stop.QUIT), _RESUMED),
        tree=_ONCE,
    ),
    Scenario(
        "upload-kill",
        QT_TRANSLATE_NOOP("Scenario", "Killed in the middle of a large file"),
        QT_TRANSLATE_NOOP(
            "Scenario", "The next start continues at the byte that the service has acknowledged."
        ),
        _STAGE,
        Trouble.KILL,
        faults=(Rule(What.STALL, When.MID_BODY, method="PATCH", name="half sent"),),
        acts=(
            Act(
                Do.SAVE,
                End(None, NextAction.RESUME, (D, U, P)),
                at="half sent",
                stop=Stop.KILL,
            ),
            _RESUMED,
        ),
        files=(A, _LARGE),
        tree=Tree(files=(A.key, _LARGE.key), contents=2),
    ),
    Scenario(
        "upload-late-success",
        QT_TRANSLATE_NOOP("Scenario", "An upload that cannot be stopped succeeds late"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "A hint instead of Cancel; the limit passes, the upload continues, and is found.",
        ),
        _STAGE,
        Trouble.LATE_SUCCESS,
        faults=(Rule(What.DELAY, When.AFTER_EFFECT, method="PUT", key=B.key, seconds=2.0),),
        acts=(
            Act(
                Do.SAVE,
                End(
                    OutcomeKind.UNKNOWN,
                    NextAction.CHECK_AGAIN,
                    (D, U, P),
                ),
                at="delay",
                stop=Stop.CANCEL,
            ),
            Act(Do.RESUME, first=(Switch.LATE_OUTCOME,)),
        ),
        limits=replace(LIMITS, stall_s=SHORT_S),
        needs=frozenset({Needs.UNCANCELLABLE}),
        tree=_ONCE,
    ),
)
