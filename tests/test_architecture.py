"""The rules of the layout that a reader could break without noticing."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from desktop_app.core.changes import Change
from desktop_app.core.model import OutcomeKind

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "desktop_app"
STATIC_DIALOGS = {
    "QMessageBox": {"about", "critical", "information", "question", "warning"},
    "QFileDialog": {
        "getExistingDirectory",
        "getOpenFileName",
        "getOpenFileNames",
        "getSaveFileName",
    },
    "QInputDialog": {"getDouble", "getInt", "getItem", "getMultiLineText", "getText"},
    "QColorDialog": {"getColor"},
    "QFontDialog": {"getFont"},
}
APPLICATIONS = {"QApplication", "QGuiApplication", "QCoreApplication"}
EMPTY_NAMES = {"utils", "util", "common", "helpers", "helper", "manager", "misc"}


def runs_a_loop_of_its_own(node: ast.AST) -> bool:
    """A dialog or menu that blocks breaks every other task of the qasync loop."""
    if not isinstance(node, ast.Call):
        return False
    statics = STATIC_DIALOGS.get(_owner(node.func), set())
    return isinstance(node.func, ast.Attribute) and node.func.attr in {"exec", "exec_", *statics}


def is_an_async_slot(node: ast.AST) -> bool:
    """A slot starts work through a task owner: its guard is set before the loop turns."""
    return _name(node) in {"asyncSlot", "asyncClose"}


def drops_its_task(node: ast.AST) -> bool:
    """A task that nobody holds may vanish, and its exception with it."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and _name(node.value.func) in {"create_task", "ensure_future"}
        and "group" not in _owner(node.value.func)
    )


def swallows_everything(node: ast.AST) -> bool:
    """An error that is neither handled nor reported."""
    return (
        isinstance(node, ast.ExceptHandler)
        and (node.type is None or _name(node.type) in {"Exception", "BaseException"})
        and all(isinstance(line, ast.Pass | ast.Continue) for line in node.body)
    )


def asks_for_the_application(node: ast.AST) -> bool:
    """Only the composition root may find out whether an application exists."""
    return (
        isinstance(node, ast.Call)
        and _name(node.func) == "instance"
        and _owner(node.func) in APPLICATIONS
    )


def translates_for_somebody_else(node: ast.AST) -> bool:
    """lupdate takes what stands before `.tr` for the context, which no class has at run time."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "tr"
        and not (isinstance(node.func.value, ast.Name) and node.func.value.id == "self")
    )


Rule = Callable[[ast.AST], bool]
RULES: dict[Rule, tuple[str, ...]] = {
    runs_a_loop_of_its_own: (
        "dialog.exec()",
        "QMessageBox.question(self, 'a', 'b')",
        "QtWidgets.QFileDialog.getOpenFileName(self)",
    ),
    is_an_async_slot: ("@qasync.asyncSlot()\nasync def clicked(self): ...",),
    drops_its_task: ("asyncio.create_task(work())", "loop.create_task(work())"),
    swallows_everything: ("try:\n    work()\nexcept Exception:\n    pass",),
    asks_for_the_application: ("QApplication.instance()",),
    translates_for_somebody_else: ("self.window.tr('a title')", "button.tr('text')"),
}
ALLOWED: dict[Rule, str] = {
    runs_a_loop_of_its_own: "desktop_app/qa/testing/",  # robots wait in one, in tests
    asks_for_the_application: "desktop_app/app.py",  # the composition root
}


def test_imports_keep_to_the_contracts() -> None:
    # In a process of its own: import-linter switches off the loggers of the one it runs in.
    lint = "from importlinter.cli import lint_imports_command as lint; lint()"
    done = subprocess.run(
        [sys.executable, "-c", lint, "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("entry", ["desktop_app.cli", "desktop_app.server"])
def test_the_terminal_and_the_service_start_without_qt(entry: str) -> None:
    probe = f"import sys, {entry}; print(sorted(m for m in sys.modules if m == 'PySide6'))"
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize("rule", RULES)
def test_the_package_keeps_the_rule(rule: Rule) -> None:
    allowed = ALLOWED.get(rule, "nowhere")
    assert not [place for place in broken(rule, PACKAGE) if not place.startswith(allowed)]


@pytest.mark.parametrize(
    ("rule", "offender"), [(rule, source) for rule, sources in RULES.items() for source in sources]
)
def test_the_rule_sees_what_it_forbids(rule: Rule, offender: str) -> None:
    assert any(rule(node) for node in ast.walk(ast.parse(offender)))


def test_modules_are_named_for_what_they_hold() -> None:
    assert not [path for path in PACKAGE.rglob("*") if path.stem in EMPTY_NAMES]


def broken(rule: Rule, folder: Path) -> Iterator[str]:
    """Yield `path:line` of every place in `folder` that matches `rule`."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if rule(node):
                yield f"{path.relative_to(ROOT).as_posix()}:{getattr(node, 'lineno', 0)}"


def _name(node: ast.AST) -> str:
    return str(getattr(node, "attr", None) or getattr(node, "id", ""))


def _owner(node: ast.AST) -> str:
    return _name(node.value) if isinstance(node, ast.Attribute) else ""


def test_the_drawing_of_a_save_names_what_the_code_has() -> None:
    drawn = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    (states,) = re.findall(r"```mermaid\nstateDiagram-v2\n(.*?)```", drawn, re.DOTALL)
    arrows = re.findall(r"^ +(\S+) --> (\S+)", states, re.MULTILINE)
    names = {name for arrow in arrows for name in arrow} - {"[*]"}
    code = "\n".join(path.read_text("utf-8") for path in (PACKAGE / "saving").glob("*.py"))
    functions = {name for name in names if f"async def {name}(" in code}
    assert names - functions == {outcome.name for outcome in OutcomeKind} - {"DISCARDED"}
    changes = set(re.findall(r" : ([A-Z][a-z]+[A-Z]\w+)$", states, re.MULTILINE))
    assert changes <= {one.__name__ for one in get_args(Change)}
