"""The bench of the suite: a site (double or real), a tap in front of it, time that jumps.

The site is always asked directly what it holds, by calls that share no code with the adapter.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import quote

import pytest

from desktop_app.core.clock import Clock
from desktop_app.core.errors import ErrorInfo
from desktop_app.core.model import Account, FileState, SaveLimits
from desktop_app.services.base import RecordDraft
from desktop_app.services.http import at
from desktop_app.services.invenio import InvenioService, SitePreset, api_endpoint
from desktop_app.workflow import AbortController, AbortSignal
from tests.invenio.deployment import SEEN_14, Deployment
from tests.invenio.double import OTHER_TOKEN, TOKEN, InvenioDouble
from tests.invenio.tap import Tap
from tests.raw_server import read_body, read_head

REAL_URL = os.environ.get("SENDOFF_INVENIO_URL", "")
REAL_TOKEN = os.environ.get("SENDOFF_INVENIO_TOKEN", "")
REAL_OTHER_TOKEN = os.environ.get("SENDOFF_INVENIO_OTHER_TOKEN", "")

_LONGEST_S = 150.0
"""Seconds after which a scenario hangs."""

on_both = pytest.mark.parametrize(
    "site",
    [
        "double",
        pytest.param(
            "real",
            marks=[
                pytest.mark.peer,
                pytest.mark.invenio,
                pytest.mark.skipif(not REAL_URL, reason="SENDOFF_INVENIO_URL names no server"),
            ],
        ),
    ],
)
"""Runs a test on the double and, where one is named, on a real InvenioRDM."""

METADATA = {
    "resource_type": "dataset",
    "creators": [{"family_name": "Roe", "given_name": "Kim", "orcid": "0000-0002-1825-0097"}],
    "publication_date": "2026-01-31",
    "publisher": "Sendoff tests",
    "description": "Made by a test.",
    "rights": "cc-by-4.0",
}


class JumpingClock:
    """Time that passes only by sleeping, and then at once."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        due = self.now + seconds
        await asyncio.sleep(0)
        self.now = max(self.now, due)


class Source:
    """A file in memory; `reads` counts how often it was opened."""

    def __init__(self, key: str, content: bytes) -> None:
        self.key = key
        self.content = content
        self.reads = 0

    @property
    def size(self) -> int:
        return len(self.content)

    @asynccontextmanager
    async def open(self, offset: int = 0) -> AsyncIterator[AsyncIterator[bytes]]:
        self.reads += 1

        async def chunks() -> AsyncIterator[bytes]:
            for start in range(offset, len(self.content), 1 << 16):
                yield self.content[start : start + (1 << 16)]

        yield chunks()

    def known_digest(self, algorithm: str) -> str:
        return ""

    async def digest(self, algorithm: str) -> str:
        return f"{algorithm}:{hashlib.new(algorithm, self.content).hexdigest()}"


@dataclass
class Report:
    """Hears what happens to one file."""

    upload_ref: str = ""
    stored: str = ""
    states: list[FileState] = field(default_factory=list)
    sent_totals: list[int] = field(default_factory=list)
    waits: list[ErrorInfo] = field(default_factory=list)
    remembered_before_sending: bool = True

    async def remember_upload(self, upload_ref: str) -> None:
        self.upload_ref = upload_ref

    async def stored_as(self, key: str) -> None:
        self.stored = key

    def state(self, state: FileState) -> None:
        self.states.append(state)

    def sent(self, total: int) -> None:
        self.remembered_before_sending = self.remembered_before_sending and bool(self.upload_ref)
        self.sent_totals.append(total)
        self.states.append(FileState.SENDING)

    def acknowledged(self, offset: int) -> None:
        raise AssertionError("whole-file uploads acknowledge nothing")

    def waiting(self, seconds: float, error: ErrorInfo) -> None:
        self.waits.append(error)


