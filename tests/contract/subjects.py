"""What the contract suite runs against: each adapter with its server, and the fake.

A `Subject` opens the service under test, and looks past it at what its server holds.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from urllib.parse import quote

import httpx

from desktop_app.core.model import Account
from desktop_app.core.settings import ProxyMode
from desktop_app.qa.contract import Subject, World
from desktop_app.server.launcher import ServiceAddress, ServiceProcess
from desktop_app.services.http import HttpSettings, at
from desktop_app.services.invenio import InvenioService, api_endpoint
from desktop_app.services.local import LocalService
from tests.contract.shelf import Shelf, opened
from tests.fakes import FakeServer, FakeService
from tests.invenio import bench as invenio_bench
from tests.invenio.double import TOKEN as INVENIO_TOKEN
from tests.invenio.double import InvenioDouble
from tests.s3.world import a_store

DIRECT = HttpSettings(proxy_mode=ProxyMode.NONE)
BAD_TOKEN = "not-the-token-0123456789"


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
