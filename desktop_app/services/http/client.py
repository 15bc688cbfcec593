"""The one HTTP client: everything an adapter sends goes through `HttpClient.call`.

HTTP/1.1, redirects only within the origin, exact statuses, one watchdog, and every failure as a
`SendoffError` whose verdict says whether the request may be repeated. No cookies: InvenioRDM sets
one for CSRF, and answers a request with it and an expired token with a 400 that hides the reason.
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
from desktop_app.services.http.answer import Answer
from desktop_app.services.http.attempt import LARGEST_REFUSAL, Attempt, ClientContext
from desktop_app.services.http.connection import Connection, silence_library_logs
from desktop_app.services.http.errors import refusal, unreadable
from desktop_app.services.http.request import Pace, Request
from desktop_app.services.http.retry import ONCE, HostBackoff, OnWait, RetryPolicy, with_retries
from desktop_app.services.http.server_text import UNMASKED_LIMIT, printable, tidy
from desktop_app.services.http.settings import HttpSettings, Locate, Origin, origin_of, proxy_for
from desktop_app.services.http.timeouts import Watchdog
from desktop_app.services.http.tls import Trust
from desktop_app.workflow import ScheduleTimeout, loop_schedule_timeout

T = TypeVar("T")
Refine = Callable[[Answer, ErrorInfo], ErrorInfo]
"""An adapter's own reading of a refusal."""

LONGEST_FACT = 1024
"""Characters of a fact that a server named: the longest file key has as many bytes."""
_MOST_IDLE = 16
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
        self._context = ClientContext(
            self.clock,
            self.limits,
            Watchdog(self.clock, schedule),
            Pace(self.clock, rate) if rate else None,
        )
        self._backoff = HostBackoff(self.clock)
        self._on_wait: OnWait | None = None
        self._origin: Origin | None = None
        self._locating = asyncio.Lock()
        self._idle: list[Connection] = []
        self._redact = Redactor()

    def report_waits(self, on_wait: OnWait) -> None:
        """From now on call `on_wait` before each pause of a call whose policy has no `on_wait`."""
        self._on_wait = on_wait

    def reporting(self, policy: RetryPolicy) -> RetryPolicy:
        """Return `policy` with the client's own `on_wait` where it has none."""
        if policy.on_wait is not None or self._on_wait is None:
            return policy
        return replace(policy, on_wait=self._on_wait)

    async def call(
        self, request: Request, read: Callable[[Answer], T], policy: RetryPolicy = ONCE
    ) -> T:
        """Send `request` as often as `policy` allows, and return what `read` makes of the answer.

        `read` raises `LookupError`, `TypeError` or `ValueError` where the answer has not the
        shape that it should have.

        Raises:
            ServiceError: the service, or the way to it, refused or did not answer.
            BadInputError: address, token, proxy or authority file cannot be used.
            FileError: from the body.
            OperationAborted: the policy's signal was aborted.
        """
        writes = request.method not in ("GET", "HEAD", "OPTIONS")
        return await self.retrying(lambda: self._once(request, read, policy), policy, writes=writes)

    async def retrying(
        self, attempt: Callable[[], Awaitable[T]], policy: RetryPolicy, *, writes: bool = True
    ) -> T:
        """Call `attempt` as often as `policy` allows: for attempts of several calls.

        The calls inside are made once each. `writes`: they may change something.
        """
        return await with_retries(
            attempt,
            self.reporting(policy),
            backoff=self._backoff,
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
        async with self._lent_connection() as connection:
            attempt = Attempt(request, connection, self._context, request_id=self._new_id())
            async with attempt.download() as (head, pieces):
                if head.status not in request.expect:
                    whole = replace(head, body=await _start_of(pieces))
                    raise self._refused(whole.without(self._redact.in_bytes), request, connection)
                yield pieces

    async def aclose(self) -> None:
        """Cut all connections and leave no timer behind."""
        self._context.watchdog.close()
        while self._idle:
            await self._idle.pop().drop()

    async def _once(self, request: Request, read: Callable[[Answer], T], policy: RetryPolicy) -> T:
        request_id = self._new_id()
        began = self.clock.monotonic()
        outcome = "cancelled"
        try:
            async with self._lent_connection() as connection:
                touch = policy.signal.touch if policy.signal else lambda: None
                attempt = Attempt(
                    request, connection, self._context, request_id=request_id, touch=touch
                )
                answer = await attempt.answer()
                answer = answer.without(self._redact.in_bytes)
                outcome = str(answer.status)
                return self._understood(answer, request, connection, read)
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
        self, answer: Answer, request: Request, connection: Connection, read: Callable[[Answer], T]
    ) -> T:
        if answer.status not in request.expect:
            raise self._refused(answer, request, connection)
        try:
            return read(answer)
        except ServiceError as error:
            raise ServiceError(self.masked(error.info)) from error
        except (LookupError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise unreadable(
                answer, connection.origin.host, repeatable=request.repeatable
            ) from error

    def _refused(self, answer: Answer, request: Request, connection: Connection) -> ServiceError:
        origin = connection.origin
        if 200 <= answer.status < 300:
            return unreadable(answer, origin.host, repeatable=request.repeatable)
        value = refusal(answer, origin.host, repeatable=request.repeatable)
        if answer.status == 401 and connection.proxy and origin.root.scheme == "http":
            # No token goes unencrypted to another computer: only the proxy can have asked.
            value = replace(value, kind=ErrorKind.PROXY_AUTH)
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
        """Return a fact as it is, spaces included (it may name a file), but not without end."""
        return printable(self._redact(fact[:UNMASKED_LIMIT])[:LONGEST_FACT])

    def _learn(self, error: SendoffError) -> None:
        """Ask again where the service is, and with which token, before the next attempt.

        After a lost connection too: the port of a service that was killed may be another program's
        by now, which must not get the token.
        """
        if error.info.status in (None, 401):
            self._origin = None

    @asynccontextmanager
    async def _lent_connection(self) -> AsyncIterator[Connection]:
        """Lend a connection to one call; one that did not end well is not used again."""
        origin = await self._located()
        while self._idle and self._idle[-1].origin != origin:
            await self._idle.pop().drop()
        connection = self._idle.pop() if self._idle else await self._new_connection(origin)
        try:
            yield connection
        except ServiceError as error:
            await self._take_back(connection, whole=error.info.status is not None)
            raise
        except BaseException:
            await connection.drop()
            raise
        await self._take_back(connection, whole=True)

    async def _take_back(self, connection: Connection, *, whole: bool) -> None:
        keep = whole and connection.reusable and connection.origin == self._origin
        if keep and len(self._idle) < _MOST_IDLE:
            self._idle.append(connection)
        else:
            await connection.drop()

    async def _new_connection(self, origin: Origin) -> Connection:
        proxy = proxy_for(self._settings, origin.root.scheme, origin.host)
        uses_tls = origin.root.scheme == "https"
        uses_tls = uses_tls or (proxy is not None and proxy.url.startswith("https:"))
        context: ssl.SSLContext | None = await self._trust.context() if uses_tls else None
        self._redact.add(proxy.password if proxy else "")
        return Connection(origin, context, proxy)

    async def _located(self) -> Origin:
        async with self._locating:
            if self._origin is None:
                origin = origin_of(await self._locate())
                self._redact.add(origin.token)
                self._origin = origin
            return self._origin


async def _start_of(pieces: AsyncIterator[bytes]) -> bytes:
    """Return as much of a refusal as can matter."""
    start = bytearray()
    async for piece in pieces:
        start += piece
        if len(start) > LARGEST_REFUSAL:
            break
    return bytes(start)
