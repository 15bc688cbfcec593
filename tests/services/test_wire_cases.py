"""What people met between client and server, as field-cases.md tells it: bodies and answers."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise

import pytest

from desktop_app.core.errors import ErrorKind, FileError, Verdict
from desktop_app.core.model import SaveLimits
from desktop_app.core.words import error_words, say
from desktop_app.services.http import RetryPolicy
from desktop_app.workflow import AbortController
from tests.raw_server import (
    Connection,
    RawServer,
    early,
    hang_up,
    html,
    respond,
    stall,
)
from tests.services.driver import (
    MIB,
    Content,
    anything,
    as_json,
    client,
    get,
    pass_time,
    play,
    post,
    put,
    refused,
)
from tests.virtual_time import ManualClock

AGAIN = RetryPolicy(attempts=5)
OK = respond(200, {"ok": True})


@pytest.mark.parametrize("size", [0, 1, MIB, 3 * MIB + 7])
def test_a_body_arrives_whole_with_its_length(size: int) -> None:
    """F01, the transport's part: an empty file is `Content-Length: 0`, never chunked."""

    async def main() -> None:
        content = Content(size)
        async with RawServer(respond(201, {})) as server:
            http = client(server)
            await http.call(put(content.body()), as_json)
            await http.aclose()
        seen = server.seen[0]
        assert seen.headers["content-length"] == str(size)
        assert "transfer-encoding" not in seen.headers
        assert seen.digest == content.sha256()

    play(main())


def test_F01_an_empty_file_that_is_refused_is_one_clear_refusal() -> None:
    async def main() -> None:
        refuse = respond(400, {"message": "Empty files are not accepted."})
        async with RawServer(refuse) as server:
            http = client(server)
            error = await refused(http, put(Content(0).body()), AGAIN)
            await http.aclose()
        assert error.server_text == "Empty files are not accepted."
        assert error.verdict is Verdict.PERMANENT
        assert len(server.seen) == 1

    play(main())


def test_H07_a_413_after_100_continue_is_final_despite_retry_after() -> None:
    async def step(c: Connection) -> None:
        await c.interim(100)
        await c.read_body()
        text = "The data value transmitted exceeds the capacity limit."
        await c.answer(413, {"message": text}, {"Retry-After": "39"})

    async def main() -> None:
        async with RawServer(step) as server:
            http = client(server)
            error = await refused(http, put(Content(2 * MIB).body()), AGAIN)
            await http.aclose()
        assert error.kind is ErrorKind.TOO_LARGE
        assert error.server_text == "The data value transmitted exceeds the capacity limit."
        assert server.seen[0].length == 2 * MIB
        assert len(server.seen) == 1

    play(main())


@pytest.mark.parametrize("status", [401, 413])
@pytest.mark.parametrize("then", ["hold", "close", "reset"])
def test_an_answer_before_the_end_of_the_body_is_read(status: int, then: str) -> None:
    """Neighbour of H07: the server answers early and reads no more, politely or not."""

    async def main() -> None:
        content = Content(64 * MIB)
        async with RawServer(early(status, {"message": "no"}, after=MIB, then=then)) as server:
            http = client(server)
            error = await refused(http, put(content.body()))
            assert error.status == status
            assert server.seen[0].length < content.size
            server.release()
            await http.aclose()

    play(main())


def test_a_success_before_the_end_of_the_body_is_none() -> None:
    """Neighbour of H19: nobody can have stored what was not sent."""

    async def main() -> None:
        async with RawServer(early(200, {}, after=MIB)) as server:
            http = client(server)
            error = await refused(http, put(Content(64 * MIB).body()))
            assert error.kind is ErrorKind.BAD_ANSWER
            server.release()
            await http.aclose()

    play(main())


