"""Draws every screen and state, light and dark, in every language, into build/screenshots.

    python -m tests.screenshots [SCENE...] [--language CODE]... [--theme light|dark]...
    python -m tests.screenshots --readme      the three of README, into resources/pictures

The window is the real one, over a session that plays what a scene says; `index.html` shows all.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync  # type: ignore[import-untyped]  # it ships no type marker
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from desktop_app.app import App, assemble
from desktop_app.core.appearance import Theme
from desktop_app.core.errors import ErrorKind, Verdict, info
from desktop_app.core.model import (
    OutcomeKind,
    RecordRef,
    RecordState,
    SaveStage,
    StageState,
)
from desktop_app.core.paths import sample_files
from desktop_app.core.run import Run
from desktop_app.qa.testing import FakeSession, Play, Script, fake_backend, happy, report_of
from desktop_app.ui import theme
from desktop_app.ui.i18n import LANGUAGES
from desktop_app.ui.options import Options
from desktop_app.ui.widgets.navigation import Page

ROOT = Path(__file__).resolve().parent.parent
GALLERY = ROOT / "build" / "screenshots"
PICTURES = ROOT / "resources" / "pictures"
README = (
    ("uploading", "en", Theme.LIGHT),
    ("finalize-failed", "en", Theme.LIGHT),
    ("uploading", "zh_CN", Theme.DARK),
)
SETTLE_S = 0.35
"""Longer than the bridge gathers events and the outcome card fades in."""
TITLE = "River levels 2025"


@dataclass(frozen=True)
class Scene:
    """One picture: what the session plays, and what a person does before it is taken."""

    name: str
    act: Callable[[App], Awaitable[QWidget]]
    scripts: tuple[Script, ...] = (happy,)


async def settle() -> None:
    await asyncio.sleep(SETTLE_S)


async def fill_in(app: App) -> QWidget:
    app.form.title = TITLE
    app.form.add_paths(str(path) for path in sample_files())
    app.window.new_save.show_form()
    await settle()
    return app.window


async def save(app: App) -> QWidget:
    await fill_in(app)
    app.window.new_save.save_button.click()
    await settle()
    return app.window


async def empty(app: App) -> QWidget:
    await settle()
    return app.window


async def missing(app: App) -> QWidget:
    app.window.new_save.save_button.click()
    await settle()
    return app.window


async def unfinished(app: App) -> QWidget:
    await save(app)
    app.window.show_page(Page.UNFINISHED)
    return await empty(app)


async def history(app: App) -> QWidget:
    await save(app)
    app.window.show_page(Page.HISTORY)
    return await empty(app)


async def no_history(app: App) -> QWidget:
    app.window.show_page(Page.HISTORY)
    return await empty(app)


async def details(app: App) -> QWidget:
    await save(app)
    app.window.new_save.outcome.details_button.click()
    return await empty(app)


async def settings(app: App) -> QWidget:
    app.settings.open()
    return await open_dialog(app)


async def accounts(app: App) -> QWidget:
    app.settings.open_accounts()
    return await open_dialog(app)


async def closing(app: App) -> QWidget:
    await save(app)
    app.closing.ask()
    return await open_dialog(app)


async def open_dialog(app: App) -> QWidget:
    await settle()
    return next(one for one in app.window.findChildren(QDialog) if one.isVisible())


async def uploading(play: Play) -> Run:
    first, second, *others = play.request.files
    begin_upload(play)
    play.confirm(first)
    play.progress(second, sent=second.fingerprint.size, acknowledged=second.fingerprint.size // 2)
    for other in others[:1]:
        play.progress(other, sent=other.fingerprint.size // 3)
    return await held(play)


async def finalizing(play: Play) -> Run:
    begin_upload(play)
    finish_upload(play)
    play.begin(SaveStage.FINALIZE_RECORD, abortable=False)
    return await held(play)


async def checking(play: Play) -> Run:
    begin_upload(play)
    finish_upload(play)
    play.begin(SaveStage.FINALIZE_RECORD, abortable=False)
    play.reconciling(SaveStage.FINALIZE_RECORD)
    return await held(play)


async def finalize_failed(play: Play) -> Run:
    begin_upload(play)
    finish_upload(play)
    play.begin(SaveStage.FINALIZE_RECORD, abortable=False)
    error = info(ErrorKind.SERVER_FAULT, host="repository.example")
    play.fail(SaveStage.FINALIZE_RECORD, error)
    return report_of(
        play,
        OutcomeKind.FAILED,
        states=(StageState.DONE, StageState.DONE, StageState.FAILED),
        error=error,
        failed_stage=SaveStage.FINALIZE_RECORD,
        record=draft(play),
    )


async def upload_failed(play: Play) -> Run:
    begin_upload(play)
    play.confirm(play.request.files[0])
    too_large = info(ErrorKind.TOO_LARGE, limit="50 GB")
    for file in play.request.files[1:]:
        play.fail_file(file, too_large)
    play.fail(SaveStage.UPLOAD_FILES, info(ErrorKind.FILES_FAILED))
    return report_of(
        play,
        OutcomeKind.FAILED,
        states=(StageState.DONE, StageState.FAILED, StageState.PENDING),
        confirmed=1,
        error=info(ErrorKind.FILES_FAILED),
        file_error=too_large,
        failed_stage=SaveStage.UPLOAD_FILES,
        record=draft(play),
    )


async def unknown(play: Play) -> Run:
    begin_upload(play)
    finish_upload(play)
    play.begin(SaveStage.FINALIZE_RECORD, abortable=False)
    lost = info(ErrorKind.TIMED_OUT, verdict=Verdict.UNKNOWN_OUTCOME, host="repository.example")
    play.fail(SaveStage.FINALIZE_RECORD, lost)
    return report_of(
        play,
        OutcomeKind.UNKNOWN,
        states=(StageState.DONE, StageState.DONE, StageState.UNKNOWN),
        error=lost,
        failed_stage=SaveStage.FINALIZE_RECORD,
        record=draft(play),
    )


def begin_upload(play: Play) -> None:
    play.started()
    play.begin(SaveStage.CREATE_RECORD)
    play.complete(SaveStage.CREATE_RECORD)
    play.begin(SaveStage.UPLOAD_FILES)


def finish_upload(play: Play) -> None:
    for file in play.request.files:
        play.confirm(file)
    play.complete(SaveStage.UPLOAD_FILES, 124)


def draft(play: Play) -> RecordRef:
    return RecordRef("rec-1", RecordState.DRAFT, play.request.title)


async def held(play: Play) -> Run:
    """Stay in the middle of the run until the scene is over."""
    await play.cancelled.wait()
    return report_of(play, OutcomeKind.STOPPED, confirmed=0)


SCENES = (
    Scene("empty", empty),
    Scene("missing", missing),
    Scene("filled-in", fill_in),
    Scene("uploading", save, (uploading,)),
    Scene("finalizing", save, (finalizing,)),
    Scene("checking", save, (checking,)),
    Scene("saved", save),
    Scene("finalize-failed", save, (finalize_failed,)),
    Scene("upload-failed", save, (upload_failed,)),
    Scene("unknown", save, (unknown,)),
    Scene("details", details, (finalize_failed,)),
    Scene("unfinished", unfinished, (finalize_failed,)),
    Scene("history", history),
    Scene("no-history", no_history),
    Scene("settings", settings),
    Scene("accounts", accounts),
    Scene("closing", closing, (uploading,)),
)


async def draw(scene: Scene, language: str, colours: Theme, target: Path) -> Path:
    """Play one scene and return its picture in the folder `target`."""
    with tempfile.TemporaryDirectory() as folder:
        backend = fake_backend(FakeSession(*scene.scripts), folder)
        await backend.preferences.change(language=language, theme=colours, animations=False)
        app = assemble(backend, Options())
        theme.choose(colours)
        app.window.resize(960, 720)
        app.window.show()
        app.start()
        picture = await scene.act(app)
        path = target / f"{scene.name}-{language}-{colours}.png"
        picture.grab().save(str(path))
        for play in backend.session.plays if isinstance(backend.session, FakeSession) else ():
            play.cancelled.set()
        await app.shutdown()
        app.window.deleteLater()
        return path


def write_gallery(pictures: list[Path], target: Path) -> Path:
    """Write a page with every picture and its name into the folder `target`."""
    figures = "".join(
        f'<figure><a href="{html.escape(one.name)}"><img src="{html.escape(one.name)}" '
        f'alt="{html.escape(one.stem)}"></a><figcaption>{html.escape(one.stem)}</figcaption>'
        "</figure>"
        for one in pictures
    )
    page = target / "index.html"
    style = "body{display:flex;flex-wrap:wrap;gap:16px;font:14px sans-serif}img{width:460px}"
    head = f'<!doctype html><meta charset="utf-8"><title>Sendoff</title><style>{style}</style>'
    page.write_text(f"{head}{figures}\n", encoding="utf-8")
    return page


async def draw_all(
    names: list[str], languages: list[str], themes: list[Theme], target: Path
) -> Path:
    """Draw the named scenes (all, if none is named) and a page that shows them."""
    wanted = [scene for scene in SCENES if not names or scene.name in names]
    return write_gallery(
        [
            await draw(scene, language, colours, target)
            for scene in wanted
            for language in languages
            for colours in themes
        ],
        target,
    )


async def draw_for_readme() -> Path:
    """Draw the pictures that README shows."""
    scenes = {scene.name: scene for scene in SCENES}
    for name, language, colours in README:
        await draw(scenes[name], language, colours, PICTURES)
    return PICTURES


def main() -> None:
    """Draw what was asked for and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", choices=[[], *(one.name for one in SCENES)])
    parser.add_argument("--language", action="append", choices=[one.code for one in LANGUAGES])
    parser.add_argument("--theme", action="append", choices=["light", "dark"])
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("--into", type=Path, default=GALLERY, metavar="FOLDER")
    asked = parser.parse_args()
    application = QApplication(sys.argv[:1])
    application.setQuitOnLastWindowClosed(False)
    asked.into.mkdir(parents=True, exist_ok=True)
    languages = asked.language or [one.code for one in LANGUAGES]
    themes = [Theme(one) for one in asked.theme or ("light", "dark")]
    with qasync.QEventLoop(application) as loop:
        if asked.readme:
            work = draw_for_readme()
        else:
            work = draw_all(asked.scenes, languages, themes, asked.into)
        place = loop.run_until_complete(work)
    sys.stdout.write(f"{place}\n")


if __name__ == "__main__":
    main()
