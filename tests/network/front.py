"""TLS in front of a service on loopback: `python -m tests.network.front HOST PORT UPSTREAM FOLDER`.

Says on standard output where it listens. FOLDER holds `server.pem` and `server.key`. Requests get
the upstream's own host name, as reverse proxies do: the built-in service answers to no other.
"""

from __future__ import annotations

import asyncio
import ssl
import sys
from contextlib import suppress
from pathlib import Path


async def _copy(
    source: asyncio.StreamReader, target: asyncio.StreamWriter, host: bytes, seen_as: bytes
) -> None:
    """Pass bytes on; a head comes whole, in one piece of its own."""
    with suppress(OSError):
        while part := await source.read(1 << 16):
            target.write(part.replace(b"\r\nHost: " + host, b"\r\nHost: " + seen_as, 1))
            await target.drain()
    target.close()


async def serve(host: str, port: int, upstream: int, folder: Path) -> None:
    """Pass bytes both ways until the process ends."""

    async def passing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, forth = await asyncio.open_connection("127.0.0.1", upstream)
        names = (b"%s:%d" % (host.encode(), port), b"127.0.0.1:%d" % upstream)
        await asyncio.gather(_copy(reader, forth, *names), _copy(back, writer, *names))

    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(folder / "server.pem", folder / "server.key")
    server = await asyncio.start_server(passing, host, port, ssl=tls)
    port = server.sockets[0].getsockname()[1]
    print(host, port, flush=True)  # noqa: T201 - how the test hears of it
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])))
