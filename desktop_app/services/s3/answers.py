"""What a store answers, read from XML: listings, parts, codes of refusals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote_plus
from xml.etree import ElementTree as ET

from desktop_app.services.http import Answer, tidy


@dataclass(frozen=True, slots=True)
class Stored:
    """An object, or a part (`key` is its number): `tag` is the store's own of its content."""

    key: str
    size: int
    tag: str


@dataclass(frozen=True, slots=True)
class Listing:
    """One page; `next` leads to the next one, "" after the last."""

    objects: tuple[Stored, ...]
    next: str = ""


def listing_of(answer: Answer) -> Listing:
    """Read a page of objects."""
    root = _root(answer, "ListBucketResult")
    encoded = _text(root, "EncodingType") == "url"
    objects = tuple(
        Stored(
            unquote_plus(_text(one, "Key")) if encoded else _text(one, "Key"),
            int(_text(one, "Size")),
            _tag(one),
        )
        for one in _all(root, "Contents")
    )
    more = _text(root, "IsTruncated") == "true"
    return Listing(objects, _text(root, "NextContinuationToken") if more else "")


def parts_of(answer: Answer) -> Listing:
    """Read a page of parts."""
    root = _root(answer, "ListPartsResult")
    parts = tuple(
        Stored(_text(one, "PartNumber"), int(_text(one, "Size")), _tag(one))
        for one in _all(root, "Part")
    )
    more = _text(root, "IsTruncated") == "true"
    return Listing(parts, _text(root, "NextPartNumberMarker") if more else "")


def open_uploads(answer: Answer) -> tuple[tuple[str, str], ...]:
    """Read key and id of uploads that were begun and not ended."""
    root = _root(answer, "ListMultipartUploadsResult")
    return tuple((_text(one, "Key"), _text(one, "UploadId")) for one in _all(root, "Upload"))


def text_of(answer: Answer, name: str) -> str:
    """Return the text of an element.

    Raises:
        ValueError: there is none.
    """
    text = _text(_parsed(answer.body), name)
    if not text:
        raise ValueError(name)
    return text


def complaint(answer: Answer) -> tuple[str, str]:
    """Return code and text of an error, "" where the answer is none."""
    if b"<Error" not in answer.body[:1024]:
        return "", ""
    try:
        root = _parsed(answer.body)
    except ValueError:
        return "", ""
    if _name(root) != "Error":
        return "", ""
    return _text(root, "Code"), tidy(_text(root, "Message"))


def _root(answer: Answer, name: str) -> ET.Element:
    root = _parsed(answer.body)
    if _name(root) != name:
        raise ValueError(name)
    return root


def _parsed(body: bytes) -> ET.Element:
    """Parse a document without declarations: entities could make it grow without end.

    Raises:
        ValueError: it is none.
    """
    if b"<!" in body:
        raise ValueError("declarations")
    try:
        return ET.fromstring(body.strip())  # noqa: S314 - see above
    except ET.ParseError as error:
        raise ValueError("no XML") from error


def _all(parent: ET.Element, name: str) -> Iterator[ET.Element]:
    return (one for one in parent if _name(one) == name)


def _text(parent: ET.Element, name: str) -> str:
    found = next(_all(parent, name), None)
    return (found.text or "") if found is not None else ""


def _tag(parent: ET.Element) -> str:
    return _text(parent, "ETag").strip('"').lower()


def _name(element: ET.Element) -> str:
    """Return the name without its namespace, which not every store gives."""
    return element.tag.rpartition("}")[2]
