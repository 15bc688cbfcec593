"""What a server answered, and how a refusal becomes an error: status, problem document, text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from desktop_app.core.errors import ErrorInfo, ErrorKind, ServiceError, info
from desktop_app.services.http.complaints import complaints_in, field_errors
from desktop_app.services.http.outcome import Arrived, classify
from desktop_app.services.http.texts import UNMASKED_LIMIT, tidy
from desktop_app.workflow import parse_retry_after

NOT_ADMITTED = frozenset({"overloaded", "temporary-reduced-capacity"})
"""Problem types of a 503 that say that the request was turned away at the door."""
_KINDS = {
    401: ErrorKind.SIGN_IN,
    403: ErrorKind.PERMISSION,
    404: ErrorKind.NOT_FOUND,
    407: ErrorKind.PROXY_AUTH,
    408: ErrorKind.TIMED_OUT,
    409: ErrorKind.CONFLICT,
    410: ErrorKind.GONE,
    412: ErrorKind.CONFLICT,
    413: ErrorKind.TOO_LARGE,
    415: ErrorKind.UNSUPPORTED_TYPE,
    423: ErrorKind.LOCKED,
    425: ErrorKind.OVERLOADED,
    429: ErrorKind.RATE_LIMITED,
    503: ErrorKind.OVERLOADED,
    507: ErrorKind.QUOTA,
    511: ErrorKind.NOT_THE_SERVICE,
}
_ESCAPED_ASCII = re.compile(rb"(?<!\\)((?:\\\\)*)\\u00([2-7][0-9a-fA-F])")
_NEEDS_ESCAPE = frozenset({b'"', b"\\", b"\x7f"})
_HALF_CHARACTER = re.compile(rb"\\u[dD][89a-fA-F]|\xed[\xa0-\xbf]")
_REFUSED_INPUT = frozenset({400, 422, 428})


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

        Not only texts for people: an id, a title or a place that a server made of a token would
        be journaled and shown too.
        """
        headers = {name: _masked_text(value, mask) for name, value in self.headers.items()}
        body = _unescaped(self.body) if b"\\u00" in self.body else self.body
        masked = mask(body)
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


def unreadable(answer: Answer, host: str, *, repeatable: bool) -> ServiceError:
    """Return the error of a success that cannot be understood."""
    kind = ErrorKind.NOT_THE_SERVICE if answer.is_html else ErrorKind.BAD_ANSWER
    return ServiceError(
        info(
            kind,
            verdict=classify(Arrived.UNREADABLE, answer.status, repeatable=repeatable),
            status=answer.status,
            request_id=answer.request_id,
            host=host,
        )
    )


def refusal(answer: Answer, host: str, *, repeatable: bool) -> ErrorInfo:
    """Return the value of an answer that is no success.

    Reads RFC 9457 problem documents, and what is said of fields in any form (`complaints`).
    """
    document = answer.document()
    problem = problem_type(document)
    admitted = not (answer.status == 503 and problem in NOT_ADMITTED)
    facts: dict[str, object] = {"host": host}
    for name in ("limit", "size", "key"):
        if isinstance(document.get(name), str | int):
            facts[name] = document[name]
    return info(
        _kind(answer),
        verdict=classify(Arrived.REFUSED, answer.status, repeatable=repeatable, admitted=admitted),
        server_text=server_text(document, answer),
        status=answer.status,
        request_id=answer.request_id,
        retry_after_s=answer.retry_after_s,
        fields=field_errors(complaints_in(document or answer.value())),
        **facts,
    )


def problem_type(document: Mapping[str, Any]) -> str:
    """Return the last part of a problem document's type, or ""."""
    name = document.get("type")
    return re.split(r"[:/#]", name)[-1] if isinstance(name, str) else ""


def server_text(document: Mapping[str, Any], answer: Answer) -> str:
    """Return what the server says for people: one line, never a page, not yet short.

    It is cut to `TEXT_LIMIT` once secrets are masked: half a secret could not be found any more.
    """
    for name in ("detail", "message", "title"):
        if isinstance(document.get(name), str) and document[name].strip():
            return tidy(document[name], UNMASKED_LIMIT)
    if answer.media_type == "text/plain" and not answer.is_html:
        return tidy(answer.body[:UNMASKED_LIMIT].decode("utf-8", "replace"), UNMASKED_LIMIT)
    return ""


def _kind(answer: Answer) -> ErrorKind:
    status = answer.status
    if status in (404, 405) and answer.is_html:
        return ErrorKind.NOT_THE_SERVICE
    if status == 503 and b"maintenance" in answer.body[:4096].lower():
        return ErrorKind.MAINTENANCE
    if status in _KINDS:
        return _KINDS[status]
    if status in _REFUSED_INPUT:
        return ErrorKind.VALIDATION
    return ErrorKind.SERVER_FAULT if status >= 500 else ErrorKind.OTHER
