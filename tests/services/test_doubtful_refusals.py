"""Refusals after an answer that was lost: they say nothing of the request before them."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict, is_clear_refusal
from tests.raw_server import Connection, RawServer, hang_up, respond
from tests.services.driver import a_signal, anything, client, get, pass_time, play
from tests.services.test_local_cases import draft, local
from tests.virtual_time import ManualClock

ELSEWHERE = {"Location": "https://login.example.org/"}


async def lose(c: Connection) -> None:
    """Take the whole request, and break the connection off."""
    await c.read_body()
    c.reset()


@pytest.mark.parametrize(
    ("status", "headers"), [(401, {}), (403, {}), (302, ELSEWHERE)], ids=["401", "403", "302"]
)
def test_a_refusal_of_who_asks_is_none_of_what_was_asked_before(
    status: int, headers: dict[str, str]
) -> None:
    """Found by the simulator: "Nothing was saved on the server" while the draft was there."""

    async def main() -> None:
        clock = ManualClock()
        refused = respond(status, {"status": status}, headers)
        async with RawServer(lose, otherwise=refused) as server:
            service = local(server, clock)
            task = asyncio.ensure_future(service.create_record(draft(), a_signal()))
            await pass_time(clock, task.done)
            await service.aclose()
        with pytest.raises(ServiceError) as caught:
            task.result()
        assert caught.value.verdict is Verdict.UNKNOWN_OUTCOME
        assert not is_clear_refusal(caught.value)

    play(main())


@pytest.mark.parametrize("status", [401, 403])
def test_the_same_refusal_of_the_first_attempt_is_clear(status: int) -> None:
    async def main() -> None:
        clock = ManualClock()
        async with RawServer(otherwise=respond(status, {"status": status})) as server:
            service = local(server, clock)
            task = asyncio.ensure_future(service.create_record(draft(), a_signal()))
            await pass_time(clock, task.done)
            await service.aclose()
        with pytest.raises(ServiceError) as caught:
            task.result()
        assert is_clear_refusal(caught.value)

    play(main())


def test_a_job_that_cannot_be_followed_goes_on_all_the_same() -> None:
    """Found by the simulator: "Nothing was published", and then it was."""

    async def main() -> None:
        clock = ManualClock()
        job = {"id": "j1", "kind": "finalize", "record": "r1", "state": "queued", "result": None}
        accepted = respond(202, job, {"Location": "/jobs/j1", "Retry-After": "1"})
        refused = respond(401, {"type": "urn:sendoff:problem:token-expired", "status": 401})
        async with RawServer(accepted, otherwise=refused) as server:
            service = local(server, clock)
            task = asyncio.ensure_future(service.finalize("r1", (), "k", a_signal()))
            await pass_time(clock, task.done)
            await service.aclose()
        with pytest.raises(ServiceError) as caught:
            task.result()
        assert caught.value.kind is ErrorKind.SIGN_IN
        assert caught.value.verdict is Verdict.UNKNOWN_OUTCOME

    play(main())


def test_a_request_made_while_another_failure_is_handled_fails_for_its_own_reason() -> None:
    """Found by the simulator: "Something went wrong inside Sendoff"."""

    async def main() -> None:
        gone = respond(404, {"status": 404, "message": "Not found."})
        async with RawServer(gone, hang_up()) as server:
            http = client(server)
            try:
                await http.call(get(), anything)
            except ServiceError as first:
                kinds.append(first.kind)
                with pytest.raises(ServiceError) as second:
                    await http.call(get(), anything)
            await http.aclose()
        assert kinds == [ErrorKind.NOT_FOUND]
        assert second.value.kind is ErrorKind.CONNECTION_LOST
        assert second.value.verdict is Verdict.TRANSIENT

    kinds: list[ErrorKind] = []
    play(main())
