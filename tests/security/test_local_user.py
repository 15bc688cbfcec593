"""Another user of this computer: takes ports that became free, and asks whoever answers."""

from __future__ import annotations

import asyncio
import json
import os
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from desktop_app.core.paths import Paths
from desktop_app.server.folder import answers
from desktop_app.server.launcher import ServiceAddress, ServiceProcess
from desktop_app.storage.paths import make_home
from tests.raw_server import Connection, RawServer, in_a_thread

Reply = Callable[[str], bytes]


@contextmanager
def impostor(reply: Reply) -> Iterator[tuple[str, list[str]]]:
    """Serve what `reply` says to each path; give the address and all requests' heads."""
    heard: list[str] = []

    async def answer(c: Connection) -> None:
        heard.append(c.seen.raw_head.decode("latin-1"))
        await c.answer(200, reply(c.seen.target.decode("latin-1")))
        c.close()

    with in_a_thread(RawServer(otherwise=answer)) as server:
        yield server.url, heard


@contextmanager
def served(folder: Path) -> Iterator[tuple[ServiceAddress, dict[str, Any]]]:
    """Run the real service of a folder; give its address and what `service.json` says."""

    async def start() -> tuple[ServiceProcess, ServiceAddress]:
        process = ServiceProcess(str(folder))
        return process, await process.start()

    process, address = asyncio.run(start())
    try:
        yield address, json.loads((folder / "service.json").read_text())
    finally:
        asyncio.run(_stopped(process))


async def _stopped(process: ServiceProcess) -> None:
    process._turn = asyncio.Lock()  # of this loop
    await process.stop()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceAddress]:
    """One service for the tests that only ask."""
    with served(tmp_path_factory.mktemp("shared") / "service") as (address, _):
        yield address


def test_a_token_is_not_shown_to_whoever_took_the_port_of_a_killed_service(tmp_path: Path) -> None:
    """Everybody can have asked the service for its instance while it ran."""
    folder = tmp_path / "service"
    with served(folder) as (_, facts):
        assert answers(facts)
    known = {"status": "ok", "service": "sendoff-local", "instance": facts["instance"]}
    with impostor(lambda _path: json.dumps(known | {"proof": "0" * 64}).encode()) as (url, heard):
        (folder / "service.json").write_text(json.dumps(facts | {"url": url}))
        assert not answers(facts | {"url": url})
        with served(folder) as (address, _):
            assert address.url != url
    token = (folder / "token").read_text().strip()
    assert heard
    assert not [headers for headers in heard if token in headers]


def test_a_question_that_is_passed_on_to_the_real_service_proves_nothing(tmp_path: Path) -> None:
    with served(tmp_path / "service") as (_, facts):

        def passed_on(path: str) -> bytes:
            with urllib.request.urlopen(facts["url"] + path, timeout=5) as answer:
                return bytes(answer.read())

        with impostor(passed_on) as (url, heard):
            assert not answers(facts | {"url": url})
            assert heard
        assert answers(facts)


@pytest.mark.parametrize("answer", [b"", b"[]", b"null", b'"x"', b"{" * 100_000, b"\xff\xfe"])
def test_whatever_answers_on_the_port_is_no_reason_to_fail(tmp_path: Path, answer: bytes) -> None:
    (tmp_path / "token").write_text("t" * 40)
    with impostor(lambda _path: answer) as (url, _):
        facts = {"url": url, "token_file": str(tmp_path / "token"), "pid": 1, "instance": None}
        assert not answers(facts)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:99999", "http://[::1", "http://127.0.0.1", "x", "", 5, None]
)
def test_a_damaged_announcement_is_no_service(url: object) -> None:
    assert not answers({"url": url, "token_file": "/nowhere", "instance": "i"})


@pytest.mark.parametrize("challenge", ["", "x", "0" * 63, "0" * 65, "G" * 64, "0" * 5000])
def test_a_challenge_is_of_one_form(service: ServiceAddress, challenge: str) -> None:
    """What the token answers to is never the choice of words of whoever asks."""
    url = f"{service.url}/healthz?challenge={challenge}"
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(url, timeout=5)
    assert refused.value.code == 400
    refused.value.close()


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
        {"Host": "localhost.evil.example:{port}"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Authorization": ""},
        {"Authorization": "Bearer "},
        {"Authorization": "Bearer x"},
        {"Authorization": "Basic {token}"},
    ],
)
def test_the_service_answers_no_web_page_and_no_stranger(
    service: ServiceAddress, headers: dict[str, str]
) -> None:
    token = Path(service.token_file).read_text().strip()
    port = service.url.rpartition(":")[2]
    good = {"Authorization": f"Bearer {token}"}
    asked = {name: text.format(port=port, token=token) for name, text in headers.items()}
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(
            urllib.request.Request(f"{service.url}/records", headers=good | asked), timeout=5
        )
    assert refused.value.code in (400, 401, 403, 421)
    assert "access-control-allow-origin" not in {n.lower() for n in refused.value.headers}
    refused.value.close()
    with urllib.request.urlopen(
        urllib.request.Request(f"{service.url}/records", headers=good), timeout=5
    ) as answer:
        assert answer.status == 200


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a home private by its own lists")
def test_a_data_folder_that_others_can_write_to_is_closed(tmp_path: Path) -> None:
    """`/tmp/sendoff` as SENDOFF_HOME may have been made by anybody, for everybody."""
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o777)
    make_home(Paths(str(home)))
    assert home.stat().st_mode & 0o777 == 0o700
    home.chmod(0o1777)
    make_home(Paths(str(home)))
    assert home.stat().st_mode & 0o777 == 0o777, "a folder like /tmp is not ours to close"


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a home private by its own lists")
def test_a_data_folder_that_is_somebody_else_s_and_open_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o777)
    monkeypatch.setattr("os.geteuid", lambda: home.stat().st_uid + 1)
    with pytest.raises(PermissionError):
        make_home(Paths(str(home)))
