"""The one HTTP client: everything an adapter sends goes through `HttpClient.call`.

HTTP/1.1, no cookies, redirects only within the origin, exact statuses, one watchdog, and every
failure as a `SendoffError` whose verdict says whether the request may be repeated.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import TypeVar
from uuid import uuid4

import httpx

from desktop_app.core.clock import Clock, LoopClock
from desktop_app.core.errors import (
    ErrorInfo,
    ErrorKind,
    FieldError,
    SendoffError,
    ServiceError,
    info,
)
from desktop_app.core.log import Redactor
from desktop_app.core.model import SaveLimits
from desktop_app.services.http.answer import Answer, refusal, unreadable
from desktop_app.services.http.body import Pace
from desktop_app.services.http.endpoint import Locate, Origin, origin_of
from desktop_app.services.http.exchange import LARGEST_REFUSAL, Exchange, Surroundings
from desktop_app.services.http.lane import Lane, silence_library_logs
from desktop_app.services.http.patience import ONCE, Hold, Patience, patiently
from desktop_app.services.http.request import Request
from desktop_app.services.http.settings import HttpSettings, Trust, proxy_for
from desktop_app.services.http.texts import UNMASKED_LIMIT, printable, tidy
from desktop_app.services.http.watchdog import Watchdog
from desktop_app.workflow import ScheduleTimeout, loop_schedule_timeout

T = TypeVar("T")
Refine = Callable[[Answer, ErrorInfo], ErrorInfo]
"""An adapter's own reading of a refusal."""

LONGEST_FACT = 1024
"""Characters of a fact that a server named: the longest file key has as many bytes."""
_IDLE_LANES = 16
_log = logging.getLogger(__name__)


