"""The two tables: what arrived and what it means; which exception is which kind."""

from __future__ import annotations

import errno
import socket
import ssl

import httpcore
import pytest

from desktop_app.core.errors import ErrorKind, Verdict
from desktop_app.services.http import Answer, Arrived, classify, refusal, transport_error

TRANSIENT, PERMANENT, UNKNOWN = Verdict.TRANSIENT, Verdict.PERMANENT, Verdict.UNKNOWN_OUTCOME

TABLE = [
    # arrived, status, admitted, repeatable, not repeatable
    (Arrived.NOT_SENT, None, True, TRANSIENT, TRANSIENT),
    (Arrived.BROKEN, None, True, TRANSIENT, UNKNOWN),
    (Arrived.UNREADABLE, 200, True, PERMANENT, UNKNOWN),
    (Arrived.UNREADABLE, 202, True, PERMANENT, UNKNOWN),
    (Arrived.REFUSED, 301, True, PERMANENT, PERMANENT),
    (Arrived.REFUSED, 400, True, PERMANENT, PERMANENT),
    (Arrived.REFUSED, 401, True, PERMANENT, PERMANENT),
    (Arrived.REFUSED, 403, True, PERMANENT, PERMANENT),
    (Arrived.REFUSED, 404, True, PERMANENT, PERMANENT),
    (Arrived.REFUSED, 408, True, TRANSIENT, UNKNOWN),
    (Arrived.REFUSED, 409, True, PERMANENT, PERMANENT),
    (Arrived.REFUSED, 413, True, PERMANENT, PERMANENT),
    (Arrived.REFUSED, 422, True, PERMANENT, PERMANENT),
    (Arrived.REFUSED, 423, True, TRANSIENT, TRANSIENT),
    (Arrived.REFUSED, 425, True, TRANSIENT, TRANSIENT),
    (Arrived.REFUSED, 429, True, TRANSIENT, TRANSIENT),
    (Arrived.REFUSED, 500, True, TRANSIENT, UNKNOWN),
    (Arrived.REFUSED, 501, True, PERMANENT, PERMANENT),
    (Arrived.REFUSED, 502, True, TRANSIENT, UNKNOWN),
    (Arrived.REFUSED, 503, True, TRANSIENT, UNKNOWN),
    (Arrived.REFUSED, 503, False, TRANSIENT, TRANSIENT),
    (Arrived.REFUSED, 504, True, TRANSIENT, UNKNOWN),
    (Arrived.REFUSED, 507, True, PERMANENT, PERMANENT),
    (Arrived.REFUSED, 511, True, PERMANENT, PERMANENT),
    (Arrived.REFUSED, 522, True, TRANSIENT, UNKNOWN),
]


@pytest.mark.parametrize(("arrived", "status", "admitted", "repeatable", "single"), TABLE)
def test_what_arrived_and_may_it_be_repeated(
    arrived: Arrived, status: int | None, admitted: bool, repeatable: Verdict, single: Verdict
) -> None:
    assert classify(arrived, status, repeatable=True, admitted=admitted) is repeatable
    assert classify(arrived, status, repeatable=False, admitted=admitted) is single


