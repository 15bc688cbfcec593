"""Large bodies: past the parser, in blocks, straight to the disk; every byte in its place."""

from __future__ import annotations

import asyncio
import errno
import gc
import hashlib
import os
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from desktop_app.server.blobs import Blobs
from desktop_app.server.blocks import PAGE, Block, Blocks
from desktop_app.server.body import BodyWriter
from desktop_app.server.limits import Limits
from desktop_app.server.problems import Kind, Problem
from tests.server.service_process import (
    CHUNK,
    Client,
    ServiceUnderTest,
    connect,
    digest,
    eventually,
    head,
    repr_digest,
    statuses,
)

MIB = 1 << 20


def content_of(size: int, seed: int = 1) -> bytes:
    return random.Random(seed).randbytes(size)


@pytest.mark.parametrize(
    "size", [256 << 10, MIB + 1, 4 * MIB - 1, 4 * MIB, 4 * MIB + 1, 12 * MIB + 4097]
)
@pytest.mark.parametrize("piece", [None, 70_001])
def test_every_byte_is_where_it_was(
    shared: ServiceUnderTest, client: Client, size: int, piece: int | None
) -> None:
    content = content_of(size)
    path = f"{client.record(f'b-{size}-{piece}')['links']['files']}/f"
    with connect(shared) as connection:
        begin = head(shared, "PUT", path, Content_Length=size, Repr_Digest=repr_digest(content))
        step = piece or size
        connection.sendall(begin)
        for start in range(0, size, step):
            connection.sendall(content[start : start + step])
        assert statuses(connection, 1) == [201]
    assert client("GET", path).body == content


def test_requests_behind_a_large_body_are_read_as_requests(
    shared: ServiceUnderTest, client: Client
) -> None:
    files = client.record("pipelined")["links"]["files"]
    contents = [content_of(size, size) for size in (3 * MIB, 10, 9 * MIB + 5, 300 << 10)]
    stream = b"".join(
        head(shared, "PUT", f"{files}/{number}", Content_Length=len(content)) + content
        for number, content in enumerate(contents)
    )
    with connect(shared) as connection:
        connection.sendall(stream + head(shared, "GET", files))
        assert statuses(connection, 5) == [201, 201, 201, 201, 200]
    for number, content in enumerate(contents):
        assert client("GET", f"{files}/{number}").body == content


def test_forty_large_bodies_at_once_share_the_memory(start: Any) -> None:
    server = start("in_flight=64", qa=False)
    client = server.client()
    record = client.record()
    contents = [content_of(12 * MIB, seed) for seed in range(3)]
    before = client.metric("resident_bytes")
    connections = [connect(server) for _ in range(40)]
    try:
        for start_at in range(0, 12 * MIB, 2 * MIB):
            for number, connection in enumerate(connections):
                content = contents[number % 3]
                path = f"{record['links']['files']}/{number}"
                if start_at == 0:
                    connection.sendall(head(server, "PUT", path, Content_Length=len(content)))
                connection.sendall(content[start_at : start_at + 2 * MIB])
        assert [statuses(connection, 1) for connection in connections] == [[201]] * 40
    finally:
        for connection in connections:
            connection.close()
    assert client.metric("resident_bytes") - before < 72 * 4 * MIB
    assert eventually(lambda: client.metric("blocks_in_use") == 0)
    items = client("GET", record["links"]["files"]).json["items"]
    assert sorted((int(item["key"]), item["digest"]) for item in items) == [
        (number, digest(contents[number % 3])) for number in range(40)
    ]


def test_a_refused_large_body_leaves_the_connection_usable_or_closed(
    shared: ServiceUnderTest, client: Client
) -> None:
    record = client.record("refused")
    content = content_of(2 * MIB)
    client.put(record, "f", b"something else")
    path = f"{record['links']['files']}/f"
    with connect(shared) as connection:
        begin = head(shared, "PUT", path, Content_Length=len(content))
        connection.sendall(begin + content + head(shared, "GET", path))
        assert statuses(connection, 2) == [409, 200]


def test_a_large_body_that_waits_for_permission(shared: ServiceUnderTest, client: Client) -> None:
    content = content_of(6 * MIB)
    path = f"{client.record('permission')['links']['files']}/f"
    with connect(shared) as connection:
        connection.sendall(
            head(shared, "PUT", path, Content_Length=len(content), Expect="100-continue")
        )
        assert statuses(connection, 1) == [100]
        connection.sendall(content)
        assert statuses(connection, 1) == [201]
    assert client("GET", path).body == content


