"""Reading: exact bytes and digests, off the loop, and no body that is not the chosen file."""

from __future__ import annotations

import asyncio
import builtins
import contextlib
import errno
import hashlib
import io
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.errors import ErrorKind, FileError
from desktop_app.core.model import Fingerprint
from desktop_app.core.run import RunFile
from desktop_app.files import readahead
from desktop_app.files.blocks import AHEAD, BLOCK
from desktop_app.files.disk import TELLS_CHANGES, fingerprint_of
from desktop_app.files.reading import SMALL, FileReading, FileSource

LARGE = 5 * BLOCK + 17
SIZES = [0, 1, BLOCK, SMALL, SMALL + 1, LARGE]


@pytest.fixture(autouse=True)
def _no_reading_thread_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(readahead, "_IDLE_S", 0.01)  # a quarter of a second for each test here
    yield
    for thread in threading.enumerate():
        if thread.name.startswith("sendoff"):
            thread.join(5)
            assert not thread.is_alive(), thread.name


def make(folder: Path, size: int, name: str = "file.bin") -> RunFile:
    path = folder / name
    block = hashlib.sha256(name.encode()).digest() * (1 << 15)
    with path.open("wb") as file:
        for start in range(0, size, len(block)):
            file.write(block[: size - start])
    return RunFile(str(path), name, fingerprint_of(str(path)))


async def read(source: FileSource, offset: int = 0) -> bytes:
    async with source.open(offset) as blocks:
        return b"".join([block async for block in blocks])


def error_of(work: Callable[[], Any]) -> FileError:
    with pytest.raises(FileError) as caught:
        asyncio.run(work())
    return caught.value


@pytest.mark.parametrize("size", SIZES)
def test_bytes_and_digests_are_exact(tmp_path: Path, size: int) -> None:
    source = FileReading().source(make(tmp_path, size), ("sha256", "md5"))
    content = Path(source.file.path).read_bytes()

    async def main() -> None:
        assert source.known_digest("sha256") == ""
        assert await read(source) == content
        assert source.known_digest("sha256") == "sha256:" + hashlib.sha256(content).hexdigest()
        assert source.known_digest("md5") == "md5:" + hashlib.md5(content).hexdigest()

    asyncio.run(main())


@pytest.mark.parametrize("size", SIZES)
def test_digests_without_sending(tmp_path: Path, size: int) -> None:
    source = FileReading().source(make(tmp_path, size))
    content = Path(source.file.path).read_bytes()

    digest = asyncio.run(source.digest("md5"))

    assert digest == "md5:" + hashlib.md5(content).hexdigest()
    assert source.known_digest("sha256") == "sha256:" + hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize("size", [1000, LARGE])
def test_reading_from_an_offset_gives_the_rest_and_no_false_digest(
    tmp_path: Path, size: int
) -> None:
    source = FileReading().source(make(tmp_path, size))
    content = Path(source.file.path).read_bytes()

    async def main() -> None:
        assert await read(source, 777) == content[777:]
        assert await read(source, size) == b""
        digest = await source.digest("sha256")
        assert digest == "sha256:" + hashlib.sha256(content).hexdigest()

    asyncio.run(main())


def test_c08_each_attempt_reads_anew(tmp_path: Path) -> None:
    source = FileReading().source(make(tmp_path, LARGE))

    async def main() -> None:
        async with source.open() as blocks:
            async for _ in blocks:
                break
        assert len(await read(source)) == LARGE
        assert len(await read(source)) == LARGE

    asyncio.run(main())


def test_a_broken_off_read_leaves_no_digest(tmp_path: Path) -> None:
    source = FileReading().source(make(tmp_path, LARGE))

    async def main() -> None:
        async with source.open() as blocks:
            async for _ in blocks:
                break

    asyncio.run(main())
    assert source.known_digest("sha256") == ""


