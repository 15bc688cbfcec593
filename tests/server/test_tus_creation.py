"""tus creation that brings content: one request for a file, and nothing lost or doubled by it."""

from __future__ import annotations

import io
import os
import socket
import sqlite3
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest
from tusclient.client import TusClient

from tests.server.service_process import (
    CHUNK,
    TUS,
    Answer,
    Client,
    ServiceUnderTest,
    digest,
    eventually,
    raw,
    repr_digest,
    tus_metadata,
)

SIZE = 3_000_000
CUT = 2_345_678


def announced(size: int, **more: str) -> dict[str, str]:
    return {**CHUNK, "Upload-Length": str(size), "Upload-Metadata": tus_metadata(key="f"), **more}


def begin(client: Client, record: dict[str, Any], content: Any, size: int, **more: str) -> Answer:
    return client("POST", record["links"]["uploads"], content, **announced(size, **more))


def cut_off(service: ServiceUnderTest, record: dict[str, Any], content: bytes, **more: str) -> None:
    """Begin with content of which only `CUT` bytes arrive, and go away."""
    more["Content-Length"] = str(len(content))
    path = record["links"]["uploads"]
    with raw(service, "POST", path, content[:CUT], **announced(len(content), **more)) as connection:
        client = service.client()
        assert eventually(lambda: bool(client("GET", record["links"]["files"]).json["items"]))
        connection.shutdown(socket.SHUT_WR)


def files(client: Client, record: dict[str, Any]) -> list[tuple[str, int]]:
    items = client("GET", record["links"]["files"]).json["items"]
    return [(item["state"], item["offset"]) for item in items]


def stored(client: Client, record: dict[str, Any]) -> bytes:
    return client("GET", f"{record['links']['files']}/f").body


def offset(client: Client, upload: str) -> int:
    return int(client("HEAD", upload, None, **TUS).headers["upload-offset"])


def blobs(service: ServiceUnderTest, record: dict[str, Any]) -> list[str]:
    folder = os.path.join(service.folder, "content", record["id"])
    return os.listdir(folder) if os.path.exists(folder) else []


@pytest.mark.parametrize("size", [0, 1, SIZE, 9_000_000])
def test_one_request_stores_the_file(shared: ServiceUnderTest, client: Client, size: int) -> None:
    record = client.record(f"one-{size}")
    offered = client("OPTIONS", record["links"]["uploads"]).headers["tus-extension"].split(",")
    assert "creation-with-upload" in offered
    content = os.urandom(size)
    answer = begin(client, record, content, size, Repr_Digest=repr_digest(content))
    assert (answer.status, answer.headers["upload-offset"]) == (201, str(size))
    assert files(client, record) == [("complete", size)]
    assert stored(client, record) == content
    assert offset(client, answer.headers["location"]) == size
    assert len(blobs(shared, record)) == 1


def test_a_first_part_is_kept_and_the_digest_holds_for_the_whole(client: Client) -> None:
    record = client.record("part")
    for last, status in ((b"xyz", 400), (b"def", 204)):
        begun = begin(client, record, b"abc", 6, Repr_Digest=repr_digest(b"abcdef"))
        assert (begun.status, begun.headers["upload-offset"]) == (201, "3")
        assert client.append(begun.headers["location"], 3, last).status == status
    assert stored(client, record) == b"abcdef"


