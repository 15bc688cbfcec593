"""Redaction, and the log that is written through it. Knows no service and no file layout.

Secrets are removed twice: by value (everything registered with `Redactor.add`, as it is and as a
server may write it: base64, hex, percent-encoded) and by shape (bearer tokens, credentials in
URLs, query strings of URLs). Shapes are for free texts, those of servers and of exceptions. They
are looked for in one field at a time, never in a line or document made of several: a shape has no
end there, and takes the fields behind it along.
"""

from __future__ import annotations

import logging
import os
import re
from base64 import b64encode
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from typing import Any
from urllib.parse import quote

MASK = "[redacted]"
SHORTEST = 4
"""Characters of the shortest text that is masked: shorter ones would mask plain words."""
_SHAPES = (
    re.compile(r"(?i)(\bbearer\s+)[A-Za-z0-9._~+/=-]{6,}"),
    re.compile(r"(?i)(\b(?:basic|token)\s+)[A-Za-z0-9._~+/=-]{20,}"),  # shorter: a plain word
    re.compile(r"(?i)(\b(?:authorization|cookie|set-cookie|x-api-key)['\"]?\s*[:=]\s*)[^\r\n,}]+"),
    re.compile(r"(?i)(\bhttps?://)[^\s/@]+@"),
    re.compile(r"(?i)(\bhttps?://[^\s?'\"<>]*\?)[^\s'\"<>]+"),
)

_NAMES = frozenset(
    {
        *("key", "path", "name", "stored_as", "title", "label", "uploaded_file_keys"),
        *("url", "link", "address"),
    }
)
"""Members of JSON objects that hold names of a person's own, or the address of a record."""


def forms_of(secret: str) -> frozenset[str]:
    """Return `secret` and what it is called where it was encoded, alone or inside a longer text."""
    raw = secret.encode()
    forms = {secret, secret.strip(), raw.hex(), raw.hex().upper(), *_in_base64(raw)}
    for quoted in (quote(secret, safe=""), "".join(f"%{byte:02X}" for byte in raw)):
        forms |= {quoted, re.sub("%..", lambda found: found[0].lower(), quoted)}
    return frozenset(form for form in forms if len(form) >= SHORTEST)


def _in_base64(raw: bytes) -> set[str]:
    """Return what is the same of `raw` in base64 whatever stands before and behind it.

    Three bytes are four characters, so there are three ways to begin; the characters at both ends
    that hold bits of neighbours are left out.
    """
    found = set()
    for before in range(3):
        first, end = -(-8 * before // 6), 8 * (before + len(raw)) // 6
        text = b64encode(bytes(before) + raw).decode()[first:end]
        found |= {text, text.replace("+", "-").replace("/", "_")}
    return found


class Redactor:
    """Masks secrets in text. One per process, handed to whatever writes text."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._forms: tuple[str, ...] = ()
        self._forms_in_bytes: tuple[bytes, ...] = ()
        self._half_quoted: tuple[re.Pattern[str], ...] = ()

    def add(self, secret: str) -> None:
        """Mask `secret`, also where it is encoded, from now on; shorter than 4 is ignored."""
        if len(secret.strip()) < SHORTEST or secret in self._known:
            return
        self._known.add(secret)
        forms = forms_of(secret).union(self._forms)
        self._forms = tuple(sorted(forms, key=len, reverse=True))
        self._forms_in_bytes = tuple(form.encode() for form in self._forms)
        self._half_quoted += (_half_quoted(secret.strip()),)

    def __call__(self, text: str) -> str:
        """Return a free text without secrets."""
        text = self.known(text)
        for shape in _SHAPES:
            text = shape.sub(rf"\1{MASK}", text)
        return text

    def known(self, text: str) -> str:
        """Return `text` without registered secrets: names, titles and links are kept whole."""
        for form in self._forms:
            if form in text:
                text = text.replace(form, MASK)
        if "%" in text:
            for pattern in self._half_quoted:
                text = pattern.sub(MASK, text)
        return text

    def fields(self, value: Any, name: str = "") -> Any:
        """Return a JSON value with each of its texts redacted by itself.

        `name` is the member that holds it: what a person named, and where a record is, is masked
        by value only.
        """
        if isinstance(value, str):
            return self.known(value) if name in _NAMES else self(value)
        if isinstance(value, dict):
            return {self.known(str(key)): self.fields(one, key) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.fields(one, name) for one in value]
        return value

    def in_bytes(self, content: bytes) -> bytes:
        """Return encoded text without the secrets that were added."""
        for form in self._forms_in_bytes:
            if form in content:
                content = content.replace(form, MASK.encode())
        return content


def _half_quoted(secret: str) -> re.Pattern[str]:
    """Return what finds a secret of which any character may be percent-encoded."""
    parts = []
    for character in secret:
        quoted = "".join(f"%{byte:02X}" for byte in character.encode())
        parts.append(f"(?:{re.escape(character)}|(?i:{quoted}))")
    return re.compile("".join(parts))


class _RedactingFormatter(logging.Formatter):
    """Formats a record, exception text included, then redacts the whole of it."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        return self._redact(super().format(record))


class _PrivateFileHandler(RotatingFileHandler):
    """Opens each of its files so that nobody else can read it."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Give the line up: a full disk is reported where it matters, and nothing goes unmasked."""

    def shouldRollover(self, record: logging.LogRecord) -> bool:
        """Whether the file is full: a line may reach over its end, so none is formatted twice."""
        del record
        if self.stream is None:
            self.stream = self._open()
        return os.fstat(self.stream.fileno()).st_size >= self.maxBytes

    def _open(self) -> TextIOWrapper:
        handle = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        return open(handle, "a", encoding=self.encoding)


def log_to_file(path: str, redact: Redactor, *, max_bytes: int = 1_000_000, keep: int = 3) -> None:
    """Send the log of this process to `path` (mode 0600), rotated and redacted.

    Raises:
        OSError: the file cannot be created.
    """
    handler = _PrivateFileHandler(path, maxBytes=max_bytes, backupCount=keep, encoding="utf-8")
    handler.setFormatter(_RedactingFormatter(redact))
    root = logging.getLogger("desktop_app")
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    root.propagate = False
