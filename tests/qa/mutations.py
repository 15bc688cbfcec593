"""Breaks the client on purpose, in a copy, and shows that the right scenarios turn red.

`python -m tests.qa.mutations [NAME ...]`: exit 0 if every broken client is caught by the scenarios
named for it, and only then. Each mutation is a mistake that real clients make.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_PARTS = (
    "desktop_app",
    "examples",
    "resources",
    "tests",
    "translations",
    "pyproject.toml",
    "README.md",
)


@dataclass(frozen=True)
class Edit:
    """One replacement in one file; `old` is there exactly once."""

    path: str
    old: str
    new: str


@dataclass(frozen=True)
class Mutation:
    """One mistake.

    Attributes:
        red: scenarios that must catch it.
        green: scenarios that must not care: the copy still works.
        window: whether it shows in the window only.
    """

    name: str
    why: str
    edits: tuple[Edit, ...]
    red: tuple[str, ...]
    green: tuple[str, ...]
    window: bool = False


MUTATIONS = (
    Mutation(
        "blind-retry-of-create",
        "After a lost answer the record is created again, under a fresh key, without asking.",
        (
            Edit(
                "desktop_app/saving/steps.py",
                "        settlement = await reconcile.settle_create(attempt)\n"
                "        if settlement.settled is Settled.NOT_DONE and may_send_again:\n",
                "        settlement = reconcile.Settlement(Settled.NOT_DONE)\n"
                "        if settlement.settled is Settled.NOT_DONE and may_send_again:\n",
            ),
            Edit(
                "desktop_app/saving/steps.py",
                "    key = await attempt.opened.key_for(_CREATE, *body)\n",
                "    key = attempt.opened.fresh_id()\n",
            ),
        ),
        red=("create-timeout-effect", "create-late-success", "field-answer-drips"),
        green=("create-overload", "upload-reset"),
    ),
    Mutation(
        "progress-at-read-time",
        "Bytes count as sent when the reader has them: four blocks before the network does.",
        (
            Edit(
                "desktop_app/services/http/request.py",
                "                self.reading = False\n                if self.sent + len(chunk)",
                "                self.reading = False\n"
                "                ahead = self.sent + 5 * len(chunk)\n"
                "                self._body.on_sent(min(self._body.length, ahead))\n"
                "                if self.sent + len(chunk)",
            ),
        ),
        red=("field-not-read", "field-half-open"),
        green=("create-reset", "upload-reset"),
    ),
    Mutation(
        "cancel-only-hides-the-button",
        "The button goes away, and the upload goes on behind it.",
        (
            Edit(
                "desktop_app/ui/viewmodels/save_flow.py",
                "        return bool(self.run) and self._session.request_cancel(self.run)\n",
                "        return bool(self.run)\n",
            ),
        ),
        red=("create-cancel", "upload-cancel"),
        green=("create-reset", "finalize-cancel"),
        window=True,
    ),
)


def apply(mutation: Mutation, tree: Path) -> None:
    """Make the edits in a copy.

    Raises:
        LookupError: the source has moved on, and an edit fits no more.
    """
    for edit in mutation.edits:
        path = tree / edit.path
        text = path.read_text(encoding="utf-8")
        if text.count(edit.old) != 1:
            raise LookupError(f"{mutation.name}: an edit of {edit.path} does not fit")
        path.write_text(text.replace(edit.old, edit.new), encoding="utf-8")


def caught(mutation: Mutation) -> list[str]:
    """Return what is wrong: a scenario that stayed green, or one that turned red with the rest."""
    with tempfile.TemporaryDirectory(prefix="sendoff-mutation-") as folder:
        tree = Path(folder) / "tree"
        for part in _PARTS:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            tree.mkdir(exist_ok=True)
            copy(ROOT / part, tree / part)
        apply(mutation, tree)
        passed = _in_window(mutation, tree) if mutation.window else _headless(mutation, tree)
    wrong = [f"{name} stayed green" for name in mutation.red if passed[name]]
    return wrong + [f"{name} turned red" for name in mutation.green if not passed[name]]


def _headless(mutation: Mutation, tree: Path) -> dict[str, bool]:
    names = (*mutation.red, *mutation.green)
    done = _run(tree, "-m", "desktop_app", "qa", "run", *names, "--json")
    facts = [json.loads(line) for line in done.stdout.splitlines()]
    return dict.fromkeys(names, False) | {one["scenario"]: one["passed"] for one in facts}


def _in_window(mutation: Mutation, tree: Path) -> dict[str, bool]:
    passed = {}
    for name in (*mutation.red, *mutation.green):
        test = f"tests/qa/window/test_scenarios.py::test_a_scenario_in_the_window[{name}]"
        folder = f"--basetemp={tree.parent / 'pytest'}"
        passed[name] = _run(tree, "-m", "pytest", "-q", folder, test).returncode == 0
    return passed


def _run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(tree), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def main(names: list[str]) -> int:
    """Try the mutations with these names, or all; return the exit code."""
    chosen = [one for one in MUTATIONS if not names or one.name in names]
    ok = bool(chosen)
    for mutation in chosen:
        wrong = caught(mutation)
        ok = ok and not wrong
        print(f"{mutation.name}: {'; '.join(wrong) or 'caught by ' + ', '.join(mutation.red)}")  # noqa: T201 - for who runs it
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
