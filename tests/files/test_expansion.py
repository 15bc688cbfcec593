"""Folder expansion: every entry is a row, with its reason where it is not sent."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
from pathlib import Path

import pytest

from desktop_app.core.errors import ErrorKind
from desktop_app.core.run import RunFile
from desktop_app.core.words.errors import cause_words
from desktop_app.files import expansion
from desktop_app.files.expansion import Choice, expand, walk_files


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "raw").mkdir(parents=True)
    (folder / "b.txt").write_bytes(b"b")
    (folder / "a.txt").write_bytes(b"aa")
    (folder / "raw" / "c.txt").write_bytes(b"ccc")
    return folder


def rows(*paths: Path, slash: bool = True, out: bool = False) -> dict[str, RunFile]:
    found = list(walk_files(map(str, paths), slash=slash, choice=Choice(links_out=out)))
    by_key = {file.key: file for file in found}
    assert len(by_key) == len(found) or not slash
    return by_key


def reason(file: RunFile) -> tuple[ErrorKind, str]:
    assert file.skip is not None
    return file.skip.kind, file.skip.get("reason")


def test_keys_are_relative_to_the_parent_in_a_stable_order(tree: Path) -> None:
    found = rows(tree)

    assert list(found) == ["data/a.txt", "data/b.txt", "data/raw/c.txt"]
    assert all(file.skip is None for file in found.values())
    assert found["data/a.txt"].path == str(tree / "a.txt")
    assert found["data/raw/c.txt"].fingerprint.size == 3
    assert found["data/raw/c.txt"].fingerprint.inode == (tree / "raw" / "c.txt").stat().st_ino


def test_without_slash_keys_are_the_files_own_names(tree: Path) -> None:
    assert list(rows(tree, slash=False)) == ["a.txt", "b.txt", "c.txt"]


def test_single_files_and_the_current_folder(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree)

    assert list(rows(tree / "raw" / "c.txt")) == ["c.txt"]
    assert list(rows(Path())) == ["data/a.txt", "data/b.txt", "data/raw/c.txt"]


def test_n04_the_key_is_nfc_and_the_local_file_keeps_its_name(tmp_path: Path) -> None:
    (tmp_path / "u\u0308.txt").write_bytes(b"x")

    (file,) = walk_files([str(tmp_path / "u\u0308.txt")], slash=True)

    assert file.key == "\u00fc.txt"
    assert os.listdir(tmp_path) == ["u\u0308.txt"]


def test_links_inside_are_sent_links_out_are_not_unless_asked(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_bytes(b"s")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "e.txt").write_bytes(b"e")
    (tree / "in").symlink_to("a.txt")
    (tree / "out").symlink_to(tmp_path / "secret.txt")
    (tree / "outdir").symlink_to(tmp_path / "elsewhere")
    (tree / "prefix").symlink_to(tmp_path / "data2")
    (tmp_path / "data2").write_bytes(b"a name that begins like the folder's")

    found = rows(tree)
    assert found["data/in"].skip is None
    assert found["data/in"].fingerprint.size == 2
    for key in ("data/out", "data/outdir", "data/prefix"):
        assert reason(found[key]) == (ErrorKind.FILE_LINK_OUT, "")

    asked = rows(tree, out=True)
    assert asked["data/out"].skip is None
    assert asked["data/outdir/e.txt"].skip is None


def test_a_chosen_link_is_followed(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tree)

    assert list(rows(tmp_path / "link")) == ["link/a.txt", "link/b.txt", "link/raw/c.txt"]


def test_loops_end(tree: Path) -> None:
    (tree / "raw" / "up").symlink_to(tree)
    (tree / "self").symlink_to(tree / "self")

    found = rows(tree)
    assert reason(found["data/raw/up"]) == (ErrorKind.FILE_SPECIAL, "folder_link")
    assert reason(found["data/self"]) == (ErrorKind.FILE_SPECIAL, "loop")


def test_loops_through_the_outside_end_even_when_links_out_are_followed(
    tree: Path, tmp_path: Path
) -> None:
    outside = [tmp_path / f"o{n}" for n in range(8)]
    for folder in outside:
        folder.mkdir()
        for other in outside:
            (folder / other.name).symlink_to(other)
    (tree / "go").symlink_to(outside[0])
    (tree / "parent").symlink_to(tmp_path)

    found = rows(tree, out=True)

    assert found["data/a.txt"].skip is None
    assert len(found) < 200
    loops = {reason(file)[1] for file in found.values() if file.skip}
    assert loops == {"loop", "folder_link"}


def test_special_files_are_named_and_never_opened(tree: Path) -> None:
    os.mkfifo(tree / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tree / "sock"))
        found = rows(tree)

    assert reason(found["data/pipe"]) == (ErrorKind.FILE_SPECIAL, "pipe")
    assert reason(found["data/sock"]) == (ErrorKind.FILE_SPECIAL, "socket")
    assert reason(rows(Path("/dev/null"))["null"]) == (ErrorKind.FILE_SPECIAL, "device")


@pytest.mark.skipif(sys.platform != "linux", reason="/proc and /sys are Linux's")
@pytest.mark.parametrize("path", ["/proc/version", "/proc/self/status", "/proc/kmsg"])
def test_a_file_whose_size_nobody_knows_is_told_before_the_start(path: str) -> None:
    """Its size is 0, and yet there is content: neither an empty file nor a changed one."""
    assert Path(path).stat().st_size == 0

    (file,) = rows(Path(path)).values()

    assert reason(file) == (ErrorKind.FILE_SPECIAL, "no_size")
    assert file.skip is not None
    assert "its size cannot be known" in cause_words(file.skip).text


def test_an_empty_file_is_no_file_without_a_size(tree: Path) -> None:
    (tree / "empty").touch()

    assert rows(tree)["data/empty"].skip is None


def test_empty_folders_and_broken_links_are_rows(tree: Path) -> None:
    (tree / "nothing").mkdir()
    (tree / "broken").symlink_to("gone.txt")

    found = rows(tree)
    assert reason(found["data/nothing"]) == (ErrorKind.FILE_SPECIAL, "empty_folder")
    assert reason(found["data/broken"])[0] is ErrorKind.FILE_MISSING


def test_f04_unreadable_files_and_folders_are_rows_and_the_rest_goes_on(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_access, real_scandir = os.access, os.scandir

    def access(path: str, mode: int) -> bool:
        return not path.endswith("a.txt") and real_access(path, mode)

    def scandir(path: str) -> object:
        if path.endswith("raw"):
            raise PermissionError(13, "no")
        return real_scandir(path)

    monkeypatch.setattr(os, "access", access)
    monkeypatch.setattr(os, "scandir", scandir)

    found = rows(tree)
    assert reason(found["data/a.txt"]) == (ErrorKind.FILE_UNREADABLE, "permission")
    assert reason(found["data/raw"]) == (ErrorKind.FILE_UNREADABLE, "permission")
    assert found["data/b.txt"].skip is None


def test_names_that_are_no_text_are_a_row_that_can_be_journaled(tree: Path) -> None:
    with open(os.fsencode(tree) + b"/bad\xff.txt", "wb"):
        pass

    found = rows(tree)
    file = found["data/bad\\udcff.txt"]
    assert reason(file) == (ErrorKind.BAD_NAME, "not_text")
    file.path.encode()


def test_depth_costs_no_stack(tmp_path: Path) -> None:
    deepest = tmp_path / "top" / "/".join(["d"] * 900)
    deepest.mkdir(parents=True)
    (deepest / "f").write_bytes(b"")

    (file,) = walk_files([str(tmp_path / "top")], slash=True)

    assert file.key.count("/") == 901


def test_expand_gives_the_same_rows_in_batches(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expansion, "_BATCH", 2)

    async def main() -> list[int]:
        return [len(batch) async for batch in expand([str(tree)], slash=True)]

    assert asyncio.run(main()) == [2, 1]


def test_s02_cancelling_does_not_wait_for_a_dead_drive(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, release = threading.Event(), threading.Event()

    def hang(_path: str) -> object:
        reached.set()
        release.wait(20)
        raise OSError(5, "gone")

    monkeypatch.setattr(os, "scandir", hang)

    async def main() -> None:
        async def walk() -> None:
            async for _ in expand([str(tree)], slash=True):
                raise AssertionError("there is nothing to find")

        task = asyncio.create_task(walk())
        assert await asyncio.to_thread(reached.wait, 20)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    release.set()
