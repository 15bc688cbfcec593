"""The pages of the settings: one line a setting, each with its label."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from desktop_app.core.appearance import Theme
from desktop_app.core.settings import BOUNDS, ProxyMode, Settings, WhenClosed
from desktop_app.ui.i18n import LANGUAGES
from desktop_app.ui.theme import GRID
from desktop_app.ui.widgets.base import Panel, PlainLabel
from desktop_app.ui.widgets.binding import Text

_MEGABYTE = 1_000_000


class SettingsTab(Panel):
    """A form. `edited` carries the setting's name and its new value."""

    edited = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = QFormLayout(self)
        self._form.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        self._form.setHorizontalSpacing(2 * GRID)
        self._form.setVerticalSpacing(GRID)

    def finish(self) -> None:
        """Apply the line that still has the focus: what is shown is what applies."""
        for edit in self.findChildren(QLineEdit):
            if edit.parent() is self:  # not the one inside a spin box or combo box
                edit.editingFinished.emit()

    def add(self, editor: QWidget, name: str, words: Text) -> None:
        """Add a line of an editor and its label."""
        editor.setObjectName(name)
        if isinstance(editor, QCheckBox):
            self.bind(editor, words)
            self._form.addRow(editor)
            return
        self.bind(editor, name=words)
        label = self.bind(PlainLabel(self), words)
        label.setBuddy(editor)
        self._form.addRow(label, editor)

    def choice(
        self, name: str, words: Text, values: Sequence[StrEnum | str], chosen: str
    ) -> QComboBox:
        """Return a chooser; `edited` carries one of `values` itself, not what Qt makes of it."""
        box = QComboBox(self)
        for value in values:
            box.addItem(str(value), str(value))
        box.setCurrentIndex(max(0, box.findData(chosen)))
        box.currentIndexChanged.connect(lambda row: self.edited.emit(name, values[row]))
        self.add(box, f"{name}Combo", words)
        return box

    def check(self, name: str, words: Text, checked: bool) -> QCheckBox:
        """Return a check box."""
        box = QCheckBox(self)
        box.setChecked(checked)
        box.toggled.connect(lambda on: self.edited.emit(name, on))
        self.add(box, f"{name}Check", words)
        return box

    def number(self, name: str, words: Text, value: float) -> QSpinBox:
        """Return a whole number within its bounds."""
        box = QSpinBox(self)
        low, high = BOUNDS[name]
        box.setRange(int(low), int(min(high, 2_000_000_000)))
        box.setValue(round(value))
        box.setGroupSeparatorShown(True)
        box.valueChanged.connect(lambda new: self.edited.emit(name, new))
        self.add(box, f"{name}Spin", words)
        return box

    def line(self, name: str, words: Text, text: str) -> QLineEdit:
        """Return a line of text; `edited` is emitted when it is left."""
        edit = QLineEdit(text, self)
        edit.editingFinished.connect(lambda: self._line_left(name, edit))
        edit.setProperty("emitted", text)
        self.add(edit, f"{name}Edit", words)
        return edit

    def _line_left(self, name: str, edit: QLineEdit) -> None:
        text = edit.text().strip()
        if text != edit.property("emitted"):
            edit.setProperty("emitted", text)
            self.edited.emit(name, text)


