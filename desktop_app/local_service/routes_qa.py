"""Health, metrics, and the QA control path (its own token; not there without `--qa`)."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from starlette.responses import Response

from desktop_app.local_service.answers import empty, json_answer
from desktop_app.local_service.openapi import DOCUMENT
from desktop_app.local_service.probe import proof
from desktop_app.local_service.problems import Kind, Problem

if TYPE_CHECKING:
    from desktop_app.local_service.call import Call
    from desktop_app.local_service.service import Service

_CHALLENGE = re.compile(r"[0-9a-f]{64}")


async def healthz(service: Service, call: Call) -> Response:
    """`GET /healthz`: which instance answers; needs no token, and to a challenge shows one's own.

    Raises:
        Problem: `bad-field` for a challenge that is not 64 hexadecimal digits.
    """
    value = {
        "status": "ok",
        "service": "sendoff-local",
        "instance": service.instance,
        "uploads_cancellable": service.faults.uploads_cancellable,
    }
    challenge = call.query().get("challenge")
    if challenge is not None:
        if not _CHALLENGE.fullmatch(challenge):
            raise Problem(Kind.BAD_FIELD, field="challenge")
        value["proof"] = proof(service.token, challenge, call.header("host") or "")
    return json_answer(200, value)


async def description(_service: Service, _call: Call) -> Response:
    """`GET /openapi.json`: what this service takes and answers; needs no token."""
    return json_answer(200, DOCUMENT)


async def metrics(service: Service, _call: Call) -> Response:
    """`GET /metrics`: Prometheus text."""
    text = await asyncio.to_thread(service.metrics.text)
    return Response(text, 200, None, "text/plain; version=0.0.4; charset=utf-8")


async def add_rule(service: Service, call: Call) -> Response:
    """`POST /qa/rules`: one rule; 201 with its id."""
    limits = service.limits
    _, rule = await call.json(limits.max_json, limits.body_idle_s, service.faults.add)
    return json_answer(201, rule.item())


async def clear_rules(service: Service, call: Call) -> Response:
    """`DELETE /qa/rules`: all, or the one with `?id=`."""
    service.faults.clear(call.query().get("id"))
    return empty()


async def state(service: Service, _call: Call) -> Response:
    """`GET /qa/state`: the rules in force and how often each fired."""
    return json_answer(
        200,
        {
            "rules": [rule.item() for rule in service.faults.rules],
            "settled": service.settled,
            "reaped": service.reaper.report,
        },
    )


async def requests(service: Service, _call: Call) -> Response:
    """`GET /qa/requests`: the last requests, oldest first."""
    return json_answer(200, {"items": list(service.faults.requests), "next": None})


async def reap(service: Service, _call: Call) -> Response:
    """`POST /qa/reap`: reap now and report."""
    return json_answer(200, await asyncio.to_thread(service.reaper.reap))
