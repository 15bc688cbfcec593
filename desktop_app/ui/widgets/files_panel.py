"""The files of a save: counts, add, remove with undo, filter, and the table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.core.errors import ErrorInfo
from desktop_app.ui import theme, wording
from desktop_app.ui.formats import isolated, size_text
from desktop_app.ui.models.file_rows import Removed
from desktop_app.ui.theme import GRID, Tone
from desktop_app.ui.viewmodels.save_form import SaveForm
from desktop_app.ui.widgets.base import Panel, PlainLabel
from desktop_app.ui.widgets.files_view import Dropped, FilesView
from desktop_app.ui.widgets.flow import Flow


class FilesPanel(Panel):
    """Edits the files of a `SaveForm`."""

    def __init__(self, form: SaveForm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = form
        self.native_dialogs = True
        self._notice_text: tuple[str, int] = ("", 0)
        self._known = 0
        self._create()
        self._lay_out()
        self._connect()
        self.retranslate()

    def lock(self, locked: bool) -> None:
        """Allow or forbid changes; rows keep being updated."""
        self._form.model.locked = locked
        self._show_counts()
        self._show_notice()

    def show_problem(self, error: ErrorInfo | None, row: int = -1) -> None:
        """Show what is wrong with the files and go to the row, or remove the message."""
        self._problem.setVisible(error is not None)
        self._show_notice()
        if error is None:
            return
        self._problem.setText(wording.explained(error))
        if row >= 0:
            self.view.reveal(row)
        else:
            self.add_files.setFocus()

    def press_undo(self) -> None:
        """Press the undo button, if it is there."""
        if self.undo.isVisible():
            self.undo.click()

    def choose_files(self) -> None:
        """Open the dialog for files."""
        self._open_dialog(QFileDialog.FileMode.ExistingFiles, self.tr("Add files"))

    def choose_folder(self) -> None:
        """Open the dialog for a folder."""
        self._open_dialog(QFileDialog.FileMode.Directory, self.tr("Add folder"))

    def retranslate(self) -> None:
        self.view.set_hint(
            self.tr("Drop files or folders here, or add them with the buttons above")
        )
        self._form.model.retranslate()
        self._show_counts()
        self._show_notice()

    # building

    def _create(self) -> None:
        self._heading = self.bind(PlainLabel(self), self.tr("Files"))
        self._heading.setFont(theme.scaled(self.font(), 1.15, bold=True))
        self._counts = PlainLabel(self)
        self._counts.setObjectName("filesCount")
        self._counts.setFont(theme.tabular(self.font()))
        self._counts.set_tone(Tone.QUIET)
        self.filter = QLineEdit(self)
        self.filter.setObjectName("filterEdit")
        self.filter.setClearButtonEnabled(True)
        what = self.tr("Filter by name")
        self.bind(self.filter, name=what, placeholderText=what)
        self.add_files = QPushButton(self)
        self.add_files.setObjectName("addFilesButton")
        name = self.tr("Add files")
        self.bind(self.add_files, self.tr("Add &files"), name=name, icon="add-file")
        self.add_folder = QPushButton(self)
        self.add_folder.setObjectName("addFolderButton")
        name = self.tr("Add folder")
        self.bind(self.add_folder, self.tr("Add f&older"), name=name, icon="add-folder")
        self.remove = QToolButton(self)
        self.remove.setObjectName("removeFilesButton")
        name = self.tr("Remove the selected files")
        self.bind(self.remove, name=name, tip=name, icon="remove")
        self.remove.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for button in (self.add_files, self.add_folder):
            button.setAutoDefault(False)
        self.view = FilesView(self._form.model, self)
        self.bind(self.view, name=self.tr("Files of this save"))
        self.bind(self.view.horizontalHeader(), name=self.tr("Columns of the files"))
        self.bind(self.view.rename_action, self.tr("Rename"), icon="rename")
        self.bind(self.view.remove_action, self.tr("Remove"), icon="remove")
        self._notice = PlainLabel(self, wrap=True)
        self._notice.setObjectName("filesNotice")
        self._notice.set_tone(Tone.QUIET)
        self.undo = QToolButton(self)
        self.undo.setObjectName("undoButton")
        name = self.tr("Undo removing files")
        self.bind(self.undo, self.tr("&Undo"), name=name, icon="undo")
        self.undo.setToolButtonStyle(self.undo.toolButtonStyle().ToolButtonTextBesideIcon)
        self.rename_all = QToolButton(self)
        self.rename_all.setObjectName("suggestedNamesButton")
        name = self.tr("Use the suggested names")
        self.bind(self.rename_all, self.tr("Use the su&ggested names"), name=name, icon="rename")
        self.rename_all.setToolButtonStyle(
            self.rename_all.toolButtonStyle().ToolButtonTextBesideIcon
        )
        self._problem = PlainLabel(self, wrap=True)
        self._problem.setObjectName("filesProblem")
        self._problem.set_tone(Tone.BAD)
        self._problem.hide()

    def _lay_out(self) -> None:
        head = Flow()
        head.addWidget(self._heading)
        head.addWidget(self._counts)
        head.add_trailing(self.filter)
        head.add_trailing(self._tools())
        self.filter.setFixedWidth(24 * self.fontMetrics().averageCharWidth())
        foot = QHBoxLayout()
        foot.setSpacing(GRID)
        foot.addWidget(self.rename_all)
        foot.addWidget(self._notice, 1)
        foot.addWidget(self.undo)
        foot.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addLayout(head)
        column.addWidget(self.view, 1)
        column.addWidget(self._problem)
        column.addLayout(foot)
        self.view.setMinimumHeight(5 * self.view.verticalHeader().defaultSectionSize())

    def _tools(self) -> QWidget:
        tools = QWidget(self)
        row = QHBoxLayout(tools)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        for button in (self.add_files, self.add_folder, self.remove):
            row.addWidget(button)
        return tools

    def _connect(self) -> None:
        self.add_files.clicked.connect(self.choose_files)
        self.add_folder.clicked.connect(self.choose_folder)
        self.remove.clicked.connect(self._remove_selected)
        self.rename_all.clicked.connect(self._form.take_suggestions)
        self.undo.clicked.connect(self._undo_remove)
        self.filter.textChanged.connect(self.view.set_filter)
        self.view.remove_asked.connect(self._form.remove)
        self.view.dropped.connect(self._dropped)
        self.view.selectionModel().selectionChanged.connect(self._show_counts)
        self.view.selectionModel().selectionChanged.connect(self._show_notice)
        self._form.changed.connect(self._show_counts)
        self._form.adding_changed.connect(self._show_counts)
        self._form.removed.connect(self._show_removed)
        self._form.left_out.connect(self._show_left_out)

    def _open_dialog(self, mode: QFileDialog.FileMode, title: str) -> None:
        dialog = QFileDialog(self, title)
        dialog.setObjectName("fileDialog")
        dialog.setFileMode(mode)
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog, not self.native_dialogs)
        if mode is QFileDialog.FileMode.Directory:
            dialog.setOption(QFileDialog.Option.ShowDirsOnly, on=True)
        dialog.filesSelected.connect(self._form.add_paths)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _remove_selected(self) -> None:
        self._form.remove(self.view.selected_ids())

    def _undo_remove(self) -> None:
        self._form.undo_remove()
        self._notice_text = ("", 0)
        self._show_notice()

    def _dropped(self, dropped: Dropped) -> None:
        if dropped.paths:
            self._form.add_paths(dropped.paths)
        self._notice_text = (", ".join(map(isolated, dropped.refused)), 0)
        self._show_notice()

    def _show_left_out(self, count: int) -> None:
        self._known = count
        self._show_notice()

    def _show_removed(self, removed: Removed) -> None:
        self._notice_text, self._known = ("", len(removed.rows)), 0
        self._show_notice()

    def _show_notice(self) -> None:
        refused, removed = self._notice_text
        reason = self._reason_of_choice()
        if self._known:
            self._notice.setText(self.tr("%n file(s) were in the list already", "", self._known))
        elif reason:
            self._notice.setText(reason)
        elif refused:
            text = self.tr("Not added, because it is not on this computer: {names}")
            self._notice.setText(text.format(names=refused))
        elif removed:
            self._notice.setText(self.tr("%n file(s) removed", "", removed))
        else:
            self._notice.setText(self._reason_of_fixed())
        self._notice.setVisible(bool(self._notice.text()))
        self.undo.setVisible(bool(removed) and self._form.can_undo)

    def _reason_of_choice(self) -> str:
        """Return why the one chosen row is not as it should be, in whole sentences."""
        chosen = self.view.only_selected_id()
        if chosen is None or not self._problem.isHidden():
            return ""
        row = self._form.model.row(chosen)
        error = row.error or row.warning
        return wording.explained(error) if error is not None else ""

    def _reason_of_fixed(self) -> str:
        """Return why files can only be removed, or ""."""
        model = self._form.model
        if model.locked or not model.fixed or not model.rows:
            return ""
        return self.tr("This save has begun: files can be removed, but not added or renamed")

    def _show_counts(self) -> None:
        model, locked = self._form.model, self._form.model.locked
        rows = len(model.rows)
        files = self.tr("%n file(s), {size}", "", rows).format(size=size_text(model.total_size))
        adding = self.tr("Looking through folders…") if self._form.adding else ""
        self._counts.setText(adding or (files if rows else ""))
        for button in (self.add_files, self.add_folder):
            button.setEnabled(not locked and not model.fixed)
        self.remove.setEnabled(not locked and self.view.selectionModel().hasSelection())
        if not rows:
            self.filter.clear()
        self.filter.setVisible(rows > 7 or bool(self.filter.text()))
        self.rename_all.setVisible(not locked and not model.fixed and bool(model.suggestions()))
        if self._form.adding or locked or not rows:
            self._known = 0
        if locked and self._notice_text[1]:
            self._notice_text = ("", 0)
            self._show_notice()
