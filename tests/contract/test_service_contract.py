"""One suite for every service: what an adapter declares, it does.

Whoever adds a back end adds a subject; nothing here knows how a service works.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError
from desktop_app.core.model import RecordState, SaveStage, UploadedFile
from desktop_app.qa.contract import Gate, Report, Subject, World, a_signal
from desktop_app.server.launcher import ServiceAddress
from desktop_app.services.base import RecordDraft, RecordService
from desktop_app.workflow import AbortController, CancelReason
from tests.contract.subjects import (
    fake_world,
    invenio_world,
    local_subject,
    s3_world,
    shelf_world,
    start_local,
)
from tests.s3.world import REAL
from tests.virtual_time import run_checked

MIB = 1 << 20
LARGE = 24 * MIB
Test = Callable[[World], Coroutine[Any, Any, None]]


@pytest.fixture(scope="module")
def local_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceAddress]:
    process, address = start_local(tmp_path_factory.mktemp("service"))
    yield address
    asyncio.run(process.stop())


@pytest.fixture(params=["local", "fake", "shelf", "invenio", "s3"])
def run(request: pytest.FixtureRequest) -> Callable[[Test], None]:
    """Runs a test's coroutine in a world of one subject, and shows that nothing is left running."""
    if request.param == "s3" and not REAL:
        pytest.skip("SENDOFF_S3_URL names no store")
    subject: Subject = {
        "fake": lambda: fake_world,
        "shelf": lambda: shelf_world,
        "invenio": lambda: invenio_world,
        "s3": lambda: s3_world,
    }.get(request.param, lambda: local_subject(request.getfixturevalue("local_process")))()

    def run_in_a_world(test: Test) -> None:
        async def main() -> None:
            async with asyncio.timeout(60):
                async with subject() as world:
                    await test(world)
            await asyncio.sleep(0)
            left = asyncio.all_tasks() - {asyncio.current_task()}
            assert not left, left

        run_checked(main())

    return run_in_a_world


Run = Callable[[Test], None]


def test_t53_the_services_are_closed_after_a_test_that_failed(run: Run) -> None:
    closed: list[str] = []

    async def test(world: World) -> None:
        for name, service in (("service", world.service), ("stranger", world.stranger)):
            service.aclose = _noting(service.aclose, partial(closed.append, name))  # type: ignore[method-assign]
        raise LookupError("the test fails")

    with pytest.raises(LookupError):
        run(test)
    assert sorted(closed) == ["service", "stranger"]


def _noting(
    close: Callable[[], Coroutine[Any, Any, None]], note: Callable[[], None]
) -> Callable[[], Coroutine[Any, Any, None]]:
    async def noted() -> None:
        note()
        await close()

    return noted


def a_ref() -> str:
    return str(uuid4())


def content(size: int, seed: int = 1) -> bytes:
    return Random(seed).randbytes(size)


async def created(world: World, ref: str = "") -> str:
    record = await world.service.create_record(world.draft(ref or a_ref()), a_signal())
    return record.id


async def put(world: World, record: str, gate: Gate, report: Report | None = None) -> UploadedFile:
    return await world.service.upload_file(record, gate, a_signal(), report or Report())


async def fails(call: Coroutine[Any, Any, Any]) -> ErrorKind:
    with pytest.raises(ServiceError) as caught:
        await call
    assert caught.value.kind is not ErrorKind.INTERNAL
    return caught.value.kind


# Records


def test_a_created_record_is_a_draft_that_is_found_by_id_and_by_marker(run: Run) -> None:
    async def test(world: World) -> None:
        ref = a_ref()
        record = await world.service.create_record(world.draft(ref), a_signal())
        assert record.state is RecordState.DRAFT
        assert (await world.service.get_record(record.id)).id == record.id
        found = await world.service.find_by_client_ref(ref)
        assert [one.id for one in found] == [record.id]
        assert await world.service.find_by_client_ref(a_ref()) == ()

    run(test)


def test_the_same_key_and_body_again_make_no_second_record_where_that_is_declared(
    run: Run,
) -> None:
    async def test(world: World) -> None:
        if not world.service.capabilities.honours_keys:
            return
        draft = world.draft(a_ref())
        first, second = await asyncio.gather(
            world.service.create_record(draft, a_signal()),
            world.service.create_record(draft, a_signal()),
        )
        assert first.id == second.id
        assert len(await world.service.find_by_client_ref(draft.client_ref)) == 1

    run(test)


