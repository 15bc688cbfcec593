"""Ways to run a scenario: in this process or through the command line (`qa.window` has another).

A driver does what the person does and says how it ended. It judges nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from desktop_app.core.errors import ErrorKind
from desktop_app.core.model import FileState, NextAction, OutcomeKind, StageState
from desktop_app.core.next_step import next_action
from desktop_app.core.run import Run
from desktop_app.qa.bench import Case
from desktop_app.qa.catalogue.model import Act, Needs, Stop


@dataclass(frozen=True, slots=True)
class Seen:
    """How an act ended, as the client says.

    Attributes:
        outcome, next_action, states, error: see `catalogue.End`.
        failed: files shown as failed.
        confirmed: keys shown as confirmed.
        refused_stop: whether the person could not stop it: there was no way to.
        log: support log of the run, redacted.
        remarks: what the driver saw that must not be: each is a point that fails.
    """

    outcome: OutcomeKind | None
    next_action: NextAction
    states: tuple[StageState, ...]
    error: ErrorKind | None = None
    failed: int = 0
    confirmed: tuple[str, ...] = ()
    refused_stop: bool = False
    log: str = ""
    remarks: tuple[str, ...] = ()


class Driver(Protocol):
    """One way to run scenarios, one after another."""

    @property
    def name(self) -> str:
        """For reports."""
        ...

    @property
    def slowness(self) -> float:
        """By which limits and faults are stretched: what a driver's own bounds need."""
        ...

    @property
    def overhead_s(self) -> float:
        """Seconds that an act takes beside the save itself."""
        ...

    @property
    def offers(self) -> frozenset[Needs]:
        """Which needs it meets."""
        ...

    async def begin(self, case: Case) -> None:
        """Get ready for a case; its home is empty."""
        ...

    async def perform(self, act: Act) -> Seen:
        """Do what the person does, and return how it ended."""
        ...

    async def stop(self, how: Stop) -> None:
        """Stop the act that `perform` does now; `perform` returns how that ended."""
        ...

    async def late_outcome(self) -> None:
        """Return once work that outlived its stage has ended too."""
        ...

    async def end(self) -> bytes:
        """Give everything back, whatever state it is in; return a picture (PNG) or b""."""
        ...


@dataclass(slots=True)
class Remarks:
    """Gathers what must not be, once each."""

    found: dict[str, None] = field(default_factory=dict)

    def add(self, text: str) -> None:
        """Add a remark."""
        self.found.setdefault(text)


def seen_of(
    report: Run, *, refused_stop: bool = False, log: str = "", remarks: tuple[str, ...] = ()
) -> Seen:
    """Return what a report says."""
    return Seen(
        outcome=report.outcome,
        next_action=next_action(report),
        states=tuple(stage.state for stage in report.shown_stages),
        error=report.error.kind if report.error is not None else None,
        failed=sum(1 for file in report.files if file.shown_state is FileState.FAILED),
        confirmed=tuple(file.key for file in report.confirmed),
        refused_stop=refused_stop,
        log=log,
        remarks=remarks,
    )
