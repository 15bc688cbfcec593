"""T71: request heads that two readers could understand in two ways are refused."""

from __future__ import annotations

import pytest

from tests.server.service_process import Client, ServiceUnderTest, connect


def answer_to(
    service: ServiceUnderTest, first: str, *fields: str, body: bytes = b""
) -> tuple[int, bytes]:
    """Send a head and, behind it, a request that must not be read; return status and all bytes."""
    host = f"127.0.0.1:{service.port}"
    lines = [first, *fields, f"Authorization: Bearer {service.token}"]
    head = "\r\n".join(line.replace("{host}", host) for line in lines) + "\r\n\r\n"
    behind = f"GET /records HTTP/1.1\r\nHost: {host}\r\n\r\n"
    with connect(service) as connection:
        connection.sendall(head.encode() + body + behind.encode())
        connection.settimeout(20)
        received = connection.makefile("rb").read()
    return int(received.split()[1]), received


CHUNKED = b"5\r\nhello\r\n0\r\n\r\n"
PUT = "PUT {path} HTTP/1.1"


@pytest.mark.parametrize(
    ("first", "fields", "status"),
    [
        ("GET /records HTTP/1.1", ("Host: {host}", "Host: {host}"), 400),
        ("GET /records HTTP/1.1", ("Host: elsewhere", "Host: {host}"), 400),
        ("GET /records HTTP/1.1", ("Host: {host}", "Host: elsewhere"), 400),
        ("GET /records HTTP/1.1", (), 400),
        ("GET http://elsewhere/records HTTP/1.1", ("Host: {host}",), 400),
        ("GET http://elsewhere:80/records HTTP/1.1", ("Host: {host}",), 400),
        ("GET https://{host}/records HTTP/1.1", ("Host: {host}",), 400),
        ("GET http://user@{host}/records HTTP/1.1", ("Host: {host}",), 400),
        (PUT, ("Host: {host}", "Transfer-Encoding: gzip, chunked"), 501),
        (PUT, ("Host: {host}", "Transfer-Encoding: gzip", "Transfer-Encoding: chunked"), 501),
        (PUT, ("Host: {host}", "Transfer-Encoding: deflate,chunked"), 501),
        (PUT, ("Host: {host}", "Transfer-Encoding: chunked, chunked"), 400),
        (PUT, ("Host: {host}", "Transfer-Encoding: gzip"), 400),
        ("PUT {path} HTTP/1.0", ("Host: {host}", "Transfer-Encoding: chunked"), 400),
        (PUT, ("Host: {host}", "Idempotency-Key: a", "Idempotency-Key: b"), 400),
        (PUT, ("Host: {host}", "Authorization: Bearer x"), 400),
    ],
)  # fmt: skip
def test_t71_a_doubtful_head_is_refused_and_nothing_behind_it_is_read(
    shared: ServiceUnderTest, client: Client, first: str, fields: tuple[str, ...], status: int
) -> None:
    record = client.record("t71")
    path = f"{record['links']['files']}/f"
    asked = client.metric("requests_total", route="list_records", status="200")

    found, received = answer_to(
        shared,
        first.replace("{path}", path),
        *fields,
        body=CHUNKED if "Transfer" in str(fields) else b"",
    )

    assert found == status, received
    assert received.count(b"HTTP/1.1 ") == 1
    assert client("GET", record["links"]["files"]).json["items"] == []
    assert client.metric("requests_total", route="list_records", status="200") == asked


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_t71_an_absolute_target_of_this_service_is_taken(
    shared: ServiceUnderTest, name: str
) -> None:
    host = f"{name}:{shared.port}"
    found, _ = answer_to(
        shared, f"GET http://{host}/records HTTP/1.1", f"Host: {host}", "Connection: close"
    )
    assert found == 200


def test_t71_an_absolute_target_of_a_host_that_is_not_ours_is_misdirected(
    shared: ServiceUnderTest,
) -> None:
    found, _ = answer_to(
        shared,
        "GET http://elsewhere/records HTTP/1.1",
        "Host: elsewhere",
        "Connection: close",
    )
    assert found in {400, 421}


def test_t71_plain_chunks_are_taken(shared: ServiceUnderTest, client: Client) -> None:
    path = f"{client.record('t71-chunks')['links']['files']}/f"
    found, _ = answer_to(
        shared,
        f"PUT {path} HTTP/1.1",
        "Host: {host}",
        "Transfer-Encoding: Chunked",
        "Connection: close",
        body=CHUNKED,
    )
    assert found == 201
    assert client("GET", path).body == b"hello"
