"""T11: an idempotency key belongs to one body, however that body came."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.server.service_process import (
    CHUNK,
    Answer,
    Client,
    ServiceUnderTest,
    connect,
    digest,
    head,
    repr_digest,
    statuses,
    tus_metadata,
)

SIZES = [0, 1, 1000, 200_000, 9 << 20]


def content_of(size: int, seed: int = 1) -> bytes:
    return random.Random(seed).randbytes(size)


def other(content: bytes) -> bytes:
    """Return content of the same size that differs in the last byte only."""
    return content[:-1] + bytes([content[-1] ^ 1]) if content else b"x"


def put(client: Client, record: dict[str, Any], content: Any, **headers: str) -> Answer:
    path = f"{record['links']['files']}/f"
    return client("PUT", path, content, Idempotency_Key=f"{record['id']}-put", **headers)


def in_chunks(content: bytes) -> Any:
    """Return a body without a declared length."""
    return iter([content[: len(content) // 2], content[len(content) // 2 :]])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("digest_first", [False, True])
@pytest.mark.parametrize("digest_then", [False, True])
def test_t11_the_same_key_with_another_body_is_refused(
    client: Client, size: int, digest_first: bool, digest_then: bool
) -> None:
    record = client.record(f"t11-{size}-{digest_first}-{digest_then}")
    content = content_of(size)
    first = {"Repr_Digest": repr_digest(content)} if digest_first else {}
    made = put(client, record, content, **first)
    assert (made.status, made.headers.get("idempotency-replayed")) == (201, None)

    second = {"Repr_Digest": repr_digest(other(content))} if digest_then else {}
    refused = put(client, record, other(content), **second)

    assert (refused.status, refused.kind) == (422, "idempotency-key-reused")
    assert client("GET", f"{record['links']['files']}/f").body == content


@pytest.mark.parametrize("size", [1000, 9 << 20])
def test_t11_a_digest_that_claims_the_first_body_does_not_carry_another(
    client: Client, size: int
) -> None:
    record, content = client.record(f"claim-{size}"), content_of(size)
    put(client, record, content, Repr_Digest=repr_digest(content))

    refused = put(client, record, other(content), Repr_Digest=repr_digest(content))

    assert refused.status in {400, 422}
    assert client("GET", f"{record['links']['files']}/f").body == content


@pytest.mark.parametrize("size", SIZES[1:])
def test_t11_the_same_body_is_replayed_whether_its_length_and_digest_are_said_or_not(
    client: Client, size: int
) -> None:
    record, content = client.record(f"ways-{size}"), content_of(size)
    first = put(client, record, content)
    ways: list[tuple[Any, dict[str, str]]] = [
        (content, {}),
        (content, {"Repr_Digest": repr_digest(content)}),
        (in_chunks(content), {}),
        (in_chunks(content), {"Repr_Digest": repr_digest(content)}),
    ]
    for body, headers in ways:
        again = put(client, record, body, **headers)
        assert (again.status, again.body) == (201, first.body)
        assert again.headers["idempotency-replayed"] == "true"


def longer(content: bytes) -> bytes:
    return content + b"x"


def shorter(content: bytes) -> bytes:
    return content[:-1]


@pytest.mark.parametrize("change", [other, longer, shorter])
@pytest.mark.parametrize("size", [1000, 9 << 20])
def test_t11_another_body_in_chunks_is_refused(client: Client, size: int, change: Any) -> None:
    content = content_of(size)
    record = client.record(f"chunks-{digest(change(content))[-20:]}")
    put(client, record, in_chunks(content))

    refused = put(client, record, in_chunks(change(content)))

    assert (refused.status, refused.kind) == (422, "idempotency-key-reused")


def test_t11_the_key_of_another_file_or_route_is_refused(client: Client) -> None:
    record = client.record("elsewhere")
    put(client, record, b"content")
    key = {"Idempotency_Key": f"{record['id']}-put"}
    files = record["links"]["files"]

    assert client("PUT", f"{files}/g", b"content", **key).kind == "idempotency-key-reused"
    assert client("DELETE", f"{files}/f", **key).kind == "idempotency-key-reused"
    created = {"Idempotency_Key": "elsewhere"}
    assert client("PUT", f"{files}/g", b"content", **created).kind == "idempotency-key-reused"
    listed = client("GET", files).json["items"]
    assert [item["key"] for item in listed] == ["f"]


def test_t11_a_body_that_is_still_coming_holds_its_key(
    shared: ServiceUnderTest, client: Client
) -> None:
    record = client.record("coming")
    path, key = f"{record['links']['files']}/f", f"{record['id']}-put"
    with connect(shared) as slow:
        asking = {"Expect": "100-continue", "Content_Length": 300_000, "Idempotency_Key": key}
        slow.sendall(head(shared, "PUT", path, **asking))
        assert statuses(slow, 1) == [100]
        slow.sendall(b"x" * 1000)
        assert put(client, record, b"x" * 300_000).kind == "in-progress"
    assert client("GET", record["links"]["files"]).json["items"] == []


@pytest.mark.parametrize("size", [1000, 9 << 20])
@pytest.mark.parametrize("whole", [False, True])
def test_t11_a_creation_with_other_content_is_refused(
    client: Client, size: int, whole: bool
) -> None:
    record, content = client.record(f"creation-{size}-{whole}"), content_of(size)
    length = size if whole else size + 10
    headers = {
        **CHUNK,
        "Upload-Length": str(length),
        "Upload-Metadata": tus_metadata(key="f"),
        "Idempotency-Key": f"{record['id']}-up",
    }
    uploads = record["links"]["uploads"]
    made = client("POST", uploads, content, **headers)
    assert (made.status, made.headers["upload-offset"]) == (201, str(size))

    refused = client("POST", uploads, other(content), **headers)
    assert (refused.status, refused.kind) == (422, "idempotency-key-reused")

    again = client("POST", uploads, content, **headers)
    assert (again.status, again.headers["location"]) == (201, made.headers["location"])
    assert again.headers["upload-offset"] == str(size)