def test_a_large_body_in_chunks_of_unknown_number(shared: ServiceUnderTest, client: Client) -> None:
    content = content_of(9 * MIB + 11)
    path = f"{client.record('chunked')['links']['files']}/f"
    with connect(shared) as connection:
        connection.sendall(head(shared, "PUT", path, Transfer_Encoding="chunked"))
        for start in range(0, len(content), 500_000):
            piece = content[start : start + 500_000]
            connection.sendall(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        connection.sendall(b"0\r\n\r\n")
        assert statuses(connection, 1) == [201]
    assert client("GET", path).body == content


@pytest.mark.parametrize("cut", [300 << 10, 4 * MIB, 7 * MIB + 13])
def test_a_body_that_breaks_off_leaves_nothing(
    shared: ServiceUnderTest, client: Client, cut: int
) -> None:
    record = client.record(f"cut-{cut}")
    path = f"{record['links']['files']}/f"
    gone = client.metric("client_gone_total", route="put_file")
    with connect(shared) as connection:
        connection.sendall(head(shared, "PUT", path, Content_Length=20 * MIB) + content_of(cut))
    assert eventually(lambda: client.metric("client_gone_total", route="put_file") > gone)
    assert client("GET", record["links"]["files"]).json["items"] == []
    folder = Path(shared.folder, "content", record["id"])
    assert eventually(lambda: not folder.exists() or not list(folder.iterdir()))
    assert eventually(lambda: client.metric("blocks_in_use") == 0)


@pytest.mark.parametrize("cuts", [[1, 5 * MIB, 11 * MIB + 3], [4095, 4 * MIB + 4096, 9 * MIB]])
def test_a_tus_upload_that_stops_anywhere_goes_on_there(
    shared: ServiceUnderTest, client: Client, cuts: list[int]
) -> None:
    content = content_of(13 * MIB + 7)
    record = client.record(f"tus-{cuts[0]}")
    upload = client.upload(record, "f", len(content), digest=digest(content))
    begun = 0
    for cut in cuts:
        with connect(shared) as connection:
            left = len(content) - begun
            headers = {**CHUNK, "Upload-Offset": begun, "Content-Length": left}
            connection.sendall(head(shared, "PATCH", upload, **headers) + content[begun:cut])
        told = client("HEAD", upload, None, **CHUNK)
        assert told.status == 200, (told, client("GET", record["links"]["files"]).json)
        begun = int(told.headers["upload-offset"])
        assert begun <= cut
    assert client.append(upload, begun, content[begun:]).status == 204
    assert client("GET", f"{record['links']['files']}/f").body == content


# The file itself


def block_of(content: bytes) -> memoryview:
    block = Block(-(-len(content) // PAGE) * PAGE or PAGE)
    block.take(content)
    return block.content


def no_direct_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "O_DIRECT", raising=False)


def refused_at_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    real, flag = os.open, getattr(os, "O_DIRECT", 1 << 30)

    def refusing(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & flag:
            raise OSError(errno.EINVAL, "no direct writes here")
        return real(path, flags, mode)

    monkeypatch.setattr(os, "open", refusing)


def refused_at_writing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing(*_: object) -> int:
        raise OSError(errno.EINVAL, "not aligned enough")

    monkeypatch.setattr(os, "pwrite", refusing)


@pytest.mark.parametrize(
    "elsewhere", [None, no_direct_writes, refused_at_opening, refused_at_writing]
)
@pytest.mark.parametrize("begin", [0, 1, PAGE, 5 * PAGE + 17])
def test_a_part_takes_pages_and_rests_in_any_order(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    elsewhere: Callable[[pytest.MonkeyPatch], None] | None,
    begin: int,
) -> None:
    if elsewhere is not None:
        elsewhere(monkeypatch)
    content = content_of(begin + 40 * PAGE + 100)
    blobs = Blobs(str(tmp_path))
    part = blobs.part("r", "b")
    part.append(content[:begin])
    part.close()
    part = blobs.part("r", "b", begin)
    at = begin
    for size in (3 * PAGE, PAGE - 1, 10 * PAGE + 5, 8 * PAGE, len(content)):
        piece = content[at : at + size]
        part.append(block_of(piece) if size != PAGE - 1 else piece)
        at += len(piece)
        part.write_back()
    assert part.size == len(content)
    part.finish()
    assert Path(blobs.path("r", "b")).read_bytes() == content


def test_a_disk_that_fills_up_within_a_block_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, room = os.pwrite, [2 * PAGE]

    def filling(fd: int, data: memoryview, offset: int) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, "full")
        written = real(fd, data[: room[0]], offset)
        room[0] -= written
        return written

    monkeypatch.setattr(os, "pwrite", filling)
    content = content_of(5 * PAGE)
    part = Blobs(str(tmp_path)).part("r", "b")
    with pytest.raises(Problem, match="disk-full"):
        part.append(block_of(content))
    assert part.size == 2 * PAGE
    part.close()
    assert Path(tmp_path, "r", "b.part").read_bytes() == content[: 2 * PAGE]


def test_what_could_not_be_synced_once_never_counts_as_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = Blobs(str(tmp_path)).part("r", "b")
    part.append(b"content")
    with monkeypatch.context() as failing:
        failing.setattr(os, "fsync", refuse(errno.ENOSPC))
        with pytest.raises(Problem, match="disk-full"):
            part.sync()
    with pytest.raises(Problem, match="disk-full"):
        part.sync()
    part.close()


def test_a_part_that_lost_bytes_is_not_filled_up_with_zeros(tmp_path: Path) -> None:
    blobs = Blobs(str(tmp_path))
    with pytest.raises(FileNotFoundError):
        blobs.part("r", "b", 5)
    part = blobs.part("r", "b")
    part.append(b"four")
    part.close()
    with pytest.raises(FileNotFoundError):
        blobs.part("r", "b", 5)
    assert Path(tmp_path, "r", "b.part").read_bytes() == b"four"


def refuse(code: int) -> Callable[..., None]:
    def refusing(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    return refusing


def test_blocks_are_used_again_and_end_with_a_page() -> None:
    blocks = Blocks(10_000, kept=1, many=2)
    assert not blocks.scarce
    first, second = blocks.take(), blocks.take()
    assert first.take(b"x" * 20_000) == len(first.room()) + first.filled == 3 * PAGE
    assert [blocks.to_page(offset) for offset in (0, 1, PAGE, 2 * PAGE - 1)] == [
        3 * PAGE,
        3 * PAGE - 1,
        3 * PAGE,
        2 * PAGE + 1,
    ]
    assert blocks.scarce
    blocks.give(first)
    blocks.give(second)
    assert not blocks.scarce
    again = blocks.take()
    assert again is first
    assert again.filled == 0


class Reader:
    """What `BodyWriter` needs of a call and its service; its body comes in blocks of one page."""

    def __init__(self, blocks: Blocks, content: list[bytes], threads: int = 4) -> None:
        self.blocks = blocks
        self.service = self
        self.limits = Limits()
        self.pool = ThreadPoolExecutor(threads)
        self.content = content
        self.taken: set[int] = set()

    @property
    def body_complete(self) -> bool:
        return not self.content

    async def fill(self, block: Block, _size: int) -> None:
        self.taken.add(id(block))
        block.take(self.content.pop(0))

    def in_file_thread(self, work: Callable[..., None], *args: Any) -> asyncio.Future[None]:
        return asyncio.get_running_loop().run_in_executor(self.pool, work, *args)


class Written:
    """A part that only remembers what was appended, by `append`."""

    def __init__(self, append: Callable[[bytes], object]) -> None:
        self._append = append
        self.size = 0

    def append(self, content: memoryview) -> None:
        self._append(bytes(content))
        self.size += len(content)


def body_of(reader: Reader, append: Callable[[bytes], object]) -> BodyWriter:
    part = Written(append)
    return BodyWriter(
        reader,  # type: ignore[arg-type]  # all that it asks for
        lambda: part,  # type: ignore[arg-type, return-value]  # the same
        room=1 << 30,
        hasher=hashlib.sha256(),
        checkpoint=lambda _part: None,
    )


@pytest.mark.parametrize(("many", "taken_at_once"), [(32, 2), (1, 1)])
def test_a_body_takes_more_blocks_only_while_there_are_some(many: int, taken_at_once: int) -> None:
    go = threading.Event()

    async def main() -> None:
        reader = Reader(Blocks(PAGE, many=many), [b"1", b"2", b"3"])
        receiving = asyncio.create_task(body_of(reader, lambda _: go.wait(10)).receive())
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(reader.taken) == taken_at_once
        go.set()
        await receiving
        assert reader.blocks.in_use == 0

    asyncio.run(main())


def test_a_body_that_never_pauses_leaves_the_threads_to_others_in_between() -> None:
    done: list[bytes] = []
    go = threading.Event()

    async def main() -> None:
        reader = Reader(Blocks(PAGE), [b"1", b"2"], threads=1)
        reader.pool.submit(go.wait)
        receiving = asyncio.create_task(body_of(reader, done.append).receive())
        for _ in range(20):
            await asyncio.sleep(0)
        reader.pool.submit(done.append, b"of another")
        go.set()
        await receiving

    asyncio.run(main())
    assert done == [b"1", b"of another", b"2"]


def test_no_block_is_worked_on_after_one_that_failed() -> None:
    written: list[bytes] = []

    def write(content: bytes) -> None:
        if content == b"2":
            raise Problem(Kind.DISK_FULL)
        written.append(content)

    unheard: list[dict[str, Any]] = []

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, facts: unheard.append(facts))
        reader = Reader(Blocks(PAGE), [b"1", b"2", b"3", b"4"])
        with pytest.raises(Problem, match="disk-full"):
            await body_of(reader, write).receive()
        assert reader.blocks.in_use == 0
        gc.collect()

    asyncio.run(main())
    assert (written, unheard) == ([b"1"], [])
