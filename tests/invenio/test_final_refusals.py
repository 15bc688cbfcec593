"""T28: a final refusal is sent once, with the server's words; another meaning is looked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from desktop_app.core.errors import ErrorInfo, ErrorKind, ServiceError, Verdict
from desktop_app.core.model import RecordState
from desktop_app.core.words import error_words, reason_words, say
from desktop_app.services.invenio import InvenioService
from tests.invenio.bench import (
    Bench,
    Report,
    Source,
    complete,
    content,
    draft,
    play,
    reference,
    signal,
)
from tests.invenio.test_hazards import begun, put_by_hand
from tests.raw_server import Answer

FINAL = (402, 405, 406, 409, 410, 411, 412, 414, 417, 422, 426, 431, 451, 501, 508)
TEXT = "Not on a Sunday, says the site."
CONTENT = r"/content$"


def refusing(status: int) -> Answer:
    return Answer(status, {"status": status, "message": TEXT})


async def refused(work: Awaitable[object]) -> ErrorInfo:
    with pytest.raises(ServiceError) as caught:
        await work
    found = caught.value.info
    assert found.verdict is Verdict.PERMANENT
    assert found.server_text == TEXT
    assert TEXT in " ".join(say(words) for words in error_words(found))
    return found


def sent(source: Source) -> Callable[[InvenioService, str], Awaitable[object]]:
    return lambda service, id_: service.upload_file(id_, source, signal(), Report())


KINDS: dict[str, tuple[str, str, Callable[[InvenioService, str], Awaitable[object]]]] = {
    "create": ("POST", r"/api/records$", lambda s, _: s.create_record(draft(), signal())),
    "update": ("PUT", r"/draft$", lambda s, id_: s.update_record(id_, draft())),
    "look": ("GET", r"/records/[^/]*$", lambda s, id_: s.get_record(id_)),
    "list": ("GET", r"/files$", lambda s, id_: s.list_files(id_)),
    "search": ("GET", r"/user/records", lambda s, _: s.find_by_client_ref(reference())),
    "entry": ("GET", r"/files/a.bin$", sent(Source("a.bin", b"abc"))),
    "begin": ("POST", r"/files$", sent(Source("a.bin", b"abc"))),
    "content": ("PUT", CONTENT, sent(Source("a.bin", b"abc"))),
    "commit": ("POST", r"/commit$", sent(Source("a.bin", b"abc"))),
    "delete file": ("DELETE", r"/files/a.bin$", lambda s, id_: s.delete_file(id_, "a.bin")),
    "publish": ("POST", r"/publish$", lambda s, id_: s.finalize(id_, (), "", signal())),
    "discard": ("DELETE", r"/draft$", lambda s, id_: s.delete_draft(id_)),
}


@pytest.mark.parametrize("status", FINAL)
@pytest.mark.parametrize("kind", KINDS)
def test_T28_a_final_refusal_of_any_request_is_sent_once(kind: str, status: int) -> None:
    method, path, act = KINDS[kind]
    if (kind, status) in {("look", 410), ("discard", 410)}:
        pytest.skip("a record that was deleted: has its own words")

    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        slept, before = len(bench.clock.slept), bench.tap.count(method, path)
        bench.tap.add(method, path, refusing(status), times=9)
        await refused(act(service, made.id))
        assert bench.tap.count(method, path) == before + 1
        assert len(bench.clock.slept) == slept + (kind == "search"), "a look has its first pause"
        bench.tap.rules.clear()
        await service.delete_draft(made.id)

    play("double", scenario)


@pytest.mark.parametrize("status", [status for status in FINAL if status < 500])
def test_T28_the_row_of_the_file_has_the_servers_words(status: int) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        bench.tap.add("PUT", CONTENT, refusing(status), times=9)
        source = Source("a.bin", content(300_000))
        found = await refused(service.upload_file(made.id, source, signal(), Report()))
        assert TEXT in say(reason_words(found))
        assert "does not know" not in " ".join(say(words) for words in error_words(found))
        assert source.reads == 1
        assert found.kind is not ErrorKind.GONE, "the draft is still there"

    play("double", scenario)


@pytest.mark.parametrize("status", [409, 412])
def test_T28_content_that_is_there_already_is_found_by_a_look(status: int) -> None:
    """Somebody else's request (a doubled one, say) came first."""

    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        source = Source("a.bin", content(5000))

        class Racing(Report):
            async def remember_upload(self, upload_ref: str) -> None:
                await super().remember_upload(upload_ref)
                files = f"/records/{made.id}/draft/files/a.bin"
                await bench.ask("PUT", f"{files}/content", raw=source.content)
                await bench.ask("POST", f"{files}/commit")

        bench.tap.add("PUT", CONTENT, refusing(status), times=9)
        uploaded = await service.upload_file(made.id, source, signal(), Racing())
        assert uploaded.verified
        assert await bench.held(made.id) == complete(source)
        assert bench.tap.count("PUT", CONTENT) == 1

    play("double", scenario)


@pytest.mark.parametrize(
    ("status", "headers"), [(423, {}), (423, {"Retry-After": "9"}), (409, {"Retry-After": "9"})]
)
def test_T28_a_lock_is_waited_for_and_shown(status: int, headers: dict[str, str]) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        source, report = Source("a.bin", content(5000)), Report()
        locked = Answer(status, {"message": TEXT}, headers=headers)
        bench.tap.add("PUT", CONTENT, locked, times=2)
        uploaded = await service.upload_file(made.id, source, signal(), report)
        assert uploaded.verified
        assert [why.kind for why in report.waits] == [ErrorKind.LOCKED] * 2
        assert sum(bench.clock.slept) >= (18 if headers else 6)

    play("double", scenario)


@pytest.mark.parametrize("headers", [{}, {"Retry-After": "100000"}])
def test_T28_a_lock_that_stays_ends_the_file_with_the_servers_words(
    headers: dict[str, str],
) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        bench.tap.add("PUT", CONTENT, Answer(423, {"message": TEXT}, headers=headers), times=99)
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, Source("a.bin", b"abc"), signal(), Report())
        assert (caught.value.kind, caught.value.info.server_text) == (ErrorKind.LOCKED, TEXT)
        assert bench.tap.count("PUT", CONTENT) < 10
        assert sum(bench.clock.slept) < 600

    play("double", scenario)


@pytest.mark.parametrize("kind", ["create", "update", "publish", "list", "delete file", "begin"])
def test_T28_a_423_of_any_other_request_is_waited_for_too(kind: str) -> None:
    method, path, act = KINDS[kind]

    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        await put_by_hand(bench, made.id, "b.bin", b"b", commit=True)
        bench.tap.add(method, path, Answer(423, {"message": TEXT}), times=2)
        await act(service, made.id)
        assert bench.tap.count(method, path) >= 3
        if kind == "publish":
            assert (await service.get_record(made.id)).state is RecordState.FINALIZED

    play("double", scenario)


def test_T28_a_conflict_of_a_site_that_counts_requests_is_no_lock() -> None:
    """There every answer has a `Retry-After`: it is about the count."""

    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        counted = {"Retry-After": "9", "X-RateLimit-Limit": "100", "X-RateLimit-Remaining": "90"}
        bench.tap.add("PUT", CONTENT, Answer(409, {"message": TEXT}, headers=counted), times=9)
        await refused(service.upload_file(made.id, Source("a", b"abc"), signal(), Report()))
        assert bench.tap.count("PUT", CONTENT) == 1

    play("double", scenario)
