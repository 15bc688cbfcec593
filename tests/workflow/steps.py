"""Stage names, a snapshot and scripted operations for the tests of the engine."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from desktop_app.workflow import LateOutcome, StageCallbacks

if TYPE_CHECKING:
    from desktop_app.workflow import AbortSignal


class Step(StrEnum):
    CREATE = "create"
    UPLOAD = "upload"
    PUBLISH = "publish"


@dataclass(frozen=True, slots=True)
class Outputs:
    record: str = ""
    files: tuple[str, ...] = ()


class Remote:
    """An operation that ends when the test says so.

    `stubborn` ignores a cancellation; `cleans_up` waits for `let_clean_up` when cancelled.
    """

    def __init__(self, *, stubborn: bool = False, cleans_up: bool = False) -> None:
        self._stubborn = stubborn
        self._cleans_up = cleans_up
        self._answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._clean = asyncio.Event()
        self.signal: AbortSignal | None = None
        self.begun = 0
        self.cancelled = 0
        self.cleaned_up = False
        self.ended = False

    async def __call__(self, signal: AbortSignal) -> str:
        self.signal = signal
        self.begun += 1
        try:
            return await self._wait()
        finally:
            self.ended = True

    async def _wait(self) -> str:
        while True:
            try:
                return await asyncio.shield(self._answer)
            except asyncio.CancelledError:
                self.cancelled += 1
                if self._answer.cancelled():
                    raise
                if self._cleans_up:
                    await self._clean.wait()
                    self.cleaned_up = True
                if not self._stubborn:
                    raise

    def answer(self, value: str = "done") -> None:
        self._answer.set_result(value)

    def fail(self, error: Exception) -> None:
        self._answer.set_exception(error)

    def cancel_itself(self) -> None:
        self._answer.cancel()

    def let_clean_up(self) -> None:
        self._clean.set()


class Heard:
    """Writes down each callback as a short tuple."""

    def __init__(self) -> None:
        self.events: list[tuple[Any, ...]] = []
        self.late: list[tuple[str, LateOutcome[Any]]] = []
        self.errors: list[BaseException] = []

    def callbacks(self) -> StageCallbacks[Step, Outputs]:
        return StageCallbacks(
            on_stage_start=lambda stage, abortable: self.events.append(("start", stage, abortable)),
            on_stage_complete=lambda stage, elapsed: self.events.append(
                ("complete", stage, elapsed)
            ),
            on_stage_error=self.error,
            on_late_outcome=self.late_outcome,
        )

    def error(self, stage: Step, error: BaseException, outputs: Outputs) -> None:
        self.events.append(("error", stage, type(error).__name__, outputs))
        self.errors.append(error)

    def late_outcome(self, stage: str, outcome: LateOutcome[Any]) -> None:
        self.late.append((stage, outcome))

    @property
    def names(self) -> list[str]:
        return [event[0] for event in self.events]
