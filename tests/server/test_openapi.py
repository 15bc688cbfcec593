"""`/openapi.json` against the real answers: no server error, no status or shape that it hides."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from desktop_app.server.app import ROUTES
from tests.server.service_process import ROOT, Client, ServiceUnderTest, digest, tus_metadata

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
DOCUMENT = json.loads(Path(ROOT, "desktop_app", "server", "openapi.json").read_text("utf-8"))
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)


@schemathesis.serializer("application/offset+octet-stream")
def as_it_is(_context: Any, value: Any) -> Any:
    """Send content of tus as the bytes that it is."""
    return value if isinstance(value, bytes) else str(value).encode()


@pytest.fixture(scope="module")
def known(shared: ServiceUnderTest) -> dict[str, str]:
    """Things that exist: without them nearly every answer would be 404."""
    client = shared.client()
    draft, sealed = client.record("known-draft"), client.record("known-sealed")
    for record in (draft, sealed):
        client.put(record, "a", b"content")
    client.finalize(sealed, "known-fin")
    upload = client.upload(draft, "up", 10)
    shared.rule("slow_job", route="finalize", seconds=3600)
    queued = client.record("known-queued")
    job = client.finalize(queued, "known-queued-fin").headers["location"]
    return {
        "draft": draft["id"],
        "sealed": sealed["id"],
        "upload": upload.rpartition("/")[2],
        "job": job.rpartition("/")[2],
    }


@SCHEMA.parametrize()
@settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_described(
    case: Any, shared: ServiceUnderTest, known: dict[str, str]
) -> None:
    ids = {"record": known["draft"], "upload": known["upload"], "job": known["job"]}
    for name in set(case.path_parameters or {}) & set(ids):
        if len(case.path_parameters[name]) % 3:
            case.path_parameters[name] = ids[name]
    deadline = (case.headers or {}).get("Request-Deadline-Ms", "")
    if deadline.isdigit() and int(deadline) < 1000:  # answered 503 on purpose
        case.headers["Request-Deadline-Ms"] = "5000"
    headers = {"Authorization": f"Bearer {shared.token}"}
    case.call_and_validate(base_url=shared.url, headers=headers, checks=CHECKS)


def test_the_description_is_served_to_anybody_and_is_the_one_that_is_checked(
    shared: ServiceUnderTest,
) -> None:
    client = Client(shared.url, "no token")
    answer = client("GET", "/openapi.json")
    client.close()
    assert answer.status == 200
    assert answer.json == DOCUMENT
    assert answer.json["openapi"].startswith("3.1")


def test_every_route_is_described_and_no_other() -> None:
    described = {
        operation["operationId"]
        for path in DOCUMENT["paths"].values()
        for operation in path.values()
    }
    assert described == {route.name for route in ROUTES if not route.name.startswith("qa_")}


def test_examples_of_a_whole_save_are_described(shared: ServiceUnderTest, client: Client) -> None:
    """Whole requests that succeed, which random ones seldom do."""
    content = b"content"
    item = {"key": "a", "size": len(content), "digest": digest(content)}
    record = client.record("whole")["id"]
    tus = {"Tus-Resumable": "1.0.0"}
    metadata = tus_metadata(key="b")
    requests: list[tuple[str, str, int, dict[str, Any]]] = [
        ("/records", "POST", 201, {"body": {"title": "T"}, "headers": {"Idempotency-Key": "o1"}}),
        ("/records/{record}", "GET", 200, {}),
        (
            "/records/{record}",
            "PATCH",
            200,
            {"body": {"title": "U"}, "headers": {"If-Match": "*"}},
        ),
        ("/records/{record}/files/{key}", "PUT", 201, {"body": content, "key": "a"}),
        ("/records/{record}/files/{key}", "PUT", 200, {"body": content, "key": "a",
            "headers": {"Repr-Digest": "sha-256=:7XACtDnprIRfIjV9giusFERzD722AW0+yUMil7nsn3M=:"}}),
        ("/records/{record}/files/{key}", "GET", 200, {"key": "a"}),
        (
            "/records/{record}/files/{key}",
            "GET",
            206,
            {"key": "a", "headers": {"Range": "bytes=1-2"}},
        ),
        (
            "/records/{record}/files/{key}",
            "GET",
            416,
            {"key": "a", "headers": {"Range": "bytes=99-"}},
        ),
        ("/records/{record}/files", "GET", 200, {}),
        ("/records/{record}/verification", "GET", 200, {}),
        (
            "/records/{record}/uploads",
            "POST",
            201,
            {"headers": {**tus, "Upload-Length": "3", "Upload-Metadata": metadata}},
        ),
        ("/records/{record}/finalize", "POST", 409,
            {"body": {"files": []}, "headers": {"Idempotency-Key": "o2"}}),
        ("/records/{record}/finalize", "POST", 200,
            {"body": {"files": [item]}, "headers": {"Idempotency-Key": "o3"}}),
        ("/records/{record}", "DELETE", 409, {}),
    ]  # fmt: skip
    for path, method, status, more in requests:
        parameters = {"record": record, "key": more.get("key", "")}
        used = {name: value for name, value in parameters.items() if f"{{{name}}}" in path}
        operation = SCHEMA[path][method]
        media = {"/records/{record}/files/{key}": "application/octet-stream"}
        case = operation.Case(
            path_parameters=used,
            headers={**more.get("headers", {}), "Authorization": f"Bearer {shared.token}"},
            **(
                {"body": more["body"], "media_type": media.get(path, "application/json")}
                if "body" in more
                else {}
            ),
        )
        answer = case.call(base_url=shared.url)
        assert (path, method, answer.status_code) == (path, method, status), answer.text
        case.validate_response(answer, checks=CHECKS)
