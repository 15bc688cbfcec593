"""Kinds of services: the shipped ones, plug-ins, and plug-ins that are no good."""

from __future__ import annotations

import ast
import asyncio
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop_app import wiring
from desktop_app.cli import arguments, doctor
from desktop_app.cli.setting import Setting
from desktop_app.core.model import Account
from desktop_app.services.base import RecordService
from desktop_app.services.kinds import BUILT_IN, GROUP, Kinds, OpenContext, Preset, ServiceKind

ROOT = Path(__file__).resolve().parents[2]
# The built-in account is a value of the core; the table of shipped kinds is the registry's own.
MAY_NAME_KINDS = {"desktop_app/core/model.py", "desktop_app/services/kinds.py"}


@dataclass(frozen=True)
class Package:
    name: str = "sendoff-shelf"
    version: str = "1.2"


@dataclass(frozen=True)
class Entry:
    name: str
    load: Callable[[], Any]
    dist: Package | None = Package()


async def never(_account: Account, _context: OpenContext) -> RecordService:
    raise AssertionError("nothing is opened here")


def shelf(name: str = "shelf") -> ServiceKind:
    return ServiceKind(name, "Shelf", never, presets=(Preset("Our shelf", name, "https://s.test"),))


def raises() -> Any:
    raise ImportError("no module named secret")


def test_a_plug_in_is_listed_with_its_package_and_its_sites() -> None:
    kinds = Kinds(lambda: [Entry("shelf", shelf)])

    assert [kind.name for kind in kinds.all()] == [*BUILT_IN, "shelf"]
    found = kinds.get("shelf")
    assert found is not None
    assert (found.package, found.version) == ("sendoff-shelf", "1.2")
    assert "Our shelf" in [preset.label for preset in kinds.presets()]
    assert kinds.broken() == ()


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (Entry("shelf", raises), "ImportError"),
        (Entry("shelf", lambda: "a text"), "no_kind"),
        (Entry("shelf", lambda: shelf("other")), "no_kind"),
        (Entry("invenio", lambda: shelf("invenio")), "taken"),
    ],
)
def test_a_plug_in_that_is_no_good_is_named_and_stops_nothing_else(
    entry: Entry, reason: str
) -> None:
    kinds = Kinds(lambda: [entry, Entry("good", lambda: shelf("good"))])

    assert [(one.name, one.package, one.reason) for one in kinds.broken()] == [
        (entry.name, "sendoff-shelf", reason)
    ]
    assert [kind.name for kind in kinds.all()] == [*BUILT_IN, "good"]


def test_a_shipped_kind_is_found_without_a_look_at_plug_ins() -> None:
    def entries() -> list[Entry]:
        raise AssertionError("plug-ins were looked for")

    kinds = Kinds(entries)
    assert [kinds.get(name) is not None for name in BUILT_IN] == [True] * len(BUILT_IN)
    assert kinds.lists_drafts("invenio")


def test_the_program_s_own_entry_points_are_no_second_kinds() -> None:
    own = Package("sendoff", "0.2")
    kinds = Kinds(lambda: [Entry(name, raises, own) for name in BUILT_IN])

    assert [kind.name for kind in kinds.all()] == list(BUILT_IN)
    assert kinds.broken() == ()


def test_the_package_names_the_shipped_kinds_as_entry_points() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = project["entry-points"][GROUP]

    assert named == {name: f"desktop_app.services.{name}.kind:KIND" for name in BUILT_IN}


def test_listing_the_shipped_kinds_loads_no_http_and_no_metadata() -> None:
    script = (
        "import sys; from desktop_app.services.kinds import Kinds\n"
        "from desktop_app.cli.arguments import parse\n"
        "kinds = Kinds(); [kinds.get(name) for name in ('local', 'invenio', 's3')]\n"
        "parse(['runs']); parse(['save', '--kind', 'local', '--title', 'T', 'a'])\n"
        "print(*sorted({'httpx', 'importlib.metadata'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == ""


def test_the_command_line_takes_the_kinds_that_are_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = [Entry("shelf", shelf), Entry("torn", raises)]
    monkeypatch.setattr(arguments, "Kinds", lambda: Kinds(lambda: entries))

    assert arguments.parse(["drafts", "--kind", "shelf", "--service", "s.test"]).kind == "shelf"
    for word, said in (("torn", "cannot be loaded"), ("none", "no such kind is installed")):
        with pytest.raises(SystemExit):
            arguments.parse(["drafts", "--kind", word, "--service", "s.test"])
        told = capsys.readouterr().err
        assert said in told
        assert "local, invenio" in told
        assert "shelf" in told
    with pytest.raises(SystemExit):
        arguments.parse(["accounts", "add", "s.test", "--kind", "local"])


def test_no_kind_is_named_outside_its_own_package() -> None:
    named = []
    for path in sorted((ROOT / "desktop_app").rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        if place in MAY_NAME_KINDS:
            continue
        own = {name for name in BUILT_IN if place.startswith(f"desktop_app/services/{name}/")}
        named += [
            f"{place}:{node.lineno}"
            for node in ast.walk(ast.parse(path.read_bytes()))
            if isinstance(node, ast.Constant) and node.value in set(BUILT_IN) - own
        ]
    assert named == []


def test_doctor_lists_the_kinds_and_names_a_plug_in_that_is_no_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [Entry("shelf", shelf), Entry("torn", raises, Package("sendoff-torn"))]
    monkeypatch.setattr(wiring, "Kinds", lambda: Kinds(lambda: entries))
    setting = SimpleNamespace(wiring=wiring.build(str(tmp_path)))
    line = asyncio.run(doctor._kinds(cast(Setting, setting))).line

    assert line.startswith("PROBLEM")
    assert "sendoff-torn" in line
    assert "ImportError" in line
    assert f"{', '.join(BUILT_IN)}, shelf (sendoff-shelf 1.2)" in line
    assert "secret" not in line