def test_a_draft_takes_a_mended_title(run: Run) -> None:
    async def test(world: World) -> None:
        ref = a_ref()
        record = await created(world, ref)
        mended = RecordDraft("Mended", world.metadata, ref, f"second-{ref}")
        changed = await world.service.update_record(record, mended)
        assert changed.title == "Mended"
        assert (await world.service.get_record(record)).title == "Mended"
        assert [one.id for one in await world.service.find_by_client_ref(ref)] == [record]

    run(test)


def test_a_deleted_draft_is_gone_and_deleting_it_twice_is_fine(run: Run) -> None:
    async def test(world: World) -> None:
        ref = a_ref()
        record = await created(world, ref)
        await put(world, record, Gate("a.bin", b"abc"))
        await world.service.delete_draft(record)
        await world.service.delete_draft(record)
        assert await fails(world.service.get_record(record)) is ErrorKind.NOT_FOUND
        assert await world.service.find_by_client_ref(ref) == ()

    run(test)


# Files


@pytest.mark.parametrize("size", [0, 1, MIB + 1, LARGE])
def test_a_file_arrives_exactly_and_the_listing_agrees(run: Run, size: int) -> None:
    async def test(world: World) -> None:
        service = world.service
        record = await created(world)
        gate = Gate("data.bin", content(size))
        if size == 0 and not service.capabilities.empty_files:
            assert await fails(put(world, record, gate)) is ErrorKind.EMPTY_FILE
            return
        uploaded = await put(world, record, gate)
        assert await world.stored(record, "data.bin") == gate.content
        (listed,) = await service.list_files(record)
        assert (listed.key, listed.size, listed.complete) == ("data.bin", size, True)
        assert (uploaded.key, uploaded.size) == ("data.bin", size)
        if service.capabilities.checksum:
            assert uploaded.verified
            assert listed.checksum == uploaded.checksum
            assert uploaded.checksum.startswith(service.capabilities.checksum + ":")
            assert uploaded.checksum == await gate.digest(service.capabilities.checksum)

    run(test)


@pytest.mark.parametrize("size", [5, LARGE])
def test_the_same_content_again_is_there_once_and_agrees(run: Run, size: int) -> None:
    async def test(world: World) -> None:
        record = await created(world)
        first = await put(world, record, Gate("data.bin", content(size)))
        again = await put(world, record, Gate("data.bin", content(size)))
        assert again == first
        assert len(await world.service.list_files(record)) == 1

    run(test)


@pytest.mark.parametrize("size", [5, LARGE])
def test_other_content_under_the_key_is_told_and_left_alone(run: Run, size: int) -> None:
    async def test(world: World) -> None:
        record = await created(world)
        await put(world, record, Gate("data.bin", content(size)))
        other = Gate("data.bin", content(size, seed=2))
        assert await fails(put(world, record, other)) is ErrorKind.DIFFERENT_CONTENT
        assert await world.stored(record, "data.bin") == content(size)

    run(test)


@pytest.mark.parametrize(
    "key",
    [
        "a#b.txt",
        "a?b.txt",
        "100%.txt",
        "%2e%2e.txt",
        "a+b&c=d.txt",
        "a b.txt",
        "💫 天狗.png",
        "O’Leary słońce.pdf",
        'quote"back\\slash.txt',
        "x" * 251 + ".txt",
    ],
)
def test_N01_N05_a_key_comes_back_as_it_was(run: Run, key: str) -> None:
    async def test(world: World) -> None:
        record = await created(world)
        await put(world, record, Gate(key, b"abc"))
        assert [one.key for one in await world.service.list_files(record)] == [key]
        assert await world.stored(record, key) == b"abc"
        await world.service.delete_file(record, key)
        assert await world.service.list_files(record) == ()

    run(test)


def test_a_key_with_a_slash_is_one_key_where_slashes_are_declared(run: Run) -> None:
    async def test(world: World) -> None:
        if not world.service.capabilities.key_rules.slash:
            return
        record = await created(world)
        await put(world, record, Gate("folder/sub folder/a.txt", b"abc"))
        assert [f.key for f in await world.service.list_files(record)] == [
            "folder/sub folder/a.txt"
        ]

    run(test)


def test_deleting_a_file_twice_is_fine(run: Run) -> None:
    async def test(world: World) -> None:
        record = await created(world)
        await put(world, record, Gate("data.bin", b"abc"))
        for _ in range(2):
            await world.service.delete_file(record, "data.bin")
        assert await world.service.list_files(record) == ()

    run(test)


