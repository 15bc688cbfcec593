"""A server that is broken or wants harm: nothing leaves for elsewhere, nothing grows or hangs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.core.errors import ErrorInfo, ErrorKind, SendoffError, Verdict
from desktop_app.core.model import Account, SaveLimits
from desktop_app.services.http import Body, HttpClient, Request, RetryPolicy, at
from desktop_app.services.http.answer import Answer
from desktop_app.services.http.server_text import TEXT_LIMIT
from desktop_app.services.http.settings import Endpoint, origin_of
from desktop_app.services.invenio import InvenioService
from desktop_app.services.invenio.documents import record_ref, remote_file
from desktop_app.services.local import LocalService
from desktop_app.services.local.shapes import file_from, record_from, segment
from desktop_app.services.tus import Content, Listener, Tus
from desktop_app.workflow import AbortController
from tests.invenio import bench
from tests.raw_server import Connection, RawServer, hang_up, respond
from tests.services.driver import DIRECT, TOKEN, as_json, client, get, play, post, put
from tests.virtual_time import ManualClock

JSON = {"content-type": "application/json"}
RECORD = {
    "id": "r1", "state": "draft", "title": "T", "revision": 1, "client_ref": "c", "created": "x",
}  # fmt: skip
ENTRY = {
    "key": "a.bin", "state": "uploading", "size": 5, "digest": None, "offset": 0,
    "upload_url": "/uploads/u1",
}  # fmt: skip
TO_ANOTHER_HOST = ("@elsewhere.example/u", ".elsewhere.example/u", "1/u", "https://x.example/u", "")


async def error_of(work: Coroutine[Any, Any, object]) -> ErrorInfo:
    with pytest.raises(SendoffError) as caught:
        await work
    assert TOKEN not in repr(caught.value.info)
    return caught.value.info


@asynccontextmanager
async def _abc() -> AsyncIterator[AsyncIterator[bytes]]:
    async def chunks() -> AsyncIterator[bytes]:
        yield b"abc"

    yield chunks()


# where a token may go


@pytest.mark.parametrize("target", TO_ANOTHER_HOST)
def test_no_target_can_lead_a_token_to_another_host(target: str) -> None:
    origin = origin_of(Endpoint("https://records.example", TOKEN))
    with pytest.raises(SendoffError) as refused:
        origin.url(target)
    assert refused.value.kind is ErrorKind.BAD_ANSWER


@pytest.mark.parametrize("place", TO_ANOTHER_HOST[:4])
def test_a_listing_names_uploads_by_their_path_only(place: str) -> None:
    assert file_from(ENTRY).upload_ref == "/uploads/u1"
    with pytest.raises(ValueError, match="path"):
        file_from({**ENTRY, "upload_url": place})


def test_an_upload_that_is_said_to_be_elsewhere_is_not_sent_there() -> None:
    async def main() -> None:
        async with RawServer(respond(200)) as elsewhere, RawServer() as server:
            http = client(server)
            place = f"@{elsewhere.url.removeprefix('http://')}/u"
            content = Content(3, lambda _offset: _abc())
            found = await error_of(Tus(http).send(place, content, RetryPolicy(), Listener()))
            await http.aclose()
        assert found.kind is ErrorKind.BAD_ANSWER
        assert not elsewhere.seen
        assert not server.seen

    play(main())


def test_after_a_lost_connection_it_is_asked_anew_where_the_service_is() -> None:
    """Its port may be somebody else's by now."""

    async def main() -> None:
        async with RawServer(hang_up()) as first, RawServer(respond(200, {})) as second:
            places = [first.url, second.url]

            async def locate() -> Endpoint:
                return Endpoint(places.pop(0), TOKEN)

            http = HttpClient(locate, settings=DIRECT)
            found = await error_of(http.call(get(), as_json))
            assert await http.call(get(), as_json) == {}
            await http.aclose()
        assert found.kind is ErrorKind.CONNECTION_LOST
        assert len(first.seen) == 1

    play(main())


