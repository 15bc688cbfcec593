"""What a server says in words: fit to be shown, and sorted by the fields that it speaks of.

Frameworks nest it differently: `[{"field", "messages"}]` (InvenioRDM), `{"title": ["..."]}`
(marshmallow, Django), `[{"loc": ["body", "title"], "msg"}]` (FastAPI), lists and dicts of these,
plain texts. No text of the server is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from desktop_app.core.errors import FieldError

TEXT_LIMIT = 500
UNMASKED_LIMIT = 8 * TEXT_LIMIT
"""Length of texts before secrets are masked in them."""
MOST_FIELDS = 50
"""Fields that a refusal names, and messages of each, that are kept."""
_DEEPEST = 12
_TEXTS = ("messages", "message", "msg", "detail", "error", "reason")
"""Members that hold what is said; where one is there, no other member is a field."""
_OF_A_FIELD = (*_TEXTS, "description", "title")
"""The same in an entry that names its field: elsewhere these are fields themselves."""


def tidy(text: str, limit: int = TEXT_LIMIT) -> str:
    """Return `text` on one line, without control characters, at most `limit` long."""
    line = " ".join(printable(text[: 4 * limit]).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def printable(text: str) -> str:
    """Return `text` with a space for what is not shown: controls, marks that turn its direction."""
    return "".join(c if c.isprintable() else " " for c in text)


def field_complaints(body: Any) -> Any:
    """Return the part of a refusal's body that speaks of fields, None where none does."""
    if not isinstance(body, dict):
        return body
    if body.get("errors"):
        return body["errors"]
    for name in ("message", "detail"):
        if isinstance(body.get(name), list | dict):
            return body[name]
    plain = any(isinstance(body.get(name), str) for name in ("message", "detail", "title", "type"))
    lists = body and all(isinstance(one, list | dict) for one in body.values())
    return body if lists and not plain else None


def field_errors(errors: Any) -> tuple[FieldError, ...]:
    """Return the messages by field in the order of the answer; "" is no field in particular."""
    found: dict[str, list[str]] = {}
    for path, text in _said(errors, "", _DEEPEST):
        if path in found or len(found) < MOST_FIELDS:
            texts = found.setdefault(path, [])
            if text and len(texts) < MOST_FIELDS:
                texts.append(tidy(text, UNMASKED_LIMIT))
    return tuple(FieldError(path, tuple(texts)) for path, texts in found.items())


def _said(errors: Any, path: str, depth: int) -> Iterator[tuple[str, str]]:
    if depth <= 0:
        return
    if isinstance(errors, str):
        if errors.strip():
            yield path, errors
    elif isinstance(errors, list):
        for number, item in enumerate(errors):
            place = _joined(path, str(number)) if path and _is_a_place(item) else path
            yield from _said(item, place, depth - 1)
    elif isinstance(errors, dict):
        yield from _said_in(errors, path, depth)


def _said_in(errors: dict[str, Any], path: str, depth: int) -> Iterator[tuple[str, str]]:
    named = _named(errors)
    if named is not None:
        path = _joined(path, named)
    known = _OF_A_FIELD if named is not None else () if path else _TEXTS
    texts = [name for name in known if errors.get(name)]
    if named is None and not texts:
        for name, item in errors.items():
            yield from _said(item, _joined(path, str(name)), depth - 1)
    elif texts:
        yield from _said(errors[texts[0]], path, depth - 1)
    else:
        yield path, ""


def _named(errors: dict[str, Any]) -> str | None:
    """Return which field an entry names, None where it names none."""
    field, place = errors.get("field"), errors.get("loc")
    if isinstance(field, str):
        return field
    if isinstance(place, list):
        return ".".join(str(part) for part in place if part != "body")
    return None


def _is_a_place(item: Any) -> bool:
    """Whether an item of a list is about one entry of a field that holds several."""
    return isinstance(item, dict) and _named(item) is None and bool(item)


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path and name else path or name
