"""Waiting: Retry-After, the hold on a host, attempts, outages, the pace and the watchdog."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.core.errors import ErrorKind, Verdict
from desktop_app.core.model import SaveLimits
from desktop_app.services.http import RetryPolicy
from desktop_app.services.http.request import LARGEST_PIECE, Pace
from desktop_app.services.http.timeouts import OverdueError, Watchdog
from desktop_app.workflow import AbortController, CancelReason, OperationAborted
from tests.raw_server import RawServer, hang_up, respond
from tests.services.driver import (
    MIB,
    Content,
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

OK = respond(200, {"ok": True})
DATE = "Mon, 30 Nov 2026 12:00:00 GMT"


@pytest.mark.parametrize(
    ("headers", "least", "most"),
    [
        ({"Retry-After": "7"}, 7.0, 7.0),
        ({"Retry-After": "Mon, 30 Nov 2026 12:00:42 GMT", "Date": DATE}, 42.0, 42.0),
        ({"Retry-After": "Mon, 30 Nov 2026 11:00:00 GMT", "Date": DATE}, 0.0, 0.5),
        ({"Retry-After": "soon"}, 0.0, 1.0),
        ({"Retry-After": "999999"}, 120.0, 120.0),
        ({}, 0.0, 1.0),
    ],
)
@pytest.mark.parametrize("status", [429, 503])
def test_the_pause_that_a_server_asks_for_is_kept_and_shown(
    status: int, headers: dict[str, str], least: float, most: float
) -> None:
    async def main() -> None:
        clock, waits = ManualClock(), list[tuple[float, ErrorKind]]()
        async with RawServer(respond(status, b"", headers), OK) as server:
            http = client(server, clock)
            policy = RetryPolicy(attempts=3, on_wait=lambda s, e: waits.append((s, e.kind)))
            task = asyncio.ensure_future(http.call(get(), as_json, policy))
            await pass_time(clock, lambda: bool(waits), 0.0)
            before = clock.monotonic()
            await pass_time(clock, task.done, 0.25)
            await task
            await http.aclose()
        kinds = {429: ErrorKind.RATE_LIMITED, 503: ErrorKind.OVERLOADED}
        assert waits[0][1] is kinds[status]
        assert least <= waits[0][0] <= most
        assert clock.monotonic() - before >= least

    play(main())


def test_no_call_begins_with_less_time_than_it_needs() -> None:
    async def main() -> None:
        clock = ManualClock()
        async with RawServer(respond(503, headers={"Retry-After": "9"}), OK) as server:
            http = client(server, clock)
            error = await refused(http, get(), RetryPolicy(attempts=3, within_s=9.2))
            await http.aclose()
        assert error.kind is ErrorKind.OVERLOADED, "the cause is told, not that time is short"
        assert len(server.seen) == 1

    play(main())


def test_a_429_of_one_call_holds_all_calls_to_the_host() -> None:
    async def main() -> None:
        clock, shown = ManualClock(), list[float]()
        async with RawServer(respond(429, b"", {"Retry-After": "30"}), OK, OK) as server:
            http = client(server, clock)
            first = asyncio.ensure_future(http.call(get(), as_json, RetryPolicy(attempts=2)))
            await pass_time(clock, lambda: bool(clock.slept), 0.0)
            policy = RetryPolicy(on_wait=lambda s, _e: shown.append(s))
            second = asyncio.ensure_future(http.call(get("/other"), as_json, policy))
            await clock.advance(29.0)
            assert len(server.seen) == 1, "nobody asked while the host was on hold"
            assert shown == [30.0], "and whoever waits is told how long"
            await pass_time(clock, lambda: first.done() and second.done())
            await http.aclose()

    play(main())


def test_a_post_that_may_not_be_repeated_is_repeated_after_429_only() -> None:
    async def main() -> None:
        clock = ManualClock()
        async with RawServer(respond(429), respond(201, {"id": 1})) as server:
            http = client(server, clock)
            task = asyncio.ensure_future(http.call(post(), as_json, RetryPolicy(attempts=3)))
            await pass_time(clock, task.done)
            assert await task == {"id": 1}
            server.steps.append(respond(503))
            task = asyncio.ensure_future(refused(http, post(), RetryPolicy(attempts=3)))
            await pass_time(clock, task.done)
            await http.aclose()
        assert len(server.seen) == 3

    play(main())


def test_a_service_that_went_away_after_it_may_have_acted_leaves_it_unknown() -> None:
    """The first attempt was lost on its way back, the second one turned away: of the first nobody
    knows anything."""

    async def main() -> None:
        clock = ManualClock()
        async with RawServer(hang_up(), respond(429)) as server:
            http = client(server, clock)
            task = asyncio.ensure_future(refused(http, put(b"x"), RetryPolicy(attempts=2)))
            await pass_time(clock, task.done)
            error = await task
            await http.aclose()
        assert error.status == 429
        assert error.verdict is Verdict.UNKNOWN_OUTCOME

    play(main())


def test_a_post_turned_away_at_the_door_is_repeated() -> None:
    async def main() -> None:
        clock = ManualClock()
        away = respond(503, {"type": "urn:sendoff:problem:overloaded"}, {"Retry-After": "1"})
        async with RawServer(away, respond(201, {"id": 1})) as server:
            http = client(server, clock)
            task = asyncio.ensure_future(http.call(post(), as_json, RetryPolicy(attempts=3)))
            await pass_time(clock, task.done)
            await task
            await http.aclose()

    play(main())


def test_an_abort_ends_a_pause_and_nothing_more_is_sent() -> None:
    async def main() -> None:
        clock, control = ManualClock(), AbortController()
        async with RawServer(respond(503, b"", {"Retry-After": "60"})) as server:
            http = client(server, clock)
            policy = RetryPolicy(attempts=3, signal=control.signal)
            task = asyncio.ensure_future(http.call(get(), as_json, policy))
            await pass_time(clock, lambda: bool(clock.slept), 0.0)
            control.abort(CancelReason.USER)
            await clock.advance(2.0)
            with pytest.raises(OperationAborted):
                await task
            await http.aclose()
        assert len(server.seen) == 1

    play(main())


def test_waiting_on_purpose_is_no_stall_of_the_stage() -> None:
    async def main() -> None:
        clock, touched = ManualClock(), list[float]()
        control = AbortController(lambda: touched.append(clock.monotonic()))
        async with RawServer(respond(429, b"", {"Retry-After": "100"}), OK) as server:
            http = client(server, clock)
            policy = RetryPolicy(attempts=3, signal=control.signal)
            task = asyncio.ensure_future(http.call(get(), as_json, policy))
            await pass_time(clock, task.done)
            await task
            await http.aclose()
        assert max(b - a for a, b in zip(touched, touched[1:], strict=False)) <= 2.0  # noqa: RUF007

    play(main())


def test_the_pace_keeps_to_its_rate_over_parallel_files() -> None:
    async def main() -> None:
        clock = ManualClock()
        limits = SaveLimits(max_bytes_per_s=256 * 1024)
        async with RawServer(otherwise=respond(201, {})) as server:
            http = client(server, clock, limits=limits)
            began = clock.monotonic()
            calls = [http.call(put(Content(MIB, seed=n).body()), as_json) for n in range(2)]
            tasks = asyncio.gather(*calls)
            await pass_time(clock, tasks.done, 0.05)
            await http.aclose()
        took = clock.monotonic() - began
        assert 7.5 <= took <= 9.0, "2 MiB at 256 KiB/s"

    play(main())


def test_a_pace_asks_for_pieces_that_move_several_times_a_second() -> None:
    clock = ManualClock()

    async def main() -> None:
        assert Pace(clock, 10_000).piece <= 4096
        assert Pace(clock, 4 * MIB).piece == MIB
        assert Pace(clock, 1e12).piece == LARGEST_PIECE

    asyncio.run(main())


def test_one_timer_watches_everything_and_none_is_left() -> None:
    async def main() -> None:
        clock = ManualClock()
        dog = Watchdog(clock, clock.schedule)

        async def work(seconds: float, limit: float) -> str:
            end = clock.monotonic() + limit
            try:
                with dog.watch(lambda now: end if now < end else None):
                    await clock.sleep(seconds)
            except OverdueError:
                return "overdue"
            return "done"

        tasks = [asyncio.ensure_future(work(5, 20)) for _ in range(50)]
        tasks += [asyncio.ensure_future(work(50, 20)) for _ in range(50)]
        await asyncio.sleep(0)
        assert len(clock.pending) - 100 == 1
        await clock.advance(21)
        assert [t.result() for t in tasks] == ["done"] * 50 + ["overdue"] * 50
        dog.close()
        assert not clock.pending

    play(main())


def test_a_cancel_from_outside_stays_a_cancel_even_when_overdue() -> None:
    async def main() -> None:
        clock = ManualClock()
        dog = Watchdog(clock, clock.schedule)

        async def work() -> None:
            with dog.watch(lambda now: 1010.0 if now < 1010.0 else None):
                await asyncio.get_running_loop().create_future()

        task = asyncio.ensure_future(work())
        await asyncio.sleep(0)
        task.cancel()
        clock.fire_next()
        with pytest.raises(asyncio.CancelledError):
            await task
        dog.close()

    play(main())
