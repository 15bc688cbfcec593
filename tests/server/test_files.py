"""Whole files: stored once, verified, read back; finalize compares the manifest."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.server.service_process import (
    Client,
    ServiceUnderTest,
    digest,
    eventually,
    repr_digest,
)

NAMES = ["a b.txt", "50%.txt", "#?&.txt", "dir/sub/é.txt", "日本語.txt", "😀.bin", "c:\\x", "a..b"]


@pytest.mark.parametrize("name", NAMES)
def test_every_allowed_name_comes_back_as_it_was(client: Client, name: str) -> None:
    record = client.record(f"n-{quote(name, safe='')}")
    content = name.encode() * 3
    put = client.put(record, quote(name, safe=""), content, Repr_Digest=repr_digest(content))
    assert put.status == 201
    assert put.json == {
        "key": name,
        "size": len(content),
        "digest": digest(content),
        "state": "complete",
        "offset": len(content),
        "upload_url": None,
    }
    assert client("GET", record["links"]["files"]).json["items"] == [put.json]
    assert client("GET", f"{record['links']['files']}/{quote(name)}").body == content


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/a",
        "a//b",
        "%2e",
        "%2E%2E",
        "a/%2e%2e/b",
        "a%00b",
        "a%0Ab",
        "%ff",
        "%ED%A0%80",
        "x" * 256,
        "/".join(["y" * 200] * 6),
    ],
)
def test_refused_names(client: Client, path: str) -> None:
    record = client.record(f"r-{digest(path.encode())}")
    assert client.put(record, path, b"x").kind in {"bad-key", "not-found"}
    assert client("GET", record["links"]["files"]).json["items"] == []


@pytest.mark.parametrize("size", [0, 1, 65_536, 65_537, 1 << 20, (5 << 20) + 3])
def test_the_same_content_again_is_200_other_content_409(client: Client, size: int) -> None:
    record = client.record(f"same-{size}")
    content = os.urandom(size)
    assert client.put(record, "f", content).status == 201
    again = client.put(record, "f", content)
    assert (again.status, again.headers["repr-digest"]) == (200, repr_digest(content))
    other = client.put(record, "f", content + b"!")
    assert (other.status, other.kind) == (409, "different-content")
    assert (other.json["size"], other.json["digest"]) == (size, digest(content))
    assert client("GET", f"{record['links']['files']}/f").body == content


@pytest.mark.parametrize("size", [10, 100_000, 3 << 20])
def test_a_wrong_digest_stores_nothing(shared: ServiceUnderTest, client: Client, size: int) -> None:
    record = client.record(f"wrong-{size}")
    answer = client.put(record, "f", b"x" * size, Repr_Digest=repr_digest(b"y"))
    assert (answer.status, answer.kind) == (400, "digest-mismatch")
    assert client("GET", record["links"]["files"]).json["items"] == []
    assert content_files(shared, record) == []


def content_files(service: ServiceUnderTest, record: dict[str, Any]) -> list[str]:
    folder = os.path.join(service.folder, "content", record["id"])
    return os.listdir(folder) if os.path.isdir(folder) else []


def test_nothing_is_doubled_on_disk_by_sixteen_equal_puts(
    shared: ServiceUnderTest, client: Client
) -> None:
    record = client.record("race")
    content = os.urandom(300_000)
    statuses: list[int] = []

    def put() -> None:
        statuses.append(shared.client().put(record, "f", content).status)

    threads = [threading.Thread(target=put) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200] * 15 + [201]
    assert len(content_files(shared, record)) == 1


def test_ranges(client: Client) -> None:
    record = client.record("range")
    client.put(record, "f", b"0123456789")
    path = f"{record['links']['files']}/f"
    for asked, got, where in [
        ("bytes=2-4", b"234", "bytes 2-4/10"),
        ("bytes=7-", b"789", "bytes 7-9/10"),
        ("bytes=-3", b"789", "bytes 7-9/10"),
        ("bytes=0-99", b"0123456789", "bytes 0-9/10"),
    ]:
        answer = client("GET", path, Range=asked)
        assert (answer.status, answer.body, answer.headers["content-range"]) == (206, got, where)
    assert client("GET", path, Range="bytes=10-").status == 416
    assert client("GET", path, Range="lines=1-2").status == 200
    tag = client("HEAD", path).headers["etag"]
    assert client("GET", path, Range="bytes=2-4", If_Range=tag).status == 206
    assert client("GET", path, Range="bytes=2-4", If_Range='"before"').body == b"0123456789"
    assert client("HEAD", path).headers["content-length"] == "10"


def test_finalize_names_each_difference_and_is_repeatable(client: Client) -> None:
    record = client.record("fin")
    client.put(record, "a", b"a")
    client.put(record, "b", b"b")
    expected = [
        {"key": "a", "size": 1, "digest": digest(b"a")},
        {"key": "b", "size": 2, "digest": digest(b"bb")},
        {"key": "c", "size": 1, "digest": digest(b"c")},
    ]
    path = record["links"]["finalize"]
    refused = client("POST", path, {"files": expected}, Idempotency_Key="fin-1")
    assert refused.kind == "manifest-mismatch"
    actual_b = {"key": "b", "size": 1, "digest": digest(b"b")}
    assert refused.json["differences"] == [
        {"key": "b", "expected": expected[1], "actual": actual_b},
        {"key": "c", "expected": expected[2], "actual": None},
    ]
    good = {"files": [expected[0], actual_b]}
    done = client("POST", path, good, Idempotency_Key="fin-1")
    assert (done.status, done.json["state"]) == (200, "finalized")
    again = client("POST", path, good, Idempotency_Key="fin-2")
    assert (again.status, again.body) == (200, done.body)
    assert client("POST", path, {"files": []}, Idempotency_Key="fin-3").status == 409
    assert client.put(record, "a", b"a").status == 200
    assert client.put(record, "n", b"n").kind == "finalized"
    assert client("DELETE", f"{record['links']['files']}/a").kind == "finalized"


def test_deleted_files_leave_nothing_behind(shared: ServiceUnderTest, client: Client) -> None:
    record = client.record("del")
    client.put(record, "f", b"x" * 100)
    upload = client.upload(record, "f2", 10)
    client.append(upload, 0, b"12345")
    assert client("DELETE", f"{record['links']['files']}/f").status == 204
    assert client("DELETE", f"{record['links']['files']}/f2").status == 204
    assert client("DELETE", f"{record['links']['files']}/f").status == 204
    assert client("GET", record["links"]["files"]).json["items"] == []
    assert content_files(shared, record) == []


def test_verification_finds_what_changed_on_disk(shared: ServiceUnderTest, client: Client) -> None:
    record = client.record("ver")
    client.put(record, "f", b"original")
    path = f"{record['links']['self']}/verification"
    assert client("GET", path).json["ok"] is True
    (blob,) = content_files(shared, record)
    with open(os.path.join(shared.folder, "content", record["id"], blob), "wb") as file:
        file.write(b"tampered")
    found = client("GET", path).json
    assert (found["ok"], found["items"][0]["verdict"]) == (False, "different")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a file that takes for ever to read")
def test_long_verifications_delay_no_other_reading(start: Any) -> None:
    service = start(qa=False)
    client = service.client()
    slow, quick = client.record("slow"), client.record("quick")
    client.put(slow, "f", b"content")
    client.put(quick, "f", b"content")
    [blob] = Path(service.folder, "content", slow["id"]).iterdir()
    blob.unlink()
    os.mkfifo(blob)
    verifiers = [service.client() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        verdicts = [
            pool.submit(one, "GET", f"{slow['links']['self']}/verification") for one in verifiers
        ]
        assert eventually(lambda: client.metric("in_flight") == 4)
        try:
            for _ in range(20):  # the verifications may only be on their way to their threads
                assert client("GET", f"{quick['links']['files']}/f").body == b"content"
        finally:
            while not all(verdict.done() for verdict in verdicts):
                with suppress(OSError):
                    os.close(os.open(blob, os.O_WRONLY | os.O_NONBLOCK))
    assert [verdict.result().json["ok"] for verdict in verdicts] == [False] * 4


def test_a_large_verification_is_a_job_that_a_restart_does_not_lose(start: Any) -> None:
    service = start("verify_job_above=3")
    client = service.client()
    record = client.record()
    client.put(record, "f", b"1234")
    begun = client("GET", f"{record['links']['self']}/verification")
    assert begun.status == 202
    service.restart()
    client = service.client()
    job = begun.headers["location"]
    assert eventually(lambda: client("GET", job).json["state"] == "done")
    assert client("GET", job).json["result"]["ok"] is True


def test_limits_on_size_quota_and_space(start: Any) -> None:
    service = start("max_file=1000", "quota=1500")
    client = service.client()
    record = client.record()
    assert client.put(record, "big", b"x" * 1001).kind == "too-large"
    assert client.put(record, "a", b"x" * 1000).status == 201
    full = client.put(record, "b", b"x" * 600)
    assert (full.status, full.kind) == (507, "quota")
    assert client.put(record, "a", b"x" * 1000).status == 200
    other = start(f"free_floor={1 << 60}", folder="full").client()
    record = other.record()
    assert other.put(record, "a", b"x").kind == "disk-full"
    assert other.put(record, "a", b"x" * 2_000_000).kind == "disk-full"


def test_a_refused_large_body_leaves_a_usable_connection_or_closes_it(client: Client) -> None:
    record = client.record("early")
    client.put(record, "f", b"1")
    for _ in range(3):
        answer = client.put(record, "f", b"x" * (8 << 20))
        assert answer.kind == "different-content"


def test_the_log_of_requests_counts_body_bytes(shared: ServiceUnderTest, client: Client) -> None:
    record = client.record("log")
    client.put(record, "f", b"x" * 1234)
    last = shared.qa("GET", "/qa/requests").json["items"][-1]
    assert last == {
        "method": "PUT",
        "path": f"{record['links']['files']}/f",
        "body_bytes": 1234,
        "status": 201,
    }
