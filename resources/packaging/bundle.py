"""Builds `dist/sendoff`: a folder that runs without Python, with its licences beside it.

Run by `make bundle`, which has compiled the translations. Says the size of what it made.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "bundle"
TARGET = ROOT / "dist" / "sendoff"
APP_ID = "org.sendoff.Sendoff"


def draw_icon(size: int) -> QImage:
    """Draw the application's icon at `size` x `size` pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(ROOT / "resources" / "icons" / "sendoff.svg")).render(painter)
    painter.end()
    return image


def draw_icon_files() -> None:
    """Write the icon in the formats of Windows and macOS.

    Raises:
        OSError: Qt could not write one.
    """
    WORK.mkdir(parents=True, exist_ok=True)
    for name in ("sendoff.ico", "sendoff.icns"):
        if not draw_icon(256).save(str(WORK / name)):
            raise OSError(f"Qt could not write {name}")


def runtime_distributions(name: str = "sendoff") -> set[str]:
    """Return the names of everything that the installed `name` needs here, itself excluded."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for requirement in metadata.requires(waiting.pop()) or []:
            needed = re.split(r"[^\w.-]", requirement, maxsplit=1)[0].replace("_", "-").lower()
            if "extra ==" in requirement or needed in found or not _is_installed(needed):
                continue
            found.add(needed)
            waiting.append(needed)
    return found


def gather_licences(target: Path) -> None:
    """Copy the licence of Sendoff and of every distribution in the bundle to `target`.

    The wheels of Qt name the LGPL without its text: that stands beside this script.
    """
    shutil.copytree(HERE / "licences", target, dirs_exist_ok=True)
    shutil.copy(ROOT / "LICENSE", target / "Sendoff.txt")
    for name in sorted(runtime_distributions()):
        facts = metadata.metadata(name)
        named = [facts[key] for key in ("License-Expression", "License") if key in facts]
        parts = [f"{facts['Name']} {facts['Version']}\n{''.join(named[:1])}\n"]
        parts += [
            Path(file.locate()).read_text(encoding="utf-8", errors="replace")
            for file in metadata.files(name) or []
            if re.match(r"(?i)(licen[cs]e|copying|notice)", file.name) and file.suffix != ".py"
        ]
        (target / f"{facts['Name']}.txt").write_text("\n".join(parts), encoding="utf-8")


def add_desktop_files(target: Path) -> None:
    """Lay out what a Linux desktop looks for under `target`/share."""
    places = {
        HERE / f"{APP_ID}.desktop": "applications",
        HERE / f"{APP_ID}.metainfo.xml": "metainfo",
    }
    for source, place in places.items():
        (target / "share" / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target / "share" / place)
    for suffix, size in ((".svg", "scalable"), (".png", "256x256")):
        icons = target / "share" / "icons" / "hicolor" / size / "apps"
        icons.mkdir(parents=True, exist_ok=True)
        drawing = (ROOT / "resources" / "icons" / "sendoff").with_suffix(suffix)
        shutil.copy(drawing, icons / f"{APP_ID}{suffix}")


def _is_installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def main() -> None:
    """Draw, freeze, add licences and desktop files."""
    draw_icon_files()
    freeze = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    places = [f"--distpath={TARGET.parent}", f"--workpath={WORK}", str(HERE / "sendoff.spec")]
    subprocess.run([*freeze, *places], check=True)  # noqa: S603 - our own recipe
    gather_licences(TARGET / "licences")
    if sys.platform == "linux":
        add_desktop_files(TARGET)
    size = sum(path.stat().st_size for path in TARGET.rglob("*") if not path.is_symlink())
    print(f"{TARGET}: {size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
