"""T64: a secret is masked as it is and as a server may write it."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

import pytest

from desktop_app.core.log import MASK, Redactor

SECRET = "tok/en+7f3a~91c2 d4=é"
PLAIN = "SECRET-7f3a91c2d4"


def written(secret: str) -> dict[str, str]:
    """Return a secret in each form in which a server may give it back, inside other text."""
    raw = secret.encode()
    forms = {
        f"base64 behind {n}": base64.b64encode(b"x" * n + raw + b"tail").decode() for n in range(3)
    }
    forms |= {
        f"url-safe base64 behind {n}": base64.urlsafe_b64encode(b"~" * n + raw).decode()
        for n in range(3)
    }
    return forms | {
        "base64 of a login": base64.b64encode(b"user:" + raw).decode(),
        "hex": raw.hex(),
        "capital hex": raw.hex().upper(),
        "quoted": quote(secret, safe=""),
        "quoted in small letters": quote(secret, safe="").lower()
        if secret.islower()
        else quote(secret, safe="").replace("%C3%A9", "%c3%a9").replace("%2F", "%2f"),
        "wholly quoted": "".join(f"%{byte:02x}" for byte in raw),
        "half quoted": "".join(f"%{ord(c):02X}" if i % 2 and c < "~" else quote(c, safe="")
                               for i, c in enumerate(secret)),
        "as it is": secret,
    }  # fmt: skip


@pytest.mark.parametrize("secret", [SECRET, PLAIN])
@pytest.mark.parametrize("form", written(PLAIN))
def test_T64_no_form_of_a_secret_is_left(secret: str, form: str) -> None:
    redact = Redactor()
    redact.add(secret)
    text = written(secret)[form]
    shown = redact(f"before {text} behind")
    assert MASK in shown
    assert shown.startswith("before ")
    assert shown.endswith(" behind")
    kept = shown.removeprefix("before ").removesuffix(" behind").replace(MASK, "")
    assert not _run_of(text, kept), "more than the bits of neighbours is left"


def _run_of(text: str, kept: str) -> bool:
    """Whether 10 characters in a row of the encoded text, its ends left out, were kept."""
    inner = text[12:-8]
    return any(inner[i : i + 10] in kept for i in range(max(0, len(inner) - 10)))


def test_plain_words_and_digests_are_left() -> None:
    redact = Redactor()
    redact.add(PLAIN)
    redact.add("abc")
    text = f"abc sha256:{'0123456789abcdef' * 4} {json.dumps({'a': 1})} 100% %20"
    assert redact(text) == text
    assert redact.in_bytes(text.encode()) == text.encode()
