"""The share of requests: no window is ever overrun, and what answers say is heeded in time."""

from __future__ import annotations

import asyncio
import os

import pytest

from desktop_app.core.clock import LoopClock
from desktop_app.core.errors import ErrorInfo, ErrorKind
from desktop_app.core.model import RecordState
from desktop_app.services.invenio import GENERIC, ZENODO, RateBudget, RateWindow
from desktop_app.workflow import AbortController, CancelReason, OperationAborted
from tests.invenio.bench import (
    Bench,
    JumpingClock,
    Report,
    Source,
    complete,
    content,
    draft,
    play,
    signal,
)
from tests.invenio.deployment import ZENODO as ZENODO_DEPLOYMENT
from tests.invenio.deployment import Deployment
from tests.raw_server import Answer


def spent(requests: int, clock: JumpingClock, budget: RateBudget) -> list[float]:
    async def main() -> list[float]:
        times = []
        for _ in range(requests):
            await budget.take()
            times.append(clock.now)
        return times

    return asyncio.run(main())


@pytest.mark.parametrize("window", ZENODO.rate)
def test_no_window_of_zenodo_is_overrun(window: RateWindow) -> None:
    clock = JumpingClock()
    times = spent(5200, clock, RateBudget(clock, ZENODO))
    for index in range(len(times) - window.requests):
        assert times[index + window.requests] - times[index] > window.seconds


def test_a_small_save_does_not_wait() -> None:
    clock = JumpingClock()
    assert spent(16, clock, RateBudget(clock, ZENODO))[-1] == 1000.0


def test_a_site_that_nothing_is_known_of_sets_no_pace() -> None:
    clock = JumpingClock()
    assert spent(500, clock, RateBudget(clock, GENERIC))[-1] == 1000.0


def headers(
    remaining: int, reset: str, date: str = "Mon, 30 Nov 2026 12:00:00 GMT"
) -> dict[str, str]:
    return {
        "x-ratelimit-limit": "100",
        "x-ratelimit-remaining": str(remaining),
        "x-ratelimit-reset": reset,
        "retry-after": "59",
        "date": date,
    }


@pytest.mark.parametrize(
    ("remaining", "reset", "waited"),
    [
        (50, "1796040030", 0.0),  # plenty is left: Retry-After on a 200 means nothing
        (2, "1796040030", 30.0),  # epoch seconds, by the server's own clock
        (0, "12", 12.0),  # seconds from now
        (0, "1796050000", 120.0),  # no longer than this at once
        (0, "soon", 0.0),
        (0, "1796030000", 0.0),  # in the past
        (0, "nan", 0.0),
    ],
)
def test_what_an_answer_says_is_left_is_heeded(remaining: int, reset: str, waited: float) -> None:
    clock = JumpingClock()
    budget = RateBudget(clock, GENERIC)
    budget.note(headers(remaining, reset))
    assert spent(1, clock, budget)[0] - 1000.0 == pytest.approx(waited)


def test_waiting_for_the_limit_shows_a_countdown_and_can_be_stopped() -> None:
    clock = JumpingClock()
    budget = RateBudget(clock, GENERIC)
    budget.note(headers(0, "40"))
    controller = AbortController()
    told: list[tuple[float, ErrorInfo]] = []

    def on_wait(seconds: float, why: ErrorInfo) -> None:
        told.append((seconds, why))
        controller.abort(CancelReason.USER)

    with pytest.raises(OperationAborted):
        asyncio.run(budget.take(signal=controller.signal, on_wait=on_wait))
    assert [(seconds, why.kind) for seconds, why in told] == [(40.0, ErrorKind.RATE_LIMITED)]


def test_forty_files_to_zenodo_never_meet_a_429() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service(preset=ZENODO)
        made = await service.create_record(draft(), signal())
        sources = [Source(f"{n:02}", content(50 + n, n)) for n in range(40)]
        running = iter(sources)

        async def worker() -> None:
            for source in running:
                await service.upload_file(made.id, source, signal(), Report())

        await asyncio.gather(*(worker() for _ in range(4)))
        files = tuple([await service.upload_file(made.id, s, signal(), Report()) for s in sources])
        published = await service.finalize(made.id, files, "", signal())
        assert published.state is RecordState.FINALIZED
        statuses = [seen.status for seen in bench.the_double.seen]
        assert 429 not in statuses
        assert len(statuses) > 200
        assert bench.clock.now - 1000.0 < 200

    play("double", scenario, ZENODO_DEPLOYMENT)


def test_a_limit_that_only_the_answers_tell_is_met_before_it_hurts() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        for number in range(25):
            source = Source(f"{number}", content(100, number))
            await service.upload_file(made.id, source, signal(), Report())
        assert 429 not in [seen.status for seen in bench.the_double.seen]

    play("double", scenario, Deployment(rate=((40, 60.0),)))


@pytest.mark.peer
@pytest.mark.invenio
@pytest.mark.skipif(
    not os.environ.get("SENDOFF_INVENIO_LIMITED"), reason="no real server with a low limit"
)
def test_a_real_limited_site_never_has_to_refuse() -> None:
    """In real time: 60 requests a minute are granted, about 90 are needed."""

    async def scenario(bench: Bench) -> None:
        service = bench.service(clock=LoopClock())
        made = await service.create_record(draft(), signal())
        sources = [Source(f"{n:02}", content(50 + n, n)) for n in range(20)]
        running = iter(sources)

        async def worker() -> None:
            for source in running:
                await service.upload_file(made.id, source, signal(), Report())

        await asyncio.gather(*(worker() for _ in range(4)))
        assert 429 not in [passed.status for passed in bench.tap.passed]
        assert len(bench.tap.passed) > 70
        listed = await service.list_files(made.id)
        assert [(f.key, f.complete) for f in listed] == [(s.key, True) for s in sources]
        await service.delete_draft(made.id)

    play("real", scenario)


def test_a_429_is_waited_out_as_long_as_it_says_and_costs_no_transfer() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        limited = Answer(429, {"message": "Rate limit exceeded"}, headers={"Retry-After": "17"})
        for method, path in (("GET", "/files/"), ("POST", "/files$"), ("PUT", "/content$")):
            bench.tap.add(method, path, limited, times=1)
        bench.tap.add("POST", "/commit$", limited)
        source, report = Source("a", content(5000)), Report()
        before = bench.clock.now
        assert (await service.upload_file(made.id, source, signal(), report)).verified
        assert bench.clock.now - before >= 4 * 17
        assert ErrorKind.RATE_LIMITED in {why.kind for why in report.waits}
        assert await bench.held(made.id) == complete(source)

    play("double", scenario)
