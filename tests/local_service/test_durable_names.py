"""E5: a stored file survives a power cut with its name: the folder is synced after the rename."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import pytest

from desktop_app.local_service.blobs import Blobs
from desktop_app.local_service.database import Database
from desktop_app.local_service.small_files import remember, sync_some

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be synced there")


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What was renamed to, and what was synced, by name and in order."""
    steps: list[str] = []
    replace, fsync = os.replace, os.fsync

    def replacing(old: str, new: str) -> None:
        replace(old, new)
        steps.append(f"named {os.path.basename(new)}")

    def syncing(fd: int) -> None:
        fsync(fd)
        steps.append(f"synced {_name_of(fd, tmp_path / 'content')}")

    monkeypatch.setattr(os, "replace", replacing)
    monkeypatch.setattr(os, "fsync", syncing)
    return steps


def _name_of(fd: int, root: Path) -> str:
    """Return the name below the root that the descriptor's inode has now."""
    inode = os.fstat(fd).st_ino
    for path in (root, *root.rglob("*")):
        if path.stat().st_ino == inode:
            return path.name
    return "?"


@pytest.fixture
def blobs(tmp_path: Path) -> Blobs:
    return Blobs(str(tmp_path / "content"), durable=True)


def test_e5_content_and_name_of_a_stored_file_are_on_disk_before_it_is_acknowledged(
    blobs: Blobs, done: list[str]
) -> None:
    part = blobs.part("record", "blob")
    assert done == ["synced content"], "the name of the record's folder"
    part.append(b"what was sent")
    done.clear()
    part.finish()
    assert done[0] == "named blob"
    assert "synced blob" in done
    assert done[-1] == "synced record", "the folder, after the rename"


def test_e5_small_files_are_forgotten_by_the_log_only_once_their_names_are_on_disk(
    tmp_path: Path, blobs: Blobs, done: list[str]
) -> None:
    database = Database(str(tmp_path / "records.sqlite"), busy_s=5, statement_s=5)
    try:
        for blob in ("one", "two"):
            part = blobs.part("record", blob)
            part.append(blob.encode())
            part.finish(durable=False)
            copy = partial(remember, record="record", blob=blob, content=blob.encode())
            database.submit(copy).result()
        done.clear()
        assert sync_some(database, blobs) == 2
        assert sorted(done[:2]) == ["synced one", "synced two"]
        assert done[2:3] == ["synced record"]
        assert sync_some(database, blobs) == 0
    finally:
        database.close()