def caused(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = cause
    return error


def certificate_error() -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_message = "self-signed certificate"
    return error


def tls_error(reason: str) -> ssl.SSLError:
    error = ssl.SSLError(1, reason)
    error.reason = reason
    return error


UNSENT = [
    (caused(httpcore.ConnectError(), socket.gaierror(-2, "")), ErrorKind.DNS, TRANSIENT),
    (caused(httpcore.ConnectError(), ConnectionRefusedError()), ErrorKind.REFUSED, TRANSIENT),
    (
        caused(httpcore.ConnectError(), OSError(errno.ENETUNREACH, "")),
        ErrorKind.OFFLINE,
        TRANSIENT,
    ),
    (caused(httpcore.ConnectError(), OSError(errno.ETIMEDOUT, "")), ErrorKind.TIMED_OUT, TRANSIENT),
    (caused(httpcore.ConnectError(), certificate_error()), ErrorKind.CERTIFICATE, PERMANENT),
    (
        caused(httpcore.ConnectError(), tls_error("WRONG_VERSION_NUMBER")),
        ErrorKind.NOT_THE_SERVICE,
        PERMANENT,
    ),
    (
        caused(httpcore.ConnectError(), tls_error("TLSV1_ALERT_UNKNOWN_CA")),
        ErrorKind.CERTIFICATE,
        PERMANENT,
    ),
    (
        caused(httpcore.ConnectError(), ssl.SSLEOFError(8, "")),
        ErrorKind.CONNECTION_LOST,
        TRANSIENT,
    ),
    (httpcore.ProxyError("407 Proxy Authentication Required"), ErrorKind.PROXY_AUTH, PERMANENT),
    (httpcore.ProxyError("502 Bad Gateway"), ErrorKind.PROXY, TRANSIENT),
    (httpcore.UnsupportedProtocol(""), ErrorKind.BAD_ADDRESS, PERMANENT),
]


@pytest.mark.parametrize(("error", "kind", "verdict"), UNSENT)
def test_nothing_was_sent(error: Exception, kind: ErrorKind, verdict: Verdict) -> None:
    for repeatable in (True, False):
        found = transport_error(error, host="h", sent=False, repeatable=repeatable)
        assert (found.kind, found.verdict) == (kind, verdict)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (httpcore.ReadError(""), ErrorKind.CONNECTION_LOST),
        (caused(httpcore.ReadError(), ConnectionResetError()), ErrorKind.CONNECTION_LOST),
        (httpcore.WriteError(""), ErrorKind.CONNECTION_LOST),
        (
            httpcore.RemoteProtocolError("Server disconnected without sending a response."),
            ErrorKind.CONNECTION_LOST,
        ),
        (httpcore.RemoteProtocolError("illegal status line"), ErrorKind.BAD_ANSWER),
    ],
)
def test_a_broken_connection_after_sending_is_unknown_unless_repeatable(
    error: Exception, kind: ErrorKind
) -> None:
    again = transport_error(error, host="h", sent=True, repeatable=True)
    single = transport_error(error, host="h", sent=True, repeatable=False)
    assert (again.kind, again.verdict) == (kind, TRANSIENT)
    assert (single.kind, single.verdict) == (kind, UNKNOWN)


def test_a_proxy_that_refuses_is_told_as_the_proxy() -> None:
    error = caused(httpcore.ConnectError(), ConnectionRefusedError())
    found = transport_error(error, host="h", proxy="p:8080", sent=False, repeatable=True)
    assert found.kind is ErrorKind.PROXY
    assert found.get("proxy") == "p:8080"
    assert found.get("reason") == "refused"


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, ErrorKind.VALIDATION),
        (401, ErrorKind.SIGN_IN),
        (403, ErrorKind.PERMISSION),
        (404, ErrorKind.NOT_FOUND),
        (409, ErrorKind.CONFLICT),
        (410, ErrorKind.GONE),
        (413, ErrorKind.TOO_LARGE),
        (415, ErrorKind.UNSUPPORTED_TYPE),
        (418, ErrorKind.OTHER),
        (422, ErrorKind.VALIDATION),
        (423, ErrorKind.LOCKED),
        (429, ErrorKind.RATE_LIMITED),
        (500, ErrorKind.SERVER_FAULT),
        (502, ErrorKind.SERVER_FAULT),
        (503, ErrorKind.OVERLOADED),
        (507, ErrorKind.QUOTA),
    ],
)
def test_each_status_has_its_kind(status: int, kind: ErrorKind) -> None:
    assert refusal(Answer(status, {}), "h", repeatable=True).kind is kind


def test_a_refusal_carries_what_the_server_said_field_by_field() -> None:
    body = (
        b'{"message": "A validation\\n error occurred.", "errors": ['
        b'{"field": "metadata.title", "messages": ["Missing data."]}, {"field": 3}]}'
    )
    answer = Answer(400, {"content-type": "application/json"}, body, "id-1")
    found = refusal(answer, "h", repeatable=True)
    assert found.server_text == "A validation error occurred."
    assert [(f.field, f.messages) for f in found.fields] == [("metadata.title", ("Missing data.",))]
    assert found.request_id == "id-1"


def test_a_page_is_never_taken_for_the_servers_words() -> None:
    page = Answer(504, {"content-type": "text/html"}, b"<html><h1>Gateway Time-out</h1></html>")
    assert refusal(page, "h", repeatable=True).server_text == ""


def test_maintenance_is_told_from_overload() -> None:
    page = Answer(503, {"content-type": "text/html"}, b"<h1>Scheduled Maintenance</h1>")
    assert refusal(page, "h", repeatable=True).kind is ErrorKind.MAINTENANCE
