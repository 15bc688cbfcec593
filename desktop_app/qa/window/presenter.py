"""Drives the scenario panel of `--qa`: the bench, the runs, the report, the switches by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from desktop_app.core.clock import utc_now
from desktop_app.core.errors import SendoffError
from desktop_app.core.log import Redactor
from desktop_app.core.threads import in_thread
from desktop_app.qa.bench import Bench
from desktop_app.qa.catalogue import CATALOGUE, Scenario, ServiceFault, scenario_of
from desktop_app.qa.report import html_report
from desktop_app.qa.runner import Runner
from desktop_app.qa.verdict import Verdict
from desktop_app.qa.window.driver import WindowDriver
from desktop_app.qa.window.panel import ByHand, ScenarioPanel
from desktop_app.qa.window.sandbox import Sandbox
from desktop_app.ui import wording
from desktop_app.ui.tasks import TaskOwner

_BY_HAND = "field-odd-files"


class ScenarioPresenter(QObject):
    """Runs what the panel asks for, one thing at a time, in the window that the panel is part of.

    The bench (a service of its own and the proxy) is set up when it is first needed.
    """

    def __init__(self, sandbox: Sandbox, tasks: TaskOwner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sandbox = sandbox
        self._tasks = tasks
        self._bench: Bench | None = None
        self._driver: WindowDriver | None = None
        self._verdicts: list[Verdict] = []
        self._next: asyncio.Event = asyncio.Event()
        self._busy = False
        self.panel = ScenarioPanel(CATALOGUE)
        self._connect()

    @property
    def busy(self) -> bool:
        """Whether scenarios are running."""
        return self._busy

    async def close(self) -> None:
        """End the bench; the window is about to close."""
        bench, self._bench = self._bench, None
        if bench is not None:
            await bench.__aexit__(None, None, None)

    def _connect(self) -> None:
        panel = self.panel
        panel.run_asked.connect(lambda scenario: self._begin((scenario,)))
        panel.all_asked.connect(lambda: self._begin(CATALOGUE))
        panel.next_asked.connect(self._next_step)
        panel.manual_toggled.connect(self._by_hand)
        panel.switched.connect(self._switched)
        panel.report_asked.connect(self._ask_where)

    # scenarios

    def _begin(self, scenarios: Sequence[Scenario]) -> None:
        if self._busy or self._sandbox.app.flow.busy or self._sandbox.session.in_sandbox:
            return
        self._busy = True
        self.panel.lock(True)
        self._tasks.start(self._run(scenarios), "run scenarios")

    async def _run(self, scenarios: Sequence[Scenario]) -> None:
        self._verdicts = []
        try:
            bench = await self._set_up()
            driver = WindowDriver(bench, self._sandbox)
            runner = Runner(bench, driver, self._gate)
            for scenario in scenarios:
                self.panel.show_running(scenario)
                self._verdicts.append(await runner.run(scenario))
                self.panel.show_verdicts(self._verdicts)
        except (SendoffError, OSError) as error:
            self._say(error)
        finally:
            self._busy = False
            self.panel.lock(False)

    def _next_step(self) -> None:
        self._next.set()

    async def _gate(self, text: str) -> None:
        if not self.panel.steps:
            return
        self._next.clear()
        self.panel.show_waiting(text)
        await self._next.wait()
        self.panel.show_waiting("")

    async def _set_up(self) -> Bench:
        if self._bench is None:
            bench = Bench()
            await bench.__aenter__()
            self._bench = bench
        return self._bench

    def _say(self, error: SendoffError | OSError) -> None:
        text = (
            wording.reason(error.info)
            if isinstance(error, SendoffError)
            else self.tr("The scenarios cannot be run here.")
        )
        self.panel.show_problem(text)

    # by hand

    def _by_hand(self, on: bool) -> None:
        if self._busy or (on and self._sandbox.app.flow.busy):
            return
        self.panel.lock(on)
        self._tasks.start(self._lay_out_by_hand() if on else self._leave_hand(), "by hand")

    async def _lay_out_by_hand(self) -> None:
        try:
            bench = await self._set_up()
            scenario = replace(scenario_of(_BY_HAND), files=(), acts=())
            self._driver = WindowDriver(bench, self._sandbox)
            await self._driver.begin(await bench.lay_out(scenario))
        except (SendoffError, OSError) as error:
            self._say(error)

    async def _leave_hand(self) -> None:
        driver, self._driver = self._driver, None
        if driver is not None:
            await driver.end()

    def _switched(self, switch: ByHand) -> None:
        if self._driver is not None:
            self._tasks.start(self._throw(switch), f"switch {switch}")

    async def _throw(self, switch: ByHand) -> None:
        bench = await self._set_up()
        match switch:
            case ByHand.EXPIRE:
                bench.proxy.expire_token()
            case ByHand.FILL_DISK:
                await bench.add_service_fault(ServiceFault("disk_full", times=0))
            case ByHand.RESTART:
                await bench.restart_service()
            case ByHand.HEAL:
                await bench.proxy.heal()
                bench.proxy.renew_token()
                await bench.clear_service()
            case ByHand.BREAK:
                await bench.proxy.break_now()

    # the report

    def _ask_where(self) -> None:
        dialog = QFileDialog(self.panel, self.tr("Save the report"), "scenarios.html")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("html")
        dialog.fileSelected.connect(
            lambda path: self._tasks.start(self.write_report(path), "write a report")
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    async def write_report(self, path: str) -> None:
        """Write the report of the scenarios that were run last.

        Raises:
            OSError: it cannot be written.
        """
        redact = Redactor()
        if self._bench is not None:
            redact.add(self._bench.token)
        ended = utc_now().isoformat(timespec="seconds")
        await in_thread(_write, path, html_report(self._verdicts, ended=ended, redact=redact))


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
