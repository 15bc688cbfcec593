"""What a request is to rules: its method and path, the stage of a save, the key of a file."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from urllib.parse import unquote

import h11

from desktop_app.core.model import SaveStage
from desktop_app.qa.proxy.rules import Call

_CREATE = re.compile(r"/(?:api/)?records/?")
_FINALIZE = re.compile(r".*/(?:finalize|actions/publish)")
_FILE = re.compile(r".*/(?:draft/)?files/(.+?)(?:/content|/commit)?")
_UPLOADS = re.compile(r".*/(?:uploads|draft/files)(?:/.*)?")


def call_of(request: h11.Request, keys: Mapping[str, str]) -> Call:
    """Return the call that a request makes.

    Args:
        keys: of files, by the path of the upload that was created for each.
    """
    method = request.method.decode("latin-1")
    path = unquote(request.target.decode("latin-1").partition("?")[0])
    found = _FILE.fullmatch(path)
    key = found[1] if found else keys.get(path, "") or _announced_key(request)
    return Call(method, path, stage_of(method, path), key)


def stage_of(method: str, path: str) -> SaveStage | None:
    """Return the stage of a save whose own work a request is; reading is of no stage."""
    if method == "POST" and _CREATE.fullmatch(path):
        return SaveStage.CREATE_RECORD
    if method == "POST" and _FINALIZE.fullmatch(path):
        return SaveStage.FINALIZE_RECORD
    sends = method in ("PUT", "PATCH", "POST")
    if sends and (_FILE.fullmatch(path) or _UPLOADS.fullmatch(path)):
        return SaveStage.UPLOAD_FILES
    return None


def header(head: h11.Request | h11.Response, name: bytes) -> str:
    """Return a header's value (`name` in lower case), or ""."""
    return next((value.decode("latin-1") for key, value in head.headers if key == name), "")


def length_of(head: h11.Request | h11.Response) -> int | None:
    """Return how many bytes of a body are announced, or None."""
    length = header(head, b"content-length")  # h11 has taken it for a number
    return int(length) if length else None


def _announced_key(request: h11.Request) -> str:
    """Return the key that the creation of a tus upload names, or ""."""
    for pair in header(request, b"upload-metadata").split(","):
        name, _, value = pair.strip().partition(" ")
        if name == "key":
            return base64.b64decode(value).decode(errors="replace")
    return ""
