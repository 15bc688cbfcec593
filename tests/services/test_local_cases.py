"""The adapter for the built-in service: against a script, and against the real process."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import httpx
import pytest

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict
from desktop_app.core.model import FileState, RecordState, UploadedFile
from desktop_app.server.launcher import ServiceAddress, ServiceProcess
from desktop_app.services.base import RecordDraft
from desktop_app.services.http import Endpoint, at
from desktop_app.services.local import LocalService
from tests.raw_server import Connection, RawServer, html, respond
from tests.services.driver import (
    DIRECT,
    MIB,
    TOKEN,
    Content,
    Report,
    a_signal,
    pass_time,
    play,
)
from tests.virtual_time import ManualClock

LARGE = 24 * MIB


class JumpingClock:
    """Time that passes only by sleeping, and then at once."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.now += seconds


def local(server: RawServer, clock: ManualClock | None = None) -> LocalService:
    clock = clock or ManualClock()
    return LocalService(
        at(server.url, TOKEN),
        settings=DIRECT,
        clock=clock,
        random=Random(1),
        schedule=clock.schedule,
    )


def draft(ref: str = "ref-1", title: str = "T") -> RecordDraft:
    return RecordDraft(title, '{"b": 1, "a": "Ω"}', ref, f"key-{ref}")


def file_item(content: Content, **changes: Any) -> dict[str, Any]:
    item = {
        "key": content.key,
        "size": content.size,
        "digest": content.sha256(),
        "state": "complete",
        "offset": content.size,
        "upload_url": None,
    }
    return {**item, **changes}


def different(content: Content, other: Content) -> dict[str, Any]:
    return {
        "type": "urn:sendoff:problem:different-content",
        "key": content.key,
        "size": other.size,
        "digest": other.sha256(),
    }


def test_H09_the_type_goes_by_the_endpoint_and_not_by_the_name() -> None:
    async def main() -> None:
        for name in ("data.zip", "photo.png", "README"):
            content = Content(5, key=name)
            async with RawServer(respond(201, file_item(content))) as server:
                service = local(server)
                await service.upload_file("r1", content, a_signal(), Report())
                await service.aclose()
            assert server.seen[0].headers["content-type"] == "application/octet-stream"
            assert "repr-digest" in server.seen[0].headers, "a small file carries its digest"
        record = respond(201, RECORD)
        async with RawServer(record) as server:
            service = local(server)
            await service.create_record(draft(), a_signal())
            await service.aclose()
        assert server.seen[0].headers["content-type"] == "application/json"
        assert server.seen[0].headers["idempotency-key"] == '"key-ref-1"'
        assert server.seen[0].json() == {
            "title": "T",
            "metadata": {"a": "Ω", "b": 1},
            "client_ref": "ref-1",
        }

    play(main())


RECORD = {
    "id": "r1",
    "title": "T",
    "metadata": {},
    "client_ref": "ref-1",
    "state": "draft",
    "revision": 1,
    "created": "2026-01-01T00:00:00+00:00",
}


def test_H09_a_415_is_not_retried() -> None:
    async def main() -> None:
        async with RawServer(respond(415)) as server:
            service = local(server)
            with pytest.raises(ServiceError) as caught:
                await service.upload_file("r1", Content(5), a_signal(), Report())
            assert caught.value.kind is ErrorKind.UNSUPPORTED_TYPE
            await service.aclose()
        assert len(server.seen) == 1

    play(main())


def test_a_create_is_repeated_byte_for_byte_under_the_same_key() -> None:
    async def main() -> None:
        clock = ManualClock()

        async def lose(c: Connection) -> None:
            await c.read_body()
            c.reset()

        async with RawServer(lose, respond(503), respond(201, RECORD)) as server:
            service = local(server, clock)
            task = asyncio.ensure_future(service.create_record(draft(), a_signal()))
            await pass_time(clock, task.done)
            assert (await task).id == "r1"
            await service.aclose()
        assert len({s.body for s in server.seen}) == 1
        assert {s.headers["idempotency-key"] for s in server.seen} == {'"key-ref-1"'}
        assert len({s.headers["x-request-id"] for s in server.seen}) == 3

    play(main())


