"""Settings on disk survive what they do not know, and never lose what a person set."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.core.appearance import Theme
from desktop_app.core.errors import BadInputError
from desktop_app.core.model import Account, SaveLimits
from desktop_app.core.paths import Paths, default_home
from desktop_app.core.settings import ProxyMode, Settings
from desktop_app.saving.preferences import Preferences
from desktop_app.storage.paths import make_home, write_private
from desktop_app.storage.settings import SettingsFile

ACCOUNT = Account("acct-1", "invenio", "Zenodo", "https://zenodo.org")


def test_defaults_are_those_of_the_product() -> None:
    limits = Settings().limits

    assert (limits.create_s, limits.control_s, limits.stall_s) == (20, 20, 60)
    assert (limits.answer_s, limits.reconcile_s, limits.parallel_files) == (300, 60, 4)
    assert (limits.grace_s, limits.quit_grace_s, limits.finalize_s) == (5, 1, None)


def test_what_was_set_comes_back(tmp_path: Path) -> None:
    file = SettingsFile(str(tmp_path / "deep" / "settings.json"))
    wanted = Settings(
        accounts=(ACCOUNT,),
        language="pt_BR",
        theme=Theme.DARK,
        proxy_mode=ProxyMode.MANUAL,
        limits=SaveLimits(finalize_s=300, max_bytes_per_s=1e6, parallel_files=2),
    )

    file.update(lambda _: wanted)

    assert file.load().settings == wanted
    mode = stat.S_IMODE(os.stat(tmp_path / "deep" / "settings.json").st_mode)
    assert mode == 0o600
    assert os.listdir(tmp_path / "deep") == ["settings.json"]


def test_a_file_that_is_not_there_means_defaults(tmp_path: Path) -> None:
    loaded = SettingsFile(str(tmp_path / "settings.json")).load()

    assert (loaded.settings, loaded.refused, loaded.set_aside) == (Settings(), (), "")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_makes_no_file_unreadable(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": "dark"}', encoding=encoding)

    loaded = SettingsFile(str(path)).load()

    assert (loaded.settings, loaded.set_aside) == (Settings(theme=Theme.DARK), "")


@pytest.mark.parametrize("content", [b"", b"{cut off", b"[1, 2]", b"\xff\xfe", b"null"])
def test_an_unreadable_file_is_set_aside_and_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)

    loaded = SettingsFile(str(path)).load()

    assert loaded.settings == Settings()
    assert Path(loaded.set_aside).read_bytes() == content
    assert not path.exists()


def test_one_bad_value_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(
        json.dumps(
            {
                "language": "es",
                "theme": "pink",
                "notifications": "yes",
                "accounts": [{"id": 3}],
                "retention_days": True,
                "limits": {"parallel_files": 0, "stall_s": 30, "create_s": "20"},
            }
        )
    )

    loaded = SettingsFile(str(path)).load()

    assert loaded.settings == Settings(language="es", limits=SaveLimits(stall_s=30))
    assert set(loaded.refused) == {
        "theme",
        "notifications",
        "accounts",
        "retention_days",
        "parallel_files",
        "create_s",
    }


def test_unknown_keys_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"from_the_future": [1], "limits": {"warp_s": 9}}))
    file = SettingsFile(str(path))

    file.update(lambda settings: replace(settings, language="es"))

    stored = json.loads(path.read_text())
    assert stored["from_the_future"] == [1]
    assert stored["limits"]["warp_s"] == 9
    assert stored["language"] == "es"


def test_a_change_keeps_what_another_process_has_just_written(tmp_path: Path) -> None:
    path = str(tmp_path / "settings.json")
    here, there = Preferences(SettingsFile(path)), SettingsFile(path)
    assert here.settings == Settings()
    there.update(lambda settings: replace(settings, accounts=(ACCOUNT,)))

    asyncio.run(here.change(window_geometry="abc"))

    assert there.load().settings == Settings(accounts=(ACCOUNT,), window_geometry="abc")


def test_changes_hold_at_once_are_told_and_come_in_order(tmp_path: Path) -> None:
    file = SettingsFile(str(tmp_path / "settings.json"))
    preferences = Preferences(file)
    told: list[Settings] = []
    end = preferences.on_change(told.append)

    async def main() -> None:
        await asyncio.gather(*(preferences.change(retention_days=day) for day in range(1, 6)))
        end()
        await preferences.change(stall_s=12)

    asyncio.run(main())
    assert [settings.retention_days for settings in told] == [1, 2, 3, 4, 5]
    assert preferences.settings.limits.stall_s == 12
    assert file.load().settings == preferences.settings


@pytest.mark.parametrize(
    "values",
    [{"parallel_files": 0}, {"stall_s": 0}, {"proxy_mode": ProxyMode.MANUAL, "proxy_url": ""}],
)
def test_values_out_of_bounds_are_refused_and_nothing_changes(
    tmp_path: Path, values: dict[str, object]
) -> None:
    preferences = Preferences(SettingsFile(str(tmp_path / "settings.json")))

    with pytest.raises(BadInputError) as caught:
        asyncio.run(preferences.change(**values))

    assert caught.value.info.get("field") in values
    assert preferences.settings == Settings()


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    write_private(str(path), b"old")

    def full(_handle: int) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="full"):
        write_private(str(path), b"new")

    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["settings.json"]


def test_sendoff_home_moves_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENDOFF_HOME", str(tmp_path / "x"))
    paths = Paths(default_home())
    make_home(paths)

    for path in (paths.settings, paths.journal, paths.log, paths.service, paths.samples):
        assert path.startswith(str(tmp_path / "x") + os.sep)
    assert stat.S_IMODE(os.stat(tmp_path / "x").st_mode) == 0o700


def test_without_it_the_platform_s_folder_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SENDOFF_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_home() == "/data/sendoff"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert default_home() == os.path.expanduser("~/.local/share/sendoff")
