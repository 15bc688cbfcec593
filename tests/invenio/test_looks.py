"""What a look at the site says, and what it does not say."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError
from desktop_app.core.model import RecordState
from tests.invenio.bench import Bench, Report, Source, complete, draft, play, signal
from tests.invenio.tap import Break
from tests.raw_server import Answer


@pytest.mark.parametrize("status", [400, 409, 410, 418])
def test_a_look_that_is_refused_does_not_say_that_nothing_is_there(status: int) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        record = await service.create_record(draft(), signal())
        source = Source("a.bin", b"abc")
        await service.upload_file(record.id, source, signal(), Report())
        asked = len(bench.tap.passed)
        refusal = Answer(status, {"status": status, "message": "No."})
        bench.tap.add("GET", "/files/a.bin$", refusal, times=99)
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(record.id, source, signal(), Report())
        assert caught.value.info.status == status
        assert {one.method for one in bench.tap.passed[asked:]} == {"GET"}, "nothing is written"
        assert await bench.held(record.id) == complete(source)

    play("double", scenario)


def test_nothing_is_published_while_a_confirmed_file_has_other_content() -> None:
    """Of the same size, so that only the checksum tells."""

    async def scenario(bench: Bench) -> None:
        service = bench.service()
        record = await service.create_record(draft(), signal())
        sent = await service.upload_file(record.id, Source("a.bin", b"abc"), signal(), Report())
        bench.the_double.deposits[record.id].entries["a.bin"].stored = b"xyz"
        with pytest.raises(ServiceError) as caught:
            await service.finalize(record.id, (sent,), "", signal())
        assert caught.value.kind is ErrorKind.NOT_CONFIRMED
        assert bench.tap.count("POST", "/publish$") == 0
        assert not bench.the_double.deposits[record.id].is_published

    play("double", scenario)


def test_a_publish_between_two_looks_is_not_called_gone() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        record = await service.create_record(draft(), signal())
        await service.upload_file(record.id, Source("a.bin", b"abc"), signal(), Report())
        bench.tap.add("GET", f"/records/{record.id}$", Break.HELD)
        look = asyncio.ensure_future(service.get_record(record.id))
        await bench.tap.reached.wait()
        status, _ = await bench.ask("POST", f"/records/{record.id}/draft/actions/publish")
        assert status == 202
        bench.tap.release.set()
        assert (await look).state is RecordState.FINALIZED

    play("double", scenario)
