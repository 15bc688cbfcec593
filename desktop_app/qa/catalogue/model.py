"""What a scenario is: files, faults, what the person does, and how it must end. Data only.

act 1: save ----- a fault fires ----- the person cancels ----- expected end of act 1
act 2: (heal) resume ------------------------------------------ expected end of act 2
                                         afterwards: the expected tree at the service
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import (
    NextAction,
    OutcomeKind,
    RecordState,
    SaveLimits,
    SaveStage,
    StageState,
)
from desktop_app.core.words.marks import Marked
from desktop_app.qa.proxy import Rule


class Trouble(StrEnum):
    """What a scenario is about; each is crossed with each stage, FIELD apart."""

    REFUSAL = "clear refusal"
    TIMEOUT_NO_EFFECT = "timeout without effect"
    TIMEOUT_EFFECT = "timeout with effect"
    LOST_ANSWER = "lost answer"
    RESET = "reset"
    OVERLOAD = "overload"
    EXPIRED_TOKEN = "expired token"  # noqa: S105 - the name of a trouble
    CANCEL = "cancel"
    QUIT = "quit"
    KILL = "kill"
    LATE_SUCCESS = "late success"
    FIELD = "field case"


class Do(StrEnum):
    """What begins an act."""

    SAVE = "save"
    RESUME = "resume"
    RETRY_FINALIZE = "retry finalize"
    CHECK = "check"
    DISCARD = "discard"


class Stop(StrEnum):
    """How the person stops an act in its middle."""

    CANCEL = "cancel"
    QUIT = "quit"
    KILL = "kill"
    """The process is killed; a process of its own runs the act."""


class Switch(StrEnum):
    """What QA does by hand, before an act or at its moment."""

    HEAL = "heal"
    BREAK = "break"
    RENEW_TOKEN = "renew token"  # noqa: S105 - the name of a switch
    CLEAR_SERVICE = "clear the service's faults"
    DELETE_DRAFT = "delete the draft"
    REMOVE_FILE = "remove the second file"
    LATE_OUTCOME = "wait for the late outcome"
    FOREIGN_FILE = "store other content as the second file"


P, D, F, U, S = (
    StageState.PENDING,
    StageState.DONE,
    StageState.FAILED,
    StageState.UNKNOWN,
    StageState.STOPPED,
)
ALL_DONE = (D, D, D)
States = tuple[StageState, ...]


@dataclass(frozen=True, slots=True)
class End:
    """How an act must end.

    Attributes:
        outcome: of the run; None for a process that was killed.
        next_action: the one primary step offered then.
        states: of the stages that the run has, in order.
        error: the kind of error shown, or None for any (a success has none).
        failed: how many files are shown as failed.
    """

    outcome: OutcomeKind | None
    next_action: NextAction
    states: States
    error: ErrorKind | None = None
    failed: int = 0


SAVED = End(OutcomeKind.DONE, NextAction.OPEN_RECORD, ALL_DONE)


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that the person does, to its end.

    Attributes:
        first: switches thrown before it.
        at: label of the rule (`service:<what>` for one of the service) whose firing is the
            moment of `stop` and `then`; "" for none.
        stop: how the person stops it at that moment.
        then: switches thrown at that moment, after `stop`.
        after_s: seconds between the moment and what happens at it.
        signs_in: whether the person gives a new token when asked.
    """

    do: Do
    end: End = SAVED
    first: tuple[Switch, ...] = ()
    at: str = ""
    stop: Stop | None = None
    then: tuple[Switch, ...] = ()
    after_s: float = 0.0
    signs_in: bool = False


@dataclass(frozen=True, slots=True)
class ServiceFault:
    """A fault of the built-in service itself: see `server.faults`."""

    what: str
    route: str = "*"
    key: str = ""
    nth: int = 1
    times: int = 1
    when: str = "before"
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Sample:
    """A file of a scenario; its bytes follow from its name and size."""

    key: str
    size: int = 2_000


@dataclass(frozen=True, slots=True)
class Tree:
    """What the service must hold at the end.

    Attributes:
        records: how many with the scenario's title.
        state: of the one, or None where there is none.
        files: keys of the whole and equal files.
        contents: most requests with a file's content that may have reached the service whole;
            None: not counted.
    """

    records: int = 1
    state: RecordState | None = RecordState.FINALIZED
    files: tuple[str, ...] = ()
    contents: int | None = None


class Needs(StrEnum):
    """What not every way of running a scenario has."""

    UNCANCELLABLE = "a service whose uploads cannot be cancelled"
    BUILT_IN = "the built-in service"


A, B, C = Sample("readings.csv"), Sample("map of the gauges.png", 300_000), Sample("notes.md", 900)
KEYS = (A.key, B.key, C.key)
LIMITS = SaveLimits(
    create_s=6.0,
    finalize_s=6.0,
    control_s=4.0,
    stall_s=4.0,
    answer_s=4.0,
    outage_s=2.0,
    reconcile_s=4.0,
    absence_s=3.0,
    absence_gateway_s=3.0,
    parallel_files=1,
    grace_s=0.2,
    quit_grace_s=0.4,
    attempts=3,
)
"""Generous where a scenario is not about time; those set their own limit to a few tenths."""
SHORT_S = 0.8


@dataclass(frozen=True, slots=True)
class Scenario:
    """One entry of the catalogue.

    Attributes:
        id: stable; starts with its stage or "field".
        title, explanation: one line, and what is shown and why it matters.
        stage: which stage the trouble strikes.
        trouble: which trouble.
        faults, service_faults: in force from the start.
        acts: what the person does, in order.
        tree: what the service must hold at the end.
        files, finalize, limits: of the save.
        within_s: allowed time of all acts together, at their drivers' least slowness.
        needs: what not every driver has.
    """

    id: str
    title: Marked
    explanation: Marked
    stage: SaveStage
    trouble: Trouble
    acts: tuple[Act, ...]
    faults: tuple[Rule, ...] = ()
    service_faults: tuple[ServiceFault, ...] = ()
    files: tuple[Sample, ...] = (A, B, C)
    finalize: bool = True
    limits: SaveLimits = LIMITS
    tree: Tree = field(default_factory=lambda: Tree(files=KEYS))
    within_s: float = 10.0
    needs: frozenset[Needs] = frozenset()

    @property
    def outcome(self) -> OutcomeKind | None:
        """How the first act ends: what the scenario is filed under."""
        return self.acts[0].end.outcome
