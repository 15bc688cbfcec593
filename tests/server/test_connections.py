"""T66: connections are capped below the limit of open files, and refused at once."""

from __future__ import annotations

import socket
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.service_process import ServiceUnderTest, connect, eventually

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")


def with_files(limit: int) -> tuple[str, ...]:
    return ("sh", "-c", f'ulimit -n {limit} && exec "$@"', "sh")


def refused(connection: socket.socket) -> bool:
    """Whether the service ends the connection by itself, with an answer or without."""
    connection.settimeout(0.5)
    try:
        answer = connection.recv(1000)
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return answer == b"" or answer.startswith(b"HTTP/1.1 503 ")


def log_of(service: ServiceUnderTest) -> str:
    return Path(service.folder, "service.log").read_text(encoding="utf-8")


@pytest.mark.parametrize("limit", [160, 256])
def test_t66_idle_connections_leave_room_for_those_that_are_served(start: Any, limit: int) -> None:
    service = start("headers_s=60", prefix=with_files(limit), qa=False)
    client = service.client()
    record = client.record()
    with ExitStack() as open_:
        idle = [open_.enter_context(connect(service)) for _ in range(limit + 150)]
        assert eventually(lambda: refused(idle[-1]))

        for n in range(20):
            assert client("GET", record["links"]["self"]).status == 200
            assert client.put(record, f"f{n}", b"x" * 200_000).status == 201
        handles = client.metric("open_handles")
        assert handles < limit
        for last in idle[-10:]:
            assert refused(last)
    assert eventually(lambda: client.metric("open_handles") < handles)
    assert service.client()("GET", "/records").status == 200, "there is room again"
    assert service.terminate() == 0
    assert service.errors == b""
    text = log_of(service)
    assert "Traceback" not in text
    assert len([line for line in text.splitlines() if "WARNING" in line]) == 1


def test_t66_a_refusal_says_that_it_may_work_later(start: Any) -> None:
    service = start(prefix=with_files(160), qa=False)
    with ExitStack() as open_:
        for _ in range(100):
            last = open_.enter_context(connect(service))
        answer = last.makefile("rb").read()
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503 ")
    assert b"\r\nRetry-After: 1\r\n" in head
    assert b"urn:sendoff:problem:overloaded" in body
    assert f"Content-Length: {len(body)}".encode() in head
