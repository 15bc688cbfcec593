"""Content that vanishes from the disk or changes there: said, refused, and taken again."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.server import lost
from tests.server.service_process import Client, ServiceUnderTest, digest, repr_digest

SMALL = 1000
LARGE = 9 << 20
"""Beyond what the service keeps beside the file, and more than one block."""
Harm = Callable[[str, bytes], None]
SEEN_AT_ONCE = [(lost.remove, "missing"), (lost.remove_folder, "missing"), (lost.cut, "damaged")]


def content_of(size: int, name: str) -> bytes:
    return random.Random(name).randbytes(size)


def states(client: Client, record: dict[str, Any]) -> dict[str, str]:
    items = client("GET", record["links"]["files"]).json["items"]
    return {item["key"]: item["state"] for item in items}


def manifest(**files: bytes) -> dict[str, Any]:
    return {
        "files": [
            {"key": key, "size": len(content), "digest": digest(content)}
            for key, content in files.items()
        ]
    }


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(("harm", "said"), SEEN_AT_ONCE)
def test_t10_a_file_that_is_gone_is_not_listed_as_complete_and_cannot_be_read(
    shared: ServiceUnderTest, client: Client, harm: Harm, said: str, size: int
) -> None:
    name = f"{harm.__name__}-{size}"
    record, content = client.record(name), content_of(size, name)
    client.put(record, "f", content)
    assert states(client, record) == {"f": "complete"}

    harm(shared.folder, content)

    assert states(client, record) == {"f": said}
    (item,) = client("GET", record["links"]["files"]).json["items"]
    assert item["offset"] == 0
    read = client("GET", f"{record['links']['files']}/f")
    assert (read.status, read.kind) == (404, "content-lost")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("harm", [harm for harm, _ in SEEN_AT_ONCE])
def test_t10_the_same_content_sent_again_takes_the_place_of_what_was_lost(
    shared: ServiceUnderTest, client: Client, harm: Harm, size: int
) -> None:
    name = f"again-{harm.__name__}-{size}"
    record, content = client.record(name), content_of(size, name)
    client.put(record, "f", content)
    harm(shared.folder, content)

    again = client.put(record, "f", content, Repr_Digest=repr_digest(content))

    assert again.status == 201
    assert states(client, record) == {"f": "complete"}
    assert client("GET", f"{record['links']['files']}/f").body == content
    assert client.finalize(record, f"{name}-fin").json["state"] == "finalized"


def test_t10_a_lost_file_can_be_sent_again_in_parts(
    shared: ServiceUnderTest, client: Client
) -> None:
    record, content = client.record("parts"), content_of(SMALL, "parts")
    client.append(client.upload(record, "f", SMALL), 0, content)
    lost.remove(shared.folder, content)

    upload = client.upload(record, "f", SMALL, digest=digest(content))
    assert client.append(upload, 0, content[:600]).status == 204
    assert client.append(upload, 600, content[600:]).status == 204

    assert states(client, record) == {"f": "complete"}
    assert client("GET", f"{record['links']['files']}/f").body == content


def test_t10_other_content_does_not_take_the_place_of_what_was_lost(
    shared: ServiceUnderTest, client: Client
) -> None:
    record, content = client.record("other"), content_of(SMALL, "other")
    client.put(record, "f", content)
    lost.remove(shared.folder, content)

    refused = client.put(record, "f", content[:-1] + b"?")

    assert (refused.status, refused.kind) == (409, "different-content")
    assert client("DELETE", f"{record['links']['files']}/f").status == 204
    assert client.put(record, "f", content[:-1] + b"?").status == 201


@pytest.mark.parametrize(
    "harm", [lost.remove, lost.remove_folder, lost.cut, lost.flip], ids=lambda harm: harm.__name__
)
def test_t63_a_record_with_lost_content_is_not_finalized_and_each_file_is_named(
    shared: ServiceUnderTest, client: Client, harm: Harm
) -> None:
    name = f"finalize-{harm.__name__}"
    record = client.record(name)
    good, bad = content_of(SMALL, "good"), content_of(SMALL, name)
    client.put(record, "bad", bad)
    if harm is not lost.remove_folder:
        client.put(record, "good", good)
    whole = {"bad": bad} if harm is lost.remove_folder else {"bad": bad, "good": good}
    harm(shared.folder, bad)

    refused = client(
        "POST", record["links"]["finalize"], manifest(**whole), Idempotency_Key=f"{name}-fin"
    )

    assert (refused.status, refused.kind) == (409, "manifest-mismatch")
    (difference,) = refused.json["differences"]
    assert difference["key"] == "bad"
    assert difference["expected"] == {"size": SMALL, "digest": digest(bad)}
    assert client("GET", record["links"]["self"]).json["state"] == "draft"
    assert states(client, record)["bad"] in {"missing", "damaged"}, "it is said from now on"

    assert client.put(record, "bad", bad).status == 201
    sealed = client(
        "POST", record["links"]["finalize"], manifest(**whole), Idempotency_Key=f"{name}-fin"
    )
    assert sealed.json["state"] == "finalized"


@pytest.mark.parametrize("keep_time", [False, True])
def test_t63_a_byte_that_changed_is_found_by_verification_and_said_from_then_on(
    shared: ServiceUnderTest, client: Client, keep_time: bool
) -> None:
    name = f"flip-{keep_time}"
    record, content = client.record(name), content_of(SMALL, name)
    client.put(record, "f", content)
    lost.flip(shared.folder, content, keep_time=keep_time)

    found = client("GET", f"{record['links']['self']}/verification").json

    assert (found["ok"], [item["verdict"] for item in found["items"]]) == (False, ["different"])
    assert states(client, record) == {"f": "damaged"}
    assert client("GET", f"{record['links']['files']}/f").kind == "content-lost"
    refused = client.finalize(record, f"{name}-fin")
    assert (refused.status, refused.kind) == (409, "manifest-mismatch")
    assert client.put(record, "f", content).status == 201
    assert client.finalize(record, f"{name}-fin").json["state"] == "finalized"


def test_t63_content_that_was_put_back_counts_again(
    shared: ServiceUnderTest, client: Client
) -> None:
    record, content = client.record("back"), content_of(SMALL, "back")
    client.put(record, "f", content)
    path = lost.stored(shared.folder, content)
    path.unlink()
    verification = f"{record['links']['self']}/verification"
    assert not client("GET", verification).json["ok"]

    path.write_bytes(content)

    assert client("GET", verification).json["ok"]
    assert states(client, record) == {"f": "complete"}
    assert client.finalize(record, "back-fin").json["state"] == "finalized"


def test_t63_a_finalized_record_says_what_it_lost_and_takes_nothing_in_its_place(
    shared: ServiceUnderTest, client: Client
) -> None:
    record, content = client.record("sealed"), content_of(SMALL, "sealed")
    client.put(record, "f", content)
    assert client.finalize(record, "sealed-fin").status == 200
    lost.flip(shared.folder, content)

    assert not client("GET", f"{record['links']['self']}/verification").json["ok"]

    assert states(client, record) == {"f": "damaged"}
    again = client.put(record, "f", content)
    assert (again.status, again.kind) == (409, "finalized")


def test_t63_what_was_found_survives_a_restart(start: Any) -> None:
    service = start()
    client = service.client()
    record, content = client.record(), content_of(LARGE, "restart")
    client.put(record, "f", content)
    service.terminate()
    lost.flip(service.folder, content, keep_time=True)
    service.start()
    client = service.client()
    assert not client("GET", f"{record['links']['self']}/verification").json["ok"]

    service.restart()

    assert states(service.client(), record) == {"f": "damaged"}
