"""The panel of `--qa`: choose, run, step, read the verdict, write the report, switch by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QTableWidget

from desktop_app.app import App, build_app
from desktop_app.qa.catalogue import CATALOGUE
from desktop_app.qa.testing import FakeSession, SaveRobot, fake_backend, found
from desktop_app.qa.testing.robots import unnamed, wait_for
from desktop_app.qa.window.session import SwitchingSession
from tests.qa.window.conftest import Windows, finished

LONG_MS = 30_000


class PanelRobot(SaveRobot):
    """The panel, and the window that it is docked to."""

    def choose(self, scenario: str) -> None:
        combo = found(self.window, QComboBox, "scenarioCombo")
        combo.setCurrentIndex(combo.findData(scenario))

    def verdict(self) -> str:
        return self.text("scenarioVerdict")

    def wait_for_verdict(self, part: str) -> None:
        wait_for(lambda: part in self.verdict(), f"{part!r} (is {self.verdict()!r})", LONG_MS)

    def differing(self) -> list[tuple[str, ...]]:
        table = found(self.window, QTableWidget, "scenarioPoints")
        model = table.model()
        rows = [
            tuple(str(model.index(row, column).data()) for column in range(3))
            for row in range(table.rowCount())
        ]
        return [row for row in rows if row[1] != row[2]]


@pytest.fixture
def app(windows: Windows) -> App:
    windows.open()
    return windows.app


def test_without_qa_there_is_no_panel(windows: Windows, tmp_path: Path) -> None:
    windows.add(build_app([], home=tmp_path / "plain"))
    assert not SaveRobot(windows.app.window).shown("scenarioPanel")


def test_the_panel_lists_the_catalogue_and_names_everything(app: App) -> None:
    robot = PanelRobot(app.window)
    combo = found(app.window, QComboBox, "scenarioCombo")
    assert [combo.itemData(row) for row in range(combo.count())] == [one.id for one in CATALOGUE]
    assert robot.shown("scenarioPanel")
    assert app.scenarios is not None
    assert not unnamed(app.scenarios.panel)
    robot.choose("create-cancel")
    assert "Nothing more is written after Cancel" in robot.text("scenarioExplanation")


def test_a_scenario_runs_in_this_very_window_and_leaves_nothing_behind(app: App) -> None:
    robot = PanelRobot(app.window)
    robot.choose("finalize-refused")
    robot.click("runScenarioButton")
    wait_for(lambda: robot.state("finalize_record") == "failed", "the failure to be seen", LONG_MS)
    robot.wait_for_verdict("finalize-refused: as it must be")
    assert not robot.differing()
    assert robot.text("titleEdit") == ""
    assert robot.enabled("saveButton")
    assert not finished(app.backend.session.runs(), "the person's own saves")


def test_step_by_step_waits_for_the_person_before_each_act(app: App) -> None:
    robot = PanelRobot(app.window)
    robot.choose("create-cancel")
    robot.click("scenarioStepBox")
    robot.click("runScenarioButton")
    robot.wait_for_verdict("Next: 1. save")
    assert not robot.enabled("runScenarioButton")
    robot.click("scenarioNextButton")
    robot.wait_for_verdict("Next: 2. resume")
    assert robot.state("create_record") == "stopped"
    robot.click("scenarioNextButton")
    robot.wait_for_verdict("create-cancel: as it must be")


def test_quit_and_kill_happen_to_a_process_and_the_window_resumes(app: App) -> None:
    robot = PanelRobot(app.window)
    for scenario in ("upload-quit", "upload-kill"):
        robot.choose(scenario)
        robot.click("runScenarioButton")
        robot.wait_for_verdict(f"{scenario}: as it must be")


def test_the_report_has_pictures_and_no_token(app: App, tmp_path: Path) -> None:
    robot = PanelRobot(app.window)
    robot.choose("field-no-files")
    robot.click("runScenarioButton")
    robot.wait_for_verdict("field-no-files: as it must be")
    assert app.scenarios is not None
    path = tmp_path / "report.html"
    finished(app.scenarios.write_report(str(path)), "the report")
    text = path.read_text(encoding="utf-8")
    assert "1 of 1 scenarios ended as they must" in text
    assert "data:image/png;base64," in text
    bench = app.scenarios._bench
    assert bench is not None
    assert bench.token not in text


def test_by_hand_the_switches_break_what_the_person_saves(app: App, tmp_path: Path) -> None:
    (tmp_path / "file.txt").write_bytes(b"x" * 100)
    robot = PanelRobot(app.window)
    assert not robot.enabled("breakSwitch")
    robot.click("scenarioManualButton")
    session = app.backend.session
    assert isinstance(session, SwitchingSession)
    wait_for(lambda: session.in_sandbox, "the sandbox", LONG_MS)
    wait_for(lambda: app.form.account.id != "local", "the account", LONG_MS)
    robot.click("fillDiskSwitch")
    assert app.scenarios is not None
    bench = app.scenarios._bench
    assert bench is not None
    wait_for(lambda: "disk_full" in bench._faults, "the disk to be full")
    robot.fill("By hand", [str(tmp_path / "file.txt")])
    robot.save()
    assert robot.wait_for_end() == "The record could not be prepared"
    robot.click("healSwitch")
    robot.click("resumeButton")
    wait_for(lambda: robot.text("outcomeTitle") == "Saved", "the save", LONG_MS)
    found(app.window, QAbstractButton, "scenarioManualButton").click()
    wait_for(lambda: not session.in_sandbox, "the end of the sandbox")
    wait_for(lambda: app.form.account.id == "local", "the person's own account")


def test_on_a_fake_session_the_panel_stays_away(windows: Windows, tmp_path: Path) -> None:
    from desktop_app.app import assemble
    from desktop_app.ui.options import Options

    backend = fake_backend(FakeSession(), str(tmp_path))
    windows.add(assemble(backend, Options(qa=True)))
    assert windows.app.scenarios is None