def test_H13_no_space_is_told_at_once_and_small_files_still_go() -> None:
    async def main() -> None:
        full = respond(507, {"message": "no space"})
        async with RawServer(full, respond(201, {})) as server:
            http = client(server)
            error = await refused(http, put(Content(2 * MIB).body()), AGAIN)
            assert (error.kind, error.verdict) == (ErrorKind.QUOTA, Verdict.PERMANENT)
            await http.call(put(Content(5).body()), as_json, AGAIN)
            await http.aclose()

    play(main())


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_H15_a_redirect_elsewhere_is_refused_and_named(status: int) -> None:
    async def main() -> None:
        async with RawServer() as other:
            there = respond(status, b"", {"Location": f"{other.url}/file?secret=1"})
            async with RawServer(there) as server:
                http = client(server)
                error = await refused(http, put(Content(10).body()), AGAIN)
                await http.aclose()
            assert error.kind is ErrorKind.REDIRECTED
            assert other.url in say(error_words(error)[0]), "people read which address"
            assert not other.seen, "nothing went to another origin"

    play(main())


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_H15_a_redirect_within_the_origin_keeps_method_and_body(status: int) -> None:
    async def main() -> None:
        content = Content(3 * MIB)
        moved = respond(status, b"", {"Location": "/moved"})
        async with RawServer(moved, respond(201, {})) as server:
            http = client(server)
            await http.call(put(content.body()), as_json)
            await http.aclose()
        assert [(s.method, s.target) for s in server.seen] == [
            ("PUT", b"/file"),
            ("PUT", b"/moved"),
        ]
        assert server.seen[1].digest == content.sha256()

    play(main())


@pytest.mark.parametrize("location", ["file:///etc/hosts", "mailto:a@example.org", "data:,x", ""])
def test_T74_a_redirect_to_no_web_address_is_not_said_to_be_a_move(location: str) -> None:
    async def main() -> None:
        async with RawServer(respond(302, b"", {"Location": location})) as server:
            http = client(server)
            error = await refused(http, put(Content(10).body()), AGAIN)
            await http.aclose()
        said = " ".join(say(one) for one in error_words(error))
        assert error.kind is ErrorKind.REDIRECTED
        assert "has moved" not in said
        assert "not to a web address that can be followed" in said
        assert not location or location not in said

    play(main())


def test_T74_a_redirect_to_a_page_of_the_same_host_names_no_other_address() -> None:
    async def main() -> None:
        async with RawServer(respond(303, b"", {"Location": "/login"})) as server:
            http = client(server)
            error = await refused(http, put(Content(10).body()), AGAIN)
            await http.aclose()
        said = " ".join(say(one) for one in error_words(error))
        assert "has moved" not in said
        assert "another page of its own" in said

    play(main())


def test_redirects_in_a_circle_end() -> None:
    """Neighbour of H15."""

    async def main() -> None:
        circle = respond(307, b"", {"Location": "/thing"})
        async with RawServer(otherwise=circle) as server:
            http = client(server)
            error = await refused(http, get())
            await http.aclose()
        assert error.kind is ErrorKind.REDIRECTED
        assert len(server.seen) == 5

    play(main())


def test_H17_resets_in_mid_body_are_retried_from_byte_0_and_the_file_is_exact() -> None:
    async def main() -> None:
        content, clock, sent = Content(3 * MIB), ManualClock(), list[int]()
        waits: list[float] = []
        policy = RetryPolicy(attempts=5, on_wait=lambda s, _e: waits.append(s))
        steps = [hang_up(after=MIB, reset=True), hang_up(after=MIB, reset=True)]
        async with RawServer(*steps, respond(201, {})) as server:
            http = client(server, clock)
            call = http.call(put(content.body(sent.append)), as_json, policy)
            task = asyncio.ensure_future(call)
            await pass_time(clock, task.done)
            await task
            await http.aclose()
        assert server.seen[2].digest == content.sha256()
        assert content.opened == [0, 0, 0], "a new reader for each attempt"
        assert len(waits) == 2
        assert sent.count(0) == 3, "progress went back visibly"
        assert sent[-1] == content.size

    play(main())


