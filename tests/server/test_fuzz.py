"""Anything at all at every route: never a 500, never a stuck key, and it still serves."""

from __future__ import annotations

import json
import socket
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from desktop_app.server.app import ROUTES
from tests.server.service_process import ServiceUnderTest

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
FILE = st.fixed_dictionaries(
    {"key": st.text(max_size=10), "size": JSON, "digest": st.text(max_size=80)}
)
BODIES = st.one_of(
    st.binary(max_size=200),
    JSON.map(lambda value: json.dumps(value).encode()),
    st.fixed_dictionaries(
        {},
        optional={
            "title": JSON,
            "metadata": JSON,
            "client_ref": JSON,
            "files": st.lists(FILE, max_size=2) | JSON,
        },
    ).map(lambda value: json.dumps(value).encode()),
)
VALUES = st.one_of(
    st.sampled_from(
        ["1.0.0", "0", "5", "-1", "1e3", "99999999999999999999", "*", '"1"', "bytes=0-1",
         "bytes=-0", "sha-256=:AAAA:", "sha-256=:!:", "key YQ==", "key", "key YQ==,digest YQ==",
         "application/offset+octet-stream", "100-continue", "x"]
    ),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=30),
)  # fmt: skip
HEADERS = st.dictionaries(
    st.sampled_from(
        ["Idempotency-Key", "If-Match", "If-None-Match", "Range", "Repr-Digest", "Tus-Resumable",
         "Upload-Length", "Upload-Offset", "Upload-Metadata", "Content-Type", "X-Request-ID",
         "Request-Deadline-Ms"]
    ),
    VALUES,
    max_size=6,
)  # fmt: skip
SEGMENT = st.one_of(st.text(min_size=1, max_size=12), st.sampled_from([".", "..", "a/b", "%"]))
QUERIES = st.one_of(
    st.just(""),
    st.dictionaries(
        st.sampled_from(["limit", "cursor", "state", "client_ref", "x"]),
        st.sampled_from(["0", "1", "-1", "99999999999999999999", "²", "draft", "\x00", "é"]),
        max_size=3,
    ).map(lambda pairs: "?" + "&".join(f"{k}={quote(v)}" for k, v in pairs.items())),
)
PUBLIC = [route for route in ROUTES if not route.path.startswith("/qa")]


@pytest.fixture(scope="module")
def known(shared: ServiceUnderTest) -> dict[str, str]:
    """Real ids, so that the fuzzing gets past the 404s."""
    client = shared.client()
    record = client.record("fuzz")
    client.put(record, "a", b"abc")
    upload = client.upload(record, "b", 5).rsplit("/", 1)[1]
    return {"records": record["id"], "uploads": upload, "jobs": "j0"}


def path_of(route: Route, known: dict[str, str], data: Any) -> str:
    parts: list[str] = []
    for part in route.path.split("/")[1:]:
        if part in {"{record}", "{upload}", "{job}"} and data.draw(st.booleans()):
            parts.append(known[parts[0]])
        elif part.startswith("{"):
            parts.append(quote(data.draw(SEGMENT), safe=""))
        else:
            parts.append(part)
    return "/" + "/".join(parts)


@pytest.mark.parametrize("route", PUBLIC, ids=lambda route: route.name)
def test_never_a_500_and_never_a_stuck_key(
    shared: ServiceUnderTest, known: dict[str, str], route: Any
) -> None:
    client = shared.client()
    method = min(route.methods, key=lambda name: name == "HEAD")

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(data=st.data(), body=BODIES, headers=HEADERS, query=QUERIES)
    def fuzz(data: Any, body: bytes, headers: dict[str, str], query: str) -> None:
        path = path_of(route, known, data) + query
        answer = client(method, path, body, **headers)
        assert answer.status < 500 or answer.status in {503, 507}, answer
        if answer.status >= 400 and answer.body:
            assert answer.kind
            assert answer.json["status"] == answer.status
        if "Idempotency-Key" in headers:
            again = client(method, path, body, **headers)
            assert not again.body or again.kind != "in-progress"

    fuzz()
    assert client("GET", "/healthz").status == 200


def test_garbage_on_the_wire_is_refused_and_others_are_served(shared: ServiceUnderTest) -> None:
    for garbage in (
        b"\x00\xff\x16\x03\x01" * 50,
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /records HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        b"GET /records HTTP/9.9\r\n\r\n",
        b"PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: " + b"x" * 200_000 + b"\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", shared.port)) as connection:
            connection.sendall(garbage)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                continue
    assert shared.client()("GET", "/healthz").status == 200
