"""A client that goes away: some work stops, other work completes, and both are counted."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from desktop_app.server import files
from desktop_app.server.answers import FileAnswer
from desktop_app.server.call import Call
from desktop_app.server.direct import Bodies
from desktop_app.server.limits import Limits
from desktop_app.server.metrics import Metrics
from desktop_app.server.problems import Cancelled, Kind, Problem
from desktop_app.server.service import Service
from tests.server.service_process import (
    CHUNK,
    TUS,
    Client,
    digest,
    eventually,
    raw,
    repr_digest,
)


def test_a_listing_stops_when_its_client_is_gone(start: Any) -> None:
    service = start()
    client = service.client()
    service.rule("slow", route="list_records", when="during", seconds=30.0)
    connection = raw(service, "GET", "/records", b"")
    assert eventually(lambda: client.metric("in_flight") == 1)
    connection.close()
    assert eventually(
        lambda: client.metric("cancelled_total", route="list_records", reason="client_gone") == 1
    )
    assert client.metric("in_flight") == 0
    assert client.metric("work_after_gone_seconds_total", route="list_records") == 0


def test_verification_stops_when_its_client_is_gone(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record()
    client.put(record, "f", os.urandom(1 << 20))
    service.rule("slow", route="verify", when="during", seconds=30.0)
    connection = raw(service, "GET", f"{record['links']['self']}/verification", b"")
    assert eventually(lambda: client.metric("in_flight") == 1)
    connection.close()
    assert eventually(
        lambda: client.metric("cancelled_total", route="verify", reason="client_gone") == 1
    )


def test_an_accepted_create_completes_without_its_client(start: Any) -> None:
    service = start()
    client = service.client()
    service.rule("slow", route="create_record", when="during", seconds=1.5)
    body = b'{"title": "alone", "client_ref": "alone"}'
    connection = raw(service, "POST", "/records", body, Idempotency_Key="gone")
    assert eventually(lambda: client.metric("in_flight") == 1)
    connection.close()
    assert eventually(lambda: client.metric("client_gone_total", route="create_record") == 1)
    items = client("GET", "/records?client_ref=alone").json["items"]
    assert len(items) == 1
    again = client("POST", "/records", body, Idempotency_Key="gone")
    assert (again.status, again.json["id"]) == (201, items[0]["id"])
    assert again.headers["idempotency-replayed"] == "true"
    assert client.metric("work_after_gone_seconds_total", route="create_record") > 0.1
    assert client.metric("cancelled_total", route="create_record") == 0


def test_an_accepted_finalize_completes_without_its_client(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record()
    service.rule("slow", route="finalize", when="during", seconds=0.3)
    path = record["links"]["finalize"]
    connection = raw(service, "POST", path, b'{"files": []}', Idempotency_Key="g")
    assert eventually(lambda: client.metric("in_flight") == 1)
    connection.close()
    assert eventually(lambda: client("GET", record["links"]["self"]).json["state"] == "finalized")
    again = client("POST", path, b'{"files": []}', Idempotency_Key="g")
    assert (again.status, again.headers["idempotency-replayed"]) == (200, "true")


def test_a_put_that_breaks_off_stores_nothing(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record()
    path = f"{record['links']['files']}/f"
    connection = raw(service, "PUT", path, b"x" * (9 << 20), Content_Length=str(12 << 20))
    assert eventually(lambda: client.metric("in_flight") == 1)
    connection.close()
    assert eventually(
        lambda: client.metric("cancelled_total", route="put_file", reason="client_gone") == 1
    )
    assert client("GET", record["links"]["files"]).json["items"] == []
    assert os.listdir(os.path.join(service.folder, "content", record["id"])) == []


def test_what_arrived_of_a_chunk_is_kept_byte_for_byte(start: Any) -> None:
    service = start()
    client = service.client()
    record = client.record()
    content = os.urandom(5_000_000)
    upload = client.upload(record, "f", len(content), digest=digest(content))
    connection = raw(
        service,
        "PATCH",
        upload,
        content[:3_210_987],
        **{**CHUNK, "Upload-Offset": "0", "Content-Length": str(len(content))},
    )
    assert eventually(lambda: client.metric("in_flight") == 1)
    connection.shutdown(socket.SHUT_WR)
    connection.close()

    def offset(asked: Client) -> int:
        return int(asked("HEAD", upload, **{"Tus-Resumable": "1.0.0"}).headers["upload-offset"])

    assert eventually(lambda: offset(client) == 3_210_987)
    service.restart()
    again = service.client()
    assert offset(again) == 3_210_987
    part = os.path.join(service.folder, "content", record["id"], f"{upload.split('/')[-1]}.part")
    with open(part, "rb") as file:
        assert file.read() == content[:3_210_987]
    done = again.append(upload, 3_210_987, content[3_210_987:], Repr_Digest=repr_digest(content))
    assert done.status == 204
    assert again("GET", f"{record['links']['files']}/f").body == content


def test_kill_9_in_a_chunk_keeps_what_was_acknowledged(start: Any) -> None:
    service = start("sync_every=1048576")
    client = service.client()
    record = client.record()
    content = os.urandom(20_000_000)
    upload = client.upload(record, "f", len(content))
    raw_connection = raw(
        service,
        "PATCH",
        upload,
        content[:9_999_999],
        **{**CHUNK, "Upload-Offset": "0", "Content-Length": str(len(content))},
    )

    def offset(asked: Client) -> int:
        return int(asked("HEAD", upload, **{"Tus-Resumable": "1.0.0"}).headers["upload-offset"])

    assert eventually(lambda: offset(client) > 4_000_000)
    acknowledged = offset(client)
    service.restart()
    raw_connection.close()
    again = service.client()
    kept = offset(again)
    assert acknowledged <= kept <= 9_999_999
    assert again.append(upload, kept, content[kept:]).status == 204
    assert again("GET", f"{record['links']['files']}/f").body == content


@pytest.mark.parametrize("begun", [b"", b"GET /records HTTP/1.1\r\nHost: x\r\n"])
def test_a_client_that_never_finishes_its_headers_is_cut_off(start: Any, begun: bytes) -> None:
    service = start("headers_s=0.2")
    with socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection:
        connection.sendall(begun)
        assert connection.recv(1) == b""
    assert service.client()("GET", "/healthz").status == 200


def test_an_empty_line_after_an_answer_does_not_keep_a_connection_for_ever(start: Any) -> None:
    service = start("headers_s=0.2")
    with raw(service, "GET", "/healthz", b"") as connection:
        connection.settimeout(10)
        answer = b""
        while not answer.endswith(b"}"):
            answer += connection.recv(65536)
        connection.sendall(b"\r\n")
        assert connection.recv(1) == b""


def test_a_slow_body_is_not_taken_for_slow_headers(start: Any) -> None:
    service = start("headers_s=0.2")
    client = service.client()
    record = client.record()
    service.rule("slow", route="put_file", when="before", seconds=0.5)
    assert client.put(record, "f", b"x").status == 201
    assert client("GET", "/healthz").status == 200


def test_a_client_that_does_not_take_its_file_is_given_up(start: Any) -> None:
    service = start("body_idle_s=0.2")
    client = service.client()
    record = client.record()
    client.put(record, "f", bytes(64 << 20))
    with raw(service, "GET", f"{record['links']['files']}/f", b""):
        assert eventually(
            lambda: client.metric("cancelled_total", route="get_file", reason="client_gone") == 1
        )


def test_c04_a_client_that_comes_back_goes_on_at_once_where_its_old_connection_hangs(
    start: Any,
) -> None:
    """The network was away: to the service the old connection looks alive."""
    service = start()
    client = service.client()
    record = client.record()
    content = os.urandom(6 << 20)
    upload = client.upload(record, "f", len(content))
    headers = {**CHUNK, "Upload-Offset": "0", "Content-Length": str(len(content))}
    old = raw(service, "PATCH", upload, b"", **headers)
    old.sendall(content[: (4 << 20) + 500])
    parts = Path(service.folder, "content")
    assert eventually(lambda: any(one.stat().st_size >= 4 << 20 for one in parts.rglob("*.part")))

    offset = int(client("HEAD", upload, None, **TUS).headers["upload-offset"])
    assert offset == (4 << 20) + 500, "what the old connection brought is kept"
    assert client.append(upload, offset, content[offset:]).status == 204
    (item,) = client("GET", record["links"]["files"]).json["items"]
    assert (item["state"], item["digest"]) == ("complete", digest(content))
    old.close()


def test_a_stored_file_stays_open_while_a_thread_may_read_it(tmp_path: Path) -> None:
    """Its number could be that of another file by then."""
    (tmp_path / "f").write_bytes(b"content")

    async def ignore(_message: Any) -> None:
        return

    async def disconnected() -> Any:
        return {"type": "http.disconnect"}

    async def main() -> None:
        fd = os.open(tmp_path / "f", os.O_RDONLY)
        reading: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        service: Any = SimpleNamespace(
            in_read_thread=lambda *_: reading,
            limits=Limits(),
            metrics=Metrics(),
            bodies=Bodies(),
        )
        scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
        call = Call(scope, disconnected, service)
        await FileAnswer(call, fd, 0, 7, 200, {})(scope, disconnected, ignore)
        assert service.metrics.value("cancelled_total", reason="client_gone") == 1
        os.fstat(fd)
        reading.set_result(b"")
        await asyncio.sleep(0)
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(fd)

    asyncio.run(main())


def test_a_file_opened_when_nobody_waits_any_more_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[int] = []

    def slow_open(service: Service, call: Call, path: str, flags: int) -> int:
        del service
        opened.append(real(path, flags))
        call.cancel("client_gone")
        return opened[0]

    real = os.open
    with pytest.raises(Cancelled):
        read_stored(tmp_path, monkeypatch, slow_open)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(opened[0])


def test_a_file_deleted_while_it_is_opened_was_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_late(service: Service, _call: Call, path: str, flags: int) -> int:
        os.unlink(path)
        service.database.submit(lambda c: c.execute("DELETE FROM files")).result()
        return real(path, flags)

    real = os.open
    with pytest.raises(Problem) as refused:
        read_stored(tmp_path, monkeypatch, too_late)
    assert refused.value.kind is Kind.NOT_FOUND


def read_stored(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    open_: Callable[[Service, Call, str, int], int],
) -> None:
    """Read a stored file in process; its content is opened by `open_`."""

    def insert(connection: sqlite3.Connection) -> None:
        connection.execute(
            "INSERT INTO records VALUES (1, 'r', '', '{}', '', 'draft', 1, 0, 0, NULL)"
        )
        connection.execute(
            "INSERT INTO files (record, key, size, digest, blob, created)"
            " VALUES ('r', 'f', 1, 'sha256:0', 'b', 0)"
        )

    async def never() -> Any:
        await asyncio.Event().wait()

    async def main() -> None:
        scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
        call = Call({**scope, "path_params": {"record": "r"}}, never, service)
        call.key = "f"
        opening = partial(open_, service, call)
        system = SimpleNamespace(O_RDONLY=os.O_RDONLY, close=os.close, open=opening)
        monkeypatch.setattr(files, "os", system)
        try:
            await files.get_file(call)
        finally:
            await call.unwatch()

    service = Service(str(folder), Limits(), "token", None)
    try:
        service.database.submit(insert).result()
        part = service.blobs.part("r", "b")
        part.append(b"x")
        part.finish()
        asyncio.run(main())
    finally:
        service.database.close()
