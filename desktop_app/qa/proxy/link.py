"""The two connections of one exchange: the client's, and the one to the service behind it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections.abc import Awaitable, Callable

from desktop_app.qa.proxy.wire import LARGEST_HEAD, BrokenError, reset

Address = tuple[str, int]
Upstream = Callable[[], Awaitable[Address]]
"""Says where the service is now: asked for each new connection to it."""

_LOOK_S = 0.02
_ESTABLISHED = 1


class Link:
    """A client's connection, and the one to the service once it is needed.

    Attributes:
        reader, writer: the client's side.
    """

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, upstream: Upstream
    ) -> None:
        self.reader = reader
        self.writer = writer
        self._upstream = upstream
        self._up: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.host = ""

    async def up(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return the connection to the service, a fresh one where the last cannot be used.

        Raises:
            BrokenError: the service cannot be reached.
        """
        if self._up is not None and not self._up[0].at_eof() and not self._up[1].is_closing():
            return self._up
        await self.drop_up()
        try:
            host, port = await self._upstream()
            self._up = await asyncio.open_connection(host, port, limit=LARGEST_HEAD)
        except OSError as error:
            raise BrokenError from error
        self.host = f"{host}:{port}"
        return self._up

    async def drop_up(self) -> None:
        """Close the connection to the service, if there is one."""
        up, self._up = self._up, None
        if up is not None:
            await _closed(up[1])

    async def send(self, data: bytes) -> None:
        """Send to the client.

        Raises:
            BrokenError: it is gone.
        """
        try:
            self.writer.write(data)
            await self.writer.drain()
        except ConnectionError as error:
            raise BrokenError from error

    def reset(self) -> None:
        """Break the client's connection off."""
        reset(self.writer)

    async def close(self) -> None:
        """Close both in an orderly way."""
        await self.drop_up()
        await _closed(self.writer)

    async def client_gone(self) -> None:
        """Return once the client has closed or reset its connection, unread bytes or not.

        Seen by looking at the socket's state: while a fault keeps the proxy from reading, no
        event tells.
        """
        while not self._gone():  # noqa: ASYNC110 - the socket's state raises no event
            await asyncio.sleep(_LOOK_S)

    def _gone(self) -> bool:
        if self.reader.at_eof() or self.writer.is_closing():
            return True
        raw = self.writer.get_extra_info("socket")
        if raw is None or raw.fileno() < 0:
            return True
        if not sys.platform.startswith("linux"):
            return False
        state: bytes = raw.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)
        return state[0] != _ESTABLISHED


async def _closed(writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        writer.close()
        await writer.wait_closed()