class HttpClient:
    """Talks to one service, on one event loop.

    Args:
        locate: where the service is; asked again after a refused connection and after a 401.
        limits: of calls.
        settings: certificates and proxies.
        trust: the shared TLS context; built on first use where it is None.
        refine: the adapter's own reading of refusals.
        clock, random, schedule, new_id: injected for tests.
    """

    def __init__(
        self,
        locate: Locate,
        *,
        limits: SaveLimits | None = None,
        settings: HttpSettings | None = None,
        trust: Trust | None = None,
        refine: Refine | None = None,
        clock: Clock | None = None,
        random: Random | None = None,
        schedule: ScheduleTimeout = loop_schedule_timeout,
        new_id: Callable[[], str] = lambda: str(uuid4()),
    ) -> None:
        silence_library_logs()
        self.limits = limits or SaveLimits()
        self.clock = clock or LoopClock()
        self._locate = locate
        self._settings = settings or HttpSettings()
        self._trust = trust or Trust(self._settings.ca_file)
        self._refine = refine
        self._random = random or Random()  # noqa: S311 - jitter, no secret
        self._new_id = new_id
        rate = self.limits.max_bytes_per_s
        self._around = Surroundings(
            self.clock,
            self.limits,
            Watchdog(self.clock, schedule),
            Pace(self.clock, rate) if rate else None,
        )
        self._hold = Hold(self.clock)
        self._origin: Origin | None = None
        self._locating = asyncio.Lock()
        self._idle: list[_Way] = []
        self._redact = Redactor()

    async def call(
        self, request: Request, read: Callable[[Answer], T], patience: Patience = ONCE
    ) -> T:
        """Send `request` as often as patience allows, and return what `read` makes of the answer.

        `read` raises `LookupError`, `TypeError` or `ValueError` where the answer has not the
        shape that it should have.

        Raises:
            ServiceError: the service, or the way to it, refused or fell silent.
            BadInputError: address, token, proxy or authority file are no good.
            FileError: from the body.
            OperationAborted: the patience's signal was aborted.
        """
        writes = request.method not in ("GET", "HEAD", "OPTIONS")
        return await self.patiently(
            lambda: self._once(request, read, patience), patience, writes=writes
        )

    async def patiently(
        self, attempt: Callable[[], Awaitable[T]], patience: Patience, *, writes: bool = True
    ) -> T:
        """Call `attempt` as often as patience allows: for attempts of several calls.

        The calls inside have no patience of their own. `writes`: they may change something.
        """
        return await patiently(
            attempt,
            patience,
            hold=self._hold,
            clock=self.clock,
            random=self._random,
            writes=writes,
        )

    async def target_of(self, target: str, location: str) -> str:
        """Return the target of a `Location` that the answer to `target` named: path and query.

        Whatever host it names (a proxy may have rewritten it), it is looked for at the endpoint.

        Raises:
            ServiceError: BAD_ANSWER; it is not below the endpoint.
        """
        origin = await self._located()
        try:
            path = origin.url(target).join(location).raw_path.decode("ascii")
        except (httpx.InvalidURL, ValueError) as error:
            raise ServiceError(
                info(ErrorKind.BAD_ANSWER, host=origin.host, reason="location")
            ) from error
        return path.removeprefix(origin.prefix)

    @asynccontextmanager
    async def download(
        self, target: str, headers: Mapping[str, str] | None = None
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        """Read a body piece by piece; a piece that does not come within the stall limit fails.

        Raises:
            ServiceError: as `call`; while iterating, CONNECTION_LOST if the body is cut short.
        """
        request = Request(
            "GET", target, frozenset({200, 206}), repeatable=True, headers=headers or {}
        )
        async with self._way() as way:
            exchange = way.exchange(request, self._around, self._new_id())
            async with exchange.download() as (head, pieces):
                if head.status not in request.expect:
                    whole = replace(head, body=await _start_of(pieces))
                    raise self._refused(whole.without(self._redact.in_bytes), request, way)
                yield pieces

    async def aclose(self) -> None:
        """Cut all connections and leave no timer behind."""
        self._around.watchdog.close()
        while self._idle:
            await self._idle.pop().lane.drop()

    async def _once(self, request: Request, read: Callable[[Answer], T], patience: Patience) -> T:
        request_id = self._new_id()
        began = self.clock.monotonic()
        outcome = "cancelled"
        try:
            async with self._way() as way:
                touch = patience.signal.touch if patience.signal else lambda: None
                answer = await way.exchange(request, self._around, request_id, touch).answer()
                answer = answer.without(self._redact.in_bytes)
                outcome = str(answer.status)
                return self._understood(answer, request, way, read)
        except SendoffError as error:
            outcome = f"{outcome} {error.kind}" if outcome.isdigit() else str(error.kind)
            self._learn(error)
            raise
        finally:
            _log.info(
                "%s %s %s %.0f ms id=%s",
                request.method,
                request.target.partition("?")[0],
                outcome,
                1000 * (self.clock.monotonic() - began),
                request_id,
            )

    def _understood(
        self, answer: Answer, request: Request, way: _Way, read: Callable[[Answer], T]
    ) -> T:
        if answer.status not in request.expect:
            raise self._refused(answer, request, way)
        try:
            return read(answer)
        except ServiceError as error:
            raise ServiceError(self.masked(error.info)) from error
        except (LookupError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise unreadable(answer, way.origin.host, repeatable=request.repeatable) from error

    def _refused(self, answer: Answer, request: Request, way: _Way) -> ServiceError:
        origin = way.origin
        if 200 <= answer.status < 300:
            return unreadable(answer, origin.host, repeatable=request.repeatable)
        value = refusal(answer, origin.host, repeatable=request.repeatable)
        if answer.status == 401 and way.proxy and origin.root.scheme == "http":
            value = replace(value, kind=ErrorKind.PROXY_AUTH)  # no token ever goes this way
        if self._refine is not None:
            value = self._refine(answer, value)
        return ServiceError(self.masked(value))

    def masked(self, value: ErrorInfo) -> ErrorInfo:
        """Return an error with all that a server said in it masked, printable and short."""
        fields = tuple(
            FieldError(self._fact(f.field), tuple(self._text(m) for m in f.messages), f.kind)
            for f in value.fields
        )
        detail = tuple((name, self._fact(fact)) for name, fact in value.detail)
        return replace(
            value, server_text=self._text(value.server_text), fields=fields, detail=detail
        )

    def plain(self, text: str) -> str:
        """Return what a server says for people on one line: masked, printable and short."""
        return self._text(text)

    def _text(self, text: str) -> str:
        return tidy(self._redact(text))

    def _fact(self, fact: str) -> str:
        """Return a fact as it is, spaces included (it may name a file), but no book of it."""
        return printable(self._redact(fact[:UNMASKED_LIMIT])[:LONGEST_FACT])

    def _learn(self, error: SendoffError) -> None:
        """Ask again where the service is, and with which token, before the next attempt.

        After a lost connection too: a service that was killed leaves its port to anybody.
        """
        if error.info.status in (None, 401):
            self._origin = None

    @asynccontextmanager
    async def _way(self) -> AsyncIterator[_Way]:
        """Lend a way to the service to one call; one that did not end well is not used again."""
        origin = await self._located()
        while self._idle and self._idle[-1].origin != origin:
            await self._idle.pop().lane.drop()
        way = self._idle.pop() if self._idle else await self._new_way(origin)
        try:
            yield way
        except ServiceError as error:
            await self._take_back(way, whole=error.info.status is not None)
            raise
        except BaseException:
            await way.lane.drop()
            raise
        await self._take_back(way, whole=True)

    async def _take_back(self, way: _Way, *, whole: bool) -> None:
        keep = whole and way.lane.reusable and way.origin == self._origin
        if keep and len(self._idle) < _IDLE_LANES:
            self._idle.append(way)
        else:
            await way.lane.drop()

    async def _new_way(self, origin: Origin) -> _Way:
        proxy = proxy_for(self._settings, origin.root.scheme, origin.host)
        encrypted = origin.root.scheme == "https"
        needs_trust = encrypted or (proxy is not None and proxy.url.startswith("https:"))
        context: ssl.SSLContext | None = await self._trust.context() if needs_trust else None
        name = proxy.url.partition("//")[2] if proxy else ""
        self._redact.add(proxy.password if proxy else "")
        return _Way(Lane(context, proxy, encrypted=encrypted), origin, name)

    async def _located(self) -> Origin:
        async with self._locating:
            if self._origin is None:
                origin = origin_of(await self._locate())
                self._redact.add(origin.token)
                self._origin = origin
            return self._origin


async def _start_of(pieces: AsyncIterator[bytes]) -> bytes:
    """Return as much of a refusal as may matter."""
    start = bytearray()
    async for piece in pieces:
        start += piece
        if len(start) > LARGEST_REFUSAL:
            break
    return bytes(start)


class _Way:
    """A lane and where it leads."""

    def __init__(self, lane: Lane, origin: Origin, proxy: str) -> None:
        self.lane = lane
        self.origin = origin
        self.proxy = proxy

    def exchange(
        self,
        request: Request,
        around: Surroundings,
        request_id: str,
        touch: Callable[[], None] = lambda: None,
    ) -> Exchange:
        """Return one attempt over this lane."""
        return Exchange(
            request,
            self.lane,
            self.origin,
            around,
            request_id=request_id,
            proxy=self.proxy,
            touch=touch,
        )