def test_H17_resets_without_end_are_given_up_with_a_kind() -> None:
    async def main() -> None:
        clock = ManualClock()
        async with RawServer(otherwise=hang_up(after=MIB, reset=True)) as server:
            http = client(server, clock)
            task = asyncio.ensure_future(
                refused(http, put(Content(9 * MIB).body()), RetryPolicy(attempts=3))
            )
            await pass_time(clock, task.done)
            error = await task
            await http.aclose()
        assert error.kind is ErrorKind.CONNECTION_LOST
        assert len(server.seen) == 3

    play(main())


CUT = b'{"id": "1", "sta'
NO_SUCCESS = {
    "html": (html(200), ErrorKind.NOT_THE_SERVICE),
    "empty": (respond(200, b"", {"Content-Type": "application/json"}), ErrorKind.BAD_ANSWER),
    "cut JSON": (respond(200, CUT, {"Content-Type": "application/json"}), ErrorKind.BAD_ANSWER),
    "wrong shape": (respond(200, {"hits": []}), ErrorKind.BAD_ANSWER),
    "a list": (respond(200, [1]), ErrorKind.BAD_ANSWER),
    "JSON that says HTML": (
        respond(200, b'{"id": "1"}', {"Content-Type": "text/html"}),
        ErrorKind.NOT_THE_SERVICE,
    ),
    "HTML that says JSON": (
        respond(200, b"<html></html>", {"Content-Type": "application/json"}),
        ErrorKind.NOT_THE_SERVICE,
    ),
    "cut against its length": (
        respond(200, CUT, {"Content-Type": "application/json"}, length=99, then_close=True),
        ErrorKind.CONNECTION_LOST,
    ),
    "cut in mid chunk": (
        respond(
            200,
            b"40\r\n" + CUT,
            {"Content-Type": "application/json", "Transfer-Encoding": "chunked"},
            then_close=True,
        ),
        ErrorKind.CONNECTION_LOST,
    ),
    "no HTTP": (None, ErrorKind.BAD_ANSWER),
    "another success": (respond(202, {"id": "1"}), ErrorKind.BAD_ANSWER),
}


async def _no_http(c: Connection) -> None:
    await c.send(b"220 mail.example ESMTP\r\n\r\n")
    c.close()


@pytest.mark.parametrize("name", NO_SUCCESS)
def test_H19_an_answer_that_is_no_success_is_none(name: str) -> None:
    step, kind = NO_SUCCESS[name]

    async def main() -> None:
        async with RawServer(otherwise=step or _no_http) as server:
            http = client(server)
            read = await refused(http, get(), read=lambda answer: answer.json()["id"])
            written = await refused(http, post(), AGAIN, read=lambda answer: answer.json()["id"])
            await http.aclose()
        assert read.kind is kind
        assert written.kind is kind
        assert written.verdict is Verdict.UNKNOWN_OUTCOME, "it may have been done"
        assert len([s for s in server.seen if s.method == "POST"]) == 1, "never blindly repeated"

    play(main())


def test_H20_a_dripping_answer_ends_at_the_deadline_of_the_call() -> None:
    async def main() -> None:
        clock = ManualClock()
        drops = asyncio.Queue[bytes]()

        async def drip(c: Connection) -> None:
            await c.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
            while drop := await drops.get():
                await c.send(drop)

        async with RawServer(drip) as server:
            http = client(server, clock, limits=SaveLimits(control_s=20.0))
            task = asyncio.ensure_future(refused(http, get()))
            await server.until(lambda: bool(server.seen))
            for _ in range(19):
                drops.put_nowait(b"x")
                await clock.advance(1.0)
                assert not task.done()
            await clock.advance(2.0)
            error = await task
            drops.put_nowait(b"")
            await http.aclose()
        assert error.kind is ErrorKind.TIMED_OUT
        assert not clock.pending

    play(main())


