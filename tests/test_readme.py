"""README and docs do what they say: commands run, links lead somewhere, names exist."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", *(f"docs/{name}.md" for name in ("using", "recovery", "qa", "security")))
"""What a person follows from top to bottom, one page after the other."""
DOCS = tuple(sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md")))
DOCUMENTS = (
    "README.md",
    "SECURITY.md",
    "resources/packaging/README.md",
    "translations/glossary.md",
    *DOCS,
)


def read(name: str) -> str:
    """Return a page."""
    return (ROOT / name).read_text(encoding="utf-8")


README = read("README.md")
ALL = "\n".join(read(name) for name in dict.fromkeys((*PAGES, *DOCS)))
ARCHITECTURE = read("docs/architecture.md")
_FENCE = re.compile(
    r"(?P<mark><!-- not run: (?P<why>.+?) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)```", re.DOTALL
)
_EXIT = re.compile(r"# exit (\d)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and why it is not run ("" if it is)."""

    kind: str
    text: str
    why: str


BLOCKS = [Block(m["kind"], m["text"], m["why"] or "") for m in _FENCE.finditer(ALL)]
RUN = [block for block in BLOCKS if block.kind == "sh" and not block.why]
NOT_RUN = [block for block in BLOCKS if block.kind == "sh" and block.why]


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """An empty home and an empty folder; `sendoff` on the path is this checkout's.

    The built-in service runs throughout, which spares each command from starting its own.
    """
    place = tmp_path_factory.mktemp("newcomer")
    programs = place / "bin"
    programs.mkdir()
    program = programs / "sendoff"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m desktop_app "$@"\n')
    program.chmod(0o755)
    (place / "work").mkdir()
    kept = {name: os.environ[name] for name in ("LANG",) if name in os.environ}
    environment = kept | {
        "HOME": str(place / "home"),
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "QT_QPA_PLATFORM": "offscreen",
        "PWD": str(place / "work"),
    }
    serving = subprocess.Popen(
        [program, "serve", "--exit-with-parent"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert serving.stdout is not None
    assert b"token_file" in serving.stdout.readline()
    yield environment
    serving.communicate(timeout=20)


def scripted(block: Block) -> str:
    """Let each command that should fail fail as stated, and no other."""
    lines = []
    for line in block.text.splitlines():
        stated = _EXIT.search(line)
        if stated:
            command = _EXIT.sub("", line).rstrip()
            lines.append(f'{command} && status=0 || status=$?; test "$status" = {stated[1]}')
        else:
            lines.append(line)
    return "set -eu\n" + "\n".join(lines) + "\n"


@pytest.mark.skipif(os.name == "nt", reason="the commands are written for a POSIX shell")
def test_every_command_does_what_readme_says_from_top_to_bottom(newcomer: dict[str, str]) -> None:
    assert len(RUN) >= 8
    for block in RUN:
        done = subprocess.run(
            ["bash", "-c", scripted(block)],
            cwd=newcomer["PWD"],
            env=newcomer,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, f"{block.text}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stdout + done.stderr, block.text
    left = Path(newcomer["PWD"])
    assert (left / "report.zip").is_file()
    assert "url" in (left / "announced.json").read_text()


def test_a_command_that_ends_otherwise_than_stated_is_noticed() -> None:
    for text in ("true # exit 3", "(exit 2) # exit 3", "false\ntrue"):
        script = scripted(Block("sh", text, ""))
        assert subprocess.run(["bash", "-c", script], check=False).returncode != 0, text
    stated = scripted(Block("sh", "(exit 3) # exit 3", ""))
    assert subprocess.run(["bash", "-c", stated], check=False).returncode == 0


def test_what_is_not_run_says_why_and_names_real_targets_and_options() -> None:
    for block in NOT_RUN:
        assert len(block.why) > 5
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z0-9-]+)", "\n".join(inline(ALL)))) <= targets


def test_every_command_has_an_example() -> None:
    from desktop_app.cli.arguments import parser

    (commands,) = [a.choices for a in parser()._actions if isinstance(a.choices, dict)]
    shown = "".join(block.text for block in RUN)
    missing = {name for name in commands if f"sendoff {name}" not in shown}
    assert missing <= {"drafts", "repair"}, "only these need a site"
    (actions,) = [a.choices for a in commands["accounts"]._actions if isinstance(a.choices, dict)]
    shown += "".join(block.text for block in NOT_RUN)
    assert not [name for name in missing if f"sendoff {name}" not in shown]
    assert not [name for name in actions if f"accounts {name}" not in shown]


def test_the_example_for_service_authors_is_the_tested_one() -> None:
    (example,) = [block.text for block in BLOCKS if block.kind == "python"]
    assert example in (ROOT / "tests" / "contract" / "shelf.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_and_picture_leads_somewhere(name: str) -> None:
    document = ROOT / name
    text = document.read_text(encoding="utf-8")
    anchors = anchors_of(text)
    for target in re.findall(r"\]\(([^)]+)\)", text):
        page, _, place = target.partition("#")
        if not page:
            assert place in anchors, target
        elif not target.startswith("https://"):
            assert (document.parent / page).exists(), target
            assert not place or place in anchors_of((document.parent / page).read_text()), target


def test_every_path_that_is_named_exists() -> None:
    named = {word for word in inline(ALL) if re.fullmatch(r"[\w./-]+", word) and "/" in word}
    ours = {
        w for w in named if w.split("/")[0] in {"desktop_app", "tests", "resources", "translations"}
    }
    assert len(ours) > 15
    missing = {word for word in ours if not (ROOT / word).exists() and "PART" not in word}
    assert not missing


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_heading_is_without_text(name: str) -> None:
    parts = re.split(r"^## (.+)$", read(name), flags=re.MULTILINE)[1:]
    empty = [title for title, text in zip(parts[::2], parts[1::2], strict=True) if not text.strip()]
    assert not empty


def test_the_layers_of_architecture_are_those_that_are_enforced() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    enforced = re.findall(r'"desktop_app\.([\w]+)', project.split("layers = [")[1].split("]")[0])
    drawn = re.findall(r"^\| (`.+?`) \|", ARCHITECTURE.split("## Layers")[1], re.MULTILINE)
    layers = [word for row in drawn[:10] for word in re.findall(r"`(\w+)`", row)]
    assert set(enforced) <= set(layers)
    order = [enforced.index(one) for one in layers if one in enforced]
    assert order == sorted(order), "the layers of docs/architecture.md stand in another order"


def inline(text: str) -> list[str]:
    """Return what stands in back quotes."""
    return re.findall(r"`([^`\n]+)`", text)


def anchors_of(text: str) -> set[str]:
    """Return the anchors of a page's headings."""
    return {anchor(title) for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


def anchor(title: str) -> str:
    """Return the anchor of a heading as forges make it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def test_every_package_says_what_it_is_for() -> None:
    for package in sorted((ROOT / "desktop_app").rglob("__init__.py")):
        says = ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))) or ""
        assert len(says) > 40, package
        assert "laceholder" not in says, package
