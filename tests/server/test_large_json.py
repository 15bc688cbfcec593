"""T65: JSON that is large or has very many members holds nobody else up."""

from __future__ import annotations

import json
import threading
from typing import Any

from tests.server.service_process import Answer, Client, ServiceUnderTest, digest

MIB = 1 << 20


def members(count: int) -> bytes:
    return json.dumps({f"k{n}": n for n in range(count)}).encode()


def others_answered(service: ServiceUnderTest, *request: Any, **headers: str) -> tuple[Answer, int]:
    """Send a request; return its answer, and how many others were answered meanwhile."""
    answers: list[Answer] = []

    def ask() -> None:
        large = Client(service.url, service.token)
        answers.append(large(*request, **headers))
        large.close()

    asking = threading.Thread(target=ask)
    other, count = Client(service.url, service.token), 0
    asking.start()
    while asking.is_alive():
        assert other("GET", "/records?limit=1").status == 200
        count += 1
    other.close()
    return answers[0], count


def test_t65_metadata_beyond_a_mebibyte_are_refused_before_they_are_read(
    shared: ServiceUnderTest, client: Client
) -> None:
    body = members(700_000)
    assert len(body) > 8_000_000
    for wrapped in (body, b'{"title": "T", "metadata": ' + body + b"}"):
        refused = client("POST", "/records", wrapped, Idempotency_Key="large")
        assert (refused.status, refused.kind) == (413, "too-large")
        assert refused.json["limit"] == MIB
    record = client.record("patched")
    refused = client("PATCH", record["links"]["self"], {"title": "x" * MIB}, If_Match="*")
    assert (refused.status, refused.kind) == (413, "too-large")


def test_t65_in_chunks_too(client: Client) -> None:
    body = iter([members(1000)] * 200)
    refused = client("POST", "/records", body, Idempotency_Key="chunks")
    assert (refused.status, refused.kind) == (413, "too-large")


def test_t65_metadata_of_almost_a_mebibyte_are_kept(client: Client) -> None:
    metadata = {"text": "x" * 1_000_000, "n": [1, None, "é"]}
    made = client.record("almost", metadata=metadata)
    assert client("GET", made["links"]["self"]).json["metadata"] == metadata


def test_t65_many_unknown_members_get_a_short_answer(client: Client) -> None:
    refused = client("POST", "/records", members(60_000), Idempotency_Key="unknown")
    assert (refused.status, refused.kind) == (400, "bad-field")
    assert refused.json["errors"][0] == {"field": "k0", "messages": ["unknown field"]}
    assert len(refused.body) < 20_000


def test_t65_a_manifest_of_very_many_files_lets_others_be_answered(
    shared: ServiceUnderTest, client: Client
) -> None:
    record = client.record("manifest")
    files = [{"key": f"folder/{n}", "size": n, "digest": digest(b"")} for n in range(90_000)]
    body = json.dumps({"files": [*files, files[0]]}).encode()
    assert len(body) > 10_000_000

    refused, answered = others_answered(
        shared, "POST", record["links"]["finalize"], body, Idempotency_Key="manifest-fin"
    )

    assert (refused.status, refused.kind) == (400, "bad-field")
    assert answered >= 10


def test_t65_a_page_of_records_with_much_metadata_ends_early(
    shared: ServiceUnderTest, client: Client
) -> None:
    metadata = {"text": "x" * 1_000_000}
    made = [
        client.record(f"page-{n}", client_ref="much", metadata=metadata)["id"] for n in range(12)
    ]
    found, path = [], "/records?client_ref=much&limit=1000"
    cursor = ""
    while cursor is not None:
        page = client("GET", f"{path}&cursor={cursor}")
        assert len(page.body) < 6_000_000
        found += [record["id"] for record in page.json["items"]]
        cursor = page.json["next"]
    assert found == list(reversed(made))
