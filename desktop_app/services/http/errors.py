"""What went wrong, as a value: exceptions of the transport, and answers that are no success.

Three tables: exceptions to kinds (by class and cause, for their texts are often empty), statuses
to kinds, and "what arrived" x "may this request be repeated" to a `Verdict`.
"""

from __future__ import annotations

import errno
import re
import socket
import ssl
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import httpcore
import httpx

from desktop_app.core.errors import (
    ErrorInfo,
    ErrorKind,
    SendoffError,
    ServiceError,
    Verdict,
    info,
)
from desktop_app.services.http.answer import Answer
from desktop_app.services.http.server_text import (
    UNMASKED_LIMIT,
    field_complaints,
    field_errors,
    tidy,
)
from desktop_app.services.http.tls import refusal_facts

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
_REFUSED_INPUT = frozenset({400, 422, 428})
TRANSPORT_ERRORS = (
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.ProxyError,
    httpcore.TimeoutException,
    httpcore.UnsupportedProtocol,
    httpx.HTTPError,
    httpx.StreamError,
    httpx.InvalidURL,
    OSError,
)
"""What sending and reading may raise beside our own errors."""


class Arrived(StrEnum):
    """How far a request came."""

    NOT_SENT = "not_sent"
    """Not one byte of it left: no name, no connection, no TLS, no proxy."""
    BROKEN = "broken"
    """Some of it may have been acted on; no whole answer came."""
    UNREADABLE = "unreadable"
    """A success that cannot be understood, or not the one that was expected."""
    REFUSED = "refused"
    """An answer that is no success."""


class UnreachableError(ServiceError):
    """Nothing of the request left, and that may change by itself: the network is interrupted."""