def test_parallel_uploads_up_to_the_declared_number_all_arrive(run: Run) -> None:
    async def test(world: World) -> None:
        record = await created(world)
        count = world.service.capabilities.parallel_files
        gates = [Gate(f"{n}.bin", content(MIB + n, seed=n)) for n in range(count)]
        await asyncio.gather(*(put(world, record, gate) for gate in gates))
        for gate in gates:
            assert await world.stored(record, gate.key) == gate.content

    run(test)


def test_what_was_sent_goes_from_nothing_to_all_and_the_offset_never_beyond(run: Run) -> None:
    async def test(world: World) -> None:
        record, report = await created(world), Report()
        await put(world, record, Gate("data.bin", content(LARGE)), report)
        assert report.totals[-1] == LARGE
        assert report.totals == sorted(report.totals)
        assert report.offsets == sorted(report.offsets)
        assert all(offset <= LARGE for offset in report.offsets)

    run(test)


# Stages that are declared abortable really stop


def test_an_aborted_creation_stops_and_leaves_at_most_the_one_record(run: Run) -> None:
    async def test(world: World) -> None:
        assert SaveStage.CREATE_RECORD in world.service.capabilities.abortable
        draft = world.draft(a_ref())
        control = AbortController()
        task = asyncio.ensure_future(world.service.create_record(draft, control.signal))
        await asyncio.sleep(0)
        control.abort(CancelReason.USER)
        task.cancel()
        await asyncio.wait({task})
        assert task.cancelled() or isinstance(task.exception(), Exception)
        before = await world.service.find_by_client_ref(draft.client_ref)
        assert len(before) <= 1
        if world.service.capabilities.honours_keys:
            record = await world.service.create_record(draft, a_signal())
            after = await world.service.find_by_client_ref(draft.client_ref)
            assert [one.id for one in after] == [record.id]

    run(test)


