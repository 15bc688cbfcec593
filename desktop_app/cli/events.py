"""Events as JSON objects for scripts: snake case, empty facts left out, errors with their words."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import Any

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.next_step import next_steps
from desktop_app.core.run import Run, RunFile, StageStatus
from desktop_app.core.words import error_words, say
from desktop_app.saving.events import RunDone, RunStopped, SaveEvent, SignInNeeded

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def event_json(event: SaveEvent) -> dict[str, Any] | None:
    """Return the object that `--json` prints for an event; None for those meant for people."""
    if isinstance(event, SignInNeeded):
        return None
    name = _CAPITAL.sub("_", type(event).__name__).lower()
    head: dict[str, Any] = {"event": name, "run": event.run, "t": round(event.t, 6)}
    if isinstance(event, RunDone | RunStopped):
        return head | _ending(event.report)
    return head | {
        field.name: plain(value)
        for field in fields(event)
        if field.name not in ("run", "t") and (value := getattr(event, field.name)) is not None
    }


def report_json(run: Run) -> dict[str, Any]:
    """Return a whole run as an object."""
    primary, others = next_steps(run)
    facts = {
        "run": run.id,
        "account": run.account,
        "title": run.title,
        "started": run.started,
        "ended": run.ended,
        "metadata": run.metadata,
        "finalize": run.finalize,
        "outcome": run.outcome,
        "record": run.shown_record,
        "partial_outputs": run.partial_outputs,
        "stages": tuple(_stage(one) for one in run.shown_stages),
        "files": tuple(_file(one) for one in run.files),
        "failed_stage": run.failed_stage,
        "error": run.error,
        "next_action": primary,
        "others": others,
        "cancel_reason": run.cancel_reason,
        "still_running": run.still_running,
        "busy": run.busy,
        "attempts": run.attempts,
        "attached": run.attached,
    }
    whole: dict[str, Any] = plain(facts)
    return whole | {"confirmed": len(run.confirmed)}


def _stage(one: StageStatus) -> dict[str, Any]:
    return {
        "stage": one.stage,
        "state": one.state,
        "elapsed_s": one.elapsed_s,
        "attempts": one.attempts,
    }


def _file(one: RunFile) -> dict[str, Any]:
    return {
        "key": one.key,
        "path": one.path,
        "size": one.size,
        "state": one.shown_state,
        "local_checksum": one.local_checksum,
        "checksum": one.checksum,
        "acknowledged": one.acknowledged,
        "attempts": one.attempts,
        "error": one.error,
        "request_id": one.request_id,
        "left_out": one.left_out,
    }


def _ending(run: Run) -> dict[str, Any]:
    whole = report_json(run)
    wanted = ("outcome", "title", "account", "record", "failed_stage", "error", "cancel_reason")
    return {name: whole[name] for name in wanted if name in whole} | {
        "state": run.shown_record.state.value if run.shown_record else "",
        "completed_stages": [stage.value for stage in run.completed_stages],
        "partial_outputs": whole["partial_outputs"],
        "still_running": run.still_running,
        "next_action": whole["next_action"],
        "total_files": len(run.files),
        "confirmed": len(run.confirmed),
        "listed_before_finalizing": run.listed_before_finalizing,
        "failed": [plain(_file(one)) for one in run.files if one.error is not None],
    }


def plain(value: Any) -> Any:
    """Return frozen values as JSON values; facts that are not there are left out."""
    if isinstance(value, ErrorInfo):
        return _error(value)
    if is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items() if part not in (None, "")}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return value


def _error(error: ErrorInfo) -> dict[str, Any]:
    pairs = ((field.name, getattr(error, field.name)) for field in fields(error))
    facts = {name: plain(part) for name, part in pairs if part not in (None, "", ())}
    if "detail" in facts:
        facts["detail"] = dict(error.detail)
    return facts | {"message": " ".join(say(sentence) for sentence in error_words(error))}
