"""Each fault as a plain client sees it, with a plain server behind the proxy."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Self, TypeVar

import pytest

from desktop_app.core.model import SaveStage
from desktop_app.qa.proxy import ALLOWED, FaultProxy, Rule, What, When, rule_from, upstream_of
from tests.raw_server import Connection, RawServer, Step, early, respond
from tests.virtual_time import run_debug

T = TypeVar("T")
CONTENT = bytes(range(256)) * 400
ANSWER = b'{"id": "r1", "state": "draft"}'
TOKEN = "Bearer qa-secret-token"


@dataclass
class Got:
    """What came back: `status` 0 and `ended` "reset" or "closed" where no whole answer did."""

    status: int = 0
    headers: str = ""
    body: bytes = b""
    ended: str = ""


class Client:
    """One connection that speaks HTTP by hand."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def __aenter__(self) -> Self:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.transport.abort()

    async def send(self, method: str, path: str, body: bytes = b"", *, most: int = -1) -> None:
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: proxy\r\nAuthorization: {TOKEN}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + (body if most < 0 else body[:most]))

    async def got(self) -> Got:
        got = Got()
        try:
            raw = await self.reader.readuntil(b"\r\n\r\n")
        except ConnectionError:
            return Got(ended="reset")
        except asyncio.IncompleteReadError:
            return Got(ended="closed")
        got.headers = raw.decode("latin-1")
        got.status = int(raw.split(b" ")[1])
        length = int(got.headers.lower().partition("content-length:")[2].split()[0])
        try:
            got.body = await self.reader.readexactly(length)
        except asyncio.IncompleteReadError as error:
            got.body, got.ended = error.partial, "closed"
        except ConnectionError:
            got.ended = "reset"
        return got


async def ask(proxy: FaultProxy, method: str, path: str, body: bytes = b"") -> Got:
    async with Client(proxy.port) as client:
        await client.send(method, path, body)
        return await client.got()


@asynccontextmanager
async def standing(
    *rules: Rule, step: Step | None = None
) -> AsyncIterator[tuple[FaultProxy, RawServer]]:
    async with (
        RawServer(otherwise=step or respond(201, ANSWER)) as server,
        FaultProxy(upstream_of(server.url), seed=7) as proxy,
    ):
        proxy.use(rules)
        yield proxy, server


def run(test: Callable[[], Awaitable[T]]) -> T:
    async def within() -> T:
        async with asyncio.timeout(20):
            return await test()

    return run_debug(within())


def put(proxy: FaultProxy) -> Awaitable[Got]:
    return ask(proxy, "PUT", "/records/r1/files/a.txt", CONTENT)


def test_without_rules_everything_goes_through_unchanged_and_is_logged_without_secrets() -> None:
    async def test() -> None:
        async with standing() as (proxy, server):
            first = await put(proxy)
            async with Client(proxy.port) as client:
                for n in range(3):
                    await client.send("POST", f"/records?secret={n}", b"{}")
                    assert (await client.got()).body == ANSWER
            assert (first.status, first.body) == (201, ANSWER)
            assert [seen.length for seen in server.seen] == [len(CONTENT), 2, 2, 2]
            assert server.seen[0].body == CONTENT
            assert server.seen[0].headers["host"] == f"127.0.0.1:{server.port}"
            assert [(e.stage, e.key, e.status, e.ended) for e in proxy.log][:2] == [
                (SaveStage.UPLOAD_FILES, "a.txt", 201, "answered"),
                (SaveStage.CREATE_RECORD, "", 201, "answered"),
            ]
            assert "secret" not in repr(proxy.log)

    run(test)


def test_chunks_and_pipelined_requests_reach_the_service() -> None:
    async def test() -> None:
        async with standing() as (proxy, server), Client(proxy.port) as client:
            head = b"PUT /records/r1/files/a.txt HTTP/1.1\r\nHost: x\r\n"
            chunks = b"Transfer-Encoding: chunked\r\n\r\n5;q=1\r\nabcde\r\n2\r\nfg\r\n0\r\n\r\n"
            client.writer.write(2 * (head + chunks) + head + b"Content-Length: 3\r\n\r\nxyz")
            assert [(await client.got()).status for _ in range(3)] == [201, 201, 201]
            assert [seen.body for seen in server.seen] == [b"abcdefg", b"abcdefg", b"xyz"]
            assert [entry.received for entry in proxy.log] == [7, 7, 3]
            assert server.connections == 1

    run(test)