def test_an_aborted_upload_stops_reading_and_writing_and_can_be_made_again(run: Run) -> None:
    async def test(world: World) -> None:
        assert SaveStage.UPLOAD_FILES in world.service.capabilities.abortable
        service, record = world.service, await created(world)
        gate, report = Gate("data.bin", content(LARGE), stops_at=LARGE // 2), Report()
        control = AbortController()
        task = asyncio.ensure_future(service.upload_file(record, gate, control.signal, report))
        await gate.reached.wait()
        control.abort(CancelReason.USER)
        task.cancel()
        await asyncio.wait({task})
        assert task.cancelled()
        given = gate.given
        gate.go.set()
        assert await world.stored(record, "data.bin") is None
        await asyncio.sleep(0)
        assert gate.given == given, "nothing is read any more"
        whole = Gate("data.bin", gate.content)
        await put(world, record, whole, Report(report.upload_ref))
        assert await world.stored(record, "data.bin") == gate.content
        assert [one.key for one in await service.list_files(record) if one.complete] == ["data.bin"]

    run(test)


def test_an_unfinished_upload_goes_on_where_that_is_declared(run: Run) -> None:
    async def test(world: World) -> None:
        service, record = world.service, await created(world)
        if not service.capabilities.resumable:
            return
        size = 3 * LARGE
        gate, report = Gate("data.bin", content(size), stops_at=2 * LARGE), Report()
        task = asyncio.ensure_future(service.upload_file(record, gate, a_signal(), report))
        await gate.reached.wait()
        task.cancel()
        await asyncio.wait({task})
        assert report.upload_ref.startswith("/"), "a path, not an address"
        assert report.totals_when_remembered == [0], "journaled before the first byte"
        rest, again = Gate("data.bin", gate.content), Report(report.upload_ref)
        uploaded = await put(world, record, rest, again)
        assert uploaded.verified
        assert await world.stored(record, "data.bin") == gate.content
        assert rest.opened[0] >= max(report.offsets) > 0, "acknowledged bytes are not sent again"
        assert again.totals_when_remembered == [], "it is the same upload"

    run(test)


def test_an_upload_of_which_the_server_knows_nothing_any_more_begins_anew(run: Run) -> None:
    async def test(world: World) -> None:
        record = await created(world)
        gate = Gate("data.bin", content(LARGE))
        await put(world, record, gate, Report("/uploads/u00000000000000000000dead"))
        assert await world.stored(record, "data.bin") == gate.content

    run(test)


def test_an_aborted_signal_begins_nothing(run: Run) -> None:
    async def test(world: World) -> None:
        record = await created(world)
        control = AbortController()
        control.abort(CancelReason.USER)
        gate = Gate("data.bin", content(LARGE))
        task = asyncio.ensure_future(
            world.service.upload_file(record, gate, control.signal, Report())
        )
        task.cancel()
        await asyncio.wait({task})
        assert await world.stored(record, "data.bin") is None

    run(test)


# Finalize


async def with_file(world: World) -> tuple[str, tuple[UploadedFile, ...]]:
    record = await created(world)
    return record, (await put(world, record, Gate("data.bin", b"abc")),)


def test_a_finalized_record_is_final(run: Run) -> None:
    async def test(world: World) -> None:
        service = world.service
        record, files = await with_file(world)
        done = await service.finalize(record, files, f"fin-{record}", a_signal())
        assert done.state is RecordState.FINALIZED
        assert (await service.get_record(record)).state is RecordState.FINALIZED
        (listed,) = await service.list_files(record)
        assert (listed.key, listed.size) == ("data.bin", 3)
        assert await fails(put(world, record, Gate("more.bin", b"x"))) is not ErrorKind.OTHER

    run(test)


def test_the_answer_to_each_write_names_its_request_where_there_are_requests(run: Run) -> None:
    async def test(world: World) -> None:
        service = world.service
        if service.capabilities.kind == "shelf":
            return
        record = await service.create_record(world.draft(a_ref()), a_signal())
        whole = await put(world, record.id, Gate("data.bin", b"abc"))
        parts = await put(world, record.id, Gate("large.bin", content(LARGE)))
        done = await service.finalize(record.id, (whole, parts), f"f-{record.id}", a_signal())
        named = [one.request_id for one in (record, whole, parts, done)]
        assert all(named), named
        assert len(set(named)) == 4

    run(test)


def test_finalizing_again_is_the_same_where_keys_are_honoured(run: Run) -> None:
    async def test(world: World) -> None:
        service = world.service
        if not service.capabilities.honours_keys:
            return
        record, files = await with_file(world)
        first = await service.finalize(record, files, f"fin-{record}", a_signal())
        again = await service.finalize(record, files, f"fin-{record}", a_signal())
        assert first == again

    run(test)


def test_a_manifest_that_is_not_what_is_stored_is_refused_where_keys_are_honoured(
    run: Run,
) -> None:
    async def test(world: World) -> None:
        service = world.service
        if not service.capabilities.honours_keys:
            return
        record, files = await with_file(world)
        lost = UploadedFile("lost.bin", 5, "sha256:" + "0" * 64, "sha256:" + "0" * 64)
        await fails(service.finalize(record, (*files, lost), f"fin-{record}", a_signal()))
        assert (await service.get_record(record)).state is RecordState.DRAFT

    run(test)


def test_a_finalized_record_is_not_deleted(run: Run) -> None:
    async def test(world: World) -> None:
        record, files = await with_file(world)
        await world.service.finalize(record, files, f"fin-{record}", a_signal())
        await fails(world.service.delete_draft(record))
        assert (await world.service.get_record(record)).state is RecordState.FINALIZED

    run(test)


# A token that is no good is never taken for "not there"


def test_a_dead_token_says_sign_in_for_every_question(run: Run) -> None:
    async def test(world: World) -> None:
        record, stranger = await created(world, ref := a_ref()), world.stranger
        questions: list[Callable[[RecordService], Coroutine[Any, Any, Any]]] = [
            lambda s: s.get_record(record),
            lambda s: s.find_by_client_ref(ref),
            lambda s: s.list_files(record),
            lambda s: s.create_record(world.draft(a_ref()), a_signal()),
            lambda s: s.upload_file(record, Gate("a.bin", b"abc"), a_signal(), Report()),
            lambda s: s.finalize(record, (), "key", a_signal()),
            lambda s: s.delete_draft(record),
        ]
        for ask in questions:
            assert await fails(ask(stranger)) is ErrorKind.SIGN_IN
        assert (await world.service.get_record(record)).state is RecordState.DRAFT

    run(test)


def test_the_account_check_says_what_is_wrong(run: Run) -> None:
    async def test(world: World) -> None:
        assert (await world.service.check_account()).error is None
        checked = await world.stranger.check_account()
        if not isinstance(world.stranger, _fake()):
            assert checked.error is not None
            assert checked.error.kind is ErrorKind.SIGN_IN

    run(test)


def _fake() -> type[Any]:
    from tests.fakes import FakeService

    return FakeService
