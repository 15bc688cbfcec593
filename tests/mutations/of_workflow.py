"""Faults in the engine: stages, retries, pools, detached work."""

from __future__ import annotations

from tests.mutations.mutant import Mutant

MUTANTS = (
    Mutant(
        "workflow-unknown-is-repeated",
        "workflow/retry.py",
        "if verdict is not Verdict.TRANSIENT:",
        "if verdict is Verdict.PERMANENT:",
        "workflow/test_retry.py::test_an_unknown_outcome_is_never_retried_blindly",
        "A request that may have acted is sent again.",
    ),
    Mutant(
        "workflow-any-pause-a-server-asks-for",
        "workflow/retry.py",
        "delay = min(max(retry_after, 0.0), backoff.retry_after_cap_s)",
        "delay = max(retry_after, 0.0)",
        "workflow/test_retry.py::test_retry_after_replaces_the_pause_and_is_capped",
        "A server sends a save to sleep for a day.",
    ),
    Mutant(
        "workflow-attempts-never-start-anew",
        "workflow/retry.py",
        "mark, attempt = reached, 1",
        "mark = reached",
        "workflow/test_retry.py::test_the_counter_restarts_when_the_acknowledged_offset_has_advanced",
        "A long upload that gets on fails after its third cut.",
    ),
    Mutant(
        "workflow-cancel-waits-for-a-pause",
        "workflow/retry.py",
        "        signal.touch()\n        signal.raise_if_aborted()\n        await clock.sleep",
        "        signal.touch()\n        await clock.sleep",
        "workflow/test_retry.py::test_an_abort_ends_a_pause_at_once_however_long_it_is",
        "Cancel during a countdown does nothing until it is over.",
    ),
    Mutant(
        "workflow-date-by-this-clock",
        "workflow/retry.py",
        'then, now = _http_date(text), _http_date(server_date or "")',
        "then, now = _http_date(text), datetime.now(UTC)",
        "workflow/test_retry.py::test_retry_after_in_all_its_forms",
        "A wrong clock here makes a pause of hours.",
    ),
    Mutant(
        "workflow-end-is-decided-twice",
        "workflow/stage.py",
        "if self._error is not None or (self._task is not None and self._task.done()):",
        "if self._error is not None:",
        "workflow/test_stage.py::test_a_timer_that_fires_after_the_task_is_done_does_nothing",
        "A success in the same turn as its limit is told as a timeout.",
    ),
    Mutant(
        "workflow-stage-beside-itself",
        "workflow/stage.py",
        "if work.running(stage):",
        "if work.running(''):",
        "workflow/test_stage.py::test_a_stage_whose_earlier_operation_is_detached_is_not_begun_again",
        "A second publish races the first.",
    ),
    Mutant(
        "workflow-late-value-is-a-success",
        "workflow/stage.py",
        "        still_running = self._let_go(task)\n        ending",
        "        still_running = self._let_go(task)\n        if not still_running and not task."
        "cancelled():\n            return self._value(task)\n        ending",
        "workflow/test_stage.py::test_a_value_returned_after_the_request_is_a_late_outcome_not_a_success",
        "What was cancelled is told as done.",
    ),
    Mutant(
        "workflow-work-is-cancelled-twice",
        "workflow/stage.py",
        "        if not self._asked:\n            self._asked = True\n",
        "        if not task.done():\n            self._asked = True\n",
        "workflow/test_stage.py::test_a_task_is_cancelled_at_most_once_whatever_comes",
        "A second cancellation cuts clean-up short.",
    ),
    Mutant(
        "workflow-stop-has-another-reason",
        "workflow/run.py",
        "self._stop_reason = self._stop_reason or reason",
        "self._stop_reason = reason",
        "workflow/test_run.py::test_stop_before_next_stage_is_remembered_and_begins_nothing",
        "A stop by the person is told as one by the end of the program.",
    ),
    Mutant(
        "workflow-failed-stage-is-completed",
        "workflow/run.py",
        "            self._active = None\n            notify(self._callbacks.on_stage_error",
        "            self._completed += (stage,)\n"
        "            notify(self._callbacks.on_stage_error",
        "workflow/test_run.py::test_stages_are_told_in_order_and_only_resolved_ones_are_completed",
        "A failed upload counts as completed.",
    ),
    Mutant(
        "workflow-detached-work-is-cancelled-twice",
        "workflow/detached.py",
        "asked_now = [item for item in left if item.controller.abort(CancelReason.SHUTDOWN)]",
        "asked_now = left",
        "workflow/test_detached.py::test_close_does_not_cancel_a_second_time_what_its_stage_had_asked",
        "What cleans up is cut off in the middle of it.",
    ),
    Mutant(
        "workflow-pool-loses-a-slot",
        "workflow/pool.py",
        "                self._limit.withdraw(ticket)\n",
        "                pass\n",
        "workflow/test_pool.py::test_a_paused_pool_can_be_aborted",
        "Each stopped save takes a slot away from the next.",
    ),
    Mutant(
        "workflow-aborted-counts-as-not-started",
        "workflow/pool.py",
        "if index not in self._begun:",
        "if index in self._asked:",
        "workflow/test_pool.py::test_fail_fast_stops_claiming_aborts_what_is_in_flight_waits_for_it_then_raises",
        "A file that was in flight is told as never sent.",
    ),
)
