"""The panel of `--qa`: choose a scenario, run it here, read the verdict; switches to try by hand.

Shows and decides nothing; `ScenarioPresenter` drives it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDockWidget,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.qa.catalogue import Scenario
from desktop_app.qa.verdict import Verdict
from desktop_app.ui import theme, wording
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.widgets.base import Panel, PlainLabel
from desktop_app.ui.widgets.binding import Text


class ByHand(StrEnum):
    """The switches of manual mode."""

    BREAK = "break"
    HEAL = "heal"
    EXPIRE = "expire"
    FILL_DISK = "fillDisk"
    RESTART = "restart"


class ScenarioPanel(Panel):
    """The panel's widgets.

    Signals: `run_asked` (a `Scenario`), `all_asked`, `next_asked`, `manual_toggled` (bool),
    `switched` (a `ByHand`), `report_asked`.
    """

    run_asked = Signal(object)
    all_asked = Signal()
    next_asked = Signal()
    manual_toggled = Signal(bool)
    switched = Signal(object)
    report_asked = Signal()

    def __init__(self, scenarios: Sequence[Scenario], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scenarioPanel")
        self._scenarios = tuple(scenarios)
        self._verdicts: tuple[Verdict, ...] = ()
        self._running = ""
        self._waiting = ""
        self._done = 0
        self._problem = ""
        self._create()
        self._lay_out()
        self._connect()
        self.retranslate()

    @property
    def steps(self) -> bool:
        """Whether the person wants to go step by step."""
        return self.step_box.isChecked()

    def show_running(self, scenario: Scenario) -> None:
        """Show that a scenario is running."""
        self._running, self._waiting, self._problem = scenario.id, "", ""
        self.combo.setCurrentIndex(self._scenarios.index(scenario))
        self._refresh()

    def show_waiting(self, text: str) -> None:
        """Show that the next step waits for the person; "": it does not."""
        self._waiting = text
        self._refresh()

    def show_verdicts(self, verdicts: Sequence[Verdict]) -> None:
        """Show the verdicts so far, the last one point by point."""
        self._verdicts = tuple(verdicts)
        self._running = self._waiting = ""
        self._show_points(self._verdicts[-1] if self._verdicts else None)
        self._refresh()

    def show_problem(self, text: str) -> None:
        """Say why nothing can be run."""
        self._running = self._waiting = ""
        self._problem = text
        self._refresh()

    def lock(self, locked: bool) -> None:
        """While something runs, offer to begin nothing else."""
        for widget in (self.combo, self.run_button, self.all_button, self.step_box):
            widget.setEnabled(not locked)
        self.manual_button.setEnabled(not locked or self.manual_button.isChecked())
        self.report_button.setEnabled(not locked and bool(self._verdicts))

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Scenarios"))
        dock = self.parentWidget()
        if isinstance(dock, QDockWidget):
            dock.setWindowTitle(self.windowTitle())
        for row, scenario in enumerate(self._scenarios):
            self.combo.setItemText(row, wording.said(scenario.title))
        self._refresh()

    # building

    def _create(self) -> None:
        self.combo = QComboBox(self)
        self.combo.setObjectName("scenarioCombo")
        self.bind(self.combo, name=self.tr("Scenario"))
        self.combo.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.combo.setMinimumContentsLength(24)
        for scenario in self._scenarios:
            self.combo.addItem("", scenario.id)
        self.explanation = PlainLabel(self, wrap=True)
        self.explanation.setObjectName("scenarioExplanation")
        self.explanation.set_tone(Tone.QUIET)
        self.run_button = self._button("runScenarioButton", self.tr("Run this scenario"))
        self.all_button = self._button("runAllScenariosButton", self.tr("Run all"))
        self.step_box = QCheckBox(self)
        self.step_box.setObjectName("scenarioStepBox")
        self.bind(self.step_box, self.tr("Step by step"))
        self.next_button = self._button("scenarioNextButton", self.tr("Next step"))
        self.report_button = self._button("scenarioReportButton", self.tr("Save the report…"))
        self.verdict = PlainLabel(self, wrap=True)
        self.verdict.setObjectName("scenarioVerdict")
        self._create_points()
        self.manual_button = self._button("scenarioManualButton", self.tr("By hand"))
        self.manual_button.setCheckable(True)
        tip = self.tr("Save as you like to a service of QA's own, and break it with the switches")
        self.bind(self.manual_button, tip=tip)
        switches = (
            (ByHand.BREAK, self.tr("Break the connection")),
            (ByHand.HEAL, self.tr("Heal everything")),
            (ByHand.EXPIRE, self.tr("Expire the token")),
            (ByHand.FILL_DISK, self.tr("Fill the disk")),
            (ByHand.RESTART, self.tr("Restart the service")),
        )
        self.switches = {one: self._button(f"{one.value}Switch", text) for one, text in switches}

    def _create_points(self) -> None:
        self.points = QTableWidget(0, 3, self)
        self.points.setObjectName("scenarioPoints")
        self.bind(self.points, name=self.tr("Points of the verdict"))
        self.bind(self.points.horizontalHeader(), name=self.tr("Columns of the verdict"))
        model = self.points.model()
        columns = self.tr("Point"), self.tr("Expected"), self.tr("Actual")
        self.bind_each(
            lambda column, text: model.setHeaderData(column, Qt.Orientation.Horizontal, text),
            *columns,
        )
        self.points.verticalHeader().hide()
        self.points.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.points.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.points.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    def _button(self, name: str, text: Text) -> QPushButton:
        button = QPushButton(self)
        button.setObjectName(name)
        button.setAutoDefault(False)
        return self.bind(button, text)

    def _lay_out(self) -> None:
        choice = QHBoxLayout()
        choice.setSpacing(GRID)
        choice.addWidget(self.run_button)
        choice.addWidget(self.all_button)
        steps = QHBoxLayout()
        steps.setSpacing(GRID)
        steps.addWidget(self.step_box)
        steps.addWidget(self.next_button)
        steps.addStretch()
        hand = QGridLayout()
        hand.setSpacing(GRID)
        hand.addWidget(self.manual_button, 0, 0)
        for place, button in enumerate(self.switches.values(), start=1):
            hand.addWidget(button, place // 2, place % 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.setSpacing(GRID)
        column.addWidget(self.combo)
        column.addWidget(self.explanation)
        column.addLayout(choice)
        column.addLayout(steps)
        column.addWidget(self.verdict)
        column.addWidget(self.points, 1)
        column.addWidget(self.report_button)
        column.addLayout(hand)

    def _connect(self) -> None:
        self.combo.currentIndexChanged.connect(self._refresh)
        self.run_button.clicked.connect(self._run)
        self.all_button.clicked.connect(self.all_asked)
        self.next_button.clicked.connect(self.next_asked)
        self.report_button.clicked.connect(self.report_asked)
        self.manual_button.toggled.connect(self._manual)
        for switch, button in self.switches.items():
            button.clicked.connect(lambda _checked=False, switch=switch: self.switched.emit(switch))

    # inside

    def _run(self) -> None:
        self.run_asked.emit(self._scenarios[self.combo.currentIndex()])

    def _manual(self, on: bool) -> None:
        self._refresh()
        self.manual_toggled.emit(on)

    def _refresh(self) -> None:
        scenario = self._scenarios[max(self.combo.currentIndex(), 0)]
        self.explanation.setText(wording.said(scenario.explanation))
        for button in self.switches.values():
            button.setEnabled(self.manual_button.isChecked())
        self.next_button.setEnabled(bool(self._waiting))
        self.verdict.setText(self._headline())
        bad = any(not one.passed for one in self._verdicts) or bool(self._problem)
        idle = bool(self._running or self._waiting) or not self._verdicts
        self.verdict.set_tone(Tone.QUIET if idle and not bad else Tone.BAD if bad else Tone.GOOD)

    def _headline(self) -> str:
        if self._problem:
            return self._problem
        if self._waiting:
            return self.tr("Next: {step}").format(step=self._waiting)
        if self._running:
            return self.tr("Running {scenario}…").format(scenario=self._running)
        if not self._verdicts:
            return self.tr("Nothing has been run yet.")
        passed = sum(1 for one in self._verdicts if one.passed)
        if len(self._verdicts) > 1:
            text = self.tr("%n of {total} scenario(s) ended as they must", "", passed)
            return text.format(total=len(self._verdicts))
        last = self._verdicts[0]
        if last.passed:
            return self.tr("{scenario}: as it must be").format(scenario=last.id)
        return self.tr("{scenario}: %n point(s) differ", "", len(last.broken)).format(
            scenario=last.id
        )

    def _show_points(self, verdict: Verdict | None) -> None:
        points = verdict.points if verdict is not None else ()
        self.points.setRowCount(len(points))
        for row, point in enumerate(points):
            name = f"{point.act}. {point.name}" if point.act else point.name
            for column, text in enumerate((name, point.expected, point.actual)):
                item = QTableWidgetItem(str(text))
                item.setToolTip(str(text))
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                if not point.holds:
                    item.setForeground(theme.colour(Tone.BAD, self.palette()))
                self.points.setItem(row, column, item)
