"""What the contract suite runs against: each adapter with its server, and the fake.

A `Subject` opens the service under test and looks at what its server holds by a way of its own.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import httpx

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import Account, FileState
from desktop_app.core.settings import ProxyMode
from desktop_app.server.launcher import ServiceAddress, ServiceProcess
from desktop_app.services.base import RecordDraft, RecordService
from desktop_app.services.http import HttpSettings, at
from desktop_app.services.invenio import InvenioService, api_endpoint
from desktop_app.services.local import LocalService
from desktop_app.workflow import AbortController, AbortSignal
from tests.contract.shelf import Shelf, opened
from tests.fakes import FakeServer, FakeService
from tests.invenio import bench as invenio_bench
from tests.invenio.double import TOKEN as INVENIO_TOKEN
from tests.invenio.double import InvenioDouble
from tests.s3.world import a_store

DIRECT = HttpSettings(proxy_mode=ProxyMode.NONE)
BAD_TOKEN = "not-the-token-0123456789"


@dataclass
class World:
    """One server, ready to be spoken to.

    Attributes:
        service: under test.
        stranger: the same service with a token that is no good.
        stored: content under a key of a draft as the server has it, None if it is not there.
        metadata: what a record needs to be finalized, JSON text.
    """

    service: RecordService
    stranger: RecordService
    stored: Callable[[str, str], Awaitable[bytes | None]]
    metadata: str = "{}"

    def draft(self, ref: str, title: str = "A title", key: str = "") -> RecordDraft:
        """A draft with our marker `ref`."""
        return RecordDraft(title, self.metadata, ref, key or f"key-of-{ref}")


@dataclass
class Gate:
    """A file in memory whose reading stops at a point until it is let go."""

    key: str
    content: bytes
    stops_at: int | None = None
    opened: list[int] = field(default_factory=list)
    given: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def size(self) -> int:
        """Bytes."""
        return len(self.content)

    @asynccontextmanager
    async def open(self, offset: int = 0) -> AsyncIterator[AsyncIterator[bytes]]:
        """Read from `offset`."""
        self.opened.append(offset)
        yield self._blocks(offset)

    async def _blocks(self, offset: int) -> AsyncIterator[bytes]:
        for start in range(offset, self.size, 1 << 20):
            if self.stops_at is not None and start >= self.stops_at:
                self.reached.set()
                await self.go.wait()
            block = self.content[start : start + (1 << 20)]
            self.given += len(block)
            yield block

    def known_digest(self, algorithm: str) -> str:
        """Nothing is known before it is asked for."""
        return ""

    async def digest(self, algorithm: str) -> str:
        """Hash."""
        return f"{algorithm}:{hashlib.new(algorithm, self.content).hexdigest()}"


@dataclass
class Report:
    """Remembers what an adapter reports of one file."""

    upload_ref: str = ""
    states: list[FileState] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    totals_when_remembered: list[int] = field(default_factory=list)

    async def remember_upload(self, upload_ref: str) -> None:
        """Note it, and how much had been sent by then."""
        self.upload_ref = upload_ref
        self.totals_when_remembered.append(max(self.totals, default=0))

    async def stored_as(self, key: str) -> None:
        """No service here renames."""
        raise AssertionError(key)

    def state(self, state: FileState) -> None:
        """Note a phase."""
        self.states.append(state)

    def sent(self, total: int) -> None:
        """Note a count."""
        self.totals.append(total)

    def acknowledged(self, offset: int) -> None:
        """Note an offset."""
        self.offsets.append(offset)

    def waiting(self, seconds: float, error: ErrorInfo) -> None:
        """A pause is not expected here."""
        raise AssertionError(f"waits {seconds} s for {error}")


def a_signal() -> AbortSignal:
    """A signal that nobody aborts."""
    return AbortController().signal


Subject = Callable[[], AbstractAsyncContextManager[World]]


def local_subject(address: ServiceAddress) -> Subject:
    """The built-in service, as a process of its own."""
    token = Path(address.token_file).read_text(encoding="ascii").strip()

    async def stored(record: str, key: str) -> bytes | None:
        target = f"{address.url}/records/{record}/files/{quote(key, safe='')}"
        async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
            answer = await http.get(target, headers={"Authorization": f"Bearer {token}"})
        return answer.content if answer.status_code == 200 else None

    @asynccontextmanager
    async def world() -> AsyncIterator[World]:
        service = LocalService(at(address.url, token), settings=DIRECT)
        stranger = LocalService(at(address.url, BAD_TOKEN), settings=DIRECT)
        async with aclosing(service), aclosing(stranger):
            yield World(service, stranger, stored)

    return world


@asynccontextmanager
async def fake_world() -> AsyncIterator[World]:
    """The fake that the save workflow is tested with: it must keep what adapters promise."""
    server = FakeServer()

    async def stored(record: str, key: str) -> bytes | None:
        found = server.records.get(record)
        return found.files.get(key) if found else None

    service, stranger = FakeService(server), FakeService(server, BAD_TOKEN)
    async with aclosing(service), aclosing(stranger):
        yield World(service, stranger, stored)


@asynccontextmanager
async def shelf_world() -> AsyncIterator[World]:
    """The worked example for service authors."""
    shelf: Shelf = {}

    async def stored(record: str, key: str) -> bytes | None:
        return shelf[record].files.get(key) if record in shelf else None

    service, stranger = opened(shelf, "good"), opened(shelf, BAD_TOKEN)
    async with aclosing(service), aclosing(stranger):
        yield World(service, stranger, stored)


@asynccontextmanager
async def invenio_world() -> AsyncIterator[World]:
    """The adapter for InvenioRDM, in front of the protocol double."""
    async with InvenioDouble() as double:
        clock = invenio_bench.JumpingClock()
        account = Account("acct-1", "invenio", "Site", double.url)

        def opened(token: str) -> InvenioService:
            endpoint = api_endpoint(account.address, token)
            return InvenioService(
                account, at(endpoint.url, endpoint.token), settings=DIRECT, clock=clock
            )

        async def stored(record: str, key: str) -> bytes | None:
            deposit = double.deposits.get(record)
            entry = deposit.entries.get(key) if deposit else None
            return entry.stored if entry and entry.complete else None

        service, stranger = opened(INVENIO_TOKEN), opened(BAD_TOKEN)
        async with aclosing(service), aclosing(stranger):
            yield World(service, stranger, stored, json.dumps(invenio_bench.METADATA))


@asynccontextmanager
async def s3_world() -> AsyncIterator[World]:
    """The adapter for buckets, in front of a real store where one is named, else of the double."""
    async with a_store() as store:
        service, stranger = store.service(), store.service(f"{BAD_TOKEN}:{BAD_TOKEN}")
        async with aclosing(service), aclosing(stranger):
            yield World(service, stranger, store.stored)


def start_local(folder: Path) -> tuple[ServiceProcess, ServiceAddress]:
    """Start the built-in service over `folder`."""
    process = ServiceProcess(str(folder))
    return process, asyncio.run(process.start())
