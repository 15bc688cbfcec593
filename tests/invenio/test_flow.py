"""The main flow, attaching, discarding, the test of an account: on the double and for real."""

from __future__ import annotations

import asyncio
import hashlib
import html
import json

import pytest

from desktop_app.core.errors import BadInputError, ErrorKind, ServiceError, Verdict
from desktop_app.core.model import FileState, RecordState, SaveLimits
from desktop_app.services.base import RecordDraft
from desktop_app.services.invenio import ZENODO
from desktop_app.services.invenio.fields import LICENCES, RESOURCE_TYPES
from tests.invenio.bench import (
    REAL_URL,
    Bench,
    Report,
    Source,
    complete,
    content,
    draft,
    on_both,
    play,
    reference,
    segment,
    signal,
)
from tests.invenio.deployment import EVERY, Deployment
from tests.invenio.deployment import ZENODO as ZENODO_DEPLOYMENT


async def main_flow(bench: Bench) -> None:
    service = bench.service()
    ref = reference()
    made = await service.create_record(draft(ref), signal())
    assert made.state is RecordState.DRAFT
    assert made.client_ref == ref
    sources = [Source(f"file {n}.bin", content(3000 * n + 1, n)) for n in range(1, 4)]
    reports = [Report() for _ in sources]
    uploaded = await asyncio.gather(
        *(
            service.upload_file(made.id, source, signal(), report)
            for source, report in zip(sources, reports, strict=True)
        )
    )
    assert all(file.verified for file in uploaded)
    assert await bench.held(made.id) == complete(*sources)
    for report, source in zip(reports, sources, strict=True):
        assert report.remembered_before_sending
        assert report.sent_totals[-1] == source.size
        assert report.states[0] is FileState.SENDING
    listed = await service.list_files(made.id)
    assert [(f.key, f.size, f.complete) for f in listed] == [(s.key, s.size, True) for s in sources]
    published = await service.finalize(made.id, tuple(uploaded), "key-2", signal())
    assert published.state is RecordState.FINALIZED
    assert published.id == made.id
    assert published.url.startswith("http")
    status, record = await bench.ask("GET", f"/records/{made.id}")
    assert (status, record.get("is_published", record.get("submitted"))) == (200, True)
    assert await bench.held(made.id) == complete(*sources)
    assert [f.key for f in await service.list_files(made.id)] == [s.key for s in sources]
    assert await bench.mine(ref) == [made.id] or bench.double is not None


@on_both
def test_a_record_with_files_is_created_filled_and_published(site: str) -> None:
    play(site, main_flow)


@pytest.mark.parametrize("name", sorted(EVERY))
def test_the_main_flow_is_the_same_on_every_deployment(name: str) -> None:
    play("double", main_flow, EVERY[name])


