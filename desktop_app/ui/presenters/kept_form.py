"""Keeps what was typed and never sent, and offers it at the next start."""

from __future__ import annotations

import json
import logging

from PySide6.QtCore import QObject

from desktop_app.core.kept_form import KeptForm
from desktop_app.core.threads import in_thread
from desktop_app.ui.backend import KeptForms
from desktop_app.ui.tasks import TaskOwner
from desktop_app.ui.viewmodels.save_form import SaveForm
from desktop_app.ui.widgets.new_save_page import NewSavePage

_log = logging.getLogger(__name__)


class KeptFormPresenter(QObject):
    """Asks once, when the window opens, and keeps when it closes."""

    def __init__(
        self,
        page: NewSavePage,
        form: SaveForm,
        kept: KeptForms,
        tasks: TaskOwner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._form = form
        self._kept = kept
        self._tasks = tasks
        self._offered: KeptForm | None = None
        page.kept.taken.connect(self._take)
        page.kept.forgotten.connect(self._forget)

    def offer(self) -> None:
        """Offer what the last window kept, if it kept anything."""
        self._tasks.start(self._offer(), "look for a kept form")

    async def keep(self) -> None:
        """Keep what would be lost with the window; what is still on offer stays."""
        form = self._form.unsent()
        if form is None:
            return
        try:
            await in_thread(self._kept.keep, form)
        except OSError as error:
            _log.warning("the form could not be kept: %s", error.strerror)

    async def _offer(self) -> None:
        self._offered = await in_thread(self._kept.load)
        if self._offered is not None:
            self._page.kept.offer(self._offered)

    def _take(self) -> None:
        if self._offered is not None:
            self._form.title = self._offered.title
            self._form.metadata = json.loads(self._offered.metadata)
            self._form.add_paths(self._offered.paths)
            self._page.take_account(self._offered.account)
            self._page.show_form()
        self._forget()

    def _forget(self) -> None:
        self._offered = None
        self._page.kept.hide()
        self._tasks.start(in_thread(self._kept.keep, None), "forget a kept form")
