"""A window as a scenario uses it: what it shows, and how its buttons are pressed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtWidgets import QAbstractButton, QWidget

from desktop_app.core.model import NextAction, SaveStage, StageState
from desktop_app.qa.window.session import SwitchingSession
from desktop_app.saving.accounts import Accounts
from desktop_app.ui.presenters.run_lists import RunListPresenter
from desktop_app.ui.presenters.save import SavePresenter
from desktop_app.ui.viewmodels.save_flow import SaveFlow
from desktop_app.ui.viewmodels.save_form import SaveForm
from desktop_app.ui.widgets.main_window import MainWindow

PATIENCE_S = 30.0
_LOOK_S = 0.01
BUTTONS = {
    NextAction.RETRY_FINALIZE: "retryFinalizeButton",
    NextAction.RESUME: "resumeButton",
    NextAction.CHECK_AGAIN: "checkAgainButton",
    NextAction.SIGN_IN: "signInButton",
    NextAction.OPEN_RECORD: "openRecordButton",
    NextAction.DISCARD: "discardButton",
}
"""The button of each step that an outcome can offer."""


class Application(Protocol):
    """What is needed of a built application."""

    window: MainWindow
    saves: SavePresenter
    flow: SaveFlow
    form: SaveForm
    lists: RunListPresenter


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A window and what is behind it.

    Attributes:
        session: what the window's session is; scenarios are put on it.
        accounts: lists the scenario's account meanwhile.
    """

    app: Application
    session: SwitchingSession
    accounts: Accounts

    def shown(self, name: str) -> QWidget | None:
        """Return the widget with this object name if a person sees it."""
        widget = self.app.window.findChild(QWidget, name)
        return widget if isinstance(widget, QWidget) and widget.isVisible() else None

    def found(self, name: str) -> QWidget:
        """Return the widget with this object name, seen or not."""
        widget = self.app.window.findChild(QWidget, name)
        assert isinstance(widget, QWidget), name
        return widget

    def usable(self, name: str) -> bool:
        """Whether a person sees the widget and can use it."""
        widget = self.shown(name)
        return widget is not None and widget.isEnabled()

    async def press(self, name: str) -> None:
        """Press a button once it can be.

        Raises:
            TimeoutError: it could not.
        """
        await until(lambda: self.usable(name), name)
        button = self.found(name)
        assert isinstance(button, QAbstractButton)
        button.click()

    def offered(self) -> NextAction:
        """Return the step whose button comes first: the filled one."""
        card = self.app.window.new_save.outcome
        seen = [action for action in BUTTONS if card.buttons[action].isVisible()]
        return min(seen, key=lambda one: card.buttons[one].x(), default=NextAction.NONE)

    def states(self) -> tuple[StageState, ...]:
        """Return the states of the stage rows that are shown."""
        rows = [self.found(f"stageRow_{stage.value}") for stage in SaveStage]
        return tuple(StageState(str(row.property("state"))) for row in rows if row.isVisible())

    def picture(self) -> bytes:
        """Return what the window looks like now, as PNG."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self.app.window.grab().save(buffer, "PNG")
        return bytes(buffer.data().data())


async def until(condition: Callable[[], bool], what: str) -> None:
    """Return once `condition()` holds.

    Raises:
        TimeoutError: it did not in `PATIENCE_S`; the text says `what` was waited for.
    """
    end = asyncio.get_running_loop().time() + PATIENCE_S
    while not condition():
        if asyncio.get_running_loop().time() > end:
            raise TimeoutError(what)
        await asyncio.sleep(_LOOK_S)
