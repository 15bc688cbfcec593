"""What people install holds everything that the program looks for, and works away from the tree."""

from __future__ import annotations

import configparser
import json
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer

from desktop_app import __version__
from desktop_app.ui.shell import DESKTOP_FILE
from translations.build import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "resources" / "packaging"
APP_ID = "org.sendoff.Sendoff"
PROBE = """
import json, sys
from PySide6.QtCore import QTranslator
from desktop_app.core import paths

def loads(language):
    return QTranslator().load(f"sendoff_{language}", str(paths.translation_dir()))

print(json.dumps({
    "where": paths.__file__,
    "icon": paths.icon_path("add-file").read_text(encoding="utf-8")[:4],
    "samples": [path.name for path in paths.sample_files()],
    "languages": [name for name in sys.argv[1:] if loads(name)],
}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return Path(built)


def test_the_wheel_holds_all_that_the_program_looks_for(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        "desktop_app/py.typed",
        *(f"desktop_app/_assets/icons/{icon.name}" for icon in icons()),
        *(f"desktop_app/_assets/samples/{sample.name}" for sample in samples()),
        *(f"desktop_app/_assets/translations/sendoff_{language}.qm" for language in LANGUAGES),
    }
    assert wanted - names == set()
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    strangers = [name for name in names if not name.startswith(("desktop_app/", "sendoff-"))]
    assert not strangers
    assert not [name for name in names if name.endswith((".ts", ".pyc"))]


def test_the_wheel_keeps_off_the_qt_that_breaks_python(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
    metadata = Parser().parsestr(archive.read(name).decode())
    (qt,) = (r for r in metadata.get_all("Requires-Dist", []) if r.startswith("pyside6"))
    assert "<6.12" in qt
    assert metadata["Requires-Python"] == "<3.14,>=3.11"


def test_an_installed_copy_finds_its_assets_from_another_folder(
    wheel: Path, tmp_path: Path
) -> None:
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    python = next(path for path in venv.glob("*/python*") if path.stem == "python")
    site = Path(sysconfig.get_path("purelib", vars={"base": str(venv), "platbase": str(venv)}))
    zipfile.ZipFile(wheel).extractall(site)
    # The dependencies of this environment come last, so that only ours can be the installed copy.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = subprocess.run(
        [python, "-c", PROBE, *LANGUAGES, "xx"],
        cwd=elsewhere,
        capture_output=True,
        text=True,
        check=True,
    )
    seen = json.loads(done.stdout)
    assert Path(seen["where"]).is_relative_to(venv)
    assert seen["icon"] == "<svg"
    assert seen["samples"] == sorted(sample.name for sample in samples())
    assert seen["languages"] == list(LANGUAGES)


def test_the_source_distribution_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    (built,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    source = tmp_path / "source"
    with tarfile.open(built) as archive:
        for member in archive.getmembers():
            content = archive.extractfile(member)
            if content is not None:
                target = source / member.name.split("/", 1)[1]
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content.read())
    assert not [path for path in source.iterdir() if path.name in {".venv", "build", "dist"}]
    (again,) = WheelBuilder(str(source)).build(directory=str(tmp_path), versions=["standard"])
    assert zipfile.ZipFile(again).namelist() == zipfile.ZipFile(wheel).namelist()


def test_every_icon_is_one_drawing_in_one_colour() -> None:
    for icon in icons():
        if icon.suffix == ".svg" and icon.stem != "sendoff":
            text = icon.read_text(encoding="utf-8")
            assert QSvgRenderer(str(icon)).isValid(), icon.name
            assert 'viewBox="0 0 20 20"' in text, icon.name
            assert "#" not in text, f"{icon.name} has a colour of its own"


def test_the_icon_of_the_program_is_there_for_every_desktop() -> None:
    image = QImage(str(ROOT / "resources" / "icons" / "sendoff.png"))
    assert (image.width(), image.height(), image.hasAlphaChannel()) == (256, 256, True)


@pytest.mark.skipif(not shutil.which("appstreamcli"), reason="appstreamcli is not installed")
def test_software_centres_accept_the_metainfo() -> None:
    done = subprocess.run(
        ["appstreamcli", "validate", "--no-net", PACKAGING / f"{APP_ID}.metainfo.xml"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_desktop_file_and_metainfo_agree_with_the_package() -> None:
    desktop = configparser.ConfigParser(interpolation=None)
    desktop.optionxform = str  # type: ignore[assignment,method-assign] # keys keep their case
    desktop.read(PACKAGING / f"{APP_ID}.desktop", encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    metainfo = ET.parse(PACKAGING / f"{APP_ID}.metainfo.xml").getroot()
    entry = desktop["Desktop Entry"]
    assert DESKTOP_FILE == APP_ID
    assert entry["Exec"] in project["gui-scripts"]
    assert entry["Icon"] == metainfo.findtext("id") == APP_ID
    assert metainfo.findtext("launchable") == f"{APP_ID}.desktop"
    assert metainfo.findtext("project_license") == project["license"]
    assert __version__ in {release.get("version") for release in metainfo.iter("release")}
    for language in LANGUAGES[1:]:
        assert entry[f"Comment[{language}]"]


def icons() -> list[Path]:
    return sorted((ROOT / "resources" / "icons").iterdir())


def samples() -> list[Path]:
    return sorted((ROOT / "resources" / "samples").iterdir())
