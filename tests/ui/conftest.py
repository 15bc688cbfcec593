"""One qasync loop for all UI tests, marked as the running loop only while a UI test runs."""

from __future__ import annotations

import asyncio
import gc
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import qasync  # type: ignore[import-untyped]  # it ships no type marker
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from desktop_app.app import App, assemble, build_app
from desktop_app.qa.testing import FakeSession, Script, fake_backend
from desktop_app.qa.testing.robots import wait_for
from desktop_app.saving.sessions import Capabilities
from desktop_app.ui.options import Options

OF_THE_PLATFORM = (
    "This plugin does not support propagateSizeHints",
    "This plugin does not support raise",
)
"""What Qt's offscreen platform says of a dialog's smallest size and a window brought to front."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.ui)
            item.add_marker(pytest.mark.qt_log_ignore(*OF_THE_PLATFORM, extend=True))


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    return ["sendoff"]


@pytest.fixture(scope="session")
def ui_loop(qapp: QApplication) -> Iterator[asyncio.AbstractEventLoop]:
    qapp.setQuitOnLastWindowClosed(False)
    loop = qasync.QEventLoop(qapp, already_running=True)
    yield loop
    loop._QEventLoop__is_running = False
    loop.close()


@pytest.fixture(autouse=True)
def running_loop(ui_loop: asyncio.AbstractEventLoop) -> Iterator[asyncio.AbstractEventLoop]:
    asyncio.events._set_running_loop(ui_loop)
    before = asyncio.all_tasks(ui_loop)
    yield ui_loop
    left = {task for task in asyncio.all_tasks(ui_loop) if not task.done()} - before
    asyncio.events._set_running_loop(None)
    assert not left, f"left-over tasks: {[task.get_name() for task in left]}"


Open = Callable[..., App]


def end(app: App) -> None:
    """Shut an app down and destroy its widgets."""
    done = app.loop.create_task(app.shutdown())
    wait_for(done.done, "the shutdown")
    done.result()
    app.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def open_fake(running_loop: asyncio.AbstractEventLoop, tmp_path: Path) -> Iterator[Open]:
    """Open windows on a scripted session: `open_fake(script, ..., language="en")`."""
    apps: list[App] = []

    def open_one(
        *scripts: Script, capabilities: Capabilities | None = None, language: str = "en"
    ) -> App:
        session = FakeSession(*scripts, capabilities=capabilities)
        app = assemble(fake_backend(session, str(tmp_path)), Options(language=language))
        apps.append(app)
        show(app)
        return app

    yield open_one
    for app in apps:
        end(app)
    gc.collect()


@pytest.fixture
def open_real(running_loop: asyncio.AbstractEventLoop, tmp_path: Path) -> Iterator[Open]:
    """Open windows on the built-in service's own process, in a home of the test."""
    apps: list[App] = []

    def open_one(*arguments: str, language: str = "en") -> App:
        app = build_app(["--lang", language, *arguments], home=tmp_path / "home")
        apps.append(app)
        show(app)
        return app

    yield open_one
    for app in apps:
        end(app)
    gc.collect()


def show(app: App) -> None:
    """Show the window and wait until it knows what its account's service takes."""
    app.window.show()
    wait_for(lambda: app.form.capabilities is not None, "the service's rules")


@pytest.fixture
def three_files(tmp_path: Path) -> list[str]:
    folder = tmp_path / "files"
    folder.mkdir()
    for number in (1, 2, 3):
        (folder / f"file{number}.txt").write_bytes(b"x" * 1000 * number)
    return [str(folder / f"file{number}.txt") for number in (1, 2, 3)]


@pytest.fixture
def session_bus() -> Iterator[str]:
    """The address of a session bus on which nobody shows notifications."""
    try:
        daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"],
            stdout=subprocess.PIPE,
            text=True,
        )
    except FileNotFoundError:
        pytest.skip("needs dbus-daemon")
    assert daemon.stdout is not None
    yield daemon.stdout.readline().strip()
    daemon.terminate()
    daemon.wait()
    daemon.stdout.close()
