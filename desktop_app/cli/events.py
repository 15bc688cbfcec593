"""Events as JSON objects for scripts: snake case, empty facts left out, errors with their words."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import Any

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import RunReport
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


def report_json(report: RunReport) -> dict[str, Any]:
    """Return a whole run as an object."""
    confirmed = len(report.confirmed)
    whole: dict[str, Any] = plain(report)
    return whole | {"next_action": report.next_action.value, "confirmed": confirmed}


def _ending(report: RunReport) -> dict[str, Any]:
    whole = plain(report)
    wanted = ("outcome", "title", "account", "record", "failed_stage", "error", "cancel_reason")
    return {name: whole[name] for name in wanted if name in whole} | {
        "state": report.record.state.value if report.record else "",
        "completed_stages": [stage.value for stage in report.completed_stages],
        "partial_outputs": plain(report.partial_outputs),
        "still_running": report.still_running,
        "next_action": report.next_action.value,
        "total_files": len(report.files),
        "confirmed": len(report.confirmed),
        "failed": [plain(file) for file in report.files if file.error is not None],
    }


def plain(value: Any) -> Any:
    """Return frozen values as JSON values; facts that are not there are left out."""
    if isinstance(value, ErrorInfo):
        return _error(value)
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: plain(part) for name, part in pairs if part not in (None, "")}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return value


def _error(error: ErrorInfo) -> dict[str, Any]:
    pairs = ((field.name, getattr(error, field.name)) for field in fields(error))
    facts = {name: plain(part) for name, part in pairs if part not in (None, "", ())}
    if "detail" in facts:
        facts["detail"] = dict(error.detail)
    return facts | {"message": " ".join(say(sentence) for sentence in error_words(error))}
