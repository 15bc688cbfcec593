"""One deliberate fault, tried in a copy of the tree by the one test that is named for it."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_COPIED = (
    "desktop_app",
    "examples",
    "resources",
    "tests",
    "translations",
    "pyproject.toml",
    "README.md",
)
_LONGEST_S = 120.0
_TESTS_FAILED = 1
"""Exit code of pytest where tests ran and failed; others mean that nothing was shown."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault.

    Attributes:
        name: of the fault, for `--only`.
        path: the file below `desktop_app`.
        old: text that stands there exactly once.
        new: what replaces it.
        test: node id below `tests`, of the test that fails on it.
        why: what a person would meet.
    """

    name: str
    path: str
    old: str
    new: str
    test: str
    why: str

    @property
    def file(self) -> str:
        """The file, below the root."""
        return f"desktop_app/{self.path}"

    @property
    def node(self) -> str:
        """The node id of the test, below the root."""
        return f"tests/{self.test}"


class Tree:
    """A copy of the tree in which one fault at a time is planted.

    One copy serves all: what pytest and Python compiled once is not compiled again.
    """

    def __init__(self, folder: Path) -> None:
        self.root = folder / "tree"
        self._pytest = folder / "pytest"
        self.root.mkdir(parents=True)
        for part in _COPIED:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy2
            copy(ROOT / part, self.root / part)

    def red(self, nodes: Sequence[str]) -> list[str]:
        """Return which of these tests fail without any fault."""
        code, output = self._run(nodes)
        if code == 0:
            return []
        return [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))] or [
            output[-500:]
        ]

    def survives(self, mutant: Mutant) -> str:
        """Return why the fault was not caught, or ""."""
        with self._planted(mutant) as wrong:
            if wrong:
                return wrong
            code, output = self._run([mutant.node])
        if code == _TESTS_FAILED:
            return ""
        last = output.strip().splitlines()[-1:] or [""]
        return "survived" if code == 0 else f"pytest ended with {code}: {last[0]}"

    def survives_simulator(self, mutant: Mutant, seeds: int) -> str:
        """Return why simulated saves did not catch the fault, or ""; they end at the first one."""
        words = ["-m", "tests.simulate", "--seeds", str(seeds), "--to-first"]
        with self._planted(mutant) as wrong:
            if wrong:
                return wrong
            code, output = self._python(words, _LONGEST_S + seeds)
        if "  WRONG " in output:
            return ""
        last = output.strip().splitlines()[-1:] or [""]
        return "survived" if code == 0 else f"the simulator ended with {code}: {last[0]}"

    @contextmanager
    def _planted(self, mutant: Mutant) -> Iterator[str]:
        """Plant a fault for as long as the context lasts; give why it could not be, or ""."""
        path = self.root / mutant.file
        text = path.read_text(encoding="utf-8")
        changed = text.replace(mutant.old, mutant.new)
        if wrong := misfit(mutant, text) or _no_python(changed):
            yield wrong
            return
        path.write_text(changed, encoding="utf-8")
        self._forget_compiled(path)
        try:
            yield ""
        finally:
            path.write_text(text, encoding="utf-8")
            self._forget_compiled(path)

    def _forget_compiled(self, path: Path) -> None:
        """A replacement of the same length within a second would look like the old file."""
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            compiled.unlink()

    def _run(self, nodes: Sequence[str]) -> tuple[int, str]:
        words = ["-m", "pytest", "-q", *(["-x"] if len(nodes) == 1 else [])]
        options = ["-p", "no:cacheprovider", "--tb=no", f"--basetemp={self._pytest}"]
        return self._python([*words, *options, *nodes], _LONGEST_S * len(nodes))

    def _python(self, words: Sequence[str], longest_s: float) -> tuple[int, str]:
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root),
            "PYTHONDONTWRITEBYTECODE": "1",
            "QT_QPA_PLATFORM": "offscreen",
        }
        try:
            done = subprocess.run(
                [sys.executable, *words],
                cwd=self.root,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=longest_s,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return -1, "it did not end in time"
        return done.returncode, done.stdout + done.stderr


def _no_python(text: str) -> str:
    try:
        ast.parse(text)
    except SyntaxError as error:
        return f"the replacement is no Python: {error.msg}, line {error.lineno}"
    return ""


def misfit(mutant: Mutant, text: str) -> str:
    """Return why the fault cannot be planted in `text`, or ""."""
    found = text.count(mutant.old)
    if found == 1:
        return ""
    return f"its text stands {found} times in {mutant.file}"


def names_a_test(mutant: Mutant) -> bool:
    """Whether the test that is named for it is there."""
    file, _, name = mutant.node.partition("::")
    path = ROOT / file
    if not path.is_file():
        return False
    bare = re.escape(name.partition("[")[0])
    text = path.read_text(encoding="utf-8")
    return re.search(rf"^\s*(?:async )?def {bare}\(", text, re.MULTILINE) is not None
