"""Every sentence is marked so that it can be extracted, and is translated in every language."""

from __future__ import annotations

import ast
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QTranslator

from translations import build

TRANSLATED = [language for language in build.LANGUAGES if language != build.PLURALS_ONLY]
LETTER = re.compile(r"(?<!&)&([^&\s])")
PAGES = (
    (
        "NewSavePage",
        "FilesPanel",
        "PeopleEdit",
        "StagePanel",
        "OutcomeCard",
        "DetailsDrawer",
    ),
    ("RunsPage",),
    ("AccountDialog",),
    ("AccountsTab",),
    ("CloseQuestion",),
    ("FilesQuestion",),
    ("SignInDialog",),
)
"""What is on the screen together."""
MARKS = {"tr": 0, "QT_TRANSLATE_NOOP": 1, "translate": 1}
"""The position of the text in each marking function."""
PASS_ON = {"desktop_app/ui/wording.py"}
"""The one place that hands sentences marked elsewhere to Qt."""


def test_the_files_are_in_step_with_the_source_and_finished() -> None:
    build.check()


def test_the_texts_of_marked_sentences_are_literals() -> None:
    """Anything else is extracted wrongly, or not at all, without a word."""
    wrong = [
        f"{place}:{call.lineno}"
        for place, call in marking_calls()
        if place not in PASS_ON and not (_is_literal(call) and not call.keywords)
    ]
    assert not wrong


def test_every_marked_sentence_reaches_the_translators() -> None:
    marked = {_text(call) for _, call in marking_calls() if _is_literal(call)}
    in_file = {
        message.findtext("source") or ""
        for message in ET.parse(build.ts_file("es")).getroot().iter("message")
    }
    assert marked - in_file == set()


@pytest.mark.parametrize("language", build.LANGUAGES)
def test_each_language_compiles_and_loads(language: str, tmp_path: Path) -> None:
    build.release(tmp_path)
    translator = QTranslator()
    assert translator.load(f"sendoff_{language}", str(tmp_path))
    assert translator.language() == language


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("page", PAGES, ids="+".join)
def test_each_button_of_a_page_has_a_letter_of_its_own(
    page: tuple[str, ...], language: str
) -> None:
    contexts = ET.parse(build.ts_file(language)).getroot().iter("context")
    texts = [
        message.findtext("translation") or ""
        for context in contexts
        if context.findtext("name") in page
        for message in context.iter("message")
        if "&" in (message.findtext("source") or "").replace("&&", "")
    ]
    letters = Counter(match[1].lower() for text in texts for match in LETTER.finditer(text))
    assert letters.total() == len(texts) > 0, "a translation has no letter, or too many"
    assert {letter for letter, uses in letters.items() if uses > 1} == set()


@pytest.mark.parametrize(
    ("number", "words"), [("3", "%n file(s)"), ("n", "%n of them"), ("len(files)", "%n rows")]
)
def test_plurals_are_extracted_whatever_their_number_is(
    number: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    call = f'translate(\n        "Test", "{words}", None, {number}\n    )'
    (source / "module.py").write_text(f'def f(n, files, ü="é"):\n    {call}\n', encoding="utf-8")
    monkeypatch.setattr(build, "SOURCES", source)
    build.update(tmp_path)
    (message,) = ET.parse(build.ts_file("en", tmp_path)).getroot().iter("message")
    assert (message.findtext("source"), message.get("numerus")) == (words, "yes")


@pytest.mark.parametrize(
    ("translation", "fault"),
    [
        ('<translation type="unfinished">Hola {name}</translation>', "unfinished"),
        ("<translation></translation>", "empty"),
        ("<translation>Hola {nombre}</translation>", "fields differ"),
    ],
)
def test_check_names_what_is_wrong(
    translation: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "module.py").write_text('QT_TRANSLATE_NOOP("Test", "Hello {name}")\n')
    monkeypatch.setattr(build, "SOURCES", source)
    build.update(tmp_path)
    spanish = build.ts_file("es", tmp_path)
    text = spanish.read_text(encoding="utf-8")
    unfinished = '<translation type="unfinished"></translation>'
    assert unfinished in text
    spanish.write_text(text.replace(unfinished, translation), encoding="utf-8")
    with pytest.raises(build.TranslationError, match=rf"_es.ts: 'Hello {{name}}': {fault}"):
        build.check(tmp_path)


def test_check_sees_a_new_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for language in build.LANGUAGES:
        shutil.copy(build.ts_file(language), tmp_path)
    source = tmp_path / "source"
    shutil.copytree(build.SOURCES, source)
    (source / "new.py").write_text('QT_TRANSLATE_NOOP("Test", "Never seen before")\n')
    monkeypatch.setattr(build, "SOURCES", source)
    with pytest.raises(build.TranslationError, match=r"sendoff_es\.ts: out of step"):
        build.check(tmp_path)


def marking_calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield the module and the call of everything that marks a sentence in the package."""
    for path in sorted(build.SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Call) and len(node.args) > MARKS.get(_name(node), 99):
                yield path.relative_to(build.ROOT).as_posix(), node


def _name(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", None) or getattr(call.func, "id", ""))


def _is_literal(call: ast.Call) -> bool:
    until_text = call.args[: MARKS[_name(call)] + 1]
    return all(isinstance(arg, ast.Constant) and isinstance(arg.value, str) for arg in until_text)


def _text(call: ast.Call) -> str:
    text = call.args[MARKS[_name(call)]]
    assert isinstance(text, ast.Constant)
    return str(text.value)


COUNTED_PLURAL = re.compile(r"(?:%n|\{total\}) (?:files|archivos|arquivos)\b")


@pytest.mark.parametrize("language", ["en", "es", "pt_BR"])
def test_one_file_is_no_plural_in_any_language(language: str) -> None:
    ones = [
        message.findtext("translation/numerusform") or ""
        for message in ET.parse(build.ts_file(language)).getroot().iter("message")
        if message.get("numerus")
    ]
    assert len(ones) > 5
    assert [one for one in ones if COUNTED_PLURAL.search(one)] == []


@pytest.mark.parametrize("language", ["en", "es", "pt_BR"])
def test_a_save_of_one_file_counts_one(language: str, tmp_path: Path) -> None:
    build.release(tmp_path)
    translator = QTranslator()
    assert translator.load(f"sendoff_{language}", str(tmp_path))
    for text in (
        "Verified by checksum: %n of {total} file(s).",
        "Confirmed by size: %n of {total} file(s).",
    ):
        said = translator.translate("Outcome", text, "", 1) or ""
        assert said.endswith(("} file.", "} archivo.", "} arquivo.")), said


@pytest.mark.parametrize(
    ("language", "kept", "name", "missing"),
    [
        ("es", "Guardada en el almacén de claves", "Se guarda como", "Falta indicar: {field}."),
        ("pt_BR", "Guardada no chaveiro", "Salvo como", "Falta informar: {field}."),
    ],
)
def test_words_fit_what_they_stand_beside(
    language: str, kept: str, name: str, missing: str
) -> None:
    """A password is feminine, a field's label has no article, a column is narrow."""
    root = ET.parse(build.ts_file(language)).getroot()
    said = {one.findtext("source"): one.findtext("translation") for one in root.iter("message")}

    assert said["Kept in the keychain"] == kept
    assert said["Name (stored as)"] == name
    assert said["{field} is missing."] == missing
