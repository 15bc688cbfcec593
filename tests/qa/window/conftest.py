"""The one qasync loop of UI tests, and one bench for all scenarios of this folder."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtWidgets import QAbstractButton, QWidget

from desktop_app.app import App, build_app
from desktop_app.qa.bench import Bench
from desktop_app.qa.testing.robots import wait_for
from desktop_app.qa.window.sandbox import Sandbox
from desktop_app.qa.window.session import SwitchingSession
from tests.ui.conftest import (  # noqa: F401 - fixtures of all UI tests
    OF_THE_PLATFORM,
    end,
    qapp_args,
    running_loop,
    ui_loop,
)

T = TypeVar("T")
PATIENCE_MS = 60_000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.ui)
            item.add_marker(pytest.mark.qt_log_ignore(*OF_THE_PLATFORM, extend=True))


def finished(work: Coroutine[Any, Any, T], what: str) -> T:
    """Run Qt's loop until `work` has ended; return what it returns."""
    task = asyncio.get_running_loop().create_task(work, name=what)
    wait_for(task.done, what, PATIENCE_MS)
    return task.result()


@pytest.fixture(scope="session")
def bench(ui_loop: asyncio.AbstractEventLoop) -> Iterator[Bench]:  # noqa: F811 - the fixture
    asyncio.events._set_running_loop(ui_loop)
    made = Bench()
    finished(made.__aenter__(), "the bench")
    asyncio.events._set_running_loop(None)
    yield made
    asyncio.events._set_running_loop(ui_loop)
    finished(made.__aexit__(None, None, None), "the end of the bench")
    asyncio.events._set_running_loop(None)


class Windows:
    """Windows of one test, each with the panel, all on one data folder."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._apps: list[App] = []

    @property
    def app(self) -> App:
        """The one that is open now."""
        return self._apps[-1]

    def open(self) -> Sandbox:
        """Open one."""
        app = build_app(["--lang", "en", "--qa"], home=self._home)
        self.add(app)
        session = app.backend.session
        assert isinstance(session, SwitchingSession)
        return Sandbox(app, session, app.backend.accounts)

    def add(self, app: App) -> None:
        """Show a window that was built elsewhere; it is ended with the others."""
        self._apps.append(app)
        app.window.show()
        app.start()

    async def quit_and_open(self) -> Sandbox:
        """Close the window as a person does, choose *Stop and quit*, and start again."""
        app = self.app
        app.window.close()
        while (question := app.window.findChild(QWidget, "closeQuestion")) is None:  # noqa: ASYNC110
            await asyncio.sleep(0)
        button = question.findChild(QAbstractButton, "closeStopButton")
        assert isinstance(button, QAbstractButton)
        button.click()
        await app.run()
        return self.open()

    def close(self) -> None:
        """End all that are open."""
        for app in self._apps:
            end(app)


@pytest.fixture
def windows(
    running_loop: asyncio.AbstractEventLoop,  # noqa: F811 - the fixture
    bench: Bench,
    tmp_path: Path,
) -> Iterator[Windows]:
    made = Windows(tmp_path / "home")
    yield made
    made.close()
    finished(_quiet(bench), "the end of all connections")


async def _quiet(bench: Bench) -> None:
    """Let nothing of this test's clients go on in the proxy beside the next test.

    Its windows are closed, so what is still open is cut rather than waited for.
    """
    await bench.proxy.break_now()
    await bench.proxy.heal()
