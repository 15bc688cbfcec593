"""Answers that are lost, and content that does not arrive as it left: for every service alike.

A service without keys repeats no write blindly; what it then says is never a clear refusal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from desktop_app.core.errors import ServiceError, Verdict
from desktop_app.core.model import RecordState
from desktop_app.qa.contract import Gate, a_signal
from desktop_app.server.launcher import ServiceAddress
from tests.contract.lossy import (
    LossySubject,
    LossyWorld,
    PatientReport,
    lossy_fake_world,
    lossy_invenio_world,
    lossy_local_subject,
    lossy_s3_world,
)
from tests.contract.subjects import start_local
from tests.contract.test_service_contract import (
    LARGE,
    a_ref,
    content,
    created,
    fails,
    put,
    with_file,
)
from tests.fakes import FakeService
from tests.s3.world import REAL
from tests.virtual_time import run_checked

Test = Callable[[LossyWorld], Coroutine[Any, Any, None]]
Run = Callable[[Test], None]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceAddress]:
    process, address = start_local(tmp_path_factory.mktemp("service"))
    yield address
    asyncio.run(process.stop())


def runs_in(subject: LossySubject) -> Run:
    """Return what runs a test's coroutine in a world of `subject`."""

    def run(test: Test) -> None:
        async def main() -> None:
            async with asyncio.timeout(60), subject() as world:
                await test(world)
            await asyncio.sleep(0)
            left = asyncio.all_tasks() - {asyncio.current_task()}
            assert not left, left

        run_checked(main())

    return run


@pytest.fixture(params=["local", "fake", "invenio", "s3"])
def lossy(request: pytest.FixtureRequest) -> Run:
    """Runs a test's coroutine in a world whose way to the server can be broken."""
    if request.param == "local":
        return runs_in(lossy_local_subject(request.getfixturevalue("service")))
    if request.param == "s3":
        if not REAL:
            pytest.skip("SENDOFF_S3_URL names no store")
        return runs_in(lossy_s3_world)
    return runs_in(lossy_fake_world if request.param == "fake" else lossy_invenio_world)


async def error_of(call: Coroutine[Any, Any, Any]) -> ServiceError | None:
    try:
        await call
    except ServiceError as error:
        return error
    return None


def once_at_most(world: LossyWorld, step: str) -> bool:
    """Whether `step` was not asked for again blindly; with keys that does no harm."""
    return world.service.capabilities.honours_keys or world.way.asked(step) == 1


def test_a_create_whose_answer_was_lost_leaves_one_record(lossy: Run) -> None:
    async def test(world: LossyWorld) -> None:
        draft = world.draft(a_ref())
        world.way.lose("create")
        error = await error_of(world.service.create_record(draft, a_signal()))
        assert error is None or error.verdict is Verdict.UNKNOWN_OUTCOME
        assert once_at_most(world, "create")
        assert len(await world.service.find_by_client_ref(draft.client_ref)) == 1

    lossy(test)


def test_a_record_that_a_search_index_shows_late_is_found(lossy: Run) -> None:
    async def test(world: LossyWorld) -> None:
        ref = a_ref()
        record = await created(world, ref)
        assert [one.id for one in await world.service.find_by_client_ref(ref)] == [record]

    lossy(test)


@pytest.mark.parametrize("size", [5, LARGE])
def test_a_file_whose_registration_was_not_answered_is_there_once(lossy: Run, size: int) -> None:
    async def test(world: LossyWorld) -> None:
        record, gate = await created(world), Gate("data.bin", content(size))
        world.way.lose("register")
        error = await error_of(put(world, record, gate))
        assert error is None or error.verdict is not Verdict.PERMANENT
        assert world.way.asked("register") == 0 or once_at_most(world, "register")
        uploaded = await put(world, record, Gate("data.bin", gate.content))
        assert uploaded.verified
        (listed,) = await world.service.list_files(record)
        assert (listed.key, listed.size, listed.complete) == ("data.bin", size, True)
        assert await world.stored(record, "data.bin") == gate.content

    lossy(test)


def test_a_finalize_whose_answer_was_lost_is_asked_for_once(lossy: Run) -> None:
    async def test(world: LossyWorld) -> None:
        record, files = await with_file(world)
        world.way.lose("finalize")
        sealing = world.service.finalize(record, files, f"fin-{record}", a_signal())
        error = await error_of(sealing)
        assert error is None or error.verdict is Verdict.UNKNOWN_OUTCOME
        assert once_at_most(world, "finalize")
        assert (await world.service.get_record(record)).state is RecordState.FINALIZED

    lossy(test)


def test_content_that_arrives_altered_is_never_confirmed(lossy: Run) -> None:
    async def test(world: LossyWorld) -> None:
        if isinstance(world.service, FakeService):
            return  # nothing lies between the fake and its server
        record, gate = await created(world), Gate("data.bin", content(1000))
        world.way.alter()
        await fails(put(world, record, gate, PatientReport()))
        assert await world.stored(record, "data.bin") != gate.content

    lossy(test)
