"""The TLS context, and why a certificate is refused: its dates, the names it is for.

The TLS library says only that it refused; the certificate itself can be read during the handshake
and at no time afterwards. Nothing in it is trusted: it is shown, and only shown.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from desktop_app.core.errors import BadInputError, ErrorKind, info

EXPIRED, NOT_YET, OTHER_HOST = "expired", "not_yet", "other_host"
_MOST_NAMES = 3
_LONGEST_NAME = 100
_REASONS = {
    # OpenSSL
    9: NOT_YET, 10: EXPIRED, 62: OTHER_HOST, 64: OTHER_HOST,
    # macOS: errSecCertificateNotValidYet, errSecCertificateExpired, errSecHostNameMismatch
    -67819: NOT_YET, -67818: EXPIRED, -67602: OTHER_HOST,
    # Windows: CERT_E_EXPIRED (which is both), CERT_E_CN_NO_MATCH
    0x800B0101: EXPIRED, 0x800B010F: OTHER_HOST,
}  # fmt: skip


class Trust:
    """The TLS context, built once in a thread and shared by all clients of a process."""

    def __init__(
        self, ca_file: str = "", *, build: Callable[[str], ssl.SSLContext] | None = None
    ) -> None:
        self._ca_file = ca_file
        self._build = build or _context
        self._building = asyncio.Lock()
        self._context: ssl.SSLContext | None = None

    async def context(self) -> ssl.SSLContext:
        """Return the context; never works on the loop's thread.

        Raises:
            BadInputError: CERTIFICATE with `reason`: the authority file (`ca_file`), or the one
                that a variable names (`name`), is missing, cannot be read or is not PEM. It is
                looked at again by the next call: a repaired file needs no restart.
        """
        async with self._building:
            if self._context is None:
                self._context = await asyncio.to_thread(self._build, self._ca_file)
            return self._context


def _context(ca_file: str) -> ssl.SSLContext:
    import truststore  # noqa: PLC0415 - 20 ms that only TLS needs, and in a thread

    _check_variable("SSL_CERT_FILE")
    context: ssl.SSLContext = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if ca_file and (reason := _load(context, ca_file)):
        raise BadInputError(info(ErrorKind.CERTIFICATE, ca_file=ca_file, reason=f"file_{reason}"))
    context.set_alpn_protocols(["http/1.1"])
    return observed(context)


def _check_variable(name: str) -> None:
    """Say so where the variable names a file that OpenSSL would pass over in silence.

    Raises:
        BadInputError: CERTIFICATE with `name` and `reason`.
    """
    path = os.environ.get(name, "")
    if path and (reason := _load(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), path)):
        reason = "missing" if reason == "missing" else "unusable"
        raise BadInputError(info(ErrorKind.CERTIFICATE, name=name, reason=f"variable_{reason}"))


def _load(context: ssl.SSLContext, path: str) -> str:
    """Trust the certificates of a file; return what is wrong with it, or ""."""
    try:
        context.load_verify_locations(cafile=path)
    except (FileNotFoundError, NotADirectoryError):
        return "missing"
    except ssl.SSLError:
        return "garbage"
    except OSError:
        return "unreadable"
    return ""


def observed(context: ssl.SSLContext) -> ssl.SSLContext:
    """Let `context` add the certificate that it refuses to the error that it raises; return it."""
    inner = getattr(context, "_ctx", context)  # truststore's own wraps the library's
    kind: type[ssl.SSLObject] = inner.sslobject_class

    class Observed(kind):  # type: ignore[valid-type, misc]  # the context decides what it extends
        def do_handshake(self) -> None:
            try:
                super().do_handshake()
            except ssl.SSLCertVerificationError as error:
                # Missing on some builds of OpenSSL: then the reason is said without the facts.
                with contextlib.suppress(Exception):
                    first = self._sslobj.get_unverified_chain()[0]
                    error.certificate = first.get_info()  # type: ignore[attr-defined]
                raise

    inner.sslobject_class = Observed
    return context


def refusal_facts(
    error: ssl.SSLCertVerificationError, now: datetime | None = None
) -> dict[str, str]:
    """Return `reason` and, where they are known, `date` and `today`, or the `names` it is for."""
    shown = _shown(getattr(error, "certificate", None))
    reason = _REASONS.get(getattr(error, "verify_code", 0), "")
    now = now or datetime.now(UTC)
    begins, ends = _moment(shown.get("notBefore")), _moment(shown.get("notAfter"))
    if reason == EXPIRED and begins is not None and now < begins:
        reason = NOT_YET
    if reason == OTHER_HOST:
        return {"reason": reason, "names": _names(shown)}
    if not reason:
        return {"reason": str(getattr(error, "verify_message", "") or error.reason)}
    moment = ends if reason == EXPIRED else begins
    return {"reason": reason, "date": _text(moment) if moment else "", "today": _text(now)}


def _shown(certificate: object) -> dict[str, Any]:
    return certificate if isinstance(certificate, dict) else {}


def _moment(text: object) -> datetime | None:
    try:
        return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(text)), UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _text(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def _names(certificate: dict[str, Any]) -> str:
    names = [str(value)[:_LONGEST_NAME] for _, value in certificate.get("subjectAltName", ())]
    more = ", …" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more
