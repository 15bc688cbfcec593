"""`python -m tests.bench.work NAME`: arguments as JSON on standard input, figures on output."""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any

PLACES = {
    "save": "saving",
    "queue": "saving",
    "put": "wire",
    "bare": "wire",
    "tus": "wire",
    "sink": "servers",
    "overload": "servers",
    "line": "line",
    "double": "line",
    "first_paint": "window",
    "empty_window": "window",
    "adding": "window",
    "gaps": "window",
    "control": "limits",
    "loopback": "limits",
    "digest": "limits",
    "disk": "limits",
    "stages": "engine",
    "pool": "engine",
    "journal": "engine",
}


def main() -> None:
    name = sys.argv[1]
    arguments: dict[str, Any] = json.loads(sys.stdin.readline())
    module = importlib.import_module(f"tests.bench.work.{PLACES[name]}")
    sys.stdout.write(json.dumps(getattr(module, name)(**arguments)) + "\n")


main()
