"""JSON that came as a body: read beside the loop where it is large, so that it holds nobody up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, TypeVar

from desktop_app.server.problems import Kind, Problem

T = TypeVar("T")
AT_ONCE = 16 * 1024
"""Bytes that are parsed on the loop: handing them to a thread would take longer."""


def parse(raw: bytes) -> dict[str, Any]:
    """Return the JSON object in `raw`; it can be written again as UTF-8 JSON.

    Raises:
        Problem: `bad-json`.
    """
    try:
        value = json.loads(raw)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise Problem(Kind.BAD_JSON) from error
    if not isinstance(value, dict):
        raise Problem(Kind.BAD_JSON, reason="not an object")
    return value


async def read_as(raw: bytes, read: Callable[[dict[str, Any]], T]) -> T:
    """Return what `read` makes of the object in `raw`.

    Raises:
        Problem: `bad-json`, or what `read` refuses.
    """
    if len(raw) <= AT_ONCE:
        return read(parse(raw))
    return await asyncio.to_thread(lambda: read(parse(raw)))