@pytest.mark.parametrize("name", [".", ".."])
def test_a_name_that_is_a_step_in_a_path_reaches_no_other_address(name: str) -> None:
    """`DELETE .../draft/files/..` is the draft itself, `.../files/.` all of its files."""
    origin = origin_of(Endpoint("https://records.example/api", TOKEN))
    for target in (f"/records/r1/draft/files/{segment(name)}", f"/records/{segment(name)}?a=1"):
        with pytest.raises(SendoffError) as refused:
            origin.url(target)
        assert refused.value.kind is ErrorKind.BAD_ANSWER
    assert origin.url(f"/records/r1/files/{segment('a/../b')}").raw_path.endswith(b"a%2F..%2Fb")
    assert origin.url("/records/..r/files/...?to=/../x").raw_path.endswith(b"...?to=/../x")


@pytest.mark.parametrize("name", [".", ".."])
def test_mending_a_draft_deletes_neither_it_nor_all_of_its_files(name: str) -> None:
    """An entry of that name, pending, may come from whoever else can write to the draft."""

    async def main() -> None:
        listing = {"entries": [{"key": name, "status": "pending"}]}
        async with RawServer(otherwise=respond(200, listing)) as server:
            account = Account("a", "invenio", server.url, "Lab")
            service = InvenioService(account, at(f"{server.url}/api", TOKEN))
            source = bench.Source("a.txt", b"a")
            signal = AbortController().signal
            report = bench.Report()
            await error_of(service.repair("r1", (source,), signal, lambda _key: report))
            await service.aclose()
        assert {seen.method for seen in server.seen} == {"GET"}

    play(main())


@pytest.mark.parametrize("id_", ["..", ".", "a/b\n", "\x1b[2Jx", "\u202etxt.exe", "x" * 5000, ""])
def test_no_record_has_an_id_that_is_none(id_: str) -> None:
    with pytest.raises(ValueError, match="id"):
        record_ref({"id": id_}, "https://records.example")
    with pytest.raises(ValueError, match="id"):
        record_from({**RECORD, "id": id_})


@pytest.mark.parametrize(
    "page",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://elsewhere.example/records/r1",
        "http://records.example/records/r1",
        "https://records.example@elsewhere.example/",
        "https://someone:secret@records.example/",
        "https://records.example/\x1b]8;;x",
        "https://records.example/records/r1?token=SIGNED",
        "https://records.example\\@elsewhere.example/",
    ],
)
def test_a_record_s_page_is_on_the_account_s_own_site(page: str) -> None:
    site = "https://records.example"
    found = record_ref({"id": "r1", "links": {"self_html": page}}, site)
    assert found.url == f"{site}/uploads/r1"
    other = record_ref({"id": "r1", "links": {"self_html": f"{site}/deposits/r1"}}, site)
    assert other.url == f"{site}/deposits/r1"


# what cannot be


@pytest.mark.parametrize("number", ["1e999", "Infinity", "-Infinity", "NaN", "1" * 5000])
def test_numbers_that_are_none_are_an_answer_that_is_not_understood(number: str) -> None:
    body = json.dumps({**RECORD, "revision": 17}).replace("17", number).encode()

    async def main() -> None:
        async with RawServer(respond(200, body, JSON)) as server:
            service = LocalService(at(server.url, TOKEN), settings=DIRECT)
            found = await error_of(service.get_record("r1"))
            await service.aclose()
        assert found.kind is ErrorKind.BAD_ANSWER

    play(main())


@pytest.mark.parametrize("size", [-1, 1 << 63, 10**30])
def test_no_file_has_a_size_that_the_journal_could_not_hold(size: int) -> None:
    with pytest.raises(ValueError, match="size"):
        file_from({**ENTRY, "size": size})
    with pytest.raises(ValueError, match="size"):
        file_from({**ENTRY, "offset": size})
    assert remote_file({"key": "a", "status": "completed", "size": size}).size is None


