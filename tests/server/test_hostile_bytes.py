"""Hostile bytes on a connection: what is whose, what is refused, and what is not remembered."""

from __future__ import annotations

import socket
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.service_process import (
    Client,
    ServiceUnderTest,
    connect,
    digest,
    eventually,
    head,
    repr_digest,
    statuses,
)
from tests.server.test_large_bodies import MIB, content_of


@pytest.mark.parametrize("first", [{"Content_Length": 100}, {"Transfer_Encoding": "chunked"}])
def test_a_small_body_takes_nothing_of_the_large_one_behind_it(
    shared: ServiceUnderTest, client: Client, first: dict[str, Any]
) -> None:
    files = client.record("-".join(first))["links"]["files"]
    large = content_of(2 * MIB)
    small = b"a" * 100 if "Content_Length" in first else b"64\r\n" + b"a" * 100 + b"\r\n0\r\n\r\n"
    with connect(shared) as connection:
        connection.sendall(
            head(shared, "PUT", f"{files}/a", **first)
            + small
            + head(shared, "PUT", f"{files}/b", Content_Length=len(large))
        )
        assert statuses(connection, 1) == [201]
        connection.sendall(large)
        assert statuses(connection, 1) == [201]
    assert client("GET", f"{files}/a").body == b"a" * 100
    assert client("GET", f"{files}/b").body == large


@pytest.mark.parametrize(
    "lengths",
    [
        "Content-Length: 400000\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 400000",
        "Content-Length: 400000\r\nContent-Length: 400001",
        "Content-Length: 400000, 400000",
        "Content-Length: +400000",
        "Content-Length : 400000",
        "Transfer-Encoding: identity\r\nContent-Length: 400000",
        "Transfer-Encoding: chunked, x\r\nContent-Length: 400000",
        "Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 400000",
        "Connection: Upgrade\r\nUpgrade: h2c\r\nTransfer-Encoding: chunked",
    ],
)
def test_a_body_of_doubtful_length_is_refused_and_nothing_behind_it_is_read(
    shared: ServiceUnderTest, client: Client, lengths: str
) -> None:
    files = client.record(digest(lengths.encode()))["links"]["files"]
    begin = head(shared, "PUT", f"{files}/f").removesuffix(b"\r\n") + lengths.encode() + b"\r\n\r\n"
    asked = client.metric("requests_total", route="get_record")
    with connect(shared) as connection:
        connection.sendall(begin + b"0\r\n\r\n" + head(shared, "GET", files.removesuffix("/files")))
        answer = connection.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert client.metric("requests_total", route="get_record") == asked
    assert client("GET", files).json["items"] == []


def test_an_upgrade_is_passed_over_and_the_connection_closed(shared: ServiceUnderTest) -> None:
    asking = head(shared, "GET", "/healthz", Connection="Upgrade", Upgrade="h2c")
    with connect(shared) as connection:
        connection.sendall(asking + head(shared, "GET", "/healthz"))
        answer = connection.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in answer


def test_fields_behind_a_body_are_no_headers_of_the_request(
    shared: ServiceUnderTest, client: Client
) -> None:
    path = f"{client.record('trailers')['links']['files']}/f"
    with connect(shared) as connection:
        connection.sendall(
            head(shared, "PUT", path, Transfer_Encoding="chunked")
            + b"5\r\nhello\r\n0\r\nHost: elsewhere\r\nAuthorization: Bearer no\r\n\r\n"
        )
        assert statuses(connection, 1) == [201]
    assert client("GET", path).body == b"hello"


def test_fields_behind_a_body_that_never_end_are_cut_off(
    shared: ServiceUnderTest, client: Client
) -> None:
    path = f"{client.record('endless')['links']['files']}/f"
    with connect(shared) as connection:
        connection.sendall(
            head(shared, "PUT", path, Transfer_Encoding="chunked") + b"5\r\nhello\r\n0\r\nX: "
        )
        with pytest.raises(ConnectionError):
            connection.sendall(b"x" * 64 * MIB)
    assert client("GET", path).status == 404


