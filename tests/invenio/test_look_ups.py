"""A refusal of a look-up says that the look was refused, not that nothing is there (E6); a slow
search that was answered says as much as a quick one (T12).
"""

from __future__ import annotations

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError
from desktop_app.core.model import RecordState, UploadedFile
from tests.invenio.bench import (
    Bench,
    Report,
    Source,
    complete,
    draft,
    play,
    reference,
    signal,
)
from tests.invenio.deployment import Deployment
from tests.invenio.double import Caller
from tests.raw_server import Answer, Request

ENTRY = r"/draft/files/a\.txt$"
REFUSALS = (400, 401, 403, 406, 410, 451)


def refusal(status: int) -> Answer:
    return Answer(status, {"status": status, "message": "Not for you."})


@pytest.mark.parametrize("status", REFUSALS)
def test_a_refused_look_at_an_entry_sends_nothing(status: int) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source = Source("a.txt", b"content")
        bench.tap.add("GET", ENTRY, refusal(status), times=99)
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, source, signal(), Report())
        assert caught.value.info.status == status
        assert bench.tap.count("POST", "/draft/files$") == 0
        assert bench.tap.count("PUT", "/content$") == 0
        assert source.reads == 0

    play("double", scenario)


@pytest.mark.parametrize("status", REFUSALS)
def test_a_refused_look_at_an_entry_that_is_there_leaves_it_alone(status: int) -> None:
    """It would be begun anew, or its bytes sent into a file that is whole: that destroys it."""

    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source = Source("a.txt", b"content")
        await service.upload_file(made.id, source, signal(), Report())
        bench.tap.passed.clear()
        bench.tap.add("GET", ENTRY, refusal(status), times=99)
        with pytest.raises(ServiceError):
            await service.upload_file(made.id, source, signal(), Report("begun before"))
        assert {one.method for one in bench.tap.passed} == {"GET"}
        assert bench.the_double.destroyed == []
        assert await bench.held(made.id) == complete(source)

    play("double", scenario)


@pytest.mark.parametrize("status", [400, 403, 410])
def test_a_refused_listing_is_no_empty_listing(status: int) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        bench.tap.add("GET", "/files$", refusal(status), times=99)
        with pytest.raises(ServiceError):
            await service.list_files(made.id)

    play("double", scenario)


@pytest.mark.parametrize(
    "found",
    [
        UploadedFile("a.txt", 7, "md5:00000000000000000000000000000000"),
        UploadedFile("a.txt", 8, ""),
        UploadedFile("b.txt", 7, ""),
    ],
    ids=["another checksum", "another size", "another name"],
)
def test_nothing_is_published_whose_last_look_differs(found: UploadedFile) -> None:
    """E7: what was confirmed is compared once more, just before the step that is for ever."""

    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        await service.upload_file(made.id, Source("a.txt", b"content"), signal(), Report())
        with pytest.raises(ServiceError) as caught:
            await service.finalize(made.id, (found,), "", signal())
        assert caught.value.kind is ErrorKind.NOT_CONFIRMED
        assert bench.tap.count("POST", "/publish$") == 0
        assert (await service.get_record(made.id)).state is RecordState.DRAFT

    play("double", scenario)


def slow_searches(bench: Bench, seconds: float) -> None:
    """Let each search take `seconds` of the clock."""
    search = bench.the_double._search

    def slow(request: Request, caller: Caller | None) -> Answer:
        bench.clock.now += seconds
        return search(request, caller)

    bench.the_double._search = slow  # type: ignore[method-assign]


@pytest.mark.parametrize("search_s", [0.0, 2.5, 10.0])
def test_t12_a_slow_search_takes_the_place_of_the_pauses(search_s: float) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        slow_searches(bench, search_s)
        began = bench.clock.monotonic()
        assert await service.find_by_client_ref(reference()) == ()
        assert 38 <= bench.clock.monotonic() - began <= 38 + 4 * search_s, "index lag, and a look"

    play("double", scenario)


@pytest.mark.parametrize("search_s", [0.0, 2.5, 10.0])
def test_t12_a_slow_search_waits_for_the_index_as_well(search_s: float) -> None:
    async def scenario(bench: Bench) -> None:
        service, ref = bench.service(), reference()
        made = await service.create_record(draft(ref), signal())
        slow_searches(bench, search_s)
        assert [one.id for one in await service.find_by_client_ref(ref)] == [made.id]

    play("double", scenario, Deployment(index_lag_s=37.0))


def test_the_files_of_a_published_record_are_its_own_though_it_is_being_edited() -> None:
    """T05: what stands in the edit is not public; the record's listing is what counts."""

    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        done = await service.upload_file(made.id, Source("a.txt", b"a"), signal(), Report())
        await service.finalize(made.id, (done,), "", signal())
        await bench.ask("POST", f"/records/{made.id}/draft")
        bench.tap.passed.clear()
        fresh = bench.service()
        assert (await fresh.get_record(made.id)).state is RecordState.FINALIZED
        assert [one.key for one in await fresh.list_files(made.id)] == ["a.txt"]
        assert bench.tap.count("GET", f"/records/{made.id}/files$") == 1
        assert bench.tap.count("GET", "/draft/files$") == 0

    play("double", scenario)