def test_each_attempt_tells_the_server_what_is_left_of_the_time() -> None:
    async def main() -> None:
        clock = ManualClock()
        later = respond(503, headers={"Retry-After": "5"})
        async with RawServer(later, respond(201, RECORD)) as server:
            service = local(server, clock)
            task = asyncio.ensure_future(service.create_record(draft(), a_signal()))
            await pass_time(clock, task.done)
            await task
            await service.aclose()
        first, second = (int(s.headers["request-deadline-ms"]) for s in server.seen)
        assert (first, second) == (20_000, 15_000)
        sealed = respond(200, {**RECORD, "state": "finalized"})
        long_gone = respond(503, headers={"Retry-After": "60"})
        async with RawServer(long_gone, sealed, respond(204)) as server:
            service = local(server, clock)
            task = asyncio.ensure_future(service.finalize("r1", (), "k", a_signal()))
            await pass_time(clock, task.done)
            await service.delete_draft("r1")
            await service.aclose()
        told = [int(s.headers["request-deadline-ms"]) for s in server.seen]
        assert told == [16_000, 2_000, 20_000]

    play(main())


def test_H06_a_409_is_decided_by_comparing_and_not_by_its_number() -> None:
    async def main() -> None:
        ours, theirs = Content(5), Content(5, seed=2)
        range_of = {
            "Content-Range": "bytes 0-0/5",
            "Content-Type": "application/octet-stream",
        }

        async def same(c: Connection) -> None:
            await c.answer(206, ours.whole()[:1], {**range_of, "Repr-Digest": repr_digest(ours)})

        async def other(c: Connection) -> None:
            digest = {"Repr-Digest": repr_digest(theirs)}
            await c.answer(206, theirs.whole()[:1], {**range_of, **digest})

        conflict = respond(409, different(ours, theirs))
        async with RawServer(conflict, same, conflict, other) as server:
            service = local(server)
            done = await service.upload_file("r1", Content(5), a_signal(), Report())
            assert done.verified
            with pytest.raises(ServiceError) as caught:
                await service.upload_file("r1", Content(5), a_signal(), Report())
            assert caught.value.kind is ErrorKind.DIFFERENT_CONTENT
            server.steps.append(respond(409, {"detail": "draft is being edited elsewhere"}))
            with pytest.raises(ServiceError) as caught:
                await service.upload_file("r1", Content(5), a_signal(), Report())
            assert caught.value.kind is ErrorKind.CONFLICT
            assert caught.value.info.server_text == "draft is being edited elsewhere"
            await service.aclose()

    play(main())


def repr_digest(content: Content) -> str:
    from base64 import b64encode

    raw = bytes.fromhex(content.sha256().removeprefix("sha256:"))
    return f"sha-256=:{b64encode(raw).decode()}:"


@pytest.mark.parametrize("size", [0, 5, MIB])
def test_H04_a_200_whose_size_or_digest_is_another_is_no_confirmation(size: int) -> None:
    """Also N10's transport part: what the server says it stored is compared, once more tried."""

    async def main() -> None:
        content = Content(size)
        wrong = respond(201, file_item(content, digest="sha256:" + "0" * 64))
        gone = respond(204)
        async with RawServer(wrong, gone, wrong, gone) as server:
            service = local(server)
            with pytest.raises(ServiceError) as caught:
                await service.upload_file("r1", content, a_signal(), Report())
            assert caught.value.kind is ErrorKind.NOT_CONFIRMED
            await service.aclose()
        assert [s.method for s in server.seen] == ["PUT", "DELETE", "PUT", "DELETE"]
        async with RawServer(wrong, gone, respond(201, file_item(content))) as server:
            service = local(server)
            assert (await service.upload_file("r1", content, a_signal(), Report())).verified
            await service.aclose()

    play(main())


def test_C07_the_states_of_a_file_in_order() -> None:
    async def main() -> None:
        for size in (0, 5, 3 * MIB):
            content, report = Content(size), Report()
            async with RawServer(respond(201, file_item(content))) as server:
                service = local(server)
                await service.upload_file("r1", content, a_signal(), report)
                await service.aclose()
            assert FileState.CONFIRMED not in report.states, "never done by itself"
            assert (report.totals[0], report.totals[-1]) == (0, size)
            assert report.totals == sorted(report.totals), "sending, then waiting for the server"

    play(main())


