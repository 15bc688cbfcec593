"""Cases from the field: reports of other people's users, each by its name."""

from __future__ import annotations

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict
from desktop_app.core.model import RecordState, UploadedFile
from tests.invenio.bench import (
    Bench,
    Report,
    Source,
    complete,
    content,
    draft,
    on_both,
    play,
    segment,
    signal,
)
from tests.invenio.deployment import ZENODO, Deployment
from tests.invenio.tap import Break
from tests.raw_server import Answer

CONTENT = r"/content$"


@on_both
def test_h03_a_pending_entry_from_an_interrupted_upload_is_used_again(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        files = f"/records/{made.id}/draft/files"
        await bench.ask("POST", files, [{"key": "left.bin"}, {"key": "done.bin"}])
        await bench.ask("PUT", f"{files}/done.bin/content", raw=b"done")
        await bench.ask("POST", f"{files}/done.bin/commit")
        assert (await bench.ask("POST", files, [{"key": "left.bin"}]))[0] == 400
        left, done = Source("left.bin", content(5000)), Source("done.bin", b"done")
        bench.tap.add("PUT", CONTENT, Break.BODY_CUT, bytes=100)
        uploaded = [
            await service.upload_file(made.id, source, signal(), Report())
            for source in (left, done)
        ]
        assert await bench.held(made.id) == complete(left, done)
        assert done.reads == 0
        published = await service.finalize(made.id, tuple(uploaded), "", signal())
        assert published.state is RecordState.FINALIZED

    play(site, scenario)


@on_both
def test_h04_a_put_that_said_200_counts_only_with_a_commit_that_agrees(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source = Source("a.bin", content(5000))
        lost = Answer(404, {"status": 404, "message": "Record has no file 'a.bin'."})
        bench.tap.add("POST", "/commit$", lost)
        assert (await service.upload_file(made.id, source, signal(), Report())).verified
        assert await bench.held(made.id) == complete(source)
        await service.delete_draft(made.id)

    play(site, scenario)


def test_h04_bytes_that_never_arrive_are_told_as_not_confirmed() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        bench.the_double.forget_bytes.add("a.bin")
        with pytest.raises(ServiceError):
            await service.upload_file(made.id, Source("a.bin", b"abc"), signal(), Report())
        assert bench.tap.count("PUT", CONTENT) == 3
        not_there = UploadedFile("a.bin", 3, "md5:900150983cd24fb0d6963f7d28e17f72")
        with pytest.raises(ServiceError) as caught:
            await service.finalize(made.id, (not_there,), "", signal())
        assert caught.value.kind is ErrorKind.NOT_CONFIRMED
        assert bench.tap.count("POST", "/publish$") == 0

    play("double", scenario)


def test_h04_a_draft_that_was_deleted_meanwhile_is_one_clear_message() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source = Source("a.bin", content(200_000))
        bench.tap.add("POST", "/commit$", Answer(404, {"status": 404, "message": "gone"}))
        bench.the_double.forget_draft_after_put = True
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, source, signal(), Report())
        assert caught.value.kind is ErrorKind.NOT_FOUND

    play("double", scenario)


def test_h07_too_large_is_final_though_the_answer_carries_retry_after() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        refused = Answer(
            413,
            {"message": "The data value transmitted exceeds the capacity limit."},
            headers={"Retry-After": "39", "X-RateLimit-Remaining": "10"},
        )
        bench.tap.add("PUT", CONTENT, refused, times=9)
        slept = len(bench.clock.slept)
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, Source("big", content(900_000)), signal(), Report())
        assert caught.value.kind is ErrorKind.TOO_LARGE
        assert caught.value.verdict is Verdict.PERMANENT
        assert caught.value.info.retry_after_s is None
        assert "capacity limit" in caught.value.info.server_text
        assert bench.tap.count("PUT", CONTENT) == 1
        assert len(bench.clock.slept) == slept

    play("double", scenario)


@pytest.mark.parametrize("status", [413, 400])
def test_h07_the_sites_own_limit_is_told_as_too_large_whatever_the_status(status: int) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, Source("big", content(90_000)), signal(), Report())
        assert caught.value.kind is ErrorKind.TOO_LARGE
        small = Source("small", content(100))
        await service.upload_file(made.id, small, signal(), Report())
        assert (await bench.held(made.id))["small"] == complete(small)["small"]

    play("double", scenario, Deployment(max_file_size=50_000, too_large_status=status))


@on_both
def test_h09_content_goes_as_octets_whatever_the_name_says(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        sources = [Source(name, b"PK\x03\x04") for name in ("a.zip", "b.png", "c", "d.json")]
        for source in sources:
            await service.upload_file(made.id, source, signal(), Report())
        assert await bench.held(made.id) == complete(*sources)
        puts = [p for p in bench.tap.passed if p.method == "PUT"]
        assert {p.headers["content-type"] for p in puts} == {"application/octet-stream"}
        await service.delete_draft(made.id)

    play(site, scenario)


def test_h09_a_415_is_not_retried() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        bench.tap.add("PUT", CONTENT, Answer(415, {"status": 415, "message": "no"}), times=9)
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, Source("a.zip", b"x"), signal(), Report())
        assert caught.value.kind is ErrorKind.UNSUPPORTED_TYPE
        assert bench.tap.count("PUT", CONTENT) == 1

    play("double", scenario)


