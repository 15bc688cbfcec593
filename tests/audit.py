"""Looks for known vulnerabilities without a network: `python -m tests.audit FOLDER`.

FOLDER holds advisories in the OSV format, one JSON file each, as the public database of PyPI's
advisories is handed out; fetch it on a machine with a network and carry it over. What is compared
is `constraints.txt`, version by version.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parent.parent


def pinned(constraints: str) -> dict[str, Version]:
    """Return the versions of a file of plain pins, by normalised name."""
    pins = {}
    for line in constraints.splitlines():
        if line.strip() and not line.startswith("#"):
            requirement = Requirement(line)
            (one,) = requirement.specifier
            pins[str(canonicalize_name(requirement.name))] = Version(one.version)
    return pins


def affecting(pins: dict[str, Version], advisories: Iterator[dict[str, Any]]) -> list[str]:
    """Return a line for each advisory that holds for a pinned version."""
    lines = []
    for advisory in advisories:
        if advisory.get("withdrawn"):
            continue
        for affected in advisory.get("affected", []):
            package = affected.get("package", {})
            name = str(canonicalize_name(package.get("name", "")))
            version = pins.get(name)
            if package.get("ecosystem") == "PyPI" and version and holds(affected, version):
                lines.append(f"{name} {version}: {advisory['id']} {advisory.get('summary', '')}")
    return sorted(set(lines))


def holds(affected: dict[str, Any], version: Version) -> bool:
    """Whether the listed versions or a range of events name `version`."""
    if any(same(text, version) for text in affected.get("versions", [])):
        return True
    ranges = affected.get("ranges", [])
    return any(inside(one["events"], version) for one in ranges if one["type"] == "ECOSYSTEM")


def inside(events: list[dict[str, str]], version: Version) -> bool:
    """Whether a range that `introduced`, `fixed` and `last_affected` draw holds `version`."""
    inside_now = False
    for event in events:
        if "introduced" in event and version >= Version(event["introduced"]):
            inside_now = True
        if "fixed" in event and version >= Version(event["fixed"]):
            inside_now = False
        if "last_affected" in event and version > Version(event["last_affected"]):
            inside_now = False
    return inside_now


def same(text: str, version: Version) -> bool:
    """Whether `text` is this version; one that is no version is none of ours."""
    try:
        return Version(text) == version
    except InvalidVersion:
        return False


def advisories_in(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield every advisory of a folder."""
    for path in sorted(folder.rglob("*.json")):
        yield json.loads(path.read_text(encoding="utf-8"))


def main(folder: Path) -> int:
    """Print what holds; exit code 1 if anything does, 2 if there is nothing to compare with."""
    advisories = list(advisories_in(folder))
    if not advisories:
        sys.stderr.write(f"{folder} holds no advisory.\n")
        return 2
    pins = pinned((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    lines = affecting(pins, iter(advisories))
    found = "\n".join(lines) or f"{len(pins)} packages, {len(advisories)} advisories: none holds."
    sys.stdout.write(f"{found}\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
