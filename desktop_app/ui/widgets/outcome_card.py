"""The card that says how a run ended, what it means, and the one thing to do next."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QPropertyAnimation, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import (
    QGraphicsOpacityEffect,
    QGridLayout,
    QPushButton,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.model import NextAction
from desktop_app.ui import theme, wording
from desktop_app.ui.theme import BIG_ICON, CARD_PADDING, FADE_MS, GRID
from desktop_app.ui.viewmodels.outcome import Outcome
from desktop_app.ui.widgets.base import Card, PlainLabel
from desktop_app.ui.widgets.binding import fill_primary, without_mnemonic
from desktop_app.ui.widgets.flow import Flow

_NAMES = {
    NextAction.RETRY_FINALIZE: ("retryFinalizeButton", "retry"),
    NextAction.RESUME: ("resumeButton", "resume"),
    NextAction.CHECK_AGAIN: ("checkAgainButton", "retry"),
    NextAction.SIGN_IN: ("signInButton", "sign-in"),
    NextAction.OPEN_RECORD: ("openRecordButton", "open"),
    NextAction.DISCARD: ("discardButton", "discard"),
}


class OutcomeCard(Card):
    """Shows an `Outcome`. `chosen` carries the `NextAction` of the button that was pressed."""

    chosen = Signal(object)
    details_asked = Signal()
    link_copied = Signal()
    new_save_asked = Signal()
    receipt_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("outcomePanel")
        self._outcome: Outcome | None = None
        self._motion = True
        self._create()
        self._lay_out()
        self._connect()
        self.retranslate()

    def show_outcome(self, outcome: Outcome, *, link: str = "") -> None:
        """Show the card; `link` is an address that can be copied, or ""."""
        news = self._outcome is None or self._outcome.title != outcome.title
        self._outcome = outcome
        self.copy_link.setVisible(bool(link))
        self._title.setText(outcome.title)
        self._text.setText(outcome.text)
        self._text.setVisible(bool(outcome.text))
        self._arrange_buttons(outcome)
        self.restyle()
        self.setAccessibleName(outcome.title)
        self.setAccessibleDescription(outcome.text)
        self.show()
        if news:
            self._fade_in()
            self._announce(f"{outcome.title}. {outcome.text}")

    def clear(self) -> None:
        """Hide the card."""
        self._outcome = None
        self.hide()

    def allow_motion(self, allowed: bool) -> None:
        """Follow the setting for animations."""
        self._motion = allowed

    def focus_primary(self) -> None:
        """Focus the button of the next step."""
        if self._outcome is not None and self._outcome.primary in self.buttons:
            self.buttons[self._outcome.primary].setFocus(Qt.FocusReason.OtherFocusReason)

    def retranslate(self) -> None:
        for action, button in self.buttons.items():
            button.setText(wording.action(action))
            button.setAccessibleName(without_mnemonic(button.text()))

    def restyle(self) -> None:
        if self._outcome is None:
            return
        tone = self._outcome.tone
        self._icon.setPixmap(theme.pixmap(self._outcome.icon, self, tone, BIG_ICON))
        palette = self.palette()
        for action, button in self.buttons.items():
            primary = action is self._outcome.primary
            shade = theme.Tone.ON_ACCENT if primary else theme.Tone.TEXT
            button.setIcon(theme.icon(_NAMES[action][1], palette, shade))
            fill_primary(button, primary)

    # building

    def _create(self) -> None:
        self._icon = PlainLabel(self)
        self._icon.setFixedSize(BIG_ICON, BIG_ICON)
        self._title = PlainLabel(self, wrap=True)
        self._title.setObjectName("outcomeTitle")
        self._title.setFont(theme.scaled(self.font(), 1.15, bold=True))
        self._text = PlainLabel(self, wrap=True)
        self._text.setObjectName("outcomeText")
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.buttons = {action: QPushButton(self) for action in _NAMES}
        for action, button in self.buttons.items():
            button.setObjectName(_NAMES[action][0])
        self.details_button = QPushButton(self)
        self.details_button.setObjectName("detailsButton")
        name = self.tr("Details of this save")
        self.bind(self.details_button, self.tr("Detai&ls"), name=name, icon="details")
        self.copy_link = QPushButton(self)
        self.copy_link.setObjectName("copyLinkButton")
        name = self.tr("Copy the record's address")
        self.bind(self.copy_link, self.tr("Copy lin&k"), name=name, icon="copy")
        self.receipt_button = QPushButton(self)
        self.receipt_button.setObjectName("outcomeReceiptButton")
        name = self.tr("Save the receipt")
        self.bind(self.receipt_button, self.tr("Rec&eipt"), name=name, icon="receipt")
        self.new_button = QPushButton(self)
        self.new_button.setObjectName("newSaveButton")
        name = self.tr("Begin another save")
        self.bind(self.new_button, self.tr("&New save"), name=name, icon="new")
        quiet = (self.details_button, self.copy_link, self.receipt_button, self.new_button)
        for button in (*self.buttons.values(), *quiet):
            button.setAutoDefault(False)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(CARD_PADDING, CARD_PADDING, CARD_PADDING, CARD_PADDING)
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(GRID)
        grid.addWidget(self._icon, 0, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(GRID // 2)
        column.addWidget(self._title)
        column.addWidget(self._text)
        grid.addLayout(column, 0, 1)
        self._bar = Flow()
        grid.addLayout(self._bar, 1, 1)
        grid.setColumnStretch(1, 1)
        self.hide()

    def _connect(self) -> None:
        for action, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, action=action: self.chosen.emit(action))
        self.details_button.clicked.connect(self.details_asked)
        self.copy_link.clicked.connect(self.link_copied)
        self.receipt_button.clicked.connect(self.receipt_asked)
        self.new_button.clicked.connect(self.new_save_asked)

    def _arrange_buttons(self, outcome: Outcome) -> None:
        shown = [a for a in (outcome.primary, *outcome.others) if a in self.buttons]
        ordered = [self.buttons[action] for action in shown]
        for button in self.buttons.values():
            button.setVisible(button in ordered)
        self._bar.clear()
        self.receipt_button.setVisible(outcome.primary is NextAction.OPEN_RECORD)
        for button in (*ordered, self.copy_link, self.receipt_button, self.new_button):
            self._bar.addWidget(button)
        self._bar.add_trailing(self.details_button)

    def _fade_in(self) -> None:
        duration = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        if not self._motion or duration <= 0 or not self.isVisible():
            return
        effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(effect)
        fade = QPropertyAnimation(effect, b"opacity", self)
        fade.setDuration(FADE_MS)
        fade.setStartValue(0.0)
        fade.setEndValue(1.0)
        fade.setEasingCurve(QEasingCurve.Type.OutCubic)
        fade.finished.connect(self._faded)
        fade.start(QPropertyAnimation.DeletionPolicy.DeleteWhenStopped)

    def _faded(self) -> None:
        self.setGraphicsEffect(None)  # type: ignore[arg-type]  # Qt: None removes the effect

    def _announce(self, text: str) -> None:
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
