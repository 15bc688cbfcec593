"""Records: created once, changed under their revision, searched, deleted while drafts."""

from __future__ import annotations

import os
import sqlite3
import stat

from tests.server.service_process import Client, ServiceUnderTest


def test_create_answers_201_with_links_and_a_revision(client: Client) -> None:
    answer = client(
        "POST", "/records", {"title": "T", "metadata": {"a": [1]}}, Idempotency_Key="c1"
    )
    record = answer.json
    assert (answer.status, record["state"], record["title"]) == (201, "draft", "T")
    assert record["links"]["files"] == f"/records/{record['id']}/files"
    assert answer.headers["etag"] == f'"{record["revision"]}"'
    assert client("GET", record["links"]["self"]).json == record


def test_a_title_is_required_and_named_as_the_field(client: Client) -> None:
    answer = client("POST", "/records", {"title": " "}, Idempotency_Key="c2")
    assert (answer.status, answer.kind) == (400, "bad-field")
    assert answer.json["errors"][0]["field"] == "title"


def test_patch_needs_the_current_revision(client: Client) -> None:
    path = client.record("p1")["links"]["self"]
    assert client("PATCH", path, {"title": "B"}).status == 428
    changed = client("PATCH", path, {"title": "B"}, If_Match='"1"')
    assert (changed.status, changed.json["title"]) == (200, "B")
    stale = client("PATCH", path, {"title": "C"}, If_Match='"1"')
    assert (stale.status, stale.kind) == (412, "if-match-stale")
    assert client("GET", path).json["title"] == "B"


def test_a_repeated_patch_gets_its_stored_answer_although_the_revision_moved(
    client: Client,
) -> None:
    path = client.record("p2")["links"]["self"]
    first = client("PATCH", path, {"title": "B"}, If_Match='"1"', Idempotency_Key="pp")
    again = client("PATCH", path, {"title": "B"}, If_Match='"1"', Idempotency_Key="pp")
    assert (again.status, again.body) == (200, first.body)
    assert again.headers["idempotency-replayed"] == "true"


def test_drafts_are_deleted_twice_finalized_records_never(client: Client) -> None:
    draft, sealed = client.record("d1"), client.record("d2")
    assert client("DELETE", draft["links"]["self"]).status == 204
    assert client("DELETE", draft["links"]["self"]).status == 204
    assert client("GET", draft["links"]["self"]).kind == "not-found"
    assert client.finalize(sealed, "d2f").status == 200
    assert client("DELETE", sealed["links"]["self"]).kind == "finalized"


def test_search_by_client_reference_and_state_in_pages(client: Client) -> None:
    ids = [client.record(f"s{n}", client_ref="ref-1")["id"] for n in range(5)]
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = client("GET", f"/records?client_ref=ref-1&state=draft&limit=2&cursor={cursor}").json
        found += [item["id"] for item in page["items"]]
        cursor = page["next"]
    assert found == ids[::-1]
    assert client("GET", "/records?client_ref=nobody").json == {"items": [], "next": None}


def test_the_request_id_comes_back(client: Client) -> None:
    assert client("GET", "/records", X_Request_ID="abc-1").headers["x-request-id"] == "abc-1"
    assert client("GET", "/records", X_Request_ID="a b").headers["x-request-id"] != "a b"


def test_only_who_has_the_token_and_comes_by_this_host(shared: ServiceUnderTest) -> None:
    client = shared.client()
    assert client("GET", "/records", Host="evil.example").kind == "bad-host"
    assert client("GET", "/records", Origin="http://evil.example").kind == "bad-origin"
    client.token = "wrong"
    refused = client("GET", "/records")
    assert (refused.status, refused.kind) == (401, "unauthorized")
    assert refused.headers["www-authenticate"] == "Bearer"
    assert stat.S_IMODE(os.stat(shared.facts["token_file"]).st_mode) == 0o600


def test_without_qa_there_is_no_control_path(start: object) -> None:
    assert callable(start)
    service: ServiceUnderTest = start(qa=False)
    assert service.client()("GET", "/qa/state").kind == "not-found"


def test_a_stale_deadline_is_refused_before_anything_is_persisted(client: Client) -> None:
    answer = client(
        "POST", "/records", {"title": "late"}, Idempotency_Key="late", Request_Deadline_Ms="0"
    )
    assert (answer.status, answer.kind) == (503, "deadline")
    assert client("POST", "/records", {"title": "late"}, Idempotency_Key="late").status == 201


def test_every_mutation_appends_an_audit_row_and_a_refusal_none(
    shared: ServiceUnderTest, client: Client
) -> None:
    def actions() -> list[str]:
        reader = sqlite3.connect(f"{shared.folder}/records.sqlite")
        rows = reader.execute(
            "SELECT action FROM audit WHERE subject = ? ORDER BY seq", (record["id"],)
        ).fetchall()
        reader.close()
        return [row[0] for row in rows]

    record = client.record("audited")
    path = record["links"]["self"]
    client("PATCH", path, {"title": "B"}, If_Match='"1"')
    client("PATCH", path, {"title": "C"}, If_Match='"1"')
    client.put(record, "f", b"x")
    client.put(record, "f", b"other")
    client("DELETE", f"{record['links']['files']}/f")
    client.finalize(record, "audited-f")
    client("DELETE", path)
    assert actions() == ["create", "patch", "put", "delete_file", "finalize", "finalized"]