@dataclass
class Bench:
    """What a scenario works with."""

    url: str
    tap: Tap
    token: str
    other_token: str
    clock: JumpingClock
    double: InvenioDouble | None
    services: list[InvenioService] = field(default_factory=list)

    @property
    def the_double(self) -> InvenioDouble:
        assert self.double is not None
        return self.double

    def service(
        self,
        token: str = "",
        *,
        url: str = "",
        preset: SitePreset | None = None,
        limits: SaveLimits | None = None,
        clock: Clock | None = None,
    ) -> InvenioService:
        """Return a service that goes through the tap."""
        url = url or self.tap.url
        service = InvenioService(
            Account("test", "invenio", address=url),
            at(api_endpoint(url, token or self.token).url, token or self.token),
            preset=preset,
            limits=limits or SaveLimits(outage_s=5.0),
            clock=clock or self.clock,
            random=Random(7),
        )
        self.services.append(service)
        return service

    async def ask(
        self, method: str, path: str, body: Any = None, *, raw: bytes | None = None
    ) -> tuple[int, Any]:
        """Ask the site itself."""
        host, _, port = self.url.removeprefix("http://").rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        kind = "application/octet-stream" if raw is not None else "application/json"
        content = raw if raw is not None else json.dumps(body).encode() if body is not None else b""
        lines = [
            f"{method} /api{path} HTTP/1.1",
            f"Host: {host}:{port}",
            f"Authorization: Bearer {self.token}",
            f"Content-Type: {kind}",
            f"Content-Length: {len(content)}",
            "Accept: */*" if "/content" in path else "Accept: application/json",
            "Connection: close",
        ]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
        await writer.drain()
        head = await read_head(reader)
        assert head is not None
        answer = b"".join([part async for part in read_body(reader, head.headers)])
        writer.close()
        is_json = "json" in head.headers.get("content-type", "")
        return int(head.first.split(" ")[1]), json.loads(answer) if is_json else answer

    async def held(self, record_id: str) -> dict[str, tuple[str, int | None, str]]:
        """Return what the site holds: key -> (status, size, checksum)."""
        status, answer = await self.ask("GET", f"/records/{record_id}/draft/files")
        if status != 200:
            status, answer = await self.ask("GET", f"/records/{record_id}/files")
        assert status == 200, answer
        return {
            entry["key"]: (entry["status"], entry.get("size"), entry.get("checksum", ""))
            for entry in answer["entries"]
        }

    async def mine(self, client_ref: str) -> list[str]:
        """Return the ids of all deposits that carry a marker."""
        _, answer = await self.ask("GET", "/user/records?size=100&sort=newest")
        return [
            hit["id"]
            for hit in answer["hits"]["hits"]
            if client_ref in json.dumps(hit.get("metadata", {}))
        ]


def complete(*sources: Source) -> dict[str, tuple[str, int | None, str]]:
    """Return what a site must hold after these files were confirmed."""
    return {
        source.key: (
            "completed",
            source.size,
            f"md5:{hashlib.md5(source.content, usedforsecurity=False).hexdigest()}",
        )
        for source in sources
    }


_references = (f"urn:uuid:{n:08x}-0000-4000-8000-{os.urandom(6).hex()}" for n in range(1, 1 << 30))


def reference() -> str:
    """Return a fresh client reference."""
    return next(_references)


def draft(client_ref: str = "", *, title: str = "Sendoff test", **metadata: Any) -> RecordDraft:
    """Return an intent with everything that publishing needs."""
    text = json.dumps({**METADATA, **metadata})
    return RecordDraft(title, text, client_ref or reference(), "key-1")


def signal() -> AbortSignal:
    """Return a signal that nobody aborts."""
    return AbortController().signal


def content(size: int, seed: int = 1) -> bytes:
    """Return `size` reproducible bytes."""
    return Random(seed).randbytes(size)


def segment(key: str) -> str:
    return quote(key, safe="")


Scenario = Callable[[Bench], Awaitable[None]]


def play(site: str, scenario: Scenario, deployment: Deployment = SEEN_14) -> None:
    """Run a scenario on a fresh double, or on the real server."""

    async def main() -> None:
        clock = JumpingClock()
        if site == "real":
            await _on_real(clock, scenario)
            return
        async with InvenioDouble(deployment, now=clock.monotonic) as double:
            await _with_tap(double.url, TOKEN, OTHER_TOKEN, clock, double, scenario)

    asyncio.run(main(), debug=False)


async def _on_real(clock: JumpingClock, scenario: Scenario) -> None:
    await _with_tap(REAL_URL, REAL_TOKEN, REAL_OTHER_TOKEN, clock, None, scenario)


async def _with_tap(
    url: str,
    token: str,
    other_token: str,
    clock: JumpingClock,
    double: InvenioDouble | None,
    scenario: Scenario,
) -> None:
    async with Tap(url) as tap:
        bench = Bench(url, tap, token, other_token, clock, double)
        try:
            async with asyncio.timeout(_LONGEST_S):
                await scenario(bench)
        finally:
            for service in bench.services:
                await service.aclose()