def test_trailers_reach_the_service() -> None:
    came: list[bytes] = []

    async def to_the_trailers(c: Connection) -> None:
        came.append(await c._reader.readuntil(b"abc\r\n0\r\nDigest: 1\r\n\r\n"))
        await c.answer(204)

    async def test() -> None:
        async with standing(step=to_the_trailers) as (proxy, _), Client(proxy.port) as client:
            client.writer.write(
                b"PUT /records/r1/files/a.txt HTTP/1.1\r\nHost: x\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nDigest: 1\r\n\r\n"
            )
            assert b" 204 " in await client.reader.readuntil(b"\r\n\r\n")
            assert len(came) == 1

    run(test)


def test_an_answer_of_every_kind_comes_through_whole() -> None:
    async def head_only(c: Connection) -> None:
        await c.answer(200, length=len(ANSWER))

    async def until_closed(c: Connection) -> None:
        await c.send(b"HTTP/1.1 200 OK\r\n\r\n" + ANSWER)
        c.close()

    async def after_100(c: Connection) -> None:
        await c.interim()
        await c.read_body()
        await c.answer(204)

    async def test() -> None:
        async with RawServer(head_only, until_closed, after_100) as server:
            async with FaultProxy(upstream_of(server.url)) as proxy, Client(proxy.port) as client:
                client.writer.write(b"HEAD /records/r1 HTTP/1.1\r\nHost: x\r\n\r\n")
                head = await client.reader.readuntil(b"\r\n\r\n")
                assert f"content-length: {len(ANSWER)}".encode() in head
                client.writer.write(b"GET /records/r1 HTTP/1.1\r\nHost: x\r\n\r\n")
                chunked = await client.reader.readuntil(b"\r\n0\r\n\r\n")
                assert ANSWER in chunked, "the proxy knows its end, and so does the client"
            async with FaultProxy(upstream_of(server.url)) as proxy, Client(proxy.port) as client:
                client.writer.write(
                    b"PUT /records/r1/files/a.txt HTTP/1.1\r\nHost: x\r\n"
                    b"Expect: 100-continue\r\nContent-Length: 3\r\n\r\n"
                )
                assert b" 100 " in await client.reader.readuntil(b"\r\n\r\n")
                client.writer.write(b"xyz")
                assert b" 204 " in await client.reader.readuntil(b"\r\n\r\n")
                assert server.seen[2].body == b"xyz"

    run(test)


def test_reset_before_forwarding_never_reaches_the_service() -> None:
    async def test() -> None:
        async with standing(Rule(What.RESET, method="PUT")) as (proxy, server):
            assert (await put(proxy)).ended == "reset"
            assert not server.seen
            assert (await put(proxy)).status == 201
            assert proxy.has_fired("reset") == 1

    run(test)


