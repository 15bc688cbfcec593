"""One stage in the stepper: icon and word for its state, one quiet line, room for live parts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from desktop_app.core.model import SaveStage, StageState
from desktop_app.ui import theme, wording
from desktop_app.ui.formats import duration_text
from desktop_app.ui.theme import BIG_ICON, GRID, Tone
from desktop_app.ui.widgets.base import Panel, PlainLabel

_LOOK = {
    StageState.PENDING: ("pending", Tone.QUIET),
    StageState.ACTIVE: ("active", Tone.ACCENT),
    StageState.DONE: ("done", Tone.GOOD),
    StageState.FAILED: ("failed", Tone.BAD),
    StageState.UNKNOWN: ("unknown", Tone.WARN),
    StageState.STOPPED: ("stopped", Tone.QUIET),
}


class StageRow(Panel):
    """A row of fixed height: whatever its state, nothing below it moves.

    The dynamic property `state` holds the state's value.
    """

    def __init__(self, stage: SaveStage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stage = stage
        self._state = StageState.PENDING
        self._seconds = 0.0
        self._live = False
        self.setObjectName(f"stageRow_{stage.value}")
        self._create()
        self._lay_out()
        self.show_state(StageState.PENDING, 0.0, "")

    def show_state(self, state: StageState, seconds: float, detail: str) -> None:
        """Show a state, the time it took and one line about it."""
        self._state, self._seconds = state, seconds
        if self.property("state") != state.value:
            self.setProperty("state", state.value)
            self.restyle()
        self._detail.setText(detail)
        self.retranslate()

    def carry(self, spinner: QWidget, heading: QWidget, line: QWidget, controls: QWidget) -> None:
        """Take over the live widgets: the stage of this row is running."""
        self._live = True
        self._icon.hide()
        self._title.hide()
        self._detail.hide()
        middle = Qt.AlignmentFlag.AlignVCenter
        self._grid.addWidget(spinner, 0, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(heading, 0, 1)
        self._grid.addWidget(line, 1, 1, 1, 2, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(controls, 0, 3, 2, 1, middle)
        for part in (spinner, heading, line, controls):
            part.show()

    def reserve(self, height: int) -> None:
        """Keep this much room below the heading, in pixels, whatever the state."""
        usual = 3 * self.fontMetrics().height() - BIG_ICON
        self._grid.setRowMinimumHeight(1, max(height, usual))

    @property
    def heading_height(self) -> int:
        """Pixels of the first line, with the gap below it."""
        return self._grid.rowMinimumHeight(0) + self._grid.verticalSpacing()

    def let_go(self) -> None:
        """Show the row's own parts again."""
        self._live = False
        self._icon.show()
        self._title.show()
        self._detail.show()

    def retranslate(self) -> None:
        label, state = wording.stage_label(self.stage), wording.stage_state(self._state)
        self._title.setText(label)
        timed = self._state is not StageState.PENDING and self._seconds >= 1
        words = state if self._state is not StageState.ACTIVE else ""
        self._word.setText(
            "  ".join(
                part for part in (words, duration_text(self._seconds) if timed else "") if part
            )
        )
        self.setAccessibleName(self.tr("{stage}: {state}").format(stage=label, state=state))
        self.setAccessibleDescription(self._detail.text())

    def restyle(self) -> None:
        name, tone = _LOOK[self._state]
        self._icon.setPixmap(theme.pixmap(name, self, tone, BIG_ICON))
        self._word.set_tone(tone if tone is not Tone.ACCENT else Tone.QUIET)
        self._title.set_tone(Tone.QUIET if self._state is StageState.PENDING else Tone.TEXT)
        self._detail.set_tone(Tone.QUIET)

    def _create(self) -> None:
        self._icon = PlainLabel(self)
        self._icon.setFixedSize(BIG_ICON, BIG_ICON)
        self._title = PlainLabel(self)
        self._word = PlainLabel(self)
        self._word.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self._word.setFont(theme.tabular(self.font()))
        self._detail = PlainLabel(self, wrap=True)
        self._detail.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _lay_out(self) -> None:
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(2)
        grid.addWidget(self._icon, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self._title, 0, 1)
        grid.addWidget(self._word, 0, 2)
        grid.addWidget(self._detail, 1, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        line = self.fontMetrics().height()
        grid.setRowMinimumHeight(0, max(BIG_ICON, line))
        self.reserve(0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