@on_both
def test_the_bytes_that_come_back_are_those_that_were_sent(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source = Source("big.bin", content(3_000_000))
        await service.upload_file(made.id, source, signal(), Report())
        if bench.double is None:
            status, body = await bench.ask("GET", f"/records/{made.id}/draft/files/big.bin/content")
            assert status == 200
        else:
            body = bench.the_double.deposits[made.id].entries["big.bin"].stored
        assert hashlib.sha256(body).digest() == hashlib.sha256(source.content).digest()
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_an_empty_file_goes_where_the_site_takes_one(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        source = Source("empty", b"")
        uploaded = await service.upload_file(made.id, source, signal(), Report())
        assert (uploaded.size, uploaded.verified) == (0, True)
        assert await bench.held(made.id) == complete(source)
        await service.delete_draft(made.id)

    play(site, scenario)


def test_an_empty_file_is_refused_before_and_after_it_is_sent() -> None:
    async def scenario(bench: Bench) -> None:
        for preset in (ZENODO, None):
            service = bench.service(preset=preset)
            made = await service.create_record(draft(), signal())
            with pytest.raises(ServiceError) as caught:
                await service.upload_file(made.id, Source("empty", b""), signal(), Report())
            assert caught.value.kind is ErrorKind.EMPTY_FILE
            assert caught.value.verdict is Verdict.PERMANENT

    play("double", scenario, Deployment(empty_files=False))


@on_both
def test_files_are_attached_to_a_draft_that_was_there_before(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        status, made = await bench.ask(
            "POST", "/records", {"metadata": {"title": "By hand"}, "files": {"enabled": True}}
        )
        assert status == 201
        service = bench.service()
        found = await service.get_record(made["id"])
        assert (found.state, found.title, found.client_ref) == (RecordState.DRAFT, "By hand", "")
        assert made["id"] in {ref.id for ref in await service.drafts()}
        source = Source("added.txt", b"added")
        await service.upload_file(made["id"], source, signal(), Report())
        assert await bench.held(made["id"]) == complete(source)
        await service.delete_draft(made["id"])

    play(site, scenario)


@on_both
def test_a_discarded_draft_is_gone_and_discarding_again_is_fine(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        await service.delete_draft(made.id)
        status, _ = await bench.ask("GET", f"/records/{made.id}/draft")
        assert status == 404
        await service.delete_draft(made.id)
        with pytest.raises(ServiceError) as caught:
            await service.get_record(made.id)
        assert caught.value.kind is ErrorKind.NOT_FOUND

    play(site, scenario)


@on_both
def test_a_published_record_is_not_discarded(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        done = await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        await service.finalize(made.id, (done,), "", signal())
        with pytest.raises(ServiceError) as caught:
            await service.delete_draft(made.id)
        assert caught.value.kind is ErrorKind.CONFLICT
        assert (await service.get_record(made.id)).state is RecordState.FINALIZED
        with pytest.raises(ServiceError) as caught:
            await service.upload_file(made.id, Source("late", b"l"), signal(), Report())
        assert caught.value.kind is ErrorKind.CONFLICT

    play(site, scenario)


@on_both
def test_a_published_record_with_an_open_edit_is_published_and_its_files_are_locked(
    site: str,
) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        done = await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        await service.finalize(made.id, (done,), "", signal())
        assert (await bench.ask("POST", f"/records/{made.id}/draft"))[0] == 201
        assert (await service.get_record(made.id)).state is RecordState.FINALIZED
        for change in (
            lambda: service.upload_file(made.id, Source("b", b"b"), signal(), Report()),
            lambda: service.delete_file(made.id, "a"),
        ):
            with pytest.raises(ServiceError) as caught:
                await change()
            assert caught.value.kind is ErrorKind.CONFLICT
        await service.delete_draft(made.id)  # discards the edit only
        assert (await service.get_record(made.id)).state is RecordState.FINALIZED
        assert await bench.held(made.id) == complete(Source("a", b"a"))

    play(site, scenario)


@on_both
def test_removing_a_file_twice_is_fine_and_in_parallel_too(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        sources = [Source(f"{n}", b"x" * n) for n in range(1, 5)]
        for source in sources:
            await service.upload_file(made.id, source, signal(), Report())
        await asyncio.gather(*(service.delete_file(made.id, s.key) for s in sources[1:]))
        await service.delete_file(made.id, sources[1].key)
        assert await bench.held(made.id) == complete(sources[0])
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_the_account_check_says_who_is_signed_in_and_leaves_nothing_behind(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        _, before = await bench.ask("GET", "/user/records?size=1")
        check = await bench.service().check_account()
        assert check.error is None
        assert "@" in check.signed_in_as
        _, after = await bench.ask("GET", "/user/records?size=1")
        assert after["hits"]["total"] == before["hits"]["total"]

    play(site, scenario)


@on_both
def test_the_account_check_knows_a_dead_token_and_a_wrong_address(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        check = await bench.service("wrong-token-0123456789abcdef").check_account()
        assert check.error is not None
        assert check.error.kind is ErrorKind.SIGN_IN
        check = await bench.service(url=f"{bench.tap.url}/somewhere").check_account()
        assert check.error is not None
        assert check.error.kind is ErrorKind.NOT_THE_SERVICE

    play(site, scenario)


def test_the_account_check_refuses_to_send_a_token_in_the_clear() -> None:
    async def scenario(bench: Bench) -> None:
        check = await bench.service(url="http://repository.example").check_account()
        assert check.error is not None
        assert check.error.kind is ErrorKind.PLAIN_HTTP

    play("double", scenario)


def test_a_site_that_is_away_is_waited_for_and_told_before_the_stage_would_end() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service(url="http://127.0.0.1:9", limits=SaveLimits(create_s=20.0))
        began = bench.clock.now
        with pytest.raises(ServiceError) as caught:
            await service.create_record(draft(), signal())
        assert caught.value.kind is ErrorKind.REFUSED
        assert caught.value.verdict is not Verdict.UNKNOWN_OUTCOME
        assert 5 < bench.clock.now - began < 20

    play("double", scenario)


def test_the_account_check_names_the_scope_that_is_missing() -> None:
    async def scenario(bench: Bench) -> None:
        check = await bench.service(preset=ZENODO).check_account()
        assert check.error is not None
        assert check.error.kind is ErrorKind.PERMISSION
        assert check.error.get("scope") == "deposit:write"

    play("double", scenario, Deployment(may_create=False))


def test_a_token_that_may_not_publish_is_not_called_dead() -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service(preset=ZENODO)
        made = await service.create_record(draft(), signal())
        done = await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        with pytest.raises(ServiceError) as caught:
            await service.finalize(made.id, (done,), "", signal())
        assert caught.value.kind is ErrorKind.PERMISSION
        assert caught.value.info.get("scope") == "deposit:actions"

    play("double", scenario, Deployment(may_publish=False))


@on_both
def test_somebody_elses_draft_is_forbidden_and_not_gone(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        with pytest.raises(ServiceError) as caught:
            await bench.service(bench.other_token).get_record(made.id)
        assert caught.value.kind is ErrorKind.PERMISSION
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_values_that_are_not_taken_stand_beside_their_fields_and_nothing_is_left(
    site: str,
) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        ref = reference()
        wrong = draft(
            ref,
            title="ab",
            publication_date="soon",
            creators=[{"family_name": "Roe"}, {"given_name": "Nobody"}],
            access={"files": "restricted", "embargo": {"until": "2020-01-01"}},
        )
        with pytest.raises(ServiceError) as caught:
            await service.create_record(wrong, signal())
        assert caught.value.kind is ErrorKind.VALIDATION
        assert {error.field for error in caught.value.info.fields} == {
            "title",
            "publication_date",
            "creators.1.person_or_org.family_name",
            "access.embargo.until",
        }
        assert all(error.messages for error in caught.value.info.fields)
        assert await bench.mine(ref) == []

    play(site, scenario)


@on_both
def test_a_word_that_the_site_does_not_know_is_a_refusal_with_its_text(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        with pytest.raises(ServiceError) as caught:
            await bench.service().create_record(draft(rights="no-such-licence"), signal())
        assert caught.value.kind is ErrorKind.VALIDATION
        assert "no-such-licence" in caught.value.info.server_text

    play(site, scenario)


@on_both
def test_what_is_missing_stops_only_the_publishing_and_can_be_mended(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        ref = reference()
        bare = RecordDraft("Only a title", "{}", ref, "")
        made = await service.create_record(bare, signal())
        done = await service.upload_file(made.id, Source("a", b"a"), signal(), Report())
        with pytest.raises(ServiceError) as caught:
            await service.finalize(made.id, (done,), "", signal())
        assert caught.value.kind is ErrorKind.VALIDATION
        fields = {error.field for error in caught.value.info.fields}
        assert {"resource_type", "creators", "publication_date"} <= fields
        mended = await service.update_record(made.id, draft(ref, title="Mended"))
        assert (mended.title, mended.client_ref) == ("Mended", ref)
        published = await service.finalize(made.id, (done,), "", signal())
        assert published.state is RecordState.FINALIZED

    play(site, scenario)


@on_both
def test_a_description_with_signs_survives_the_services_sanitiser(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        described = draft(description="if a<b and c>d & so on\n\nnext")
        made = await service.create_record(described, signal())
        _, now = await bench.ask("GET", f"/records/{made.id}/draft")
        text = now["metadata"]["description"]
        assert html.unescape(text) == "<p>if a<b and c>d & so on</p><p>next</p>"
        await service.delete_draft(made.id)

    play(site, scenario)


@on_both
def test_an_update_keeps_a_reserved_doi_and_the_marker(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        ref = reference()
        made = await service.create_record(draft(ref), signal())
        if bench.double is None:
            status, _ = await bench.ask("POST", f"/records/{made.id}/draft/pids/doi")
            assert status == 201
        else:
            pids = {"doi": {"identifier": "10.5072/x", "provider": "datacite"}}
            bench.the_double.deposits[made.id].document["pids"] = pids
        await service.update_record(made.id, draft(ref, title="Another title"))
        _, now = await bench.ask("GET", f"/records/{made.id}/draft")
        assert now["pids"]["doi"]["identifier"].startswith("10.5072/")
        assert now["metadata"]["title"] == "Another title"
        assert ref in json.dumps(now["metadata"]["identifiers"])
        await service.delete_draft(made.id)

    play(site, scenario)


def test_metadata_that_is_no_object_is_refused_before_anything_is_sent() -> None:
    async def scenario(bench: Bench) -> None:
        for text in ("[1]", "{", '"x"'):
            with pytest.raises(BadInputError) as caught:
                await bench.service().create_record(RecordDraft("T", text, "r", ""), signal())
            assert caught.value.kind is ErrorKind.BAD_FIELD
        assert bench.tap.passed == []

    play("double", scenario)


def test_no_cookie_is_sent_back_and_one_user_agent_is_used() -> None:
    async def scenario(bench: Bench) -> None:
        await main_flow(bench)
        headers = [seen.headers for seen in bench.the_double.seen]
        ours = [h for h in headers if h.get("user-agent")]
        assert not any("cookie" in h for h in headers)
        assert len({h["user-agent"] for h in ours}) == 1

    play("double", scenario, ZENODO_DEPLOYMENT)


@on_both
def test_a_key_is_one_segment_of_the_address(site: str) -> None:
    async def scenario(bench: Bench) -> None:
        service = bench.service()
        made = await service.create_record(draft(), signal())
        key = "50% off & more+.csv"
        await service.upload_file(made.id, Source(key, b"x"), signal(), Report())
        status, entry = await bench.ask("GET", f"/records/{made.id}/draft/files/{segment(key)}")
        assert (status, entry["key"]) == (200, key)
        await service.delete_file(made.id, key)
        assert await bench.held(made.id) == {}
        await service.delete_draft(made.id)

    play(site, scenario)


@pytest.mark.peer
@pytest.mark.invenio
@pytest.mark.skipif(not REAL_URL, reason="SENDOFF_INVENIO_URL names no server")
def test_every_choice_of_the_form_is_in_the_vocabularies_of_a_real_site() -> None:
    async def scenario(bench: Bench) -> None:
        for vocabulary, choices in (("resourcetypes", RESOURCE_TYPES), ("licenses", LICENCES)):
            for choice in choices:
                status, found = await bench.ask("GET", f"/vocabularies/{vocabulary}/{choice}")
                assert (status, found["id"]) == (200, choice)

    play("real", scenario)