def test_C04_reading_the_file_again_to_compare_it_is_told_and_so_no_stall() -> None:
    """After an upload in two halves nobody has hashed the whole: that may take minutes."""
    report = Report()

    class HalfSent(Content):
        async def digest(self, algorithm: str) -> str:
            assert report.states[-1] is FileState.READING
            return await super().digest(algorithm)

    async def main() -> None:
        content = HalfSent(3 * MIB)
        async with RawServer(respond(201, file_item(content))) as server:
            service = local(server)
            await service.upload_file("r1", content, a_signal(), report)
            await service.aclose()
        assert content.known

    play(main())


def test_H20_finalize_follows_a_job_and_asks_no_faster_than_told() -> None:
    async def main() -> None:
        clock = ManualClock()
        job = {"id": "j1", "kind": "finalize", "record": "r1", "state": "queued", "result": None}
        accepted = respond(202, job, {"Location": "/jobs/j1", "Retry-After": "1"})
        waits = respond(200, {**job, "state": "running"}, {"Retry-After": "7"})
        done = respond(200, {**job, "state": "done", "result": {"record": "/records/r1"}})
        sealed = respond(200, {**RECORD, "state": "finalized"})
        async with RawServer(accepted, waits, done, sealed) as server:
            service = local(server, clock)
            task = asyncio.ensure_future(service.finalize("r1", (), "k", a_signal()))
            await pass_time(clock, task.done)
            assert (await task).state is RecordState.FINALIZED
            await service.aclose()
        assert [s.method for s in server.seen] == ["POST", "GET", "GET", "GET"]
        assert 7.0 in clock.slept

    play(main())


def test_H12_a_gateway_page_at_finalize_is_settled_by_the_same_key() -> None:
    async def main() -> None:
        clock = ManualClock()
        sealed = respond(200, {**RECORD, "state": "finalized"})
        async with RawServer(html(504), sealed) as server:
            service = local(server, clock)
            task = asyncio.ensure_future(service.finalize("r1", (), "k", a_signal()))
            await pass_time(clock, task.done)
            assert (await task).state is RecordState.FINALIZED
            await service.aclose()
        assert {s.headers["idempotency-key"] for s in server.seen} == {'"k"'}

    play(main())


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        ("bad-key", ErrorKind.BAD_NAME),
        ("quota", ErrorKind.QUOTA),
        ("disk-full", ErrorKind.QUOTA),
        ("token-expired", ErrorKind.SIGN_IN),
        ("too-large", ErrorKind.TOO_LARGE),
    ],
)
def test_N07_H13_a_refusal_of_one_file_is_clear_and_not_retried(
    problem: str, kind: ErrorKind
) -> None:
    status = {"quota": 507, "disk-full": 507, "token-expired": 401, "too-large": 413}
    body = {"type": f"urn:sendoff:problem:{problem}", "title": problem.replace("-", " ")}

    async def main() -> None:
        async with RawServer(respond(status.get(problem, 400), body)) as server:
            service = local(server)
            with pytest.raises(ServiceError) as caught:
                await service.upload_file("r1", Content(5), a_signal(), Report())
            assert (caught.value.kind, caught.value.verdict) == (kind, Verdict.PERMANENT)
            assert caught.value.info.server_text == "", "no text that only repeats the kind"
            await service.aclose()
        assert len(server.seen) == 1

    play(main())


@pytest.mark.parametrize("key", ["a#b.txt", "a?b.txt", "a/b c.txt", "100%25.txt", "💫.txt"])
def test_N01_each_key_is_one_encoded_segment_in_every_call(key: str) -> None:
    async def main() -> None:
        content = Content(5, key=key)
        async with RawServer(respond(201, file_item(content)), respond(204)) as server:
            service = local(server)
            await service.upload_file("r1", content, a_signal(), Report())
            await service.delete_file("r1", key)
            await service.aclose()
        for seen in server.seen:
            prefix, _, last = seen.target.decode("ascii").rpartition("/")
            assert prefix == "/records/r1/files"
            assert unquote(last) == key
            assert not set("#? ") & set(last)

    play(main())


