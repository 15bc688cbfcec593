"""A service that tells the token, and signed addresses, back in whatever it says."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest

from desktop_app.core.errors import SendoffError
from desktop_app.core.model import Account, SaveLimits
from desktop_app.services.base import RecordDraft
from desktop_app.services.http import at
from desktop_app.services.local import LocalService
from desktop_app.workflow import AbortController
from tests.cli.conftest import Ran, Sendoff
from tests.peers.planted import nowhere
from tests.raw_server import Connection, RawServer
from tests.services.driver import DIRECT, play

TOKEN = "SECRET-7f3a91c2d4"
SIGNATURE = "SIGNATURE55aa77bb"
SIGNED = f"https://store.example/bucket/key?X-Amz-Signature={SIGNATURE}&X-Amz-Expires=60"
TEXT = f"Bearer {TOKEN} may not write to {SIGNED} (token {TOKEN})"
PROBLEM: Mapping[str, object] = {
    "type": f"about:{SIGNED}",
    "title": TEXT,
    "detail": TEXT,
    "message": TEXT,
    "errors": [{"field": TEXT, "messages": [TEXT]}],
    "reason": TEXT,
    "what": TEXT,
}
RECORD: Mapping[str, object] = {
    "id": "r1",
    "state": "draft",
    "title": "T",
    "revision": 1,
    "links": {"self": "/records/r1", "self_html": SIGNED},
}
ANSWERS: dict[str, tuple[int, Mapping[str, object] | bytes, dict[str, str]]] = {
    "401": (401, PROBLEM, {"WWW-Authenticate": f'Bearer realm="{TEXT}"'}),
    "403": (403, PROBLEM, {}),
    "404": (404, PROBLEM, {}),
    "409": (409, PROBLEM, {}),
    "413": (413, PROBLEM, {}),
    "422": (422, PROBLEM, {}),
    "429": (429, PROBLEM, {"Retry-After": f"{SIGNED}"}),
    "500": (500, TEXT.encode(), {"Content-Type": "text/plain"}),
    "503": (503, f"<html>{TEXT}</html>".encode(), {"Content-Type": "text/html"}),
    "a redirect elsewhere": (307, b"", {"Location": SIGNED}),
    "a redirect nowhere": (302, b"", {"Location": f"/x?token={TOKEN}&X-Amz-Signature={SIGNATURE}"}),
    "a success that is none": (201, {**PROBLEM, "id": TEXT}, {}),
    "a page": (200, f"<html>{TEXT}</html>".encode(), {"Content-Type": "text/html"}),
    "a strange request id": (400, PROBLEM, {"X-Request-Id": TOKEN}),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_c11_no_error_holds_what_a_service_says_back(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    status, body, headers = ANSWERS[name]

    async def answer(c: Connection) -> None:
        await c.read_body()
        await c.answer(status, body, headers)

    async def main() -> list[BaseException]:
        async with RawServer(otherwise=answer) as server:
            service = LocalService(
                at(server.url, TOKEN),
                account=Account("a", "local", "A", server.url),
                limits=SaveLimits(attempts=1, outage_s=0, control_s=1, create_s=2, finalize_s=2),
                settings=DIRECT,
            )
            signal = AbortController().signal
            draft = RecordDraft("T", "{}", "urn:uuid:1", "key")
            caught: list[BaseException] = []
            calls: list[Callable[[], Awaitable[object]]] = [
                lambda: service.create_record(draft, signal),
                lambda: service.list_files("r1"),
                lambda: service.get_record("r1"),
                lambda: service.find_by_client_ref("urn:uuid:1"),
                lambda: service.delete_draft("r1"),
            ]
            holds = status in (429, 503)  # each call waits a second for the one before
            for call in calls[: 1 if holds else None]:
                try:
                    await call()
                except SendoffError as error:
                    caught.append(error)
            await service.aclose()
            return caught

    with caplog.at_level(logging.DEBUG):
        errors = play(main())
    assert errors
    for error in errors:
        assert isinstance(error, SendoffError)
        told = "".join(traceback.format_exception(error)) + repr(error) + repr(error.info)
        told += caplog.text
        for secret in (TOKEN, SIGNATURE):
            at_ = told.find(secret)
            assert at_ < 0, told[max(at_ - 300, 0) : at_ + 50]


@pytest.mark.parametrize(("stage", "name"), [("create", "422"), ("upload", "500")])
def test_c11_what_a_service_says_back_is_kept_nowhere(
    sendoff: Sendoff, tmp_path: Path, name: str, stage: str
) -> None:
    status, body, headers = ANSWERS[name]

    async def answer(c: Connection) -> None:
        await c.read_body()
        if stage == "upload" and c.seen.method == "POST" and c.seen.path == "/records":
            await c.answer(201, {**RECORD, "client_ref": c.seen.json().get("client_ref", "")})
        else:
            await c.answer(status, body, headers)

    async def main() -> Ran:
        async with RawServer(otherwise=answer) as server:
            words = ("--service", server.url, "--kind", "local", str(tmp_path / "a.txt"))
            return await asyncio.to_thread(sendoff, "save", "--title", "T", *words)

    (tmp_path / "a.txt").write_text("a")
    sendoff.settings(
        limits={"attempts": 1, "outage_s": 0, "reconcile_s": 1, "control_s": 1, "create_s": 2}
    )
    sendoff.env = {
        "SENDOFF_TOKEN": TOKEN,
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
    }
    ran = asyncio.run(main())
    assert ran.code in (3, 4), ran.out + ran.err
    nowhere(sendoff, (TOKEN, SIGNATURE), ran)
