"""Secrets are masked in every field, and a field never takes the next one along."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from desktop_app.core.log import MASK, Redactor
from desktop_app.core.printing import Printer

SECRET = 'to"ken\\7f3a'


def printed(value: dict[str, Any]) -> Any:
    redact, out = Redactor(), io.StringIO()
    redact.add(SECRET)
    Printer(redact, out).json(value)
    return json.loads(out.getvalue())


@pytest.mark.parametrize(
    "text",
    [
        "Cookie: mine",
        "Authorization: none, of mine",
        'https://h.example/?q="quoted"',
        "https://h.example/?q=back\\",
        "https://user:pw@h.example/",
        "Bearer of good news",
    ],
)
def test_t16_an_object_stays_one_whatever_its_texts_look_like(text: str) -> None:
    names = {"key": text, "title": text, "path": f"/home/{text}", "url": "https://h.example/?v=1"}

    assert printed({**names, "state": "done"}) == {**names, "state": "done"}
    free = printed({"message": text, "state": "done"})
    assert (free["state"], set(free)) == ("done", {"message", "state"})


@pytest.mark.parametrize("place", ["key", "title", "url", "message", "anything"])
def test_a_known_secret_is_masked_in_every_field_and_in_names_of_fields(place: str) -> None:
    held = printed({place: f"a {SECRET} b", "list": [{place: SECRET}], SECRET: 1})

    assert held == {place: f"a {MASK} b", "list": [{place: MASK}], MASK: 1}


def test_what_looks_like_a_secret_is_masked_in_the_text_of_a_server() -> None:
    text = "see https://h.example/u?X-Signature=abcdef123 Bearer abcdef12345"

    (masked,) = printed({"server_text": text}).values()

    assert "abcdef" not in masked


def test_t16_a_line_of_ours_keeps_links_and_names_and_no_secret() -> None:
    redact, out = Redactor(), io.StringIO()
    redact.add("7f3a91c2")
    printer = Printer(redact, out)

    printer.own("Record: https://h.example/records/1?preview=1")
    printer.own(f"  cookie: a.txt: {printer.free('Bearer abcdef12345')} 7f3a91c2")

    first, second = out.getvalue().splitlines()
    assert first == "Record: https://h.example/records/1?preview=1"
    assert second == f"  cookie: a.txt: Bearer {MASK} {MASK}"
