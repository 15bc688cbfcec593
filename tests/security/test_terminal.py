"""What others named, shown on a terminal: it is read, never obeyed."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from rich.console import Console

from desktop_app.cli.live import ConsolePrinter
from desktop_app.core.log import Redactor
from desktop_app.core.printing import Printer
from tests.cli.conftest import Sendoff, home, sendoff, shared_service  # noqa: F401 - fixtures

OBEYED = ("\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\b\b", "\r", "\u202egpj.exe", "\u2066", "\0")


@pytest.mark.parametrize("text", OBEYED)
def test_nothing_in_a_line_is_obeyed_by_a_terminal(text: str) -> None:
    out = io.StringIO()
    Printer(Redactor(), out).line(f"a{text}b")
    assert out.getvalue().rstrip("\n").isprintable()
    assert out.getvalue().startswith("a\\u")


@pytest.mark.parametrize("text", OBEYED)
def test_scripts_read_back_exactly_what_stood_there(text: str) -> None:
    out = io.StringIO()
    Printer(Redactor(), out).json({"key": f"a{text}b", "n": "漢 ü"})
    assert out.getvalue().rstrip("\n").isprintable()
    assert json.loads(out.getvalue()) == {"key": f"a{text}b", "n": "漢 ü"}


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
@pytest.mark.parametrize("kind", [(), ("--json",)])
def test_names_and_titles_do_not_command_the_terminal(
    sendoff: Sendoff,  # noqa: F811
    tmp_path: Path,
    kind: tuple[str, ...],
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a\u202egpj.exe", "b\x1b[2J.txt", "c\x9b31m.txt", "d.txt"):
        (folder / name).write_text("x")
    ran = sendoff("save", "--title", "T\x1b]0;x\x07\u202e", *kind, str(folder))
    listed = sendoff("runs", *kind)
    assert ran.code in (2, 3)
    for text in (ran.out, ran.err, listed.out, listed.err):
        assert not [line for line in text.split("\n") if not line.isprintable()]
    assert ran.out + ran.err


@pytest.mark.parametrize("text", OBEYED)
def test_nothing_above_or_in_the_live_line_is_obeyed(text: str) -> None:
    out = io.StringIO()
    ConsolePrinter(Redactor(), Console(file=out, width=200)).line(f"a{text}b")
    assert out.getvalue().rstrip("\n").isprintable()
