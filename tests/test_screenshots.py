"""The gallery's script keeps up with the window."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parent.parent
SCENES = ("uploading", "finalize-failed", "settings")


def test_scenes_are_drawn_and_shown_on_a_page(tmp_path: Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.screenshots",
            *SCENES,
            "--language=es",
            "--theme=dark",
            f"--into={tmp_path}",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    for scene in SCENES:
        name = f"{scene}-es-dark.png"
        assert name in page
        image = QImage(str(tmp_path / name))
        assert image.width() > 300
        assert image.pixelColor(4, 4).lightness() < 128, f"{scene} is not dark"
