"""How a stage ends: committed first, then returned as the end of its attempt."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from desktop_app.core.changes import Ended, StageEnded
from desktop_app.core.errors import ErrorInfo, ErrorKind, ServiceError, Verdict, error_info, info
from desktop_app.core.model import OutcomeKind, RecordRef, SaveStage, Settled, StageState
from desktop_app.saving.attempt import Attempt
from desktop_app.saving.open_run import OpenRun
from desktop_app.saving.reconcile import Settlement
from desktop_app.workflow import StageCancelledError, StageTimeoutError, TimeoutKind


async def completed(
    attempt: Attempt, stage: SaveStage, begun: float, record: RecordRef | None = None
) -> RecordRef:
    """Commit that a stage is done; return the run's record."""
    record = record or attempt.run.record
    assert record is not None
    await attempt.opened.see_record(record, stage)
    await _stage_ended(attempt, stage, begun, StageState.DONE, None)
    return record


async def failed(attempt: Attempt, stage: SaveStage, begun: float, error: ErrorInfo) -> Ended:
    """Commit a stage's failure; return the end."""
    await _stage_ended(attempt, stage, begun, StageState.FAILED, error)
    return Ended(OutcomeKind.FAILED, stage, error)


async def found_different(attempt: Attempt, error: ErrorInfo) -> Ended:
    """End with a finalized record that is not as it was sent; nothing was finalized just now."""
    opened, stage = attempt.opened, SaveStage.FINALIZE_RECORD
    await opened.flush()
    at = opened.wall_time()
    await opened.commit(StageEnded(stage, StageState.FAILED, at, reason="found", error=error))
    return Ended(OutcomeKind.FAILED, stage, error)


async def stopped(
    attempt: Attempt,
    stage: SaveStage,
    begun: float,
    cause: StageCancelledError,
    read_back: Callable[[Attempt], Awaitable[None]],
) -> Ended:
    """End as asked for: nothing more is written, one bounded look finds what remains."""
    error = info(ErrorKind.STOPPED, reason=cause.reason)
    if not await looked(attempt, read_back):
        error = info(ErrorKind.STOPPED, reason=cause.reason, remains="unknown")
        if stage is SaveStage.FINALIZE_RECORD:  # "nothing was published" cannot be said
            unknown = Settlement(Settled.UNKNOWN, attempt.run.record, error)
            return await unsettled(
                attempt, stage, begun, unknown, still_running=cause.still_running
            )
    running = cause.still_running
    await _stage_ended(attempt, stage, begun, StageState.STOPPED, error, still_running=running)
    return Ended(OutcomeKind.STOPPED, stage, error, cause.reason.value, running)


async def unsettled(
    attempt: Attempt,
    stage: SaveStage,
    begun: float,
    settlement: Settlement,
    *,
    still_running: bool = False,
) -> Ended:
    """End with what the server said: not done (may be tried again), gone, or unknown."""
    running = still_running or attempt.detached.running(stage)
    if settlement.gone:
        return await failed(attempt, stage, begun, info(ErrorKind.GONE))
    if settlement.settled is Settled.NOT_DONE:
        error = settlement.error or attempt.silence(Verdict.TRANSIENT)
        return await failed(attempt, stage, begun, error)
    too_early = info(ErrorKind.STILL_RUNNING, verdict=Verdict.UNKNOWN_OUTCOME)
    error = settlement.error or (too_early if settlement.answered else attempt.silence())
    await _stage_ended(attempt, stage, begun, StageState.UNKNOWN, error, still_running=running)
    return Ended(OutcomeKind.UNKNOWN, stage, error, still_running=running)


async def set_stage(opened: OpenRun, stage: SaveStage, state: StageState, reason: str) -> None:
    """Commit how a stage stands as something that was read back says, and not its own end."""
    await opened.flush()
    await opened.commit(StageEnded(stage, state, opened.wall_time(), reason=reason))


async def _stage_ended(
    attempt: Attempt,
    stage: SaveStage,
    begun: float,
    state: StageState,
    error: ErrorInfo | None,
    *,
    still_running: bool = False,
) -> None:
    opened = attempt.opened
    await opened.flush()
    elapsed = opened.now() - begun
    at = opened.wall_time()
    await opened.commit(
        StageEnded(stage, state, at, elapsed, error=error, still_running=still_running)
    )


async def looked(attempt: Attempt, look: Callable[[Attempt], Awaitable[None]]) -> bool:
    """Look at the server if that can be done now; whether it could (else we know less)."""
    try:
        await look(attempt)
    except (ServiceError, StageCancelledError) as error:
        await attempt.opened.note("read_back_failed", error=error_info(error))
        return False
    return True


def cause_info(attempt: Attempt, cause: BaseException) -> ErrorInfo:
    """Return the value of what ended a stage, its limits included."""
    if isinstance(cause, StageTimeoutError):
        total = cause.kind is TimeoutKind.TOTAL
        return attempt.silence(kind=ErrorKind.TIMED_OUT if total else ErrorKind.STALLED)
    return error_info(cause)
