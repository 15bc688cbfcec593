"""Cases that people met in the field, each with any stage."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import NextAction, OutcomeKind, RecordState, SaveStage
from desktop_app.core.words.marks import QT_TRANSLATE_NOOP
from desktop_app.qa.catalogue.model import (
    KEYS,
    LIMITS,
    SHORT_S,
    A,
    Act,
    B,
    C,
    D,
    Do,
    End,
    F,
    P,
    S,
    Sample,
    Scenario,
    ServiceFault,
    Stop,
    Switch,
    Tree,
    Trouble,
    U,
)
from desktop_app.qa.proxy import Rule, What, When

_CREATE, _UPLOAD, _FINALIZE = SaveStage
_RESUMED = Act(Do.RESUME, first=(Switch.HEAL,))
_HELD = End(OutcomeKind.FAILED, NextAction.RESUME, (D, F, P), ErrorKind.FILES_FAILED, failed=1)
_LARGE = Sample("survey.tar", 9 << 20)
_LARGER = Sample("survey.tar", 14 << 20)
_EMPTY = Sample("empty.log", 0)
_ODD = Sample("R&D <b>bold 观测笔记.txt", 700)
_ONCE = Tree(files=KEYS, contents=3)
_JSON = (("Content-Type", "application/json"),)

FIELD = (
    Scenario(
        "field-network-login-page",
        QT_TRANSLATE_NOOP("Scenario", "A network login page answers in place of the service"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "A page for people is never taken for success; after the sign-in the save continues.",
        ),
        _CREATE,
        Trouble.FIELD,
        faults=(Rule(What.HTML, status=200, times=0),),
        acts=(
            Act(
                Do.SAVE,
                End(
                    OutcomeKind.UNKNOWN,
                    NextAction.CHECK_AGAIN,
                    (U, P, P),
                    ErrorKind.NOT_THE_SERVICE,
                ),
            ),
            _RESUMED,
        ),
    ),
    Scenario(
        "field-gateway-page",
        QT_TRANSLATE_NOOP("Scenario", "A gateway times out though the record was finalized"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Neither a parser's message nor a second publishing: the record is read."
        ),
        _FINALIZE,
        Trouble.FIELD,
        faults=(Rule(What.HTML, When.AFTER_EFFECT, stage=_FINALIZE, status=504),),
        acts=(Act(Do.SAVE),),
        tree=_ONCE,
    ),
    Scenario(
        "field-answer-cut-off",
        QT_TRANSLATE_NOOP("Scenario", "The answer to the new record ends in its middle"),
        QT_TRANSLATE_NOOP("Scenario", "Half an answer is no answer; one record is made."),
        _CREATE,
        Trouble.FIELD,
        faults=(Rule(What.CUT_BODY, When.MID_ANSWER, stage=_CREATE),),
        acts=(Act(Do.SAVE),),
    ),
    Scenario(
        "field-answer-drips",
        QT_TRANSLATE_NOOP("Scenario", "The answer drips in, one byte now and then"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Each call has a limit in all: a service that drips cannot hold you up."
        ),
        _CREATE,
        Trouble.FIELD,
        faults=(Rule(What.DRIP, stage=_CREATE, seconds=0.3, name="drip"),),
        acts=(Act(Do.SAVE),),
        limits=replace(LIMITS, create_s=SHORT_S),
    ),
    Scenario(
        "field-answer-garbled",
        QT_TRANSLATE_NOOP("Scenario", "The answer to the new record makes no sense"),
        QT_TRANSLATE_NOOP(
            "Scenario", "A success that cannot be understood is checked with the service."
        ),
        _CREATE,
        Trouble.FIELD,
        faults=(
            Rule(
                What.STATUS,
                When.AFTER_EFFECT,
                stage=_CREATE,
                status=201,
                headers=_JSON,
                body='{"id": 7',
            ),
        ),
        acts=(Act(Do.SAVE),),
    ),
    Scenario(
        "field-request-doubled",
        QT_TRANSLATE_NOOP("Scenario", "Something on the way doubles every request"),
        QT_TRANSLATE_NOOP("Scenario", "One record, each file once."),
        _CREATE,
        Trouble.FIELD,
        faults=(Rule(What.DUPLICATE, times=0),),
        acts=(Act(Do.SAVE),),
    ),
    Scenario(
        "field-redirected",
        QT_TRANSLATE_NOOP("Scenario", "A file is redirected to another address"),
        QT_TRANSLATE_NOOP(
            "Scenario", "A redirect is not success, and the token goes to no other site."
        ),
        _UPLOAD,
        Trouble.FIELD,
        faults=(
            Rule(
                What.REDIRECT,
                method="PUT",
                key=B.key,
                status=302,
                location="https://elsewhere.invalid/login",
                times=0,
            ),
        ),
        acts=(
            Act(
                Do.SAVE,
                End(OutcomeKind.FAILED, NextAction.RESUME, (D, F, P), ErrorKind.REDIRECTED),
            ),
            _RESUMED,
        ),
        tree=_ONCE,
    ),
    Scenario(
        "field-too-large",
        QT_TRANSLATE_NOOP("Scenario", "A file is refused as too large while it is being sent"),
        QT_TRANSLATE_NOOP(
            "Scenario", "The early answer is read and shown as it is, not as a broken connection."
        ),
        _UPLOAD,
        Trouble.FIELD,
        faults=(
            Rule(
                What.EARLY_ANSWER,
                When.MID_BODY,
                method="PUT",
                key=B.key,
                status=413,
                headers=(*_JSON, ("Retry-After", "39")),
                body='{"message": "The data value transmitted exceeds the capacity limit."}',
            ),
        ),
        acts=(Act(Do.SAVE, _HELD), _RESUMED),
        tree=_ONCE,
    ),
    Scenario(
        "field-disk-full",
        QT_TRANSLATE_NOOP("Scenario", "The service's disk is full for one file"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "It is reported at once and not tried again and again; the small files are still sent.",
        ),
        _UPLOAD,
        Trouble.FIELD,
        service_faults=(ServiceFault("disk_full", "put_file", key=B.key, times=0),),
        acts=(Act(Do.SAVE, _HELD), _RESUMED),
    ),
    Scenario(
        "field-quota",
        QT_TRANSLATE_NOOP("Scenario", "The quota is used up for one file"),
        QT_TRANSLATE_NOOP(
            "Scenario", "The limit is named; once there is room again, Resume sends that file."
        ),
        _UPLOAD,
        Trouble.FIELD,
        service_faults=(ServiceFault("quota", "put_file", key=B.key, times=0),),
        acts=(Act(Do.SAVE, _HELD), _RESUMED),
    ),
    Scenario(
        "field-locked",
        QT_TRANSLATE_NOOP("Scenario", "The service's database is locked for a moment"),
        QT_TRANSLATE_NOOP("Scenario", "A lock that passes is waited for, visibly and with a cap."),
        _UPLOAD,
        Trouble.FIELD,
        service_faults=(ServiceFault("locked", "put_file", key=B.key),),
        acts=(Act(Do.SAVE),),
    ),
    Scenario(
        "field-half-open",
        QT_TRANSLATE_NOOP("Scenario", "The connection falls silent in the middle of a large file"),
        QT_TRANSLATE_NOOP(
            "Scenario",
            "The stall is noticed, the connection dropped, and the rest sent over a fresh one.",
        ),
        _UPLOAD,
        Trouble.FIELD,
        faults=(Rule(What.STALL, When.MID_BODY, method="PATCH", at=0.3),),
        acts=(Act(Do.SAVE),),
        limits=replace(LIMITS, stall_s=SHORT_S),
        files=(A, _LARGE),
        tree=Tree(files=(A.key, _LARGE.key), contents=2),
    ),
    Scenario(
        "field-not-read",
        QT_TRANSLATE_NOOP("Scenario", "The service does not read what is sent"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Progress shows what has left this computer, not what was read from disk."
        ),
        _UPLOAD,
        Trouble.FIELD,
        faults=(Rule(What.STALL, method="PATCH"),),
        acts=(Act(Do.SAVE),),
        limits=replace(LIMITS, stall_s=SHORT_S),
        files=(A, _LARGER),
        tree=Tree(files=(A.key, _LARGER.key), contents=2),
    ),
    Scenario(
        "field-bytes-corrupted",
        QT_TRANSLATE_NOOP("Scenario", "Bytes of a file are corrupted on the way"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Checksums show it, and what is stored in the end is what you have."
        ),
        _UPLOAD,
        Trouble.FIELD,
        faults=(Rule(What.CORRUPT, method="PUT", key=B.key),),
        acts=(Act(Do.SAVE),),
    ),
    Scenario(
        "field-wrong-checksum",
        QT_TRANSLATE_NOOP("Scenario", "The service reports other checksums than yours"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Nothing reads as done that does not agree, and nothing is finalized."
        ),
        _UPLOAD,
        Trouble.FIELD,
        service_faults=(ServiceFault("wrong_checksum", "put_file", key=B.key, times=0),),
        acts=(Act(Do.SAVE, _HELD), _RESUMED),
    ),
    Scenario(
        "field-service-crash",
        QT_TRANSLATE_NOOP("Scenario", "The service crashes before it has stored the record"),
        QT_TRANSLATE_NOOP("Scenario", "It is started again, and the same save continues."),
        _CREATE,
        Trouble.FIELD,
        service_faults=(ServiceFault("crash_before_commit", "create_record"),),
        acts=(Act(Do.SAVE),),
        within_s=15.0,
    ),
    Scenario(
        "field-service-crash-after",
        QT_TRANSLATE_NOOP("Scenario", "The service crashes right after finalizing"),
        QT_TRANSLATE_NOOP("Scenario", "After its restart it is asked, and says that it was done."),
        _FINALIZE,
        Trouble.FIELD,
        service_faults=(ServiceFault("crash_after_commit", "finalize"),),
        acts=(Act(Do.SAVE),),
        tree=_ONCE,
        within_s=15.0,
    ),
    Scenario(
        "field-slow-job",
        QT_TRANSLATE_NOOP("Scenario", "Finalizing takes a while as a job"),
        QT_TRANSLATE_NOOP("Scenario", "The job is followed to its end before anything reads done."),
        _FINALIZE,
        Trouble.FIELD,
        service_faults=(ServiceFault("slow_job", "finalize", seconds=0.3),),
        acts=(Act(Do.SAVE),),
        tree=_ONCE,
    ),
    Scenario(
        "field-failing-job",
        QT_TRANSLATE_NOOP("Scenario", "The job that finalizes fails"),
        QT_TRANSLATE_NOOP(
            "Scenario", "The record is still a draft, all files are safe, and it can be retried."
        ),
        _FINALIZE,
        Trouble.FIELD,
        service_faults=(ServiceFault("failing_job", "finalize"),),
        acts=(
            Act(Do.SAVE, End(OutcomeKind.FAILED, NextAction.RETRY_FINALIZE, (D, D, F))),
            Act(Do.RETRY_FINALIZE, first=(Switch.HEAL,)),
        ),
        tree=_ONCE,
    ),
    Scenario(
        "field-short-outage",
        QT_TRANSLATE_NOOP("Scenario", "The network goes away for a moment"),
        QT_TRANSLATE_NOOP("Scenario", "Going offline is no failure: Sendoff waits and continues."),
        _UPLOAD,
        Trouble.FIELD,
        faults=(Rule(What.STALL, When.MID_BODY, method="PUT", key=B.key, name="half sent"),),
        acts=(Act(Do.SAVE, at="half sent", then=(Switch.BREAK, Switch.HEAL)),),
        tree=_ONCE,
    ),
    Scenario(
        "field-long-outage",
        QT_TRANSLATE_NOOP("Scenario", "The network goes away and stays away"),
        QT_TRANSLATE_NOOP(
            "Scenario", "After the limit a message says so; Resume continues when it is back."
        ),
        _UPLOAD,
        Trouble.FIELD,
        faults=(Rule(What.STALL, When.MID_BODY, method="PUT", key=B.key, name="half sent"),),
        acts=(
            Act(
                Do.SAVE,
                End(OutcomeKind.FAILED, NextAction.RESUME, (D, F, P)),
                at="half sent",
                then=(Switch.BREAK,),
            ),
            _RESUMED,
        ),
        limits=replace(LIMITS, outage_s=SHORT_S, control_s=SHORT_S),
        tree=_ONCE,
    ),
    Scenario(
        "field-never-settled",
        QT_TRANSLATE_NOOP("Scenario", "The answer is lost and the service cannot be asked"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Unknown is called unknown; Retry is not offered until it is settled."
        ),
        _FINALIZE,
        Trouble.FIELD,
        faults=(Rule(What.STALL, When.AFTER_EFFECT, stage=_FINALIZE, name="no answer"),),
        acts=(
            Act(
                Do.SAVE,
                End(OutcomeKind.UNKNOWN, NextAction.CHECK_AGAIN, (D, D, U)),
                at="no answer",
                then=(Switch.BREAK,),
            ),
            Act(Do.CHECK, first=(Switch.HEAL,)),
        ),
        limits=replace(
            LIMITS, finalize_s=SHORT_S, outage_s=0.4, control_s=0.4, reconcile_s=1.0, answer_s=1.0
        ),
        tree=_ONCE,
    ),
    Scenario(
        "field-draft-deleted",
        QT_TRANSLATE_NOOP("Scenario", "Someone else deletes the draft while files are sent"),
        QT_TRANSLATE_NOOP(
            "Scenario", "One clear message, not one a file; Resume begins with a new draft."
        ),
        _UPLOAD,
        Trouble.FIELD,
        faults=(Rule(What.STALL, method="PUT", key=B.key, name="waiting"),),
        acts=(
            Act(
                Do.SAVE,
                End(OutcomeKind.FAILED, NextAction.RESUME, (D, F, P), ErrorKind.GONE),
                at="waiting",
                then=(Switch.DELETE_DRAFT, Switch.HEAL),
            ),
            Act(Do.RESUME),
        ),
    ),
    Scenario(
        "field-file-vanishes",
        QT_TRANSLATE_NOOP("Scenario", "A file vanishes from your disk before it is sent"),
        QT_TRANSLATE_NOOP(
            "Scenario", "A row with its reason; the other files go, and finalizing is held."
        ),
        _UPLOAD,
        Trouble.FIELD,
        faults=(Rule(What.STALL, method="PUT", key=A.key, name="first file"),),
        acts=(Act(Do.SAVE, _HELD, at="first file", then=(Switch.REMOVE_FILE, Switch.HEAL)),),
        tree=Tree(state=RecordState.DRAFT, files=(A.key, C.key)),
    ),
    Scenario(
        "field-other-content",
        QT_TRANSLATE_NOOP("Scenario", "Other content is already stored under a file's name"),
        QT_TRANSLATE_NOOP("Scenario", "It is neither overwritten nor taken for yours."),
        _UPLOAD,
        Trouble.FIELD,
        faults=(Rule(What.STALL, method="PUT", key=A.key, name="first file"),),
        acts=(Act(Do.SAVE, _HELD, at="first file", then=(Switch.FOREIGN_FILE, Switch.HEAL)),),
        tree=Tree(state=RecordState.DRAFT, files=(A.key, f"{B.key} (other content)", C.key)),
    ),
    Scenario(
        "field-odd-files",
        QT_TRANSLATE_NOOP("Scenario", "An empty file, and a name with every kind of character"),
        QT_TRANSLATE_NOOP("Scenario", "Both are stored exactly, and shown as plain text."),
        _UPLOAD,
        Trouble.FIELD,
        acts=(Act(Do.SAVE),),
        files=(_EMPTY, _ODD),
        tree=Tree(files=(_EMPTY.key, _ODD.key), contents=2),
    ),
    Scenario(
        "field-slow-link",
        QT_TRANSLATE_NOOP("Scenario", "The link is slow, but it moves"),
        QT_TRANSLATE_NOOP("Scenario", "A body that moves has no limit in all: slow is no failure."),
        _UPLOAD,
        Trouble.FIELD,
        faults=(Rule(What.THROTTLE, method="PUT", key=B.key, bytes_per_s=200_000),),
        acts=(Act(Do.SAVE),),
        limits=replace(LIMITS, stall_s=SHORT_S),
        tree=_ONCE,
    ),
    Scenario(
        "field-no-files",
        QT_TRANSLATE_NOOP("Scenario", "A record without files"),
        QT_TRANSLATE_NOOP("Scenario", "There is no upload step, and none is shown."),
        _CREATE,
        Trouble.FIELD,
        acts=(Act(Do.SAVE, End(OutcomeKind.DONE, NextAction.OPEN_RECORD, (D, D))),),
        files=(),
        tree=Tree(),
    ),
    Scenario(
        "field-draft-only",
        QT_TRANSLATE_NOOP("Scenario", "A draft is saved and finalized later"),
        QT_TRANSLATE_NOOP(
            "Scenario", "A draft that is ready is listed, and finalizes in one step."
        ),
        _FINALIZE,
        Trouble.FIELD,
        acts=(
            Act(Do.SAVE, End(OutcomeKind.DRAFT_READY, NextAction.RETRY_FINALIZE, (D, D))),
            Act(Do.RETRY_FINALIZE),
        ),
        finalize=False,
        tree=_ONCE,
    ),
    Scenario(
        "field-discard",
        QT_TRANSLATE_NOOP("Scenario", "A stopped save is discarded"),
        QT_TRANSLATE_NOOP(
            "Scenario", "Nothing remains on the server, and your own files are not touched."
        ),
        _UPLOAD,
        Trouble.FIELD,
        faults=(Rule(What.STALL, When.MID_BODY, method="PUT", key=B.key, name="half sent"),),
        acts=(
            Act(
                Do.SAVE,
                End(OutcomeKind.STOPPED, NextAction.RESUME, (D, S, P), ErrorKind.STOPPED),
                at="half sent",
                stop=Stop.CANCEL,
            ),
            Act(
                Do.DISCARD,
                End(OutcomeKind.DISCARDED, NextAction.NONE, (D, S, P)),
                first=(Switch.HEAL,),
            ),
        ),
        tree=Tree(records=0, state=None),
    ),
)