@pytest.mark.parametrize("line", ["CONNECT elsewhere:1", "PUT http://[", "PUT /\x80"])
def test_an_address_that_is_none_is_refused(start: Any, line: str) -> None:
    server = start(qa=False)
    with connect(server) as connection:
        request = f"{line} HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\nabc"
        connection.sendall(request.encode("latin-1"))
        assert statuses(connection, 1) == [400]
    assert server.terminate() == 0
    assert server.errors == b""


def test_a_body_that_still_comes_does_not_hold_up_the_end(start: Any) -> None:
    server = start("grace_s=30", qa=False)
    client = server.client()
    record = client.record()
    upload = client.upload(record, "tus", 9 * MIB)
    files = record["links"]["files"]
    with connect(server) as putting, connect(server) as patching, connect(server) as posting:
        putting.sendall(head(server, "PUT", f"{files}/f", Content_Length=9 * MIB) + bytes(5 * MIB))
        patching.sendall(
            head(
                server,
                "PATCH",
                upload,
                Content_Length=9 * MIB,
                Upload_Offset=0,
                Tus_Resumable="1.0.0",
                Content_Type="application/offset+octet-stream",
            )
            + bytes(5 * MIB)
        )
        posting.sendall(head(server, "POST", "/records", Content_Length=500, Idempotency_Key="x"))
        assert eventually(lambda: client.metric("in_flight") == 3)
        part = Path(server.folder, "content", record["id"], f"{upload.rpartition('/')[2]}.part")
        assert eventually(lambda: part.exists() and part.stat().st_size >= 4 * MIB)
        assert server.terminate() == 0
    assert server.errors == b""
    assert "Traceback" not in Path(server.folder, "service.log").read_text(encoding="utf-8")
    server.start()
    told = server.client()("HEAD", upload, None, Tus_Resumable="1.0.0")
    assert 4 * MIB <= int(told.headers["upload-offset"]) <= 5 * MIB


def test_a_refused_body_is_answered_while_its_key_cannot_be_freed(start: Any) -> None:
    server = start("busy_s=0.1", qa=False)
    client = server.client()
    record = client.record()
    path = f"{record['links']['files']}/f"
    content = Path(server.folder, "content", record["id"])
    headers = {"Content_Length": 9 * MIB, "Repr_Digest": repr_digest(b""), "Idempotency_Key": "put"}
    with (
        connect(server) as connection,
        closing(sqlite3.connect(Path(server.folder, "records.sqlite"))) as database,
    ):
        connection.sendall(head(server, "PUT", path, **headers) + bytes(5 * MIB))
        assert eventually(lambda: content.exists() and any(content.iterdir()))
        claimed = "SELECT count(*) FROM idempotency WHERE key = 'put'"
        database.execute("BEGIN IMMEDIATE")
        connection.sendall(bytes(4 * MIB))
        assert statuses(connection, 1) == [400]
        database.rollback()
        assert eventually(lambda: database.execute(claimed).fetchone() == (0,))


def test_a_client_gone_within_a_body_leaves_its_key_free(start: Any) -> None:
    server = start(qa=False)
    client = server.client()
    record = client.record()
    path = f"{record['links']['files']}/f"
    content = content_of(6 * MIB)
    headers = {"Content_Length": len(content), "Idempotency_Key": "put"}
    for cut in (0, 300_000, 5 * MIB):
        with connect(server) as connection:
            connection.sendall(head(server, "PUT", path, **headers) + content[:cut])
            assert eventually(lambda: client.metric("in_flight") == 1)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        assert eventually(lambda: client.metric("in_flight") == 0)
    assert client.put(record, "f", content, Idempotency_Key="put").status == 201
    assert client("GET", path).body == content
    assert client.metric("client_gone_total", route="put_file") == 3
    assert client.metric("blocks_in_use") == 0
