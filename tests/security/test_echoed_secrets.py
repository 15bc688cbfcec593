"""T64: a server that writes the token back, in any form and any place, brings it nowhere."""

from __future__ import annotations

import base64
import json
from typing import Any
from urllib.parse import quote

import pytest

from desktop_app.core.errors import SendoffError
from desktop_app.core.model import RecordRef
from desktop_app.core.settings import ProxyMode
from desktop_app.services.http import HttpSettings, Proxy, at, settings
from desktop_app.services.http.answer import Answer
from desktop_app.services.local import LocalService
from tests.raw_server import RawServer, respond
from tests.services.driver import DIRECT, TOKEN, as_json, client, get, play, refused

FORMS = {
    "plain": TOKEN,
    "base64": base64.b64encode(TOKEN.encode()).decode(),
    "base64 of the header": base64.b64encode(f"Bearer {TOKEN}".encode()).decode(),
    "base64 of a pair": base64.b64encode(f"ab{TOKEN}".encode()).decode(),
    "hex": TOKEN.encode().hex(),
    "quoted": "".join(f"%{ord(c):02x}" for c in TOKEN),
    "query": quote(TOKEN, safe=""),
}
RECORD = {
    "id": "r1", "state": "draft", "title": "T", "revision": 1, "client_ref": "c", "created": "x",
}  # fmt: skip


def free_of(form: str, *values: Any) -> bool:
    """Whether no value holds more of the form than bits of neighbours."""
    inner = FORMS[form][12:-6]
    return not [value for value in values if inner in repr(value)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("escaped", [False, True])
def test_T64_what_a_refusal_echoes_is_masked(form: str, escaped: bool) -> None:
    echo = FORMS[form]
    document = {
        "detail": f"no: {echo}",
        "limit": echo,
        "errors": [{"field": echo, "messages": [echo]}],
    }
    body = json.dumps(document)
    if escaped:
        body = body.replace(echo, "".join(f"\\u{ord(c):04x}" for c in echo))

    async def main() -> None:
        headers = {"content-type": "application/json"}
        async with RawServer(respond(400, body.encode(), headers)) as server:
            http = client(server)
            found = await refused(http, get())
            await http.aclose()
        assert found.server_text.startswith("no: ")
        assert free_of(form, found)

    play(main())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", ["title", "client_ref", "created", "id"])
def test_T64_what_a_success_echoes_is_masked(form: str, place: str) -> None:
    """A record's title, marker, time and id are journaled and shown."""

    async def main() -> None:
        async with RawServer(respond(200, {**RECORD, place: FORMS[form]})) as server:
            service = LocalService(at(server.url, TOKEN), settings=DIRECT)
            found: RecordRef | SendoffError
            try:
                found = await service.get_record("r1")
            except SendoffError as error:
                found = error
            await service.aclose()
        assert free_of(form, found)
        assert isinstance(found, RecordRef) or place == "id"

    play(main())


def test_T64_what_a_proxy_echoes_is_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "is_loopback", lambda _host: False)
    login = base64.b64encode(b"user:PROXY-pass-55aa").decode()

    async def main() -> None:
        async with RawServer(respond(403, {"message": f"no: {login}"})) as proxy:
            by_proxy = HttpSettings(
                proxy_mode=ProxyMode.MANUAL, proxy=Proxy(proxy.url, "user", "PROXY-pass-55aa")
            )
            http = client("http://records.example", settings=by_proxy, token="")
            found = await refused(http, get())
            await http.aclose()
        assert found.server_text.startswith("no: ")
        assert login[10:-4] not in repr(found)

    play(main())


def test_masking_changes_nothing_else_of_an_answer() -> None:
    body = json.dumps({"a": 'caf\u00e9 "q" \\u0041', "b": "\\\\"}).encode()
    answer = Answer(200, {"content-type": "application/json", "x": "caf\xe9"}, body)
    assert answer.without(lambda content: content) == answer
    assert answer.without(lambda content: content[:]).json() == answer.json()
    copied = answer.without(lambda content: bytes(bytearray(content)))
    assert copied.json() == answer.json()
    assert copied.headers == answer.headers
    assert as_json(copied) == as_json(answer)