@pytest.mark.parametrize("acted_on", [False, True])
def test_H21_a_connection_closed_on_the_next_request(acted_on: bool) -> None:
    async def drop(c: Connection) -> None:
        if acted_on:
            await c.read_body()
        c.close()

    async def main() -> None:
        clock = ManualClock()
        async with RawServer(OK, drop, OK, drop) as server:
            http = client(server, clock)
            await http.call(get(), as_json)
            assert await clock.run(http.call(get(), as_json, AGAIN)) == {"ok": True}
            error = await refused(http, post(), AGAIN)
            await http.aclose()
        assert (error.kind, error.verdict) == (
            ErrorKind.CONNECTION_LOST,
            Verdict.UNKNOWN_OUTCOME,
        )
        assert [s.method for s in server.seen] == ["GET", "GET", "GET", "POST"]

    play(main())


def test_H21_a_connection_closed_while_idle_is_not_used_again() -> None:
    async def main() -> None:
        clock = ManualClock()
        async with RawServer(respond(200, {"ok": 1}, then_close=True), respond(201, {})) as server:
            http = client(server, clock)
            await http.call(get(), as_json)
            idle = http._idle[-1].backend.stream
            assert idle is not None
            await pass_time(clock, lambda: bool(idle.get_extra_info("is_readable")))
            await http.call(post(), as_json)
            await http.aclose()
        assert server.connections == 2

    play(main())


@pytest.mark.parametrize("where", ["head", "body"])
def test_C04_a_half_open_connection_is_noticed_and_the_upload_goes_on_anew(where: str) -> None:
    async def main() -> None:
        content, clock = Content(32 * MIB), ManualClock()
        limits = SaveLimits(stall_s=60.0)
        dead = stall(after=0 if where == "head" else MIB)
        async with RawServer(dead, respond(201, {})) as server:
            http = client(server, clock, limits=limits)
            waits: list[ErrorKind] = []
            policy = RetryPolicy(attempts=3, on_wait=lambda _s, e: waits.append(e.kind))
            task = asyncio.ensure_future(http.call(put(content.body()), as_json, policy))
            await server.holding.wait()
            await pass_time(clock, lambda: bool(waits))
            assert waits == [ErrorKind.STALLED]
            await pass_time(clock, task.done)
            await task
            assert server.seen[1].digest == content.sha256()
            assert server.connections == 2
            server.release()
            await http.aclose()

    play(main())


def test_C05_a_body_that_moves_has_no_total_limit() -> None:
    async def main() -> None:
        content, clock = Content(64 * MIB), ManualClock()
        limits = SaveLimits(control_s=20.0, stall_s=60.0)

        async def slow(c: Connection) -> None:
            while not await c.read_body(MIB):
                await clock.advance(30.0)
            await c.answer(201, {})

        async with RawServer(slow) as server:
            http = client(server, clock, limits=limits)
            await http.call(put(content.body()), as_json)
            await http.aclose()
        assert clock.monotonic() > 1000 + 20 * 30, "far beyond every limit of a single call"
        assert server.seen[0].digest == content.sha256()

    play(main())


def test_H20_an_answer_that_drips_behind_a_body_ends_at_its_limit() -> None:
    """What arrives once all is sent is no sign that the body still moves."""

    async def main() -> None:
        clock = ManualClock()
        drops = asyncio.Queue[bytes]()
        taken = asyncio.Event()

        async def drip(c: Connection) -> None:
            await c.read_body()
            await c.send(b"HTTP/1.1 201 Created\r\nContent-Length: 1000\r\n\r\n")
            taken.set()
            while drop := await drops.get():
                await c.send(drop)

        limits = SaveLimits(stall_s=60.0, answer_s=30.0)
        async with RawServer(drip) as server:
            http = client(server, clock, limits=limits)
            body = Content(5).body()
            task = asyncio.ensure_future(refused(http, put(body, repeatable=False)))
            await taken.wait()
            for _ in range(100):
                if task.done():
                    break
                drops.put_nowait(b"x")
                await asyncio.sleep(0.001)  # the drop has to come by the socket
                await clock.advance(1.0)
            assert task.done(), "an answer that drips is waited for without end"
            error = await task
            drops.put_nowait(b"")
            await http.aclose()
        assert error.kind is ErrorKind.TIMED_OUT
        assert error.verdict is Verdict.UNKNOWN_OUTCOME

    play(main())


