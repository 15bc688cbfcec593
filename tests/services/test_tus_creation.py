"""tus creation that brings content: one request where the server can, nothing stored twice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict
from desktop_app.services.http import HttpClient, Patience, at
from desktop_app.services.tus import AT_ONCE, FIRST_CHUNK, Begun, Content, Listener, Tus
from tests.raw_server import Connection, RawServer
from tests.server.service_process import ServiceUnderTest
from tests.services import driver
from tests.services.driver import DIRECT, MIB, client, pass_time, play
from tests.services.test_tus import PATIENCE, TusServer
from tests.virtual_time import ManualClock


@dataclass
class Generous(TusServer):
    """Takes content with the creation, up to `takes` bytes; `creations` are faults, one each.

    Knows idempotency keys: the creation of a key that was seen is told, not made, again.
    """

    takes: int = 1 << 30
    offers: str = f"creation,{AT_ONCE},expiration"
    creations: list[str] = field(default_factory=list)
    posts: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)

    async def __call__(self, c: Connection) -> None:
        """Serve one request."""
        if c.seen.method == "OPTIONS":
            await c.answer(204, b"", {"Tus-Extension": self.offers} if self.offers else {})
        else:
            await super().__call__(c)

    async def post(self, c: Connection) -> None:
        length = int(c.seen.headers.get("content-length", "0"))
        self.posts.append((length, c.seen.headers))
        fault = self.creations.pop(0) if self.creations else ""
        if length and fault.isdigit():
            await c.answer(int(fault))
        elif c.seen.headers.get("idempotency-key") in self.keys:
            await self.created(c, len(self.content))
        elif fault == "early":
            await self.created(c, length)
        else:
            await self.taken(c, fault)
            return
        await c.read_body()

    async def taken(self, c: Connection, fault: str) -> None:
        await c.read_body(MIB if fault == "cut" else None)
        self.size = int(c.seen.headers["upload-length"])
        self.keys.add(c.seen.headers.get("idempotency-key", "no key"))
        self.content[:] = self._source[: min(c.seen.length, self.takes)]
        if fault in ("cut", "lost"):
            c.reset()
        elif fault == "silent":
            self.content.clear()
            await self.created(c, None)
        else:
            await self.created(c, len(self.content) + (5 if fault == "lies" else 0))

    async def created(self, c: Connection, offset: int | None) -> None:
        told = {} if offset is None else {"Upload-Offset": str(offset)}
        await c.answer(201, b"", {"Location": f"{c.server.url}/files/u1"} | told)


async def upload(
    server: Generous,
    source: driver.Content,
    *,
    key: str = "",
    chunk_limit: int = FIRST_CHUNK,
    listener: Listener | None = None,
    patience: Patience = PATIENCE,
) -> None:
    """Ask what is offered, begin, send the rest."""
    clock = ManualClock()
    listener = listener or Listener()
    async with RawServer(otherwise=server.of(source)) as raw:
        http = client(raw, clock)
        tus = Tus(http, chunk_limit=chunk_limit)

        async def whole() -> None:
            offered = await tus.extensions("/files", patience)
            content = Content(source.size, source.open)
            begun = await tus.begin(
                "/files",
                content,
                {"filename": "天狗.png"},
                patience,
                listener,
                at_once=AT_ONCE in offered,
                last_headers=lambda: {"Repr-Digest": "of all of it"},
                key=key,
            )
            assert begun.upload == "/files/u1"
            await tus.send(begun.upload, content, patience, listener, reached=begun.offset)

        task = asyncio.ensure_future(whole())
        await pass_time(clock, task.done)
        await http.aclose()
        await task


@pytest.mark.parametrize("size", [1, 3 * MIB + 5, FIRST_CHUNK])
def test_a_file_of_one_chunk_needs_one_request_and_is_read_once(size: int) -> None:
    async def main() -> None:
        source, server = driver.Content(size), Generous()
        sent: list[int] = []
        acknowledged: list[int] = []
        due: list[bool] = []
        listener = Listener(sent.append, acknowledged.append, lambda: due.append(True))
        await upload(server, source, listener=listener)
        assert bytes(server.content) == source.whole()
        ((length, headers),) = server.posts
        assert (length, headers["content-type"]) == (size, "application/offset+octet-stream")
        assert headers["repr-digest"] == "of all of it"
        assert (server.patches, server.heads, source.opened) == ([], 0, [0])
        assert sent == sorted(sent)
        assert (sent[-1], acknowledged, due) == (size, [size], [True])

    play(main())


@pytest.mark.parametrize("offers", ["", "creation,expiration", "creation-with-upload-not"])
def test_a_server_that_does_not_offer_it_gets_no_content_with_the_creation(offers: str) -> None:
    async def main() -> None:
        source, server = driver.Content(MIB), Generous(offers=offers)
        await upload(server, source)
        assert bytes(server.content) == source.whole()
        assert ([length for length, _ in server.posts], server.patches) == ([0], [(0, MIB)])

    play(main())


@pytest.mark.parametrize("size", [0, 2 * MIB + 1])
def test_nothing_and_more_than_a_chunk_are_created_first(size: int) -> None:
    async def main() -> None:
        source, server = driver.Content(size), Generous()
        await upload(server, source, chunk_limit=2 * MIB)
        assert bytes(server.content) == source.whole()
        assert [length for length, _ in server.posts] == [0]

    play(main())


@pytest.mark.parametrize("fault", ["silent", "413", "415"])
def test_a_server_that_takes_none_of_it_gets_it_afterwards(fault: str) -> None:
    async def main() -> None:
        source, server = driver.Content(4 * MIB), Generous(creations=[fault])
        await upload(server, source)
        assert bytes(server.content) == source.whole()
        assert server.heads == 0
        lengths = {length for _, length in server.patches}
        assert lengths == ({MIB} if fault == "413" else {4 * MIB})

    play(main())


def test_what_a_server_took_of_it_is_not_sent_again() -> None:
    async def main() -> None:
        source, server = driver.Content(4 * MIB), Generous(takes=MIB + 7)
        await upload(server, source)
        assert bytes(server.content) == source.whole()
        assert server.patches == [(MIB + 7, 3 * MIB - 7)]

    play(main())


@pytest.mark.parametrize("fault", ["cut", "lost"])
def test_without_a_key_a_lost_answer_is_told_and_content_is_not_sent_again(fault: str) -> None:
    async def main() -> None:
        server = Generous(creations=[fault])
        with pytest.raises(ServiceError) as caught:
            await upload(server, driver.Content(4 * MIB))
        assert caught.value.info.verdict is Verdict.UNKNOWN_OUTCOME
        assert len(server.posts) == 1

    play(main())


@pytest.mark.parametrize(("fault", "rest"), [("cut", 1), ("lost", 0)])
def test_with_a_key_a_lost_answer_is_asked_for_again_and_nothing_is_stored_twice(
    fault: str, rest: int
) -> None:
    async def main() -> None:
        source, server = driver.Content(4 * MIB), Generous(creations=[fault])
        await upload(server, source, key="k-1")
        assert bytes(server.content) == source.whole()
        assert [headers["idempotency-key"] for _, headers in server.posts] == ["k-1", "k-1"]
        assert source.opened[:2] == [0, 0], "a new reading for each attempt"
        assert len(server.patches) == rest

    play(main())


@pytest.mark.parametrize(("fault", "key"), [("lies", ""), ("lies", "k-1"), ("early", "")])
def test_an_offset_beyond_what_can_be_there_is_not_believed(fault: str, key: str) -> None:
    async def main() -> None:
        server = Generous(creations=[fault])
        with pytest.raises(ServiceError) as caught:
            await upload(server, driver.Content(FIRST_CHUNK), key=key)
        assert caught.value.kind is ErrorKind.BAD_ANSWER
        assert len(server.posts) == 1

    play(main())


def test_a_refusal_is_a_refusal() -> None:
    async def main() -> None:
        server = Generous(creations=["403"])
        with pytest.raises(ServiceError) as caught:
            await upload(server, driver.Content(MIB))
        assert (caught.value.info.status, len(server.posts)) == (403, 1)

    play(main())


@pytest.fixture
def service(tmp_path: Path) -> Iterator[ServiceUnderTest]:
    running = ServiceUnderTest(str(tmp_path / "data"))
    yield running
    running.close()


async def begin(service: ServiceUnderTest, target: str, source: driver.Content) -> Begun:
    """Ask the built-in service what it offers, and begin at once if it may be."""
    http = HttpClient(at(service.url, service.token), settings=DIRECT)
    tus, once = Tus(http), Patience()
    try:
        return await tus.begin(
            target,
            Content(source.size, source.open),
            {"key": source.key, "digest": source.sha256()},
            once,
            Listener(),
            at_once=AT_ONCE in await tus.extensions(target, once),
            key="key-1",
        )
    finally:
        await http.aclose()


def test_the_built_in_service_stores_a_file_in_one_request_and_tells_it_again_after_a_crash(
    service: ServiceUnderTest,
) -> None:
    record = service.client().record()
    target, source = record["links"]["uploads"], driver.Content(5 * MIB)
    service.rule("crash_after_commit", route="create_upload", when="after")
    with pytest.raises(ServiceError) as caught:
        asyncio.run(begin(service, target, source))
    assert caught.value.kind is ErrorKind.CONNECTION_LOST
    service.wait_for_end()
    service.start()
    begun = asyncio.run(begin(service, target, source))
    assert begun.offset == source.size
    (item,) = service.client()("GET", record["links"]["files"]).json["items"]
    assert (item["state"], item["digest"]) == ("complete", source.sha256())
    requests = service.qa("GET", "/qa/requests").json["items"]
    assert not [one for one in requests if one["method"] == "PATCH"]
