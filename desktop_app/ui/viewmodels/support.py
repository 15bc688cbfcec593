"""What the details drawer says when no save began: one JSON object without secrets."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable

from PySide6.QtCore import qVersion

from desktop_app import __version__
from desktop_app.core import words
from desktop_app.core.errors import ErrorInfo


def refusal_log(error: ErrorInfo, redact: Callable[[str], str]) -> str:
    """Return why nothing was sent, as readable JSON; free text in it is redacted."""
    log = {
        "cause": {
            "kind": error.kind,
            "text": redact(words.say(words.reason_words(error))),
            "status": error.status,
            "request_id": error.request_id or None,
        },
        "versions": {
            "sendoff": __version__,
            "python": platform.python_version(),
            "qt": qVersion(),
            "system": platform.platform(terse=True),
        },
    }
    return json.dumps(log, ensure_ascii=False, indent=2)
