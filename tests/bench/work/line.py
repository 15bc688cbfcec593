"""A line between a client and a server: it has a delay, a rate, and may stall. And servers for it.

    client --> [rate, shared by all connections] --> [delay] --> server      and the same back

A connection is open one round trip after it was asked for, as TCP's is. What waits for the line is
bounded, so that a sender feels it soon, as behind a small queue. The server's own port is put
in the place of the line's, and back: where both have as many digits, nothing else changes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from dataclasses import dataclass

from tests.invenio.double import TOKEN, InvenioDouble

_BLOCK = 16 << 10
_QUEUE_S = 0.05
"""Seconds of data that may wait for the line before the sender has to."""


@dataclass(slots=True)
class _Way:
    """One direction of the line, shared by all connections."""

    delay_s: float
    bytes_per_s: float
    stall_s: float
    stall_every_s: float
    free_at: float = 0.0

    def departure(self, now: float, size: int) -> float:
        """Return when `size` bytes have left, and keep the line busy until then."""
        begun = self._moving(max(now, self.free_at))
        self.free_at = begun + size / self.bytes_per_s
        return self.free_at

    def _moving(self, at: float) -> float:
        """Return the first moment from `at` on at which the line does not stall."""
        if not self.stall_s:
            return at
        into = at % self.stall_every_s
        return at - into + self.stall_s if into < self.stall_s else at


def line(
    spawned: float,
    host: str,
    port: int,
    delay_s: float,
    bytes_per_s: float,
    stall_s: float = 0.0,
    stall_every_s: float = 60.0,
) -> None:
    """Relay until killed; prints the port on which it listens."""
    del spawned
    ways = [_Way(delay_s, bytes_per_s, stall_s, stall_every_s) for _ in range(2)]

    async def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(2 * delay_s)
        far_reader, far_writer = await asyncio.open_connection(host, port)
        near, far = f"{host}:{ports[0]}".encode(), f"{host}:{port}".encode()
        async with asyncio.TaskGroup() as group:
            group.create_task(_carry(reader, far_writer, ways[0], near, far))
            group.create_task(_carry(far_reader, writer, ways[1], far, near))

    ports: list[int] = []

    async def serve() -> None:
        server = await asyncio.start_server(accepted, host, 0, limit=_BLOCK)
        ports.append(server.sockets[0].getsockname()[1])
        if len(str(ports[0])) != len(str(port)):
            raise SystemExit(f"port {port} has another number of digits")
        _announce(ports[0])
        await server.serve_forever()

    asyncio.run(serve())


async def _carry(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    way: _Way,
    name: bytes,
    becomes: bytes,
) -> None:
    """Carry one direction of a connection until its end."""
    loop = asyncio.get_running_loop()
    arriving: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def arrive() -> None:
        while True:
            at, block = await arriving.get()
            await asyncio.sleep(at - loop.time())
            if not block:
                return
            writer.write(block)

    with contextlib.suppress(ConnectionError):
        async with asyncio.TaskGroup() as group:
            group.create_task(arrive())
            while block := await reader.read(_BLOCK):
                left = way.departure(loop.time(), len(block))
                arriving.put_nowait((left + way.delay_s, block.replace(name, becomes)))
                await asyncio.sleep(left - _QUEUE_S - loop.time())
            arriving.put_nowait((loop.time() + way.delay_s, b""))
    with contextlib.suppress(OSError):
        writer.close()


def double(spawned: float) -> None:
    """Serve the double of InvenioRDM until killed; prints its port and token."""
    del spawned

    async def serve() -> None:
        async with InvenioDouble() as site:
            _announce({"port": site.port, "token": TOKEN})
            await asyncio.get_running_loop().create_future()

    asyncio.run(serve())


def _announce(fact: object) -> None:
    sys.stdout.write(json.dumps(fact) + "\n")
    sys.stdout.flush()