@pytest.mark.parametrize("size", [1000, LARGE])
def test_a_known_digest_costs_no_second_read(
    tmp_path: Path, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = FileReading()
    file = make(tmp_path, size)
    asyncio.run(reading.source(file).digest("sha256"))

    opened = counting_open(monkeypatch, file.path)
    asyncio.run(reading.source(file).digest("sha256"))

    assert opened == []


@pytest.mark.skipif(not TELLS_CHANGES, reason="the system does not tell when a file was changed")
@pytest.mark.parametrize("from_journal", [False, True])
@pytest.mark.parametrize("size", [1000, LARGE])
def test_an_edit_that_puts_size_and_time_back_does_not_meet_the_old_digest(
    tmp_path: Path, size: int, from_journal: bool
) -> None:
    reading = FileReading()
    file = make(tmp_path, size)
    before = asyncio.run(reading.source(file).digest("sha256"))

    rewrite_unseen(file.path)
    again = RunFile(file.path, file.key, fingerprint_of(file.path))
    assert again.fingerprint == file.fingerprint, "a save goes on with it"
    if from_journal:
        again = replace(again, fingerprint=replace(again.fingerprint, changed_ns=0))
    source = reading.source(again)
    now = "sha256:" + hashlib.sha256(Path(file.path).read_bytes()).hexdigest()
    assert now != before
    if not from_journal:
        assert source.known_digest("sha256") == ""

    assert asyncio.run(read(source)) == Path(file.path).read_bytes()
    assert source.known_digest("sha256") == now
    assert asyncio.run(reading.source(again).digest("sha256")) == now
    assert reading.source(again).known_digest("sha256") == now


@pytest.mark.skipif(not TELLS_CHANGES, reason="the system does not tell when a file was changed")
def test_a_file_whose_rights_alone_were_changed_is_read_again_and_goes(tmp_path: Path) -> None:
    reading = FileReading()
    file = make(tmp_path, 1000)
    before = asyncio.run(reading.source(file).digest("sha256"))
    os.chmod(file.path, 0o600)

    asyncio.run(reading.source(file).check())
    again = RunFile(file.path, file.key, fingerprint_of(file.path))
    assert len(asyncio.run(read(reading.source(again)))) == 1000
    assert reading.source(again).known_digest("sha256") == before


def rewrite_unseen(path: str) -> None:
    """Put other content of the same length into a file, and its time back."""
    found = os.stat(path)
    with open(path, "r+b") as handle:
        handle.write(b"?" * found.st_size)
    while os.stat(path).st_ctime_ns == found.st_ctime_ns:  # until the system's clock has ticked
        os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


def test_a_small_file_is_opened_once_for_digest_and_body(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = FileReading().source(make(tmp_path, 1000))
    opened = counting_open(monkeypatch, source.file.path)

    async def main() -> None:
        await source.digest("sha256")
        assert len(await read(source)) == 1000

    asyncio.run(main())
    assert len(opened) == 1


def test_contents_kept_between_digest_and_body_are_bounded(tmp_path: Path) -> None:
    reading = FileReading()
    files = [make(tmp_path, SMALL, f"{n}.bin") for n in range(50)]

    async def main() -> None:
        for file in files:
            await reading.source(file).digest("sha256")
        assert reading._kept <= 16 << 20
        for file in files:
            assert len(await read(reading.source(file))) == SMALL
        assert reading._kept == 0

    asyncio.run(main())


def test_a_slow_consumer_holds_the_reader_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = FileReading().source(make(tmp_path, LARGE))
    read_all = threading.Event()

    def endless(*_: Any) -> Iterator[bytes]:
        for _n in range(10 * AHEAD):
            yield b"block"
        read_all.set()

    monkeypatch.setattr(readahead, "read_blocks", endless)

    async def main() -> None:
        async with source.open() as blocks:
            await anext(aiter(blocks))
            assert not await asyncio.to_thread(read_all.wait, 0.1), "nobody held it back"

    asyncio.run(main())


# what happens to files meanwhile


@pytest.mark.parametrize("size", [0, 1000, LARGE])
def test_f04_a_file_that_is_gone(tmp_path: Path, size: int) -> None:
    source = FileReading().source(make(tmp_path, size))
    os.remove(source.file.path)

    for work in (lambda: read(source), lambda: source.digest("sha256"), source.check):
        error = error_of(work)
        assert error.kind is ErrorKind.FILE_MISSING
        assert error.info.get("path") == source.file.path


@pytest.mark.parametrize("size", [1000, LARGE])
def test_a_file_that_changed_before(tmp_path: Path, size: int) -> None:
    source = FileReading().source(make(tmp_path, size))
    with open(source.file.path, "ab") as file:
        file.write(b"more")

    for work in (lambda: read(source), lambda: source.digest("sha256"), source.check):
        assert error_of(work).info.get("reason") == "size"


def test_a_file_of_the_same_size_that_was_replaced_or_rewritten(tmp_path: Path) -> None:
    source = FileReading().source(make(tmp_path, 1000))
    os.utime(source.file.path, ns=(1, 1))
    assert error_of(source.check).info.get("reason") == "time"

    make(tmp_path, 1000, "other.bin")
    os.replace(tmp_path / "other.bin", source.file.path)
    assert error_of(source.check).info.get("reason") == "replaced"


@pytest.mark.parametrize("harm", ["append", "shrink", "delete", "replace"])
def test_a_file_that_changes_while_it_is_read_never_ends_well(tmp_path: Path, harm: str) -> None:
    file = make(tmp_path, 3 * AHEAD * BLOCK)
    source = FileReading().source(file)
    got = 0

    async def main() -> None:
        nonlocal got
        async with source.open() as blocks:
            async for block in blocks:
                if not got:
                    do_harm(file.path, harm)
                got += len(block)

    error = error_of(main)
    missing = harm == "delete"
    assert error.kind is (ErrorKind.FILE_MISSING if missing else ErrorKind.FILE_CHANGED)
    assert got < file.fingerprint.size, "the last block was given away"
    assert source.known_digest("sha256") == ""


def do_harm(path: str, harm: str) -> None:
    if harm == "append":
        with open(path, "ab") as file:
            file.write(b"x")
    elif harm == "shrink":
        os.truncate(path, 2 * AHEAD * BLOCK)
    elif harm == "delete":
        os.remove(path)
    else:
        Path(path + ".new").write_bytes(b"x")
        os.replace(path + ".new", path)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.EIO, "drive"),
        (errno.ESTALE, "network_drive"),
        (errno.ETIMEDOUT, "network_drive"),
        (errno.EACCES, "permission"),
        (errno.EMFILE, "too_many_open"),
        (errno.EFBIG, "EFBIG"),
    ],
)
@pytest.mark.parametrize("size", [1000, LARGE])
def test_s02_errors_of_the_drive_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, reason: str, size: int
) -> None:
    source = FileReading().source(make(tmp_path, size))
    failing_open(monkeypatch, source.file.path, OSError(number, "text of the system"))

    error = error_of(lambda: read(source))

    assert (error.kind, error.info.get("reason")) == (ErrorKind.FILE_UNREADABLE, reason)
    assert error_of(lambda: source.digest("sha256")).info == error.info