@pytest.mark.parametrize("raw", [rb'{"a": "\ud800"}', b'{"a": "\xed\xa0\x80"}', rb'{"\udfff": 1}'])
def test_text_that_cannot_be_written_down_is_not_taken_over(raw: bytes) -> None:
    with pytest.raises(UnicodeEncodeError):
        Answer(200, {"content-type": "application/json"}, raw).json()
    whole = Answer(200, {"content-type": "application/json"}, rb'{"a": "\ud83d\udcab"}')
    assert whole.json() == {"a": "\U0001f4ab"}


# what grows or never ends


@pytest.mark.parametrize("following", ["same", "new"])
def test_a_listing_whose_pages_never_end_is_given_up(following: str) -> None:
    async def page(c: Connection) -> None:
        after = "x" if following == "same" else f"x{len(c.server.seen)}"
        await c.answer(200, {"items": [], "next": after})

    async def main() -> None:
        async with RawServer(otherwise=page) as server:
            service = LocalService(at(server.url, TOKEN), settings=DIRECT)
            found = await error_of(service.list_files("r1"))
            await service.aclose()
        assert found.kind is ErrorKind.BAD_ANSWER
        assert len(server.seen) < 5

    play(main())


def test_a_refused_download_is_not_read_without_end() -> None:
    flooded: list[int] = []

    async def flood(c: Connection) -> None:
        await c.send(b"HTTP/1.1 403 No\r\nTransfer-Encoding: chunked\r\n\r\n")
        while c.open:
            await c.send(b"100000\r\n" + bytes(1 << 20) + b"\r\n")
            flooded.append(1)

    async def main() -> None:
        async with RawServer(flood) as server:
            service = LocalService(at(server.url, TOKEN), settings=DIRECT)

            async def read() -> None:
                async with service.download("r1", "a") as pieces:
                    async for _ in pieces:
                        pass

            found = await error_of(read())
            await service.aclose()
        assert found.status == 403
        assert len(flooded) < 16

    play(main())


def test_of_a_refusal_the_start_is_read_and_the_next_call_goes_through() -> None:
    flooded: list[int] = []

    async def flood(c: Connection) -> None:
        await c.read_body()
        head = b"HTTP/1.1 413 No\r\nContent-Type: text/plain\r\nContent-Length: 60000000\r\n\r\n"
        await c.send(head)
        while c.open and len(flooded) < 60:
            await c.send(b"much too large " * 66_666)
            flooded.append(1)
            await asyncio.sleep(0)

    async def main() -> None:
        async with RawServer(flood, respond(200, {"fine": True})) as server:
            http = client(server)
            found = await error_of(http.call(put(b"abc"), as_json))
            assert await http.call(get(), as_json) == {"fine": True}
            await http.aclose()
        assert found.kind is ErrorKind.TOO_LARGE
        assert found.server_text.startswith("much too large")
        assert len(flooded) < 30

    play(main())


@pytest.mark.parametrize("drop", [b"x", b"HTTP/1.1 102 Still\r\n\r\n"])
def test_an_upload_s_answer_that_drips_ends_at_the_limit_of_answers(drop: bytes) -> None:
    async def main() -> None:
        clock = ManualClock()
        drops = asyncio.Queue[bytes]()

        async def drip(c: Connection) -> None:
            await c.read_body()
            if drop == b"x":
                await c.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            while one := await drops.get():
                await c.send(one)

        async with RawServer(drip) as server:
            http = client(server, clock, limits=SaveLimits(answer_s=300.0))
            body = Body(3, _abc)
            task = asyncio.ensure_future(error_of(http.call(put(body), as_json)))
            await server.until(lambda: bool(server.seen) and server.seen[0].complete)
            for _ in range(40):
                drops.put_nowait(drop)
                await clock.advance(10.0)
                if task.done():
                    break
            assert task.done()
            found = await task
            drops.put_nowait(b"")
            await http.aclose()
        assert found.kind is ErrorKind.TIMED_OUT

    play(main())


# what servers say