@on_both
def test_h12_a_gateway_page_after_a_publish_that_went_through(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        done = await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        bench.tap.add("POST", "/publish$", Break.GATEWAY)
        with pytest.raises(ServiceError) as caught:
            await service.finalize(made.id, (done,), "", signal())
        found = caught.value.info
        assert (found.verdict, found.status) == (Verdict.UNKNOWN_OUTCOME, 504)
        assert "html" not in found.server_text.lower()
        assert (await service.get_record(made.id)).state is RecordState.FINALIZED
        status, _ = await bench.ask("POST", f"/records/{made.id}/draft/actions/publish")
        assert status == 404
        await service.finalize(made.id, (done,), "", signal())
        assert bench.tap.count("POST", "/publish$") == 1

    play(site, scenario)


@on_both
def test_c02_nothing_is_published_while_a_confirmed_file_is_not_in_the_listing(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        sources = [Source(f"{n}", b"x" * n) for n in range(1, 4)]
        done = [await service.upload_file(made.id, s, signal(), Report()) for s in sources]
        await bench.ask("DELETE", f"/records/{made.id}/draft/files/2")
        with pytest.raises(ServiceError) as caught:
            await service.finalize(made.id, tuple(done), "", signal())
        assert caught.value.kind is ErrorKind.NOT_CONFIRMED
        assert caught.value.info.get("key") == "2"
        assert bench.tap.count("POST", "/publish$") == 0
        assert (await service.get_record(made.id)).state is RecordState.DRAFT
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_c02_a_file_that_is_still_pending_stops_the_publish(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        done = await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        await bench.ask("POST", f"/records/{made.id}/draft/files", [{"key": "half"}])
        with pytest.raises(ServiceError) as caught:
            await service.finalize(made.id, (done,), "", signal())
        assert caught.value.kind is ErrorKind.VALIDATION
        assert "files" in {error.field for error in caught.value.info.fields}
        assert (await service.get_record(made.id)).state is RecordState.DRAFT
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
@pytest.mark.parametrize(
    "key", ["a#b.txt", "a?b.txt", "a%2Fb.txt", "a;b=c&d.txt", "a b.txt", "a/b.txt"]
)
def test_n01_a_name_cannot_end_the_address(site: str, key: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source = Source(key, b"content")
        await service.upload_file(made.id, source, signal(), Report())
        assert await bench.held(made.id) == complete(source)
        targets = [p.target for p in bench.tap.passed if "/files/" in p.target]
        assert all(f"/draft/files/{segment(key)}" in target for target in targets)
        await service.delete_file(made.id, key)
        assert await bench.held(made.id) == {}
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
@pytest.mark.parametrize("key", ["💫.txt", "天狗.png", "O’Leary.pdf", "słońce.pdf", "ملف.csv"])
def test_n05_a_name_in_any_script_comes_back_byte_equal(site: str, key: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(title=f"About {key}"), signal())
        done = await service.upload_file(made.id, Source(key, b"content"), signal(), Report())
        assert list(await bench.held(made.id)) == [key]
        published = await service.finalize(made.id, (done,), "", signal())
        # the server straightens curly quotes in titles; file names stay as they are
        assert published.title == f"About {key}".replace("’", "'")
        assert [f.key for f in await service.list_files(made.id)] == [key]

    play(site, scenario)


@on_both
def test_a_name_that_is_too_long_fails_with_its_reason_and_others_go_on(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, Source("x" * 256, b"x"), signal(), Report())
        assert caught.value.kind is ErrorKind.BAD_NAME
        assert bench.tap.count("PUT", CONTENT) == 1
        longest = Source("y" * 255, b"y")
        assert (await service.upload_file(made.id, longest, signal(), Report())).verified
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_the_hundred_and_first_file_is_told_as_too_many(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        files = f"/records/{made.id}/draft/files"
        status, _ = await bench.ask("POST", files, [{"key": f"{n:03}"} for n in range(99)])
        assert status == 201
        await service.upload_file(made.id, Source("100th", b"x"), signal(), Report())
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, Source("101st", b"x"), signal(), Report())
        assert caught.value.kind is ErrorKind.TOO_MANY_FILES
        await service.delete_draft(made.id)

    play(site, scenario)


def test_a_maintenance_page_is_maintenance() -> None:
    async def scenario(bench: Bench) -> None:
        bench.the_double.in_maintenance = True
        check = await bench.service().check_account()
        assert check.error is not None
        assert check.error.kind is ErrorKind.MAINTENANCE

    play("double", scenario)


def test_a_draft_under_review_is_neither_published_nor_discarded() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        done = await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        bench.the_double.deposits[made.id].in_review = True
        for ask in (
            lambda: service.finalize(made.id, (done,), "", signal()),
            lambda: service.delete_draft(made.id),
        ):
            with pytest.raises(ServiceError) as caught:
                await ask()
            assert caught.value.kind is ErrorKind.LOCKED
            assert "review" in caught.value.info.server_text

    play("double", scenario)


def test_zenodos_older_shape_is_never_asked_for() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        assert made.id in bench.the_double.deposits
        assert (await service.get_record(made.id)).id == made.id
        await bench.clock.sleep(5)
        assert made.id in {ref.id for ref in await service.drafts()}

    play("double", scenario, ZENODO)
