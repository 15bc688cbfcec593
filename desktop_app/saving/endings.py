"""How a stage ends: journaled first, then told; every bad end ends its attempt."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NoReturn

from desktop_app.core.errors import ErrorInfo, ErrorKind, ServiceError, Verdict, error_info, info
from desktop_app.core.model import OutcomeKind, RecordRef, SaveStage, Settled, StageState
from desktop_app.saving.attempt import Attempt, AttemptEnded
from desktop_app.saving.events import StageCompleted, StageFailed
from desktop_app.saving.reconcile import Settlement
from desktop_app.saving.report import snapshot_of, stages_of
from desktop_app.storage.journal import RunEnd
from desktop_app.workflow import StageCancelledError, StageTimeoutError, TimeoutKind

_DONE = StageState.DONE


def check_may_begin(attempt: Attempt, stage: SaveStage) -> None:
    """Go on to `stage` unless somebody asked to stop before it.

    Raises:
        AttemptEnded: STOPPED; nothing of the stage has begun.
    """
    if (reason := attempt.stop_reason) is not None:
        error = info(ErrorKind.STOPPED, reason=reason)
        raise AttemptEnded(RunEnd(OutcomeKind.STOPPED, stage, error, reason.value))


async def completed(
    attempt: Attempt, stage: SaveStage, begun: float, record: RecordRef | None
) -> RecordRef:
    """Journal and tell that a stage is done; return the run's record."""
    ledger = attempt.ledger
    record = record or ledger.entry.record
    assert record is not None
    elapsed = ledger.now() - begun
    await ledger.set_record(record, stage)
    await ledger.set_stage(stage, StageState.DONE, elapsed_s=elapsed)
    ledger.tell(StageCompleted(ledger.run, ledger.now(), stage, elapsed, record))
    return record


async def failed(attempt: Attempt, stage: SaveStage, begun: float, error: ErrorInfo) -> NoReturn:
    """Journal and tell a stage's failure.

    Raises:
        AttemptEnded: always, FAILED.
    """
    await _end_stage(attempt, stage, begun, StageState.FAILED, error)
    raise AttemptEnded(RunEnd(OutcomeKind.FAILED, stage, error))


async def stopped(
    attempt: Attempt,
    stage: SaveStage,
    begun: float,
    cause: StageCancelledError,
    read_back: Callable[[Attempt], Awaitable[None]],
) -> NoReturn:
    """End as asked for: nothing more is written, one bounded look tells what remains."""
    error = info(ErrorKind.STOPPED, reason=cause.reason)
    if not await forgiving(attempt, read_back):
        error = info(ErrorKind.STOPPED, reason=cause.reason, remains="unknown")
    running = cause.still_running
    await _end_stage(attempt, stage, begun, StageState.STOPPED, error, still_running=running)
    raise AttemptEnded(
        RunEnd(OutcomeKind.STOPPED, stage, error, cause.reason.value, cause.still_running)
    )


async def ended_unsettled(
    attempt: Attempt,
    stage: SaveStage,
    begun: float,
    settlement: Settlement,
    *,
    still_running: bool = False,
) -> NoReturn:
    """End with what the server said: not done (may be tried again), or unknown.

    Raises:
        AttemptEnded: always.
    """
    running = still_running or attempt.detached.running(stage)
    if settlement.gone:
        gone = info(ErrorKind.GONE)
        await failed(attempt, stage, begun, gone)
    if settlement.settled is Settled.NOT_DONE:
        error = settlement.error or attempt.silence(Verdict.TRANSIENT)
        await failed(attempt, stage, begun, error)
    too_early = info(ErrorKind.STILL_RUNNING, verdict=Verdict.UNKNOWN_OUTCOME)
    silence = too_early if settlement.answered else attempt.silence()
    error = settlement.error or silence
    await _end_stage(attempt, stage, begun, StageState.UNKNOWN, error, still_running=running)
    raise AttemptEnded(RunEnd(OutcomeKind.UNKNOWN, stage, error, still_running=running))


async def _end_stage(
    attempt: Attempt,
    stage: SaveStage,
    begun: float,
    state: StageState,
    error: ErrorInfo,
    *,
    still_running: bool = False,
) -> None:
    ledger = attempt.ledger
    known = ledger.known()
    completed = [
        one for one in stages_of(known) if one is not stage and known.stage(one).state is _DONE
    ]
    await ledger.set_stage(stage, state, elapsed_s=ledger.now() - begun, error=error)
    ledger.tell(
        StageFailed(
            ledger.run,
            ledger.now(),
            stage,
            error,
            tuple(completed),
            snapshot_of(known),
            still_running,
        )
    )


async def forgiving(attempt: Attempt, look: Callable[[Attempt], Awaitable[None]]) -> bool:
    """Look at the server if it can be done now; return whether it could (else we know less)."""
    try:
        await look(attempt)
    except (ServiceError, StageCancelledError) as error:
        await attempt.ledger.note(None, "read_back_failed", error=error_info(error))
        return False
    return True


def told(attempt: Attempt, cause: BaseException) -> ErrorInfo:
    """Return the value of what ended a stage, its limits included."""
    if isinstance(cause, StageTimeoutError):
        total = cause.kind is TimeoutKind.TOTAL
        return attempt.silence(kind=ErrorKind.TIMED_OUT if total else ErrorKind.STALLED)
    return error_info(cause)
