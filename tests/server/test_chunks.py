"""One chunk of a tus upload whose end fails: what was told still holds, and nothing leaks."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from desktop_app.server import rows, uploads
from desktop_app.server.blobs import Part
from desktop_app.server.limits import Limits
from desktop_app.server.problems import Kind, Problem
from desktop_app.server.service import Service
from desktop_app.server.uploads import Chunk

CONTENT = b"0123456789"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(str(tmp_path), Limits(), "token", None)
    made.database.submit(insert).result()
    yield made
    made.database.close()


def insert(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO records VALUES (1, 'r', '', '{}', '', 'draft', 1, 0, 0, NULL)")
    connection.execute(
        "INSERT INTO uploads VALUES ('u', 'r', 'f', ?, NULL, 0, '', 0, 0, 9e9)", (len(CONTENT),)
    )


def row_of(service: Service) -> sqlite3.Row:
    with service.database.reader() as connection:
        return uploads.get(connection, "u")


def chunk_of(service: Service) -> tuple[Chunk, Part]:
    call: Any = SimpleNamespace(request_id="q", crash_before_commit=None, service=service)
    chunk = Chunk(call, row_of(service), None)
    return chunk, chunk.open()


def write(part: Part, content: bytes) -> None:
    part.append(memoryview(content))


def failing(code: int) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail


def content_folder(tmp_path: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(tmp_path, "content", "r").iterdir()}


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_what_cannot_be_kept_gives_its_space_back_and_can_be_sent_again(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    chunk, part = chunk_of(service)
    write(part, CONTENT[:4])
    chunk.suspend(part, None)
    chunk, part = chunk_of(service)
    write(part, CONTENT[4:8])
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", failing(code))
        with pytest.raises((Problem, OSError)):
            chunk.suspend(part, None)
    assert content_folder(tmp_path) == {"u.part": CONTENT[:4]}
    assert row_of(service)["offset"] == 4
    chunk, part = chunk_of(service)
    write(part, CONTENT[4:])
    chunk.complete(part, None)
    assert content_folder(tmp_path) == {"u": CONTENT}


@pytest.mark.parametrize("fails", ["fsync", "replace"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_an_end_that_fails_can_be_tried_again(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, fails: str
) -> None:
    before = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    chunk, part = chunk_of(service)
    write(part, CONTENT)
    with monkeypatch.context() as bad:
        bad.setattr(os, fails, failing(code))
        with pytest.raises((Problem, OSError)):
            chunk.complete(part, None)
    if before:
        assert len(os.listdir("/proc/self/fd")) == before
    assert content_folder(tmp_path) == {"u.part": b""}
    chunk, part = chunk_of(service)
    write(part, CONTENT)
    chunk.complete(part, None)
    assert content_folder(tmp_path) == {"u": CONTENT}


def test_an_end_whose_row_cannot_be_written_is_no_end(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("no such thing")

    chunk, part = chunk_of(service)
    write(part, CONTENT)
    with monkeypatch.context() as bad:
        bad.setattr(rows, "store_file", fail)
        with pytest.raises(sqlite3.OperationalError):
            chunk.complete(part, None)
    assert content_folder(tmp_path) == {"u.part": b""}
    assert row_of(service)["complete"] == 0


def test_an_upload_whose_bytes_are_gone_is_gone(service: Service, tmp_path: Path) -> None:
    chunk, part = chunk_of(service)
    write(part, CONTENT[:8])
    chunk.suspend(part, None)
    os.truncate(Path(tmp_path, "content", "r", "u.part"), 7)
    with pytest.raises(Problem) as refused:
        chunk_of(service)
    assert refused.value.kind is Kind.NOT_FOUND
    with pytest.raises(Problem):
        row_of(service)


def test_bytes_of_an_upload_that_was_removed_meanwhile_are_not_acknowledged(
    service: Service, tmp_path: Path
) -> None:
    chunk, part = chunk_of(service)
    write(part, CONTENT[:8])
    service.database.submit(lambda c: uploads.forget(c, "u")).result()
    with pytest.raises(Problem) as refused:
        chunk.suspend(part, None)
    assert refused.value.kind is Kind.NOT_FOUND
    assert content_folder(tmp_path) == {}
