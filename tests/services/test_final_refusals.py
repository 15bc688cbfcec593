"""T28: a final refusal of the built-in service or of a tus server is sent once, with its words."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict
from desktop_app.services.http import RetryPolicy
from desktop_app.services.local import LocalService
from desktop_app.services.tus import Content as TusContent
from desktop_app.services.tus import Listener, Tus
from tests.raw_server import Connection, RawServer, respond
from tests.services.driver import MIB, Content, Report, a_signal, client, pass_time, play
from tests.services.test_local_cases import RECORD, draft, local
from tests.virtual_time import ManualClock

FINAL = (402, 405, 409, 410, 422, 431, 451)
TEXT = "Not on a Sunday, says the site."

LOCAL: dict[str, Callable[[LocalService], Awaitable[object]]] = {
    "create": lambda s: s.create_record(draft(), a_signal()),
    "update": lambda s: s.update_record("r1", draft()),
    "look": lambda s: s.get_record("r1"),
    "list": lambda s: s.list_files("r1"),
    "search": lambda s: s.find_by_client_ref("c"),
    "content": lambda s: s.upload_file("r1", Content(5), a_signal(), Report()),
    "finalize": lambda s: s.finalize("r1", (), "k", a_signal()),
    "discard": lambda s: s.delete_draft("r1"),
    "delete file": lambda s: s.delete_file("r1", "a"),
}


@pytest.mark.parametrize("status", FINAL)
@pytest.mark.parametrize("kind", LOCAL)
def test_T28_a_final_refusal_of_the_built_in_service_is_sent_once(kind: str, status: int) -> None:
    async def main() -> None:
        refusal = respond(status, {"status": status, "detail": TEXT})
        first = (respond(200, RECORD, {"ETag": '"1"'}),) if kind == "update" else ()
        async with RawServer(*first, refusal) as server:
            service = local(server)
            with pytest.raises(ServiceError) as caught:
                await LOCAL[kind](service)
            await service.aclose()
        assert caught.value.verdict is Verdict.PERMANENT
        assert caught.value.info.server_text == TEXT
        assert len(server.seen) == 1 + len(first)

    play(main())


@pytest.mark.parametrize("status", [402, 405, 422, 431, 451])
@pytest.mark.parametrize("method", ["POST", "PATCH"])
def test_T28_a_final_refusal_of_a_tus_server_is_sent_once(method: str, status: int) -> None:
    refused, _ = _tus_refuses(method, [status])
    assert refused == 1


def test_T28_a_409_of_a_tus_server_is_settled_by_its_offset() -> None:
    """The offsets agree and it is refused again: no third time."""
    refused, looks = _tus_refuses("PATCH", [409] * 9)
    assert (refused, looks) == (2, 2)


def _tus_refuses(method: str, statuses: list[int]) -> tuple[int, int]:
    """Return how often the refused request was sent, and how often the offset was asked for."""
    seen: list[str] = []

    async def serve(c: Connection) -> None:
        await c.read_body()
        seen.append(c.seen.method)
        if c.seen.method == method:
            await c.answer(statuses.pop(0), {"detail": TEXT})
        elif c.seen.method == "POST":
            await c.answer(201, b"", {"Location": "/files/u1"})
        else:
            await c.answer(200, b"", {"Upload-Offset": "0"})

    async def main() -> None:
        source, clock, policy = Content(MIB), ManualClock(), RetryPolicy(attempts=5)

        async with RawServer(otherwise=serve) as server:
            http = client(server, clock)
            tus = Tus(http)

            async def whole() -> None:
                path = await tus.create("/files", source.size, {}, policy)
                await tus.send(path, TusContent(source.size, source.open), policy, Listener())

            task = asyncio.ensure_future(whole())
            await pass_time(clock, task.done)
            await http.aclose()
        with pytest.raises(ServiceError) as caught:
            task.result()
        assert caught.value.verdict is Verdict.PERMANENT
        assert caught.value.info.server_text == TEXT
        assert caught.value.kind is not ErrorKind.INTERNAL

    play(main())
    return seen.count(method), seen.count("HEAD")
