"""Answers that are lost at each step, before and after the effect; the site is asked directly."""

from __future__ import annotations

import asyncio

import pytest

from desktop_app.core.errors import ErrorKind, ServiceError, Verdict
from desktop_app.core.model import RecordState
from tests.invenio.bench import (
    Bench,
    Report,
    Source,
    complete,
    content,
    draft,
    on_both,
    play,
    reference,
    signal,
)
from tests.invenio.deployment import EVERY, Deployment
from tests.invenio.tap import Break
from tests.raw_server import Answer

LOST_AFTER = (Break.AFTER, Break.GATEWAY, Break.TRUNCATED)
LOST_BEFORE = (Break.BEFORE, Break.GATEWAY_BEFORE)


@on_both
@pytest.mark.parametrize("lost", LOST_AFTER)
def test_a_draft_whose_answer_was_lost_is_found_by_its_marker(site: str, lost: Break) -> None:
    async def scenario(bench: Bench) -> None:
        service, ref = bench.service(), reference()
        bench.tap.add("POST", "/records$", lost)
        with pytest.raises(ServiceError) as caught:
            await service.create_record(draft(ref), signal())
        assert caught.value.verdict is Verdict.UNKNOWN_OUTCOME
        found = await service.find_by_client_ref(ref)
        assert [f.id for f in found] == await bench.mine(ref)
        assert len(found) == 1
        assert (found[0].state, found[0].client_ref) == (RecordState.DRAFT, ref)
        assert bench.tap.count("POST", "/records$") == 1
        await service.delete_draft(found[0].id)

    play(site, scenario)


@on_both
@pytest.mark.parametrize("lost", LOST_BEFORE)
def test_a_draft_that_was_never_made_is_not_found_and_made_once(site: str, lost: Break) -> None:
    async def scenario(bench: Bench) -> None:
        service, ref = bench.service(), reference()
        bench.tap.add("POST", "/records$", lost)
        with pytest.raises(ServiceError) as caught:
            await service.create_record(draft(ref), signal())
        assert caught.value.verdict is Verdict.UNKNOWN_OUTCOME
        assert await service.find_by_client_ref(ref) == ()
        assert bench.clock.slept[-1] <= 20
        made = await service.create_record(draft(ref), signal())
        assert await bench.mine(ref) == [made.id]
        await service.delete_draft(made.id)

    play(site, scenario)


def test_a_draft_that_the_index_shows_late_is_waited_for() -> None:
    async def scenario(bench: Bench) -> None:
        service, ref = bench.service(), reference()
        bench.tap.add("POST", "/records$", Break.AFTER)
        with pytest.raises(ServiceError):
            await service.create_record(draft(ref), signal())
        assert len(await service.find_by_client_ref(ref)) == 1

    play("double", scenario, Deployment(index_lag_s=25.0))