class GeneralTab(SettingsTab):
    """Language, look, files, closing."""

    def __init__(self, settings: Settings, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        codes = ["", *(one.code for one in LANGUAGES)]
        chosen = settings.language if settings.language == language else language
        self.language = self.choice(
            "language", self.tr("Language"), codes, chosen if settings.language else ""
        )
        self.language.setObjectName("languageCombo")
        self.bind_each(self.language.setItemText, self.tr("Follow the system"))
        for row, one in enumerate(LANGUAGES, start=1):
            self.language.setItemText(row, one.name)
        self.theme = self.choice("theme", self.tr("Colours"), list(Theme), settings.theme)
        looks = self.tr("Follow the system"), self.tr("Light"), self.tr("Dark")
        self.bind_each(self.theme.setItemText, *looks)
        words = self.tr("Closing while a save runs")
        self.when_closed = self.choice("when_closed", words, list(WhenClosed), settings.when_closed)
        ways = self.tr("Ask"), self.tr("Continue in the background"), self.tr("Stop and quit")
        self.bind_each(self.when_closed.setItemText, *ways)
        words = self.tr("Tell me when a save ends in the background")
        self.notifications = self.check("notifications", words, settings.notifications)
        self.animations = self.check("animations", self.tr("Animations"), settings.animations)
        words = self.tr("Choose files in the desktop's own dialog")
        self.native = self.check("native_dialogs", words, settings.native_dialogs)
        words = self.tr("Follow links that lead out of an added folder")
        self.links = self.check("follow_links_out", words, settings.follow_links_out)
        words = self.tr("Send hidden files of desktops and tools, too")
        self.hidden = self.check("include_hidden", words, settings.include_hidden)


class TransferTab(SettingsTab):
    """How many at once, how fast, how long to wait."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        limits = settings.limits
        words = self.tr("Files at the same time")
        self.parallel = self.number("parallel_files", words, limits.parallel_files)
        self.rate = self._rate(limits.max_bytes_per_s)
        times = {
            "create_s": self.tr("Time for preparing the record"),
            "finalize_s": self.tr("Time for finalizing"),
            "control_s": self.tr("Time for one request to the server"),
            "stall_s": self.tr("Time without any byte moving"),
            "answer_s": self.tr("Time for the answer after the last byte"),
            "outage_s": self.tr("Time to wait for a lost network"),
            "reconcile_s": self.tr("Time for checking with the server"),
        }
        self.times = {
            name: self._time(name, words, getattr(limits, name)) for name, words in times.items()
        }

    def _time(self, name: str, words: Text, value: float | None) -> QSpinBox:
        if name == "finalize_s":
            box = self._finalize_time(words, value)
        else:
            box = self.number(name, words, value or 0)
        return self.bind(box, suffix=self.tr(" s"))

    def _rate(self, value: float | None) -> QDoubleSpinBox:
        box = QDoubleSpinBox(self)
        box.setDecimals(1)
        box.setRange(0, 10_000)
        box.setValue((value or 0) / _MEGABYTE)
        box.valueChanged.connect(
            lambda new: self.edited.emit("max_bytes_per_s", new * _MEGABYTE if new else None)
        )
        self.add(box, "max_bytes_per_sSpin", self.tr("Maximum rate"))
        return self.bind(box, suffix=self.tr(" MB/s"), specialValueText=self.tr("No limit"))

    def _finalize_time(self, words: Text, value: float | None) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(0, int(BOUNDS["finalize_s"][1]))
        box.setValue(int(value or 0))
        box.valueChanged.connect(
            lambda new: self.edited.emit("finalize_s", float(new) if new else None)
        )
        self.add(box, "finalize_sSpin", words)
        return self.bind(box, specialValueText=self.tr("As the service needs"))


class NetworkTab(SettingsTab):
    """Proxy and further certificate authorities.

    `password_given` carries the proxy's password; `file_asked` for a file of certificates.
    """

    password_given = Signal(str)
    file_asked = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        modes = list(ProxyMode)
        self.mode = self.choice("proxy_mode", self.tr("Proxy"), modes, settings.proxy_mode)
        ways = self.tr("Follow the system"), self.tr("None"), self.tr("This one")
        self.bind_each(self.mode.setItemText, *ways)
        self.url = self.line("proxy_url", self.tr("Proxy address"), settings.proxy_url)
        self.user = self.line("proxy_user", self.tr("Proxy user"), settings.proxy_user)
        self.password = self._password()
        words = self.tr("Further certificates (PEM file)")
        self.ca = self.line("ca_file", words, settings.ca_file)
        self._add_browse()
        self.mode.currentIndexChanged.connect(self._follow_mode)
        self._follow_mode()

    def take_file(self, path: str) -> None:
        """Take the file of certificates that was chosen."""
        self.ca.setText(path)
        self.ca.editingFinished.emit()

    def _add_browse(self) -> None:
        """Put a button behind the line of the file."""
        browse = QPushButton(self)
        browse.setObjectName("browseCertificatesButton")
        browse.setAutoDefault(False)
        name = self.tr("Browse for a file of certificates")
        self.bind(browse, self.tr("&Browse…"), name=name)
        browse.clicked.connect(self.file_asked)
        row = self._form.rowCount() - 1
        line = QHBoxLayout()
        line.setSpacing(GRID)
        self._form.removeWidget(self.ca)
        line.addWidget(self.ca, 1)
        line.addWidget(browse)
        self._form.setLayout(row, QFormLayout.ItemRole.FieldRole, line)

    def _password(self) -> QLineEdit:
        edit = QLineEdit(self)
        edit.setEchoMode(QLineEdit.EchoMode.Password)
        edit.editingFinished.connect(lambda: self._password_left(edit))
        self.add(edit, "proxy_passwordEdit", self.tr("Proxy password"))
        return self.bind(edit, placeholderText=self.tr("Kept in the keychain"))

    def _password_left(self, edit: QLineEdit) -> None:
        if edit.text():
            self.password_given.emit(edit.text())
            edit.clear()

    def _follow_mode(self) -> None:
        manual = self.mode.currentData() == ProxyMode.MANUAL
        self.url.setEnabled(manual)
        self.user.setEnabled(manual)
        self.password.setEnabled(manual)


class PrivacyTab(SettingsTab):
    """How long saves are remembered."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = self.tr("Forget finished saves after")
        self.retention = self.number("retention_days", words, settings.retention_days)
        self.bind(self.retention, suffix=self.tr(" days"), specialValueText=self.tr("Never"))
        text = self.tr(
            "Saves and receipts hold titles and the paths of your files. "
            "Tokens are kept in the keychain of this computer and nowhere else."
        )
        self._form.addRow(self.bind(PlainLabel(self, wrap=True), text))
