"""T70: on a full disk, what makes room still works."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.service_process import TUS, Client, ServiceUnderTest

pytestmark = [
    pytest.mark.root,
    pytest.mark.skipif(
        not sys.platform.startswith("linux") or os.geteuid() != 0,
        reason="mounting a small disk needs root",
    ),
]
SIZE = 1_000_000


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 12 MiB of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=12m", "none", str(folder)]
    done = subprocess.run(words, capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"no small disk can be mounted here: {done.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path) -> None:
    """Take what room is left, to the last byte."""
    with open(disk / "others", "ab", buffering=0) as file:
        for size in (1 << 20, 4096, 1):
            try:
                while file.write(b"x" * size) == size:
                    continue
            except OSError:
                continue
    assert os.statvfs(disk).f_bavail == 0


def free(disk: Path) -> int:
    facts = os.statvfs(disk)
    return facts.f_bavail * facts.f_frsize


def filled(start: Any, disk: Path) -> tuple[ServiceUnderTest, Client, list[dict[str, Any]]]:
    """Start a service on the disk, with some drafts, and fill the disk."""
    service = start("free_floor=0", "grace_s=1", folder=str(disk / "data"))
    client = service.client()
    drafts = [client.record(f"draft-{n}") for n in range(3)]
    for draft in drafts:
        assert client.put(draft, "f", os.urandom(SIZE)).status == 201
        client.append(client.upload(draft, "part", 2 * SIZE), 0, os.urandom(1000))
    fill(disk)
    full = client.put(drafts[0], "more", os.urandom(SIZE))
    assert (full.status, full.kind) == (507, "disk-full")
    fill(disk)
    return service, client, drafts


def test_t70_a_draft_can_be_deleted_on_a_full_disk_and_makes_room(start: Any, disk: Path) -> None:
    _, client, drafts = filled(start, disk)

    assert client("DELETE", drafts[0]["links"]["self"]).status == 204

    assert client("GET", drafts[0]["links"]["self"]).status == 404
    assert free(disk) > SIZE // 2
    assert client.put(drafts[1], "small", os.urandom(100_000)).status == 201


def test_t70_files_and_uploads_too_one_after_another(start: Any, disk: Path) -> None:
    _, client, drafts = filled(start, disk)
    for draft in drafts:
        items = client("GET", draft["links"]["files"]).json["items"]
        (upload,) = [item["upload_url"] for item in items if item["upload_url"]]
        assert client("DELETE", upload, None, **TUS).status == 204
        fill(disk)
        assert client("DELETE", f"{draft['links']['files']}/f").status == 204
        fill(disk)
        assert client("GET", draft["links"]["files"]).json["items"] == []
    for draft in drafts:
        assert client("DELETE", draft["links"]["self"]).status == 204


def test_t70_a_service_starts_on_a_full_disk_and_takes_deletions(start: Any, disk: Path) -> None:
    service, client, drafts = filled(start, disk)
    service.kill()
    fill(disk)

    service.start()

    client = service.client()
    assert client("DELETE", drafts[0]["links"]["self"]).status == 204
    assert free(disk) > SIZE // 2