def test_special_files_are_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    source = FileReading().source(RunFile(str(path), "pipe", Fingerprint(0, 0, 0)))

    assert error_of(lambda: read(source)).kind is ErrorKind.FILE_SPECIAL


@pytest.mark.parametrize("size", [1000, LARGE])
@pytest.mark.parametrize("digest", [False, True])
def test_s02_c12_a_drive_that_hangs_stops_neither_the_loop_nor_cancel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, digest: bool
) -> None:
    source = FileReading().source(make(tmp_path, size))
    reached, release = threading.Event(), threading.Event()
    hanging_open(monkeypatch, source.file.path, reached, release)

    async def main() -> float:
        task = asyncio.ensure_future(source.digest("sha256") if digest else read(source))
        assert await asyncio.to_thread(reached.wait, 10)
        began = asyncio.get_running_loop().time()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return asyncio.get_running_loop().time() - began

    assert asyncio.run(main()) < 2
    release.set()


def counting_open(monkeypatch: pytest.MonkeyPatch, path: str) -> list[str]:
    opened: list[str] = []
    real = builtins.open

    def counting(name: Any, *args: Any, **kwargs: Any) -> Any:
        if name == path:
            opened.append(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "open", counting)
    return opened


def failing_open(monkeypatch: pytest.MonkeyPatch, path: str, error: OSError) -> None:
    real = builtins.open

    def failing(name: Any, *args: Any, **kwargs: Any) -> Any:
        file = real(name, *args, **kwargs)
        return contextlib.closing(Failing(file, error)) if name == path else file

    monkeypatch.setattr(builtins, "open", failing)


class Failing(io.RawIOBase):
    def __init__(self, file: Any, error: OSError) -> None:
        self._file = file
        self._error = error

    def fileno(self) -> int:
        return int(self._file.fileno())

    def seek(self, offset: int, whence: int = 0) -> int:
        return int(self._file.seek(offset, whence))

    def read(self, size: int = -1) -> Any:
        raise self._error

    def close(self) -> None:
        self._file.close()
        super().close()


def hanging_open(
    monkeypatch: pytest.MonkeyPatch, path: str, reached: threading.Event, release: threading.Event
) -> None:
    real = builtins.open

    def hanging(name: Any, *args: Any, **kwargs: Any) -> Any:
        if name == path:
            reached.set()
            release.wait(20)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "open", hanging)
