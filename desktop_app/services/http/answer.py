"""What a server answered: status, headers, a bounded body, read once and masked as a whole."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from desktop_app.workflow import parse_retry_after

_ESCAPED_ASCII = re.compile(rb"(?<!\\)((?:\\\\)*)\\u00([2-7][0-9a-fA-F])")
_NEEDS_ESCAPE = frozenset({b'"', b"\\", b"\x7f"})
_HALF_CHARACTER = re.compile(rb"\\u[dD][89a-fA-F]|\xed[\xa0-\xbf]")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, its (bounded) body read.

    Attributes:
        status: HTTP status.
        headers: names in lower case.
        body: bytes of the content.
        request_id: of the request it answers.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes = field(default=b"", repr=False)
    request_id: str = ""

    @property
    def media_type(self) -> str:
        """The content type without parameters, lower case."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def is_html(self) -> bool:
        """Whether this is a page for people, whatever it calls itself."""
        start = self.body[:64].lstrip().lower()
        return self.media_type in ("text/html", "application/xhtml+xml") or start.startswith(
            (b"<!doctype", b"<html")
        )

    @property
    def retry_after_s(self) -> float | None:
        """Seconds to wait that the server asked for, or None."""
        return parse_retry_after(self.headers.get("retry-after"), self.headers.get("date"))

    def without(self, mask: Callable[[bytes], bytes]) -> Answer:
        """Return the answer masked as a whole: no part of it may bring a secret back.

        Not only texts for people: an id, a title or a location that a server made of a token
        would be journaled and shown too.
        """
        named = "\n".join(self.headers.values()).encode("latin-1", "replace")
        body = _unescaped(self.body) if b"\\u00" in self.body else self.body
        masked = mask(body)
        if masked is body and mask(named) is named:
            return self  # as nearly always
        headers = {name: _masked_text(value, mask) for name, value in self.headers.items()}
        return replace(self, headers=headers, body=self.body if masked is body else masked)

    def json(self) -> Any:
        """Return the parsed body.

        Raises:
            ValueError: it is not labelled as JSON, or not JSON, or holds half a character (a lone
                surrogate), which no file, database or terminal takes.
        """
        if self.media_type != "application/json" and not self.media_type.endswith("+json"):
            raise ValueError("not labelled as JSON")
        value = json.loads(self.body)
        if _HALF_CHARACTER.search(self.body):
            json.dumps(value, ensure_ascii=False).encode()
        return value

    def value(self) -> Any:
        """Return the JSON value of the body, None where there is none."""
        try:
            return self.json()
        except (ValueError, RecursionError):
            return None

    def document(self) -> dict[str, Any]:
        """Return the JSON object of the body, or {} where there is none."""
        value = self.value()
        return value if isinstance(value, dict) else {}


def _masked_text(text: str, mask: Callable[[bytes], bytes]) -> str:
    return mask(text.encode("latin-1", "replace")).decode("latin-1")


def _unescaped(body: bytes) -> bytes:
    """Return JSON with plain characters as themselves, so that none hides behind an escape."""

    def plain(found: re.Match[bytes]) -> bytes:
        character = bytes.fromhex(found[2].decode())
        return found[0] if character in _NEEDS_ESCAPE else found[1] + character

    return _ESCAPED_ASCII.sub(plain, body)