def test_a_listing_is_read_to_its_last_page() -> None:
    async def main() -> None:
        first = {"items": [file_item(Content(1, key="a"))], "next": "a"}
        second = {"items": [file_item(Content(1, key="b"))], "next": None}
        async with RawServer(respond(200, first), respond(200, second)) as server:
            service = local(server)
            assert [f.key for f in await service.list_files("r1")] == ["a", "b"]
            await service.aclose()
        assert b"cursor=a" in server.seen[1].target

    play(main())


Ask = Callable[[LocalService], Awaitable[object]]


@pytest.mark.parametrize(
    ("ask", "status", "answer"),
    [
        (lambda s: s.create_record(RecordDraft("T", "", "m", "k"), a_signal()), 201, RECORD),
        (lambda s: s.find_by_client_ref("m"), 200, {"items": [], "next": None}),
        (lambda s: s.list_files("r1"), 200, {"items": [], "next": None}),
        (lambda s: s.get_record("r1"), 200, RECORD),
        (lambda s: s.finalize("r1", (), "k", a_signal()), 200, RECORD),
    ],
    ids=["create", "search", "listing", "record", "finalize"],
)
def test_T25_a_pause_of_a_call_that_belongs_to_no_file_is_reported(
    ask: Ask, status: int, answer: Any
) -> None:
    async def main() -> None:
        clock = ManualClock()
        pauses: list[tuple[float, ErrorKind]] = []
        busy = respond(503, {"message": "busy"}, {"Retry-After": "5"})
        async with RawServer(busy, respond(status, answer)) as server:
            service = local(server, clock)
            service.report_waits(lambda seconds, error: pauses.append((seconds, error.kind)))
            task = asyncio.ensure_future(ask(service))
            await pass_time(clock, task.done)
            await task
            await service.aclose()
        assert pauses == [(5.0, ErrorKind.OVERLOADED)]

    play(main())


def test_a_download_that_is_cut_short_is_told() -> None:
    async def main() -> None:
        whole = {"Content-Type": "application/octet-stream"}
        async with RawServer(
            respond(200, b"abc", whole, length=9, then_close=True), respond(404)
        ) as server:
            service = local(server)
            async with service.download("r1", "a") as pieces:
                assert await anext(pieces) == b"abc"
                with pytest.raises(ServiceError) as caught:
                    await anext(pieces)
            assert caught.value.kind is ErrorKind.CONNECTION_LOST
            with pytest.raises(ServiceError) as caught:
                async with service.download("r1", "a"):
                    pytest.fail("there is nothing to read")
            assert caught.value.kind is ErrorKind.NOT_FOUND
            await service.aclose()

    play(main())


