"""One connection at a time to one origin: the smallest thing that can be thrown away whole.

A client keeps a few and lends each to one call; one whose call was cancelled or broke is dropped.
A shared pool of the HTTP library is not used: after many cancelled requests it stays full for ever
of connections that nobody reads (measured with httpx 0.28.1: `PoolTimeout`).
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import socket
import ssl
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from errno import errorcode
from typing import cast

import anyio
import anyio.lowlevel
import httpcore
import httpx

from desktop_app.services.http.request import FIRST_PIECE
from desktop_app.services.http.settings import Origin, Proxy
from desktop_app.services.http.stream import SocketStream, Traffic

IDLE_S = 4.0
"""Common servers close an idle connection after 5 s; one that is older is not used again."""
_NO_BODY = frozenset({204, 304})
_ERRNO = re.compile(r"\[Errno (-?\d+)\]")
_NEXT_ADDRESS_S = 0.25
"""After so long the next address of a name is tried too."""


def silence_library_logs() -> None:
    """Keep the HTTP libraries from logging URLs and headers."""
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)


def warm_up() -> None:
    """Load what the first request would load (40 ms and more). Blocks: call it in a thread."""
    asyncio.run(_checkpoint())


async def _checkpoint() -> None:
    with anyio.CancelScope():
        await anyio.lowlevel.checkpoint()


class SocketBackend(httpcore.AsyncNetworkBackend):
    """Opens the sockets of one connection for the HTTP library.

    Attributes:
        traffic: what all sockets of this connection count together.
        stream: the socket that is open now, None before the first.
    """

    def __init__(self, tls_layers: int = 0) -> None:
        self.traffic = Traffic(tls_layers)
        self.stream: SocketStream | None = None

    def moved(self) -> int:
        """Return a count that changes whenever a byte left this machine or arrived."""
        waiting = self.stream.waiting_bytes() if self.stream is not None else 0
        return self.traffic.sent - waiting + self.traffic.received

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect; limits of time are the caller's.

        Raises:
            httpcore.ConnectError: caused by the operating system's own error.
        """
        del timeout, local_address, socket_options
        loop = asyncio.get_running_loop()
        try:
            _, connected = await loop.create_connection(
                lambda: SocketStream(self.traffic),
                host,
                port,
                happy_eyeballs_delay=None if _is_address(host) else _NEXT_ADDRESS_S,
            )
        except OSError as error:
            raise httpcore.ConnectError from _single_error(error)
        except UnicodeError as error:
            raise httpcore.ConnectError from socket.gaierror(socket.EAI_NONAME, str(error))
        self.stream = connected
        return connected

    def drop(self) -> None:
        """Cut the connection now; what the operating system has not sent is not sent."""
        if self.stream is not None:
            self.stream.drop()


class Connection(httpx.AsyncBaseTransport):
    """A transport over at most one connection; the library's exceptions pass as they are.

    It works below any client of the library: no cookies, no redirects, no environment, no limits.

    Attributes:
        origin: where it leads.
        proxy: `host:port` of the proxy on the way, or "".
        backend: its sockets.
        piece: bytes of a body to hand to the system at first, as the last body ended.
    """

    def __init__(self, origin: Origin, context: ssl.SSLContext | None, proxy: Proxy | None) -> None:
        self.origin = origin
        self.proxy = proxy.url.partition("//")[2] if proxy else ""
        to_proxy = int(proxy is not None and proxy.url.startswith("https:"))
        self.backend = SocketBackend(to_proxy + int(origin.root.scheme == "https"))
        self.piece = FIRST_PIECE
        self._pool = _pool(self.backend, context, proxy)
        self._ends_clearly = True

    @property
    def reusable(self) -> bool:
        """Whether the last answer ended where the connection did: nothing was left unread.

        Bytes behind the end of an answer would be taken for the answer to the next request.
        """
        return self._ends_clearly and not any(_has_unread(each) for each in self._pool.connections)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send, and return once the head of the answer is there."""
        if not self.reusable:
            await self.drop()
        self.backend.traffic.request_begins = True
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
        self._ends_clearly = _has_one_end(answer.status, answer.headers)
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
        self.backend.drop()
        await self.aclose()


def _has_unread(connection: object) -> bool:
    """Whether the HTTP library has bytes of a connection that belong to no answer.

    It keeps them for the next request and has no public way to ask. Where its inside is not as
    known, the connection counts as unusable: slower, never wrong.
    """
    while (below := getattr(connection, "_connection", None)) is not None:
        connection = below
    state = getattr(connection, "_h11_state", None)
    return state is None or bool(state.trailing_data[0])


def _has_one_end(status: int, headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether everybody on the way sees the same end of this answer (RFC 9112, 6.3)."""
    framing = {name.lower(): value for name, value in headers}
    length, coding = framing.get(b"content-length"), framing.get(b"transfer-encoding")
    if status in _NO_BODY:
        return coding is None and length in (None, b"0")
    return length is None or coding is None


def _pool(
    backend: SocketBackend, context: ssl.SSLContext | None, proxy: Proxy | None
) -> httpcore.AsyncConnectionPool:
    """Return the library's pool with room for one connection: it speaks HTTP, CONNECT and TLS."""
    if proxy is None:
        return httpcore.AsyncConnectionPool(
            ssl_context=context,
            max_connections=1,
            keepalive_expiry=IDLE_S,
            network_backend=backend,
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
        network_backend=backend,
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


def _is_address(host: str) -> bool:
    """Whether there is nothing to choose: asyncio's race loses its socket when it is cancelled."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _single_error(error: OSError) -> OSError:
    """Return one error where asyncio joined those of several addresses into a text."""
    if error.errno is None and (found := _ERRNO.findall(str(error))):
        return OSError(int(found[-1]), errorcode.get(int(found[-1]), ""))
    return error