@pytest.mark.parametrize("before", [0, TEXT_LIMIT - 10, TEXT_LIMIT - len(TOKEN), 3 * TEXT_LIMIT])
def test_no_part_of_a_token_is_left_where_a_text_is_cut(before: int) -> None:
    async def main() -> None:
        document = {"detail": "x" * before + TOKEN + "y" * 10_000}
        async with RawServer(respond(400, document)) as s:
            http = client(s)
            found = await error_of(http.call(get(), as_json))
            await http.aclose()
        assert TOKEN[:6] not in found.server_text
        assert len(found.server_text) <= TEXT_LIMIT

    play(main())


def test_facts_and_fields_of_a_refusal_are_short_printable_and_few() -> None:
    odd = "\x1b[31m\u202e\u2066\0" + "z" * 10_000
    document = {
        "type": "urn:x:bad-key", "detail": odd, "limit": odd, "size": odd, "key": odd,
        "reason": odd, "what": odd, "state": odd, "used": odd, "differences": [{"key": odd}],
        "errors": [{"field": odd, "messages": [odd] * 60}] * 60,
    }  # fmt: skip

    async def main() -> None:
        async with RawServer(respond(400, document)) as server:
            service = LocalService(at(server.url, TOKEN), settings=DIRECT)
            found = await error_of(service.get_record("r1"))
            await service.aclose()
        shown = [found.server_text, *(fact for _, fact in found.detail)]
        shown += [text for field in found.fields for text in (field.field, *field.messages)]
        assert not [text for text in shown if not text.isprintable()]
        assert max(map(len, shown)) <= 1024
        assert sum(map(len, shown)) < 2_000_000

    play(main())


@pytest.mark.parametrize("framing", ["Transfer-Encoding: chunked", "Content-Length: 99999999999"])
@pytest.mark.parametrize("request_", [get(), post(), put(b"abc")])
def test_T73_an_answer_without_end_is_given_up(request_: Request, framing: str) -> None:
    """What is held of it is what such an answer may be; a write may have taken effect."""
    flooded: list[int] = []
    chunked = "chunked" in framing

    async def flood(c: Connection) -> None:
        await c.read_body()
        await c.send(
            f"HTTP/1.1 201 OK\r\nContent-Type: application/json\r\n{framing}\r\n\r\n".encode()
        )
        while c.open:
            await c.send(b"100000\r\n" + bytes(1 << 20) + b"\r\n" if chunked else bytes(1 << 20))
            flooded.append(1)

    async def main() -> None:
        async with RawServer(flood) as server:
            http = client(server)
            request = replace(request_, expect=frozenset({201}))
            found = await error_of(http.call(request, as_json))
            await http.aclose()
        repeatable = request.repeatable
        assert found.kind is ErrorKind.BAD_ANSWER
        assert found.verdict is (Verdict.PERMANENT if repeatable else Verdict.UNKNOWN_OUTCOME)
        assert len(flooded) <= 8 + 6, "what the systems' buffers hold comes on top"

    play(main())


def test_T73_a_head_without_end_is_given_up() -> None:
    flooded: list[int] = []

    async def flood(c: Connection) -> None:
        await c.send(b"HTTP/1.1 200 OK\r\n")
        while c.open and len(flooded) < 100:
            await c.send(b"X-More: " + b"x" * (1 << 20) + b"\r\n")
            flooded.append(1)

    async def main() -> None:
        async with RawServer(flood) as server:
            http = client(server)
            found = await error_of(http.call(get(), as_json))
            await http.aclose()
        assert found.kind is ErrorKind.BAD_ANSWER
        assert len(flooded) < 8

    play(main())


def test_T73_a_listing_of_fifty_thousand_files_is_read() -> None:
    entries = [
        {"key": f"folder-{n:05d}-with-a-name-of-a-usual-length.dat", "status": "completed",
         "size": n, "checksum": f"md5:{n:032x}", "links": {"self": "https://x.test/" + "y" * 200}}
        for n in range(50_000)
    ]  # fmt: skip

    async def main() -> None:
        async with RawServer(respond(200, {"entries": entries})) as server:
            account = Account("a", "invenio", server.url, "Lab")
            service = InvenioService(account, at(f"{server.url}/api", TOKEN))
            assert len(await service.list_files("r1")) == 50_000
            await service.aclose()

    play(main())