TURNED_AWAY = frozenset({423, 425, 429})
"""Statuses that say that nothing was done, and that it may be asked for again later."""
PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses that may go away by themselves."""
FINAL_SERVER_REFUSALS = frozenset({501, 505, 506, 507, 508, 510, 511})
"""5xx that say clearly that nothing was done and nothing will be."""
_NO_WAY = frozenset(
    {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL, errno.EHOSTDOWN}
)
# What OpenSSL says of an answer in plain HTTP: usually a wrong port.
_SPEAKS_NO_TLS = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE"})


def classify(
    arrived: Arrived, status: int | None, *, repeatable: bool, admitted: bool = True
) -> Verdict:
    """Return what an error means for a retry.

    Args:
        arrived: how far the request came.
        status: of the answer, where one arrived.
        repeatable: whether doing the request twice has the effect of once.
        admitted: False if the answer says that the request was turned away at the door.
    """
    if arrived is Arrived.NOT_SENT:
        return Verdict.TRANSIENT
    if arrived is Arrived.BROKEN:
        return Verdict.TRANSIENT if repeatable else Verdict.UNKNOWN_OUTCOME
    if arrived is Arrived.UNREADABLE:
        return Verdict.PERMANENT if repeatable else Verdict.UNKNOWN_OUTCOME
    assert status is not None
    if status in TURNED_AWAY or (status == 503 and not admitted):
        return Verdict.TRANSIENT
    passing = status in PASSING or (status >= 500 and status not in FINAL_SERVER_REFUSALS)
    if not passing:
        return Verdict.PERMANENT
    # A 5xx may hide an effect: a gateway's 502 or 504 comes while the server goes on working, and
    # InvenioRDM answers the loser of two equal requests with a 500 while the winner's is done.
    return Verdict.TRANSIENT if repeatable else Verdict.UNKNOWN_OUTCOME


def causes(error: BaseException, outside: BaseException | None = None) -> list[BaseException]:
    """Return `error` and what it came from, outermost first.

    A context counts even where it is suppressed: the HTTP library cuts off causes on the way up.
    But what was being handled already as the request began (`outside`) is no cause of anything.
    """
    chain: list[BaseException] = []
    seen: BaseException | None = error
    while seen is not None and seen is not outside and seen not in chain:
        chain.append(seen)
        seen = seen.__cause__ or seen.__context__
    return chain


def transport_error(
    error: BaseException,
    *,
    host: str,
    proxy: str = "",
    sent: bool,
    repeatable: bool,
    request_id: str = "",
    outside: BaseException | None = None,
) -> ErrorInfo:
    """Return the value of an exception of the HTTP library, the TLS library or the system.

    Args:
        error: what was raised.
        host: the service's.
        proxy: `host:port` of the proxy that the call went by, or "".
        sent: whether any byte of the request may have left.
        repeatable: see `classify`.
        request_id: of the request.
        outside: what was being handled as the request began: another one's error.
    """
    kind, facts, lasting = _kind(error, outside)
    arrived = Arrived.BROKEN if sent else Arrived.NOT_SENT
    verdict = classify(arrived, None, repeatable=repeatable)
    if lasting and not sent:
        verdict = Verdict.PERMANENT
    if proxy and not sent and kind in (ErrorKind.REFUSED, ErrorKind.DNS, ErrorKind.OFFLINE):
        kind, facts = ErrorKind.PROXY, {**facts, "reason": kind.value}
    if kind in (ErrorKind.PROXY, ErrorKind.PROXY_AUTH):
        facts = {**facts, "proxy": proxy}
    facts = {"host": host, **facts}
    return info(kind, verdict=verdict, request_id=request_id, **facts)


def _kind(
    error: BaseException, outside: BaseException | None
) -> tuple[ErrorKind, dict[str, Any], bool]:
    """Return kind, facts, and whether it lasts until somebody changes something."""
    for cause in causes(error, outside):
        if isinstance(cause, SendoffError):
            return cause.kind, dict(cause.info.detail), True
        if isinstance(cause, httpcore.ProxyError | httpx.ProxyError):
            if str(cause)[:3] in ("401", "407"):
                return ErrorKind.PROXY_AUTH, {}, True
            return ErrorKind.PROXY, {"reason": str(cause)[:3]}, False
        if isinstance(cause, ssl.SSLError):
            return _tls_kind(cause)
        if isinstance(cause, OSError):
            return _system_kind(cause), {}, False
    return _library_kind(error)


def _library_kind(error: BaseException) -> tuple[ErrorKind, dict[str, Any], bool]:
    """Return the same for an error that the HTTP library made up itself."""
    if isinstance(error, httpcore.TimeoutException | httpx.TimeoutException):
        return ErrorKind.TIMED_OUT, {}, False
    if isinstance(error, httpcore.RemoteProtocolError | httpx.RemoteProtocolError):
        broken_off = "disconnected" in str(error) or "peer closed" in str(error)
        return (ErrorKind.CONNECTION_LOST if broken_off else ErrorKind.BAD_ANSWER), {}, False
    if isinstance(error, httpcore.UnsupportedProtocol | httpx.UnsupportedProtocol):
        return ErrorKind.BAD_ADDRESS, {}, True
    if isinstance(error, httpcore.NetworkError | httpx.NetworkError):
        return ErrorKind.CONNECTION_LOST, {}, False
    return ErrorKind.INTERNAL, {"type": type(error).__name__}, True


def _tls_kind(error: ssl.SSLError) -> tuple[ErrorKind, dict[str, Any], bool]:
    if isinstance(error, ssl.SSLCertVerificationError):
        return ErrorKind.CERTIFICATE, dict(refusal_facts(error)), True
    if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        return ErrorKind.CONNECTION_LOST, {}, False
    reason = error.reason or ""
    if reason in _SPEAKS_NO_TLS:
        return ErrorKind.NOT_THE_SERVICE, {"reason": "no_tls"}, True
    return ErrorKind.CERTIFICATE, {"reason": reason.lower().replace("_", " ")}, True


def _system_kind(error: OSError) -> ErrorKind:
    if isinstance(error, socket.gaierror):
        return ErrorKind.DNS
    if isinstance(error, ConnectionRefusedError):
        return ErrorKind.REFUSED
    if isinstance(error, TimeoutError):
        return ErrorKind.TIMED_OUT
    if error.errno in _NO_WAY:
        return ErrorKind.OFFLINE
    return ErrorKind.CONNECTION_LOST


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

    Reads RFC 9457 problem documents, and what is said of fields in any form (`server_text`).
    """
    document = answer.document()
    problem = problem_type(document)
    admitted = not (answer.status == 503 and problem in NOT_ADMITTED)
    facts: dict[str, object] = {"host": host}
    for name in ("limit", "size", "key"):
        if isinstance(document.get(name), str | int):
            facts[name] = document[name]
    return info(
        _kind_of_answer(answer),
        verdict=classify(Arrived.REFUSED, answer.status, repeatable=repeatable, admitted=admitted),
        server_text=_text_for_people(document, answer),
        status=answer.status,
        request_id=answer.request_id,
        retry_after_s=answer.retry_after_s,
        fields=field_errors(field_complaints(document or answer.value())),
        **facts,
    )


def problem_type(document: Mapping[str, Any]) -> str:
    """Return the last part of a problem document's type, or ""."""
    name = document.get("type")
    return re.split(r"[:/#]", name)[-1] if isinstance(name, str) else ""


def _text_for_people(document: Mapping[str, Any], answer: Answer) -> str:
    """Return what the server says for people: one line, never a page, not yet short.

    It is cut to `TEXT_LIMIT` once secrets are masked: half a secret could not be found any more.
    """
    for name in ("detail", "message", "title"):
        if isinstance(document.get(name), str) and document[name].strip():
            return tidy(document[name], UNMASKED_LIMIT)
    if answer.media_type == "text/plain" and not answer.is_html:
        return tidy(answer.body[:UNMASKED_LIMIT].decode("utf-8", "replace"), UNMASKED_LIMIT)
    return ""


def _kind_of_answer(answer: Answer) -> ErrorKind:
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
