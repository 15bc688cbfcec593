"""tus 1.0.0 against a scripted server: whatever happens, the server's offset is the truth."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from dataclasses import dataclass, field

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError
from desktop_app.core.model import SaveLimits
from desktop_app.services.http import RetryPolicy
from desktop_app.services.tus import (
    FIRST_CHUNK,
    Content,
    Listener,
    Tus,
    UploadGoneError,
    encode_metadata,
)
from tests.raw_server import Connection, RawServer, html, respond
from tests.services import driver
from tests.services.driver import MIB, client, pass_time, play
from tests.virtual_time import ManualClock

POLICY = RetryPolicy(attempts=4)


@dataclass
class TusServer:
    """A tus server in memory; `faults` are taken one per PATCH, before or after it counts."""

    content: bytearray = field(default_factory=bytearray)
    size: int = 0
    faults: list[str] = field(default_factory=list)
    metadata: str = ""
    patches: list[tuple[int, int]] = field(default_factory=list)
    heads: int = 0
    gone: bool = False
    last_headers: dict[str, str] = field(default_factory=dict)

    async def __call__(self, c: Connection) -> None:
        """Serve one request."""
        assert c.seen.headers["tus-resumable"] == "1.0.0"
        method = getattr(self, c.seen.method.lower())
        await method(c)

    async def post(self, c: Connection) -> None:
        self.size = int(c.seen.headers["upload-length"])
        self.metadata = c.seen.headers["upload-metadata"]
        self.gone = False
        self.content.clear()
        await c.answer(201, b"", {"Location": f"{c.server.url}/files/u1"})

    async def head(self, c: Connection) -> None:
        self.heads += 1
        if self.gone:
            await c.answer(410)
            return
        await c.answer(200, b"", {"Upload-Offset": str(len(self.content))})

    async def patch(self, c: Connection) -> None:
        fault = self.faults.pop(0) if self.faults else ""
        assert c.seen.headers["content-type"] == "application/offset+octet-stream"
        if fault in ("404", "409", "423", "413"):
            await c.answer(int(fault))
            await c.read_body()
            return
        offset = int(c.seen.headers["upload-offset"])
        self.last_headers = c.seen.headers
        if offset != len(self.content):
            await c.answer(409, b"", {"Upload-Offset": str(len(self.content))})
            return
        if fault == "cut":
            await c.read_body(MIB)
        else:
            await c.read_body()
        self.patches.append((offset, c.seen.length))
        self.content += self._source[offset : offset + c.seen.length]
        if fault in ("cut", "lost"):
            c.reset()
        elif fault == "html":
            await c.answer(200, b"<html></html>", {"Content-Type": "text/html"})
        elif fault == "lies":
            await c.answer(204, b"", {"Upload-Offset": str(self.size + 5)})
        else:
            await c.answer(204, b"", {"Upload-Offset": str(len(self.content))})

    def of(self, source: driver.Content) -> TusServer:
        """Bodies are remembered only in part; what they are is known from the source."""
        self._source = source.whole()
        return self


async def upload(
    server: TusServer,
    source: driver.Content,
    *,
    clock: ManualClock | None = None,
    policy: RetryPolicy = POLICY,
    chunk_limit: int = 4 * MIB,
    listener: Listener | None = None,
) -> RawServer:
    clock = clock or ManualClock()
    async with RawServer(otherwise=server.of(source)) as raw:
        http = client(raw, clock)
        tus = Tus(http, chunk_limit=chunk_limit)

        async def whole() -> None:
            path = await tus.create("/files", source.size, {"filename": "天狗.png"}, policy)
            assert path == "/files/u1"
            content = Content(source.size, source.open)
            await tus.send(path, content, policy, listener or Listener())

        task = asyncio.ensure_future(whole())
        await pass_time(clock, task.done)
        await http.aclose()
        await task
    return raw


def test_N05_metadata_are_base64_of_utf8() -> None:
    encoded = encode_metadata({"key": "💫 O’Leary.pdf", "a": "b"})
    name, _, value = encoded.split(",")[1].partition(" ")
    assert (name, b64decode(value).decode()) == ("key", "💫 O’Leary.pdf")


@pytest.mark.parametrize("size", [0, 1, 4 * MIB, 9 * MIB + 5])
def test_an_upload_arrives_and_is_read_once_in_order(size: int) -> None:
    async def main() -> None:
        source, server, acknowledged = driver.Content(size), TusServer(), list[int]()
        sent: list[int] = []
        await upload(
            server,
            source,
            listener=Listener(sent=sent.append, acknowledged=acknowledged.append),
        )
        assert bytes(server.content) == source.whole()
        assert source.opened == ([0] if size else [])
        assert acknowledged[-1] == size
        assert sent == sorted(sent)
        assert all(total <= size for total in sent)

    play(main())


@pytest.mark.parametrize("fault", ["cut", "lost", "409", "423", "html"])
def test_after_a_doubt_the_server_is_asked_and_acknowledged_bytes_are_not_sent_again(
    fault: str,
) -> None:
    async def main() -> None:
        source = driver.Content(10 * MIB)
        server = TusServer(faults=["", fault, ""])
        await upload(server, source)
        assert bytes(server.content) == source.whole()
        assert server.heads == 2, "once at the start, once after the doubt"
        starts = [offset for offset, _ in server.patches]
        assert starts == sorted(set(starts)), "no byte that the server had was sent again"

    if fault == "html":
        with pytest.raises(ServiceError) as caught:
            play(main())
        assert caught.value.kind is ErrorKind.NOT_THE_SERVICE
    else:
        play(main())


def test_attempts_start_anew_whenever_the_offset_moved() -> None:
    async def main() -> None:
        source = driver.Content(12 * MIB)
        server = TusServer(faults=["cut"] * 11)
        await upload(server, source, policy=RetryPolicy(attempts=2))
        assert bytes(server.content) == source.whole()

    play(main())


def test_attempts_without_progress_end() -> None:
    async def main() -> None:
        server = TusServer(faults=["423"] * 50)
        with pytest.raises(ServiceError) as caught:
            await upload(server, driver.Content(MIB), policy=RetryPolicy(attempts=3))
        assert caught.value.kind is ErrorKind.LOCKED
        assert len(server.faults) == 47

    play(main())


def test_c04_a_lock_of_a_broken_connection_is_waited_out_by_time_and_not_by_attempts() -> None:
    """Servers that do not notice the cut give the upload free after a minute or two."""

    async def main() -> None:
        source = driver.Content(MIB)
        server = TusServer(faults=["423"] * 9)
        await upload(server, source, policy=RetryPolicy(attempts=2, outage_s=180))
        assert bytes(server.content) == source.whole()

    play(main())


def test_an_upload_that_the_server_forgot_is_told_apart() -> None:
    async def main() -> None:
        with pytest.raises(UploadGoneError):
            await upload(TusServer(faults=["404"]), driver.Content(MIB))
        server = TusServer().of(driver.Content(MIB))
        server.gone = True
        async with RawServer(otherwise=server) as raw:
            http = client(raw)
            with pytest.raises(UploadGoneError):
                await Tus(http).offset("/files/u1", POLICY)
            await http.aclose()

    play(main())


def test_a_413_makes_chunks_smaller_until_they_fit() -> None:
    """Neighbour of H07: a proxy on the way limits bodies, the upload goes on in smaller ones."""

    async def main() -> None:
        source = driver.Content(8 * MIB)
        server = TusServer(faults=["413"])
        await upload(server, source, chunk_limit=8 * MIB)
        assert bytes(server.content) == source.whole()
        assert {length for _, length in server.patches} == {2 * MIB}

    play(main())


def test_an_offset_beyond_the_end_is_not_believed() -> None:
    async def main() -> None:
        with pytest.raises(ServiceError) as caught:
            await upload(TusServer(faults=["lies"]), driver.Content(MIB))
        assert caught.value.kind is ErrorKind.BAD_ANSWER

    play(main())


def test_chunks_grow_to_about_ten_seconds_and_shrink_on_a_slow_link() -> None:
    async def main() -> None:
        clock = ManualClock()
        http = client("http://127.0.0.1:1", clock)
        tus = Tus(http)
        assert tus.chunk == FIRST_CHUNK
        tus._adapt(FIRST_CHUNK, 1.0)
        assert tus.chunk == 10 * FIRST_CHUNK
        tus._adapt(10 * FIRST_CHUNK, 40.0)
        assert tus.chunk == 10 * FIRST_CHUNK // 4
        tus._adapt(5, 0.001)
        assert tus.chunk == 10 * FIRST_CHUNK // 4, "a short last chunk says nothing"
        tus._adapt(FIRST_CHUNK, 10_000.0)
        assert tus.chunk == MIB
        await http.aclose()

    play(main())


def test_a_login_page_in_place_of_the_creation_is_not_the_service() -> None:
    async def main() -> None:
        async with RawServer(html(200), respond(201, b"")) as raw:
            http = client(raw, limits=SaveLimits())
            for kind in (ErrorKind.NOT_THE_SERVICE, ErrorKind.BAD_ANSWER):
                with pytest.raises(ServiceError) as caught:
                    await Tus(http).create("/files", 5, {}, RetryPolicy())
                assert caught.value.kind is kind
            await http.aclose()

    play(main())
