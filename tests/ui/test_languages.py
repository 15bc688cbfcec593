"""Four languages and a stretched, mirrored one: live state is kept, nothing is cut or forgotten."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QWidget,
)

from desktop_app.core.errors import ErrorKind, info
from desktop_app.core.model import SaveStage
from desktop_app.core.paths import translation_dir
from desktop_app.qa.testing import SaveRobot, SettingsRobot, found, happy
from desktop_app.qa.testing.robots import wait_for
from desktop_app.ui import wording
from desktop_app.ui.i18n import LANGUAGES, PSEUDO, PSEUDO_RTL, supported
from desktop_app.ui.widgets.navigation import Page
from tests.ui.conftest import Open
from tests.ui.scripts import FINALIZE, UPLOAD, Held, upload_fails

LABELS = {
    "en": ("Preparing the record", "Uploading attachments", "Finalizing the record"),
    "zh_CN": ("正在准备记录", "正在上传附件", "正在完成记录"),
    "es": ("Preparando el registro", "Subiendo los archivos adjuntos", "Finalizando el registro"),
    "pt_BR": ("Preparando o registro", "Enviando os anexos", "Finalizando o registro"),
}


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    if not (translation_dir() / "sendoff_es.qm").exists():
        from translations.build import release

        release()


@pytest.mark.parametrize("language", LABELS)
@pytest.mark.parametrize("stage", list(SaveStage))
def test_the_active_stage_is_named_in_each_language(
    open_fake: Open, three_files: list[str], language: str, stage: SaveStage
) -> None:
    held = Held(stage)
    app = open_fake(held, language=language)
    robot = SaveRobot(app.window)
    robot.fill("Stages", three_files)
    robot.save()
    wait_for(held.reached.is_set, "the stage")
    assert robot.text("stageLabel") == LABELS[language][list(SaveStage).index(stage)]
    held.go_on.set()
    robot.wait_for_end()


def says(robot: SaveRobot, label: str) -> bool:
    return robot.text("stageLabel") == label


def test_a_switch_in_the_middle_keeps_what_is_live(open_fake: Open, three_files: list[str]) -> None:
    held = Held(UPLOAD)
    app = open_fake(held)
    robot = SaveRobot(app.window)
    robot.fill("R&D <b>bold</b>", three_files)
    robot.save()
    wait_for(held.reached.is_set, "the upload")
    assert held.play is not None
    held.play.progress(held.play.request.files[0], sent=800, acknowledged=400)
    wait_for(lambda: "400" in robot.text("measuredLabel"), "the numbers")
    settings = SettingsRobot(app.window)
    settings.open()
    for language in ("es", "zh_CN", "pt_BR", "en"):
        settings.choose("languageCombo", language)
        label = LABELS[language][1]
        wait_for(partial(says, robot, label), f"{label!r}")
        assert robot.states() == ("done", "active", "pending")
        assert "400" in robot.text("measuredLabel")
        assert robot.text("titleEdit") == "R&D <b>bold</b>"
        assert robot.shown("cancelButton")
    for pseudo in (PSEUDO, PSEUDO_RTL):
        app.translations.use(pseudo)
        wait_for(lambda: "[Úplóádíng áttáchménts" in robot.text("stageLabel"), pseudo)
        assert robot.states() == ("done", "active", "pending")
        assert "400" in robot.text("measuredLabel")
        wait_for(lambda: cut(app.window) == [], "room for every text")
    settings.choose("languageCombo", "es")
    box = found(app.window, QDialogButtonBox, "")
    close = box.button(QDialogButtonBox.StandardButton.Close)
    wait_for(lambda: close.text().replace("&", "") == "Cerrar", "Qt's own button in Spanish")
    settings.close()
    held.go_on.set()
    assert robot.wait_for_end() == "Guardado"
    assert app.backend.preferences.settings.language == "es"


def test_right_to_left_mirrors_the_window_and_back(open_fake: Open) -> None:
    app = open_fake(happy)
    navigation = app.window.navigation
    assert navigation.geometry().left() == 0
    app.translations.use(PSEUDO_RTL)
    assert QApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft
    wait_for(lambda: navigation.geometry().left() > 100, "the navigation on the right")
    app.translations.use("en")
    wait_for(lambda: navigation.geometry().left() == 0, "the navigation on the left")


def test_a_list_offers_its_verbs_from_the_right_too(
    open_fake: Open, three_files: list[str]
) -> None:
    """The first save is chosen though the page has not been seen yet."""
    app = open_fake(upload_fails, language=PSEUDO_RTL)
    robot = SaveRobot(app.window)
    robot.fill("Right", three_files)
    robot.save()
    robot.wait_for_end()
    app.window.show_page(Page.UNFINISHED)
    wait_for(lambda: robot.enabled("unfinishedResumeButton"), "the verbs")


def test_names_keep_their_direction_and_numbers_their_language(open_fake: Open) -> None:
    app = open_fake(language="es")
    hebrew, latin = "שלום.txt", "hola.txt"
    clash = info(ErrorKind.NAME_CLASH, reason="case", key=hebrew, other=latin)
    assert f"\u2068{hebrew}\u2069" in wording.reason(clash)
    assert f"\u2068{latin}\u2069" not in wording.reason(clash)
    assert "12.345" in wording.reason(info(ErrorKind.TOO_MANY_FILES, limit=12_345))
    app.translations.use(PSEUDO_RTL)
    assert f"\u2068{latin}\u2069" in wording.reason(clash)


def shown_texts(root: QWidget) -> dict[str, str]:
    """Return every text that a person can read below `root`, by widget."""
    texts = {}
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.objectName().startswith("qt_"):
            continue
        if isinstance(widget, QLabel | QAbstractButton):
            texts[f"{type(widget).__name__} {widget.objectName()} {id(widget)}"] = widget.text()
        elif isinstance(widget, QComboBox):
            texts[f"combo {widget.objectName()}"] = widget.currentText()
    return {where: text for where, text in texts.items() if text.strip()}


NOT_WORDS = ("Sendoff", "Ctrl", "Esc", "F1", "F2", "Del", "Return")
VALUES = {"titleEdit"}


def test_every_text_of_the_window_is_marked_for_translation(
    open_fake: Open, three_files: list[str]
) -> None:
    app = open_fake(upload_fails, language=PSEUDO)
    robot = SaveRobot(app.window)
    robot.fill("Pseudo", three_files)
    robot.save()
    robot.wait_for_end()
    robot.click("detailsButton")
    wait_for(lambda: robot.shown("detailsDrawer"), "the details")
    unmarked = []
    for page in range(3):
        app.window.show_page(app.window.pages.currentIndex().__class__(page))  # type: ignore[arg-type]
        unmarked += [text for text in shown_texts(app.window).values() if "[" not in text]
    assert unmarked == []
    for open_dialog in (app.settings.open, app.window.help_asked.emit, app.settings.open_accounts):
        open_dialog()
        dialog = next(one for one in app.window.findChildren(QDialog) if one.isVisible())
        left = [
            text
            for text in shown_texts(dialog).values()
            if "[" not in text
            and not text.startswith(NOT_WORDS)
            and not text.isdigit()
            and "Close" not in text
        ]
        assert left == []
        dialog.reject()


@pytest.mark.parametrize("language", [*LABELS, PSEUDO, PSEUDO_RTL])
def test_no_text_is_cut(open_fake: Open, three_files: list[str], language: str) -> None:
    """Labels that wrap have room for their lines, buttons for their words."""
    held = Held(FINALIZE, abortable=False)
    app = open_fake(held, upload_fails, language=language)
    app.window.resize(960, 720)
    robot = SaveRobot(app.window)
    robot.fill("Cut", three_files)
    robot.save()
    wait_for(held.reached.is_set, "the last stage")
    assert cut(app.window) == []
    held.go_on.set()
    robot.wait_for_end()
    assert cut(app.window) == []
    robot.click("newSaveButton")
    robot.fill("Cut", three_files)
    robot.save()
    robot.wait_for_end()
    assert cut(app.window) == []
    app.settings.open()
    dialog = robot.dialog("settingsDialog")
    assert cut(dialog) == []
    dialog.reject()


@pytest.mark.parametrize("scale", ["1.5", "2"])
def test_sharp_screens_cut_nothing_either(scale: str) -> None:
    """Qt takes its scale when it starts: the test above runs again in a process of its own."""
    wanted = "test_no_text_is_cut and (es or pseudo)"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", __file__, "-q", "-k", wanted, "-p", "no:cacheprovider"],
        capture_output=True,
        text=True,
        env={**os.environ, "QT_SCALE_FACTOR": scale},
        check=False,
    )
    assert done.returncode == 0, done.stdout


def cut(root: QWidget) -> list[str]:
    """Return the labels and buttons that have less room than their text needs."""
    QApplication.processEvents()
    found_cut = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.objectName().startswith("qt_"):
            continue
        if isinstance(widget, QLabel) and widget.text():
            need = widget.heightForWidth(widget.width()) if widget.wordWrap() else 0
            wide = 0 if widget.wordWrap() else widget.sizeHint().width()
            if widget.height() < need - 1 or widget.width() < wide - 1:
                found_cut.append(f"{widget.objectName()}: {widget.text()}")
        elif isinstance(widget, QAbstractButton) and widget.text():
            narrow = widget.width() < widget.minimumSizeHint().width() - 1
            found_cut += [f"{widget.objectName()}: {widget.text()}"] if narrow else []
    return found_cut


@pytest.mark.parametrize("language", LABELS)
def test_no_two_shortcuts_of_the_page_share_a_letter(
    open_fake: Open, three_files: list[str], language: str
) -> None:
    held = Held(UPLOAD)
    app = open_fake(held, language=language)
    robot = SaveRobot(app.window)
    robot.fill("Letters", three_files)
    robot.save()
    wait_for(held.reached.is_set, "the upload")
    assert doubled(app.window) == {}
    held.go_on.set()
    robot.wait_for_end()
    assert doubled(app.window) == {}


def doubled(root: QWidget) -> dict[str, list[str]]:
    """Return the Alt letters that reach more than one thing that is shown."""
    letters: dict[str, list[str]] = {}
    for text in shown_texts(root).values():
        plain = text.replace("&&", "")
        if "&" in plain:
            letter = plain[plain.index("&") + 1].lower()
            letters.setdefault(letter, []).append(text)
    return {letter: texts for letter, texts in letters.items() if len(texts) > 1}


def test_languages_are_matched_by_what_is_nearest() -> None:
    assert supported("pt_PT") == "pt_BR"
    assert supported("zh-CN") == "zh_CN"
    assert supported("de_DE") == "en"
    assert {language.code for language in LANGUAGES} == set(LABELS)


def test_the_language_file_of_each_language_is_there() -> None:
    folder = Path(translation_dir())
    assert all((folder / f"sendoff_{code}.qm").exists() for code in LABELS)
