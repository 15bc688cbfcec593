"""The stepper that is always there: what will happen, what happens, and how to stop it."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.core.model import SaveStage, StageState
from desktop_app.saving.views import StageLine, Stages
from desktop_app.ui import theme, wording
from desktop_app.ui.formats import count_text, duration_text, size_text
from desktop_app.ui.theme import BIG_ICON, CARD_PADDING, GRID, Tone
from desktop_app.ui.widgets.base import Card, PlainLabel
from desktop_app.ui.widgets.spinner import Spinner
from desktop_app.ui.widgets.stage_row import StageRow

_SPEAK_EVERY_S = 60.0
"""How often progress of a long stage is announced to assistive technology."""


class StagePanel(Card):
    """Shows a `Stages`; `cancel_asked` when a person wants the active stage to stop."""

    cancel_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stagePanel")
        self._stages = Stages()
        self._now = 0.0
        self._carrier: StageRow | None = None
        self._announced = ""
        self._announced_at = 0.0
        self._ended: dict[SaveStage, StageState] = {}
        self._with_files = True
        self._narrowest = self.width()
        self._draft_there = False
        self._create()
        self._lay_out()
        self._connect()
        self.retranslate()

    def show_stages(self, stages: Stages, now: float) -> None:
        """Show the stages of a run at `now`, seconds of its own clock."""
        self._stages, self._now = stages, now
        self._refresh()

    def expect_files(self, some: bool) -> None:
        """Before the start: hide the upload stage where there is nothing to upload."""
        self._with_files = some
        self._refresh()

    def expect_draft(self, there: bool) -> None:
        """Before the start: say whether a draft is there already, or will be made."""
        self._draft_there = there
        self._refresh()

    def reserve_for(self, width: int) -> None:
        """Keep room for what the rows will say in a panel of `width` pixels, scroll bar or not."""
        self._narrowest = width
        self._reserve()

    def press_cancel(self) -> None:
        """Press the cancel button, if it is shown."""
        if self.cancel_button.isVisible():
            self.cancel_button.click()

    def allow_motion(self, allowed: bool) -> None:
        """Follow the setting for animations."""
        self.spinner.allow_motion(allowed)

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Stages of this save"))
        self.cancel_hint.setText(wording.stage_hint())
        self._reserve()
        self._refresh()

    # building

    def _create(self) -> None:
        self.rows = {stage: StageRow(stage, self) for stage in SaveStage}
        self.spinner = Spinner(self)
        self.spinner.setObjectName("busyIndicator")
        self.bind(self.spinner, name=self.tr("Working"))
        self.label = PlainLabel(self)
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.label.setObjectName("stageLabel")
        self.label.setFont(theme.scaled(self.font(), 1.0, bold=True))
        self.measured = PlainLabel(self, wrap=True)
        self.measured.setObjectName("measuredLabel")
        self.measured.setFont(theme.tabular(self.font()))
        self.measured.set_tone(Tone.QUIET)
        self.cancel_button = QPushButton(self)
        self.cancel_button.setObjectName("cancelButton")
        self.cancel_button.setAutoDefault(False)
        name = self.tr("Cancel this stage")
        tip = self.tr("Stops here; the draft stays and can be resumed")
        self.bind(self.cancel_button, self.tr("&Cancel"), name=name, tip=tip, icon="stopped")
        self.cancel_hint = PlainLabel(self, wrap=True)
        self.cancel_hint.setObjectName("cancelHint")
        self.cancel_hint.set_tone(Tone.QUIET)
        self.controls = _Controls(self.cancel_button, self.cancel_hint, self)
        self._live = (self.spinner, self.label, self.measured, self.controls)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(CARD_PADDING, CARD_PADDING, CARD_PADDING, CARD_PADDING)
        column.setSpacing(GRID)
        for row in self.rows.values():
            column.addWidget(row)
        for part in self._live:
            part.hide()

    def _connect(self) -> None:
        self.cancel_button.clicked.connect(self.cancel_asked)

    # showing

    def _refresh(self) -> None:
        lines = {line.stage: line for line in self._stages.lines}
        for stage, row in self.rows.items():
            line = lines.get(stage)
            begun = any(other.state is not StageState.PENDING for other in lines.values())
            row.setVisible(
                line is not None
                and (begun or stage is not SaveStage.UPLOAD_FILES or self._with_files)
            )
            if line is not None:
                row.show_state(line.state, line.seconds(self._now), self._detail(line))
        self._move_live_parts()
        self._show_live_parts()

    def _move_live_parts(self) -> None:
        stage = self._stages.active or self._stages.checking
        carrier = self.rows[stage] if stage is not None else None
        if carrier is self._carrier:
            return
        focused = self.cancel_button.hasFocus()
        if self._carrier is not None:
            self._carrier.let_go()
        self._carrier = carrier
        if carrier is not None:
            carrier.carry(*self._live)
            if focused:
                self.cancel_button.setFocus()
            return
        for part in self._live:
            part.setParent(self)
            part.hide()

    def _show_live_parts(self) -> None:
        stages = self._stages
        if stages.checking is not None:
            heading = wording.checking()
        elif stages.active is not None:
            heading = wording.stage_label(stages.active)
        else:
            heading = ""
        self._announce_ends()
        self.label.setText(heading)
        self.measured.setText("\n".join(self._measured_lines()))
        if self.cancel_button.hasFocus() and not stages.measured.can_cancel:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        can_cancel, stopping = stages.measured.can_cancel, stages.measured.stopping
        self.controls.show_button(can_cancel or stopping, enabled=can_cancel)
        self._announce(heading)

    def _announce(self, heading: str) -> None:
        if heading != self._announced:
            self._announced = heading
            self._speak(heading)
        elif heading and self._now - self._announced_at >= _SPEAK_EVERY_S:
            self._speak(". ".join(part for part in self._measured_lines() if part))

    def _announce_ends(self) -> None:
        """Announce how each stage that was running has ended."""
        for line in self._stages.lines:
            before, self._ended[line.stage] = self._ended.get(line.stage), line.state
            if before is StageState.ACTIVE and line.state is not StageState.ACTIVE:
                self._speak(self.rows[line.stage].accessibleName())

    def _speak(self, text: str) -> None:
        self._announced_at = self._now
        if text and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def _reserve(self) -> None:
        """Give each row the room that its live parts will need, so that nothing moves later."""
        hint = self.cancel_hint.heightForWidth(self.controls.width())
        width = self._narrowest - 2 * CARD_PADDING - BIG_ICON - self.controls.width() - 2 * GRID
        metrics, text = self.measured.fontMetrics(), self._longest_measured()
        around = QRect(0, 0, max(1, width), 0)
        wrapped = metrics.boundingRect(around, Qt.TextFlag.TextWordWrap, text).height()
        unwrapped = metrics.boundingRect(QRect(), 0, text).height()
        first, upload, last = self.rows.values()
        first.reserve(unwrapped)  # as much as the next one, where that is wide enough
        upload.reserve(wrapped)
        last.reserve(hint - last.heading_height)

    # sentences

    def _detail(self, line: StageLine) -> str:
        match line.state:
            case StageState.PENDING:
                return self._promise(line.stage)
            case StageState.DONE:
                return self._achieved(line.stage)
            case StageState.STOPPED:
                return self.tr("Stopped on request")
            case StageState.FAILED | StageState.UNKNOWN if line.error is not None:
                return wording.reason(line.error)
            case StageState.UNKNOWN:
                return self.tr("The server has not said yet how this ended")
        return ""

    def _promise(self, stage: SaveStage) -> str:
        match stage:
            case SaveStage.CREATE_RECORD if self._draft_there:
                return self.tr("Checks your draft; what is in it stays")
            case SaveStage.CREATE_RECORD:
                return self.tr("Creates a draft with your title")
            case SaveStage.UPLOAD_FILES:
                return self.tr("Sends the files; the server confirms each one")
        return self.tr("Completes the record once every file is confirmed")

    def _achieved(self, stage: SaveStage) -> str:
        match stage:
            case SaveStage.CREATE_RECORD:
                return self.tr("The draft is on the server")
            case SaveStage.UPLOAD_FILES:
                return self._files_confirmed()
        return self.tr("The record is complete")

    def _files_confirmed(self) -> str:
        return self.tr("{confirmed} of %n file(s) confirmed", "", self._stages.totals.files).format(
            confirmed=count_text(self._stages.totals.confirmed)
        )

    def _measured_lines(self) -> list[str]:
        stages = self._stages
        if stages.measured.stopping:
            return [self.tr("Stopping: nothing new is written, the server is asked once more")]
        if stages.measured.token_refused is not None:
            return [self.tr("Waiting for you to sign in")]
        if stages.active is not SaveStage.UPLOAD_FILES:
            return [self._moved()]
        return [" · ".join(self._safe()), " · ".join((*self._sent(), self._moved()))]

    def _safe(self) -> list[str]:
        stages = self._stages
        parts = [self._files_confirmed()]
        totals = stages.totals
        if totals.received:
            parts.append(self._received_of(totals.received, totals.bytes))
        return parts

    def _received_of(self, received: int, total: int) -> str:
        return self.tr("{received} of {total} received by the server").format(
            received=size_text(received), total=size_text(total)
        )

    def _sent(self) -> list[str]:
        sent = self._stages.totals.unconfirmed
        return [self._sent_only(sent)] if sent else []

    def _sent_only(self, sent: int) -> str:
        return self.tr("{sent} sent, not yet confirmed").format(sent=size_text(sent))

    def _longest_measured(self) -> str:
        """Return the two measured lines with numbers as long as they usually get."""
        long = 99_900_000
        safe = f"{self._files_confirmed()} · {self._received_of(long, long)}"
        ago = self.tr("last byte received {time} ago").format(time=duration_text(59))
        return f"{safe}\n{self._sent_only(long)} · {ago}"

    def _moved(self) -> str:
        measured = self._stages.measured
        left = measured.countdown.until - self._now if measured.countdown is not None else 0.0
        if measured.countdown is not None and left > 0:
            return self.tr("{reason} Next attempt in {time}").format(
                reason=wording.reason(measured.countdown.error),
                time=duration_text(max(1.0, left + 0.99)),
            )
        times = [t for t in (measured.received_at, measured.sent_at) if t is not None]
        if not times:
            return self.tr("Waiting for the server's answer")
        ago = duration_text(self._now - max(times))
        if measured.received_at == max(times):
            return self.tr("last byte received {time} ago").format(time=ago)
        return self.tr("last byte sent {time} ago").format(time=ago)


class _Controls(QStackedWidget):
    """The cancel button, or why there is none: the same space for both, so that nothing jumps."""

    def __init__(self, button: QPushButton, hint: PlainLabel, parent: QWidget) -> None:
        super().__init__(parent)
        self._button = button
        holder = QWidget(self)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.addStretch()
        column.addWidget(button)
        column.addStretch()
        self.addWidget(holder)
        self.addWidget(hint)
        self.setFixedWidth(30 * self.fontMetrics().averageCharWidth())

    def show_button(self, visible: bool, *, enabled: bool) -> None:
        """Show the button (or the hint)."""
        self.setCurrentIndex(0 if visible else 1)
        self._button.setEnabled(enabled)