def test_what_arrived_before_a_cut_is_kept_and_another_client_finishes_it(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record()
    content = os.urandom(SIZE)
    cut_off(service, record, content)
    assert eventually(lambda: files(client, record) == [("partial", CUT)])
    service.restart()
    client = service.client()
    (item,) = client("GET", record["links"]["files"]).json["items"]
    assert offset(client, item["upload_url"]) == CUT
    peer = TusClient(
        urljoin(service.url, record["links"]["uploads"]),
        headers={"Authorization": f"Bearer {service.token}"},
    )
    rest = peer.uploader(
        file_stream=io.BytesIO(content),
        url=urljoin(service.url, item["upload_url"]),
        chunk_size=SIZE,
    )
    rest.upload()
    assert stored(client, record) == content


def test_a_replay_appends_nothing_and_tells_what_is_durable(
    shared: ServiceUnderTest, client: Client
) -> None:
    record = client.record("replay")
    content = os.urandom(SIZE)
    first = begin(client, record, content, SIZE, Idempotency_Key="replay-1")
    again = begin(client, record, content, SIZE, Idempotency_Key="replay-1")
    for name in ("location", "upload-offset"):
        assert again.headers[name] == first.headers[name]
    assert (again.status, again.headers["idempotency-replayed"]) == (201, "true")
    assert (files(client, record), len(blobs(shared, record))) == ([("complete", SIZE)], 1)
    other = begin(client, record, content[:-1], SIZE, Idempotency_Key="replay-1")
    assert (other.status, other.kind) == (422, "idempotency-key-reused")


def test_a_replay_after_a_cut_names_the_upload_and_where_it_goes_on(
    shared: ServiceUnderTest, client: Client
) -> None:
    record = client.record("cut-replay")
    content = os.urandom(SIZE)
    cut_off(shared, record, content, Idempotency_Key="cut-1")
    again = begin(client, record, content, SIZE, Idempotency_Key="cut-1")
    assert (again.status, again.headers["upload-offset"]) == (201, str(CUT))
    assert client.append(again.headers["location"], CUT, content[CUT:]).status == 204
    assert stored(client, record) == content
    assert len(blobs(shared, record)) == 1


def test_a_replay_takes_over_where_the_first_connection_hangs(
    shared: ServiceUnderTest, client: Client
) -> None:
    record = client.record("hang")
    content = os.urandom(SIZE)
    headers = announced(SIZE, Idempotency_Key="hang-1", Content_Length=str(SIZE))
    with raw(shared, "POST", record["links"]["uploads"], content[:CUT], **headers):
        assert eventually(lambda: bool(files(client, record)))
        again = begin(client, record, content, SIZE, Idempotency_Key="hang-1")
    assert (again.status, again.headers["upload-offset"]) == (201, str(CUT))
    assert client.append(again.headers["location"], CUT, content[CUT:]).status == 204
    assert stored(client, record) == content


def test_kill_9_while_the_content_arrives(start: Any) -> None:
    service = start("sync_every=1048576")
    client = service.client()
    record = client.record()
    content = os.urandom(12_000_000)
    headers = announced(len(content), Content_Length=str(len(content)), Idempotency_Key="killed")
    path = record["links"]["uploads"]
    with raw(service, "POST", path, content[:9_999_999], **headers):
        assert eventually(lambda: any(at > 0 for _, at in files(client, record)))
        ((_, acknowledged),) = files(client, record)
        service.restart()
    client = service.client()
    again = begin(client, record, content, len(content), Idempotency_Key="killed")
    kept = int(again.headers["upload-offset"])
    assert acknowledged <= kept <= 9_999_999
    assert client.append(again.headers["location"], kept, content[kept:]).status == 204
    assert stored(client, record) == content


def test_a_body_longer_than_announced_is_refused(client: Client) -> None:
    record = client.record("long")
    refused = begin(client, record, b"x" * 11, 10)
    assert (refused.status, refused.kind) == (413, "too-large")
    assert files(client, record) == []
    unmeasured = begin(client, record, iter([b"x" * 8, b"x" * 8]), 10, Idempotency_Key="long-1")
    assert (unmeasured.status, unmeasured.kind) == (413, "too-large")
    assert unmeasured.headers["location"].startswith("/uploads/")
    assert files(client, record) == [("partial", 10)], "as after a PATCH that was too long"


def test_a_wrong_digest_leaves_nothing_and_frees_the_key(
    shared: ServiceUnderTest, client: Client
) -> None:
    record = client.record("wrong")
    wrong = {"Repr_Digest": repr_digest(b"other"), "Idempotency_Key": "wrong-1"}
    refused = begin(client, record, b"12345", 5, **wrong)
    assert (refused.status, refused.kind) == (400, "digest-mismatch")
    assert (files(client, record), blobs(shared, record)) == ([], [])
    two = {
        "Upload-Metadata": tus_metadata(key="f", digest=digest(b"12345")),
        "Repr_Digest": repr_digest(b"54321"),
    }
    assert begin(client, record, b"12345", 5, **two).kind == "digest-mismatch"
    right = {**wrong, "Repr_Digest": repr_digest(b"12345")}
    assert begin(client, record, b"12345", 5, **right).status == 201
    assert stored(client, record) == b"12345"


def test_other_content_under_the_key_and_other_types_are_refused(client: Client) -> None:
    record = client.record("other")
    client.put(record, "f", b"abc")
    other = begin(client, record, b"xyz", 3)
    assert (other.status, other.kind) == (409, "different-content")
    assert begin(client, record, b"abc", 3).status == 201
    typed = begin(client, record, b"abc", 3, **{"Content-Type": "text/plain"})
    assert (typed.status, typed.kind) == (415, "wrong-content-type")
    assert stored(client, record) == b"abc"


def without_its_end(service: ServiceUnderTest, record: dict[str, Any], upload: str) -> None:
    """Put disk and rows as a crash leaves them between an upload's last byte and its end."""
    service.kill()
    path = os.path.join(service.folder, "content", record["id"], upload.rpartition("/")[2])
    os.replace(path, f"{path}.part")
    rows = sqlite3.connect(os.path.join(service.folder, "records.sqlite"))
    with rows:
        rows.execute("DELETE FROM files")
        rows.execute("UPDATE uploads SET complete = 0")
    rows.close()
    service.start()


def by_head(client: Client, _record: dict[str, Any], upload: str, size: int) -> int:
    assert offset(client, upload) == size
    return 200


def by_patch(client: Client, _record: dict[str, Any], upload: str, size: int) -> int:
    return client.append(upload, size, b"").status


def by_replay(client: Client, record: dict[str, Any], upload: str, size: int) -> int:
    again = begin(client, record, b"x" * size, size, Idempotency_Key="end")
    assert (again.headers["location"], again.headers["upload-offset"]) == (upload, str(size))
    return again.status


@pytest.mark.parametrize("size", [0, 5])
@pytest.mark.parametrize(("again", "status"), [(by_head, 200), (by_patch, 204), (by_replay, 201)])
def test_an_upload_whose_end_a_crash_took_is_completed_when_its_client_comes_back(
    start: Any, again: Callable[..., int], status: int, size: int
) -> None:
    service = start()
    client = service.client()
    record = client.record()
    begun = begin(client, record, b"x" * size, size, Idempotency_Key="end")
    upload = begun.headers["location"]
    without_its_end(service, record, upload)
    client = service.client()
    assert files(client, record) == [("partial", size)]
    assert again(client, record, upload, size) == status
    assert files(client, record) == [("complete", size)]
    assert stored(client, record) == b"x" * size


def test_content_that_turns_out_wrong_after_a_crash_is_gone(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record()
    right = {"Repr_Digest": repr_digest(b"right")}
    upload = begin(client, record, b"right", 5, **right).headers["location"]
    without_its_end(service, record, upload)
    path = os.path.join(service.folder, "content", record["id"], upload.rpartition("/")[2])
    with open(f"{path}.part", "wb") as part:
        part.write(b"wrong")
    client = service.client()
    assert client("HEAD", upload, None, **TUS).status == 404
    assert (files(client, record), blobs(service, record)) == ([], [])


def test_a_termination_whose_answer_was_lost_is_replayed(client: Client) -> None:
    record = client.record("ended")
    upload = client.upload(record, "f", 3)
    key = {**TUS, "Idempotency_Key": "end-1"}
    assert client("DELETE", upload, None, **key).status == 204
    again = client("DELETE", upload, None, **key)
    assert (again.status, again.headers["idempotency-replayed"]) == (204, "true")
    assert client("DELETE", upload, None, **TUS).status == 404
