"""tus with a client written by others (tuspy), and the corners of the protocol."""

from __future__ import annotations

import io
import os
import sqlite3
import threading
from typing import Any
from urllib.parse import urljoin

from tusclient.client import TusClient

from tests.server.service_process import (
    CHUNK,
    TUS,
    Answer,
    Client,
    ServiceUnderTest,
    digest,
    eventually,
    repr_digest,
    tus_metadata,
)


def uploader(
    service: ServiceUnderTest, record: dict[str, Any], content: bytes, **options: Any
) -> Any:
    peer = TusClient(
        urljoin(service.url, record["links"]["uploads"]),
        headers={"Authorization": f"Bearer {service.token}"},
    )
    return peer.uploader(
        file_stream=io.BytesIO(content),
        chunk_size=700_000,
        metadata={"key": "dir/peer ü.bin", "digest": digest(content)},
        **options,
    )


def test_tuspy_uploads_pauses_resumes_and_the_digest_is_verified(
    shared: ServiceUnderTest, client: Client
) -> None:
    record = client.record("tuspy")
    content = os.urandom(2_345_678)
    first = uploader(shared, record, content)
    first.upload_chunk()
    partial = client("GET", record["links"]["files"]).json["items"]
    assert [(i["state"], i["offset"]) for i in partial] == [("partial", 700_000)]
    resumed = uploader(shared, record, content, url=first.url)
    assert resumed.offset == 700_000
    resumed.upload()
    (item,) = client("GET", record["links"]["files"]).json["items"]
    assert (item["state"], item["digest"]) == ("complete", digest(content))
    path = f"{record['links']['files']}/dir/peer%20%C3%BC.bin"
    assert client("GET", path).body == content


def test_termination_removes_upload_and_part(shared: ServiceUnderTest, client: Client) -> None:
    record = client.record("term")
    upload = client.upload(record, "f", 100)
    client.append(upload, 0, b"x" * 40)
    assert client("DELETE", upload, None, **TUS).status == 204
    assert client("HEAD", upload, None, **TUS).status == 404
    assert client("GET", record["links"]["files"]).json["items"] == []
    assert os.listdir(os.path.join(shared.folder, "content", record["id"])) == []


def test_a_wrong_whole_digest_removes_the_upload(client: Client) -> None:
    record = client.record("tusdig")
    for where in ("creation", "last chunk"):
        upload = client.upload(
            record, "f", 5, **({"digest": digest(b"other")} if where == "creation" else {})
        )
        headers = {"Repr-Digest": repr_digest(b"other")} if where == "last chunk" else {}
        answer = client.append(upload, 0, b"12345", **headers)
        assert (answer.status, answer.kind) == (400, "digest-mismatch")
        assert client("HEAD", upload, None, **TUS).status == 404
    assert client("GET", record["links"]["files"]).json["items"] == []


def test_offsets_versions_types_and_lengths_are_checked(client: Client) -> None:
    record = client.record("tuscheck")
    upload = client.upload(record, "f", 10)
    wrong = client.append(upload, 3, b"x")
    assert (wrong.status, wrong.headers["upload-offset"]) == (409, "0")
    assert client("PATCH", upload, b"x", **{"Upload-Offset": "0"}).status == 412
    typed = {**CHUNK, "Content-Type": "text/plain", "Upload-Offset": "0"}
    assert client("PATCH", upload, b"x", **typed).status == 415
    assert client.append(upload, 0, b"x" * 11).status == 413
    assert client.append(upload, 0, b"").headers["upload-offset"] == "0"
    assert client("POST", record["links"]["uploads"], None, **TUS).status == 400
    assert client("OPTIONS", record["links"]["uploads"]).headers["tus-version"] == "1.0.0"
    bad_key = {**TUS, "Upload-Length": "1", "Upload-Metadata": tus_metadata(key="../x")}
    assert client("POST", record["links"]["uploads"], None, **bad_key).kind == "bad-key"


def test_an_empty_file_is_complete_at_creation(client: Client) -> None:
    record = client.record("tusempty")
    client.upload(record, "f", 0)
    (item,) = client("GET", record["links"]["files"]).json["items"]
    assert (item["state"], item["digest"]) == ("complete", digest(b""))


