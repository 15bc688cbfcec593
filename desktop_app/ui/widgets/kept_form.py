"""The line that offers what was typed last time."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop_app.core.kept_form import KeptForm
from desktop_app.ui.formats import apart
from desktop_app.ui.theme import GRID
from desktop_app.ui.widgets.base import Panel, PlainLabel


class KeptFormLine(Panel):
    """Hidden until something is offered; `taken` or `forgotten` is what the person chose."""

    taken = Signal()
    forgotten = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("keptFormLine")
        self._form: KeptForm | None = None
        self._text = PlainLabel(self, wrap=True)
        self._text.setObjectName("keptFormText")
        take = QPushButton(self)
        take.setObjectName("takeKeptFormButton")
        self.bind(take, self.tr("Continue with it"))
        forget = QPushButton(self)
        forget.setObjectName("forgetKeptFormButton")
        self.bind(forget, self.tr("Forget it"))
        take.clicked.connect(self.taken)
        forget.clicked.connect(self.forgotten)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self._text, 1)
        row.addWidget(take)
        row.addWidget(forget)
        self.hide()

    def offer(self, form: KeptForm) -> None:
        """Offer a form."""
        self._form = form
        self.retranslate()
        self.show()

    def retranslate(self) -> None:
        if self._form is None:
            return
        text = self.tr("Filled in last time and not sent: {title}, %n file(s)", "", self._count)
        self._text.setText(text.format(title=apart(self._form.title or "-")))

    @property
    def _count(self) -> int:
        return len(self._form.paths) if self._form is not None else 0
