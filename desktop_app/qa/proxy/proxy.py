"""The fault proxy: on loopback before any HTTP service, it breaks what rules and switches say."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from types import TracebackType
from typing import Self
from urllib.parse import unquote, urlsplit

import h11

from desktop_app.core.model import SaveStage
from desktop_app.qa.proxy.calls import call_of, header, length_of
from desktop_app.qa.proxy.entry import Entry, Shared
from desktop_app.qa.proxy.exchange import Exchange
from desktop_app.qa.proxy.link import Link, Upstream
from desktop_app.qa.proxy.rules import Call, Rule, Rules, What
from desktop_app.qa.proxy.wire import LARGEST_HEAD, BrokenError, Wire

HOST = "127.0.0.1"
_log = logging.getLogger(__name__)
_SEGMENT = 1400
"""Bytes of a segment, as on a network: those of loopback let clients fill megabytes of buffers."""


def upstream_of(url: str) -> Upstream:
    """Return where a service is that stays where it is; `url` is plain HTTP on loopback."""
    parts = urlsplit(url)
    address = (parts.hostname or HOST, parts.port or 80)

    async def locate() -> tuple[str, int]:
        return address

    return locate


class FaultProxy:
    """Forwards HTTP/1.1 to a service, and lets rules and switches spoil it.

        async with FaultProxy(upstream_of(url)) as proxy:
            proxy.use((Rule(What.LOST_ANSWER, stage=SaveStage.CREATE_RECORD),))
            ...                                  # talk to proxy.url
            await proxy.fired("lost_answer")

    Args:
        upstream: where the service is now.
        seed: of what is drawn (which byte of a piece is corrupted).
        receive_buffer: bytes that the system takes from a client ahead of the proxy; small, so
            that a stall in the proxy is soon felt by the client.
        clock: monotonic seconds, for the log.

    Attributes:
        log: every request, oldest first.
    """

    def __init__(
        self,
        upstream: Upstream,
        *,
        seed: int = 0,
        receive_buffer: int = 16 << 10,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._upstream = upstream
        self._seed = seed
        self._receive_buffer = receive_buffer
        self._clock = clock
        self._random = Random(seed)  # noqa: S311 - which byte is bent, no secret
        self._rules = Rules()
        self._fired: list[Rule] = []
        self._expired = False
        self._refused_token: str | None = None
        self._keys: dict[str, str] = {}
        self._links: dict[asyncio.Task[None], Link] = {}
        self._waiters: list[asyncio.Future[None]] = []
        self._healing = asyncio.Event()
        self._server: asyncio.Server | None = None
        self.port = 0
        self.log: list[Entry] = []

    @property
    def url(self) -> str:
        """Where clients go; the same for as long as the proxy lives."""
        return f"http://{HOST}:{self.port}"

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Listen; again on the same port after `break_now`.

        Raises:
            OSError: the port is taken.
        """
        self._server = await asyncio.start_server(
            self._connected, HOST, self.port, limit=LARGEST_HEAD, start_serving=False
        )
        for listener in self._server.sockets:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self._receive_buffer)
            if sys.platform.startswith("linux"):
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, _SEGMENT)
        self.port = self._server.sockets[0].getsockname()[1]
        await self._server.start_serving()

    async def close(self) -> None:
        """Cut everything and stop."""
        await self._stop_listening()
        await self._cut_all()

    # rules

    def use(self, rules: tuple[Rule, ...]) -> None:
        """Put `rules` in the place of all others; counts, draws and the log begin anew."""
        self._rules.use(rules)
        self._random = Random(self._seed)  # noqa: S311 - as above
        self._fired.clear()
        self.log.clear()

    def has_fired(self, name: str) -> int:
        """Return how often the rule with this label has acted."""
        return sum(1 for rule in self._fired if rule.label == name)

    async def fired(self, name: str, times: int = 1) -> None:
        """Return once the rule with this label has acted `times` times."""
        await self.until(lambda: self.has_fired(name) >= times)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Return once `condition()` holds; it is looked at whenever something moves."""
        while not condition():
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await waiter

    async def idle(self) -> None:
        """Return once no connection is open; their clients must be gone, and no rule hold one."""
        while self._links:
            await asyncio.wait(tuple(self._links))

    # switches

    async def break_now(self) -> None:
        """Reset every connection, and refuse new ones until `heal`."""
        await self._stop_listening()
        await self._cut_all()

    async def heal(self) -> None:
        """Drop all rules, end what they hold up, and take connections again.

        A token that was refused stays refused until `renew_token`.
        """
        self._rules.use(())
        healing, self._healing = self._healing, asyncio.Event()
        healing.set()
        if self._server is None:
            await self.start()
        self._note()

    def expire_token(self) -> None:
        """Answer 401 from now on, until `renew_token` or until another token is in use."""
        self._expired = True

    def renew_token(self) -> None:
        """Take the token (again)."""
        self._expired = False
        self._refused_token = None
        self._rules.drop(What.EXPIRED_TOKEN)

    # connections

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = Link(Wire(reader, writer, h11.SERVER), self._upstream)
        task = asyncio.get_running_loop().create_task(self._converse(link), name="qa connection")
        self._links[task] = link
        task.add_done_callback(self._conversed)

    def _conversed(self, task: asyncio.Task[None]) -> None:
        self._links.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a connection failed with %s", type(error).__name__, exc_info=error)

    async def _converse(self, link: Link) -> None:
        try:
            while await self._serve(link):
                pass
        finally:
            await link.close()

    async def _serve(self, link: Link) -> bool:
        """Serve one request; return whether there may be another."""
        try:
            request = await link.client.event()
        except BrokenError:
            return False
        if not isinstance(request, h11.Request):
            return False
        call = call_of(request, self._keys)
        rules = self._rules_for(request, call)
        entry = Entry(
            len(self.log) + 1,
            self._clock(),
            call.method,
            call.path,
            call.stage,
            call.key,
            length_of(request),
            faults=tuple(rule.label for rule in rules),
        )
        self.log.append(entry)
        shared = Shared(self._random, self._healed, self._note, self._learn, self._acted)
        try:
            return await Exchange(link, request, rules, entry, shared).run()
        finally:
            self._note()

    def _rules_for(self, request: h11.Request, call: Call) -> tuple[Rule, ...]:
        rules = self._rules.of(call)
        if any(rule.what is What.EXPIRED_TOKEN for rule in rules):
            self._expired = True
        token = header(request, b"authorization")
        if self._expired:
            self._refused_token, self._expired = token, False
        if self._refused_token is not None and token == self._refused_token:
            others = tuple(rule for rule in rules if rule.what is not What.EXPIRED_TOKEN)
            return (*others, Rule(What.EXPIRED_TOKEN))
        return tuple(rule for rule in rules if rule.what is not What.EXPIRED_TOKEN)

    def _learn(self, location: str, key: str) -> None:
        self._keys[unquote(urlsplit(location).path)] = key

    def _acted(self, rule: Rule) -> None:
        self._fired.append(replace(rule))
        self._note()

    def _healed(self) -> Awaitable[object]:
        """Return what ends at the next `heal`, also where that comes before it is awaited."""
        return self._healing.wait()

    def _note(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def _stop_listening(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.close()

    async def _cut_all(self) -> None:
        tasks = tuple(self._links)
        for link in tuple(self._links.values()):
            link.client.reset()
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


def content_stage(entry: Entry) -> bool:
    """Whether an entry carried a file's content."""
    return entry.stage is SaveStage.UPLOAD_FILES and entry.method in ("PUT", "PATCH")
