"""Runs scenarios in the real window: presses its buttons, reads what it shows.

Implements `qa.drivers.Driver`. What a window cannot do to itself (be killed, and on the panel be
quit) a `sendoff` command does in its place; the window then finds the unfinished save.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from desktop_app.core.model import FileState, NextAction, OutcomeKind, SaveStage
from desktop_app.core.next_step import next_action
from desktop_app.core.run import Run
from desktop_app.qa.bench import Bench, Case
from desktop_app.qa.catalogue.model import Act, Do, Needs, Stop
from desktop_app.qa.drivers import Remarks, Seen
from desktop_app.qa.drivers.process import (
    KILL,
    CommandProcess,
    save_arguments,
    write_settings,
)
from desktop_app.qa.drivers.session import open_session
from desktop_app.qa.honesty import Honesty
from desktop_app.qa.window.sandbox import BUTTONS, Sandbox, until
from desktop_app.ui.bridge import FileBatch
from desktop_app.ui.viewmodels.save_flow import SaveFlow
from desktop_app.ui.widgets.navigation import Page

_LOOK_S = 0.01
_WANTED = {
    Do.RESUME: NextAction.RESUME,
    Do.RETRY_FINALIZE: NextAction.RETRY_FINALIZE,
    Do.CHECK: NextAction.CHECK_AGAIN,
    Do.DISCARD: NextAction.DISCARD,
}


class WindowDriver:
    """Drives one window; see the module.

    Args:
        sandbox: the window.
        reopen: ends the application by its close question and returns a new one's; None
            where the window must stay.
    """

    name = "window"
    slowness = 1.0
    overhead_s = 4.0
    offers = frozenset(Needs)

    def __init__(
        self, bench: Bench, sandbox: Sandbox, reopen: Callable[[], Awaitable[Sandbox]] | None = None
    ) -> None:
        self._bench = bench
        self._sandbox = sandbox
        self._reopen = reopen
        self._process: CommandProcess | None = None
        self._quitting = False

    async def begin(self, case: Case) -> None:
        """Put the case's session behind the window, and an empty form on it."""
        self._case = case
        self._remarks = Remarks()
        self._honesty = Honesty(self._bench.proxy, self._remarks)
        await write_settings(case)
        await self._set_up()

    async def perform(self, act: Act) -> Seen:
        """Do with the window what the person does; return what it shows then."""
        self._refused_stop = False
        if self._elsewhere(act):
            report = await self._in_a_process()
            return await self._as_journaled(report)
        await self._do(act)
        if act.stop is Stop.QUIT:
            await until(lambda: not self._quitting, "the new window")
            (report,) = await self._sandbox.session.runs()
            return await self._as_journaled(report)
        return await self._as_shown()

    async def stop(self, how: Stop) -> None:
        """Press Cancel, close the window, or signal the process."""
        if self._process is not None and how is Stop.KILL:
            self._process.send(KILL)
        elif self._process is not None:
            self._process.quit(now=self._case.scenario.stage is SaveStage.FINALIZE_RECORD)
        elif how is Stop.CANCEL:
            await self._cancel()
        elif self._reopen is not None:
            self._quitting = True
            self._let_go()
            self._sandbox = await self._reopen()
            await self._set_up()
            self._quitting = False

    async def late_outcome(self) -> None:
        """Wait until the journal knows how late work ended."""
        run = self._flow.run
        session = self._sandbox.session
        # Late work of a run that ended has no signal in the window.
        while (await session.run(run)).outcome is OutcomeKind.UNKNOWN:  # noqa: ASYNC110 - above
            await asyncio.sleep(_LOOK_S)

    async def end(self) -> bytes:
        """Take a picture, and give the window back to the person."""
        picture = self._sandbox.picture()
        if self._process is not None:
            self._process.send(KILL)
        for name in ("signInDialog", "discardQuestion", "filesQuestion"):
            if (dialog := self._sandbox.shown(name)) is not None:
                dialog.close()
        await self._sandbox.session.leave_sandbox(self._case.limits.quit_grace_s)
        await until(lambda: not self._flow.busy, "the save to end")
        self._let_go()
        self._sandbox.accounts.use_sandbox()
        app = self._sandbox.app
        app.saves.new_save()
        page = app.window.new_save
        page.show_accounts(self._sandbox.accounts.all(), "")
        app.saves.use_account(page.account_combo.currentData())
        app.lists.refresh()
        return picture

    # the sandbox

    @property
    def _flow(self) -> SaveFlow:
        return self._sandbox.app.flow

    async def _set_up(self) -> None:
        app, case = self._sandbox.app, self._case
        self._sandbox.session.enter_sandbox(open_session(case))
        self._sandbox.accounts.use_sandbox(case.account)
        app.flow.files_moved.connect(self._hear)
        app.saves.new_save()
        app.window.show_page(Page.NEW_SAVE)
        app.window.new_save.show_accounts(self._sandbox.accounts.all(), case.account.id)
        app.saves.use_account(case.account)
        app.lists.refresh()
        await until(lambda: app.form.capabilities is not None, "the service's rules")

    def _let_go(self) -> None:
        self._flow.files_moved.disconnect(self._hear)

    def _hear(self, batch: FileBatch) -> None:
        for n in batch.places:
            self._honesty.look(batch.run.files[n], batch.measured.moving.get(n))

    def _elsewhere(self, act: Act) -> bool:
        """Whether a command has to do it: killed, quit where the window stays, draft only."""
        quits = act.stop is Stop.QUIT and self._reopen is None
        draft = act.do is Do.SAVE and not self._case.scenario.finalize
        return act.stop is Stop.KILL or quits or draft

    async def _in_a_process(self) -> Run:
        process = self._process = CommandProcess(self._case, save_arguments(self._case))
        await process.start()
        try:
            await process.ended()
        finally:
            self._process = None
        (report,) = await self._sandbox.session.runs()
        return report

    # what the person does

    async def _do(self, act: Act) -> None:
        if act.do is Do.SAVE:
            await self._fill_in()
            await self._sandbox.press("saveButton")
            await self._ended(act)
            return
        await self._choose(act)
        wanted = _WANTED[act.do]
        if act.do is Do.RESUME and self._sandbox.offered() is NextAction.CHECK_AGAIN:
            await self._sandbox.press("checkAgainButton")
            await self._ended(act)
            if self._sandbox.offered() is NextAction.OPEN_RECORD:
                return
        if act.do is Do.RESUME and self._sandbox.offered() is NextAction.RETRY_FINALIZE:
            wanted = NextAction.RETRY_FINALIZE
        await self._sandbox.press(BUTTONS[wanted])
        if self._sandbox.shown("filesQuestion") is not None:
            await self._sandbox.press("sendAgainButton")
        if act.do is Do.DISCARD:
            await self._sandbox.press("confirmButton")
            await until(lambda: self._flow.busy or self._discarded(), "the discarding")
        await self._ended(act)

    async def _fill_in(self) -> None:
        app = self._sandbox.app
        app.form.title = self._case.title
        if self._case.paths:
            app.form.add_paths(self._case.paths)
        count = len(self._case.paths)
        await until(lambda: not app.form.adding and len(app.form.model.rows) == count, "the rows")
        app.window.new_save.show_form()

    async def _choose(self, act: Act) -> None:
        """Show the save, where the window does not yet: it is listed under Unfinished."""
        if self._flow.report is not None or act.do is Do.SAVE:
            return
        page = self._sandbox.app.window.unfinished
        self._sandbox.app.lists.refresh()
        await until(lambda: bool(page.model.runs), "the unfinished save")
        self._sandbox.app.window.show_page(Page.UNFINISHED)
        page.view.selectRow(0)
        await self._sandbox.press("unfinishedShowButton")
        await until(lambda: self._flow.report is not None, "the save to be shown")

    async def _cancel(self) -> None:
        button = self._sandbox.found("cancelButton")
        if button.isVisible() and button.isEnabled() and isinstance(button, QAbstractButton):
            button.click()
            return
        self._refused_stop = True
        if not self._sandbox.found("cancelHint").isVisible():
            self._remarks.add("neither Cancel nor a hint why there is none")

    async def _ended(self, act: Act) -> None:
        """Wait for the outcome, giving a new token where one is asked for."""

        def settled() -> bool:
            if act.signs_in and (dialog := self._sandbox.shown("signInDialog")) is not None:
                self._give_token(dialog)
            return self._quitting or (
                not self._flow.busy and self._sandbox.shown("outcomePanel") is not None
            )

        await until(settled, "the outcome")

    def _give_token(self, dialog: QWidget) -> None:
        button = dialog.findChild(QAbstractButton, "signInOkButton")
        edit = dialog.findChild(QLineEdit, "tokenEdit")
        if button is not None and edit is not None and button.isEnabled():
            self._bench.proxy.renew_token()
            edit.setText(self._case.token)
            button.click()

    # what the window shows

    async def _as_shown(self) -> Seen:
        report = self._flow.report
        if report is None:
            self._remarks.add("the save was refused before anything was sent")
            return Seen(None, NextAction.NONE, (), remarks=tuple(self._remarks.found))
        offered = self._sandbox.offered()
        if offered is not next_action(report) and next_action(report) is not NextAction.NONE:
            self._remarks.add(f"offered is {offered}, to do is {next_action(report)}")
        rows = self._sandbox.app.form.model.rows
        return Seen(
            report.outcome,
            offered,
            self._sandbox.states(),
            report.error.kind if report.error is not None else None,
            sum(1 for row in rows if row.state is FileState.FAILED),
            tuple(row.planned.key for row in rows if row.state is FileState.CONFIRMED),
            self._refused_stop,
            await self._log(report.id),
            tuple(self._remarks.found),
        )

    async def _as_journaled(self, report: Run) -> Seen:
        """Return what Unfinished will say of a save that this window did not see end."""
        return Seen(
            report.outcome,
            next_action(report),
            tuple(stage.state for stage in report.shown_stages),
            report.error.kind if report.error is not None else None,
            sum(1 for file in report.files if file.shown_state is FileState.FAILED),
            tuple(file.key for file in report.confirmed),
            self._refused_stop,
            await self._log(report.id),
            tuple(self._remarks.found),
        )

    async def _log(self, run: str) -> str:
        log = json.dumps(await self._sandbox.session.support_log(run), default=str, indent=1)
        if self._case.token in log:
            self._remarks.add("the token is in the support log")
        return log

    def _discarded(self) -> bool:
        report = self._flow.report
        return report is not None and report.outcome is OutcomeKind.DISCARDED
