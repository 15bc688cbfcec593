"""Each hazard of the protocol page, by its name: what a person is left with must be right."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict
from desktop_app.core.model import RecordRef
from desktop_app.services.invenio import InvenioService
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
from tests.invenio.deployment import EVERY, STAGED, Deployment
from tests.invenio.tap import Break
from tests.raw_server import Answer

CONTENT = r"/content$"


async def begun(bench: Bench) -> tuple[InvenioService, RecordRef]:
    service = bench.service()
    return service, await service.create_record(draft(), signal())


async def put_by_hand(bench: Bench, record: str, key: str, data: bytes, *, commit: bool) -> None:
    files = f"/records/{record}/draft/files"
    assert (await bench.ask("POST", files, [{"key": key}]))[0] == 201
    assert (await bench.ask("PUT", f"{files}/{segment(key)}/content", raw=data))[0] == 200
    if commit:
        assert (await bench.ask("POST", f"{files}/{segment(key)}/commit"))[0] == 200


@on_both
def test_h1_a_200_that_failed_is_not_taken_for_success(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        source, report = Source("cut.bin", content(400_000)), Report()
        bench.tap.add("PUT", CONTENT, Break.BODY_CUT_ANSWERED, bytes=100_000)
        uploaded = await service.upload_file(made.id, source, signal(), report)
        assert uploaded.verified
        assert await bench.held(made.id) == complete(source)
        assert source.reads == 2
        await service.delete_draft(made.id)

    play(site, scenario)


@pytest.mark.parametrize("cut", [Break.BODY_CUT_ANSWERED, Break.BODY_CUT])
@pytest.mark.parametrize("name", sorted(EVERY))
def test_h1_h3_a_broken_put_is_mended_whatever_the_deployment_leaves(name: str, cut: Break) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        source = Source("cut.bin", content(400_000))
        bench.tap.add("PUT", CONTENT, cut, bytes=100_000, times=2)
        uploaded = await service.upload_file(made.id, source, signal(), Report())
        assert uploaded.verified
        assert await bench.held(made.id) == complete(source)
        assert bench.tap.count("PUT", CONTENT) == 3

    play("double", scenario, EVERY[name])


@pytest.mark.parametrize("errors", ["File upload transfer failed.", ["File upload failed.", "x"]])
def test_h1_what_such_a_200_said_is_told_when_it_does_not_get_better(errors: object) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        failed = Answer(200, {"key": "a", "status": "completed", "errors": errors})
        bench.tap.add("PUT", CONTENT, failed, times=9)
        report = Report()
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, Source("a", b"abc"), signal(), report)
        assert caught.value.kind is ErrorKind.NOT_CONFIRMED
        assert caught.value.info.server_text.startswith("File upload")
        assert bench.tap.count("PUT", CONTENT) == 3
        assert all(why.server_text.startswith("File upload") for why in report.waits)
        assert sum(bench.clock.slept) == 2 + 4 + 8

    play("double", scenario)


@on_both
def test_h2_a_file_that_is_there_is_not_sent_again_and_stays(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        source = Source("same.bin", content(50_000))
        await service.upload_file(made.id, source, signal(), Report())
        again = Source("same.bin", source.content)
        uploaded = await service.upload_file(made.id, again, signal(), Report())
        assert uploaded.verified
        assert bench.tap.count("PUT", CONTENT) == 1
        assert again.reads == 0
        assert await bench.held(made.id) == complete(source)
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_h2_other_content_that_is_not_ours_is_left_alone_and_told(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        await put_by_hand(bench, made.id, "theirs.txt", b"their", commit=True)
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, Source("theirs.txt", b"mine!"), signal(), Report())
        assert caught.value.kind is ErrorKind.DIFFERENT_CONTENT
        assert await bench.held(made.id) == complete(Source("theirs.txt", b"their"))
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_h2_other_content_of_ours_is_replaced_by_way_of_delete(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        report = Report()
        await service.upload_file(made.id, Source("v.txt", b"first"), signal(), report)
        changed = Source("v.txt", b"second version")
        await service.upload_file(made.id, changed, signal(), Report(report.upload_ref))
        assert await bench.held(made.id) == complete(changed)
        await service.delete_draft(made.id)

    play(site, scenario)


def test_h2_the_double_destroys_what_a_blind_put_hits() -> None:
    async def scenario(bench: Bench) -> None:
        _, made = await begun(bench)
        await put_by_hand(bench, made.id, "a", b"a", commit=True)
        status, answer = await bench.ask(
            "PUT", f"/records/{made.id}/draft/files/a/content", raw=b"b"
        )
        assert (status, bool(answer["errors"])) == (200, True)
        assert await bench.held(made.id) == {}

    play("double", scenario)


def test_h3_an_entry_that_is_taken_away_late_is_made_anew() -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        source = Source("late.bin", content(300_000))
        bench.the_double.late_cleanup.add("late.bin")
        bench.tap.add("PUT", CONTENT, Break.BODY_CUT, bytes=1000)
        uploaded = await service.upload_file(made.id, source, signal(), Report())
        assert uploaded.verified
        assert await bench.held(made.id) == complete(source)
        # broken; accepted with a 200 whose entry the clean-up then took away; good
        assert bench.tap.count("PUT", CONTENT) == 3

    play("double", scenario)


@on_both
def test_h4_old_bytes_under_a_new_entry_are_not_taken_for_ours(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        await put_by_hand(bench, made.id, "stale.txt", b"old bytes", commit=False)
        entry = f"/records/{made.id}/draft/files/stale.txt"
        assert (await bench.ask("DELETE", entry))[0] == 204
        made_again = await bench.ask(
            "POST", f"/records/{made.id}/draft/files", [{"key": "stale.txt"}]
        )
        assert made_again[0] == 201
        # an earlier run remembered an upload: what is pending may be ours, so it is committed
        source = Source("stale.txt", b"new bytes")
        uploaded = await service.upload_file(made.id, source, signal(), Report("somewhere"))
        assert uploaded.verified
        assert await bench.held(made.id) == complete(source)
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_h4_bytes_of_ours_that_arrived_are_committed_and_not_sent_again(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        source = Source("arrived.bin", content(60_000))
        await put_by_hand(bench, made.id, source.key, source.content, commit=False)
        uploaded = await service.upload_file(made.id, source, signal(), Report("ours"))
        assert uploaded.verified
        assert bench.tap.count("PUT", CONTENT) == 0
        await service.delete_draft(made.id)

    play(site, scenario)


def test_h5_a_quota_that_is_used_up_is_told_at_once_and_not_fought() -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        small = Source("small", content(40_000))
        await service.upload_file(made.id, small, signal(), Report())
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, Source("big", content(80_000)), signal(), Report())
        assert caught.value.kind is ErrorKind.QUOTA
        assert bench.tap.count("PUT", CONTENT) == 2
        assert (await bench.held(made.id))["small"] == complete(small)["small"]

    play("double", scenario, Deployment(quota=100_000))


@on_both
def test_h6_a_commit_before_any_bytes_is_no_fault_of_the_server(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        files = f"/records/{made.id}/draft/files"
        assert (await bench.ask("POST", files, [{"key": "empty.bin"}]))[0] == 201
        source = Source("empty.bin", content(1000))
        uploaded = await service.upload_file(made.id, source, signal(), Report("begun earlier"))
        assert uploaded.verified
        assert bench.tap.count("PUT", CONTENT) == 1
        await service.delete_draft(made.id)

    play(site, scenario)


def test_h6_in_staged_mode_such_a_commit_says_200_and_nothing_is_confirmed() -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        files = f"/records/{made.id}/draft/files"
        await bench.ask("POST", files, [{"key": "empty.bin"}])
        source = Source("empty.bin", content(1000))
        await service.upload_file(made.id, source, signal(), Report("begun earlier"))
        assert await bench.held(made.id) == complete(source)

    play("double", scenario, STAGED)


@on_both
def test_h7_an_interrupted_file_starts_again_from_its_first_byte(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        source, report = Source("long.bin", content(2_000_000)), Report()
        bench.tap.add("PUT", CONTENT, Break.BODY_CUT, bytes=500_000)
        await service.upload_file(made.id, source, signal(), report)
        assert source.reads == 2
        totals = report.sent_totals
        assert any(later < earlier for earlier, later in pairwise(totals))
        assert totals[-1] == source.size
        assert await bench.held(made.id) == complete(source)
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_h8_different_files_go_in_parallel(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        sources = [Source(f"p{n}.bin", content(20_000 + n, n)) for n in range(6)]
        await asyncio.gather(
            *(service.upload_file(made.id, s, signal(), Report()) for s in sources)
        )
        assert await bench.held(made.id) == complete(*sources)
        assert bench.tap.count("PUT", CONTENT) == len(sources)
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_h8_files_that_are_replaced_in_parallel_are_removed_one_by_one(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        reports = [Report() for _ in range(4)]
        for version in (1, 2):
            sources = [Source(f"r{n}.bin", content(900, 10 * version + n)) for n in range(4)]
            await asyncio.gather(
                *(
                    service.upload_file(made.id, source, signal(), report)
                    for source, report in zip(sources, reports, strict=True)
                )
            )
        assert await bench.held(made.id) == complete(*sources)
        assert bench.tap.count("DELETE", "/files/") == len(sources)
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_h8_two_clients_with_the_same_file_end_with_it_there_once(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        other = bench.service()
        first, second = Source("both.bin", content(90_000)), Source("both.bin", content(90_000))
        ended = await asyncio.gather(
            service.upload_file(made.id, first, signal(), Report()),
            other.upload_file(made.id, second, signal(), Report()),
            return_exceptions=True,
        )
        assert any(not isinstance(end, BaseException) for end in ended), ended
        assert all(isinstance(end, ServiceError) or not isinstance(end, Exception) for end in ended)
        done = await service.upload_file(made.id, first, signal(), Report("ours"))
        assert done.verified
        assert await bench.held(made.id) == complete(first)
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_h9_metadata_that_is_extracted_later_does_not_make_a_file_different(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        pixel = bytes.fromhex(
            "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
            "0000000d49444154789c6360000000000200010548a70e0000000049454e44ae426082"
        )
        source = Source("pixel.png", pixel)
        done = await service.upload_file(made.id, source, signal(), Report())
        assert (await service.upload_file(made.id, source, signal(), Report())) == done
        assert bench.tap.count("PUT", CONTENT) == 1
        await service.finalize(made.id, (done,), "", signal())

    play(site, scenario)


@on_both
def test_three_broken_transfers_are_told_and_no_fourth_is_tried(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, made = await begun(bench)
        source = Source("never.bin", content(200_000))
        bench.tap.add("PUT", CONTENT, Break.BODY_CUT, bytes=1000, times=99)
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, source, signal(), Report())
        assert caught.value.verdict is Verdict.TRANSIENT
        assert bench.tap.count("PUT", CONTENT) == 3
        bench.tap.rules.clear()
        await service.upload_file(made.id, source, signal(), Report("ours"))
        assert await bench.held(made.id) == complete(source)
        await service.delete_draft(made.id)

    play(site, scenario)


def test_no_content_put_ever_hits_an_entry_that_no_look_had_shown_pending() -> None:
    """Whatever is lost on the way, the double never sees a PUT into a completed entry."""

    async def scenario(bench: Bench) -> None:
        for number, (method, path) in enumerate(
            [("PUT", CONTENT), ("POST", "/commit$"), ("POST", "/files$"), ("GET", "/files/")]
        ):
            for what in (Break.BEFORE, Break.AFTER, Break.GATEWAY, Break.TRUNCATED):
                service, made = await begun(bench)
                source = Source(f"f{number}.bin", content(30_000, number))
                bench.tap.rules.clear()
                bench.tap.add(method, path, what)
                await service.upload_file(made.id, source, signal(), Report())
                assert await bench.held(made.id) == complete(source)
        assert bench.the_double.destroyed == []

    play("double", scenario)