@on_both
def test_two_drafts_with_one_marker_are_both_told_oldest_first(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, ref = bench.service(), reference()
        bench.tap.add("POST", "/records$", Break.TWICE)
        await service.create_record(draft(ref), signal())
        found = await service.find_by_client_ref(ref)
        assert len(found) == 2
        assert found[0].created <= found[1].created
        for each in found:
            await service.delete_draft(each.id)
        assert await service.find_by_client_ref(ref) == ()

    play(site, scenario)


def test_a_marker_behind_many_newer_drafts_is_found() -> None:
    async def scenario(bench: Bench) -> None:
        service, ref = bench.service(), reference()
        made = await service.create_record(draft(ref), signal())
        for _ in range(30):
            await bench.clock.sleep(1)
            await bench.ask("POST", "/records", {"metadata": {"title": "Another"}})
        assert [f.id for f in await service.find_by_client_ref(ref)] == [made.id]

    play("double", scenario)


@on_both
def test_with_a_dead_token_nothing_is_said_not_to_be_there(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service, ref = bench.service(), reference()
        made = await service.create_record(draft(ref), signal())
        dead = bench.service("dead-token-0123456789abcdef0")
        for ask in (
            lambda: dead.find_by_client_ref(ref),
            lambda: dead.get_record(made.id),
            lambda: dead.list_files(made.id),
            lambda: dead.delete_file(made.id, "a"),
            lambda: dead.delete_draft(made.id),
            lambda: dead.upload_file(made.id, Source("a", b"a"), signal(), Report()),
            lambda: dead.finalize(made.id, (), "", signal()),
            lambda: dead.create_record(draft(), signal()),
            lambda: dead.update_record(made.id, draft(ref)),
        ):
            with pytest.raises(ServiceError) as caught:
                await ask()
            assert caught.value.kind is ErrorKind.SIGN_IN
        assert (await service.get_record(made.id)).state is RecordState.DRAFT
        await service.delete_draft(made.id)

    play(site, scenario)


@pytest.mark.parametrize("name", sorted(EVERY))
def test_a_dead_token_is_told_apart_from_a_draft_that_is_gone_everywhere(name: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        bench.the_double.tokens.clear()
        with pytest.raises(ServiceError) as caught:
            await service.get_record(made.id)
        assert caught.value.kind is ErrorKind.SIGN_IN

    play("double", scenario, EVERY[name])


@on_both
@pytest.mark.parametrize("lost", [*LOST_AFTER, *LOST_BEFORE])
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", r"/draft/files/one.bin$"),
        ("POST", r"/draft/files$"),
        ("PUT", r"/content$"),
        ("POST", r"/commit$"),
    ],
    ids=["look", "init", "content", "commit"],
)
def test_a_file_survives_a_lost_answer_at_each_step(
    site: str, method: str, path: str, lost: Break
) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source = Source("one.bin", content(40_000))
        bench.tap.add(method, path, lost)
        uploaded = await service.upload_file(made.id, source, signal(), Report())
        assert uploaded.verified
        assert await bench.held(made.id) == complete(source)
        assert bench.tap.count("PUT", "/content$") <= 2
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
@pytest.mark.parametrize("lost", [*LOST_AFTER, *LOST_BEFORE])
def test_a_delete_whose_answer_was_lost_is_done_once_more(site: str, lost: Break) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        bench.tap.add("DELETE", "/files/a$", lost)
        await service.delete_file(made.id, "a")
        assert await bench.held(made.id) == {}
        bench.tap.add("DELETE", "/draft$", lost)
        await service.delete_draft(made.id)
        assert (await bench.ask("GET", f"/records/{made.id}/draft"))[0] == 404

    play(site, scenario)


@on_both
@pytest.mark.parametrize("lost", LOST_AFTER)
def test_a_publish_whose_answer_was_lost_is_read_back_and_not_repeated(
    site: str, lost: Break
) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        done = await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        bench.tap.add("POST", "/publish$", lost)
        with pytest.raises(ServiceError) as caught:
            await service.finalize(made.id, (done,), "", signal())
        assert caught.value.verdict is Verdict.UNKNOWN_OUTCOME
        assert bench.tap.count("POST", "/publish$") == 1
        assert (await service.get_record(made.id)).state is RecordState.FINALIZED
        again = await service.finalize(made.id, (done,), "", signal())
        assert (again.id, again.state) == (made.id, RecordState.FINALIZED)
        assert bench.tap.count("POST", "/publish$") == 1

    play(site, scenario)


@on_both
@pytest.mark.parametrize("lost", LOST_BEFORE)
def test_a_publish_that_never_arrived_leaves_a_draft_and_can_be_asked_for_again(
    site: str, lost: Break
) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        done = await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        bench.tap.add("POST", "/publish$", lost)
        with pytest.raises(ServiceError) as caught:
            await service.finalize(made.id, (done,), "", signal())
        assert caught.value.verdict is Verdict.UNKNOWN_OUTCOME
        assert (await service.get_record(made.id)).state is RecordState.DRAFT
        published = await service.finalize(made.id, (done,), "", signal())
        assert published.state is RecordState.FINALIZED

    play(site, scenario)


@on_both
def test_two_clients_that_race_to_publish_publish_once(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        first, second = bench.service(), bench.service()
        for _ in range(3):
            ref = reference()
            made = await first.create_record(draft(ref), signal())
            done = await first.upload_file(made.id, Source("a", b"a"), signal(), Report())
            ended = await asyncio.gather(
                first.finalize(made.id, (done,), "", signal()),
                second.finalize(made.id, (done,), "", signal()),
                return_exceptions=True,
            )
            for end in ended:
                if isinstance(end, BaseException):
                    assert isinstance(end, ServiceError), end
                    assert end.verdict is Verdict.UNKNOWN_OUTCOME
                else:
                    assert end.state is RecordState.FINALIZED
            for service in (first, second):
                assert (await service.get_record(made.id)).state is RecordState.FINALIZED
            assert await bench.held(made.id) == complete(Source("a", b"a"))

    play(site, scenario)


def test_the_loser_of_a_publish_race_learns_that_the_record_is_published() -> None:
    async def scenario(bench: Bench) -> None:
        bench.the_double.publish_hold = asyncio.Event()
        first, second = bench.service(), bench.service()
        made = await first.create_record(draft(), signal())
        done = await first.upload_file(made.id, Source("a", b"a"), signal(), Report())
        winner = asyncio.ensure_future(first.finalize(made.id, (done,), "", signal()))
        await bench.the_double.publish_begun.wait()
        with pytest.raises(ServiceError) as caught:
            await second.finalize(made.id, (done,), "", signal())
        assert caught.value.verdict is Verdict.UNKNOWN_OUTCOME
        bench.the_double.publish_hold.set()
        assert (await winner).state is RecordState.FINALIZED
        assert (await second.get_record(made.id)).state is RecordState.FINALIZED

    play("double", scenario)


@on_both
def test_a_token_that_expires_in_mid_batch_stops_it_and_a_new_one_goes_on(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        sources = [Source(f"{n}.bin", content(2000, n)) for n in range(4)]
        reports = [Report() for _ in sources]
        for source, report in zip(sources[:2], reports[:2], strict=True):
            await service.upload_file(made.id, source, signal(), report)
        bench.tap.replace_token = "expired-token-0123456789abcdef"
        for source, report in zip(sources[2:], reports[2:], strict=True):
            with pytest.raises(ServiceError) as caught:
                await service.upload_file(made.id, source, signal(), report)
            assert caught.value.kind is ErrorKind.SIGN_IN
        bench.tap.replace_token = ""
        renewed = bench.service()
        for source, report in zip(sources, reports, strict=True):
            await renewed.upload_file(made.id, source, signal(), report)
        assert await bench.held(made.id) == complete(*sources)
        assert bench.tap.count("PUT", "/content$") == len(sources)
        await renewed.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_a_token_that_expires_between_look_and_content_is_sign_in_too(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source, report = Source("a.bin", content(2000)), Report()
        bench.tap.expire_before = "/content$"
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, source, signal(), report)
        assert caught.value.kind is ErrorKind.SIGN_IN
        bench.tap.expire_before = ""
        bench.tap.replace_token = ""
        await bench.service().upload_file(made.id, source, signal(), report)
        assert await bench.held(made.id) == complete(source)
        await service.delete_draft(made.id)

    play(site, scenario)


def test_a_draft_that_is_deleted_in_mid_batch_is_told_as_gone() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        bench.the_double.deposits[made.id].deleted = True
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        assert caught.value.kind is ErrorKind.NOT_FOUND

    play("double", scenario)


def test_a_record_that_was_deleted_after_publishing_is_gone() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        done = await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        await service.finalize(made.id, (done,), "", signal())
        bench.the_double.deposits[made.id].deleted = True
        with pytest.raises(ServiceError) as caught:
            await service.get_record(made.id)
        assert caught.value.kind is ErrorKind.GONE

    play("double", scenario)


def test_an_odd_status_is_an_error_like_any_other() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        bench.tap.add("GET", "/user/records", Answer(999, {"message": "odd"}), times=9)
        check = await service.check_account()
        assert check.error is not None
        assert check.error.status == 999

    play("double", scenario)


def test_a_login_page_in_between_is_not_taken_for_the_site() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        page = Answer(200, body=b"<!doctype html><title>Sign in to the network</title>")
        bench.tap.add("GET", "/user/records", page, times=9)
        check = await service.check_account()
        assert check.error is not None
        assert check.error.kind is ErrorKind.NOT_THE_SERVICE

    play("double", scenario)
