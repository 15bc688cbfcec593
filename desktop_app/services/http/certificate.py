"""Why a certificate is refused, in facts that a person can act on: its dates, the names it is for.

The TLS library says only that it refused; the certificate itself is seen during the handshake and
at no time afterwards. Nothing in it is trusted: it is shown, and only shown.
"""

from __future__ import annotations

import contextlib
import ssl
from datetime import UTC, datetime
from typing import Any

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
