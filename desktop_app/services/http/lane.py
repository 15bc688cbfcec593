"""One connection at a time to one place: the smallest thing that can be thrown away whole.

A client keeps a few lanes and lends each to one call; a lane whose call was cancelled or broke is
dropped, so no pool can stay full of what nobody reads.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import AsyncIterable, AsyncIterator
from typing import cast

import anyio
import anyio.lowlevel
import httpcore
import httpx

from desktop_app.services.http.body import FIRST_PIECE
from desktop_app.services.http.settings import Proxy
from desktop_app.services.http.wire import Wire

IDLE_S = 4.0
"""Common servers close an idle connection after 5 s; one that is older is not used again."""
_NO_BODY = frozenset({204, 304})


def silence_library_logs() -> None:
    """Keep the HTTP libraries from logging URLs and headers."""
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)


def warm_up() -> None:
    """Load what the first request would load (40 ms and more). Blocks: call it in a thread."""
    asyncio.run(_nothing())


async def _nothing() -> None:
    with anyio.CancelScope():
        await anyio.lowlevel.checkpoint()


class Lane(httpx.AsyncBaseTransport):
    """A transport over at most one connection; its exceptions pass as they are.

    Below any client of the library: no cookies, no redirects, no environment, no limits.

    Attributes:
        piece: bytes of a body to hand to the system at first, as its last one ended.
    """

    def __init__(
        self, context: ssl.SSLContext | None, proxy: Proxy | None, *, encrypted: bool
    ) -> None:
        proxy_layers = int(proxy is not None and proxy.url.startswith("https:"))
        self.wire = Wire(proxy_layers + int(encrypted))
        self._pool = _pool(self.wire, context, proxy)
        self._ends_clearly = True
        self.piece = FIRST_PIECE

    @property
    def reusable(self) -> bool:
        """Whether the last answer ended where the connection did: nothing was left unread.

        Bytes behind the end of an answer would be taken for the answer to the next request.
        """
        return self._ends_clearly and not any(_unread(each) for each in self._pool.connections)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send, and return once the head of the answer is there."""
        if not self.reusable:
            await self.drop()
        self.wire.begins = True
        url = request.url
        answer = await self._pool.handle_async_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
                ),
                headers=request.headers.raw,
                content=cast(AsyncIterable[bytes], request.stream),
                extensions=request.extensions,
            )
        )
        self._ends_clearly = _one_end(answer.status, answer.headers)
        return httpx.Response(
            status_code=answer.status,
            headers=answer.headers,
            stream=_Stream(cast(AsyncIterable[bytes], answer.stream)),
            extensions=answer.extensions,
        )

    async def aclose(self) -> None:
        """Close the connection."""
        await self._pool.aclose()

    async def drop(self) -> None:
        """Cut the connection now and forget everything about it."""
        self.wire.drop()
        await self.aclose()


def _unread(connection: object) -> bool:
    """Whether the HTTP library has bytes of a connection that belong to no answer.

    It keeps them for the next request and has no public way to ask. Where its inside is not as
    known, the connection counts as unusable: slower, never wrong.
    """
    while (below := getattr(connection, "_connection", None)) is not None:
        connection = below
    state = getattr(connection, "_h11_state", None)
    return state is None or bool(state.trailing_data[0])


def _one_end(status: int, headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether everybody on the way sees the same end of this answer (RFC 9112, 6.3)."""
    framing = {name.lower(): value for name, value in headers}
    length, coding = framing.get(b"content-length"), framing.get(b"transfer-encoding")
    if status in _NO_BODY:
        return coding is None and length in (None, b"0")
    return length is None or coding is None


def _pool(
    wire: Wire, context: ssl.SSLContext | None, proxy: Proxy | None
) -> httpcore.AsyncConnectionPool:
    if proxy is None:
        return httpcore.AsyncConnectionPool(
            ssl_context=context,
            max_connections=1,
            keepalive_expiry=IDLE_S,
            network_backend=wire,
        )
    auth = None
    if proxy.username:
        auth = (proxy.username.encode(), proxy.password.encode())
    return httpcore.AsyncHTTPProxy(
        proxy.url,
        proxy_auth=auth,
        ssl_context=context,
        proxy_ssl_context=context if proxy.url.startswith("https:") else None,
        max_connections=1,
        keepalive_expiry=IDLE_S,
        network_backend=wire,
    )


class _Stream(httpx.AsyncByteStream):
    def __init__(self, stream: AsyncIterable[bytes]) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._stream:
            yield part

    async def aclose(self) -> None:
        close = getattr(self._stream, "aclose", None)
        if close is not None:
            await close()
