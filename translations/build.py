"""Keeps the translation files in step with the source, and compiles them for the wheel.

Run as a script (`update`, `check`, `release`), or by hatchling as the build hook of the
wheel. It knows Qt's tools and the layout of this folder; it imports nothing of the application.
"""

from __future__ import annotations

import ast
import filecmp
import importlib.util
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "translations"
SOURCES = ROOT / "desktop_app"
COMPILED = ROOT / "build" / "translations"
LANGUAGES = ("en", "zh_CN", "es", "pt_BR")
PLURALS_ONLY = "en"
_FIELD = re.compile(r"%n|\{\w*(?:![rsa])?(?::[^{}]*)?\}|&&")


class TranslationError(Exception):
    """A translation file is out of step, unfinished or wrong; the text says where."""


def ts_file(language: str, folder: Path = FOLDER) -> Path:
    """Return the source file of one language."""
    return folder / f"sendoff_{language}.ts"


def update(folder: Path = FOLDER) -> None:
    """Merge the marked sentences of the source into every `.ts` file of `folder`.

    Raises:
        TranslationError: lupdate refused or warned.
    """
    with tempfile.TemporaryDirectory() as scratch:
        _copy_for_lupdate(Path(scratch))
        for language in LANGUAGES:
            _extract(Path(scratch), language, ts_file(language, folder))


def check(folder: Path = FOLDER) -> None:
    """Say everything that is wrong with the files of `folder`, changing none.

    Raises:
        TranslationError: `update` would change a file, an entry is unfinished, or a translation
            lost a named field of its source.
    """
    problems = [*_stale(folder)]
    for language in LANGUAGES:
        problems += _faults(ts_file(language, folder))
    if problems:
        raise TranslationError("\n".join(problems))


def release(target: Path = COMPILED, folder: Path = FOLDER) -> list[Path]:
    """Compile every language of `folder` into `target` and return the `.qm` files.

    Raises:
        TranslationError: lrelease refused a file.
    """
    target.mkdir(parents=True, exist_ok=True)
    return [compile_one(ts_file(language, folder), target) for language in LANGUAGES]


def compile_one(source: Path, target: Path) -> Path:
    """Compile one `.ts` file into the folder `target` and return the `.qm` file."""
    result = target / f"{source.stem}.qm"
    _qt_tool("lrelease", "-silent", str(source), "-qm", str(result))
    return result


def _copy_for_lupdate(target: Path) -> None:
    """Copy the sources with every plural's number written as 1.

    lupdate knows `translate(c, t, None, 3)` as a plural, loses the plural of `n` and the whole
    sentence of `len(files)`, silently (6.11.1).
    """
    for source in sorted(SOURCES.rglob("*.py")):
        lines = source.read_bytes().splitlines(keepends=True)
        starts = [0, *itertools.accumulate(map(len, lines))]
        text = b"".join(lines)
        spans = [
            (starts[n.lineno - 1] + n.col_offset, starts[n.end_lineno - 1] + n.end_col_offset)
            for n in _plural_numbers(ast.parse(text))
            if n.end_lineno is not None and n.end_col_offset is not None
        ]
        for start, end in sorted(spans, reverse=True):
            text = text[:start] + b"1" + text[end:]
        copy = target / source.relative_to(SOURCES)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(text)


def _plural_numbers(tree: ast.Module) -> Iterator[ast.expr]:
    positions = {"translate": 3, "tr": 2}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = str(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))
            if len(node.args) > positions.get(name, len(node.args)):
                yield node.args[positions[name]]


def _extract(sources: Path, language: str, target: Path) -> None:
    options = ["-pluralonly"] if language == PLURALS_ONLY else []
    _qt_tool(
        "lupdate", "-silent", "-locations", "none", "-no-obsolete", "-sort-messages",
        "-source-language", "en", "-target-language", language, *options,
        "-extensions", "py", str(sources), "-ts", str(target),
    )  # fmt: skip


def _stale(folder: Path) -> list[str]:
    with tempfile.TemporaryDirectory() as scratch:
        copies = Path(scratch)
        for language in LANGUAGES:
            if ts_file(language, folder).exists():
                shutil.copy(ts_file(language, folder), copies)
        update(copies)
        return [
            f"{ts_file(language).name}: out of step with the source; run `build.py update`"
            for language in LANGUAGES
            if not ts_file(language, folder).exists()
            or not filecmp.cmp(ts_file(language, folder), ts_file(language, copies), shallow=False)
        ]


def _faults(path: Path) -> list[str]:
    if not path.exists():
        return [f"{path.name}: missing"]
    return [
        f"{path.name}: {message.findtext('source')!r}: {fault}"
        for message in ET.parse(path).getroot().iter("message")  # noqa: S314 - our own file
        for fault in _message_faults(message)
    ]


def _message_faults(message: ET.Element) -> list[str]:
    translation = message.find("translation")
    if translation is None or translation.get("type") == "unfinished":
        return ["unfinished"]
    source = message.findtext("source") or ""
    forms = [form.text or "" for form in translation.iter("numerusform")]
    texts = forms or [translation.text or ""]
    if not all(texts):
        return ["empty"]
    wanted = set(_FIELD.findall(source))
    if message.get("numerus") == "yes":  # "one file" may go without its number
        wanted.discard("%n")
    return [
        f"fields differ in {text!r}"
        for text in texts
        if not wanted <= set(_FIELD.findall(text)) <= set(_FIELD.findall(source))
    ]


def _qt_tool(name: str, *arguments: str) -> None:
    package = importlib.util.find_spec("PySide6")
    if package is None or package.origin is None:
        raise TranslationError("PySide6 is not installed in this environment")
    done = subprocess.run(  # noqa: S603 - the tool inside PySide6, our arguments
        [Path(package.origin).with_name(name), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    said = (done.stdout + done.stderr).strip()
    if done.returncode or said:
        raise TranslationError(f"{name} ended with {done.returncode}: {said}")


class TranslationsHook(BuildHookInterface[Any]):
    """Puts the compiled translations into a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and name each file's place in the wheel. `version` is the kind of build."""
        if version == "editable":  # hatchling leaves forced files out of these
            return
        for compiled in release():
            place = f"desktop_app/_assets/translations/{compiled.name}"
            build_data["force_include"][str(compiled)] = place


def main(arguments: list[str]) -> int:
    """Run one of `update`, `check`, `release`; return the exit code."""
    actions: dict[str, Callable[[], object]] = {
        "update": update,
        "check": check,
        "release": release,
    }
    if len(arguments) != 1 or arguments[0] not in actions:
        print(f"usage: {sys.argv[0]} {{{','.join(actions)}}}", file=sys.stderr)
        return 2
    try:
        actions[arguments[0]]()
    except TranslationError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
