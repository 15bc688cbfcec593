"""What has to be on disk before the built-in service says that it holds something."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from desktop_app.server import folder, small_files
from desktop_app.server.blobs import Blobs
from desktop_app.server.database import Database

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be synced there")

Synced = list[tuple[str, int]]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Synced:
    """Every fsync with the inode it was of, and every rename, in order."""
    found: Synced = []
    sync, rename = os.fsync, os.replace

    def synced(fd: int) -> None:
        facts = os.fstat(fd)
        found.append(("folder" if stat.S_ISDIR(facts.st_mode) else "file", facts.st_ino))
        sync(fd)

    def renamed(here: str, there: str) -> None:
        rename(here, there)
        found.append(("renamed", os.stat(there).st_ino))

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    return found


def finished(root: Path) -> Path:
    """Store one file durably; return where."""
    blobs = Blobs(str(root))
    part = blobs.part("r", "b")
    part.append(b"content")
    part.finish()
    return Path(blobs.path("r", "b"))


def test_a_name_is_on_disk_before_the_file_counts(tmp_path: Path, steps: Synced) -> None:
    stored = finished(tmp_path)
    named = steps.index(("renamed", stored.stat().st_ino))
    assert ("folder", stored.parent.stat().st_ino) in steps[named:]


def test_content_is_on_disk_before_the_file_counts(tmp_path: Path, steps: Synced) -> None:
    assert ("file", finished(tmp_path).stat().st_ino) in steps


def test_the_folder_of_a_record_is_on_disk_before_its_first_file(
    tmp_path: Path, steps: Synced
) -> None:
    finished(tmp_path)
    assert steps[0] == ("folder", tmp_path.stat().st_ino)


def test_a_copy_is_forgotten_only_when_file_and_name_are_on_disk(
    tmp_path: Path, steps: Synced
) -> None:
    database = Database(str(tmp_path / "x.sqlite"), busy_s=1.0, statement_s=1.0)
    blobs = Blobs(str(tmp_path / "content"))
    part = blobs.part("r", "b")
    part.append(b"content")
    part.finish(durable=False)
    database.submit(lambda c: small_files.remember(c, "r", "b", b"content")).result()
    steps.clear()
    assert small_files.sync_some(database, blobs) == 1
    stored = Path(blobs.path("r", "b"))
    assert ("file", stored.stat().st_ino) in steps
    assert ("folder", stored.parent.stat().st_ino) in steps
    assert small_files.sync_some(database, blobs) == 0
    database.close()


def test_the_token_is_for_its_owner_alone_from_its_first_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []
    write = os.write

    def seen(fd: int, content: bytes) -> int:
        modes.append(stat.S_IMODE(os.fstat(fd).st_mode))
        return write(fd, content)

    monkeypatch.setattr(os, "write", seen)
    before = os.umask(0)
    try:
        folder.token(str(tmp_path))
    finally:
        os.umask(before)
    assert modes == [0o600]