def test_two_uploads_of_one_key_same_content_is_fine_other_content_is_not(
    client: Client,
) -> None:
    record = client.record("tustwo")
    one, two, three = (client.upload(record, "f", 3) for _ in range(3))
    assert client.append(one, 0, b"abc").status == 204
    assert client.append(two, 0, b"abc").status == 204
    other = client.append(three, 0, b"xyz")
    assert (other.status, other.kind) == (409, "different-content")
    assert client("HEAD", one, None, **TUS).headers["upload-offset"] == "3"
    assert client("GET", f"{record['links']['files']}/f").body == b"abc"


def test_a_busy_database_at_the_end_loses_no_byte(shared: ServiceUnderTest, client: Client) -> None:
    record = client.record("tusbusy")
    upload = client.upload(record, "f", 6)
    assert client.append(upload, 0, b"abc").status == 204
    lock = sqlite3.connect(os.path.join(shared.folder, "records.sqlite"), isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    busy = client.append(upload, 3, b"def")
    lock.execute("ROLLBACK")
    lock.close()
    assert (busy.status, busy.kind) == (503, "database-busy")
    assert client("HEAD", upload, None, **TUS).headers["upload-offset"] == "3"
    assert client.append(upload, 3, b"def").status == 204
    assert client("GET", f"{record['links']['files']}/f").body == b"abcdef"


def test_uploads_begun_together_do_not_get_past_the_quota(start: Any) -> None:
    client = start("quota=10").client()
    record = client.record()
    first, second = client.upload(record, "a", 6), client.upload(record, "b", 6)
    assert client.append(first, 0, b"x" * 6).status == 204
    refused = client.append(second, 0, b"x" * 6)
    assert (refused.status, refused.kind) == (507, "quota")
    assert client("DELETE", f"{record['links']['files']}/a").status == 204
    assert client.append(second, 0, b"x" * 6).status == 204


def age_everything(service: ServiceUnderTest, by_s: float) -> None:
    """Let the service find that all it knows happened long ago."""
    rows = sqlite3.connect(f"{service.folder}/records.sqlite")
    with rows:
        rows.execute("UPDATE records SET touched = touched - ?", (by_s,))
        rows.execute("UPDATE uploads SET expires = expires - ?", (by_s,))
        rows.execute("UPDATE idempotency SET created = created - ?", (by_s,))
        rows.execute("UPDATE audit SET at = at - ?", (by_s,))
    rows.close()


def audited(service: ServiceUnderTest) -> list[str]:
    reader = sqlite3.connect(f"{service.folder}/records.sqlite")
    rows = reader.execute("SELECT action FROM audit").fetchall()
    reader.close()
    return [row[0] for row in rows]


def test_expired_uploads_abandoned_drafts_and_orphans_are_reaped(start: Any) -> None:
    service = start()
    client = service.client()
    draft, sealed = client.record("a"), client.record("b")
    client.put(sealed, "f", b"kept")
    client.finalize(sealed)
    client.put(draft, "f", b"abandoned")
    upload = client.upload(draft, "g", 3)
    age_everything(service, by_s=100 * 86_400)
    assert client("HEAD", upload, None, **TUS).status == 404
    orphan = os.path.join(service.folder, "content", sealed["id"], "b0.part")
    with open(orphan, "wb") as file:
        file.write(b"nobody's")
    os.utime(orphan, (0, 0))
    report = service.qa("POST", "/qa/reap").json
    assert (report["drafts"], report["orphans"]) == (1, 1)
    assert report["keys"] == 3
    assert client("GET", draft["links"]["self"]).status == 404
    assert not os.path.exists(orphan)
    assert audited(service) == ["abandoned"]
    assert client("GET", f"{sealed['links']['files']}/f").body == b"kept"
    assert client.metric("orphans_removed_total") == 1
    assert client.metric("drafts_removed_total") == 1


def test_a_file_deleted_while_its_upload_ends_does_not_come_back(
    shared: ServiceUnderTest, client: Client
) -> None:
    record = client.record("tusgone")
    upload = client.upload(record, "f", 6)
    client.append(upload, 0, b"abc")
    shared.rule("slow", route="patch_upload", when="during", seconds=0.5)
    ended: list[Answer] = []
    thread = threading.Thread(
        target=lambda: ended.append(shared.client().append(upload, 3, b"def"))
    )
    thread.start()
    assert eventually(lambda: client.metric("in_flight") == 1)
    assert client("DELETE", f"{record['links']['files']}/f").status == 204
    thread.join()
    assert ended[0].status == 404
    assert client("GET", record["links"]["files"]).json["items"] == []