def test_C05_the_answer_after_the_last_byte_has_a_limit_of_its_own() -> None:
    async def main() -> None:
        clock = ManualClock()
        touched: list[float] = []
        signal = AbortController(lambda: touched.append(clock.monotonic())).signal
        limits = SaveLimits(stall_s=60.0, answer_s=300.0)

        async def thinks(c: Connection) -> None:
            await c.read_body()
            await c.hold()
            await c.answer(201, {})

        async with RawServer(thinks, thinks) as server:
            http = client(server, clock, limits=limits)
            task = asyncio.ensure_future(
                http.call(put(Content(MIB).body()), as_json, RetryPolicy(signal=signal))
            )
            await server.holding.wait()
            await clock.advance(250.0)
            assert not task.done(), "longer than a stall, but the server may think"
            gaps = [b - a for a, b in pairwise([*touched, clock.monotonic()])]
            assert max(gaps) <= 60.0, "the stage is told that all is well"
            server.release()
            await task
            server.released.clear()
            server.holding.clear()
            too_long = asyncio.ensure_future(refused(http, put(Content(MIB).body())))
            await server.holding.wait()
            await clock.advance(310.0)
            assert (await too_long).kind is ErrorKind.TIMED_OUT
            server.release()
            await http.aclose()

    play(main())


def test_C07_what_was_sent_never_exceeds_the_size_and_is_whole_only_at_the_end() -> None:
    async def main() -> None:
        for size in (0, 1, 5 * MIB + 3):
            content, sent = Content(size), list[int]()
            async with RawServer(respond(201, {})) as server:
                http = client(server)
                await http.call(put(content.body(sent.append)), as_json)
                await http.aclose()
            assert sent[0] == 0
            assert sent == sorted(sent)
            assert sent[-1] == size

    play(main())


def test_C08_a_retry_reads_the_file_anew() -> None:
    async def main() -> None:
        content, clock = Content(2 * MIB), ManualClock()
        async with RawServer(respond(503), respond(201, {})) as server:
            http = client(server, clock)
            await clock.run(http.call(put(content.body()), as_json, AGAIN))
            await http.aclose()
        assert [s.digest for s in server.seen] == [content.sha256()] * 2

    play(main())


@pytest.mark.parametrize("shrinks_to", [0, MIB, 3 * MIB - 1])
def test_a_file_that_shrank_is_told_and_never_sent_as_whole(shrinks_to: int) -> None:
    """Neighbour of C08."""

    async def main() -> None:
        content = Content(3 * MIB, shrinks_to=shrinks_to)
        async with RawServer(hang_up()) as server:
            http = client(server)
            with pytest.raises(FileError) as caught:
                await http.call(put(content.body()), as_json, AGAIN)
            assert caught.value.kind is ErrorKind.FILE_CHANGED
            await http.aclose()
        assert not any(s.complete for s in server.seen)

    play(main())


def test_a_file_that_grew_is_told_and_its_surplus_not_sent() -> None:
    """Neighbour of C08."""

    async def main() -> None:
        content = Content(3 * MIB)
        body = content.body()
        short = type(body)(2 * MIB + 1, body.open, body.on_sent, "data.bin")
        async with RawServer(hang_up()) as server:
            http = client(server)
            with pytest.raises(FileError) as caught:
                await http.call(put(short), as_json, AGAIN)
            assert caught.value.kind is ErrorKind.FILE_CHANGED
            await http.aclose()
        assert not any(s.complete for s in server.seen)

    play(main())


def test_S02_a_file_that_cannot_be_read_on_is_told_as_such() -> None:
    async def main() -> None:
        content = Content(4 * MIB, breaks_after=2 * MIB)
        async with RawServer(hang_up()) as server:
            http = client(server)
            with pytest.raises(FileError) as caught:
                await http.call(put(content.body()), as_json, AGAIN)
            assert caught.value.kind is ErrorKind.FILE_UNREADABLE
            await http.aclose()
        assert len(server.seen) == 1

    play(main())


