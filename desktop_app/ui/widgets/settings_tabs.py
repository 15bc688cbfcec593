"""The pages of the settings: one line a setting, each with a label that reaches it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from desktop_app.core.appearance import Theme
from desktop_app.core.settings import BOUNDS, ProxyMode, Settings, WhenClosed
from desktop_app.ui.i18n import LANGUAGES
from desktop_app.ui.theme import GRID
from desktop_app.ui.widgets.base import Panel, PlainLabel

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
        self._labels: dict[QWidget, PlainLabel] = {}

    def finish(self) -> None:
        """Take over what was set without being left: what is shown is what holds."""
        for edit in self.findChildren(QLineEdit):
            if edit.parent() is self:  # and no part of a number or a choice
                edit.editingFinished.emit()

    def add(self, editor: QWidget, name: str) -> None:
        """Add a line; its words come with `name_it`."""
        editor.setObjectName(name)
        if isinstance(editor, QCheckBox):
            self._form.addRow(editor)
            return
        label = PlainLabel(self)
        label.setBuddy(editor)
        self._labels[editor] = label
        self._form.addRow(label, editor)

    def name_it(self, editor: QWidget, words: str) -> None:
        """Set the words of a line."""
        if isinstance(editor, QCheckBox):
            editor.setText(words)
        else:
            self._labels[editor].setText(words)
        editor.setAccessibleName(words.replace("&", ""))

    def choice(self, name: str, values: Sequence[StrEnum | str], chosen: str) -> QComboBox:
        """Return a chooser among `values`; tells the value itself, not what Qt makes of it."""
        box = QComboBox(self)
        for value in values:
            box.addItem(str(value), str(value))
        box.setCurrentIndex(max(0, box.findData(chosen)))
        box.currentIndexChanged.connect(lambda row: self.edited.emit(name, values[row]))
        self.add(box, f"{name}Combo")
        return box

    def check(self, name: str, checked: bool) -> QCheckBox:
        """Return a switch."""
        box = QCheckBox(self)
        box.setChecked(checked)
        box.toggled.connect(lambda on: self.edited.emit(name, on))
        self.add(box, f"{name}Check")
        return box

    def number(self, name: str, value: float, *, scale: float = 1) -> QSpinBox:
        """Return a whole number within its bounds."""
        box = QSpinBox(self)
        low, high = BOUNDS[name]
        box.setRange(int(low / scale), int(min(high / scale, 2_000_000_000)))
        box.setValue(round(value / scale))
        box.setGroupSeparatorShown(True)
        box.valueChanged.connect(lambda new: self.edited.emit(name, new * scale))
        self.add(box, f"{name}Spin")
        return box

    def line(self, name: str, text: str) -> QLineEdit:
        """Return a line of text, told when it is left."""
        edit = QLineEdit(text, self)
        edit.editingFinished.connect(lambda: self._line_left(name, edit))
        edit.setProperty("told", text)
        self.add(edit, f"{name}Edit")
        return edit

    def _line_left(self, name: str, edit: QLineEdit) -> None:
        text = edit.text().strip()
        if text != edit.property("told"):
            edit.setProperty("told", text)
            self.edited.emit(name, text)


class GeneralTab(SettingsTab):
    """Language, look, files, closing."""

    def __init__(self, settings: Settings, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        codes = ["", *(one.code for one in LANGUAGES)]
        chosen = settings.language if settings.language == language else language
        self.language = self.choice("language", codes, chosen if settings.language else "")
        self.language.setObjectName("languageCombo")
        self.theme = self.choice("theme", list(Theme), settings.theme)
        self.when_closed = self.choice("when_closed", list(WhenClosed), settings.when_closed)
        self.notifications = self.check("notifications", settings.notifications)
        self.animations = self.check("animations", settings.animations)
        self.native = self.check("native_dialogs", settings.native_dialogs)
        self.links = self.check("follow_links_out", settings.follow_links_out)
        self.hidden = self.check("include_hidden", settings.include_hidden)
        self.retranslate()

    def retranslate(self) -> None:
        self.name_it(self.language, self.tr("Language"))
        self.language.setItemText(0, self.tr("As the system"))
        for row, language in enumerate(LANGUAGES, start=1):
            self.language.setItemText(row, language.name)
        self.name_it(self.theme, self.tr("Colours"))
        for row, words in enumerate((self.tr("As the system"), self.tr("Light"), self.tr("Dark"))):
            self.theme.setItemText(row, words)
        self.name_it(self.when_closed, self.tr("Closing while a save runs"))
        ways = (self.tr("Ask"), self.tr("Go on in the background"), self.tr("Stop and quit"))
        for row, words in enumerate(ways):
            self.when_closed.setItemText(row, words)
        self.name_it(self.notifications, self.tr("Tell me when a save ends in the background"))
        self.name_it(self.animations, self.tr("Animations"))
        self.name_it(self.native, self.tr("Choose files in the desktop's own dialog"))
        self.name_it(self.links, self.tr("Follow links that lead out of an added folder"))
        self.name_it(self.hidden, self.tr("Send hidden files of desktops and tools, too"))


class TransferTab(SettingsTab):
    """How many at once, how fast, how long to wait."""

    _TIMES = (
        "create_s",
        "finalize_s",
        "control_s",
        "stall_s",
        "answer_s",
        "outage_s",
        "reconcile_s",
    )

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        limits = settings.limits
        self.parallel = self.number("parallel_files", limits.parallel_files)
        self.rate = self._rate(limits.max_bytes_per_s)
        self.times: dict[str, QSpinBox] = {}
        for name in self._TIMES:
            value = getattr(limits, name)
            if name == "finalize_s":
                self.times[name] = self._finalize_time(value)
            else:
                self.times[name] = self.number(name, value)
        self.retranslate()

    def retranslate(self) -> None:
        self.name_it(self.parallel, self.tr("Files at the same time"))
        self.name_it(self.rate, self.tr("Fastest rate"))
        self.rate.setSuffix(self.tr(" MB/s"))
        self.rate.setSpecialValueText(self.tr("No limit"))
        words = {
            "create_s": self.tr("Time for preparing the record"),
            "finalize_s": self.tr("Time for finalizing"),
            "control_s": self.tr("Time for one question to the server"),
            "stall_s": self.tr("Time without any byte moving"),
            "answer_s": self.tr("Time for the answer after the last byte"),
            "outage_s": self.tr("Time to wait for a lost network"),
            "reconcile_s": self.tr("Time for checking with the server"),
        }
        for name, box in self.times.items():
            self.name_it(box, words[name])
            box.setSuffix(self.tr(" s"))
        self.times["finalize_s"].setSpecialValueText(self.tr("As the service needs"))

    def _rate(self, value: float | None) -> QDoubleSpinBox:
        box = QDoubleSpinBox(self)
        box.setDecimals(1)
        box.setRange(0, 10_000)
        box.setValue((value or 0) / _MEGABYTE)
        box.valueChanged.connect(
            lambda new: self.edited.emit("max_bytes_per_s", new * _MEGABYTE if new else None)
        )
        self.add(box, "max_bytes_per_sSpin")
        return box

    def _finalize_time(self, value: float | None) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(0, int(BOUNDS["finalize_s"][1]))
        box.setValue(int(value or 0))
        box.valueChanged.connect(
            lambda new: self.edited.emit("finalize_s", float(new) if new else None)
        )
        self.add(box, "finalize_sSpin")
        return box


class NetworkTab(SettingsTab):
    """Proxy and further certificate authorities. `password_given` carries the proxy's password."""

    password_given = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mode = self.choice("proxy_mode", list(ProxyMode), settings.proxy_mode)
        self.url = self.line("proxy_url", settings.proxy_url)
        self.user = self.line("proxy_user", settings.proxy_user)
        self.password = self._password()
        self.ca = self.line("ca_file", settings.ca_file)
        self.mode.currentIndexChanged.connect(self._follow_mode)
        self.retranslate()
        self._follow_mode()

    def retranslate(self) -> None:
        self.name_it(self.mode, self.tr("Proxy"))
        ways = (self.tr("As the system"), self.tr("None"), self.tr("This one"))
        for row, words in enumerate(ways):
            self.mode.setItemText(row, words)
        self.name_it(self.url, self.tr("Proxy address"))
        self.name_it(self.user, self.tr("Proxy user"))
        self.name_it(self.password, self.tr("Proxy password"))
        self.password.setPlaceholderText(self.tr("Kept in the keychain"))
        self.name_it(self.ca, self.tr("Further certificates (PEM file)"))

    def _password(self) -> QLineEdit:
        edit = QLineEdit(self)
        edit.setEchoMode(QLineEdit.EchoMode.Password)
        edit.editingFinished.connect(lambda: self._password_left(edit))
        self.add(edit, "proxy_passwordEdit")
        return edit

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
        self.retention = self.number("retention_days", settings.retention_days)
        self._text = PlainLabel(self, wrap=True)
        self._form.addRow(self._text)
        self.retranslate()

    def retranslate(self) -> None:
        self.name_it(self.retention, self.tr("Forget finished saves after"))
        self.retention.setSuffix(self.tr(" days"))
        self.retention.setSpecialValueText(self.tr("Never"))
        self._text.setText(
            self.tr(
                "Saves and receipts hold titles and the paths of your files. "
                "Tokens are kept in the keychain of this computer and nowhere else."
            )
        )
