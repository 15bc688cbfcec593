"""Copies of a record's files: whole or not at all, and nothing else in the folder is touched."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from desktop_app.core.errors import ErrorKind, FileError, ServiceError
from desktop_app.core.model import Account, RemoteFile
from desktop_app.saving.copies import RecordCopies
from desktop_app.services.base import RecordService
from tests.fakes import FakeServer, FakeService, sha256

ACCOUNT = Account("local", "local")
CONTENT = b"level,metres\n" * 1000


class Giving(FakeService):
    """A service that lists `a.csv` and gives `pieces` for it."""

    def __init__(self, *pieces: bytes) -> None:
        super().__init__(FakeServer())
        self.pieces = pieces

    async def list_files(self, record_id: str) -> tuple[RemoteFile, ...]:
        return (RemoteFile("a.csv", len(CONTENT), sha256(CONTENT)),)

    @asynccontextmanager
    async def download(self, record_id: str, key: str) -> AsyncIterator[AsyncIterator[bytes]]:
        async def pieces() -> AsyncIterator[bytes]:
            for piece in self.pieces:
                yield piece

        yield pieces()


class Provider:
    def __init__(self, service: FakeService) -> None:
        self.service = service

    async def open(self, account: Account) -> RecordService:
        return cast(RecordService, self.service)


def copy(service: FakeService, path: Path) -> None:
    copies = RecordCopies(Provider(service))
    asyncio.run(copies.save_copy(ACCOUNT, "r1", "a.csv", str(path)))


def test_a_copy_takes_the_chosen_name_and_leaves_its_neighbours_alone(tmp_path: Path) -> None:
    neighbour = tmp_path / "a.csv.part"
    neighbour.write_bytes(b"another program's download")
    copy(Giving(CONTENT[:100], CONTENT[100:]), tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_bytes() == CONTENT
    assert neighbour.read_bytes() == b"another program's download"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_copy_that_is_not_what_the_service_lists_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"an older copy")
    with pytest.raises(ServiceError) as refusal:
        copy(Giving(CONTENT[:100]), tmp_path / "a.csv")
    assert refusal.value.kind is ErrorKind.NOT_CONFIRMED
    assert (tmp_path / "a.csv").read_bytes() == b"an older copy"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_name_of_the_longest_kind_can_be_written(tmp_path: Path) -> None:
    longest = tmp_path / ("n" * 251 + ".csv")
    copy(Giving(CONTENT), longest)
    assert longest.read_bytes() == CONTENT


def test_a_folder_that_is_gone_is_told_with_the_path(tmp_path: Path) -> None:
    with pytest.raises(FileError) as refusal:
        copy(Giving(CONTENT), tmp_path / "gone" / "a.csv")
    assert refusal.value.kind is ErrorKind.FILE_UNREADABLE
