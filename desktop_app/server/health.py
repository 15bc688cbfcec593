"""Health, metrics, and the QA control path (its own token; not there without `--qa`)."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from starlette.responses import Response

from desktop_app.server.answers import empty, json_answer
from desktop_app.server.folder import proof
from desktop_app.server.problems import Kind, Problem

if TYPE_CHECKING:
    from desktop_app.server.call import Call

_CHALLENGE = re.compile(r"[0-9a-f]{64}")


async def healthz(call: Call) -> Response:
    """`GET /healthz`: which instance answers; needs no token, and to a challenge shows one's own.

    Raises:
        Problem: `bad-field` for a challenge that is not 64 hexadecimal digits.
    """
    service = call.service
    value = {
        "status": "ok",
        "service": "sendoff-local",
        "instance": service.instance,
        "uploads_cancellable": service.faults.uploads_cancellable,
    }
    challenge = call.query_params.get("challenge")
    if challenge is not None:
        if not _CHALLENGE.fullmatch(challenge):
            raise Problem(Kind.BAD_FIELD, field="challenge")
        value["proof"] = proof(service.token, challenge, call.headers.get("host", ""))
    return json_answer(200, value)


async def openapi(_call: Call) -> Response:
    """`GET /openapi.json`: what this service takes and answers; needs no token."""
    return Response(_description(), media_type="application/json")


@cache
def _description() -> bytes:
    return files("desktop_app.server").joinpath("openapi.json").read_bytes()


async def metrics(call: Call) -> Response:
    """`GET /metrics`: Prometheus text."""
    service = call.service
    text = await asyncio.to_thread(service.metrics.text)
    return Response(text, 200, None, "text/plain; version=0.0.4; charset=utf-8")


async def qa_add_rule(call: Call) -> Response:
    """`POST /qa/rules`: one rule; 201 with its id."""
    service = call.service
    _, rule = await call.json_object(service.limits.max_json, service.faults.add)
    return json_answer(201, rule.item())


async def qa_clear_rules(call: Call) -> Response:
    """`DELETE /qa/rules`: all, or the one with `?id=`."""
    service = call.service
    service.faults.clear(call.query_params.get("id"))
    return empty()


async def qa_state(call: Call) -> Response:
    """`GET /qa/state`: the rules in force and how often each fired."""
    service = call.service
    return json_answer(
        200,
        {
            "rules": [rule.item() for rule in service.faults.rules],
            "settled": service.settled,
            "reaped": service.reaper.report,
        },
    )


async def qa_requests(call: Call) -> Response:
    """`GET /qa/requests`: the last requests, oldest first."""
    service = call.service
    return json_answer(200, {"items": list(service.faults.requests), "next": None})


async def qa_reap(call: Call) -> Response:
    """`POST /qa/reap`: reap now and report."""
    service = call.service
    return json_answer(200, await asyncio.to_thread(service.reaper.reap))
