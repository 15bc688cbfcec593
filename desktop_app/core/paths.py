"""Where this program keeps its data, and where its own icons, samples and translations lie.

No file is read or written here. An installed package carries its assets in `_assets`; a checkout
has them in `resources` and, once `translations/build.py release` has run, in `build/translations`.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Paths:
    """The places of one data folder. All are absolute strings."""

    home: str

    @property
    def settings(self) -> str:
        """Settings and accounts (JSON, no secrets)."""
        return os.path.join(self.home, "settings.json")

    @property
    def journal(self) -> str:
        """The journal of saves (SQLite)."""
        return os.path.join(self.home, "journal.sqlite")

    @property
    def logs(self) -> str:
        """Folder of the log files."""
        return os.path.join(self.home, "logs")

    @property
    def log(self) -> str:
        """The log that is written now."""
        return os.path.join(self.logs, "sendoff.log")

    @property
    def service(self) -> str:
        """Data folder of the built-in service."""
        return os.path.join(self.home, "service")

    @property
    def repairs(self) -> str:
        """Folder of the marks of repairs that are under way, or were cut off."""
        return os.path.join(self.home, "repairs")

    @property
    def kept_form(self) -> str:
        """What was typed in the window and never sent (JSON, no secrets)."""
        return os.path.join(self.home, "form.json")

    @property
    def samples(self) -> str:
        """Where `--demo` puts its sample files."""
        return os.path.join(self.home, "samples")


def default_home() -> str:
    """Return SENDOFF_HOME, else the platform's folder for a program's data."""
    chosen = os.environ.get("SENDOFF_HOME", "")
    return os.path.abspath(chosen) if chosen else platform_home()


def platform_home() -> str:
    """Return the platform's folder for a program's data, whatever SENDOFF_HOME says."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
        return os.path.join(base, "Sendoff")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Application Support/Sendoff")
    base = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(base):  # the XDG base directory specification: ignore relative paths
        base = os.path.expanduser("~/.local/share")
    return os.path.join(base, "sendoff")


_PACKAGE = Path(__file__).resolve().parent.parent
_CHECKOUT = _PACKAGE.parent


def icon_path(name: str) -> Path:
    """Return the drawing called `name` (`"add-file"`), or the file of that name (`"sendoff.png"`).

    Raises:
        LookupError: there is no such icon.
    """
    path = _folder("icons", "resources/icons") / (name if "." in name else f"{name}.svg")
    if not path.is_file():
        raise LookupError(f"no icon is called {name!r}")
    return path


def sample_files() -> tuple[Path, ...]:
    """Return the files that the demonstration attaches, in the order of their names."""
    return tuple(sorted(_folder("samples", "resources/samples").iterdir()))


def translation_dir() -> Path:
    """Return the folder of `sendoff_<language>.qm`; in a checkout it may not exist yet."""
    return _folder("translations", "build/translations")


def _folder(in_package: str, in_checkout: str) -> Path:
    packaged = _PACKAGE / "_assets" / in_package
    return packaged if packaged.is_dir() else _CHECKOUT / in_checkout
