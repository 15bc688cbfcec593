"""The support log of one save: one redacted JSON object, never a whole error or a secret."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable

from PySide6.QtCore import qVersion

from desktop_app import __version__
from desktop_app.core import words
from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import FileState, RunReport


def support_log(about: RunReport | ErrorInfo, redact: Callable[[str], str]) -> str:
    """Return what support needs to know of a save, or of why none began, as readable JSON."""
    told: dict[str, object] = (
        {"cause": _cause(about)} if isinstance(about, ErrorInfo) else _facts(about)
    )
    told["versions"] = {
        "sendoff": __version__,
        "python": platform.python_version(),
        "qt": qVersion(),
        "system": platform.platform(terse=True),
    }
    return redact(json.dumps(told, ensure_ascii=False, indent=2))


def _facts(report: RunReport) -> dict[str, object]:
    return {
        "run": report.run,
        "outcome": report.outcome,
        "failed_stage": report.failed_stage,
        "completed_stages": list(report.completed_stages),
        "record_id": report.record.id if report.record is not None else None,
        "record_state": report.record.state if report.record is not None else None,
        "uploaded_file_keys": [file.key for file in report.confirmed],
        "failed_files": [
            {"key": file.key, "cause": _cause(file.error)}
            for file in report.files
            if file.state is FileState.FAILED
        ],
        "cause": _cause(report.error),
        "attempts": report.attempts,
        "stages": [
            {
                "stage": stage.stage,
                "state": stage.state,
                "elapsed_s": round(stage.elapsed_s, 3),
                "attempts": stage.attempts,
            }
            for stage in report.stages
        ],
        "cancel_reason": report.cancel_reason or None,
        "still_running": report.still_running,
        "service": report.account.kind,
        "started": report.started,
        "ended": report.ended or None,
    }


def _cause(error: ErrorInfo | None) -> dict[str, object] | None:
    if error is None:
        return None
    return {
        "kind": error.kind,
        "text": words.say(words.reason_words(error)),
        "status": error.status,
        "request_id": error.request_id or None,
    }