def test_a_download_that_is_given_up_leaves_a_service_that_works() -> None:
    async def main() -> None:
        async def endless(c: Connection) -> None:
            await c.send(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n" + b"x" * MIB)
            await c.closed_by_client()
            c.close()

        async with RawServer(endless, respond(200, RECORD)) as server:
            service = local(server)
            async with service.download("r1", "a") as pieces:
                assert await anext(pieces)
            assert (await service.get_record("r1")).id == "r1"
            await service.aclose()

    play(main())


class Sparse(Content):
    """Zeros without end, or nearly."""

    def sha256(self) -> str:
        return "sha256:" + "5" * 64

    async def _pieces(self, offset: int) -> AsyncIterator[bytes]:
        block = bytes(MIB)
        for start in range(offset, self.size, MIB):
            yield block[: min(MIB, self.size - start)]


class Sink:
    """A tus server that counts and keeps nothing."""

    def __init__(self, size: int, received: int = 0) -> None:
        self.size = size
        self.received = received

    async def __call__(self, c: Connection) -> None:
        method = getattr(self, c.seen.method.lower())
        await method(c)

    async def post(self, c: Connection) -> None:
        assert c.seen.headers["upload-length"] == str(self.size)
        await c.answer(201, b"", {"Location": "/uploads/u1"})

    async def head(self, c: Connection) -> None:
        await c.answer(200, b"", {"Upload-Offset": str(self.received)})

    async def patch(self, c: Connection) -> None:
        assert c.seen.headers["upload-offset"] == str(self.received)
        length = int(c.seen.headers["content-length"])
        while c.seen.length < length:
            part = await c._reader.read(4 * MIB)
            assert part, "the client broke off"
            c.seen.length += len(part)
        c.seen.complete = True
        self.received += length
        await c.answer(204, b"", {"Upload-Offset": str(self.received)})

    async def get(self, c: Connection) -> None:
        if self.received == 0:
            await c.answer(404)
            return
        head = {
            "Content-Range": f"bytes 0-0/{self.size}",
            "Content-Type": "application/octet-stream",
            "Repr-Digest": "sha-256=:VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVU=:",
        }
        await c.answer(206, b"\0", head)


def test_F02_a_file_beyond_4_GiB_is_counted_exactly_in_flat_memory() -> None:
    async def main() -> None:
        size, report = (1 << 32) + 1, Report("/uploads/u1")
        sink = Sink(size, received=size - 192 * MIB)  # an earlier attempt sent the others
        async with RawServer(otherwise=sink) as server:
            service = local(server)
            before = resident()
            done = await service.upload_file("r1", Sparse(size), a_signal(), report)
            grown = resident() - before
            await service.aclose()
        assert done.size == sink.received == size
        assert report.totals[-1] == report.offsets[-1] == size
        assert report.totals == sorted(report.totals)
        assert grown < 64 * MIB, f"{grown >> 20} MiB more"

    asyncio.run(main())


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


# Against the real process, with faults that only the service can have


class Real:
    """The process, an adapter that finds it again, and its control path for faults."""

    def __init__(self, folder: Path) -> None:
        self.process = ServiceProcess(str(folder), qa=True)
        self.asked = 0
        self.service = LocalService(self.locate, settings=DIRECT, clock=JumpingClock())

    async def locate(self) -> Endpoint:
        self.asked += 1
        address = await self.process.ensure()
        return Endpoint(address.url, _read(address.token_file))

    async def fault(self, what: str, **more: Any) -> None:
        address: ServiceAddress = await self.process.ensure()
        token = {"Authorization": f"Bearer {_read(address.qa_token_file)}"}
        async with httpx.AsyncClient(trust_env=False) as http:
            answer = await http.post(
                f"{address.url}/qa/rules", json={"what": what, **more}, headers=token
            )
        assert answer.status_code in (200, 201), answer.text


def _read(path: str) -> str:
    return Path(path).read_text(encoding="ascii").strip()


@pytest.fixture
def on_real(
    tmp_path: Path,
) -> Iterator[Callable[[Callable[[Real], Coroutine[Any, Any, None]]], None]]:
    @asynccontextmanager
    async def real() -> AsyncIterator[Real]:
        there = Real(tmp_path / "service")
        try:
            yield there
        finally:
            await there.service.aclose()
            await there.process.stop()

    def run(test: Callable[[Real], Coroutine[Any, Any, None]]) -> None:
        async def main() -> None:
            async with asyncio.timeout(60), real() as there:
                await test(there)

        asyncio.run(main())

    return run  # type: ignore[return-value]


OnReal = Callable[[Callable[[Real], Coroutine[Any, Any, None]]], None]


@pytest.mark.parametrize("what", ["crash_before_commit", "crash_after_commit"])
def test_a_service_that_died_at_create_is_found_again_and_there_is_one_record(
    on_real: OnReal, what: str
) -> None:
    async def test(real: Real) -> None:
        await real.fault(what, route="create_record")
        record = await real.service.create_record(draft(), a_signal())
        found = await real.service.find_by_client_ref("ref-1")
        assert [one.id for one in found] == [record.id]
        assert real.asked > 1, "it came back on another port"

    on_real(test)


@pytest.mark.parametrize("size", [5, LARGE])
@pytest.mark.parametrize("what", ["crash_before_commit", "crash_after_commit"])
def test_a_service_that_died_at_an_upload_holds_the_file_once(
    on_real: OnReal, what: str, size: int
) -> None:
    async def test(real: Real) -> None:
        record = await real.service.create_record(draft(), a_signal())
        await real.fault(what, route="put_file" if size == 5 else "patch_upload")
        content, report = Content(size), Report()
        done = await real.service.upload_file(record.id, content, a_signal(), report)
        assert done.verified
        (listed,) = await real.service.list_files(record.id)
        assert (listed.size, listed.checksum) == (size, content.sha256())

    on_real(test)


@pytest.mark.parametrize("what", ["crash_before_commit", "crash_after_commit"])
def test_a_service_that_died_at_finalize_ends_finalized_once(on_real: OnReal, what: str) -> None:
    async def test(real: Real) -> None:
        record = await real.service.create_record(draft(), a_signal())
        done = await real.service.upload_file(record.id, Content(5), a_signal(), Report())
        await real.fault(what, route="finalize")
        sealed = await real.service.finalize(record.id, (done,), "fin", a_signal())
        assert sealed.state is RecordState.FINALIZED

    on_real(test)


def test_a_slow_job_is_followed_and_a_failed_one_told_and_repeatable(on_real: OnReal) -> None:
    async def test(real: Real) -> None:
        record = await real.service.create_record(draft(), a_signal())
        done = await real.service.upload_file(record.id, Content(5), a_signal(), Report())
        await real.fault("failing_job", route="finalize")
        with pytest.raises(ServiceError) as caught:
            await real.service.finalize(record.id, (done,), "fin", a_signal())
        assert caught.value.kind is ErrorKind.SERVER_FAULT
        await real.fault("slow_job", route="finalize", seconds=0.1)
        sealed = await real.service.finalize(record.id, (done,), "fin", a_signal())
        assert sealed.state is RecordState.FINALIZED

    on_real(test)


def test_a_busy_database_is_waited_for(on_real: OnReal) -> None:
    async def test(real: Real) -> None:
        await real.fault("locked", route="create_record", times=2)
        assert (await real.service.create_record(draft(), a_signal())).id

    on_real(test)


def test_a_wrong_checksum_is_never_a_confirmation(on_real: OnReal) -> None:
    async def test(real: Real) -> None:
        record = await real.service.create_record(draft(), a_signal())
        await real.fault("wrong_checksum", times=0)
        with pytest.raises(ServiceError) as caught:
            await real.service.upload_file(record.id, Content(5), a_signal(), Report())
        assert caught.value.kind is ErrorKind.NOT_CONFIRMED

    on_real(test)


def test_a_file_that_changed_unseen_between_two_attempts_ends_as_it_is_now(
    on_real: OnReal,
) -> None:
    """The resumed upload holds half of the old content; what is stored in the end is the new."""

    async def test(real: Real) -> None:
        record = await real.service.create_record(draft(), a_signal())
        old, report = Content(3 * LARGE, breaks_after=2 * LARGE), Report()
        with pytest.raises(Exception, match="file_unreadable"):
            await real.service.upload_file(record.id, old, a_signal(), report)
        assert report.offsets[-1] > 0
        new = Content(3 * LARGE, seed=2)
        done = await real.service.upload_file(record.id, new, a_signal(), Report(report.upload_ref))
        assert done == UploadedFile("data.bin", new.size, new.sha256(), new.sha256())

    on_real(test)


def test_the_service_verifies_and_gives_back_what_it_stores(on_real: OnReal) -> None:
    async def test(real: Real) -> None:
        record = await real.service.create_record(draft(), a_signal())
        content = Content(3 * MIB)
        await real.service.upload_file(record.id, content, a_signal(), Report())
        (verified,) = await real.service.verification(record.id)
        assert verified.found == verified.checksum == content.sha256()
        async with real.service.download(record.id, "data.bin") as pieces:
            assert b"".join([piece async for piece in pieces]) == content.whole()

    on_real(test)


def test_metadata_come_back_as_they_were_given(on_real: OnReal) -> None:
    async def test(real: Real) -> None:
        record = await real.service.create_record(draft(), a_signal())
        address = await real.process.ensure()
        token = {"Authorization": f"Bearer {_read(address.token_file)}"}
        async with httpx.AsyncClient(trust_env=False) as http:
            answer = await http.get(f"{address.url}/records/{record.id}", headers=token)
        assert answer.json()["metadata"] == json.loads(draft().metadata)

    on_real(test)
