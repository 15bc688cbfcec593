"""What an error of the transport means: its kind, and whether the request may be repeated.

Two tables: exceptions to kinds (by class and cause, for texts are often empty), and
"what arrived" x "may this request be repeated" to a `Verdict`.
"""

from __future__ import annotations

import errno
import socket
import ssl
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
from desktop_app.services.http.certificate import refusal_facts


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
    """Nothing of the request left, and that may change by itself: the way is interrupted."""


TURNED_AWAY = frozenset({423, 425, 429})
"""Statuses that say that nothing was done, and that it may be asked for again later."""
PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses that may go away by themselves."""
FINAL_SERVER_REFUSALS = frozenset({501, 505, 506, 507, 508, 510, 511})
"""5xx that say clearly that nothing was done and nothing will be."""
_NO_WAY = frozenset(
    {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL, errno.EHOSTDOWN}
)
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
