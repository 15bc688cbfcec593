"""A small adapter over the HTTP client, a source without a disk, and a clock that a test moves."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

import pytest

from desktop_app.core.errors import ErrorInfo, ErrorKind, FileError, ServiceError, info
from desktop_app.core.model import FileState, SaveLimits
from desktop_app.core.settings import ProxyMode
from desktop_app.services.http import (
    ONCE,
    Answer,
    Body,
    HttpClient,
    HttpSettings,
    Request,
    RetryPolicy,
    at,
)
from desktop_app.workflow import AbortController
from tests.raw_server import RawServer
from tests.virtual_time import ManualClock, run_debug

T = TypeVar("T")
DIRECT = HttpSettings(proxy_mode=ProxyMode.NONE)
TOKEN = "SECRET-token-0123456789"  # planted, and looked for afterwards
MIB = 1 << 20


def play(main: Coroutine[Any, Any, T], *, handshake_fails: bool = False) -> T:
    """Run a test's coroutine: nothing may be left running, nothing may hang.

    `handshake_fails`: the scripted server's loop may complain of a client that breaks off.
    """

    async def bounded() -> T:
        if handshake_fails:
            asyncio.get_running_loop().set_exception_handler(_only_broken_handshakes)
        async with asyncio.timeout(60):
            return await main

    return run_debug(bounded())


def _only_broken_handshakes(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    assert context["message"] == "Error on transport creation for incoming connection", context


def client(
    server: RawServer | str,
    clock: ManualClock | None = None,
    *,
    limits: SaveLimits | None = None,
    settings: HttpSettings = DIRECT,
    token: str = TOKEN,
    **more: Any,
) -> HttpClient:
    """Return a client for `server`; time stands still unless a clock is given and moved."""
    clock = clock or ManualClock()
    url = server if isinstance(server, str) else server.url
    return HttpClient(
        at(url, token),
        limits=limits,
        settings=settings,
        clock=clock,
        schedule=clock.schedule,
        random=Random(1),
        **more,
    )


def get(target: str = "/thing", **more: Any) -> Request:
    """A request that may be repeated."""
    return Request("GET", target, frozenset({200}), repeatable=True, **more)


def post(target: str = "/things", **more: Any) -> Request:
    """A request that may not be repeated."""
    more.setdefault("body", b"{}")
    return Request("POST", target, frozenset({201}), repeatable=False, **more)


def put(body: Body | bytes, target: str = "/file", **more: Any) -> Request:
    """An upload that may be repeated."""
    more.setdefault("repeatable", True)
    return Request("PUT", target, frozenset({200, 201}), body=body, **more)


def as_json(answer: Answer) -> Any:
    """Read an answer as JSON."""
    return answer.json()


def anything(answer: Answer) -> Answer:
    """Take an answer as it is."""
    return answer


async def pass_time(clock: ManualClock, done: Callable[[], bool], step_s: float = 1.0) -> None:
    """Move the clock on, giving the sockets time in between, until `done()`."""
    while not done():
        await asyncio.sleep(0)
        await clock.advance(step_s)


async def refused(
    http: HttpClient,
    request: Request,
    policy: RetryPolicy = ONCE,
    read: Callable[[Answer], Any] = as_json,
) -> ErrorInfo:
    """Return the error that a call must end with."""
    with pytest.raises(ServiceError) as caught:
        await http.call(request, read, policy)
    assert caught.value.info.kind.value, "an error without a kind"
    return caught.value.info


@dataclass
class Content:
    """Bytes that are made on demand: the same for the same seed, of any size."""

    size: int
    seed: int = 1
    opened: list[int] = field(default_factory=list)
    """Offsets from which readers were opened."""
    piece: int = MIB
    key: str = "data.bin"
    known: dict[str, str] = field(default_factory=dict)
    breaks_after: int | None = None
    shrinks_to: int | None = None

    def whole(self) -> bytes:
        """All of it."""
        block = Random(self.seed).randbytes(min(self.size, MIB))
        return (block * (self.size // MIB + 1))[: self.size]

    def sha256(self) -> str:
        """`sha256:<hex>` of all of it."""
        return "sha256:" + hashlib.sha256(self.whole()).hexdigest()

    @asynccontextmanager
    async def open(self, offset: int = 0) -> AsyncIterator[AsyncIterator[bytes]]:
        """Read from `offset`."""
        self.opened.append(offset)
        yield self._pieces(offset)

    async def _pieces(self, offset: int) -> AsyncIterator[bytes]:
        whole = self.whole()[: self.shrinks_to]
        for start in range(offset, len(whole), self.piece):
            if self.breaks_after is not None and start >= self.breaks_after:
                raise FileError(info(ErrorKind.FILE_UNREADABLE, path=self.key))
            yield whole[start : start + self.piece]

    def known_digest(self, algorithm: str) -> str:
        """What is known without reading."""
        return self.known.get(algorithm, "")

    async def digest(self, algorithm: str) -> str:
        """Read and hash."""
        assert algorithm == "sha256"
        self.known["sha256"] = self.sha256()
        return self.known["sha256"]

    def body(self, on_sent: Callable[[int], None] = lambda _sent: None) -> Body:
        """As a body of a request."""
        return Body(self.size, self.open, on_sent, self.key)


@dataclass
class Report:
    """Remembers what an adapter reports."""

    upload_ref: str = ""
    states: list[FileState] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    waits: list[tuple[float, ErrorInfo]] = field(default_factory=list)
    remembered: list[str] = field(default_factory=list)

    async def remember_upload(self, upload_ref: str) -> None:
        """Journal it."""
        self.remembered.append(upload_ref)
        self.upload_ref = upload_ref

    async def stored_as(self, key: str) -> None:
        """No service here renames."""
        raise AssertionError(key)

    def state(self, state: FileState) -> None:
        """Note a phase once."""
        if not self.states or self.states[-1] is not state:
            self.states.append(state)

    def sent(self, total: int) -> None:
        """Note a count."""
        self.totals.append(total)

    def acknowledged(self, offset: int) -> None:
        """Note an offset."""
        self.offsets.append(offset)

    def waiting(self, seconds: float, error: ErrorInfo) -> None:
        """Note a pause."""
        self.waits.append((seconds, error))


def a_signal() -> Any:
    """A signal that nobody aborts."""
    return AbortController().signal