def test_C12_cancelling_an_upload_stops_what_is_written() -> None:
    """After a cancel the bytes in the system's own buffer do not go either."""

    async def main() -> None:
        content = Content(64 * MIB)

        async def reads_later(c: Connection) -> None:
            await c.read_body(MIB)
            await c.hold()
            await c.read_body()

        async with RawServer(reads_later, OK) as server:
            http = client(server)
            task = asyncio.ensure_future(http.call(put(content.body()), as_json))
            await server.holding.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            held = server.seen[0].length
            server.release()
            assert await http.call(get(), as_json) == {"ok": True}, "a fresh connection"
            await http.aclose()
        assert server.connections == 2
        assert server.seen[0].length - held < 8 * MIB
        assert not server.seen[0].complete

    play(main())


def test_many_cancelled_calls_leave_a_client_that_works() -> None:
    async def main() -> None:
        async with RawServer(*[stall()] * 40, otherwise=OK) as server:
            http = client(server)
            tasks = [asyncio.ensure_future(http.call(get(), as_json)) for _ in range(40)]
            await server.until(lambda: len(server.seen) == 40)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            assert all(task.cancelled() for task in tasks)
            assert await http.call(get(), as_json) == {"ok": True}
            server.release()
            await http.aclose()

    play(main())


def test_S10_a_lasting_500_is_tried_a_few_times_and_told_with_its_text() -> None:
    async def main() -> None:
        clock = ManualClock()
        async with RawServer(otherwise=respond(500, {"message": "bad name"})) as server:
            http = client(server, clock)
            error = await clock.run(refused(http, put(Content(3).body()), RetryPolicy(attempts=4)))
            await http.aclose()
        assert (error.kind, error.server_text) == (ErrorKind.SERVER_FAULT, "bad name")
        assert len(server.seen) == 4

    play(main())


@pytest.mark.parametrize("body", [b"", b"<html><h1>Oops", b"\xff\x00{"])
def test_S10_a_lasting_500_without_words_ends_as_soon_and_shows_no_markup(body: bytes) -> None:
    """Neighbour: the fault page of a framework, or of nothing at all, in the place of JSON."""

    async def main() -> None:
        clock = ManualClock()
        async with RawServer(otherwise=respond(500, body)) as server:
            http = client(server, clock)
            error = await clock.run(refused(http, put(Content(3).body()), RetryPolicy(attempts=4)))
            await http.aclose()
        assert (error.kind, error.status) == (ErrorKind.SERVER_FAULT, 500)
        assert "<" not in error.server_text
        assert len(server.seen) == 4

    play(main())


def test_cookies_are_never_kept() -> None:
    async def main() -> None:
        sets = respond(200, {"ok": 1}, {"Set-Cookie": "session=abc; Path=/"})
        async with RawServer(sets, OK) as server:
            http = client(server)
            await http.call(get(), as_json)
            await http.call(get(), as_json)
            await http.aclose()
        assert "cookie" not in server.seen[1].headers

    play(main())


def test_each_request_has_its_own_id_which_the_error_bears() -> None:
    async def main() -> None:
        async with RawServer(OK, respond(404, {"message": "no"})) as server:
            http = client(server)
            await http.call(get(), anything)
            error = await refused(http, get())
            await http.aclose()
        ids = [s.headers["x-request-id"] for s in server.seen]
        assert len(set(ids)) == 2
        assert error.request_id == ids[1]

    play(main())


def test_a_body_of_bytes_is_sent_as_it_is() -> None:
    async def main() -> None:
        body = json.dumps({"title": "Ω"}, ensure_ascii=False).encode()
        async with RawServer(respond(201, {})) as server:
            http = client(server)
            await http.call(post(body=body), anything)
            await http.aclose()
        assert server.seen[0].body == body

    play(main())
