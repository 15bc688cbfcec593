"""Refusals in the forms of many frameworks: every text of the server is kept, beside its field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from desktop_app.core.errors import ErrorKind
from desktop_app.core.words import error_words, say
from desktop_app.services.http import Answer, refusal

BODIES: dict[str, tuple[Any, dict[str, tuple[str, ...]]]] = {
    "messages": ({"errors": [{"field": "a.b", "messages": ["x", "y"]}]}, {"a.b": ("x", "y")}),
    "message as a list": (
        {"errors": [{"field": "files.0.key", "message": ["taken"]}]},
        {"files.0.key": ("taken",)},
    ),
    "messages as an object": (
        {"errors": [{"field": "files", "messages": {"0": {"key": ["taken"]}}}]},
        {"files.0.key": ("taken",)},
    ),
    "entries without a field": (
        {"message": "No.", "errors": [{"message": "locked"}, "late", {"messages": ["full"]}]},
        {"": ("locked", "late", "full")},
    ),
    "errors as an object": (
        {"errors": {"title": ["short"], "creators": [{}, {"name": ["blank"]}]}},
        {"title": ("short",), "creators.1.name": ("blank",)},
    ),
    "errors as a text": ({"errors": "all wrong"}, {"": ("all wrong",)}),
    "a list as body": (
        [{"field": "title", "messages": "short"}, "late"],
        {"title": ("short",), "": ("late",)},
    ),
    "a text as body": ("all wrong", {"": ("all wrong",)}),
    "fields as members": (
        {"title": ["short"], "size": ["big"]},
        {"title": ("short",), "size": ("big",)},
    ),
    "places as lists": (
        {"detail": [{"loc": ["body", "title"], "msg": "short", "type": "value_error"}]},
        {"title": ("short",)},
    ),
    "message as an object": (
        {"status": 400, "message": {"title": ["short"]}},
        {"title": ("short",)},
    ),
    "a field alone": ({"errors": [{"field": "title"}]}, {"title": ()}),
}


def answered(body: Any) -> Answer:
    return Answer(400, {"content-type": "application/json"}, json.dumps(body).encode())


@pytest.mark.parametrize("form", BODIES)
def test_t27_every_text_of_a_refusal_is_kept_and_said(form: str) -> None:
    body, expected = BODIES[form]

    error = refusal(answered(body), "h.example", repeatable=False)

    assert error.kind is ErrorKind.VALIDATION
    assert {one.field: one.messages for one in error.fields} == expected
    said = " ".join(say(sentence) for sentence in error_words(error))
    assert all(text in said for texts in expected.values() for text in texts)


@pytest.mark.parametrize(
    "body",
    [
        {"type": "about:blank", "title": "Bad", "detail": "No.", "links": {"self": "https://x"}},
        {"message": "No.", "errors": []},
        {},
        [],
    ],
)
def test_what_speaks_of_no_field_is_taken_for_none(body: Any) -> None:
    assert refusal(answered(body), "h.example", repeatable=False).fields == ()


def test_a_refusal_without_an_end_is_bounded() -> None:
    deep: Any = "x"
    for _ in range(200):
        deep = {"a": deep}
    wide = {f"field{n}": [f"text {m}" for m in range(100)] for n in range(200)}

    assert refusal(answered({"errors": deep}), "h.example", repeatable=False).fields == ()
    fields = refusal(answered({"errors": wide}), "h.example", repeatable=False).fields
    assert (len(fields), {len(one.messages) for one in fields}) == (50, {50})
