"""Documents: from the form to the service's own, and back from what versions send."""

from __future__ import annotations

import json
from typing import Any

import pytest

from desktop_app.core.errors import FieldError
from desktop_app.core.model import RecordState
from desktop_app.services.base import RecordDraft
from desktop_app.services.invenio.documents import (
    draft_document,
    file_listing,
    record_ref,
    remote_file,
    search_hits,
)
from desktop_app.services.invenio.fields import about_what_was_sent, capabilities, field_errors
from desktop_app.services.invenio.presets import GENERIC, ZENODO, ZENODO_SANDBOX, preset_for
from desktop_app.services.invenio.service import site_address


def document(metadata: Any, present: dict[str, Any] | None = None) -> dict[str, Any]:
    return draft_document(RecordDraft("Title", json.dumps(metadata), "ref-1", ""), present)


def test_short_forms_become_the_services_own() -> None:
    made = document(
        {
            "resource_type": "dataset",
            "rights": "cc0-1.0",
            "creators": [
                {"family_name": "Roe", "given_name": "Kim", "orcid": "https://orcid.org/0000-0002"},
                {"name": "An Institute"},
                {"name": "Solo", "orcid": "0000-0003"},
                {"person_or_org": {"type": "personal", "family_name": "As it is"}},
            ],
            "description": "",
        }
    )
    metadata = made["metadata"]
    assert metadata["resource_type"] == {"id": "dataset"}
    assert metadata["rights"] == [{"id": "cc0-1.0"}]
    assert "description" not in metadata
    person, organisation, solo, own = (creator["person_or_org"] for creator in metadata["creators"])
    assert person["identifiers"] == [{"scheme": "orcid", "identifier": "0000-0002"}]
    assert (person["type"], person["family_name"], person["given_name"]) == (
        "personal",
        "Roe",
        "Kim",
    )
    assert organisation == {"type": "organizational", "name": "An Institute"}
    assert (solo["type"], solo["family_name"]) == ("personal", "Solo")
    assert own["family_name"] == "As it is"


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("Plain words.", "Plain words."),
        ("if a<b and c>d & e", "<p>if a&lt;b and c&gt;d &amp; e</p>"),
        ("One\nline\n\nthen another", "<p>One<br>line</p><p>then another</p>"),
        ("<p>Own &amp; HTML</p>\n", "<p>Own &amp; HTML</p>\n"),
        ("with <b>bold</b>", "with <b>bold</b>"),
    ],
)
def test_a_description_keeps_its_signs_and_lines(typed: str, sent: str) -> None:
    assert document({"description": typed})["metadata"]["description"] == sent


def test_the_marker_stands_beside_the_persons_own_identifiers_once() -> None:
    own = {"scheme": "doi", "identifier": "10.1/x"}
    marker = {"scheme": "urn", "identifier": "urn:uuid:ref-1"}
    for given in ([own], [own, marker]):
        assert document({"identifiers": given})["metadata"]["identifiers"] == [own, marker]
    draft = RecordDraft("Title", "{}", "urn:uuid:ref-1", "")
    assert draft_document(draft)["metadata"]["identifiers"] == [marker]


@pytest.mark.parametrize(
    ("given", "access"),
    [
        ({}, {"record": "public", "files": "public"}),
        ({"access": {"files": "restricted"}}, {"record": "public", "files": "restricted"}),
        (
            {"access.embargo.until": "2030-01-01", "access.files": "public"},
            {
                "record": "public",
                "files": "restricted",
                "embargo": {"active": True, "until": "2030-01-01"},
            },
        ),
        (
            {"access": {"embargo": {"until": "", "reason": ""}}},
            {"record": "public", "files": "public"},
        ),
    ],
)
def test_access_and_embargo(given: dict[str, Any], access: dict[str, Any]) -> None:
    assert document(given)["access"] == access
    assert "access" not in document(given)["metadata"]


def test_a_whole_document_is_taken_as_well_as_its_metadata() -> None:
    whole = {"metadata": {"publisher": "P"}, "access": {"record": "restricted"}}
    made = document(whole)
    assert made["metadata"]["publisher"] == "P"
    assert made["metadata"]["title"] == "Title"
    assert made["access"]["record"] == "restricted"


