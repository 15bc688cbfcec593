"""The two connections of one exchange: the client's, and the one to the service behind it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import h11

from desktop_app.qa.proxy.wire import LARGEST_HEAD, ServiceGoneError, Wire

Address = tuple[str, int]
Upstream = Callable[[], Awaitable[Address]]
"""Returns where the service is now: called for each new connection to it."""


class Link:
    """A client's connection, and the one to the service once it is needed.

    Attributes:
        client: the client's side.
        host: address of the service that `up` has connected to.
    """

    def __init__(self, client: Wire, upstream: Upstream) -> None:
        self.client = client
        self.host = ""
        self._upstream = upstream
        self._up: Wire | None = None

    async def up(self) -> Wire:
        """Return a connection to the service for one request: the last one, or a fresh one.

        Raises:
            ServiceGoneError: the service cannot be reached.
        """
        if self._up is not None and self._up.open and self._up.begin_next():
            return self._up
        await self._drop_up()
        try:
            host, port = await self._upstream()
            streams = await asyncio.open_connection(host, port, limit=LARGEST_HEAD)
        except OSError as error:
            raise ServiceGoneError from error
        self.host = f"{host}:{port}"
        self._up = Wire(*streams, h11.CLIENT)
        return self._up

    async def close(self) -> None:
        """Close both in an orderly way."""
        await self._drop_up()
        await self.client.close()

    async def _drop_up(self) -> None:
        up, self._up = self._up, None
        if up is not None:
            await up.close()
