"""The service's own page says what is there: each route, each limit, and modules that exist."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from desktop_app.server.app import ROUTES
from desktop_app.server.limits import Limits
from tests.server.service_process import ROOT

FOLDER = Path(ROOT, "desktop_app", "server")
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")


def test_each_limit_is_named_and_they_are_few() -> None:
    names = [field.name for field in fields(Limits)]
    assert [name for name in names if f"`{name}`" not in PAGE] == []
    assert len(names) <= 20


def test_each_route_is_named() -> None:
    paths = {route.path.replace("{key:path}", "{key}") for route in ROUTES}
    shown = {path for path in paths if not path.startswith("/qa/")}
    assert [path for path in sorted(shown) if f"`{path}`" not in PAGE] == []


def test_the_modules_that_hold_the_promises_exist() -> None:
    rows = PAGE[PAGE.index("| promise | module |") : PAGE.index("## Limits")].splitlines()[2:]
    named = {
        one
        for row in rows
        for one in re.findall(r"`(\w+)`", row.rpartition("|")[0].rpartition("|")[2])
    }
    assert named
    assert [one for one in sorted(named) if not (FOLDER / f"{one}.py").exists()] == []