def test_what_the_form_does_not_know_is_kept_from_the_draft() -> None:
    present = {"pids": {"doi": {"identifier": "10.1/x"}}, "custom_fields": {"a": 1}, "access": {}}
    made = document({}, present)
    assert made["pids"] == present["pids"]
    assert made["custom_fields"] == {"a": 1}
    assert "pids" not in document({}, {"pids": {}})


def test_records_of_every_shape_become_references() -> None:
    published = record_ref(
        {"id": 123, "is_published": True, "is_draft": False, "metadata": {"title": "T"}},
        "https://s",
    )
    assert (published.id, published.state) == ("123", RecordState.FINALIZED)
    assert published.url == "https://s/records/123"
    edit = record_ref({"id": "a", "is_published": True, "is_draft": True}, "https://s")
    assert (edit.state, edit.url) == (RecordState.DRAFT, "https://s/uploads/a")
    odd = record_ref({"id": "a", "links": {"self_html": "javascript:alert(1)"}}, "https://s")
    assert odd.url == "https://s/uploads/a"


@pytest.mark.parametrize("answer", [None, [], {}, {"id": None}, {"id": ""}, "text"])
def test_an_answer_without_an_id_is_not_understood(answer: Any) -> None:
    with pytest.raises(ValueError, match="no "):
        record_ref(answer, "https://s")


def test_what_a_pending_entry_declares_is_not_believed() -> None:
    declared = {"key": "a", "status": "pending", "size": 3, "checksum": "md5:ab"}
    pending = remote_file(declared)
    assert (pending.complete, pending.size, pending.checksum) == (False, None, "")


def test_listings_come_as_lists_or_by_name() -> None:
    entry = {"status": "completed", "size": 1, "checksum": "md5:AB"}
    as_list = file_listing({"entries": [{"key": "b", **entry}, {"key": "a", **entry}]})
    by_name = file_listing({"entries": {"a": entry, "b": entry}})
    assert as_list == by_name
    assert [(f.key, f.checksum) for f in as_list] == [("a", "md5:ab"), ("b", "md5:ab")]
    with pytest.raises(ValueError, match="entries"):
        file_listing({"entries": None})
    with pytest.raises(ValueError, match="hits"):
        search_hits({"hits": {}})


def test_errors_about_missing_values_are_told_apart_from_refused_ones() -> None:
    made = document({"creators": [{"given_name": "X"}], "rights": "mit"})
    errors = field_errors(
        [
            {"field": "metadata.creators.0.person_or_org.family_name", "messages": ["blank"]},
            {"field": "metadata.publisher", "messages": ["missing"]},
            {"field": "files.enabled", "messages": ["none"]},
            {"field": "metadata.title", "messages": "too short"},
        ]
    )
    assert [e.field for e in about_what_was_sent(errors, made)] == [
        "creators.0.person_or_org.family_name",
        "title",
    ]
    assert errors[-1].messages == ("too short",)
    assert field_errors("a text") == (FieldError("", ("a text",)),)


def test_presets_are_known_by_their_address() -> None:
    assert preset_for("https://zenodo.org/") is ZENODO
    assert preset_for("https://www.zenodo.org") is ZENODO
    assert preset_for("https://sandbox.zenodo.org") is ZENODO_SANDBOX
    assert preset_for("https://zenodo.org.example.org") is GENERIC
    assert site_address(" https://zenodo.org/api/ ") == "https://zenodo.org"


def test_the_capabilities_of_zenodo_hold_its_limits_and_required_fields() -> None:
    zenodo = capabilities(ZENODO)
    assert (zenodo.max_files, zenodo.max_file_size, zenodo.empty_files) == (100, 50 * 10**9, False)
    assert not zenodo.key_rules.slash
    required = {field.path for field in zenodo.fields if field.required}
    assert required == {"resource_type", "creators", "publication_date", "publisher"}
    assert "access.record" not in {field.path for field in zenodo.fields}
    assert "access.record" in {field.path for field in capabilities(GENERIC).fields}