def test_reset_in_mid_body_leaves_the_service_with_a_part() -> None:
    async def test() -> None:
        rule = Rule(What.RESET, When.MID_BODY, at=0.25)
        async with standing(rule) as (proxy, server):
            assert (await put(proxy)).ended == "reset"
            await server.until(lambda: server.seen[0].length == len(CONTENT) // 4)
            assert not server.seen[0].complete

    run(test)


@pytest.mark.parametrize(
    ("rule", "ended"),
    [
        (Rule(What.LOST_ANSWER), "closed"),
        (Rule(What.RESET, When.AFTER_EFFECT), "reset"),
        (Rule(What.HALF_CLOSE, When.AFTER_EFFECT), "closed"),
    ],
)
def test_an_answer_lost_after_the_effect(rule: Rule, ended: str) -> None:
    async def test() -> None:
        async with standing(rule) as (proxy, server):
            got = await put(proxy)
            assert (got.status, got.ended) == (0, ended)
            assert server.seen[0].complete

    run(test)


def test_half_close_before_forwarding_says_that_nothing_more_will_come() -> None:
    async def test() -> None:
        async with standing(Rule(What.HALF_CLOSE)) as (proxy, server):
            assert (await put(proxy)).ended == "closed"
            assert not server.seen

    run(test)


def test_a_cut_answer_is_short_and_a_cut_body_is_short_at_the_service() -> None:
    async def test() -> None:
        rules = (Rule(What.CUT_BODY, When.MID_ANSWER, nth=1), Rule(What.CUT_BODY, nth=2))
        async with standing(*rules) as (proxy, server):
            got = await put(proxy)
            assert got.status == 201
            assert (got.body, got.ended) == (ANSWER[: len(ANSWER) // 2], "closed")
            assert (await put(proxy)).status == 0
            await server.until(lambda: len(server.seen) == 2)
            assert server.seen[0].complete
            assert not server.seen[1].complete

    run(test)


@pytest.mark.parametrize("size", range(len(ANSWER)))
def test_an_answer_is_cut_at_any_byte(size: int) -> None:
    async def test() -> None:
        rule = Rule(What.CUT_BODY, When.MID_ANSWER, at=(size + 0.5) / len(ANSWER))
        async with standing(rule) as (proxy, server):
            got = await put(proxy)
            assert (got.body, got.ended) == (ANSWER[:size], "closed")
            assert server.seen[0].complete

    run(test)


@pytest.mark.parametrize("size", [0, 1, 16_383, 16_384, 16_385, len(CONTENT) - 1])
def test_a_body_is_cut_at_any_byte(size: int) -> None:
    async def test() -> None:
        rule = Rule(What.CUT_BODY, at=(size + 0.5) / len(CONTENT))
        async with standing(rule) as (proxy, server):
            assert (await put(proxy)).status == 0
            await server.until(lambda: bool(server.seen) and server.seen[0].length == size)
            assert server.seen[0].body == CONTENT[:size]
            assert not server.seen[0].complete

    run(test)


@pytest.mark.parametrize("effect", [False, True])
def test_a_status_before_or_after_the_effect(effect: bool) -> None:
    async def test() -> None:
        when = When.AFTER_EFFECT if effect else When.BEFORE_FORWARD
        rule = Rule(What.STATUS, when, status=503, headers=(("Retry-After", "1"),), body="busy")
        async with standing(rule) as (proxy, server):
            got = await put(proxy)
            assert (got.status, got.body) == (503, b"busy")
            assert "Retry-After: 1" in got.headers
            assert [seen.complete for seen in server.seen] == [True] * effect

    run(test)


def test_an_early_answer_comes_while_the_body_is_still_wanted() -> None:
    async def test() -> None:
        rule = Rule(What.EARLY_ANSWER, When.MID_BODY, status=413)
        async with standing(rule) as (proxy, server):
            async with Client(proxy.port) as client:
                await client.send("PUT", "/records/r1/files/a.txt", CONTENT, most=60_000)
                assert (await client.got()).status == 413
            await server.until(lambda: len(server.seen) == 1)
            assert not server.seen[0].complete

    run(test)


def test_the_services_own_early_answer_is_passed_on() -> None:
    async def test() -> None:
        step = early(413, b"too large", after=1000, then="close")
        async with standing(step=step) as (proxy, _server), Client(proxy.port) as client:
            await client.send("PUT", "/records/r1/files/a.txt", CONTENT, most=5000)
            got = await client.got()
            assert (got.status, got.body) == (413, b"too large")

    run(test)


def test_corruption_changes_bytes_and_is_the_same_for_the_same_seed() -> None:
    async def test() -> list[bytes]:
        bodies = []
        for _ in range(2):
            async with standing(Rule(What.CORRUPT, times=0)) as (proxy, server):
                await put(proxy)
                bodies.append(server.seen[0].body)
        return bodies

    first, second = run(test)
    assert first == second
    assert first != CONTENT
    assert len(first) == len(CONTENT)


def test_a_corrupt_answer_has_its_length_but_not_its_bytes() -> None:
    async def test() -> None:
        async with standing(Rule(What.CORRUPT, When.MID_ANSWER)) as (proxy, _server):
            got = await put(proxy)
            assert (got.status, len(got.body)) == (201, len(ANSWER))
            assert got.body != ANSWER

    run(test)


def test_a_duplicated_request_reaches_the_service_twice_and_is_answered_once() -> None:
    async def test() -> None:
        async with standing(Rule(What.DUPLICATE)) as (proxy, server):
            assert (await put(proxy)).status == 201
            assert [seen.body for seen in server.seen] == [CONTENT, CONTENT]

    run(test)


def test_a_late_request_reaches_the_service_though_its_client_has_left() -> None:
    async def test() -> None:
        async with standing(Rule(What.LATE, seconds=0.05)) as (proxy, server):
            async with Client(proxy.port) as client:
                await client.send("PUT", "/records/r1/files/a.txt", CONTENT)
                await proxy.fired("late")
                await proxy.until(lambda: proxy.log[0].received == len(CONTENT))
            await proxy.until(lambda: bool(proxy.log[0].ended))
            assert server.seen[0].body == CONTENT
            assert (await put(proxy)).status == 201

    run(test)


def test_redirects_and_pages_for_people() -> None:
    async def test() -> None:
        rules = (
            Rule(What.REDIRECT, status=302, location="/login", nth=1),
            Rule(What.HTML, status=200, nth=2),
        )
        async with standing(*rules) as (proxy, server):
            moved, page = await put(proxy), await put(proxy)
            assert moved.status == 302
            assert "Location: /login" in moved.headers
            assert page.status == 200
            assert b"<html>" in page.body
            assert not server.seen

    run(test)


def test_an_expired_token_stays_so_from_the_nth_call_on_until_it_is_renewed() -> None:
    async def test() -> None:
        rule = Rule(What.EXPIRED_TOKEN, stage=SaveStage.UPLOAD_FILES, nth=2)
        async with standing(rule) as (proxy, server):
            statuses = [(await put(proxy)).status for _ in range(3)]
            other = await ask(proxy, "GET", "/records/r1")
            assert statuses == [201, 401, 401]
            assert other.status == 401
            assert json.loads(other.body)["code"] == "token-expired"
            await proxy.heal()
            assert (await put(proxy)).status == 401
            proxy.renew_token()
            assert (await put(proxy)).status == 201
            assert len(server.seen) == 2

    run(test)


def test_the_switch_expires_the_token_that_is_in_use() -> None:
    async def test() -> None:
        async with standing() as (proxy, _server):
            proxy.expire_token()
            assert [(await put(proxy)).status for _ in range(2)] == [401, 401]
            proxy.renew_token()
            assert (await put(proxy)).status == 201

    run(test)


def test_a_stall_holds_the_request_until_it_is_healed() -> None:
    async def test() -> None:
        async with standing(Rule(What.STALL, name="hold")) as (proxy, server):
            waiting = asyncio.ensure_future(put(proxy))
            await proxy.fired("hold")
            assert not server.seen
            assert not waiting.done()
            await proxy.heal()
            assert (await waiting).ended == "reset"
            assert (await put(proxy)).status == 201

    run(test)


def test_a_client_that_leaves_during_a_stall_is_noticed_and_the_service_told() -> None:
    async def test() -> None:
        rule = Rule(What.STALL, When.MID_BODY, name="hold")
        async with standing(rule) as (proxy, server):
            async with Client(proxy.port) as client:
                await client.send("PUT", "/records/r1/files/a.txt", CONTENT)
                await proxy.fired("hold")
            await proxy.until(lambda: bool(proxy.log[0].ended))
            assert proxy.log[0].ended == "the client went away"
            assert not server.seen[0].complete

    run(test)


def test_breaking_now_resets_what_is_open_and_refuses_what_is_new() -> None:
    async def test() -> None:
        async with standing(Rule(What.STALL, name="hold")) as (proxy, _server):
            waiting = asyncio.ensure_future(put(proxy))
            await proxy.fired("hold")
            await proxy.break_now()
            assert (await waiting).ended == "reset"
            with pytest.raises(ConnectionRefusedError):
                await put(proxy)
            port = proxy.port
            await proxy.heal()
            assert proxy.port == port
            assert (await put(proxy)).status == 201

    run(test)


def test_a_service_that_is_gone_shows_as_a_reset() -> None:
    async def test() -> None:
        async with standing() as (proxy, server):
            await server.stop()
            assert (await put(proxy)).ended == "reset"
            await server.listen()
            assert (await put(proxy)).status == 201

    run(test)


@pytest.mark.parametrize(
    "rule",
    [
        Rule(What.DELAY, seconds=0.05),
        Rule(What.DELAY, When.MID_BODY, seconds=0.05),
        Rule(What.DELAY, When.AFTER_EFFECT, seconds=0.05),
        Rule(What.DELAY, When.MID_ANSWER, seconds=0.05),
        Rule(What.DRIP, seconds=0.002),
        Rule(What.DRIP, When.MID_BODY, seconds=0.002),
        Rule(What.THROTTLE, bytes_per_s=4_000_000),
    ],
)
def test_what_only_slows_down_changes_nothing_and_takes_at_least_its_time(rule: Rule) -> None:
    async def test() -> None:
        loop = asyncio.get_running_loop()
        async with standing(rule) as (proxy, server):
            began = loop.time()
            got = await put(proxy)
            assert (got.status, got.body) == (201, ANSWER)
            assert server.seen[0].body == CONTENT
            assert loop.time() - began >= 0.009
            assert proxy.has_fired(rule.label) == 1

    run(test)


def test_rules_narrow_by_key_stage_and_count() -> None:
    async def test() -> None:
        rules = (
            Rule(What.STATUS, key="b.txt", status=507, times=0),
            Rule(What.STATUS, stage=SaveStage.FINALIZE_RECORD, status=503, nth=2, times=1),
        )
        async with standing(*rules) as (proxy, _server):
            for path in ("a.txt", "b.txt", "b.txt"):
                await ask(proxy, "PUT", f"/records/r1/files/{path}", b"x")
            for _ in range(3):
                await ask(proxy, "POST", "/records/r1/finalize", b"{}")
            await ask(proxy, "POST", "/api/records/r1/draft/actions/publish")
            statuses = [entry.status for entry in proxy.log]
            assert statuses == [201, 507, 507, 201, 503, 201, 201]

    run(test)


def test_a_tus_upload_is_known_by_the_key_it_was_created_for() -> None:
    async def test() -> None:
        location = respond(201, b"", {"Location": "/uploads/u1"})
        rules = (Rule(What.STATUS, method="PATCH", key="big.bin", status=409),)
        async with standing(*rules, step=location) as (proxy, _server):
            async with Client(proxy.port) as client:
                client.writer.write(
                    b"POST /records/r1/uploads HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n"
                    b"Upload-Metadata: digest eA==,key YmlnLmJpbg==\r\n\r\n"
                )
                await client.got()
            assert (await ask(proxy, "PATCH", "/uploads/u1", b"abc")).status == 409

    run(test)


def test_rules_survive_a_journey_through_json() -> None:
    for what, points in ALLOWED.items():
        for when in points:
            rule = Rule(
                what,
                when,
                stage=SaveStage.UPLOAD_FILES,
                status=302,
                headers=(("A", "b"),),
                name="n",
            )
            assert rule_from(json.loads(json.dumps(rule.as_json()))) == rule


@pytest.mark.parametrize(
    "change",
    [{"when": When.MID_BODY}, {"nth": 0}, {"at": 2.0}, {"bytes_per_s": 0}, {"status": 200}],
)
def test_a_rule_that_could_not_act_is_refused(change: dict[str, object]) -> None:
    redirect = Rule(What.REDIRECT, status=302)
    with pytest.raises(ValueError, match=next(iter(change))):
        replace(redirect, **change)  # type: ignore[arg-type]  # wrong values are the point
