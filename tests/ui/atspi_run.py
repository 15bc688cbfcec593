"""Uses the window by AT-SPI alone: finds objects by role and name, performs their actions.

Run by the system's Python (which has pyatspi) inside Xvfb and a D-Bus session; it types nothing,
moves no mouse and imports nothing of ours. Prints one JSON object; see `test_atspi.py`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import pyatspi  # type: ignore[import-not-found]  # the system's Python has it, ours has not
from gi.repository import GLib  # type: ignore[import-not-found]  # the same

announced: list[str] = []
PATIENCE_S = 20.0


def turn() -> None:
    """Let something happen: a message on the bus, or the next tick."""
    GLib.MainContext.default().iteration(True)


def wait_for(look: Callable[[], Any], what: str) -> Any:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        found = look()
        if found is not None:
            return found
        turn()
    raise SystemExit(f"there is no {what}")


def application() -> Any:
    desktop = pyatspi.Registry.getDesktop(0)
    return next((one for one in desktop if one is not None and one.name == "sendoff"), None)


def descendant(root: Any, role: str, name: str) -> Any:
    def fits(one: Any) -> bool:
        return bool(one.getRoleName().endswith(role) and one.name.startswith(name))

    return pyatspi.findDescendant(root, fits)


def press(one: Any) -> None:
    action = one.queryAction()
    names = [action.getName(index) for index in range(action.nActions)]
    action.doAction(names.index("Press"))


def names_of(one: Any) -> list[str]:
    names = [one.name]
    for child in one:
        if child is not None:
            names += names_of(child)
    return [name for name in names if name]


def labels_of(one: Any) -> list[str]:
    """Return what labels an object: a combo box's own name is its value here."""
    return [
        relation.getTarget(index).name
        for relation in one.getRelationSet()
        if relation.getRelationType() == pyatspi.RELATION_LABELLED_BY
        for index in range(relation.getNTargets())
    ]


def combos_of(root: Any) -> list[tuple[str, list[str]]]:
    """Return each combo box's value with what labels it."""

    def fits(one: Any) -> bool:
        return bool(one.getRoleName() == "combo box")

    return [(one.name, labels_of(one)) for one in pyatspi.findAllDescendants(root, fits)]


def main() -> None:
    def hear(event: Any) -> None:
        announced.append(str(event.any_data))

    pyatspi.Registry.registerEventListener(hear, "object:announcement")
    GLib.timeout_add(20, lambda: True)  # not everything that is looked for announces itself
    app = wait_for(application, "application called sendoff")
    title = wait_for(lambda: descendant(app, "text", "Title of the record"), "title")
    title.queryEditableText().setTextContents("Heard and not seen")
    wait_for(lambda: descendant(app, "cell", "Map of the gauges"), "row of a sample file")
    press(wait_for(lambda: descendant(app, "button", "Save"), "Save button"))
    wait_for(lambda: True if any("Saved" in text for text in announced) else None, "announced end")
    press(wait_for(lambda: descendant(app, "button", "Open record"), "button for the record"))
    wait_for(lambda: descendant(app, "cell", "Verified"), "verdict in the record")
    press(wait_for(lambda: descendant(app, "button", "Settings"), "button for the settings"))
    wait_for(lambda: combos_of(app) if len(combos_of(app)) > 2 else None, "choices of the settings")
    told = {"announced": announced, "names": names_of(app), "combos": combos_of(app)}
    json.dump(told, sys.stdout)


main()
