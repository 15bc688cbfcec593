"""The staged engine: stages with one end each, a sliding pool, retries, limits. Pure asyncio.

It knows no HTTP, no files, no window and nothing of the save workflow; stage names are any
`StrEnum`, partial outputs any frozen dataclass. Time, timers and chance are injected.

One stage (`with_stage_timeout`); whatever comes first decides, once:

                              stage()
                                 |
       stop_before_next_stage?   |   earlier operation still detached?
       StagedWorkflowError  <----+---->  StageStillRunningError
                                 |
                                 v
    value, error  <-------  [ RUNNING ]  -------->  a limit fires, a cancel request (abortable
    task is done            operation's             only), or the caller itself is cancelled
         |                  task runs                        |
         v                                                   v
    COMPLETED / FAILED                            outcome is fixed: timeout / cancelled
                                                             |
                             abortable                       |              not abortable
                      +--------------------------------------+------------------+
                      v                                                         |
              [ STOPPING ]  signal set, task cancelled once                     |
                      |                                                         |
              ended   |   grace_s over                                          |
           +----------+-----------------------------+                           |
           v                                        v                           v
    STOPPED  still_running=False         [ DETACHED ]  still_running=True; kept by DetachedWork
    (a value it returned                            |
     is a late outcome)                             +--> on_late_outcome(stage, Succeeded | Failed)

For a begun stage exactly one of `on_stage_complete` and `on_stage_error` is called.

The engine is a contract of its own: `BoundedQueue` and the modes of the pool besides
`COLLECT_ALL` belong to it, though no part of the application uses them today.
"""

from desktop_app.core.clock import Clock
from desktop_app.core.errors import Verdict
from desktop_app.workflow.cancellation import (
    AbortController,
    AbortSignal,
    CancelReason,
    OperationAborted,
)
from desktop_app.workflow.detached import DetachedWork
from desktop_app.workflow.limits import (
    BoundedQueue,
    ConcurrencyLimit,
    Gauges,
    QueueClosedError,
    QueueFullError,
    TokenBucket,
    WhenFull,
)
from desktop_app.workflow.outcomes import (
    Aborted,
    Failed,
    LateOutcome,
    NotStarted,
    Outcome,
    StageCancelledError,
    StagedWorkflowError,
    StageStillRunningError,
    StageTimeoutError,
    Succeeded,
    TimeoutKind,
    UnaskedCancelError,
)
from desktop_app.workflow.pool import Mode, PoolError, map_with_concurrency
from desktop_app.workflow.retry import Backoff, next_delay, parse_retry_after, retry_call
from desktop_app.workflow.run import StageCallbacks, StagedRun, StageInfo
from desktop_app.workflow.stage import with_stage_timeout
from desktop_app.workflow.timers import (
    Deadline,
    NotEnoughTimeError,
    ScheduleTimeout,
    loop_schedule_timeout,
)

__all__ = [
    "AbortController",
    "AbortSignal",
    "Aborted",
    "Backoff",
    "BoundedQueue",
    "CancelReason",
    "Clock",
    "ConcurrencyLimit",
    "Deadline",
    "DetachedWork",
    "Failed",
    "Gauges",
    "LateOutcome",
    "Mode",
    "NotEnoughTimeError",
    "NotStarted",
    "OperationAborted",
    "Outcome",
    "PoolError",
    "QueueClosedError",
    "QueueFullError",
    "ScheduleTimeout",
    "StageCallbacks",
    "StageCancelledError",
    "StageInfo",
    "StageStillRunningError",
    "StageTimeoutError",
    "StagedRun",
    "StagedWorkflowError",
    "Succeeded",
    "TimeoutKind",
    "TokenBucket",
    "UnaskedCancelError",
    "Verdict",
    "WhenFull",
    "loop_schedule_timeout",
    "map_with_concurrency",
    "next_delay",
    "parse_retry_after",
    "retry_call",
    "with_stage_timeout",
]
