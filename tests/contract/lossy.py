"""Worlds of the contract suite in which the way between service and server can be broken."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import Account
from desktop_app.qa.contract import Report, World
from desktop_app.server.launcher import ServiceAddress
from desktop_app.services.http import at
from desktop_app.services.invenio import InvenioService, api_endpoint
from desktop_app.services.local import LocalService
from tests.contract.subjects import DIRECT, local_subject
from tests.fakes import FakeServer, FakeService, lost, without_keys
from tests.invenio.bench import METADATA, JumpingClock
from tests.invenio.deployment import Deployment
from tests.invenio.double import TOKEN, InvenioDouble
from tests.invenio.tap import Break, Tap
from tests.raw_server import Head
from tests.s3.world import a_store


class Way(Protocol):
    """The way between a service and its server, as a test breaks it.

    Steps have names: `create` a record, `register` a file, `finalize`.
    """

    def lose(self, step: str) -> None:
        """Let the next request of `step` be carried out and its answer be lost."""

    def asked(self, step: str) -> int:
        """Return how many requests of `step` left."""

    def alter(self) -> None:
        """Change a byte of all content on its way from now on, unseen by the server."""


@dataclass
class LossyWorld(World):
    """A world whose way to the server can be broken."""

    way: Way = field(kw_only=True)


LossySubject = Callable[[], AbstractAsyncContextManager[LossyWorld]]


class PatientReport(Report):
    """One to which a pause is no surprise."""

    def waiting(self, seconds: float, error: ErrorInfo) -> None:
        """Let it wait."""


class BrokenWay(Tap):
    """A proxy that loses answers and alters content.

    Args:
        upstream: the server.
        steps: method and path (a regular expression) of each step.
    """

    def __init__(self, upstream: str, steps: Mapping[str, tuple[str, str]]) -> None:
        super().__init__(upstream)
        self._steps = steps
        self._upstream = upstream.removeprefix("http://").encode()
        self._alters = False

    def lose(self, step: str) -> None:
        self.add(*self._steps[step], Break.AFTER)

    def asked(self, step: str) -> int:
        return self.count(*self._steps[step])

    def alter(self) -> None:
        self._alters = True

    async def _ask(self, head: Head, content: bytes) -> bytes | None:
        raw = head.raw.replace(self.url.removeprefix("http://").encode(), self._upstream)
        if self._alters and head.first.startswith("PUT ") and content:
            content = content[:-1] + bytes([content[-1] ^ 1])
            raw = re.sub(rb"(?i)\r\nrepr-digest:[^\r]*", b"", raw)
        return await super()._ask(replace(head, raw=raw), content)


@asynccontextmanager
async def lossy_invenio_world() -> AsyncIterator[LossyWorld]:
    """The adapter for InvenioRDM behind a broken way; the search index lags by 25 s."""
    clock = JumpingClock()
    steps = {
        "create": ("POST", "/records$"),
        "register": ("POST", "/files$"),
        "finalize": ("POST", "/publish$"),
    }
    async with (
        InvenioDouble(Deployment(index_lag_s=25.0), now=clock.monotonic) as double,
        BrokenWay(double.url, steps) as way,
    ):
        endpoint = api_endpoint(way.url, TOKEN)
        service = InvenioService(
            Account("acct-1", "invenio", "Site", way.url),
            at(endpoint.url, endpoint.token),
            settings=DIRECT,
            clock=clock,
        )

        async def stored(record: str, key: str) -> bytes | None:
            entry = double.deposits[record].entries.get(key)
            return entry.stored if entry and entry.complete else None

        async with aclosing(service):
            yield LossyWorld(service, service, stored, json.dumps(METADATA), way=way)


def lossy_local_subject(address: ServiceAddress) -> LossySubject:
    """The built-in service behind a broken way."""
    token = Path(address.token_file).read_text(encoding="ascii").strip()
    steps = {
        "create": ("POST", "/records$"),
        "register": ("POST", "/uploads$"),
        "finalize": ("POST", "/finalize$"),
    }

    @asynccontextmanager
    async def world() -> AsyncIterator[LossyWorld]:
        async with (
            local_subject(address)() as straight,
            BrokenWay(address.url, steps) as way,
        ):
            service = LocalService(at(way.url, token), settings=DIRECT)
            async with aclosing(service):
                yield LossyWorld(service, service, straight.stored, way=way)

    return world


class SignedWay(BrokenWay):
    """One that leaves the head as it is: the store checks the host that was signed."""

    async def _ask(self, head: Head, content: bytes) -> bytes | None:
        self._upstream = self.url.removeprefix("http://").encode()
        return await super()._ask(head, content)


@asynccontextmanager
async def lossy_s3_world() -> AsyncIterator[LossyWorld]:
    """The adapter for buckets behind a broken way."""
    steps = {
        "create": ("PUT", r"/draft\.json$"),
        "register": ("POST", r"\?uploads=$"),
        "finalize": ("PUT", r"/ro-crate-metadata\.json$"),
    }
    async with a_store() as store, SignedWay(store.url, steps) as way:
        service = store.service(url=way.url)
        async with aclosing(service):
            yield LossyWorld(service, service, store.stored, way=way)


class FakeWay:
    """The same for the fake, whose calls are the steps; it stores what it hashed."""

    def __init__(self, server: FakeServer) -> None:
        self._server = server

    def lose(self, step: str) -> None:
        self._server.fail(_FAKE_STEPS[step], lost(), after=True)

    def asked(self, step: str) -> int:
        return len(self._server.calls(_FAKE_STEPS[step]))

    def alter(self) -> None:
        raise NotImplementedError


_FAKE_STEPS = {"create": "create_record", "register": "upload_file", "finalize": "finalize"}


@asynccontextmanager
async def lossy_fake_world() -> AsyncIterator[LossyWorld]:
    """The fake as a service without keys."""
    server = FakeServer(without_keys())

    async def stored(record: str, key: str) -> bytes | None:
        return server.records[record].files.get(key)

    yield LossyWorld(FakeService(server), FakeService(server), stored, way=FakeWay(server))
