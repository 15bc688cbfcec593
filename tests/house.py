"""Measure the house: `python -m tests.house [FOLDER]` prints the figures of docs/architecture.md.

Read from the code's own imports, those inside of functions too; a package's `__init__` that only
hands names on counts as a module like any other.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from functools import cache
from pathlib import Path

PACKAGE = "desktop_app"


def modules(root: Path) -> dict[str, Path]:
    """Return every module below `root` by its dotted name."""
    found = {}
    for path in sorted((root / PACKAGE).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str, path: Path, known: dict[str, Path]) -> set[str]:
    """Return which of the known modules the module imports; the most exact one each time."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            exact = {f"{node.module}.{one.name}" for one in node.names}
            found |= exact & set(known) or {node.module}
    return (found & set(known)) - {name}


def comments(path: Path) -> int:
    """Return how many lines are comments alone."""
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
    return sum(one.type == tokenize.COMMENT and one.line.strip()[:1] == "#" for one in tokens)


def longest_chain(edges: dict[str, set[str]]) -> list[str]:
    """Return the longest way along imports; a circle is not walked twice."""
    walking: set[str] = set()

    @cache
    def below(name: str) -> tuple[str, ...]:
        walking.add(name)
        best: tuple[str, ...] = ()
        for one in sorted(edges[name]):
            way = below(one) if one not in walking else ()
            best = way if len(way) > len(best) else best
        walking.discard(name)
        return (name, *best)

    longest = max((len(below(name)), name) for name in edges)
    return list(below(longest[1]))


def measure(root: Path) -> dict[str, int]:
    """Return the figures by their names."""
    known = modules(root)
    edges = {name: imports(name, path, known) for name, path in known.items()}
    importers = [sum(name in of for of in edges.values()) for name in known]
    return {
        "modules": len(known),
        "lines": sum(len(path.read_text("utf-8").splitlines()) for path in known.values()),
        "comment lines": sum(comments(path) for path in known.values()),
        "longest import chain": len(longest_chain(edges)),
        "modules with one importer": importers.count(1),
    }


if __name__ == "__main__":
    for what, figure in measure(Path(sys.argv[1] if len(sys.argv) > 1 else ".")).items():
        sys.stdout.write(f"{figure:>7,} {what}\n")
