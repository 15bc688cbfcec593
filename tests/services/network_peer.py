"""Both ends of an upload as processes, for tests that put a network between them.

`python -m tests.services.network_peer serve HOST PORT` keeps one tus upload in memory.
`python -m tests.services.network_peer send URL SIZE` sends `driver.Content(SIZE)` to it and tells,
a JSON object a line, what it hears; the last line says whether the server holds exactly that.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
from contextlib import suppress
from typing import Any

from desktop_app.core.model import SaveLimits
from desktop_app.services.http import HttpClient, Patience, Request, at
from desktop_app.services.tus import Content, Listener, Tus
from tests.raw_server import Connection, RawServer
from tests.services import driver
from tests.services.driver import DIRECT, MIB

LIMITS = SaveLimits(control_s=1.5, stall_s=1.5, answer_s=5.0)


class Store:
    """One upload; an older PATCH whose bytes arrive late is deaf once a newer request came."""

    def __init__(self) -> None:
        self.content = bytearray()
        self.size = 0
        self.turn = 0

    async def __call__(self, c: Connection) -> None:
        """Serve one request."""
        self.turn += 1
        with suppress(ConnectionError):
            await getattr(self, c.seen.method.lower())(c)

    async def post(self, c: Connection) -> None:
        self.size = int(c.seen.headers["upload-length"])
        await c.answer(201, b"", {"Location": "/files/1"})

    async def head(self, c: Connection) -> None:
        await c.answer(200, b"", {"Upload-Offset": str(len(self.content))})

    async def get(self, c: Connection) -> None:
        digest = hashlib.sha256(self.content).hexdigest()
        await c.answer(200, {"size": len(self.content), "digest": f"sha256:{digest}"})

    async def patch(self, c: Connection) -> None:
        turn, length = self.turn, int(c.seen.headers["content-length"])
        if int(c.seen.headers["upload-offset"]) != len(self.content):
            await c.answer(409)
            return
        while c.seen.length < length and turn == self.turn:
            part = await c._reader.read(min(1 << 16, length - c.seen.length))
            if not part or turn != self.turn:
                return
            c.seen.length += len(part)
            self.content += part
        c.seen.complete = True
        await c.answer(204, b"", {"Upload-Offset": str(len(self.content))})


def tell(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)  # noqa: T201 - this is how the test hears of it


async def serve(host: str, port: int) -> None:
    server = RawServer(otherwise=Store(), host=host)
    server.port = port
    await server.listen()
    tell(listening=server.url)
    await asyncio.Event().wait()


async def send(url: str, size: int) -> None:
    http = HttpClient(at(url), limits=LIMITS, settings=DIRECT)
    source = driver.Content(size)
    patience = Patience(
        attempts=4, outage_s=60, on_wait=lambda s, e: tell(waits=s, kind=e.kind.value)
    )
    tus = Tus(http, chunk_limit=4 * MIB)
    upload = await tus.create("/files", size, {"filename": "data.bin"}, patience)
    listener = Listener(
        sent=lambda total: tell(sent=total), acknowledged=lambda offset: tell(offset=offset)
    )
    await tus.send(upload, Content(size, source.open), patience, listener)
    request = Request("GET", "/stored", frozenset({200}), repeatable=True)
    stored = await http.call(request, lambda answer: answer.json(), patience)
    await http.aclose()
    tell(exact=stored == {"size": size, "digest": source.sha256()})


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        asyncio.run(serve(sys.argv[2], int(sys.argv[3])))
    else:
        asyncio.run(send(sys.argv[2], int(sys.argv[3])))
