"""The window's languages: which exist, which one to use, and switching at run time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, Qt, QTranslator
from PySide6.QtWidgets import QApplication

SYSTEM = ""
PSEUDO = "pseudo"
PSEUDO_RTL = "pseudo-rtl"
_RIGHT_TO_LEFT_MARK = "\u200f"


@dataclass(frozen=True, slots=True)
class Language:
    """A language that the window speaks; `name` is in the language itself."""

    code: str
    name: str


LANGUAGES = (
    Language("en", "English"),
    Language("zh_CN", "简体中文"),
    Language("es", "Español"),
    Language("pt_BR", "Português (Brasil)"),
)


def supported(wanted: str) -> str:
    """Return the code of the language that suits `wanted` best ("de_DE" gives English)."""
    if wanted in (PSEUDO, PSEUDO_RTL):
        return wanted
    exact = wanted.replace("-", "_")
    for language in LANGUAGES:
        if language.code.lower() == exact.lower():
            return language.code
    base = exact.split("_")[0].lower()
    return next((lang.code for lang in LANGUAGES if lang.code.split("_")[0] == base), "en")


def system_language() -> str:
    """Return the supported language that the desktop asks for first."""
    wanted = QLocale.system().uiLanguages()
    for name in wanted:
        base = name.replace("-", "_").split("_")[0].lower()
        if any(language.code.split("_")[0] == base for language in LANGUAGES):
            return supported(name)
    return "en"


class Translations:
    """Installs one language at a time in an application; widgets get a `LanguageChange` event."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        self._app = app
        self._folder = folder
        self._installed: list[QTranslator] = []
        self.language = "en"

    def use(self, wanted: str) -> str:
        """Switch to `wanted` ("" = the system's) and return the code that is now in use."""
        code = supported(wanted) if wanted else system_language()
        self.remove()
        self.language = code
        locale = QLocale("en_GB" if code == "en" and not _is_english() else _locale_name(code))
        QLocale.setDefault(locale)
        self._app.setLayoutDirection(
            Qt.LayoutDirection.RightToLeft if code == PSEUDO_RTL else locale.textDirection()
        )
        self._installed = self._translators(code)
        for new in self._installed:
            self._app.installTranslator(new)
        return code

    def remove(self) -> None:
        """Remove the language: the application continues without this window."""
        for old in self._installed:
            self._app.removeTranslator(old)
        self._installed = []

    def _translators(self, code: str) -> list[QTranslator]:
        if code in (PSEUDO, PSEUDO_RTL):
            return [PseudoTranslator(self._app, mirrored=code == PSEUDO_RTL)]
        found = []
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for name, folder in ((f"qtbase_{code}", qt_folder), (f"sendoff_{code}", self._folder)):
            translator = QTranslator(self._app)
            if translator.load(name, str(folder)):
                found.append(translator)
        return found


class PseudoTranslator(QTranslator):
    """Stretches and marks every sentence, so that a test sees what is cut or was not marked.

    Mirrored, a sentence reads from the right, as Arabic and Hebrew do.
    """

    _VOWELS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")

    def __init__(self, parent: QObject, *, mirrored: bool = False) -> None:
        super().__init__(parent)
        self._mark = _RIGHT_TO_LEFT_MARK if mirrored else ""

    def isEmpty(self) -> bool:
        return False

    def translate(
        self,
        context: str,  # noqa: ARG002 - Qt's signature
        sourceText: str,  # noqa: N803
        disambiguation: str | None = None,  # noqa: ARG002
        n: int = -1,  # noqa: ARG002
    ) -> str:
        parts = re.split(r"(\{\w*(?::[^{}]*)?\}|%n|&)", sourceText)
        text = "".join(
            part if index % 2 else part.translate(self._VOWELS) for index, part in enumerate(parts)
        )
        return f"{self._mark}[{text}{'~' * max(2, len(sourceText) // 3)}]"


def _is_english() -> bool:
    return QLocale.system().language() is QLocale.Language.English


def _locale_name(code: str) -> str:
    if code in (PSEUDO, PSEUDO_RTL):
        return "en_US"
    return QLocale.system().name() if code == "en" else code
