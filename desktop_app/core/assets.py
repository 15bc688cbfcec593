"""Where icons, sample files and compiled translations lie. Knows no Qt and reads no file.

An installed package carries them in `_assets`; a checkout has them in `resources` and, once
`translations/build.py release` has run, in `build/translations`.
"""

from __future__ import annotations

from pathlib import Path

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
