"""What one can rely on before trusting Sendoff with data: licences, files, arguments, exports."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from desktop_app.cli.arguments import parser
from desktop_app.core.errors import ErrorKind, FileError
from desktop_app.ui.presenters.record import _free_path
from tests import audit
from tests.waiting import until

ROOT = Path(__file__).resolve().parent.parent
PERMISSIVE = {
    "MIT", "MIT-0", "MIT License", "Apache-2.0", "Apache 2.0", "Apache Software License",
    "BSD-2-Clause", "BSD-3-Clause", "BSD License", "PSF-2.0", "MPL-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)",
}  # fmt: skip
LINKED = {"PySide6-Essentials": "LGPL-3.0-only", "shiboken6": "LGPL-3.0-only"}
"""Parts that may be under the LGPL: replaceable libraries, their texts lie in the bundle."""


# licences and vulnerabilities


def test_every_dependency_has_a_licence_that_we_can_ship() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = set(closure(project["dependencies"]))
    assert {"httpx", "h11", "keyring", "shiboken6"} <= names
    refused = {name: sorted(licences(name)) for name in sorted(names) if not may_ship(name)}
    assert not refused


def closure(requirements: list[str]) -> Iterator[str]:
    """Name everything that an installation brings along here, extras left out."""
    seen: set[str] = set()
    waiting = list(requirements)
    while waiting:
        wanted = Requirement(waiting.pop())
        if wanted.name in seen or (wanted.marker and not wanted.marker.evaluate({"extra": ""})):
            continue
        seen.add(wanted.name)
        waiting += distribution(wanted.name).requires or []
        yield wanted.name


def licences(name: str) -> set[str]:
    try:
        metadata = distribution(name).metadata
    except PackageNotFoundError:
        return set()
    fields = ("License-Expression", "License")
    stated = next((metadata[field] for field in fields if field in metadata), "")
    named = {part.strip("() ") for part in re.split(r" (?:OR|AND) ", stated)} - {""}
    classified = [one for one in metadata.get_all("Classifier", []) if one.startswith("License")]
    return named or {one.rpartition(" :: ")[2] for one in classified}


def may_ship(name: str) -> bool:
    return LINKED.get(name) in licences(name) or bool(licences(name) & PERMISSIVE)


def test_a_copyleft_or_unknown_licence_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    for stated in ("GPL-3.0-only", "", "Proprietary"):
        monkeypatch.setattr(sys.modules[__name__], "licences", lambda _name, s=stated: {s} - {""})
        assert not may_ship("anything")


def test_the_offline_audit_finds_exactly_the_affected_versions(tmp_path: Path) -> None:
    pins = audit.pinned("# ours\nhttpx==0.28.1\nPySide6-Essentials==6.11.1\n")
    assert set(pins) == {"httpx", "pyside6-essentials"}
    cases: list[tuple[str, str, dict[str, Any], bool]] = [
        ("A-1", "HTTPX", {"versions": ["0.28.1"]}, True),
        ("A-2", "httpx", {"ranges": drawn({"introduced": "0"}, {"fixed": "0.28.2"})}, True),
        ("A-3", "httpx", {"ranges": drawn({"introduced": "0"}, {"fixed": "0.28.1"})}, False),
        ("A-4", "httpx", {"ranges": drawn({"introduced": "0.29"})}, False),
        ("A-5", "httpx", {"ranges": drawn({"introduced": "0"}, {"last_affected": "0.28"})}, False),
        ("A-6", "another", {"versions": ["0.28.1"]}, False),
    ]
    for name, package, affected, _ in cases:
        whole = {"id": name, "affected": [{"package": pypi(package), **affected}]}
        (tmp_path / f"{name}.json").write_text(json.dumps(whole))
    found = audit.affecting(pins, audit.advisories_in(tmp_path))
    assert [line.split(": ")[1].strip() for line in found] == [c[0] for c in cases if c[3]]


def drawn(*events: dict[str, str]) -> list[dict[str, object]]:
    return [{"type": "ECOSYSTEM", "events": list(events)}]


def pypi(name: str) -> dict[str, str]:
    return {"ecosystem": "PyPI", "name": name}


def test_all_that_is_shipped_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = audit.pinned((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    names = {str(canonicalize_name(name)) for name in closure(project["dependencies"])}
    assert names <= set(pins)


# files


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a home private by its own lists")
def test_whatever_is_written_is_its_owners_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (tmp_path / "a.txt").write_text("x")
    report = tmp_path / "report.zip"
    for words in (
        ["save", "--title", "T", str(tmp_path / "a.txt")],
        ["accounts", "add", "https://records.example/", "--label", "Lab"],
        ["report", "-o", str(report)],
    ):
        assert sendoff(home, *words).returncode == 0
    with subprocess.Popen(
        [sys.executable, "-m", "desktop_app", "serve", "--exit-with-parent", "--qa"],
        cwd=ROOT, env=environment(home), umask=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as serving:  # fmt: skip
        assert serving.stdout is not None
        assert b"token_file" in serving.stdout.readline()
        everything = [home, report, *home.rglob("*")]
        assert loose(everything) == []
        serving.communicate(timeout=20)
    names = {path.name for path in everything}
    assert {"settings.json", "journal.sqlite", "token", "service.json", "sendoff.log"} <= names


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a home private by its own lists")
def test_what_the_window_writes_is_its_owners_alone_too(tmp_path: Path) -> None:
    home = tmp_path / "new" / "home"
    with subprocess.Popen(
        [sys.executable, "-m", "desktop_app", "--demo"],
        cwd=ROOT, env=environment(home) | {"QT_QPA_PLATFORM": "offscreen"}, umask=0,
    ) as window:  # fmt: skip
        try:
            until((home / "journal.sqlite").exists, "journal", window)
            everything = [home, *home.rglob("*")]
            assert loose(everything) == []
            window.terminate()
            assert window.wait(timeout=30) == 0
        finally:
            window.kill()
    assert {"journal.sqlite", "sendoff.log"} <= {path.name for path in everything}


def loose(paths: list[Path]) -> list[str]:
    """Name what others may read or write, temporary files that have just gone left out."""
    return [path.name for path in paths if path.exists() and path.stat().st_mode & 0o077]


# arguments and addresses


def test_no_argument_can_hold_a_token() -> None:
    holding = [word for word, takes_one in options() if takes_one]
    assert "--title" in holding
    assert not [word for word in holding if re.search("token|password|secret", word)]


@pytest.mark.parametrize("given", [("--token", "hunter22"), ("--token=hunter22",)])
def test_a_token_given_as_an_argument_is_refused_and_not_repeated(
    tmp_path: Path, given: tuple[str, ...]
) -> None:
    (tmp_path / "a.txt").write_text("x")
    ran = sendoff(tmp_path, "save", "--title", "T", *given, str(tmp_path / "a.txt"))
    assert ran.returncode == 2
    assert "unrecognized arguments: --token" in ran.stderr
    assert "hunter22" not in ran.stdout + ran.stderr


def options() -> Iterator[tuple[str, bool]]:
    """Yield every option of every command, and whether it takes a value."""
    waiting = [parser()]
    while waiting:
        for action in waiting.pop()._actions:
            for word in action.option_strings:
                yield word, action.nargs != 0
            if isinstance(action.choices, dict):
                waiting += action.choices.values()


@pytest.mark.parametrize(
    "address",
    [
        "http://records.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://someone:hunter22@records.example/",
        "https://",
        "records.example\nhttps://other.example",
    ],
)
def test_an_address_that_could_leak_a_token_is_refused(tmp_path: Path, address: str) -> None:
    (tmp_path / "a.txt").write_text("x")
    ran = sendoff(
        tmp_path / "home",
        *("save", "--title", "T", "--service", address, str(tmp_path / "a.txt")),
        token="tok-123456",
    )
    assert ran.returncode == 2, ran.stderr
    assert ran.stderr.strip()
    assert "Traceback" not in ran.stderr
    for path in (tmp_path / "home").rglob("*"):
        if path.is_file():
            assert b"tok-123456" not in path.read_bytes()
            assert b"hunter22" not in path.read_bytes()
    assert "hunter22" not in ran.stdout + ran.stderr


# exports


def test_no_cell_of_a_receipt_is_a_formula(tmp_path: Path) -> None:
    home = tmp_path / "home"
    names = ["=cmd()|' C'!A0.csv", "+1.txt", "-2.txt", "@SUM(A1).txt", "\tx.txt"[1:]]
    for name in names:
        (tmp_path / name).write_text(name)
    words = ["save", "--title", "=HYPERLINK(1)", "--json", "--"]
    ran = sendoff(home, *words, *(str(tmp_path / name) for name in names))
    assert ran.returncode == 0, ran.stderr
    run = json.loads(ran.stdout.splitlines()[0])["run"]
    receipt = sendoff(home, "receipt", run, "--format", "csv")
    rows = list(csv.reader(io.StringIO(receipt.stdout)))
    assert len(rows) > len(names)
    assert "'=cmd()|' C'!A0.csv" in {cell for row in rows for cell in row}
    assert not [cell for row in rows for cell in row if cell[:1] in "=+-@" and cell]
    page = sendoff(home, "receipt", run, "--format", "html").stdout
    assert "<script" not in page


@pytest.mark.parametrize("key", ["../out.txt", "a/../../out.txt", "..", "/", "", "./x", "a\0b/c"])
def test_no_name_of_a_server_leads_out_of_the_chosen_folder(tmp_path: Path, key: str) -> None:
    folder = tmp_path / "chosen"
    folder.mkdir()
    with pytest.raises(FileError) as refused:
        _free_path(str(folder), key)
    assert refused.value.kind in (ErrorKind.BAD_NAME, ErrorKind.FILE_UNREADABLE)
    assert list(tmp_path.rglob("*")) == [folder]


def test_a_copy_lands_below_the_folder_and_over_no_other_file(tmp_path: Path) -> None:
    for key in ("/etc/passwd", "a/b.txt", "..x/.. y"):
        assert Path(_free_path(str(tmp_path), key)).is_relative_to(tmp_path)
    (tmp_path / "a" / "b.txt").write_text("mine")
    assert _free_path(str(tmp_path), "a/b.txt") == str(tmp_path / "a" / "b (2).txt")


def sendoff(home: Path, *words: str, token: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "desktop_app", *words],
        cwd=ROOT,
        env=environment(home) | ({"SENDOFF_TOKEN": token} if token else {}),
        umask=0,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | {"SENDOFF_HOME": str(home)}
