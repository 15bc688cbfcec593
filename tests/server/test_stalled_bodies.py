"""T67: a body that does not come holds no place that others need for their work."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from typing import Any

from tests.server.service_process import (
    CHUNK,
    ServiceUnderTest,
    connect,
    head,
    repr_digest,
    statuses,
    tus_metadata,
)

STALLED = 60


def stall(service: ServiceUnderTest, method: str, path: str, **headers: Any) -> socket.socket:
    """Begin a request whose body does not come; return once the service waits for it."""
    connection = connect(service)
    connection.sendall(head(service, method, path, Expect="100-continue", **headers))
    interim = b""
    while not interim.endswith(b"\r\n\r\n"):
        interim += connection.recv(1)
    assert interim.startswith(b"HTTP/1.1 100 ")
    return connection


def test_t67_others_work_while_many_bodies_stall(start: Any) -> None:
    service = start("longest_wait_s=2")
    client = service.client()
    record = client.record()
    files, uploads = record["links"]["files"], record["links"]["uploads"]
    with ExitStack() as open_:
        for n in range(STALLED):
            kinds: list[tuple[str, str, dict[str, Any]]] = [
                ("PUT", f"{files}/{n}", {"Content_Length": 1000}),
                ("POST", "/records", {"Content_Length": 1000, "Idempotency_Key": f"stalled-{n}"}),
                ("PUT", f"{files}/{n}", {"Content_Length": 20_000_000}),
                (
                    "POST",
                    uploads,
                    {
                        **CHUNK,
                        "Content_Length": 1000,
                        "Upload_Length": 1000,
                        "Upload_Metadata": tus_metadata(key=f"up{n}"),
                    },
                ),
            ]
            method, path, headers = kinds[n % len(kinds)]
            open_.enter_context(stall(service, method, path, **headers))

        for n in range(5):
            assert client("GET", record["links"]["self"]).status == 200
            assert client.record(f"other-{n}")["state"] == "draft"
            content = b"x" * 100_000
            stored = client.put(record, f"good-{n}", content, Repr_Digest=repr_digest(content))
            assert stored.status == 201
    assert client("GET", "/healthz").status == 200


def test_t67_a_body_that_comes_after_all_is_taken(start: Any) -> None:
    service = start("in_flight=2")
    client = service.client()
    path = f"{client.record()['links']['files']}/late"
    with ExitStack() as open_:
        late = open_.enter_context(stall(service, "PUT", path, Content_Length=10))
        for n in range(5):
            open_.enter_context(stall(service, "PUT", f"{path}-{n}", Content_Length=10))
        assert client("GET", "/records").status == 200
        late.sendall(b"0123456789")
        assert statuses(late, 1) == [201]
    assert client("GET", path).body == b"0123456789"


def test_t67_how_many_bodies_are_waited_for_is_bounded(start: Any) -> None:
    service = start("bodies=3")
    client = service.client()
    record = client.record()
    path = f"{record['links']['files']}/f"
    with ExitStack() as open_:
        for n in range(3):
            open_.enter_context(stall(service, "PUT", f"{path}-{n}", Content_Length=10))
        refused = client.put(record, "more", b"x")
        assert (refused.status, refused.kind) == (503, "overloaded")
        assert int(refused.headers["retry-after"]) >= 1
        assert client("GET", "/records").status == 200
